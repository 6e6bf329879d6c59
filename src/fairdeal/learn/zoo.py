"""Any game as environments of PettingZoo: seats act one after another (AEC), or are all asked at once (Parallel).

An illegal action forfeits the game: its reward is -1, and the others share as much. A game with few actions has a mask
in its observations, `{"observation": ..., "action_mask": ...}`; where there are more, or none is wanted, the
observation stands alone, and `infos` have the legal actions as a list.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np

from fairdeal.contract.game import Game
from fairdeal.contract.options import Json
from fairdeal.contract.rules import Numbers
from fairdeal.engine.kernel import NOBODY
from fairdeal.errors import FairdealError
from fairdeal.language.messages import say
from fairdeal.learn.pictures import RENDER_MODES, picture
from fairdeal.learn.vector import Vector, has_few_actions, vector

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ModuleNotFoundError:
    raise FairdealError(say("learn.missing", library="PettingZoo")) from None


def agent_of(seat: int) -> str:
    """Name the agent of a seat."""
    return f"seat_{seat}"


class OneTable:
    """One table, its spaces and its pictures, as both kinds of environments need it."""

    def __init__(
        self,
        game: str | Game,
        seats: int | None,
        options: Mapping[str, Json] | None,
        dtype: str,
        mask: bool | None,
        render_mode: str | None,
    ) -> None:
        self.table: Vector = vector(
            game, 1, seats=seats, options=options, dtype=dtype, seed=secrets.randbits(64), repeats=False
        )
        self.rules = self.table.setting.game.rules
        self.has_mask = has_few_actions(self.table.setting.game) if mask is None else mask
        self.agents = [agent_of(seat) for seat in range(self.table.setting.seats)]
        self.actions = {agent: spaces.Discrete(self.rules.ACTIONS) for agent in self.agents}
        self.observations = {agent: self._space(dtype) for agent in self.agents}
        self.render_mode = render_mode

    def _space(self, dtype: str) -> Any:
        low, high, kind = (0, 255, np.uint8) if dtype == "uint8" else (-1.0, 1.0, np.float32)
        observed = spaces.Box(low, high, (self.rules.OBSERVATION,), kind)
        masked = spaces.Box(0, 1, (self.rules.ACTIONS,), np.int8)
        return spaces.Dict({"observation": observed, "action_mask": masked}) if self.has_mask else observed

    @property
    def seat(self) -> int:
        """Who is to act; NOBODY at the end."""
        return int(self.table.seat[0])

    def observation(self, seat: int) -> Any:
        """Give what a seat observes; its mask has ones if it is to act."""
        seen = self.table.observe(0, seat)
        if not self.has_mask:
            return seen
        mask = np.zeros(self.rules.ACTIONS, np.int8)
        mask[self.legal(seat)] = 1
        return {"observation": seen, "action_mask": mask}

    def legal(self, seat: int) -> list[int]:
        """List what a seat may do; nothing unless it is to act."""
        found: list[int] = self.table.legal[0, : self.table.counts[0]].tolist()
        return found if seat == self.seat else []

    def info(self, seat: int) -> dict[str, Any]:
        """Give what is to be known beside the observation."""
        return {} if self.has_mask else {"legal": self.legal(seat)}

    def rewards(self) -> dict[str, float]:
        return dict(zip(self.agents, self.table.rewards[0].tolist(), strict=True))

    def drawn(self) -> Numbers | str | None:
        """Draw the table for whoever is to act."""
        seat = max(self.seat, 0)
        return picture(self.table.setting, self.table.view(0, seat), seat, self.render_mode)


class Seats:
    """What both kinds of environments have in common: the seats of one table."""

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Mapping[str, Json] | None = None,
        dtype: str = "float32",
        mask: bool | None = None,
        render_mode: str | None = None,
    ) -> None:
        self._one = OneTable(game, seats, options, dtype, mask, render_mode)
        self.metadata = {
            "name": f"fairdeal_{self._one.table.setting.game.name}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.possible_agents = list(self._one.agents)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        """Give what an agent may observe."""
        return self._one.observations[agent]

    def action_space(self, agent: str) -> Any:
        """Give what an agent may do."""
        return self._one.actions[agent]

    def render(self) -> Numbers | str | None:
        """Draw the table for whoever is to act."""
        return self._one.drawn()

    def close(self) -> None:
        """There is nothing to close."""


class SeatsInTurn(Seats, AECEnv):  # type: ignore[misc]
    """A game whose seats act one after another; of those who choose at once, the lowest first, blind to each other."""

    def observe(self, agent: str) -> Any:
        """Give what an agent observes."""
        return self._one.observation(self.possible_agents.index(agent))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: with a seed as if it were new, else with the luck that comes next."""
        self._one.table.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._look()

    def step(self, action: int | None) -> None:
        """Let the selected agent act."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._one.table.step(np.array([action]), forfeits=True)
        self.rewards = self._one.rewards()
        self.terminations = dict.fromkeys(self.agents, self._one.seat == NOBODY)
        self._look()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _look(self) -> None:
        self.infos = {agent: self._one.info(seat) for seat, agent in enumerate(self.possible_agents)}
        self.agent_selection = self.possible_agents[max(self._one.seat, 0)]


class SeatsAtOnce(Seats, ParallelEnv):  # type: ignore[misc]
    """A game whose seats are all asked at every step; what a seat says that is not to act is ignored."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begin a game: with a seed as if it were new, else with the luck that comes next."""
        self._one.table.reset(seed)
        self.agents = list(self.possible_agents)
        return self._seen()

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Let the seat that is to act do what is said for it."""
        action = actions[self.possible_agents[self._one.seat]]
        self._one.table.step(np.array([action]), forfeits=True)
        is_over = self._one.seat == NOBODY
        seen, infos = self._seen()
        ends = dict.fromkeys(self.possible_agents, is_over)
        self.agents = [] if is_over else self.agents
        if self.render_mode == "human":
            self.render()
        return seen, self._one.rewards(), ends, dict.fromkeys(self.possible_agents, False), infos

    def _seen(self) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        seats = list(enumerate(self.possible_agents))
        seen = {agent: self._one.observation(seat) for seat, agent in seats}
        return seen, {agent: self._one.info(seat) for seat, agent in seats}
