"""All that a table asks of the rules around one action, in one call each; generic over games and native.

A call of native code from Python takes microseconds for every record that is handed over and next to nothing for an
array of records, so the state comes as an array of one.
"""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import SPECTATOR, masked, native, rules


@native
def snapshot(states: Any, seats: int, views: Any, legal: Any, counts: Any) -> int:
    """Fill in what every seat, and last a spectator, knows, and what the seats may do; return who acts."""
    s = states[0]
    for seat in range(seats):
        masked(s, seat, views[seat])
        counts[seat] = rules.legal(s, seat, legal[seat])
    masked(s, SPECTATOR, views[seats])
    return int(rules.actors(s))


@native
def act(states: Any, seats: int, seat: int, action: int, told: Any) -> bool:
    """Let a seat act, after writing down what every seat, and last a spectator, is told of it; return if it teaches."""
    s = states[0]
    for viewer in range(seats):
        told[viewer] = rules.told(s, seat, action, viewer)
    told[seats] = rules.told(s, seat, action, SPECTATOR)
    taught = bool(rules.teaches(s, seat, action))
    rules.play(s, seat, action)
    return taught
