"""What a table writes down. The table is the fold of these; each is stored, numbered, before anybody hears of it.

Actions and outcomes are texts: numbers never leave a process. Sessions, link hashes and ids of messages are the
server's own business; what others are told of an event is said in `fairdeal.server.protocol`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from fairdeal.play.fairness import FairPart

Json = Any


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """How long a player may think: for ever, so long for each move, or from a bank that each move adds to."""

    kind: Literal["none", "move", "bank"] = "none"
    seconds: int = 0
    increment: int = 0


class _Event(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, tag_field="kind", tag=str.lower):
    pass


Pace = Literal["relaxed", "usual", "brisk"]


class Practice(msgspec.Struct, frozen=True):
    """Where a game goes on that was played before: after the event of that number at that table."""

    table: str
    number: int


class Opened(_Event, frozen=True):
    """The table is there: what is played on it and how."""

    game: str
    rules_version: int
    seats: int
    options: dict[str, Json]
    host: str
    commitment: str = ""
    """Version 1: the server's promise about its secret."""
    data: dict[str, Json] | None = None
    listed: bool = False
    clock: Clock = Clock()
    hints: bool = False
    pace: Pace = "usual"
    """Real time: how fast bots act; no rule, so no record has it."""
    rematch_of: str = ""
    terms: dict[str, Json] | None = None
    """What all agree to, as it is hashed; None at a table of version 1."""
    salts: dict[str, str] = {}
    """Of options that are bound and not told."""
    copied_from: str = ""
    """A challenge: the table whose deal is played again."""
    copied: FairPart | None = None
    """What that deal follows from; the three below are of version 1."""
    copied_nonces: tuple[str, ...] = ()
    copied_bots: tuple[int, ...] = ()
    copied_start: int = 0
    practice: Practice | None = None
    """The game begins in the middle: its first events are those of another table, played again when this was opened."""
    day: str = ""
    """It is this day's deal, which everybody plays: until the day ends nobody may look into it."""

    @property
    def seals(self) -> str:
        """The table that stays sealed while this one is played; whoever goes on from a moment has seen its game.

        A deal of the day is sealed by the calendar.
        """
        return "" if self.practice or self.day else self.copied_from


class Joined(_Event, frozen=True):
    """A person, or a bot of a level, takes a seat. In version 1 a person commits to a nonce at the same time."""

    seat: int
    name: str
    session: str = ""
    commitment: str = ""
    link: str = ""
    """The hash of the token in the private link of the seat."""
    level: str = ""


class Claimed(_Event, frozen=True):
    """Whoever has the private link plays the seat from another device too."""

    seat: int
    session: str


class Linked(_Event, frozen=True):
    """The private link of the seat has a new token."""

    seat: int
    link: str


class Freed(_Event, frozen=True):
    """The seat is free again, before the start."""

    seat: int


class Closed(_Event, frozen=True):
    """Whoever opened the table has cancelled it, before the start."""

    name: str


class Called(_Event, frozen=True):
    """All seats are taken and all commitments are known: now the nonces are opened."""


class Committed(_Event, frozen=True):
    """A person promises a nonce for this start."""

    seat: int
    commitment: str


class Revealed(_Event, frozen=True):
    """A person opens the nonce."""

    seat: int
    nonce: str


class Voided(_Event, frozen=True):
    """These seats did not open their nonces in time and are free again; nothing was dealt, and the secret is told."""

    seats: tuple[int, ...]
    secret: str = ""


class Started(_Event, frozen=True):
    """All nonces are open, and the game begins."""


class Dealt(_Event, frozen=True):
    """The dealer acts: an outcome of chance."""

    outcome: str


class Played(_Event, frozen=True):
    """A seat acts: by its player, or by a bot for it (`by` is the level), perhaps because its time ran out."""

    seat: int
    action: str
    id: str = ""
    by: str = ""


class Undone(_Event, frozen=True):
    """The seats take back what was done from this number on."""

    number: int
    seat: int


Wish = Literal["undo", "pause", "time"]


class Asked(_Event, frozen=True):
    """A player asks the others for something."""

    seat: int
    what: Wish


class Agreed(_Event, frozen=True):
    seat: int


class Declined(_Event, frozen=True):
    """A player declines, or whoever asked thinks better of it."""

    seat: int
    what: str = ""
    asker: int = -1
    """Both are unknown of events that were stored before this was written down."""


class Lapsed(_Event, frozen=True):
    """A request of a seat ends without an answer, because of what another seat, or the same, did."""

    seat: int
    what: str
    why: Literal["acted", "left", "over"]
    by: int


class Paused(_Event, frozen=True):
    """All agreed to a pause: no clock runs and nobody acts."""


class Resumed(_Event, frozen=True):
    seat: int


class Extended(_Event, frozen=True):
    """All agreed that everybody gets more time."""

    seconds: int


class StoodIn(_Event, frozen=True):
    """A bot plays on for a player who is gone, or for another bot that failed."""

    seat: int
    level: str
    by_wish: bool = False
    """The player asked for it, and nobody else."""
    failed: str = ""
    """The bot that failed, as whoever serves has named it."""


class Returned(_Event, frozen=True):
    """The player takes the seat back from the bot."""

    seat: int


class Said(_Event, frozen=True):
    """A player says something: a text, or one of the quick phrases."""

    seat: int
    text: str = ""
    phrase: str = ""


class Hinted(_Event, frozen=True):
    """A player was told what a bot would do."""

    seat: int


class Ended(_Event, frozen=True):
    """The game is over, and the secret is told. If it was ended early it has a cause, no scores and no winners."""

    secret: str
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    options: dict[str, Json] = {}
    """Those that nobody chose, such as a deck made by chance: with them the record follows from the events alone."""
    cause: Literal["", "left"] = ""
    """Why it was ended early: the player of `seat` was away."""
    seat: int = -1


class Offered(_Event, frozen=True):
    """A player of a finished game wants a rematch."""

    seat: int
    session: str


class Answered(_Event, frozen=True):
    """A player joins the rematch that is offered, or declines."""

    seat: int
    joins: bool


class Withdrawn(_Event, frozen=True):
    """Whoever offered the rematch takes that back."""

    seat: int


class Rematched(_Event, frozen=True):
    """The next table for the same people."""

    table: str


Event = (
    Opened
    | Joined
    | Claimed
    | Linked
    | Freed
    | Closed
    | Called
    | Committed
    | Revealed
    | Voided
    | Started
    | Dealt
    | Played
    | Undone
    | Asked
    | Agreed
    | Declined
    | Lapsed
    | Paused
    | Resumed
    | Extended
    | StoodIn
    | Returned
    | Said
    | Hinted
    | Ended
    | Offered
    | Answered
    | Withdrawn
    | Rematched
)


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An event with its number at this table, counted from 1, the server's time and the wall's, in milliseconds."""

    number: int
    at: int
    time: int
    event: Event
    message: str = ""
    """Whose message it followed from, and its id, where the same must not be done again; a `Played` has its own."""


encode: Callable[[Entry], bytes] = msgspec.json.Encoder().encode
decode: Callable[[bytes], Entry] = msgspec.json.Decoder(Entry).decode
