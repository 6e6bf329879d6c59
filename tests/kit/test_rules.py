"""What the rules of several games share: seats, sets, lists of actions and shares of the victory."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.engine import kernel
from fairdeal.kit.actions import list_set
from fairdeal.kit.masks import highest
from fairdeal.kit.outlook import expect_rounds, share_victory
from fairdeal.kit.ranking import share_among_best

seats = kernel.load("fairdeal.kit.seats", "interpreted")
sets = st.sets(st.integers(0, 61), min_size=1)


def mask_of(members: set[int]) -> int:
    return sum(1 << member for member in members)


@pytest.mark.parametrize("count", range(1, 7))
def test_the_left_and_the_right_of_a_seat_are_its_neighbours_around_the_table(count: int) -> None:
    table = SimpleNamespace(seats=count)
    for seat in range(count):
        assert seats.left_of(table, seat) == (seat + 1) % count
        assert seats.right_of(table, seats.left_of(table, seat)) == seat


@given(sets)
def test_a_set_is_listed_ascending_behind_what_stands_there(members: set[int]) -> None:
    out = np.full(70, -1, np.int32)
    assert list_set(mask_of(members), 100, out, 3) == 3 + len(members)
    assert out[3 : 3 + len(members)].tolist() == [100 + member for member in sorted(members)]
    assert set(out[:3].tolist()) == {-1}


@given(sets)
def test_the_highest_of_a_set_is_found(members: set[int]) -> None:
    assert highest(mask_of(members)) == max(members)


@pytest.mark.parametrize(
    ("points", "shares"),
    [
        ([3.0, 8.0, 5.0], [0, 1, 0]),
        ([8.0, 3.0, 8.0], [0.5, 0, 0.5]),
        ([0.0, 0.0, 0.0], [1 / 3] * 3),
        ([-4.0, -2.0, -9.0], [0, 1, 0]),
    ],
)
def test_the_highest_win_and_equals_share(points: list[float], shares: list[float]) -> None:
    out = np.array([*points, 77.0])
    share_among_best(out, len(points))
    assert out.tolist() == [*shares, 77.0]


def test_average_rounds_change_no_lead_but_make_it_less_sure() -> None:
    points, shares, usual = np.array([10.0, 14.0]), np.zeros(2), np.zeros(2)
    expect_rounds(points, 2, 4, 15.0, 3.0, shares)
    assert points.tolist() == [70.0, 74.0]
    share_victory(np.array([10.0, 14.0]), 2, 6.0, usual)
    assert shares.tolist() == usual.tolist()
