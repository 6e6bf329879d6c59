"""The contract of a game: what its rules answer, what its words say, and the record that names them."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol, cast

import numpy as np
import numpy.typing as npt

from fairdeal import chance, kernel, messages
from fairdeal.chance import Rng
from fairdeal.errors import BadData, BadOption, BadSeats, Refused
from fairdeal.messages import Catalogue, Message
from fairdeal.plain import plain, record_of
from fairdeal.scene import Change, Scene, merged

State = Any  # one record of the game's STATE type; a view is one too, with UNKNOWN where its seat cannot know
Numbers = npt.NDArray[Any]
Json = Any


class Rules(Protocol):
    """The questions a game's `rules.py` answers; native functions over one flat record.

    Commands change `s` or fill `out` and return at most how many numbers they wrote. `v` is a view: the rules never
    read what it masks. Sizes of buffers are constants of the module, so that callers allocate once: legal actions as
    int32, outcomes as int16, points as int64, shares as float64, observations as float32.
    """

    STATE: np.dtype[Any]
    """The state. Its first fields are `seats`, `options` and `box`."""
    PLAN: np.dtype[Any]
    """What `plan` counts for `resample`."""
    ACTIONS: int
    """Actions are 0 to ACTIONS-1; what `told` makes of a hidden one is a number from ACTIONS on."""
    MOST_LEGAL: int
    """No seat ever has more legal actions than this."""
    MOST_OUTCOME: int
    """No outcome of chance has more numbers than this."""
    MOST_EVENTS: int
    """No game has more events than this, at any seat count and option."""
    OBSERVATION: int
    """How many numbers `observe` writes."""
    REAL_TIME: bool
    """Whether seats act without turns; then `tempo` and `patience` are there."""

    def setup(self, s: State, seats: int, options: State, box: State) -> None:
        """Lay out an empty table: every byte of `s` is written."""

    def actors(self, s: State) -> int:
        """Who may act: a set (bits) of seats and DEALER; 0 when the game is over.

        DEALER alone: chance is due. DEALER with seats: it may act and is not awaited. Several seats: they choose at
        once, blind to each other, and the state after the last does not depend on their order.
        """

    def draw(self, s: State, rng: Numbers, out: Numbers) -> int:
        """Make the outcome of the chance that is due, as the numbers its text prints; return how many."""

    def deal(self, s: State, outcome: Numbers) -> None:
        """Carry an outcome of chance out."""

    def legal(self, s: State, seat: int, out: Numbers) -> int:
        """Fill in the seat's legal actions, ascending; return how many, 0 for a seat that is no actor."""

    def play(self, s: State, seat: int, action: int) -> None:
        """Do what a legal action does."""

    def points(self, s: State, out: Numbers) -> None:
        """Fill in the points of each seat as they stand; of a view, those it shows."""

    def winners(self, s: State, out: Numbers) -> None:
        """Fill in each seat's share of the victory of a game that is over; shares add up to 1."""

    def view(self, s: State, seat: int, out: State) -> None:
        """Write the state as the seat, or SPECTATOR, knows it: every byte of `out` is written."""

    def told(self, s: State, actor: int, action: int, viewer: int) -> int:
        """Give an action as the viewer may know it, judged in the state before it is played."""

    def plan(self, v: State, seat: int, out: State) -> None:
        """Count, once for a view, what `resample` needs."""

    def resample(self, v: State, seat: int, plan: State, rng: Numbers) -> None:
        """Turn a copy of the view into a world, exactly uniform over all deals that have this view."""

    def teaches(self, s: State, seat: int, action: int) -> bool:
        """Tell whether anybody would learn anything hidden from this action, judged before it is played."""

    def turned_up(self, s: State, after: State, seat: int) -> bool:
        """Tell whether the seat's own action, which led from `s` to `after`, showed it anything it did not know.

        That is chance above all, a card from a pile; also a sealed choice of others that was opened by it. Rules may
        leave this out if nothing but the last sealed choice does: see `has_turned_up`.
        """

    def observe(self, v: State, seat: int, out: Numbers) -> None:
        """Write a view as numbers for a learner."""

    def tempo(self, s: State, rng: Numbers) -> tuple[int, int]:
        """Real time: who acts next (a seat, or DEALER when it is awaited), and after how many milliseconds."""

    def patience(self, s: State) -> int:
        """Real time: how many milliseconds the dealer waits from the moment it becomes an actor; -1: for ever.

        Its turn begins with the event that made it an actor, or with its own last act.
        """


