"""Who has won; native."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import native


@native
def share_among_best(out: Any, seats: int) -> None:
    """Turn the points of all seats into shares of the victory: the highest win, and equals share."""
    best = out[0]
    for seat in range(1, seats):
        best = max(best, out[seat])
    sharing = 0
    for seat in range(seats):
        sharing += out[seat] == best
    for seat in range(seats):
        out[seat] = (out[seat] == best) / sharing
