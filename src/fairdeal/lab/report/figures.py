"""The figures of a report: numbers with their intervals, how people read them, and the topics they stand under."""

from __future__ import annotations

import math
from dataclasses import dataclass

from fairdeal.lab.simulate import Average
from fairdeal.language.messages import Message, say

PERCENT, COUNT, MORE = "percent", "count", "more"


@dataclass(frozen=True)
class Figure:
    """A number of a report."""

    key: str
    label: Message
    value: Average
    unit: str = COUNT
    game: int | None = None
    """A game that shows it, as the run numbers them."""
    moment: int | None = None
    """The event of that game, from 0 on, after which it is seen best."""


@dataclass(frozen=True)
class Bars:
    """How often a whole number came up in games, in bars of the same width."""

    label: Message
    low: int
    width: int
    shares: tuple[float, ...]


@dataclass(frozen=True)
class Section:
    """A topic of a report."""

    key: str
    sentences: tuple[Message, ...]
    rows: tuple[Figure, ...]
    even: float | None = None
    """What the numbers of its plot would be if all were even; then the rows in percent are drawn."""
    bars: tuple[Bars, ...] = ()

    @property
    def title(self) -> Message:
        return say(f"report.title.{self.key}")


@dataclass(frozen=True)
class Outlier:
    """A game that is like no other."""

    key: str
    game: int
    value: Message
    moment: int | None = None
    """The event, from 0 on, after which that is seen best."""

    @property
    def label(self) -> Message:
        return say(f"report.outlier.{self.key}")


# --- numbers as people read them -------------------------------------------------------------------------------------

FACTORS = {PERCENT: 100, COUNT: 1, MORE: 100}
MOST_DECIMALS = 4


def number_text(value: Average, unit: str) -> Message:
    """Give a number with its unit."""
    return say(f"report.unit.{unit}", value=rounded(value.mean, value, unit))


def interval_text(value: Average, unit: str) -> Message:
    """Give an interval; of a single deal there is none."""
    if value.low is None or value.high is None:
        return say("report.no_interval")
    return say("report.interval", low=rounded(value.low, value, unit), high=rounded(value.high, value, unit))


def rounded(number: float, value: Average, unit: str) -> str:
    """Round a number to a third of its interval's reach, or finer.

    >>> rounded(0.576, Average(0.576, 0.569, 0.583), "percent"), rounded(16.624, Average(16.624, 16.6, 16.64), "count")
    ('57.6', '16.624')
    """
    if value.low is None or value.high is None:
        decimals = 1
    else:
        reach = FACTORS[unit] * (value.high - value.low) / 2
        exact = 0 if number == round(number) else 1
        decimals = exact if reach == 0 else max(0, min(MOST_DECIMALS, -math.floor(math.log10(reach / 3))))
    sign = "+" if unit == MORE else ""
    return f"{FACTORS[unit] * number:{sign}.{decimals}f}"


def even_text(even: float) -> Message:
    """Give the share that all would have if they were even."""
    return number_text(Average(even, None, None), PERCENT)


def told(value: Average, unit: str) -> dict[str, Message]:
    return {"value": number_text(value, unit), "interval": interval_text(value, unit)}
