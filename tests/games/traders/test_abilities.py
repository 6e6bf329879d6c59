"""The twenty-four ability halves, each where it lies and through both arrows."""

from __future__ import annotations

from typing import Any

import pytest

from fairdeal.contract.game import members, new_view
from fairdeal.engine.kernel import DEALER, SPECTATOR, UNKNOWN
from fairdeal.games.traders import GAME, abilities, rules, words
from fairdeal.games.traders.abilities import HALF_NAMES
from tests.games.traders.tables import PLAIN, act, cards, carry_out, deck_of, legal, points, table, values

WAYS = ["direct", "copy left", "copy right", "A1b"]
every_way = pytest.mark.parametrize("way", WAYS)


def used(
    half: str,
    way: str = "direct",
    hand: str = "1 3 6",
    other: str = "2 5",
    meta: str = "2 2 2 2 2 2 2",
    market: str = "1 2 3 4 5 6",
    deck: str = "7 6 5 4",
    **rest: Any,
) -> Any:
    """Seat 0 plays a 3 whose pile has this ability, or an arrow that points to it."""
    row = PLAIN.split()
    row[{"copy left": 1, "copy right": 3, "A1b": 3}.get(way, 2)] = half
    if way != "direct":
        row[2] = "A1b" if way == "A1b" else "A1a"
    s = table([hand, other], " ".join(row), meta, market, deck, **rest)
    act(s, 0, "play 3")
    if way.startswith("copy"):
        assert legal(s) == ["copy left", "copy right"]
        act(s, 0, way)
    return s


def test_the_halves_have_the_names_of_the_cards() -> None:
    assert HALF_NAMES[0] == "V1a"
    assert HALF_NAMES[abilities.D1B] == "D1b"
    assert HALF_NAMES[abilities.L1A] == "L1a"
    assert HALF_NAMES[-1] == "A2b"
    assert len(set(HALF_NAMES)) == 24


# --- Value -----------------------------------------------------------------------------------------------------------


@every_way
@pytest.mark.parametrize(
    ("half", "direct", "better", "right"),
    [
        ("V1a", 4, 4, 4),
        ("V1b", 3, 3, 3),
        ("V2a", 5, 5, 5),
        ("V2b", 3, 3, 3),
        ("V3a", 2, 3, 2),  # A1a takes the better neighbour, which adds nothing
        ("V3b", 3, 3, 3),
    ],
)
def test_value_needs_no_action_and_changes_the_buying_power(
    way: str, half: str, direct: int, better: int, right: int
) -> None:
    s = used(half, way)
    assert s.phase == rules.BUYING
    assert s.power == {"direct": direct, "A1b": right}.get(way, better)


@pytest.mark.parametrize(("half", "final"), [("V1a", 2), ("V1b", 3), ("V2a", 2), ("V2b", 4), ("V3a", 2), ("V3b", 1)])
def test_8_the_halves_b_count_at_the_end(half: str, final: int) -> None:
    row = ["D1a"] * 7
    row[2] = half
    s = table(["3", ""], " ".join(row), "2 2 2 2 2 2 2")
    assert values(s, abilities.AT_END)[2] == final
    assert points(s) == [final, 0]


# --- Discount --------------------------------------------------------------------------------------------------------


@every_way
def test_d1a_makes_the_first_two_buys_cost_2_less_each(way: str) -> None:
    s = used("D1a", way, meta="4 4 6 4 4 4 4", market="1 2 4 5 6 7")
    assert s.power == 7
    act(s, 0, "buy 1")
    assert s.power == 5
    act(s, 0, "buy 2")
    assert s.turn == 1  # the third would cost 4 of the 3 that are left
    assert cards(s.hand[0]) == "1 1 2 6"


@every_way
def test_d1b_makes_the_first_buy_cost_4_less(way: str) -> None:
    s = used("D1b", way, meta="6 4 6 4 4 4 4")
    act(s, 0, "buy 1")
    assert s.power == 5
    assert legal(s) == ["buy 2", "buy 4", "buy 5", "buy 6", "done"]
    act(s, 0, "buy 2")
    assert cards(s.hand[0]) == "1 1 2 6"


def test_19_a_price_after_the_discount_is_at_least_1() -> None:
    s = used("D1b", meta="3 3 3 3 3 3 3")
    act(s, 0, "buy 1")
    assert s.power == 3


