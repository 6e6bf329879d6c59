"""Oh Hell's data file: checked, and turned into the record that the rules read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bench.oh_hell.rules import BOX, SUITS
from fairdeal.engine.kernel import blank
from fairdeal.kit.data import only_keys, require

LETTERS = "CDSH"
RANK_LETTERS = "23456789TJQKA"


def read(document: Mapping[str, Any]) -> Any:
    """Check a document; §1 the suits, §6 the points."""
    only_keys(document, ("suits", "points"), "The data file")
    _check_suits(document["suits"])
    points = document["points"]
    require(isinstance(points, Mapping), "The data file needs a table [points].")
    only_keys(points, ("trick", "bonus"), "Table points")
    box = blank(BOX)[0]
    box.trick_points = _whole(points, "trick")
    box.bonus = _whole(points, "bonus")
    return box


def labels(document: Mapping[str, Any]) -> dict[str, str]:
    """Give the names of the suits."""
    return {f"suit.{suit['letter']}": suit["name"] for suit in document["suits"]}


def _check_suits(suits: Any) -> None:
    good = isinstance(suits, list) and len(suits) == SUITS and all(isinstance(suit, Mapping) for suit in suits)
    require(good, f"The data file needs {SUITS} tables [[suits]].")
    for suit, letter in zip(suits, LETTERS, strict=True):
        only_keys(suit, ("letter", "name"), f"Suit {letter}")
        require(suit["letter"] == letter, f"The suits stand in the order {' '.join(LETTERS)}; {letter} is missing.")
        good = isinstance(suit["name"], str) and 0 < len(suit["name"]) <= 20 and suit["name"].isprintable()
        require(good, f"Suit {letter} needs name: a word of at most 20 letters.")


def _whole(points: Mapping[str, Any], key: str) -> int:
    value = points[key]
    require(
        type(value) is int and 0 <= value <= 100,
        f"Points for {key} are a whole number from 0 to 100, not {value!r}.",
    )
    return int(value)
