"""The view of Card Game Traders written out by hand."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import UNKNOWN, copy, native
from fairdeal.games.traders.rules import DRAFTING, KEEPING, OVER, START


@native
def expected(s: Any, seat: int, out: Any) -> None:
    """At the end all is shown; before that nobody knows the deck, and each seat what it holds, drew or looked at."""
    copy(s, out)
    if s.phase == OVER:
        return
    out.deck[:] = UNKNOWN
    if s.drawn_size > 0 and seat != s.turn:
        out.drawn[:] = UNKNOWN
    for other in range(s.seats):
        if other != seat:
            hide_cards(out, seat, other)


@native
def hide_cards(out: Any, seat: int, other: int) -> None:
    has_looked = seat >= 0 and out.looked[seat] >> other & 1 == 1
    if out.held[other] > 0 and not has_looked:
        out.hand[other, :] = UNKNOWN
    if out.phase in (START, DRAFTING, KEEPING):
        out.packet[other, :] = UNKNOWN
    out.chosen[other] = UNKNOWN
