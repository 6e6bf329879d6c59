"""Views as plain Python objects, and rules in plain Python to ask of them.

Reading a field of a NumPy record from Python takes about a microsecond, and drawing a scene reads hundreds. `plain`
gives the same fields of a view as Python's own numbers and tuples, which are read twenty times as fast. Who asks rules
of such a view asks the interpreted ones, `rules = interpreted("fairdeal.games.NAME.rules")`, which answer for a record
too, slowly.
"""

from __future__ import annotations

import functools
import math
import struct
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, cast

import numpy as np

from fairdeal.engine import kernel

CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "f4": "f", "f8": "d"}
MOST_SHARED = 128  # with all that was read of them, some 16 kB each

Reader = Callable[[bytes], Any]
"""Make a value of a record's bytes."""

# Asked of the type: a record looks for its own fields first, in Python.
_dtype_of = vars(np.generic)["dtype"].__get__
_bytes_of = vars(np.generic)["tobytes"]


def plain(v: Any) -> Any:
    """Give a view, or a state, as a plain object with the same fields; a plain one is given back.

    It is a copy, to be read only. A row of numbers is a tuple; of arrays with more dimensions `v.hand[seat]` and
    `v.hand[seat, colour]` can be read, as of the record's, but no slices.
    """
    return v if isinstance(v, Plain) else _kind_of(_dtype_of(v))(_bytes_of(v))


def record_of(v: Any) -> Any:
    """Give a plain view as a record again; a record is given back."""
    return np.frombuffer(v.as_bytes, v.dtype).copy()[0] if isinstance(v, Plain) else v


def plain_kind(dtype: np.dtype[Any]) -> type[Plain]:
    """Give the class of plain records of a type, which makes one of a record's bytes."""
    return _kind_of(dtype)


def interpreted(name: str) -> Any:
    """Give a module of rules in plain Python, whatever mode the others are in."""
    return kernel.load(name, "interpreted")


class Plain:
    """A record in plain Python: a field is read when it is first asked for, and kept."""

    dtype: ClassVar[np.dtype[Any]]

    def __init__(self, as_bytes: bytes) -> None:
        self.as_bytes = as_bytes


class Field:
    """Reads a field of a record when it is first asked for; from then on the record has it itself."""

    __slots__ = ("_name", "_read")

    def __init__(self, name: str, read: Reader) -> None:
        self._name = name
        self._read = read

    def __get__(self, v: Plain, kind: type[Plain]) -> Any:
        value = v.__dict__[self._name] = self._read(v.as_bytes)
        return value


class Number:
    """Reads all fields that are one number when one of them is first asked for: they lie side by side."""

    __slots__ = ("_name", "_names", "_read")

    def __init__(self, name: str, names: tuple[str, ...], read: Reader) -> None:
        self._name = name
        self._names = names
        self._read = read

    def __get__(self, v: Plain, kind: type[Plain]) -> Any:
        known = v.__dict__
        known.update(zip(self._names, self._read(v.as_bytes), strict=True))
        return known[self._name]


class Rows(dict[Any, Any]):
    """An array of rows, or of records; what was looked up is remembered, since the rules ask often."""

    __slots__ = ("_as_bytes", "_readers")

    def __init__(self, readers: list[Reader], as_bytes: bytes) -> None:
        super().__init__()
        self._readers = readers
        self._as_bytes = as_bytes

    def __missing__(self, place: Any) -> Any:
        if type(place) is tuple:
            value = self[place[0]][place[1] if len(place) == 2 else place[1:]]
        else:
            value = self._readers[place](self._as_bytes)
        self[place] = value
        return value

    def __iter__(self) -> Iterator[Any]:
        return iter([read(self._as_bytes) for read in self._readers])

    def __len__(self) -> int:
        return len(self._readers)


# --- how a record is read --------------------------------------------------------------------------------------------


@functools.cache
def _kind_of(dtype: np.dtype[Any]) -> type[Plain]:
    """Make the class of plain records of one type."""
    fields = {name: (kind, offset) for name, (kind, offset, *_) in (dtype.fields or {}).items()}
    numbers = {name: place for name, place in fields.items() if not place[0].shape and place[0].names is None}
    read = _numbers_reader(list(numbers.values()))
    readers: dict[str, Any] = {name: Number(name, tuple(numbers), read) for name in numbers}
    readers |= {name: Field(name, _reader(*place)) for name, place in fields.items() if name not in numbers}
    return cast(type[Plain], type("PlainRecord", (Plain,), {"dtype": dtype, **readers}))


def _numbers_reader(places: list[tuple[np.dtype[Any], int]]) -> Reader:
    """Read numbers that stand one behind the other; what is between them is passed over."""
    code, end = "=", 0
    for kind, offset in places:
        code += f"{offset - end}x{_code(kind)}"
        end = offset + kind.itemsize
    return struct.Struct(code).unpack_from


def _code(dtype: np.dtype[Any]) -> str:
    return f"{math.prod(dtype.shape)}{CODES[dtype.base.str[1:]]}"


def _reader(dtype: np.dtype[Any], offset: int) -> Reader:
    """Read an array, or a record within the record, that begins there."""
    if not dtype.shape and dtype.names is not None:
        end = offset + dtype.itemsize
        return lambda as_bytes: _shared(dtype, as_bytes[offset:end])
    if dtype.base.names is None and dtype.ndim < 2:
        return struct.Struct(f"={offset}x{_code(dtype)}").unpack_from  # what goes before it is passed over
    row = np.dtype((dtype.base, dtype.shape[1:]))
    readers = [_reader(row, offset + number * row.itemsize) for number in range(dtype.shape[0])]
    return lambda as_bytes: Rows(readers, as_bytes)


@functools.lru_cache(MOST_SHARED)
def _shared(dtype: np.dtype[Any], as_bytes: bytes) -> Plain:
    """Give a record within the record: options and data are the same from view to view."""
    return _kind_of(dtype)(as_bytes)
