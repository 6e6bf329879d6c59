"""Scenes for the viewers of one table: the public part is drawn and encoded once, and a part that stays is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from fairdeal.contract import scene
from fairdeal.contract.game import Game, Setting, list_legal
from fairdeal.contract.rules import State
from fairdeal.contract.scene import Scene, SceneParts, Sums
from fairdeal.engine.kernel import SPECTATOR
from fairdeal.engine.plain import record_of
from fairdeal.kit.redrawing import Sketchbook, drawn_into
from fairdeal.language.languages import DEFAULT
from fairdeal.language.messages import Catalogue
from fairdeal.server import protocol as out

Said = tuple[tuple[Any, ...], list[msgspec.Raw]]
"""The parts of a scene, and how they were encoded."""
NOTHING_SAID: Said = ((), [])


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
        self._encoders: dict[int, Callable[[Any], bytes]] = {}
        self._idle_places = idle_places(self.game)
        self._idle: dict[int, tuple[list[bytes], msgspec.Raw]] = {}
        """The own parts of seats that had nothing to do, and what they were drawn of."""
        self._sketches: Sketchbook = {}
        self._said: dict[int, Said] = {}
        """By viewer, who may be called `you`: the last scene."""

    def catalogue(self, viewer: int) -> Catalogue:
        """Who speaks to a viewer; onlookers, and whatever all are sent alike, are never spoken to as `you`."""
        if viewer not in self._catalogues:
            self._catalogues[viewer] = self._speaker.to(viewer if viewer != SPECTATOR else None)
        return self._catalogues[viewer]

    def _encoder(self, viewer: int) -> Callable[[Any], bytes]:
        if viewer not in self._encoders:
            self._encoders[viewer] = self.catalogue(viewer).encoder.encode
        return self._encoders[viewer]

    def _encoded(self, drawn: Scene, viewer: int) -> msgspec.Raw:
        """Encode a scene; where a game draws only what has changed, only what it has drawn."""
        encode = self._encoder(viewer)
        if not self._sketches:
            return msgspec.Raw(encode(drawn))
        parts = (*drawn.zones, *drawn.panels, drawn.suits)
        before, said = self._said.get(viewer, NOTHING_SAID)
        if len(before) == len(parts):  # then each is where it was, and mostly the very same
            again = zip(parts, before, said, strict=True)
            said = [raw if part is last else msgspec.Raw(encode(part)) for part, last, raw in again]
        else:
            said = [msgspec.Raw(encode(part)) for part in parts]
        self._said[viewer] = parts, said
        zones = len(drawn.zones)
        suits = said[-1] if drawn.suits else ()
        rest = drawn.paths, drawn.buttons, drawn.status, suits, drawn.lesson
        return msgspec.Raw(encode(SceneParts(drawn.prompt, tuple(said[:zones]), tuple(said[zones:-1]), *rest)))

    def public(self, view: State) -> msgspec.Raw:
        """Draw what all may see, of a spectator's view."""
        assert self.game.public_scene is not None
        return self._encoded(drawn_into(self._sketches, self.game.public_scene, view), SPECTATOR)

    def own(self, view: State, seat: int, legal: list[int]) -> msgspec.Raw | None:
        """Draw what a seat has beyond that, of its view; a spectator has nothing."""
        if seat == SPECTATOR:
            return None
        if legal or self._idle_places is None:
            return self._own(view, seat, legal)
        as_bytes = view.as_bytes
        key = [as_bytes[place] for place in self._idle_places]
        kept = self._idle.get(seat)
        if kept is None or kept[0] != key:
            kept = self._idle[seat] = key, self._own(view, seat, legal)
        return kept[1]

    def _own(self, view: State, seat: int, legal: list[int]) -> msgspec.Raw:
        assert self.game.own_scene is not None
        return self._encoded(drawn_into(self._sketches, self.game.own_scene, view, seat, legal), seat)

    def prompt(self, view: State, viewer: int) -> str:
        """Say to a viewer what is awaited."""
        return self.catalogue(viewer).render(self.game.words.prompt(view, viewer))

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
        return self._encoded(own, seat)


def idle_places(game: Game) -> list[slice] | None:
    """Where in a view's bytes that is which the own part of an idle seat is drawn of."""
    if game.idle_fields is None:
        return None
    fields: Mapping[str, Any] = game.rules.STATE.fields or {}
    found = [fields[name] for name in game.idle_fields]
    return [slice(offset, offset + kind.itemsize) for kind, offset, *_ in found]
