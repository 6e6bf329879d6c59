"""What to draw of a view: zones with pieces, counters, a prompt, and the legal actions as paths of picks.

A game's `scene.py` makes a `Scene` of a view; the terminal and the browser draw it and know no game. Texts are
messages, so a scene is rendered for one listener. Ids are functions of the view: a known card is named after its face,
an unknown one after its slot (`seat2.hand.3`), so that nothing hidden can be followed from one place to another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from typing import Any

from fairdeal.messages import Catalogue, Label, Message, Seat

Text = Message | Label | Seat | str


class Shape(StrEnum):
    """How the pieces of a zone lie."""

    FAN = "fan"  # a hand
    ROW = "row"  # side by side, each in sight
    PILE = "pile"  # one on another; only the top and the number count
    GRID = "grid"  # in fixed cells, row by row
    REGION = "region"  # on squares of an endless plane
    TRACK = "track"  # a ring or a line that shows where something stands


class Lit(StrEnum):
    """What a piece, a cell or a seat stands out for."""

    TURN = "turn"
    LEADS = "leads"
    TRUMP = "trump"
    WINNING = "winning"
    SCORING = "scoring"
    WARNING = "warning"
    GOOD = "good"
    IGNORED = "ignored"


@dataclass(frozen=True)
class Piece:
    """A card, a tile or a square, in one place."""

    id: str
    face: str = ""
    """Which face to draw, as the game's faces name them; empty for a back."""
    text: str = ""
    """At most a few letters, where there is no room for a picture."""
    name: Text = ""
    """What to call it when it is spoken of."""
    suit: str = ""
    """The letter of its colour: clients have a colour and a shape for each letter of a game's `suits`."""
    row: int = 0
    column: int = 0
    lines: tuple[str, ...] = ()
    """More that a larger drawing shows: three lines of three numbers, the squares of a tile."""
    came_from: str = ""
    """The slot it lay in while it was unknown."""
    lit: tuple[Lit, ...] = ()


@dataclass(frozen=True)
class Counter:
    """A number with a name."""

    id: str
    name: Text
    value: int
    limit: int | None = None
    lit: tuple[Lit, ...] = ()


@dataclass(frozen=True)
class Zone:
    """A place for pieces, of a seat or shared."""

    id: str
    name: Text
    shape: Shape
    pieces: tuple[Piece, ...] = ()
    seat: int | None = None
    columns: int = 0
    """Of a grid."""
    size: int | None = None
    """How many pieces there are, where not all are drawn."""
    counters: tuple[Counter, ...] = ()
    note: Text = ""


@dataclass(frozen=True)
class Panel:
    """What stands beside a seat's name."""

    seat: int
    counters: tuple[Counter, ...] = ()
    notes: tuple[Text, ...] = ()
    lit: tuple[Lit, ...] = ()


@dataclass(frozen=True)
class Button:
    """Something to press that is no piece."""

    id: str
    name: Text


@dataclass(frozen=True)
class Path:
    """A legal action: its text, and the ids to pick, in this order, to choose it.

    An id is that of a piece or of a button, `ZONE@ROW,COLUMN` for a square of a region, `turn.90` for a turn.
    """

    action: str
    picks: tuple[str, ...]


@dataclass(frozen=True)
class Scene:
    """All that a seat, or a spectator, is shown."""

    prompt: Text
    zones: tuple[Zone, ...]
    panels: tuple[Panel, ...]
    paths: tuple[Path, ...] = ()
    buttons: tuple[Button, ...] = ()
    status: tuple[Text, ...] = ()
    """Where the game stands: the round, the trick, what is left."""
    suits: tuple[tuple[str, Text], ...] = ()
    """The letters of colours and their names."""

    def zone(self, name: str) -> Zone:
        """Give the zone with that id."""
        return next(zone for zone in self.zones if zone.id == name)

    def pieces(self) -> Iterator[Piece]:
        """List all pieces of all zones."""
        for zone in self.zones:
            yield from zone.pieces


def rendered(thing: Any, catalogue: Catalogue) -> Any:
    """Give a scene, or a part of one, as plain JSON for one listener; what has its default value is left out."""
    if isinstance(thing, Message | Label | Seat):
        return catalogue.value(thing)
    if is_dataclass(thing):
        values = {part.name: getattr(thing, part.name) for part in fields(thing)}
        kept = [part.name for part in fields(thing) if values[part.name] != part.default]
        return {name: rendered(values[name], catalogue) for name in kept}
    if isinstance(thing, tuple | list):
        return [rendered(part, catalogue) for part in thing]
    return thing
