"""What the actions of a game are about: cards, suits, numbers, or nothing; their texts, and how they are called."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from fairdeal.contract.scene import Lit, Piece
from fairdeal.language.messages import Card, Label, Message, fixed


class Argument(Protocol):
    """What a verb is followed by; its things are numbered from 0 on."""

    @property
    def size(self) -> int: ...
    @property
    def texts(self) -> tuple[str, ...]:
        """How they are written, in their order; empty for a verb that stands alone."""

    @property
    def gap(self) -> str:
        """The gap of a message that names one."""

    def name(self, number: int) -> Any:
        """Say what one is called in a sentence."""


@dataclass(frozen=True)
class Nothing:
    """A verb that stands alone."""

    size: int = 1
    texts: tuple[str, ...] = ("",)
    gap: str = "nothing"

    def name(self, number: int) -> str:
        return ""


@dataclass(frozen=True)
class Count:
    """A whole number from `low` on; if it numbers the pieces of a grid, `place` is what their ids begin with.

    >>> Count(9, low=1, place="cell").piece(0)
    'cell1'
    """

    size: int
    low: int = 0
    gap: str = "count"
    place: str = ""

    @functools.cached_property
    def texts(self) -> tuple[str, ...]:
        return tuple(str(self.low + number) for number in range(self.size))

    def name(self, number: int) -> int:
        return self.low + number

    def piece(self, number: int) -> str:
        """Name the piece that it numbers, if any."""
        return f"{self.place}{self.texts[number]}" if self.place else ""


@dataclass(frozen=True)
class Worded:
    """Things that are written as these texts."""

    texts: tuple[str, ...]
    gap: str = "thing"

    @property
    def size(self) -> int:
        return len(self.texts)

    def name(self, number: int) -> str:
        return self.texts[number]


@dataclass(frozen=True)
class Cards:
    """Cards, suit by suit and rank by rank: each is written as its suit's letter and its rank.

    A suit is called by the label `suit.LETTER` of the data file. `paints` are the letters of the colours in which its
    faces are drawn (`fairdeal.kit.faces`), in the order of the suits, and `emblems` what is drawn on them: names of
    `fairdeal.kit.plain_faces`, or SVG paths on 100 by 100.
    """

    letters: str
    ranks: Sequence[str]
    paints: str
    emblems: tuple[str, ...] = ()
    is_printed: bool = False
    """Whether the letters stand on the faces too, so that a card is spoken of as it is written: `R7`."""
    gap: str = "card"

    @property
    def size(self) -> int:
        return len(self.letters) * len(self.ranks)

    @functools.cached_property
    def texts(self) -> tuple[str, ...]:
        return tuple(letter + rank for letter in self.letters for rank in self.ranks)

    @functools.cached_property
    def numbers(self) -> dict[str, int]:
        """The cards by their texts."""
        return {text: number for number, text in enumerate(self.texts)}

    def suit(self, number: int) -> Label:
        """Say what a suit is called."""
        return Label(f"suit.{self.letters[number]}")

    def suits(self, some: int) -> list[Label]:
        """Say what a set of suits is called."""
        return [self.suit(number) for number in range(len(self.letters)) if some >> number & 1]

    @functools.cached_property
    def suit_names(self) -> tuple[tuple[str, Label], ...]:
        """The letters of all suits and what they are called, for a scene."""
        return tuple((letter, self.suit(number)) for number, letter in enumerate(self.letters))

    def members(self, cards: int) -> list[int]:
        """List a set of cards; none of one that is not known."""
        return [card for card in range(self.size) if cards >> card & 1] if cards > 0 else []

    def name(self, number: int) -> Card:
        """Call a card by its suit and its rank, or as it is written, if that is printed on it."""
        return self._names[number]

    @functools.cached_property
    def _names(self) -> tuple[Card, ...]:
        whats: Sequence[str | Message] = self.texts if self.is_printed else self._full_names
        return tuple(Card(what, text[0], text) for what, text in zip(whats, self.texts, strict=True))

    def names(self, cards: int) -> list[Card]:
        """Call a set of cards."""
        return [self.name(card) for card in self.members(cards)]

    def full_name(self, number: int) -> Message:
        """Call a card by its suit and its rank."""
        return self._full_names[number]

    @functools.cached_property
    def _full_names(self) -> tuple[Message, ...]:
        """Made once: the texts of fixed messages are kept as long as their game."""
        places = [divmod(number, len(self.ranks)) for number in range(self.size)]
        return tuple(fixed("usual.card", suit=self.suit(suit), rank=self.ranks[rank]) for suit, rank in places)

    def piece(self, number: int, lit: tuple[Lit, ...] = (), **more: Any) -> Piece:
        """Draw a card that lies face up."""
        text = self.texts[number]
        rank = number % len(self.ranks)
        return Piece(text, text, text, self.full_name(number), text[0], lit=lit, rank=rank, **more)


@dataclass(frozen=True)
class Suits:
    """The suits of cards, each written as its letter and called by its name."""

    cards: Cards
    gap: str = "suit"

    @property
    def size(self) -> int:
        return len(self.cards.letters)

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(self.cards.letters)

    def name(self, number: int) -> Label:
        return self.cards.suit(number)


@dataclass(frozen=True)
class Act:
    """A verb: the first of its actions, what it is about, and how it is written if not like its key."""

    start: int
    kind: Argument = Nothing()
    written: str = ""


@dataclass(frozen=True)
class Start:
    """Chance that names a seat: `start 2`; `wrong(s, [seat])` may say why not that one."""

    wrong: Any = None


@dataclass(frozen=True)
class Dealing:
    """Chance that names cards, or other things: `deal C2 D5`.

    `count(s)` of them, none more often than it is in `deck(s)`: a set, or a list where some are alike; by default each
    once. If they are for a seat `to(s)`, it is named first: `pile 0 C2 D5`. `wrong(s, numbers)` may say why not these.
    """

    cards: Argument = Nothing()
    count: Any = lambda s: 0
    deck: Any = None
    verb: str = "deal"
    to: Any = None
    wrong: Any = None
