"""Players of Craft My Coast that lay each card where it scores most at once, and think of no card to come."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import copy, native
from fairdeal.games.coast.rules import PLACE, TALL, balanced_lines, height, play, points_of, turn_of

UPRIGHT_IS_WORTH = 1000.0  # points; more than any placement scores


@native
def glance(v: Any, seat: int, action: int, scratch: Any) -> float:
    """§15 The balanced lines; the agenda is forgotten."""
    copy(v, scratch.world)
    play(scratch.world, seat, action)
    return float(balanced_lines(scratch.world, seat))


@native
def beginner(v: Any, seat: int, action: int, scratch: Any) -> float:
    """§15 The points, but of cards that lie as the cities do: it turns none of them sideways."""
    upright = action < PLACE or height(turn_of(action - PLACE)) == TALL
    return greedy(v, seat, action, scratch) + UPRIGHT_IS_WORTH * upright


@native
def greedy(v: Any, seat: int, action: int, scratch: Any) -> float:
    """§15 The points that the region is worth then."""
    copy(v, scratch.world)
    play(scratch.world, seat, action)
    return float(points_of(scratch.world, seat))