# --- Refresh ---------------------------------------------------------------------------------------------------------


@every_way
def test_r1a_raises_a_market_card_returns_the_others_shuffles_and_refills(way: str) -> None:
    s = used("R1a", way)
    assert legal(s) == [f"raise {kind}" for kind in range(1, 7)]
    act(s, 0, "raise 5")
    assert s.meta[4] == 3
    assert members(rules.actors(s)) == [DEALER]
    assert cards(s.market) == ""
    carry_out(s, "shuffle 7 6 6 5 4 4 3 2 1")
    assert cards(s.market) == "4 4 5 6 6 7"
    assert deck_of(s) == "3 2 1"
    assert s.phase == rules.BUYING


@every_way
def test_r1b_returns_six_shuffles_and_refills(way: str) -> None:
    s = used("R1b", way)
    assert members(rules.actors(s)) == [DEALER]
    assert s.deck_size == 10
    carry_out(s, "shuffle 7 6 6 5 5 4 4 3 2 1")
    assert cards(s.market) == "4 5 5 6 6 7"
    assert deck_of(s) == "4 3 2 1"
    assert s.phase == rules.BUYING


@pytest.mark.parametrize("half", ["R1a", "R1b"])
def test_14_with_an_empty_market_nothing_happens(half: str) -> None:
    s = used(half, market="", deck="")
    assert s.phase == rules.PLAYING
    assert s.turn == 1


def test_14_fewer_cards_all_go_to_the_deck() -> None:
    s = used("R1b", market="1 2", deck="7")
    carry_out(s, "shuffle 1 2 7")
    assert cards(s.market) == "1 2 7"


def test_14_of_more_than_six_the_seat_chooses_which_stay() -> None:
    s = used("R1b", market="1 1 2 3 4 5 6 7", deck="")
    assert legal(s) == [f"hold {kind}" for kind in range(1, 8)]
    act(s, 0, "hold 7")
    assert legal(s) == [f"hold {kind}" for kind in range(1, 7)]
    act(s, 0, "hold 1")
    assert cards(s.market) == "1 7"
    carry_out(s, "shuffle 1 2 3 4 5 6")
    assert cards(s.market) == "1 1 2 3 4 7"
    assert deck_of(s) == "5 6"


def test_14_as_many_are_held_after_a_raise() -> None:
    s = used("R1a", market="1 1 2 3 4 5 6 7", deck="")
    act(s, 0, "raise 1", "hold 2", "hold 1")
    assert cards(s.market) == "1 2"
    carry_out(s, "shuffle 7 6 5 4 3")
    assert cards(s.market) == "1 2 4 5 6 7"
    assert deck_of(s) == "3"


def test_14_a_deck_without_cards_is_not_shuffled() -> None:
    s = used("R1a", market="4", deck="")
    act(s, 0, "raise 4")
    assert s.meta[3] == 3
    assert s.turn == 1


# --- Draw ------------------------------------------------------------------------------------------------------------


@every_way
@pytest.mark.parametrize("text", ["raise 7", "stock 7"])
def test_w1a_draws_a_card_for_the_meta_or_the_market(way: str, text: str) -> None:
    s = used("W1a", way)
    assert legal(s) == ["raise 7", "stock 7"]
    act(s, 0, text)
    assert s.meta[6] == (3 if text == "raise 7" else 2)
    assert cards(s.market) == "1 2 3 4 5 6" + (" 7" if text == "stock 7" else "")
    assert s.deck_size == 3
    assert s.phase == rules.BUYING


@every_way
def test_w1b_draws_two_one_for_the_meta_one_for_the_market(way: str) -> None:
    s = used("W1b", way)
    assert legal(s) == ["raise 6", "raise 7"]
    act(s, 0, "raise 6")
    assert s.meta[5] == 3
    assert cards(s.market) == "1 2 3 4 5 6 7"
    assert "buy 7" in legal(s)


def test_16_two_drawn_cards_may_be_alike() -> None:
    s = used("W1b", deck="7 7")
    assert legal(s) == ["raise 7"]
    act(s, 0, "raise 7")
    assert (s.meta[6], s.market[6]) == (3, 1)


def test_16_with_one_card_left_half_b_is_as_half_a() -> None:
    s = used("W1b", deck="7")
    assert legal(s) == ["raise 7", "stock 7"]
    act(s, 0, "raise 7")
    assert cards(s.market) == "1 2 3 4 5 6"


