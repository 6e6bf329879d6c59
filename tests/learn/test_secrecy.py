"""What a learner gets is the same in every world that its seat cannot tell from the real one, to the last byte."""

from __future__ import annotations

import itertools
import pickle
import time
from collections.abc import Iterator
from typing import Any

import pytest

from fairdeal import games
from fairdeal.contract.game import Game, Setting
from fairdeal.contract.rules import State
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import DEALER, copy
from fairdeal.laws.walks import positions
from fairdeal.learn.beliefs import worlds
from fairdeal.learn.zoo import SeatsInTurn
from tests.conformance import soak_page

WORLDS = 2
IMAGES_EVERY = 25  # an image is drawn of the very lines that are compared everywhere


def choices(setting: Setting) -> Iterator[State]:
    """Give the positions of one random game after another in which a seat is to act."""
    for number in itertools.count():
        for s in positions(setting, f"secrecy {number}"):
            actors = int(setting.game.rules.actors(s))
            if actors and actors != 1 << DEALER:
                yield s


class Learner:
    """All that an environment hands out at a table, whatever lies there."""

    def __init__(self, game: Game) -> None:
        self._env = SeatsInTurn(game, dtype="uint8", render_mode="ansi", mask=True)
        self.table = self._env._one.table

    def shown(self, s: State, number: int) -> tuple[Any, ...]:
        """Lay out a state and give who is to act; what that seat observes, may do and is told beside; its picture."""
        copy(s, self.table._t.start[0])
        self._env.reset(seed=number)
        seat = int(self.table.seat[0])
        self._env.render_mode = self._env._one.render_mode = "rgb_array" if number % IMAGES_EVERY == 0 else "ansi"
        agent = self._env.possible_agents[seat]
        return seat, pickle.dumps([self._env.observe(agent), self._env.infos[agent], self._env.render()])


def check_secrecy(game: Game, count: int) -> None:
    """Compare so many positions with worlds drawn from their views."""
    setting, learner, differing = game.setting(), Learner(game), 0
    for number, s in enumerate(itertools.islice(choices(setting), count)):
        seat, shown = learner.shown(s, number)
        view = learner.table.view(0, seat)
        for world in worlds(game, view, seat, WORLDS, numbered("secrecy", number)):
            differing += world.tobytes() != s.tobytes()
            assert learner.shown(world, number) == (seat, shown), f"position {number} of {game.name}"
    assert differing > count / 2, "most worlds are others than the real one"


@pytest.mark.parametrize("name", games.NAMES)
def test_a_learner_gets_nothing_that_its_seat_cannot_know(name: str) -> None:
    check_secrecy(games.find(name), 6)


@pytest.mark.soak
@pytest.mark.parametrize("name", games.NAMES)
def test_a_learner_gets_nothing_in_a_thousand_positions(name: str) -> None:
    began = time.perf_counter()
    check_secrecy(games.find(name), 1000)
    soak_page.note(f"what a learner gets, in worlds: {name}", 1000, "positions", time.perf_counter() - began)
