"""The same tables without native steps: a sitting each, asked in Python, action by action."""

from __future__ import annotations

from typing import Any

import numpy as np

from fairdeal.contract.game import Setting, new_view, points_of, shares_of
from fairdeal.engine.chance import Rng, numbered
from fairdeal.engine.kernel import DEALER
from fairdeal.learn.observations import observe
from fairdeal.play.sitting import Sitting


class PlainTable:
    """A table as `Sitting` plays it, with the luck of a vector's table."""

    def __init__(self, setting: Setting, seed: int | str, number: int, dtype: str) -> None:
        self.setting = setting
        self.rng: Rng = numbered(seed, number)
        self.dtype = dtype
        self.games = 0
        self.shares = [0.0] * setting.seats
        self.points = [0] * setting.seats
        self.rewards = [0.0] * setting.seats
        self.last: list[Any] = []
        self._begin()

    def _begin(self) -> None:
        self.sitting = Sitting(self.setting)
        self._go_on()

    def _go_on(self) -> None:
        """Deal until a seat is to act."""
        while not self.sitting.is_over:
            self.seat, time = self.sitting.next_actor(self.rng)
            self.at = time if self.setting.game.rules.REAL_TIME else None
            if self.seat != DEALER:
                return
            self.sitting.deal(self.rng, self.at)

    def step(self, action: int) -> None:
        self.sitting.play(self.seat, action, self.at)
        self._go_on()
        self.rewards = [0.0] * self.setting.seats
        if self.sitting.is_over:
            self.games += 1
            self.shares = shares_of(self.setting.game, self.sitting.state)
            self.points = points_of(self.setting.game, self.sitting.state)
            self.rewards = [share - 1 / self.setting.seats for share in self.shares]
            self.last = [self.observation(seat) for seat in range(self.setting.seats)]
            self._begin()

    def observation(self, seat: int) -> Any:
        return observe(self.setting.game, new_view(self.setting.game, self.sitting.state, seat), seat, self.dtype)

    def shown(self) -> list[bytes]:
        """Give all that a vector shows of a table, as bytes."""
        legal = np.array(self.sitting.legal(self.seat), np.int32)
        rewards = np.array(self.rewards, np.float32)
        seat, shares, points = np.array(self.seat, np.int8), np.array(self.shares), np.array(self.points, np.int64)
        parts = (seat, legal, self.observation(self.seat), rewards, shares, points, *self.last)
        return [part.tobytes() for part in parts]