@pytest.mark.parametrize("half", ["W1a", "W1b"])
def test_16_with_no_card_left_nothing_happens(half: str) -> None:
    assert used(half, deck="").phase == rules.BUYING


def test_16_the_others_do_not_see_drawn_cards_until_they_are_placed() -> None:
    s = used("W1b")
    assert cards(new_view(GAME, s, 0).drawn) == "6 7"
    for viewer in (1, SPECTATOR):
        v = new_view(GAME, s, viewer)
        assert set(v.drawn.tolist()) == {UNKNOWN}
        assert v.drawn_size == 2
    assert GAME.rules.told(s, 0, words.action("raise 6"), 1) == words.action("raise 6")


# --- Remove ----------------------------------------------------------------------------------------------------------


@every_way
def test_m1a_removes_a_market_card_and_refills(way: str) -> None:
    s = used("M1a", way)
    assert legal(s) == [f"trash market {kind}" for kind in range(1, 7)]
    act(s, 0, "trash market 2")
    assert cards(s.removed) == "2"
    assert cards(s.market) == "1 3 4 5 6 7"
    assert s.phase == rules.BUYING


@every_way
def test_m1b_removes_a_meta_card(way: str) -> None:
    s = used("M1b", way, meta="1 2 1 1 3 1 1")
    assert legal(s) == ["trash meta 2", "trash meta 3", "trash meta 5"]
    act(s, 0, "trash meta 5")
    assert s.meta.tolist() == [1, 2, 2, 1, 2, 1, 1]
    assert cards(s.removed) == "5"
    assert s.phase == rules.BUYING


def test_17_an_empty_market_has_nothing_to_remove() -> None:
    assert used("M1a", market="", deck="").turn == 1


# --- Look ------------------------------------------------------------------------------------------------------------


@every_way
def test_l1a_looks_at_a_hand_then_swaps_meta_and_own_hand(way: str) -> None:
    s = used("L1a", way, meta="1 2 1 1 1 1 1")
    assert legal(s) == ["look 1"]
    assert set(new_view(GAME, s, 0).hand[1].tolist()) == {UNKNOWN}
    act(s, 0, "look 1")
    assert cards(new_view(GAME, s, 0).hand[1]) == "2 5"
    assert legal(s) == [f"swap meta {kind} hand {own}" for kind in (2, 3) for own in (1, 6)]
    act(s, 0, "swap meta 2 hand 6")
    assert s.meta.tolist() == [1, 1, 2, 1, 1, 2, 1]
    assert cards(s.hand[0]) == "1 2"
    assert s.phase == rules.BUYING


@every_way
def test_l1b_looks_at_a_hand_then_removes_a_meta_card(way: str) -> None:
    s = used("L1b", way, meta="1 2 1 1 1 1 1")
    act(s, 0, "look 1")
    assert legal(s) == ["trash meta 2", "trash meta 3"]
    act(s, 0, "trash meta 3")
    assert s.power == 1
    assert cards(s.removed) == "3"


def test_17_without_own_cards_only_the_look_is_left() -> None:
    s = used("L1a", hand="3")
    act(s, 0, "look 1")
    assert s.phase == rules.BUYING


def test_17_an_empty_hand_may_be_looked_at() -> None:
    s = used("L1b", other="")
    act(s, 0, "look 1", "trash meta 1")
    assert s.looked.tolist() == [2, 0, 0, 0]


def test_17_any_opponent_may_be_chosen() -> None:
    s = table(["3 1", "2", "4", "5"], PLAIN.replace("V1b", "L1b"), turn=2)
    act(s, 2, "play 4")
    assert legal(s, 2) == ["look 0", "look 1", "look 3"]


def test_17_a_look_shows_the_hand_to_nobody_else() -> None:
    s = table(["3 1", "2 2", "4"], PLAIN.replace("V1b", "L1b"))
    act(s, 0, "play 3", "look 1")
    assert cards(new_view(GAME, s, 0).hand[1]) == "2 2"
    for viewer in (2, SPECTATOR):
        assert set(new_view(GAME, s, viewer).hand[1].tolist()) == {UNKNOWN}
    assert set(new_view(GAME, s, 0).hand[2].tolist()) == {UNKNOWN}


# --- Exchange --------------------------------------------------------------------------------------------------------


