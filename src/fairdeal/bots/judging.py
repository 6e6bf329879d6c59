"""What an end is worth to each seat, generic over games and native."""

from __future__ import annotations

from typing import Any

from fairdeal.bots.scratch import FORESIGHT, HORIZON
from fairdeal.engine.kernel import MOST_SEATS, native, rules

HAS_IS_HORIZON: bool = False  # and `outlook`; set when the module is bound
HAS_FORESEE: bool = False  # and `is_foreseen`

POINTS_WEIGHT = 0.05
POINTS_SCALE = 10.0  # a margin of so many points is halfway from even to as good as can be


@native
def has_ended(s: Any, actors: int, scratch: Any) -> bool:
    """Tell whether nothing more is played: the game is over, or its knowledge says what to expect of the rest."""
    if actors == 0:
        return True
    if HAS_IS_HORIZON:
        return scratch.uses[HORIZON] != 0 and bool(rules.is_horizon(s))
    return False


@native
def is_foreseen(s: Any, scratch: Any) -> bool:
    """Tell whether a network says what to expect of this world."""
    if HAS_FORESEE:
        return scratch.uses[FORESIGHT] != 0 and bool(rules.is_foreseen(s))
    return False


@native
def reward(share: float, margin: float) -> float:
    """Weigh a share of the victory with the margin of points over the best other seat: 0 to 1.

    A game that is won is worth at least 0.975, however close, and one that is lost at most 0.025, however close: so
    points decide between lines that win equally often, and never make up for 2.6 % of the victories.
    """
    return (1.0 - POINTS_WEIGHT) * share + POINTS_WEIGHT * 0.5 * (1.0 + margin / (abs(margin) + POINTS_SCALE))


@native
def judge(s: Any, scratch: Any) -> None:
    """Fill in what the end, or what is foreseen of it, is worth to each seat."""
    if HAS_FORESEE and is_foreseen(s, scratch):
        rules.foresee(s, scratch.sight, scratch.shares, scratch.points)
    elif HAS_IS_HORIZON and rules.actors(s) != 0:
        rules.outlook(s, scratch.shares, scratch.points)
    else:
        rules.winners(s, scratch.shares)
        rules.points(s, scratch.standing)
        for seat in range(MOST_SEATS):
            scratch.points[seat] = scratch.standing[seat]
    seats = int(s.seats)
    for seat in range(seats):
        rival = 0.0 if seats == 1 else scratch.points[0 if seat else 1]
        for other in range(seats):
            if other != seat:
                rival = max(rival, scratch.points[other])
        scratch.rewards[seat] = reward(scratch.shares[seat], scratch.points[seat] - rival)
