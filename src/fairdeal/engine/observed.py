"""A view as the numbers of an observation: which field stands where, how it is written, and how it is read again.

An observation is made of whole numbers from 0 to 255, so that bytes hold it; `scales_of` makes floats from -1 to 1 of
them. Sets are ones and zeros, things and seats one of several, and a number that needs more than a byte has several,
the highest first. Everything is a function of the view, and can be read back (`read`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from fairdeal.engine.fields import BY_NOBODY, BY_OWNER, OWN, Declared, Place, Seen, facts_of, first_of, places_of
from fairdeal.engine.kernel import MOST_SEATS, UNKNOWN

SET, SEATS_SET, ONE_OF, TWO_OF, SEAT, NUMBER = range(6)  # how a number is written
# Columns of the table: where the row of seat 0 begins, how far it is to the next seat's (0: it is nobody's), which seat
# counted from the observer's own; how many numbers, of how many bytes; how each is written, in how many places, from
# which number on, how many there are of the second of two things, whether it may be unknown; and its first place.
AT, STRIDE, STEP, COUNT, WIDTH, KIND, SIZE, LEAST, SECOND, IS_HIDDEN, PLACE = range(11)
BYTE = 256


@dataclass(frozen=True)
class Written:
    """A row of the table with its field."""

    place: Place
    seen: Seen
    outer: int
    """Where it lies on the axes before that of the seats, taken together."""
    step: int | None
    """Whose it is, counted from the observer's seat; None if it is nobody's."""
    count: int
    kind: int
    size: int
    first: int
    """Its first place in the observation."""

    @property
    def end(self) -> int:
        return self.first + self.count * self.size

    @property
    def low(self) -> int:
        return low_of(self.place.field, self.seen)

    @property
    def spread(self) -> int:
        return spread_of(self.place.field, self.seen)


def seen_of(field: Declared, ranges: Mapping[str, tuple[int, int]], name: str) -> Seen:
    """Give how a field is seen: as it was declared, or as follows from the rest."""
    seen = field.seen or Seen(span=ranges.get(name))
    if seen.by_seat is None and field.is_hidden and field.sees == BY_OWNER and field.dtype.shape:
        seen = Seen(**{**vars(seen), "by_seat": 0, "rows": OWN})
    if field.is_hidden and field.sees == BY_NOBODY:
        seen = Seen(**{**vars(seen), "is_left_out": True})
    return seen


def kind_of(field: Declared, seen: Seen) -> int:
    if field.bits:
        return SEATS_SET if seen.is_seat else SET
    if seen.is_seat:
        return SEAT
    return NUMBER if not seen.one_of else ONE_OF if len(seen.one_of) == 1 else TWO_OF


def low_of(field: Declared, seen: Seen) -> int:
    """Give the lowest number that a field may have; what is hidden may be UNKNOWN."""
    if seen.one_of:
        return seen.least
    if seen.is_seat and not field.bits:
        return 0
    low = int(np.iinfo(field.dtype.base).min) if seen.span is None else seen.span[0]
    return min(low, UNKNOWN) if field.is_hidden else low


def size_of_number(field: Declared, seen: Seen, seats: int) -> int:
    """Give how many places a number of the field has."""
    kind = kind_of(field, seen)
    if kind == SET:
        return field.bits + field.is_hidden
    if kind in (SEATS_SET, SEAT):
        return seats
    if kind != NUMBER:
        return sum(seen.one_of)
    return -(-spread_of(field, seen).bit_length() // 8)


def spread_of(field: Declared, seen: Seen) -> int:
    """Give how far it is from the lowest to the highest number that a field may have."""
    high = int(np.iinfo(field.dtype.base).max) if seen.span is None else seen.span[1]
    return high - low_of(field, seen)


def written_of(rules: Any) -> list[Written]:
    """List what an observation of a game's fields is made of, in its order."""
    dtype, seats = rules.STATE, most_seats_of(rules)
    found: list[Written] = []
    first, observers = 0, 0 if is_relative(dtype) else MOST_SEATS
    for place in sorted(places_of(dtype), key=lambda place: not is_constant(place)):
        field = place.field
        if field.dtype.base.kind != "i":
            continue
        seen = seen_of(field, ranges_of(dtype, place.name), place.name.rpartition(".")[2])
        if seen.is_left_out:
            continue
        kind, size = kind_of(field, seen), size_of_number(field, seen, seats)
        if not is_constant(place):
            first, observers = first + observers, 0
        for outer, step, count in _rows(field, seen, seats):
            found.append(Written(place, seen, outer, step, count, kind, size, first))
            first = found[-1].end
    return found


