"""Every message that a server sends, over one socket per table; `asks` has those of clients.

Messages are JSON objects with a `type`; docs/protocol.md is printed from them. Everything a server sends has been
masked for its viewer by the rules (`view` and `told`) before it gets here.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, Literal

import msgspec

from fairdeal.contract.scene import Clash
from fairdeal.language.marks import Mark
from fairdeal.play.company import Choice
from fairdeal.play.events import Clock, Practice, Wish
from fairdeal.play.table import Phase

PROTOCOL = 3  # counts up when a client that keeps to the old page would do something wrong

Json = Any


def _tag_of_telling(name: str) -> str:
    return name.removesuffix("Telling").lower()


class _Tell(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, tag_field="type", tag=_tag_of_telling):
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
    VOTED = "voted"
    """A player wants something to become of a seat whose player is away, and others have to agree; see `away`."""
    WAITED = "waited"
    """It was decided to wait on for a player who is away."""
    RETURNED = "returned"
    """The player has the seat back."""
    HINTED = "hinted"
    """A player took a hint; `note` came before."""
    ENDED = "ended"
    """The game is over; `ended` says why if it was ended early."""
    CLOSED = "closed"
    """The table was cancelled before the start; `closed` says by whom."""
    OFFERED = "offered"
    """A player wants a rematch; see `offer`."""
    ANSWERED = "answered"
    """A player joins the rematch, or declines."""
    WITHDRAWN = "withdrawn"
    """The rematch is no longer offered."""
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
    by_wish: bool = False
    """The player let the bot play on; without that, whoever comes back wants the seat again."""
    effort: int | None = None
    """A bot had less than this percentage of its usual work for some choice of the game, because the server is busy."""


class VoteDoc(msgspec.Struct, frozen=True):
    """What a player wants to become of a seat."""

    seat: int
    what: Choice


class AwayDoc(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player who is away from a game with others; all times are the server's."""

    seat: int
    since: int
    host_from: int
    """When the host may `decide`."""
    all_from: int
    """When more than half of the people may who are here and play themselves."""
    votes: tuple[VoteDoc, ...] = ()


class AskDoc(msgspec.Struct, frozen=True):
    """What is being asked for, by whom, and who has agreed."""

    what: Wish
    seat: int
    agreed: tuple[int, ...]


class OfferDoc(msgspec.Struct, frozen=True, omit_defaults=True):
    """A rematch that is offered: by whom, who joins and who does not; everybody else has not answered."""

    seat: int
    joins: tuple[int, ...]
    declines: tuple[int, ...] = ()


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
    ended: str = ""
    """Why the game was ended early; then it has no result and no winner."""
    away: tuple[AwayDoc, ...] = ()
    """The players who are away while the game goes on."""
    offer: OfferDoc | None = None
    """A rematch that is offered, or was, when the game is over."""
    rematch: str = ""
    """The next table; those who joined have their seats there already."""
    closed: str = ""
    """Who has cancelled the table before the start."""
    copied_from: str = ""
    copied: CopiedDoc | None = None
    """Of a deal that is played again; all its promises are old."""
    practice: Practice | None = None
    """The game goes on from a moment of that other game, whose deal and events up to there it has."""
    day: str = ""
    """It is the deal of this day (UTC), the same for everybody; when it is over it stays sealed until the day ends."""


Marks = tuple[Mark, ...]


