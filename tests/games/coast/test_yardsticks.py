"""Players of Craft My Coast that lay a card where it scores most at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from fairdeal.bots.scratch import new_scratch
from fairdeal.contract.game import list_legal, new_view
from fairdeal.engine.kernel import DEFAULT_MODE
from fairdeal.games.coast import GAME, rules, words, yardsticks
from fairdeal.laws.walks import clone
from tests.games.coast.regions import act, example, holding
from tests.games.yardsticks import choice


def upright(action: int) -> bool:
    """Whether a placement, written as its turn and its place, is not turned sideways."""
    return words.text(action).split()[1] in ("0", "180")


def anyhow(action: int) -> bool:
    return True


def later() -> Any:
    s = example()
    act(s, 0, "draw")
    return s


@pytest.mark.skipif(DEFAULT_MODE == "interpreted", reason="too slow when interpreted")
@pytest.mark.parametrize("s", [holding("T01"), holding("T12"), later()], ids=["first", "another", "late"])
@pytest.mark.parametrize(
    ("player", "count", "may"),
    [
        ("glance", rules.balanced_lines, anyhow),
        ("beginner", rules.points_of, upright),
        ("greedy", rules.points_of, anyhow),
    ],
)
def test_15_a_card_goes_where_most_is_scored(
    s: Any, player: str, count: Callable[[Any, int], int], may: Callable[[int], bool]
) -> None:
    worth = {}
    for action in filter(may, list_legal(rules, s, 0)):
        after = clone(s)
        rules.play(after, 0, action)
        worth[words.text(action)] = count(after, 0)
    assert len(set(worth.values())) > 1
    assert worth[choice(GAME, s, player)] == max(worth.values())


@pytest.mark.skipif(DEFAULT_MODE != "interpreted", reason="all places are compared above")
def test_15_agendas_count_for_all_but_a_glance_and_a_beginner_turns_no_card_sideways() -> None:
    s = later()
    v, scratch = new_view(GAME, s, 0), new_scratch(GAME, frozenset())
    places = list_legal(rules, s, 0)
    for action in places[0], places[-1]:
        after = clone(s)
        rules.play(after, 0, action)
        assert yardsticks.glance(v, 0, action, scratch) == rules.balanced_lines(after, 0)
        assert yardsticks.greedy(v, 0, action, scratch) == rules.points_of(after, 0)
    merits = {upright(action): yardsticks.beginner(v, 0, action, scratch) for action in places[:: len(places) // 8]}
    assert merits[True] > 500 > merits[False]
