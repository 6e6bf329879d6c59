"""A game on paper for a browser, as a PDF; the last few are kept, since many print alike."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import msgspec

from fairdeal import games
from fairdeal.errors import Refused
from fairdeal.language.languages import DEFAULT
from fairdeal.language.messages import say
from fairdeal.play.table import Phase, Table
from fairdeal.press.printing import printed

KEPT = 16  # games that are printed alike


def print_of(
    game: str,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    data: Mapping[str, Any] | None = None,
    paper: str = "a4",
    in_grey: bool = False,
    language: str = DEFAULT,
) -> bytes:
    """Give a game as a PDF. Raise BadSeats, BadOption, BadData, Refused."""
    chosen = msgspec.json.encode((options or {}, data), order="deterministic")
    return _print(game, seats, chosen, paper, in_grey, language)


def print_of_table(table: Table, paper: str, in_grey: bool, language: str) -> bytes:
    """Give the game of a table as it is played there. Raise Refused while some of it is kept from its players."""
    opened = table.opened
    hidden = games.find(opened.game).hidden_options
    if hidden is not None and hidden(opened.options) and table.phase != Phase.OVER:
        raise Refused(say("request.hidden_cards"))
    return print_of(opened.game, opened.seats, opened.options, opened.data, paper, in_grey, language)


def forget() -> None:
    """Make all of them anew."""
    _print.cache_clear()


@functools.lru_cache(KEPT)
def _print(game: str, seats: int | None, chosen: bytes, paper: str, in_grey: bool, language: str) -> bytes:
    found = games.find(game)
    setting = found.setting(found.best_seats if seats is None else seats, *msgspec.json.decode(chosen))
    return printed(setting, paper, in_grey, language)
