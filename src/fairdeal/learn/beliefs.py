"""What a seat may believe: worlds that it cannot tell from the real one, many at a time."""

from __future__ import annotations

from typing import Any

import numpy as np

from fairdeal.contract.game import Game, new_view
from fairdeal.contract.rules import Numbers, State
from fairdeal.engine.chance import Rng
from fairdeal.engine.kernel import blank, copy


def worlds(game: Game, view: State, seat: int, count: int, rng: Rng) -> Any:
    """Draw complete states that fit a seat's view, each deal equally likely, in an array of records."""
    plan, found = blank(game.worlds.PLAN)[0], blank(game.rules.STATE, count)
    game.worlds.plan(view, seat, plan)
    for world in found:
        copy(view, world)
        game.worlds.resample(world, seat, plan, rng)
    return found


def seen_by_all(game: Game, states: Any) -> Numbers:
    """Give what every seat observes in each of these states, as bytes: [states, seats, numbers].

    All observations of a state together tell what is hidden from one of them.
    """
    seats = int(states[0].seats)
    out = np.zeros((len(states), seats, game.rules.OBSERVATION), np.uint8)
    for number, s in enumerate(states):
        for seat in range(seats):
            game.rules.observe(new_view(game, s, seat), seat, out[number, seat])
    return out
