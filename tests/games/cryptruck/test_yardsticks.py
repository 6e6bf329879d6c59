"""Players of Cryptruck that go by the blocks of the trick on the table."""

from __future__ import annotations

from typing import Any

import pytest

from fairdeal.games.cryptruck import GAME
from tests.games.cryptruck.deals import act, acts, cards, holding
from tests.games.yardsticks import choice

FULL = "B5 R5 P5"  # three blocks of three colours
BUYERS = [
    ("glance", "", "want"),
    ("glance", FULL, "want"),
    ("beginner", "", "want"),
    ("beginner", FULL, "decline"),
]


def asked(hand: str, won: str = "") -> Any:
    """Y3, a block, is led to a seat with this hand, which has won these blocks."""
    s = holding(["Y3 B0", hand, "R0 P0"])
    s.blocks[1] = cards(won)
    act(s, 0, "reveal Y3")
    act(s, 1, "decline")
    act(s, 2, "decline")
    return s


def test_15_a_glance_takes_every_block() -> None:
    assert choice(GAME, asked("Y4 Y1"), "glance", 1) == "play Y4"


@pytest.mark.parametrize(("player", "played"), [("beginner", "play Y4"), ("greedy", "play Y1")])
def test_15_a_beginner_forgets_that_no_block_is_worth_more_than_two_of_a_colour(player: str, played: str) -> None:
    assert choice(GAME, asked("Y4 Y1"), player, 1) == played


@pytest.mark.parametrize(("player", "played"), [("glance", "play Y4"), ("beginner", "play Y1"), ("greedy", "play Y1")])
def test_15_only_a_glance_takes_a_block_that_makes_three_colours_less(player: str, played: str) -> None:
    """Three blocks of three colours are worth 9, five count one each."""
    assert choice(GAME, asked("Y4 Y1", won=FULL), player, 1) == played


def test_15_who_counts_takes_a_block_that_makes_two_colours_three_points_more() -> None:
    """One block is worth 1, three of two colours 6."""
    for player in ("beginner", "greedy"):
        assert choice(GAME, asked("Y4 Y1", won="B5"), player, 1) == "play Y4"


# --- the lead --------------------------------------------------------------------------------------------------------


def test_a_glance_reveals_the_highest_card_and_a_beginner_one_that_brings_its_block() -> None:
    s = holding(["Y3 B5 P1", "R0 P0 G2", "R3 P3 G3"])
    s.blocks[0] = cards("B4")
    assert choice(GAME, s, "glance") == "reveal B5"
    assert choice(GAME, s, "beginner") == "reveal Y3"


@pytest.mark.parametrize(("player", "won", "answer"), BUYERS)
def test_15_only_a_glance_wants_a_block_whatever_it_has_won(player: str, won: str, answer: str) -> None:
    s = holding(["Y3 B0 P1", "R0 P0 G2", "R3 P3 G3"])
    s.blocks[1] = cards(won)
    act(s, 0, "reveal Y3")
    assert choice(GAME, s, player, 1) == answer


def test_a_glance_gives_the_lowest_card_and_a_beginner_no_trump() -> None:
    s = holding(["Y3 B0 P1", "G1 R3 P4", "R4 P3 G3"])
    acts(s, "reveal Y3", "want", "decline")
    assert choice(GAME, s, "glance", 1) == "give G1"
    assert choice(GAME, s, "beginner", 1) == "give R3"