class Words(Protocol):
    """What a game's `words.py` says; plain Python. `v`, `before` and `after` are views: records, or plain ones."""

    def text(self, action: int) -> str:
        """Print an action, or what `told` made of one."""

    def action(self, text: str) -> int:
        """Parse an action; raise Unreadable. The inverse of `text`."""

    def outcome_text(self, s: State, outcome: Numbers) -> str:
        """Print an outcome of the chance that is due."""

    def outcome(self, s: State, text: str) -> Numbers:
        """Parse and check an outcome of the chance that is due; raise Unreadable or Refused."""

    def prompt(self, v: State, seat: int) -> Message:
        """Say what the seat is asked to do, or who is awaited."""

    def look(self, v: State, seat: int) -> list[Message]:
        """Describe all the seat can see, line by line."""

    def story(self, before: State, after: State, actor: int, action: int) -> list[Message]:
        """Tell an event: an action as told to the views' owner; of DEALER, what the two views show."""

    def why_not(self, v: State, seat: int, action: int) -> Message | None:
        """Say why the seat may not play the action now, citing the rule; None when it may."""

    def reasons(self, v: State, seat: int, action: int) -> list[Message]:
        """Give up to three facts about a legal action, in parts of a sentence: what it does or leads to for certain."""

    def result(self, v: State) -> list[Message]:
        """Say of a finished game who won and why, with each seat's points by source."""


class PublicScene(Protocol):
    """Draws what all may see."""

    def __call__(self, v: State) -> Scene:
        """Draw a spectator's view."""


class OwnScene(Protocol):
    """Draws what one seat has beyond what all may see."""

    def __call__(self, v: State, seat: int, legal: Sequence[int] | None = None) -> Scene:
        """Draw what differs for a seat in its view. Native rules list the legal actions faster than this would."""


class Option(Protocol):
    """A named setting of a table."""

    @property
    def name(self) -> str: ...
    @property
    def default(self) -> Json: ...
    @property
    def meaning(self) -> str: ...
    @property
    def allowed(self) -> str:
        """Say which values there are."""

    def check(self, value: Json) -> bool:
        """Tell whether a JSON value is one of them."""

    def parse(self, text: str) -> Json:
        """Read a value as typed on a command line; anything that `check` refuses if it is none."""

    def write(self, options: State, value: Json) -> None:
        """Write the value into the record that the rules read."""


