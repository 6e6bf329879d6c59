"""What is said: message keys with arguments, rendered by a catalogue in one language for one viewer.

Code never builds sentences. It names a message of a catalogue (`en.toml` beside it) and its arguments; a `Catalogue`
knows the language, the names of the players and who is addressed.
"""

from __future__ import annotations

import functools
import string
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, cast

import msgspec

from fairdeal.language import plurals
from fairdeal.language.marks import Mark, Marked, Saying, sections_in

Template = str | Mapping[str, "Template"]
"""A text with gaps; or its variants by name: `you`, categories of numbers, and `other` for whatever is left."""

PLAIN = frozenset({str, int})  # are their own text
YOU, OTHER, LIST, SEAT, DECIMAL = "you", "other", "list", "seat", "decimal"
NAME = "name."  # begins the keys of a translation that give names of data files; there are none in English
VARIANTS = frozenset({YOU, *plurals.CATEGORIES})

# All that is spoken is of classes that msgspec does not know, so that it asks the catalogue when it encodes them.


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


class Lasting(Message):
    """A message that lives as long as its game, such as a prompt: whoever says it keeps its text."""

    __slots__ = ()


class Fixed(Lasting):
    """One that names no seat: all at a table read the same."""

    __slots__ = ()


def lasting(message_key: str, /, **arguments: Any) -> Lasting:
    """Make a message that is kept although it names seats."""
    return Lasting(message_key, arguments)


def fixed(message_key: str, /, **arguments: Any) -> Fixed:
    """Make a message that is kept, such as the name of a card."""
    return Fixed(message_key, arguments)


def say(message_key: str, /, **arguments: Any) -> Message:
    """Make a message: `say("must_follow", card="B3", colour=Label("colour.B"))`."""
    return Message(message_key, arguments)


def joined(key: str, parts: Sequence[Any]) -> Message:
    """Join parts by a message with the gaps `a` and `b`."""
    found = functools.reduce(lambda a, b: say(key, a=a, b=b), parts)
    return found if isinstance(found, Message) else say("text", text=found)


def together(parts: Sequence[Any]) -> Message:
    """Name all of them: `A, B and C`."""
    *others, last = parts
    return say("and", a=others, b=last) if others else say("text", text=last)


def either(parts: Sequence[Any]) -> Message:
    """Name what there is to choose from: `draw or place`."""
    return joined("or", parts)


class Label:
    """A name that the game's data file gives to something, such as `colour.B`; or one that it would give."""

    __slots__ = ("key", "name")

    def __init__(self, key: str, name: str = "") -> None:
        self.key = key
        self.name = name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Label) and (self.key, self.name) == (other.key, other.name)

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


class Card:
    """A card that is spoken of: what it is called, the letter of its colour, and the id of its piece in a scene."""

    __slots__ = ("piece", "suit", "what")

    def __init__(self, what: str | Message | Label, suit: str = "", piece: str = "") -> None:
        self.what = what
        self.suit = suit
        self.piece = piece

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Card) and (self.what, self.suit, self.piece) == (other.what, other.suit, other.piece)

    def __hash__(self) -> int:
        return hash(self.what)

    def __repr__(self) -> str:
        return f"Card({self.what!r}, {self.suit!r}, {self.piece!r})"


class Paragraph(NamedTuple):
    """A paragraph of the rulebook, by its number."""

    number: str


MESSAGES = frozenset({Message, Lasting, Fixed})
SPOKEN = (Message, Label, Seat, Card)


class Speaker(Protocol):
    """Whoever can say a message in any language: a voice, or the catalogue of a table."""

    def marked(self, what: Message, language: str) -> Marked:
        """Say a message in a language, and mark what it names."""


# --- templates -------------------------------------------------------------------------------------------------------


class Form:
    """A template taken apart: a pattern with `%s` in its gaps, what fills them, and its variants."""

    __slots__ = ("counted", "gaps", "parts", "pattern", "quoted", "text", "you")

    def __init__(self, template: Template) -> None:
        variants = {OTHER: template} if isinstance(template, str) else template
        parsed = list(string.Formatter().parse(cast(str, variants[OTHER])))
        self.parts = tuple((text, sections_in(text), gap, conversion) for text, gap, _, conversion in parsed)
        self.gaps = tuple(gap for _, gap, _, _ in parsed if gap is not None)
        self.quoted = frozenset(gap for _, gap, _, conversion in parsed if gap is not None and conversion == "r")
        self.text = None if self.gaps else "".join(text for text, *_ in parsed)
        self.pattern = "".join(text.replace("%", "%%") + ("" if gap is None else "%s") for text, gap, _, _ in parsed)
        self.you = Form(variants[YOU]) if YOU in variants else None
        counted = {name: Form(text) for name, text in variants.items() if name in plurals.CATEGORIES and name != OTHER}
        self.counted = counted or None


