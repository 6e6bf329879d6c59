"""What is asked of some games of a run: when their winner was known, and whether a decision of theirs mattered.

Both are play-outs of the policy by which the search of the bots plays on. When the winner is known is asked of the true
state, all cards seen; what an action is worth is asked of worlds that the seat could not tell from it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fairdeal.bots.probing import ProbeDesk
from fairdeal.bots.searcher import own_modules
from fairdeal.contract.game import Game, shares_of
from fairdeal.contract.rules import Numbers, State
from fairdeal.engine import kernel
from fairdeal.engine.chance import XOSHIRO, Rng, below, numbered
from fairdeal.engine.kernel import NOBODY, blank
from fairdeal.play.sitting import Sitting

NATIVE = "fairdeal.bots.probing"
PLAYOUTS = 400  # from each moment that is looked at
MOMENTS = 16  # of a game
KNOWN = 0.9  # the chance from which on a winner is known
TRIES = 60  # of every action, to pick the best and the worst
PAIRED = 400  # of these two, apart from that

START: Numbers = np.zeros(2, np.int64)  # of the clock

Moment = tuple[State, Numbers]
"""A state, what time it is, and when the dealer last became an actor."""


@dataclass(frozen=True)
class Probe:
    """What was found of a game."""

    known: float
    """How much of the game was over when its winner was known."""
    doubted: float
    """The least chance that its winner had."""
    gap: float
    """By how much more the best action of a decision wins than the worst; nan if no decision had several."""
    gap_error: float
    doubted_at: float
    """The event after which that chance was least."""
    gap_at: float
    """The event after which that decision was to be made."""


NOTHING = Probe(*[math.nan] * 6)


class Prober:
    """Looks at the games of one setting."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._native = game.generic(NATIVE, *own_modules(game, "knowledge"))
        self._desk = new_desk(game)

    def probe(self, sitting: Sitting, seed: str) -> Probe:
        """Look at a game that is over; chance is the seed's alone."""
        rng = numbered(f"{seed} probe", 0)
        self._desk.rng[:] = numbered(f"{seed} probe", 1)
        moments, decision, decided_at = self._looked_at(sitting, rng)
        winners = np.array(shares_of(self.game, sitting.state)) > 0
        chances = {at: self.chance(moment, winners) for at, moment in moments.items()}
        gap, error = (math.nan, math.nan) if decision is None else self.gap(*decision)
        doubted_at = min(chances, key=chances.__getitem__, default=math.nan)
        doubted = chances.get(int(doubted_at), math.nan) if chances else math.nan
        return Probe(known_since([*chances.values()]), doubted, gap, error, doubted_at, decided_at)

    def _looked_at(
        self, sitting: Sitting, rng: Rng
    ) -> tuple[dict[int, Moment], tuple[State, int, list[int]] | None, float]:
        """Play a game anew, and stop after events that are evenly spaced, and at any decision among several actions."""
        again = Sitting(sitting.setting)
        count = len(sitting.events)
        stops = {round(count * (number + 0.5) / MOMENTS) for number in range(MOMENTS)}
        moments: dict[int, Moment] = {}
        decision, decided_at, seen = None, math.nan, 0
        for number, event in enumerate(sitting.events):
            if number in stops:
                moments[number - 1] = again.state.copy(), np.array([again.now, self._dealers_turn(again)])
            if event.seat is not None and len(again.legal(event.seat)) > 1:
                seen += 1
                if below(rng, seen) == 0:
                    decision = again.view(event.seat), event.seat, list(again.legal(event.seat))
                    decided_at = number - 1
            again.redo(event)
        return moments, decision, decided_at

    def _dealers_turn(self, sitting: Sitting) -> int:
        rules, at = self.game.real_time, sitting.dealers_time
        return sitting.now if rules is None or at is None else at - int(rules.patience(sitting.state))

    def chance(self, moment: Moment, winners: Numbers) -> float:
        """How often one of these seats wins from here."""
        state, clock = moment
        won = self._won(state, NOBODY, [NOBODY], PLAYOUTS, clock)
        return float(won[:, 0, : len(winners)].mean(axis=0)[winners].sum())

    def gap(self, view: State, seat: int, legal: list[int]) -> tuple[float, float]:
        """By how much more the best action wins than the worst, and the error of that: picked first, then measured."""
        tried = self._won(view, seat, legal, TRIES)[:, :, seat].mean(axis=0)
        pair = [legal[int(place)] for place in (np.argmax(tried), np.argmin(tried))]
        best, worst = self._won(view, seat, pair, PAIRED)[:, :, seat].T
        more = best - worst
        return float(more.mean()), float(more.std(ddof=1) / math.sqrt(PAIRED))

    def _won(self, state: State, seat: int, actions: list[int], worlds: int, clock: Numbers = START) -> Numbers:
        """What each seat wins, by world, and by the action that a seat begins with."""
        won = np.zeros((worlds, len(actions), kernel.MOST_SEATS))
        self._native.play_on_from(state, seat, np.array(actions, np.int32), clock, self._desk, won)
        return won


def new_desk(game: Game) -> ProbeDesk:
    """Make what play-outs write to."""
    rules = game.rules
    return ProbeDesk(
        worlds=blank(rules.STATE, 2),
        plan=blank(game.worlds.PLAN),
        seeds=np.zeros(XOSHIRO, np.uint64),
        rng=numbered("probe", 0),
        clock=np.zeros(2, np.int64),
        legal=np.zeros(rules.MOST_LEGAL, np.int32),
        outcome=np.zeros(rules.MOST_OUTCOME, np.int16),
        shares=np.zeros(kernel.MOST_SEATS),
    )


def known_since(chances: Sequence[float]) -> float:
    """Give the part of a game that is over when the winner's chance is high for good.

    >>> known_since([0.3, 0.95, 0.6, 0.92]), known_since([0.3, 0.5]), known_since([1.0, 1.0])
    (0.875, 1.0, 0.25)
    """
    unknown = max((number for number, chance in enumerate(chances) if chance < KNOWN), default=-1)
    return 1.0 if unknown == len(chances) - 1 else (unknown + 1 + 0.5) / len(chances)
