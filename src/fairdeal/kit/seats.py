"""Seats around a table; native."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import native


@native
def left_of(s: Any, seat: int) -> int:
    """Give the next seat, clockwise."""
    return seat + 1 if seat + 1 < s.seats else 0


@native
def right_of(s: Any, seat: int) -> int:
    """Give the seat before, clockwise."""
    return seat - 1 if seat > 0 else s.seats - 1