def gaps_in(template: Template) -> set[str]:
    """Name the gaps of a template, in all its variants.

    >>> sorted(gaps_in({"other": "{seat} plays {card}.", "you": "You play {card}."}))
    ['card', 'seat']
    """
    if isinstance(template, str):
        return {gap for _, gap, _, _ in string.Formatter().parse(template) if gap is not None}
    return {gap for variant in template.values() for gap in gaps_in(variant)}


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
        self.comma = str(templates.get(LIST, "")).removeprefix("{a}").removesuffix("{b}")
        """What stands between the parts of a list."""
        self.names = {key.removeprefix(NAME): str(text) for key, text in templates.items() if key.startswith(NAME)}
        """What this language calls the names of the game's own data file."""
        self._translated = translated

    def form(self, key: str) -> Form:
        """Give the form of a message with its variants."""
        return self.forms.setdefault(key, Form(self[key]))

    def into(self, language: str) -> Templates:
        """Give the same templates in another language, if there are others."""
        return self if self._translated is None or language == self.language else self._translated(language)

    def named(self, name: str) -> str:
        """Give a name of a data file as this language has it, or several with commas between them.

        >>> german = Templates({"list": "{a}, {b}", "name.port": "Hafen", "name.forest": "Wald"}, "de")
        >>> german.named("port"), german.named("forest, port"), german.named("my own")
        ('Hafen', 'Wald, Hafen', 'my own')
        """
        if not self.names or name in self.names:
            return self.names.get(name, name)
        parts = name.split(", ")
        return self.comma.join(self.names[part] for part in parts) if self.names.keys() >= set(parts) else name


# --- catalogues ------------------------------------------------------------------------------------------------------


@dataclass
class Shared:
    """What those keep together who speak in one language, with the same labels: it names no player."""

    texts: dict[int, tuple[Fixed, str]] = field(default_factory=dict)
    """Fixed messages by their identity, and what they say."""
    parts: dict[Any, Any] = field(default_factory=dict)
    """Parts of scenes; see `fairdeal.kit.redrawing.kept`."""


