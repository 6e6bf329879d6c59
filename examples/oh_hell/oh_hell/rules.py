"""Oh Hell as OpenSpiel plays it: bid how many tricks you will take, then take exactly as many.

A set of cards is a number whose bits are the cards, suit by suit, so a hand is one number.
"""

from __future__ import annotations

from typing import Any

from fairdeal.engine.fields import hidden, public, ranged, state
from fairdeal.engine.kernel import DEALER, NOBODY, native, record, spans
from fairdeal.kit.actions import list_set
from fairdeal.kit.drawing import draw_cards, draw_seat, weigh_cards, weigh_seats
from fairdeal.kit.seats import left_of

SEATS = 5
KINDS = 4  # suits
RANKS = 13
CARDS = KINDS * RANKS
MOST_HELD = 10  # cards of a hand, which is also the number of tricks; with five seats a card must be left to turn up

PLAY, BID, ACTIONS = spans(CARDS, MOST_HELD + 1)
MOST_LEGAL = MOST_HELD + 1
MOST_OUTCOME = CARDS
MOST_NUMBER = CARDS - 1
MOST_EVENTS = 2 + SEATS * (1 + MOST_HELD)

START, DEAL, BIDDING, TRICK, OVER = range(5)  # phases
NO_CARD = -1
NO_BID = -1
SUIT = (1 << RANKS) - 1  # the cards of suit 0

OPTIONS = record(tricks="i1")
BOX = ranged(trick=(0, 100), bonus=(0, 100))  # §6
STATE = state(
    OPTIONS,
    BOX,
    phase=public("i1", START),
    dealer=public("i1", NOBODY),
    turned=public("i1", NO_CARD, is_card=True),  # shows the trump suit
    leader=public("i1", NOBODY),  # of this trick
    taker=public("i1", NOBODY),  # of this trick as it lies
    turn=public("i1", NOBODY),
    laid=public("i1", 0),  # cards in the trick
    trick=public(("i1", SEATS), NO_CARD, is_card=True),  # what each seat has laid
    held=public(("i1", SEATS), 0),  # hand sizes
    bids=public(("i1", SEATS), NO_BID),
    tricks=public(("i1", SEATS), 0),  # taken
    lacks=public(("i1", SEATS), 0, bits=KINDS),  # suits that a seat has shown not to hold
    hand=hidden(("i8", SEATS), 0, count="held", bits=CARDS),
    played=public(("i8", SEATS), 0, bits=CARDS),
)


@native
def suit_of(card: int) -> int:
    return int(card) // RANKS


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
        return list_set(may_bid(s, seat), BID, out, 0)
    return list_set(may_play(s, seat), PLAY, out, 0)


@native
def may_bid(s: Any, seat: int) -> int:
    """§3 From none to all; the dealer must not make the bids add up to the number of tricks."""
    bids = (2 << int(s.options.tricks)) - 1
    barred = barred_bid(s, seat)
    return bids & ~(1 << barred) if barred >= 0 else bids


@native
def barred_bid(s: Any, seat: int) -> int:
    """§3 What the dealer, who bids last, must not bid; below 0 if there is nothing."""
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
    following = of_led_suit(s, seat) if s.laid > 0 else 0
    return following if following else int(s.hand[seat])


@native
def of_led_suit(s: Any, seat: int) -> int:
    return int(s.hand[seat]) & SUIT << led_suit(s) * RANKS


@native
def led_suit(s: Any) -> int:
    """§4 The suit of the trick's first card."""
    return suit_of(s.trick[s.leader])


# --- chance ----------------------------------------------------------------------------------------------------------


@native
def draw(s: Any, rng: Any, out: Any) -> int:
    """§1 A random dealer; §2 a shuffled deck, top first, down to the card turned up."""
    return draw_seat(s, rng, out) if s.phase == START else draw_cards(rng, CARDS, cards_dealt(s), out)


@native
def weigh_next(s: Any, outcome: Any, count: int, weights: Any) -> int:
    """§1 Any seat; §2 any card that is not dealt."""
    if s.phase == START:
        return weigh_seats(s, count, weights)
    return weigh_cards(CARDS, cards_dealt(s), outcome, count, weights)


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
    for place in range(cards_dealt(s) - 1):  # §2 one card at a time, to seat 0 first
        s.hand[place % s.seats] |= 1 << int(outcome[place])
    for seat in range(s.seats):
        s.held[seat] = s.options.tricks
    s.turned = outcome[cards_dealt(s) - 1]
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
    if s.laid > 0 and suit_of(card) != led_suit(s):
        s.lacks[seat] |= 1 << led_suit(s)
    if s.laid == 0 or beats(s, card, s.trick[s.taker]):
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
    return card > best if suit_of(card) == suit_of(best) else suit_of(card) == suit_of(s.turned)


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


@native
def teaches(s: Any, seat: int, action: int) -> bool:
    """A card played was hidden; a bid shows nothing."""
    return action < BID


# --- points ----------------------------------------------------------------------------------------------------------


@native
def points_of(s: Any, seat: int) -> int:
    """§6 A point per trick, and ten more for a bid that is met."""
    return int(s.tricks[seat]) * int(s.box.trick) + int(s.box.bonus) * has_met_bid(s, seat)


@native
def has_met_bid(s: Any, seat: int) -> bool:
    return bool(s.tricks[seat] == s.bids[seat])
