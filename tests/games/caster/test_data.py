"""CASTER's data file."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from fairdeal.errors import BadData
from fairdeal.games.caster import GAME


def changed(*path: Any, value: Any) -> dict[str, Any]:
    """The game's own document with one thing changed."""
    document: dict[str, Any] = copy.deepcopy(dict(GAME.own_data))
    *way, last = path
    place: Any = document
    for step in way:
        place = place[step]
    place[last] = value
    return document


def test_a_users_own_ring_is_played() -> None:
    document = copy.deepcopy(dict(GAME.own_data))
    for colour, trump in zip(document["colours"], "YEGRB", strict=True):
        colour["trump"] = trump
    s = GAME.setting(4, data=document).new_state()
    assert s.box.trump.tolist() == [2, 3, 4, 0, 1]


def test_a_users_own_names_are_spoken() -> None:
    document = changed("colours", 2, "name", value="orange")
    assert GAME.setting(4, data=document).catalogue().labels["colour.Y"] == "orange"


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ({}, "The data file lacks colours, seats."),
        (changed("extra", value=1), "The data file has the unknown key extra; known are colours, seats."),
        (changed("colours", value=[]), "The data file needs 5 tables [[colours]]."),
        (changed("seats", value=7), "The data file needs 3 tables [[seats]]."),
        (changed("colours", value=[1, 2, 3, 4, 5]), "The data file needs 5 tables [[colours]]."),
        (changed("colours", 0, "letter", value="B"), "The colours stand in the order R B Y E G; R is missing."),
        (changed("colours", 0, "trump", value="R"), "Colour R cannot be its own trump (§2)."),
        (changed("colours", 0, "trump", value="Q"), "Colour R has no trump 'Q'."),
        (changed("colours", 0, "trump", value=3), "Colour R has no trump 3."),
        (changed("colours", 0, "trump", value="Y"), "Each colour is the trump of exactly one other (§2)."),
        (changed("colours", 3, "name", value=""), "Colour E needs name: a word of at most 20 letters."),
        (changed("colours", 3, "attribute", value=4), "Colour E needs attribute: a word of at most 20 letters."),
        (
            changed("colours", 3, "hue", value=4),
            "Colour E has the unknown key hue; known are letter, name, attribute, trump, source.",
        ),
        (changed("seats", 0, "count", value=4), "Table 1 of seats is for 3 seats, not 4."),
        (changed("seats", 0, "highest", value=9), "3 seats need 45 cards (§3), but a highest value of 9 makes 50."),
        (changed("seats", 1, "highest", value=99), "For 4 seats highest is a whole number from 0 to 14, not 99."),
        (changed("seats", 2, "limit", value=True), "For 5 seats limit is a whole number from 0 to 15, not True."),
    ],
)
def test_a_wrong_data_file_is_refused_in_one_sentence(document: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadData) as refusal:
        GAME.setting(4, data=document)
    assert str(refusal.value) == sentence
