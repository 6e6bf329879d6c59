"""What to draw of a view: zones with pieces, counters, a prompt, and the legal actions as paths of picks.

A game's `scene.py` makes a `Scene` of a view; the terminal and the browser draw it and know no game. Texts are
messages, so a scene is rendered for one viewer. Ids are functions of the view: a known card is named after its face,
an unknown one after its slot (`seat2.hand.3`), so that nothing hidden can be followed from one place to another.
Where every seat has a set of its own, the seat stands before the face: `seat2.T07`. A piece without a face is a back; a
client need not draw a seat's backs one by one, since their number is a counter of its panel.

What a zone, a piece or a counter is for is said by its role, and whatever is to be counted or compared is a number of
its own. Texts are for people: a client draws them and never reads them.

A scene comes in two parts: what all may see, drawn and rendered once for everybody, and what a seat has beyond that.
`merged` puts them together, and so does a client.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any, TypeVar, cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from fairdeal.language.messages import SPOKEN, Card, Catalogue, Label, Message, Seat

Text = Message | Label | Seat | Card | str
TURN = "turn."
SQUARE = re.compile("(.+)@(-?[0-9]{1,3}),(-?[0-9]{1,3})")
Spoken = TypeVar("Spoken", bound=Struct)


class Shape(StrEnum):
    """How the pieces of a zone lie."""

    FAN = "fan"  # a hand
    ROW = "row"  # side by side, each in sight
    PILE = "pile"  # one on another; only the top and the number count
    GRID = "grid"  # in fixed cells, by row and column from 0 on
    REGION = "region"  # on squares of an endless plane
    TRACK = "track"  # a ring: each is beaten by the next, and the last by the first


class ZoneRole(StrEnum):
    """What a zone is for, beside the shape in which its pieces lie."""

    PLAIN = "plain"
    HAND = "hand"  # what its seat chooses from
    TRICK = "trick"  # what the seats have laid for all to see: every piece has its seat


class PieceRole(StrEnum):
    """What a piece is."""

    CARD = "card"
    TILE = "tile"  # it has squares, and covers others when it is laid
    SQUARE = "square"  # a part of a tile
    CHIP = "chip"  # a colour alone
    CELL = "cell"  # a place where nothing lies


class CounterRole(StrEnum):
    """What a counter counts."""

    PLAIN = "plain"
    SCORE = "score"  # the points of a seat as they stand


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


class Piece(Struct, frozen=True, omit_defaults=True, gc=False):
    """A card, a tile or a square, in one place."""

    id: str
    face: Text = ""
    """Which face to draw, as the game's faces name them; empty for a back."""
    text: str = ""
    """At most a few letters, where there is no room for a picture."""
    name: Text = ""
    """What to call it when it is spoken of."""
    suit: str = ""
    """The letter of its colour: clients have a colour and a shape for each letter of a game's `suits`."""
    row: int = 0
    column: int = 0
    lines: tuple[Text, ...] = ()
    """More that a larger drawing shows, such as three lines of three numbers."""
    squares: tuple[Piece, ...] = ()
    """Of a tile: its squares by row and column, upright. Laid on a region they keep their ids."""
    of: str = ""
    """Of a square: the id of its tile."""
    turns: tuple[int, ...] = ()
    """Of a tile: how far it may be turned clockwise when it is laid, in degrees."""
    seat: int | None = None
    """Who laid it, where the zone is shared."""
    came_from: str = ""
    """The slot it lay in while it was unknown."""
    lit: tuple[Lit, ...] = ()
    like: str = ""
    """Of a copy: the id of the piece whose paths serve this one as well."""
    role: PieceRole = PieceRole.CARD
    rank: int | None = None
    """Its place among others of its colour, by which a hand is sorted."""
    count: int | None = None
    """Of a pile that is one piece: how many cards it has."""
    price: int | None = None
    """What it costs now."""
    worth: int | None = None
    """The points that it brings, where nothing else of it counts any more."""
    cells: tuple[tuple[str, ...], ...] = ()
    """What stands where on a card with numbers around it: rows of texts, empty where there is none."""
    foil: bool = False
    """Its face glitters."""


class Counter(Struct, frozen=True, omit_defaults=True, gc=False):
    """A number with a name."""

    id: str
    name: Text
    """What stands behind the number: `1 trick`, `2 tricks`."""
    value: int
    limit: int | None = None
    lit: tuple[Lit, ...] = ()
    role: CounterRole = CounterRole.PLAIN
    head: Text = ""
    """What stands over a column of such numbers, where that is something else."""


