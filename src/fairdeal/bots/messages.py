"""What a bot that is a program is told and may say: docs/bot-protocol.md, the same wherever it sits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from fairdeal.contract.game import Game, Setting, list_legal
from fairdeal.contract.options import Json
from fairdeal.contract.rules import Numbers, State
from fairdeal.contract.scene import CounterRole, Piece, Scene, Zone, ZoneRole, spoken
from fairdeal.engine.kernel import DEALER
from fairdeal.engine.plain import plain
from fairdeal.structs import converter

PROTOCOL = "fairdeal-bot/2"
WORLDS = 500  # that a bot may have for one choice
ROLLOUTS = 20_000  # games that are played out for one choice
EXACT = 4  # bytes of the widest numbers that every language reads exactly
Record = dict[str, Json]


def _tag_of(name: str) -> str:
    return name.removesuffix("Line").removesuffix("Wanted").lower()


class _Told(Struct, frozen=True, tag_field="type", tag=_tag_of):
    pass


class _Wanted(Struct, frozen=True, tag_field="ask", tag=_tag_of):
    pass


# --- what a table looks like in words --------------------------------------------------------------------------------


class EventDoc(Struct, frozen=True, omit_defaults=True):
    """Something that happened, as you were told of it."""

    seat: int | None
    """Who acted; null is chance, and what it brought is seen in the zones."""
    action: str = ""
    """What it did; of an action that is hidden from you the text says no more than you know."""


class LaidDoc(Struct, frozen=True):
    """A card of a trick."""

    seat: int
    card: str


class PieceDoc(Struct, frozen=True, omit_defaults=True):
    """A card, a tile or a square that you can see."""

    text: str
    """What it is called in actions: `R7`, or at a grid the number of its place."""
    name: str = ""
    seat: int | None = None
    """Who laid it, where the zone is shared."""
    row: int = 0
    column: int = 0
    count: int | None = None
    """Of a pile that is one piece: how many cards it has."""
    price: int | None = None
    worth: int | None = None
    """The points that it brings."""
    cells: tuple[tuple[str, ...], ...] = ()
    """What stands where on a card with numbers around it: rows of texts."""
    squares: tuple[PieceDoc, ...] = ()
    """Of a tile: its squares, upright."""


class ZoneDoc(Struct, frozen=True, omit_defaults=True):
    """A place of the table and all that you can see in it."""

    name: str
    seat: int | None = None
    """Whose it is; null if it is everybody's."""
    pieces: tuple[PieceDoc, ...] = ()
    hidden: int = 0
    """How many more lie there face down."""
    counters: dict[str, int] = {}
    note: str = ""


class SeatDoc(Struct, frozen=True, omit_defaults=True):
    """What stands beside a seat's name."""

    counters: dict[str, int] = {}
    """Its numbers by name, such as `points` and `tricks`."""
    notes: tuple[str, ...] = ()


# --- what a bot is told ----------------------------------------------------------------------------------------------


class HelloLine(_Told, frozen=True):
    """A game begins, or you come to one that has begun. No answer."""

    protocol: str
    """A change that old bots would not survive has another number."""
    game: str
    rules_version: int
    seats: int
    seat: int
    """Yours, counted from 0."""
    options: dict[str, Json]
    """How the game is played; what chance makes of options, such as a random deck, is seen at the table."""
    data: dict[str, Json] | None
    """The user's own data file; null for the game's own."""


class ChooseLine(_Told, frozen=True):
    """Your turn. Answer with an `action`, after as many asks as you like."""

    seat: int
    prompt: str
    """What is awaited, in a sentence."""
    legal: tuple[str, ...]
    """The texts of all you may do, sorted."""
    hand: tuple[str, ...]
    """Your cards; empty in a game without hands."""
    trick: tuple[LaidDoc, ...]
    """What the seats have laid in this trick, in order; empty in a game without tricks."""
    points: tuple[int | None, ...]
    """By seat, as they stand; null where that cannot be seen."""
    seats: tuple[SeatDoc, ...]
    zones: dict[str, ZoneDoc]
    """Everything that lies on the table, hands and tricks too, by the name of its place."""
    status: tuple[str, ...]
    """Where the game stands, in sentences."""
    events: tuple[EventDoc, ...]
    """All that has happened so far."""
    seconds: float
    """How long you have, asks included."""
    seed: int
    """A whole number for this very choice: who takes all chance from it plays the same duel again."""


