"""Cryptruck's data file: checked, and turned into the record that the rules read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairdeal.engine.kernel import blank
from fairdeal.games.cryptruck.rules import BOX, COLOURS, NUMBERS, TRICKS, WHITE, WHITES
from fairdeal.kit.data import only_keys, require

LETTERS = "YBRPGW"
NAMES = ("name", "stock", "ticker")


def read(document: Mapping[str, Any]) -> Any:
    """Check a document; §1 the colours, §2 the numbers, §3 the blocks."""
    only_keys(document, ("colours", "blocks"), "The data file")
    box = blank(BOX)[0]
    blocks = _block_numbers(document["blocks"])
    for colour, table in enumerate(_colour_tables(document)):
        for number in _colour_numbers(table, colour):
            card = 1 << colour * NUMBERS + number
            box.cards[colour] |= card
            box.blocks |= card if number in blocks else 0
    return box


def labels(document: Mapping[str, Any]) -> dict[str, str]:
    """Give the names of the colours, and of the stocks that they stand for."""
    return {f"{key}.{colour['letter']}": colour[key] for colour in document["colours"] for key in NAMES}


def _block_numbers(table: Any) -> list[int]:
    require(isinstance(table, Mapping), "The data file needs a table [blocks].")
    only_keys(table, ("numbers", "source"), "The table of blocks")
    _check_source(table, "The table of blocks")
    numbers = _numbers(table["numbers"], "The table of blocks")
    require(len(numbers) > 0, "At least one number shows a block (§3).")
    return numbers


def _colour_tables(document: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    tables = document["colours"]
    good = isinstance(tables, list) and len(tables) == COLOURS and all(isinstance(table, Mapping) for table in tables)
    require(good, f"The data file needs {COLOURS} tables [[colours]].")
    return list(tables)


def _colour_numbers(colour: Mapping[str, Any], place: int) -> list[int]:
    letter = LETTERS[place]
    name = f"Colour {letter}"
    only_keys(colour, ("letter", *NAMES, "numbers", "source"), name)
    require(colour["letter"] == letter, f"The colours stand in the order {' '.join(LETTERS)}; {letter} is missing.")
    for key in NAMES:
        good = isinstance(colour[key], str) and 0 < len(colour[key]) <= 20 and colour[key].isprintable()
        require(good, f"{name} needs {key}: a text of at most 20 letters.")
    _check_source(colour, name)
    numbers = _numbers(colour["numbers"], name)
    count = WHITES if place == WHITE else TRICKS
    require(len(numbers) == count, f"{name} has {count} cards (§1), not {len(numbers)}.")
    return numbers


def _numbers(numbers: Any, place: str) -> list[int]:
    good = isinstance(numbers, list) and all(type(number) is int and 0 <= number < NUMBERS for number in numbers)
    require(good, f"{place} needs numbers: a list of whole numbers from 0 to {NUMBERS - 1}, not {numbers!r}.")
    require(len(set(numbers)) == len(numbers), f"{place} has a number twice: {numbers!r}.")
    return list(numbers)


def _check_source(table: Mapping[str, Any], place: str) -> None:
    good = isinstance(table["source"], str) and 0 < len(table["source"]) <= 80 and table["source"].isprintable()
    require(good, f"{place} needs source: a text that says where its contents come from.")
