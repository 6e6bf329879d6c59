"""The view of CASTER written out by hand."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import UNKNOWN, copy, native
from fairdeal.games.caster.rules import TRICK
from fairdeal.kit.seats import left_of


@native
def expected(s: Any, seat: int, out: Any) -> None:
    """Hands are their own seat's; gifts are known to their giver, and to their receiver once they are handed over."""
    copy(s, out)
    for other in range(s.seats):
        if other != seat and s.held[other] > 0:
            out.hand[other, :] = UNKNOWN
        knows = seat == other or (s.phase == TRICK and seat == left_of(s, other))
        if s.given[other] > 0 and not knows:
            out.gave[other, :] = UNKNOWN
