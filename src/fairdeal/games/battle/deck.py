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
from fairdeal.language.messages import Message, joined, say
from fairdeal.language.voice import Voice

VOICE = Voice(Path(__file__).parent)
PLACE_NAMES = ("TL", "T", "TR", "L", "R", "BL", "B", "BR")
ELSEWHERE = say("deck.where.elsewhere")
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

    def __init__(self, reason: Message) -> None:
        super().__init__(VOICE.said(reason, "en"))
        self.reason = reason


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


def read_printed(text: str, where: Message) -> Printed:
    """§2 §3 Read a number as it is printed; §4 raise Unusable for two of them."""
    text = " ".join(text.replace("−", "-").split())
    if not text:
        return NOTHING
    _require(len(text) <= LONGEST_TEXT, "deck.long_text", most=LONGEST_TEXT, where=where)
    if match := COLLECTOR.fullmatch(text):
        return judged(int(match[1] or match[3]), match[1] or match[3], match[2] or match[4].replace(" ", ""))
    if match := COLLECTOR_ALONE.fullmatch(text):
        return judged(int(match[1]), match[1])
    rounded = rounded_down(text)
    if rounded is not None:
        return judged(rounded, text)
    _require(not PAIR.search(text), "deck.two_numbers", where=where)
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


def read_place(value: Json, where: Message) -> Printed:
    """§4 Read what stands on one place: a number, a text, or nothing. Raise Unusable."""
    if value is None:
        return NOTHING
    if isinstance(value, str):
        return read_printed(value, where)
    _require(not isinstance(value, list), "deck.two_numbers", where=where)
    good = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < HUGE
    _require(good, "deck.no_number", where=where)
    return judged(math.floor(value), str(value))


# --- one card --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CardVerdict:
    """What became of one card of a file: the card with its counted numbers, or the reason why it cannot be used."""

    number: int
    name: str
    card: Card | None
    reason: Message | None = None

    @property
    def is_usable(self) -> bool:
        return self.card is not None

    @property
    def points(self) -> int:
        """§11 What it is worth."""
        return 0 if self.card is None else worth(self.card)

    @property
    def message(self) -> Message:
        """Say the verdict: `card 7, Dragon: two numbers in the top left corner (§4)`."""
        reason = counted(self.card) if self.card is not None else self.reason
        return say("deck.of_card", card=title(self.number, self.name), reason=reason)


def title(number: int, name: str) -> Message:
    """Name a card in a sentence."""
    return say("deck.named_card", number=number, name=name) if name else say("deck.card", number=number)


def worth(card: Card) -> int:
    """§11 The sum of all counted numbers, edge and other."""
    return sum(card["edges"].values()) + sum(card["other"])


def counted(card: Card) -> Message:
    """Name the numbers of a card: `TL 2, B 0, other 10, 12 points; ignored 120, /102`."""
    parts = [say("deck.edge", place=place, number=number) for place, number in card["edges"].items()]
    if card["other"]:
        parts.append(say("deck.other", numbers=" ".join(map(str, card["other"]))))
    parts.append(say("count.points", count=worth(card)))
    return (
        say("deck.ignored", parts=parts, texts=card["ignored"]) if card["ignored"] else say("deck.counted", parts=parts)
    )


def judge(number: int, given: Json) -> CardVerdict:
    """§1 to §4 Judge one card of a file, in the form of a record or with texts as printed."""
    name = str(given.get("name", "")) if isinstance(given, Mapping) else ""
    try:
        return CardVerdict(number, name, read_card(given))
    except Unusable as unusable:
        is_fit = name.isprintable() and len(name) <= LONGEST_NAME
        return CardVerdict(number, name if is_fit else "", None, unusable.reason)


