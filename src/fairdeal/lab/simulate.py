"""Random play in bulk: native batches over threads, or game by game with a record of each."""

from __future__ import annotations

import functools
import math
import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np

from fairdeal.contract.game import Setting
from fairdeal.contract.rules import Numbers
from fairdeal.engine import chance
from fairdeal.engine.kernel import MOST_SEATS
from fairdeal.play.batches import Rows, play_batch
from fairdeal.play.sitting import Sitting

BATCH = 256  # games a thread plays between two looks at Ctrl-C; the result does not depend on it
NORMAL_95 = 1.959963984540054  # the two-sided 95 % point of the normal distribution

Progress = Callable[[int, int], None]
"""Called now and then with the number of games played so far, and of all."""
"""Points, shares of the victory, and number of actions: a row per game."""


@dataclass(frozen=True)
class Average:
    """A mean and its 95 % interval; no interval from a single game."""

    mean: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Simulation:
    """What a simulation found."""

    games: int
    actions: int
    seconds: float
    points: tuple[Average, ...]
    """By seat: points at the end."""
    wins: tuple[Average, ...]
    """By seat: share of the victory."""

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds

    @property
    def actions_per_second(self) -> float:
        return self.actions / self.seconds


@dataclass
class _Totals:
    """Sums over games, per seat. Points are whole, so their sums are exact in any order."""

    seats: int
    games: int = 0
    actions: int = 0
    points: list[int] = field(default_factory=list)
    squares: list[int] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.points = [0] * self.seats
        self.squares = [0] * self.seats
        self.shares = [0.0] * self.seats

    def add(self, points: Numbers, shares: Numbers, actions: Numbers) -> None:
        self.games += len(actions)
        self.actions += int(actions.sum())
        for seat in range(self.seats):
            self.points[seat] += int(points[:, seat].sum())
            self.squares[seat] += int((points[:, seat] ** 2).sum())
            self.shares[seat] += float(shares[:, seat].sum())

    def simulation(self, seconds: float) -> Simulation:
        points = tuple(_mean(self.games, self.points[seat], self.squares[seat]) for seat in range(self.seats))
        wins = tuple(_share(self.games, self.shares[seat]) for seat in range(self.seats))
        return Simulation(self.games, self.actions, seconds, points, wins)


def _mean(games: int, total: int, squares: int) -> Average:
    mean = total / games
    if games == 1:
        return Average(mean, None, None)
    variance = (games * squares - total * total) / (games * (games - 1))
    margin = NORMAL_95 * math.sqrt(variance / games)
    return Average(mean, mean - margin, mean + margin)


def _share(games: int, total: float) -> Average:
    """Wilson's interval, which stays within 0 and 1; shared victories vary less, so for them it is on the safe side."""
    mean = total / games
    if games == 1:
        return Average(mean, None, None)
    weight = NORMAL_95**2 / games
    centre = (mean + weight / 2) / (1 + weight)
    margin = NORMAL_95 * math.sqrt(max(0.0, mean * (1 - mean)) / games + weight / (4 * games)) / (1 + weight)
    return Average(mean, max(0.0, centre - margin), min(1.0, centre + margin))


def simulate(
    setting: Setting, games: int, seed: int | str, threads: int | None = None, progress: Progress | None = None
) -> Simulation:
    """Play `games` random games natively; the result depends on setting, games and seed alone."""
    batches = (range(first, min(first + BATCH, games)) for first in range(0, games, BATCH))
    play = functools.partial(play_batch, setting, seed)
    tally = _Totals(setting.seats)
    play(range(1))  # compiles or loads the code, which is no part of the speed, and which threads would only queue for
    began = time.perf_counter()
    for played in _in_order(play, batches, threads or os.cpu_count() or 1):
        tally.add(*played)
        if progress:
            progress(tally.games, games)
    return tally.simulation(time.perf_counter() - began)


def _in_order(play: Callable[[range], Rows], batches: Iterator[range], threads: int) -> Iterator[Rows]:
    """Play batches on several threads, and give their results in the order of the batches."""
    waiting: deque[Future[Rows]] = deque()
    executor = ThreadPoolExecutor(threads)
    try:
        for batch in batches:
            waiting.append(executor.submit(play, batch))
            if len(waiting) > 2 * threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        executor.shutdown(cancel_futures=True)


def simulate_recorded(
    setting: Setting,
    games: int,
    seed: int | str,
    keep: Callable[[Sitting], object],
    keep_legal: bool = False,
    progress: Progress | None = None,
) -> Simulation:
    """Play the very same games one by one, and hand each of them over."""
    tally = _Totals(setting.seats)
    began = time.perf_counter()
    for number in range(games):
        sitting = play_game(setting, seed, number, keep_legal)
        keep(sitting)
        tally.add(*_row(sitting))
        if progress:
            progress(number + 1, games)
    return tally.simulation(time.perf_counter() - began)


def play_game(setting: Setting, seed: int | str, number: int, keep_legal: bool = False) -> Sitting:
    """Play game `number` of the simulation with that seed, event by event."""
    sitting = Sitting(setting, keep_legal)
    rng = chance.numbered(seed, number)
    while not sitting.is_over:
        sitting.random_step(rng)
    return sitting


def _row(sitting: Sitting) -> Rows:
    rules = sitting.game.rules
    points, shares = np.zeros((1, MOST_SEATS), np.int64), np.zeros((1, MOST_SEATS), np.float64)
    rules.points(sitting.state, points[0])
    rules.winners(sitting.state, shares[0])
    return points, shares, np.array([sum(event.seat is not None for event in sitting.events)])
