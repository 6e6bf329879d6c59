"""Craft My Coast's data file."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from fairdeal.errors import BadData, BadOption, BadSeats
from fairdeal.games.coast import GAME, words


def changed(*path: Any, value: Any) -> dict[str, Any]:
    """The game's own document with one thing changed."""
    document: dict[str, Any] = copy.deepcopy(dict(GAME.own_data))
    *way, last = path
    place: Any = document
    for step in way:
        place = place[step]
    place[last] = value
    return document


def test_a_users_own_layouts_are_played() -> None:
    s = GAME.setting(1, data=changed("cards", 3, "rows", value=["F F", ". T", "S S"])).new_state()
    assert words.layout(s, 3) == "F F / . T / S S"


def test_a_users_own_names_and_colours_of_icons_are_taken() -> None:
    document = changed("icons", 0, "colour", value="black")
    document["icons"][5].update(colour="green", name="cycle path")
    setting = GAME.setting(1, data=document)
    assert setting.new_state().box.shade.tolist() == [-1, 1, 1, -1, -1, 1, 0]
    assert setting.catalogue().labels["icon.T"] == "cycle path"


def test_all_card_data_is_marked_by_its_source() -> None:
    tables = [*GAME.own_data["icons"], *GAME.own_data["cards"]]
    assert {table["source"] for table in tables} == {"reconstructed"}


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ({}, "The data file lacks icons, cards."),
        (changed("extra", value=1), "The data file has the unknown key extra; known are icons, cards."),
        (changed("icons", value=[]), "The data file needs 6 tables [[icons]]."),
        (changed("cards", value="C1"), "The data file needs 18 tables [[cards]]."),
        (changed("cards", value=[1] * 18), "The data file needs 18 tables [[cards]]."),
        (changed("icons", 1, "letter", value="F"), "The icons stand in the order F M S I P T; M is missing."),
        (changed("icons", 1, "name", value=""), "Icon M needs a name of at most 20 letters."),
        (changed("icons", 1, "name", value=7), "Icon M needs a name of at most 20 letters."),
        (changed("icons", 1, "name", value="x\n"), "Icon M needs a name of at most 20 letters."),
        (changed("icons", 1, "colour", value="red"), "Icon M is green or black (§2), not 'red'."),
        (changed("icons", 1, "colour", value=[]), "Icon M is green or black (§2), not []."),
        (
            changed("icons", 1, "colour", value="black"),
            "Three icons are green and three black (§2), but 2 are green.",
        ),
        (
            changed("icons", 1, "hue", value=1),
            "Icon M has the unknown key hue; known are letter, name, colour, source.",
        ),
        (
            changed("cards", 3, "name", value="T02"),
            "The cards are the cities C1 to C3, then the territories T01 to T15 (§1); T01 is missing.",
        ),
        (changed("cards", 0, "rows", value=["I T", ". P"]), "Card C1 has three rows (§1)."),
        (changed("cards", 0, "rows", value="I T"), "Card C1 has three rows (§1)."),
        (changed("cards", 0, "rows", value=["I T", ". P", 3]), "Card C1 has three rows (§1)."),
        (
            changed("cards", 0, "rows", value=["I T", ". P T", "T ."]),
            "Card C1 has two squares in a row (§1), as 'F .', not '. P T'.",
        ),
        (
            changed("cards", 0, "rows", value=["I T", ". X", "T ."]),
            "Card C1 shows 'X'; a square is one of F M S I P T . (§2).",
        ),
        (
            changed("cards", 0, "rows", value=["I T", ". ", "T ."]),
            "Card C1 shows ''; a square is one of F M S I P T . (§2).",
        ),
    ],
)
def test_a_wrong_data_file_is_refused_in_one_sentence(document: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadData) as refusal:
        GAME.setting(1, data=document)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    "options",
    [
        {"end_on": "never"},
        {"time_limit": 3601},
        {"time_limit": -1},
        {"countdown": 61},
        {"countdown": 2.5},
        {"trade": 1},
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        GAME.setting(1, options)


def test_one_to_six_play() -> None:
    assert [GAME.setting(seats).seats for seats in GAME.seat_counts] == [1, 2, 3, 4, 5, 6]
    with pytest.raises(BadSeats):
        GAME.setting(7)
    assert GAME.setting().options == {"end_on": "draw", "time_limit": 0, "countdown": 3}