def is_constant(place: Place) -> bool:
    """Tell whether a field is the same for all viewers from the beginning to the end of a game; such stand first."""
    return not place.field.is_hidden and (place.name == "seats" or place.name.startswith(("options.", "box.")))


def _rows(field: Declared, seen: Seen, seats: int) -> Iterator[tuple[int, int | None, int]]:
    shape = field.dtype.shape
    if seen.by_seat is None:
        yield 0, None, math.prod(shape)
        return
    outer, inner = math.prod(shape[: seen.by_seat]), math.prod(shape[seen.by_seat + 1 :])
    for number in range(outer):
        for step in seen.rows or range(seats):
            yield number, step, inner


@dataclass(frozen=True)
class Feature:
    """Numbers from 0 on that a game's own native `features(v, seat, out, place)` writes behind the fields."""

    count: int
    most: int = 1


def is_relative(dtype: np.dtype[Any]) -> bool:
    """Tell whether a game declares what is whose; if not, the seat that observes is in its observations."""
    found = [place.field.seen for place in places_of(dtype) if place.field.seen is not None]
    return any(seen.is_seat or seen.by_seat is not None for seen in found)


def ranges_of(dtype: np.dtype[Any], name: str) -> Mapping[str, tuple[int, int]]:
    """Give the ranges of the numbers of a data file, if the field is one of them."""
    found = facts_of(dtype["box"]).get("ranges", {}) if name.startswith("box.") and dtype.names else {}
    return dict(found)


def left_out_of(rules: Any) -> list[str]:
    """Name the fields that are in no observation."""
    found = {written.place.name for written in written_of(rules)}
    return [place.name for place in places_of(rules.STATE) if place.name not in found]


def table_of(rules: Any) -> Any:
    """Give what native code needs to write an observation."""
    rows = []
    for written in written_of(rules):
        width = written.place.field.dtype.base.itemsize
        inner = width * written.count
        shape = written.place.field.dtype.shape
        stride = 0 if written.step is None else inner
        at = written.place.start + written.outer * (stride * shape[written.seen.by_seat or 0] if stride else 0)
        second = written.seen.one_of[1] if written.kind == TWO_OF else 0
        hidden = written.place.field.is_hidden and written.kind == SET
        numbers = (written.count, width, written.kind, written.size, written.low, second, hidden)
        rows.append((at, stride, written.step or 0, *numbers, written.first))
    return np.array(rows, np.int64).reshape(len(rows), PLACE + 1)


def length_of(rules: Any) -> int:
    """Count the numbers of an observation that show fields."""
    written = written_of(rules)
    return written[-1].end


def most_seats_of(rules: Any) -> int:
    """Give how many seats the rules have room for."""
    return int(vars(rules).get("SEATS", MOST_SEATS))


def first_changing(rules: Any) -> int:
    """Give the first row that is not the same all through a game."""
    return sum(is_constant(row.place) for row in written_of(rules))


def changes_from(rules: Any) -> int:
    """Give the first place that is not the same all through a game; there the observer's seat stands, if at all."""
    return sum(row.count * row.size for row in written_of(rules) if is_constant(row.place))


def features_of(rules: Any) -> Mapping[str, Feature]:
    """Give the features that a game declares, by their names."""
    return dict(vars(rules).get("FEATURES", {}))


def scales_of(rules: Any) -> tuple[Any, Any]:
    """Give what makes floats from -1 to 1 of the bytes of an observation: a factor for each, and an offset."""
    factors, offsets = np.ones(rules.OBSERVATION, np.float32), np.zeros(rules.OBSERVATION, np.float32)
    place = length_of(rules)
    for feature in features_of(rules).values():
        factors[place : place + feature.count] = 1 / feature.most
        place += feature.count
    for written in written_of(rules):
        if written.kind != NUMBER or not written.size:
            continue
        low, most = written.low, written.low + written.spread
        if written.size == 1:
            largest = max(abs(low), abs(most), 1)
            factors[written.first : written.end] = 1 / largest
            offsets[written.first : written.end] = low / largest
        else:
            by_byte = [1 / (written.spread >> 8 * (written.size - 1)), *[1 / (BYTE - 1)] * (written.size - 1)]
            factors[written.first : written.end] = by_byte * written.count
    return factors, offsets


# --- names -----------------------------------------------------------------------------------------------------------


