"""Cards of any game, read as they are printed: what counts, what is greyed, and which cards cannot be used (§1 to §5).

A card is a mapping with `name`, `edges` (by place), `other` and `ignored`, as it stands in a record: `edges` and
`other` hold counted numbers only. A file of a user's own cards holds what is printed, and every card gets a verdict.
"""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from fairdeal.contract.options import Json
from fairdeal.errors import BadData
from fairdeal.games.battle.rules import CARDS, HIGHEST

PLACE_NAMES = ("TL", "T", "TR", "L", "R", "BL", "B", "BR")
PLACE_WORDS = {
    "TL": "in the top left corner",
    "T": "on the top side",
    "TR": "in the top right corner",
    "L": "on the left side",
    "R": "on the right side",
    "BL": "in the bottom left corner",
    "B": "on the bottom side",
    "BR": "in the bottom right corner",
}
ELSEWHERE = "among the other numbers"
CARD_KEYS = ("name", "edges", "other", "ignored")
COLUMNS = ("name", *PLACE_NAMES, "other")
LONGEST_NAME = 80
LONGEST_TEXT = 80
HUGE = 10**80  # JSON can write numbers that Python takes for infinite
MOST_NAMED = 20  # unusable cards in one sentence
MOST_LISTED = 200  # cards of a file; a box of them is sorted before it is read

Card = Mapping[str, Json]


class Unusable(Exception):
    """Why a card cannot be used."""


# --- numbers as printed ----------------------------------------------------------------------------------------------

WHOLE = r"-?(?:[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)"
DECIMAL = r"-?[0-9]*\.[0-9]+"
PLAIN = re.compile(f"{WHOLE}|{DECIMAL}")
MIXED = re.compile(r"(?:fraction )?([0-9]+) (?:[0-9]+/0*[1-9][0-9]*|[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])", re.IGNORECASE)
FRACTION = re.compile(r"fraction (-?[0-9]+/0*[1-9][0-9]*)", re.IGNORECASE)
GLYPH = re.compile(r"(?:fraction )?([0-9]*)[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]", re.IGNORECASE)
COLLECTOR = re.compile(r"(?:collector )?([0-9]+) (of [0-9]+)|collector ([0-9]+) ?(/ ?[0-9]+)", re.IGNORECASE)
COLLECTOR_ALONE = re.compile(r"collector ([0-9]+)", re.IGNORECASE)
PAIR = re.compile(r"[0-9].*/|/.*[0-9]|[0-9]+[^0-9]+[0-9]", re.DOTALL)


@dataclass(frozen=True)
class Printed:
    """What stands on one place: its number, if it has one, and what is greyed."""

    number: int | None
    greyed: tuple[str, ...] = ()


NOTHING = Printed(None)


def read_printed(text: str, where: str) -> Printed:
    """§2 §3 Read a number as it is printed; §4 raise Unusable for two of them."""
    text = " ".join(text.replace("−", "-").split())
    if not text:
        return NOTHING
    _require(len(text) <= LONGEST_TEXT, f"a text of more than {LONGEST_TEXT} letters {where} (§1)")
    if match := COLLECTOR.fullmatch(text):
        return judged(int(match[1] or match[3]), match[1] or match[3], match[2] or match[4].replace(" ", ""))
    if match := COLLECTOR_ALONE.fullmatch(text):
        return judged(int(match[1]), match[1])
    rounded = rounded_down(text)
    if rounded is not None:
        return judged(rounded, text)
    _require(not PAIR.search(text), f"two numbers {where} (§4)")
    return Printed(None, (text,))  # §3 X, *, +2 and words are not numbers


def rounded_down(text: str) -> int | None:
    """§3 Fractions and decimals are rounded down; None for what is no number."""
    if PLAIN.fullmatch(text):
        return math.floor(Fraction(text.replace(",", "")))
    if match := FRACTION.fullmatch(text):
        return math.floor(Fraction(match[1]))
    if match := MIXED.fullmatch(text) or GLYPH.fullmatch(text):
        return int(match[1] or 0)
    return None


def judged(number: int, text: str, *greyed: str) -> Printed:
    """§2 Only whole numbers from 0 to 10 count; all others are greyed."""
    if 0 <= number <= HIGHEST:
        return Printed(number, greyed)
    return Printed(None, (text, *greyed))


def read_place(value: Json, where: str) -> Printed:
    """§4 Read what stands on one place: a number, a text, or nothing. Raise Unusable."""
    if value is None:
        return NOTHING
    if isinstance(value, str):
        return read_printed(value, where)
    _require(not isinstance(value, list), f"two numbers {where} (§4)")
    good = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < HUGE
    _require(good, f"neither a number nor a text {where} (§1)")
    return judged(math.floor(value), str(value))


