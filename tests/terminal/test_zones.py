"""Zones by their shape."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from fairdeal.contract.scene import Counter, Lit, Piece, PieceRole, Shape, Zone
from fairdeal.terminal.palette import Pen, chip
from fairdeal.terminal.zones import chips, draw, is_worth_drawing
from tests.terminal.scenes import NAMES, PLAIN, card, cards, plain, region, squares

CHOOSING = frozenset(["R7"])


def drawn(zone: Zone, pen: Pen = PLAIN) -> list[str]:
    return plain(draw(zone, pen, NAMES))


def test_without_colours_a_card_that_may_be_chosen_stands_in_brackets() -> None:
    hand = Zone("hand", "Hand", Shape.FAN, cards("R7 B10"), 0)
    assert drawn(hand, replace(PLAIN, choices=CHOOSING)) == ["Hand  [R7] B10"]
    assert drawn(hand) == ["Hand   R7  B10"]


def test_a_copy_of_what_can_be_chosen_is_not_dim() -> None:
    hand = Zone("hand", "Hand", Shape.FAN, (card("R7"), card("R7b", like="R7"), card("B10")))
    assert drawn(hand, replace(PLAIN, choices=CHOOSING)) == ["Hand  [R7][R7b] B10"]


def test_with_colours_it_is_bright_and_the_others_dim() -> None:
    pen = Pen(choices=CHOOSING)
    assert chip(card("R7"), pen, True).plain == " R7 "
    assert str(chip(card("R7"), pen, True).spans[0].style) == "bold white on red3"
    assert str(chip(card("B1"), pen, True).spans[0].style) == "bright_blue dim"
    assert str(chip(card("B1"), pen).spans[0].style) == "bold white on blue3"
    assert str(chip(Piece("x", "x", "x"), pen, True).spans[0].style) == "dim"


def test_a_long_hand_goes_on_below() -> None:
    lines = drawn(Zone("hand", "Hand", Shape.FAN, cards("R1 R2 R3 R4 R5"), 0), Pen(20))
    assert lines == ["Hand   R1  R2  R3", "       R4  R5"]


def test_a_row_says_in_words_what_a_card_stands_out_for_and_who_laid_it() -> None:
    pieces = (card("Y5", Lit.LEADS, seat=1), card("E1", Lit.WINNING, seat=0))
    assert drawn(Zone("trick", "Trick", Shape.ROW, pieces)) == ["Trick  Seat 1  Y5  led  You  E1  wins"]
    assert drawn(Zone("trick", "Trick", Shape.ROW, note="nobody yet")) == ["Trick  -  nobody yet"]


def test_a_track_marks_its_stops_in_words() -> None:
    pieces = (card("R"), card("B", Lit.LEADS), card("Y", Lit.TRUMP), card("E", Lit.GOOD))
    assert drawn(Zone("ring", "Ring", Shape.TRACK, pieces)) == ["Ring  R ← B led ← Y trump ← E good ← R"]


def test_a_pile_shows_its_top_and_its_number() -> None:
    assert drawn(Zone("deck", "Deck", Shape.PILE, (Piece("deck.9"),), size=34)) == ["Deck  34"]
    assert drawn(Zone("won", "Won", Shape.PILE, cards("R1 R2"))) == ["Won   R2  2"]
    counters = (Counter("value", "value", 3),)
    assert drawn(Zone("won", "Won", Shape.PILE, cards("R1"), counters=counters)) == ["Won   R1  1  value 3"]


def test_a_grid_has_cells_of_lines() -> None:
    first = Piece("a", "a", "1", lines=("1 2 3", "4   5", "6 7 8"), lit=(Lit.WARNING,))
    second = Piece("b", "b", lines=("9 9 9",), row=1, column=1)
    assert drawn(Zone("grid", "Grid", Shape.GRID, (first, second), columns=2)) == [
        "Grid",
        " 1!    │",
        " 1 2 3 │",
        " 4   5 │",
        " 6 7 8 │",
        "───────┼───────",
        "       │ 9 9 9",
    ]
    assert drawn(Zone("grid", "Grid", Shape.GRID, columns=2)) == ["Grid", "-"]


def test_a_row_of_larger_cards_is_laid_out_in_cells() -> None:
    pieces = tuple(structs.replace(card(f"K{number}"), lines=("12345",)) for number in range(3))
    zone = Zone("meta", "Meta", Shape.ROW, pieces)
    assert drawn(zone) == ["Meta", " K0    │ K1    │ K2", " 12345 │ 12345 │ 12345"]
    assert len(drawn(zone, Pen(20))) == 1 + 2 + 1 + 2


def test_tiles_stand_side_by_side_and_a_single_one_in_all_its_turns() -> None:
    tile = structs.replace(card("T1"), squares=squares("T1", "ab", "cd", "ef"), turns=(0, 90))
    assert drawn(Zone("hand", "Hand", Shape.FAN, (tile,)), replace(PLAIN, turn=90)) == [
        "Hand T1   0     [90]",
        "          a b    e c a",
        "          c d    f d b",
        "          e f",
    ]
    assert drawn(Zone("row", "Tiles", Shape.ROW, (tile, structs.replace(tile, text="T2"))))[0] == "Tiles   T1     T2"
    assert drawn(Zone("hand", "Hand", Shape.FAN, (structs.replace(tile, turns=()),)))[0] == "Hand   T1"


def test_a_region_is_drawn_under_its_name() -> None:
    assert drawn(region(squares("a", "xy")))[0] == "Region"
    assert drawn(Zone("r", "Region", Shape.REGION, note="not laid yet")) == ["Region not laid yet"]


def test_numbers_around_a_card_stand_where_they_meet_those_of_its_neighbours() -> None:
    around = (("1", "2", "10"), ("4", "(9)", ""), ("", "", "7"))
    first = Piece("a", "a", "1", cells=around)
    empty = Piece("b", text="2", cells=(("",) * 3,) * 3, column=1, role=PieceRole.CELL)
    assert drawn(Zone("grid", "Grid", Shape.GRID, (first, empty), columns=2)) == [
        "Grid",
        " 1           │ 2",
        " 1    2   10 │",
        " 4   (9)   · │",
        " ·    ·    7 │",
    ]


@pytest.mark.parametrize(
    ("shape", "pieces", "answer"),
    [
        (Shape.FAN, (Piece("seat1.hand.0"),), False),
        (Shape.PILE, (), False),
        (Shape.FAN, cards("R1"), True),
        (Shape.ROW, (Piece("seat1.agenda.0"),), True),
        (Shape.ROW, (), False),
    ],
)
def test_hands_and_piles_of_backs_are_left_to_the_panel(shape: Shape, pieces: tuple[Piece, ...], answer: bool) -> None:
    assert is_worth_drawing(Zone("z", "Z", shape, pieces, 1)) is answer


def test_a_back_is_a_question_mark() -> None:
    assert chips(Zone("z", "Z", Shape.ROW, (Piece("slot"), card("R1"))), PLAIN).plain == " ?  R1 "
