"""What a bot may ask about its own view while it chooses: the view as numbers, worlds, and games played out."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from fairdeal.bots import messages
from fairdeal.bots.choices import first_choice
from fairdeal.bots.messages import ROLLOUTS, WORLDS
from fairdeal.contract.game import Game
from fairdeal.contract.rules import Numbers, State
from fairdeal.engine.chance import Rng, numbered
from fairdeal.engine.kernel import MOST_SEATS, blank, copy


class Imagining:
    """Answers the asks of one choice; there are limits for each, and an end of the time."""

    def __init__(self, game: Game, view: State, seat: int, rng: Rng, end: float) -> None:
        """`end` is when the bot has to have chosen, by `time.monotonic`."""
        self._game = game
        self._view = view
        self._seat = seat
        self._rng = rng.copy()
        self._end = end
        self._worlds = WORLDS
        self._rollouts = ROLLOUTS
        self._plan = blank(game.worlds.PLAN)[0]
        self._is_planned = False

    def view(self) -> messages.ViewLine:
        """Give the view itself."""
        return messages.ViewLine(messages.record(self._view))

    def worlds(self, count: int) -> messages.WorldsLine:
        """Draw worlds."""
        count = min(count, self._worlds)
        self._worlds -= count
        return messages.WorldsLine(tuple(messages.record(self._world()) for _ in range(count)), self._worlds)

    def rollouts(self, action: int, count: int) -> messages.RolloutsLine:
        """Let the seat act in worlds of their own, and play each to its end at random."""
        rules, seats = self._game.rules, int(self._view.seats)
        playouts: Any = self._game.generic("fairdeal.engine.playouts")
        s, clock = blank(rules.STATE)[0], np.zeros(2, np.int64)
        legal, outcome = np.zeros(rules.MOST_LEGAL, np.int32), np.zeros(rules.MOST_OUTCOME, np.int16)
        points: Numbers = np.zeros((1, MOST_SEATS), np.int64)
        shares: Numbers = np.zeros((1, MOST_SEATS), np.float64)
        all_points, all_shares, played = np.zeros(seats), np.zeros(seats), 0
        while played < min(count, self._rollouts) and (not played or time.monotonic() < self._end):
            world = self._world()
            rules.play(world, self._seat, action)
            rngs = self._rng[np.newaxis]  # a game goes on with the generator that drew its world
            playouts.play_games(world, rngs, s, clock, legal, outcome, points, shares, np.zeros(1, np.int64))
            all_points += points[0, :seats]
            all_shares += shares[0, :seats]
            played += 1
        self._rollouts -= played
        shares_mean, points_mean = (tuple((total / max(played, 1)).tolist()) for total in (all_shares, all_points))
        return messages.RolloutsLine(played, shares_mean, points_mean, self._rollouts)

    def _world(self) -> State:
        if not self._is_planned:
            self._game.worlds.plan(self._view, self._seat, self._plan)
            self._is_planned = True
        world = blank(self._view.dtype)[0]
        copy(self._view, world)
        self._game.worlds.resample(world, self._seat, self._plan, self._rng)
        return world


def exercise(game: Game) -> None:
    """Ask everything once, so that compiling takes nothing of a bot's time."""
    sitting, seat = first_choice(game)
    imagining = Imagining(game, sitting.view(seat), seat, numbered("exercise", 0), 0.0)
    imagining.worlds(1)
    imagining.rollouts(sitting.legal(seat)[0], 1)
