"""Craft My Coast - No Trading: everybody at once lays cards over the own region and balances green against black.

A visible square of a region is one number: six times its card, plus which of the card's six squares it is. Rows and
columns of a region are counted from the corner of its grid; (0,0) of the rulebook is (ORIGIN, ORIGIN) here.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from fairdeal.engine.chance import below
from fairdeal.engine.fields import Seen, declared, hidden, one_of, public, state, up_to
from fairdeal.engine.kernel import DEALER, lowest, native, spans
from fairdeal.engine.observed import Feature
from fairdeal.kit.drawing import draw_cards, shuffle_from

SEATS = 6
ICONS = 6
BLANK = ICONS  # §2 a square without icon
GREEN, NEUTRAL, BLACK = 1, 0, -1

CITIES = 3
TERRITORIES = 15  # of a seat, at most
CARDS = CITIES + TERRITORIES  # §1 cities first
TALL, WIDE = 3, 2  # a card, upright
SQUARES = TALL * WIDE
PILE = 13  # cards, at most

TURNS = 4  # clockwise quarters
HALF_TURN = 2
ARRANGEMENTS = 6 * 2**CITIES
ORDERS = np.array(list(itertools.permutations(range(CITIES))), np.int64)

# A card has five rows and columns, taken together, and two squares that it covers lie in at least three of them: each
# card widens the region by at most two, and 13 cards by at most 26, in whatever direction.
ORIGIN = 2 * PILE
ROWS = ORIGIN + TALL + ORIGIN
COLS = ORIGIN + CITIES * WIDE + ORIGIN
PLACES = ROWS * COLS

ARRANGE, DRAW, PLACE, ASIDE, ACTIONS = spans(ARRANGEMENTS, 1, TURNS * PLACES, 1)
SEALED = ((ARRANGE, DRAW),)
ARRANGE_HIDDEN = ACTIONS  # what the others are told of an arrangement

# A placed card covers at least two squares, so it adds at most four to those that show; when the last of 13 cards is to
# be placed, at most 18 + 12 * 4 = 66 show. In each turn of a card exactly six placements cover a given square, one with
# each of its own six, and each legal placement covers two or more: at most 66 * 6 / 2 = 198 are legal in each turn.
MOST_SQUARES = CITIES * SQUARES + (PILE - 1) * (SQUARES - 2)
MOST_LEGAL = TURNS * MOST_SQUARES * SQUARES // 2
MOST_OUTCOME = 1 + TERRITORIES
MOST_EVENTS = 1 + SEATS + SEATS + 1 + SEATS * 2 * PILE + 1
REAL_TIME = True

AGENDAS, PILES, ARRANGING, COUNTDOWN, PLAYING, OVER = range(6)  # phases
ON_DRAW, ON_PLACE = range(2)  # values of the option end_on

NO_CARD = -1
NOT_DEALT = -2
NO_SQUARE = -2
NOT_PLACED = -2
SET_ASIDE = -3

IN_PILE, AGENDA, ARRANGED = range(3)  # what is hidden by rules of its own
CITY_SQUARES = np.s_[ORIGIN : ORIGIN + TALL, ORIGIN : ORIGIN + CITIES * WIDE]

OPTIONS = declared(
    end_on=public("i1", seen=up_to(ON_PLACE)),
    time_limit=public("i2", seen=up_to(3600)),
    countdown=public("i1", seen=up_to(60)),
)
BOX = declared(
    icon=public(("i1", CARDS * SQUARES), seen=one_of(ICONS + 1)),  # §2 an icon or BLANK
    shade=public(("i1", ICONS + 1), seen=up_to(GREEN, BLACK)),  # GREEN, BLACK, or NEUTRAL for BLANK
    territories=public("i1", seen=up_to(TERRITORIES)),  # §1 of a seat
    pile=public("i1", seen=up_to(PILE)),  # §6 so many of them
    most_covered=public("i1", seen=up_to(SQUARES)),  # §10 squares
    left_costs=public("i1", seen=up_to(9)),  # §15 points for each card
)
A_LINE = up_to(COLS, by_seat=0)
STATE = state(
    OPTIONS,
    BOX,
    all_shown_in=OVER,
    phase=public("i1", AGENDAS, seen=one_of(6)),
    dealt=public("i1", 0, seen=up_to(SEATS)),  # how many seats have their pile
    agenda=hidden(
        ("i1", SEATS), NOT_DEALT, sees=AGENDA, seen=one_of(ICONS - NOT_DEALT, least=NOT_DEALT, by_seat=0)
    ),  # an icon
    pile=hidden(
        ("i1", (SEATS, TERRITORIES)),
        NOT_DEALT,
        sees=IN_PILE,
        axes=2,
        seen=one_of(CARDS - NOT_DEALT, least=NOT_DEALT, by_seat=0),
    ),  # §6 as shuffled, top first; drawn cards stay written here
    left=public(("i1", SEATS), 0, seen=up_to(PILE, by_seat=0)),  # pile sizes
    hand=public(("i1", SEATS), NO_CARD, seen=one_of(CARDS, by_seat=0)),
    place=hidden(
        ("i2", (SEATS, CARDS)),
        NOT_PLACED,
        sees=ARRANGED,
        part=(slice(CITIES),),
        seen=up_to(TURNS * PLACES, SET_ASIDE, by_seat=0),
    ),  # where a card of the region lies and how it is turned; else NOT_PLACED or SET_ASIDE
    shows=public(
        ("i1", (SEATS, CARDS)), 0, seen=up_to(SQUARES, by_seat=0)
    ),  # §11 how many squares of a card are visible
    top=public(("i1", SEATS), ORIGIN, seen=A_LINE),  # the region's bounding box
    bottom=public(("i1", SEATS), ORIGIN + TALL - 1, seen=A_LINE),
    leftmost=public(("i1", SEATS), ORIGIN, seen=A_LINE),
    rightmost=public(("i1", SEATS), ORIGIN + CITIES * WIDE - 1, seen=A_LINE),
    region=hidden(
        ("i1", (SEATS, ROWS, COLS)), NO_SQUARE, sees=ARRANGED, part=CITY_SQUARES, seen=Seen(is_left_out=True)
    ),
)


# --- who acts, and what may be done ----------------------------------------------------------------------------------


@native
def actors(s: Any) -> int:
    if s.phase == PLAYING:
        return everybody(s) | (1 << DEALER if s.options.time_limit > 0 else 0)
    if s.phase == ARRANGING:
        return still_to_arrange(s)
    return 0 if s.phase == OVER else 1 << DEALER


@native
def everybody(s: Any) -> int:
    """§7 Every seat acts whenever it likes: until the end it holds a card to place or has a pile to draw from."""
    return (1 << int(s.seats)) - 1


@native
def still_to_arrange(s: Any) -> int:
    """§7 Until all have arranged their cities, those act that have not."""
    waiting = 0
    for seat in range(s.seats):
        if not has_arranged(s, seat):
            waiting |= 1 << seat
    return waiting


@native
def has_arranged(s: Any, seat: int) -> bool:
    return s.place[seat, 0] != NOT_PLACED


@native
def legal(s: Any, seat: int, out: Any) -> int:
    if not actors(s) >> seat & 1:
        return 0
    if s.phase == ARRANGING:
        return list_arrangements(out)
    if s.hand[seat] == NO_CARD:
        out[0] = DRAW
        return 1
    count = list_placements(s, seat, out)
    if count == 0:  # §12 a card without a legal placement is set aside
        out[0] = ASIDE
        return 1
    return count


@native
def list_arrangements(out: Any) -> int:
    """§5 Any order of the three cities, each turned by 180 degrees or not."""
    for arrangement in range(ARRANGEMENTS):
        out[arrangement] = ARRANGE + arrangement
    return ARRANGEMENTS


@native
def list_placements(s: Any, seat: int, out: Any) -> int:
    """§9 List the legal placements; a card covers the same squares after half a turn, so two turns settle all four."""
    upright = list_turn(s, seat, 0, out, 0)
    count = list_turn(s, seat, 1, out, upright)
    for number in range(count):
        out[count + number] = out[number] + HALF_TURN * PLACES
    return 2 * count


@native
def list_turn(s: Any, seat: int, turn: int, out: Any, count: int) -> int:
    """List the legal placements of one turn, after the `count` that stand there already.

    A column of squares is looked up once for all the placements that cover it.
    """
    for row in range(s.top[seat] - height(turn) + 1, s.bottom[seat] + 1):
        earlier, last = 0, 0
        for col in range(s.leftmost[seat], s.rightmost[seat] + width(turn)):
            column = column_covered(s, seat, turn, row, col)
            covered = column + last + (earlier if width(turn) == 3 else 0)
            if fault(s, seat, covered) == NO_FAULT:
                out[count] = PLACE + place_number(turn, row, col - width(turn) + 1)
                count += 1
            earlier, last = last, column
    return count


@native
def height(turn: int) -> int:
    return WIDE if turn & 1 else TALL


@native
def width(turn: int) -> int:
    return TALL if turn & 1 else WIDE


@native
def place_number(turn: int, row: int, col: int) -> int:
    """Number a turn and the place of the turned card's top left square."""
    return turn * PLACES + row * COLS + col


