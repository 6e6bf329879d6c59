"""Bots by the text that names them: levels of a game, objects of Python, and programs."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from dataclasses import replace

from fairdeal.bots.bot import Bot, Budget
from fairdeal.bots.player import Player
from fairdeal.bots.programs import COMMAND, ProcessBot
from fairdeal.bots.searcher import bound
from fairdeal.contract.game import Game
from fairdeal.contract.levels import YARDSTICKS, Level
from fairdeal.contract.rules import Numbers, State
from fairdeal.errors import BadBot

PLAIN = "plain"  # the search without any knowledge of the game
MOST_ITERATIONS = 1_000_000_000


def find(game: Game, text: str, player: Player | None = None) -> Bot:
    """Make the bot that a text names; several bots of the levels may share a player. Raise BadBot.

    - `hard`: a level of the game; `hard:500`: that level with so many iterations
    - `plain:1000`: the search with so many iterations and without knowledge of the game
    - `module:attribute`: a class or function of Python which, given the Game, makes a bot
    - `cmd:COMMAND`: a program that speaks the protocol of docs/bot-protocol.md
    """
    head, colon, rest = text.partition(":")
    if text.startswith(COMMAND):
        return ProcessBot(game, text)
    names = {PLAIN, *(level.name for level in (*yardsticks(game), *game.levels))}
    if colon and not rest.isdecimal():
        if head in names:
            raise BadBot(
                f"{head} is a level of {game.title}, and behind the colon stands its number of iterations, such "
                f"as {head}:500, not {rest!r}."
            )
        return _python_bot(game, text)
    return LevelBot(player or Player(game), _level(game, head, rest), text)


def close(bot: Bot) -> None:
    """End whatever the bot has running."""
    if isinstance(bot, ProcessBot):
        bot.close()


# --- levels ----------------------------------------------------------------------------------------------------------


class LevelBot:
    """A level of the game."""

    def __init__(self, player: Player, level: Level, name: str | None = None) -> None:
        self.name = name or level.name
        self.level = level
        self._player = player

    def choose(self, view: State, told: Numbers, seat: int, budget: Budget) -> int:
        """Choose as the level does."""
        iterations = max(1, round(self.level.iterations * budget.effort)) if self.level.iterations else 0
        milliseconds = None if budget.seconds is None else 1000 * budget.seconds
        return self._player.choose(view, told, seat, self.level, budget.rng, iterations, milliseconds)


def yardsticks(game: Game) -> tuple[Level, ...]:
    """List the players that the game's levels are measured by."""
    has = bound(game)[1]
    return tuple(each for each in YARDSTICKS if each.knowledge <= has)


def _level(game: Game, name: str, iterations: str) -> Level:
    """Give a level or yardstick of the game, or the plain search, perhaps with a number of iterations of its own."""
    named = {level.name: level for level in (*yardsticks(game), *game.levels)}
    if name == PLAIN:
        if not iterations:
            raise BadBot(f"The plain search needs a number of iterations: {PLAIN}:1000.")
        level = Level(PLAIN, 0, frozenset())
    elif name in named:
        level = named[name]
    else:
        names = ", ".join(level.name for level in game.levels)
        raise BadBot(
            f"There is no bot {name!r}: {game.title} has the levels {names}; a bot is one of these, LEVEL:ITERATIONS, "
            f"{PLAIN}:ITERATIONS, MODULE:ATTRIBUTE or {COMMAND}COMMAND."
        )
    if not iterations:
        return level
    if not 1 <= int(iterations[:12]) <= MOST_ITERATIONS:
        raise BadBot(f"A bot has 1 to {MOST_ITERATIONS:,} iterations, not {iterations[:40]}.")
    return replace(level, iterations=int(iterations))


# --- bots of Python --------------------------------------------------------------------------------------------------


def _python_bot(game: Game, text: str) -> Bot:
    """Import a bot, also from the folder one stands in."""
    name, _, attribute = text.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())  # the installed command does not look there by itself
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not name.startswith(error.name):
            raise BadBot(f"The module {name!r} of the bot {text} needs {error.name!r}, which is not there.") from None
        raise BadBot(f"The bot {text} is not there: Python finds no module {name!r}.") from None
    except (ImportError, SyntaxError, ValueError) as error:
        raise BadBot(f"The module {name!r} of the bot {text} cannot be imported: {error}.") from None
    make = getattr(module, attribute, None)
    if not callable(make):
        raise BadBot(f"The module {name!r} has no class or function {attribute!r}.")
    try:
        bot = make(game)
    except TypeError as error:
        raise BadBot(f"The bot {text} cannot be made for a game: {error}.") from error
    if not callable(getattr(bot, "choose", None)):
        raise BadBot(f"What {text} makes is no bot: it has no method choose(view, told, seat, budget).")
    return _Named(bot.choose, text)


class _Named:
    """A bot of Python under the name by which it was asked for."""

    def __init__(self, choose: Callable[[State, Numbers, int, Budget], int], name: str) -> None:
        self.name = name
        self.choose = choose
