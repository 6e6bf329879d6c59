"""The texts of the browser client by their keys, in every language that it was translated into."""

from __future__ import annotations

import json
from pathlib import Path

from fairdeal.language import languages, pseudo
from fairdeal.language.messages import Template


class ClientWords:
    """The files `en.json` and others, in a folder beside the client; the pseudo-language is made from English."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def of(self, language: str) -> bytes | None:
        """Give all texts in a language, in English where it has none; None if the client was built without them."""
        english = self._read(languages.DEFAULT)
        if english is None:
            return None
        if language == languages.PSEUDO:
            return json.dumps({key: pseudo.template(text) for key, text in english.items()}).encode()
        return json.dumps(english | (self._read(language) or {})).encode()

    def _read(self, language: str) -> dict[str, Template] | None:
        path = self._folder / f"{language}.json"
        if not path.is_file():
            return None
        found: dict[str, Template] = json.loads(path.read_text("utf-8"))
        return found
