"""Two variants of a game over the same deals: what differs, and a verdict as soon as it is sure.

The games of both are played part by part, and after each part a sequential test asks of one measure whether it differs
by a margin or not at all. Because that may stop it at any time, all intervals hold whenever it stops (Robbins' normal
mixture): they are about half as wide again as those of a report.
"""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fairdeal.lab.ratings import NOT_STRONGER, STRONGER, Sprt, mean_of, share_of, variance
from fairdeal.lab.report.figures import PERCENT
from fairdeal.lab.report.plan import Columns, Plan
from fairdeal.lab.report.runs import Run, RunPart, joined, players
from fairdeal.lab.report.sample import MISTAKE, Sample
from fairdeal.lab.report.variants import Measure, find_measure, measures
from fairdeal.lab.simulate import Average

MORE, LESS, ALIKE = "more", "less", "alike"  # verdicts on the second variant
USUAL_SHARE = 0.05  # margins that matter: of shares,
USUAL_PART = 0.1  # of other numbers such a part of what the first variant has
TWO_SIDED = math.log((1 - MISTAKE / 2) / (MISTAKE / 2))
TUNED_FOR = 1000  # deals at which intervals are narrowest


@dataclass(frozen=True)
class Difference:
    """What a measure is in either variant, and how much more in the second."""

    measure: Measure
    a: Average
    b: Average
    more: Average
    paired: float
    """How much wider the interval would be if the deals were not the same: a ratio."""


@dataclass(frozen=True)
class Comparison:
    """What was found of two variants."""

    a: Sample
    b: Sample
    tested: Measure
    margin: float
    verdict: str | None
    differences: tuple[Difference, ...]
    is_interrupted: bool

    @property
    def difference(self) -> Difference:
        """That of the measure that was tested."""
        return next(each for each in self.differences if each.measure.name == self.tested.name)


Watch = Callable[[Callable[[], Comparison]], None]


def compare(
    a: Run[Plan],
    b: Run[Plan],
    parts: int,
    by: str,
    margin: float | None = None,
    jobs: int = 1,
    progress: Callable[[int, int, str], None] | None = None,
    on: str | None = None,
    watch: Watch | None = None,
) -> Comparison | None:
    """Play both variants until the test is sure, or so many parts; None if Ctrl-C came before the first.

    `margin` is the smallest difference that matters, as the measure counts. `watch` is called after each part with what
    gives the comparison so far. Raise Refused.
    """
    known = {name: each for name, each in measures(a.plan).items() if name in measures(b.plan)}
    tested = find_measure(known, by)
    found: tuple[list[Columns], list[Columns]] = ([], [])
    verdict, is_interrupted, began = None, False, time.monotonic()
    try:
        with players(min(jobs, 2 * parts), on) as crew:
            for number, columns in enumerate(crew.play(_tasks(a, b, parts))):
                found[number % 2].append(columns)
                if number % 2 == 0:
                    continue
                samples = Sample(a.plan, joined(found[0])), Sample(b.plan, joined(found[1]))
                margin = usual_margin(tested, samples[0]) if margin is None else margin
                verdict = judge(tested, *samples, margin)
                if progress:
                    done = samples[0].games + samples[1].games
                    progress(done, parts * (a.plan.games_a_part + b.plan.games_a_part), _rate(done, began))
                if watch:
                    watch(functools.partial(_compared, *samples, known, tested, margin, verdict))
                if verdict:
                    break
    except KeyboardInterrupt:
        is_interrupted = True
    whole = min(map(len, found))
    if whole == 0 or margin is None:
        return None
    one, other = (Sample(run.plan, joined(parts[:whole])) for run, parts in zip((a, b), found, strict=True))
    return _compared(one, other, known, tested, margin, verdict, is_interrupted)


def _compared(
    a: Sample,
    b: Sample,
    known: Mapping[str, Measure],
    tested: Measure,
    margin: float,
    verdict: str | None,
    is_interrupted: bool = False,
) -> Comparison:
    rows = tuple(difference(each, a, b) for each in known.values())
    return Comparison(a, b, tested, margin, verdict, rows, is_interrupted)


def _tasks(a: Run[Plan], b: Run[Plan], parts: int) -> Iterator[Any]:
    for number in range(parts):
        yield RunPart(a, number)
        yield RunPart(b, number)


def _rate(done: int, began: float) -> str:
    return f"{done / max(time.monotonic() - began, 1e-9):,.0f}"


def usual_margin(measure: Measure, sample: Sample) -> float:
    """Give the smallest difference that matters, by the first part of the first variant."""
    if measure.unit == PERCENT:
        return USUAL_SHARE
    return max(1e-9, USUAL_PART * abs(float(np.mean(measure.values(sample)))))


def paired(measure: Measure, a: Sample, b: Sample) -> list[float]:
    """By how much more of a measure the second variant has, deal by deal."""
    return [two - one for one, two in zip(measure.by_deal(a), measure.by_deal(b), strict=False)]


def judge(measure: Measure, a: Sample, b: Sample, margin: float) -> str | None:
    """Say whether the second variant has more, or less, or as much; None as long as that is not sure.

    Each side is tested as duels are, with half of their mistake.
    """
    more = paired(measure, a, b)
    step = 1 / a.plan.takes if measure.unit == PERCENT else margin
    test = Sprt(0.0, margin, step, TWO_SIDED)
    verdicts = test.verdict(more), test.verdict([-each for each in more])
    if STRONGER in verdicts:
        return MORE if verdicts[0] == STRONGER else LESS
    return ALIKE if verdicts == (NOT_STRONGER, NOT_STRONGER) else None


def difference(measure: Measure, a: Sample, b: Sample) -> Difference:
    """Estimate a measure of both variants, and how far they are apart."""
    more, step = paired(measure, a, b), 1 / a.plan.takes if measure.unit == PERCENT else 0.0
    values = measure.by_deal(a), measure.by_deal(b)
    one, other = (share_of(each, step) if measure.unit == PERCENT else mean_of(each) for each in values)
    apart = variance(values[0]) + variance(values[1]) if len(more) > 1 else 0.0
    ratio = math.sqrt(apart / together) if len(more) > 1 and (together := variance(more)) > 0 else 1.0
    return Difference(measure, one, other, whenever(more, step), ratio)


def whenever(values: Sequence[float], step: float) -> Average:
    """The mean of differences and an interval that holds at whatever number of them it is looked at."""
    count = len(values)
    mean = math.fsum(values) / count
    if count == 1:
        return Average(mean, None, None)
    spread = variance([*values, mean - step, mean + step])
    scale = (-2 * math.log(MISTAKE) + math.log(1 - 2 * math.log(MISTAKE))) / TUNED_FOR
    wide = (count * scale + 1) / (count * scale) * 2 * math.log(math.sqrt(count * scale + 1) / MISTAKE)
    margin = math.sqrt(spread * wide / count)
    return Average(mean, mean - margin, mean + margin)
