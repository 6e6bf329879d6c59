"""What a seat observes, as numbers."""

from __future__ import annotations

import numpy as np

from fairdeal.contract.game import Game
from fairdeal.contract.rules import Numbers, State
from fairdeal.engine import observed
from fairdeal.engine.observed import scales_of


def observe(game: Game, v: State, seat: int, dtype: str = "float32") -> Numbers:
    """Give a view as numbers: bytes, or floats from -1 to 1."""
    out = np.zeros(game.rules.OBSERVATION, np.uint8)
    game.rules.observe(v, seat, out)
    if dtype == "uint8":
        return out
    factors, offsets = scales_of(game.rules)
    floats: Numbers = out.astype(np.float32) * factors + offsets
    return floats


def read(game: Game, observation: Numbers, seat: int) -> State:
    """Make a seat's view of an observation in bytes, in an array of one; fields that are left out are as at first."""
    return observed.read(game.rules, observation, seat)


def names(game: Game) -> list[str]:
    """Name every number of an observation; seats are counted from the own one: `held[+1]`."""
    return observed.names_of(game.rules)
