"""Data files within and beyond their ranges, tried on whole games."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import pytest

from fairdeal.contract.game import Game, Setting
from fairdeal.engine.chance import numbered
from fairdeal.errors import BadData
from fairdeal.laws.walks import random_game


def conserves_cards(setting: Setting, census: Callable[[Any], Hashable], seed: int) -> None:
    """Play a game to its end, and count the cards after every event."""
    counted = {census(step.after) for step in random_game(setting, numbered("data files", seed))}
    assert len(counted) == 1, counted


def refusal_of(game: Game, document: Any) -> str:
    """Give the sentence by which a data file is refused."""
    with pytest.raises(BadData) as refusal:
        game.setting(data=document)
    return str(refusal.value)


def beyond(ranges: dict[str, tuple[int, int]]) -> list[tuple[str, int, str]]:
    """List each number just outside its range, with the sentence that refuses it."""
    return [
        (key, value, f"In table [numbers]: {key} must be a whole number from {low} to {high}, not {value}.")
        for key, (low, high) in ranges.items()
        for value in (low - 1, high + 1)
    ]
