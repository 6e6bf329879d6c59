"""The games there are: those of the house, and those from outside (`outside`). Games are found here alone."""

from __future__ import annotations

import importlib
import importlib.util
from pathlib import Path

from fairdeal.contract.game import Game
from fairdeal.engine import kernel
from fairdeal.errors import BrokenGame, UnknownGame
from fairdeal.games import outside
from fairdeal.games.outside import Package
from fairdeal.language.messages import say
from fairdeal.laws.subject import Subject

NAMES = ("caster", "cryptruck", "traders", "battle", "coast")  # of the house

_known: dict[str, Game] = {}


def names() -> tuple[str, ...]:
    """Name all games that can be found from here, those of the house first."""
    return (*NAMES, *(name for name in outside.packages() if name not in NAMES))


def find(name: str) -> Game:
    """Give the game with that name; raise UnknownGame, or BrokenGame for one from outside that cannot be loaded."""
    if name not in _known:
        _known[name] = _house_game(name) if name in NAMES else _outside_game(name)
    return _known[name]


def _house_game(name: str) -> Game:
    game: Game = importlib.import_module(f"{__name__}.{name}").GAME
    return game


def _outside_game(name: str) -> Game:
    found = package(name)
    if found is None:
        raise UnknownGame(say("setting.no_game", name=name, games=names()))
    game, mode = outside.load(found), mode_for(name, kernel.DEFAULT_MODE)
    return game if mode == kernel.DEFAULT_MODE else game.in_mode(mode)


def all_games() -> list[Game]:
    """Give all games but those that are broken."""
    found = []
    for name in names():
        try:
            found.append(find(name))
        except BrokenGame as trouble:
            outside.note(name, trouble)
    return found


def troubles() -> list[BrokenGame]:
    """Say, a sentence each, why games from outside are left out: they are broken, or their names are taken."""
    all_games()
    taken = [clash for name in NAMES if (clash := outside.clash_with_the_house(name)) is not None]
    return [*taken, *outside.troubles()]


def package(name: str) -> Package | None:
    """Tell where a game comes from; None of one of the house, or of none at all."""
    return None if name in NAMES else outside.packages().get(name)


def subject(name: str) -> Subject:
    """Give what a game says of itself for the laws, in a module `subject` of its package; usual values without one."""
    found = package(name)
    module = f"{__name__}.{name}" if found is None else found.module
    find(name)
    if importlib.util.find_spec(f"{module}.subject") is None:
        return Subject()
    own: Subject = importlib.import_module(f"{module}.subject").SUBJECT
    return own


def folder(name: str) -> Path:
    """Where the files of a game are; nothing of it is loaded for that."""
    found = package(name)
    return Path(__file__).parent / name if found is None else found.home


def mode_for(name: str, mode: str) -> str:
    """In which mode a game is played: one from outside checked where that is wanted, so that it harms nobody else."""
    return "checked" if mode == "compiled" and name not in NAMES and outside.is_checked() else mode


def check_outside() -> None:
    """From now on, here and in all processes that are started, play games from outside with bounds checks."""
    outside.check_all()
    for name in [name for name in _known if name not in NAMES]:
        del _known[name]


def reload(name: str) -> None:
    """Read a game from outside anew when it is next found; whoever plays the old one goes on with that."""
    found = package(name)
    if found is not None:
        _known.pop(name, None)
        outside.forget(found)
