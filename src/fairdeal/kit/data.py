"""Data files: structs say which keys there are, of what kind and in which range; reader, faults and ranges follow.

    class Numbers(DataTable):
        tricks: Annotated[int, Meta(ge=1, le=10)] = 5

    class NumbersFile(DataTable):
        numbers: Numbers

    FORM = DataForm(NumbersFile, VOICE, fill, agree)

A key with a default may be missing. `fill` makes the record that the rules read, and `agree` says what is wrong between
keys that are right by themselves.
"""

from __future__ import annotations

import dataclasses
import functools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import NODEFAULT, Meta, Struct
from msgspec import inspect as kinds

from fairdeal.contract.data import DataEntry
from fairdeal.contract.options import Json
from fairdeal.errors import BadData
from fairdeal.language.messages import Message, either, say
from fairdeal.language.voice import Voice
from fairdeal.structs import converter

MOST_KEPT = 16  # documents
MOST_SHOWN = 60  # letters of a value that is wrong

Word = Annotated[str, Meta(min_length=1, max_length=20)]
Source = Annotated[str, Meta(max_length=200)]
"""Where the contents of a table come from."""


class DataTable(Struct, forbid_unknown_fields=True):
    """A table of a data file; if there are several of a name, each is called by its first key."""


T = TypeVar("T", bound=DataTable)


def all_agree(document: Any) -> Iterable[Message]:
    """Find nothing wrong between keys."""
    return ()


@dataclass(frozen=True)
class DataForm(Generic[T]):
    """How the data files of a game are written, and what they become."""

    kind: type[T]
    voice: Voice
    fill: Callable[[T], Any]
    """Make the record that the rules read."""
    agree: Callable[[T], Iterable[Message]] = all_agree
    """Say what is wrong between keys that are right by themselves."""
    kept: dict[str, Any] = dataclasses.field(default_factory=dict, compare=False, repr=False)
    """The records of documents without faults, by how they are written: a setting is made for each of many games."""

    _convert: Callable[[Json], T] = dataclasses.field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_convert", converter(self.kind))

    def faults(self, document: Mapping[str, Json]) -> list[Message]:
        """Say all that is wrong with a document."""
        found = list(_table_faults(_kind_of(self.kind), document, FILE_PLACE))
        return found or list(self.agree(self.parsed(document)))

    def parsed(self, document: Mapping[str, Json]) -> T:
        """Give a document, each key of which is right, as structs."""
        return self._convert(document)

    def read(self, document: Mapping[str, Json]) -> Any:
        """Give the record that the rules read; refuse a document with the first of its faults."""
        written = repr(document)
        if written not in self.kept:
            faults = self.faults(document)
            if faults:
                raise BadData(faults[0], self.voice)
            if len(self.kept) == MOST_KEPT:
                self.kept.clear()
            self.kept[written] = self.fill(self.parsed(document))
        return self.kept[written].copy()

    def entries(self) -> list[DataEntry]:
        """List the keys with what they may be."""
        return list(_entries(_kind_of(self.kind), (), ()))

    def differences(self, document: Mapping[str, Json], own: Mapping[str, Json]) -> list[Message]:
        """Say where a document without faults differs from another one; a key that is missing is as usual."""
        here, there = (msgspec.to_builtins(self.parsed(one)) for one in (document, own))
        return list(_table_differences(here, there, FILE_PLACE))


@functools.cache
def _kind_of(kind: type[DataTable]) -> kinds.Type:
    return kinds.type_info(kind)


# --- places of a file, and what agrees with what ---------------------------------------------------------------------

FILE_PLACE = say("form.file")


def table_place(name: str, place: Message = FILE_PLACE) -> Message:
    """Name a table of a file, or of another table."""
    return say("form.table", name=name) if place is FILE_PLACE else say("form.inner_table", name=name, place=place)


def row_place(name: str, number: int, row: Any, place: Message = FILE_PLACE) -> Message:
    """Name one of several tables, counted from 0: by its number and its first key."""
    table = row if isinstance(row, Mapping) else msgspec.to_builtins(row)
    key, value = next(iter(table.items()), ("", None))
    here = say("form.row" if place is FILE_PLACE else "form.inner_row", name=name, number=number + 1, place=place)
    if type(value) is int or (isinstance(value, str) and _called(value) == value):
        return say("form.called", place=here, key=key, value=value)
    return here


def fault(place: Message, key: str | Message, value: Json, allowed: Message) -> Message:
    """Say that a key cannot have its value, and which it can have."""
    given = say("form.tables", count=len(value)) if _are_rows(value) else shown(value)
    return say("form.not_allowed", place=place, key=key, value=given, allowed=allowed)


def shown(value: Json) -> str:
    """Write a value as a file has it, the beginning of a long one."""
    try:
        text = json.dumps(value, ensure_ascii=False)
        text = text if text.isprintable() else json.dumps(value)
    except RecursionError:
        return "..."
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..."


def _called(key: str) -> str:
    """Write the name of a key, in quotes if it is a strange one."""
    return key if key.isprintable() and 0 < len(key) <= MOST_SHOWN else shown(key)


def in_order(name: str, rows: Sequence[Any], wanted: Sequence[Any]) -> Iterator[Message]:
    """Find the tables whose first key is not the one that belongs there."""
    for number, (row, value) in enumerate(zip(rows, wanted, strict=True)):
        key = row.__struct_fields__[0]
        if getattr(row, key) != value:
            place = row_place(name, number, row)
            yield say("form.order", place=place, key=key, value=shown(value), order=list(wanted))


