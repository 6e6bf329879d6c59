"""Cryptruck: the lead of every trick is for sale, and blocks are worth most when they are few and of many colours.

A card is ten times its colour plus its number, and a set of cards is a number whose bits are the cards, so a hand is
one number. What was laid and given in a round is kept trick by trick.
"""

from __future__ import annotations

from typing import Any

from fairdeal.engine.chance import some_of
from fairdeal.engine.fields import A_SEAT, BY_SEAT, Seen, declared, hidden, one_of, public, state, up_to
from fairdeal.engine.kernel import DEALER, NOBODY, native, size_of, spans
from fairdeal.kit.actions import list_set
from fairdeal.kit.drawing import draw_seat, shuffle_set, weigh_choice, weigh_seats, weigh_set
from fairdeal.kit.seats import left_of

SEATS = 5
COLOURS = 6
WHITE = COLOURS - 1
NUMBERS = 10  # on a card: one digit
CARDS = COLOURS * NUMBERS
MOST_WHITES = 4
TRICKS = 6  # in a round, which is also the size of a hand and the number of cards of a colour
MOST_IN_USE = TRICKS * SEATS + MOST_WHITES
MOST_NONE, MOST_FEW, MOST_EACH = 50, 10, 3  # what a round brings fits into a byte

REVEAL, WANT, DECLINE, GIVE, PLAY, ACTIONS = spans(CARDS, 1, 1, CARDS, CARDS)
SEALED = ((GIVE, PLAY),)
GIVE_HIDDEN = ACTIONS  # what third parties are told of a gift

MOST_LEGAL = TRICKS
MOST_OUTCOME = MOST_IN_USE
MOST_NUMBER = CARDS - 1
MOST_ROUNDS = 9
MOST_EVENTS = 2 + MOST_ROUNDS * (
    1 + TRICKS * 2 * SEATS
)  # a trick: reveal, give, and an answer and a card of the others

START, CHOOSE, DEAL, REVEALING, ASKING, GIVING, PLAYING, OVER = range(8)  # phases
NO_CARD = -1
NO_COLOUR = -1
GIVEN, ASIDE = range(2)  # what is hidden by a rule of its own
FIRST, RANDOM = range(2)  # the option `colours`

SET_OF_CARDS = "i8"
SETS_OF_CARDS = ("i8", (SEATS,))

A_CARD = one_of(COLOURS, NUMBERS)

OPTIONS = declared(rounds=public("i1", seen=up_to(MOST_ROUNDS)), colours=public("i1", seen=up_to(RANDOM)))
BOX = declared(
    cards=public(("i8", (COLOURS,)), bits=CARDS),  # §2 the cards of each colour
    blocks=public(SET_OF_CARDS, bits=CARDS),  # §3 the cards that show a block
    none=public("i1", seen=up_to(MOST_NONE, -MOST_NONE)),  # §15 the points for no block at all
    few=public("i1", seen=up_to(MOST_FEW)),  # §15 up to so many blocks their colours count
    each=public("i1", seen=up_to(MOST_EACH, -MOST_EACH)),  # §15 the points of each of more blocks
)
STATE = state(
    OPTIONS,
    BOX,
    phase=public("i1", START, seen=one_of(8)),
    in_use=public("i1", 0, bits=COLOURS),  # §4 set of colours
    rounds_played=public("i1", 0, seen=up_to(MOST_ROUNDS)),
    tricks_played=public("i1", 0, seen=up_to(TRICKS)),  # in this round
    first=public("i1", NOBODY, seen=A_SEAT),  # player of this trick
    leader=public("i1", NOBODY, seen=A_SEAT),  # of this trick; until its card is led, who leads it as the answers stand
    turn=public("i1", NOBODY, seen=A_SEAT),
    wanted=public("i1", 0, bits=SEATS, seen=A_SEAT),  # set of seats that wanted the revealed card of this trick
    turned=public("i1", NO_CARD, seen=A_CARD),  # the card turned up, or NO_CARD
    face_down=hidden(SET_OF_CARDS, 0, sees=ASIDE, seen=up_to(0)),  # the last cards of the deck, unknown to all
    revealed=public("i1", NO_CARD, seen=A_CARD),  # the card revealed and not yet led, or NO_CARD
    laid=public(
        ("i1", (TRICKS, SEATS)), NO_CARD, seen=one_of(COLOURS, NUMBERS, by_seat=1)
    ),  # the card each seat laid in each trick of this round, or NO_CARD
    led=public(
        ("i1", TRICKS), NO_COLOUR, seen=one_of(COLOURS)
    ),  # the colour that was led in each trick of this round, or NO_COLOUR
    giver=public(("i1", TRICKS), NOBODY, seen=A_SEAT),  # who bought the lead of each trick, or NOBODY
    receiver=public(("i1", TRICKS), NOBODY, seen=A_SEAT),  # who sold it and got the gift, or NOBODY
    gift=hidden(("i1", TRICKS), NO_CARD, sees=GIVEN, seen=A_CARD),
    held=public(("i1", SEATS), 0, seen=up_to(2 * TRICKS, by_seat=0)),  # hand sizes
    hand=hidden(SETS_OF_CARDS, 0, count="held", bits=CARDS),
    lacks=public(("i1", SEATS), 0, bits=COLOURS, seen=BY_SEAT),  # set of colours a seat has shown not to hold
    blocks=public(SETS_OF_CARDS, 0, bits=CARDS, seen=BY_SEAT),  # won in this round
    others=public(
        ("i1", SEATS), 0, seen=up_to(MOST_IN_USE, by_seat=0)
    ),  # how many cards without a block each seat won in this round
    scored=public(("i1", (MOST_ROUNDS, SEATS)), 0, seen=Seen(by_seat=1)),  # points of the finished rounds
)


