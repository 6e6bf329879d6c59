"""The language of the command line: `--language CODE`, before or behind a command, or FAIRDEAL_LANGUAGE."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextvars import ContextVar

from fairdeal.errors import BadOption
from fairdeal.language import languages
from fairdeal.language.messages import say

OPTION, VARIABLE = "--language", "FAIRDEAL_LANGUAGE"

language: ContextVar[str] = ContextVar("language", default=languages.DEFAULT)
"""In which language games speak."""


def without_language(arguments: Sequence[str]) -> list[str]:
    """Take the language out of a command's arguments and speak it from now on. Raise BadOption."""
    rest = list(arguments)
    wish = os.environ.get(VARIABLE, "")
    for place, argument in enumerate(arguments):
        if argument == OPTION and place + 1 < len(arguments):
            wish = arguments[place + 1]
            del rest[place : place + 2]
            break
        if argument.startswith(f"{OPTION}="):
            wish = argument.removeprefix(f"{OPTION}=")
            del rest[place]
            break
    language.set(languages.DEFAULT)
    if wish:
        language.set(_known(wish))
    return rest


def _known(wish: str) -> str:
    found = languages.wished(wish)
    if found is None:
        raise BadOption(say("language.unknown", language=wish, languages=[*languages.known()]))
    return found