@native
def turn_of(place: int) -> int:
    return int(place) // PLACES


@native
def row_of(place: int) -> int:
    return int(place) % PLACES // COLS


@native
def col_of(place: int) -> int:
    return int(place) % COLS


# --- where a card may lie --------------------------------------------------------------------------------------------
#
# What a placement would cover is one number: three bits for each card, how many of its squares, and three for them all.

NO_FAULT, NO_PAIR, TOO_MANY, HIDES_CARD = range(4)
ALL = CARDS
ONE_OF_ALL = 1 << 3 * ALL
TWO_OR_MORE = sum(0b110 << 3 * card for card in range(CARDS))


@native
def fault(s: Any, seat: int, covered: int) -> int:
    """Which rule forbids to cover these squares, or NO_FAULT; §13 the region has no borders."""
    if not covers_a_pair(covered):
        return NO_PAIR
    if number_covered(covered, ALL) > s.box.most_covered:
        return TOO_MANY
    return NO_FAULT if card_hidden(s, seat, covered) == NO_CARD else HIDES_CARD


@native
def squares_covered(s: Any, seat: int, turn: int, row: int, col: int) -> int:
    covered = 0
    for c in range(col, min(col + width(turn), COLS)):
        covered += column_covered(s, seat, turn, row, c)
    return covered


