"""Sets as numbers whose bits are their members; native."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import lowest, native


@native
def highest(members: int) -> int:
    """Give the highest member of a set that has one."""
    while members & (members - 1):
        members &= members - 1
    return lowest(members)


@native
def write_set(members: int, most: int, out: Any, place: int) -> None:
    """Write a set as zeros and ones, for learners."""
    for member in range(most):
        out[place + member] = members >> member & 1
