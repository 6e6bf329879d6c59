"""Measuring: contestants take turns, and what they reach is told as median and spread."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

Round = Callable[[], float]
"""Do a portion of work once, and give what was measured: a rate, or seconds."""


@dataclass(frozen=True)
class Series:
    """What one contestant reached, round by round."""

    name: str
    unit: str
    values: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.values)


@dataclass(frozen=True)
class Verdict:
    """A number that has a target, such as a ratio."""

    name: str
    value: float
    target: float
    at_least: bool = True

    @property
    def is_met(self) -> bool:
        return self.value >= self.target if self.at_least else self.value <= self.target

    @property
    def sentence(self) -> str:
        limit = "at least" if self.at_least else "at most"
        return f"{self.name}: {number(self.value)} (target {limit} {number(self.target)}: {self.word})"

    @property
    def word(self) -> str:
        return "met" if self.is_met else "missed"


@dataclass
class Result:
    """What a bench found."""

    bench: str
    title: str
    series: list[Series] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def alternate(rounds: Mapping[str, Round], unit: str, repeats: int) -> list[Series]:
    """Let contestants take turns, A B A B ..., after a round each that does not count and compiles what there is."""
    values: dict[str, list[float]] = {name: [] for name in rounds}
    for repeat in range(repeats + 1):
        for name, measure in rounds.items():
            value = measure()
            if repeat > 0:
                values[name].append(value)
    return [Series(name, unit, tuple(found)) for name, found in values.items()]


def rate(work: Callable[[], float], clock: Callable[[], float] = time.process_time) -> float:
    """Do the work, which says how much it was, and give how much a second it is; by default of CPU time."""
    began = clock()
    done = work()
    return done / (clock() - began)


def ratio(ours: Series, theirs: Series) -> float:
    """The median of the ratios round by round, so that a slow moment of the machine weighs on both."""
    return statistics.median(a / b for a, b in zip(ours.values, theirs.values, strict=True))


def number(value: float) -> str:
    """Write a number with three digits that count, as a person would."""
    rounded = float(f"{value:.3g}")
    return f"{rounded:,.0f}" if rounded >= 100 else f"{rounded:.3g}"


def show(console: Console, result: Result) -> None:
    """Print a result as a small table."""
    table = Table(title=f"{result.bench}: {result.title}", title_justify="left")
    table.add_column("")
    for heading in ("median", "min", "max"):
        table.add_column(heading, justify="right")
    table.add_column("unit")
    for series in result.series:
        spread = (series.median, min(series.values), max(series.values))
        table.add_row(series.name, *map(number, spread), series.unit)
    console.print(table)
    for verdict in result.verdicts:
        console.print(verdict.sentence, style="bold green" if verdict.is_met else "bold red", highlight=False)
    for note in result.notes:
        console.print(note, highlight=False)
    console.print()


def write_lines(path: Path, result: Result) -> None:
    """Append a result to a file, a JSON document per line."""
    with path.open("a", encoding="utf-8") as file:
        for line in _documents(result):
            file.write(json.dumps(line) + "\n")


def _documents(result: Result) -> list[dict[str, Any]]:
    series = [
        {
            "bench": result.bench,
            "name": row.name,
            "unit": row.unit,
            "median": row.median,
            "min": min(row.values),
            "max": max(row.values),
            "repeats": len(row.values),
        }
        for row in result.series
    ]
    verdicts = [
        {
            "bench": result.bench,
            "name": verdict.name,
            "value": verdict.value,
            "target": verdict.target,
            "at_least": verdict.at_least,
            "met": verdict.is_met,
        }
        for verdict in result.verdicts
    ]
    return [*series, *verdicts]
