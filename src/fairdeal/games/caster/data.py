"""CASTER's data file: what stands in it, and the record that the rules read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta

from fairdeal.engine.kernel import blank
from fairdeal.games.caster.rules import BOX, COLOURS, GIFTS, MOST_BURST, MOST_TRICKS, SEATS, VALUES
from fairdeal.kit.data import DataForm, DataTable, Source, Word, in_order, row_place
from fairdeal.language.messages import Message, say
from fairdeal.language.voice import Voice

LETTERS = "RBYEG"
SEAT_COUNTS = range(3, SEATS + 1)
Letter = Literal["R", "B", "Y", "E", "G"]


class Spells(DataTable):
    """§2 A colour, and the one that beats it when it is led."""

    letter: Letter
    name: Word
    attribute: Word
    trump: Letter
    source: Source


class SeatCount(DataTable, kw_only=True):
    """§3 §4 §12 The cards in play, the tricks of a round, and when and how a seat bursts."""

    count: Annotated[int, Meta(ge=SEAT_COUNTS[0], le=SEATS)]
    highest: Annotated[int, Meta(ge=0, le=VALUES - 1)]
    tricks: Annotated[int, Meta(ge=GIFTS, le=MOST_TRICKS)] = 15
    limit: Annotated[int, Meta(ge=0, le=MOST_TRICKS)]
    burst: Annotated[int, Meta(ge=-MOST_BURST, le=MOST_BURST)] = 1
    source: Source


class CasterFile(DataTable):
    """A data file."""

    colours: Annotated[list[Spells], Meta(min_length=COLOURS, max_length=COLOURS)]
    seats: Annotated[list[SeatCount], Meta(min_length=len(SEAT_COUNTS), max_length=len(SEAT_COUNTS))]


def agree(document: CasterFile) -> Iterator[Message]:
    """§2 The colours make rings; §3 there are cards for all hands."""
    yield from in_order("colours", document.colours, LETTERS)
    yield from in_order("seats", document.seats, SEAT_COUNTS)
    for number, colour in enumerate(document.colours):
        if colour.trump == colour.letter:
            yield say("data.own_trump", place=row_place("colours", number, colour))
    if len({colour.trump for colour in document.colours}) != COLOURS:
        yield say("data.one_trump")
    for number, seats in enumerate(document.seats):
        wanted, cards = seats.count * seats.tricks, COLOURS * (seats.highest + 1)
        # With a card left over, five seats have more ways to hold the rest than a plan of worlds has room for.
        if wanted > cards or (seats.count == SEATS and wanted != cards):
            key = "data.too_few_cards" if wanted > cards else "data.cards_left_over"
            place = row_place("seats", number, seats)
            yield say(key, place=place, wanted=wanted, highest=seats.highest, cards=cards, tricks=seats.tricks)


def fill(document: CasterFile) -> Any:
    """Write down what the rules read; by number of seats, if it depends on that."""
    box = blank(BOX)[0]
    box.trump[:] = [LETTERS.index(colour.trump) for colour in document.colours]
    for seats in document.seats:
        for key in ("highest", "tricks", "limit", "burst"):
            box[key][seats.count] = getattr(seats, key)
    return box


FORM = DataForm(CasterFile, Voice(Path(__file__).parent), fill, agree)


def labels(document: Mapping[str, Any]) -> dict[str, str]:
    """Give the names of colours and attributes."""
    names: dict[str, str] = {}
    for colour in document["colours"]:
        names[f"suit.{colour['letter']}"] = colour["name"]
        names[f"attribute.{colour['letter']}"] = colour["attribute"]
    return names