class Catalogue:
    """Renders messages in one language for one viewer.

    Of a template's variants `you` is preferred when the message's `seat` is the viewer's own, and then the one for the
    category of its `count`. A gap `{text!r}` shows what somebody typed in quotes, and control characters as such.
    """

    def __init__(
        self,
        templates: Templates,
        labels: Mapping[str, str] | None = None,
        players: Mapping[int, str] | None = None,
        viewer: int | None = None,
        kept: Shared | None = None,
    ) -> None:
        self.templates = templates
        self.labels: Mapping[str, str] = {} if labels is None else labels
        self.players: Mapping[int, str] = {} if players is None else players
        self.viewer = viewer
        self.kept = Shared() if kept is None else kept
        self._texts = self.kept.texts
        self._own_texts: dict[int, tuple[Message, str]] = {}
        """Lasting messages that name seats, and so speak to this viewer alone."""
        self._forms = templates.forms
        self._category = templates.category
        self._encoder: msgspec.json.Encoder | None = None

    @property
    def language(self) -> str:
        return self.templates.language

    @property
    def encoder(self) -> msgspec.json.Encoder:
        """Encodes things with messages in them as JSON, the messages as sentences."""
        if self._encoder is None:
            # By a twin: with itself it would be a circle, which only the collector frees, and a busy server hardly
            # lets it.
            self._encoder = msgspec.json.Encoder(enc_hook=self.to(self.viewer).said)
        return self._encoder

    def to(self, viewer: int | None) -> Catalogue:
        """Give the catalogue that speaks to another viewer; they share the texts that are kept."""
        return Catalogue(self.templates, self.labels, self.players, viewer, self.kept)

    def said(self, thing: Any) -> str:
        """Say what can be spoken; what lasts is remembered."""
        kept = self._texts.get(id(thing)) or self._own_texts.get(id(thing))
        if kept is not None:
            return kept[1]
        if not isinstance(thing, SPOKEN):
            raise TypeError(f"{thing!r} is nothing to send.")
        said = self.value(thing)
        if type(thing) is Fixed:
            self._texts[id(thing)] = thing, said
        elif type(thing) is Lasting:
            self._own_texts[id(thing)] = thing, said
        return said

    def into(self, language: str) -> Catalogue:
        """Give the catalogue that speaks to the same viewer in another language."""
        templates = self.templates.into(language)
        return self if templates is self.templates else Catalogue(templates, self.labels, self.players, self.viewer)

    def marked(self, what: Message, language: str) -> Marked:
        """Say a message in a language, and mark what it names."""
        return self.into(language).mark(what)

    def render(self, message: Message) -> str:
        """Give a message as a sentence."""
        form = self._form_of(message)
        if form.text is not None:
            return form.text
        if form.quoted:
            return self.mark(message).text
        arguments, plain = message.arguments, PLAIN
        return form.pattern % tuple([v if type(v := arguments[gap]) in plain else self.value(v) for gap in form.gaps])

    def _form_of(self, message: Message) -> Form:
        """Choose the variant for the viewer and the number."""
        form = self._forms.get(message.key) or self.templates.form(message.key)
        if form.you is not None:
            seat = message.arguments.get("seat")
            if type(seat) is Seat and seat.number == self.viewer:
                form = form.you
        if form.counted is not None:
            form = form.counted.get(self._category(message.arguments["count"]), form)
        return form

    def value(self, value: Any) -> str:
        """Give one argument as text."""
        kind = type(value)
        if kind is Card:
            return value.what if type(value.what) is str else self.value(value.what)
        if kind in MESSAGES:
            return self.render(value)
        if kind is Paragraph:
            return f"§{value.number}"
        if kind is Label:
            name = value.name or self.labels.get(value.key)
            return self.templates.named(name) if name else str(self.templates[value.key])
        if kind is Seat:
            return self.players.get(value.number) or self.render(Message(SEAT, {"number": value.number + 1}))
        if kind is list or kind is tuple:
            return self.templates.comma.join([self.value(part) for part in value])
        if kind is float:
            whole, _, part = str(value).partition(".")
            return self.render(Message(DECIMAL, {"whole": whole, "part": part}))
        return value.said(self.language) if isinstance(value, Saying) else str(value)

    # --- with marks ---

    def mark(self, message: Message) -> Marked:
        """Give a message as a sentence, and mark the cards and paragraphs that it names."""
        marks: list[Mark] = []
        text = self._marked(message, 0, marks)
        return Marked(text, tuple(marks))

    def _marked(self, message: Message, at: int, marks: list[Mark]) -> str:
        """Render a message that begins at a place of a longer text; add its marks."""
        texts = []
        for text, sections, gap, conversion in self._form_of(message).parts:
            for mark in sections:
                marks.append(Mark(at + mark.at, mark.length, section=mark.section))
            texts.append(text)
            at += len(text)
            if gap is not None:
                value = message.arguments[gap]
                if conversion == "r":
                    filled = repr(value)
                else:
                    filled = str(value) if type(value) in PLAIN else self._marked_value(value, at, marks)
                texts.append(filled)
                at += len(filled)
        return "".join(texts)

    def _marked_value(self, value: Any, at: int, marks: list[Mark]) -> str:
        kind = type(value)
        if kind is Card:
            text = value.what if type(value.what) is str else self.value(value.what)
            marks.append(Mark(at, len(text), value.piece, value.suit))
            return text
        if kind is Seat:
            return self.players.get(value.number) or self.value(value)
        if kind is Paragraph:
            text = self.value(value)
            marks.append(Mark(at, len(text), section=value.number))
            return text
        if kind in MESSAGES:
            return self._marked(value, at, marks)
        if kind is list or kind is tuple:
            return self._marked_list(value, at, marks)
        if isinstance(value, Saying):
            said = value.marked(self.language)
            marks += [msgspec.structs.replace(mark, at=at + mark.at) for mark in said.marks]
            return said.text
        return self.value(value)

    def _marked_list(self, parts: Sequence[Any], at: int, marks: list[Mark]) -> str:
        texts, comma = [], self.templates.comma
        for part in parts:
            texts.append(self._marked_value(part, at, marks))
            at += len(texts[-1]) + len(comma)
        return comma.join(texts)
