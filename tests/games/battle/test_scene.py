"""3x3 CCG Battle as it is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from fairdeal.contract.game import new_view
from fairdeal.contract.scene import Lit, Piece, Scene, Text, Zone, rendered, spoken
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import SPECTATOR, blank
from fairdeal.games.battle import GAME, worlds
from fairdeal.language.messages import Seat
from fairdeal.play.sitting import Sitting
from fairdeal.terminal.palette import Pen
from fairdeal.terminal.screen import Screen
from fairdeal.terminal.zones import draw
from tests.breadth import mostly_soaked
from tests.games.battle.grids import act, card, carry_out, laid, legal, own, setting, shuffled
from tests.terminal.scenes import plain as plain_lines

GRID = "5 19 1 . 8 4 9 10 11"
CLOSED: dict[str, Any] = {"deck": "random", "open_list": False}
IN_ORDER = " ".join(map(str, range(1, 21)))


def drawn(s: Any, seat: int = 0) -> Scene:
    return GAME.scene(new_view(GAME, s, seat), seat)


def ids(zone: Zone) -> list[str]:
    return [piece.id for piece in zone.pieces]


def cell(found: Scene, number: int) -> Piece:
    return found.zone("grid").pieces[number - 1]


def said(text: Text, **options: Any) -> str:
    return str(rendered(text, setting(**options).catalogue()))


def note(s: Any, **options: Any) -> str:
    return said(drawn(s).zone("pile").note, **options)


# --- the grid --------------------------------------------------------------------------------------------------------


def test_1_a_card_shows_its_numbers_where_they_stand_and_in_the_middle_its_points() -> None:
    found = drawn(laid(GRID))
    five = cell(found, 1)
    assert five.cells == (("", "7", ""), ("4", "(17)", "4"), ("", "2", ""))
    assert cell(found, 2).cells == (("3", "6", ""), ("", "(20)", "5"), ("", "", ""))
    assert (five.id, five.text, said(five.name)) == ("card.5", "1", "Four winds")
    assert said(five.face) == "FW_17_.7.44.2."


def test_1_all_lines_of_usual_cards_are_as_long_as_each_other() -> None:
    s = laid("1 2 3 . . . . . .", **own(card(T=10, L=10, BR=10), card("", [10] * 3, T=0), card(R=1)))
    lines = plain_lines(draw(drawn(s).zone("grid"), Pen(80, colours=False), ["Ann", "Bob"]))
    assert {line.index("│") for line in lines[1:5]} == {13}


def test_6_the_cells_are_numbered_row_by_row() -> None:
    grid = drawn(laid(GRID)).zone("grid")
    assert [piece.text for piece in grid.pieces] == list("123456789")
    assert [3 * piece.row + piece.column for piece in grid.pieces] == list(range(9))
    assert grid.columns == 3
    assert ids(grid) == ["card.5", "card.19", "card.1", "grid.4", "card.8", "card.4", "card.9", "card.10", "card.11"]


def test_9_an_empty_cell_has_no_face() -> None:
    empty = cell(drawn(laid(GRID)), 4)
    assert (empty.face, empty.lit, said(empty.name)) == ("", (Lit.IGNORED,), "empty middle left cell")


def test_9_a_card_that_is_turned_up_has_left_the_top_of_the_pile() -> None:
    s = laid("5 19 . . . . . . .", "20 12")
    assert ids(drawn(s).zone("pile")) == ["pile.1"]
    act(s, 0, "attack 1 R")
    turned_up = cell(drawn(s), 1)
    assert (turned_up.id, turned_up.came_from) == ("card.20", "pile.1")


def test_8_attackers_and_what_they_can_take_are_lit_for_whoever_is_to_attack() -> None:
    s = laid("6 15 . . . . . . 3", "")
    assert [piece.lit for piece in drawn(s, 0).zone("grid").pieces] == [
        (Lit.GOOD,),
        (Lit.SCORING,),
        *[(Lit.IGNORED,)] * 6,
        (),
    ]
    for seat in (1, SPECTATOR):
        assert {piece.lit for piece in drawn(s, seat).zone("grid").pieces} == {(), (Lit.IGNORED,)}


def test_8_a_card_can_attack_and_be_taken() -> None:
    s = laid("1 2 3 . . . . . .", "", **own(card(R=9), card(L=3, R=5), card(L=1)))
    assert [cell(drawn(s), number).lit for number in (1, 2, 3)] == [
        (Lit.GOOD,),
        (Lit.GOOD, Lit.SCORING),
        (Lit.SCORING,),
    ]


def test_7_an_attack_is_a_pick_of_the_attacker_and_of_the_neighbour() -> None:
    s = laid("6 15 . . . . . . 3", "")
    [path] = drawn(s).paths
    assert (path.action, path.picks) == ("attack 1 R", ("card.6", "card.15"))
    assert drawn(s, 1).paths == drawn(s, SPECTATOR).paths == ()


# --- the pile --------------------------------------------------------------------------------------------------------


def test_6_the_pile_is_face_down_and_its_size_is_known() -> None:
    pile = drawn(shuffled()).zone("pile")
    assert (pile.size, pile.pieces) == (11, (Piece("pile.10"),))


def test_open_list_the_pile_tells_what_its_cards_are_worth() -> None:
    assert note(laid(GRID, "13 3 17")) == "worth 4 10 20, in any order"
    assert note(laid(GRID)) == "worth 4 4 8 10 12 12 13 15 15 20 21 23, in any order"


def test_open_list_the_last_card_lies_open() -> None:
    s = laid(GRID, "3")
    pile = drawn(s).zone("pile")
    assert [(piece.id, piece.text, piece.lines) for piece in pile.pieces] == [("card.3", "(4)", ())]
    assert note(s) == "the last card"


def test_9_without_a_pile_there_is_nothing_to_tell() -> None:
    pile = drawn(laid(GRID, "")).zone("pile")
    assert (pile.size, pile.pieces, pile.note) == (0, (), "")


def test_open_list_false_tells_only_how_many_were_never_seen() -> None:
    s = shuffled(**CLOSED)
    assert note(s) == "11 never seen"
    s.seen[:] = 1
    s.seen[s.pile[:9]] = 0
    assert note(s).endswith("; 9 never seen")
    assert note(s).startswith("worth ")


# --- seats -----------------------------------------------------------------------------------------------------------


def test_11_a_score_pile_has_its_best_card_on_top() -> None:
    s = laid("1 . . . . . . . .", "2 3 4 6 7 8 9 10 11 12 13 15 16 17 18 19 20")
    found = drawn(s)
    assert ids(found.zone("seat0.score")) == []
    assert [(piece.id, piece.text) for piece in found.zone("seat1.score").pieces] == [
        ("card.5", "(17)"),
        ("card.14", "(23)"),
    ]
    assert [counter.value for counter in found.panels[1].counters] == [40]


def test_7_whose_turn_it_is_and_12_who_is_ahead_are_lit() -> None:
    s = laid("6 15 14 . . . . . .", "", seats=3, turn=1)
    assert [panel.lit for panel in drawn(s).panels] == [(), (Lit.TURN,), ()]
    act(s, 1, "attack 1 R")
    assert [panel.lit for panel in drawn(s).panels] == [(), (Lit.WINNING,), (Lit.TURN,)]
    s.scored[0, 0] = s.scored[0, 1]
    assert [panel.lit for panel in drawn(s).panels] == [(Lit.WINNING,), (Lit.WINNING,), (Lit.TURN,)]


def test_match_a_panel_counts_this_game_and_all() -> None:
    s = laid("1 2 . . . . . . .", "", match=2, **own(card(R=9), card(L=3)))
    act(s, 0, "attack 1 R")
    assert [counter.value for counter in drawn(s).panels[0].counters] == [3, 3]
    carry_out(s, "start 1")
    carry_out(s, f"shuffle {IN_ORDER}")
    found = drawn(s)
    assert [counter.value for counter in found.panels[0].counters] == [0, 3]
    assert [said(counter.name) for counter in found.panels[0].counters] == ["points", "in the match"]
    assert said(found.status[0]) == "Game 2 of 2."


def test_a_scene_is_plain_json_for_one_listener() -> None:
    plain = rendered(drawn(laid("6 15 . . . . . . 3", "")), setting().catalogue(0, {0: "Ann"}))
    assert plain["prompt"] == "Attack: choose a card, then a neighbour that its number beats."
    assert plain["paths"] == [{"action": "attack 1 R", "picks": ["card.6", "card.15"], "meets": "7 › 2"}]
    assert plain["zones"][1]["pieces"][0]["lit"] == ["good"]


# --- laws, with the options that the other games do not have ---------------------------------------------------------


OPTIONS = [{}, {"deck": "starter"}, CLOSED, {"match": 3}, {**CLOSED, "match": 3}]


@pytest.fixture(params=mostly_soaked(OPTIONS, {}, {"deck": "starter"}, {**CLOSED, "match": 3}), ids=str)
def sittings(request: pytest.FixtureRequest) -> Iterator[Sitting]:
    """Every moment of a random game of three."""

    def moments() -> Iterator[Sitting]:
        sitting, rng = Sitting(GAME.setting(3, request.param)), numbered("battle scenes", 0)
        yield sitting
        while not sitting.is_over:
            sitting.random_step(rng)
            yield sitting

    return moments()


def test_nothing_hidden_is_drawn(sittings: Iterator[Sitting]) -> None:
    rng, plan = numbered("battle worlds", 0), blank(worlds.PLAN)[0]
    for sitting in sittings:
        for seat in (0, SPECTATOR):
            world = sitting.view(seat)
            worlds.plan(world, seat, plan)
            worlds.resample(world, seat, plan, rng)
            assert drawn(world, seat) == GAME.scene(sitting.view(seat), seat)


def test_paths_are_the_legal_actions_and_differ_in_their_picks(sittings: Iterator[Sitting]) -> None:
    for sitting in sittings:
        found = GAME.scene(sitting.view(1), 1)
        known = [piece.id for piece in found.pieces()]
        assert len(known) == len(set(known))
        assert [path.action for path in found.paths] == legal(sitting.view(1), 1)
        assert len({path.picks for path in found.paths}) == len(found.paths)
        assert {pick for path in found.paths for pick in path.picks} <= set(known)


def test_the_whole_grid_stands_on_a_small_terminal(sittings: Iterator[Sitting]) -> None:
    for sitting in sittings:
        catalogue = sitting.setting.catalogue(0, {0: "You"})
        names = [catalogue.value(Seat(seat)) for seat in range(3)]
        found = spoken(GAME.scene(sitting.view(0), 0), catalogue)
        screen = Screen(GAME.title, found, 0, names, Pen(80), ["Old."], ["New."], "An answer.").lines(23)
        assert len(screen) <= 23
        assert max(line.cell_len for line in screen) <= 80
        lines = [line.plain for line in screen]
        grid = [line.plain for line in draw(found.zone("grid"), Pen(80), names)]
        start = next(number for number, line in enumerate(lines) if line.startswith(grid[0]))
        shown = lines[start : start + len(grid)]
        assert all(line.startswith(part) for part, line in zip(grid, shown, strict=True))
        assert "points" in shown[0]
