"""3x3 CCG Battle: nine cards in a grid, and the higher number where two cards meet takes its neighbour.

A card is its number in the list of cards, a cell is 0 to 8, row by row, and an edge place is also the direction in
which its number attacks. Places are numbered row by row too, so that the place which faces place p is 7 - p.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fairdeal.engine.chance import below
from fairdeal.engine.fields import A_SEAT, Seen, declared, hidden, one_of, public, state, up_to
from fairdeal.engine.kernel import DEALER, NOBODY, native, spans
from fairdeal.kit.actions import list_set
from fairdeal.kit.drawing import shuffle_from, weigh_rest, weigh_seats
from fairdeal.kit.seats import left_of

SEATS = 4
CARDS = 20  # of a deck, at most
WIDE = 3
CELLS = WIDE * WIDE
PLACES = 8
HIGHEST = 10  # §2 no number above it counts
STEPS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))  # rows and columns, by direction

ATTACK, ACTIONS = spans(CELLS * PLACES)

MOST_LEGAL = 20  # there are twenty pairs of neighbours, and of two neighbours only one can take the other
MOST_OUTCOME = CARDS
MOST_NUMBER = CARDS
MOST_GAMES = SEATS
MOST_EVENTS = MOST_GAMES * (2 + CARDS - 1)

START, SHUFFLE, BATTLE, OVER = range(4)  # phases
NO_CARD = -1
PILE, UNSEEN = range(2)  # what is hidden by rules of its own
MOST_PRINTED = 108  # counted numbers of a card: eight at the edges, a hundred elsewhere
MOST_WORTH = MOST_PRINTED * HIGHEST
NONE = -2  # no number: lower than every number, and told apart from UNKNOWN

MOST_TEMPLATES = 12
MOST_ROWS = PLACES  # of a template: the edge places it may print on
MOST_KINDS = 3  # of a template's other numbers
MOST_OF_A_KIND = 4
MOST_OTHER = MOST_KINDS * MOST_OF_A_KIND
MOST_IGNORED = MOST_ROWS + MOST_OTHER

BY_ROW = (MOST_TEMPLATES, MOST_ROWS)
BY_KIND = (MOST_TEMPLATES, MOST_KINDS)

FOR_DEALS = Seen(is_left_out=True)  # what only makes random decks, before a game begins
OPTIONS = declared(
    open_list=public("i1", seen=up_to(1)),
    match=public("i1", seen=up_to(MOST_GAMES)),
    edges=hidden(
        ("i1", (CARDS, PLACES)), sees=UNSEEN, seen=up_to(HIGHEST, NONE)
    ),  # the counted numbers on the edge places, or NONE
    worth=hidden(
        ("i4", CARDS), sees=UNSEEN, seen=up_to(MOST_WORTH)
    ),  # §11 the sum of all the counted numbers of a card
    template=hidden(("i1", CARDS), NONE, sees=UNSEEN, seen=FOR_DEALS),  # of a card, if it has one of ours; for reports
)
BOX = declared(
    cards=public("i1", seen=up_to(CARDS)),  # §5 of a deck
    templates=public("i1", seen=FOR_DEALS),
    weight=public(("i2", MOST_TEMPLATES), seen=FOR_DEALS),
    rows=public(("i1", MOST_TEMPLATES), seen=FOR_DEALS),
    only_one=public(("i1", MOST_TEMPLATES), seen=FOR_DEALS),  # whether just one of the rows is printed
    tens=public(("i1", MOST_TEMPLATES), seen=FOR_DEALS),  # in how many cards of a hundred one number is a 10 instead
    place=public(("i1", BY_ROW), seen=FOR_DEALS),
    chance=public(("i1", BY_ROW), seen=FOR_DEALS),  # in how many cards of a hundred the row is printed
    added_to=public(("i1", BY_ROW), seen=FOR_DEALS),  # the place whose number is added, or NONE
    low=public(("i2", BY_ROW), seen=FOR_DEALS),
    high=public(("i2", BY_ROW), seen=FOR_DEALS),
    least=public(("i2", BY_ROW), seen=FOR_DEALS),  # no number of the row is lower
    most=public(("i2", BY_ROW), seen=FOR_DEALS),
    kinds=public(("i1", MOST_TEMPLATES), seen=FOR_DEALS),
    kind_chance=public(("i1", BY_KIND), seen=FOR_DEALS),
    kind_fewest=public(("i1", BY_KIND), seen=FOR_DEALS),
    kind_most=public(("i1", BY_KIND), seen=FOR_DEALS),
    kind_low=public(("i2", BY_KIND), seen=FOR_DEALS),
    kind_high=public(("i2", BY_KIND), seen=FOR_DEALS),
    kind_step=public(("i2", BY_KIND), seen=FOR_DEALS),
)
STATE = state(
    OPTIONS,
    BOX,
    all_shown_in=OVER,
    phase=public("i1", START, seen=one_of(4)),
    games_played=public("i1", 0, seen=up_to(MOST_GAMES)),
    first=public("i1", NOBODY, seen=A_SEAT),  # seat of this game
    turn=public("i1", NOBODY, seen=A_SEAT),
    grid=public(("i1", CELLS), NO_CARD, seen=one_of(CARDS)),  # the card in each cell, or NO_CARD
    ways=public(("i2", CELLS), 0, bits=PLACES),  # the set of directions in which the card in each cell may attack
    left=public("i1", 0, seen=up_to(CARDS)),  # cards in the pile
    pile=hidden(("i1", CARDS), NO_CARD, sees=PILE, seen=one_of(CARDS)),  # its cards from the bottom up, then NO_CARD
    taken=public(("i1", CARDS), NOBODY, seen=A_SEAT),  # the seat that has captured each card in this game, or NOBODY
    seen=public(("i1", CARDS), 0, seen=up_to(1)),  # whether everybody knows the card's numbers
    scored=public(("i4", (MOST_GAMES, SEATS)), 0, seen=up_to(CARDS * MOST_WORTH, by_seat=1)),  # by game of the match
)


def beside(cell: int, direction: int) -> int:
    """§7 The cell next to a cell, or NOBODY beyond the grid."""
    row, column = cell // WIDE + STEPS[direction][0], cell % WIDE + STEPS[direction][1]
    return WIDE * row + column if 0 <= row < WIDE and 0 <= column < WIDE else NOBODY


NEIGHBOUR = np.array([[beside(cell, direction) for direction in range(PLACES)] for cell in range(CELLS)], np.int8)


@native
def lay_out(s: Any) -> None:
    """With an open list everybody knows the numbers of all cards; behind the last one there is nothing to know."""
    for card in range(CARDS):
        s.seen[card] = s.options.open_list or card >= s.box.cards


@native
def clear_table(s: Any) -> None:
    """Take up what lies about from the game before."""
    s.grid[:] = NO_CARD
    s.ways[:] = 0
    s.left = 0
    s.pile[:] = NO_CARD
    s.taken[:] = NOBODY


@native
def cell_of(action: int) -> int:
    return int(action) // PLACES


@native
def direction_of(action: int) -> int:
    return int(action) % PLACES


@native
def facing(direction: int) -> int:
    """§7 The place of the neighbour that meets a place: T meets B, TR meets BL."""
    return PLACES - 1 - direction


# --- who acts, and what may be done ----------------------------------------------------------------------------------


@native
def actors(s: Any) -> int:
    if s.phase == BATTLE:
        return 1 << s.turn
    return 0 if s.phase == OVER else 1 << DEALER


@native
def legal(s: Any, seat: int, out: Any) -> int:
    """§10 All seats share the same attacks."""
    if not actors(s) >> seat & 1:
        return 0
    count = 0
    for cell in range(CELLS):
        count = list_set(int(s.ways[cell]), cell * PLACES, out, count)
    return count


@native
def may_attack(s: Any, cell: int, direction: int, other: int) -> bool:
    """§8 A card takes its neighbour by a higher number where they meet; NONE is lower than 0, so it never attacks and
    is always beaten. §9 Nothing attacks from or into an empty cell."""
    attacker, target = s.grid[cell], s.grid[other]
    if attacker == NO_CARD or target == NO_CARD:
        return False
    return s.options.edges[attacker, direction] > s.options.edges[target, facing(direction)]


@native
def compare(s: Any, cell: int) -> None:
    """§7 Compare the numbers where a cell meets its neighbours, from both sides."""
    ways = 0
    for direction in range(PLACES):
        other = NEIGHBOUR[cell, direction]
        if other != NOBODY:
            back = facing(direction)
            ways |= may_attack(s, cell, direction, other) << direction
            s.ways[other] = s.ways[other] & ~(1 << back) | may_attack(s, other, back, cell) << back
    s.ways[cell] = ways


@native
def is_any_attack_left(s: Any) -> bool:
    ways = 0
    for cell in range(CELLS):
        ways |= s.ways[cell]
    return ways != 0


# --- chance ----------------------------------------------------------------------------------------------------------


@native
def draw(s: Any, rng: Any, out: Any) -> int:
    """§6 A random first seat, in later games of a match the next one; then a shuffle of the list, top first."""
    if s.phase == START:
        out[0] = below(rng, s.seats) if s.games_played == 0 else left_of(s, s.first)
        return 1
    return shuffle_from(rng, 1, s.box.cards, out)


@native
def weigh_next(s: Any, outcome: Any, count: int, weights: Any) -> int:
    """§6 Any seat, in later games of a match the next one; then any card that is not dealt."""
    if s.phase == START and s.games_played == 0:
        return weigh_seats(s, count, weights)
    if s.phase == START:
        weights[left_of(s, s.first)] = 1
        return 1 - count
    weights[1 : s.box.cards + 1] = 1
    return weigh_rest(s.box.cards, outcome, count, weights)


@native
def deal(s: Any, outcome: Any) -> None:
    if s.phase == START:
        s.first = outcome[0]
        s.phase = SHUFFLE
        return
    clear_table(s)
    for place in range(s.box.cards):
        s.pile[place] = outcome[s.box.cards - 1 - place] - 1
    s.left = s.box.cards
    lay_grid(s)
    s.turn = s.first
    s.phase = BATTLE
    end_unless_an_attack_is_left(s)


@native
def lay_grid(s: Any) -> None:
    """§6 The first nine cards form the grid, row by row."""
    for cell in range(CELLS):
        turn_up(s, cell)
    for cell in range(CELLS):
        compare(s, cell)


@native
def turn_up(s: Any, cell: int) -> None:
    """§6 §9 The top card of the pile goes face up into a cell; without a pile the cell stays empty."""
    if s.left == 0:
        s.grid[cell] = NO_CARD
        return
    s.left -= 1
    card = s.pile[s.left]
    s.pile[s.left] = NO_CARD
    s.grid[cell] = card
    s.seen[card] = 1


# --- what an action does ---------------------------------------------------------------------------------------------


@native
def play(s: Any, seat: int, action: int) -> None:
    """§9 The neighbour is captured, the attacker moves into its cell, and a new card into the attacker's."""
    cell = cell_of(action)
    target = NEIGHBOUR[cell, direction_of(action)]
    capture(s, seat, s.grid[target])
    s.grid[target] = s.grid[cell]
    turn_up(s, cell)
    compare(s, target)
    compare(s, cell)
    s.turn = left_of(s, seat)
    end_unless_an_attack_is_left(s)