# --- one card --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    """What became of one card of a file: the card with its counted numbers, or the reason why it cannot be used."""

    number: int
    name: str
    card: Card | None
    reason: str = ""

    @property
    def is_usable(self) -> bool:
        return self.card is not None

    @property
    def points(self) -> int:
        """§11 What it is worth."""
        return 0 if self.card is None else worth(self.card)

    @property
    def text(self) -> str:
        """Say the verdict: `card 7, Dragon: two numbers in the top left corner (§4)`."""
        return f"{title(self.number, self.name)}: {self.reason or counted_text(self.card or {})}"


def title(number: int, name: str) -> str:
    """Name a card in a sentence."""
    return f"card {number}, {name}" if name else f"card {number}"


def worth(card: Card) -> int:
    """§11 The sum of all counted numbers, edge and other."""
    return sum(card["edges"].values()) + sum(card["other"])


def counted_text(card: Card) -> str:
    """Name the numbers of a card: `TL 2, B 0, other 10, 12 points; ignored 120, /102`."""
    parts = [f"{place} {number}" for place, number in card["edges"].items()]
    if card["other"]:
        parts.append(f"other {' '.join(map(str, card['other']))}")
    points = worth(card)
    parts.append(f"{points} point{'s' * (points != 1)}")
    return ", ".join(parts) + (f"; ignored {', '.join(card['ignored'])}" if card["ignored"] else "")


def judge(number: int, given: Json) -> Verdict:
    """§1 to §4 Judge one card of a file, in the form of a record or with texts as printed."""
    name = str(given.get("name", "")) if isinstance(given, Mapping) else ""
    try:
        return Verdict(number, name, read_card(given))
    except Unusable as reason:
        return Verdict(number, name if name.isprintable() and len(name) <= LONGEST_NAME else "", None, str(reason))


def read_card(given: Json) -> Card:
    """§1 Read a card. Raise Unusable."""
    _require(isinstance(given, Mapping), "it is no object with a name and edges (§1)")
    strange = [key for key in given if key not in CARD_KEYS]
    _require(not strange, f"it has the unknown key {', '.join(map(str, strange))}; known are {', '.join(CARD_KEYS)}")
    name, edges = given.get("name", ""), given.get("edges", {})
    other, ignored = given.get("other", []), given.get("ignored", [])
    _check_name(name)
    _require(isinstance(edges, Mapping), "its edges are no object of places (§1)")
    unknown = [place for place in edges if place not in PLACE_NAMES]
    _require(not unknown, f"there is no place {', '.join(map(repr, unknown))}; there are {', '.join(PLACE_NAMES)} (§1)")
    _require(isinstance(other, list), "its other numbers are no list (§1)")
    _check_ignored(ignored)
    on_edges = {place: read_place(edges.get(place), PLACE_WORDS[place]) for place in PLACE_NAMES}
    others = [read_place(value, ELSEWHERE) for value in other]
    card = {
        "name": name,
        "edges": {place: printed.number for place, printed in on_edges.items() if printed.number is not None},
        "other": [printed.number for printed in others if printed.number is not None],
        "ignored": [*ignored, *(text for printed in (*on_edges.values(), *others) for text in printed.greyed)],
    }
    _require(bool(card["edges"]), "no number from 0 to 10 on any side or corner (§4)")
    return card


def _check_name(name: Json) -> None:
    good = isinstance(name, str) and name.isprintable() and len(name) <= LONGEST_NAME
    _require(good, f"its name is no text of at most {LONGEST_NAME} letters (§1)")


def _check_ignored(ignored: Json) -> None:
    good = isinstance(ignored, list) and all(isinstance(text, str) and text.isprintable() for text in ignored)
    _require(good, "what it has ignored is no list of texts (§2)")


def _require(condition: bool, reason: str) -> None:
    if not condition:
        raise Unusable(reason)


# --- files -----------------------------------------------------------------------------------------------------------


