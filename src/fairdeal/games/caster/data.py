"""CASTER's data file: checked, and turned into the record that the rules read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fairdeal.engine.kernel import blank
from fairdeal.games.caster.rules import BOX, COLOURS, SEATS, TRICKS, VALUES
from fairdeal.kit.data import FILE, Checks
from fairdeal.language.messages import say
from fairdeal.language.voice import Voice

LETTERS = "RBYEG"
VOICE = Voice(Path(__file__).parent)
check = Checks(VOICE)


def read(document: Mapping[str, Any]) -> Any:
    """Check a document; §2 the ring, §3 the cards in play, §12 the limits."""
    check.only_keys(document, ("colours", "seats"), FILE)
    box = blank(BOX)[0]
    for number, colour in enumerate(check.tables(document, "colours", COLOURS)):
        box.trump[number] = _trump(colour, LETTERS[number])
    check.require(len(set(box.trump.tolist())) == COLOURS, "data.one_trump")
    for row, table in enumerate(check.tables(document, "seats", SEATS - 2)):
        seats = row + 3
        check.only_keys(table, ("count", "highest", "limit", "source"), say("data.seats_table", number=row + 1))
        given = table["count"]
        check.require(given == seats, "data.other_seats", number=row + 1, seats=seats, given=given)
        box.highest[seats] = _whole(table, "highest", seats, VALUES - 1)
        box.limit[seats] = _whole(table, "limit", seats, TRICKS)
        cards = COLOURS * (int(box.highest[seats]) + 1)
        wanted = seats * TRICKS
        highest = int(box.highest[seats])
        check.require(cards == wanted, "data.card_count", seats=seats, wanted=wanted, highest=highest, cards=cards)
    return box


def labels(document: Mapping[str, Any]) -> dict[str, str]:
    """Give the names of colours and attributes."""
    names: dict[str, str] = {}
    for colour in document["colours"]:
        names[f"colour.{colour['letter']}"] = colour["name"]
        names[f"attribute.{colour['letter']}"] = colour["attribute"]
    return names


def _trump(colour: Mapping[str, Any], letter: str) -> int:
    place = say("data.colour", letter=letter)
    check.only_keys(colour, ("letter", "name", "attribute", "trump", "source"), place)
    check.require(colour["letter"] == letter, "data.colour_order", order=" ".join(LETTERS), letter=letter)
    for key in ("name", "attribute"):
        good = isinstance(colour[key], str) and 0 < len(colour[key]) <= 20 and colour[key].isprintable()
        check.require(good, "data.word", place=place, key=key)
    trump = colour["trump"]
    good = isinstance(trump, str) and len(trump) == 1 and trump in LETTERS
    check.require(good, "data.no_trump", place=place, trump=trump)
    check.require(trump != letter, "data.own_trump", place=place)
    return LETTERS.index(trump)


def _whole(table: Mapping[str, Any], key: str, seats: int, most: int) -> int:
    value = table[key]
    good = type(value) is int and 0 <= value <= most
    check.require(good, "data.whole", seats=seats, key=key, most=most, value=value)
    return int(value)
