"""What bots know of 3x3 CCG Battle: which card to take, and what a lead in a match is worth."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from fairdeal.contract.game import list_legal
from fairdeal.engine import chance, kernel
from fairdeal.engine.kernel import MOST_SEATS
from fairdeal.games.battle import knowledge, rules, words
from tests.games.battle.grids import card, laid, own, shuffled


def choices(s: Any, policy: Any, tries: int = 60) -> list[str]:
    """What the seat to move does, again and again."""
    seat, rng = int(s.turn), chance.numbered("knowledge", 0)
    legal = np.array(list_legal(rules, s, seat), np.int32)
    return [words.text(int(legal[policy(s, seat, legal, len(legal), rng)])) for _ in range(tries)]


def test_it_takes_a_card_that_is_worth_much_more() -> None:
    cards = own(card("Attacker", L=9, R=9), card("Cheap", [1], R=0), card("Dear", [10, 10], L=0))
    s = laid(". . . 2 1 3 . . .", "", **cards)
    assert set(choices(s, knowledge.policy)) == {"attack 5 R"}


def test_among_cards_of_similar_worth_it_hesitates() -> None:
    cards = own(card("Attacker", L=9, R=9), card("Good", [5], R=0), card("Better", [7], L=0))
    s = laid(". . . 2 1 3 . . .", "", **cards)
    found = Counter(choices(s, knowledge.policy))
    assert found["attack 5 R"] > found["attack 5 L"] > 0


def test_it_chooses_the_same_interpreted_and_compiled() -> None:
    other = kernel.load("fairdeal.games.battle.knowledge", "interpreted")
    s = shuffled(number=3)
    assert choices(s, knowledge.policy, 20) == choices(s, other.policy, 20)


# --- the end of a game -----------------------------------------------------------------------------------------------


def test_a_game_is_solved_when_the_pile_is_empty_and_few_attacks_are_left() -> None:
    cards = own(card("Attacker", L=9, R=9), card("Left", R=0), card("Right", L=0))
    assert knowledge.is_endgame(laid(". . . 2 1 3 . . .", "", **cards))
    assert not knowledge.is_endgame(laid(". . . 2 1 3 . . .", "4", **cards)), "a card may come from the pile"
    assert not knowledge.is_endgame(between_games([3, 1], 2)), "the next game is still to be dealt"


def test_many_attacks_are_too_many_to_solve() -> None:
    everywhere = dict.fromkeys(("TL", "T", "TR", "L", "R", "BL", "B", "BR"), 9)
    cards = own(card("Centre", **everywhere), *(card(f"Edge {n}", T=0) for n in range(8)))
    assert not knowledge.is_endgame(laid("2 3 4 5 1 6 7 8 9", "", **cards))


# --- matches ---------------------------------------------------------------------------------------------------------


def between_games(scored: list[int], match: int, first: int = 0) -> Any:
    """One game of a match is over, with these points; the next one is about to begin."""
    s = laid(". . . . 1 . . . .", "", len(scored), first, match=match)
    s.first, s.phase, s.games_played = first, rules.START, 1
    s.scored[0, : len(scored)] = scored
    return s


def outlook(s: Any) -> tuple[list[float], list[float]]:
    shares, points = np.zeros(MOST_SEATS), np.zeros(MOST_SEATS)
    knowledge.outlook(s, shares, points)
    return shares[: s.seats].tolist(), points[: s.seats].tolist()


def test_the_horizon_is_between_two_games_of_a_match() -> None:
    s = laid(". . . . 1 . . . .", "", match=2)
    s.first = 0
    assert not knowledge.is_horizon(s)
    s.phase = rules.START
    assert not knowledge.is_horizon(s)
    assert knowledge.is_horizon(between_games([120, 110], 2))


def test_shares_of_the_outlook_add_up_to_one_and_follow_the_lead() -> None:
    shares, points = outlook(between_games([100, 90, 60, 40], 4))
    assert sum(shares) == pytest.approx(1)
    assert shares == sorted(shares, reverse=True)
    assert sum(points) == pytest.approx(290 + 3 * 242)


def test_who_starts_the_next_game_has_the_better_half_of_an_even_match() -> None:
    shares, points = outlook(between_games([110, 110], 2, first=0))
    assert shares[1] > 0.5
    assert points[1] > points[0]
    assert outlook(between_games([110, 110], 2, first=1))[0] == pytest.approx(shares[::-1])


def test_a_lead_is_worth_less_when_more_games_are_left() -> None:
    one, three = (outlook(between_games([90, 60, 60, 60], match))[0][0] for match in (2, 4))
    assert 0.25 < three < one < 1


def test_an_outlook_can_be_given_for_a_deck_that_is_worth_nothing() -> None:
    s = between_games([0, 0], 2)
    s.options.worth[:] = 0
    assert outlook(s)[0] == [0.5, 0.5]
