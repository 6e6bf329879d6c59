"""Parts of a scene that are drawn again only when what they are drawn of has changed.

Whoever draws a table again and again gives it a sketchbook; of each part the last drawing is kept there. A part that
has not changed is then the very same object as before, so that whoever encodes it sees that without a look inside.
"""

from __future__ import annotations

import functools
import struct
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from typing import Any, ParamSpec, TypeVar

import numpy as np

from fairdeal.engine.plain import CODES, plain

P = ParamSpec("P")
R = TypeVar("R")

Sketchbook = dict[Any, tuple[Any, Any]]
"""By the function that draws and its first argument, a seat: what it was drawn of last, and the drawing."""

_open: ContextVar[Sketchbook | None] = ContextVar("sketchbook", default=None)


def drawn_into(book: Sketchbook, draw: Callable[P, R], *drawn_of: P.args, **named: P.kwargs) -> R:
    """Draw something, and keep its parts in a book."""
    before = _open.set(book)
    try:
        return draw(*drawn_of, **named)
    finally:
        _open.reset(before)


def redrawn(draw: Callable[P, R]) -> Callable[P, R]:
    """Let a part be drawn only when one of its arguments, the first of which is its seat, is another than before."""

    @functools.wraps(draw)
    def kept(*drawn_of: P.args, **named: P.kwargs) -> R:
        book = _open.get()
        if book is None:
            return draw(*drawn_of, **named)
        key = draw, drawn_of[0]
        last = book.get(key)
        if last is None or last[0] != drawn_of:
            last = book[key] = drawn_of, draw(*drawn_of, **named)
        part: R = last[1]
        return part

    return kept


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
