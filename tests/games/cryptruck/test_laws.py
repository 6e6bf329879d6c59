"""Cryptruck obeys the laws of the contract, at every seat count and with every option."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.games.cryptruck import GAME, rules
from fairdeal.kernel import DEFAULT_MODE
from fairdeal.testing import check_all, check_game, fuzz, modes_agree
from fairdeal.testing.fuzzer import fuzz_edges
from fairdeal.testing.laws import everywhere
from fairdeal.testing.walks import by_script
from tests.games.cryptruck.deals import census, setting

IS_INTERPRETED = DEFAULT_MODE == "interpreted"
PLAYS = [(seats, colours) for seats in GAME.seat_counts for colours in ("first", "random")]


def is_affordable(s: Any) -> bool:
    """Interpreted, ways to deal are counted in a moment where few seats lack anything."""
    ways = 1
    for seat in range(s.seats):
        ways *= int(s.held[seat]) + 1 if s.lacks[seat] else 1
    return ways <= 20


@pytest.mark.parametrize(("seats", "colours"), PLAYS)
def test_all_laws_hold_in_a_random_game(seats: int, colours: str) -> None:
    check_all(
        [setting(seats, 1 if IS_INTERPRETED else 2, colours)],
        ["laws"],
        census,
        every=40 if IS_INTERPRETED else 20,
        cheap_every=8 if IS_INTERPRETED else 1,
        deep_at=is_affordable if IS_INTERPRETED else everywhere,
    )


@given(choices=st.lists(st.integers(0, 1000), max_size=60))
def test_the_cheap_laws_hold_whatever_is_chosen(choices: list[int]) -> None:
    check_game(setting(4, 1), "chosen", census, policy=by_script(choices), deep=(), cheap_every=6)


@pytest.mark.parametrize(("seats", "colours"), PLAYS)
def test_games_end_whoever_plays(seats: int, colours: str) -> None:
    figures = fuzz(setting(seats, 2, colours), games=4 if IS_INTERPRETED else 2000)
    assert figures.longest <= 2 + 2 * (1 + 6 * 2 * seats)
    assert figures.longest <= rules.MOST_EVENTS


def test_games_end_whatever_is_dealt() -> None:
    assert fuzz_edges(setting(3, 1), 1, census).games == 16


@pytest.mark.skipif(IS_INTERPRETED, reason="the run with compiled rules compares the modes")
@pytest.mark.parametrize(("seats", "colours"), PLAYS)
def test_the_modes_end_in_the_same_bytes(seats: int, colours: str) -> None:
    modes_agree(setting(seats, 1, colours), "modes", (DEFAULT_MODE, "interpreted"), every=9, deep_at=is_affordable)
