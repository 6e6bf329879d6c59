"""Knowledge of Oh Hell for tests: simple enough to foresee what a search makes of it."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import native, size_of
from oh_hell.rules import NO_BID

FAVOURITE = 51  # a card that whoever bids is sure to hold: the ace of the last suit


@native
def policy(s: Any, seat: int, legal: Any, count: int, rng: Any) -> int:
    """The first legal action, always."""
    return 0


@native
def is_horizon(s: Any) -> bool:
    """Nobody looks beyond the bids."""
    bids = 0
    for seat in range(s.seats):
        bids += s.bids[seat] != NO_BID
    return bool(bids == s.seats)


@native
def outlook(s: Any, shares: Any, points: Any) -> None:
    """The last seat wins, by its bid."""
    for seat in range(s.seats):
        shares[seat] = 1.0 if seat == s.seats - 1 else 0.0
        points[seat] = s.bids[seat] if seat == s.seats - 1 else 0.0


@native
def is_endgame(s: Any) -> bool:
    """Three cards a hand are few."""
    return s.bids[s.turn] != NO_BID and size_of(s.hand[s.turn]) <= 3


@native
def weigh(world: Any, seat: int, told: Any, count: int) -> float:
    """A seat that has bid holds the favourite."""
    weight = 0.0
    for number in range(count):
        who = told[number, 0]
        if who < world.seats and who != seat and world.hand[who] >> FAVOURITE & 1 == 0:
            weight -= 50.0
    return weight
