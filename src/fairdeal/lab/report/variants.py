"""Variants of a game, and what can be measured of each: for comparing two, and for sweeping through many."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from fairdeal.contract.game import Game
from fairdeal.contract.measures import measure_label
from fairdeal.contract.options import Json
from fairdeal.contract.rules import Numbers
from fairdeal.errors import Refused
from fairdeal.lab.report.figures import COUNT, PERCENT
from fairdeal.lab.report.plan import Plan, new_plan
from fairdeal.lab.report.sample import Sample
from fairdeal.lab.report.sections import margin_of, minutes_of
from fairdeal.language.messages import Message, say
from fairdeal.play.tracks import measures_of

SEATS, BOTS, DATA = "seats", "bots", "data"
COUNTED_BY = "count"  # in tables of a data file that have a row for each number of seats
MOST_CELLS = 100
RANGE = re.compile(r"(-?\d{1,9})\.\.(-?\d{1,9})")


# --- variants --------------------------------------------------------------------------------------------------------


@dataclass
class Variant:
    """How a game is to be played, while it is being put together."""

    game: Game
    bots: str
    seats: int | None = None
    options: dict[str, Json] = field(default_factory=dict)
    data: Mapping[str, Json] | None = None
    numbers: dict[str, int] = field(default_factory=dict)
    """Of the data file, by their keys."""

    def change(self, text: str, read_data: Callable[[str], Mapping[str, Json]]) -> None:
        """Change what NAME=VALUE says: seats, bots, the data file, an option, or a number of the data file.

        Raise Refused.
        """
        name, equals, value = text.removeprefix("option=").partition("=")
        chosen = [option for option in self.game.options if option.default is not None]  # others follow from these
        option = next((option for option in chosen if option.name == name), None)
        if not equals or not name or not value:
            raise Refused(say("variant.written", text=text))
        if name == BOTS:
            self.bots = value
        elif name == DATA:
            self.data = read_data(value)
        elif name == SEATS:
            self.seats = _whole(name, value)
        elif option is not None:
            self.options[name] = option.parse(value)
        else:
            self.numbers[name] = _whole(name, value)

    def plan(self, seed: str) -> Plan:
        """Give the plan of its games. Raise what is wrong with it."""
        seats = self.game.best_seats if self.seats is None else self.seats
        data = self.data
        for name, number in self.numbers.items():
            data = with_number(self.game, self.game.own_data if data is None else data, seats, name, number)
        bots = tuple(name.strip() for name in self.bots.split(","))
        return replace(new_plan(self.game, bots, seats, self.options, data, seed), is_probed=False)


def _whole(name: str, value: str) -> int:
    if not re.fullmatch(r"-?\d{1,9}", value):
        raise Refused(say("variant.whole", name=name, value=value))
    return int(value)


def with_number(game: Game, document: Mapping[str, Json], seats: int, name: str, number: int) -> dict[str, Json]:
    """Change a number of a data file wherever its key stands; in a table by number of seats, in its row only.

    Raise Refused where there is none.
    """
    changed: dict[str, Json] = copy.deepcopy(dict(document))
    places = [place for place in _places(changed, name) if place.get(COUNTED_BY, seats) == seats]
    if not places:
        raise Refused(say("variant.unknown", game=game.title, name=name, options=[each.name for each in game.options]))
    for place in places:
        place[name] = number
    return changed


def _places(part: Any, name: str) -> Iterator[dict[str, Any]]:
    """Find the tables of a document that have a whole number under a key."""
    if isinstance(part, dict):
        if type(part.get(name)) is int:
            yield part
        for inner in part.values():
            yield from _places(inner, name)
    elif isinstance(part, list):
        for inner in part:
            yield from _places(inner, name)


def read_values(text: str) -> tuple[str, list[str]]:
    """Read NAME=VALUES, a range of whole numbers or several values with commas between them. Raise Refused.

    >>> read_values("limit=2..4"), read_values("rounds=1,3")
    (('limit', ['2', '3', '4']), ('rounds', ['1', '3']))
    """
    name, _, listed = text.removeprefix("option=").partition("=")
    found = RANGE.fullmatch(listed)
    if found:
        low, high = map(int, found.groups())
        values = [str(number) for number in range(low, min(high, low + MOST_CELLS) + 1)]
    else:
        values = [value.strip() for value in listed.split(",") if value.strip()]
    if not name or not values:
        raise Refused(say("sweep.values", text=text))
    if len(values) > MOST_CELLS or len(set(values)) < len(values):
        raise Refused(say("sweep.many" if len(values) > MOST_CELLS else "sweep.twice", text=text, count=MOST_CELLS))
    return name, values


# --- what is measured ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Measure:
    """A number of each game, by a name that people give on the command line."""

    name: str
    label: Message
    unit: str
    values: Callable[[Sample], Numbers]

    def by_deal(self, sample: Sample) -> list[float]:
        return sample.by_deal(self.values(sample))


def measures(plan: Plan) -> dict[str, Measure]:
    """List what can be measured of a plan's games."""
    found = [
        Measure("decisions", say("report.row.decisions"), COUNT, lambda sample: sample.columns["decisions"]),
        Measure("minutes", say("report.row.minutes"), COUNT, minutes_of),
        Measure("forced", say("report.row.forced"), PERCENT, _forced),
        Measure("points", say("report.row.points"), COUNT, lambda sample: np.asarray(sample.points.mean(axis=1))),
    ]
    if plan.seats > 1:
        found += [
            Measure("margin", say("report.row.margin"), COUNT, margin_of),
            Measure("shared", say("report.row.shared"), PERCENT, _shared),
            Measure("changes", say("report.row.changes"), COUNT, lambda sample: sample.columns["changes"]),
            Measure("never", say("report.row.never"), PERCENT, lambda sample: sample.columns["changes"] == 0),
        ]
        if not plan.found.rules.REAL_TIME:
            found.insert(0, Measure("first", say("report.row.first"), PERCENT, _first))
    found += [Measure(name, measure_label(name), COUNT, _own(name)) for name in measures_of(plan.found)]
    return {measure.name: measure for measure in found}


def _forced(sample: Sample) -> Numbers:
    return np.asarray(sample.columns["forced"] / np.maximum(sample.columns["decisions"], 1))


def _shared(sample: Sample) -> Numbers:
    return np.asarray((sample.won > 0).sum(axis=1) > 1)


def _first(sample: Sample) -> Numbers:
    """What whoever had the first turn has of the victory."""
    return np.asarray(sample.by_place(sample.won)[:, 0])


def _own(name: str) -> Callable[[Sample], Numbers]:
    return lambda sample: np.asarray(sample.by_seat(name).mean(axis=1))


def find_measure(known: Mapping[str, Measure], name: str) -> Measure:
    """Give a measure by its name. Raise Refused."""
    if name not in known:
        raise Refused(say("variant.no_measure", name=name, names=list(known)))
    return known[name]
