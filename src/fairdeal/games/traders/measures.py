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
BOUGHT, PASSED, ENDED, IS_ENDED = range(4)  # the last is only remembered


@native
def measure(s: Any, who: int, action: int, m: Any) -> None:
    """Count the cards that a seat bought and the turns it passed, and who triggered the end."""
    if who == DEALER:
        return
    m[BOUGHT, who] += rules.BUY <= action < rules.DONE
    m[PASSED, who] += action == rules.PASS
    if s.closing and m[IS_ENDED, 0] == 0:
        m[IS_ENDED, 0] = 1
        m[ENDED, who] = 1
