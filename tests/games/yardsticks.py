"""What the players do that compare all actions once, in words."""

from __future__ import annotations

from typing import Any

from fairdeal.bots.player import Player
from fairdeal.bots.searcher import NOTHING_TOLD
from fairdeal.contract.game import Game, new_view
from fairdeal.contract.levels import Level
from fairdeal.engine.chance import numbered


def choice(game: Game, s: Any, player: str, seat: int = 0) -> str:
    """The text of what a seat does by its view."""
    level = Level(player, 1, frozenset({player}))
    chosen = Player(game).choose(new_view(game, s, seat), NOTHING_TOLD, seat, level, numbered(0, 0))
    return str(game.words.text(chosen))