def read_card(given: Json) -> Card:
    """§1 Read a card. Raise Unusable."""
    _require(isinstance(given, Mapping), "deck.no_object")
    strange = [key for key in given if key not in CARD_KEYS]
    _require(not strange, "deck.unknown_key", keys=strange, known=CARD_KEYS)
    name, edges = given.get("name", ""), given.get("edges", {})
    other, ignored = given.get("other", []), given.get("ignored", [])
    _check_name(name)
    _require(isinstance(edges, Mapping), "deck.no_edges")
    unknown = [place for place in edges if place not in PLACE_NAMES]
    _require(not unknown, "deck.no_place", given=[repr(place) for place in unknown], places=PLACE_NAMES)
    _require(isinstance(other, list), "deck.no_list")
    _check_ignored(ignored)
    on_edges = {place: read_place(edges.get(place), say(f"deck.where.{place}")) for place in PLACE_NAMES}
    others = [read_place(value, ELSEWHERE) for value in other]
    card = {
        "name": name,
        "edges": {place: printed.number for place, printed in on_edges.items() if printed.number is not None},
        "other": [printed.number for printed in others if printed.number is not None],
        "ignored": [*ignored, *(text for printed in (*on_edges.values(), *others) for text in printed.greyed)],
    }
    _require(bool(card["edges"]), "deck.no_edge")
    return card


def _check_name(name: Json) -> None:
    good = isinstance(name, str) and name.isprintable() and len(name) <= LONGEST_NAME
    _require(good, "deck.name", most=LONGEST_NAME)


def _check_ignored(ignored: Json) -> None:
    good = isinstance(ignored, list) and all(isinstance(text, str) and text.isprintable() for text in ignored)
    _require(good, "deck.no_texts")


def _require(condition: bool, key: str, **arguments: Any) -> None:
    if not condition:
        raise Unusable(say(key, **arguments))


# --- files -----------------------------------------------------------------------------------------------------------


def read_file(path: Path) -> list[CardVerdict]:
    """Read a file of a user's own cards, CSV or JSON by its suffix, and judge each of them. Raise BadData."""
    if path.suffix.lower() not in (".csv", ".json"):
        raise _bad_file("suffix", path=path)
    try:
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise _bad_file("unreadable", path=path, reason=error.strerror) from None
    except UnicodeDecodeError:
        raise _bad_file("no_text", path=path) from None
    try:
        return read_csv(text) if path.suffix.lower() == ".csv" else read_json(text)
    except BadData as error:
        raise _bad_file("inside", path=path, reason=error) from None


def _bad_file(key: str, **arguments: Any) -> BadData:
    return BadData(say(f"deck.file.{key}", **arguments), VOICE)


