"""CASTER: lowest card wins, every colour is another's trump, and too many tricks burst.

A set of cards of one colour is a number whose bits are the values, so a hand is five numbers.
"""

from __future__ import annotations

from typing import Any

from fairdeal.engine.chance import shuffle
from fairdeal.engine.fields import A_SEAT, BY_SEAT, Seen, declared, hidden, one_of, public, state, up_to
from fairdeal.engine.kernel import DEALER, NOBODY, lowest, native, size_of, spans
from fairdeal.kit.actions import list_set
from fairdeal.kit.drawing import draw_seat, weigh_rest, weigh_seats
from fairdeal.kit.masks import highest
from fairdeal.kit.seats import left_of

SEATS = 5
COLOURS = 5
VALUES = 15
CARDS = COLOURS * VALUES
MOST_TRICKS = 15  # in a round, which is also the size of a hand
MOST_BURST = 9  # points for each trick of a seat that has burst, more or less than none
GIFTS = 3

PLAY, GIVE, ACTIONS = spans(CARDS, CARDS)
SEALED = ((GIVE, ACTIONS),)
GIVE_HIDDEN = ACTIONS  # what the others are told of a gift

MOST_LEGAL = MOST_TRICKS
MOST_OUTCOME = CARDS
MOST_NUMBER = CARDS - 1
MOST_ROUNDS = 9
MOST_EVENTS = 1 + MOST_ROUNDS * (1 + SEATS * (GIFTS + MOST_TRICKS))

MOST_POINTS = MOST_TRICKS * (VALUES - 1)  # of a round, more or less than none

START, DEAL, PASS, TRICK, OVER = range(5)  # phases
NO_CARD = -1
GIVEN = 0  # what is hidden by a rule of its own

SET_OF_CARDS = ("i2", (COLOURS,))
SETS_OF_CARDS = ("i2", (SEATS, COLOURS))

OWN_AND_RIGHT = (0, -1)  # whose gifts a seat can know

OPTIONS = declared(rounds=public("i1", seen=up_to(MOST_ROUNDS)), passing=public("i1", seen=up_to(1)))
BOX = declared(
    trump=public(("i1", COLOURS), seen=one_of(COLOURS)),  # §2 by led colour
    highest=public(("i1", SEATS + 1), seen=up_to(VALUES)),  # §3 by number of seats
    tricks=public(("i1", SEATS + 1), seen=up_to(MOST_TRICKS)),  # §4 §6 by number of seats
    limit=public(("i1", SEATS + 1), seen=up_to(MOST_TRICKS)),  # §12 by number of seats
    burst=public(("i1", SEATS + 1), seen=up_to(MOST_BURST, -MOST_BURST)),  # §12 by number of seats
)
STATE = state(
    OPTIONS,
    BOX,
    phase=public("i1", START, seen=one_of(5)),
    rounds_played=public("i1", 0, seen=up_to(MOST_ROUNDS)),
    first=public("i1", NOBODY, seen=A_SEAT),  # player of this round
    leader=public("i1", NOBODY, seen=A_SEAT),  # of this trick
    turn=public("i1", NOBODY, seen=A_SEAT),
    laid=public("i1", 0, seen=up_to(SEATS)),  # cards in the trick
    trick=public(
        ("i1", SEATS), NO_CARD, seen=one_of(COLOURS, VALUES, by_seat=0)
    ),  # the card each seat has laid, or NO_CARD
    held=public(("i1", SEATS), 0, seen=up_to(MOST_TRICKS, by_seat=0)),  # hand sizes
    hand=hidden(SETS_OF_CARDS, 0, count="held", bits=VALUES),
    given=public(("i1", SEATS), 0, seen=up_to(GIFTS, by_seat=0)),  # how many gifts each seat has made in this round
    gave=hidden(SETS_OF_CARDS, 0, count="given", sees=GIVEN, bits=VALUES, seen=Seen(by_seat=0, rows=OWN_AND_RIGHT)),
    played=public(SETS_OF_CARDS, 0, bits=VALUES, seen=BY_SEAT),  # in this round
    lacks=public(("i1", SEATS), 0, bits=COLOURS, seen=BY_SEAT),  # set of colours a seat has shown not to hold
    scored=public(SETS_OF_CARDS, 0, bits=VALUES, seen=BY_SEAT),  # the score cards, one on each trick taken
    total=public(("i2", SEATS), 0, seen=up_to(MOST_POINTS * MOST_ROUNDS, -MOST_POINTS * MOST_ROUNDS, by_seat=0)),
    latest=public(
        ("i2", SEATS), 0, seen=up_to(MOST_POINTS, -MOST_POINTS, by_seat=0)
    ),  # points of the last finished round
)


@native
def clear_round(s: Any) -> None:
    """Take up what lies about from the round before."""
    s.laid = 0
    s.trick[:] = NO_CARD
    s.given[:] = 0
    s.gave[:] = 0
    s.played[:] = 0
    s.lacks[:] = 0
    s.scored[:] = 0


