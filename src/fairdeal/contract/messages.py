"""What a game says: message keys with arguments, rendered by one catalogue, so that languages can be added.

A game's words never build sentences. They name a message of the game's catalogue (`en.toml` in its folder) and its
arguments; a `Catalogue` knows the language, the names of the players and who is listening.
"""

from __future__ import annotations

import functools
import string
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec

PLAIN = (str, int)  # are their own text

# Messages, labels and seats are classes that msgspec does not know, so that it asks the catalogue when it encodes them.


class Message:
    """One thing to say: a key of the catalogue and what fills its gaps."""

    __slots__ = ("arguments", "key")

    def __init__(self, key: str, arguments: Mapping[str, Any] | None = None) -> None:
        self.key = key
        self.arguments: Mapping[str, Any] = {} if arguments is None else arguments

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and (self.key, self.arguments) == (other.key, other.arguments)

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"Message({self.key!r}, {self.arguments!r})"


class Fixed(Message):
    """A message that lives as long as its game and names no seat: all at a table read the same."""

    __slots__ = ()


def fixed(key: str, **arguments: Any) -> Fixed:
    """Make a message that is kept, such as the name of a card."""
    return Fixed(key, arguments)


def say(key: str, **arguments: Any) -> Message:
    """Make a message: `say("must_follow", card="B3", colour=Label("colour.B"))`."""
    return Message(key, arguments)


class Label:
    """A name that the game's data file gives to something, such as `colour.B`."""

    __slots__ = ("key",)

    def __init__(self, key: str) -> None:
        self.key = key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Label) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"Label({self.key!r})"


class Seat:
    """A seat, rendered as its player's name, or as its number, which people count from 1."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seat) and self.number == other.number

    def __hash__(self) -> int:
        return hash(self.number)

    def __repr__(self) -> str:
        return f"Seat({self.number!r})"


SPOKEN = (Message, Label, Seat)


class Form:
    """A template taken apart: a pattern with `%s` in its gaps, what fills them, and its variants."""

    __slots__ = ("gaps", "one", "pattern", "text", "you")

    def __init__(self, template: str, you: Form | None = None, one: Form | None = None) -> None:
        parsed = list(string.Formatter().parse(template))
        self.gaps = tuple(gap for _, gap, _, _ in parsed if gap is not None)
        self.text = None if self.gaps else "".join(text for text, *_ in parsed)
        self.pattern = "".join(text.replace("%", "%%") + ("" if gap is None else "%s") for text, gap, _, _ in parsed)
        self.you = you
        self.one = one


class Templates(dict[str, str]):
    """The templates of a language by their keys, each taken apart when it is first used."""

    def __init__(self, templates: Mapping[str, str]) -> None:
        super().__init__(templates)
        self.forms: dict[str, Form] = {}

    def form(self, key: str) -> Form:
        """Give the form of a message with its variants."""
        you, one = self.get(f"{key}.you"), self.get(f"{key}.one")
        form = Form(self[key], None if you is None else Form(you), None if one is None else Form(one))
        return self.forms.setdefault(key, form)


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
    kept: dict[int, str] = field(default_factory=dict)
    """The texts of fixed messages; those who speak at one table may share them."""

    @functools.cached_property
    def _templates(self) -> Templates:
        return self.templates if isinstance(self.templates, Templates) else Templates(self.templates)

    @functools.cached_property
    def _forms(self) -> dict[str, Form]:
        return self._templates.forms

    @functools.cached_property
    def encoder(self) -> msgspec.json.Encoder:
        """Encodes things with messages in them as JSON, the messages as sentences."""
        # By a twin: with itself it would be a circle, which only the collector frees, and a busy server hardly lets it.
        return msgspec.json.Encoder(enc_hook=replace(self)._encoded)

    def _encoded(self, thing: Any) -> str:
        if type(thing) is Fixed:
            return self.kept.get(id(thing)) or self.kept.setdefault(id(thing), self.render(thing))
        if type(thing) in SPOKEN:
            return self.value(thing)
        raise TypeError(f"{thing!r} is nothing to send.")

    def render(self, message: Message) -> str:
        """Give a message as a sentence."""
        form = self._forms.get(message.key) or self._templates.form(message.key)
        arguments = message.arguments
        if form.you is not None and self._is_listener(arguments.get("seat")):
            form = form.you
        elif form.one is not None and arguments.get("count") == 1:
            form = form.one
        if form.text is not None:
            return form.text
        values = [arguments[gap] for gap in form.gaps]
        return form.pattern % tuple([value if type(value) in PLAIN else self.value(value) for value in values])

    def _is_listener(self, seat: Any) -> bool:
        return isinstance(seat, Seat) and seat.number == self.listener

    def value(self, value: Any) -> str:
        """Give one argument as text."""
        kind = type(value)
        if kind is Message or kind is Fixed:
            return self.render(value)
        if kind is Label:
            return self.labels.get(value.key) or self.templates[value.key]
        if kind is Seat:
            return self.players.get(value.number) or f"Seat {value.number + 1}"
        if kind in PLAIN or not isinstance(value, Sequence):
            return str(value)
        return ", ".join([self.value(part) for part in value])


@functools.cache
def templates(folder: Path, language: str = "en") -> Templates:
    """Read a game's catalogue; nested tables become dotted keys."""
    return Templates(dict(_flat(tomllib.loads((folder / f"{language}.toml").read_text("utf-8")))))


def _flat(tree: Mapping[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for key, value in tree.items():
        pairs += _flat(value, f"{prefix}{key}.") if isinstance(value, dict) else [(prefix + key, value)]
    return pairs
