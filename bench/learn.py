"""Steps of a learner's tables: CASTER natively, observations and legal lists filled, beside OpenSpiel's nearest."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from bench.machine import Loops
from bench.measure import Result, Series, Verdict, alternate, number, rate, ratio
from fairdeal import learn
from fairdeal.engine.chance import below, numbered

TABLES = 4096
SEATS = 4
TARGETS = {"uint8": 3e6, "float32": 1.5e6}
TWO_THREADS = 1.7
SPIEL = (
    "oh_hell(players=4,num_tricks_fixed=10)"  # of its games of tricks with hidden hands, the one that takes 4 players
)


class Stepping:
    """Tables that are stepped with random actions, which are chosen natively and count as a part of the step."""

    def __init__(self, dtype: str, threads: int, tables: int, steps: int) -> None:
        self._tables = learn.vector("caster", tables, seats=SEATS, dtype=dtype, threads=threads, seed="bench")
        self._steps = steps

    def run(self) -> float:
        """Step all tables; give how many steps that was."""
        for _ in range(self._steps):
            self._tables.step(self._tables.random_actions())
        return float(self._steps * self._tables.tables)


class SpielStepping:
    """OpenSpiel's game, stepped from Python, as its learners do: legal actions and the actor's tensor at each step."""

    def __init__(self, steps: int) -> None:
        import pyspiel

        self._game = pyspiel.load_game(SPIEL)
        self._rng = numbered("spiel steps", 0)
        self._steps = steps
        self._state: Any = self._game.new_initial_state()

    def run(self) -> float:
        """Take steps at random; chance counts as a part of the step before it."""
        done = 0
        while done < self._steps:
            if self._state.is_terminal():
                self._state = self._game.new_initial_state()
            legal = self._state.legal_actions()
            if not self._state.is_chance_node():
                np.asarray(self._state.information_state_tensor(), np.float32)
                done += 1
            self._state.apply_action(legal[below(self._rng, len(legal))])
        return float(done)


UNITS = {"by the clock": time.perf_counter, "per CPU second": time.process_time}


def bench_machine(repeats: int) -> list[Series]:
    """Measure what two threads of this machine give at best, right beside the tables."""
    loops = Loops()
    rounds = {
        f"{name}, {threads}, {unit}": partial(rate, partial(loops.run, name, threads), clock)
        for name in loops.names
        for threads in (1, 2)
        for unit, clock in UNITS.items()
    }
    return alternate(rounds, "portions/s", repeats)


def gains(machine: list[Series], unit: str) -> list[float]:
    """Give how many times one thread two of them are, by loop; CPU time of two free cores counts twice."""
    one, two = ([row for row in machine if row.name.endswith(f", {threads}, {unit}")] for threads in (1, 2))
    return [ratio(b, a) * (2 if UNITS[unit] is time.process_time else 1) for a, b in zip(one, two, strict=True)]


def spread(values: list[float]) -> str:
    """Tell from where to where values go that stand in order, and how many of them reach the target of two threads."""
    reached = sum(value >= TWO_THREADS for value in values)
    return f"{number(values[0])} to {number(values[-1])}, {reached} of {len(values)} at least {TWO_THREADS}"


def bench(tables: int, steps: int, spiel_steps: int, repeats: int, has_spiel: bool) -> Result:
    """Measure steps a second: by CPU time on one core, and by the clock on two."""
    title = f"CASTER, {SEATS} seats, {tables} tables, random actions, observation and legal list filled"
    result = Result("learn", title)
    rounds: dict[str, Callable[[], float]] = {}
    for dtype in TARGETS:
        for threads, name in ((1, "one thread"), (2, "two threads")):
            run = Stepping(dtype, threads, tables, steps).run
            rounds[f"{dtype}, {name}, per CPU second"] = partial(rate, run)
            rounds[f"{dtype}, {name}, by the clock"] = partial(rate, run, time.perf_counter)
    if has_spiel:
        theirs = SpielStepping(spiel_steps)
        rounds["OpenSpiel, oh_hell, from Python"] = partial(rate, theirs.run)
    result.series = alternate(rounds, "steps/s", repeats)
    found = {series.name: series for series in result.series}
    machine = bench_machine(repeats)
    result.series += machine
    by_clock, by_cpu = (min(gains(machine, unit)) for unit in UNITS)
    result.notes.append(
        f"Two threads that share nothing are {number(by_clock)} times one by the clock now, and "
        f"{number(by_cpu)} times by CPU time. Below {TWO_THREADS} the machine is not free, and the ratios say nothing."
    )
    for dtype, target in TARGETS.items():
        series = found[f"{dtype}, one thread, per CPU second"]
        result.verdicts.append(Verdict(f"{dtype}, steps/s of a core", series.median, target))
        two, one = (found[f"{dtype}, {name}, by the clock"] for name in ("two threads", "one thread"))
        result.verdicts.append(Verdict(f"{dtype}, two threads : one, by the clock", ratio(two, one), TWO_THREADS))
        rounds_of_both = sorted(b / a for a, b in zip(one.values, two.values, strict=True))
        result.notes.append(f"{dtype}: two threads : one, round by round, {spread(rounds_of_both)}.")
        free = 2 * ratio(found[f"{dtype}, two threads, per CPU second"], series)
        result.notes.append(f"{dtype}: by CPU time two free cores would give {number(free)} times.")
    if has_spiel:
        peer = ratio(found["float32, one thread, per CPU second"], found["OpenSpiel, oh_hell, from Python"])
        result.notes.append(f"Ours with floats : OpenSpiel's {SPIEL}, another game of tricks: {number(peer)}.")
    return result
