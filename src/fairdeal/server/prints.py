"""A game on paper for a browser, as a PDF; the last few are kept, since many print alike."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import msgspec

from fairdeal import games
from fairdeal.language.languages import DEFAULT
from fairdeal.press.printing import printed

KEPT = 16  # games that are printed alike


def print_of(
    game: str,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    paper: str = "a4",
    in_grey: bool = False,
    language: str = DEFAULT,
) -> bytes:
    """Give a game as a PDF. Raise BadSeats, BadOption, Refused."""
    return _print(game, seats, msgspec.json.encode(options or {}, order="deterministic"), paper, in_grey, language)


def forget() -> None:
    """Make all of them anew."""
    _print.cache_clear()


@functools.lru_cache(KEPT)
def _print(game: str, seats: int | None, options: bytes, paper: str, in_grey: bool, language: str) -> bytes:
    found = games.find(game)
    setting = found.setting(found.best_seats if seats is None else seats, msgspec.json.decode(options))
    return printed(setting, paper, in_grey, language)