@native
def capture(s: Any, seat: int, card: int) -> None:
    """§9 §11 A captured card goes to the seat's score pile, and all its counted numbers are points."""
    s.taken[card] = seat
    s.scored[s.games_played, seat] += s.options.worth[card]


@native
def end_unless_an_attack_is_left(s: Any) -> None:
    """§10 The game ends when no attack is left, even before the first and with cards in the pile."""
    if not is_any_attack_left(s):
        s.games_played += 1
        s.phase = OVER if s.games_played == s.options.match else START


# --- points ----------------------------------------------------------------------------------------------------------


@native
def points_of(s: Any, seat: int) -> int:
    """§11 The points of all games of the match."""
    sum_of_games = 0
    for game in range(MOST_GAMES):
        sum_of_games += s.scored[game, seat]
    return sum_of_games


# --- who knows what --------------------------------------------------------------------------------------------------


@native
def sees(s: Any, seat: int, secret: int, card: int) -> bool:
    """All is public but the order of the pile and the numbers nobody has seen."""
    if secret == UNSEEN:
        return s.seen[card] != 0
    return card >= s.left or not is_pile_secret(s)


@native
def is_pile_secret(s: Any) -> bool:
    """Tell whether the next card is unknown; a single card that everybody knows of has no order."""
    return s.left > 1 or (s.left == 1 and cards_unseen(s) > 0)


@native
def cards_unseen(s: Any) -> int:
    unseen = 0
    for card in range(CARDS):
        unseen += s.seen[card] == 0
    return unseen


@native
def teaches(s: Any, seat: int, action: int) -> bool:
    """An attack turns up the next card of the pile."""
    return is_pile_secret(s)


@native
def turned_up(s: Any, after: Any, seat: int) -> bool:
    """§9 The attacker's cell was filled from the pile."""
    return is_pile_secret(s)
