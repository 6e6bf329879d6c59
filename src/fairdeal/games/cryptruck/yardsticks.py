"""Players of Cryptruck that go by the trick on the table: the blocks in it, and what they would make of theirs."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import native, size_of
from fairdeal.games.cryptruck.knowledge import appeal, blocks_among, blocks_on_table, danger, gain, one_if, row_of
from fairdeal.games.cryptruck.rules import (
    GIVE,
    PLAY,
    REVEAL,
    WANT,
    colour_of,
    is_trump,
    number_of,
    one,
    strength,
    trick_taker,
)

A_LITTLE = 0.01  # decides between cards that are as good for the trick; gains are counted in fives of points
SPITE = 0.5  # of what another seat gains
TRUMP_IS_WORTH = 5.0  # as much as a number higher by so many


@native
def glance(v: Any, seat: int, action: int, scratch: Any) -> float:
    """§15 The more blocks the better: it wants them all, and takes every trick with one that it can take."""
    if action >= PLAY:
        return one_if(takes(v, action - PLAY)) * size_of(blocks_on_table(v))
    if action >= GIVE:
        return -float(number_of(action - GIVE))
    if action >= WANT:
        return one_if(action == WANT) * size_of(blocks_among(v, one(v.revealed)))
    return float(number_of(action - REVEAL))


@native
def greedy(v: Any, seat: int, action: int, scratch: Any) -> float:
    """How much an action appeals to a player of some experience, who asks each time how many blocks it has by now."""
    return appeal(v, seat, action, row_of(v, seat))


# --- somebody new ----------------------------------------------------------------------------------------------------


@native
def beginner(v: Any, seat: int, action: int, scratch: Any) -> float:
    """§15 It counts what the blocks of a trick would make of its own, and forgets that to win none pays, too."""
    if action >= PLAY:
        return merit_of_card(v, seat, action - PLAY)
    if action >= GIVE:
        return -number_of(action - GIVE) - TRUMP_IS_WORTH * one_if(is_trump(v, colour_of(action - GIVE)))
    if action >= WANT:
        return merit_of_lead(v, seat, int(v.revealed)) if action == WANT else 0.0
    return merit_of_lead(v, seat, action - REVEAL)


@native
def merit_of_lead(v: Any, seat: int, card: int) -> float:
    """A lead that nothing beats brings its own block; low cards that show none go first."""
    stays = (1.0 - danger(v, seat, card)) ** (int(v.seats) - 1)
    return stays * wish(v, seat, blocks_among(v, one(card))) - A_LITTLE * number_of(card)


@native
def wish(v: Any, seat: int, blocks: int) -> float:
    """What it thinks that it would gain by these blocks, in fives of points like `gain`."""
    is_first = blocks != 0 and v.blocks[seat] == 0
    return gain(v, seat, blocks) + int(v.box.none) * one_if(is_first) / 5.0


@native
def merit_of_card(v: Any, seat: int, card: int) -> float:
    """Who takes the trick gains its blocks, if nobody takes it away; who does not may spoil it for the taker."""
    pile, block = blocks_on_table(v), blocks_among(v, one(card))
    if takes(v, card):
        coming = (int(v.leader) - seat - 1 + int(v.seats)) % int(v.seats)
        stays = (1.0 - danger(v, seat, card)) ** coming
        return stays * wish(v, seat, pile | block) - A_LITTLE * number_of(card)
    holder = trick_taker(v)
    return A_LITTLE * number_of(card) - SPITE * (gain(v, holder, pile | block) - gain(v, holder, pile))


@native
def takes(v: Any, card: int) -> bool:
    """§13 Whether a card would take the trick as it lies."""
    return bool(strength(v, card) >= strength(v, v.laid[v.tricks_played, trick_taker(v)]))
