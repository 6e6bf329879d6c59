"""Card Game Traders § by §; the abilities have a file of their own."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from fairdeal.contract.game import members, new_view
from fairdeal.engine import chance
from fairdeal.engine.kernel import DEALER, SPECTATOR, UNKNOWN
from fairdeal.games.traders import GAME, abilities, rules, words
from fairdeal.games.traders.abilities import CARD_NAMES, FAMILY, FAMILY_NAMES, HALF_NAMES, VALUE
from fairdeal.laws.walks import clone
from tests.games.traders.tables import (
    DRAWN,
    PLAIN,
    WORTHLESS,
    act,
    cards,
    carry_out,
    dealt,
    deck_of,
    drafted,
    legal,
    main_deck,
    points,
    setting,
    shares,
    table,
    values,
    why_not,
)


def row_of(s: Any) -> str:
    return " ".join(HALF_NAMES[half] for half in s.ability)


def laid(drawn: str) -> str:
    s = setting().new_state()
    carry_out(s, f"abilities {drawn}")
    return row_of(s)


# --- components ------------------------------------------------------------------------------------------------------


def test_1_seven_kinds_have_56_main_cards_and_a_meta_card_each() -> None:
    s = setting().new_state()
    assert s.box.quantity.tolist() == [12, 11, 10, 9, 8, 7, 6]
    assert Counter(deck_of(s).split()) == Counter(main_deck())
    assert s.deck_size == 56


def test_2_twelve_ability_cards_have_two_halves_a_family_and_slots() -> None:
    s = setting().new_state()
    slots = {
        name: [slot + 1 for slot in range(7) if s.box.slots[card] >> slot & 1] for card, name in enumerate(CARD_NAMES)
    }
    assert slots["V1"] == slots["W1"] == slots["M1"] == slots["X1"] == slots["X2"] == [1, 2, 3, 4, 5, 6, 7]
    assert slots["V2"] == [3, 4, 5, 6, 7]
    assert slots["V3"] == [1, 2, 3, 4, 5]
    assert slots["D1"] == [1, 2, 3, 4, 5, 6]
    assert slots["R1"] == slots["L1"] == [2, 3, 4, 5, 6, 7]
    assert slots["A1"] == slots["A2"] == [2, 3, 4, 5, 6]
    assert s.box.bonus[:6].tolist() == [1, 1, 2, 2, -1, -1]
    assert [FAMILY_NAMES[family] for family in FAMILY] == [
        *["Value"] * 3, "Discount", "Refresh", "Draw", "Remove", "Look", *["Exchange"] * 2, *["Arrow"] * 2,
    ]  # fmt: skip


# --- setup -----------------------------------------------------------------------------------------------------------


def test_3_a_piles_count_includes_its_meta_card() -> None:
    assert setting().new_state().meta.tolist() == [1] * 7


def test_4_a_card_goes_to_the_leftmost_free_slot_of_its_own() -> None:
    assert laid("V2a R1b V1a A1b D1b L1a W1a X1a M1a A2a X2b V3b") == "V1a R1b V2a A1b D1b L1a W1a"


def test_4_a_family_that_lies_there_already_leaves_the_game_but_for_value() -> None:
    assert laid("X1a X2b A1a A2b V1a V2a V3a D1a W1a M1b L1a R1a") == "X1a A1a V1a V2a V3a D1a W1a"


def test_4_a_card_without_a_free_slot_leaves_the_game() -> None:
    assert laid("V1a V3a D1a A1a W1a V2a A2a M1b X1a X2a L1a R1a") == "V1a V3a D1a A1a W1a V2a M1b"


def test_4_each_card_shows_a_random_half_and_every_order_can_come() -> None:
    s = setting().new_state()
    out = np.empty(rules.MOST_OUTCOME, np.int16)
    firsts: set[int] = set()
    halves: set[int] = set()
    for number in range(200):
        assert rules.draw(s, chance.numbered("abilities", number), out) == 12
        assert sorted(out[:12] // 2) == list(range(12))
        firsts.add(int(out[0]) // 2)
        halves.update(int(half) for half in out[:12])
    assert firsts == set(range(12))
    assert halves == set(range(24))


def test_4_the_row_always_fills() -> None:
    rng = chance.numbered("rows", 0)
    for _ in range(100):
        s = setting().new_state()
        out = np.empty(rules.MOST_OUTCOME, np.int16)
        rules.deal(s, out[: rules.draw(s, rng, out)])
        families = [int(FAMILY[half // 2]) for half in s.ability]
        assert min(s.ability) >= 0
        assert all(families.count(family) == 1 for family in families if family != VALUE)
        assert all(s.box.slots[half // 2] >> slot & 1 for slot, half in enumerate(s.ability))


@pytest.mark.parametrize(("seats", "deck"), [(2, 40), (3, 35), (4, 30)])
def test_5_five_cards_each_then_six_in_the_market_and_the_rest_is_the_deck(seats: int, deck: int) -> None:
    names = main_deck()[::-1]
    s = dealt(seats, deck=names)
    for seat in range(seats):
        assert cards(s.packet[seat]).split() == sorted(names[5 * seat : 5 * seat + 5])
    assert cards(s.market).split() == sorted(names[5 * seats : 5 * seats + 6])
    assert deck_of(s).split() == names[5 * seats + 6 :]
    assert s.deck_size == deck


def test_6_all_seats_draft_at_once_and_pass_the_rest_left_three_times() -> None:
    deck = list("112345672345617")
    rest = list((Counter(main_deck()) - Counter(deck)).elements())
    s = dealt(3, deck=[*deck, *rest])
    for choices, passed in (
        (("draft 1", "draft 7", "draft 4"), ("1 5 6 7", "1 2 3 4", "2 3 5 6")),
        (("draft 7", "draft 4", "draft 2"), ("3 5 6", "1 5 6", "1 2 3")),
        (("draft 3", "draft 1", "draft 1"), ("2 3", "5 6", "5 6")),
    ):
        assert members(rules.actors(s)) == [0, 1, 2]
        for seat in (2, 0, 1):
            act(s, seat, choices[seat])
        assert tuple(cards(s.packet[seat]) for seat in range(3)) == passed
    assert tuple(cards(s.hand[seat]) for seat in range(3)) == ("1 3 7", "1 4 7", "1 2 4")
    for seat in (1, 2, 0):
        act(s, seat, ("keep 2", "keep 6", "keep 5")[seat])
    assert tuple(cards(s.hand[seat]) for seat in range(3)) == ("1 2 3 7", "1 4 6 7", "1 2 4 5")
    assert s.meta.tolist() == [1, 1, 2, 1, 2, 2, 1]
    assert s.raised[:3].tolist() == [2, 4, 5]
    assert members(rules.actors(s)) == [0]


def test_6_a_choice_is_sealed_and_nothing_moves_until_the_last_seat_has_chosen() -> None:
    s = dealt(3)
    before = new_view(GAME, s, 1)
    act(s, 0, "draft 1")
    after = new_view(GAME, s, 1)
    assert after.waiting == 0b110
    after.waiting = before.waiting
    assert after.tobytes() == before.tobytes()
    assert why_not(s, 0, "draft 1").startswith("You have chosen;")


def test_6_of_two_alike_the_other_one_goes_to_the_meta() -> None:
    s = dealt(2)  # all packets hold the lowest kind
    while s.phase == rules.DRAFTING:
        for seat in (0, 1):
            act(s, seat, "draft 1")
    assert legal(s, 0) == ["keep 1"]
    act(s, 0, "keep 1")
    act(s, 1, "keep 1")
    assert s.meta[0] == 3
    assert cards(s.hand[0]) == "1 1 1 1"


def test_6_who_put_which_card_on_the_meta_is_public() -> None:
    s = drafted(3)
    for viewer in (0, 1, 2, SPECTATOR):
        assert new_view(GAME, s, viewer).raised.tolist() == s.raised.tolist()


def test_7_a_hands_contents_are_hidden_and_its_size_is_public() -> None:
    s = drafted(3)
    v = new_view(GAME, s, 1)
    assert v.hand[1].tolist() == s.hand[1].tolist()
    for other in (0, 2):
        assert set(v.hand[other].tolist()) == {UNKNOWN}
    assert v.held[:3].tolist() == [4, 4, 4]


def test_7_the_first_player_is_random() -> None:
    s = setting(4).new_state()
    carry_out(s, DRAWN)
    carry_out(s, f"deal {' '.join(main_deck())}")
    assert members(rules.actors(s)) == [DEALER]
    out = np.empty(rules.MOST_OUTCOME, np.int16)
    starters = set()
    for number in range(60):
        assert rules.draw(s, chance.numbered("start", number), out) == 1
        starters.add(int(out[0]))
    assert starters == {0, 1, 2, 3}
    assert drafted(4, first=2).turn == 2


# --- value -----------------------------------------------------------------------------------------------------------


def test_8_counts_2_1_3_4_with_v1a_and_v2b_are_worth_3_1_3_4_and_at_the_end_2_1_5_4() -> None:
    s = table(["1", "2"], "V1a D1a V2b D1a D1a D1a D1a", "2 1 3 4 1 1 1")
    assert values(s)[:4] == [3, 1, 3, 4]
    assert values(s, abilities.AT_END)[:4] == [2, 1, 5, 4]


def test_8_a_value_is_never_below_1() -> None:
    s = table(["1", "2"], "V3a D1a D1a D1a D1a D1a D1a")
    assert values(s)[0] == 1


def test_8_values_follow_the_piles_at_once() -> None:
    s = table(["1 1", "2"], market="2")
    act(s, 0, "play 1")
    assert values(s)[0] == 2


@pytest.mark.parametrize(
    ("row", "worth"),
    [
        ("D1a V1a A1a V2a D1a D1a D1a", 4),  # the better of both
        ("D1a V2a A1a V1a D1a D1a D1a", 4),
        ("D1a V3a A1a D1a D1a D1a D1a", 2),  # a neighbour without a Value half counts 0
        ("D1a V3a A1a V2b D1a D1a D1a", 2),  # so does a half for the end
        ("D1a V3a A1a V3a D1a D1a D1a", 1),
        ("D1a V2a A1b V3a D1a D1a D1a", 1),  # A1b takes the right one, even a negative one
        ("D1a V2a A1b V1a D1a D1a D1a", 3),
        ("D1a V2a A1b D1a D1a D1a D1a", 2),
    ],
)
def test_9_a1a_counts_the_better_neighbour_a1b_the_right_one(row: str, worth: int) -> None:
    assert values(table(["1", "2"], row, "2 2 2 2 2 2 2"))[2] == worth


def test_9_at_the_end_the_arrows_count_the_other_halves() -> None:
    s = table(["3", ""], "D1a V2b A1a V1a D1a D1a D1a", "2 2 2 2 2 2 2")
    assert (values(s)[2], values(s, abilities.AT_END)[2]) == (3, 4)
    assert points(s)[0] == 4


# --- a turn ----------------------------------------------------------------------------------------------------------


def test_10_the_four_phases_then_the_next_seat_to_the_left() -> None:
    s = table(["1 2", "3", "4"], market="1 2 3 4 5", deck="6 7", turn=1)
    act(s, 1, "play 3")
    assert s.phase == rules.BUYING
    act(s, 1, "buy 5", "done")
    assert cards(s.market) == "1 2 3 4 6 7"
    assert members(rules.actors(s)) == [2]
    act(s, 2, "play 4", "done")
    assert members(rules.actors(s)) == [0]


def test_11_a_card_of_the_hand_is_put_on_its_meta_pile() -> None:
    s = table(["1 1 6", "2"], market="2")
    assert legal(s) == ["play 1", "play 6"]
    act(s, 0, "play 1")
    assert s.meta.tolist() == [2, 1, 1, 1, 1, 1, 1]
    assert cards(s.hand[0]) == "1 6"
    assert legal(s, 1) == []


def test_11_a_seat_with_an_empty_hand_is_skipped() -> None:
    s = table(["1 1", "", "2"], market="7 7 7 7 7 7", meta="1 1 1 1 1 1 5")
    act(s, 0, "play 1")
    assert members(rules.actors(s)) == [2]


def test_11_a_turn_may_come_back_to_the_only_seat_with_cards() -> None:
    s = table(["1 1", ""], market="7 7 7 7 7 7", meta="1 1 1 1 1 1 5")
    act(s, 0, "play 1")
    assert members(rules.actors(s)) == [0]


def test_12_meta_cards_never_move() -> None:
    s = table(["3", "2"], WORTHLESS.replace("D1a", "M1b"), "1 3 1 1 1 1 1")
    act(s, 0, "play 3")
    assert legal(s) == ["trash meta 2", "trash meta 3"]


def test_12_cards_moved_by_an_ability_trigger_nothing() -> None:
    s = table(["3 1", "2"], "M1b D1a X1a D1a D1a D1a D1a", market="4")
    act(s, 0, "play 3", "swap meta 3 hand 1")
    assert s.phase == rules.BUYING


def test_12_trashing_the_card_just_played_from_a_pile_of_2_leaves_a_buying_power_of_1() -> None:
    s = table(["3", "2"], WORTHLESS.replace("D1a", "M1b"), market="4")
    act(s, 0, "play 3", "trash meta 3")
    assert s.power == 1


def test_13_an_arrow_acts_as_the_ability_it_points_to() -> None:
    s = table(["3 1", "2"], "D1a M1b A1a X1a D1a D1a D1a", market="4")
    act(s, 0, "play 3", "copy left")
    assert legal(s) == ["trash meta 3"]


def test_14_a_refresh_uses_the_size_of_the_market() -> None:
    s = table(["3 1", "2"], WORTHLESS.replace("D1a", "R1b"), market="1 2 3 4 5 6", deck="7", size=4)
    act(s, 0, "play 3", "hold 1", "hold 2")
    carry_out(s, "shuffle 7 3 4 5 6")
    assert cards(s.market) == "1 2 3 7"


def test_15_a_refill_never_removes_cards() -> None:
    s = table(["3 1", "2"], market="1 2 3 4 5 6 7 7", deck="1")
    act(s, 0, "play 3", "done")
    assert cards(s.market) == "1 2 3 4 5 6 7 7"
    assert s.deck_size == 1


def test_16_drawn_cards_in_the_market_can_be_bought_in_this_turn() -> None:
    s = table(["3 1", "2"], WORTHLESS.replace("D1a", "W1a"), market="1", deck="7")
    act(s, 0, "play 3", "stock 7", "buy 7")
    assert cards(s.hand[0]) == "1 7"


def test_17_a_removed_card_is_out_of_the_game_for_all_to_see() -> None:
    s = table(["3", "2"], WORTHLESS.replace("D1a", "M1a"), market="4 5", deck="6")
    act(s, 0, "play 3", "trash market 5")
    for viewer in (0, 1, SPECTATOR):
        assert cards(new_view(GAME, s, viewer).removed) == "5"


def test_18_swapped_cards_go_to_their_own_piles() -> None:
    s = table(["3 1", "2"], WORTHLESS.replace("D1a", "X1b"), "1 2 1 1 1 1 1", market="7")
    act(s, 0, "play 3", "swap market 7 meta 2")
    assert s.meta.tolist() == [1, 1, 2, 1, 1, 1, 2]


def test_19_the_sum_of_prices_stays_within_the_buying_power() -> None:
    s = table(["3", "2"], meta="3 2 4 1 1 1 1", market="1 2 4 4")
    act(s, 0, "play 3")
    assert s.power == 5
    act(s, 0, "buy 1")
    assert legal(s) == ["buy 2", "buy 4", "done"]
    act(s, 0, "buy 2")
    assert cards(s.hand[0]) == "1 2"
    assert s.turn == 1


def test_19_d1b_on_a_price_of_3_costs_1() -> None:
    s = table(["4", "2"], WORTHLESS.replace("D1a", "D1b"), "3 1 1 1 1 1 1", market="1 1")
    act(s, 0, "play 4", "buy 1")
    assert cards(s.hand[0]) == "1"
    assert cards(s.market) == "1"


def test_19_discounts_follow_the_order_of_buying() -> None:
    s = table(["3", "2"], WORTHLESS.replace("D1a", "D1b"), "1 5 4 1 1 1 1", market="1 2")
    act(s, 0, "play 3")
    assert legal(s) == ["buy 1", "buy 2", "done"]
    act(s, 0, "buy 1")
    assert s.turn == 1  # the discount is spent on a 1, so the 2 costs 5 of the 4 that are left
    assert cards(s.hand[0]) == "1"


def test_19_phase_3_ends_by_itself_when_nothing_can_be_bought() -> None:
    s = table(["3", "2"], meta="1 3 1 1 1 1 1", market="2 2", deck="5")
    act(s, 0, "play 3")
    assert s.turn == 1
    assert cards(s.market) == "2 2 5"


def test_19_everybody_sees_what_is_bought() -> None:
    s = table(["3", "2"], market="4 5 6 7", deck="1 1 1")
    act(s, 0, "play 3", "buy 5")
    for viewer in (1, SPECTATOR):
        assert cards(new_view(GAME, s, viewer).shown[0]) == "5"


def test_20_a_market_that_cannot_be_filled_triggers_the_end_once_and_for_all() -> None:
    s = table(["3 3", "2 2"], market="1 4 5 6 7", deck="1", first=1)
    act(s, 0, "play 3", "buy 1", "done")
    assert cards(s.market) == "1 4 5 6 7"
    assert s.closing
    assert legal(s, 1) == []  # the turn would come to the first player
    s = table(["3 3", "2 2"], market="1 4 5 6 7", deck="1 1", first=1)
    act(s, 0, "play 3", "buy 1", "done")
    assert not s.closing


# --- the end ---------------------------------------------------------------------------------------------------------


def test_21_the_round_is_finished_after_the_trigger() -> None:
    s = table(["3 3", "2 2", "1 1"], market="7", meta="1 1 1 1 1 1 9", first=2, turn=2)
    act(s, 2, "play 1")
    assert s.closing
    act(s, 0, "play 3")
    assert rules.actors(s)
    act(s, 1, "play 2")
    assert rules.actors(s) == 0


def test_21_before_the_trigger_nobody_passes() -> None:
    s = table(["3", "2"], market="1 2 3 4 5 6")
    assert "pass" not in legal(s)
    assert why_not(s, 0, "pass").startswith("A turn may be passed only once the end is triggered")


def test_21_after_the_trigger_a_seat_may_pass_its_whole_turn() -> None:
    s = table(["3", "2", "4"], market="1", deck="1", closing=True, turn=1)
    assert legal(s, 1) == ["play 2", "pass"]
    act(s, 1, "pass")
    assert s.turn == 2
    assert cards(s.market) == "1"
    act(s, 2, "pass")
    assert s.phase == rules.OVER


def test_21_after_the_trigger_an_empty_hand_is_skipped_without_an_event() -> None:
    s = table(["3", "2", ""], market="1", closing=True, turn=1)
    act(s, 1, "pass")
    assert s.phase == rules.OVER


def test_22_if_all_hands_are_empty_the_game_ends_at_once() -> None:
    s = table(["3", ""], market="7 7 7 7 7 7", meta="1 1 1 1 1 1 9", deck="1")
    act(s, 0, "play 3")
    assert s.phase == rules.OVER
    assert not s.closing
    assert points(s) == [0, 0]
    assert shares(s) == [0.5, 0.5]


def over(hands: list[str], meta: str = "1 1 1 1 1 1 1", row: str = WORTHLESS) -> Any:
    s = table(hands, row, meta)
    s.phase = rules.OVER
    return s


def test_23_the_sum_of_final_values_counts_and_the_highest_wins() -> None:
    s = over(["1 1 4", "2 2 2"], "3 1 1 4 1 1 1", "D1a V1b D1a V1a D1a D1a D1a")
    assert points(s) == [3 + 3 + 4, 2 + 2 + 2]
    assert shares(s) == [1, 0]


def test_23_tied_the_fewest_cards_win() -> None:
    s = over(["1 1", "2", "3 3"], "1 2 1 1 1 1 1")
    assert points(s) == [2, 2, 2]
    assert shares(s) == [0, 1, 0]


@pytest.mark.parametrize("kind", range(7, 1, -1))
def test_23_then_most_cards_of_kind_7_then_of_the_lower_ones(kind: int) -> None:
    alike = " ".join(str(higher) for higher in range(7, kind, -1))
    s = over([f"{alike} {kind - 1} {kind - 1}", f"{alike} {kind} {kind - 1}"])
    assert points(s)[0] == points(s)[1]
    assert shares(s) == [0, 1]


def test_23_kind_1_decides_last() -> None:
    """Equal sums and sizes with equal cards of 2 to 7 mean equal cards of 1 too."""
    assert shares(over(["1 2", "1 2"])) == [0.5, 0.5]


def test_23_equal_hands_are_passed_over_for_the_best_that_no_other_equals() -> None:
    assert shares(over(["7 7", "7 7", "1"])) == [0, 0, 1]
    assert shares(over(["7 7", "1 1", "7 7", "6 6"])) == [0, 0, 0, 1]
    assert shares(over(["7 7", "5", "7 7", "5"])) == [0.5, 0, 0.5, 0]
    assert shares(over(["7 7", "7 7", "7 7"])) == [1 / 3] * 3


def test_23_a_lower_pair_of_equals_changes_nothing() -> None:
    assert shares(over(["5", "7 7", "5"])) == [0, 1, 0]


def test_23_the_order_of_seats_does_not_matter() -> None:
    hands = {"7 7": 0.0, "6 7": 1.0, "1 1": 0.0}
    for order in permutations([*hands, "7 7"]):
        assert shares(over(list(order))) == [hands[hand] for hand in order]


def test_the_rulebooks_arrow_example_a_pile_of_5_lends_its_value_to_the_left() -> None:
    assert values(table(["1", "2"], "D1a D1a D1a A2b D1a D1a D1a", "1 1 2 5 1 1 1"))[2] == 5
    assert values(table(["1", "2"], "D1a D1a V1b A2b D1a D1a D1a", "1 1 2 5 1 1 1"))[2] == 2


# --- options ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [4, 5, 6, 7, 8])
def test_option_market_is_the_size_of_the_market(size: int) -> None:
    s = dealt(3, size)
    assert sum(s.market) == size
    assert s.deck_size == 41 - size
    assert sum(s.packet[0]) == 5
    s = drafted(2, size)
    act(s, 0, legal(s)[0])
    assert sum(s.market) >= size - 1


@pytest.mark.parametrize("size", [4, 8])
def test_option_market_decides_the_trigger(size: int) -> None:
    market = " ".join(["7"] * size)
    for missing in (0, 1):
        s = table(["3 3", "2 2"], meta="1 1 1 1 1 1 9", market=market[2 * missing :], size=size)
        act(s, 0, "play 3")
        assert s.closing == missing


def test_option_abilities_lays_a_fixed_row() -> None:
    row = "V1a,D1b,V2b,X1a,M1b,W1a,L1b"
    s = setting(2, row=row).new_state()
    out = np.empty(rules.MOST_OUTCOME, np.int16)
    assert rules.draw(s, chance.numbered("row", 0), out) == 7
    assert words.outcome_text(s, out[:7]) == "abilities V1a D1b V2b X1a M1b W1a L1b"
    carry_out(s, "abilities V1a D1b V2b X1a M1b W1a L1b")
    assert row_of(s) == row.replace(",", " ")
    assert values(s) == [2, 1, 1, 1, 1, 1, 1]


# --- who knows what --------------------------------------------------------------------------------------------------


def test_a_view_carries_the_cards_that_a_hand_is_still_known_to_hold() -> None:
    s = table(["3 5 5", "2"], PLAIN.replace("V1b", "X2a"), market="4 5 6", deck="1 1 1 1 1 1")
    act(s, 0, "play 3", "swap market 5 hand 5", "buy 6", "done")
    for viewer in (1, SPECTATOR):
        v = new_view(GAME, s, viewer)
        assert cards(v.shown[0]) == "5 6"
        assert set(v.hand[0].tolist()) == {UNKNOWN}
    s.turn = 0
    act(s, 0, "play 5")
    assert cards(s.shown[0]) == "6"  # copies are alike, so the one known may be the one played
    assert cards(s.hand[0]) == "5 6"


def test_who_looked_at_a_hand_knows_it_from_then_on() -> None:
    s = table(["3 1", "2 7"], PLAIN.replace("V1b", "L1b"), market="4 4 5 5 6 6", deck="1 1 1 1 1 1")
    act(s, 0, "play 3", "look 1", "trash meta 3", "done")
    act(s, 1, "play 2", "look 0", "trash meta 2", "buy 4")
    assert cards(new_view(GAME, s, 0).hand[1]) == "4 7"
    assert cards(new_view(GAME, s, 1).hand[0]) == "1"
    assert points(new_view(GAME, s, 0)) == points(s)


def test_the_points_of_a_view_count_what_it_shows() -> None:
    s = table(["3 1", "2 7"], WORTHLESS, market="4 4 5 5 6 6", deck="1 1")
    act(s, 0, "play 3", "buy 4", "done")
    assert points(s) == [2, 2]
    assert points(new_view(GAME, s, 1)) == [1, 2]
    assert points(new_view(GAME, s, SPECTATOR)) == [1, 0]


def test_the_decks_order_is_secret_until_the_end() -> None:
    s = drafted(2)
    for viewer in (0, 1, SPECTATOR):
        v = new_view(GAME, s, viewer)
        assert set(v.deck.tolist()) == {UNKNOWN}
        assert v.deck_size == s.deck_size
    s.phase = rules.OVER
    assert new_view(GAME, s, SPECTATOR).tobytes() == s.tobytes()


def test_in_the_draft_a_view_carries_the_own_packet_and_no_other() -> None:
    s = dealt(3)
    act(s, 1, "draft 1")
    v = new_view(GAME, s, 1)
    assert cards(v.packet[1]) == cards(s.packet[1])
    assert v.chosen[1] == 0
    assert set(v.packet[0].tolist()) == {UNKNOWN}
    assert new_view(GAME, s, 0).chosen[1] == UNKNOWN


def test_what_is_told_of_a_sealed_choice() -> None:
    s = dealt(3)
    draft, keep = words.action("draft 1"), words.action("keep 3")
    assert GAME.rules.told(s, 1, draft, 1) == draft
    assert words.text(GAME.rules.told(s, 1, draft, 0)) == "draft ?"
    assert words.text(GAME.rules.told(s, 1, keep, SPECTATOR)) == "keep ?"
    assert GAME.rules.told(s, 1, words.action("play 2"), 0) == words.action("play 2")


def teaches(s: Any, seat: int, text: str) -> bool:
    return bool(rules.teaches(s, seat, words.action(text)))


def test_a_sealed_choice_teaches_nothing_but_the_last_one_does() -> None:
    s = dealt(2)
    assert not teaches(s, 1, "draft 1")
    act(s, 1, "draft 1")
    assert teaches(s, 0, "draft 1")


def test_what_teaches_in_a_turn() -> None:
    s = table(["3 1", "2 2"], PLAIN.replace("V1b", "A1a", 3).replace("A1a", "L1a", 1), market="4 5 6", deck="1 1 1 1")
    s.ability[1], s.ability[3] = abilities.L1A, abilities.W1B
    assert teaches(s, 0, "play 3")
    act(s, 0, "play 3")
    assert not teaches(s, 0, "copy left")
    assert teaches(s, 0, "copy right")
    act(s, 0, "copy right")
    assert teaches(s, 0, "raise 1")
    act(s, 0, "raise 1")
    assert not teaches(s, 0, "buy 4")
    act(s, 0, "buy 4")
    assert teaches(s, 0, "buy 5")  # nothing more can be paid, so the Market is refilled
    assert teaches(s, 0, "done")


def test_an_arrow_teaches_if_the_turn_may_end_by_itself() -> None:
    s = table(["3 1", "2 2"], "V1b V1b A1a V1b V1b V1b V1b", market="4 5 6", deck="1 1 1 1")
    act(s, 0, "play 3")
    assert teaches(s, 0, "copy left")


def test_the_choices_of_a_refresh_teach_nothing() -> None:
    s = table(["3 1", "2 2"], PLAIN.replace("V1b", "R1a"), market="4 5 6 7 4 5 6", deck="1")
    act(s, 0, "play 3")
    assert not teaches(s, 0, "raise 4")
    act(s, 0, "raise 4")
    assert not teaches(s, 0, "hold 4")
    s = table(["3 1", "2 2"], PLAIN.replace("V1b", "R1a"), market="4")
    act(s, 0, "play 3")
    assert teaches(s, 0, "raise 4")


def test_the_end_of_a_turn_teaches_if_cards_or_hands_are_shown() -> None:
    s = table(["3 1", "", "2"], market="4 5 6 4 5 6", deck="1", first=2)
    act(s, 0, "play 3")
    assert not teaches(s, 0, "done")
    s = table(["3 1", "2"], market="4 5 6 4 5", first=1)
    act(s, 0, "play 3")
    assert teaches(s, 0, "done")  # it triggers the end, and the first player is next
    s = table(["3 1", "2", "2"], market="4", closing=True, turn=1)
    assert not teaches(s, 1, "pass")
    act(s, 1, "pass")
    assert teaches(s, 2, "pass")


def turns_up(s: Any, seat: int, text: str) -> bool:
    """Act, and tell whether that showed the seat anything it did not know."""
    before = clone(s)
    act(s, seat, text)
    return bool(rules.turned_up(before, s, seat))


def test_a_played_card_turns_nothing_up_but_drawn_cards_a_look_and_a_refill_do() -> None:
    s = table(["3 1", "2 2"], PLAIN.replace("V1b", "A1a", 3).replace("A1a", "L1a", 1), market="4 5 6", deck="1 1 1 1")
    s.ability[1], s.ability[3] = abilities.L1A, abilities.W1B
    look = clone(s)
    assert not turns_up(s, 0, "play 3")
    assert turns_up(s, 0, "copy right")
    assert not turns_up(s, 0, "raise 1")
    assert not turns_up(s, 0, "buy 4")
    assert turns_up(s, 0, "done")
    act(look, 0, "play 3")
    assert not turns_up(look, 0, "copy left")
    assert turns_up(look, 0, "look 1")


def test_the_last_sealed_choice_and_the_end_turn_up_what_was_hidden() -> None:
    s = dealt(2)
    assert not turns_up(s, 1, "draft 1")
    assert turns_up(s, 0, "draft 1")
    s = table(["3 1", "2"], market="4 5 6 4 5", first=1)
    assert not turns_up(s, 0, "play 3")
    assert turns_up(s, 0, "done")


@pytest.mark.parametrize(("seats", "deck"), [(2, 40), (3, 35), (4, 30)])
def test_the_deck_after_setup_and_63_cards_in_all(seats: int, deck: int) -> None:
    s = drafted(seats)
    assert s.deck_size == deck
    places = [s.deck_size, s.drawn_size, sum(s.market), sum(s.held), sum(s.meta), sum(s.removed)]
    assert sum(int(count) for count in places) == 63
