"""The view of Craft My Coast written out by hand."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import UNKNOWN, copy, native
from fairdeal.games.coast.rules import (
    ARRANGING,
    CITIES,
    NOT_DEALT,
    ORIGIN,
    OVER,
    TALL,
    WIDE,
    cards_drawn,
    has_arranged,
)


@native
def expected(s: Any, seat: int, out: Any) -> None:
    """Nobody knows a pile; agendas, and cities before all have arranged theirs, are their own seat's."""
    copy(s, out)
    if s.phase == OVER:
        return
    for other in range(s.seats):
        if other < s.dealt:
            out.pile[other, cards_drawn(s, other) : s.box.territories] = UNKNOWN
        if other != seat and s.agenda[other] != NOT_DEALT:
            out.agenda[other] = UNKNOWN
        if other != seat and s.phase == ARRANGING and has_arranged(s, other):
            out.place[other, :CITIES] = UNKNOWN
            out.region[other, ORIGIN : ORIGIN + TALL, ORIGIN : ORIGIN + CITIES * WIDE] = UNKNOWN
