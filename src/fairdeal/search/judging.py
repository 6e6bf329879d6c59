"""What an end is worth to each seat, generic over games and native."""

from __future__ import annotations

from typing import Any

from fairdeal.kernel import MOST_SEATS, native, rules
from fairdeal.search.room import HORIZON

HAS_HORIZON: bool = False  # whether the rules have `is_horizon` and `outlook`; set when the module is bound

POINTS_WEIGHT = 0.05
POINTS_SCALE = 10.0  # a margin of so many points is halfway from even to as good as can be


@native
def has_ended(s: Any, actors: int, room: Any) -> bool:
    """Tell whether nothing more is played: the game is over, or its knowledge says what to expect of the rest."""
    if actors == 0:
        return True
    if HAS_HORIZON:
        return room.uses[HORIZON] != 0 and bool(rules.is_horizon(s))
    return False


@native
def reward(share: float, margin: float) -> float:
    """Weigh a share of the victory with the margin of points over the best other seat: 0 to 1.

    A game that is won is worth at least 0.975, however close, and one that is lost at most 0.025, however close: so
    points decide between lines that win equally often, and never make up for 2.6 % of the victories.
    """
    return (1.0 - POINTS_WEIGHT) * share + POINTS_WEIGHT * 0.5 * (1.0 + margin / (abs(margin) + POINTS_SCALE))


@native
def judge(s: Any, room: Any) -> None:
    """Fill in what the end is worth to each seat."""
    if HAS_HORIZON and rules.actors(s) != 0:
        rules.outlook(s, room.shares, room.points)
    else:
        rules.winners(s, room.shares)
        rules.points(s, room.standing)
        for seat in range(MOST_SEATS):
            room.points[seat] = room.standing[seat]
    seats = int(s.seats)
    for seat in range(seats):
        rival = 0.0 if seats == 1 else room.points[0 if seat else 1]
        for other in range(seats):
            if other != seat:
                rival = max(rival, room.points[other])
        room.rewards[seat] = reward(room.shares[seat], room.points[seat] - rival)
