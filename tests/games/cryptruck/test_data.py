"""Cryptruck's data file."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from fairdeal.errors import BadData
from fairdeal.games.cryptruck import GAME, rules, words
from tests.games.cryptruck.deals import card_texts, carry_out


def changed(*path: Any, value: Any) -> dict[str, Any]:
    """The game's own document with one thing changed."""
    document: dict[str, Any] = copy.deepcopy(dict(GAME.own_data))
    *way, last = path
    place: Any = document
    for step in way:
        place = place[step]
    place[last] = value
    return document


def test_a_users_own_white_numbers_are_played() -> None:
    s = GAME.setting(2, data=changed("colours", 5, "numbers", value=[0, 6])).new_state()
    carry_out(s, "start 0")
    assert card_texts(rules.deck(s))[-2:] == ["W0", "W6"]
    carry_out(s, "deal Y0 Y1 Y2 Y3 Y4 Y5 B0 B1 B2 B3 B4 B5 W0 W6")
    assert s.turned == words.card("W0")


def test_a_users_own_blocks_count() -> None:
    s = GAME.setting(2, data=changed("blocks", "numbers", value=[1, 2])).new_state()
    blocks = ["Y1", "Y2", "B1", "B2", "R1", "R2", "P1", "P2", "G1", "G2", "W2"]
    assert card_texts(s.box.blocks) == blocks


def test_a_users_own_names_are_spoken() -> None:
    labels = GAME.setting(2, data=changed("colours", 2, "stock", value="Rouge")).catalogue().labels
    assert (labels["stock.R"], labels["name.R"], labels["ticker.R"]) == ("Rouge", "red", "BDA")


def test_the_house_names_are_those_of_the_page() -> None:
    labels = GAME.setting(2).catalogue().labels
    assert [labels[f"ticker.{letter}"] for letter in "YBRPGW"] == ["DTC", "XTP", "BDA", "ELI", "USDN", "IFT"]


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ({}, "The data file lacks colours, blocks."),
        (changed("extra", value=1), "The data file has the unknown key extra; known are colours, blocks."),
        (changed("colours", value=[]), "The data file needs 6 tables [[colours]]."),
        (changed("colours", value=[1] * 6), "The data file needs 6 tables [[colours]]."),
        (changed("colours", 0, "letter", value="B"), "The colours stand in the order Y B R P G W; Y is missing."),
        (changed("colours", 3, "name", value=""), "Colour P needs name: a text of at most 20 letters."),
        (changed("colours", 3, "stock", value=4), "Colour P needs stock: a text of at most 20 letters."),
        (changed("colours", 3, "ticker", value="A" * 21), "Colour P needs ticker: a text of at most 20 letters."),
        (
            changed("colours", 3, "hue", value=4),
            "Colour P has the unknown key hue; known are letter, name, stock, ticker, numbers, source.",
        ),
        (
            changed("colours", 1, "source", value=""),
            "Colour B needs source: a text that says where its contents come from.",
        ),
        (changed("colours", 0, "numbers", value=[1, 2]), "Colour Y has 6 cards (§1), not 2."),
        (changed("colours", 5, "numbers", value=[2]), "Colour W has 2 cards (§1), not 1."),
        (changed("colours", 5, "numbers", value=[2, 2]), "Colour W has a number twice: [2, 2]."),
        (
            changed("colours", 5, "numbers", value=[2, 10]),
            "Colour W needs numbers: a list of whole numbers from 0 to 9, not [2, 10].",
        ),
        (
            changed("colours", 5, "numbers", value=[2, True]),
            "Colour W needs numbers: a list of whole numbers from 0 to 9, not [2, True].",
        ),
        (
            changed("blocks", "numbers", value="345"),
            "The table of blocks needs numbers: a list of whole numbers from 0 to 9, not '345'.",
        ),
        (changed("blocks", "numbers", value=[]), "At least one number shows a block (§3)."),
        (changed("blocks", value=[3, 4, 5]), "The data file needs a table [blocks]."),
        (changed("blocks", value={}), "The table of blocks lacks numbers, source."),
        (
            changed("blocks", "source", value=1),
            "The table of blocks needs source: a text that says where its contents come from.",
        ),
    ],
)
def test_a_wrong_data_file_is_refused_in_one_sentence(document: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadData) as refusal:
        GAME.setting(4, data=document)
    assert str(refusal.value) == sentence
