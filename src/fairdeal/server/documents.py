"""What the HTTP interface takes and gives, beside a table's socket. The OpenAPI description is printed from here."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from fairdeal.contract.mood import Mood
from fairdeal.contract.scene import Clash
from fairdeal.language.marks import Mark
from fairdeal.play.events import Clock, Pace
from fairdeal.review.telling import ToldChoice, ToldReview
from fairdeal.server.protocol import StillDoc, SumsDoc

Json = Any
Short = Annotated[str, msgspec.Meta(max_length=200)]
BySeat = msgspec.Meta(extra_json_schema={"propertyNames": {"pattern": "^-?[0-9]+$"}})  # numbers, as keys of JSON


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name by which others know you."""

    name: Short


class SessionDoc(msgspec.Struct, frozen=True):
    """Who you are: a guest with a name."""

    name: str


class OpenTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be opened. Bots: their level by seat; every other seat is free."""

    game: Short
    seats: int | None = None
    options: dict[str, Json] = {}
    data: dict[str, Json] | None = None
    bots: Annotated[dict[int, Short], BySeat] = {}
    listed: bool = False
    clock: Clock = Clock()
    hints: bool | None = None
    """Whether players may ask what a bot would do; if left out, where no two people can sit."""
    pace: Pace = "usual"
    """How fast bots act in a real-time game."""


class OpenedDoc(msgspec.Struct, frozen=True):
    """The table that was opened, and its link."""

    table: str
    link: str


class TableCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table in a list."""

    table: str
    link: str
    game: str
    title: str
    phase: str
    names: tuple[str, ...]
    """Of the seats in order; empty where a seat is free."""
    opened_at: int
    changed_at: int
    mine: int | None = None
    """Your seat."""
    awaited: bool = False
    """It is your turn."""
    hints: bool = False
    """Players may ask what a bot would do."""
    ended: bool = False
    """The game was ended early and has no winner."""


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The token of a seat's private link."""

    token: Short


class ClaimedDoc(msgspec.Struct, frozen=True):
    """The seat that is yours now."""

    seat: int


class Challenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Play the deal of a finished game again, on this seat; bots of these levels, or of those before, on the others."""

    seat: int
    bots: Annotated[dict[int, Short], BySeat] = {}


class PlayOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Let a finished game go on after the event of this number, on this seat, all others bots of this level."""

    number: int
    seat: int
    level: Short


class OptionDoc(msgspec.Struct, frozen=True):
    """A setting of a game, and what a form needs to ask for it. Nobody chooses one whose default is null."""

    name: str
    default: Json
    label: str
    """What people call it."""
    allowed: str
    meaning: str
    kind: Literal["whole", "flag", "choice", "other"]
    """A whole number, true or false, one of a few words; anything else is typed as a text."""
    low: int | None
    high: int | None
    choices: tuple[str, ...]
    choice_labels: tuple[str, ...]
    """What people call the choices."""
    by_pace: dict[str, Json] = {}
    """Real time: its default at another pace of the table, where that is another."""


class LanguageDoc(msgspec.Struct, frozen=True):
    """A language that the server speaks: its code, and what it calls itself."""

    code: str
    name: str


class LevelDoc(msgspec.Struct, frozen=True):
    """How well a bot plays, in the words of its game."""

    name: str
    label: str
    """What people call it."""
    meaning: str
    seats: tuple[int, ...]
    """With how many seats it plays; levels with any."""


class FactsDoc(msgspec.Struct, frozen=True):
    """What somebody wants to know before choosing a game."""

    kind: str
    """Such as trick-taking."""
    minutes: int
    age: int
    weight: int
    """How hard it is to learn: 1 while playing, 2 in a first game, 3 in a game or two."""
    best_seats: int
    source: str
    """Where minutes and age come from."""