@native
def column_covered(s: Any, seat: int, turn: int, row: int, col: int) -> int:
    covered = 0
    for r in range(row, min(row + height(turn), ROWS)):
        square = s.region[seat, r, col]
        if square >= 0:
            covered += ONE_OF_ALL + (1 << 3 * card_of(square))
    return covered


@native
def number_covered(covered: int, card: int) -> int:
    return covered >> 3 * card & 0b111


@native
def covers_a_pair(covered: int) -> bool:
    """§10 It must cover at least two visible squares of one card."""
    return covered & TWO_OR_MORE != 0


@native
def card_hidden(s: Any, seat: int, covered: int) -> int:
    """§11 The card that would keep no visible square, or NO_CARD."""
    rest = covered & (ONE_OF_ALL - 1)
    while rest:
        card = lowest(rest) // 3
        if number_covered(covered, card) == s.shows[seat, card]:
            return card
        rest &= -1 << 3 * (card + 1)
    return NO_CARD


@native
def card_of(square: int) -> int:
    return int(square) // SQUARES


# --- chance ----------------------------------------------------------------------------------------------------------


@native
def draw(s: Any, rng: Any, out: Any) -> int:
    """§4 Agendas and §6 piles at random; the start and the time limit need no numbers."""
    if s.phase == AGENDAS:
        return draw_cards(rng, ICONS, int(s.seats), out)
    if s.phase == PILES:
        return draw_pile(s, rng, out)
    return 0