class ZoneLine(Struct, frozen=True, omit_defaults=True, gc=False):
    """A whole row or column of a region or a grid, where there is something to say of it."""

    row: int | None = None
    column: int | None = None
    text: str = ""
    """At most two letters, for its margin."""
    lit: tuple[Lit, ...] = ()


class Zone(Struct, frozen=True, omit_defaults=True, gc=False):
    """A place for pieces, of a seat or shared."""

    id: str
    name: Text
    shape: Shape
    pieces: tuple[Piece, ...] = ()
    seat: int | None = None
    columns: int = 0
    """Of a grid; of a row, how many pieces usually lie in it."""
    size: int | None = None
    """How many pieces there are, where not all are drawn."""
    counters: tuple[Counter, ...] = ()
    note: Text = ""
    lines: tuple[ZoneLine, ...] = ()
    role: ZoneRole = ZoneRole.PLAIN
    lesson: str = ""
    """The key of the lesson that is about it, told when something lies in it for the first time."""
    balance: tuple[str, ...] = ()
    """Of a region: the letters of two colours. Its `lines` tell how many more pieces each has of the first than of the
    second, and which have as many of both; so a client can tell what they would become with a tile on it."""


class Panel(Struct, frozen=True, omit_defaults=True, gc=False):
    """What stands beside a seat's name."""

    seat: int
    counters: tuple[Counter, ...] = ()
    notes: tuple[Text, ...] = ()
    lit: tuple[Lit, ...] = ()


class Button(Struct, frozen=True, omit_defaults=True, gc=False):
    """Something to press that is no piece."""

    id: str
    name: Text


class Path(Struct, frozen=True, omit_defaults=True, gc=False):
    """A legal action: its text, and the ids to pick, in this order, to choose it.

    An id is that of a piece or of a button, `ZONE@ROW,COLUMN` for a square of a region, `turn.90` for a turn. A turn
    goes before the tile that is turned; before a square of a region it turns the one tile that can be laid there, and
    the square is where its top left one will lie. No path begins with the whole of another.
    """

    action: str
    picks: tuple[str, ...]
    meets: str = ""
    """The two numbers that meet when the last pick is made, to be shown between the last two picks."""


class Scene(Struct, frozen=True, omit_defaults=True, gc=False):
    """All that a seat, or a spectator, is shown; or of a seat's own part, what differs from what all may see."""

    prompt: Text = ""
    zones: tuple[Zone, ...] = ()
    panels: tuple[Panel, ...] = ()
    paths: tuple[Path, ...] = ()
    buttons: tuple[Button, ...] = ()
    status: tuple[Text, ...] = ()
    """Where the game stands: the round, the trick, what is left."""
    suits: tuple[tuple[str, Text], ...] = ()
    """The letters of colours and their names."""
    lesson: str = ""
    """The key of the lesson that is about the prompt."""

    def zone(self, name: str) -> Zone:
        """Give the zone with that id."""
        return next(zone for zone in self.zones if zone.id == name)

    def pieces(self) -> Iterator[Piece]:
        """List all pieces of all zones, each tile before its squares."""
        for zone in self.zones:
            for piece in zone.pieces:
                yield piece
                yield from piece.squares


def merged(public: Scene, own: Scene) -> Scene:
    """Put a seat's own part over what all may see.

    An own zone takes the place of the public one with its id, an own panel that of its seat; other own zones and panels
    come at the end. Whatever else the own part has, takes the place of what the public part has.
    """
    zones = {zone.id: zone for zone in (*public.zones, *own.zones)}
    panels = {panel.seat: panel for panel in (*public.panels, *own.panels)}
    return Scene(
        own.prompt or public.prompt,
        tuple(zones.values()),
        tuple(panels.values()),
        own.paths or public.paths,
        own.buttons or public.buttons,
        own.status or public.status,
        own.suits or public.suits,
        own.lesson or public.lesson,
    )


def part_of(scene: Scene, zones: Collection[str], seats: Collection[int] = ()) -> Scene:
    """Give some zones of a scene, in that order, and the numbers of some seats: enough to show one thing."""
    panels = [panel for panel in scene.panels if panel.seat in seats]
    return Scene(
        zones=tuple(scene.zone(name) for name in zones),
        panels=tuple(Panel(panel.seat, panel.counters) for panel in panels),
        suits=scene.suits,
    )


