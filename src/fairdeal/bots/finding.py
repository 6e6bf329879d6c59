"""Bots by the text that names them: levels of a game, objects of Python, and programs."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace

from fairdeal.bots.bot import Bot, Budget
from fairdeal.bots.nets import NET, NetBot, net_path, read
from fairdeal.bots.player import Player
from fairdeal.bots.programs import COMMAND, ProcessBot
from fairdeal.bots.searcher import bound_players
from fairdeal.contract.game import Game, Setting
from fairdeal.contract.levels import YARDSTICKS, Level
from fairdeal.contract.rules import Numbers, State
from fairdeal.errors import BadBot
from fairdeal.language.messages import either, say

PLAIN = "plain"  # the search without any knowledge of the game
MOST_ITERATIONS = 1_000_000_000
FORMS = ("LEVEL", "LEVEL:ITERATIONS", f"{PLAIN}:ITERATIONS", "MODULE:ATTRIBUTE", f"{NET}FILE", f"{COMMAND}COMMAND")


def find(game: Game, text: str, player: Player | None = None) -> Bot:
    """Make the bot that a text names; several bots of the levels may share a player. Raise BadBot.

    - `hard`: a level of the game; `hard:500`: that level with so many iterations
    - `plain:1000`: the search with so many iterations and without knowledge of the game
    - `module:attribute`: a class or function of Python which, given the Game, makes a bot
    - `net:FILE`: a network that was trained, see docs/guide/learn.md
    - `cmd:COMMAND`: a program that speaks the protocol of docs/bot-protocol.md
    """
    head, colon, rest = text.partition(":")
    if text.startswith(COMMAND):
        return ProcessBot(game, text)
    if text.startswith(NET):
        return NetBot(game, text)
    names = {PLAIN, *_named(game)}
    if colon and not rest.isdecimal():
        if head in names:
            raise BadBot(say("bot.no_number", level=head, game=game.title, text=repr(rest)))
        return _python_bot(game, text)
    return LevelBot(player or Player(game), _level(game, head, rest), text)


def knows(game: Game, text: str) -> bool:
    """Tell whether a bot plays a game at all: a network was trained for one, the others are for any."""
    return not text.startswith(NET) or read(net_path(text)).game == game.name


def seat_counts(game: Game, text: str) -> Sequence[int]:
    """List with how many seats a bot plays a game that it knows."""
    return (read(net_path(text)).seats,) if text.startswith(NET) else game.seat_counts


def runs_code(game: Game, text: str) -> bool:
    """Tell whether a text names code of somebody's own, so that only whoever sits at this machine may say it."""
    head, colon, rest = text.partition(":")
    return bool(colon) and not (rest.isdecimal() and head in {PLAIN, *_named(game)})


def begin(bot: Bot, setting: Setting, seat: int) -> None:
    """Tell a bot that wants to know it which game this is, and which seat it has."""
    if isinstance(bot, ProcessBot):
        bot.begin(setting, seat)


def end(bot: Bot, told: Numbers, seat: int, scores: tuple[int, ...], winners: tuple[int, ...]) -> None:
    """Tell it how the game ended."""
    if isinstance(bot, ProcessBot):
        bot.end(told, seat, scores, winners)


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


def place_of(game: Game, bot: Bot) -> int:
    """Give the place of a bot's level among the game's, or of the level that it is as quick as."""
    return game.place_of(bot.level.name if isinstance(bot, LevelBot) else "")


def yardsticks(game: Game) -> tuple[Level, ...]:
    """List the players that the game's levels are measured by."""
    has = bound_players(game)[1]
    return tuple(each for each in YARDSTICKS if each.knowledge <= has)


def _named(game: Game) -> dict[str, Level]:
    return {level.name: level for level in (*yardsticks(game), *game.levels)}


def _level(game: Game, name: str, iterations: str) -> Level:
    """Give a level or yardstick of the game, or the plain search, perhaps with a number of iterations of its own."""
    named = _named(game)
    if name == PLAIN:
        if not iterations:
            raise BadBot(say("bot.plain_number", form=f"{PLAIN}:1000"))
        level = Level(PLAIN, 0, frozenset())
    elif name in named:
        level = named[name]
    else:
        names = [level.name for level in game.levels]
        raise BadBot(say("bot.no_bot", name=repr(name), game=game.title, levels=names, forms=either(FORMS)))
    if not iterations:
        return level
    if not 1 <= int(iterations[:12]) <= MOST_ITERATIONS:
        raise BadBot(say("bot.iterations", most=f"{MOST_ITERATIONS:,}", text=iterations[:40]))
    return replace(level, iterations=int(iterations), by_seats=())


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
            raise BadBot(say("bot.needs", module=repr(name), bot=text, other=repr(error.name))) from None
        raise BadBot(say("bot.no_module", module=repr(name), bot=text)) from None
    except Exception as error:  # whatever the module does when it is imported
        raise BadBot(say("bot.no_import", module=repr(name), bot=text, reason=str(error))) from None
    make = getattr(module, attribute, None)
    if not callable(make):
        raise BadBot(say("bot.no_class", module=repr(name), name=repr(attribute)))
    try:
        bot = make(game)
    except Exception as error:
        raise BadBot(say("bot.not_made", bot=text, reason=str(error))) from error
    if not callable(getattr(bot, "choose", None)):
        raise BadBot(say("bot.no_choose", bot=text, form="choose(view, told, seat, budget)"))
    return _Named(bot.choose, text)


class _Named:
    """A bot of Python under the name by which it was asked for."""

    def __init__(self, choose: Callable[[State, Numbers, int, Budget], int], name: str) -> None:
        self.name = name
        self.choose = choose