@native
def draw_pile(s: Any, rng: Any, out: Any) -> int:
    """§6 Shuffle the next seat's territory cards; its seat is written before them."""
    cards = shuffle_from(rng, CITIES, int(s.box.territories), out)
    out[cards] = out[0]
    out[0] = s.dealt
    return 1 + cards


@native
def deal(s: Any, outcome: Any) -> None:
    if s.phase == AGENDAS:
        deal_agendas(s, outcome)
    elif s.phase == PILES:
        deal_pile(s, outcome)
    elif s.phase == COUNTDOWN:
        s.phase = PLAYING  # §7 the common start
    else:
        s.phase = OVER  # the time limit


@native
def deal_agendas(s: Any, outcome: Any) -> None:
    """§4 One agenda for each seat."""
    for seat in range(s.seats):
        s.agenda[seat] = outcome[seat]
    s.phase = PILES


@native
def deal_pile(s: Any, outcome: Any) -> None:
    """§6 The first cards are the pile, the last ones leave the game unseen."""
    for card in range(s.box.territories):
        s.pile[outcome[0], card] = outcome[1 + card]
    s.left[outcome[0]] = s.box.pile
    s.dealt += 1
    if s.dealt == s.seats:
        s.phase = ARRANGING


# --- what an action does ---------------------------------------------------------------------------------------------


@native
def play(s: Any, seat: int, action: int) -> None:
    if action == DRAW:
        draw_card(s, seat)
    elif action == ASIDE:
        set_aside(s, seat)
    elif action >= PLACE:
        place_card(s, seat, action - PLACE)
    else:
        arrange(s, seat, action - ARRANGE)


@native
def arrange(s: Any, seat: int, arrangement: int) -> None:
    """§5 Lay the three cities; §7 the last arrangement starts the countdown."""
    lay_cities(s, seat, arrangement)
    if not still_to_arrange(s):
        s.phase = COUNTDOWN


@native
def lay_cities(s: Any, seat: int, arrangement: int) -> None:
    """§5 Side by side, upright, each turned by 180 degrees or not."""
    for position in range(CITIES):
        city = ORDERS[arrangement >> CITIES, position]
        turn = HALF_TURN * (arrangement >> position & 1)
        lay(s, seat, city, place_number(turn, ORIGIN, ORIGIN + WIDE * position))


@native
def draw_card(s: Any, seat: int) -> None:
    """§8 Take the top card of the pile; §14 when it is the last one, the game ends."""
    s.hand[seat] = s.pile[seat, cards_drawn(s, seat)]
    s.left[seat] -= 1
    if s.left[seat] == 0 and s.options.end_on == ON_DRAW:
        s.phase = OVER


@native
def cards_drawn(s: Any, seat: int) -> int:
    return int(s.box.pile) - int(s.left[seat])


@native
def place_card(s: Any, seat: int, place: int) -> None:
    """§9 The card in hand goes onto the region."""
    lay(s, seat, int(s.hand[seat]), place)
    empty_hand(s, seat)


@native
def set_aside(s: Any, seat: int) -> None:
    """§12 A card without a legal placement leaves the game."""
    s.place[seat, s.hand[seat]] = SET_ASIDE
    empty_hand(s, seat)


@native
def empty_hand(s: Any, seat: int) -> None:
    """§14 With `end_on` place the game ends when a seat is rid of its last card."""
    s.hand[seat] = NO_CARD
    if s.left[seat] == 0:
        s.phase = OVER


