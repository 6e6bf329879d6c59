"""Regions with coordinates, outlines, margins and ghosts."""

from __future__ import annotations

from msgspec.structs import replace
from rich.console import Console
from rich.text import Text

from fairdeal.contract.scene import Lit, ZoneLine
from fairdeal.terminal.regions import NARROW, Ghost, first_of, small_region, squares_of
from fairdeal.terminal.regions import region as draw
from tests.terminal.scenes import plain, region, squares

CONSOLE = Console()
GOOD = (Lit.GOOD,)
LEFT, RIGHT = squares("a", "ab", "cd", at=(-1, 9)), squares("b", "ef", at=(0, 11))
ZONE = region(LEFT, RIGHT, lines=(ZoneLine(row=-1, text="=", lit=GOOD), ZoneLine(column=12, text="+1")))


def test_tiles_are_outlined_and_lines_have_margins() -> None:
    assert plain(draw(ZONE)) == [
        "     1  2  3  4",
        "  1 │a  b │      =",
        "  2 │c  d │e  f │",
        "             +1",
    ]
    assert plain(draw(region(LEFT))) == ["     1  2", "  1 │a  b │", "  2 │c  d │"]


def test_an_underline_is_the_lower_edge_of_a_tile_and_runs_through_it() -> None:
    first, second = draw(ZONE)[1:3]
    assert [at for at in range(17) if is_underlined(first, at)] == [11, 12, 13, 14, 15]
    assert [at for at in range(17) if is_underlined(second, at)] == [5, 6, 7, 8, 9, 11, 12, 13, 14, 15]


def is_underlined(line: Text, at: int) -> bool:
    return bool(line.get_style_at_offset(CONSOLE, at).underline)


def test_narrow_squares_have_every_other_number() -> None:
    assert plain(draw(ZONE, NARROW)) == [
        "     1   3",
        "  1 │a b│    =",
        "  2 │c d│e f│",
        "          +1",
    ]


def test_only_the_fullest_rows_and_columns_are_kept() -> None:
    zone = region(squares("a", "x", "xxx", "xx"))
    assert plain(draw(zone, rows=2)) == [" …   1  2  3", "  2 │x  x  x │", "  3 │x  x │"]
    assert plain(draw(zone, rows=2, columns=1)) == [" …   1", "  2 │x", "  3 │x"]
    assert len(draw(zone, rows=-5)) == 2


def test_a_ghost_stands_in_brackets_and_changes_the_lines_it_touches() -> None:
    ghost = Ghost(ZONE.id, squares_of(squares("c", "GH", at=(0, 10))), first_of(ZONE))
    assert plain(draw(ZONE, ghost=ghost)) == [
        "     1  2  3  4",
        "  1 │a  b │      =",
        "  2 │c [G  H ]f │?",
        "        ?  ? +1",
    ]


def test_a_ghost_that_the_zone_shows_already_has_its_true_margins() -> None:
    ghost = Ghost(ZONE.id, squares_of(RIGHT), first_of(ZONE))
    assert plain(draw(ZONE, ghost=ghost))[2:] == [
        "  2 │c  d [e  f ]",
        "             +1",
    ]


def test_scoring_squares_are_marked() -> None:
    zone = region(tuple(replace(piece, lit=(Lit.SCORING,)) for piece in squares("a", "x")))
    assert plain(draw(zone))[1] == "  1 │x+│"


def test_a_small_region_has_one_letter_for_a_square() -> None:
    assert plain(small_region(ZONE, "Seat 1")) == ["Seat 1", "ab  =", "cdef"]
    lines = (ZoneLine(column=10, text="=", lit=GOOD),)
    assert plain(small_region(region(LEFT, lines=lines), "Seat 1")) == ["Seat 1", "ab", "cd", " ="]
    assert plain(small_region(region(), "Seat 1")) == ["Seat 1", ""]