@native
def clear_round(s: Any) -> None:
    """Take up what lies about from the round before."""
    s.tricks_played = 0
    s.laid[:] = NO_CARD
    s.led[:] = NO_COLOUR
    s.lacks[:] = 0
    s.blocks[:] = 0
    s.others[:] = 0
    forget_gifts(s)
    clear_trick(s)


@native
def forget_gifts(s: Any) -> None:
    s.giver[:] = NOBODY
    s.receiver[:] = NOBODY
    s.gift[:] = NO_CARD


@native
def clear_trick(s: Any) -> None:
    s.leader = NOBODY
    s.turn = s.first
    s.wanted = 0
    s.revealed = NO_CARD


# --- cards -----------------------------------------------------------------------------------------------------------


@native
def colour_of(card: int) -> int:
    return int(card) // NUMBERS


@native
def number_of(card: int) -> int:
    return int(card) % NUMBERS


@native
def one(card: int) -> int:
    """The set of one card; of NO_CARD, the empty set."""
    return 1 << int(card) if card >= 0 else 0


@native
def all_of(colour: int) -> int:
    """The set of all cards that a colour can have."""
    return ((1 << NUMBERS) - 1) << (int(colour) * NUMBERS)


@native
def deck(s: Any) -> int:
    """§4 The cards in use: those of the colours in use, and the whites."""
    cards = 0
    for colour in range(COLOURS):
        if s.in_use >> colour & 1:
            cards |= s.box.cards[colour]
    return cards


@native
def cards_in_use(s: Any) -> int:
    """§4 Six cards a seat, and the whites."""
    return s.seats * TRICKS + size_of(s.box.cards[WHITE])


# --- who acts, and what may be done ----------------------------------------------------------------------------------


@native
def actors(s: Any) -> int:
    if is_round_running(s):
        return 1 << s.turn
    return 0 if s.phase == OVER else 1 << DEALER


@native
def is_round_running(s: Any) -> bool:
    return REVEALING <= s.phase <= PLAYING


@native
def legal(s: Any, seat: int, out: Any) -> int:
    if not actors(s) >> seat & 1:
        return 0
    if s.phase == ASKING:
        return list_answers(out)
    if s.phase == REVEALING:
        return list_set(s.hand[seat], REVEAL, out, 0)
    if s.phase == GIVING:
        return list_set(s.hand[seat], GIVE, out, 0)
    return list_set(playable(s, seat), PLAY, out, 0)


@native
def list_answers(out: Any) -> int:
    """§9 Both answers are always allowed."""
    out[0] = WANT
    out[1] = DECLINE
    return 2


@native
def playable(s: Any, seat: int) -> int:
    """§12 Who holds the led colour must play it; who does not may play anything."""
    following = s.hand[seat] & all_of(led_colour(s))
    return following if following else s.hand[seat]


@native
def must_follow(s: Any, seat: int) -> bool:
    return s.hand[seat] & all_of(led_colour(s)) != 0


@native
def led_colour(s: Any) -> int:
    """§10 The colour of the card that was revealed and led."""
    return s.led[s.tricks_played]


# --- chance ----------------------------------------------------------------------------------------------------------


@native
def draw(s: Any, rng: Any, out: Any) -> int:
    """§5 A random first player; §4 random colours, if so agreed; §6 a shuffled deck, top first."""
    if s.phase == START:
        return draw_seat(s, rng, out)
    if s.phase == CHOOSE:
        return list_set(some_of(rng, (1 << WHITE) - 1, s.seats), 0, out, 0)
    return shuffle_set(rng, deck(s), out)