class Picture(Struct, frozen=True, omit_defaults=True):
    """One thing to know before a first game: a sentence, and scenes that show it, as the seat 0 would see them."""

    caption: Text
    scenes: tuple[Scene, ...]
    """One after another; the last one stays."""
    marks: tuple[str, ...] = ()
    """The ids of the pieces and counters that the sentence is about."""


# --- what an event did -----------------------------------------------------------------------------------------------


class Clash(Struct, frozen=True, gc=False):
    """Two pieces of a grid that met: the winner took the place of the other. Where it was, and the numbers that met."""

    zone: str
    winner: str
    loser: str
    row: int
    column: int
    meets: str


class SumRow(Struct, frozen=True, omit_defaults=True, gc=False):
    """What a round was for one seat: a number for each column, and the points of all rounds before and after it."""

    seat: int
    values: tuple[int, ...]
    before: int
    after: int
    note: Text = ""
    """Why its points are fewer than its columns promise, in a word."""


class Sums(Struct, frozen=True, gc=False):
    """What a round came to: a row for each seat, a column for each source of its points."""

    title: Text
    columns: tuple[Text, ...]
    rows: tuple[SumRow, ...]
    leaders: tuple[int, ...]
    """The seats with the most points after it."""


def summed(title: Text, columns: tuple[Text, ...], rows: Iterable[SumRow]) -> Sums:
    """Sum up a round, and find out who leads."""
    known = tuple(rows)
    most = max(row.after for row in known)
    return Sums(title, columns, known, tuple(row.seat for row in known if row.after == most))


class Change(Struct, frozen=True):
    """What an event did, as one viewer may know it: what a scene before and a scene after it do not say."""

    moved: tuple[str, ...] = ()
    """The ids of the pieces that it moved, as they are called after it."""
    clash: Clash | None = None
    sums: Sums | None = None
    stills: tuple[Any, ...] = ()
    """The views that rest before the last one, to be drawn like any view: a full trick before it is taken."""


LESSON = "lesson."


def lessons_in(templates: Mapping[str, Any]) -> dict[str, str]:
    """Give what a catalogue tells at a first game, each once, by the keys that scenes and zones name; urgent first."""
    return {key.removeprefix(LESSON): str(text) for key, text in templates.items() if key.startswith(LESSON)}


def lesson_of(prompt: Message | None) -> str:
    """Give the key of the lesson about a prompt, if there is one: the last part of the prompt's own key."""
    return "" if prompt is None else prompt.key.rpartition(".")[2]


def square(zone: str, row: int, column: int) -> str:
    """Name a square of a region, for a path.

    >>> square("seat0.region", -1, 2)
    'seat0.region@-1,2'
    """
    return f"{zone}@{row},{column}"


def square_of(pick: str) -> tuple[str, int, int] | None:
    """Read the name of a square of a region: its zone, row and column; None if it is another pick.

    >>> square_of("seat0.region@-1,2"), square_of("seat0.T07")
    (('seat0.region', -1, 2), None)
    """
    match = SQUARE.fullmatch(pick)
    return (match[1], int(match[2]), int(match[3])) if match else None


def turned(squares: tuple[Piece, ...], degrees: int) -> tuple[Piece, ...]:
    """Give the squares of a tile as they lie when it is turned clockwise; rows and columns again count from 0."""
    for _ in range(degrees // 90):
        bottom = max(piece.row for piece in squares)
        squares = tuple(replace(piece, row=piece.column, column=bottom - piece.row) for piece in squares)
    return tuple(sorted(squares, key=lambda piece: (piece.row, piece.column)))


def encode(thing: Any, catalogue: Catalogue) -> bytes:
    """Give a scene, or a part of one, as JSON for one viewer; what has its default value is left out."""
    return catalogue.encoder.encode(thing)


def rendered(thing: Any, catalogue: Catalogue) -> Any:
    """Give the same as plain dictionaries, lists, texts and numbers."""
    return msgspec.json.decode(encode(thing, catalogue))


def spoken(thing: Spoken, catalogue: Catalogue) -> Spoken:
    """Give the same scene, or part of one, with all its texts as plain words for one viewer."""
    return cast(Spoken, _spoken(thing, catalogue))


def _spoken(thing: Any, catalogue: Catalogue) -> Any:
    if isinstance(thing, SPOKEN):
        return catalogue.value(thing)
    if isinstance(thing, Struct):
        return replace(thing, **{name: _spoken(getattr(thing, name), catalogue) for name in thing.__struct_fields__})
    return tuple(_spoken(part, catalogue) for part in thing) if isinstance(thing, tuple) else thing
