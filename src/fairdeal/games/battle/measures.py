"""What a report counts of the battle: captures, and who has the last one."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import DEALER, native

MEASURES = (
    "captures",
    "last",
)
CAPTURES, LAST = range(2)


@native
def measure(s: Any, who: int, action: int, m: Any) -> None:
    """Every attack captures a card; whoever has the last one leaves no other."""
    if who == DEALER:
        return
    m[CAPTURES, who] += 1
    m[LAST, :] = 0
    m[LAST, who] = 1
