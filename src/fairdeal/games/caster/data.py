"""CASTER's data file: checked, and turned into the record that the rules read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairdeal.engine.kernel import blank
from fairdeal.games.caster.rules import BOX, COLOURS, SEATS, TRICKS, VALUES
from fairdeal.kit.data import only_keys, require, tables_of

LETTERS = "RBYEG"


def read(document: Mapping[str, Any]) -> Any:
    """Check a document; §2 the ring, §3 the cards in play, §12 the limits."""
    only_keys(document, ("colours", "seats"), "The data file")
    box = blank(BOX)[0]
    for number, colour in enumerate(tables_of(document, "colours", COLOURS)):
        box.trump[number] = _trump(colour, LETTERS[number])
    require(len(set(box.trump.tolist())) == COLOURS, "Each colour is the trump of exactly one other (§2).")
    for row, table in enumerate(tables_of(document, "seats", SEATS - 2)):
        seats = row + 3
        only_keys(table, ("count", "highest", "limit", "source"), f"Table {row + 1} of seats")
        require(table["count"] == seats, f"Table {row + 1} of seats is for {seats} seats, not {table['count']!r}.")
        box.highest[seats] = _whole(table, "highest", seats, VALUES - 1)
        box.limit[seats] = _whole(table, "limit", seats, TRICKS)
        cards = COLOURS * (int(box.highest[seats]) + 1)
        wanted = seats * TRICKS
        reason = f"{seats} seats need {wanted} cards (§3), but a highest value of {box.highest[seats]} makes {cards}."
        require(cards == wanted, reason)
    return box


def labels(document: Mapping[str, Any]) -> dict[str, str]:
    """Give the names of colours and attributes."""
    names: dict[str, str] = {}
    for colour in document["colours"]:
        names[f"colour.{colour['letter']}"] = colour["name"]
        names[f"attribute.{colour['letter']}"] = colour["attribute"]
    return names


def _trump(colour: Mapping[str, Any], letter: str) -> int:
    place = f"Colour {letter}"
    only_keys(colour, ("letter", "name", "attribute", "trump", "source"), place)
    require(colour["letter"] == letter, f"The colours stand in the order {' '.join(LETTERS)}; {letter} is missing.")
    for key in ("name", "attribute"):
        good = isinstance(colour[key], str) and 0 < len(colour[key]) <= 20 and colour[key].isprintable()
        require(good, f"{place} needs {key}: a word of at most 20 letters.")
    trump = colour["trump"]
    require(isinstance(trump, str) and len(trump) == 1 and trump in LETTERS, f"{place} has no trump {trump!r}.")
    require(trump != letter, f"{place} cannot be its own trump (§2).")
    return LETTERS.index(trump)


def _whole(table: Mapping[str, Any], key: str, seats: int, most: int) -> int:
    value = table[key]
    require(
        type(value) is int and 0 <= value <= most,
        f"For {seats} seats {key} is a whole number from 0 to {most}, not {value!r}.",
    )
    return int(value)
