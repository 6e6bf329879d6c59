"""The searcher: what a view's seat may expect of each of its legal actions. The search itself is ismcts.py."""

from __future__ import annotations

import importlib.util
import math
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

import numpy as np

from fairdeal import kernel
from fairdeal.chance import Rng
from fairdeal.errors import Refused
from fairdeal.game import Game, Numbers, State, list_legal
from fairdeal.kernel import MOST_SEATS
from fairdeal.search.ismcts import ARM, TRIAL

NATIVE = "fairdeal.search.ismcts"
MOST_ARMS = 1 << 19  # of a thread: 12 MB, and as much again in places that stay free
ARMS_PER_MILLISECOND = 1000  # more than any game adds
UNIFORM = "uniform"
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


class Room(NamedTuple):
    """Everything a search writes to; made in Python, because native code allocates nothing."""

    plan: Any
    world: Any
    arms: Any
    """A table by key with open addressing; as many places as a power of two says."""
    counts: Any
    """See ARMS, MOST and DONE."""
    trials: Any
    """By number of the legal action at the root."""
    knows: Any
    """By seat: a digest of what it was told since the root."""
    path_arms: Any
    path_seats: Any
    legal: Any
    outcome: Any
    clock: Any
    places: Any
    """Of the legal actions' arms."""
    untried: Any
    """Numbers of legal actions that have no arm yet."""
    points: Any
    shares: Any
    rewards: Any
    spread: Any
    """By seat: the sum of all rewards, of their squares, and how eager that makes it to try what was tried little."""


class Search:
    """A searcher for one game, with buffers of its own: one search at a time.

    A search of so many iterations depends on the view, the generator and the number of threads, and on nothing else.
    """

    def __init__(self, game: Game, threads: int = 1, policy: str | None = None) -> None:
        """`policy` names a module for play below the tree, or UNIFORM; by default it is the game's own, if any."""
        self.game = game
        self.native = bound(game, policy)
        self._rooms = [self._new_room() for _ in range(threads)]
        self._arms = [kernel.blank(ARM) for _ in range(threads)]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def look(
        self, view: State, seat: int, rng: Rng, iterations: int | None = None, milliseconds: float | None = None
    ) -> Judgement:
        """Judge all legal actions of a seat within a budget of iterations, of time, or whichever ends first."""
        legal = list_legal(self.game.rules, view, seat)
        if not legal:
            raise Refused(f"Seat {seat} has nothing to do now.")
        if iterations is None and milliseconds is None:
            raise ValueError("A search needs a budget: iterations, milliseconds or both.")
        end = math.inf if milliseconds is None else time.perf_counter() + milliseconds / 1000
        rngs = np.empty((len(self._rooms), 4), np.uint64)
        self.native.split(rng, rngs)

        def work(number: int) -> Numbers:
            share = self._share(iterations, number)
            return self._run(view, seat, share, end, rngs[number], number, len(legal))

        numbers = range(len(self._rooms))
        found = [work(0)] if self._pool is None else list(self._pool.map(work, numbers))
        return _judgement(legal, found)

    def _share(self, iterations: int | None, number: int) -> int:
        if iterations is None:
            return ENDLESS
        threads = len(self._rooms)
        return iterations // threads + (number < iterations % threads)

    def _run(self, view: State, seat: int, iterations: int, end: float, rng: Rng, number: int, legal: int) -> Numbers:
        """Search in one thread; give its trials."""
        milliseconds = 1000 * (end - time.perf_counter())
        most = int(max(1, min(iterations, MOST_ARMS, ARMS_PER_MILLISECOND * milliseconds)))
        room = self._rooms[number]._replace(arms=self._table(number, most))
        for records in (room.arms, room.trials):
            records.view(np.uint8).fill(0)  # far faster than a loop when interpreted
        self.native.begin(view, seat, most, room)
        portion = iterations if end == math.inf else FIRST_PORTION
        while iterations > 0:
            began = time.perf_counter()
            self.native.search(view, seat, min(portion, iterations), rng, room)
            iterations -= portion
            now = time.perf_counter()
            if now >= end:
                break
            if now - began < PORTION_SECONDS:
                portion *= 2
        return cast(Numbers, room.trials[:legal].copy())

    def _table(self, number: int, most: int) -> Numbers:
        """Give places for the arms, twice as many; they are kept for the next search."""
        size = 1 << (2 * most - 1).bit_length()
        if len(self._arms[number]) < size:
            self._arms[number] = kernel.blank(ARM, size)
        return cast(Numbers, self._arms[number][:size])

    def _new_room(self) -> Any:
        rules = self.game.rules
        return Room(
            plan=kernel.blank(rules.PLAN)[0],
            world=kernel.blank(rules.STATE)[0],
            arms=None,
            counts=np.zeros(3, np.int64),
            trials=kernel.blank(TRIAL, rules.MOST_LEGAL),
            knows=np.zeros(MOST_SEATS, np.uint64),
            path_arms=np.zeros(rules.MOST_EVENTS, np.int32),
            path_seats=np.zeros(rules.MOST_EVENTS, np.int32),
            legal=np.zeros(rules.MOST_LEGAL, np.int32),
            outcome=np.zeros(rules.MOST_OUTCOME, np.int16),
            clock=np.zeros(2, np.int64),
            places=np.zeros(rules.MOST_LEGAL, np.int32),
            untried=np.zeros(rules.MOST_LEGAL, np.int32),
            points=np.zeros(MOST_SEATS, np.int64),
            shares=np.zeros(MOST_SEATS, np.float64),
            rewards=np.zeros(MOST_SEATS, np.float64),
            spread=np.zeros((MOST_SEATS, 3), np.float64),
        )


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


# --- policies --------------------------------------------------------------------------------------------------------


def own_policy(game: Game) -> str | None:
    """Name the game's module with a policy, if it has one: `policy.py` beside its rules."""
    package = cast(Any, game.rules).__name__.partition("[")[0].rpartition(".")[0]
    name = f"{package}.policy"
    return name if importlib.util.find_spec(name) else None


def bound(game: Game, policy: str | None = None) -> Any:
    """Bind the search to a game, and to a policy: `policy(s, seat, legal, count, rng)` gives an action's number.

    The module with the policy stands in for the rules, completed by them, so that compiled code is cached by the
    sources of both; it has to import its rules.
    """
    source = own_policy(game) if policy is None else policy
    if source is None or source == UNIFORM:
        return game.generic(NATIVE)
    rules = cast(Any, game.rules)
    module = kernel.load(source, kernel.mode_of(rules))
    for key, value in vars(rules).items():
        vars(module).setdefault(key, value)
    native = kernel.bind(NATIVE, module)
    vars(native)["HAS_POLICY"] = True
    return native