def read_csv(text: str) -> list[CardVerdict]:
    """Judge the cards of a CSV text. Raise BadData."""
    try:
        rows = [row for row in csv.reader(io.StringIO(text), strict=True) if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise _bad_file("no_csv", reason=str(error)) from None
    header = [cell.strip() for cell in rows[0]] if rows else []
    if sorted(header) != sorted(COLUMNS):
        raise _bad_file("columns", columns=",".join(COLUMNS))
    return judge_all([_csv_card(header, row) for row in rows[1:]])


def _csv_card(header: list[str], row: list[str]) -> Json:
    """Give a row the form of JSON; cells that are missing are empty, and those too many a list that is no place."""
    cells = dict(zip(header, row, strict=False))
    edges: dict[str, Json] = {place: cells.get(place) for place in PLACE_NAMES}
    if any(cell.strip() for cell in row[len(header) :]):
        edges["beyond the last column"] = row[len(header) :]
    return {"name": cells.get("name", "").strip(), "edges": edges, "other": cells.get("other", "").split(";")}


def read_json(text: str) -> list[CardVerdict]:
    """Judge the cards of a JSON text, a list of them. Raise BadData."""
    try:
        cards = json.loads(text, object_pairs_hook=_unrepeated, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        place = {"line": error.lineno, "column": error.colno}
        raise _bad_file("no_json_at", reason=error.msg, **place) from None
    except RecursionError:
        raise _bad_file("too_deep") from None
    except ValueError as error:
        raise _bad_file("no_json", reason=str(error)) from None
    if not isinstance(cards, list):
        raise _bad_file("no_list")
    return judge_all(cards)


def _unrepeated(pairs: Sequence[tuple[str, Json]]) -> dict[str, Json]:
    """§4 JSON would silently keep the last of two numbers on one place."""
    table = dict(pairs)
    if len(table) < len(pairs):
        raise ValueError("one object has the same key twice")
    return table


def _no_number(word: str) -> Json:
    raise ValueError(f"{word} is no number")


def judge_all(cards: Sequence[Json]) -> list[CardVerdict]:
    """Judge cards, numbered from 1."""
    if len(cards) > MOST_LISTED:
        raise _bad_file("too_long", count=len(cards), most=MOST_LISTED)
    return [judge(number, card) for number, card in enumerate(cards, 1)]


# --- decks -----------------------------------------------------------------------------------------------------------


UNUSABLE = "unusable"  # of a deck that was read from a file: why some of its cards are left out


def usable_cards(verdicts: Sequence[CardVerdict]) -> dict[str, Json]:
    """Give the usable cards of a file and, unless they make our own deck, why the others cannot be used."""
    cards = [verdict.card for verdict in verdicts if verdict.card is not None]
    if len(cards) == CARDS:
        return {"cards": cards}
    return {"cards": cards, UNUSABLE: [verdict.message for verdict in verdicts if not verdict.is_usable]}


def wrong_number(size: int, usable: int, unusable: Sequence[Message]) -> Message:
    """§5 Say how many cards can be used, and which cannot."""
    sentence = say("deck.wrong_number", cards=size, count=usable)
    if not unusable:
        return sentence
    named = joined("hint.reasons", unusable[:MOST_NAMED])
    more = len(unusable) - MOST_NAMED
    key = "deck.unusable_and_more" if more > 0 else "deck.unusable"
    return say(key, sentence=sentence, cards=named, count=more)


def judge_file(path: Path, size: int) -> tuple[list[Message], Message | None]:
    """Give a verdict on each card of a file, and why they make no deck; None if they do. Raise BadData."""
    verdicts = read_file(path)
    lines = [verdict.message for verdict in verdicts]
    usable = sum(verdict.is_usable for verdict in verdicts)
    if usable != size:
        return lines, wrong_number(size, usable, ())
    points = sum(verdict.points for verdict in verdicts)
    return [*lines, say("deck.usable", cards=size, count=points)], None


def check_cards(cards: Json, size: int) -> list[Card]:
    """§1 to §5 Check the cards of a record and give them with their four keys. Raise Unusable."""
    _require(isinstance(cards, list), "deck.no_card_list")
    _require(len(cards) == size, "deck.other_number", cards=size, count=len(cards))
    return [check_card(number, card) for number, card in enumerate(cards, 1)]


def check_card(number: int, card: Json) -> Card:
    """§1 to §4 Check one card of a record: counted numbers only, all keys written."""
    place = title(number, "")
    _require(isinstance(card, Mapping), "deck.card_no_object", card=place)
    missing = [key for key in CARD_KEYS if key not in card]
    _require(not missing, "deck.lacks", card=place, keys=missing)
    try:
        _check_name(card["name"])
        _check_ignored(card["ignored"])
    except Unusable as unusable:
        raise Unusable(say("deck.of_card", card=place, reason=unusable.reason)) from None
    place = title(number, card["name"])
    edges, other = card["edges"], card["other"]
    good = isinstance(edges, Mapping) and all(key in PLACE_NAMES and is_counted(n) for key, n in edges.items())
    _require(good, "deck.of_card", card=place, reason=say("deck.bad_edges", highest=HIGHEST))
    _require(bool(edges), "deck.of_card", card=place, reason=say("deck.no_edge"))
    good = isinstance(other, list) and all(map(is_counted, other))
    _require(good, "deck.of_card", card=place, reason=say("deck.bad_others", highest=HIGHEST))
    return {"name": card["name"], "edges": dict(edges), "other": list(other), "ignored": list(card["ignored"])}


def is_counted(number: Any) -> bool:
    """§2 Tell whether a number counts; JSON's true is none."""
    return type(number) is int and 0 <= number <= HIGHEST
