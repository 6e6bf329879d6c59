"""Positions in which a seat has something to choose, found by playing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fairdeal.bots.player import Player
from fairdeal.contract.game import Game
from fairdeal.engine.chance import Rng, below, numbered
from fairdeal.engine.kernel import DEALER
from fairdeal.play.sitting import Sitting


def choices(sitting: Sitting, rng: Rng, choose: Callable[[int], int]) -> Iterator[int]:
    """Play a game to its end; stop wherever a seat is about to choose among several actions, and name it."""
    while not sitting.is_over:
        who, time = sitting.next_actor(rng)
        at = time if sitting.game.rules.REAL_TIME else None
        if who == DEALER:
            sitting.deal(rng, at)
            continue
        if len(sitting.legal(who)) > 1:
            yield who
        sitting.play(who, choose(who), at)


def first_choice(game: Game) -> tuple[Sitting, int]:
    """Play at random until a seat has more than one legal action; give the game as it stands there, and the seat."""
    sitting, rng = Sitting(game.setting()), numbered("first choice", 0)

    def any_action(seat: int) -> int:
        legal = sitting.legal(seat)
        return legal[below(rng, len(legal))]

    return sitting, next(choices(sitting, rng, any_action))


def loaded(game: Game) -> Player:
    """Give a player whose code is loaded: it has chosen by each level."""
    player = Player(game)
    sitting, seat = first_choice(game)
    for level in game.levels:
        iterations = min(level.iterations, 1)
        player.choose(sitting.view(seat), sitting.told(seat), seat, level, numbered("loaded", 0), iterations)
    return player
