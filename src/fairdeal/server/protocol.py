"""Every message between a client and a table, over one socket per table. docs/protocol.md is printed from here.

Messages are JSON objects with a `type`. A client never says who it is: the session's cookie does. Everything a server
sends has been masked for its listener by the rules (`view` and `told`) before it gets here.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal

import msgspec

from fairdeal.contract.scene import Clash, Sums
from fairdeal.play.events import Clock, Wish
from fairdeal.play.table import Phase

PROTOCOL = 3  # counts up when a client that keeps to the old page would do something wrong

Json = Any
Id = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Digits = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]
Number = Annotated[int, msgspec.Meta(ge=0, lt=1 << 53)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, lt=8)]
Name = Annotated[str, msgspec.Meta(max_length=200)]
Action = Annotated[str, msgspec.Meta(max_length=200)]

# --- from a client ---------------------------------------------------------------------------------------------------


class _Ask(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=str.lower, forbid_unknown_fields=True):
    pass


class Hello(_Ask, frozen=True):
    """The first message: the number of the last event the client has, 0 for none. The answer is `welcome`."""

    seen: Number = 0
    protocol: Number | None = None
    """The version of this page that the client was written for; another one than the server's is refused."""
    language: Name = ""
    """In which language the client wants to be spoken to, as `de` or `de-AT`; else by its header Accept-Language."""


class Join(_Ask, frozen=True):
    """Take a seat, a free one of your choice or the first. Then commit to a nonce."""

    id: Id
    seat: SeatNumber | None = None


class Free(_Ask, frozen=True):
    """Free a seat before the start: your own, or, as the host, any."""

    id: Id
    seat: SeatNumber


class Bot(_Ask, frozen=True):
    """The host puts a bot of a level into a free seat."""

    id: Id
    seat: SeatNumber
    level: Name


class Commit(_Ask, frozen=True):
    """Promise a nonce for a start: the hash c_i of [the fair deal](fair-deal.md), for your seat."""

    id: Id
    start: Number
    commitment: Digits


class Reveal(_Ask, frozen=True):
    """Open your nonce when the table is called, after you have written down what all have promised. Once."""

    id: Id
    start: Number
    nonce: Digits


class Play(_Ask, frozen=True):
    """Act: one action, or two of which the second counts only if the first is accepted.

    `number` is that of the last event the client knew when its player chose. The same id is never done twice.
    """

    id: Id
    number: Number
    actions: Annotated[tuple[Action, ...], msgspec.Meta(min_length=1, max_length=2)]


class Why(_Ask, frozen=True):
    """Ask why something is not allowed now: an action by its text, or what picks mean. Only you get the answer."""

    id: Id
    action: Action = ""
    picks: Annotated[tuple[Name, ...], msgspec.Meta(max_length=12)] = ()
    """Ids of pieces, buttons, squares and turns, as in a path; they need be no beginning of one."""


class Hint(_Ask, frozen=True):
    """Ask what a bot would do in your place, where the table allows it. The answer is `advice`, and all are told."""

    id: Id


class Undo(_Ask, frozen=True):
    """Take back your latest action: at once if nobody learned anything, else the others are asked.

    Where there is nobody to ask, alone among bots, it is refused if anything was turned up since then.
    """

    id: Id


class Request(_Ask, frozen=True):
    """Ask the other players for a pause, or for more time for everybody."""

    id: Id
    what: Literal["pause", "time"]


class Agree(_Ask, frozen=True):
    """Agree to what is asked for."""

    id: Id


class Decline(_Ask, frozen=True):
    """Decline it, or take your own request back."""

    id: Id


class Resume(_Ask, frozen=True):
    """End a pause."""

    id: Id


class Leave(_Ask, frozen=True):
    """Let a bot play on for you."""

    id: Id


class Return(_Ask, frozen=True):
    """Take your seat back from the bot."""

    id: Id


