"""Many tables of one game in NumPy arrays that native code fills in place, by several threads if wanted."""

from __future__ import annotations

import hashlib
import io
import json
import weakref
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fairdeal import games
from fairdeal.bots import finding
from fairdeal.bots.bot import Bot, Budget, checked
from fairdeal.bots.player import Player
from fairdeal.bots.tables import DTYPES, POLICY, RANDOM, bound, new_tables
from fairdeal.contract.game import Game, Setting
from fairdeal.contract.options import Json
from fairdeal.contract.rules import Numbers, State
from fairdeal.engine.chance import Rng, numbered
from fairdeal.engine.kernel import NOBODY, blank
from fairdeal.engine.stepping import CHOOSE, ONE_MORE, RESET, STEP
from fairdeal.errors import BadOption, Refused
from fairdeal.language.messages import say
from fairdeal.learn.threads import Threads, rows

# What is the same at all tables, or only used on the way to what they show.
SHARED = ("start", "players", "factors", "offsets", "views", "outcomes", "seen", "last_seen")

MOST_MASKED = 4096  # actions of a game that has a mask in other interfaces without being asked

Seed = int | str
Opponents = str | Mapping[int, str]


def vector(
    game: str | Game,
    tables: int,
    *,
    seats: int | None = None,
    options: Mapping[str, Json] | None = None,
    data: Mapping[str, Json] | None = None,
    threads: int = 1,
    dtype: str = "uint8",
    mask: bool = False,
    seed: Seed | Sequence[Seed] = 0,
    opponents: Opponents | None = None,
    repeats: bool = True,
) -> Vector:
    """Set up tables of a game and begin a game at each; see `Vector` for what they show.

    - `seed`: table n uses generator n of that series, or number 0 of its own series if there is a seed for each
    - `opponents`: by seat `random`, `policy` (the game's own), or any bot by its text, such as a level; a single text
      is for all seats but the first
    - `repeats`: whether the next game begins within the step that ended one
    """
    found = games.find(game) if isinstance(game, str) else game
    setting = found.setting(seats, options, data)
    named = dict.fromkeys(range(1, setting.seats), opponents) if isinstance(opponents, str) else opponents or {}
    return Vector(setting, tables, threads, dtype, mask, seed, named, repeats)


def has_few_actions(game: Game) -> bool:
    """Tell whether a mask of all actions is short enough to be usual."""
    return game.rules.ACTIONS <= MOST_MASKED


