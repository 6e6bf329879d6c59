"""`fairdeal bot new`: a small bot that works, in a folder of its own."""

from __future__ import annotations

import re
import shutil
from importlib import resources
from pathlib import Path

from fairdeal.authoring.writing import SUFFIX, filled, title_of
from fairdeal.errors import FairdealError
from fairdeal.language.messages import either, say

LANGUAGES = {"python": "python3 {name}/bot.py", "javascript": "node {name}/bot.mjs"}
"""How a bot is started, by the language it is written in."""
NAME = re.compile(r"[a-z][a-z0-9_]{0,23}")


def write_bot(name: str, language: str, parent: Path) -> str:
    """Write a new bot into a folder; give the text that names it. Raise FairdealError, and then nothing was written."""
    home = parent / name
    if not NAME.fullmatch(name):
        raise FairdealError(say("new.no_bot_name", name=name))
    if language not in LANGUAGES:
        raise FairdealError(say("new.no_language", language=language, languages=either(list(LANGUAGES))))
    if home.exists():
        raise FairdealError(say("new.there", folder=str(home)))
    words = {"__NAME__": name, "__TITLE__": title_of(name)}
    try:
        home.mkdir(parents=True)
        for file in (resources.files(__package__) / "bots" / language).iterdir():
            (home / file.name.removesuffix(SUFFIX)).write_text(filled(file.read_text("utf-8"), words), "utf-8")
    except OSError as error:
        shutil.rmtree(home, ignore_errors=True)
        raise FairdealError(say("new.not_written", folder=str(home), reason=str(error.strerror))) from None
    return f"cmd:{LANGUAGES[language].format(name=name)}"
