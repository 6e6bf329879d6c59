"""The language of the command line: `--language CODE` or `--lang CODE` anywhere in it, or FAIRDEAL_LANGUAGE."""

from __future__ import annotations

import itertools
import os
from collections.abc import Sequence
from contextvars import ContextVar

from fairdeal.errors import BadOption
from fairdeal.language import languages
from fairdeal.language.messages import say

OPTIONS, VARIABLE = ("--language", "--lang"), "FAIRDEAL_LANGUAGE"
PROGRAMMED = ("bot", "new")  # behind it `--lang` is what a bot is written in

language: ContextVar[str] = ContextVar("language", default=languages.DEFAULT)
"""In which language games speak."""


def without_language(arguments: Sequence[str]) -> list[str]:
    """Take the language out of a command's arguments and speak it from now on. Raise BadOption."""
    rest = list(arguments)
    wish = os.environ.get(VARIABLE, "")
    for place, argument in enumerate(arguments):
        option, equals, value = argument.partition("=")
        options = OPTIONS[:1] if PROGRAMMED in itertools.pairwise(arguments[:place]) else OPTIONS
        if option in options and equals:
            wish = value
            del rest[place]
            break
        if option in options and place + 1 < len(arguments):
            wish = arguments[place + 1]
            del rest[place : place + 2]
            break
    language.set(languages.DEFAULT)
    if wish:
        language.set(known(wish))
    return rest


def known(wish: str) -> str:
    """Give the language that a wish comes closest to. Raise BadOption."""
    found = languages.wished(wish)
    if found is None:
        raise BadOption(say("language.unknown", language=wish, languages=[*languages.known()]))
    return found
