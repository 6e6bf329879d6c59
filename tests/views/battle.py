"""The view of 3x3 CCG Battle written out by hand."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import UNKNOWN, copy, native
from fairdeal.games.battle.rules import CARDS, OVER


@native
def expected(s: Any, seat: int, out: Any) -> None:
    """All is public but the order of the pile and the numbers nobody has seen; after the end, all."""
    copy(s, out)
    if s.phase == OVER:
        return
    unseen = 0
    for card in range(CARDS):
        unseen += s.seen[card] == 0
        if not s.seen[card]:
            out.options.edges[card, :] = UNKNOWN
            out.options.worth[card] = UNKNOWN
            out.options.template[card] = UNKNOWN
    if s.left > 1 or (s.left == 1 and unseen > 0):
        out.pile[: s.left] = UNKNOWN
