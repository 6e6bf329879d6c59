"""What the words of several games share."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from fairdeal.kit.words import number_of, ranked, round_number
from fairdeal.language.messages import say


def test_a_number_of_things_is_a_message_that_counts() -> None:
    assert number_of("points", True) == say("count.points", count=1)


@pytest.mark.parametrize(("played", "number"), [(0, 1), (1, 2), (2, 3), (3, 3)])
def test_after_the_last_round_its_number_stays(played: int, number: int) -> None:
    view: Any = SimpleNamespace(rounds_played=played, options=SimpleNamespace(rounds=3))
    assert round_number(view) == number


def test_equals_are_ranked_by_seat_and_tie_breaks_in_their_order() -> None:
    assert ranked({0: (5, 1), 1: (5, 2), 2: (7, 0), 3: (5, 2)}) == ([2, 1, 3, 0], [2])
    assert ranked({0: 4, 1: 4}) == ([0, 1], [0, 1])
