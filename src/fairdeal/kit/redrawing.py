"""Parts of a scene that are drawn, and encoded, only when what they are drawn of has changed.

Whoever draws a table again and again has a sketchbook for each viewer. While it is open, a part that a game has marked
here stands in a scene as the JSON that it is sent as, and the last one of each is kept. Without a sketchbook all is
drawn as it stands in the game, and only what is alike at all tables is kept.
"""

from __future__ import annotations

import functools
import itertools
import struct
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from typing import Any, ParamSpec, TypeVar

import numpy as np
from msgspec import Raw

from fairdeal.engine.plain import CODES, plain

P = ParamSpec("P")
R = TypeVar("R")


class Sketchbook:
    """What was drawn for one viewer of a table."""

    __slots__ = ("encode", "kept", "last")

    def __init__(self, encode: Callable[[Any], bytes], kept: dict[Any, Any] | None = None) -> None:
        self.encode = encode
        self.kept: dict[Any, Any] = {} if kept is None else kept
        """What is drawn alike at all tables that say the same, by the function that draws and its arguments."""
        self.last: dict[Any, tuple[Any, Any]] = {}
        """By the function that draws and its first argument, such as a seat: what it was drawn of, and the drawing."""


_open: ContextVar[Sketchbook | None] = ContextVar("sketchbook", default=None)
_kept: dict[Any, Any] = {}  # without a sketchbook


def drawn_into(book: Sketchbook, draw: Callable[P, R], *drawn_of: P.args, **named: P.kwargs) -> R:
    """Draw something, and keep its parts in a book."""
    before = _open.set(book)
    try:
        return draw(*drawn_of, **named)
    finally:
        _open.reset(before)


def part(draw: Callable[P, R]) -> Callable[P, R]:
    """Let a part be encoded as soon as it is drawn into a book."""

    @functools.wraps(draw)
    def encoded(*drawn_of: P.args, **named: P.kwargs) -> R | Raw:
        book = _open.get()
        drawn = draw(*drawn_of, **named)
        return drawn if book is None else Raw(book.encode(drawn))

    return encoded  # type: ignore[return-value]  # for a book a part is its JSON


def kept(draw: Callable[P, R]) -> Callable[P, R]:
    """Let something be drawn once for all tables: there are few of it, and it names no player."""

    @functools.wraps(draw)
    def drawn_once(*drawn_of: P.args, **named: P.kwargs) -> R:
        book, key = _open.get(), (draw, drawn_of)
        drawings = _kept if book is None else book.kept
        drawn: R | None = drawings.get(key)
        if drawn is None:
            drawn = drawings[key] = draw(*drawn_of, **named)
        return drawn

    return drawn_once


def redrawn(draw: Callable[P, R]) -> Callable[P, R]:
    """Let something be drawn only when one of its arguments, the first of which says where it lies, is another."""

    @functools.wraps(draw)
    def last_drawn(*drawn_of: P.args, **named: P.kwargs) -> R:
        book = _open.get()
        if book is None:
            return draw(*drawn_of, **named)
        key = draw, drawn_of[0]
        last = book.last.get(key)
        if last is None or last[0] != drawn_of:
            last = book.last[key] = drawn_of, draw(*drawn_of, **named)
        drawn: R = last[1]
        return drawn

    return last_drawn


def each_redrawn(draw: Callable[..., R], rows: Iterable[tuple[Any, ...]]) -> list[R]:
    """Draw something for each row of arguments, the first of which says where it lies; only where a row is another."""
    book = _open.get()
    if book is None:
        return list(itertools.starmap(draw, rows))
    last, drawn = book.last, []
    for row in rows:
        key = draw, row[0]
        found = last.get(key)
        if found is None or found[0] != row:
            found = last[key] = row, draw(*row)
        drawn.append(found[1])
    return drawn


# --- views that differ from another in a few numbers -----------------------------------------------------------------

Place = tuple[str, int]
"""A field of a record, and which number of it, counted over all its rows."""


def changed(v: Any, numbers: Mapping[Place, int]) -> Any:
    """Give a view, plain, with some numbers in place of its own: far faster than by a record."""
    before = plain(v)
    as_bytes = bytearray(before.as_bytes)
    for (field, index), number in numbers.items():
        code, offset = _place_of(before.dtype, field)
        code.pack_into(as_bytes, offset + index * code.size, number)
    return type(before)(bytes(as_bytes))


@functools.cache
def _place_of(dtype: np.dtype[Any], field: str) -> tuple[struct.Struct, int]:
    fields: Mapping[str, Any] = dtype.fields or {}
    kind, offset, *_ = fields[field]
    return struct.Struct(f"={CODES[kind.base.str[1:]]}"), offset
