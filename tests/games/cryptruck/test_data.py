"""Cryptruck's data file."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.contract.game import new_view
from fairdeal.engine.plain import plain
from fairdeal.errors import BadData
from fairdeal.games.cryptruck import GAME, about, rules, words
from fairdeal.games.cryptruck.subject import census
from fairdeal.laws.subject import changed
from tests.games.cryptruck.deals import card_texts, carry_out, said
from tests.games.varied import play_to_the_end


def with_value(way: str, value: Any) -> dict[str, Any]:
    """The game's own document with one thing changed."""
    return changed(GAME.own_data, {way: value})


def test_a_users_own_white_numbers_are_played() -> None:
    s = GAME.setting(2, data=with_value("colours.5.numbers", [0, 6])).new_state()
    carry_out(s, "start 0")
    assert card_texts(rules.deck(s))[-2:] == ["W0", "W6"]
    carry_out(s, "deal Y0 Y1 Y2 Y3 Y4 Y5 B0 B1 B2 B3 B4 B5 W0 W6")
    assert s.turned == words.CARDS_OF.numbers["W0"]


def test_a_users_own_blocks_count() -> None:
    s = GAME.setting(2, data=with_value("blocks.numbers", [1, 2])).new_state()
    blocks = ["Y1", "Y2", "B1", "B2", "R1", "R2", "P1", "P2", "G1", "G2", "W2"]
    assert card_texts(s.box.blocks) == blocks


def test_a_users_own_names_are_spoken() -> None:
    labels = GAME.setting(2, data=with_value("colours.2.stock", "Rouge")).catalogue().labels
    assert (labels["stock.R"], labels["suit.R"], labels["ticker.R"]) == ("Rouge", "red", "BDA")


def test_the_house_names_are_those_of_the_page() -> None:
    labels = GAME.setting(2).catalogue().labels
    assert [labels[f"ticker.{letter}"] for letter in "YBRPGW"] == ["DTC", "XTP", "BDA", "ELI", "USDN", "IFT"]


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ({}, "In the data file: the keys colours, blocks are missing."),
        (with_value("extra", 1), "In the data file: the key extra is unknown; known are colours, blocks."),
        (
            with_value("colours", [1] * 3),
            "In the data file: colours must be a list of 6 tables, not [1, 1, 1].",
        ),
        (
            with_value("colours.0.letter", "B"),
            'In table 1 of [[colours]] (letter B): letter must be "Y", '
            "since the tables stand in the order Y, B, R, P, G, W.",
        ),
        (
            with_value("colours.3.stock", 4),
            "In table 4 of [[colours]] (letter P): stock must be a text of 1 to 20 letters, not 4.",
        ),
        (
            with_value("colours.0.numbers", [1, 2]),
            "In table 1 of [[colours]] (letter Y): a colour has 6 cards (§1), but numbers has 2 entries.",
        ),
        (
            with_value("colours.5.numbers", [1, 2, 3, 4, 5]),
            "In table 6 of [[colours]] (letter W): there are 1 to 4 white cards (§1), but numbers has 5 entries.",
        ),
        (with_value("colours.5.numbers", [2, 2]), "In table 6 of [[colours]] (letter W): numbers has 2 twice."),
        (
            with_value("colours.5.numbers", [2, 10]),
            "In table 6 of [[colours]] (letter W): entry 2 of numbers must be a whole number from 0 to 9, not 10.",
        ),
        (
            with_value("blocks.numbers", "345"),
            'In table [blocks]: numbers must be a list of 1 to 10, each a whole number from 0 to 9, not "345".',
        ),
        (with_value("blocks.numbers", [3, 3]), "In table [blocks]: numbers has 3 twice."),
        (with_value("blocks", [3, 4, 5]), "In the data file: blocks must be a table, not [3, 4, 5]."),
        (with_value("blocks", {}), "In table [blocks]: the keys numbers, source are missing."),
        (with_value("blocks.few", 0), "In table [blocks]: few must be a whole number from 1 to 10, not 0."),
    ],
)
def test_a_wrong_data_file_is_refused_in_one_sentence(document: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadData) as refusal:
        GAME.setting(4, data=document)
    assert str(refusal.value) == sentence


def test_older_files_without_values_of_blocks_are_played_as_before() -> None:
    document = with_value("blocks", {key: GAME.own_data["blocks"][key] for key in ("numbers", "source")})
    assert GAME.setting(4, data=document).new_state().tobytes() == GAME.setting(4).new_state().tobytes()


digits = st.lists(st.integers(0, 9), unique=True, min_size=1)


@given(
    seats=st.integers(2, 5),
    whites=st.lists(st.integers(0, 9), unique=True, min_size=1, max_size=4),
    blocks=digits,
    none=st.integers(-50, 50),
    few=st.integers(1, 10),
    each=st.integers(-3, 3),
    seed=st.integers(0, 2**16),
)
def test_games_within_the_ranges_end_and_lose_no_card(
    seats: int, whites: list[int], blocks: list[int], none: int, few: int, each: int, seed: int
) -> None:
    values = {"blocks.numbers": blocks, "blocks.none": none, "blocks.few": few, "blocks.each": each}
    changes = {"colours.5.numbers": whites, **values}
    s = play_to_the_end(GAME, seats, {"rounds": 1, "colours": "random"}, changes, census, seed)
    for seat in range(seats):
        won = card_texts(s.blocks[seat])
        many = len(won) * each if len(won) > few else len(won) * len({card[0] for card in won})
        assert s.scored[0, seat] == (many if won else none)
    setting = GAME.setting(seats, data=changed(GAME.own_data, changes))
    assert all(picture.scenes for picture in setting.opening())


def test_6_several_whites_lie_face_down_or_none() -> None:
    for whites, left in (([7], []), ([0, 3, 8, 9], ["W3", "W8", "W9"])):
        s = GAME.setting(2, data=with_value("colours.5.numbers", whites)).new_state()
        carry_out(s, "start 0")
        deck = card_texts(rules.deck(s))
        carry_out(s, f"deal {' '.join(deck)}")
        assert (words.CARDS_OF.texts[int(s.turned)], card_texts(s.face_down)) == (deck[12], left)
        lines = [said(about.about(plain(new_view(GAME, s, 0)), 0, piece), 0) for piece in ("B1", "trumps.B")]
        assert any("face down" in line for line in lines[0]) == bool(left)
        assert lines[1][-1].endswith("in other hands or face down." if left else "in other hands.")


def test_15_openings_tell_what_blocks_are_worth() -> None:
    document = changed(GAME.own_data, {"blocks.few": 2, "blocks.each": -1, "blocks.none": 0})
    pictures = GAME.setting(3, data=document).opening()
    caption = "With 3 blocks or more the price crashes to -1 point a block. No block at all is worth 0."
    assert GAME.setting(3).catalogue().value(pictures[-1].caption) == caption
    assert len(GAME.setting(2, data=with_value("blocks.few", 10)).opening()) == 2
    assert len(GAME.setting(2, data=with_value("blocks.numbers", [9])).opening()) == 2
