"""The contract of a game: one record that names its rules, words, scenes and levels, and how it is to be played."""

from __future__ import annotations

import functools
import tomllib
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

import numpy as np

from fairdeal.contract.choices import Group, by_verb
from fairdeal.contract.components import Component
from fairdeal.contract.data import DataForms
from fairdeal.contract.levels import ABLE, LEVELS, Level
from fairdeal.contract.mood import Mood
from fairdeal.contract.options import Json, Option
from fairdeal.contract.rules import RealTimeRules, Rules, State, Worlds
from fairdeal.contract.scene import Change, Picture, Scene, merged, part_of
from fairdeal.contract.words import Words
from fairdeal.engine import chance, kernel
from fairdeal.engine.chance import Rng
from fairdeal.engine.plain import plain, record_of
from fairdeal.errors import BadOption, BadSeats, Refused
from fairdeal.language.languages import DEFAULT
from fairdeal.language.messages import Catalogue, Message, Shared, say
from fairdeal.language.voice import Voice


@dataclass(frozen=True)
class Facts:
    """What somebody wants to know before choosing a game; its kind and the source of these are in its catalogue."""

    minutes: int
    """That a game takes among people."""
    age: int
    """From which on it can be played."""
    weight: int
    """How hard it is to learn: 1 while playing, 2 in a first game, 3 in a game or two."""
    best_seats: int


