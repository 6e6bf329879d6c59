"""What a lead is worth while a game goes on."""

from __future__ import annotations

import math

import numpy as np
import pytest

from fairdeal.kit.outlook import share_victory


def shares_of(points: list[float], spread: float) -> list[float]:
    shares = np.zeros(8)
    share_victory(np.array(points), len(points), spread, shares)
    return [float(share) for share in shares[: len(points)]]


def test_equal_points_share_the_victory() -> None:
    assert shares_of([-3.0] * 4, 2.0) == [0.25] * 4


def test_a_lead_of_one_spread_wins_e_times_as_often() -> None:
    shares = shares_of([10.0, 17.0, 3.0], 7.0)
    assert sum(shares) == pytest.approx(1)
    assert shares[1] / shares[0] == pytest.approx(math.e) == shares[0] / shares[2]


def test_a_lead_of_a_thousand_spreads_is_a_victory() -> None:
    assert shares_of([5000.0, 0.0], 5.0) == [1.0, 0.0]
