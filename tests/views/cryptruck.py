"""The view of Cryptruck written out by hand."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import NOBODY, UNKNOWN, copy, native
from fairdeal.games.cryptruck.rules import TRICKS


@native
def expected(s: Any, seat: int, out: Any) -> None:
    """Hide the other hands, the card that lies face down, and the gifts between others."""
    copy(s, out)
    if s.face_down != 0:
        out.face_down = UNKNOWN
    for other in range(s.seats):
        if other != seat and s.held[other] > 0:
            out.hand[other] = UNKNOWN
    for trick in range(TRICKS):
        if s.giver[trick] != NOBODY and s.giver[trick] != seat and s.receiver[trick] != seat:
            out.gift[trick] = UNKNOWN
