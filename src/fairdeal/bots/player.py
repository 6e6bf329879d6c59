"""The player that chooses as a level of its game does."""

from __future__ import annotations

from fairdeal.bots.searcher import Judgement, Search
from fairdeal.contract.game import Game, list_legal
from fairdeal.contract.levels import PLAY_OUT, PLAYERS, Level
from fairdeal.contract.rules import Numbers, State
from fairdeal.engine import kernel
from fairdeal.engine.chance import Rng
from fairdeal.errors import Refused
from fairdeal.language.messages import say

# In plain Python a single solution, or all that a turn can bring, takes longer than a bot may think.
TOO_SLOW = frozenset({"endgame"})
INSTEAD = frozenset({"glance"})  # of the greedy player
ENOUGH = 0.9  # of a level's iterations: what is lost with the rest no duel could tell


class Player:
    """One game's searcher in one process; it sees nothing but views, and reuses its buffers."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.effort = 1.0
        """The share of its level's iterations that the last choice had."""
        self._search = Search(game)
        # Random numbers in the mode of the rules: interpreted rules must not wait for compiled ones.
        self._below = kernel.load("fairdeal.engine.chance", kernel.mode_of(game.rules)).below

    @property
    def is_awaited(self) -> bool:
        """Whether it thinks less for now, in plain Python, because others still compile its search."""
        return self._search.is_awaited

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
            raise Refused(say("sitting.seat_idle", seat=seat + 1))
        if len(legal) == 1:
            return legal[0]
        self.effort = 1.0
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
        """Judge all legal actions as a level does, with its iterations or, if given, with others.

        They are others where the level has others with so many seats, and fewer where it would ask a network and there
        is none for the table.
        """
        iterations = self._there(level, level.iterations if iterations is None else iterations, view)
        knowledge = level.knowledge
        if self.is_awaited:
            knowledge = INSTEAD if "greedy" in knowledge else knowledge - TOO_SLOW
        found = self._search.judge(view, seat, rng, iterations, milliseconds, told=told, knowledge=knowledge)
        # Whoever compares actions looks at each of them once.
        is_player = not level.knowledge.isdisjoint(PLAYERS)
        meant = len(found.estimates) if is_player else self._there(level, level.iterations, view)
        self.effort = found.iterations / meant
        return found

    def _there(self, level: Level, iterations: int, view: State) -> int:
        """Give what a level makes of so many of its iterations at a table."""
        if level.asks_network and not self._search.knows(view):
            return max(1, iterations // PLAY_OUT)
        there = level.at(int(view.seats)).iterations
        return iterations if there == level.iterations else max(1, iterations * there // level.iterations)