class ViewLine(_Told, frozen=True):
    """The answer to `view`."""

    view: Record
    """Every field of the game's state (`STATE` in its `rules.py`) by name, -1 wherever you cannot know. Numbers of
    fields that are wider than 32 bits are texts, because JavaScript would round them."""


class WorldsLine(_Told, frozen=True):
    """The answer to `worlds`: complete states, any of which may be the real one as far as you know."""

    worlds: tuple[Record, ...]
    """Each written like a view, with nothing unknown in it; drawn so that every deal that fits is equally likely."""
    left: int
    """How many you may still have for this choice."""


class RolloutsLine(_Told, frozen=True):
    """The answer to `rollouts`: what games brought in which you did that action, and all then played at random."""

    games: int
    shares: tuple[float, ...]
    """By seat: the mean share of the victory."""
    points: tuple[float, ...]
    """By seat: the mean points at the end."""
    left: int
    """How many games you may still have for this choice."""


class OverLine(_Told, frozen=True):
    """The game is over. No answer; another `hello` may follow."""

    seat: int
    scores: tuple[int, ...]
    """By seat; none of a game that was ended early."""
    winners: tuple[int, ...]
    """The seats that won; none of a game that was ended early."""
    events: tuple[EventDoc, ...]


TOLD = (HelloLine, ChooseLine, ViewLine, WorldsLine, RolloutsLine, OverLine)


# --- what a bot says -------------------------------------------------------------------------------------------------


class Action(Struct, frozen=True):
    """What you do; the answer to `choose`."""

    action: str
    """One of the legal texts."""


class ViewWanted(_Wanted, frozen=True):
    """Ask for your view as numbers, field by field."""


class WorldsWanted(_Wanted, frozen=True):
    """Ask for worlds: complete states that you cannot tell from the real one."""

    count: Annotated[int, Meta(ge=1)] = 1
    """You get so many, or as many as are left."""


class RolloutsWanted(_Wanted, frozen=True):
    """Ask what an action brings in games that are played out at random, each in a world of its own."""

    action: str
    """One of the legal texts."""
    count: Annotated[int, Meta(ge=1)] = 100
    """You get so many, or as many as are left."""


Wanted = ViewWanted | WorldsWanted | RolloutsWanted
SAID = (Action, *Wanted.__args__)
_read_document = msgspec.json.Decoder(dict[str, Json]).decode
_read_wanted: Callable[[Json], Wanted] = converter(Wanted)
_read_action: Callable[[Json], Action] = converter(Action)


def read(line: bytes) -> Action | Wanted:
    """Read what a bot says. Raise msgspec.DecodeError."""
    document = _read_document(line)
    return _read_wanted(document) if "ask" in document else _read_action(document)


def encode(message: Struct) -> bytes:
    """Write a message as a line."""
    return msgspec.json.encode(message) + b"\n"


# --- making them -----------------------------------------------------------------------------------------------------


def hello(setting: Setting, seat: int) -> HelloLine:
    """Greet a bot: this is the game, and this is its seat."""
    game = setting.game
    # What chance made of options, such as the cards of a deck, may be a secret: views know.
    chosen = {option.name: setting.options[option.name] for option in game.options if option.default is not None}
    data = None if setting.data is None else dict(setting.data)
    return HelloLine(PROTOCOL, game.name, game.rules_version, setting.seats, seat, chosen, data)


