"""Oh Hell as OpenSpiel plays it: bid how many tricks you will take, then take exactly as many.

A set of cards is a number whose bits are the cards, suit by suit, so a hand is one number.
"""

from __future__ import annotations

from typing import Any

from fairdeal.engine.chance import below, shuffle, some_of
from fairdeal.engine.kernel import DEALER, NOBODY, UNKNOWN, copy, native, record, size_of, spans
from fairdeal.kit.actions import list_set
from fairdeal.kit.deals import COUNTED, REST_OF_MANY, all_needs, count_ways, counting, draw_split, part_of
from fairdeal.kit.masks import write_set
from fairdeal.kit.ranking import share_among_best
from fairdeal.kit.seats import left_of

SEATS = 5
SUITS = 4
RANKS = 13
CARDS = SUITS * RANKS
MOST_TRICKS = 10  # with five seats a card must be left to turn up

PLAY, BID, ACTIONS = spans(CARDS, MOST_TRICKS + 1)

MOST_LEGAL = MOST_TRICKS + 1
MOST_OUTCOME = CARDS
MOST_EVENTS = 2 + SEATS * (1 + MOST_TRICKS)
REAL_TIME = False

START, DEAL, BIDDING, TRICK, OVER = range(5)  # phases
NO_CARD = -1
NO_BID = -1

SUIT = (1 << RANKS) - 1  # the cards of suit 0
DECK = (1 << CARDS) - 1

OPTIONS = record(tricks="i1")
BOX = record(trick_points="i1", bonus="i1")  # §6
STATE = record(
    seats="i1",
    options=OPTIONS,
    box=BOX,
    phase="i1",
    dealer="i1",
    turned="i1",  # the card that shows the trump suit
    leader="i1",  # of this trick
    taker="i1",  # of this trick as it lies
    turn="i1",
    laid="i1",  # cards in the trick
    trick=("i1", SEATS),  # the card each seat has laid, or NO_CARD
    held=("i1", SEATS),  # hand sizes
    bids=("i1", SEATS),  # or NO_BID
    tricks=("i1", SEATS),  # taken
    lacks=("i1", SEATS),  # set of suits a seat has shown not to hold
    hand=("i8", SEATS),
    played=("i8", SEATS),
)


@native
def setup(s: Any, seats: int, options: Any, box: Any) -> None:
    """Lay out the table before the deal."""
    s.seats = seats
    copy(options, s.options)
    copy(box, s.box)
    s.phase = START
    s.dealer = NOBODY
    s.turned = NO_CARD
    s.leader = NOBODY
    s.taker = NOBODY
    s.turn = NOBODY
    s.laid = 0
    s.trick[:] = NO_CARD
    s.held[:] = 0
    s.bids[:] = NO_BID
    s.tricks[:] = 0
    s.lacks[:] = 0
    s.hand[:] = 0
    s.played[:] = 0


@native
def suit_of(card: int) -> int:
    return int(card) // RANKS


@native
def of_suit(cards: int, suit: int) -> int:
    return cards & SUIT << suit * RANKS


# --- who acts, and what may be done ----------------------------------------------------------------------------------


@native
def actors(s: Any) -> int:
    if s.phase == TRICK or s.phase == BIDDING:
        return 1 << int(s.turn)
    return 0 if s.phase == OVER else 1 << DEALER


@native
def legal(s: Any, seat: int, out: Any) -> int:
    if not actors(s) >> seat & 1:
        return 0
    if s.phase == BIDDING:
        return list_bids(s, seat, out)
    return list_set(may_play(s, seat), PLAY, out, 0)


@native
def list_bids(s: Any, seat: int, out: Any) -> int:
    barred = barred_bid(s, seat)
    count = 0
    for bid in range(s.options.tricks + 1):
        if bid != barred:
            out[count] = BID + bid
            count += 1
    return count


@native
def barred_bid(s: Any, seat: int) -> int:
    """§3 The dealer bids last, and the bids must not add up to the number of tricks."""
    if seat != s.dealer:
        return NO_BID
    barred = int(s.options.tricks)
    for other in range(s.seats):
        if other != seat:
            barred -= int(s.bids[other])
    return barred


@native
def may_play(s: Any, seat: int) -> int:
    """§4 Who holds the led suit must play it."""
    hand = int(s.hand[seat])
    if s.laid == 0:
        return hand
    following = of_suit(hand, led_suit(s))
    return following if following else hand


@native
def led_suit(s: Any) -> int:
    """§4 The suit of the trick's first card."""
    return suit_of(s.trick[s.leader])


