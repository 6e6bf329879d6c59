"""Cryptruck's data file: checked, and turned into the record that the rules read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fairdeal.engine.kernel import blank
from fairdeal.games.cryptruck.rules import BOX, COLOURS, NUMBERS, TRICKS, WHITE, WHITES
from fairdeal.kit.data import FILE, Checks
from fairdeal.language.messages import Message, say
from fairdeal.language.voice import Voice

LETTERS = "YBRPGW"
NAMES = ("name", "stock", "ticker")
VOICE = Voice(Path(__file__).parent)
check = Checks(VOICE)


def read(document: Mapping[str, Any]) -> Any:
    """Check a document; §1 the colours, §2 the numbers, §3 the blocks."""
    check.only_keys(document, ("colours", "blocks"), FILE)
    box = blank(BOX)[0]
    blocks = _block_numbers(document["blocks"])
    for colour, table in enumerate(check.tables(document, "colours", COLOURS)):
        for number in _colour_numbers(table, colour):
            card = 1 << colour * NUMBERS + number
            box.cards[colour] |= card
            box.blocks |= card if number in blocks else 0
    return box


def labels(document: Mapping[str, Any]) -> dict[str, str]:
    """Give the names of the colours, and of the stocks that they stand for."""
    return {f"{key}.{colour['letter']}": colour[key] for colour in document["colours"] for key in NAMES}


def _block_numbers(table: Any) -> list[int]:
    check.require(isinstance(table, Mapping), "data.needs_blocks")
    place = say("data.blocks")
    check.only_keys(table, ("numbers", "source"), place)
    _check_source(table, place)
    numbers = _numbers(table["numbers"], place)
    check.require(len(numbers) > 0, "data.no_block")
    return numbers


def _colour_numbers(colour: Mapping[str, Any], place: int) -> list[int]:
    letter = LETTERS[place]
    name = say("data.colour", letter=letter)
    check.only_keys(colour, ("letter", *NAMES, "numbers", "source"), name)
    check.require(colour["letter"] == letter, "data.colour_order", order=" ".join(LETTERS), letter=letter)
    for key in NAMES:
        good = isinstance(colour[key], str) and 0 < len(colour[key]) <= 20 and colour[key].isprintable()
        check.require(good, "data.text", place=name, key=key)
    _check_source(colour, name)
    numbers = _numbers(colour["numbers"], name)
    count = WHITES if place == WHITE else TRICKS
    check.require(len(numbers) == count, "data.card_count", place=name, count=count, given=len(numbers))
    return numbers


def _numbers(numbers: Any, place: Message) -> list[int]:
    good = isinstance(numbers, list) and all(type(number) is int and 0 <= number < NUMBERS for number in numbers)
    check.require(good, "data.numbers", place=place, most=NUMBERS - 1, numbers=numbers)
    check.require(len(set(numbers)) == len(numbers), "data.number_twice", place=place, numbers=numbers)
    return list(numbers)


def _check_source(table: Mapping[str, Any], place: Message) -> None:
    good = isinstance(table["source"], str) and 0 < len(table["source"]) <= 80 and table["source"].isprintable()
    check.require(good, "data.source", place=place)