def read_file(path: Path) -> list[Verdict]:
    """Read a file of a user's own cards, CSV or JSON by its suffix, and judge each of them. Raise BadData."""
    if path.suffix.lower() not in (".csv", ".json"):
        raise BadData(f"A deck of your own is a file named .csv or .json, and {path} is not.")
    try:
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise BadData(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadData(f"{path} is not UTF-8 text.") from None
    try:
        return read_csv(text) if path.suffix.lower() == ".csv" else read_json(text)
    except BadData as error:
        raise BadData(f"{path}: {error}") from None


def read_csv(text: str) -> list[Verdict]:
    """Judge the cards of a CSV text. Raise BadData."""
    try:
        rows = [row for row in csv.reader(io.StringIO(text), strict=True) if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise BadData(f"The file is not CSV: {error}.") from None
    header = [cell.strip() for cell in rows[0]] if rows else []
    if sorted(header) != sorted(COLUMNS):
        raise BadData(f"The first line names the columns {','.join(COLUMNS)}, separated by commas.")
    return judge_all([_csv_card(header, row) for row in rows[1:]])


def _csv_card(header: list[str], row: list[str]) -> Json:
    """Give a row the form of JSON; cells that are missing are empty, and those too many a list that is no place."""
    cells = dict(zip(header, row, strict=False))
    edges: dict[str, Json] = {place: cells.get(place) for place in PLACE_NAMES}
    if any(cell.strip() for cell in row[len(header) :]):
        edges["beyond the last column"] = row[len(header) :]
    return {"name": cells.get("name", "").strip(), "edges": edges, "other": cells.get("other", "").split(";")}


def read_json(text: str) -> list[Verdict]:
    """Judge the cards of a JSON text, a list of them. Raise BadData."""
    try:
        cards = json.loads(text, object_pairs_hook=_unrepeated, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise BadData(f"The file is not JSON: {error.msg} at line {error.lineno}, column {error.colno}.") from None
    except RecursionError:
        raise BadData("The file is nested too deeply.") from None
    except ValueError as error:
        raise BadData(f"The file is not JSON: {error}.") from None
    if not isinstance(cards, list):
        raise BadData("The file is no list of cards.")
    return judge_all(cards)


def _unrepeated(pairs: Sequence[tuple[str, Json]]) -> dict[str, Json]:
    """§4 JSON would silently keep the last of two numbers on one place."""
    table = dict(pairs)
    if len(table) < len(pairs):
        raise ValueError("one object has the same key twice")
    return table


def _no_number(word: str) -> Json:
    raise ValueError(f"{word} is no number")


def judge_all(cards: Sequence[Json]) -> list[Verdict]:
    """Judge cards, numbered from 1."""
    if len(cards) > MOST_LISTED:
        raise BadData(f"The file lists {len(cards)} cards; a deck is chosen from at most {MOST_LISTED}.")
    return [judge(number, card) for number, card in enumerate(cards, 1)]


# --- decks -----------------------------------------------------------------------------------------------------------


def usable_cards(verdicts: Sequence[Verdict]) -> list[Card]:
    """§5 Give the usable cards of a file, exactly twenty. Raise BadData, which names the unusable ones."""
    cards = [verdict.card for verdict in verdicts if verdict.card is not None]
    if len(cards) != CARDS:
        unusable = [verdict.text for verdict in verdicts if not verdict.is_usable]
        more = f"; and {len(unusable) - MOST_NAMED} more" if len(unusable) > MOST_NAMED else ""
        left_out = f" Unusable: {'; '.join(unusable[:MOST_NAMED])}{more}." if unusable else ""
        raise BadData(f"A deck is exactly {CARDS} cards (§5), and {len(cards)} here can be used.{left_out}")
    return cards


def judge_file(path: Path) -> tuple[list[str], str]:
    """Give a verdict on each card of a file, and why they make no deck; empty if they do. Raise BadData."""
    verdicts = read_file(path)
    lines = [verdict.text for verdict in verdicts]
    usable = sum(verdict.is_usable for verdict in verdicts)
    if usable != CARDS:
        return lines, f"A deck is exactly {CARDS} cards (§5), and {usable} here can be used."
    points = sum(verdict.points for verdict in verdicts)
    return [*lines, f"{CARDS} cards can be used, {points} points in all."], ""


def check_cards(cards: Json) -> list[Card]:
    """§1 to §5 Check the cards of a record and give them with their four keys. Raise Unusable."""
    _require(isinstance(cards, list), "the cards are no list (§5)")
    _require(len(cards) == CARDS, f"a deck is exactly {CARDS} cards, not {len(cards)} (§5)")
    return [check_card(number, card) for number, card in enumerate(cards, 1)]


def check_card(number: int, card: Json) -> Card:
    """§1 to §4 Check one card of a record: counted numbers only, all keys written."""
    place = f"card {number}"
    _require(isinstance(card, Mapping), f"{place} is no object (§1)")
    missing = [key for key in CARD_KEYS if key not in card]
    _require(not missing, f"{place} lacks {', '.join(missing)} (§1)")
    try:
        _check_name(card["name"])
        _check_ignored(card["ignored"])
    except Unusable as reason:
        raise Unusable(f"{place}: {reason}") from None
    place = title(number, card["name"])
    edges, other = card["edges"], card["other"]
    good = isinstance(edges, Mapping) and all(key in PLACE_NAMES and is_counted(n) for key, n in edges.items())
    _require(good, f"{place}: its edges are places with whole numbers from 0 to {HIGHEST} (§2)")
    _require(bool(edges), f"{place}: no number from 0 to 10 on any side or corner (§4)")
    good = isinstance(other, list) and all(map(is_counted, other))
    _require(good, f"{place}: its other numbers are a list of whole numbers from 0 to {HIGHEST} (§2)")
    return {"name": card["name"], "edges": dict(edges), "other": list(other), "ignored": list(card["ignored"])}


def is_counted(number: Any) -> bool:
    """§2 Tell whether a number counts; JSON's true is none."""
    return type(number) is int and 0 <= number <= HIGHEST