@dataclass(frozen=True)
class Game:
    """A game: its rules, its words, and what a table has to know of it."""

    name: str
    title: str
    seat_counts: range
    options: tuple[Option, ...]
    rules: Rules
    worlds: Worlds
    words: Words
    read_data: Callable[[Mapping[str, Json]], State]
    """Check a data file's document and give the record that the rules read; raise BadData."""
    read_labels: Callable[[Mapping[str, Json]], Mapping[str, str]]
    """Give the names that a checked document has for things."""
    folder: Path
    data_form: DataForms | None = None
    """How its data files are written; None: only the reader knows."""
    facts: Facts | None = None
    rules_version: int = 1
    public_scene: Callable[[State], Scene] | None = None
    """Give what to draw of a spectator's view; like `own_scene` far faster of a plain view."""
    own_scene: Callable[[State, int, Sequence[int]], Scene] | None = None
    """Give what to draw beside or instead of that for one seat, of its view and its legal actions."""
    idle_fields: tuple[str, ...] | None = None
    """The fields of its view that a seat's own part is drawn of while it has nothing to do; None: any of them. As long
    as they stay as they are it is not drawn again."""
    change: Callable[[State, State, int, int], Change] | None = None
    """Say what an event did, by the views of one viewer before and after it, its actor, and the action as told."""
    meant: Callable[[State, int, Sequence[str]], Sequence[int]] | None = None
    """List the actions, legal or not, that a seat may mean by picks; none if they mean nothing. Of its view."""
    group_choices: Callable[[State, int, Sequence[int]], list[Group]] | None = None
    """Say in words what a seat's legal actions do, in groups, by its view; None: a group for each verb."""
    about: Callable[[State, int, str], tuple[Message, ...]] | None = None
    """Tell all that a seat, or SPECTATOR, can know of a piece or a counter, by its id: first what it is called, then
    sentences; nothing of an id that is not there. Of its view alone."""
    is_alike: Callable[[int, int], bool] | None = None
    """Tell whether the story of an event, by its actor and the action as onlookers are told, is the same for all,
    whatever else they know; then it is put into words once. None: never."""
    draw_face: Callable[[str, str], str] | None = None
    """Draw a face as SVG, light or dark; raise Unreadable. The face alone decides, so a drawing never changes."""
    all_faces: tuple[str, ...] = ()
    """The faces of the game's own cards, or examples where any card may come."""
    components: Callable[[Setting], Sequence[Component]] | None = None
    """List what lies in its box, to be printed: each card and tile by its face, and how many of them."""
    opening: Callable[[Setting], tuple[Picture, ...]] | None = None
    """Show what the game is about before a first one: a few pictures that hold for this setting. None: the table as it
    is dealt, with the summary."""
    paints: Mapping[str, str] = field(default_factory=dict, hash=False)
    """By the letter of a suit: that of the colour in which it is drawn, where it is another one."""
    mood: Mood | None = None
    """The colours of its table; then its faces `mat` and `weave` lie on the felt. None: a table like any other."""
    levels: tuple[Level, ...] = LEVELS
    """How well its bots play, each better than the one before."""
    pace: Callable[[State, int, int, Rng], int] | None = None
    """Real time: how many milliseconds a bot in a seat takes, by a spectator's view and the place of its level."""
    by_pace: Mapping[str, Mapping[str, Json]] = field(default_factory=dict, hash=False)
    """Real time: the defaults of options at another pace of a table than the usual one, `relaxed` or `brisk`."""
    settle: Callable[[Setting, Rng], Mapping[str, Json]] | None = None
    """Complete a setting's options, by chance where they need it, and check what depends on the seats or on another
    option; raise BadOption. An option whose default is None is made here, and nobody chooses it."""
    hidden_options: Callable[[Mapping[str, Json]], Collection[str]] | None = None
    """Name the chosen options that the rules keep from the players until the end, such as a deck with a closed list."""
    option_labels: Callable[[Mapping[str, Json]], Mapping[str, str]] | None = None
    """Give the names that settled options have for things."""
    judge_deck: Callable[[Path, Mapping[str, Json]], tuple[list[Message], Message | None]] | None = None
    """Read a file of a user's own cards, by a data file's document: a verdict on each, and why they make no deck; None
    if they do."""

    @property
    def voice(self) -> Voice:
        """Who says what it says."""
        return Voice(self.folder)

    @functools.cached_property
    def own_data(self) -> Mapping[str, Json]:
        """The game's own data file."""
        return tomllib.loads((self.folder / "cards.toml").read_text("utf-8"))

    @functools.cached_property
    def own_labels(self) -> Mapping[str, str]:
        """The names that its own data file gives to things."""
        return self.read_labels(self.own_data)

    @functools.cached_property
    def kept(self) -> defaultdict[str, Shared]:
        """What its catalogues of each language keep together, where all names are those of its own data file."""
        return defaultdict(Shared)

    def said(self, message: Message, language: str = DEFAULT) -> str:
        """Say a message of the game's catalogue that names nobody and nothing of a data file."""
        return self.voice.said(message, language)

    @property
    def summary(self) -> Message:
        """What it is, in one sentence."""
        return say("game.summary")

    @property
    def credit(self) -> Message:
        """Who made the printed game."""
        return say("game.credit")

    @property
    def kind(self) -> Message:
        """What kind of game it is, such as trick-taking."""
        return say("game.kind")

    @property
    def source(self) -> Message:
        """Where its facts come from; what no publisher says was measured or judged."""
        return say("game.source")

    def rulebook(self, language: str = DEFAULT) -> str:
        """Give the rules in our own words; in English with a note if there are none in that language."""
        return self.voice.rulebook(language)

    def scene(self, v: State, seat: int) -> Scene:
        """Give all there is to draw of a view for its seat, or for SPECTATOR."""
        if self.public_scene is None or self.own_scene is None:
            raise Refused(say("setting.no_scenes", game=self.title))
        v = record_of(v)
        public = self.public_scene(plain(new_view(self, v, kernel.SPECTATOR)))
        return public if seat < 0 else merged(public, self.own_scene(plain(v), seat, list_legal(self.rules, v, seat)))

    def choices(self, v: State, seat: int, legal: Sequence[int]) -> list[Group]:
        """Say in words what a seat's legal actions do, in groups, by its view."""
        if self.group_choices is None:
            return by_verb(self.words, v, seat, legal)
        return self.group_choices(v, seat, legal)

    @property
    def is_drawn(self) -> bool:
        """Whether the game has scenes."""
        return self.public_scene is not None

    @property
    def real_time(self) -> RealTimeRules | None:
        """Its rules, if seats act without turns."""
        return cast(RealTimeRules, self.rules) if self.rules.REAL_TIME else None

    @property
    def best_seats(self) -> int:
        """The number of seats that it is best with; the fewest if nobody has judged that."""
        return self.seat_counts[0] if self.facts is None else self.facts.best_seats

    @property
    def adviser(self) -> Level:
        """The level that gives hints: the best that asks no network, for hints are measured without one."""
        return next(level for level in reversed(self.levels) if not level.asks_network)

    def level(self, name: str) -> Level:
        """Give the level of its bots with that name; raise BadOption."""
        for level in self.levels:
            if level.name == name:
                return level
        names = [level.name for level in self.levels]
        raise BadOption(say("setting.no_level", game=self.title, level=name, levels=names))

    def place_of(self, bot: str) -> int:
        """Give the place of a level among its own; who is none of them is as quick as an able one, in the middle."""
        names = [level.name for level in self.levels]
        return names.index(next((name for name in (bot, ABLE) if name in names), names[len(names) // 2]))

    def in_mode(self, mode: str) -> Game:
        """Give the same game with its rules interpreted, compiled or checked; its words stay as they are."""
        return replace(self, rules=kernel.in_mode(self.rules, mode), worlds=kernel.in_mode(self.worlds, mode))

    def generic(self, name: str, *knowledge: Any) -> Any:
        """Bind a generic native module to this game: `game.generic("fairdeal.engine.playouts")`."""
        return kernel.bind(name, kernel.layered(self.rules, self.worlds, *knowledge))

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
            raise BadSeats(say("setting.seats", game=self.title, low=low, high=high, seats=seats))
        setting = Setting(self, seats, self._options(options or {}), data)
        if self.settle is None:
            return setting
        return replace(setting, options=self.settle(setting, chance.numbered(self.name, 0) if rng is None else rng))

    def not_allowed(self, option: Option, value: Json) -> Message:
        """Say that an option cannot have a value."""
        return say("setting.not_allowed", option=option.name, game=self.title, allowed=option.allowed, value=value)

    def _options(self, given: Mapping[str, Json]) -> dict[str, Json]:
        known = {option.name: option for option in self.options}
        for name, value in given.items():
            if name not in known:
                key = "setting.no_option" if known else "setting.no_options"
                raise BadOption(say(key, game=self.title, option=name, options=[*known]))
            if not known[name].check(value):
                raise BadOption(self.not_allowed(known[name], value), self.voice)
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

    def dealt(self, number: int = 0) -> State:
        """Lay out a table and let chance do its part, always the same, until somebody acts."""
        s, rules, rng = self.new_state(), self.game.rules, chance.numbered("opening", number)
        outcome = np.zeros(rules.MOST_OUTCOME, np.int16)
        while rules.actors(s) == 1 << kernel.DEALER:
            rules.deal(s, outcome[: rules.draw(s, rng, outcome)])
        return s

    def opening(self) -> tuple[Picture, ...]:
        """Show what the game is about, as it is played here; nothing waits for compiled code."""
        if not self.game.is_drawn:
            return ()
        return (self.game.opening or usual_opening)(replace(self, game=self.game.in_mode("interpreted")))

    def catalogue(
        self, viewer: int | None = None, players: Mapping[int, str] | None = None, language: str = DEFAULT
    ) -> Catalogue:
        """Make the catalogue that speaks to one viewer."""
        templates, game = self.game.voice.templates(language), self.game
        if self.data is None and game.option_labels is None:
            return Catalogue(templates, game.own_labels, players or {}, viewer, game.kept[language])
        labels = dict(game.read_labels(self.document))
        if game.option_labels is not None:
            labels |= game.option_labels(self.options)
        return Catalogue(templates, labels, players or {}, viewer)


def usual_opening(setting: Setting) -> tuple[Picture, ...]:
    """Show what a seat has before it as soon as the cards are dealt, and say what the game is."""
    game = setting.game
    scene = game.scene(new_view(game, setting.dealt(), 0), 0)
    shown = [zone.id for zone in scene.zones if zone.seat in (None, 0) and zone.pieces]
    return (Picture(game.summary, (part_of(scene, shown, [0]),)),)


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


def members(some: int, size: int = kernel.DEALER + 1) -> list[int]:
    """List the members of a set, ascending; of a set of actors, DEALER last."""
    return [number for number in range(size) if some >> number & 1]


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
