"""What speaks for an action of Craft My Coast, and that it is true."""

from __future__ import annotations

import pytest

from fairdeal.games.coast import GAME, names, rules, words
from tests.games.coast.regions import act, dealt, draw_and_place, example, holding, legal, playing, setting
from tests.games.speaking import said, spoken


def test_15_a_placement_says_which_lines_and_icons_it_brings_and_costs() -> None:
    s = example("IFMSPT")
    act(s, 0, "draw")
    kinds: dict[str, list[str]] = {}
    for text in legal(s, 0):
        for fact in said(GAME, s, 0, text):
            kinds.setdefault(fact.split()[0], []).append(fact)
    assert "balances no new line (§15)" in kinds["balances"]
    assert any(" row " in fact and " column " in fact for fact in kinds["balances"])
    assert all(fact.startswith("upsets ") for fact in kinds["upsets"])
    assert set(kinds["1"]) == {
        "1 more icon of the agenda industry shows (§15)",
        "1 fewer icon of the agenda industry shows (§15)",
    }


def test_5_an_arrangement_says_how_far_the_lines_are_from_balance() -> None:
    s = dealt()
    assert said(GAME, s, 0, "arrange C1 C2 C3") == [
        "for balance the rows need 6 more green, 3 more green, 3 more green (§15)"
    ]
    assert said(GAME, s, 0, "arrange C1' C2' C3'") == [
        "for balance the rows need 3 more green, 3 more green, 6 more green (§15)"
    ]
    s.box.icon[0] = rules.BLANK  # on C1
    needs = ", ".join(f"{count} more green" for count in (1, 2, 2, 2, 2, 2))
    assert said(GAME, s, 0, "arrange C1 C2 C3")[1] == f"the columns need {needs}"


def test_8_drawing_saves_points_and_the_last_card_ends_the_game() -> None:
    s = playing()
    assert said(GAME, s, 0, "draw") == ["every card that leaves the pile saves 2 points (§15)"]
    draw_and_place(s, 0, 12)
    assert said(GAME, s, 0, "draw")[-1] == "this ends the game for all (§14)"


def test_14_placing_the_last_card_ends_the_game_where_that_is_agreed() -> None:
    s = playing(end_on="place")
    draw_and_place(s, 0, 12)
    act(s, 0, "draw")
    assert said(GAME, s, 0, legal(s, 0)[0])[-1] == "this ends the game for all (§14)"


def test_12_a_card_without_a_placement_is_set_aside() -> None:
    s = holding("T01")
    assert said(GAME, s, 0, "aside") == ["Two Ports by the Marsh has no legal placement (§12)"]


@pytest.mark.no_cover
def test_what_is_said_of_an_action_is_what_happens() -> None:
    checked = set()
    for case in spoken(setting(2), 1, 2):
        reasons = case.reasons
        checked |= set(reasons)
        assert ("ends" in reasons) == (case.after.phase == rules.OVER)
        if case.action <= rules.DRAW:
            continue
        gained = reasons["balances"]["lines"] if "balances" in reasons else []
        lost = reasons["upsets"]["lines"] if "upsets" in reasons else []
        before, after = (rules.balanced_lines(s, case.seat) for s in (case.before, case.after))
        assert after - before == len(gained) - len(lost)
        new = words.balanced(case.after, case.seat) - words.balanced(case.before, case.seat)
        name_of = {"row": names.row_name, "column": names.column_name}
        assert len(gained) == len(new)
        assert all(name_of[kind](case.before, case.seat, number) in gained for kind, number in new)
        shown = reasons.get("shows", {"count": 0})["count"] - reasons.get("covers", {"count": 0})["count"]
        icons = [rules.agenda_icons(s, case.seat) for s in (case.before, case.after)]
        assert icons[1] - icons[0] == shown
    assert {"balances", "balances_none", "upsets", "shows", "draw", "ends"} <= checked
