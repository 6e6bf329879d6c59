"""Bots of every kind behind one protocol: the levels of a game, objects of Python, and programs of any language.

A bot is asked by its seat's view and by what that seat was told, and by nothing else. On a command line it is named by
a text, see `find`; texts also travel to other processes, where the bot is made anew.
"""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from fairdeal.contract.game import Game, list_legal
from fairdeal.contract.rules import Numbers, State
from fairdeal.engine.chance import Rng
from fairdeal.errors import BadBot, FairdealError
from fairdeal.language.messages import say

LONGEST = 80  # characters of what a bot chose, in a sentence


@dataclass(frozen=True)
class Budget:
    """What makes one choice repeatable, and bounds it."""

    rng: Rng
    """A generator for this very choice: a bot that takes all its chance from here plays the same games again."""
    effort: float = 1.0
    """The share of its own iterations that a bot should spend."""
    seconds: float | None = None
    """How long it may take; without a limit a choice depends on nothing but what the bot is given."""


class Bot(Protocol):
    """Whatever chooses actions. One object serves all seats that the bot takes, in one game after another."""

    name: str

    def choose(self, view: State, told: Numbers, seat: int, budget: Budget) -> int:
        """Choose one of the seat's legal actions.

        `view` is the game as the seat knows it; `told` are all events as told to the seat, an int32 array with a row
        (who, action) for each, (DEALER, NOBODY) for chance. Both are copies.
        """


def checked(game: Game, bot: Bot, view: State, told: Numbers, seat: int, budget: Budget) -> int:
    """Let a bot choose. Raise BadBot if it fails or may not do what it chose."""
    legal = list_legal(game.rules, view, seat)
    try:
        action = bot.choose(view, told, seat, budget)
    except FairdealError:
        raise
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}, line {place.lineno}"
        kind = type(error).__name__
        raise BadBot(say("bot.failed", bot=bot.name, error=kind, reason=str(error), where=where)) from error
    if action not in legal:
        shown = repr(action)[:LONGEST]
        raise BadBot(say("bot.chose", bot=bot.name, action=shown, seat=seat + 1, legal=repr(legal)))
    return int(action)
