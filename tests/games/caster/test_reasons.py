"""What speaks for an action of CASTER, and that it is true."""

from __future__ import annotations

from typing import Any

import pytest

from fairdeal.contract.game import list_legal
from fairdeal.engine.chance import below, numbered
from fairdeal.games.caster import GAME, rules, words
from fairdeal.kit.words import number_of
from tests.games.caster.tricks import act, dealt, holding, setting
from tests.games.speaking import Spoken, said, spoken


def with_tricks(s: Any, *tricks: int) -> Any:
    """Let the seats have taken so many tricks, for a few points each."""
    for seat, number in enumerate(tricks):
        s.scored[seat, 0] = (1 << number) - 1
    return s


def test_12_the_last_card_of_a_trick_knows_what_it_takes_and_the_limit() -> None:
    s = with_tricks(holding(["R5 B1", "R9 B2", "R3 R8 B3"]), 0, 0, 4)
    act(s, 0, "play R5")
    act(s, 1, "play R9")
    assert said(GAME, s, 2, "play R3") == [
        "takes the trick for 5 points (§10)",
        "that makes 5 tricks, the limit (§12)",
        "spends the lowest red card in hand",
    ]
    assert said(GAME, s, 2, "play R8") == [
        "leaves the trick and 8 points to Ann (§10)",
        "gets rid of the highest red card in hand",
    ]


@pytest.mark.parametrize(
    ("tricks", "play", "fact"),
    [
        ((0, 0, 5), "R3", "takes the trick, and bursts with more than 5 (§12)"),
        ((0, 0, 6), "R3", "takes the trick, which counts 1 point after a burst (§12)"),
        ((5, 0, 0), "R8", "leaves the trick to Ann, who bursts with more than 5 (§12)"),
        ((6, 0, 0), "R8", "leaves the trick to Ann, who has burst: 1 point (§12)"),
    ],
)
def test_12_points_are_no_reason_for_who_has_too_many_tricks(tricks: tuple[int, ...], play: str, fact: str) -> None:
    s = with_tricks(holding(["R5 B1", "R9 B2", "R3 R8 B3"]), *tricks)
    act(s, 0, "play R5")
    act(s, 1, "play R9")
    assert said(GAME, s, 2, f"play {play}")[0] == fact


def test_9_a_card_in_an_open_trick_knows_what_can_beat_it() -> None:
    s = dealt(3)
    s.played[0] = 0b111111111
    s.hand[:] = 0
    for colour, (left, right) in enumerate([("0 4", "1 8"), ("2", "3")]):
        for seat, values in enumerate(["", left, right]):
            s.hand[seat, colour] = sum(1 << int(value) for value in values.split())
    s.hand[0] = [1 << 2 | 1 << 7, 1 << 5, 1 << 3, 0, 0]
    s.played[0, 0] &= ~int(s.hand[:, 0].sum())
    s.played[0, 1] &= ~int(s.hand[:, 1].sum())
    s.played[0, 2] &= ~int(s.hand[0, 2])
    facts = {text: said(GAME, s, 0, f"play {text}") for text in ("R2", "R7", "B5", "Y3")}
    assert facts["R2"][0] == "the others hold 2 lower red cards (§9)"
    assert facts["R7"][0] == "the others hold 3 lower red cards (§9)"
    assert facts["Y3"][0] == "takes the trick: nobody has anything that beats it (§9)"
    s.hand[1:, 1] = 0
    s.played[0, 1] |= 0b1100
    s.hand[1, 2] = 1
    s.played[0, 2] &= ~1
    assert said(GAME, s, 0, "play B5")[0] == "nobody has a lower blue card, and only yellow, the trump, beats it (§9)"
    assert said(GAME, with_tricks(s, 5), 0, "play Y3")[0] == "the others hold 1 lower yellow card (§9)"


def test_12_a_sure_trick_too_many_is_said_to_burst() -> None:
    s = with_tricks(holding(["R0 B0", "G1 G2", "G3 G4"]), 5)
    for colour in range(rules.COLOURS):
        s.played[1, colour] = 0b111111111 & ~int(s.hand[:, colour].sum())
    assert said(GAME, s, 0, "play R0")[:2] == [
        "takes the trick: nobody has anything that beats it (§9)",
        "bursts with it (§12)",
    ]


def test_9_a_beaten_card_says_what_beats_it_and_that_the_hand_is_full() -> None:
    s = with_tricks(holding(["R5 B1", "R9 R8", "R3 B3"]), 0, 5)
    act(s, 0, "play R5")
    assert said(GAME, s, 1, "play R9") == [
        "cannot take the trick, for R5 beats it (§9)",
        "after 5 tricks already, one more would be a burst (§12)",
        "gets rid of the highest red card in hand",
    ]


def test_4_a_gift_is_known_to_its_giver() -> None:
    s = dealt(3, passing=True)
    s.hand[0] = [0b1011, 1, 0, 0, 0]
    assert said(GAME, s, 0, "give R1") == ["it is known then that Bob holds R1"]
    assert said(GAME, s, 0, "give B0") == [
        "leaves no blue in hand, unless a gift brings some (§8)",
        "it is known then that Bob holds B0",
    ]


def trick_after(case: Spoken) -> tuple[int, int]:
    """Play the trick to its end at random; give its taker and the taker's card."""
    rng, s = numbered("trick", case.action), case.after
    trick = case.before.trick.copy()
    trick[case.seat] = case.action - rules.PLAY
    while s.laid > 0:
        seat = int(s.turn)
        actions = list_legal(rules, s, seat)
        action = actions[below(rng, len(actions))]
        trick[seat] = action - rules.PLAY
        rules.play(s, seat, action)
    return int(s.leader), int(trick[s.leader])


@pytest.mark.parametrize(("seats", "passing"), [(3, True), (5, False)])
def test_what_is_said_of_an_action_is_what_happens(seats: int, passing: bool) -> None:
    checked = set()
    for case in spoken(setting(seats, 1, passing), 2, 2):
        number = (case.action - rules.PLAY) % rules.CARDS
        colour = number // rules.VALUES
        checked |= set(case.reasons)
        if "last_of_colour" in case.reasons:
            assert case.after.hand[case.seat, colour] == 0
        if case.action >= rules.GIVE:
            continue
        burst_before = [rules.has_burst(case.before, seat) for seat in range(seats)]
        points_before = rules.round_points(case.before, case.seat)
        if "takes" in case.reasons:
            gained = rules.round_points(case.after, case.seat) - points_before
            assert case.reasons["takes"]["points"] == number_of("points", gained)
        if "lower" in case.reasons:
            others = [int(case.before.hand[seat, colour]) for seat in range(seats) if seat != case.seat]
            lower = sum((values & ((1 << number % rules.VALUES) - 1)).bit_count() for values in others)
            assert case.reasons["lower"]["count"] == lower
        taker, card = trick_after(case)
        takes = {"takes", "takes_bursting", "takes_burst", "unbeatable"} & set(case.reasons)
        leaves = {"leaves", "leaves_bursting", "leaves_burst", "beaten"} & set(case.reasons)
        assert not takes or taker == case.seat
        assert not leaves or taker != case.seat
        if "only_trumps" in case.reasons and taker != case.seat:
            assert words.CARDS_OF.suit(card // rules.VALUES) == case.reasons["only_trumps"]["trump"]
        if {"takes_bursting", "leaves_bursting"} & set(case.reasons):
            assert not burst_before[taker]
            assert rules.has_burst(case.after, taker)
    assert {"takes", "leaves", "beaten", "unbeatable", "only_trumps", "lower", "last_of_colour"} <= checked
