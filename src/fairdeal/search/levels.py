"""The named levels of bots, and the player that chooses by them."""

from __future__ import annotations

import types
from dataclasses import replace
from typing import Any, cast

from fairdeal import kernel
from fairdeal.chance import Rng
from fairdeal.errors import BadOption, Refused
from fairdeal.game import Game, Level, Numbers, State, list_legal
from fairdeal.search.searcher import Judgement, Search


def find(game: Game, name: str) -> Level:
    """Give the game's level with that name."""
    for level in game.levels:
        if level.name == name:
            return level
    names = ", ".join(level.name for level in game.levels)
    raise BadOption(f"{game.title} has no level {name!r}; it has {names}.")


class Player:
    """One game's searcher in one process; it sees nothing but views, and reuses its buffers."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._search = Search(game)
        # Random numbers in the mode of the rules: interpreted rules must not wait for compiled ones.
        self._below = kernel.load("fairdeal.chance", kernel.mode_of(cast(Any, game.rules))).below

    def choose(
        self,
        view: State,
        told: Numbers,
        seat: int,
        level: Level,
        rng: Rng,
        iterations: int | None = None,
        milliseconds: float | None = None,
    ) -> int:
        """Choose a legal action with a level's iterations or, if given, with others, and within a time, if given.

        There is no search if there is only one.
        """
        legal = list_legal(self.game.rules, view, seat)
        if not legal:
            raise Refused(f"Seat {seat + 1} has nothing to do now.")
        if len(legal) == 1:
            return legal[0]
        iterations = level.iterations if iterations is None else iterations
        if iterations == 0:
            return legal[int(self._below(rng, len(legal)))]
        return self.judge(view, told, seat, level, rng, iterations, milliseconds).best

    def judge(
        self,
        view: State,
        told: Numbers,
        seat: int,
        level: Level,
        rng: Rng,
        iterations: int | None = None,
        milliseconds: float | None = None,
    ) -> Judgement:
        """Judge all legal actions as a level does, with its iterations or, if given, with others."""
        iterations = level.iterations if iterations is None else iterations
        return self._search.look(view, seat, rng, iterations, milliseconds, told=told, knowledge=level.knowledge)


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
