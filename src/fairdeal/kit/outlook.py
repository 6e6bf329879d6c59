"""What a lead is worth while a game goes on, for the knowledge of games that can say what points to expect; native."""

from __future__ import annotations

import math
from typing import Any

from fairdeal.engine.kernel import native


@native
def share_victory(points: Any, seats: int, spread: float, shares: Any) -> None:
    """Expect a softmax of the points: who is ahead by the spread wins e times as often."""
    best = -math.inf
    for seat in range(seats):
        best = max(best, points[seat])
    whole = 0.0
    for seat in range(seats):
        shares[seat] = math.exp((points[seat] - best) / spread)
        whole += shares[seat]
    for seat in range(seats):
        shares[seat] /= whole


@native
def expect_rounds(points: Any, seats: int, left: int, points_a_round: float, spread: float, shares: Any) -> None:
    """Add average rounds to the points so far; the more of them are left, the less a lead is worth."""
    for seat in range(seats):
        points[seat] += points_a_round * left
    share_victory(points, seats, spread * math.sqrt(left), shares)
