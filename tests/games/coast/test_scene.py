"""Craft My Coast as it is drawn."""

from __future__ import annotations

from typing import Any

import pytest

from fairdeal.contract.game import list_legal, new_view
from fairdeal.contract.scene import Lit, Piece, PieceRole, Scene, Zone, rendered, turned
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import SPECTATOR
from fairdeal.engine.plain import plain
from fairdeal.games.coast import GAME, rules
from fairdeal.games.coast import scene as coast_scene
from fairdeal.play.sitting import Sitting
from tests.games.coast.regions import (
    EXAMPLE_REGION,
    act,
    carry_out,
    dealt,
    draw_and_place,
    example,
    holding,
    legal,
    playing,
    setting,
)


def drawn(s: Any, seat: int = 0) -> Scene:
    return GAME.scene(new_view(GAME, s, seat), seat)


def said(thing: Any, listener: int = 0) -> Any:
    return rendered(thing, setting().catalogue(listener, {listener: "You"}))


def picture(zone: Zone) -> str:
    """Draw a region as the page does."""
    squares = {(piece.row, piece.column): piece.text for piece in zone.pieces}
    rows, columns = [row for row, _ in squares], [column for _, column in squares]
    return "\n".join(
        " ".join(squares.get((row, column), "~") for column in range(min(columns), max(columns) + 1))
        for row in range(min(rows), max(rows) + 1)
    )


def picks(found: Scene, action: str) -> tuple[str, ...]:
    return next(path.picks for path in found.paths if path.action == action)


def counters(found: Scene, seat: int = 0) -> dict[str, int]:
    return {said(counter.name): counter.value for counter in found.panels[seat].counters}


# --- regions ---------------------------------------------------------------------------------------------------------


def test_5_the_region_shows_a_piece_for_each_visible_square() -> None:
    region = drawn(example()).zone("seat0.region")
    assert picture(region) == EXAMPLE_REGION.strip()
    corner = next(piece for piece in region.pieces if (piece.row, piece.column) == (-2, 2))
    place: dict[str, Any] = {"row": -2, "column": 2, "of": "seat0.T11", "role": PieceRole.SQUARE}
    assert corner == Piece("seat0.T11.5", "square.SG", "S", corner.name, "G", **place)
    assert said(corner.name) == "seagrass"
    blank = next(piece for piece in region.pieces if piece.text == ".")
    assert (said(blank.name), blank.suit) == ("blank", "")


def test_15_every_row_and_column_says_how_far_it_is_from_balance() -> None:
    lines = drawn(example()).zone("seat0.region").lines
    assert [line.row for line in lines if line.row is not None and line.lit == (Lit.GOOD,)] == [-2, -1, 0, 1, 4]
    assert [line.column for line in lines if line.column is not None and line.lit] == [-1, 0, 2, 6]
    assert {line.row: line.text for line in lines if not line.lit and line.row is not None} == {2: "-1", 3: "-1"}
    assert {line.text for line in lines if line.lit} == {"="}


def test_15_a_line_without_icons_says_nothing() -> None:
    s = playing()
    s.region[0, rules.ORIGIN, :] = rules.NO_SQUARE
    s.region[0, rules.ORIGIN, rules.ORIGIN] = 2  # the blank square of C1
    assert 0 not in {line.row for line in drawn(s).zone("seat0.region").lines}


@pytest.mark.no_cover
def test_15_lines_and_points_are_counted_as_the_rules_count_them() -> None:
    sitting, rng = Sitting(GAME.setting(3)), numbered("lines", 0)
    while not sitting.is_over:
        sitting.random_step(rng)
        for viewer in (0, SPECTATOR) if len(sitting.events) % 12 == 0 or sitting.is_over else ():
            v = sitting.view(viewer)
            found = GAME.scene(v, viewer)
            for seat in range(3):
                values = [counter.value for counter in found.panels[seat].counters]
                assert values == [rules.points_of(v, seat), rules.balanced_lines(v, seat), v.left[seat]]
                lines = found.zone(f"seat{seat}.region").lines
                good = [(line.row, line.column) for line in lines if line.lit]
                assert good == balanced(v, seat)


def balanced(v: Any, seat: int) -> list[tuple[int | None, int | None]]:
    """The lines that the rules find balanced, as rows and columns."""
    rows = range(int(v.top[seat]), int(v.bottom[seat]) + 1)
    columns = range(int(v.leftmost[seat]), int(v.rightmost[seat]) + 1)
    across = [(row - rules.ORIGIN, None) for row in rows if rules.is_balanced_row(v, seat, row)]
    return [*across, *((None, col - rules.ORIGIN) for col in columns if rules.is_balanced_col(v, seat, col))]


