"""Craft My Coast in words for whoever does not look: arrangements by order, placements by side, what they change."""

from __future__ import annotations

import re
from typing import Any

import pytest

from fairdeal.contract.game import list_legal, new_view
from fairdeal.engine.plain import plain, record_of
from fairdeal.games.coast import GAME, rules, words
from tests.breadth import mostly_soaked
from tests.games.coast.regions import act, dealt, draw_and_place, holding, playing, setting

Told = dict[str, dict[str, str]]


def told(s: Any, seat: int = 0) -> Told:
    """The groups by title, and in each the sentences by action."""
    v = plain(new_view(GAME, s, seat))
    render = setting().catalogue(seat).render
    return {
        render(group.title): {words.text(choice.action): render(choice.text) for choice in group.choices}
        for group in GAME.choices(v, seat, list_legal(rules, s, seat))
    }


def test_5_arrangements_stand_under_the_order_of_the_cities() -> None:
    found = told(dealt())
    assert next(iter(found)) == "From left to right: city 1, city 2, city 3"
    assert [len(group) for group in found.values()] == [8] * 6
    first = found["From left to right: city 1, city 2, city 3"]
    needs = "6 more green, 3 more green, 3 more green"
    assert first["arrange C1 C2 C3"].startswith(f"All upright: for balance the rows need {needs} (§15)")
    assert first["arrange C1' C2 C3'"].startswith("Turned by half: city 1, city 3: for balance the rows need ")


def test_8_to_draw_is_one_choice() -> None:
    assert told(playing()) == {"Draw": {"draw": "draw a card: every card that leaves the pile saves 2 points (§15)."}}


def test_9_placements_stand_under_the_side_on_which_they_enlarge_the_region() -> None:
    found = told(holding("T01"))
    sides = [title.split(":")[0] for title in found]
    assert sorted(sides) == ["To the east", "To the north", "To the south", "To the west"]
    for title, group in found.items():
        count, best = re.fullmatch(r"To the \w+: (\d+) ways, the best (.*)", title).groups()  # type: ignore[union-attr]
        assert len(group) == int(count)
        assert f": {best}; " in next(iter(group.values())), "the best stands first"


@pytest.mark.no_cover
@pytest.mark.parametrize("cards", mostly_soaked([0, 5, 11], 0, 5))
def test_15_what_a_placement_is_said_to_bring_is_what_it_brings(cards: int) -> None:
    s = playing(tops="T14 T13 T04 T09 T02")
    draw_and_place(s, 0, cards)
    rules.play(s, 0, rules.DRAW)
    before = words.balanced(s, 0)
    points = rules.points_of(s, 0)
    seen = set()
    for group in told(s).values():
        for action, text in group.items():
            after = record_of(plain(s))
            rules.play(after, 0, words.action(action))
            seen.add(check_points(text, rules.points_of(after, 0) - points))
            now = words.balanced(after, 0)
            assert named_after("balances", text) == called(s, now - before)
            assert named_after("upsets", text) == called(s, before - now)
    assert len(seen) > 1, "some placements bring more than others"


def called(s: Any, lines: set[tuple[str, int]]) -> set[str]:
    """Lines as everybody counts them: from 1 at the top and at the left of the region, or beyond its edges."""
    sides = {"row": (s.top[0], s.bottom[0], ROWS_BEYOND), "column": (s.leftmost[0], s.rightmost[0], COLUMNS_BEYOND)}
    found = set()
    for kind, number in lines:
        first, last, beyond = sides[kind]
        far = min(0, number - first) + max(0, number - last)
        found.add(beyond[int(far)] if far else f"{kind} {number - first + 1}")
    return found


ROWS_BEYOND = {
    -2: "the row 2 above the top",
    -1: "the row above the top",
    1: "the row below the bottom",
    2: "the row 2 below the bottom",
}
COLUMNS_BEYOND = {
    -2: "the column 2 to the left of all",
    -1: "the column to the left of all",
    1: "the column to the right of all",
    2: "the column 2 to the right of all",
}


def check_points(text: str, change: int) -> int:
    said = re.search(r": (?:(plus|minus) (\d+) points?|no change of points);", text)
    assert said, text
    assert int(said[2] or 0) * (-1 if said[1] == "minus" else 1) == change
    return change


def named_after(verb: str, text: str) -> set[str]:
    found = re.search(rf"{verb} ([^;.]*)", text)
    return set(found[1].split(", ")) if found else set()


def test_10_a_placement_says_where_it_lies_how_it_is_turned_and_what_it_covers() -> None:
    texts = {action: text for group in told(holding("T01")).values() for action, text in group.items()}
    text = texts["place 90 -1,-1"]
    assert text.startswith(
        "From the row above the top to row 1, the column to the left of all to column 2, north of the "
    )
    assert ", turned once: " in text
    assert len(named_after("covers", text)) == 2
    for action, said in texts.items():
        turn = {"0": "upright", "90": "turned once", "180": "turned twice", "270": "turned three times"}[
            action.split()[1]
        ]
        assert f", {turn}: " in said


def test_a_placement_that_leaves_nothing_behind_it_is_said_to_lie_over_what_it_covers() -> None:
    s = playing()
    for action in ("draw", "place 0 -1,5", "draw", "place 180 -3,5", "draw"):
        act(s, 0, action)
    texts = {action: text for group in told(s).values() for action, text in group.items()}
    assert texts["place 90 -3,4"].startswith(
        "From row 1 to row 2, column 5 to column 7, over the port in row 1, column 6, "
    )