@every_way
def test_x1a_swaps_meta_and_own_hand(way: str) -> None:
    s = used("X1a", way, meta="1 2 1 1 1 1 1")
    assert legal(s) == [f"swap meta {kind} hand {own}" for kind in (2, 3) for own in (1, 6)]
    act(s, 0, "swap meta 3 hand 1")
    assert s.meta.tolist() == [2, 2, 1, 1, 1, 1, 1]
    assert cards(s.hand[0]) == "3 6"
    assert s.power == 1


@every_way
@pytest.mark.parametrize("half", ["X1b", "X2b"])
def test_x1b_and_x2b_swap_market_and_meta(way: str, half: str) -> None:
    s = used(half, way, meta="1 2 1 1 1 1 1", market="1 2 2 4")
    assert legal(s) == [f"swap market {kind} meta {other}" for kind in (1, 2, 4) for other in (2, 3)]
    act(s, 0, "swap market 4 meta 2")
    assert s.meta.tolist() == [1, 1, 2, 2, 1, 1, 1]
    assert cards(s.market) == "1 2 2 2"


@every_way
def test_x2a_swaps_market_and_own_hand(way: str) -> None:
    s = used("X2a", way, market="4 5")
    assert legal(s) == [f"swap market {kind} hand {own}" for kind in (4, 5) for own in (1, 6)]
    act(s, 0, "swap market 5 hand 6")
    assert cards(s.market) == "4 6"
    assert cards(s.hand[0]) == "1 5"
    assert cards(s.shown[0]) == "5"


@pytest.mark.parametrize(
    ("half", "hand", "market"),
    [("X1a", "3", "1"), ("X1b", "3 1", ""), ("X2b", "3 1", ""), ("X2a", "3", "1"), ("X2a", "3 1", "")],
)
def test_12_a_swap_without_a_legal_answer_is_skipped(half: str, hand: str, market: str) -> None:
    s = used(half, hand=hand, market=market, deck="")
    assert s.phase == rules.BUYING if market else s.turn == 1


def test_18_alike_kinds_may_be_swapped() -> None:
    s = used("X1a", hand="3 3", meta="1 1 1 1 1 1 1")
    assert legal(s) == ["swap meta 3 hand 3"]
    act(s, 0, "swap meta 3 hand 3")
    assert s.meta[2] == 2
    assert cards(s.hand[0]) == "3"


def test_18_only_cards_that_were_there_before_can_be_swapped() -> None:
    s = used("X1b", meta="1 1 1 1 1 1 1", market="5")
    assert legal(s) == ["swap market 5 meta 3"]


# --- Arrow -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["copy left", "copy right"])
def test_13_a1a_asks_for_the_side_always_and_after_playing(text: str) -> None:
    s = table(["3 1", "2"], PLAIN.replace("V1b", "A1a", 3).replace("A1a", "V1b", 2), market="1")
    act(s, 0, "play 3")
    assert legal(s) == ["copy left", "copy right"]
    act(s, 0, text)
    assert s.phase == rules.BUYING


def test_13_a1b_asks_nothing() -> None:
    assert used("V1b", "A1b").phase == rules.BUYING


@pytest.mark.parametrize(("half", "worth"), [("A2a", [2, 2, 5, 5, 2, 2, 2]), ("A2b", [2, 5, 5, 2, 2, 2, 2])])
def test_a2_gives_its_own_value_to_a_neighbour_and_needs_no_action(half: str, worth: list[int]) -> None:
    s = table(["3 3", "2"], f"D1a D1a {half} D1a D1a D1a D1a", "2 2 4 2 2 2 2", market="1")
    act(s, 0, "play 3")
    assert s.phase == rules.BUYING
    assert values(s) == worth
    assert values(s, abilities.AT_END) == worth


@pytest.mark.parametrize(
    ("half", "row"), [("A2a", "D1a D1a A2a V1b D1a D1a D1a"), ("A2b", "D1a V1b A2b D1a D1a D1a D1a")]
)
def test_9_any_value_card_shields_its_pile_from_a2(half: str, row: str) -> None:
    assert values(table(["3", "2"], row, "2 2 4 2 2 2 2")) == [2, 2, 4, 2, 2, 2, 2]


def test_13_the_buying_power_is_that_of_the_kind_played() -> None:
    s = used("D1a", "A1b", meta="2 2 2 6 2 2 2")
    assert s.power == 3
