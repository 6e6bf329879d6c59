"""What speaks for an action of Card Game Traders, and that it is true."""

from __future__ import annotations

from fairdeal.games.traders import GAME, abilities, names, rules
from fairdeal.kit.words import number_of
from tests.games.speaking import Spoken, said, spoken
from tests.games.traders.tables import WORTHLESS, act, dealt, legal, setting, table


def test_6_a_draft_weighs_value_and_ability() -> None:
    s = dealt()
    act(s, 0, "draft 1")
    act(s, 1, "draft 1")
    assert said(GAME, s, 0, "draft 1")[1] == "already in hand: 1 of it"
    while s.phase == rules.DRAFTING:
        for seat in (0, 1):
            act(s, seat, legal(s, seat)[0])
    value, to_meta, ability = said(GAME, s, 0, "keep 1")
    assert value == "card 1 (Card with the in-game code) is worth 2 so far, 1 at the end (§8)"
    assert to_meta == "card 1 (Card with the in-game code) goes to the Meta (§6)"
    assert ability == "its ability is Demand (worth 1 more in play)"


def test_11_a_card_to_play_says_what_the_hand_counts_what_it_buys_and_what_it_does() -> None:
    s = table(["3 3 1", "2"], WORTHLESS, "2 1 4 1 1 1 1", "5 6", "7")
    assert said(GAME, s, 0, "play 3") == [
        "the hand then counts 7 points, 3 less (§23)",
        "there is 5 to buy for then (§19)",
        "its ability is Two bargains (the first two buys cost 2 less each)",
    ]
    s = table(["3", "2"], "D1a D1a M1a D1a D1a D1a D1a", market="5 6", deck="7")
    assert said(GAME, s, 0, "play 3")[1] == "there is 2 to buy for then, unless the ability changes that (§19)"
    act(s, 0, "play 3")
    [gone] = said(GAME, s, 0, "trash market 5")
    assert gone == "card 5 (Shiny Foil Common), worth 1 at the end, leaves the game (§17)"


def test_13_an_arrow_says_what_it_copies() -> None:
    s = table(["2", "2"], "M1a A1a D1a D1a D1a D1a D1a", market="5 6", deck="7")
    assert said(GAME, s, 0, "play 2")[1] == "there is 2 to buy for then, unless the ability changes that (§19)"
    act(s, 0, "play 2")
    assert said(GAME, s, 0, "copy right") == ["uses Two bargains (the first two buys cost 2 less each) (§13)"]


def test_19_a_buy_weighs_its_price_against_what_it_counts() -> None:
    s = table(["3 1", "2"], WORTHLESS, "1 1 4 1 3 1 1", "5 6 6 6", "7", size=4)
    act(s, 0, "play 3")
    assert said(GAME, s, 0, "buy 5") == ["costs 1 of 5 (§19)", "the hand then counts 4 points, 3 more (§23)"]
    assert said(GAME, s, 0, "done") == [
        "the turn ends with 5 unspent (§19)",
        "the hand counts 1 point as before (§23)",
    ]
    s.deck_size = 0
    assert said(GAME, s, 0, "buy 5")[1] == ("the deck cannot fill the Market again, so this triggers the end (§20)")
    s.closing = 1
    assert len(said(GAME, s, 0, "buy 5")) == 2


def test_21_passing_keeps_the_hand() -> None:
    s = table(["3 1", "2"], WORTHLESS, closing=True)
    assert said(GAME, s, 0, "pass") == [
        "plays no card and buys none (§21)",
        "the hand counts 2 points as before (§23)",
    ]


def test_17_a_look_says_how_much_is_known_of_the_hand() -> None:
    s = table(["3 1", "2 2"], "D1a D1a L1a D1a D1a D1a D1a", market="5")
    s.shown[1] = [0, 1, 0, 0, 0, 0, 0]
    act(s, 0, "play 3")
    assert said(GAME, s, 0, "look 1") == ["Bob holds 2 cards, 1 of them known"]


def test_16_a_drawn_card_says_its_price_in_the_market_or_what_it_lifts_on_the_meta() -> None:
    s = table(["3 3 1", "2"], "D1a D1a W1a D1a D1a D1a D1a", market="5", deck="3")
    act(s, 0, "play 3")
    assert said(GAME, s, 0, "stock 3") == ["card 3 (Magical Lottery Girl) can be bought for 2 (§19)"]
    assert said(GAME, s, 0, "raise 3") == [
        "the hand then counts 4 points, 1 more (§23)",
        "there is 3 to buy for then (§19)",
    ]


def check(case: Spoken) -> None:
    reasons, seat = case.reasons, case.seat
    for key in ("more_worth", "less_worth", "same_worth"):
        if key in reasons:
            worth = rules.points_of(case.after, seat)
            assert reasons[key]["points"] == number_of("points", worth)
    if "power" in reasons and case.after.phase == rules.BUYING:
        assert reasons["power"]["power"] == case.after.power
    if "price" in reasons and case.after.phase == rules.BUYING:
        assert case.before.power - case.after.power == reasons["price"]["price"]
    if "copies" in reasons and case.after.acting != abilities.NO_ABILITY:
        assert reasons["copies"]["ability"] == names.ability_name(case.before, int(case.after.acting))
    if "triggers_end" in reasons:
        while case.after.phase == rules.BUYING:
            rules.play(case.after, seat, rules.DONE)
        assert case.after.closing or case.after.phase == rules.OVER


def test_what_is_said_of_an_action_is_what_happens() -> None:
    checked = set()
    for seats in (2, 4):
        for case in spoken(setting(seats), 3, 3):
            checked |= set(case.reasons)
            check(case)
    assert {"more_worth", "less_worth", "same_worth", "power", "power_before", "price", "done", "ability"} <= checked
