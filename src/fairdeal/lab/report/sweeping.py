"""Many variants of a game on a grid, over the same deals: what each is like, and the best by what somebody wants."""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fairdeal.errors import Refused
from fairdeal.lab.ratings import mean_of, share_of
from fairdeal.lab.report.figures import PERCENT
from fairdeal.lab.report.plan import Columns, Plan
from fairdeal.lab.report.runs import RunPart, joined, opened, players
from fairdeal.lab.report.sample import Sample
from fairdeal.lab.report.variants import MOST_CELLS, Measure, Variant, find_measure, measures
from fairdeal.lab.simulate import Average
from fairdeal.language.messages import say

Place = tuple[str, ...]
"""Of a cell: the value of each name that is varied."""


# --- what is wanted --------------------------------------------------------------------------------------------------

MORE, LESS, EVEN = "more", "less", "even"


@dataclass(frozen=True)
class Goal:
    """A measure, and what it should be: more, less, near a number, or even between the seats."""

    measure: Measure
    aim: str
    number: float = 0.0

    def distance(self, value: Average, seats: int) -> Average:
        """How far a value is from what is wanted: the less the better, with the reach of its interval."""
        reach = 0.0 if value.low is None or value.high is None else (value.high - value.low) / 2
        if self.aim in (MORE, LESS):
            far = -value.mean if self.aim == MORE else value.mean
        else:
            far = abs(value.mean - (1 / seats if self.aim == EVEN else self.number))
        return Average(far, far - reach, far + reach)


def read_goal(known: Mapping[str, Measure], text: str) -> Goal:
    """Read NAME=more, NAME=less or NAME=NUMBER; `first` alone should be even. Raise Refused."""
    name, equals, aim = text.partition("=")
    measure = find_measure(known, name)
    if not equals and name == "first":
        return Goal(measure, EVEN)
    if aim in (MORE, LESS):
        return Goal(measure, aim)
    found = re.fullmatch(r"(-?\d{1,9}(?:\.\d{1,6})?)\s*(%?)", aim)
    if not found or (found[2] == "%") != (measure.unit == PERCENT):
        raise Refused(say("sweep.goal", text=text, name=name))
    return Goal(measure, "", float(found[1]) / (100 if found[2] else 1))


# --- the grid --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Cell:
    """A variant of the grid, and what was found of it."""

    place: Place
    sample: Sample
    values: Mapping[str, Average]
    """By measure."""


@dataclass(frozen=True)
class Sweep:
    """What was found of a grid."""

    names: tuple[str, ...]
    cells: tuple[Cell, ...]
    goals: tuple[Goal, ...]
    best: tuple[Cell, ...]
    """The best one first, then all that may be as good."""


def plan_cells(
    base: Callable[[], Variant],
    vary: Mapping[str, Sequence[str]],
    read_data: Callable[[str], Mapping[str, object]],
    seed: str,
) -> dict[Place, Plan]:
    """Give the plan of every cell. Raise what is wrong with any of them."""
    places = list(itertools.islice(itertools.product(*vary.values()), MOST_CELLS + 1))
    if len(places) > MOST_CELLS:
        raise Refused(say("sweep.cells", count=MOST_CELLS))
    plans = {}
    for place in places:
        variant = base()
        for name, value in zip(vary, place, strict=True):
            variant.change(f"{name}={value}", read_data)
        plans[place] = variant.plan(seed)
    return plans


def sweep(
    folder: Path,
    names: Sequence[str],
    plans: Mapping[Place, Plan],
    games: int,
    goals: Sequence[Goal],
    jobs: int,
    progress: Callable[[int, int, str], None] | None = None,
    on: str | None = None,
) -> Sweep | None:
    """Play every cell in a run of its own inside the folder; None if Ctrl-C came before all were played."""
    with contextlib.ExitStack() as stack:
        runs = [stack.enter_context(opened(folder / cell_name(names, place), plans[place])) for place in plans]
        parts = [RunPart(run, number) for run in runs for number in range(-(-games // run.plan.games_a_part))]
        found: list[Columns] = []
        try:
            with players(min(jobs, len(parts)), on) as crew:
                for columns in crew.play(iter(parts)):
                    found.append(columns)
                    if progress:
                        progress(len(found), len(parts), "")
        except KeyboardInterrupt:
            return None
    cells = []
    for place, run in zip(plans, runs, strict=True):
        played = [columns for part, columns in zip(parts, found, strict=True) if part.run == run]
        sample = Sample(run.plan, joined(played))
        cells.append(Cell(place, sample, {name: estimate(each, sample) for name, each in measures(run.plan).items()}))
    return Sweep(tuple(names), tuple(cells), tuple(goals), tuple(best_of(cells, goals)))


def cell_name(names: Sequence[str], place: Place) -> str:
    """Name a cell: `limit=2 rounds=1`."""
    return " ".join(f"{name}={value}".replace("/", "_") for name, value in zip(names, place, strict=True))


def estimate(measure: Measure, sample: Sample) -> Average:
    """Estimate a measure of a cell."""
    values = measure.by_deal(sample)
    return share_of(values, 1 / sample.plan.takes) if measure.unit == PERCENT else mean_of(values)


def best_of(cells: Sequence[Cell], goals: Sequence[Goal]) -> list[Cell]:
    """Order the cells that may be best: of those that may be so by the first goal, the next one decides, and so on."""
    left = list(cells)
    for goal in goals:
        far = {cell.place: goal.distance(cell.values[goal.measure.name], cell.sample.seats) for cell in left}
        least = min((each.high or 0.0) for each in far.values())
        near = [cell for cell in left if (far[cell.place].low or 0.0) <= least]
        left = [cell for _, _, cell in sorted((far[cell.place].mean, cell.place, cell) for cell in near)]
    return left
