"""The fields of a state, each declared as public or hidden, with its first value; what follows from that.

`STATE = state(OPTIONS, BOX, phase=public("i1", START), hand=hidden(("i8", SEATS), 0, count="held"))`. No field is
public by default: whoever declares one says who may see it. From the declaration follow an empty table, views, and a
view as numbers; `fairdeal.kit.derived` has the native functions, and this module their tables; `Seen` says how
learners see a field, and `fairdeal.engine.observed` what follows from that.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from fairdeal.engine.kernel import MOST_SEATS, record

BY_OWNER, BY_NOBODY = -1, -2  # who sees a place of a hidden field; rules of a game's own are numbered from 0 on
NO_PHASE = -1


ALL, OWN = (), (0,)  # rows of seats that a learner is shown


@dataclass(frozen=True)
class Seen:
    """How a learner sees the numbers of a field; what is not said is a number as wide as its type, or a set of bits."""

    span: tuple[int, int] | None = None
    """The lowest and the highest of them."""
    one_of: tuple[int, ...] = ()
    """Of how many things each is one; two sizes if it is a thing of the first and one of the second, such as suit and
    rank."""
    least: int = 0
    """What the first of these things is as a number; whatever is below is none of them."""
    is_seat: bool = False
    """Whether it is a seat, or NOBODY; the bits of a set are then seats too."""
    by_seat: int | None = None
    """The axis of the seats, which are then counted from the observer's own, clockwise."""
    rows: tuple[int, ...] = ALL
    """Which seats' rows can ever be seen, counted like that; all, if none is named."""
    is_left_out: bool = False
    """Whether learners see nothing of it; the game's catalogue says under `unobserved` why that cannot matter."""


A_SEAT = Seen(is_seat=True)
BY_SEAT = Seen(by_seat=0)


def up_to(most: int, least: int = 0, **more: Any) -> Seen:
    """Say that a field has numbers from the least to the most."""
    return Seen(span=(least, most), **more)


def one_of(*sizes: int, least: int = 0, **more: Any) -> Seen:
    """Say that each number of a field is one of so many things."""
    return Seen(one_of=sizes, least=least, **more)


@dataclass(frozen=True)
class Declared:
    """What is declared of a field."""

    kind: Any
    first: Any = 0
    is_hidden: bool = False
    count: str = ""
    """The field that says how many things a seat has there; where there are none, there is nothing to hide."""
    sees: int = BY_OWNER
    """Who sees a place: its seat, nobody, or whom the game's `sees(s, viewer, number, place)` names."""
    axes: int = 1
    """How many axes of the array number its places; 0 if all of it is one."""
    part: tuple[slice, ...] = ()
    """Of each place, what is hidden at all, where the rest never is."""
    bits: int = 0
    """How many things there can be in it, if its numbers are sets."""
    is_card: bool = False
    """Whether its numbers are cards; what is no card is below 0."""
    seen: Seen | None = None
    """How learners see its numbers."""

    @property
    def dtype(self) -> np.dtype[Any]:
        dtype: np.dtype[Any] = np.dtype(self.kind)
        return dtype


def public(kind: Any, first: Any = 0, *, bits: int = 0, is_card: bool = False, seen: Seen | None = None) -> Declared:
    """Declare a field that everybody sees."""
    return Declared(kind, first, bits=bits, is_card=is_card, seen=seen)


def hidden(
    kind: Any,
    first: Any = 0,
    *,
    count: str = "",
    sees: int = BY_OWNER,
    axes: int = 1,
    part: tuple[slice, ...] = (),
    bits: int = 0,
    is_card: bool = False,
    seen: Seen | None = None,
) -> Declared:
    """Declare a field that not everybody sees: by default the first axis is the seats, and each sees its own row."""
    return Declared(kind, first, True, count, sees, axes, part, bits, is_card, seen)


def declared(**fields: Declared) -> np.dtype[Any]:
    """Make a record type of declared fields, such as options that are kept from the players."""
    return np.dtype(record(**{name: field.kind for name, field in fields.items()}), metadata={"fields": fields})


