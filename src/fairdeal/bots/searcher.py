"""The searcher: what a view's seat may expect of each of its legal actions. The search itself is ismcts.py."""

from __future__ import annotations

import importlib.util
import math
import time
import types
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from fairdeal.bots import foresight
from fairdeal.bots.scratch import ARM, FORESIGHT, INTUITION, MOST_WORLDS, new_scratch
from fairdeal.contract.game import Game, list_legal
from fairdeal.contract.levels import KNOWLEDGE, PLAYERS
from fairdeal.contract.rules import Numbers, State
from fairdeal.engine import compiling, kernel
from fairdeal.engine.chance import Rng
from fairdeal.errors import Refused
from fairdeal.language.messages import say

NATIVE = "fairdeal.bots.ismcts"
COMPARING = "fairdeal.bots.comparing"
KNOWING = ("knowledge", "foresight", "intuition")  # modules of a game
MOST_ARMS = 1 << 19  # of a thread: 12 MB, and as much again in places that stay free
ARMS_PER_MILLISECOND = 1000  # more than any game adds
ITERATIONS_PER_WORLD = 4  # at least, where worlds are weighed
EVERYTHING = frozenset(KNOWLEDGE)
NOTHING_TOLD: Numbers = np.zeros((0, 2), np.int32)
ENDLESS = 1 << 62
FIRST_PORTION = 16  # iterations between two looks at the clock, and what makes them more
PORTION_SECONDS = 0.004


@dataclass(frozen=True)
class Estimate:
    """What a search thinks of one legal action: means over the worlds and games it tried, with standard errors."""

    action: int
    visits: int
    reward: float
    """What the search maximises: the share of the victory, with points as a tie-break."""
    share: float
    share_error: float
    points: float
    points_error: float


@dataclass(frozen=True)
class Judgement:
    """What a search found: an estimate of every legal action, ascending by action."""

    estimates: tuple[Estimate, ...]

    @property
    def iterations(self) -> int:
        return sum(estimate.visits for estimate in self.estimates)

    @property
    def best(self) -> int:
        """The action that was visited most; of several, the most rewarding, then the lowest."""
        return max(self.estimates, key=lambda found: (found.visits, found.reward, -found.action)).action