def names_of(rules: Any) -> list[str]:
    """Name every number of an observation; seats are counted from the observer's own: `held[+1]`."""
    names: list[str] = []
    for written in written_of(rules):
        if written.first > len(names):
            names += [f"seat is {seat}" for seat in range(MOST_SEATS)]
        names += [f"{name}{part}" for name in _numbers_in(written) for part in _parts_of(written)]
    for name, feature in features_of(rules).items():
        names += [f"{name}[{number}]" for number in range(feature.count)]
    return names


def _numbers_in(written: Written) -> Iterator[str]:
    shape, axis = written.place.field.dtype.shape, written.seen.by_seat
    if written.step is None or axis is None:
        indices: Iterator[tuple[Any, ...]] = iter(np.ndindex(shape))
    else:
        before = tuple(int(n) for n in np.unravel_index(written.outer, shape[:axis])) if axis else ()
        indices = ((*before, f"{written.step:+}", *rest) for rest in np.ndindex(shape[axis + 1 :]))
    for index in indices:
        yield written.place.name + (f"[{','.join(map(str, index))}]" if index else "")


def _parts_of(written: Written) -> list[str]:
    seen = written.seen
    if written.kind == SET:
        bits = [f" has {bit}" for bit in range(written.place.field.bits)]
        return bits + [" is unknown"] * written.place.field.is_hidden
    if written.kind in (SEATS_SET, SEAT):
        verb = "has" if written.kind == SEATS_SET else "is"
        return [f" {verb} {step:+}" for step in range(written.size)]
    if written.kind == ONE_OF:
        return [f" is {seen.least + thing}" for thing in range(seen.one_of[0])]
    if written.kind == TWO_OF:
        return [f" is {thing} of {size}" for size in seen.one_of for thing in range(size)]
    return [""] if written.size == 1 else [f" byte {place}" for place in range(written.size)]


# --- reading ---------------------------------------------------------------------------------------------------------


def read(rules: Any, observation: Any, seat: int) -> Any:
    """Make a view, in an array of one, of an observation's bytes; what is left out has its first value.

    A row of another seat that is never shown is UNKNOWN, unless the field that counts it says that there is nothing.
    """
    out = first_of(rules.STATE)
    numbers = {place.name: field_of(out, place.name) for place in places_of(rules.STATE)}
    places = written_of(rules)
    for written in places:
        if written.place.name == "seats":
            numbers["seats"][...] = _numbers(written, observation, seat, 0)[0]
    seats = int(numbers["seats"])
    for written in places:
        found, array = _numbers(written, observation, seat, seats), numbers[written.place.name]
        if written.step is None:
            array.reshape(-1)[:] = found
        elif written.seen.rows or written.step < seats:
            other = (seat + written.step) % seats
            _axis_view(array, written)[written.outer, other] = found
    for written in places:
        if written.seen.rows:
            _mask_the_rest(written, numbers, seat, seats)
    return out


def _axis_view(array: Any, written: Written) -> Any:
    shape, axis = written.place.field.dtype.shape, written.seen.by_seat or 0
    return array.reshape(math.prod(shape[:axis]), shape[axis], -1)


def _mask_the_rest(written: Written, numbers: dict[str, Any], seat: int, seats: int) -> None:
    field = written.place.field
    shown = {(seat + step) % seats for step in written.seen.rows}
    for other in set(range(seats)) - shown:
        if not field.count or numbers[field.count][other]:
            _axis_view(numbers[written.place.name], written)[written.outer, other] = UNKNOWN


def field_of(records: Any, name: str) -> Any:
    """Give a field of the only record of an array, of a record within it too, as an array."""
    for part in name.split("."):
        records = records[part]
    return records.view(np.ndarray).reshape(records.shape[1:])


def _numbers(written: Written, observation: Any, seat: int, seats: int) -> list[int]:
    parts = observation[written.first : written.end].reshape(written.count, -1).astype(int)
    return [_number(written, part.tolist(), seat, seats) for part in parts]


def _number(written: Written, part: list[int], seat: int, seats: int) -> int:
    if written.kind == SET:
        bits = written.place.field.bits
        return UNKNOWN if any(part[bits:]) else sum(one << bit for bit, one in enumerate(part[:bits]))
    if written.kind == SEATS_SET:
        return sum(1 << (seat + step) % seats for step, one in enumerate(part) if one)
    if written.kind == SEAT:
        return (seat + part.index(1)) % seats if any(part) else -1
    if written.kind == ONE_OF:
        return written.seen.least + (part.index(1) if any(part) else -1)
    if written.kind == TWO_OF:
        first, second = written.seen.one_of
        return part[:first].index(1) * second + part[first:].index(1) if any(part) else -1
    return written.low + sum(digit << 8 * place for place, digit in enumerate(reversed(part)))