@native
def lay(s: Any, seat: int, card: int, place: int) -> None:
    """§12 Lay a card for good: it shows all its squares and hides those beneath."""
    turn, row, col = turn_of(place), row_of(place), col_of(place)
    s.place[seat, card] = place
    s.shows[seat, card] = SQUARES
    for r in range(height(turn)):
        for c in range(width(turn)):
            beneath = s.region[seat, row + r, col + c]
            if beneath >= 0:
                s.shows[seat, card_of(beneath)] -= 1
            s.region[seat, row + r, col + c] = card * SQUARES + square_at(turn, r, c)
    s.top[seat] = min(s.top[seat], row)
    s.bottom[seat] = max(s.bottom[seat], row + height(turn) - 1)
    s.leftmost[seat] = min(s.leftmost[seat], col)
    s.rightmost[seat] = max(s.rightmost[seat], col + width(turn) - 1)


@native
def square_at(turn: int, row: int, col: int) -> int:
    """§9 Which square of a card, turned clockwise by quarters, lies in this row and column of it."""
    if turn == 0:
        return WIDE * row + col
    if turn == 1:
        return WIDE * (TALL - 1 - col) + row
    if turn == HALF_TURN:
        return SQUARES - 1 - (WIDE * row + col)
    return WIDE * col + WIDE - 1 - row


# --- points ----------------------------------------------------------------------------------------------------------


@native
def points_of(s: Any, seat: int) -> int:
    """§15 Balanced lines and agenda icons, minus what every card still in the pile costs."""
    return balanced_lines(s, seat) + agenda_icons(s, seat) - points_lost(s, seat)


@native
def points_lost(s: Any, seat: int) -> int:
    return int(s.box.left_costs) * int(s.left[seat])


@native
def balanced_lines(s: Any, seat: int) -> int:
    """§15 Rows and columns both count."""
    lines = 0
    for row in range(s.top[seat], s.bottom[seat] + 1):
        lines += is_balanced_row(s, seat, row)
    for col in range(s.leftmost[seat], s.rightmost[seat] + 1):
        lines += is_balanced_col(s, seat, col)
    return lines


@native
def is_balanced_row(s: Any, seat: int, row: int) -> bool:
    return is_balanced(s, seat, row, row, s.leftmost[seat], s.rightmost[seat])


@native
def is_balanced_col(s: Any, seat: int, col: int) -> bool:
    return is_balanced(s, seat, s.top[seat], s.bottom[seat], col, col)


@native
def is_balanced(s: Any, seat: int, top: int, bottom: int, leftmost: int, rightmost: int) -> bool:
    """§15 As many green as black icons, at least one of each."""
    green, black = 0, 0
    for row in range(top, bottom + 1):
        for col in range(leftmost, rightmost + 1):
            shade = s.box.shade[icon_at(s, seat, row, col)]
            green += shade == GREEN
            black += shade == BLACK
    return green == black and green > 0


@native
def icon_at(s: Any, seat: int, row: int, col: int) -> int:
    """§2 The icon that shows there; BLANK too where there is no square, or none that is known."""
    square = s.region[seat, row, col]
    return int(s.box.icon[square]) if square >= 0 else BLANK


@native
def agenda_icons(s: Any, seat: int) -> int:
    """§15 The visible icons of the own agenda; none while it is not known."""
    return icons_shown(s, seat, s.agenda[seat]) if s.agenda[seat] >= 0 else 0


@native
def icons_shown(s: Any, seat: int, icon: int) -> int:
    count = 0
    for row in range(s.top[seat], s.bottom[seat] + 1):
        for col in range(s.leftmost[seat], s.rightmost[seat] + 1):
            count += icon_at(s, seat, row, col) == icon
    return count


@native
def ranking(s: Any, seat: int) -> tuple[int, int, int]:
    """§16 Most points; then fewer cards left in the pile; then more balanced lines."""
    return points_of(s, seat), -int(s.left[seat]), balanced_lines(s, seat)


