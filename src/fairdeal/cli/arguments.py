"""What a command line says: a game, its seats, options and data file."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from pathlib import Path

from fairdeal import games
from fairdeal.contract.game import Game, Setting
from fairdeal.contract.options import Json
from fairdeal.engine.chance import Rng
from fairdeal.errors import BadData, BadOption, FairdealError, UnknownGame
from fairdeal.language.messages import either, say


def read_setting(
    name: str, seats: int | None, options: Sequence[str], data: Path | None, rng: Rng | None = None
) -> Setting:
    """Settle how a game is played; what its options leave to chance, such as a random deck, by the generator."""
    game = read_game(name)
    return game.setting(seats, read_options(game, options), None if data is None else read_data(data), rng)


def read_game(name: str) -> Game:
    """Find a game by its name, its title, a word of that, or how one of them begins. Raise UnknownGame."""
    if name in games.names():
        return games.find(name)
    wanted = " ".join(name.casefold().split())
    calls = {game.name: _calls(game) for game in games.all_games()}
    for is_it in (str.__eq__, str.startswith):
        found = [one for one, called in calls.items() if wanted and any(is_it(call, wanted) for call in called)]
        if len(found) == 1:
            return games.find(found[0])
        if found:
            raise UnknownGame(say("setting.many_games", name=name, near=either(found)))
    near = difflib.get_close_matches(wanted, [call for called in calls.values() for call in called], 1)
    if not near:
        key = "outside.folder" if name and Path(name).is_dir() else "setting.no_game"
        raise UnknownGame(say(key, name=name, games=[*calls]))
    nearest = next(one for one, called in calls.items() if near[0] in called)
    raise UnknownGame(say("setting.near_game", name=name, near=nearest, games=[*calls]))


def _calls(game: Game) -> list[str]:
    """What somebody may call a game, in small letters."""
    title = game.title.casefold()
    return [game.name, title, *title.split()]


def read_options(game: Game, texts: Sequence[str]) -> dict[str, Json]:
    """Read options written as NAME=VALUE."""
    known = {option.name: option for option in game.options}
    values: dict[str, Json] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise BadOption(f"An option is written NAME=VALUE, and {text!r} is not.")
        if name in values:
            raise BadOption(f"Option {name} is given twice.")
        try:
            values[name] = known[name].parse(value) if name in known else value
        except ValueError:  # Python refuses to read numbers of thousands of digits
            raise BadOption(
                say("setting.allowed", option=name, game=game.title, allowed=known[name].allowed), game.voice
            ) from None
    return values


def read_data(path: Path) -> Mapping[str, Json]:
    """Read a data file, TOML or JSON by its suffix, as it would stand in a record."""
    from fairdeal.lab.data_files import check_suffix, read_document

    check_suffix(str(path))
    try:
        return read_document(str(path), path.read_text("utf-8"))
    except OSError as error:
        raise BadData(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadData(f"{path} is not UTF-8 text.") from None


def check_range(name: str, value: int, low: int, high: int | None = None) -> None:
    """Refuse a number outside its range."""
    if value < low or (high is not None and value > high):
        allowed = f"at least {low}" if high is None else f"from {low} to {high}"
        raise FairdealError(f"{name} is {allowed}, not {value}.")
