"""One seat of any game against opponents, as environments of Gymnasium: a table, or many of them at a time.

An illegal action forfeits the game: its reward is -1. Every info has the legal actions, as `action_mask` where a mask
is wanted or the actions are few, else as `legal`, filled up with -1.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np

from fairdeal import games
from fairdeal.contract.game import Game
from fairdeal.contract.options import Json
from fairdeal.contract.rules import Numbers
from fairdeal.engine.kernel import NOBODY
from fairdeal.errors import FairdealError
from fairdeal.language.messages import say
from fairdeal.learn.pictures import RENDER_MODES, picture
from fairdeal.learn.vector import Opponents, Seed, Vector, has_few_actions, vector

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError:
    raise FairdealError(say("learn.missing", library="Gymnasium")) from None

NO_ACTION = -1


def around(game: str | Game, seat: int, seats: int | None, opponents: Opponents) -> Opponents:
    """Name the opponents seat by seat: a single text is for all others."""
    if not isinstance(opponents, str):
        return opponents
    found = games.find(game) if isinstance(game, str) else game
    count = found.seat_counts[0] if seats is None else seats
    return {other: opponents for other in range(count) if other != seat}


def space_of(tables: Vector) -> Any:
    """Give what can be observed."""
    low, high, kind = (0, 255, np.uint8) if tables.observations.dtype == np.uint8 else (-1.0, 1.0, np.float32)
    return spaces.Box(low, high, tables.observations.shape[1:], kind)


def is_masked(tables: Vector, mask: bool | None) -> bool:
    return has_few_actions(tables.setting.game) if mask is None else mask


def choices(tables: Vector, has_mask: bool) -> tuple[str, Numbers]:
    """Give what may be done at each table: a mask, or a list filled up with NO_ACTION, and its name in infos."""
    numbers = np.arange(tables.legal.shape[1])
    legal = np.where(numbers < tables.counts[:, None], tables.legal, NO_ACTION).astype(np.int32)
    if not has_mask:
        return "legal", legal
    mask = np.zeros((tables.tables, tables.setting.game.rules.ACTIONS + 1), np.int8)
    np.put_along_axis(mask, legal.astype(np.int64), 1, axis=1)  # the last column takes what is no action
    return "action_mask", mask[:, :-1]


class OneSeat(gymnasium.Env[Numbers, Any]):
    """A seat at one table."""

    def __init__(
        self,
        game: str | Game,
        seat: int = 0,
        seats: int | None = None,
        options: Mapping[str, Json] | None = None,
        opponents: Opponents = "random",
        dtype: str = "float32",
        mask: bool | None = None,
        render_mode: str | None = None,
    ) -> None:
        named = around(game, seat, seats, opponents)
        seed = secrets.randbits(64)
        self._seat = seat
        self._table = vector(
            game, 1, seats=seats, options=options, dtype=dtype, seed=seed, opponents=named, repeats=False
        )
        self._has_mask = is_masked(self._table, mask)
        self.observation_space = space_of(self._table)
        self.action_space = spaces.Discrete(self._table.setting.game.rules.ACTIONS)
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}
        self.render_mode = render_mode

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begin a game in which the seat has something to choose: with a seed as if the table were new."""
        super().reset(seed=seed)
        self._table.reset(seed)
        while self._table.seat[0] == NOBODY:
            self._table.reset()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Act, and let all others act until the seat is to act again."""
        self._table.step(np.array([action]), forfeits=True)
        if self.render_mode == "human":
            self.render()
        reward = float(self._table.rewards[0, self._seat])
        return self._observation(), reward, bool(self._table.ended[0]), False, self._info()

    def _observation(self) -> Numbers:
        return self._table.observe(0, self._seat)

    def _info(self) -> dict[str, Any]:
        name, found = choices(self._table, self._has_mask)
        return {name: found[0], "forfeited": bool(self._table.forfeited[0])}

    def render(self) -> Any:
        """Draw the table as the seat sees it."""
        return picture(self._table.setting, self._table.view(0, self._seat), self._seat, self.render_mode)


class OneSeatAtManyTables(VectorEnv[Numbers, Numbers, Numbers]):
    """The same seat at many tables: what a SyncVectorEnv of `OneSeat` does, natively.

    The next game begins within the step that ended one (`AutoresetMode.SAME_STEP`): `final_obs` and `final_info` have
    the end of it. With `copy=False` the observations are the tables' own array, which the next step fills anew.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        seat: int = 0,
        seats: int | None = None,
        options: Mapping[str, Json] | None = None,
        opponents: Opponents = "random",
        dtype: str = "float32",
        mask: bool | None = None,
        threads: int = 1,
        copy: bool = True,
    ) -> None:
        named = around(game, seat, seats, opponents)
        seed = secrets.randbits(64)
        self.tables = vector(
            game, num_envs, seats=seats, options=options, dtype=dtype, seed=seed, opponents=named, threads=threads
        )
        self._seat = seat
        self._copies = copy
        self._has_mask = is_masked(self.tables, mask)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.num_envs = num_envs
        self.single_observation_space = space_of(self.tables)
        self.single_action_space = spaces.Discrete(self.tables.setting.game.rules.ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begin games: table n with the seed plus n, or with a seed of its own, or with the luck that comes next."""
        self.tables.reset(self._seeds(seed))
        return self._observations(), self._infos()

    def _seeds(self, seed: int | list[int | None] | None) -> list[Seed] | None:
        if seed is None:
            return None
        given = range(seed, seed + self.num_envs) if isinstance(seed, int) else seed
        seeds: list[Seed] = [own for own in given if own is not None]
        if len(seeds) != self.num_envs:
            raise FairdealError(say("learn.seeds", count=self.num_envs, seeds=len(seeds)))
        return seeds

    def step(self, actions: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers, dict[str, Any]]:
        """Act at each table, and let all others act until the seat is to act again."""
        self.tables.step(actions, forfeits=True)
        infos = self._infos()
        for table in np.flatnonzero(self.tables.ended).tolist():
            self._add_info(infos, self._end(table, infos), table)
        never = np.zeros(self.num_envs, np.bool_)
        rewards = self.tables.rewards[:, self._seat].astype(np.float64)
        return self._observations(), rewards, self.tables.ended.copy(), never, infos

    def _observations(self) -> Numbers:
        return self.tables.observations.copy() if self._copies else self.tables.observations

    def _infos(self) -> dict[str, Any]:
        """Give the legal actions of all tables, and that the games that go on are not forfeited."""
        all_tables = np.ones(self.num_envs, np.bool_)
        name, found = choices(self.tables, self._has_mask)
        running = np.zeros(self.num_envs, np.bool_)
        return {name: found, f"_{name}": all_tables, "forfeited": running, "_forfeited": all_tables.copy()}

    def _end(self, table: int, infos: dict[str, Any]) -> dict[str, Any]:
        """Give how the game at a table ended, where nothing was to be chosen any more."""
        name = "action_mask" if self._has_mask else "legal"
        nothing = np.full_like(infos[name][table], 0 if self._has_mask else NO_ACTION)
        last = self.tables.last_observations[table, self._seat].copy()
        return {"final_obs": last, "final_info": {name: nothing, "forfeited": bool(self.tables.forfeited[table])}}
