"""Structs that are read: each is worked out once, when its module is imported, and never by two threads at once.

msgspec works out how a struct is read when the first one is read; a second thread that reads one meanwhile finds half
of it and ends the process. So whoever reads structs makes a reader of them beside their definition: this one of plain
values, or a `Decoder` of msgspec's of bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec


def converter(kind: Any) -> Callable[[Any], Any]:
    """Give the function that makes plain values a struct. It raises msgspec.ValidationError."""
    msgspec.json.Decoder(kind)
    return partial(msgspec.convert, type=kind)
