"""Players that do not search: they ask once of every legal action what it seems worth.

They are bound to a game apart from the search: whatever calls a game's knowledge a second time in one piece of native
code keeps the compiler from drawing it into the search, which cost that of Cryptruck a tenth of its speed.
"""

from __future__ import annotations

from typing import Any

from fairdeal.contract.levels import PLAYERS
from fairdeal.engine.kernel import native, rules

HAS_GLANCE: bool = False
HAS_BEGINNER: bool = False
HAS_GREEDY: bool = False

GLANCE, BEGINNER, GREEDY = range(len(PLAYERS))


@native
def compare(v: Any, seat: int, player: int, actions: int, scratch: Any) -> None:
    """Ask of the next so many legal actions, each once, what they seem worth."""
    count = rules.legal(v, seat, scratch.legal)
    for number in range(count):
        if actions > 0 and scratch.trials[number].visits == 0:
            actions -= 1
            scratch.trials[number].visits = 1
            scratch.trials[number].reward = merit(v, seat, player, int(scratch.legal[number]), scratch)


@native
def merit(v: Any, seat: int, player: int, action: int, scratch: Any) -> float:
    """What an action seems worth to a player of the game's own."""
    if HAS_GREEDY and player == GREEDY:
        return float(rules.greedy(v, seat, action, scratch))
    if HAS_BEGINNER and player == BEGINNER:
        return float(rules.beginner(v, seat, action, scratch))
    if HAS_GLANCE and player == GLANCE:
        return float(rules.glance(v, seat, action, scratch))
    return 0.0
