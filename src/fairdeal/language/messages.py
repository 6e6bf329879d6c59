"""What is said: message keys with arguments, rendered by a catalogue in one language for one viewer.

Code never builds sentences. It names a message of a catalogue (`en.toml` beside it) and its arguments; a `Catalogue`
knows the language, the names of the players and who is addressed.
"""

from __future__ import annotations

import functools
import string
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, cast

import msgspec

from fairdeal.language import plurals

Template = str | Mapping[str, "Template"]
"""A text with gaps; or its variants by name: `you`, categories of numbers, and `other` for whatever is left."""

PLAIN = frozenset({str, int})  # are their own text
YOU, OTHER, LIST, SEAT = "you", "other", "list", "seat"
VARIANTS = frozenset({YOU, *plurals.CATEGORIES})

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


def fixed(key: str, /, **arguments: Any) -> Fixed:
    """Make a message that is kept, such as the name of a card."""
    return Fixed(key, arguments)


def say(key: str, /, **arguments: Any) -> Message:
    """Make a message: `say("must_follow", card="B3", colour=Label("colour.B"))`."""
    return Message(key, arguments)


def joined(key: str, parts: Sequence[Any]) -> Message:
    """Join parts by a message with the gaps `a` and `b`."""
    found = functools.reduce(lambda a, b: say(key, a=a, b=b), parts)
    return found if isinstance(found, Message) else say("text", text=found)


def either(parts: Sequence[Any]) -> Message:
    """Name what there is to choose from: `draw or place`."""
    return joined("or", parts)


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


class Speaker(Protocol):
    """Whoever can say a message in any language: a voice, or the catalogue of a table."""

    def said(self, what: Message, language: str) -> str:
        """Say a message in a language."""


# --- templates -------------------------------------------------------------------------------------------------------


class Form:
    """A template taken apart: a pattern with `%s` in its gaps, what fills them, and its variants."""

    __slots__ = ("counted", "gaps", "pattern", "quoted", "text", "you")

    def __init__(self, template: Template) -> None:
        variants = {OTHER: template} if isinstance(template, str) else template
        parsed = list(string.Formatter().parse(cast(str, variants[OTHER])))
        self.gaps = tuple(gap for _, gap, _, _ in parsed if gap is not None)
        self.quoted = frozenset(gap for _, gap, _, conversion in parsed if gap is not None and conversion == "r")
        self.text = None if self.gaps else "".join(text for text, *_ in parsed)
        self.pattern = "".join(text.replace("%", "%%") + ("" if gap is None else "%s") for text, gap, _, _ in parsed)
        self.you = Form(variants[YOU]) if YOU in variants else None
        counted = {name: Form(text) for name, text in variants.items() if name in plurals.CATEGORIES and name != OTHER}
        self.counted = counted or None


class Templates(dict[str, Template]):
    """The templates of a language by their keys, each taken apart when it is first used."""

    def __init__(
        self,
        templates: Mapping[str, Template],
        language: str = "en",
        translated: Callable[[str], Templates] | None = None,
    ) -> None:
        super().__init__(templates)
        self.language = language
        self.category = plurals.category_in(language)
        self.forms: dict[str, Form] = {}
        self._translated = translated

    def form(self, key: str) -> Form:
        """Give the form of a message with its variants."""
        return self.forms.setdefault(key, Form(self[key]))

    def into(self, language: str) -> Templates:
        """Give the same templates in another language, if there are others."""
        return self if self._translated is None or language == self.language else self._translated(language)

    @functools.cached_property
    def comma(self) -> str:
        """What stands between the parts of a list."""
        return str(self[LIST]).removeprefix("{a}").removesuffix("{b}")


# --- catalogues ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Catalogue:
    """Renders messages in one language for one viewer.

    Of a template's variants `you` is preferred when the message's `seat` is the viewer's own, and then the one for the
    category of its `count`. A gap `{text!r}` shows what somebody typed in quotes, and control characters as such.
    """

    templates: Templates
    labels: Mapping[str, str] = field(default_factory=dict)
    players: Mapping[int, str] = field(default_factory=dict)
    viewer: int | None = None
    kept: dict[int, str] = field(default_factory=dict)
    """The texts of fixed messages; those who speak at one table in one language may share them."""

    @property
    def language(self) -> str:
        return self.templates.language

    @functools.cached_property
    def _forms(self) -> dict[str, Form]:
        return self.templates.forms

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

    def into(self, language: str) -> Catalogue:
        """Give the catalogue that speaks to the same viewer in another language."""
        templates = self.templates.into(language)
        return self if templates is self.templates else replace(self, templates=templates, kept={})

    def said(self, what: Message, language: str) -> str:
        """Say a message in a language."""
        return self.into(language).render(what)

    def render(self, message: Message) -> str:
        """Give a message as a sentence."""
        form = self._forms.get(message.key) or self.templates.form(message.key)
        arguments = message.arguments
        if form.you is not None and self._is_viewer(arguments.get("seat")):
            form = form.you
        if form.counted is not None:
            form = form.counted.get(self.templates.category(arguments["count"]), form)
        if form.text is not None:
            return form.text
        values = [arguments[gap] for gap in form.gaps]
        if form.quoted:
            values = [
                repr(value) if gap in form.quoted else value for gap, value in zip(form.gaps, values, strict=True)
            ]
        return form.pattern % tuple([value if type(value) in PLAIN else self.value(value) for value in values])

    def _is_viewer(self, seat: Any) -> bool:
        return isinstance(seat, Seat) and seat.number == self.viewer

    def value(self, value: Any) -> str:
        """Give one argument as text."""
        kind = type(value)
        if kind is Message or kind is Fixed:
            return self.render(value)
        if kind is Label:
            return self.labels.get(value.key) or str(self.templates[value.key])
        if kind is Seat:
            return self.players.get(value.number) or self.render(Message(SEAT, {"number": value.number + 1}))
        if kind is list or kind is tuple:
            return self.templates.comma.join([self.value(part) for part in value])
        return value.said(self.language) if isinstance(value, Saying) else str(value)


class Saying:
    """What says itself in a language, such as a refusal inside another one."""

    def said(self, language: str = "en") -> str:
        """Give what it says in a language."""
        raise NotImplementedError