# --- who knows what --------------------------------------------------------------------------------------------------


@native
def sees(s: Any, seat: int, secret: int, place: int) -> bool:
    """§6 Nobody knows the order of a pile, nor the cards that left the game; the rest is its own seat's."""
    if secret == IN_PILE:
        return not is_undrawn(s, place // TERRITORIES, place % TERRITORIES)
    if seat == place or place >= s.seats:
        return True
    if secret == AGENDA:  # §4
        return s.agenda[place] == NOT_DEALT
    return s.phase != ARRANGING or not has_arranged(s, place)  # §7


@native
def is_undrawn(s: Any, seat: int, card: int) -> bool:
    return seat < s.dealt and cards_drawn(s, seat) <= card < s.box.territories


@native
def teaches(s: Any, seat: int, action: int) -> bool:
    """A drawn card is new to all; so are the others' cities after the last arrangement, and everything at the end."""
    if s.phase == ARRANGING:
        return s.seats > 1 and still_to_arrange(s) == 1 << seat
    return action == DRAW or s.left[seat] == 0


@native
def turned_up(s: Any, after: Any, seat: int) -> bool:
    """§8 A drawn card, §7 the others' cities after the last arrangement, §16 everything at the end."""
    return s.phase != after.phase or s.left[seat] != after.left[seat]


# --- the clock -------------------------------------------------------------------------------------------------------


@native
def patience(s: Any) -> int:
    """§7 The countdown before the start; then the time limit, if there is one."""
    if s.phase == COUNTDOWN:
        return 1000 * int(s.options.countdown)
    if s.phase == PLAYING and s.options.time_limit > 0:
        return 1000 * int(s.options.time_limit)
    return 0 if actors(s) == 1 << DEALER else -1


# How eagerly a person does what is next: alone, 5 seconds to arrange the cities, 1 to draw, 2.5 to place, give or take
# half of that. Several persons share the next moment by their eagerness, so no clock is kept for any of them.
PACE = 10_000
TO_ARRANGE, TO_DRAW, TO_PLACE = 2, 10, 4


@native
def tempo(s: Any, rng: Any) -> tuple[int, int]:
    if actors(s) == 1 << DEALER:
        return DEALER, patience(s)
    total = 0
    for seat in range(s.seats):
        total += eagerness(s, seat)
    mark = below(rng, total)
    seat = 0
    while mark >= eagerness(s, seat):
        mark -= eagerness(s, seat)
        seat += 1
    usual = PACE // total
    return seat, usual // 2 + below(rng, usual + 1)


@native
def eagerness(s: Any, seat: int) -> int:
    if s.phase == ARRANGING:
        return 0 if has_arranged(s, seat) else TO_ARRANGE
    return TO_DRAW if s.hand[seat] == NO_CARD else TO_PLACE


# --- what learners are told beyond the fields -------------------------------------------------------------------------

# No region is taller or wider than this: the cities, and two more lines for each of the cards placed. So rows and
# columns can wrap around, and (0,0) has the same place in every observation.
TALLEST = TALL + 2 * PILE
WIDEST = CITIES * WIDE + 2 * PILE
MAP = TALLEST * WIDEST
FEATURES = {"icons": Feature(MAP, ICONS + 1), "cards": Feature(MAP, CARDS)}


@native
def features(v: Any, seat: int, out: Any, place: int) -> None:
    """Write the own region as two maps: one more than the icon, and than the card, on each square that shows."""
    for row in range(v.top[seat], v.bottom[seat] + 1):
        for col in range(v.leftmost[seat], v.rightmost[seat] + 1):
            square = v.region[seat, row, col]
            if square >= 0:
                at = place + (row - ORIGIN) % TALLEST * WIDEST + (col - ORIGIN) % WIDEST
                out[at] = 1 + v.box.icon[square]
                out[at + MAP] = 1 + card_of(square)
