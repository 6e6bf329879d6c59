"""Random games in which every view is compared with one written out by hand; generic over games and native."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import SPECTATOR, copy, masked, native, number_at, rules
from fairdeal.engine.playouts import step

NONE_DIFFERS = -1


@native
def differing_view(start: Any, s: Any, rng: Any, clock: Any, legal: Any, outcome: Any, views: Any) -> int:
    """Play a game; return the first event after which views differ, or NONE_DIFFERS."""
    copy(start, s)
    clock[:] = 0
    events = 0
    while True:
        if differs(s, SPECTATOR, views):
            return events
        for seat in range(s.seats):
            if differs(s, seat, views):
                return events
        if not rules.actors(s):
            return NONE_DIFFERS
        step(s, rng, clock, legal, outcome)
        events += 1


@native
def differs(s: Any, seat: int, views: Any) -> bool:
    masked(s, seat, views[0])
    rules.expected(s, seat, views[1])
    different = 0
    for byte in range(views.itemsize):
        different += number_at(views[0], byte, 1) != number_at(views[1], byte, 1)
    return different > 0
