"""A game's opening for a browser: its pictures in words, for somebody on the first seat."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import msgspec

from fairdeal import games
from fairdeal.contract import scene
from fairdeal.language.languages import DEFAULT
from fairdeal.language.messages import Seat, say
from fairdeal.language.voice import HOUSE
from fairdeal.server.documents import OpeningDoc, PictureDoc

KEPT = 64  # openings of tables that are alike


def opening_of(
    game: str,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    data: Mapping[str, Any] | None = None,
    language: str = DEFAULT,
) -> OpeningDoc:
    """Give the pictures of a game as it is played at a table. Raise BadSeats, BadOption, BadData."""
    return _opening(game, seats, msgspec.json.encode((options or {}, data), order="deterministic"), language)


def forget() -> None:
    """Make all of them anew."""
    _opening.cache_clear()


@functools.lru_cache(KEPT)
def _opening(game: str, seats: int | None, chosen: bytes, language: str) -> OpeningDoc:
    options, data = msgspec.json.decode(chosen)
    setting = games.find(game).setting(seats, options, data)
    catalogue = setting.catalogue(0, {0: HOUSE.said(say("you"), language)}, language)
    return OpeningDoc(
        title=setting.game.title,
        names=tuple(catalogue.value(Seat(seat)) for seat in range(setting.seats)),
        pictures=tuple(
            PictureDoc(
                caption=catalogue.value(picture.caption),
                scenes=tuple(msgspec.Raw(scene.encode(one, catalogue)) for one in picture.scenes),
                marks=picture.marks,
            )
            for picture in setting.opening()
        ),
    )
