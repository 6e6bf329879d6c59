"""What a game says: message keys with arguments, rendered by one catalogue, so that languages can be added.

A game's words never build sentences. They name a message of the game's catalogue (`en.toml` in its folder) and its
arguments; a `Catalogue` knows the language, the names of the players and who is listening.
"""

from __future__ import annotations

import functools
import string
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Message:
    """One thing to say: a key of the catalogue and what fills its gaps."""

    key: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


def say(key: str, **arguments: Any) -> Message:
    """Make a message: `say("must_follow", card="B3", colour=Label("colour.B"))`."""
    return Message(key, arguments)


@dataclass(frozen=True)
class Label:
    """A name that the game's data file gives to something, such as `colour.B`."""

    key: str


@dataclass(frozen=True)
class Seat:
    """A seat, rendered as its player's name."""

    number: int


@dataclass(frozen=True)
class Catalogue:
    """Renders messages in one language for one listener.

    A template whose key ends in `.you` is preferred when the message's `seat` is the listener's own, and one that ends
    in `.one` when its `count` is 1.
    """

    templates: Mapping[str, str]
    labels: Mapping[str, str] = field(default_factory=dict)
    players: Mapping[int, str] = field(default_factory=dict)
    listener: int | None = None

    def render(self, message: Message) -> str:
        """Give a message as a sentence."""
        template = self.templates[self._variant(message)]
        return string.Formatter().vformat(template, (), _Rendered(self, message.arguments))

    def _variant(self, message: Message) -> str:
        seat = message.arguments.get("seat")
        if isinstance(seat, Seat) and seat.number == self.listener and f"{message.key}.you" in self.templates:
            return f"{message.key}.you"
        if message.arguments.get("count") == 1 and f"{message.key}.one" in self.templates:
            return f"{message.key}.one"
        return message.key

    def value(self, value: Any) -> str:
        """Give one argument as text."""
        match value:
            case Message():
                return self.render(value)
            case Label():
                return self.labels.get(value.key) or self.templates[value.key]
            case Seat():
                return self.players.get(value.number) or f"Seat {value.number}"
            case str():
                return value
            case Sequence():
                return ", ".join(self.value(part) for part in value)
        return str(value)


class _Rendered(dict[str, str]):
    """The arguments of a template, rendered when they are asked for."""

    def __init__(self, catalogue: Catalogue, arguments: Mapping[str, Any]) -> None:
        super().__init__()
        self._catalogue = catalogue
        self._arguments = arguments

    def __missing__(self, name: str) -> str:
        return self._catalogue.value(self._arguments[name])


@functools.cache
def templates(folder: Path, language: str = "en") -> Mapping[str, str]:
    """Read a game's catalogue; nested tables become dotted keys."""
    return dict(_flat(tomllib.loads((folder / f"{language}.toml").read_text("utf-8"))))


def _flat(tree: Mapping[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for key, value in tree.items():
        pairs += _flat(value, f"{prefix}{key}.") if isinstance(value, dict) else [(prefix + key, value)]
    return pairs