def test_15_the_squares_of_the_own_agenda_score() -> None:
    found = drawn(example(agendas="IM", seats=2))
    scoring = [piece.text for piece in found.zone("seat0.region").pieces if Lit.SCORING in piece.lit]
    assert scoring == ["I"] * 4
    assert not any(piece.lit for piece in drawn(example(seats=2), 1).zone("seat0.region").pieces)


def test_7_others_cities_are_hidden_until_all_have_arranged() -> None:
    s = dealt(2)
    assert said(drawn(s).zone("seat1.region").note) == "not arranged yet"
    act(s, 1, "arrange C1 C2 C3")
    assert drawn(s).zone("seat1.region").pieces == ()
    assert said(drawn(s).zone("seat1.region").note) == "arranged, hidden until all have arranged"
    assert len(drawn(s, 1).zone("seat1.region").pieces) == 18
    act(s, 0, "arrange C3 C2 C1")
    assert len(drawn(s).zone("seat1.region").pieces) == 18
    assert drawn(s).zone("seat1.region").note == ""


# --- cards -----------------------------------------------------------------------------------------------------------


def test_8_the_card_in_hand_is_a_tile_that_its_owner_may_turn() -> None:
    s = holding("T14", 2)
    [card] = drawn(s).zone("seat0.hand").pieces
    assert (card.id, card.face, card.turns, card.came_from) == (
        "seat0.T14",
        "tile.TKSGIK----MG",
        (0, 90, 180, 270),
        "seat0.pile.12",
    )
    assert ["".join(piece.text for piece in card.squares if piece.row == row) for row in range(3)] == ["TS", "I.", ".M"]
    assert drawn(s, 1).zone("seat0.hand").pieces[0].turns == ()
    assert drawn(s).zone("seat1.hand").pieces == ()


@pytest.mark.parametrize("turn", range(4))
def test_9_squares_keep_their_ids_when_the_card_is_laid(turn: int) -> None:
    s = holding("T14")
    [card] = drawn(s).zone("seat0.hand").pieces
    row, column = next(
        (int(row), int(column))
        for text in legal(s, 0)
        for verb, degrees, place in [text.split(" ")]
        for row, column in [place.split(",")]
        if degrees == str(90 * turn)
    )
    act(s, 0, f"place {90 * turn} {row},{column}")
    laid = {piece.id: piece for piece in drawn(s).zone("seat0.region").pieces if piece.of == card.id}
    expected = {piece.id: (piece.row + row, piece.column + column) for piece in turned(card.squares, 90 * turn)}
    assert {name: (piece.row, piece.column) for name, piece in laid.items()} == expected


def test_6_a_pile_shows_its_size_and_what_may_be_in_it() -> None:
    found = drawn(holding("T14", 2))
    pile = found.zone("seat0.pile")
    assert ([piece.id for piece in pile.pieces], pile.size) == (["seat0.pile.11"], 12)
    assert said(pile.note) == "14 cards not seen yet; two of all fifteen stay out of the game"
    ended = playing()
    draw_and_place(ended, 0, 12)
    act(ended, 0, "draw")
    assert drawn(ended).zone("seat0.pile").pieces == ()
    assert drawn(ended).zone("seat0.pile").note == ""


def test_4_only_the_own_agenda_has_a_face_until_the_end() -> None:
    found = drawn(dealt(2, agendas="FT"))
    assert [(piece.id, piece.suit) for piece in found.zone("seat0.agenda").pieces] == [("agenda.F", "G")]
    assert found.zone("seat1.agenda").pieces == (Piece("seat1.agenda.0"),)
    assert said(found.status) == ["Your agenda: forest."]
    assert drawn(dealt(2), SPECTATOR).status == ()
    before = setting(2).new_state()
    assert drawn(before).zone("seat0.agenda").pieces == ()
    assert drawn(before).status == ()
    ended = playing(2)
    draw_and_place(ended, 0, 12)
    act(ended, 0, "draw")
    assert [piece.face for piece in drawn(ended).zone("seat1.agenda").pieces] == ["agenda.MG"]


# --- what can be done ------------------------------------------------------------------------------------------------