@native
def colour_of(card: int) -> int:
    return int(card) // VALUES


@native
def value_of(card: int) -> int:
    return int(card) % VALUES


# --- who acts, and what may be done ----------------------------------------------------------------------------------


@native
def actors(s: Any) -> int:
    if s.phase == TRICK:
        return 1 << s.turn
    if s.phase == OVER:
        return 0
    if s.phase == PASS:
        return still_to_give(s)
    return 1 << DEALER


@native
def still_to_give(s: Any) -> int:
    """Passing: a seat acts until its third gift, whatever the others have given."""
    seats = 0
    for seat in range(s.seats):
        if s.given[seat] < GIFTS:
            seats |= 1 << seat
    return seats


@native
def legal(s: Any, seat: int, out: Any) -> int:
    if not actors(s) >> seat & 1:
        return 0
    if s.phase == PASS:
        return list_hand(s, seat, GIVE, out)
    if must_follow(s, seat):
        return list_colour(s, seat, led_colour(s), PLAY, out, 0)
    return list_hand(s, seat, PLAY, out)


@native
def must_follow(s: Any, seat: int) -> bool:
    """§8 Who holds the led colour must play it."""
    return s.laid > 0 and s.hand[seat, led_colour(s)] != 0


@native
def led_colour(s: Any) -> int:
    """§7 The colour of the trick's first card."""
    return colour_of(s.trick[s.leader])


@native
def list_hand(s: Any, seat: int, span: int, out: Any) -> int:
    """List a hand: all colours but the last as one number of 60 bits, which is faster than a loop for each."""
    cards = 0
    for colour in range(COLOURS - 1):
        cards |= int(s.hand[seat, colour]) << colour * VALUES
    count = list_set(cards, span, out, 0)
    return list_colour(s, seat, COLOURS - 1, span, out, count)


@native
def list_colour(s: Any, seat: int, colour: int, span: int, out: Any, count: int) -> int:
    return list_set(int(s.hand[seat, colour]), span + colour * VALUES, out, count)


# --- chance ----------------------------------------------------------------------------------------------------------


@native
def draw(s: Any, rng: Any, out: Any) -> int:
    """§5 A random first player; §4 a shuffled deck, top first."""
    if s.phase == START:
        return draw_seat(s, rng, out)
    count = 0
    for colour in range(COLOURS):
        for value in range(s.box.highest[s.seats] + 1):
            out[count] = colour * VALUES + value
            count += 1
    shuffle(rng, out, count)
    return count


@native
def weigh_next(s: Any, outcome: Any, count: int, weights: Any) -> int:
    """§5 Any seat; §4 any card that is not dealt."""
    if s.phase == START:
        return weigh_seats(s, count, weights)
    for colour in range(COLOURS):
        weights[colour * VALUES : colour * VALUES + s.box.highest[s.seats] + 1] = 1
    return weigh_rest(cards_in_play(s), outcome, count, weights)


@native
def tricks_of_round(s: Any) -> int:
    """§4 §6 The size of a hand."""
    return int(s.box.tricks[s.seats])


@native
def cards_in_play(s: Any) -> int:
    """§3 The size of the deck."""
    return COLOURS * (int(s.box.highest[s.seats]) + 1)


@native
def deal(s: Any, outcome: Any) -> None:
    if s.phase == START:
        s.first = outcome[0]
        s.phase = DEAL
        return
    clear_round(s)
    place = 0
    for seat in range(s.seats):  # §4 seat 0 gets the first hand of the deck, seat 1 the next
        s.held[seat] = tricks_of_round(s)
        for _ in range(tricks_of_round(s)):
            card = outcome[place]
            s.hand[seat, colour_of(card)] |= 1 << value_of(card)
            place += 1
    s.leader = s.first
    s.turn = s.first
    s.phase = PASS if s.options.passing else TRICK


# --- what an action does ---------------------------------------------------------------------------------------------


@native
def play(s: Any, seat: int, action: int) -> None:
    if action >= GIVE:
        give(s, seat, action - GIVE)
    else:
        play_card(s, seat, action - PLAY)


@native
def give(s: Any, seat: int, card: int) -> None:
    """Passing: a gift leaves the hand and waits for the last seat's third."""
    s.hand[seat, colour_of(card)] ^= 1 << value_of(card)
    s.held[seat] -= 1
    s.gave[seat, colour_of(card)] |= 1 << value_of(card)
    s.given[seat] += 1
    if not still_to_give(s):
        hand_over_gifts(s)


@native
def hand_over_gifts(s: Any) -> None:
    for giver in range(s.seats):
        receiver = left_of(s, giver)
        s.held[receiver] += GIFTS
        for colour in range(COLOURS):
            s.hand[receiver, colour] |= s.gave[giver, colour]
    s.phase = TRICK


