"""Craft My Coast's data file: checked, and turned into the record that the rules read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairdeal.engine.kernel import blank
from fairdeal.games.coast.rules import BLACK, BLANK, BOX, CARDS, CITIES, GREEN, ICONS, NEUTRAL, SQUARES, TALL, WIDE
from fairdeal.kit.data import only_keys, require, tables_of

LETTERS = "FMSIPT"
BLANK_LETTER = "."
CARD_NAMES = tuple(f"C{n + 1}" if n < CITIES else f"T{n - CITIES + 1:02}" for n in range(CARDS))
SHADES = {"green": GREEN, "black": BLACK}


def read(document: Mapping[str, Any]) -> Any:
    """Check a document; §1 the cards, §2 the icons."""
    only_keys(document, ("icons", "cards"), "The data file")
    box = blank(BOX)[0]
    for number, icon in enumerate(tables_of(document, "icons", ICONS)):
        box.shade[number] = _shade(icon, LETTERS[number])
    box.shade[BLANK] = NEUTRAL
    greens = box.shade.tolist().count(GREEN)
    require(greens == ICONS // 2, f"Three icons are green and three black (§2), but {greens} are green.")
    for number, card in enumerate(tables_of(document, "cards", CARDS)):
        box.icon[number * SQUARES : (number + 1) * SQUARES] = _squares(card, CARD_NAMES[number])
    return box


def labels(document: Mapping[str, Any]) -> dict[str, str]:
    """Give the names of the icons."""
    return {f"icon.{icon['letter']}": icon["name"] for icon in document["icons"]}


def _shade(icon: Mapping[str, Any], letter: str) -> int:
    place = f"Icon {letter}"
    only_keys(icon, ("letter", "name", "colour", "source"), place)
    require(icon["letter"] == letter, f"The icons stand in the order {' '.join(LETTERS)}; {letter} is missing.")
    name, colour = icon["name"], icon["colour"]
    good = isinstance(name, str) and 0 < len(name) <= 20 and name.isprintable()
    require(good, f"{place} needs a name of at most 20 letters.")
    require(isinstance(colour, str) and colour in SHADES, f"{place} is green or black (§2), not {colour!r}.")
    return SHADES[colour]


def _squares(card: Mapping[str, Any], name: str) -> list[int]:
    place = f"Card {name}"
    only_keys(card, ("name", "rows", "source"), place)
    right = "the cities C1 to C3, then the territories T01 to T15 (§1)"
    require(card["name"] == name, f"The cards are {right}; {name} is missing.")
    rows = card["rows"]
    good = isinstance(rows, list) and len(rows) == TALL and all(isinstance(row, str) for row in rows)
    require(good, f"{place} has three rows (§1).")
    return [_icon(letter, place) for row in rows for letter in _letters(row, place)]


def _letters(row: str, place: str) -> list[str]:
    letters = row.split(" ")
    require(len(letters) == WIDE, f"{place} has two squares in a row (§1), as 'F .', not {row!r}.")
    return letters


def _icon(letter: str, place: str) -> int:
    known = LETTERS + BLANK_LETTER
    require(
        len(letter) == 1 and letter in known, f"{place} shows {letter!r}; a square is one of {' '.join(known)} (§2)."
    )
    return known.index(letter)
