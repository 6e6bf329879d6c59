"""What pages say, in the language in which the tests look for it: FAIRDEAL_BROWSER_LANGUAGE, else English.

Tests name texts in English. In the pseudo-language a word has one form, so that some words of a text are found as well;
in another language only whole texts are found, or what stands between two gaps.
"""

from __future__ import annotations

import functools
import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fairdeal import games
from fairdeal.language import pseudo
from fairdeal.language.languages import DEFAULT, PSEUDO, offered
from fairdeal.language.messages import Template
from fairdeal.language.voice import HOUSE
from fairdeal.play.chairs import bot_name

WORDS = Path(__file__).resolve().parents[2] / "web" / "words"
PEOPLE = (
    "Anna",
    "Ben",
    "Bob",
    "Host",
    "Outsider",
    "Silent Bob",
    *map(bot_name, range(8)),
)  # whatever people of the tests call themselves
TYPED = ("random", "starter", "passing", "rounds", "false")  # what is typed: decks of the battle, options of CASTER
LATIN = re.compile("[A-Za-z][A-Za-z0-9]+")
GAP = re.compile(r"\{[^}]*\}")


@functools.cache
def catalogue(language: str) -> dict[str, Template]:
    """All texts of the client in a language that it has a file of."""
    found: dict[str, Template] = json.loads((WORDS / f"{language}.json").read_text("utf-8"))
    return found


def forms_of(text: Template) -> list[str]:
    return [text] if isinstance(text, str) else [form for variant in text.values() for form in forms_of(variant)]


TEXTS = [form for text in catalogue(DEFAULT).values() for form in forms_of(text)]


class Speaking:
    """The language of the windows that are opened now."""

    def __init__(self, language: str) -> None:
        assert language in (*offered(), PSEUDO), f"The tests in a browser do not speak {language}."
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
    found = {"Fairdeal", *PEOPLE, *TYPED, *(game.title for game in games.all_games())}
    found |= {str(HOUSE.own(code)["language.name"]) for code in offered()}
    found |= names_of_data() if speaking.language == PSEUDO else latin_words(speaking.language)
    return sorted(found, key=lambda name: (-len(name), name))


def names_of_data() -> set[str]:
    """What data files name, which the pseudo-language leaves as it is."""
    found = set[str]()
    for game in games.all_games():
        found |= {*game.setting(game.best_seats).catalogue().labels.values(), *named_in(game.own_data)}
    return found


def latin_words(language: str) -> set[str]:
    """The words in Latin letters that a translation has itself, such as names of keys, makers and files."""
    voices = (HOUSE, *(game.voice for game in games.all_games()))
    texts = [form for voice in voices for text in voice.own(language).values() for form in forms_of(text)]
    texts += [form for text in catalogue(language).values() for form in forms_of(text)]
    texts += [game.rulebook(language) for game in games.all_games()]
    return {word for text in texts for word in LATIN.findall(GAP.sub("", text))}


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
    if speaking.language != PSEUDO:
        return _translated(text)
    there = pseudo.template(text)
    assert isinstance(there, str)
    return there


def _translated(text: str) -> str:
    """Find the key of a text, or of a part of one between its gaps, and give the same of that key in the language."""
    there = catalogue(speaking.language)
    forms = [
        (form, forms_of(there[key])[-1]) for key, english in catalogue(DEFAULT).items() for form in forms_of(english)
    ]
    for english, translated in forms:
        if english == text:
            return translated
    for english, translated in forms:
        if GAP.findall(english) == GAP.findall(translated):
            for part, other in zip(GAP.split(english), GAP.split(translated), strict=True):
                if text in part:
                    return other.strip()
    raise AssertionError(f"{text!r} is not found in {speaking.language}.")