@native
def play_card(s: Any, seat: int, card: int) -> None:
    """§7 One card each, clockwise, face up."""
    colour = colour_of(card)
    if s.laid > 0 and colour != led_colour(s):
        s.lacks[seat] |= 1 << led_colour(s)
    s.hand[seat, colour] ^= 1 << value_of(card)
    s.held[seat] -= 1
    s.played[seat, colour] |= 1 << value_of(card)
    s.trick[seat] = card
    s.laid += 1
    s.turn = left_of(s, seat)
    if s.laid == s.seats:
        end_trick(s)


@native
def end_trick(s: Any) -> None:
    """§11 The taker keeps the trick under its score card and leads the next."""
    taker = trick_taker(s)
    s.scored[taker, led_colour(s)] |= 1 << trick_points(s, taker)
    s.leader = taker
    s.turn = taker
    s.laid = 0
    s.trick[:] = NO_CARD
    if s.held[taker] == 0:
        end_round(s)


@native
def trick_taker(s: Any) -> int:
    """§9 The lowest trump takes the trick, otherwise the lowest card of the led colour, of the cards laid so far."""
    led = led_colour(s)
    trump = s.box.trump[led]
    taker = int(s.leader)
    least = slowness(s.trick[taker], led, trump)
    for seat in range(s.seats):
        slow = slowness(s.trick[seat], led, trump)
        if slow < least:
            taker, least = seat, slow
    return taker


@native
def slowness(card: int, led: int, trump: int) -> int:
    """§9 Order the cards of a trick: trumps by value, then the led colour by value, then the rest."""
    colour = colour_of(card)
    if colour == trump:
        return value_of(card)
    if colour == led:
        return VALUES + value_of(card)
    return VALUES + VALUES


@native
def trick_points(s: Any, taker: int) -> int:
    """§10 The value of the score card, which is always of the led colour."""
    led = led_colour(s)
    values = 0
    for seat in range(s.seats):
        if colour_of(s.trick[seat]) == led:
            values |= 1 << value_of(s.trick[seat])
    if colour_of(s.trick[taker]) != led:
        return highest(values)
    others = values & (values - 1)
    return lowest(others) if others else lowest(values)


# --- the end of a round, and of the game -----------------------------------------------------------------------------


@native
def tricks_taken(s: Any, seat: int) -> int:
    return tricks_under(s.scored[seat])


@native
def tricks_under(score_cards: Any) -> int:
    """§11 There is a trick under each score card."""
    tricks = 0
    for colour in range(COLOURS):
        tricks += size_of(score_cards[colour])
    return tricks


@native
def has_burst(s: Any, seat: int) -> bool:
    """§12 A seat with more tricks than the limit has burst."""
    return tricks_taken(s, seat) > s.box.limit[s.seats]


@native
def round_points(s: Any, seat: int) -> int:
    return score(s.scored[seat], s.box.limit[s.seats], s.box.burst[s.seats])


@native
def score(score_cards: Any, limit: int, burst: int) -> int:
    """§12 The score cards' values; for a seat that has burst, the same few points for each trick."""
    tricks = tricks_under(score_cards)
    return tricks * int(burst) if tricks > limit else sum_of(score_cards)


@native
def sum_of(score_cards: Any) -> int:
    points = 0
    for colour in range(COLOURS):
        values = int(score_cards[colour])
        while values:
            points += lowest(values)
            values &= values - 1
    return points


@native
def end_round(s: Any) -> None:
    """§13 Points are added to the totals; §6 after the last round the game is over."""
    for seat in range(s.seats):
        s.latest[seat] = round_points(s, seat)
        s.total[seat] += s.latest[seat]
    s.first = next_first_player(s)
    s.given[:] = 0
    s.gave[:] = 0
    s.rounds_played += 1
    s.phase = OVER if s.rounds_played == s.options.rounds else DEAL


@native
def next_first_player(s: Any) -> int:
    """§13 The lowest total; tied: fewest points in this round; then clockwise from the left of this first player."""
    first = left_of(s, s.first)
    for step in range(2, s.seats + 1):
        seat = (s.first + step) % s.seats
        if (s.total[seat], s.latest[seat]) < (s.total[first], s.latest[first]):
            first = seat
    return first


@native
def points(s: Any, out: Any) -> None:
    """Count the totals, and in a running round what it would bring as it stands."""
    for seat in range(s.seats):
        out[seat] = s.total[seat]
        if s.phase == TRICK:
            out[seat] += round_points(s, seat)


@native
def ranking(s: Any, seat: int) -> tuple[int, int]:
    """§14 Most points in total; tied: most points in the last round."""
    return int(s.total[seat]), int(s.latest[seat])


# --- who knows what --------------------------------------------------------------------------------------------------


@native
def sees(s: Any, seat: int, secret: int, giver: int) -> bool:
    """Passing: gifts are known to their giver, and to their receiver once they are handed over."""
    return seat == giver or (s.phase == TRICK and seat == left_of(s, giver))


@native
def teaches(s: Any, seat: int, action: int) -> bool:
    """Every card played is seen; of the gifts, only the last one hands over what was hidden."""
    if s.phase != PASS:
        return True
    gifts = 0
    for giver in range(s.seats):
        gifts += s.given[giver]
    return gifts == GIFTS * s.seats - 1