# --- chance ----------------------------------------------------------------------------------------------------------


@native
def draw(s: Any, rng: Any, out: Any) -> int:
    """§1 A random dealer; §2 a shuffled deck, top first, down to the card turned up."""
    if s.phase == START:
        out[0] = below(rng, s.seats)
        return 1
    for card in range(CARDS):
        out[card] = card
    shuffle(rng, out, CARDS)
    return cards_dealt(s)


@native
def cards_dealt(s: Any) -> int:
    """§2 The hands and the card turned up."""
    return int(s.seats) * int(s.options.tricks) + 1


@native
def deal(s: Any, outcome: Any) -> None:
    if s.phase == START:
        s.dealer = outcome[0]
        s.phase = DEAL
        return
    place = 0
    for _ in range(s.options.tricks):  # §2 one card at a time, to seat 0 first
        for seat in range(s.seats):
            s.hand[seat] |= 1 << int(outcome[place])
            place += 1
    for seat in range(s.seats):
        s.held[seat] = s.options.tricks
    s.turned = outcome[place]
    s.turn = left_of(s, s.dealer)
    s.phase = BIDDING


# --- what an action does ---------------------------------------------------------------------------------------------


@native
def play(s: Any, seat: int, action: int) -> None:
    if action >= BID:
        bid(s, seat, action - BID)
    else:
        play_card(s, seat, action - PLAY)


@native
def bid(s: Any, seat: int, tricks: int) -> None:
    """§3 One bid each, clockwise from the dealer's left, who also leads."""
    s.bids[seat] = tricks
    s.turn = left_of(s, seat)
    if seat == s.dealer:
        s.leader = s.turn
        s.phase = TRICK


@native
def play_card(s: Any, seat: int, card: int) -> None:
    """§4 One card each, clockwise, face up."""
    card = int(card)
    if s.laid == 0:
        s.taker = seat
    else:
        if suit_of(card) != led_suit(s):
            s.lacks[seat] |= 1 << led_suit(s)
        if beats(s, card, s.trick[s.taker]):
            s.taker = seat
    s.hand[seat] ^= 1 << card
    s.held[seat] -= 1
    s.played[seat] |= 1 << card
    s.trick[seat] = card
    s.laid += 1
    s.turn = left_of(s, seat)
    if s.laid == s.seats:
        end_trick(s)


@native
def beats(s: Any, card: int, best: int) -> bool:
    """§5 The higher card of a suit, or a trump against another suit."""
    if suit_of(card) == suit_of(best):
        return card > best
    return suit_of(card) == suit_of(s.turned)


@native
def end_trick(s: Any) -> None:
    """§5 The taker leads the next trick."""
    s.tricks[s.taker] += 1
    s.leader = s.taker
    s.turn = s.taker
    s.laid = 0
    s.trick[:] = NO_CARD
    if s.held[s.taker] == 0:
        s.phase = OVER


# --- points ----------------------------------------------------------------------------------------------------------


@native
def points_of(s: Any, seat: int) -> int:
    """§6 A point per trick, and ten more for a bid that is met."""
    points = int(s.tricks[seat]) * int(s.box.trick_points)
    return points + int(s.box.bonus) if has_met_bid(s, seat) else points


@native
def has_met_bid(s: Any, seat: int) -> bool:
    return bool(s.tricks[seat] == s.bids[seat])


@native
def points(s: Any, out: Any) -> None:
    """Count what the tricks would bring as they stand."""
    for seat in range(s.seats):
        out[seat] = points_of(s, seat)


@native
def winners(s: Any, out: Any) -> None:
    """§7 Most points; tied: shared."""
    for seat in range(s.seats):
        out[seat] = points_of(s, seat)
    share_among_best(out, s.seats)


# --- who knows what --------------------------------------------------------------------------------------------------
#
# The cards that nobody was dealt are those that are nowhere else, so a state does not name them.


@native
def view(s: Any, seat: int, out: Any) -> None:
    copy(s, out)
    for other in range(s.seats):
        if other != seat and s.held[other] > 0:
            out.hand[other] = UNKNOWN


@native
def told(s: Any, actor: int, action: int, viewer: int) -> int:
    """Bids and cards are open to all."""
    return action


@native
def teaches(s: Any, seat: int, action: int) -> bool:
    """A card played was hidden; a bid shows nothing."""
    return action < BID


# --- worlds ----------------------------------------------------------------------------------------------------------
#
# Every unseen card is in one of the other hands, or in the stock of cards that nobody was dealt.

