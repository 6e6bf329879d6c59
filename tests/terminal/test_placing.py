"""Laying a tile by typing."""

from __future__ import annotations

from msgspec.structs import replace

from fairdeal.contract.scene import Path, Shape, Zone
from fairdeal.language.messages import say
from fairdeal.terminal.placing import Placing, turned_word
from tests.terminal.scenes import card, region, scene, squares

TILE = replace(card("T1"), squares=squares("T1", "ab", "cd", "ef"), turns=(0, 90))
HAND = Zone("seat0.hand", "Hand", Shape.FAN, (TILE,), 0)
PATH = Path("lay 0 -1,2", ("turn.0", "seat0.region@-1,2"))


def placing(path: Path = PATH) -> Placing:
    found = Placing.of(scene(HAND, region(), paths=(Path("pass", ("pass",)), path)))
    assert found
    return found


def test_how_an_action_is_written_is_read_off_a_path() -> None:
    assert placing().text(90, 3, -4) == "lay 90 3,-4"
    assert placing(Path("lay 5,5", ("seat0.region@5,5",))).text(90, 3, -4) == "lay 3,-4"


def test_without_a_tile_or_a_square_there_is_nothing_to_lay() -> None:
    assert Placing.of(scene(HAND, paths=(Path("pass", ("pass",)),))) is None
    assert Placing.of(scene(paths=(PATH,))) is None


def test_a_square_alone_is_enough() -> None:
    assert placing().read("-1,2", 90) == "lay 90 -1,2"
    assert placing().read("LAY 3 , 4", 0) == "lay 0 3,4"
    assert placing().read("lay 90 3,4", 0) == "lay 90 3,4"
    assert placing().read("lay 45 3,4", 0) is None
    assert placing().read("pass", 0) is None


def test_squares_are_typed_as_the_region_is_drawn_from_1_at_the_top_left() -> None:
    grown = region(squares("T2", "ab", "cd", at=(-3, 5)))
    found = Placing.of(scene(HAND, grown, paths=(PATH,)))
    assert found
    assert found.read("1,1", 0) == "lay 0 -3,5"
    assert found.shown("lay 0 -3,5") == "lay 0 1,1"
    assert found.shown("lay 90 -4,3") == "lay 90 0,-1"
    assert found.shown("pass") == "pass"
    ghost = found.ghost("lay 0 -3,5")
    assert ghost
    assert ghost.first == (-3, 5)


def test_a_ghost_lies_where_the_action_says() -> None:
    ghost = placing().ghost("lay 90 -1,2")
    assert ghost
    assert ghost.zone == "seat0.region"
    assert {at: piece.text for at, piece in ghost.squares.items()} == {
        (-1, 2): "e",
        (-1, 3): "c",
        (-1, 4): "a",
        (0, 2): "f",
        (0, 3): "d",
        (0, 4): "b",
    }
    assert placing().ghost("pass") is None
    assert placing().ghost("go 90 -1,2") is None
    assert placing().ghost("lay 90 nowhere") is None


def test_a_word_with_a_sign_is_told_to_be_a_turned_tile() -> None:
    paths = (Path("lay T1", ("T1",)), Path("lay T1!", ("turn.90", "T1")))
    meant = turned_word(scene(HAND, paths=paths))
    assert meant == say("terminal.turned_word", typed="T1!", tile=TILE.name, degrees=90)
    assert turned_word(scene(HAND, paths=(paths[0], PATH))) is None


def test_turns_follow_each_other_in_a_ring() -> None:
    assert [placing().next_turn(turn) for turn in (0, 90)] == [90, 0]
