"""Whoever has something to say: the house, or a game, each with a folder that holds a catalogue a language."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairdeal.language import languages, pseudo
from fairdeal.language.marks import Marked
from fairdeal.language.messages import OTHER, VARIANTS, Catalogue, Message, Template, Templates


@dataclass(frozen=True)
class Voice:
    """A folder with catalogues: `en.toml`, and one for each other language that it is translated into.

    Whatever a language lacks is said in English, and what a game does not say itself, such as the name of a seat, is
    said by the house.
    """

    folder: Path

    def templates(self, language: str = languages.DEFAULT) -> Templates:
        """Give all its templates in a language."""
        return _templates(self.folder, language)

    def own(self, language: str = languages.DEFAULT) -> dict[str, Template]:
        """Read what stands in its catalogue of a language; nothing if there is none."""
        path = self.folder / f"{language}.toml"
        tree = tomllib.loads(path.read_text("utf-8")) if path.exists() else {}
        tree.pop(languages.UNFINISHED, None)
        return dict(_flat(tree))

    def catalogue(self, language: str = languages.DEFAULT) -> Catalogue:
        """Make the catalogue that speaks to nobody in particular."""
        return Catalogue(self.templates(language))

    def rulebook(self, language: str = languages.DEFAULT) -> str:
        """Read its rulebook; where there is none in a language, the English one with a note under its title."""
        english = (self.folder / "rulebook.md").read_text("utf-8")
        if language == languages.DEFAULT:
            return english
        if language == languages.PSEUDO:
            return pseudo.markdown(english)
        path = self.folder / f"rulebook.{language}.md"
        if path.exists():
            return path.read_text("utf-8")
        title, _, rest = english.partition("\n")
        return f"{title}\n\n*{self.said(Message('rulebook.untranslated'), language)}*\n{rest}"

    def said(self, what: Message | str, language: str) -> str:
        """Say a message in a language; a plain text is what it is."""
        return what if isinstance(what, str) else self.catalogue(language).render(what)

    def marked(self, what: Message, language: str) -> Marked:
        """Say a message in a language, and mark what it names."""
        return self.catalogue(language).mark(what)


HOUSE = Voice(Path(__file__).parent)


@functools.cache
def _templates(folder: Path, language: str) -> Templates:
    voice = Voice(folder)
    english = HOUSE.own() | voice.own()
    if language == languages.PSEUDO:
        found = {key: pseudo.template(text) for key, text in english.items()}
    else:
        found = english | HOUSE.own(language) | voice.own(language)
    return Templates(found, language, voice.templates)


def forget() -> None:
    """Read all catalogues anew."""
    _templates.cache_clear()


def _flat(tree: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Template]]:
    """Give dotted keys for nested tables; a table of variants is one template."""
    pairs: list[tuple[str, Template]] = []
    for key, value in tree.items():
        is_section = isinstance(value, dict) and not (OTHER in value and VARIANTS.issuperset(value))
        pairs += _flat(value, f"{prefix}{key}.") if is_section else [(prefix + key, value)]
    return pairs
