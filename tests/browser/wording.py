"""What pages say, in the language in which the tests look for it: FAIRDEAL_BROWSER_LANGUAGE, else English.

Tests name texts in English. In the pseudo-language a word has one form, so that some words of a text are found as well.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fairdeal import games
from fairdeal.language import pseudo
from fairdeal.language.languages import DEFAULT, PSEUDO
from fairdeal.play.chairs import bot_name

ENGLISH = Path(__file__).resolve().parents[2] / "web" / "words" / "en.json"
CATALOGUE = json.loads(ENGLISH.read_text("utf-8"))
PEOPLE = (
    "Anna",
    "Ben",
    "Bob",
    "Host",
    "Outsider",
    "Silent Bob",
    *map(bot_name, range(8)),
)  # whatever people of the tests call themselves
TYPED = ("random", "starter", "passing")  # what is typed: decks of the battle, an option of CASTER
TEXTS = [form for text in CATALOGUE.values() for form in (text.values() if isinstance(text, dict) else [text])]


class Speaking:
    """The language of the windows that are opened now."""

    def __init__(self, language: str) -> None:
        assert language in (DEFAULT, PSEUDO), f"The tests in a browser speak {DEFAULT} or {PSEUDO}, not {language}."
        self.language = language

    @contextmanager
    def only(self, language: str) -> Iterator[None]:
        """Speak this language for a while."""
        before, self.language = self.language, language
        try:
            yield
        finally:
            self.language = before


speaking = Speaking(os.environ.get("FAIRDEAL_BROWSER_LANGUAGE") or DEFAULT)


def names() -> list[str]:
    """What no language changes: names of games, of what their data files name, and of people; the longest first."""
    found = {"Fairdeal", *PEOPLE, *TYPED}
    for game in games.all_games():
        found |= {game.title, *game.setting(game.best_seats).catalogue().labels.values(), *named_in(game.own_data)}
    return sorted(found, key=lambda name: (-len(name), name))


def named_in(data: Any) -> Iterator[str]:
    """List all names in a data file."""
    if isinstance(data, Mapping):
        if isinstance(data.get("name"), str):
            yield data["name"]
        data = list(data.values())
    if isinstance(data, list):
        for part in data:
            yield from named_in(part)


def said(text: str, **gaps: object) -> str:
    """Give words of the client's, with what fills their gaps."""
    assert any(text in known for known in TEXTS), f"The client never says {text!r}."
    return told(text).format(**gaps)


def whole(text: str, **gaps: object) -> str:
    """Give all of a text of the client's, for where nothing else may stand beside it."""
    assert text in TEXTS, f"The client never says {text!r} alone."
    return _bracketed(text).format(**gaps)


def told(text: str) -> str:
    """Give words of the server's."""
    return _bracketed(text).removeprefix("[").removesuffix("]")


def _bracketed(text: str) -> str:
    if speaking.language == DEFAULT:
        return text
    there = pseudo.template(text)
    assert isinstance(there, str)
    return there
