"""Games that are counted while they are played: many at random in one call of native code, or one event by event.

A deal is all that chance does in a game, and every chance of it has a generator of its own: the n-th is the same
whatever was played before. Game 2 of a deal has the same cards as game 1 and other choices.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from typing import Any

import numpy as np

from fairdeal.contract.game import Game, Setting
from fairdeal.contract.rules import Numbers
from fairdeal.engine import chance, kernel
from fairdeal.engine.chance import Rng, numbered
from fairdeal.engine.kernel import DEALER, NOBODY, blank
from fairdeal.engine.tracking import TRACK
from fairdeal.play.sitting import Sitting

NATIVE = "fairdeal.engine.tracking"
Played = tuple[int, int]
"""A game by its numbers: the deal, and which of its games."""


# --- measures --------------------------------------------------------------------------------------------------------


def own_measures(game: Game) -> str | None:
    """Name the game's module with measures, if it has one: `measures.py` beside its rules."""
    own = vars(game.rules).get("__layers__", (game.rules,))[-1]
    name = f"{kernel.name_of(own).rpartition('.')[0]}.measures"
    return name if importlib.util.find_spec(name) else None


def measures_of(game: Game) -> tuple[str, ...]:
    """Name what a game measures of its own."""
    name = own_measures(game)
    return () if name is None else tuple(importlib.import_module(name).MEASURES)


def cards_of(game: Game) -> Any:
    """Give the cards whose holders a game counts, by their texts and names; None if it counts none."""
    name = own_measures(game)
    has_held = name is not None and hasattr(importlib.import_module(name), "measure_held")
    return vars(game.words)["CARDS_OF"] if has_held else None


def tracking(game: Game) -> Any:
    """Bind what counts to a game and to its measures."""
    name = own_measures(game)
    measures = () if name is None else (kernel.load(name, kernel.mode_of(game.rules)),)
    return game.generic(NATIVE, *measures)


# --- at random -------------------------------------------------------------------------------------------------------


def setting_of(setting: Setting, seed: str, deal: int) -> Setting:
    """Settle how a deal is played: what options leave to chance, such as a random deck, is new in each."""
    if setting.game.settle is None:
        return setting
    chosen = {
        option.name: setting.options[option.name] for option in setting.game.options if option.default is not None
    }
    return setting.game.setting(setting.seats, chosen, setting.data, numbered(f"{seed} setting", deal))


def track_batch(setting: Setting, seed: str, played: Sequence[Played]) -> Numbers:
    """Play these games natively at random; give a TRACK of each."""
    game = setting.game
    starts = blank(game.rules.STATE, 1 if game.settle is None else len(played))
    for number in range(len(starts)):
        is_same = number > 0 and played[number][0] == played[number - 1][0]
        start = starts[number - 1] if is_same else setting_of(setting, seed, played[number][0]).new_state()
        kernel.copy(start, starts[number])
    deals = np.array([_deals(seed, deal) for deal, _ in played])
    rngs = np.array([_choices(seed, each) for each in played])
    tracks: Numbers = blank(TRACK, len(played))
    tracking(game).play_tracked(
        starts,
        deals,
        rngs,
        np.zeros(chance.XOSHIRO, np.uint64),
        blank(game.rules.STATE)[0],
        np.zeros(2, np.int64),
        np.zeros(game.rules.MOST_LEGAL, np.int32),
        np.zeros(game.rules.MOST_OUTCOME, np.int16),
        tracks,
    )
    return tracks


def _deals(seed: str, deal: int) -> Rng:
    return numbered(f"{seed} chance", deal)


def _choices(seed: str, played: Played) -> Rng:
    return numbered(f"{seed} choices {played[0]}", played[1])


def play_again(setting: Setting, seed: str, played: Played) -> Sitting:
    """Play one of these very games event by event."""
    sitting = Sitting(setting_of(setting, seed, played[0]))
    deals, rng = _deals(seed, played[0]), _choices(seed, played)
    while not sitting.is_over:
        who, time = sitting.next_actor(rng)
        at = time if setting.game.rules.REAL_TIME else None
        if who == DEALER:
            sitting.deal(np.array([chance.word(deals) for _ in range(chance.XOSHIRO)], np.uint64), at)
        else:
            sitting.play_at_random(who, rng, at)
    return sitting


# --- event by event --------------------------------------------------------------------------------------------------


class Tracker:
    """Counts one game that others play."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._native = tracking(sitting.game)
        self.tracks: Numbers = blank(TRACK)
        self._native.begin(self.tracks[0], sitting.state)

    def deal(self) -> None:
        """Count what chance has done."""
        self._happen(DEALER, NOBODY)

    def play(self, seat: int, action: int, at: int | None) -> None:
        """Let a seat act, and count it."""
        sitting = self._sitting
        self._native.decide(self.tracks[0], sitting.state, seat, len(sitting.legal(seat)))
        sitting.play(seat, action, at)
        self._happen(seat, action)

    def _happen(self, who: int, action: int) -> None:
        self._native.happen(self.tracks[0], self._sitting.state, who, action, self._sitting.now)

    def end(self) -> Numbers:
        """Give what was counted of a game that is over."""
        self._native.end(self.tracks[0], self._sitting.state)
        return self.tracks
