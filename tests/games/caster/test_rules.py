"""CASTER § by §."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from fairdeal.contract.game import members, new_view
from fairdeal.engine import chance
from fairdeal.engine.kernel import DEALER, UNKNOWN
from fairdeal.engine.observed import names_of
from fairdeal.games.caster import GAME, rules, words
from fairdeal.games.caster.data import LETTERS
from fairdeal.play.sitting import Sitting
from tests.games.caster.tricks import (
    act,
    after_trick,
    card_texts,
    carry_out,
    dealt,
    holding,
    legal,
    play_trick,
    points,
    setting,
    shares,
    why_not,
)


def test_1_there_are_five_colours_with_the_values_0_to_14() -> None:
    names = [words.CARDS_OF.texts[number] for number in range(rules.CARDS)]
    assert len(set(names)) == 75
    assert names[0] == "R0"
    assert Counter(name[0] for name in names) == dict.fromkeys("RBYEG", 15)
    assert {int(name[1:]) for name in names} == set(range(15))


def test_2_the_trump_is_the_next_colour_on_the_ring() -> None:
    s = dealt()
    ring = {LETTERS[led]: LETTERS[s.box.trump[led]] for led in range(5)}
    assert ring == {"R": "B", "B": "Y", "Y": "E", "E": "G", "G": "R"}


@pytest.mark.parametrize(("seats", "highest"), [(5, 14), (4, 11), (3, 8)])
def test_3_fewer_seats_play_with_lower_cards_fifteen_each(seats: int, highest: int) -> None:
    s = dealt(seats)
    cards = [name for seat in range(seats) for name in card_texts(s.hand[seat])]
    assert len(cards) == len(set(cards)) == 15 * seats
    assert max(int(name[1:]) for name in cards) == highest
    assert s.held[:seats].tolist() == [15] * seats


def test_4_seat_0_gets_the_first_fifteen_cards_of_the_deck_seat_1_the_next() -> None:
    s = setting(3).new_state()
    carry_out(s, "start 0")
    deck = [f"{letter}{value}" for value in range(9) for letter in "RBYEG"]
    carry_out(s, f"deal {' '.join(deck)}")
    for seat in range(3):
        assert set(card_texts(s.hand[seat])) == set(deck[15 * seat : 15 * seat + 15])


def test_4_every_order_of_the_deck_can_come() -> None:
    s = setting(3).new_state()
    carry_out(s, "start 0")
    rng = chance.numbered("decks", 0)
    out = np.empty(rules.MOST_OUTCOME, np.int16)
    tops: Counter[int] = Counter()
    for _ in range(900):
        rules.draw(s, rng, out)
        tops[int(out[0])] += 1
    assert len(tops) == 45
    assert min(tops.values()) > 3


def test_5_the_first_player_of_round_1_is_random() -> None:
    s = setting(5).new_state()
    assert members(rules.actors(s)) == [DEALER]
    out = np.empty(rules.MOST_OUTCOME, np.int16)
    starters = set()
    for number in range(60):
        assert rules.draw(s, chance.numbered("start", number), out) == 1
        starters.add(int(out[0]))
    assert starters == {0, 1, 2, 3, 4}
    carry_out(s, "start 3")
    assert s.first == 3


@pytest.mark.parametrize("rounds", [1, 2])
def test_6_a_game_has_so_many_rounds_of_fifteen_tricks(rounds: int) -> None:
    s = setting(3, rounds).new_state()
    rng, out = chance.numbered("rounds", 0), np.empty(rules.MOST_OUTCOME, np.int16)
    deals = plays = 0
    while rules.actors(s):
        if rules.actors(s) == 1 << DEALER:
            deals += s.phase == rules.DEAL
            rules.draw(s, rng, out)
            rules.deal(s, out)
        else:
            plays += 1
            act(s, int(s.turn), legal(s, int(s.turn))[0])
    assert (deals, plays) == (rounds, rounds * 15 * 3)


def test_7_the_first_player_plays_any_card_and_the_others_follow_clockwise() -> None:
    s = dealt(4, first=2)
    assert members(rules.actors(s)) == [2]
    assert len(legal(s, 2)) == 15
    order = []
    for _ in range(4):
        order.append(int(s.turn))
        act(s, int(s.turn), legal(s, int(s.turn))[0])
    assert order == [2, 3, 0, 1]


def test_7_nobody_acts_out_of_turn() -> None:
    s = dealt(4, first=2)
    assert legal(s, 0) == []
    assert why_not(s, 0, "play R1") == "It is Seat 3's turn; the seats play clockwise, one card each (§7)."


def test_8_who_holds_the_led_colour_must_play_it() -> None:
    s = holding(["R5 G1", "R7 R2 B0", "G3 E1"])
    act(s, 0, "play R5")
    assert legal(s, 1) == ["play R2", "play R7"]
    assert why_not(s, 1, "play B0") == "You hold R2, R7, so you must follow red (§8)."


def test_8_a_hand_without_the_led_colour_may_play_anything() -> None:
    s = holding(["R5 G1", "B2 Y0", "G3 E1"])
    act(s, 0, "play R5")
    assert legal(s, 1) == ["play B2", "play Y0"]


def test_8_who_does_not_follow_has_shown_a_lack_of_the_colour() -> None:
    s = holding(["R5 G1", "B2 Y0", "G3 R1"])
    act(s, 0, "play R5")
    act(s, 1, "play Y0")
    act(s, 2, "play R1")
    assert s.lacks[:3].tolist() == [0, 1 << LETTERS.index("R"), 0]


@pytest.mark.parametrize(
    ("cards", "taker"),
    [
        ("R5 R1 R9 G0", "R1"),
        ("R10 B6 B2 R3", "B2"),
        ("R10 R3 B6 Y0", "B6"),
        ("G7 R4 G0 B1", "R4"),
        ("Y3 Y1 E9 E4", "E4"),
    ],
)
def test_9_the_lowest_trump_takes_the_trick_otherwise_the_lowest_of_the_led_colour(cards: str, taker: str) -> None:
    assert after_trick(cards)[0] == taker


@pytest.mark.parametrize(
    ("cards", "worth"),
    [
        ("R5 R1 R9 G0", 5),  # second lowest of the led colour
        ("R1 R5 R9 G0", 5),
        ("R6 G2 Y4 E0", 6),  # nobody followed
        ("R10 R3 B6 Y0", 10),  # critical: the highest of the led colour
        ("R10 B6 B2 R3", 10),
        ("R3 B6 Y1 R10", 10),
        ("R0 B3 Y1 G1", 0),
        ("E2 Y0 B0 R0", 2),  # neither led nor trump counts
    ],
)
def test_10_points_of_a_trick(cards: str, worth: int) -> None:
    assert after_trick(cards)[1] == worth


def test_10_a_trick_without_points_is_still_a_trick() -> None:
    s = holding(["R0 E8", "B3 E7", "Y1 E6", "G1 E5"])
    assert play_trick(s, "R0 B3 Y1 G1") == 1
    assert rules.tricks_taken(s, 1) == 1
    assert points(s) == [0, 0, 0, 0]


def test_11_the_taker_keeps_the_score_card_face_up_and_leads_the_next_trick() -> None:
    s = holding(["R5 E8", "R1 E7", "R9 E6", "G0 E5"])
    assert play_trick(s, "R5 R1 R9 G0") == 1
    assert members(rules.actors(s)) == [1]
    for seat in range(4):
        assert card_texts(new_view(GAME, s, seat).scored[1]) == ["R5"]


@pytest.mark.parametrize(("seats", "limit"), [(5, 3), (4, 4), (3, 5)])
def test_12_more_tricks_than_the_limit_burst_for_1_point_a_trick(seats: int, limit: int) -> None:
    s = dealt(seats)
    for trick in range(limit):
        s.scored[0, trick % 5] |= 1 << (8 - trick // 5)
    assert not rules.has_burst(s, 0)
    assert points(s)[0] == sum(8 - trick // 5 for trick in range(limit))
    s.scored[0, 4] |= 1 << 7
    assert rules.has_burst(s, 0)
    assert points(s)[0] == limit + 1


def test_12_five_seats_four_tricks_worth_30_burst_for_4_points() -> None:
    s = dealt(5)
    for colour, value in enumerate((10, 9, 8, 3)):
        s.scored[2, colour] = 1 << value
    assert rules.sum_of(s.scored[2]) == 30
    assert points(s)[2] == 4


def test_12_play_goes_on_after_a_burst() -> None:
    s = holding(["R1 G1", "R2 G2", "R3 G3"])
    s.scored[0, :] = [1 << 4, 1 << 5, 1 << 6, 1 << 7, 1 << 8 | 1 << 3]
    assert rules.has_burst(s, 0)
    assert play_trick(s, "R1 R2 R3") == 0
    assert members(rules.actors(s)) == [0]


def last_trick_of_a_round(totals: list[int], cards: str, first: int = 0, rounds: int = 2) -> Any:
    """End a round of three seats, led by seat 0, that began with `first`."""
    s = holding(cards.split(), rounds=rounds)
    s.first = first
    s.total[:3] = totals
    play_trick(s, cards)
    return s


def test_13_points_are_added_to_the_totals() -> None:
    s = last_trick_of_a_round([10, 20, 30], "R1 R5 R7")
    assert points(s) == [15, 20, 30]
    assert members(rules.actors(s)) == [DEALER]


def test_13_the_lowest_total_leads_the_next_round() -> None:
    assert last_trick_of_a_round([10, 20, 3], "R1 R5 R7").first == 2


def test_13_between_tricks_of_two_rounds_the_points_are_the_totals() -> None:
    sitting, rng = Sitting(setting(rounds=2, passing=True)), chance.numbered("between", 0)
    seen = set()
    while not sitting.is_over:
        s = sitting.state
        if s.phase in (rules.DEAL, rules.PASS):
            seen.add((s.phase, any(s.total[:4])))
            assert points(s) == list(s.total[:4])
        sitting.random_step(rng)
    assert {(rules.DEAL, True), (rules.PASS, False), (rules.PASS, True)} <= seen


def test_13_tied_totals_the_fewest_points_in_the_round_leads() -> None:
    s = last_trick_of_a_round([1, 6, 9], "R1 R5 R7")
    assert s.total[:3].tolist() == [6, 6, 9]
    assert s.first == 1


@pytest.mark.parametrize(("first", "next_first"), [(0, 1), (1, 2), (2, 1)])
def test_13_still_tied_clockwise_from_the_left_of_the_first_player(first: int, next_first: int) -> None:
    assert last_trick_of_a_round([9, 2, 2], "R1 R5 R7", first).first == next_first


def test_13_the_first_player_of_the_round_comes_last_among_the_tied() -> None:
    assert last_trick_of_a_round([2, 2, 9], "R7 R8 R1", first=1).first == 0
    assert last_trick_of_a_round([0, 0, 9], "R7 R8 R1", first=0).first == 1


def test_14_most_points_in_total_win() -> None:
    s = last_trick_of_a_round([10, 20, 3], "R1 R5 R7", rounds=1)
    assert rules.actors(s) == 0
    assert shares(s) == [0, 1, 0]


def test_14_tied_the_last_round_decides() -> None:
    assert shares(last_trick_of_a_round([10, 15, 3], "R1 R5 R7", rounds=1)) == [1, 0, 0]


def test_14_still_tied_the_victory_is_shared() -> None:
    assert shares(last_trick_of_a_round([0, 15, 15], "R1 R5 R7", rounds=1)) == [0, 0.5, 0.5]


def passing_table() -> Any:
    return dealt(3, first=1, passing=True)


def first_three(s: Any, seat: int) -> list[str]:
    return [text.removeprefix("give ") for text in legal(s, seat)[:3]]


def test_passing_every_seat_gives_three_cards_in_any_order_among_the_seats() -> None:
    s = passing_table()
    assert members(rules.actors(s)) == [0, 1, 2]
    gifts = {seat: first_three(s, seat) for seat in range(3)}
    for seat, place in [(2, 0), (0, 0), (2, 1), (2, 2), (0, 1), (1, 0), (0, 2), (1, 1)]:
        act(s, seat, f"give {gifts[seat][place]}")
    assert members(rules.actors(s)) == [1]
    act(s, 1, f"give {gifts[1][2]}")
    assert members(rules.actors(s)) == [1]  # the first player leads
    for seat in range(3):
        hand = card_texts(s.hand[(seat + 1) % 3])
        assert set(gifts[seat]) <= set(hand)
        assert len(hand) == s.held[seat] == 15


def test_passing_a_gift_is_final_and_cannot_be_given_twice() -> None:
    s = passing_table()
    card = first_three(s, 0)[0]
    act(s, 0, f"give {card}")
    assert f"give {card}" not in legal(s, 0)
    assert why_not(s, 0, f"give {card}") == f"You have given {card} already, and a gift is final (§4, passing)."


def test_passing_nothing_received_can_be_given_on() -> None:
    s = passing_table()
    card = first_three(s, 0)[0]
    act(s, 0, f"give {card}")
    assert f"give {card}" not in legal(s, 1)


def test_passing_the_gifts_stay_hidden_until_the_last_one() -> None:
    s = passing_table()
    cards = first_three(s, 0)
    for card in cards:
        act(s, 0, f"give {card}")
    for other in (1, 2):
        v = new_view(GAME, s, other)
        assert set(v.gave[0].tolist()) == {UNKNOWN}
        assert v.given[0] == 3
    assert GAME.rules.told(s, 0, words.action(f"give {cards[0]}"), 1) == rules.GIVE_HIDDEN
    assert card_texts(new_view(GAME, s, 0).gave[0]) == sorted(cards, key=words.CARDS_OF.numbers.__getitem__)


def test_passing_only_giver_and_receiver_remember_a_gift() -> None:
    s = passing_table()
    for seat in range(3):
        for card in first_three(s, seat):
            act(s, seat, f"give {card}")
    for giver in range(3):
        for seat in range(3):
            v = new_view(GAME, s, seat)
            known = UNKNOWN not in v.gave[giver].tolist()
            assert known == (seat in (giver, (giver + 1) % 3))


def test_passing_only_the_last_gift_teaches() -> None:
    s = passing_table()
    for seat in range(3):
        for place, card in enumerate(first_three(s, seat)):
            action = words.action(f"give {card}")
            assert rules.teaches(s, seat, action) == (seat == 2 and place == 2)
            act(s, seat, f"give {card}")
    assert rules.teaches(s, 1, words.action(legal(s, 1)[0]))


def test_who_knows_what_a_view_holds_the_own_hand_and_no_other() -> None:
    s = dealt(4)
    act(s, 0, legal(s, 0)[0])
    v = new_view(GAME, s, 1)
    assert v.hand[1].tolist() == s.hand[1].tolist()
    for other in (0, 2, 3):
        assert set(v.hand[other].tolist()) == {UNKNOWN}
    assert v.held.tolist() == s.held.tolist()
    assert v.trick.tolist() == s.trick.tolist()
    assert v.played.tolist() == s.played.tolist()


def seen_as_numbers(s: Any, seat: int) -> dict[str, int]:
    """Give what a seat observes, by the names of the numbers that are not 0."""
    out = np.full(GAME.rules.OBSERVATION, 99, np.uint8)
    GAME.rules.observe(new_view(GAME, s, seat), seat, out)
    return {name: number for name, number in zip(names_of(GAME.rules), out.tolist(), strict=True) if number}


def test_a_view_as_numbers_counts_seats_from_the_own_one() -> None:
    s = dealt(4, first=1)
    for seat in (1, 2, 3):
        act(s, seat, legal(s, seat)[0])
    seen, card = seen_as_numbers(s, 3), int(s.trick[2])
    own = [f"hand[+0,{card // 15}] has {card % 15}" for card in words.cards_in(s.hand[3])]
    assert [name for name in seen if name.startswith("hand")] == own
    assert {"turn is +1", "leader is +2", "first is +2"} <= set(seen)
    assert [name for name in seen if name.startswith("trick[+3]")] == [
        f"trick[+3] is {card // 15} of 5",
        f"trick[+3] is {card % 15} of 15",
    ]
    assert (seen["laid"], seen["held[+1]"], seen["held[+3]"]) == (3, 15, 14)
    assert (seen["options.rounds"], seen["box.limit[4]"], seen["seats"]) == (3, int(s.box.limit[4]), 4)
    assert f"box.trump[0] is {s.box.trump[0]}" in seen


def test_a_view_as_numbers_knows_what_was_given_and_got() -> None:
    s = passing_table()
    gifts = {seat: first_three(s, seat) for seat in range(3)}
    for seat in range(3):
        for card in gifts[seat]:
            act(s, seat, f"give {card}")
        seen = seen_as_numbers(s, 1)
        assert ("gave[-1,0] is unknown" in seen) == (seat < 2)
    given = {step: [name for name in seen if name.startswith(f"gave[{step}")] for step in ("+0", "-1")}
    numbers = {seat: sorted(words.CARDS_OF.numbers[card] for card in gifts[seat]) for seat in range(2)}
    assert given["+0"] == [f"gave[+0,{card // 15}] has {card % 15}" for card in numbers[1]]
    assert given["-1"] == [f"gave[-1,{card // 15}] has {card % 15}" for card in numbers[0]]


def test_passing_is_forgotten_at_the_end_of_the_round() -> None:
    s = dealt(3, rounds=2, passing=True)
    for seat in range(3):
        for card in first_three(s, seat):
            act(s, seat, f"give {card}")
    while s.phase == rules.TRICK:
        act(s, s.turn, legal(s, s.turn)[0])
    assert s.phase == rules.DEAL
    for seat in range(3):
        assert new_view(GAME, s, seat).tobytes() == s.tobytes()
