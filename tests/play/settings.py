"""Settings to try: every game, every seat count, and each option at a few values, one at a time."""

from __future__ import annotations

import contextlib
from typing import Any

from fairdeal import games
from fairdeal.contract.game import Game, Setting
from fairdeal.contract.options import Choice, Flag, Option, Whole
from fairdeal.errors import BadOption


def values_of(option: Option) -> list[Any]:
    """List a few values of an option that are not its default."""
    match option:
        case Flag():
            values = [True, False]
        case Choice():
            return list(option.choices[1:])
        case Whole():
            return [value for value in (option.low, option.low + 2) if value != option.default]
        case _:
            return []
    return [value for value in values if value != option.default]


def variants(game: Game) -> list[dict[str, Any]]:
    return [{}, *({option.name: value} for option in game.options for value in values_of(option))]


def all_settings() -> list[Setting]:
    settings = []
    for game in games.all_games():
        for seats in game.seat_counts:
            for options in variants(game):
                with contextlib.suppress(BadOption):  # some values need more seats
                    settings.append(game.setting(seats, options))
    return settings


def label(setting: Setting) -> str:
    values = [str(setting.options[option.name]) for option in setting.game.options if option.default is not None]
    return f"{setting.game.name}-{setting.seats}-{'-'.join(values)}"
