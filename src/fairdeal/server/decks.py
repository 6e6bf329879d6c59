"""A file of a user's own cards that came with a request, read as a command line reads it."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path, PurePath

from fairdeal.contract.game import Game
from fairdeal.contract.options import Json
from fairdeal.errors import BadData
from fairdeal.language.languages import DEFAULT
from fairdeal.language.messages import Message, say
from fairdeal.server.documents import DeckDoc, DeckFile

OPTION = "deck"
"""The option that takes own cards, in every game that judges them."""
LONGEST_STEM = 40


def judged(game: Game, file: DeckFile, data: Mapping[str, Json] | None = None, language: str = DEFAULT) -> DeckDoc:
    """Give a verdict on each card, and the deck as a table takes it if they make one. Raise BadData."""
    if game.judge_deck is None:
        raise BadData(say("setting.own_cards", game=game.title))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, safe_name(file.name))
        path.write_text(file.text, "utf-8", errors="replace", newline="")
        try:
            lines, reason = game.judge_deck(path, game.own_data if data is None else data)
            deck = {} if reason else {OPTION: _read(game, path)}
        except BadData as error:
            raise BadData(_about(error.what, path.name), error.speaker) from None
    said = tuple(game.said(line, language) for line in lines)
    return DeckDoc(said, "" if reason is None else game.said(reason, language), deck)


def _about(what: Message | str, name: str) -> Message | str:
    """Give the same message about a file of that name, in no folder of ours."""
    return what if isinstance(what, str) else Message(what.key, {**what.arguments, "path": name})


def _read(game: Game, path: Path) -> dict[str, Json]:
    """Give the name and the cards of a deck; why others of its file cannot be used was told."""
    found = next(option for option in game.options if option.name == OPTION).parse(str(path))
    return {key: found[key] for key in ("name", "cards")}


def safe_name(name: str) -> str:
    """Keep of a file's name what no folder minds; it becomes the name of the deck.

    >>> safe_name("../etc/My cards (2).CSV"), safe_name("?.json")
    ('My cards 2.csv', 'deck.json')
    """
    path = PurePath(name.replace("\\", "/"))
    kept = "".join(letter for letter in path.stem if letter.isascii() and (letter.isalnum() or letter in " -_"))
    suffix = path.suffix.lower() if path.suffix.lower() in (".csv", ".json") else ""
    return (kept[:LONGEST_STEM].strip() or "deck") + suffix
