"""How fast the server is: a thousand tables at the pace of people, and side by side with boardgame.io's server."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence

from bench.measure import Result, Series, Verdict, number, ratio
from bench.server.seats import SEATS
from bench.server.sides import Measured, Plan, measure

PACE = 2.0  # seconds from one move of a table to its next
LONGEST = 0.050  # seconds from sending to the own acknowledgement, for 99 of 100 moves
MOST_MEMORY = 100e3  # bytes for a connected player
TIMES_BETTER = 2.0

Pick = Callable[[Measured], float]

FIGURES: tuple[tuple[str, str, Pick], ...] = (
    ("moves", "moves/s", lambda run: run.found.moves / run.found.seconds),
    ("from sending to acknowledgement, half of them within", "ms", lambda run: 1000 * run.found.p50),
    ("from sending to acknowledgement, 99 % within", "ms", lambda run: 1000 * run.found.p99),
    ("from sending to acknowledgement, the longest", "ms", lambda run: 1000 * run.found.longest),
    ("server, cores busy", "CPU s/s", lambda run: run.cpu / run.found.seconds),
    ("load generator, cores busy", "CPU s/s", lambda run: run.found.cpu / run.found.seconds),
    ("moves of a server CPU second", "moves/CPU s", lambda run: run.moves_per_cpu_second),
    ("sent to the four players of a table", "bytes/move", lambda run: run.bytes_per_move),
)


def bench_pace(plan: Plan, repeats: int = 1) -> Result:
    """Let many tables play at the pace of people, every move committed."""
    runs = [measure("fairdeal", plan) for _ in range(repeats)]
    result = Result(
        "server",
        f"caster, {plan.tables:,} tables of {SEATS}, a move every {plan.interval:g} s each, every move committed; "
        "loopback, one server process",
    )
    result.series = [series(title, unit, runs, pick) for title, unit, pick in FIGURES]
    memory = series("memory of a connected player", "bytes", runs, lambda run: run.grown / max(1, run.players))
    result.series.append(memory)
    result.verdicts = [
        Verdict("99 % acknowledged within, s", statistics.median(run.found.p99 for run in runs), LONGEST, False),
        Verdict("memory of a connected player, bytes", memory.median, MOST_MEMORY, False),
    ]
    late = sum(run.found.late for run in runs)
    if late:
        result.notes.append(f"{late} moves were due before the one before them was known, and were sent late.")
    return result


def bench_duel(plan: Plan, repeats: int) -> Result:
    """Let both servers play as fast as answers come, in turns."""
    ours: list[Measured] = []
    theirs: list[Measured] = []
    for _ in range(repeats):
        ours.append(measure("fairdeal", plan))
        theirs.append(measure("boardgameio", plan))
    result = Result(
        "boardgameio",
        f"caster, {plan.tables} tables of {SEATS}, each as fast as answers come; CPU time of the server process alone",
    )
    for name, runs in (("Fairdeal", ours), ("boardgame.io", theirs)):
        result.series += [series(f"{name}: {title}", unit, runs, pick) for title, unit, pick in FIGURES]
    efficiency = [
        series(name, "moves/CPU s", runs, lambda run: run.moves_per_cpu_second)
        for name, runs in (("Fairdeal", ours), ("boardgame.io", theirs))
    ]
    ratios = [a / b for a, b in zip(efficiency[0].values, efficiency[1].values, strict=True)]
    result.verdicts = [Verdict("Fairdeal : boardgame.io", ratio(*efficiency), TIMES_BETTER)]
    result.notes = [
        f"Ratios from {number(min(ratios))} to {number(max(ratios))} in {repeats} pairs of runs.",
        "Fairdeal commits every move to its disk before anybody hears of it. boardgame.io keeps its matches in memory, "
        "as it ships: a restart loses them.",
        "Both send every player the whole game after every move: Fairdeal a scene with texts, legal actions and a "
        "sentence on what happened; boardgame.io its state, filtered for the player.",
    ]
    return result


def series(name: str, unit: str, runs: Sequence[Measured], pick: Pick) -> Series:
    return Series(name, unit, tuple(pick(run) for run in runs))
