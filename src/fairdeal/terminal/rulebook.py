"""A game's rulebook, whole or one section of it."""

from __future__ import annotations

import re

from fairdeal.contract.game import Game
from fairdeal.errors import FairdealError
from fairdeal.language.languages import DEFAULT
from fairdeal.language.messages import say

_PARAGRAPH = re.compile(r"\*\*§(\d+)\*\*")
_HEADING = re.compile(r"#+ ")


def section(game: Game, name: str, language: str = DEFAULT) -> str:
    """Give a numbered section (`8`, `§8`) or the part under a heading that has the word."""
    lines = game.rulebook(language).splitlines()
    number = name.removeprefix("§")
    found = _numbered(lines, number) if number.isdecimal() else _headed(lines, name)
    if not found:
        raise FairdealError(say("rulebook.no_section", game=game.title, name=name, last=_last(lines)))
    return "\n".join(found).strip() + "\n"


def _numbered(lines: list[str], number: str) -> list[str]:
    kept: list[str] = []
    inside = False
    for line in lines:
        if match := _PARAGRAPH.match(line):
            inside = match[1] == number
        elif _HEADING.match(line):
            inside = False
        if inside:
            kept.append(line)
    return kept


def _headed(lines: list[str], word: str) -> list[str]:
    kept: list[str] = []
    inside = False
    for line in lines:
        if _HEADING.match(line):
            inside = word.casefold() in line.casefold()
        if inside:
            kept.append(line)
    return kept


def _last(lines: list[str]) -> int:
    return max((int(match[1]) for line in lines if (match := _PARAGRAPH.match(line))), default=0)