STOCK = SEATS  # a place, after the seats
PLACES = SEATS + 1

PLAN = record(
    **counting(
        SUITS, PLACES, MOST_TRICKS**COUNTED
    ),  # a hand with a shown lack is not full, and the largest place rests
    unseen="i8",
    shuffled=("i1", CARDS),  # room for a shuffle
)


@native
def plan(v: Any, seat: int, out: Any) -> None:
    """Count what the others hold and the stock has, and which suits the hands have shown to lack."""
    list_unseen(v, seat, out)
    out.need[:] = 0
    out.lacks[:] = 0
    out.need[STOCK] = size_of(out.unseen)
    for other in range(v.seats):
        if other != seat:
            out.lacks[other] = v.lacks[other]
            out.need[other] = v.held[other]
            out.need[STOCK] -= v.held[other]
    count_ways(out)


@native
def list_unseen(v: Any, seat: int, out: Any) -> None:
    unseen = 0
    if v.phase == BIDDING or v.phase == TRICK:
        unseen = DECK ^ 1 << int(v.turned) ^ int(v.hand[seat])
        for other in range(v.seats):
            unseen ^= int(v.played[other])
    out.unseen = unseen
    for suit in range(SUITS):
        out.cards[suit] = size_of(of_suit(unseen, suit))


@native
def resample(v: Any, seat: int, plan: Any, rng: Any) -> None:
    """Put the unseen cards in their places, each deal that has this view equally likely."""
    for other in range(v.seats):
        if other != seat:
            v.hand[other] = 0
    left = deal_counted(v, plan, rng)
    if plan.rest == REST_OF_MANY:
        deal_rest(v, plan, left, rng)
    else:
        put(v, plan.rest, left)


@native
def deal_counted(v: Any, plan: Any, rng: Any) -> int:
    """Give the counted places their cards, suit by suit; return what is left."""
    needs = all_needs(plan)
    left = int(plan.unseen)
    for suit in range(SUITS):
        taken = draw_split(plan, suit, needs, rng)
        needs -= taken
        for number in range(COUNTED):
            count = part_of(plan, number, taken)
            if count > 0:
                given = some_of(rng, of_suit(left, suit), count)
                put(v, plan.counted[number], given)
                left ^= given
    return left


@native
def put(v: Any, place: int, cards: int) -> None:
    if place != STOCK:  # which a state does not name
        v.hand[place] |= cards


@native
def deal_rest(v: Any, plan: Any, cards: int, rng: Any) -> None:
    """Deal what is left to the hands that have shown no lack; the stock keeps the others."""
    count = list_set(cards, PLAY, plan.shuffled, 0)
    shuffle(rng, plan.shuffled, count)
    for other in range(v.seats):
        if plan.lacks[other] == 0:
            for _ in range(plan.need[other]):
                count -= 1
                v.hand[other] |= 1 << int(plan.shuffled[count])


# --- a view as numbers -----------------------------------------------------------------------------------------------

SETS_OBSERVED = 2 + SEATS  # own hand, the card turned up; what each seat has played
NUMBERS_OBSERVED = 6  # per seat: bid, tricks, hand size, the card in the trick, whether it leads, whether it deals
OBSERVATION = SETS_OBSERVED * CARDS + SEATS * (NUMBERS_OBSERVED + SUITS) + 2 * SUITS


@native
def observe(v: Any, seat: int, out: Any) -> None:
    """Write sets of cards as zeros and ones, then numbers per seat; seats count from the own one, clockwise."""
    out[:] = 0
    write_set(v.hand[seat], CARDS, out, 0)
    if v.turned != NO_CARD:
        out[CARDS + v.turned] = 1
        out[OBSERVATION - SUITS + suit_of(v.turned)] = 1
    if v.laid > 0:
        out[OBSERVATION - 2 * SUITS + led_suit(v)] = 1
    numbers = SETS_OBSERVED * CARDS
    for step in range(v.seats):
        other = (seat + step) % v.seats
        write_set(v.played[other], CARDS, out, (2 + step) * CARDS)
        out[numbers] = v.bids[other]
        out[numbers + 1] = v.tricks[other]
        out[numbers + 2] = v.held[other]
        out[numbers + 3] = v.trick[other] + 1
        out[numbers + 4] = v.leader == other
        out[numbers + 5] = v.dealer == other
        for suit in range(SUITS):
            out[numbers + NUMBERS_OBSERVED + suit] = v.lacks[other] >> suit & 1
        numbers += NUMBERS_OBSERVED + SUITS