class Vector:
    """Tables of one game. Arrays stay the same objects: `step` and `reset` fill them anew.

    What is written for a table is what the seat that is to act knows, and what all may know.
    """

    def __init__(
        self,
        setting: Setting,
        tables: int,
        threads: int,
        dtype: str,
        mask: bool,
        seed: Seed | Sequence[Seed],
        opponents: Mapping[int, str],
        repeats: bool,
    ) -> None:
        _check(setting, tables, threads, dtype, opponents)
        self.setting = setting
        self.tables = tables
        self.repeats = repeats
        self._bots = _bots(setting.game, opponents)
        self._native: Any = bound(setting.game)
        threads = min(threads, tables)
        self._t = new_tables(setting, tables, rows(threads), dtype, mask, opponents, bool(self._bots))
        self._actions = np.zeros(tables, np.int32)
        self._threads = Threads(self._native, self._t, tables, threads, self._actions)
        weakref.finalize(self, self._threads.end)
        self.reset(seed)

    # --- what the tables show ---

    @property
    def observations(self) -> Numbers:
        """[tables, numbers] What the seat that is to act observes."""
        return self._numbers(self._t.observations)

    @property
    def legal(self) -> Numbers:
        """[tables, most] Its legal actions, ascending; `counts` says how many they are, and the rest is stale."""
        return self._numbers(self._t.legal)

    @property
    def counts(self) -> Numbers:
        """[tables] How many legal actions there are; 0 where the game is over and none begins by itself."""
        return self._numbers(self._t.counts)

    @property
    def mask(self) -> Numbers:
        """[tables, actions] One for each legal action, if `mask` was asked for; else it has no columns."""
        return self._numbers(self._t.mask)

    @property
    def seat(self) -> Numbers:
        """[tables] Who is to act."""
        return self._numbers(self._t.seat)

    @property
    def rewards(self) -> Numbers:
        """[tables, seats] What the last step brought: shares of the victory less equal ones; each row adds up to 0."""
        return self._numbers(self._t.rewards)

    @property
    def ended(self) -> Numbers:
        """[tables] Whether a game ended in the last step; with `repeats` the next one has begun."""
        return self._numbers(self._t.ended)

    @property
    def forfeited(self) -> Numbers:
        """[tables] Whether it ended because an action was illegal, where that was allowed."""
        return self._numbers(self._t.forfeited)

    @property
    def shares(self) -> Numbers:
        """[tables, seats] The shares of the victory of the last game that ended at a table."""
        return self._numbers(self._t.shares)

    @property
    def points(self) -> Numbers:
        """[tables, seats] The points of that game; 0 if it was forfeited."""
        return self._numbers(self._t.points)

    @property
    def last_observations(self) -> Numbers:
        """[tables, seats, numbers] What each seat observed at the end of that game."""
        return self._numbers(self._t.last)

    @property
    def games(self) -> Numbers:
        """[tables] How many games have ended."""
        return self._numbers(self._t.games)

    @staticmethod
    def _numbers(found: Any) -> Numbers:
        numbers: Numbers = found
        return numbers

    def view(self, table: int, seat: int) -> State:
        """Give the state of a table as a seat, or SPECTATOR, knows it."""
        out = blank(self.setting.game.rules.STATE)[0]
        self.setting.game.rules.view(self._t.states[table], seat, out)
        return out

    def observe(self, table: int, seat: int) -> Numbers:
        """Give what a seat observes, whoever is to act."""
        seen = np.zeros(self.setting.game.rules.OBSERVATION, np.uint8)
        out = np.zeros_like(self._t.observations[0])
        self._native.observe_one(self._t, table, seat, seen, out)
        return seen if out.dtype == seen.dtype else out

    # --- commands ---

    def reset(self, seed: Seed | Sequence[Seed] | None = None) -> None:
        """Begin a game at each table: with a seed as if it were new, else with the luck that comes next."""
        if seed is not None:
            self._t.rngs[:] = _generators(seed, self.tables)
            self._t.choosers[:] = _generators(_of_choosers(seed), self.tables)
            self._t.games[:] = 0
            self._t.shares[:] = 0
            self._t.points[:] = 0
        self._threads.do(RESET, self.repeats)
        self._let_bots_act()
        self._t.rewards[:] = 0
        self._t.ended[:] = False

    def step(self, actions: Numbers, forfeits: bool = False) -> None:
        """Let whoever is to act at each table do this.

        Raise Refused, and do nothing, if one action is illegal; or, with `forfeits`, let whoever did it lose that game:
        its reward is -1, and the others share as much.
        """
        self._actions[:] = actions
        if not forfeits:
            self._refuse_illegal()
        self._threads.do(STEP, self.repeats)
        self._let_bots_act()

    def _refuse_illegal(self) -> None:
        table = self._threads.first_illegal()
        if table != NOBODY:
            seat, action = int(self.seat[table]), int(self._actions[table])
            raise Refused(say("learn.illegal", table=table, seat=seat + 1, action=action))

    def random_actions(self) -> Numbers:
        """Choose any legal action at each table, by generators of the tables' own."""
        self._actions[:] = 0
        self._threads.do(CHOOSE)
        return self._actions.copy()

    def _let_bots_act(self) -> None:
        """Let bots that are no native code choose, table by table, until nobody else is to act."""
        if not self._bots:
            return
        for table in range(self.tables):
            while (seat := int(self.seat[table])) in self._bots:
                told = self._t.told[table, : self._t.events[table]][:, [0, seat + 1]]
                budget = Budget(self._t.choosers[table])
                bot, view = self._bots[seat], self.view(table, seat)
                told = np.ascontiguousarray(told)
                self._actions[table] = checked(self.setting.game, bot, view, told, seat, budget)
                self._threads.do_one(table, ONE_MORE, self.repeats)

    # --- to keep them ---

    def save(self) -> bytes:
        """Give all of the tables, luck to come included, as bytes from which tables of the same setting go on."""
        kept = {name: _plain(array) for name, array in self._kept()}
        out = io.BytesIO()
        np.savez(out, setting=np.array(self._name()), **kept)
        return out.getvalue()

    def load(self, saved: bytes) -> None:
        """Put the tables back to where they were saved; raise Refused if that was another setting."""
        with np.load(io.BytesIO(saved)) as kept:
            if str(kept["setting"]) != self._name():
                raise Refused(say("learn.other_setting", saved=str(kept["setting"]), here=self._name()))
            for name, array in self._kept():
                _plain(array)[...] = kept[name]

    def _kept(self) -> list[tuple[str, Any]]:
        return [(name, array) for name, array in self._t._asdict().items() if name not in SHARED]

    def _name(self) -> str:
        """Say all on which the meaning of saved bytes depends."""
        setting, version = self.setting, self.setting.game.rules_version
        sizes = [self.tables, str(self.observations.dtype), *self.mask.shape[1:], *self._t.told.shape[1:2]]
        start = self._t.start.tobytes()
        return json.dumps(
            [setting.game.name, version, setting.seats, sizes, setting.options, hashlib.sha256(start).hexdigest()]
        )


def _plain(array: Any) -> Any:
    """Give an array as NumPy's own numbers, bytes if it has records."""
    return array.view(np.ndarray).view(np.uint8) if array.dtype.names else array


def _check(setting: Setting, tables: int, threads: int, dtype: str, opponents: Mapping[int, str]) -> None:
    if tables < 1 or threads < 1:
        raise BadOption(say("learn.sizes", tables=tables, threads=threads))
    if dtype not in DTYPES:
        raise BadOption(say("learn.dtype", dtype=dtype, dtypes=[*DTYPES]))
    beyond = [seat for seat in opponents if not 0 <= seat < setting.seats]
    if beyond or len(opponents) >= setting.seats:
        raise BadOption(say("learn.opponents", seats=setting.seats, opponents=sorted(opponents)))


def _bots(game: Game, opponents: Mapping[int, str]) -> dict[int, Bot]:
    """Make the opponents that are no native code; those of levels share a player."""
    named = {seat: name for seat, name in opponents.items() if name not in (RANDOM, POLICY)}
    player = Player(game) if named else None
    return {seat: finding.find(game, name, player) for seat, name in named.items()}


def _generators(seed: Seed | Sequence[Seed], tables: int) -> list[Rng]:
    if isinstance(seed, int | str):
        return [numbered(seed, table) for table in range(tables)]
    if len(seed) != tables:
        raise BadOption(say("learn.seeds", count=tables, seeds=len(seed)))
    return [numbered(own, 0) for own in seed]


def _of_choosers(seed: Seed | Sequence[Seed]) -> Seed | list[Seed]:
    """Name the series of those who choose, so that the deals do not depend on how many of them there are."""
    return f"{seed} players" if isinstance(seed, int | str) else [f"{own} players" for own in seed]
