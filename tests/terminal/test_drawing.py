"""Whole scenes on a screen: seats, boards, stories and lists within so many lines."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from fairdeal.contract.scene import Counter, Lit, Panel, Path, Piece, Scene, Shape, Zone, ZoneRole
from fairdeal.terminal.drawing import table, zones_of
from fairdeal.terminal.palette import Pen
from fairdeal.terminal.panels import panels
from fairdeal.terminal.regions import Ghost, squares_of
from fairdeal.terminal.screen import Screen
from tests.terminal.scenes import NAMES, PLAIN, card, cards, panel, plain, region, scene, squares

TRICK = Zone("trick", "Trick", Shape.ROW, cards("R1"))
HAND = Zone("seat0.hand", "Hand", Shape.FAN, cards("R7 B3"), 0, role=ZoneRole.HAND)
HIDDEN = Zone("seat1.hand", "Hand", Shape.FAN, (Piece("seat1.hand.0"),), 1)
WON = Zone("seat1.won", "Won", Shape.ROW, cards("Y1 Y2"), 1)


def drawn(found: Scene, height: int = 20, seat: int = 0, pen: Pen = PLAIN, ghost: Ghost | None = None) -> list[str]:
    return plain(table(found, seat, NAMES, pen, height, ghost=ghost))


# --- panels ----------------------------------------------------------------------------------------------------------


def test_a_seat_is_a_line_and_the_own_one_is_last() -> None:
    counters = (Counter("a", "points", 12), Counter("b", "tricks", 6, 5, (Lit.WARNING,)))
    seats = (Panel(0, counters, lit=(Lit.TURN,)), Panel(1, counters, ("lacks red",), (Lit.LEADS,)))
    assert plain(panels(scene(WON, HAND, HIDDEN, panels=seats), 0, NAMES, PLAIN)) == [
        "          points tricks  Won",
        "  Seat 1      12   6/5!   Y1  Y2   leads, lacks red",
        "> You         12   6/5!",
    ]


def test_notes_that_do_not_fit_stand_below() -> None:
    noted = panel(1, notes=("a long story of what this seat has shown",))
    assert plain(panels(scene(panels=(panel(0), noted)), 0, NAMES, Pen(40))) == [
        "          points",
        "  Seat 1       0",
        "    a long story of what this seat has shown",
        "  You          0",
    ]


# --- tables ----------------------------------------------------------------------------------------------------------


def test_a_table_without_a_board_is_drawn_from_top_to_bottom() -> None:
    assert drawn(scene(TRICK, HIDDEN, HAND)) == [
        "Trick   R1",
        "          points",
        "  Seat 1       0",
        "  You          0",
        "Hand   R7  B3",
    ]


def test_without_a_board_what_does_not_fit_whole_is_left_out() -> None:
    trick = Zone("trick", "Trick", Shape.ROW, cards("R7 B3"), role=ZoneRole.TRICK)
    whole = drawn(scene(trick, HAND))
    assert [line.split()[0] for line in whole] == ["Trick", "points", "Seat", "You", "Hand"]
    assert drawn(scene(trick, HAND), height=4) == whole[:4]
    assert drawn(scene(trick, HAND), height=3) == whole[:1]


def test_a_board_has_the_rest_at_its_right() -> None:
    mine, theirs = region(squares("a", "xy", "zw")), region(squares("b", "pq"), seat=1)
    assert drawn(scene(mine, theirs, HAND)) == [
        "     1  2              points",
        "  1 │x  y │    Seat 1       0",
        "  2 │z  w │    You          0",
        "             Hand   R7  B3",
        "             Seat 1",
        "             pq",
    ]


def test_what_is_too_wide_for_the_right_goes_below() -> None:
    mine = region(squares("a", "x" * 20))
    wide = Zone(
        "seat0.hand", "Hand", Shape.FAN, cards(" ".join(f"R{number}" for number in range(13))), 0, role=ZoneRole.HAND
    )
    lines = drawn(scene(mine, wide))
    assert lines[1].startswith("  1 │x  x  x")
    assert lines[-1].startswith("Hand   R0  R1")


def test_a_large_region_is_drawn_narrow_and_then_cut() -> None:
    mine = region(squares("a", *["x" * 30] * 30))
    lines = drawn(scene(mine, HAND), 14)
    assert len(lines) == 13
    assert lines[0].startswith(" …   1   3   5")
    assert lines[1].startswith("  1 │x x x x")
    assert max(map(len, lines)) <= 80
    wide = Zone(
        "seat0.hand", "Hand", Shape.FAN, cards(" ".join(f"R{number}" for number in range(15))), 0, role=ZoneRole.HAND
    )
    assert drawn(scene(mine, wide), 14)[-1].startswith("Hand   R0")


def test_a_shared_grid_is_a_board_too() -> None:
    cells = tuple(Piece(str(at), "f", lines=("123",), row=at // 2, column=at % 2) for at in range(4))
    lines = drawn(scene(Zone("grid", "Grid", Shape.GRID, cells, columns=2)))
    assert lines[1] == " 123 │ 123     Seat 1       0"
    assert lines[2] == "─────┼─────    You          0"


def test_a_spectator_sees_small_boards_only() -> None:
    zones = (region(squares("a", "xy")), region(squares("b", "pq"), seat=1))
    assert drawn(scene(*zones), seat=-2)[-2:] == ["You  Seat 1", "xy   pq"]


def test_a_ghost_is_drawn_on_its_own_zone() -> None:
    ghost = Ghost("seat0.region", squares_of(squares("c", "G", at=(0, 1))), (0, 0))
    assert drawn(scene(region(squares("a", "xy"))), ghost=ghost)[1].startswith("  1 │x [G ]?")
    assert "[" not in drawn(scene(region(squares("a", "xy"))), ghost=replace(ghost, zone="other"))[1]


def test_zones_are_shown_in_full() -> None:
    found = scene(TRICK, HIDDEN, WON, HAND)
    assert plain(zones_of(found, None, NAMES, PLAIN)) == ["Trick   R1"]
    assert plain(zones_of(found, 1, NAMES, PLAIN)) == ["Won   Y1    Y2"]


# --- screens ---------------------------------------------------------------------------------------------------------

MANY = tuple(Path(f"place {turn} {row},0", ()) for turn in (0, 90) for row in range(40))


def test_a_screen_has_the_story_above_and_the_prompt_below() -> None:
    found = structs.replace(scene(HAND, paths=(Path("play R7", ("R7",)),)), status=("Round 1.",))
    screen = Screen("Game", found, 0, NAMES, PLAIN, ["Long ago."], ["Just now."])
    assert plain(screen.lines(23)) == [
        "Game · Round 1.",
        "Long ago.",
        "Just now.",
        "",
        "          points",
        "  Seat 1       0",
        "  You          0",
        "Hand   R7  B3",
        "",
        "Do something.",
        "play  a) R7",
    ]


def test_a_small_screen_has_less_story_and_a_cut_list() -> None:
    news = [f"Event {number}." for number in range(9)]
    screen = Screen("Game", scene(HAND, paths=MANY), 0, NAMES, PLAIN, (), news, "Why not.")
    lines = plain(screen.lines(12))
    assert len(lines) == 12
    assert lines[1:3] == ["Event 7.", "Event 8."]
    assert lines[-5:-3] == ["Why not.", "Do something."]
    assert lines[-3].startswith("place 0   0,0 1,0")
    assert lines[-1].endswith("more: all lists them.")
    assert len(screen.lines(7)) <= 9


def test_a_card_of_a_suit_without_colour_has_its_letter() -> None:
    assert drawn(scene(Zone("row", "Row", Shape.ROW, (card("Q1"),))))[0] == "Row   Q1"
