"""Lists of legal actions; native."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import lowest, native


@native
def list_set(members: int, first: int, out: Any, count: int) -> int:
    """List the members of a set as actions from `first` on, after the `count` that stand there already."""
    while members:
        out[count] = first + lowest(members)
        count += 1
        members &= members - 1
    return count
