"""Texts, and the places in them where they name a card or a paragraph of the rulebook."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

SECTION = re.compile(r"§\s?(\d+)")


class Mark(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A place in a text where it names a card or a paragraph of the rulebook, counted in code points."""

    at: int
    length: int
    piece: str = ""
    """The id of the card's piece, as scenes have it while it can be seen."""
    suit: str = ""
    """The letter of the card's colour."""
    section: str = ""
    """The number behind the §."""


class Marked(NamedTuple):
    """A text, and what it names."""

    text: str
    marks: tuple[Mark, ...] = ()


class Saying:
    """What says itself in a language, such as a refusal inside another one."""

    def marked(self, language: str = "en") -> Marked:
        """Give what it says in a language, and what that names."""
        raise NotImplementedError

    def said(self, language: str = "en") -> str:
        """Give what it says in a language."""
        return self.marked(language).text


def apart(lines: Iterable[Marked]) -> tuple[tuple[str, ...], tuple[tuple[Mark, ...], ...]]:
    """Give the texts, and the marks of each; no marks at all where none has any."""
    texts, marks = zip(*lines, strict=True) if (lines := tuple(lines)) else ((), ())
    return texts, marks if any(marks) else ()


def sections_in(text: str) -> tuple[Mark, ...]:
    """Mark the paragraphs of the rulebook that a text names.

    >>> [(mark.at, mark.length, mark.section) for mark in sections_in("Over (§4, §12).")]
    [(6, 2, '4'), (10, 3, '12')]
    """
    found = SECTION.finditer(text)
    return tuple(Mark(match.start(), match.end() - match.start(), section=match[1]) for match in found)
