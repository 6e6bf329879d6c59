"""Sets as numbers whose bits are their members; native."""

from __future__ import annotations

from fairdeal.engine.kernel import lowest, native


@native
def highest(members: int) -> int:
    """Give the highest member of a set that has one."""
    while members & (members - 1):
        members &= members - 1
    return lowest(members)
