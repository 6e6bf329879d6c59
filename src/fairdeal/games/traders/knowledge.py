"""What a sensible player knows of Card Game Traders: many cheap cards are a bargain, and own kinds should rise.

Of the others' cards it goes by those that all have seen.
"""

from __future__ import annotations

from typing import Any

from fairdeal.engine.chance import fraction
from fairdeal.engine.kernel import native
from fairdeal.games.traders.abilities import A1B, AT_END, IN_PLAY, KINDS, value
from fairdeal.games.traders.rules import (
    BUY,
    DONE,
    DRAFT,
    HOLD,
    KEEP,
    LOOK,
    NO_CARD,
    PAIRS,
    PASS,
    PLAY,
    RAISE,
    STOCK,
    SWAP,
    SWAP_MARKET_HAND,
    SWAP_MARKET_META,
    TRASH_MARKET,
    TRASH_META,
    discount,
    price,
)
from fairdeal.kit.seats import left_of

PROSPECT = 1.0  # points that a card in hand is worth beyond its final value: its pile may rise, and it can be played
ENVY = 0.5  # of a point that another seat gains
A_WHIM = 0.01  # points; decides between equals
STOCK_IS_WORTH = 0.5  # points; a drawn card in the Market can be bought
BITS = 6  # of a number of cards of one kind


@native
def policy(s: Any, seat: int, legal: Any, count: int, rng: Any) -> int:
    """Do what promises most points within this turn."""
    return most_promising(s, seat, legal, count, A_WHIM, rng)


@native
def most_promising(s: Any, seat: int, legal: Any, count: int, whim: float, rng: Any) -> int:
    """Choose what promises most points within this turn, or seems to by a whim of up to so many."""
    best, chosen = -1e9, 0
    for number in range(count):
        promise = merit(s, seat, int(legal[number])) + whim * fraction(rng)
        if promise > best:
            best, chosen = promise, number
    return chosen


@native
def merit(s: Any, seat: int, action: int) -> float:
    """About how many points an action brings; of buys, for each point of their price."""
    if action >= BUY:
        return -1.0 if action == DONE else bargain(s, action - BUY, price(s, action - BUY, s.bought))
    if action >= SWAP:
        return merit_of_swap(s, seat, action, (action - SWAP) % PAIRS // KINDS, (action - SWAP) % KINDS)
    if action >= TRASH_MARKET:
        return merit_of_removal(s, seat, action)
    if action >= RAISE:
        return merit_of_move(s, seat, action)
    if action >= PLAY:
        return merit_of_turn(s, seat, action)
    if action >= KEEP:
        return merit_of_keeping(s, seat, action - KEEP)
    return worth(s, action - DRAFT)


# --- what cards are worth --------------------------------------------------------------------------------------------


@native
def worth(s: Any, kind: int) -> float:
    """What a card in hand is worth."""
    return value(s, kind, AT_END) + PROSPECT


@native
def bargain(s: Any, kind: int, price: int) -> float:
    return worth(s, kind) / price


@native
def lift(s: Any, seat: int, pile: int) -> float:
    """What one more card on a pile is worth to a seat: its own cards rise, and so do those of the others."""
    gain = 0.0
    for kind in range(KINDS):
        if s.source[kind] == pile:
            gain += s.hand[seat, kind]
            for other in range(s.seats):
                if other != seat:
                    gain -= ENVY * s.shown[other, kind]
    return gain


# --- what actions are worth ------------------------------------------------------------------------------------------


@native
def merit_of_keeping(s: Any, seat: int, kept: int) -> float:
    """§6 The card that is kept, and what the other one lifts on its pile."""
    gain = worth(s, kept)
    for kind in range(KINDS):
        if s.packet[seat, kind] > (kind == kept):
            gain += lift(s, seat, kind) + (s.source[kept] == kind)
    return gain


@native
def merit_of_turn(s: Any, seat: int, action: int) -> float:
    """§10 What a card played can buy and lifts, less the card; nothing for passing, or for a side to copy."""
    if action >= PASS:
        return 0.0
    played = action - PLAY
    half = int(s.ability[played + 1] if s.ability[played] == A1B else s.ability[played])
    rise = int(s.source[played] == played)
    gain = purchase(s, played, half, value(s, played, IN_PLAY) + rise)
    return gain + lift(s, seat, played) - rise - worth(s, played)


@native
def purchase(s: Any, played: int, half: int, power: int) -> float:
    """§19 About what a seat could buy after playing a card: always the best bargain that it can pay."""
    gain, bought, taken = 0.0, 0, 0
    kind = best_bargain(s, played, half, power, bought, taken)
    while kind != NO_CARD:
        gain += worth(s, kind)
        power -= price_after(s, played, half, kind, bought)
        bought += 1
        taken += 1 << BITS * kind
        kind = best_bargain(s, played, half, power, bought, taken)
    return gain


@native
def best_bargain(s: Any, played: int, half: int, power: int, bought: int, taken: int) -> int:
    """The kind that brings most for its price, of those left in the Market that the power can pay, or NO_CARD."""
    best, chosen = 0.0, NO_CARD
    for kind in range(KINDS):
        if s.market[kind] > taken >> BITS * kind & (1 << BITS) - 1:
            cost = price_after(s, played, half, kind, bought)
            if cost <= power and bargain(s, kind, cost) > best:
                best, chosen = bargain(s, kind, cost), kind
    return chosen


@native
def price_after(s: Any, played: int, half: int, kind: int, bought: int) -> int:
    """§19 A price once a card is played, which lifts its pile and may bring a discount."""
    return max(s.box.lowest, value(s, kind, IN_PLAY) + (s.source[kind] == played) - discount(s, half, bought))


@native
def merit_of_move(s: Any, seat: int, action: int) -> float:
    """§14 §16 A card that is raised lifts its pile, and more power if it is the kind played; one held can be bought."""
    if action >= HOLD:
        return worth(s, action - HOLD)
    if action >= STOCK:
        return STOCK_IS_WORTH
    return lift(s, seat, action - RAISE) + (action - RAISE == s.played)


@native
def merit_of_removal(s: Any, seat: int, action: int) -> float:
    """§17 A Market card should be no bargain, a Meta card lift others, and not be the one just played; look at any."""
    if action >= LOOK:
        return 0.0
    if action >= TRASH_META:
        return -lift(s, seat, action - TRASH_META) - 2.0 * (action - TRASH_META == s.played)
    return -bargain(s, action - TRASH_MARKET, price(s, action - TRASH_MARKET, s.bought))


@native
def merit_of_swap(s: Any, seat: int, action: int, first: int, second: int) -> float:
    """§18 What comes to the hand less what leaves it, and what goes to the Meta less what leaves it."""
    if action >= SWAP_MARKET_HAND:
        return worth(s, first) - worth(s, second)
    rise = lift(s, seat, first) - lift(s, seat, second) + (first == s.played) - (second == s.played)
    if action >= SWAP_MARKET_META:
        return rise
    return worth(s, first) - worth(s, second) - rise


# --- the last turn ---------------------------------------------------------------------------------------------------


@native
def is_endgame(s: Any) -> bool:
    """§21 The last turn after the trigger: nobody else that holds cards comes before the first player.

    By then the deck is empty and the Market short: nothing is drawn, and a Refresh shuffles a deck that goes back to
    the Market as a whole.
    """
    if not s.closing:
        return False
    seat = left_of(s, s.turn)
    while seat != s.first and s.held[seat] == 0:
        seat = left_of(s, seat)
    return bool(seat == s.first)