@native
def weigh_next(s: Any, outcome: Any, count: int, weights: Any) -> int:
    """§5 Any seat; §4 any colours, in their order; §6 any card that is not dealt."""
    if s.phase == START:
        return weigh_seats(s, count, weights)
    if s.phase == CHOOSE:
        return weigh_choice((1 << WHITE) - 1, s.seats, outcome, count, weights)
    return weigh_set(deck(s), outcome, count, weights)


@native
def deal(s: Any, outcome: Any) -> None:
    if s.phase == START:
        name_first_player(s, outcome)
    elif s.phase == CHOOSE:
        choose_colours(s, outcome)
    else:
        deal_cards(s, outcome)


@native
def name_first_player(s: Any, outcome: Any) -> None:
    """§5 Chance names the first player of round 1; §4 the first colours are in use, or chance chooses them next."""
    s.first = outcome[0]
    s.turn = s.first
    if s.options.colours == RANDOM:
        s.phase = CHOOSE
        return
    s.in_use = ((1 << s.seats) - 1) | 1 << WHITE
    s.phase = DEAL


@native
def choose_colours(s: Any, outcome: Any) -> None:
    """§4 As many colours as seats, and white."""
    s.in_use = 1 << WHITE
    for number in range(s.seats):
        s.in_use |= one(outcome[number])
    s.phase = DEAL


@native
def deal_cards(s: Any, outcome: Any) -> None:
    """§6 Seat 0 gets the first six cards, seat 1 the next; one more is turned up, and the rest stays face down."""
    clear_round(s)
    count = s.seats * TRICKS
    for seat in range(s.seats):
        s.hand[seat] = set_of(outcome, seat * TRICKS, (seat + 1) * TRICKS)
        s.held[seat] = TRICKS
    s.turned = outcome[count]
    s.face_down = set_of(outcome, count + 1, cards_in_use(s))
    s.phase = REVEALING


@native
def set_of(outcome: Any, start: int, end: int) -> int:
    """The cards in these places of a shuffled deck."""
    cards = 0
    for place in range(start, end):
        cards |= 1 << int(outcome[place])
    return cards


# --- the lead is for sale --------------------------------------------------------------------------------------------


@native
def play(s: Any, seat: int, action: int) -> None:
    if action >= PLAY:
        play_card(s, seat, action - PLAY)
    elif action >= GIVE:
        give(s, seat, action - GIVE)
    elif action >= WANT:
        answer(s, seat, action == WANT)
    else:
        reveal(s, seat, action - REVEAL)


@native
def reveal(s: Any, seat: int, card: int) -> None:
    """§8 The first player reveals a card; it is not yet led, and no longer counts as held."""
    take_from_hand(s, seat, card)
    s.revealed = card
    s.leader = seat
    s.turn = left_of(s, seat)
    s.phase = ASKING


@native
def take_from_hand(s: Any, seat: int, card: int) -> None:
    s.hand[seat] ^= one(card)
    s.held[seat] -= 1


@native
def answer(s: Any, seat: int, wants: bool) -> None:
    """§9 Each other seat answers once, clockwise; the last that wanted the card is the buyer."""
    if wants:
        s.wanted |= 1 << seat
        s.leader = seat
    s.turn = left_of(s, seat)
    if s.turn == s.first:
        end_answers(s)


@native
def end_answers(s: Any) -> None:
    """§10 The buyer makes a gift first; with no buyer the first player leads."""
    if s.leader == s.first:
        lead(s)
    else:
        s.turn = s.leader
        s.phase = GIVING


@native
def give(s: Any, seat: int, card: int) -> None:
    """§10 The buyer gives the first player a card, unseen by the others, then takes the revealed card and leads it."""
    take_from_hand(s, seat, card)
    s.hand[s.first] |= one(card)
    s.held[s.first] += 1
    s.lacks[s.first] = 0  # the gift may be of any colour
    s.giver[s.tricks_played] = seat
    s.receiver[s.tricks_played] = s.first
    s.gift[s.tricks_played] = card
    lead(s)


@native
def lead(s: Any) -> None:
    """§10 The revealed card is led; §11 the others play clockwise from the left of the leader."""
    s.laid[s.tricks_played, s.leader] = s.revealed
    s.led[s.tricks_played] = colour_of(s.revealed)
    s.revealed = NO_CARD
    s.turn = left_of(s, s.leader)
    s.phase = PLAYING


# --- a trick ---------------------------------------------------------------------------------------------------------


@native
def play_card(s: Any, seat: int, card: int) -> None:
    """§11 One card each; the first player plays in its own place, and may play the gift."""
    if colour_of(card) != led_colour(s):
        s.lacks[seat] |= 1 << led_colour(s)
    take_from_hand(s, seat, card)
    s.laid[s.tricks_played, seat] = card
    s.turn = left_of(s, seat)
    if s.turn == s.leader:
        end_trick(s)


