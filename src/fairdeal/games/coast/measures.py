"""What a report counts of the coast: cards laid and set aside, balanced lines, icons of the own agenda."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import native
from fairdeal.games.coast import rules

MEASURES = (
    "laid",
    "aside",
    "balanced",
    "agenda",
)
LAID, ASIDE, BALANCED, AGENDA = range(4)


@native
def measure(s: Any, who: int, action: int, m: Any) -> None:
    """Count the cards that a seat lays and sets aside."""
    if rules.PLACE <= action < rules.ASIDE:
        m[LAID, who] += 1
    elif action == rules.ASIDE:
        m[ASIDE, who] += 1


@native
def end_measures(s: Any, m: Any) -> None:
    """Count what the regions have come to."""
    for seat in range(s.seats):
        m[BALANCED, seat] = rules.balanced_lines(s, seat)
        m[AGENDA, seat] = rules.agenda_icons(s, seat)