def choose(setting: Setting, view: State, told: Numbers, seat: int, seconds: float, seed: int) -> ChooseLine:
    """Ask for an action, with all that the seat can see in the words of its screen."""
    game, catalogue = setting.game, setting.catalogue(seat)
    scene = spoken(game.scene(view, seat), catalogue) if game.is_drawn else Scene()
    counters = [_counters_of(scene, each) for each in range(setting.seats)]
    return ChooseLine(
        seat,
        catalogue.render(game.words.prompt(plain(view), seat)),
        tuple(sorted(map(game.words.text, list_legal(game.rules, view, seat)))),
        tuple(piece.text for zone in scene.zones if _is_hand(zone, seat) for piece in zone.pieces if piece.text),
        tuple(_laid(scene)),
        tuple(_points_of(scene, each) for each in range(setting.seats)),
        tuple(SeatDoc(counters[each], _notes_of(scene, each)) for each in range(setting.seats)),
        {zone.id: _zone(zone) for zone in scene.zones},
        tuple(map(str, scene.status)),
        events(game, told),
        seconds,
        seed,
    )


def over(game: Game, told: Numbers, seat: int, scores: tuple[int, ...], winners: tuple[int, ...]) -> OverLine:
    """Tell a bot how the game ended."""
    return OverLine(seat, scores, winners, events(game, told))


def events(game: Game, told: Numbers) -> tuple[EventDoc, ...]:
    """Write down all that a seat was told."""
    return tuple(
        EventDoc(None) if who == DEALER else EventDoc(who, game.words.text(action)) for who, action in told.tolist()
    )


def record(v: State) -> Json:
    """Write a record as JSON: its fields by name, rows of numbers as lists, and wide numbers as texts."""
    if v.dtype.names is not None:
        return [record(row) for row in v] if v.ndim else {name: record(v[name]) for name in v.dtype.names}
    is_wide = v.dtype.kind in "iu" and v.dtype.itemsize > EXACT
    return v.astype(str).tolist() if is_wide else v.tolist()


def _is_hand(zone: Zone, seat: int) -> bool:
    return zone.role == ZoneRole.HAND and zone.seat == seat


def _laid(scene: Scene) -> list[LaidDoc]:
    tricks = [zone for zone in scene.zones if zone.role == ZoneRole.TRICK]
    return [LaidDoc(piece.seat, piece.text) for zone in tricks for piece in zone.pieces if piece.seat is not None]


def _points_of(scene: Scene, seat: int) -> int | None:
    counters = [counter for panel in scene.panels if panel.seat == seat for counter in panel.counters]
    return next((counter.value for counter in counters if counter.role == CounterRole.SCORE), None)


def _counters_of(scene: Scene, seat: int) -> dict[str, int]:
    panels = [panel for panel in scene.panels if panel.seat == seat]
    return {_short(counter.id): counter.value for panel in panels for counter in panel.counters}


def _notes_of(scene: Scene, seat: int) -> tuple[str, ...]:
    return tuple(str(note) for panel in scene.panels if panel.seat == seat for note in panel.notes)


def _short(name: str) -> str:
    """Name a counter without the place where it stands: `seat0.points` is `points`."""
    return name.rpartition(".")[2]


def _zone(zone: Zone) -> ZoneDoc:
    seen = [piece for piece in zone.pieces if piece.text]
    hidden = (len(zone.pieces) if zone.size is None else max(zone.size, len(zone.pieces))) - len(seen)
    counters = {_short(counter.id): counter.value for counter in zone.counters}
    return ZoneDoc(str(zone.name), zone.seat, tuple(map(_piece, seen)), hidden, counters, str(zone.note))


def _piece(piece: Piece) -> PieceDoc:
    return PieceDoc(
        piece.text,
        str(piece.name),
        piece.seat,
        piece.row,
        piece.column,
        piece.count,
        piece.price,
        piece.worth,
        piece.cells,
        tuple(map(_piece, piece.squares)),
    )
