"""What a report counts of CASTER: tricks and bursts."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import DEALER, native
from fairdeal.games.caster import rules

MEASURES = (
    "tricks",
    "bursts",
)
TRICKS, BURSTS = range(2)


@native
def measure(s: Any, who: int, action: int, m: Any) -> None:
    """Count what a round has brought when its last card is played."""
    if who == DEALER or s.phase == rules.PASS or s.phase == rules.TRICK:
        return
    for seat in range(s.seats):
        m[TRICKS, seat] += rules.tricks_taken(s, seat)
        m[BURSTS, seat] += rules.has_burst(s, seat)
