"""What bots know of Card Game Traders: which cards to play and to buy, and which piles should rise."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

from fairdeal.bots.scratch import TRIED, new_scratch
from fairdeal.bots.searcher import bound
from fairdeal.contract.game import list_legal, members
from fairdeal.engine import chance, kernel
from fairdeal.engine.kernel import DEALER, NOBODY
from fairdeal.games.traders import GAME, knowledge, rules, words
from fairdeal.laws.walks import clone
from tests.games.traders.tables import WORTHLESS, act, counts, dealt, drafted, main_deck, setting, shares, table

compiled_only = pytest.mark.skipif(kernel.DEFAULT_MODE == "interpreted", reason="too slow when interpreted")


def choice(s: Any, seat: int = 0, policy: Any = knowledge.policy, number: int = 0) -> str:
    """What a seat that goes by the policy does."""
    legal = np.array(list_legal(rules, s, seat), np.int32)
    return str(words.text(int(legal[policy(s, seat, legal, len(legal), chance.numbered("knowledge", number))])))


def row(*halves: str) -> str:
    """A row with these abilities in its first slots; the others change nothing but prices."""
    return " ".join([*halves, *WORTHLESS.split()[len(halves) :]])


def acting(half: str, hand: str, **places: Any) -> Any:
    """A turn in which kind 1 was played for this ability, in slot 1."""
    s = table([f"1 {hand}", ""], row(half), **places)
    act(s, 0, "play 1")
    return s


# --- the draft -------------------------------------------------------------------------------------------------------


def test_it_drafts_the_kind_that_will_be_worth_most() -> None:
    packet = ["1", "2", "3", "4", "5"]
    rest = main_deck()
    for card in packet:
        rest.remove(card)
    s = dealt(row="V1a,X1a,V2b,D1a,M1b,W1a,L1b", deck=packet + rest)
    assert choice(s) == "draft 3"


def test_it_keeps_a_card_so_that_the_other_one_lifts_its_hand() -> None:
    s = dealt()
    s.phase, s.passes = rules.KEEPING, s.box.packet - 2
    s.packet[:2] = counts("2 5")
    s.hand[:2] = [counts("2 2 7"), counts("5 5 7")]
    s.ability[:] = 0  # V1a
    assert choice(s, 0) == "keep 5"
    assert choice(s, 1) == "keep 2"


# --- playing ---------------------------------------------------------------------------------------------------------


def test_it_plays_the_card_whose_value_buys_most() -> None:
    s = table(["1 2", ""], row("V1b", "V1b"), meta="1 2 1 1 1 1 1", market="3 4 5 6")
    assert choice(s) == "play 2"


def test_it_plays_a_card_that_lifts_others_of_its_hand() -> None:
    s = table(["1 2 2 2 2", ""], row("V1b", "V1b"))
    assert choice(s) == "play 2"


def test_it_lifts_no_kind_that_another_is_seen_to_hold() -> None:
    s = table(["1 2", "2 2 2"], row("V1b", "V1b"))
    assert choice(s) in ("play 1", "play 2")
    s.shown[1] = counts("2 2 2")
    assert choice(s) == "play 1"


@pytest.mark.parametrize(("half", "market"), [("D1a", "5 5"), ("D1b", "7")])
def test_it_sees_what_a_discount_buys(half: str, market: str) -> None:
    s = table(["1 2", ""], f"V1b {half} V1b V1b V1b V1b V1b", meta="1 1 1 1 4 1 6", market=market)
    assert choice(s) == "play 2"


def test_it_sees_what_a_copied_discount_buys() -> None:
    s = table(["1 2", ""], "V1b A1b D1b V1b V1b V1b V1b", meta="1 1 1 1 1 1 6", market="7")
    assert choice(s) == "play 2"


def test_a_planned_purchase_is_limited_by_the_market_and_by_the_power() -> None:
    s = table(["1 2", ""], row("V1b", "V1b"), meta="4 1 1 1 1 1 1", market="3 3 3")
    assert knowledge.purchase(s, 0, 0, 5) == pytest.approx(3 * knowledge.worth(s, 2))
    assert knowledge.purchase(s, 0, 0, 2) == pytest.approx(2 * knowledge.worth(s, 2))


def test_it_passes_only_if_a_turn_would_cost_points() -> None:
    s = table(["7", "", "1"], meta="1 1 1 1 1 1 5", closing=True, first=2)
    assert choice(s) == "pass"
    s.market[:] = counts("1 2 3 4 5")
    assert choice(s) == "play 7"


# --- buying ----------------------------------------------------------------------------------------------------------


def test_it_buys_what_is_cheap_for_its_final_value_and_never_stops_early() -> None:
    s = table(["1 1", ""], "V1b V1b V2b V1b V1b V1b V1b", meta="4 1 1 3 1 1 1", market="2 3 4")
    act(s, 0, "play 1")
    for bought in ("buy 3", "buy 2", "buy 4"):
        assert choice(s) == bought
        act(s, 0, bought)
    assert s.phase != rules.BUYING


# --- abilities -------------------------------------------------------------------------------------------------------


def test_it_raises_a_market_card_of_a_kind_that_it_holds() -> None:
    assert choice(acting("R1a", "5 5 5", market="2 3 5")) == "raise 5"


def test_it_raises_the_kind_that_it_played_for_more_power() -> None:
    assert choice(acting("R1a", "", market="1 2 3")) == "raise 1"


@pytest.mark.parametrize(("hand", "does"), [("4 4", "raise 4"), ("5 5", "stock 4")])
def test_it_raises_a_drawn_card_if_that_lifts_its_hand(hand: str, does: str) -> None:
    assert choice(acting("W1a", hand, deck="4")) == does


def test_it_holds_the_dearest_cards() -> None:
    s = acting("R1b", "", meta="1 1 1 1 1 1 6", market="2 2 2 3 3 3 7", deck="4 4 4")
    assert choice(s) == "hold 7"


def test_it_removes_the_market_card_that_is_the_worst_bargain() -> None:
    s = acting("M1a", "", meta="1 1 1 1 1 1 6", market="2 3 7")
    assert choice(s) == "trash market 7"


def test_it_removes_a_meta_card_that_lifts_neither_its_hand_nor_its_power() -> None:
    assert choice(acting("M1b", "3 3", meta="1 1 4 1 4 1 1")) == "trash meta 5"


def test_it_looks_at_any_hand() -> None:
    s = table(["1 2", "3", "4"], row("L1b"))
    act(s, 0, "play 1")
    assert {choice(s, number=number) for number in range(20)} == {"look 1", "look 2"}


def test_it_copies_either_side() -> None:
    s = table(["2 3", ""], "V1b A1a V1b V1b V1b V1b V1b")
    act(s, 0, "play 2")
    assert {choice(s, number=number) for number in range(20)} == {"copy left", "copy right"}


def test_it_swaps_its_cheapest_card_for_the_dearest_of_the_market() -> None:
    s = acting("X2a", "2 4", meta="1 1 1 3 1 1 6", market="2 3 7")
    assert choice(s) == "swap market 7 hand 2"


def test_it_swaps_into_the_meta_what_lifts_its_hand() -> None:
    s = acting("X2b", "4 4 4", meta="1 1 1 2 1 1 3", market="2 4")
    assert choice(s) == "swap market 4 meta 7"


def test_it_takes_a_dear_card_from_the_meta_for_a_cheap_one() -> None:
    s = acting("X1a", "2 4", meta="1 1 1 3 1 1 6")
    assert choice(s) == "swap meta 7 hand 2"


# --- whole games -----------------------------------------------------------------------------------------------------


def play_on(s: Any, rng: chance.Rng) -> None:
    """Let seat 0 go by the policy and all others play at random, to the end."""
    outcome = np.zeros(rules.MOST_OUTCOME, np.int16)
    while s.phase != rules.OVER:
        seat = int(s.turn)
        if s.phase == rules.SHUFFLE:
            rules.deal(s, outcome[: rules.draw(s, rng, outcome)])
            continue
        legal = np.array(list_legal(rules, s, seat), np.int32)
        number = chance.below(rng, len(legal)) if seat else knowledge.policy(s, 0, legal, len(legal), rng)
        rules.play(s, seat, int(legal[number]))


@compiled_only
def test_it_beats_three_random_seats() -> None:
    """Random play would win 5 games of 20, and 15 once in 250,000 times; the policy wins nearly all."""
    won = 0.0
    for number in range(20):
        s = drafted(4, first=number % 4)
        play_on(s, chance.numbered("knowledge", number))
        won += shares(s)[0]
    assert won >= 15


def test_it_chooses_the_same_interpreted_and_compiled() -> None:
    other = kernel.load("fairdeal.games.traders.knowledge", "interpreted")
    s, rng = drafted(3), chance.numbered("knowledge", 1)
    outcome = np.zeros(rules.MOST_OUTCOME, np.int16)
    for _ in range(60):
        if s.phase == rules.SHUFFLE:
            rules.deal(s, outcome[: rules.draw(s, rng, outcome)])
        elif s.phase != rules.OVER:
            seat = int(s.turn)
            does = choice(s, seat)
            assert does == choice(s, seat, other.policy)
            act(s, seat, does)


# --- the last turn ---------------------------------------------------------------------------------------------------

PLAIN = kernel.load("fairdeal.games.traders.rules", "interpreted")


@functools.cache
def after_the_trigger(seats: int) -> list[Any]:
    """The moments after the trigger, in a few games between players that go by the policy."""
    outcome = np.zeros(rules.MOST_OUTCOME, np.int16)
    moments = []
    for number in range(4 if kernel.DEFAULT_MODE == "interpreted" else 10):
        s, rng = setting(seats).new_state(), chance.numbered(f"trigger {seats}", number)
        while actors := members(int(rules.actors(s))):
            if s.closing:
                moments.append(clone(s))
            if actors == [DEALER]:
                rules.draw(s, rng, outcome)
                rules.deal(s, outcome)
            else:
                legal = np.array(list_legal(rules, s, actors[0]), np.int32)
                rules.play(s, actors[0], legal[knowledge.policy(s, actors[0], legal, len(legal), rng)])
    return moments


def turns_after_the_trigger(seats: int) -> list[Any]:
    return [s for s in after_the_trigger(seats) if s.phase == rules.PLAYING]


def test_21_the_last_turn_is_the_one_after_which_nobody_acts() -> None:
    last, others = 0, 0
    for s in turns_after_the_trigger(4):
        after = clone(s)
        rules.play(after, int(s.turn), rules.PASS)
        assert knowledge.is_endgame(s) == (rules.actors(after) == 0)
        last, others = last + (after.phase == rules.OVER), others + (after.phase != rules.OVER)
    assert last > 0 < others


def test_11_before_the_trigger_or_another_turn_there_is_no_endgame() -> None:
    s = table(["7", "", "1"], first=2)
    assert not knowledge.is_endgame(s)
    s.closing = 1
    assert knowledge.is_endgame(s)  # seat 1 has no card to play
    s.turn = 2
    assert not knowledge.is_endgame(s)


@pytest.mark.parametrize(("half", "market"), [("R1a", "1 2 3 4 5"), ("R1b", "2 2 3")])
def test_14_after_the_trigger_a_refresh_brings_the_same_market_in_whatever_order(half: str, market: str) -> None:
    s = table(["1 3", "2"], row(half), market=market, closing=True, first=1)
    act(s, 0, "play 1", *["raise 2"] * (half == "R1a"))
    assert s.phase == rules.SHUFFLE
    ends = set()
    for number in range(6):
        after, outcome = clone(s), np.zeros(rules.MOST_OUTCOME, np.int16)
        rules.draw(after, chance.numbered("any order", number), outcome)
        rules.deal(after, outcome)
        ends.add(after.tobytes())
    assert len(ends) == 1
    assert after.deck_size == 0


def test_20_after_the_trigger_the_deck_is_empty_unless_it_is_about_to_be_shuffled() -> None:
    for s in after_the_trigger(2) + after_the_trigger(4):
        assert s.deck_size == 0 or s.phase == rules.SHUFFLE


def best_end(s: Any, seat: int, judging: Any) -> float:
    """What a last turn brings its seat at best: try everything, by interpreted rules."""
    if PLAIN.actors(s) == 0:
        points = [int(PLAIN.points_of(s, other)) for other in range(s.seats)]
        won = np.zeros(8)
        PLAIN.winners(s, won)
        return float(judging.reward(won[seat], float(points.pop(seat) - max(points))))
    if s.phase == rules.SHUFFLE:
        PLAIN.deal(s, s.deck[: s.deck_size].copy())
    best = 0.0
    for action in list_legal(PLAIN, s, seat):
        after = clone(s)
        PLAIN.play(after, seat, action)
        best = max(best, best_end(after, seat, judging))
    return best


@compiled_only
@pytest.mark.parametrize("seats", [2, 4])
def test_a_last_turn_is_solved_as_by_trying_everything(seats: int) -> None:
    native, has = bound(GAME)
    solver, scratch = kernel.bind("fairdeal.bots.endgame", native.__bound__), new_scratch(GAME, has)
    judging = GAME.generic("fairdeal.bots.judging")
    compared = 0
    for s in filter(knowledge.is_endgame, turns_after_the_trigger(seats)):
        seat, worths = int(s.turn), np.zeros(rules.MOST_LEGAL)
        solver.add_worths(s, seat, NOBODY, scratch, worths)
        assert solver.solve(s, scratch)
        assert scratch.rewards[seat] == worths.max()
        if scratch.counts[TRIED] < 100:
            assert scratch.rewards[seat] == pytest.approx(best_end(clone(s), seat, judging))
            compared += 1
    assert compared >= 3


@compiled_only
def test_a_turn_with_too_many_lines_is_not_solved() -> None:
    s = table(["7", ""], meta="1 1 1 1 1 1 9", market="1 2 3 4 5 6 6", size=8, first=1, closing=True)
    native, has = bound(GAME)
    solver, scratch = kernel.bind("fairdeal.bots.endgame", native.__bound__), new_scratch(GAME, has)
    assert knowledge.is_endgame(s)
    assert not solver.solve(s, scratch)
    assert scratch.counts[TRIED] == 3000
