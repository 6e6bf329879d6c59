"""Games that are counted while they are played: many in one call of native code, or one event by event.

A deal is all that chance does in a game, and every chance of it has a generator of its own: the n-th is the same
whatever was played before. Game 2 of a deal has the same cards as game 1 and other choices.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fairdeal.contract.game import Game, Setting
from fairdeal.contract.rules import Numbers
from fairdeal.engine import chance, kernel
from fairdeal.engine.chance import Rng, numbered
from fairdeal.engine.kernel import DEALER, NOBODY, blank
from fairdeal.engine.tracking import AT_RANDOM, BY_POLICY, MOST_SPARED, TRACK, Desk, Spared
from fairdeal.play.sitting import Sitting

NATIVE = "fairdeal.engine.tracking"
Played = tuple[int, int]
"""A game by its numbers: the deal, and which of its games."""


# --- measures --------------------------------------------------------------------------------------------------------


def own_module(game: Game, name: str) -> str | None:
    """Name a module of the game's own that lies beside its rules, if it has one."""
    own = vars(game.rules).get("__layers__", (game.rules,))[-1]
    name = f"{kernel.name_of(own).rpartition('.')[0]}.{name}"
    return name if importlib.util.find_spec(name) else None


def _measures(game: Game) -> dict[str, Any]:
    name = own_module(game, "measures")
    return {} if name is None else vars(importlib.import_module(name))


def measures_of(game: Game) -> tuple[str, ...]:
    """Name what a game measures of its own."""
    return tuple(_measures(game).get("MEASURES", ()))


@dataclass(frozen=True)
class Things:
    """What a game counts by its number: cards that are dealt, or what can be taken."""

    texts: tuple[str, ...]
    name: Callable[[int], Any]
    """Say what one is called."""


def cards_of(game: Game) -> Things | None:
    """Give the cards whose holders a game counts; None if it counts none."""
    return _things(game, "measure_held", "HELD", "held_measure")


def offers_of(game: Game) -> Things | None:
    """Give what can be taken in a game's decisions; None if it counts nothing."""
    return _things(game, "measure_offer", "OFFERS", "offer_measure")


def _things(game: Game, function: str, texts: str, name: str) -> Things | None:
    """Give what a game numbers by a function; without texts of its own they are its cards."""
    measures = _measures(game)
    if function not in measures:
        return None
    if texts in measures:
        return Things(measures[texts], measures[name])
    cards = vars(game.words)["CARDS_OF"]
    return Things(cards.texts, cards.name)


def has_rounds(game: Game) -> bool:
    """Tell whether the game says who leads a round."""
    return "measure_leader" in _measures(game)


def has_policy(game: Game) -> bool:
    """Tell whether the game knows how a sensible player chooses without searching."""
    name = own_module(game, "knowledge")
    return name is not None and hasattr(importlib.import_module(name), "policy")


def tracking(game: Game, player: int = AT_RANDOM) -> Any:
    """Bind what counts to a game, to its measures, and to its policy if that chooses."""
    wanted = ("measures", "knowledge") if player == BY_POLICY else ("measures",)
    names = [name for each in wanted if (name := own_module(game, each))]
    return game.generic(NATIVE, *(kernel.load(name, kernel.mode_of(game.rules)) for name in names))


# --- natively --------------------------------------------------------------------------------------------------------


def setting_of(setting: Setting, seed: str, deal: int) -> Setting:
    """Settle how a deal is played: what options leave to chance, such as a random deck, is new in each."""
    if setting.game.settle is None:
        return setting
    chosen = {
        option.name: setting.options[option.name] for option in setting.game.options if option.default is not None
    }
    return setting.game.setting(setting.seats, chosen, setting.data, numbered(f"{seed} setting", deal))


@dataclass(frozen=True)
class Tracks:
    """What was counted of several games."""

    counted: Numbers
    """A TRACK of each."""
    tried: Numbers
    """By game and offer: at how many decisions it was forbidden, to see what would come of it."""
    effect: Numbers
    """By game and offer: by how much more was won with it, added up."""


