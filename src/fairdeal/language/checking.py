"""How whole a translation is: its keys, gaps, forms, lengths and paragraphs, compared with those of English."""

from __future__ import annotations

import json
import re
import string
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

from fairdeal.language import languages, plurals
from fairdeal.language.messages import NAME, YOU, Message, Template, gaps_in, say
from fairdeal.language.voice import Voice

PARAGRAPH = re.compile(r"^\*\*§(\d+)\*\*", re.MULTILINE)
# Every page is tested with the pseudo-language, which is a third longer. What is short may be longer than that.
LONGER, SPARE = 1.5, 8  # times, and columns


def faults_of_voice(voice: Voice, language: str, at: str) -> Iterator[Message]:
    """Say all that is wrong with the catalogue of a voice and its rulebook; `at` is the name of its folder."""
    yield from faults(voice.own(), voice.own(language), language, f"{at}/{language}.toml")
    if (voice.folder / "rulebook.md").exists():
        yield from _faults_of_rulebook(voice, language, f"{at}/rulebook.{language}.md")


def faults_of_client(folder: Path, language: str, at: str) -> Iterator[Message]:
    """Say all that is wrong with the texts of the browser client in a folder."""
    english, translated = (_read(folder / f"{code}.json") for code in (languages.DEFAULT, language))
    yield from faults(english, translated, language, f"{at}/{language}.json")


def faults(
    english: Mapping[str, Template], translated: Mapping[str, Template], language: str, file: str
) -> Iterator[Message]:
    """Say all that is wrong with a catalogue: first what is missing, then what nobody asks for, then key by key."""
    if not translated:
        yield say("translate.no_file", file=file)
        return
    for key in english:
        if key not in translated:
            yield say("translate.missing", file=file, key=key)
    for key, text in translated.items():
        if key in english:
            yield from _faults_of_text(english[key], text, language, file, key)
        elif not key.startswith(NAME):
            yield say("translate.unused", file=file, key=key)


def width(text: str) -> int:
    """How many columns a text takes, wide letters counted twice, without its gaps.

    >>> width("Hand {card}"), width("手札{card}")
    (5, 4)
    """
    shown = "".join(words for words, *_ in string.Formatter().parse(text))
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in shown)


def room_for(english: Template) -> int:
    """How wide a translation may be: half as wide again as English, and some columns more.

    >>> room_for("Hand")
    14
    """
    return round(LONGER * max(map(width, _texts(english)))) + SPARE


def _faults_of_text(english: Template, text: Template, language: str, file: str, key: str) -> Iterator[Message]:
    known, given = gaps_in(english), gaps_in(text)
    for gap in sorted(known - given):
        yield say("translate.no_gap", file=file, key=key, gap=f"{{{gap}}}")
    for gap in sorted(given - known):
        yield say("translate.strange_gap", file=file, key=key, gap=f"{{{gap}}}")
    forms = {*plurals.categories_in(language), YOU}
    for form in _forms(text):
        if form not in forms:
            yield say("translate.strange_form", file=file, key=key, form=form, forms=sorted(forms))
    widest, room = max(map(width, _texts(text))), room_for(english)
    if widest > room:
        yield say("translate.long", file=file, key=key, width=widest, room=room)


def _faults_of_rulebook(voice: Voice, language: str, file: str) -> Iterator[Message]:
    path = voice.folder / f"rulebook.{language}.md"
    if not path.exists():
        yield say("translate.no_file", file=file)
        return
    english, given = (PARAGRAPH.findall(text) for text in (voice.rulebook(), path.read_text("utf-8")))
    for number in english:
        if number not in given:
            yield say("translate.no_paragraph", file=file, paragraph=f"§{number}")
    for number in given:
        if number not in english:
            yield say("translate.strange_paragraph", file=file, paragraph=f"§{number}")


def _texts(template: Template) -> list[str]:
    if isinstance(template, str):
        return [template]
    return [text for variant in template.values() for text in _texts(variant)]


def _forms(template: Template) -> Iterator[str]:
    if isinstance(template, str):
        return
    for name, variant in template.items():
        yield name
        yield from _forms(variant)


def _read(path: Path) -> dict[str, Template]:
    found: dict[str, Template] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return found
