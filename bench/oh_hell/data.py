"""Oh Hell's data file: checked, and turned into the record that the rules read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bench.oh_hell.rules import BOX, SUITS
from fairdeal.engine.kernel import blank
from fairdeal.kit.data import FILE, Checks
from fairdeal.language.messages import say
from fairdeal.language.voice import Voice

VOICE = Voice(Path(__file__).parent)
check = Checks(VOICE)
LETTERS = "CDSH"
RANK_LETTERS = "23456789TJQKA"


def read(document: Mapping[str, Any]) -> Any:
    """Check a document; §1 the suits, §6 the points."""
    check.only_keys(document, ("suits", "points"), FILE)
    _check_suits(document)
    points = document["points"]
    check.require(isinstance(points, Mapping), "data.needs_points")
    check.only_keys(points, ("trick", "bonus"), say("data.points"))
    box = blank(BOX)[0]
    box.trick_points = _whole(points, "trick")
    box.bonus = _whole(points, "bonus")
    return box


def labels(document: Mapping[str, Any]) -> dict[str, str]:
    """Give the names of the suits."""
    return {f"suit.{suit['letter']}": suit["name"] for suit in document["suits"]}


def _check_suits(document: Mapping[str, Any]) -> None:
    for suit, letter in zip(check.tables(document, "suits", SUITS), LETTERS, strict=True):
        place = say("data.suit", letter=letter)
        check.only_keys(suit, ("letter", "name"), place)
        check.require(suit["letter"] == letter, "data.suit_order", order=" ".join(LETTERS), letter=letter)
        good = isinstance(suit["name"], str) and 0 < len(suit["name"]) <= 20 and suit["name"].isprintable()
        check.require(good, "data.word", place=place)


def _whole(points: Mapping[str, Any], key: str) -> int:
    value = points[key]
    check.require(type(value) is int and 0 <= value <= 100, "data.whole", key=key, value=value)
    return int(value)
