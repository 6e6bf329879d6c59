"""Faulty as it is drawn: points and cards."""

from __future__ import annotations

from typing import Any

from fairdeal.contract.scene import Counter, CounterRole
from fairdeal.kit.scenes import counted
from faulty.words import rules


def counters(v: Any, seat: int) -> list[Counter]:
    return [
        counted(f"seat{seat}.points", "points", rules.points_of(v, seat), role=CounterRole.SCORE),
        counted(f"seat{seat}.held", "cards", int(v.held[seat])),
    ]