def state(
    options: np.dtype[Any], box: np.dtype[Any], *, all_shown_in: int = NO_PHASE, **fields: Declared
) -> np.dtype[Any]:
    """Make the type of a game's state: its seats, options and box, and the fields of the game.

    In the phase `all_shown_in`, the end of most games, nothing is hidden.
    """
    for name, field in fields.items():
        _check_field(name, field, fields)
    dtype = declared(seats=public("i1", seen=up_to(MOST_SEATS)), options=public(options), box=public(box), **fields)
    return np.dtype(dtype, metadata={**facts_of(dtype), "all_shown_in": all_shown_in})


def _check_field(name: str, field: Declared, fields: dict[str, Declared]) -> None:
    if not isinstance(field, Declared):
        raise TypeError(f"Field {name!r} is neither public(...) nor hidden(...).")
    if field.count and field.count not in fields:
        raise ValueError(f"Field {name!r} is counted by {field.count!r}, which is no field.")
    room = 8 * field.dtype.base.itemsize - 1
    if field.bits > room:
        raise ValueError(f"Field {name!r} is a set of {field.bits}, and its type has room for {room}.")


def facts_of(dtype: np.dtype[Any]) -> dict[str, Any]:
    """Give what is declared of a type; nothing if it is plain."""
    return dict(dtype.metadata or ())


class Place(NamedTuple):
    """A field that holds numbers, and where it begins in the state."""

    name: str
    field: Declared
    start: int


def places_of(dtype: np.dtype[Any], start: int = 0, prefix: str = "") -> Iterator[Place]:
    """List the fields of a declared type in their order, and those of records within it."""
    fields = facts_of(dtype).get("fields", {})
    for name, (kind, offset, *_) in (dtype.fields or {}).items():
        field = fields.get(name, Declared(kind))
        if kind.base.names is None:
            yield Place(prefix + name, field, start + offset)
        elif not kind.shape:
            yield from places_of(field.dtype, start + offset, f"{prefix}{name}.")


def first_of(dtype: np.dtype[Any]) -> Any:
    """Give an empty table, in an array of one: every field has its first value."""
    empty = np.zeros(1, dtype)
    for name, field in facts_of(dtype)["fields"].items():
        if field.dtype.base.names is None:
            empty[0][name] = np.broadcast_to(np.array(field.first, field.dtype.base), field.dtype.shape)
    return empty


# --- what is hidden --------------------------------------------------------------------------------------------------

SEES, PLACE, START, END, COUNT_AT, COUNT_WIDTH = range(6)  # columns


def hidden_of(dtype: np.dtype[Any]) -> Any:
    """List what may be hidden: who sees it, its place, its bytes, and where it is counted, if it is."""
    places = {place.name: place for place in places_of(dtype)}
    rows = [row for place in places.values() if place.field.is_hidden for row in _hidden_rows(place, places)]
    return np.array(rows, np.int32).reshape(len(rows), COUNT_WIDTH + 1)


def _hidden_rows(place: Place, places: dict[str, Place]) -> Iterator[tuple[int, ...]]:
    field, shape = place.field, place.field.dtype.shape
    axes = min(field.axes, len(shape))
    numbers = np.arange(math.prod(shape)).reshape(shape)
    for number, index in enumerate(np.ndindex(shape[:axes])):
        counter = places.get(field.count)
        width = counter.field.dtype.base.itemsize if counter else 0
        count_at = counter.start + number * width if counter else 0
        for start, end in _runs(np.atleast_1d(numbers[index][field.part] if field.part else numbers[index])):
            size = field.dtype.base.itemsize
            yield field.sees, number, place.start + start * size, place.start + end * size, count_at, width


def _runs(numbers: Any) -> Iterator[tuple[int, int]]:
    """Give the stretches of numbers without a gap."""
    flat = numbers.ravel()
    for run in np.split(flat, np.flatnonzero(np.diff(flat) != 1) + 1):
        yield int(run[0]), int(run[-1]) + 1


# --- what a data file gives ------------------------------------------------------------------------------------------


def ranged(**ranges: tuple[int, int]) -> np.dtype[Any]:
    """Make the type of a box of whole numbers that a data file gives, each with its lowest and its highest."""
    kinds = {
        name: np.result_type(*map(np.min_scalar_type, (-abs(low) - 1, -high - 1)))
        for name, (low, high) in ranges.items()
    }
    return np.dtype(record(**kinds), metadata={"ranges": ranges})
