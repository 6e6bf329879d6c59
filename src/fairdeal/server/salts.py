"""The salts of a table's hidden options, without which a guess at them could be tried on their hash."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from fairdeal.contract.game import Game
from fairdeal.play.fairness import SALT


def new_salts(game: Game, options: Mapping[str, Any]) -> dict[str, str]:
    """Make a salt for each option that the rules keep from the players."""
    hidden = () if game.hidden_options is None else game.hidden_options(options)
    return {name: secrets.token_hex(SALT) for name in hidden}
