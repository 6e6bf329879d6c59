"""Positions with all that is known of them, as Parquet: what a teacher thinks, what is true, and what could be.

A dataset is a run like that of a report: a folder with a manifest and numbered parts. What a part holds depends on the
plan and its number alone, so one that was stopped in any way goes on with the parts that are missing.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from fairdeal import __version__, games
from fairdeal.bots import finding
from fairdeal.bots.bot import Bot, Budget, checked
from fairdeal.bots.choices import choices
from fairdeal.bots.finding import LevelBot
from fairdeal.bots.player import Player
from fairdeal.bots.searcher import Judgement, bound
from fairdeal.contract.game import Game, Setting, shares_of
from fairdeal.contract.levels import PLAYERS
from fairdeal.contract.options import Json
from fairdeal.contract.rules import Numbers
from fairdeal.engine.chance import numbered
from fairdeal.errors import Refused
from fairdeal.lab.arena import Arenas
from fairdeal.lab.crew import Crew
from fairdeal.lab.regret import Solver, solutions
from fairdeal.lab.report.plan import Columns, source_of
from fairdeal.lab.report.runs import Run, RunPart
from fairdeal.language.messages import say
from fairdeal.learn.beliefs import seen_by_all, worlds
from fairdeal.learn.observations import observe
from fairdeal.play.sitting import Sitting

ROWS = 64  # positions of a part
NO_ACTION = -1

SCHEMA = {
    "position": "its number, from 0 on",
    "game": "the number of the game that it is of; positions of a game follow each other",
    "event": "how many events came before it",
    "seat": "who is to act, from 0 on",
    "observation": "what that seat observes, as bytes",
    "legal": "its legal actions, ascending, filled up with -1",
    "policy": "by legal action: its part of the teacher's visits",
    "values": "by legal action: the share of the victory that the teacher expects of it; NaN where there is none",
    "value": "the mean of them, by visits",
    "chosen": "the action that was done",
    "share": "the share of the victory that the seat had in the end",
    "exact": "by legal action, in endgames: what it is worth if the rest is played perfectly with open cards, the mean "
    "over worlds that fit the view; a share of the victory with points as a tie-break; NaN elsewhere",
    "truth": "what all seats observe, seat by seat, as bytes: what is hidden from the one that is to act is in it",
    "worlds": "the same of worlds drawn from its view, world by world",
}
"""The columns of a dataset, and what they are."""


@dataclass(frozen=True)
class DatasetPlan:
    """All that decides a dataset: names and numbers only."""

    game: str
    seats: int
    options: Mapping[str, Json]
    data: Mapping[str, Json] | None
    players: str
    """The bot that plays the games, in all seats."""
    teacher: str
    """The level that judges each position, perhaps with iterations of its own."""
    worlds: int
    """How many are drawn for each position."""
    solved: int
    """How many are solved for each position of an endgame."""
    seed: str

    numbered_by = "position"

    @property
    def found(self) -> Game:
        return games.find(self.game)

    def numbers(self, part: int) -> range:
        """List the positions of a part."""
        return range(part * ROWS, (part + 1) * ROWS)

    def document(self) -> dict[str, Json]:
        """Say all that makes this dataset what it is."""
        return {
            "version": __version__,
            "source": source_of(self.found, Path(__file__)),
            "rules_version": self.found.rules_version,
            **{name: getattr(self, name) for name in self.__dataclass_fields__},
            "positions_a_part": ROWS,
            "columns": SCHEMA,
        }

    def setting(self, number: int = 0) -> Setting:
        """Settle how a game is played; what options leave to chance is new in each."""
        rng = numbered(f"{self.seed} setting", number)
        return self.found.setting(self.seats, self.options, self.data, rng)

    def play(self, part: int, arenas: Arenas) -> Columns:
        """Play games until the part is full; every choice is a position."""
        rows: list[dict[str, Any]] = []
        for number in itertools.count(part * ROWS):
            rows += self._positions(number)
            if len(rows) >= ROWS:
                break
        columns = {"position": np.array(self.numbers(part))}
        return columns | {name: np.array([row[name] for row in rows[:ROWS]]) for name in rows[0]}

    def _positions(self, number: int) -> list[dict[str, Any]]:
        """Play a game, and describe each choice of it."""
        setting, labels = self.setting(number), _Labels(self)
        sitting, rng = Sitting(setting), numbered(f"{self.seed} game", number)
        rows: list[dict[str, Any]] = []
        player = _bot(self.game, self.players)

        def choose(seat: int) -> int:
            view, told = sitting.view(seat), sitting.told(seat)
            return checked(self.found, player, view, told, seat, Budget(rng))

        waiting: list[int] = []
        for seat in choices(sitting, rng, choose):
            rows.append(labels.of(sitting, seat, number))
            waiting.append(len(sitting.events))
        shares = shares_of(self.found, sitting.state)
        for row, event in zip(rows, waiting, strict=True):
            row["chosen"] = np.int32(self.found.words.action(sitting.events[event].action))
            row["share"] = np.float32(shares[row["seat"]])
        return rows


class _Labels:
    """Says of a position all but what came of it."""

    def __init__(self, plan: DatasetPlan) -> None:
        self._plan = plan
        self._rules = plan.found.rules
        self._teacher = _bot(plan.game, plan.teacher)
        self._player = _player(plan.game)
        self._solver = _solver(plan) if plan.solved else None

    def of(self, sitting: Sitting, seat: int, number: int) -> dict[str, Any]:
        game, legal, event = self._plan.found, sitting.legal(seat), len(sitting.events)
        view, name = sitting.view(seat), f"{self._plan.seed} {number}"
        drawn = worlds(game, view, seat, self._plan.worlds, numbered(f"{name} worlds", event))
        return {
            "game": number,
            "event": np.int32(event),
            "seat": np.int8(seat),
            "observation": observe(game, view, seat, "uint8"),
            "legal": self._by_action(legal, NO_ACTION, np.int32),
            **self._taught(sitting, seat, numbered(f"{name} teacher", event)),
            "exact": self._by_action(self._exact(sitting, seat, f"{name} exact {event}"), np.nan),
            "truth": seen_by_all(game, [sitting.state]).reshape(-1),
            "worlds": seen_by_all(game, drawn).reshape(-1) if len(drawn) else np.zeros(0, np.uint8),
        }

    def _taught(self, sitting: Sitting, seat: int, rng: Any) -> dict[str, Any]:
        level = self._teacher.level
        found: Judgement = self._player.judge(sitting.view(seat), sitting.told(seat), seat, level, rng)
        visits = np.array([each.visits for each in found.estimates], np.float64)
        shares = np.array([each.share if each.visits else np.nan for each in found.estimates])
        policy = visits / visits.sum()
        return {
            "policy": self._by_action(policy, 0.0),
            "values": self._by_action(shares, np.nan),
            "value": np.float32(np.nansum(policy * shares)),
        }

    def _exact(self, sitting: Sitting, seat: int, seed: str) -> Any:
        if self._solver is None or not self._solver.is_endgame(sitting.state):
            return []
        count = len(sitting.legal(seat))
        found = self._solver.worths(sitting.view(seat), seat, count, self._plan.solved, seed)
        return found[solutions(sitting.setting)[0]]

    def _by_action(self, given: Any, filling: float, kind: Any = np.float32) -> Numbers:
        """Write down something of each legal action, and fill up what is behind them."""
        out = np.full(self._rules.MOST_LEGAL, filling, kind)
        out[: len(given)] = given
        return out


# One of each in a process: what they compile and allocate serves all games of all parts.


@functools.cache
def _player(game: str) -> Player:
    return Player(games.find(game))


@functools.cache
def _bot(game: str, name: str) -> Any:
    found: Bot = finding.find(games.find(game), name, _player(game))
    return found


def _solver(plan: DatasetPlan) -> Solver | None:
    """Give what solves endgames, if the game has any that can be."""
    return Solver(plan.setting()) if "endgame" in bound(plan.found)[1] else None


def new_plan(
    game: Game,
    seats: int | None,
    options: Mapping[str, Json],
    data: Mapping[str, Json] | None,
    players: str,
    teacher: str,
    worlds: int,
    solved: int,
    seed: str,
) -> DatasetPlan:
    """Make a plan, and try out all it is made of. Raise what is wrong with it."""
    count = game.best_seats if seats is None else seats
    plan = DatasetPlan(game.name, count, dict(options), data, players, teacher, worlds, solved, seed)
    plan.setting()
    _bot(game.name, players)
    found = _bot(game.name, teacher)
    if not isinstance(found, LevelBot) or not found.level.iterations or found.level.knowledge & PLAYERS.keys():
        raise Refused(say("learn.teacher", bot=teacher))
    return plan


@dataclass(frozen=True)
class DatasetPart:
    """A part to be there when it is done; what it holds stays in its file."""

    run: Run[DatasetPlan]
    number: int

    def done(self, arenas: Arenas) -> int:
        return len(RunPart(self.run, self.number).done(arenas)["position"])


def write(
    run: Run[DatasetPlan], parts: int, jobs: int = 1, progress: Callable[[int, int], None] | None = None
) -> Iterator[int]:
    """Let the first parts of a dataset be there; give how many positions there are after each."""
    with Crew(min(jobs, parts)) as crew:
        counts = crew.play(DatasetPart(run, number) for number in range(parts))
        for done in itertools.accumulate(counts):
            if progress:
                progress(done, parts * ROWS)
            yield done
