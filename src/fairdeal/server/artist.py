"""Scenes for the viewers of one table: the public part is drawn and encoded once, and what stays is kept."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from fairdeal.contract import scene
from fairdeal.contract.game import Game, Setting, list_legal
from fairdeal.contract.rules import State
from fairdeal.contract.scene import Scene, Sums
from fairdeal.engine.kernel import SPECTATOR
from fairdeal.engine.plain import record_of
from fairdeal.kit.redrawing import Sketchbook, drawn_into
from fairdeal.language.languages import DEFAULT
from fairdeal.language.messages import Catalogue
from fairdeal.server import protocol as out


class Artist:
    """Draws one game for its viewers in one language, with the names of its players."""

    def __init__(self, setting: Setting, names: Mapping[int, str], language: str = DEFAULT) -> None:
        self.setting = setting
        self.game: Game = setting.game
        self.names = names
        self.language = language
        self._speaker = setting.catalogue(None, names, language)
        """Speaks to nobody yet: all viewers share its names, and the texts that it keeps."""
        self._catalogues: dict[int, Catalogue] = {}
        self._idle_fields = idle_fields(self.game)
        self._idle: dict[int, tuple[tuple[bytes, ...], msgspec.Raw]] = {}
        """The own parts of seats that had nothing to do, and what they were drawn of."""
        self._books: dict[int, Sketchbook] = {}

    def catalogue(self, viewer: int) -> Catalogue:
        """Who speaks to a viewer; onlookers, and whatever all are sent alike, are never spoken to as `you`."""
        found = self._catalogues.get(viewer)
        if found is None:
            found = self._catalogues[viewer] = self._speaker.to(viewer if viewer != SPECTATOR else None)
        return found

    def _drawn(self, viewer: int, draw: Callable[..., Scene], *drawn_of: Any) -> msgspec.Raw:
        """Draw for a viewer, who may be called `you`, with all that was drawn before."""
        book = self._books.get(viewer)
        if book is None:
            catalogue = self.catalogue(viewer)
            book = self._books[viewer] = Sketchbook(catalogue.encoder.encode, catalogue.kept.parts)
        return msgspec.Raw(book.encode(drawn_into(book, draw, *drawn_of)))

    def public(self, view: State) -> msgspec.Raw:
        """Draw what all may see, of a spectator's view."""
        assert self.game.public_scene is not None
        return self._drawn(SPECTATOR, self.game.public_scene, view)

    def own(self, view: State, seat: int, legal: list[int]) -> msgspec.Raw | None:
        """Draw what a seat has beyond that, of its view; a spectator has nothing."""
        if seat == SPECTATOR:
            return None
        if legal or self._idle_fields is None:
            return self._own(view, seat, legal)
        key = self._idle_fields(view.as_bytes)
        kept = self._idle.get(seat)
        if kept is None or kept[0] != key:
            kept = self._idle[seat] = key, self._own(view, seat, legal)
        return kept[1]

    def _own(self, view: State, seat: int, legal: list[int]) -> msgspec.Raw:
        assert self.game.own_scene is not None
        return self._drawn(seat, self.game.own_scene, view, seat, legal)

    def prompt(self, view: State, viewer: int) -> str:
        """Say to a viewer what is awaited."""
        return self.catalogue(viewer).said(self.game.words.prompt(view, viewer))

    def sums(self, sums: Sums | None, viewer: int) -> out.SumsDoc | None:
        """Say to a viewer what a round came to."""
        if sums is None:
            return None
        said = scene.spoken(sums, self.catalogue(viewer))
        rows = (out.SumRowDoc(row.seat, row.values, row.before, row.after, str(row.note)) for row in said.rows)
        return out.SumsDoc(str(said.title), tuple(map(str, said.columns)), tuple(rows), said.leaders)

    def past(self, view: State, seat: int) -> msgspec.Raw | None:
        """Draw what a seat had in the past, with nothing to be done any more."""
        if seat == SPECTATOR:
            return None
        assert self.game.own_scene is not None
        legal = list_legal(self.game.rules, record_of(view), seat)
        own: Scene = msgspec.structs.replace(self.game.own_scene(view, seat, legal), paths=())
        return msgspec.Raw(scene.encode(own, self.catalogue(seat)))


def idle_fields(game: Game) -> Callable[[bytes], tuple[bytes, ...]] | None:
    """Give what reads in a view's bytes that which the own part of an idle seat is drawn of."""
    if game.idle_fields is None:
        return None
    fields: Mapping[str, Any] = game.rules.STATE.fields or {}
    found = sorted((fields[name][1], fields[name][0].itemsize) for name in game.idle_fields)
    ends = [0, *(offset + size for offset, size in found)]
    code = "".join(f"{offset - end}x{size}s" for (offset, size), end in zip(found, ends, strict=False))
    return struct.Struct(code).unpack_from