@dataclass(frozen=True)
class Whole:
    """An option that is a whole number."""

    name: str
    default: int
    low: int
    high: int
    meaning: str

    @property
    def allowed(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def check(self, value: Json) -> bool:
        return type(value) is int and self.low <= value <= self.high

    def parse(self, text: str) -> Json:
        return int(text) if text.removeprefix("-").isdecimal() else text

    def write(self, options: State, value: Json) -> None:
        options[self.name] = value


@dataclass(frozen=True)
class Flag:
    """An option that is true or false."""

    name: str
    default: bool
    meaning: str
    allowed: str = "true or false"

    def check(self, value: Json) -> bool:
        return type(value) is bool

    def parse(self, text: str) -> Json:
        return {"true": True, "false": False}.get(text, text)

    def write(self, options: State, value: Json) -> None:
        options[self.name] = value


@dataclass(frozen=True)
class Choice:
    """An option that is one of a few words; the rules see its position."""

    name: str
    choices: tuple[str, ...]
    meaning: str

    @property
    def default(self) -> str:
        return self.choices[0]

    @property
    def allowed(self) -> str:
        return " or ".join(self.choices)

    def check(self, value: Json) -> bool:
        return value in self.choices

    def parse(self, text: str) -> Json:
        return text

    def write(self, options: State, value: Json) -> None:
        options[self.name] = self.choices.index(value)


# What a game's module `knowledge.py` may add to the search, and by which native function:
# - policy(s, seat, legal, count, rng): the number of the legal action that a sensible player chooses below the tree
# - is_horizon(s): here the search stops, though the game goes on; outlook(s, shares, points) then fills in each seat's
#   share of the victory and points to be expected
# - is_endgame(s): so few lines are left that a world can be solved exactly: up to the horizon or the end one seat at a
#   time chooses, and chance makes no difference
# - weigh(world, seat, told, count): the log likelihood of what the seat was told, if this is the world
# - survey(v, seat, iterations, rng, room): a search of the game's own, which fills in room.trials (search/room.py)
KNOWLEDGE = {
    "policy": "policy",
    "horizon": "is_horizon",
    "endgame": "is_endgame",
    "inference": "weigh",
    "survey": "survey",
}


@dataclass(frozen=True)
class Level:
    """How well a bot plays: iterations of the search for one action, and which of KNOWLEDGE it uses.

    No iterations are a random legal action.
    """

    name: str
    iterations: int
    knowledge: frozenset[str]
    meaning: str
    seconds: float = 1.0
    """How long it may take at a table, where a slow machine means fewer iterations."""


LEVELS = (
    Level("random", 0, frozenset(), "any legal action, for a first look at the rules"),
    Level("easy", 30, frozenset(), "a glance at what might happen"),
    Level("medium", 300, frozenset(), "some thought"),
    Level("hard", 3000, frozenset(KNOWLEDGE), "up to a second of thought"),
)


@dataclass(frozen=True)
class Game:
    """A game: its rules, its words, and what a table has to know of it."""

    name: str
    title: str
    credit: str
    """Who made the printed game."""
    summary: str
    seat_counts: range
    options: tuple[Option, ...]
    rules: Rules
    words: Words
    read_data: Callable[[Mapping[str, Json]], State]
    """Check a data file's document and give the record that the rules read; raise BadData."""
    read_labels: Callable[[Mapping[str, Json]], Mapping[str, str]]
    """Give the names that a checked document has for things."""
    folder: Path
    rules_version: int = 1
    public_scene: PublicScene | None = None
    """Give what to draw of a spectator's view; like `own_scene` far faster of a plain view."""
    own_scene: OwnScene | None = None
    """Give what to draw beside or instead of that for one seat, of its view."""
    idle_fields: tuple[str, ...] | None = None
    """The fields of its view that a seat's own part is drawn of while it has nothing to do; None: any of them. As long
    as they stay as they are it is not drawn again."""
    change: Callable[[State, State, int, int], Change] | None = None
    """Say what an event did, by the views of one listener before and after it, its actor, and the action as told."""
    meant: Callable[[State, int, Sequence[str]], Sequence[int]] | None = None
    """List the actions, legal or not, that a seat may mean by picks; none if they mean nothing. Of its view."""
    is_alike: Callable[[int, int], bool] | None = None
    """Tell whether the story of an event, by its actor and the action as onlookers are told, is the same for all,
    whatever else they know; then it is put into words once. None: never."""
    draw_face: Callable[[str, str], str] | None = None
    """Draw a face as SVG, light or dark; raise Unreadable. The face alone decides, so a drawing never changes."""
    all_faces: tuple[str, ...] = ()
    """The faces of the game's own cards, or examples where any card may come."""
    levels: tuple[Level, ...] = LEVELS
    """How well its bots play, each better than the one before."""
    pace: Callable[[State, int, int, Rng], int] | None = None
    """Real time: how many milliseconds a bot in a seat takes, by a spectator's view and the place of its level."""
    settle: Callable[[Setting, Rng], Mapping[str, Json]] | None = None
    """Complete a setting's options, by chance where they need it, and check what depends on the seats or on another
    option; raise BadOption. An option whose default is None is made here, and nobody chooses it."""
    hidden_options: Callable[[Mapping[str, Json]], Collection[str]] | None = None
    """Name the chosen options that the rules keep from the players until the end, such as a deck with a closed list."""
    option_labels: Callable[[Mapping[str, Json]], Mapping[str, str]] | None = None
    """Give the names that settled options have for things."""
    judge_deck: Callable[[Path], tuple[list[str], str]] | None = None
    """Read a file of a user's own cards: a verdict on each, and why they make no deck, empty if they do."""

    @functools.cached_property
    def own_data(self) -> Mapping[str, Json]:
        """The game's own data file."""
        return tomllib.loads((self.folder / "cards.toml").read_text("utf-8"))

    @property
    def rulebook(self) -> str:
        """The rules in our own words."""
        return (self.folder / "rulebook.md").read_text("utf-8")

    def scene(self, v: State, seat: int) -> Scene:
        """Give all there is to draw of a view for its seat, or for SPECTATOR."""
        if self.public_scene is None or self.own_scene is None:
            raise Refused(f"{self.title} cannot be drawn.")
        v = record_of(v)
        public = self.public_scene(plain(new_view(self, v, kernel.SPECTATOR)))
        return public if seat < 0 else merged(public, self.own_scene(plain(v), seat, list_legal(self.rules, v, seat)))

    @property
    def is_drawn(self) -> bool:
        """Whether the game has scenes."""
        return self.public_scene is not None

    def in_mode(self, mode: str) -> Game:
        """Give the same game with its rules interpreted, compiled or checked."""
        module = cast(Any, self.rules)
        return replace(self, rules=cast(Rules, kernel.load(module.__name__.partition("[")[0], mode)))

    def generic(self, name: str) -> Any:
        """Bind a generic native module to this game's rules: `game.generic("fairdeal.search.playouts")`."""
        return kernel.bind(name, cast(Any, self.rules))

    def setting(
        self,
        seats: int | None = None,
        options: Mapping[str, Json] | None = None,
        data: Mapping[str, Json] | None = None,
        rng: Rng | None = None,
    ) -> Setting:
        """Settle how it is played; defaults for whatever is left out. Raise BadSeats, BadOption, BadData.

        Some options are made by chance, such as a random deck: with the generator given, else always the same.
        """
        seats = self.seat_counts[0] if seats is None else seats
        if type(seats) is not int or seats not in self.seat_counts:
            low, high = self.seat_counts[0], self.seat_counts[-1]
            raise BadSeats(f"{self.title} is played by {low} to {high} seats, not {seats}.")
        setting = Setting(self, seats, self._options(options or {}), data)
        if self.settle is None:
            return setting
        return replace(setting, options=self.settle(setting, chance.numbered(self.name, 0) if rng is None else rng))

    def _options(self, given: Mapping[str, Json]) -> dict[str, Json]:
        known = {option.name: option for option in self.options}
        for name, value in given.items():
            if name not in known:
                raise BadOption(f"{self.title} has no option {name!r}; it has {', '.join(known) or 'none'}.")
            if not known[name].check(value):
                raise BadOption(f"Option {name} of {self.title} is {known[name].allowed}, not {value!r}.")
        return {name: given.get(name, option.default) for name, option in known.items()}


@dataclass(frozen=True)
class Setting:
    """How a game is to be played: seats, all options, and the user's own data, if any."""

    game: Game
    seats: int
    options: Mapping[str, Json]
    data: Mapping[str, Json] | None = None

    def __post_init__(self) -> None:
        self.game.read_data(self.document)

    @property
    def document(self) -> Mapping[str, Json]:
        """The data file in force."""
        return self.game.own_data if self.data is None else self.data

    def new_state(self) -> State:
        """Lay out an empty table."""
        s = kernel.blank(self.game.rules.STATE)[0]
        options = kernel.blank(self.game.rules.STATE["options"])[0]
        for option in self.game.options:
            option.write(options, self.options[option.name])
        self.game.rules.setup(s, self.seats, options, self.game.read_data(self.document))
        return s

    def catalogue(self, listener: int | None = None, players: Mapping[int, str] | None = None) -> Catalogue:
        """Make the catalogue that speaks to one listener."""
        labels = dict(self.game.read_labels(self.document))
        if self.game.option_labels is not None:
            labels |= self.game.option_labels(self.options)
        return Catalogue(messages.templates(self.game.folder), labels, players or {}, listener)


def new_view(game: Game, s: State, seat: int) -> State:
    """Give the state as a seat knows it, in a record of its own."""
    out = kernel.blank(game.rules.STATE)[0]
    game.rules.view(s, seat, out)
    return out


def list_legal(rules: Any, s: State, seat: int) -> list[int]:
    """List a seat's legal actions."""
    out = np.empty(rules.MOST_LEGAL, np.int32)
    legal: list[int] = out[: rules.legal(s, seat, out)].tolist()
    return legal


def members(actors: int) -> list[int]:
    """List the members of a set of actors, ascending, DEALER last."""
    return [who for who in range(kernel.DEALER + 1) if actors >> who & 1]


def has_turned_up(rules: Any, s: State, after: State, seat: int, action: int) -> bool:
    """Tell whether an action that led from `s` to `after` showed its own seat anything that it did not know.

    For rules that do not say so: a sealed action, if it teaches.
    """
    if hasattr(rules, "turned_up"):
        return bool(rules.turned_up(s, after, seat))
    is_sealed = rules.told(s, seat, action, kernel.SPECTATOR) != action
    return is_sealed and bool(rules.teaches(s, seat, action))


def points_of(game: Game, s: State) -> list[int]:
    """List the points of all seats."""
    out = np.zeros(kernel.MOST_SEATS, np.int64)
    game.rules.points(s, out)
    return [int(n) for n in out[: s.seats]]


def shares_of(game: Game, s: State) -> list[float]:
    """List each seat's share of the victory of a finished game."""
    out = np.zeros(kernel.MOST_SEATS, np.float64)
    game.rules.winners(s, out)
    return [float(share) for share in out[: s.seats]]


def require(condition: bool, sentence: str) -> None:
    """Refuse a data file with a sentence unless the condition holds."""
    if not condition:
        raise BadData(sentence)


def only_keys(table: Mapping[str, Json], keys: Sequence[str], place: str) -> None:
    """Refuse a table of a data file unless it has exactly these keys."""
    missing = [key for key in keys if key not in table]
    strange = [key for key in table if key not in keys]
    require(not missing, f"{place} lacks {', '.join(missing)}.")
    require(not strange, f"{place} has the unknown key {', '.join(strange)}; known are {', '.join(keys)}.")