@native
def end_trick(s: Any) -> None:
    """§14 The strongest card takes all cards of the trick; its player is the next first player."""
    taker = trick_taker(s)
    for seat in range(s.seats):
        win_card(s, taker, s.laid[s.tricks_played, seat])
    s.first = taker
    s.tricks_played += 1
    s.phase = REVEALING
    clear_trick(s)
    if s.tricks_played == TRICKS:
        end_round(s)


@native
def win_card(s: Any, taker: int, card: int) -> None:
    """§15 Cards that show a block are counted and compared, all others only counted."""
    if s.box.blocks & one(card):
        s.blocks[taker] |= one(card)
    else:
        s.others[taker] += 1


@native
def trick_taker(s: Any) -> int:
    """§13 The strongest of the cards laid so far takes the trick; of equals, the one played later."""
    taker = s.leader
    seat = left_of(s, taker)
    while seat != s.leader:
        if strength(s, s.laid[s.tricks_played, seat]) >= strength(s, s.laid[s.tricks_played, taker]):
            taker = seat
        seat = left_of(s, seat)
    return taker


@native
def strength(s: Any, card: int) -> int:
    """§13 Trumps, led or not, over the led colour over the rest; then the higher number."""
    if is_trump(s, colour_of(card)):
        return 2 * NUMBERS + number_of(card)
    if colour_of(card) == led_colour(s):
        return NUMBERS + number_of(card)
    return number_of(card)


@native
def is_trump(s: Any, colour: int) -> bool:
    """§7 White, and the colour of the card turned up."""
    return colour == WHITE or colour == colour_of(s.turned)


# --- the end of a round, and of the game -----------------------------------------------------------------------------


@native
def end_round(s: Any) -> None:
    """§15 A round is scored after its last trick; §6 after the last round the game is over."""
    for seat in range(s.seats):
        s.scored[s.rounds_played, seat] = round_points(s, seat)
    s.face_down = 0
    forget_gifts(s)
    s.rounds_played += 1
    s.phase = OVER if s.rounds_played == s.options.rounds else DEAL


@native
def round_points(s: Any, seat: int) -> int:
    return worth(s, s.blocks[seat])


@native
def worth(s: Any, blocks: int) -> int:
    """§15 Something for no blocks; few count times their colours; of more, each counts by itself."""
    count = size_of(blocks)
    if count == 0:
        return int(s.box.none)
    return count * colours_among(blocks) if count <= s.box.few else count * int(s.box.each)


@native
def colours_among(cards: int) -> int:
    """§15 How many colours there are among the cards; white is one."""
    colours = 0
    for colour in range(COLOURS):
        colours += cards & all_of(colour) != 0
    return colours


@native
def total(s: Any, seat: int) -> int:
    points = 0
    for played in range(s.rounds_played):
        points += s.scored[played, seat]
    return points


@native
def points_of(s: Any, seat: int) -> int:
    """Count the finished rounds, and a running round as it would be scored now."""
    return total(s, seat) + (round_points(s, seat) if is_round_running(s) else 0)


# --- who knows what --------------------------------------------------------------------------------------------------


@native
def sees(s: Any, seat: int, secret: int, trick: int) -> bool:
    """Nobody sees what lies face down, but everybody that nothing does."""
    return s.face_down == 0 if secret == ASIDE else not is_hidden_gift(s, seat, trick)


@native
def is_hidden_gift(s: Any, seat: int, trick: int) -> bool:
    """A gift is known to its giver and its receiver alone."""
    return s.giver[trick] != NOBODY and s.giver[trick] != seat and s.receiver[trick] != seat


@native
def told(s: Any, actor: int, action: int, viewer: int) -> int:
    hidden = GIVE <= action < PLAY and viewer != actor and viewer != s.first
    return GIVE_HIDDEN if hidden else action


@native
def may_hold_gift(v: Any, seat: int, trick: int) -> int:
    """Which seats may hold what the seat gave in a trick; none if it gave nothing, or the card was seen since.

    The receiver holds it; but if that seat has made a gift to a third since, unseen, either of them may, and so on.
    Each gift is traced by itself, for the table's notes; worlds go by all that is known.
    """
    if v.giver[trick] != seat or seen_cards(v) & one(v.gift[trick]):
        return 0
    holders = 1 << v.receiver[trick]
    for later in range(trick + 1, TRICKS):
        if v.giver[later] == NOBODY or not holders >> v.giver[later] & 1:
            continue
        if v.receiver[later] != seat:
            holders |= 1 << v.receiver[later]
        elif v.gift[later] == v.gift[trick]:
            return 0  # it came back
    return holders


@native
def seen_cards(v: Any) -> int:
    """The cards of this round that lie, or have lain, face up."""
    cards = one(v.turned) | one(v.revealed)
    for trick in range(TRICKS):
        for seat in range(v.seats):
            cards |= one(v.laid[trick, seat])
    return cards