class Say(_Ask, frozen=True):
    """Say something to the table: a text of at most 200 characters, or one of the phrases."""

    id: Id
    text: Annotated[str, msgspec.Meta(max_length=1000)] = ""
    phrase: Name = ""


class Mute(_Ask, frozen=True):
    """Hear no more from a seat, or hear it again."""

    id: Id
    seat: SeatNumber
    on: bool = True


class Past(_Ask, frozen=True):
    """See the game as you saw it after event `number`; after the end, through the eyes of any seat (-2: nobody's)."""

    id: Id
    number: Number
    eyes: int | None = None


class Ping(_Ask, frozen=True):
    """Measure the connection; the answer is `pong`."""

    id: Id


class Pong(_Ask, frozen=True):
    """Answer a `ping` of the server, at once."""

    id: Id


Message = (
    Hello
    | Join
    | Free
    | Bot
    | Commit
    | Reveal
    | Play
    | Why
    | Hint
    | Undo
    | Request
    | Agree
    | Decline
    | Resume
    | Leave
    | Return
    | Say
    | Mute
    | Past
    | Ping
    | Pong
)
FROM_CLIENT = Message.__args__


# --- from the server -------------------------------------------------------------------------------------------------


class _Tell(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, tag_field="type", tag=str.lower):
    pass


class Kind(StrEnum):
    """What happened at a table."""

    CHANGED = ""
    """Somebody came or went, and nothing else."""
    JOINED = "joined"
    """A person or a bot took a seat."""
    FREED = "freed"
    """A seat is free again."""
    CLAIMED = "claimed"
    """A player came from another device, by the private link of the seat."""
    COMMITTED = "committed"
    """A player promised a nonce."""
    CALLED = "called"
    """All have promised: open your nonce."""
    REVEALED = "revealed"
    """A player opened a nonce."""
    VOIDED = "voided"
    """Somebody did not open a nonce in time; see `voids`."""
    STARTED = "started"
    """The game begins."""
    COUNTDOWN = "countdown"
    """Real time: the common countdown runs until `begins_at`."""
    LIMIT = "limit"
    """Real time: the game ends at `ends_at` at the latest."""
    ASKED = "asked"
    """A player asks for something; see `ask`."""
    AGREED = "agreed"
    """A player agrees, and others have not answered yet."""
    DECLINED = "declined"
    """A player declines, or takes a request back."""
    LAPSED = "lapsed"
    """A request ended without an answer."""
    UNDONE = "undone"
    """Something was taken back; `undone` came before."""
    PAUSED = "paused"
    """All agreed to a pause."""
    RESUMED = "resumed"
    """The pause is over."""
    EXTENDED = "extended"
    """All agreed to more time."""
    STOODIN = "stoodin"
    """A bot plays on for a player."""
    RETURNED = "returned"
    """The player has the seat back."""
    HINTED = "hinted"
    """A player took a hint; `note` came before."""
    ENDED = "ended"
    """The game is over."""
    REMATCHED = "rematched"
    """The next table is in `rematch`."""


