"""What speaks for an action of Cryptruck, and that it is true."""

from __future__ import annotations

import pytest

from fairdeal.contract.game import list_legal
from fairdeal.engine.chance import below, numbered
from fairdeal.games.cryptruck import GAME, rules, words
from fairdeal.kit.words import number_of
from tests.games.cryptruck.deals import acts, cards, holding, lead, setting
from tests.games.speaking import Spoken, said, spoken


def test_13_a_card_to_reveal_says_what_beats_it_and_who_gets_its_block() -> None:
    s = holding(["Y4 Y1 B0", "Y5 R3 R1", "B3 R4 R2"], "R0")
    s.in_use = 0b000111 | 1 << rules.WHITE
    s.laid[0, :3] = [words.CARDS_OF.numbers[name] for name in ("B1", "B2", "B4")]
    assert said(GAME, s, 0, "reveal B0") == [
        "at most 9 cards in other hands beat B0 (§13)",
        "leaves no blue in hand, unless a gift brings some (§12)",
    ]
    assert said(GAME, s, 0, "reveal Y4") == [
        "at most 8 cards in other hands beat Y4 (§13)",
        "Y4 shows a block for whoever takes the trick (§14)",
        "gets rid of the highest yellow card in hand",
    ]


def test_9_an_answer_says_who_leads_then_and_how_the_seat_stands() -> None:
    s = holding(["Y4 Y1 B0", "Y5 R3 R1", "B3 R4 R2"])
    s.blocks[2] = cards("Y3 B5")
    acts(s, "reveal Y1")
    assert said(GAME, s, 1, "want")[0] == "buys Y1 for a card, unless a later seat wants it too (§9)"
    assert said(GAME, s, 1, "decline") == [
        "Ann leads Y1, unless a later seat wants it (§9)",
        "no blocks so far: 5 points as it stands (§15)",
    ]
    acts(s, "want")
    assert said(GAME, s, 2, "want")[::2] == [
        "buys Y1 and the lead, for a card to Ann (§10)",
        "2 blocks in 2 colours so far: 4 points as it stands (§15)",
    ]
    assert said(GAME, s, 2, "decline")[0] == "Bob leads Y1 (§10)"


def test_10_a_gift_counts_among_what_may_beat_the_lead() -> None:
    s = holding(["Y1", "Y5 B3"], "W0")
    s.in_use = 0b000011 | 1 << rules.WHITE
    s.laid[0, 0] = words.CARDS_OF.numbers["W2"]
    s.laid[0, 1] = words.CARDS_OF.numbers["W3"]
    for trick, names in enumerate(["Y0 Y2", "Y3 Y4"], 1):
        s.laid[trick, :2] = [words.CARDS_OF.numbers[name] for name in names.split()]
    acts(s, "reveal Y1", "want")
    assert said(GAME, s, 1, "give Y5")[0] == "Ann gets Y5, a block to win later (§15)"
    assert said(GAME, s, 1, "give Y5")[1] == "at most 1 card in other hands beats Y1 (§13)"
    assert said(GAME, s, 1, "give B3")[1] == "no card in other hands beats Y1 (§13)"


def test_14_the_last_card_of_a_trick_says_who_gets_which_blocks() -> None:
    s = holding(["Y4 Y1", "Y5 R3", "Y3 Y0"])
    lead(s, "Y4")
    assert said(GAME, s, 1, "play Y5")[0].startswith("at most")
    acts(s, "play Y5")
    assert said(GAME, s, 2, "play Y3")[:2] == [
        "leaves blocks Y3, Y4, Y5 to Bob (§14)",
        "Bob then has 3 blocks in 1 colour: 3 points as it stands (§15)",
    ]
    s = holding(["Y1 Y0", "Y2 R3", "Y4 Y0"])
    lead(s, "Y0")
    acts(s, "play Y2")
    assert said(GAME, s, 2, "play Y0")[0] == "leaves the trick, which has no blocks, to Bob (§14)"
    assert said(GAME, s, 2, "play Y4")[:2] == [
        "takes the trick with blocks Y4 (§14)",
        "you then have 1 block in 1 colour: 1 point as it stands (§15)",
    ]


def test_13_a_card_that_is_beaten_gives_its_block_away() -> None:
    s = holding(["Y5 Y1", "Y4 R3", "Y3 Y0"])
    lead(s, "Y5")
    assert said(GAME, s, 1, "play Y4") == [
        "cannot take the trick, for Y5 is stronger (§13)",
        "its block goes to whoever takes the trick (§14)",
        "leaves no yellow in hand, so any card will do when it is led (§12)",
    ]


def taker_after(case: Spoken) -> int:
    """Play the trick to its end at random."""
    s, rng = case.after, numbered("trick", case.action)
    trick = int(case.before.tricks_played)
    while s.phase == rules.PLAYING and s.tricks_played == trick:
        legal = list_legal(rules, s, int(s.turn))
        rules.play(s, int(s.turn), legal[below(rng, len(legal))])
    return int(s.first)


def beaters(case: Spoken) -> int:
    """Count the cards in other hands that beat the card the reason speaks of, when it is led or laid."""
    s, number = case.before.copy(), words.CARDS_OF.numbers[case.reasons["beaters"]["card"].piece]
    if s.phase != rules.PLAYING:
        s.led[s.tricks_played] = number // rules.NUMBERS
    if rules.GIVE <= case.action < rules.PLAY:
        s.hand[s.first] |= rules.one(case.action - rules.GIVE)
    others = [
        card for seat in range(s.seats) if seat != case.seat for card in words.CARDS_OF.members(int(s.hand[seat]))
    ]
    return sum(rules.strength(s, card) >= rules.strength(s, number) for card in others)


@pytest.mark.no_cover
def test_what_is_said_of_an_action_is_what_happens() -> None:
    checked = set()
    for case in spoken(setting(4, 2), 4):
        reasons = case.reasons
        checked |= set(reasons)
        if "beaters" in reasons:
            assert reasons["beaters"]["count"] - 1 <= beaters(case) <= reasons["beaters"]["count"]
        if "last_of_colour" in reasons:
            colour = words.card_of(case.action) // rules.NUMBERS
            assert not int(case.after.hand[case.seat]) & rules.all_of(colour)
        if "other_leads" in reasons:
            assert reasons["other_leads"]["player"].number == case.after.leader
        if "then" in reasons:
            points = rules.round_points(case.after, reasons["then"]["seat"].number)
            assert reasons["then"]["points"] == number_of("points", points)
        if case.action >= rules.PLAY:
            taker = taker_after(case)
            assert not {"takes", "takes_blocks", "unbeatable"} & set(reasons) or taker == case.seat
            assert not {"leaves", "leaves_blocks", "beaten"} & set(reasons) or taker != case.seat
    assert {"beaters", "last_of_colour", "other_leads", "then", "takes_blocks", "leaves_blocks", "beaten"} <= checked