def track_batch(setting: Setting, seed: str, played: Sequence[Played], player: int = AT_RANDOM) -> Tracks:
    """Play these games natively, at random or by the game's policy."""
    game = setting.game
    starts = blank(game.rules.STATE, 1 if game.settle is None else len(played))
    for number in range(len(starts)):
        is_same = number > 0 and played[number][0] == played[number - 1][0]
        start = starts[number - 1] if is_same else setting_of(setting, seed, played[number][0]).new_state()
        kernel.copy(start, starts[number])
    deals = np.array([_deals(seed, deal) for deal, _ in played])
    rngs = np.array([_choices(seed, each) for each in played])
    spared = _new_spared(game, len(played), numbered(f"{seed} spared", played[0][0]))
    tracks: Numbers = blank(TRACK, len(played))
    state = blank(game.rules.STATE)[0]
    tracking(game, player).play_tracked(starts, deals, rngs, player, state, _new_desk(game), spared, tracks)
    return Tracks(tracks, spared.tried, spared.effect)


def _new_desk(game: Game) -> Desk:
    rules = game.rules
    return Desk(
        deals=np.zeros(chance.XOSHIRO, np.uint64),
        dealing=np.zeros(chance.XOSHIRO, np.uint64),
        rng=np.zeros(chance.XOSHIRO, np.uint64),
        clock=np.zeros(2, np.int64),
        legal=np.zeros(rules.MOST_LEGAL, np.int32),
        outcome=np.zeros(rules.MOST_OUTCOME, np.int16),
        views=blank(rules.STATE),
    )


def _new_spared(game: Game, games: int, when: Rng) -> Spared:
    offers = offers_of(game)
    shape = games, 0 if offers is None else len(offers.texts)
    return Spared(
        *_new_desk(game),
        when=when,
        world=blank(game.rules.STATE),
        shares=np.zeros(kernel.MOST_SEATS),
        offer=np.zeros(MOST_SPARED, np.int64),
        seat=np.zeros(MOST_SPARED, np.int64),
        share=np.zeros(MOST_SPARED),
        tried=np.zeros(shape, np.int16),
        effect=np.zeros(shape),
    )


def _deals(seed: str, deal: int) -> Rng:
    return numbered(f"{seed} chance", deal)


def _choices(seed: str, played: Played) -> Rng:
    return numbered(f"{seed} choices {played[0]}", played[1])


def play_again(setting: Setting, seed: str, played: Played, player: int = AT_RANDOM) -> Sitting:
    """Play one of these very games event by event."""
    sitting = Sitting(setting_of(setting, seed, played[0]))
    deals, rng = _deals(seed, played[0]), _choices(seed, played)
    native, desk = tracking(setting.game, player), _new_desk(setting.game)
    while not sitting.is_over:
        who, time = sitting.next_actor(rng)
        at = time if setting.game.rules.REAL_TIME else None
        if who == DEALER:
            sitting.deal(np.array([chance.word(deals) for _ in range(chance.XOSHIRO)], np.uint64), at)
        else:
            legal = np.array(sitting.legal(who), np.int32)
            number = native.choose(sitting.state, who, player, desk.views[0], legal, len(legal), rng)
            sitting.play(who, int(legal[number]), at)
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
        legal = np.array(sitting.legal(seat), np.int32)
        self._native.decide(self.tracks[0], sitting.state, seat, legal, len(legal), action)
        sitting.play(seat, action, at)
        self._happen(seat, action)

    def _happen(self, who: int, action: int) -> None:
        self._native.happen(self.tracks[0], self._sitting.state, who, action, self._sitting.now)

    def end(self) -> Numbers:
        """Give what was counted of a game that is over."""
        self._native.end(self.tracks[0], self._sitting.state)
        return self.tracks
