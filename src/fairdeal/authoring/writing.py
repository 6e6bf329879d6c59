"""`fairdeal new`: a small game that works, as a package of its own."""

from __future__ import annotations

import importlib.util
import keyword
import re
import shutil
import sys
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from fairdeal import games
from fairdeal.errors import FairdealError
from fairdeal.language.messages import say

BLANK = "blank"
KINDS = ("tricks", "market", "grid", BLANK)
NAME = re.compile(r"[a-z][a-z0-9_]*")
SUFFIX = ".txt"  # so that nobody takes a template for a module
PLACES = {"init.py": "__NAME__/__init__.py", "laws.py": "tests/test___NAME__.py", "pyproject.toml": "pyproject.toml"}
INSIDE = "__NAME__/{file}"  # all others are in the package


def write_game(name: str, like: str, parent: Path) -> list[Path]:
    """Write a new game into a folder of its own; give its files. Raise FairdealError, and then nothing was written."""
    check_name(name, parent)
    if like not in KINDS:
        raise FairdealError(say("new.no_kind", kind=like, kinds=list(KINDS)))
    home = parent / name
    words = {"__NAME__": name, "__TITLE__": title_of(name), "__DASHED__": name.replace("_", "-")}
    texts = {home / filled(place, words): filled(text, words) for place, text in templates(like).items()}
    try:
        home.mkdir(parents=True)
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    except OSError as error:
        shutil.rmtree(home, ignore_errors=True)
        raise FairdealError(say("new.not_written", folder=str(home), reason=str(error.strerror))) from None
    return list(texts)


def check_name(name: str, parent: Path) -> None:
    """Refuse a name that cannot be a module, or that is taken."""
    if not NAME.fullmatch(name) or keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise FairdealError(say("new.no_module", name=name))
    if name in games.names():
        raise FairdealError(say("new.taken", name=name))
    if name in sys.stdlib_module_names or importlib.util.find_spec(name) is not None:
        raise FairdealError(say("new.module", name=name))
    if (parent / name).exists():
        raise FairdealError(say("new.there", folder=str(parent / name)))


def title_of(name: str) -> str:
    """Write a name for people.

    >>> title_of("red_seven")
    'Red Seven'
    """
    return " ".join(part.capitalize() for part in name.split("_") if part)


def templates(like: str) -> dict[str, str]:
    """Give the files of a kind of game, by where they belong."""
    home = resources.files(__package__) / "templates"
    found = [file for folder in ("common", like) for file in (home / folder).iterdir()]
    return {place_of(file): file.read_text("utf-8") for file in sorted(found, key=lambda file: file.name)}


def place_of(file: Traversable) -> str:
    name = file.name.removesuffix(SUFFIX)
    return PLACES.get(name, INSIDE.format(file=name))


def filled(text: str, words: dict[str, str]) -> str:
    """Put the game's own words into a template."""
    for gap, word in words.items():
        text = text.replace(gap, word)
    return text
