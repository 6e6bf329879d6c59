"""What pages say, in the language in which the tests look for it: FAIRDEAL_BROWSER_LANGUAGE, else English.

Tests name texts in English. In the pseudo-language a word has one form, so that some words of a text are found as well.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fairdeal.language import pseudo
from fairdeal.language.languages import DEFAULT, PSEUDO

ENGLISH = Path(__file__).resolve().parents[2] / "web" / "words" / "en.json"
CATALOGUE = json.loads(ENGLISH.read_text("utf-8"))
TEXTS = [form for text in CATALOGUE.values() for form in (text.values() if isinstance(text, dict) else [text])]


class Speaking:
    """The language of the windows that are opened now."""

    def __init__(self, language: str) -> None:
        assert language in (DEFAULT, PSEUDO), f"The tests in a browser speak {DEFAULT} or {PSEUDO}, not {language}."
        self.language = language

    @contextmanager
    def pseudo(self) -> Iterator[None]:
        """Speak the pseudo-language for a while."""
        before, self.language = self.language, PSEUDO
        try:
            yield
        finally:
            self.language = before


speaking = Speaking(os.environ.get("FAIRDEAL_BROWSER_LANGUAGE") or DEFAULT)


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
