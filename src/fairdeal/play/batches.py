"""Many random games at a time, in one call of native code."""

from __future__ import annotations

from typing import Any

import numpy as np

from fairdeal.contract.game import Setting
from fairdeal.contract.rules import Numbers
from fairdeal.engine import chance
from fairdeal.engine.kernel import MOST_SEATS, blank

Rows = tuple[Numbers, Numbers, Numbers]


def play_batch(setting: Setting, seed: int | str, numbers: range) -> Rows:
    """Play the games with these numbers natively."""
    rules = setting.game.rules
    playouts: Any = setting.game.generic("fairdeal.engine.playouts")
    rngs = np.array([chance.numbered(seed, number) for number in numbers])
    points = np.zeros((len(numbers), MOST_SEATS), np.int64)
    shares = np.zeros((len(numbers), MOST_SEATS), np.float64)
    actions = np.zeros(len(numbers), np.int64)
    clock = np.zeros(2, np.int64)
    legal = np.zeros(rules.MOST_LEGAL, np.int32)
    outcome = np.zeros(rules.MOST_OUTCOME, np.int16)
    start, s = setting.new_state(), blank(rules.STATE)[0]
    playouts.play_games(start, rngs, s, clock, legal, outcome, points, shares, actions)
    return points, shares, actions
