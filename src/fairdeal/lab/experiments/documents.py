"""What a page asks of the lab, and what it is shown of an experiment: all texts are said in its reader's language."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from fairdeal.contract.options import Json

Short = Annotated[str, msgspec.Meta(max_length=200)]
Path = Literal["run", "a", "b"]
"""The folder of games within that of an experiment."""
ONLY: Final = "run"
FIRST: Final = "a"
SECOND: Final = "b"

STARTING: Final = "starting"
PLAYING: Final = "playing"
TRYING: Final = "trying"  # what offers do, after all games are played
OVER: Final = "over"
STOPPED: Final = "stopped"
REFUSED: Final = "refused"
State = Literal["starting", "playing", "trying", "over", "stopped", "refused"]
UNDER_WAY = (STARTING, PLAYING, TRYING)

# --- what is asked ---------------------------------------------------------------------------------------------------


class LabFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A data file: its name, which ends in .toml or .json, and what is in it."""

    name: Short
    text: str


class LabVariant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game is to be played; what is left out is as usual."""

    seats: int | None = None
    options: dict[str, Json] = {}
    file: LabFile | None = None


class LabWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An experiment: a report on one variant, or two that are compared over the same deals."""

    game: Short
    bots: Annotated[tuple[Short, ...], msgspec.Meta(min_length=1, max_length=8)]
    a: LabVariant = LabVariant()
    b: LabVariant | None = None
    by: Short = "first"
    """What is compared."""
    games: Annotated[int, msgspec.Meta(ge=1, le=200_000)] | None = None
    """At least so many; if left out, as many as the report of the command line plays."""
    precision: Annotated[float, msgspec.Meta(ge=0.001, le=0.5)] | None = None
    """Instead: until the widest interval of wins by order of play reaches at most so far to either side."""
    seed: Short = "0"


# --- what is shown ---------------------------------------------------------------------------------------------------


class LabRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number with its interval, as text and as numbers for a drawing; of a comparison with those of both variants."""

    key: str
    label: str
    value: str
    interval: str
    mean: float
    low: float | None
    high: float | None
    is_share: bool
    """Whether it is a part of all, from 0 to 1."""
    game: int | None = None
    """A game that shows it, counted from 1."""
    moment: int | None = None
    """The event of that game after which it is seen best."""
    a: str = ""
    b: str = ""


class LabBars(msgspec.Struct, frozen=True):
    """How often a whole number came up, in bars of the same width."""

    label: str
    low: int
    width: int
    shares: tuple[float, ...]


class LabSection(msgspec.Struct, frozen=True, omit_defaults=True):
    """A topic: sentences, rows, and what is drawn of them."""

    key: str
    title: str
    sentences: tuple[str, ...]
    rows: tuple[LabRow, ...]
    even: float | None = None
    """What the shares would be if all were even; then they are drawn."""
    bars: tuple[LabBars, ...] = ()


class LabGame(msgspec.Struct, frozen=True):
    """A game that is worth a look, counted from 1, and the event of it to begin with."""

    of: Path
    game: int
    label: str
    value: str
    moment: int | None


class LabPoint(msgspec.Struct, frozen=True):
    """What was known after so many games: of each line its mean, and from where to where its interval reaches."""

    games: int
    lines: tuple[tuple[float, float, float], ...]


class LabHistory(msgspec.Struct, frozen=True):
    """How intervals became narrower: what the lines are called, where all would be even, and the points."""

    title: str
    names: tuple[str, ...]
    even: float | None
    is_share: bool
    points: tuple[LabPoint, ...]


class LabFindings(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is known of an experiment now."""

    state: State
    done: int = 0
    total: int = 0
    rate: float = 0.0
    """Games a second."""
    left: float | None = None
    """Seconds until it is over, by our guess."""
    reason: str = ""
    """Why it was refused."""
    told: tuple[str, ...] = ()
    """What was played, and what a comparison found."""
    sections: tuple[LabSection, ...] = ()
    games: tuple[LabGame, ...] = ()
    history: LabHistory | None = None


class LabRun(msgspec.Struct, frozen=True):
    """An experiment, and what is known of it."""

    id: str
    game: str
    title: str
    started_at: float
    """Seconds since 1970."""
    wish: LabWish
    may_change: bool
    """Whether you may stop it and let it go on."""
    findings: LabFindings
    has_page: bool
    """Whether there is a page that opens offline."""


class LabNamed(msgspec.Struct, frozen=True):
    """Something to choose: its name, and what people call it."""

    name: str
    label: str


class LabChoices(msgspec.Struct, frozen=True):
    """What can be chosen for a game: who plays, and what can be compared."""

    game: str
    players: tuple[LabNamed, ...]
    quick: tuple[str, ...]
    """Those who play thousands of games in a second."""
    best_seats: int
    measures: tuple[LabNamed, ...]


class LabCard(msgspec.Struct, frozen=True):
    """An experiment in a list."""

    id: str
    game: str
    title: str
    started_at: float
    state: State
    done: int
    is_comparison: bool


class LabDoc(msgspec.Struct, frozen=True):
    """The lab: what can be chosen, and the experiments that there are; both are only for who may start some."""

    may_start: bool
    choices: tuple[LabChoices, ...]
    runs: tuple[LabCard, ...]