class Search:
    """A searcher for one game, with buffers of its own: one search at a time.

    A search of so many iterations depends on the view, the generator and the number of threads, and on nothing else.
    """

    def __init__(self, game: Game, threads: int = 1, knowledge: str | None = None) -> None:
        """`knowledge` names a module with knowledge of the game; by default it is the game's own, if any."""
        self.game = game
        self.native, self.knowledge = bound(game, knowledge)
        self._comparing, self._players = bound_players(game)
        self._scratches = [new_scratch(game, self.knowledge | self._players) for _ in range(threads)]
        self._foresight = foresight.of(game)
        self._arms = [kernel.blank(ARM) for _ in range(threads)]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    @property
    def is_awaited(self) -> bool:
        """Whether it runs in plain Python for now, hundreds of times as slow, because others still compile it."""
        functions = [self.native.search, *([self._comparing.compare] if self._players else [])]
        return any(map(compiling.is_awaited, functions))

    def knows(self, view: State) -> bool:
        """Tell whether a network was trained for the table of a view."""
        return self._foresight.sight(view) is not None

    def judge(
        self,
        view: State,
        seat: int,
        rng: Rng,
        iterations: int | None = None,
        milliseconds: float | None = None,
        *,
        told: Numbers = NOTHING_TOLD,
        knowledge: frozenset[str] = EVERYTHING,
    ) -> Judgement:
        """Judge all legal actions of a seat within a budget of iterations, of time, or whichever ends first.

        `told` is all that the seat was told, see Sitting.told; `knowledge` is what may be used of what there is. Where
        no network was trained for the table, worlds are played out.
        """
        legal = list_legal(self.game.rules, view, seat)
        if not legal:
            raise Refused(say("sitting.seat_idle", seat=seat + 1))
        if iterations is None and milliseconds is None:
            raise ValueError("A search needs a budget: iterations, milliseconds or both.")
        end = math.inf if milliseconds is None else time.perf_counter() + milliseconds / 1000
        for player, name in enumerate(PLAYERS):
            if name in knowledge:
                return _judgement(legal, [self._compare(view, seat, player, end, len(legal))])
        rngs = np.empty((len(self._scratches), 4), np.uint64)
        self.native.split(rng, rngs)
        for scratch in self._scratches:
            scratch.uses[:] = [name in knowledge for name in KNOWLEDGE]

        def work(number: int) -> Numbers:
            share = self._share(iterations, number)
            return self._run(view, seat, told, share, end, rngs[number], number, len(legal))

        numbers = range(len(self._scratches))
        found = [work(0)] if self._pool is None else list(self._pool.map(work, numbers))
        return _judgement(legal, found)

    def _share(self, iterations: int | None, number: int) -> int:
        if iterations is None:
            return ENDLESS
        threads = len(self._scratches)
        return iterations // threads + (number < iterations % threads)

    def _run(
        self, view: State, seat: int, told: Numbers, iterations: int, end: float, rng: Rng, number: int, legal: int
    ) -> Numbers:
        """Search in one thread; give its trials."""
        milliseconds = 1000 * (end - time.perf_counter())
        most = int(max(1, min(iterations, MOST_ARMS, ARMS_PER_MILLISECOND * milliseconds)))
        scratch = self._scratches[number]._replace(arms=self._table(number, most))
        sight = self._foresight.sight(view)
        scratch.uses[[FORESIGHT, INTUITION]] &= sight is not None
        scratch = scratch._replace(sight=sight or scratch.sight)
        for records in (scratch.arms, scratch.trials):
            records.view(np.uint8).fill(0)  # far faster than a loop when interpreted
        self.native.begin(view, seat, most, scratch)
        if len(told):  # a round cannot be played again by who was told nothing of it
            worlds = max(1, min(iterations // ITERATIONS_PER_WORLD, MOST_WORLDS))
            self.native.weigh_worlds(view, seat, worlds, told, rng, scratch)
        self._go_on(lambda portion: self.native.search(view, seat, portion, rng, scratch), iterations, end)
        return cast(Numbers, scratch.trials[:legal].copy())

    def _compare(self, view: State, seat: int, player: int, end: float, legal: int) -> Numbers:
        """Look at every action once, or at as many as there is time for; give the trials."""
        scratch = self._scratches[0]._replace(arms=self._table(0, 1))
        scratch.trials.view(np.uint8).fill(0)
        self._go_on(lambda portion: self._comparing.compare(view, seat, player, portion, scratch), legal, end)
        return cast(Numbers, scratch.trials[:legal].copy())

    def _go_on(self, run: Callable[[int], None], iterations: int, end: float) -> None:
        """Run so many iterations, in portions if there is an end to the time."""
        portion = iterations if end == math.inf else 1 if self.is_awaited else FIRST_PORTION
        while iterations > 0:
            began = time.perf_counter()
            run(min(portion, iterations))
            iterations -= portion
            now = time.perf_counter()
            if now >= end:
                break
            if now - began < PORTION_SECONDS:
                portion *= 2

    def _table(self, number: int, most: int) -> Numbers:
        """Give places for the arms, twice as many; they are kept for the next search."""
        size = 1 << (2 * most - 1).bit_length()
        if len(self._arms[number]) < size:
            self._arms[number] = kernel.blank(ARM, size)
        return cast(Numbers, self._arms[number][:size])


def _judgement(legal: list[int], found: list[Numbers]) -> Judgement:
    """Add up what all threads tried."""
    rows = zip(legal, *(trials.tolist() for trials in found), strict=True)
    return Judgement(
        tuple(_estimate(action, [sum(column) for column in zip(*trials, strict=True)]) for action, *trials in rows)
    )


def _estimate(action: int, sums: list[float]) -> Estimate:
    visits, reward, share, share_squares, points, points_squares = sums
    n = max(visits, 1)
    return Estimate(
        action,
        int(visits),
        reward / n,
        share / n,
        _error(visits, share, share_squares),
        points / n,
        _error(visits, points, points_squares),
    )


def _error(visits: float, total: float, squares: float) -> float:
    """The standard error of a mean; infinite when there is nothing to tell it by."""
    if visits < 2:
        return math.inf
    return math.sqrt(max(squares - total * total / visits, 0.0) / (visits - 1) / visits)


# --- knowledge -------------------------------------------------------------------------------------------------------


def own_modules(game: Game, name: str) -> list[types.ModuleType]:
    """Load a module of the game's own that lies beside its rules, in their mode; none if it has no such module."""
    own = vars(game.rules).get("__layers__", (game.rules,))[-1]
    full_name = f"{kernel.name_of(own).rpartition('.')[0]}.{name}"
    return [kernel.load(full_name, kernel.mode_of(game.rules))] if importlib.util.find_spec(full_name) else []


def bound(game: Game, knowledge: str | None = None) -> tuple[Any, frozenset[str]]:
    """Bind the search to a game and to what is known of it, by default in its own modules; say which that is."""
    given = knowledge and [kernel.load(knowledge, kernel.mode_of(game.rules))]
    modules = given or [module for name in KNOWING for module in own_modules(game, name)]
    return game.generic(NATIVE, *modules), _among(KNOWLEDGE, modules)


def bound_players(game: Game) -> tuple[Any, frozenset[str]]:
    """Bind the comparing of actions to the players in a game's `yardsticks.py`; say which they are."""
    modules = own_modules(game, "yardsticks")
    return game.generic(COMPARING, *modules), _among(PLAYERS, modules)


def _among(functions: dict[str, str], modules: list[types.ModuleType]) -> frozenset[str]:
    return frozenset(name for name, function in functions.items() if any(function in vars(each) for each in modules))
