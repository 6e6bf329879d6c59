"""Players of 3x3 CCG Battle that look one, two or three captures ahead."""

from __future__ import annotations

from typing import Any

import pytest

from fairdeal.games.battle import GAME
from tests.games.battle.grids import card, laid, legal, own
from tests.games.yardsticks import choice


def test_11_all_take_the_card_that_is_worth_most_if_nothing_follows() -> None:
    s = laid(". 2 . . 1 . . 3 .", "", **own(card("A", T=5, B=5), card("Low", [2], B=1), card("High", [8], T=1)))
    assert legal(s) == ["attack 5 T", "attack 5 B"]
    assert {choice(GAME, s, player) for player in ("glance", "beginner", "greedy")} == {"attack 5 B"}


def beside_a_hunter() -> Any:
    """Ten points below, and then the attacker, worth ten too, lies beside the hunter; eight above, and it does not."""
    low, high = card("Low", [7], B=1), card("High", T=1, R=9)
    return laid(". 2 . . 1 . . 3 4", "", **own(card("A", T=5, B=5), low, high, card("Hunter", L=9)))


@pytest.mark.parametrize(
    ("player", "attack"), [("glance", "attack 5 B"), ("beginner", "attack 5 T"), ("greedy", "attack 5 T")]
)
def test_9_only_a_glance_overlooks_what_a_capture_leaves_to_the_next_seat(player: str, attack: str) -> None:
    s = beside_a_hunter()
    assert legal(s) == ["attack 5 T", "attack 5 B"]
    assert choice(GAME, s, player) == attack


@pytest.mark.parametrize(("player", "attack"), [("beginner", "attack 5 B"), ("greedy", "attack 5 T")])
def test_greedy_sees_the_third_capture(player: str, attack: str) -> None:
    """Above lie five points; whoever takes the attacker, four, then lies where card 4 or 5 is taken, nine or more."""
    above, below = card("Above", [1], B=1, L=2, R=1), card("Below", [2], T=1)
    left, right = card("Left", [7], R=2), card("Right", [8], L=1)
    s = laid("4 2 5 . 1 . . 3 .", "", **own(card("A", T=2, B=2), above, below, left, right))
    assert legal(s) == ["attack 5 T", "attack 5 B"]
    assert choice(GAME, s, player) == attack


def test_what_the_pile_brings_is_nobodys_guess() -> None:
    """Whatever lies on top of the pile, the choice is the same: it is not in the view."""
    deck = own(card("A", T=5, B=5), card("Low", [2], B=1), card("High", [8], T=1), card("Next", T=9, B=9, L=9, R=9))
    first, second = (laid(". 2 . . 1 . . 3 .", pile, **deck) for pile in ("4 5 6", "6 5 4"))
    for player in ("glance", "beginner", "greedy"):
        assert choice(GAME, first, player) == choice(GAME, second, player) == "attack 5 B"


def test_a_beginner_counts_what_can_be_taken_elsewhere() -> None:
    """Card 4 takes card 5, worth nine, unless that is taken first; card 1 could take ten."""
    low, high = card("Low", [1], B=1), card("High", [9], T=1)
    hunter, hunted = card("Hunter", R=9), card("Hunted", [8], L=1, T=1)
    deck = own(card("A", T=5, B=5), low, high, hunter, hunted)
    s = laid("2 . . 1 . . 3 4 5", "", **deck)
    assert legal(s) == ["attack 4 T", "attack 4 B", "attack 8 R"]
    assert choice(GAME, s, "beginner") == "attack 4 B"


def test_a_beginner_counts_what_its_attacker_could_take_next() -> None:
    """Above, the attacker would lie beside a card of nine that it beats, and that the next seat takes with it."""
    above, below, prey = card("Above", [4], B=1, R=1), card("Below", [3], T=1, R=1), card("Prey", [8], L=1)
    s = laid(". 2 4 . 1 . . 3 5", "", **own(card("A", T=5, B=5, R=5), above, below, prey, card("Even", L=5)))
    assert legal(s) == ["attack 5 T", "attack 5 B", "attack 9 L"]
    assert choice(GAME, s, "glance") == "attack 5 T"
    assert choice(GAME, s, "beginner") == "attack 5 B"
