"""Craft My Coast interpreted and compiled: the same bytes, also where the dealer acts unasked."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fairdeal.engine import chance
from fairdeal.engine.kernel import DEALER, DEFAULT_MODE, SPECTATOR, blank, copy
from fairdeal.games.coast import GAME, worlds


def trace(mode: str, seats: int, options: dict[str, Any], number: int) -> list[bytes]:
    """Play a random game and write down every byte that the rules produce on the way."""
    game = GAME.in_mode(mode)
    rules: Any = game.rules
    s = game.setting(seats, options).new_state()
    rng = chance.numbered("modes", number)
    written = [s.tobytes()]
    for event in range(rules.MOST_EVENTS):
        if rules.actors(s):
            written += [step(rules, s, rng), s.tobytes(), rng.tobytes()]
            written += [answers(rules, s, event % seats, number)] if event % 4 == 0 else []
    assert rules.actors(s) == 0
    points, shares = np.zeros(8, np.int64), np.zeros(8)
    rules.points(s, points)
    rules.winners(s, shares)
    return [*written, points.tobytes(), shares.tobytes()]


def step(rules: Any, s: Any, rng: chance.Rng) -> bytes:
    """Let the next actor act at random, the dealer who is not awaited in one moment of forty."""
    who, delay = rules.tempo(s, rng)
    numbers = np.zeros(rules.MOST_LEGAL, np.int32)
    if who == DEALER or (rules.actors(s) >> DEALER & 1 and chance.below(rng, 40) == 0):
        rules.draw(s, rng, numbers)
        rules.deal(s, numbers)
    else:
        count = rules.legal(s, who, numbers)
        rules.play(s, who, int(numbers[chance.below(rng, count)]))
    return bytes(numbers.tobytes() + f"{who} {delay}".encode())


def answers(rules: Any, s: Any, seat: int, number: int) -> bytes:
    v, world, plan = blank(rules.STATE)[0], blank(rules.STATE)[0], blank(worlds.PLAN)[0]
    seen = np.zeros(rules.OBSERVATION, np.uint8)
    rules.view(s, seat, v)
    rules.observe(v, seat, seen)
    worlds.plan(v, seat, plan)
    copy(v, world)
    worlds.resample(world, seat, plan, chance.numbered("world", number))
    facts = [rules.told(s, seat, 0, SPECTATOR), rules.teaches(s, seat, rules.DRAW), rules.patience(s)]
    return bytes(
        v.tobytes() + world.tobytes() + plan.tobytes() + seen.tobytes() + str([int(f) for f in facts]).encode()
    )


@pytest.mark.skipif(DEFAULT_MODE == "interpreted", reason="the run with compiled rules compares the modes")
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (1, {}),
        (2, {"end_on": "place"}),
        (4, {"time_limit": 20, "countdown": 0}),
        pytest.param(6, {"end_on": "place"}, marks=pytest.mark.soak),
    ],
)
def test_both_modes_write_the_same_bytes(seats: int, options: dict[str, Any]) -> None:
    assert trace("compiled", seats, options, seats) == trace("interpreted", seats, options, seats)
