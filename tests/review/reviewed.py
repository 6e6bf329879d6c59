"""Games for the tests of reviews, played by bots, each its own."""

from __future__ import annotations

import functools

from fairdeal import games
from fairdeal.bots.player import Player
from fairdeal.contract.levels import Level
from fairdeal.contract.rules import Numbers
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import DEALER
from fairdeal.play.sitting import Sitting
from fairdeal.play.tracks import setting_of


@functools.cache
def player(name: str) -> Player:
    return Player(games.find(name))


def level_of(name: str, level: str) -> Level:
    return next(each for each in games.find(name).levels if each.name == level)


def played(name: str, level: str, number: int, seats: int | None = None, seed: str = "review") -> Sitting:
    """Play a whole game, all seats by one level."""
    game, own = games.find(name), f"{seed} {name} {level}"
    sitting = Sitting(setting_of(game.setting(seats or game.best_seats), own, number))
    play_on(sitting, level, numbered(own, number))
    return sitting


def play_on(sitting: Sitting, level: str, rng: Numbers) -> None:
    """Play a game to its end, all seats by one level."""
    game = sitting.game
    while not sitting.is_over:
        who, time = sitting.next_actor(rng)
        at = time if game.rules.REAL_TIME else None
        if who == DEALER:
            sitting.deal(rng, at)
            continue
        view, told = sitting.view(who), sitting.told(who)
        sitting.play(who, player(game.name).choose(view, told, who, level_of(game.name, level), rng), at)
