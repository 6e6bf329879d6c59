"""What is called how: tiles by what is on them, lines from the top and from the left, placements by what they cover."""

from __future__ import annotations

import functools
from typing import Any

from fairdeal.engine.plain import interpreted
from fairdeal.games.coast.data import CARD_NAMES, LETTERS
from fairdeal.games.coast.rules import CITIES
from fairdeal.language.messages import Card, Label, Message, say

rules = interpreted("fairdeal.games.coast.rules")

SIDES = {(-1, 0): "north", (1, 0): "south", (0, -1): "west", (0, 1): "east"}
SIDES |= {(-1, -1): "northwest", (-1, 1): "northeast", (1, -1): "southwest", (1, 1): "southeast"}


@functools.cache
def card_name(seat: int, card: int) -> Card:
    """A card of a seat as it is spoken of: every seat has a set of its own."""
    return Card(tile_name(card), piece=f"seat{seat}.{CARD_NAMES[card]}")


@functools.cache
def tile_name(card: int) -> Label:
    """What a card is called, as the data file has it."""
    return Label(f"tile.{CARD_NAMES[card]}")


def icon_name(icon: int) -> Label | Message:
    return Label(f"icon.{LETTERS[icon]}") if icon < rules.ICONS else say("scene.blank")


# --- numbers of the data file ----------------------------------------------------------------------------------------


def spelled(number: int) -> Label:
    return Label(f"spelled.{number}")


def undrawn(v: Any, seat: int) -> list[int]:
    """§6 The cards that may be in a seat's pile, or out of the game."""
    drawn = {int(card) for card in v.pile[seat] if card >= 0}
    return [card for card in range(CITIES, CITIES + int(v.box.territories)) if card not in drawn]


def out_of_game(v: Any, key: str) -> Message | str:
    """§6 Say how many cards leave the game unseen; nothing if all are in the pile."""
    out = int(v.box.territories - v.box.pile)
    return say(key, count=out, number=spelled(out), all=spelled(v.box.territories)) if out else ""


# --- lines -----------------------------------------------------------------------------------------------------------


Line = tuple[str, int]
ROW, COLUMN = "row", "column"


def rows_of(v: Any, seat: int) -> range:
    return range(int(v.top[seat]), int(v.bottom[seat]) + 1)


def columns_of(v: Any, seat: int) -> range:
    return range(int(v.leftmost[seat]), int(v.rightmost[seat]) + 1)


def line_name(v: Any, seat: int, line: Line) -> Message:
    return (row_name if line[0] == ROW else column_name)(v, seat, line[1])


def row_name(v: Any, seat: int, row: int) -> Message:
    """A row as the region lies: from the top, or beyond its edges."""
    return _line_name("row", row - int(v.top[seat]), row - int(v.bottom[seat]))


def column_name(v: Any, seat: int, col: int) -> Message:
    """A column as the region lies: from the left, or beyond its edges."""
    return _line_name("column", col - int(v.leftmost[seat]), col - int(v.rightmost[seat]))


def _line_name(kind: str, place: int, beyond: int) -> Message:
    if place < 0:
        return say(f"line.{kind}_before", count=-place)
    return say(f"line.{kind}_behind", count=beyond) if beyond > 0 else say(f"line.{kind}", number=place + 1)


def balance_needs(green: int) -> Message:
    """§15 What a line with so many more green than black icons needs to be balanced."""
    if green == 0:
        return say("balance.nothing")
    return say("balance.black" if green > 0 else "balance.green", count=abs(green))


# --- placements ------------------------------------------------------------------------------------------------------


def arrangement_name(seat: int, arrangement: int) -> list[Card | Message]:
    """§5 The cities from left to right, each as it lies."""
    cities = [int(city) for city in rules.ORDERS[arrangement >> CITIES]]
    return [city_name(seat, city, bool(arrangement >> at & 1)) for at, city in enumerate(cities)]


def city_name(seat: int, city: int, is_turned: bool) -> Card | Message:
    return say("place.turned_city", card=card_name(seat, city)) if is_turned else card_name(seat, city)


def place_name(v: Any, seat: int, place: int) -> Message:
    """§9 A placement: the turn, the squares that it covers, and to which side of them the card reaches.

    With the turn, the squares and the side there is one such placement: a card three long that covers one line of
    squares can reach to either side of it, or to both.
    """
    covered = squares_covered(v, seat, place)
    turn = rules.turn_of(place)
    side = (
        _side([row for row, _ in covered], rules.row_of(place), rules.height(turn)),
        _side([col for _, col in covered], rules.col_of(place), rules.width(turn)),
    )
    row, col = covered[0]
    return say(
        "place.to_side" if any(side) else "place.on_it",
        turn=Label(f"turn.{turn}"),
        squares=_covered_names(v, seat, covered),
        row=row_name(v, seat, row),
        column=column_name(v, seat, col),
        side=Label(f"side.{SIDES[side]}") if any(side) else "",
    )


def squares_covered(v: Any, seat: int, place: int) -> list[tuple[int, int]]:
    """§10 The squares of the region under a card that is laid so, row by row."""
    turn, top, left = rules.turn_of(place), rules.row_of(place), rules.col_of(place)
    rows, cols = range(top, min(top + rules.height(turn), rules.ROWS)), range(left, left + rules.width(turn))
    return [(row, col) for row in rows for col in cols if col < rules.COLS and v.region[seat, row, col] >= 0]


def _side(covered: list[int], first: int, size: int) -> int:
    """To which side a card reaches further beyond what it covers: -1, 0 or 1."""
    before, behind = min(covered) - first, first + size - 1 - max(covered)
    return (behind > before) - (behind < before)


def _covered_names(v: Any, seat: int, covered: list[tuple[int, int]]) -> list[Message]:
    """What is covered, card by card."""
    icons: dict[int, list[Label | Message]] = {}
    for row, col in covered:
        card = rules.card_of(v.region[seat, row, col])
        icons.setdefault(card, []).append(icon_name(int(rules.icon_at(v, seat, row, col))))
    return [say("place.squares", icons=found, card=card_name(seat, card)) for card, found in icons.items()]
