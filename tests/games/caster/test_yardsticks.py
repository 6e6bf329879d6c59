"""Players of CASTER that go by the trick on the table."""

from __future__ import annotations

from typing import Any

import pytest

from fairdeal.games.caster import GAME
from tests.games.caster.tricks import act, dealt, holding
from tests.games.yardsticks import choice

ALL = ("glance", "beginner", "greedy")


def led(card: str, hand: str, taken: int = 0) -> Any:
    """A card is led to a seat with this hand, which has taken so many tricks, each worth 9."""
    s = holding([f"{card} G0", hand, "R11 G1", "Y0 G2"])
    s.scored[1, :taken] = 1 << 9
    act(s, 0, f"play {card}")
    return s


@pytest.mark.parametrize("player", ALL)
def test_10_a_trick_worth_nine_points_is_taken_while_there_is_room(player: str) -> None:
    assert choice(GAME, led("R9", "R5 R10"), player, 1) == "play R5"


@pytest.mark.parametrize("player", ALL)
def test_12_at_the_limit_all_duck(player: str) -> None:
    assert choice(GAME, led("R9", "R5 R10", taken=4), player, 1) == "play R10"


def test_a_beginner_leaves_tricks_that_are_worth_little() -> None:
    s = led("R2", "R1 R10")
    assert choice(GAME, s, "glance", 1) == "play R1"
    assert choice(GAME, s, "beginner", 1) == "play R10"


def test_the_greedy_leads_what_others_will_take_once_it_is_full() -> None:
    s = holding(["R1 R10", "R2 R3", "R4 R5", "R6 R7"])
    s.scored[0, :4] = 1 << 9
    assert choice(GAME, s, "greedy") == "play R10"


@pytest.mark.parametrize(("player", "card"), [("glance", "R10"), ("beginner", "R10"), ("greedy", "R1")])
def test_whoever_is_new_leads_the_highest_card_and_the_greedy_one_that_takes(player: str, card: str) -> None:
    assert choice(GAME, holding(["R1 R10", "R2 R3", "R4 R5", "R6 R7"]), player) == f"play {card}"


@pytest.mark.parametrize(("player", "card"), [("glance", "R10"), ("beginner", "R10"), ("greedy", "R5")])
def test_12_only_the_greedy_takes_all_it_can_once_it_has_burst(player: str, card: str) -> None:
    assert choice(GAME, led("R9", "R5 R10", taken=5), player, 1) == f"play {card}"


@pytest.mark.parametrize(("player", "card"), [("glance", "G11"), ("beginner", "G11"), ("greedy", "R1")])
def test_whoever_is_new_gives_the_highest_card_and_the_greedy_any(player: str, card: str) -> None:
    assert choice(GAME, dealt(passing=True), player) == f"give {card}"