class GameDoc(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    name: str
    title: str
    credit: str
    summary: str
    facts: FactsDoc | None
    seats: tuple[int, ...]
    real_time: bool
    options: tuple[OptionDoc, ...]
    levels: tuple[LevelDoc, ...]
    """Of its bots, each better than the one before; then the bots that whoever serves has named."""
    own_deck: bool
    """A file of your own cards can be brought (`/api/games/GAME/deck`)."""
    faces: tuple[str, ...]
    """Of a few cards, for a picture (`/api/games/GAME/faces/light/FACE.svg`)."""
    suits: tuple[str, ...]
    """The letters of the colours that have a face of their own, `suit.LETTER`."""
    paints: dict[str, str]
    """By the letter of a colour: the one whose paint it has, where that is another one."""
    faces_version: str
    """Changes with any face; asked for with `?v=`, a face that was drawn anew is not taken for the old one."""
    mood: Mood | None
    """The colours of its table; its felt bears the faces `mat` in the middle and `weave` all over."""


class LessonDoc(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is told at a first game, once: when a prompt or a filled zone names its key."""

    key: str
    text: str
    marks: tuple[Mark, ...] = ()
    """The paragraphs that it names."""


class SectionDoc(msgspec.Struct, frozen=True):
    """A part of a rulebook: under a heading, or a numbered paragraph, which has its number as id and no title."""

    id: str
    title: str
    html: str


class RulebookDoc(msgspec.Struct, frozen=True):
    """A rulebook in sections, each as HTML."""

    title: str
    credit: str
    sections: tuple[SectionDoc, ...]
    lessons: tuple[LessonDoc, ...]
    """The more urgent first."""


class PictureDoc(msgspec.Struct, frozen=True):
    """One thing to know before a first game: a sentence, and scenes that show it, drawn one after another."""

    caption: str
    scenes: tuple[msgspec.Raw, ...]
    marks: tuple[str, ...]
    """The ids of the pieces, counters and zones that the sentence is about."""


class OpeningDoc(msgspec.Struct, frozen=True):
    """What a game is about, in a few pictures, as somebody on seat 0 would see them."""

    title: str
    names: tuple[str, ...]
    """Of the seats in the pictures."""
    pictures: tuple[PictureDoc, ...]


class DeckFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of your own cards: its name, which ends in .csv or .json, and what is in it."""

    name: Short
    text: str


class DeckDoc(msgspec.Struct, frozen=True):
    """A verdict on each card of a file. If they make a deck, `options` has it, as a table takes it."""

    lines: tuple[str, ...]
    reason: str
    """Why they make none; else empty."""
    options: dict[str, Json]


class Games(msgspec.Struct, frozen=True):
    """The games, and what players can say with one press."""

    games: tuple[GameDoc, ...]
    phrases: tuple[str, ...]


class Prepared(msgspec.Struct, frozen=True):
    """How many parts of a game are compiled. It can be played meanwhile, but its bots think less until all are."""

    game: str
    done: int
    of: int


class MomentDoc(msgspec.Struct, frozen=True, omit_defaults=True):
    """One moment of a finished game, as a scene."""

    number: int
    at: int
    lines: tuple[str, ...]
    moved: tuple[str, ...]
    """The ids of the pieces that the event moved."""
    public: msgspec.Raw
    own: msgspec.Raw | None = None
    clash: Clash | None = None
    marks: tuple[tuple[Mark, ...], ...] = ()
    """The cards and paragraphs that each of the lines names."""
    stills: tuple[StillDoc, ...] = ()
    """What was seen before it, such as a full trick that is about to be taken."""
    sums: SumsDoc | None = None
    """What a round came to, if it ended one."""


class AboutDoc(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything about one piece at a moment of a finished game, in sentences; empty if there is no such piece."""

    title: str
    lines: tuple[str, ...] = ()
    marks: tuple[tuple[Mark, ...], ...] = ()
    """The cards and paragraphs that each of the lines names."""


class ReplayDoc(msgspec.Struct, frozen=True):
    """A finished game: the numbers and times of its events, who acted (null: the dealer), and all points after each."""

    table: str
    game: str
    title: str
    names: tuple[str, ...]
    numbers: tuple[int, ...]
    times: tuple[int, ...]
    seats: tuple[int | None, ...]
    points: tuple[tuple[int, ...], ...]
    rounds: tuple[SumsDoc, ...]
    """What each of its rounds came to; none where a game has no rounds."""
    result: dict[str, Json]
    ended: str = ""
    """Why the game was ended early; then its result is empty."""


class ReviewDoc(msgspec.Struct, frozen=True):
    """What a review of a finished game found. It counts events from 0; `numbers` has the numbers they have here."""

    table: str
    game: str
    names: tuple[str, ...]
    numbers: tuple[int, ...]
    told: ToldReview
    """All that it found, in sentences."""
    mine: int | None = None
    """Your seat."""


class ReviewWait(msgspec.Struct, frozen=True):
    """A review that is being made: ask again in a second."""

    share: float
    """How much of it is done, from 0 to 1."""
    text: str


class PuzzleCard(msgspec.Struct, frozen=True):
    """A choice of yours that could have been better, to be tried again; `number` is that of its event."""

    table: str
    number: int
    game: str
    title: str
    seat: int
    tries: int = 0
    solved: bool = False


class PuzzleAction(msgspec.Struct, frozen=True):
    """Something that can be done."""

    action: str
    name: str
    marks: tuple[Mark, ...]


class PuzzleDoc(msgspec.Struct, frozen=True):
    """A puzzle: what was known after the event `moment`, and all that can be done."""

    card: PuzzleCard
    moment: int
    actions: tuple[PuzzleAction, ...]


class Attempt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What you would do now."""

    action: Short


class AttemptDoc(msgspec.Struct, frozen=True):
    """How good that would have been, with the evidence: it solves a puzzle unless it is surely worse than the best."""

    solved: bool
    choice: ToldChoice


class DailyGame(msgspec.Struct, frozen=True):
    """The deal of the day of one game: the same cards, seat and bots for everybody."""

    game: str
    title: str
    seats: int
    seat: int
    """Where you sit."""
    level: str
    """How well the bots play, in words."""
    commitment: str
    """The server's promise for the deal, C, as the receipts of all who play it have it; empty if it cannot be played,
    because the rules have changed."""
    next_commitment: str
    """And for that of tomorrow."""
    started: int
    """How many have begun it."""
    table: str
    """Where you play it; empty if you have not begun."""
    over: bool
    """Whether you have played it."""


class DailyDoc(msgspec.Struct, frozen=True):
    """The deals of the day. A day is one of UTC, written as 2026-11-18."""

    day: str
    yesterday: str
    ends_at: int
    """When the day is over, in milliseconds since the epoch."""
    games: tuple[DailyGame, ...]


class DailyPlace(msgspec.Struct, frozen=True):
    """How somebody did in a deal of the day."""

    rank: int
    name: str
    adjusted: float
    """The share of the victory beyond an even one, without luck: the higher, the better."""
    share: float
    """Of the victory: 1 if won alone, 0 if not won."""
    points: int
    table: str
    """Where it was played; empty until the day is over."""


class StandingsBin(msgspec.Struct, frozen=True):
    """How many did about as well."""

    low: float
    high: float
    count: int


WhyNot = Literal["", "late", "left", "bot"]
"""Why a game of the day does not count: it ended after the day, was ended early, or a bot played for its player."""


class DailyStandings(msgspec.Struct, frozen=True):
    """How all have done in a deal of the day; nothing of the cards."""

    day: str
    game: str
    title: str
    open: bool
    """Whether the day is over, so that everybody may look into all of its games."""
    started: int
    counted: int
    places: tuple[DailyPlace, ...]
    """The best, in order."""
    bins: tuple[StandingsBin, ...]
    """All that count, from the worst to the best."""
    mine: DailyPlace | None
    waiting: bool
    """Your game is over, and its luck is still being found out: ask again in a second."""
    why_not: WhyNot


class Problem(msgspec.Struct, frozen=True):
    """Why something was not done."""

    reason: str