class ChairDoc(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat: who plays it, whether that player is connected, and what the clock says."""

    seat: int
    name: str = ""
    who: Literal["nobody", "person", "bot"] = "nobody"
    level: str = ""
    """Of the bot that plays the seat, also while it stands in for a person."""
    here: bool = False
    host: bool = False
    commitment: str = ""
    """What the player has promised for this start, c_i."""
    nonce: str = ""
    """Told when all nonces are open."""
    left: int | None = None
    """Milliseconds on the clock at `at`."""
    runs: bool = False
    hints: int = 0
    """How many the player has taken."""


class AskDoc(msgspec.Struct, frozen=True):
    """What is being asked for, by whom, and who has agreed."""

    what: Wish
    seat: int
    agreed: tuple[int, ...]


class VoidDoc(msgspec.Struct, frozen=True):
    """A start at which somebody did not open a nonce: who, and the secret that the server had promised for it."""

    start: int
    silent: tuple[int, ...]
    secret: str


class PromiseDoc(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat had promised at the table that a deal is copied from."""

    commitment: str = ""
    bot: bool = False


class CopiedDoc(msgspec.Struct, frozen=True):
    """What was promised for a deal that is played again: the start, the server's promise C, and the seats'."""

    start: int
    commitment: str
    seats: tuple[PromiseDoc, ...]


class TableDoc(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that everybody may know of a table but the game itself."""

    id: str
    game: str
    title: str
    options: dict[str, Json]
    chairs: tuple[ChairDoc, ...]
    phase: Phase
    number: int
    at: int
    """The server's time in milliseconds; downtime does not count."""
    commitment: str
    """What the server has promised for this start, C; empty of a copied deal."""
    clock: Clock = Clock()
    paused: bool = False
    listed: bool = False
    hints: bool = False
    """Whether players may ask what a bot would do."""
    watching: int = 0
    start: int = 1
    """Which attempt to start this is."""
    voids: tuple[VoidDoc, ...] = ()
    """The attempts before it."""
    ask: AskDoc | None = None
    begins_at: int | None = None
    """Real time: when the common countdown ends, by the server's time."""
    ends_at: int | None = None
    """Real time: when the time limit ends the game, by the server's time."""
    result: dict[str, Json] | None = None
    rematch: str = ""
    copied_from: str = ""
    copied: CopiedDoc | None = None
    """Of a deal that is played again; all its promises are old."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What happened, in a sentence for this listener."""

    number: int
    text: str
    private: bool = False
    """Only you are told."""
    note: bool = False
    """Of the table and not of the game: there is no moment to look at, and an undo leaves it."""


class Welcome(_Tell, frozen=True):
    """The answer to `hello`: who you are here, and, unless you have it all, the whole scene and the story so far.

    A game that is `sealed` comes without them.
    """

    you: int | None
    """Your seat; null if you have none."""
    host: bool
    """Whether you opened the table."""
    table: TableDoc
    number: int
    """Of the last event."""
    public: msgspec.Raw | None = None
    own: msgspec.Raw | None = None
    story: tuple[Line, ...] = ()
    said: tuple[Said, ...] = ()
    undo: bool = False
    muted: tuple[int, ...] = ()
    terms: dict[str, Json] | None = None
    """What is agreed for this table; T of [the fair deal](fair-deal.md) is its hash. Null at a table of version 1."""
    protocol: int = 0
    """The version of this page that the server speaks."""
    language: str = ""
    """In which language the server speaks to you: the one of `GET /api/languages` that comes closest."""
    sealed: str = ""
    """Why a finished game is not shown to you; see [the past](#the-past)."""


class StillDoc(msgspec.Struct, frozen=True, omit_defaults=True):
    """A scene that rests for a moment before the next one; nothing can be done in it."""

    public: msgspec.Raw
    own: msgspec.Raw | None = None


class Event(_Tell, frozen=True):
    """An event of the game, as told to this listener, and the scene after it.

    `told` is the action as its text, masked where the listener may not know it; None for the dealer. The scene is
    `public` with `own` laid over it. `undo`: you can take your latest action back without asking anybody. Who shows
    what happens shows the stills in their order and then the scene.
    """

    number: int
    at: int
    seat: int | None
    told: str | None
    by: str
    lines: tuple[str, ...]
    public: msgspec.Raw
    own: msgspec.Raw | None
    undo: bool = False
    left: tuple[int, ...] = ()
    """Milliseconds on the clock of each seat, where there is one."""
    runs: tuple[int, ...] = ()
    """The seats whose clock runs now."""
    private: tuple[int, ...] = ()
    """Which of the lines only you are told, counted from 0."""
    stills: tuple[StillDoc, ...] = ()
    """What is seen before the scene after it, such as a full trick that is about to be taken."""
    moved: tuple[str, ...] = ()
    """The ids of the pieces that it moved, as a still or the scene after it calls them."""
    clash: Clash | None = None
    """The pieces that met."""
    sums: Sums | None = None
    """What a round came to, if it ends one."""


class Undone(_Tell, frozen=True):
    """What was done from event `since` on has been taken back; `number` is the number of that. The scene now."""

    number: int
    since: int
    seat: int
    public: msgspec.Raw
    own: msgspec.Raw | None
    undo: bool = False


class Table(_Tell, frozen=True):
    """The table has changed: seats, clocks, phase, a request. `seat`: who caused it, if somebody did.

    When a request ends, `text` says what became of it. The kind is then `paused` or `extended` if it was granted (an
    undo is told by `undone` and a `note`), `declined`, or `lapsed` if it ended without an answer: somebody acted first,
    a bot plays on for who asked or who had not agreed yet, or the game is over. Of `lapsed`, `seat` is who asked.
    """

    table: TableDoc
    kind: Kind = Kind.CHANGED
    seat: int | None = None
    text: str = ""


class Said(_Tell, frozen=True):
    """A player said something."""

    number: int
    seat: int
    text: str = ""
    phrase: str = ""


class Note(_Tell, frozen=True):
    """A line of the story that is not of the game: somebody took a hint, or took a move back that others knew of."""

    number: int
    text: str
    seat: int


class Answer(_Tell, frozen=True):
    """The answer to a message with an id.

    `accepted` with the number of the last event it made; `refused` with the reason, nothing was done; `stale` with the
    scene as it is now. `link` is the path of the private link of a seat just taken.
    """

    id: str
    verdict: Literal["accepted", "refused", "stale"]
    number: int = 0
    reason: str = ""
    public: msgspec.Raw | None = None
    own: msgspec.Raw | None = None
    link: str = ""


class Because(_Tell, frozen=True):
    """The answer to `why`; empty when it is allowed, or when the picks mean nothing."""

    id: str
    reason: str


class BarDoc(msgspec.Struct, frozen=True):
    """An estimate as it is drawn, from 0 to 1 of a bar: the estimate itself, and the two ends of its error."""

    at: float
    low: float
    high: float


class HintDoc(msgspec.Struct, frozen=True):
    """An action, what a search expects of it, with standard errors, and what speaks for it."""

    action: str
    share: float
    """Of the victory, from 0 to 1."""
    share_error: float
    points: float
    points_error: float
    value: str
    """What it brings, in a few words: a share of the victory, or points where shares say nothing."""
    bar: BarDoc
    more: str
    """What it brings besides: points, where the victory decides."""
    reasons: tuple[str, ...]
    sentence: str
    """All of that in words."""


class Advice(_Tell, frozen=True):
    """The answer to `hint`: the best actions, best first, as a bot of that level sees it. Nothing of it is certain."""

    id: str
    number: int
    """The last event that it knows of."""
    level: str
    hints: tuple[HintDoc, ...]


class Moment(_Tell, frozen=True):
    """A past moment: the scene as it was after event `number`, without anything to do."""

    id: str
    number: int
    lines: tuple[str, ...]
    public: msgspec.Raw
    own: msgspec.Raw | None = None


class Echo(_Tell, frozen=True, tag="pong"):
    """The answer to `ping`, with the server's time."""

    id: str
    at: int


class Probe(_Tell, frozen=True, tag="ping"):
    """The server measures the connection; answer `pong` at once."""

    id: str


class Error(_Tell, frozen=True):
    """A message that cannot be understood; nothing was done."""

    reason: str


Telling = Welcome | Event | Undone | Table | Said | Note | Answer | Because | Advice | Moment | Echo | Probe | Error
FROM_SERVER = Telling.__args__

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Message)


def encode(message: Telling) -> bytes:
    return _encoder.encode(message)


def decode(text: bytes | str) -> Message:
    """Read a client's message; raise msgspec.DecodeError or its ValidationError."""
    message: Message = _decoder.decode(text)
    return message
