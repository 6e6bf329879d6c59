"""Craft My Coast's data file: what stands in it, and the record that the rules read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, field

from fairdeal.engine.kernel import blank
from fairdeal.games.coast.rules import (
    BLACK,
    BLANK,
    BOX,
    CARDS,
    CITIES,
    GREEN,
    ICONS,
    NEUTRAL,
    PILE,
    SQUARES,
    TALL,
    WIDE,
)
from fairdeal.kit.data import DataForm, DataTable, Source, Word, in_order, row_place
from fairdeal.language.messages import Message, say
from fairdeal.language.voice import Voice

LETTERS = "FMSIPT"
BLANK_LETTER = "."
CARD_NAMES = tuple(f"C{n + 1}" if n < CITIES else f"T{n - CITIES + 1:02}" for n in range(CARDS))
LONGEST_NAME = 40  # of a card
LONGEST_ROW = 2 * WIDE - 1
SHADES = {"green": GREEN, "black": BLACK}


class CoastNumbers(DataTable):
    """§6 §10 §15 How long the game is, how much a card covers, and what a card left costs."""

    pile: Annotated[int, Meta(ge=1, le=PILE)] = 13
    most_covered: Annotated[int, Meta(ge=2, le=SQUARES - 1)] = 4  # so that each card makes the region larger
    left_costs: Annotated[int, Meta(ge=1, le=9)] = 2


class Icon(DataTable):
    """§2 An icon, and whether it absorbs or emits."""

    letter: Literal["F", "M", "S", "I", "P", "T"]
    name: Word
    colour: Literal["green", "black"]
    source: Source


class CardTable(DataTable):
    """§1 A card: three rows of two squares."""

    name: Annotated[str, Meta(min_length=2, max_length=3)]
    rows: Annotated[
        list[Annotated[str, Meta(min_length=LONGEST_ROW, max_length=LONGEST_ROW)]],
        Meta(min_length=TALL, max_length=TALL),
    ]
    source: Source
    called: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""

    @property
    def letters(self) -> list[str]:
        """§2 Its squares, row by row."""
        return [letter for row in self.rows for letter in row.split(" ")]


class CoastFile(DataTable):
    """A data file."""

    icons: Annotated[list[Icon], Meta(min_length=ICONS, max_length=ICONS)]
    cards: Annotated[list[CardTable], Meta(min_length=CITIES + 1, max_length=CARDS)]
    numbers: CoastNumbers = field(default_factory=CoastNumbers)


def agree(file: CoastFile) -> Iterator[Message]:
    """§1 The cards, §2 the icons, and §6 enough cards for a pile."""
    yield from in_order("icons", file.icons, LETTERS)
    yield from in_order("cards", file.cards, CARD_NAMES[: len(file.cards)])
    greens = [icon.colour for icon in file.icons].count("green")
    if greens != ICONS // 2:
        yield say("data.greens", count=greens)
    for number, card in enumerate(file.cards):
        if len(card.letters) != SQUARES or not set(card.letters) <= {*LETTERS, BLANK_LETTER}:
            place = row_place("cards", number, card)
            yield say("data.squares", place=place, known=" ".join(LETTERS + BLANK_LETTER), example="F .")
    if file.numbers.pile > len(file.cards) - CITIES:
        yield say("data.large_pile", pile=file.numbers.pile, count=len(file.cards) - CITIES)


def fill(file: CoastFile) -> Any:
    """Write down what the rules read."""
    box = blank(BOX)[0]
    box.shade[:ICONS] = [SHADES[icon.colour] for icon in file.icons]
    box.shade[BLANK] = NEUTRAL
    squares = [(LETTERS + BLANK_LETTER).index(letter) for card in file.cards for letter in card.letters]
    box.icon[: len(squares)] = squares
    box.territories = len(file.cards) - CITIES
    for key in file.numbers.__struct_fields__:
        box[key] = getattr(file.numbers, key)
    return box


FORM = DataForm(CoastFile, Voice(Path(__file__).parent), fill, agree)


def labels(document: Mapping[str, Any]) -> dict[str, str]:
    """Give the names of the icons, and those of the cards: what is on them, where the file calls them nothing else."""
    icons = {icon["letter"]: icon["name"] for icon in document["icons"]}
    names = {f"icon.{letter}": name for letter, name in icons.items()}
    for card in document["cards"]:
        shown = [icons[letter] for row in card["rows"] for letter in row.split(" ") if letter in icons]
        names[f"tile.{card['name']}"] = card.get("called") or ", ".join(shown)
    return names
