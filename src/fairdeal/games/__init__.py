"""The games of the house. Only this folder knows a game's name."""

from __future__ import annotations

import functools
import importlib

from fairdeal.contract.game import Game
from fairdeal.errors import UnknownGame
from fairdeal.language.messages import say

NAMES = ("caster", "cryptruck", "traders", "battle", "coast")


@functools.cache
def find(name: str) -> Game:
    """Give the game with that name."""
    if name not in NAMES:
        raise UnknownGame(say("setting.no_game", name=name, games=NAMES))
    game: Game = importlib.import_module(f"{__name__}.{name}").GAME
    return game


def all_games() -> list[Game]:
    """Give all games of the house."""
    return [find(name) for name in NAMES]
