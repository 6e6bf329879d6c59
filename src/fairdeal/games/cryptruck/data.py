"""Cryptruck's data file: what stands in it, and the record that the rules read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta

from fairdeal.engine.kernel import blank
from fairdeal.games.cryptruck.rules import (
    BOX,
    COLOURS,
    MOST_EACH,
    MOST_FEW,
    MOST_NONE,
    MOST_WHITES,
    NUMBERS,
    TRICKS,
    WHITE,
)
from fairdeal.kit.data import DataForm, DataTable, Source, Word, all_differ, in_order, row_place, table_place
from fairdeal.language.messages import Message, say
from fairdeal.language.voice import Voice

LETTERS = "YBRPGW"
LABELS = {"suit": "name", "stock": "stock", "ticker": "ticker"}
Number = Annotated[int, Meta(ge=0, le=NUMBERS - 1)]


class Stock(DataTable):
    """§1 §2 A colour, the stock that it stands for, and the numbers of its cards."""

    letter: Literal["Y", "B", "R", "P", "G", "W"]
    name: Word
    stock: Word
    ticker: Word
    numbers: Annotated[list[Number], Meta(min_length=1, max_length=TRICKS)]
    source: Source


class Blocks(DataTable):
    """§3 Which cards show a block, and §15 what blocks are worth."""

    numbers: Annotated[list[Number], Meta(min_length=1, max_length=NUMBERS)]
    source: Source
    none: Annotated[int, Meta(ge=-MOST_NONE, le=MOST_NONE)] = 5
    few: Annotated[int, Meta(ge=1, le=MOST_FEW)] = 3
    each: Annotated[int, Meta(ge=-MOST_EACH, le=MOST_EACH)] = 1


class CryptruckFile(DataTable):
    """A data file."""

    colours: Annotated[list[Stock], Meta(min_length=COLOURS, max_length=COLOURS)]
    blocks: Blocks


def agree(document: CryptruckFile) -> Iterator[Message]:
    """§1 All colours have as many cards as there are tricks, but for the whites; no card is there twice."""
    yield from in_order("colours", document.colours, LETTERS)
    yield from all_differ(table_place("blocks"), "numbers", document.blocks.numbers)
    for place, colour in enumerate(document.colours):
        here, count = row_place("colours", place, colour), len(colour.numbers)
        yield from all_differ(here, "numbers", colour.numbers)
        if place == WHITE and count > MOST_WHITES:
            yield say("data.whites", place=here, most=MOST_WHITES, given=count)
        elif place != WHITE and count != TRICKS:
            yield say("data.card_count", place=here, count=TRICKS, given=count)


def fill(document: CryptruckFile) -> Any:
    """Write down what the rules read; sets of cards, and what they are worth."""
    box, blocks = blank(BOX)[0], document.blocks
    for colour, stock in enumerate(document.colours):
        for number in stock.numbers:
            card = 1 << colour * NUMBERS + number
            box.cards[colour] |= card
            box.blocks |= card if number in blocks.numbers else 0
    box.none, box.few, box.each = blocks.none, blocks.few, blocks.each
    return box


FORM = DataForm(CryptruckFile, Voice(Path(__file__).parent), fill, agree)


def labels(document: Mapping[str, Any]) -> dict[str, str]:
    """Give the names of the colours, and of the stocks that they stand for."""
    colours = document["colours"]
    return {f"{label}.{colour['letter']}": colour[key] for colour in colours for label, key in LABELS.items()}