def test_5_cities_are_picked_from_left_to_right_with_a_turn_before_what_is_turned() -> None:
    found = drawn(dealt(2))
    assert [piece.id for piece in found.zone("seat0.cities").pieces] == ["seat0.C1", "seat0.C2", "seat0.C3"]
    assert picks(found, "arrange C2 C1 C3") == ("seat0.C2", "seat0.C1", "seat0.C3")
    assert picks(found, "arrange C2 C1' C3'") == ("seat0.C2", "turn.180", "seat0.C1", "turn.180", "seat0.C3")
    assert said(found.prompt).startswith("Lay your cities from left to right")
    assert "seat0.cities" not in [zone.id for zone in drawn(dealt(2), SPECTATOR).zones]


def test_8_a_card_is_drawn_by_a_button() -> None:
    found = drawn(playing())
    assert picks(found, "draw") == ("draw",)
    assert said(found.buttons) == [{"id": "draw", "name": "Draw a card"}]
    assert drawn(dealt()).buttons == ()
    assert drawn(playing(), SPECTATOR).buttons == ()
    assert drawn(playing(), SPECTATOR).paths == ()


def test_9_a_card_is_placed_by_a_turn_and_a_square() -> None:
    found = drawn(holding("T14"))
    assert picks(found, "place 90 -1,2") == ("turn.90", "seat0.region@-1,2")
    assert said(found.prompt) == "Place Seagrass and Marsh by the Factory onto your region."
    assert len(found.paths) == len(legal(holding("T14"), 0))


def test_12_a_card_without_a_placement_is_set_aside_by_a_button() -> None:
    s = holding("T14")
    s.shows[0, :] = 2
    s.region[0, :] = rules.NO_SQUARE
    for card in range(3):
        s.region[0, rules.ORIGIN, rules.ORIGIN + 2 * card] = 6 * card
        s.shows[0, card] = 1
    found = drawn(s)
    assert [path.action for path in found.paths] == ["aside"]
    assert picks(found, "aside") == ("aside",)
    assert [button.id for button in found.buttons] == ["draw", "aside"]
    assert said(found.prompt) == "Seagrass and Marsh by the Factory has no legal placement: set it aside."


def own(s: Any, seat: int) -> Scene:
    v = new_view(GAME, s, seat)
    return coast_scene.own_scene(plain(v), seat, list_legal(GAME.rules, v, seat))


def test_a_seat_has_more_than_all_see_while_its_agenda_is_secret() -> None:
    before = own(setting(2).new_state(), 0)
    assert before == Scene()
    s = holding("T14", 2)
    assert [zone.id for zone in own(s, 0).zones] == ["seat0.region", "seat0.agenda", "seat0.hand"]
    assert [panel.seat for panel in own(s, 0).panels] == [0]
    ended = playing(2)
    draw_and_place(ended, 0, 12)
    act(ended, 0, "draw")
    assert own(ended, 0) == Scene(status=own(ended, 0).status)


def test_8_the_button_to_draw_is_there_before_its_time() -> None:
    found = coast_scene.own_scene(plain(new_view(GAME, holding("T14", 2), 0)), 0, [])
    assert found.paths == ()
    assert [button.id for button in found.buttons] == ["draw"]


def test_a_panel_tells_points_lines_and_the_pile() -> None:
    s = example(seats=2)
    assert counters(drawn(s)) == {"points": 7, "balanced lines": 9, "to draw, each -2": 3}
    assert counters(drawn(s, 1)) == {"points without the agenda": 3, "balanced lines": 9, "to draw, each -2": 3}
    assert drawn(s).panels[0].lit == (Lit.TURN,)
    assert drawn(s).panels[0].counters[1].lit == (Lit.GOOD,)
    assert drawn(s).panels[1].counters[1].lit == ()
    waiting = dealt(2)
    act(waiting, 0, "arrange C1 C2 C3")
    assert [panel.lit for panel in drawn(waiting).panels] == [(), (Lit.TURN,)]


def test_2_the_colours_have_names() -> None:
    assert said(drawn(dealt()).suits) == [["G", "green"], ["K", "black"]]


def test_a_scene_names_every_card_of_the_set() -> None:
    s = dealt()
    carry = drawn(s).zone("seat0.cities").pieces
    assert said([piece.name for piece in carry]) == ["City of Roads", "City of Factories", "City of Ports"]
    act(s, 0, "arrange C1 C2 C3")
    carry_out(s, "begin")
    assert {piece.of for piece in drawn(s).zone("seat0.region").pieces} == {"seat0.C1", "seat0.C2", "seat0.C3"}
