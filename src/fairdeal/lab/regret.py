"""How much the bots of a game give away in its endgames, measured against exact solutions.

A position is what a seat knows of a world that the searcher would solve. Many worlds that it may be are solved
exactly, once for every legal action; an action is worth the mean over all of them. The regret of a choice is what the
best action is worth more. With two seats that is minimax; with more, every seat plays for itself (max^n), or all others
play against the one that chooses (paranoid).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from fairdeal.bots.choices import choices
from fairdeal.bots.player import Player
from fairdeal.bots.scratch import HORIZON, new_scratch
from fairdeal.bots.searcher import bound
from fairdeal.contract.game import Game, Setting
from fairdeal.contract.levels import Level
from fairdeal.contract.options import Json
from fairdeal.contract.rules import Numbers, State
from fairdeal.engine import kernel
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import NOBODY
from fairdeal.errors import FairdealError
from fairdeal.lab.arena import results_name
from fairdeal.lab.ratings import interval_text, mean_of
from fairdeal.lab.simulate import Average
from fairdeal.play.sitting import Sitting

CLOSE = 1e-9  # rewards that differ by less are equal
PATIENCE = 50  # games in a row without an endgame


@dataclass(frozen=True)
class Endgame:
    """A choice in an endgame: what the seat knows, was told and may do, and what each action is worth."""

    view: State
    told: Numbers
    seat: int
    legal: list[int]
    worths: dict[str, Numbers]
    """By how the others play: see `solutions`."""
    games: int
    """How many were played up to this one; some have no endgame."""


@dataclass(frozen=True)
class Regret:
    """How a level chooses in endgames."""

    level: str
    others: str
    best: float
    """The part of all positions in which no action is better than the one it chose."""
    regret: Average
    """What the best action is worth more, in shares of the victory with points as a tie-break."""


@dataclass(frozen=True)
class Measured:
    """What was measured: how many positions and worlds, of how many games, and the regret of each level."""

    seats: int
    positions: int
    worlds: int
    games: int
    regrets: tuple[Regret, ...]


_decode = msgspec.json.Decoder(Measured).decode


def solutions(setting: Setting) -> tuple[str, ...]:
    """Say how the others may be taken to play."""
    return ("minimax",) if setting.seats == 2 else ("max^n", "paranoid")


def measure(
    setting: Setting,
    positions: int,
    worlds: int,
    seed: str,
    progress: Callable[[int, int], None] | None = None,
) -> Measured:
    """Let every level choose in the same positions."""
    player = Player(setting.game)
    found: dict[tuple[str, str], list[float]] = {}
    games = 0
    for number, position in zip(range(positions), endgames(setting, player, worlds, seed), strict=False):
        games = position.games
        for level in setting.game.levels:
            rng = numbered(f"{seed} {level.name}", number)
            place = position.legal.index(player.choose(position.view, position.told, position.seat, level, rng))
            for others, worths in position.worths.items():
                found.setdefault((level.name, others), []).append(float(worths.max() - worths[place]))
        if progress:
            progress(number + 1, positions)
    regrets = (
        Regret(level, others, sum(each < CLOSE for each in given) / len(given), mean_of(given))
        for (level, others), given in found.items()
    )
    return Measured(setting.seats, positions, worlds, games, tuple(regrets))


def endgames(setting: Setting, player: Player, worlds: int, seed: str) -> Iterator[Endgame]:
    """Give the endgames of one game after another, one choice of each; the weakest level that thinks plays them."""
    solver = Solver(setting)
    in_vain = 0
    for number in range(1 << 30):
        moments = list(_choices(setting, player, setting.game.levels[1], f"{seed} {number}", solver))
        in_vain = 0 if moments else in_vain + 1
        if in_vain == PATIENCE:
            raise FairdealError(f"{setting.game.title} has no endgames that are solved exactly.")
        if moments:
            view, told, seat, legal = moments[int(numbered(f"{seed} moment", number)[0]) % len(moments)]
            worths = solver.worths(view, seat, len(legal), worlds, f"{seed} worlds {number}")
            yield Endgame(view, told, seat, legal, worths, number + 1)


def _choices(
    setting: Setting, player: Player, level: Level, seed: str, solver: Solver
) -> Iterator[tuple[State, Numbers, int, list[int]]]:
    """Play a game, and give every choice of its endgames."""
    sitting, rng = Sitting(setting), numbered(seed, 0)

    def choose(seat: int) -> int:
        return player.choose(sitting.view(seat), sitting.told(seat), seat, level, rng)

    for seat in choices(sitting, rng, choose):
        if solver.is_endgame(sitting.state):
            yield sitting.view(seat), sitting.told(seat), seat, sitting.legal(seat)


class Solver:
    """Solves the worlds of a setting exactly."""

    def __init__(self, setting: Setting) -> None:
        search, knowledge = bound(setting.game)
        if "endgame" not in knowledge:
            raise FairdealError(f"{setting.game.title} has no endgames that are solved exactly.")
        self._rules: Any = search.__bound__
        self._native: Any = kernel.bind("fairdeal.bots.endgame", self._rules)
        self._names = solutions(setting)
        self._scratch = new_scratch(setting.game, knowledge)
        self._scratch.uses[HORIZON] = 1

    def is_endgame(self, s: State) -> bool:
        return bool(self._rules.is_endgame(s))

    def worths(self, view: State, seat: int, legal: int, worlds: int, seed: str) -> dict[str, Numbers]:
        """Give what each legal action is worth to the seat, by how the others play."""
        totals = {name: np.zeros(legal) for name in self._names}
        rng, world = numbered(seed, 0), kernel.blank(view.dtype)[0]
        self._rules.plan(view, seat, self._scratch.plan)
        for _ in range(worlds):
            kernel.copy(view, world)
            self._rules.resample(world, seat, self._scratch.plan, rng)
            for name, total in totals.items():
                self._native.add_worths(world, seat, seat if name == "paranoid" else NOBODY, self._scratch, total)
        return {name: total / worlds for name, total in totals.items()}


# --- what is kept, and the page ---------------------------------------------------------------------------------------


def file_of(folder: Path, game: Game, seats: int, data: Mapping[str, Json] | None = None) -> Path:
    """Name the file that keeps what was measured."""
    return folder / f"{results_name(game, data)}-{seats}-regret.json"


def write(path: Path, measured: Measured) -> None:
    """Keep what was measured in the place of what was before."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(msgspec.json.encode(measured).decode() + "\n", "utf-8")


def read(path: Path) -> Measured:
    """Give what was measured."""
    try:
        return _decode(path.read_bytes())
    except msgspec.MsgspecError as error:
        raise FairdealError(f"{path} is no measurement of endgames: {error}.") from None


def section(folder: Path, game: Game) -> list[str]:
    """Print what was measured of a game's endgames, as lines of a page."""
    found = [read(path) for seats in game.seat_counts if (path := file_of(folder, game, seats)).is_file()]
    if not found:
        return []
    return [
        f"### Endgames of {game.title}",
        "",
        "| seats | level | others | chose a best action | regret | 95 % | positions | of games | worlds each |",
        "|---:|---|---|---:|---:|---:|---:|---:|---:|",
        *(f"| {' | '.join(row(each, regret))} |" for each in found for regret in each.regrets),
        "",
    ]


def row(measured: Measured, regret: Regret) -> list[str]:
    """Print a level's regret in percent of the victory."""
    return [
        str(measured.seats),
        regret.level,
        regret.others,
        f"{100 * regret.best:.0f} %",
        f"{100 * regret.regret.mean:.2f} %",
        interval_text(regret.regret, 100, 2),
        str(measured.positions),
        str(measured.games),
        str(measured.worlds),
    ]
