"""Play-outs of one game, as a review needs them: from the true state, and from what a seat knew."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fairdeal.bots.scratch import ARM, ENDGAME, HORIZON, POLICY, new_scratch
from fairdeal.bots.searcher import Search, bound, own_modules
from fairdeal.bots.trying import TryDesk
from fairdeal.contract.game import Game
from fairdeal.contract.levels import LEVELS
from fairdeal.contract.rules import Numbers, State
from fairdeal.engine.chance import XOSHIRO, Rng, numbered
from fairdeal.engine.kernel import MOST_SEATS, NOBODY, blank, copy

NATIVE = "fairdeal.bots.trying"
MEMORY = "memory"  # the module of a game whose views forget what they showed; it draws worlds that fit them all
HABITS = "habits"  # of a game whose players go on otherwise than a search assumes: a `policy` of the review's own
SEARCHER = "hard"  # the level whose knowledge a search has, if the game has that level
NOTHING: Numbers = np.zeros((0, 2), np.int32)


@dataclass(frozen=True)
class Position:
    """A whole state, and what time it is."""

    state: State
    clock: Numbers


@dataclass(frozen=True)
class Known:
    """What a seat knew when it chose."""

    seat: int
    views: Numbers
    """Its views, the last one that of the choice; one before each event if they may forget what others showed."""
    told: Numbers
    """All that it was told, an event a row."""
    clock: Numbers
    seed: str
    """Of all play-outs: it follows from what the seat was told, and from nothing else."""

    @property
    def view(self) -> State:
        return self.views[-1]


class Trials:
    """Plays on from positions of one game, by its policy, and up to its horizon if it has one."""

    def __init__(self, game: Game) -> None:
        self.game = game
        memory = own_modules(game, MEMORY)
        self.forgets = bool(memory)
        """Whether worlds have to fit more than the last view.

        Then the module has, native: PAST, a record; recall(views, told, seat, past), which counts what is needed;
        remember(v, seat, past, rng), which turns a copy of the last view into a world that fits them all.
        """
        self.searching, knowledge = bound(game)
        habits = own_modules(game, HABITS)
        self._is_fitted = bool(habits)
        self.native = game.generic(NATIVE, *own_modules(game, "knowledge"), *habits, *memory)
        self._desk = TryDesk(
            scratch=new_scratch(game, knowledge)._replace(arms=blank(ARM)),
            drawn=blank(game.rules.STATE)[0],
            seeds=np.zeros(XOSHIRO, np.uint64),
            past=blank(memory[0].PAST if memory else game.worlds.PLAN)[0],
            rng=numbered("review", 0),
        )
        self._search: Search | None = None
        self._no_views = blank(game.rules.STATE, 0)
        self._uses = self._desk.scratch.uses
        self._uses[[POLICY, HORIZON]] = 1

    def from_state(
        self, at: Position, count: int, rng: Rng, seat: int = NOBODY, actions: Sequence[int] = (NOBODY,)
    ) -> Numbers:
        """What each seat wins with all cards seen: by play-out, by the action that a seat begins with, by seat."""
        return self._tried(at.state, seat, self._no_views, NOTHING, actions, at.clock, count, rng)

    def from_known(self, known: Known, actions: Sequence[int], count: int, rng: Rng) -> Numbers:
        """What a seat wins in worlds that it could think possible: by world, by action.

        What the search would solve after the action is solved.
        """
        self._uses[ENDGAME] = 1
        won = self.unsolved(known, actions, count, rng)
        self._uses[ENDGAME] = 0
        return won

    def unsolved(self, known: Known, actions: Sequence[int], count: int, rng: Rng) -> Numbers:
        """The same without solving anything: as the chances of moments are estimated."""
        won = self._tried(known.view, known.seat, known.views, known.told, actions, known.clock, count, rng)
        return won[:, :, known.seat]

    def searched(self, known: Known, better: int, chosen: int, iterations: int, rng: Rng) -> float | None:
        """What a search thinks that the chosen action costs against a better one; None if it did not try both.

        It is not asked where the game's habits tell how others go on: there play-outs are nearer to play than it is.
        """
        if self._is_fitted:
            return None
        if self._search is None:
            self._search = Search(self.game)
        level = next((level for level in self.game.levels if level.name == SEARCHER), LEVELS[-1])
        told, view, seat = known.told, known.view, known.seat
        found = self._search.judge(view, seat, rng, iterations, told=told, knowledge=level.knowledge)
        shares = {each.action: each.share for each in found.estimates if each.visits}
        return shares[better] - shares[chosen] if {better, chosen} <= {*shares} else None

    def from_chance(self, at: Position, count: int, rng: Rng) -> Numbers:
        """What each seat wins after the chance that is due, drawn anew each time: by play-out, by seat."""
        won = np.zeros((count, MOST_SEATS))
        self._desk.rng[:] = rng
        self.native.try_chance(at.state, at.clock, self._desk, won)
        rng[:] = self._desk.rng
        return won

    def worlds(self, known: Known, count: int, rng: Rng) -> Numbers:
        """Draw worlds that a seat could think possible, as they are drawn for `from_known`."""
        found: Numbers = blank(self.game.rules.STATE, count)
        self._desk.rng[:] = rng
        self.native.prepare_worlds(known.view, known.seat, known.views, known.told, self._desk)
        for number in range(count):
            copy(known.view, self._desk.drawn)
            self.native.draw_world(known.seat, known.views, self._desk)
            copy(self._desk.drawn, found[number])
        return found

    def _tried(
        self,
        s: State,
        seat: int,
        views: Numbers,
        told: Numbers,
        actions: Sequence[int],
        clock: Numbers,
        count: int,
        rng: Rng,
    ) -> Numbers:
        won = np.zeros((count, len(actions), MOST_SEATS))
        self._desk.rng[:] = rng
        self.native.try_actions(s, seat, views, told, np.array(actions, np.int32), clock, self._desk, won)
        rng[:] = self._desk.rng
        return won


def error_of(won: Numbers) -> Numbers:
    """The standard error of the mean over the first axis."""
    return np.asarray(won.std(axis=0, ddof=1) / math.sqrt(len(won)))
