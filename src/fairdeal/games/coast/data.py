"""Craft My Coast's data file: checked, and turned into the record that the rules read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fairdeal.engine.kernel import blank
from fairdeal.games.coast.rules import BLACK, BLANK, BOX, CARDS, CITIES, GREEN, ICONS, NEUTRAL, SQUARES, TALL, WIDE
from fairdeal.kit.data import FILE, Checks
from fairdeal.language.messages import Message, say
from fairdeal.language.voice import Voice

LETTERS = "FMSIPT"
BLANK_LETTER = "."
CARD_NAMES = tuple(f"C{n + 1}" if n < CITIES else f"T{n - CITIES + 1:02}" for n in range(CARDS))
LONGEST_NAME = 40  # of a card
SHADES = {"green": GREEN, "black": BLACK}
VOICE = Voice(Path(__file__).parent)
check = Checks(VOICE)


def read(document: Mapping[str, Any]) -> Any:
    """Check a document; §1 the cards, §2 the icons."""
    check.only_keys(document, ("icons", "cards"), FILE)
    box = blank(BOX)[0]
    for number, icon in enumerate(check.tables(document, "icons", ICONS)):
        box.shade[number] = _shade(icon, LETTERS[number])
    box.shade[BLANK] = NEUTRAL
    greens = box.shade.tolist().count(GREEN)
    check.require(greens == ICONS // 2, "data.greens", count=greens)
    for number, card in enumerate(check.tables(document, "cards", CARDS)):
        box.icon[number * SQUARES : (number + 1) * SQUARES] = _squares(card, CARD_NAMES[number])
    return box


def labels(document: Mapping[str, Any]) -> dict[str, str]:
    """Give the names of the icons, and those of the cards: what is on them, where the file calls them nothing else."""
    icons = {icon["letter"]: icon["name"] for icon in document["icons"]}
    names = {f"icon.{letter}": name for letter, name in icons.items()}
    for card in document["cards"]:
        shown = [icons[letter] for row in card["rows"] for letter in row.split(" ") if letter in icons]
        names[f"tile.{card['name']}"] = card.get("called") or ", ".join(shown)
    return names


def _shade(icon: Mapping[str, Any], letter: str) -> int:
    place = say("data.icon", letter=letter)
    check.only_keys(icon, ("letter", "name", "colour", "source"), place)
    check.require(icon["letter"] == letter, "data.icon_order", order=" ".join(LETTERS), letter=letter)
    name, colour = icon["name"], icon["colour"]
    good = isinstance(name, str) and 0 < len(name) <= 20 and name.isprintable()
    check.require(good, "data.name", place=place)
    check.require(isinstance(colour, str) and colour in SHADES, "data.shade", place=place, colour=colour)
    return SHADES[colour]


def _squares(card: Mapping[str, Any], name: str) -> list[int]:
    place = say("data.card", card=name)
    check.only_keys({"called": "", **card}, ("name", "called", "rows", "source"), place)
    called = card.get("called", "")
    good = isinstance(called, str) and len(called) <= LONGEST_NAME and called.isprintable()
    check.require(good, "data.called", place=place, most=LONGEST_NAME)
    check.require(card["name"] == name, "data.card_order", card=name)
    rows = card["rows"]
    good = isinstance(rows, list) and len(rows) == TALL and all(isinstance(row, str) for row in rows)
    check.require(good, "data.rows", place=place)
    return [_icon(letter, place) for row in rows for letter in _letters(row, place)]


def _letters(row: str, place: Message) -> list[str]:
    letters = row.split(" ")
    check.require(len(letters) == WIDE, "data.row", place=place, example="F .", row=row)
    return letters


def _icon(letter: str, place: Message) -> int:
    known = LETTERS + BLANK_LETTER
    good = len(letter) == 1 and letter in known
    check.require(good, "data.square", place=place, letter=letter, known=" ".join(known))
    return known.index(letter)
