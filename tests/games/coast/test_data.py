"""Craft My Coast's data file."""

from __future__ import annotations

import copy
from collections.abc import Hashable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdeal.contract.game import list_legal
from fairdeal.engine.kernel import DEALER
from fairdeal.engine.plain import plain
from fairdeal.errors import BadData, BadOption, BadSeats
from fairdeal.games.coast import GAME, about, data, names, rules, scene, words
from fairdeal.games.coast.subject import census
from tests.games.varied import play_to_the_end


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


MARSH = "table 2 of [[icons]] (letter M)"
SQUARES_OF_C1 = (
    "In table 1 of [[cards]] (name C1): rows are two squares each, one of F M S I P T ., with a space between them "
    "(§2), as 'F .'."
)


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ({}, "In the data file: the keys icons, cards are missing."),
        (changed("extra", value=1), "In the data file: the key extra is unknown; known are icons, cards, numbers."),
        (changed("icons", value=[]), "In the data file: icons must be a list of 6 tables, not []."),
        (changed("cards", value="C1"), 'In the data file: cards must be a list of 4 to 18 tables, not "C1".'),
        (
            changed("icons", 1, "letter", value="F"),
            'In table 2 of [[icons]] (letter F): letter must be "M", since the tables stand in the order '
            "F, M, S, I, P, T.",
        ),
        (changed("icons", 1, "name", value=""), f'In {MARSH}: name must be a text of 1 to 20 letters, not "".'),
        (changed("icons", 1, "colour", value="red"), f'In {MARSH}: colour must be one of "black", "green", not "red".'),
        (changed("icons", 1, "colour", value="black"), "Three icons are green and three black (§2), but 2 are green."),
        (
            changed("icons", 1, "hue", value=1),
            f"In {MARSH}: the key hue is unknown; known are letter, name, colour, source.",
        ),
        (
            changed("cards", 3, "name", value="T02"),
            'In table 4 of [[cards]] (name T02): name must be "T01", since the tables stand in the order '
            "C1, C2, C3, T01, T02, T03, T04, T05, T06, T07, T08, T09, T10, T11, T12, T13, T14, T15.",
        ),
        (
            changed("cards", 0, "rows", value=["I T", ". P"]),
            "In table 1 of [[cards]] (name C1): rows must be a list of 3, each a text of 3 to 3 letters, "
            'not ["I T", ". P"].',
        ),
        (
            changed("cards", 0, "rows", value=["I T", ". P T", "T ."]),
            'In table 1 of [[cards]] (name C1): entry 2 of rows must be a text of 3 to 3 letters, not ". P T".',
        ),
        (changed("cards", 0, "rows", value=["I T", ". X", "T ."]), SQUARES_OF_C1),
        (changed("cards", 0, "rows", value=["I T", ".  ", "T ."]), SQUARES_OF_C1),
        (changed("cards", 0, "rows", value=["I T", "FPT", "T ."]), SQUARES_OF_C1),
        (
            changed("cards", value=GAME.own_data["cards"][:15]),
            "In table [numbers]: pile is 13, but a seat has only 12 territory cards (§6).",
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


# --- other numbers than those of the box -----------------------------------------------------------------------------


def test_what_a_file_leaves_out_is_as_in_our_box() -> None:
    older = {key: value for key, value in GAME.own_data.items() if key != "numbers"}
    assert data.FORM.read(older).tobytes() == data.FORM.read(GAME.own_data).tobytes()


@st.composite
def changes(draw: st.DrawFn) -> dict[str, Any]:
    """Any numbers that work together, the last territories left out."""
    pile = draw(st.integers(1, 5))
    return {
        "cards": GAME.own_data["cards"][: 3 + draw(st.integers(pile, 15))],
        "numbers.pile": pile,
        "numbers.most_covered": draw(st.integers(2, 5)),
        "numbers.left_costs": draw(st.integers(1, 9)),
    }


@settings(max_examples=10)
@given(
    changes=changes(),
    seats=st.integers(1, 6),
    end_on=st.sampled_from(["draw", "place"]),
    seed=st.integers(0, 2**32),
)
def test_any_file_within_the_ranges_can_be_played(changes: dict[str, Any], seats: int, end_on: str, seed: int) -> None:
    s = play_to_the_end(GAME, seats, {"end_on": end_on}, changes, census_after_the_deal, seed)
    assert (s.left[:seats] == 0).any()
    assert (s.pile[:seats, len(changes["cards"]) - 3 :] == rules.NOT_DEALT).all()


def census_after_the_deal(s: Any) -> Hashable:
    return census(s) if s.phase > rules.PILES else "all cards once"


def test_10_as_many_squares_are_covered_as_the_data_file_allows() -> None:
    for most, found in ((2, 2), (3, 3), (4, 4), (5, 4)):  # of the cities alone no card covers five
        s = GAME.setting(1, data=changed("numbers", "most_covered", value=most)).new_state()
        rules.deal(s, np.array([0], np.int16))
        rules.deal(s, np.array([0, *range(3, 18)], np.int16))
        rules.play(s, 0, rules.ARRANGE)
        rules.deal(s, np.zeros(0, np.int16))
        rules.play(s, 0, rules.DRAW)
        placements = [action - rules.PLACE for action in list_legal(rules, s, 0)]
        assert max(len(names.squares_covered(s, 0, place)) for place in placements) == found


def test_15_a_card_left_costs_what_the_data_file_says() -> None:
    setting = GAME.setting(1, data=changed("numbers", "left_costs", value=7))
    s = setting.new_state()
    s.left[0] = 2
    assert rules.points_of(s, 0) == -14
    panel = scene.public_scene(plain(s)).panels[0]
    assert panel.counters[0].value == -14
    assert setting.catalogue().value(panel.counters[2].name) == "to draw, each -7"


def test_6_what_is_said_of_the_pile_follows_the_numbers() -> None:
    document = changed("numbers", "pile", value=5)
    for cards, out in ((8, ""), (9, ", one more leaves the game unseen"), (12, ", four more leave the game unseen")):
        setting = GAME.setting(1, data={**document, "cards": GAME.own_data["cards"][:cards]})
        before, after = setting.new_state(), setting.new_state()
        before.phase, after.phase, after.dealt = rules.PILES, rules.ARRANGING, 1
        [line] = words.story(before, after, DEALER, 0)
        assert setting.catalogue().render(line) == f"The pile of Seat 1 is shuffled: 5 cards{out}."


def test_1_nothing_is_said_of_a_card_that_is_not_in_the_file() -> None:
    document = {**changed("numbers", "pile", value=5), "cards": GAME.own_data["cards"][:9]}
    v = plain(GAME.setting(1, data=document).new_state())
    assert about.about(v, 0, "seat0.T06")
    assert about.about(v, 0, "seat0.T07") == ()
