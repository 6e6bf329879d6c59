"""What a report counts of Card Game Traders: what was bought, and who brought the end."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import DEALER, native
from fairdeal.games.traders import rules

MEASURES = (
    "bought",
    "passed",
    "ended",
)
BOUGHT, PASSED, ENDED = range(3)


@native
def measure(s: Any, who: int, action: int, m: Any) -> None:
    """Count the cards that a seat bought and the turns it passed, and who triggered the end."""
    if who == DEALER:
        return
    m[BOUGHT, who] += rules.BUY <= action < rules.DONE
    m[PASSED, who] += action == rules.PASS
    if s.closing and not m[ENDED, :].any():
        m[ENDED, who] = 1
