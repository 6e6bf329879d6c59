"""Card Game Traders' rulebook has every paragraph that code and tests cite."""

from __future__ import annotations

import re

from fairdeal.games.traders import GAME, data

TEXT = GAME.rulebook()


def test_every_paragraph_is_there_once_and_in_order() -> None:
    assert re.findall(r"^\*\*§(\d+)\*\*", TEXT, re.MULTILINE) == [str(number) for number in range(1, 24)]


def test_every_paragraph_that_is_cited_is_there() -> None:
    for name in ("rules.py", "abilities.py", "data.py", "texts.py", "names.py", "words.py", "reasons.py", "en.toml"):
        cited = re.findall(r"§(\d+)", (GAME.folder / name).read_text("utf-8"))
        assert {int(number) for number in cited} <= set(range(1, 24))


def test_the_tables_are_those_of_the_data_file() -> None:
    for kind in GAME.own_data["kinds"]:
        row = f"| {kind['number']} | {kind['name']} | {kind['quantity']} | {kind['quantity'] - 1} |"
        assert row in TEXT
    for ability in GAME.own_data["abilities"]:
        slots = ability["slots"]
        assert slots == list(range(slots[0], slots[-1] + 1))
        assert re.search(
            rf"^\| {ability['card']} \| {ability['family']} \| .* \| {slots[0]}-{slots[-1]} \|$", TEXT, re.M
        )


def test_the_makers_are_named() -> None:
    for name in GAME.said(GAME.credit).split(", "):
        assert name in TEXT


def test_the_row_given_as_an_example_is_a_row() -> None:
    [row] = set(re.findall(r"`(V1a,[^`]*)`", TEXT))
    assert not data.Row("abilities").fault(row)
