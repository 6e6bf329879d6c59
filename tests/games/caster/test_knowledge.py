"""CASTER's knowledge: sensible cards, fair outlooks, small endgames, and worlds that explain what was done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from fairdeal.contract.game import list_legal
from fairdeal.engine import chance, kernel
from fairdeal.engine.kernel import DEALER, DEFAULT_MODE, NOBODY
from fairdeal.games.caster import GAME, knowledge, rules, words
from fairdeal.laws.walks import clone, random_game
from tests.games.caster.tricks import act, card_texts, carry_out, dealt, holding, legal, setting

compiled_only = pytest.mark.skipif(DEFAULT_MODE == "interpreted", reason="compares the two modes")


def chosen(s: Any, seat: int, draws: int = 40) -> Counter[str]:
    """What the policy chooses, so many times."""
    actions = np.array(list_legal(rules, s, seat), np.int32)
    rng = chance.numbered("policy", 0)
    numbers = [knowledge.policy(s, seat, actions, len(actions), rng) for _ in range(draws)]
    return Counter(words.text(int(actions[number])) for number in numbers)


def take_tricks(s: Any, seat: int, count: int) -> None:
    """Lay so many score cards before a seat."""
    s.scored[seat, 4] = (1 << count) - 1


def moments(seats: int, passing: bool, every: int) -> Iterator[tuple[Any, Any, int]]:
    """Some moments of a random game of two rounds: the state, what the seat was told that acts, and the seat."""
    told = np.zeros((seats, rules.MOST_EVENTS, 2), np.int32)
    for event in random_game(setting(seats, 2, passing), chance.numbered("moments", seats)):
        acting = rules.actors(event.before)
        if event.number % every == 0 and acting != 1 << DEALER:
            seat = event.actor
            yield event.before, told[seat, : event.number], seat
        for seat in range(seats):
            heard = NOBODY if event.actor == DEALER else GAME.rules.told(event.before, event.actor, event.action, seat)
            told[seat, event.number] = (event.actor, heard)


# --- the policy ------------------------------------------------------------------------------------------------------


def test_a_full_seat_lets_a_trick_pass() -> None:
    s = holding(["R5 B1 B2", "R0 R9 Y1", "R7 B3 B5", "R8 B4 B6"])
    take_tricks(s, 1, 4)
    act(s, 0, "play R5")
    assert chosen(s, 1)["play R9"] >= 38


def test_a_hungry_seat_trumps_a_rich_trick() -> None:
    s = holding(["R10 B1 B3", "B2 Y5 E3", "R7 B4 B5", "R8 B7 B6"])
    take_tricks(s, 1, 2)
    act(s, 0, "play R10")
    assert chosen(s, 1)["play B2"] >= 38


def test_who_is_safe_takes_what_it_can() -> None:
    s = holding(["R9 B1", "B2 Y5", "R7 B4", "R8 B7"])
    act(s, 0, "play R9")
    assert chosen(s, 1)["play B2"] >= 35


def test_a_full_seat_leads_what_others_can_undercut() -> None:
    s = holding(["R0 R9 Y3", "R5 R4 Y1", "R7 R3 B5", "R8 R2 B6"])
    take_tricks(s, 0, 4)
    assert chosen(s, 0)["play R0"] <= 2


def test_it_gives_a_full_taker_as_much_as_a_hungry_one_and_a_burst_seat_plays_on() -> None:
    s = holding(["R5 B1 B2", "R7 R9 Y1", "R6 R8 B5", "R10 B4 B6"])
    take_tricks(s, 0, 4)
    take_tricks(s, 1, 1)
    take_tricks(s, 2, 6)
    act(s, 0, "play R5")
    to_full = chosen(s, 1)["play R9"]
    take_tricks(s, 0, 1)
    assert chosen(s, 1)["play R9"] < to_full
    act(s, 1, "play R7")
    assert sum(chosen(s, 2).values()) == 40


def test_a_trumped_trick_gets_no_higher_card_than_need_be() -> None:
    s = holding(["R5 B1 B2", "B3 Y9 Y1", "R4 R10 B5", "R8 B4 B6"])
    take_tricks(s, 1, 1)
    take_tricks(s, 2, 3)
    act(s, 0, "play R5")
    act(s, 1, "play B3")
    assert chosen(s, 2)["play R4"] >= 36


def test_any_gift_is_as_good_as_another() -> None:
    s = dealt(passing=True)
    assert len(chosen(s, 2, 300)) == 15


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_it_chooses_among_the_legal_cards_of_any_position(seats: int) -> None:
    for s, _, seat in moments(seats, passing=False, every=11):
        assert set(chosen(s, seat, 3)) <= set(legal(s, seat))


# --- the horizon -----------------------------------------------------------------------------------------------------


def between_rounds(played: int, totals: list[int], rounds: int = 3) -> Any:
    s = setting(len(totals), rounds).new_state()
    carry_out(s, "start 0")
    s.rounds_played = played
    s.total[: len(totals)] = totals
    return s


def expected(s: Any) -> tuple[list[float], list[float]]:
    shares, points = np.zeros(8), np.zeros(8)
    knowledge.outlook(s, shares, points)
    return shares[: s.seats].tolist(), points[: s.seats].tolist()


def test_the_horizon_is_where_another_round_is_to_come() -> None:
    assert knowledge.is_horizon(between_rounds(1, [20, 10, 5]))
    assert not knowledge.is_horizon(between_rounds(0, [0, 0, 0]))
    assert not knowledge.is_horizon(dealt())


def test_equal_totals_have_equal_prospects() -> None:
    shares, points = expected(between_rounds(1, [20, 20, 20, 20]))
    assert shares == [0.25] * 4
    assert points == [50.0] * 4


def test_a_lead_counts_more_the_later_it_is() -> None:
    early, _ = expected(between_rounds(1, [25, 10, 12], 4))
    late, points = expected(between_rounds(3, [25, 10, 12], 4))
    assert sum(early) == pytest.approx(1)
    assert sum(late) == pytest.approx(1)
    assert late[0] > early[0] > early[2] > early[1] > late[1]
    assert points == [40.0, 25.0, 27.0]


# --- the endgame -----------------------------------------------------------------------------------------------------


def count_lines(s: Any) -> int:
    """Count the ends of all lines."""
    if s.phase != rules.TRICK:
        return 1
    lines = 0
    for action in list_legal(rules, s, int(s.turn)):
        after = clone(s)
        rules.play(after, int(s.turn), action)
        lines += count_lines(after)
    return lines


def test_two_tricks_are_an_endgame_and_three_are_not() -> None:
    s = holding(["R5 B1 Y1", "R7 B2 Y2", "R8 B3 Y3"])
    assert not knowledge.is_endgame(s)
    act(s, 0, "play R5")
    assert not knowledge.is_endgame(s)
    act(s, 1, "play R7")
    act(s, 2, "play R8")
    assert knowledge.is_endgame(s)
    act(s, 0, "play B1")
    assert knowledge.is_endgame(s)
    assert not knowledge.is_endgame(between_rounds(1, [0, 0, 0]))


def test_an_endgame_has_few_lines() -> None:
    s = holding(["R1 R2", "Y1 G2", "E1 E2", "Y3 E4", "G4 Y5"])
    assert knowledge.is_endgame(s)
    assert count_lines(s) <= 2**5


# --- what the others have shown --------------------------------------------------------------------------------------


def bring(s: Any, seat: int, name: str, others: list[str]) -> None:
    """Swap a card into a seat's hand for one of its cards that is not among the others named."""
    card = words.CARDS_OF.numbers[name]
    owner = next(n for n in range(s.seats) if words.holds(s, n, card))
    kept = {*others, name}
    spare = next(text for text in card_texts(s.hand[seat]) if text not in kept and text[0] != "R")
    for n, number in (
        (owner, card),
        (seat, card),
        (seat, words.CARDS_OF.numbers[spare]),
        (owner, words.CARDS_OF.numbers[spare]),
    ):
        s.hand[n, number // rules.VALUES] ^= 1 << number % rules.VALUES


def after_a_high_card(keeper_of_r3: int) -> tuple[Any, Any]:
    """Seat 0 leads R2, seat 1 plays its R11; give the world, and what seat 0 was told."""
    s = dealt(4, 0)
    wanted = ((0, "R2"), (1, "R11"), (keeper_of_r3, "R3"))
    for seat, name in wanted:
        bring(s, seat, name, [text for _, text in wanted])
    act(s, 0, "play R2")
    act(s, 1, "play R11")
    events = [(DEALER, NOBODY), (DEALER, NOBODY), (0, words.action("play R2")), (1, words.action("play R11"))]
    return s, np.array(events, np.int32)


def test_who_plays_high_beside_a_low_lead_had_hardly_a_low_card() -> None:
    with_r3, told = after_a_high_card(1)
    without, _ = after_a_high_card(2)
    assert knowledge.weigh(without, 0, told, 4) > knowledge.weigh(with_r3, 0, told, 4) + 0.05


def test_the_own_cards_tell_a_seat_nothing() -> None:
    s, told = after_a_high_card(2)
    seen = [knowledge.weigh(clone(s), seat, told, 4) for seat in range(4)]
    assert seen[2] == seen[3] == pytest.approx(seen[0] + seen[1])
    assert seen[0] < 0 > seen[1]
    assert knowledge.weigh(clone(s), 0, told, 3) == 0


@pytest.mark.parametrize(("seats", "passing"), [(3, True), (4, False), (5, True)])
def test_weighing_leaves_the_world_as_it_was(seats: int, passing: bool) -> None:
    judged = 0
    for s, told, seat in moments(seats, passing, every=13):
        world = clone(s)
        weight = knowledge.weigh(world, seat, told, len(told))
        assert weight <= 0
        assert world.tobytes() == s.tobytes()
        judged += weight < 0
    assert judged > 5


@compiled_only
def test_both_modes_judge_alike() -> None:
    plain = kernel.load("fairdeal.games.caster.knowledge", "interpreted")
    for s, told, seat in moments(4, passing=False, every=17):
        actions = np.array(list_legal(rules, s, seat), np.int32)
        weights = [how.weigh(clone(s), seat, told, len(told)) for how in (knowledge, plain)]
        assert weights[0] == pytest.approx(weights[1], rel=1e-12)
        both = [how.policy(s, seat, actions, len(actions), chance.numbered("m", 0)) for how in (knowledge, plain)]
        assert both[0] == both[1]
