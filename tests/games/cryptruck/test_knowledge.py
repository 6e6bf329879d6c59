"""Cryptruck's knowledge: sensible actions, fair outlooks, small endgames, and worlds that explain what was done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from fairdeal.contract.game import list_legal
from fairdeal.engine import chance, kernel
from fairdeal.engine.kernel import DEALER, DEFAULT_MODE, NOBODY
from fairdeal.games.cryptruck import GAME, knowledge, rules, words
from fairdeal.laws.walks import clone, random_game
from tests.games.cryptruck.deals import acts, card_texts, cards, dealt, holding, lead, legal, setting, started

compiled_only = pytest.mark.skipif(DEFAULT_MODE == "interpreted", reason="compares the two modes")


def chosen(s: Any, draws: int = 40) -> Counter[str]:
    """What the policy chooses for whose turn it is, so many times."""
    seat = int(s.turn)
    actions = np.array(list_legal(rules, s, seat), np.int32)
    rng = chance.numbered("policy", 0)
    numbers = [knowledge.policy(s, seat, actions, len(actions), rng) for _ in range(draws)]
    return Counter(words.text(int(actions[number])) for number in numbers)


def moments(seats: int, every: int) -> Iterator[tuple[Any, Any, int]]:
    """Some moments of a random game of two rounds: the state, what the seat was told that acts, and the seat."""
    told = np.zeros((seats, rules.MOST_EVENTS, 2), np.int32)
    for event in random_game(setting(seats, 2), chance.numbered("moments", seats)):
        if event.number % every == 0 and event.actor != DEALER:
            yield event.before, told[event.actor, : event.number], event.actor
        for seat in range(seats):
            heard = NOBODY if event.actor == DEALER else GAME.rules.told(event.before, event.actor, event.action, seat)
            told[seat, event.number] = (event.actor, heard)


# --- the policy ------------------------------------------------------------------------------------------------------


def test_a_third_colour_is_worth_taking_and_a_fourth_block_is_not() -> None:
    s = holding(["Y4 B1", "Y5 B0", "R0 R1"])
    s.blocks[1] = cards("B3 R3")
    lead(s, "Y4")
    s.hand[1] = cards("G1 B0")
    s.blocks[1] = cards("B3 R4")
    assert chosen(s)["play G1"] >= 38
    s.blocks[1] = cards("B3 R4 P5")
    assert chosen(s)["play G1"] <= 2


def test_a_block_is_thrown_on_a_trick_that_it_spoils_and_not_on_one_that_it_enriches() -> None:
    s = holding(["Y5 Y1", "B5 R1", "R0 P1"])
    lead(s, "Y5")
    s.blocks[0] = cards("B3")
    assert chosen(s)["play B5"] <= 8
    s.blocks[0] = cards("B3 R3")
    assert chosen(s)["play B5"] >= 30


def test_a_white_trump_is_not_revealed_early_by_who_has_no_block() -> None:
    s = dealt()
    s.hand[0] = cards("W3 Y0 Y1 B2 B4 R1")
    assert chosen(s)["reveal W3"] <= 2


def test_a_trump_is_seldom_given_away() -> None:
    s = holding(["Y1 Y2 Y3", "W3 Y0 B1", "R0 R1 R2"])
    acts(s, "reveal Y1", "want", "decline")
    assert chosen(s)["give W3"] <= 2


def test_a_block_that_completes_three_colours_is_wanted_when_nothing_can_beat_it() -> None:
    s = holding(["W3 Y0", "G5 Y1", "R0 R1"])
    s.blocks[1] = cards("B3 R3")
    acts(s, "reveal W3")
    wanting = chosen(s)["want"]
    s.blocks[1] = cards("B3 R3 P3")
    assert wanting > 30 > chosen(s)["want"]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_it_chooses_among_the_legal_actions_of_any_position(seats: int) -> None:
    for s, _, seat in moments(seats, every=5):
        assert set(chosen(s, 3)) <= set(legal(s, seat))


@pytest.mark.parametrize("turned", ["B0", "W2"])
def test_a_lead_is_beaten_by_the_cards_that_would_take_the_trick(turned: str) -> None:
    for led in ("Y3", "B2", "W3", "Y0"):
        for other in ("Y5", "Y0", "B0", "B4", "W2", "R5"):
            if other != led:
                s = holding([led, other], turned)
                beats = knowledge.beaters(s, words.CARDS_OF.numbers[led]) >> words.CARDS_OF.numbers[other] & 1
                lead(s, led)
                acts(s, f"play {other}")
                assert s.first == beats


def test_the_taker_of_a_trick_that_still_lies_is_who_would_take_it() -> None:
    s = holding(["Y2", "Y4", "R5", "B1"], turned="B0")
    lead(s, "Y2")
    holders = [int(rules.trick_taker(s))]
    for card in ("Y4", "R5"):
        acts(s, f"play {card}")
        holders.append(int(rules.trick_taker(s)))
    assert holders == [0, 1, 1]


# --- the horizon -----------------------------------------------------------------------------------------------------


def between_rounds(scores: list[list[int]], rounds: int = 3) -> Any:
    """A table that awaits its next deal after rounds with these points."""
    s = started(len(scores[0]), 0, rounds)
    s.rounds_played = len(scores)
    for number, points in enumerate(scores):
        s.scored[number, : len(points)] = points
    return s


def expected(s: Any) -> tuple[list[float], list[float]]:
    shares, points = np.zeros(8), np.zeros(8)
    knowledge.outlook(s, shares, points)
    return shares[: s.seats].tolist(), points[: s.seats].tolist()


def test_the_horizon_is_where_another_round_is_to_come() -> None:
    assert knowledge.is_horizon(between_rounds([[5, 9, 1]]))
    assert not knowledge.is_horizon(started())
    assert not knowledge.is_horizon(dealt())


def test_equal_totals_have_equal_prospects() -> None:
    shares, points = expected(between_rounds([[5, 1], [1, 5]]))
    assert shares == [0.5, 0.5]
    assert points == [11.0, 11.0]


def test_a_lead_counts_more_the_later_it_is() -> None:
    early, _ = expected(between_rounds([[9, 1, 2]], 4))
    late, points = expected(between_rounds([[5, 0, 0], [4, 0, 0], [0, 1, 2]], 4))
    assert sum(early) == pytest.approx(1)
    assert sum(late) == pytest.approx(1)
    assert late[0] > early[0] > early[2] > early[1] > late[1]
    assert points == [14.0, 6.0, 7.0]


# --- the endgame -----------------------------------------------------------------------------------------------------


def count_nodes(s: Any) -> int:
    """Count the states on all lines."""
    if not rules.is_round_running(s):
        return 1
    nodes = 1
    for action in list_legal(rules, s, int(s.turn)):
        after = clone(s)
        rules.play(after, int(s.turn), action)
        nodes += count_nodes(after)
    return nodes


def test_an_endgame_is_the_last_trick_and_the_one_before_once_it_is_led() -> None:
    s = holding(["Y4 B1 P0", "Y5 B0 P1", "R0 R1 P2"])
    lead(s, "Y4")
    assert not knowledge.is_endgame(s)
    acts(s, "play Y5", "play R0")
    assert not knowledge.is_endgame(s)
    lead(s, "B0")
    assert knowledge.is_endgame(s)
    acts(s, "play R1", "play B1")
    assert knowledge.is_endgame(s)
    assert not knowledge.is_endgame(started())


@pytest.mark.no_cover
def test_an_endgame_has_few_lines() -> None:
    s = holding(["Y4 B1", "R5 B0", "R0 G1", "P0 P3", "G4 G5"])
    lead(s, "Y4")
    assert knowledge.is_endgame(s)
    assert count_nodes(s) <= 3000


# --- what the others have shown --------------------------------------------------------------------------------------


def replied(hand: str) -> tuple[Any, Any]:
    """Seat 0 leads Y5 unsold, and seat 1, with this hand, plays B4; give the world, and what seat 0 was told."""
    s = dealt()
    s.hand[:3] = [cards("Y5 Y4 R0 R1 R2 W2"), cards(hand), cards("Y0 Y1 Y2 Y3 R3 R4")]
    s.turned, s.face_down = words.CARDS_OF.numbers["R5"], cards("W3")
    texts = ("reveal Y5", "decline", "decline", "play B4")
    acts(s, *texts)
    events = [(DEALER, NOBODY), (DEALER, NOBODY), *zip((0, 1, 2, 1), map(words.action, texts), strict=True)]
    return s, np.array(events, np.int32)


def test_who_throws_a_block_on_anothers_trick_had_hardly_anything_else() -> None:
    other_cards, told = replied("B4 B0 B1 B2 P0 P1")
    blocks, _ = replied("B4 B5 B3 P3 P4 P5")
    assert knowledge.weigh(blocks, 0, told, 6) > knowledge.weigh(other_cards, 0, told, 6) + 0.1


def test_the_own_actions_tell_a_seat_nothing() -> None:
    s = dealt()
    card = card_texts(s.hand[0])[0]
    acts(s, f"reveal {card}")
    told = np.array([(DEALER, NOBODY), (DEALER, NOBODY), (0, words.action(f"reveal {card}"))], np.int32)
    assert knowledge.weigh(s, 0, told, 3) == 0
    assert knowledge.weigh(s, 1, told, 3) < 0


@pytest.mark.parametrize(("seats", "every"), [(2, 2), (3, 3), (4, 6), (5, 9)])
def test_weighing_leaves_the_world_as_it_was(seats: int, every: int) -> None:
    phases = set()
    for s, told, seat in moments(seats, every):
        world = clone(s)
        assert knowledge.weigh(world, seat, told, len(told)) <= 0
        assert world.tobytes() == s.tobytes()
        phases.add(int(s.phase))
    assert phases == {rules.REVEALING, rules.ASKING, rules.GIVING, rules.PLAYING}


@compiled_only
def test_both_modes_judge_alike() -> None:
    plain = kernel.load("fairdeal.games.cryptruck.knowledge", "interpreted")
    for s, told, seat in moments(4, every=3):
        actions = np.array(list_legal(rules, s, seat), np.int32)
        weights = [how.weigh(clone(s), seat, told, len(told)) for how in (knowledge, plain)]
        assert weights[0] == pytest.approx(weights[1], rel=1e-12)
        both = [how.policy(s, seat, actions, len(actions), chance.numbered("m", 0)) for how in (knowledge, plain)]
        assert both[0] == both[1]