def all_differ(place: Message, key: str, values: Sequence[Any]) -> Iterator[Message]:
    """Find what stands in a list twice."""
    for value in sorted({value for value in values if list(values).count(value) > 1}):
        yield say("form.twice", place=place, key=key, value=shown(value))


# --- what is wrong with a document -----------------------------------------------------------------------------------


def _table_faults(kind: Any, table: Mapping[str, Json], place: Message) -> Iterator[Message]:
    fields = {field.encode_name: field for field in kind.fields}
    missing = [key for key, field in fields.items() if field.required and key not in table]
    strange = [_called(key) for key in table if key not in fields]
    if missing:
        yield say("form.lacks", place=place, keys=missing, count=len(missing))
    if strange:
        yield say("form.unknown", place=place, keys=strange, count=len(strange), known=list(fields))
    for key, field in fields.items():
        if key in table:
            yield from _faults(_given(field.type), table[key], key, place)


def _given(kind: Any) -> Any:
    """Give the kind of a key that is there; None stands for one that is not, since a file has no such value."""
    if isinstance(kind, kinds.UnionType):
        return next(part for part in kind.types if not isinstance(part, kinds.NoneType))
    return kind


def _faults(kind: Any, value: Json, key: str | Message, place: Message) -> Iterator[Message]:
    if not _fits(kind, value):
        yield fault(place, key, value, allowed(kind))
    elif isinstance(kind, kinds.StructType):
        yield from _table_faults(kind, value, table_place(str(key), place))
    elif isinstance(kind, kinds.DictType):
        for name, part in value.items():
            yield from _faults(kind.value_type, part, _called(name), table_place(str(key), place))
    elif isinstance(kind, kinds.ListType):
        for number, part in enumerate(value):
            if isinstance(kind.item_type, kinds.StructType):
                yield from _table_faults(kind.item_type, part, row_place(str(key), number, part, place))
            else:
                entry = say("form.entry", number=number + 1, key=key)
                yield from _faults(kind.item_type, part, entry, place)


def _fits(kind: Any, value: Json) -> bool:
    """Tell whether a value is right by itself, whatever stands in it."""
    match kind:
        case kinds.IntType():
            low, high = range_of(kind)
            return type(value) is int and low <= value <= high
        case kinds.StrType():
            return isinstance(value, str) and _has_size(kind, value) and value.isprintable()
        case kinds.BoolType():
            return type(value) is bool
        case kinds.LiteralType():
            return any(type(value) is type(choice) and value == choice for choice in kind.values)
        case kinds.ListType(item_type=kinds.StructType()):
            return isinstance(value, list) and _has_size(kind, value) and all(isinstance(row, Mapping) for row in value)
        case kinds.ListType():
            return isinstance(value, list) and _has_size(kind, value)
        case _:
            return isinstance(value, Mapping)


def range_of(kind: Any) -> tuple[int, int]:
    """Give the lowest and the highest of whole numbers; both have to be declared."""
    return kind.ge, kind.le


def _has_size(kind: Any, value: Any) -> bool:
    low, high = _sizes(kind)
    return low <= len(value) <= high


def _sizes(kind: Any) -> tuple[int, int]:
    return kind.min_length or 0, kind.max_length


# --- what a key may be -----------------------------------------------------------------------------------------------


def allowed(kind: Any) -> Message:
    """Say which values a kind has."""
    match kind:
        case kinds.IntType():
            return say("allowed.whole", low=range_of(kind)[0], high=range_of(kind)[1])
        case kinds.StrType():
            return say("allowed.text", low=kind.min_length or 0, high=kind.max_length)
        case kinds.BoolType():
            return either(["true", "false"])
        case kinds.LiteralType():
            return say("allowed.one_of", choices=[shown(choice) for choice in kind.values])
        case kinds.ListType(item_type=kinds.StructType()):
            return say("allowed.tables", size=_size(kind))
        case kinds.ListType():
            return say("allowed.list", size=_size(kind), each=allowed(kind.item_type))
        case kinds.DictType():
            return say("allowed.entries", each=allowed(kind.value_type))
        case _:
            return say("allowed.table")


def _size(kind: Any) -> Message:
    low, high = _sizes(kind)
    return say("allowed.size", count=low) if low == high else say("allowed.sizes", low=low, high=high)


def _entries(kind: Any, path: tuple[str, ...], is_list: tuple[bool, ...]) -> Iterator[DataEntry]:
    for field in kind.fields:
        here = (*path, field.encode_name)
        kind = _given(field.type)
        match kind:
            case kinds.StructType() as table:
                yield from _entries(table, here, (*is_list, False))
            case kinds.ListType(item_type=kinds.StructType() as table):
                yield from _entries(table, here, (*is_list, True))
            case _:
                usual = None if field.default is NODEFAULT else field.default
                yield DataEntry(here, is_list, allowed(kind), usual)


# --- where two documents differ --------------------------------------------------------------------------------------


def _table_differences(here: Any, there: Any, place: Message) -> Iterator[Message]:
    for key, value in here.items():
        usual = there.get(key)
        if isinstance(value, dict) and isinstance(usual, dict):
            yield from _table_differences(value, usual, table_place(key, place))
        elif _are_rows(value) and _are_rows(usual):
            yield from _row_differences(value, usual, key, place)
        elif value != usual:
            yield say("form.differs", place=place, key=key, value=shown(value), usual=shown(usual))


def _are_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


def _row_differences(here: list[Any], there: list[Any], key: str, place: Message) -> Iterator[Message]:
    if len(here) != len(there):
        yield say("form.row_count", place=place, key=key, count=len(here), usual=len(there))
    for number, (row, usual) in enumerate(zip(here, there, strict=False)):
        yield from _table_differences(row, usual, row_place(key, number, row, place))
