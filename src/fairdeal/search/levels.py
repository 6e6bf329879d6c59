"""The named levels of bots, and the player that chooses by them."""

from __future__ import annotations

import types
from dataclasses import dataclass, replace
from typing import Any, cast

from fairdeal import kernel
from fairdeal.chance import Rng
from fairdeal.errors import BadOption, Refused
from fairdeal.game import Game, State, list_legal
from fairdeal.search.searcher import Search


@dataclass(frozen=True)
class Level:
    """How hard a bot thinks: iterations of the search for one action; none is a random legal action."""

    name: str
    iterations: int
    meaning: str


# The slowest game makes about 5,500 iterations a second on one core: hard answers it in 0.5 s, the others in 0.07 s.
LEVELS = (
    Level("random", 0, "any legal action, for a first look at the rules"),
    Level("easy", 30, "a glance at what might happen"),
    Level("medium", 300, "some thought"),
    Level("hard", 3000, "up to a second of thought"),
)


def find(name: str) -> Level:
    """Give the level with that name."""
    for level in LEVELS:
        if level.name == name:
            return level
    raise BadOption(f"There is no level {name!r}; there are {', '.join(level.name for level in LEVELS)}.")


class Player:
    """One game's searcher in one process; it sees nothing but views, and reuses its buffers."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._search = Search(game)
        # Random numbers in the mode of the rules: interpreted rules must not wait for compiled ones.
        self._below = kernel.load("fairdeal.chance", kernel.mode_of(cast(Any, game.rules))).below

    def choose(self, view: State, seat: int, iterations: int, rng: Rng) -> int:
        """Choose a legal action; without any search if there is only one."""
        legal = list_legal(self.game.rules, view, seat)
        if not legal:
            raise Refused(f"Seat {seat} has nothing to do now.")
        if len(legal) == 1:
            return legal[0]
        if iterations == 0:
            return legal[int(self._below(rng, len(legal)))]
        return self._search.look(view, seat, rng, iterations).best


def uncompiled(game: Game) -> Game:
    """Give the same game without compiled code, neither in its rules nor in what its words ask of them.

    `Game.in_mode` leaves the words alone, and some of them call native functions: the first such call waits for the
    compiler, for minutes when that is busy with another game in another thread.
    """
    words = kernel.load(cast(Any, game.words).__name__.partition("[")[0], "interpreted")
    for name, value in list(vars(words).items()):
        if isinstance(value, types.ModuleType) and _is_native(value):
            vars(words)[name] = kernel.load(value.__name__.partition("[")[0], "interpreted")
    return replace(game.in_mode("interpreted"), words=cast(Any, words))


def _is_native(module: types.ModuleType) -> bool:
    return any(map(kernel.is_native, list(vars(module).values())))  # a copy: other threads may be importing