class StoryLine(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What happened, in a sentence for this viewer."""

    number: int
    text: str
    private: bool = False
    """Only you are told."""
    note: bool = False
    """Of the table and not of the game: there is no moment to look at, and an undo leaves it."""
    marks: Marks = ()


class WelcomeTelling(_Tell, frozen=True):
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
    story: tuple[StoryLine, ...] = ()
    said: tuple[SaidTelling, ...] = ()
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
    prompt: str = ""
    """What is said meanwhile, instead of the scene's own prompt."""


class SumRowDoc(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a round was for one seat: a number for each column, and the points of all rounds before and after it."""

    seat: int
    values: tuple[int, ...]
    before: int
    after: int
    note: str = ""
    """Why its points are fewer than its columns promise, in a word."""


class SumsDoc(msgspec.Struct, frozen=True):
    """What a round came to: a row for each seat, a column for each source of its points; and who leads after it."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[SumRowDoc, ...]
    leaders: tuple[int, ...]


class EventTelling(_Tell, frozen=True):
    """An event of the game, as told to this viewer, and the scene after it.

    `told` is the action as its text, masked where the viewer may not know it; None for the dealer. The scene is
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
    sums: SumsDoc | None = None
    """What a round came to, if it ends one."""
    marks: tuple[Marks, ...] = ()
    """What each of the lines names; left out if none names anything."""


class UndoneTelling(_Tell, frozen=True):
    """What was done from event `since` on has been taken back; `number` is the number of that. The scene now."""

    number: int
    since: int
    seat: int
    public: msgspec.Raw
    own: msgspec.Raw | None
    undo: bool = False


class TableTelling(_Tell, frozen=True):
    """The table has changed: seats, clocks, phase, a request. `seat`: who caused it, if somebody did.

    When a request ends, `text` says what became of it. The kind is then `paused` or `extended` if it was granted (an
    undo is told by `undone` and a `note`), `declined`, or `lapsed` if it ended without an answer: somebody acted first,
    a bot plays on for who asked or who had not agreed yet, or the game is over. Of `lapsed`, `seat` is who asked.
    """

    table: TableDoc
    kind: Kind = Kind.CHANGED
    seat: int | None = None
    text: str = ""


class SaidTelling(_Tell, frozen=True):
    """A player said something."""

    number: int
    seat: int
    text: str = ""
    phrase: str = ""


class NoteTelling(_Tell, frozen=True):
    """A line of the story that is not of the game: somebody took a hint, or took a move back that others knew of."""

    number: int
    text: str
    seat: int


class AnswerTelling(_Tell, frozen=True):
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
    marks: Marks = ()
    """What the reason names."""


class BecauseTelling(_Tell, frozen=True):
    """The answer to `why`; empty when it is allowed, or when the picks mean nothing."""

    id: str
    reason: str
    marks: Marks = ()


class ChoiceDoc(msgspec.Struct, frozen=True, omit_defaults=True):
    """A legal action, and a sentence on what it does, as far as its player can know."""

    action: str
    text: str
    marks: Marks = ()


class GroupDoc(msgspec.Struct, frozen=True):
    """Legal actions that have something in common."""

    title: str
    choices: tuple[ChoiceDoc, ...]


class ChoicesTelling(_Tell, frozen=True):
    """The answer to `choices`: every legal action once, in groups; none while there is nothing to do."""

    id: str
    number: int
    """The last event that it knows of."""
    groups: tuple[GroupDoc, ...]


class ViewTelling(_Tell, frozen=True):
    """The answer to `view`: your seat's view, and the lines of the bots' protocol (bot-protocol.md) that it makes."""

    id: str
    number: int
    """The last event that it knows of."""
    view: str
    """The bytes of the record (`STATE` in the game's `rules.py`) in base64: what you cannot know is -1 in it."""
    told: str
    """All that you were told: the bytes of pairs of int32, who acted and what, in base64."""
    hello: str
    choose: str = ""
    """Empty while there is nothing for you to do."""
    over: str = ""
    """Empty until the game is over."""


class AboutTelling(_Tell, frozen=True):
    """The answer to `about`: what a piece is called and what there is to say of it; empty if there is no such piece."""

    id: str
    title: str
    lines: tuple[str, ...] = ()
    marks: tuple[Marks, ...] = ()
    """What each of the lines names; left out if none names anything."""


class BarDoc(msgspec.Struct, frozen=True):
    """An estimate as it is drawn, from 0 to 1 of a bar: the estimate itself, and the two ends of its error."""

    at: float
    low: float
    high: float


class HintDoc(msgspec.Struct, frozen=True, omit_defaults=True):
    """An action, what a search expects of it, with standard errors, and what speaks for it."""

    action: str
    name: str
    """The action in words, to stand in a sentence."""
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
    name_marks: Marks = ()
    """The cards that it names."""
    reason_marks: tuple[Marks, ...] = ()
    """What each of the reasons names; left out if none names anything."""


class AdviceTelling(_Tell, frozen=True):
    """The answer to `hint`: the best actions, best first, as a bot of that level sees it. Nothing of it is certain."""

    id: str
    number: int
    """The last event that it knows of."""
    level: str
    hints: tuple[HintDoc, ...]


class MomentTelling(_Tell, frozen=True):
    """A past moment: the scene as it was after event `number`, without anything to do."""

    id: str
    number: int
    lines: tuple[str, ...]
    public: msgspec.Raw
    own: msgspec.Raw | None = None
    marks: tuple[Marks, ...] = ()
    """What each of the lines names; left out if none names anything."""
    stills: tuple[StillDoc, ...] = ()
    """What was seen before it, as `event` has it; so are the next three."""
    moved: tuple[str, ...] = ()
    clash: Clash | None = None
    sums: SumsDoc | None = None


class EchoTelling(_Tell, frozen=True, tag="pong"):
    """The answer to `ping`, with the server's time."""

    id: str
    at: int


class ProbeTelling(_Tell, frozen=True, tag="ping"):
    """The server measures the connection; answer `pong` at once."""

    id: str


class GoingTelling(_Tell, frozen=True):
    """The server stops, and closes the socket after this. Connect again, at a moment chosen by chance."""

    within: int
    """Milliseconds from now, the latest such moment: the more clients there are, the longer."""


class ErrorTelling(_Tell, frozen=True):
    """A message that cannot be understood; nothing was done."""

    reason: str


Telling = (
    WelcomeTelling
    | EventTelling
    | UndoneTelling
    | TableTelling
    | SaidTelling
    | NoteTelling
    | AnswerTelling
    | BecauseTelling
    | AboutTelling
    | ChoicesTelling
    | ViewTelling
    | AdviceTelling
    | MomentTelling
    | EchoTelling
    | ProbeTelling
    | GoingTelling
    | ErrorTelling
)
FROM_SERVER = Telling.__args__

encode: Callable[[Telling], bytes] = msgspec.json.Encoder().encode
