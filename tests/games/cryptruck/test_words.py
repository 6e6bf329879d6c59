"""Cryptruck in words."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from fairdeal.contract.game import new_view
from fairdeal.engine import chance
from fairdeal.engine.kernel import DEALER, NOBODY, SPECTATOR
from fairdeal.errors import FairdealError, Refused, Unreadable
from fairdeal.games.cryptruck import GAME, rules, words
from tests.games.cryptruck.deals import (
    act,
    acts,
    cards,
    carry_out,
    dealt,
    holding,
    lead,
    play_trick,
    said,
    setting,
    started,
    why_not,
)


def test_text_and_action_are_inverse() -> None:
    for action in range(rules.ACTIONS):
        assert words.action(words.text(action)) == action
    for text in ("reveal Y3", "want", "decline", "give W2", "play G0"):
        assert words.text(words.action(text)) == text
    assert words.text(rules.GIVE_HIDDEN) == "give ?"


def test_an_action_is_named_in_words() -> None:
    s = table()
    s.first, s.revealed = 1, words.CARDS_OF.numbers["Y4"]
    texts = ("reveal Y4", "want", "decline", "give R1", "play W2")
    assert said([words.named(s, 2, words.action(text)) for text in texts]) == [
        "reveal yellow 4",
        "say that you want yellow 4",
        "decline yellow 4",
        "give red 1 to Bob",
        "play white 2",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "want ",
        " want",
        "Want",
        "want Y3",
        "play",
        "play ",
        "play Y",
        "play y3",
        "play Y03",
        "play Y10",
        "play  Y3",
        "play Y3 ",
        "play Y3\n",
        "give ?",
        "PLAY Y3",
        "play Y٣",
        "play Q1",
        "lead Y3",
    ],
)
def test_anything_else_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        words.action(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("start 3", "Chance names one of 3 seats, counted from 0, as 'start 0' (§5), not 'start 3'."),
        ("start", "Chance names one of 3 seats, counted from 0, as 'start 0' (§5), not 'start'."),
        ("start 01", "Chance names one of 3 seats, counted from 0, as 'start 0' (§5), not 'start 01'."),
        ("colours Y B R", "Chance names one of 3 seats, counted from 0, as 'start 0' (§5), not 'colours Y B R'."),
    ],
)
def test_a_wrong_start_is_refused(text: str, reason: str) -> None:
    with pytest.raises(Refused) as refusal:
        words.outcome(setting(3, 3, "random").new_state(), text)
    assert str(refusal.value) == reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("colours", "0 cards are dealt, but it takes 3 (§4)."),
        ("colours ", "'' cannot stand after colours; write one such as G."),
        ("colours Y B", "2 cards are dealt, but it takes 3 (§4)."),
        ("colours Y B R P", "4 cards are dealt, but it takes 3 (§4)."),
        ("colours B Y R", "Chance names colours in the order Y B R P G (§4)."),
        ("colours Y Y B", "Y is dealt twice (§4)."),
        ("colours Y B W", "'W' cannot stand after colours; write one such as G."),
        ("colours YBR", "'YBR' cannot stand after colours; write one such as G."),
        ("colours Y  B R", "'' cannot stand after colours; write one such as G."),
        ("colours y b r", "'y' cannot stand after colours; write one such as G."),
        ("deal Y B R", "'colours' is due now (§4), so 'deal Y B R' is out of place."),
        ("start 0", "'colours' is due now (§4), so 'start 0' is out of place."),
        ("coloursY B R", "'colours' is due now (§4), so 'coloursY B R' is out of place."),
    ],
)
def test_wrong_colours_are_refused(text: str, reason: str) -> None:
    s = setting(3, 3, "random").new_state()
    carry_out(s, "start 0")
    with pytest.raises(FairdealError) as refusal:
        words.outcome(s, text)
    assert str(refusal.value) == reason


DECK = [f"{letter}{number}" for letter in "YB" for number in range(6)] + ["W2", "W3"]


@pytest.mark.parametrize(
    ("deck", "reason"),
    [
        (DECK[:-1], "13 cards are dealt, but it takes 14 (§6)."),
        ([*DECK[:-1], "Y0"], "Y0 is dealt twice (§6)."),
        ([*DECK[:-1], "R0"], "R0 is dealt, but is not in play (§4)."),
        ([*DECK[:-1], "W4"], "W4 is dealt, but is not in play (§4)."),
        (
            [*DECK[:-1], "Q1"],
            "'Q1' is no card; a card is one of the letters YBRPGW and one of 0 1 2 3 4 5 6 7 8 9, as W9.",
        ),
        ([], "0 cards are dealt, but it takes 14 (§6)."),
    ],
)
def test_a_wrong_deck_is_refused(deck: list[str], reason: str) -> None:
    s = started(2)
    with pytest.raises(FairdealError) as refusal:
        words.outcome(s, " ".join(["deal", *deck]))
    assert str(refusal.value) == reason


def test_only_a_deal_is_due_when_it_is_due() -> None:
    with pytest.raises(Refused, match=r"'deal' is due now \(§6\), so 'start 0' is out of place\."):
        words.outcome(started(2), "start 0")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_outcomes_print_and_parse(seats: int) -> None:
    s = setting(seats, 3, "random").new_state()
    rng, out = chance.numbered("outcomes", 0), np.empty(rules.MOST_OUTCOME, np.int16)
    verbs = []
    while s.phase != rules.REVEALING:
        outcome = out[: rules.draw(s, rng, out)]
        text = words.outcome_text(s, outcome)
        assert words.outcome(s, text).tolist() == outcome.tolist()
        verbs.append(text.split(" ")[0])
        carry_out(s, text)
    assert verbs == ["start", "colours", "deal"]


# --- why not ---------------------------------------------------------------------------------------------------------


def table() -> Any:
    return holding(["Y1 R4", "Y2 B2", "P1 P2"])


@pytest.mark.parametrize(
    ("done", "seat", "text", "reason"),
    [
        ([], 0, "reveal Y1", ""),
        ([], 0, "reveal W1", "There is no W1 in the box (§2)."),
        ([], 0, "reveal B1", "You do not hold B1, so you cannot reveal it (§8)."),
        ([], 0, "play Y1", "You are the first player: first reveal a card of your hand (§8)."),
        ([], 0, "want", "You are the first player: first reveal a card of your hand (§8)."),
        ([], 1, "reveal Y2", "Ann is the first player and reveals a card (§8)."),
        (["reveal Y1"], 0, "want", "You revealed the card yourself; Bob says whether to want it (§9)."),
        (["reveal Y1"], 1, "give Y2", "First say whether you want Y1: want or decline (§9)."),
        (["reveal Y1"], 2, "want", "It is Bob's turn to answer; the seats answer clockwise (§9)."),
        (
            ["reveal Y1", "decline"],
            1,
            "want",
            "You have answered, and no answer can be withdrawn; it is Cleo's turn (§9).",
        ),
        (["reveal Y1", "want", "decline"], 0, "play R4", "Bob buys the lead and is choosing a gift (§10)."),
        (["reveal Y1", "want", "decline"], 1, "play Y2", "You buy Y1: first give Ann a card of your hand (§10)."),
        (["reveal Y1", "want", "decline"], 1, "give Y1", "You do not hold Y1, so you cannot give it (§10)."),
        (
            ["reveal Y1", "decline", "decline"],
            0,
            "play R4",
            "You lead this trick, and the led card is yours in it; it is Bob's turn (§11).",
        ),
        (
            ["reveal Y1", "decline", "decline"],
            2,
            "play P1",
            "It is Bob's turn; the seats play clockwise from the left of the leader (§11).",
        ),
        (
            ["reveal Y1", "decline", "decline", "play Y2"],
            1,
            "play B2",
            "You have played to this trick, one card each; it is Cleo's turn (§11).",
        ),
        (["reveal Y1", "decline", "decline"], 1, "play B2", "You hold Y2, so you must follow yellow (§12)."),
        (["reveal Y1", "decline", "decline"], 1, "play R5", "You do not hold R5, so you cannot play it (§11)."),
        (
            ["reveal Y1", "decline", "decline"],
            1,
            "reveal B2",
            "Y1 is led already; a card is revealed only before the lead (§8).",
        ),
        (
            ["reveal Y1", "decline", "decline"],
            1,
            "want",
            "Y1 is led already; nobody can want or decline it any more (§9).",
        ),
        (
            ["reveal Y1", "decline", "decline"],
            1,
            "give B2",
            "Y1 is led already; only its buyer gives a card, and before the lead (§10).",
        ),
    ],
)
def test_why_not(done: list[str], seat: int, text: str, reason: str) -> None:
    s = table()
    acts(s, *done)
    assert why_not(s, seat, text) == reason


def test_why_a_colour_is_not_in_use() -> None:
    assert why_not(dealt(3), 0, "reveal G1") == "G1 is not in use: this table plays without green (§4)."


def test_why_not_before_the_deal_and_after_the_end() -> None:
    assert why_not(started(3), 0, "want") == "The cards are not dealt yet (§6)."
    s = holding(["Y1", "B1"])
    play_trick(s, "Y1 B1")
    assert why_not(s, 0, "want") == "The game is over (§16)."


# --- prompts ---------------------------------------------------------------------------------------------------------


def prompts(s: Any) -> list[str]:
    return said([words.prompt(new_view(GAME, s, seat), seat) for seat in (0, 1)])


def test_the_prompt_says_what_is_asked() -> None:
    assert prompts(started(2)) == ["The cards are being dealt."] * 2
    s = holding(["Y1 R4", "Y2 B2"])
    assert prompts(s) == ["Reveal a card: you lead it, unless somebody buys it.", "Waiting for Ann."]
    acts(s, "reveal Y1")
    assert prompts(s)[1] == "Do you want Y1? The last who wants it gives Ann a card and leads it."
    acts(s, "want")
    assert prompts(s)[1] == "Give Ann a card of your hand: for it you take Y1 and lead it."
    acts(s, "give B2")
    assert prompts(s)[0] == "Play any card: you hold no yellow."
    s = holding(["Y1", "Y2"])
    lead(s, "Y1")
    assert prompts(s)[1] == "Play a card: you must follow yellow."
    acts(s, "play Y2")
    assert prompts(s) == ["The game is over."] * 2


# --- the table -------------------------------------------------------------------------------------------------------


def looks(s: Any, seat: int) -> list[str]:
    return said(words.describe(new_view(GAME, s, seat), seat), seat)


def test_the_table_is_described_before_the_deal() -> None:
    assert looks(setting(2).new_state(), 0)[0] == "Round 1 of 3."
    assert looks(started(2), 0) == [
        "Round 1 of 3.",
        "In use: Y Datcoin (DTC), B Tipple (XTP), W In-Fungible Trump (IFT).",
        "Ann: 0 points, 0 cards in hand; won no blocks, 0 other cards.",
        "Bob: 0 points, 0 cards in hand; won no blocks, 0 other cards.",
    ]


def test_the_table_is_described_while_the_lead_is_for_sale() -> None:
    s = holding(["Y1 R4", "Y2 B2", "P1 P2"])
    acts(s, "reveal Y1")
    assert looks(s, 1)[-2:] == ["Ann has revealed Y1; nobody has wanted it yet.", "Your hand: Y2, B2."]
    acts(s, "want")
    assert looks(s, SPECTATOR)[-1] == "Ann has revealed Y1; wanted by Bob."


def test_the_table_is_described_for_a_seat_and_for_a_spectator() -> None:
    s = holding(["Y1 R4", "Y2 B2", "P1 P2"], turned="W3")
    s.blocks[2], s.others[2], s.lacks[1] = cards("R3 W3"), 1, 0b100
    acts(s, "reveal Y1", "want", "decline", "give B2", "play P1")
    common = [
        "Round 1 of 1, trick 5 of 6.",
        "In use: Y Datcoin (DTC), B Tipple (XTP), R Boardano (BDA), P Elixireum (ELI), G Nether (USDN), "
        "W In-Fungible Trump (IFT).",
        "W3 is turned up: white alone is trump.",
        "Ann: 5 points, 2 cards in hand; won no blocks, 0 other cards.",
        "Bob: 5 points, 1 card in hand; won no blocks, 0 other cards; lacks R.",
        "Cleo: 4 points, 1 card in hand; won blocks R3, W3, 1 other card; lacks Y.",
        "On the table: Y1 (Bob), P1 (Cleo); yellow is led.",
    ]
    assert looks(s, SPECTATOR) == [*common, "Trick 5: Bob gave Ann a card."]
    assert looks(s, 2) == [*common, "Trick 5: Bob gave Ann a card.", "Your hand: P2."]
    assert looks(s, 1) == [*common, "Trick 5: you gave B2 to Ann.", "Your hand: Y2."]
    assert looks(s, 0) == [*common, "Trick 5: you got B2 from Bob.", "Your hand: B2, R4."]
    assert said(words.describe(s, SPECTATOR))[-1] == "Trick 5: Bob gave B2 to Ann."


# --- stories ---------------------------------------------------------------------------------------------------------


def stories(s: Any, texts: list[str], listener: int) -> list[list[str]]:
    """Let whose turn it is act, and tell a listener."""
    told = []
    for text in texts:
        actor, action = int(s.turn), words.action(text)
        before, heard = new_view(GAME, s, listener), int(GAME.rules.told(s, actor, action, listener))
        act(s, actor, text)
        told.append(said(words.story(before, new_view(GAME, s, listener), actor, heard), listener))
    return told


SALE = ["reveal Y1", "want", "want", "give P3", "play P3", "play Y2"]


@pytest.mark.parametrize(
    ("listener", "told"),
    [
        (
            0,
            [
                ["You reveal Y1."],
                ["Bob wants Y1."],
                ["Cleo wants Y1.", "Cleo was the last to want Y1 and buys it."],
                ["Cleo gives you P3.", "Cleo leads Y1."],
                ["You play P3."],
                ["Bob plays Y2.", "Bob takes the trick with Y2: blocks P3."],
            ],
        ),
        (
            2,
            [
                ["Ann reveals Y1."],
                ["Bob wants Y1."],
                ["You want Y1.", "You were the last to want Y1 and buy it."],
                ["You give P3 to Ann.", "You lead Y1."],
                ["Ann plays P3."],
                ["Bob plays Y2.", "Bob takes the trick with Y2: blocks P3."],
            ],
        ),
        (
            SPECTATOR,
            [
                ["Ann reveals Y1."],
                ["Bob wants Y1."],
                ["Cleo wants Y1.", "Cleo was the last to want Y1 and buys it."],
                ["Cleo gives Ann a card, unseen.", "Cleo leads Y1."],
                ["Ann plays P3."],
                ["Bob plays Y2.", "Bob takes the trick with Y2: blocks P3."],
            ],
        ),
    ],
)
def test_a_sale_is_told_to_everybody_as_they_may_know_it(listener: int, told: list[list[str]]) -> None:
    assert stories(holding(["Y1 R4", "Y2 B2", "P3 P2"]), SALE, listener) == told


def test_a_lead_that_nobody_wants_is_told() -> None:
    assert stories(holding(["Y1 R4", "B2 B1"]), ["reveal Y1", "decline", "play B1"], 1) == [
        ["Ann reveals Y1."],
        ["You decline.", "Ann leads Y1."],
        ["You play B1.", "Ann takes the trick with Y1: no blocks."],
    ]


def test_the_last_card_of_all_as_a_gift_is_told_right() -> None:
    told = stories(holding(["Y1", "B1", "P1"]), ["reveal Y1", "decline", "want", "give P1"], SPECTATOR)
    assert told[-1] == ["Cleo gives Ann a card, unseen.", "Cleo leads Y1."]
    told = stories(holding(["Y1", "B1", "P1"]), ["reveal Y1", "decline", "want", "give P1"], 2)
    assert told[-1] == ["You give P1 to Ann.", "You lead Y1."]


def test_the_end_of_a_round_is_told() -> None:
    s = holding(["Y1", "Y2", "B1"], rounds=2)
    s.blocks[1], s.blocks[2] = cards("R3 B4"), cards("R4 R5 P5 G5")
    assert stories(s, ["reveal Y1", "decline", "decline", "play Y2", "play B1"], 1)[-1] == [
        "Cleo plays B1.",
        "You take the trick with Y2: no blocks.",
        "Ann won no block and scores 5 points (§15).",
        "You score 4 points: 2 blocks in 2 colours (§15).",
        "Cleo scores 4 points: 4 blocks are too many to count their colours (§15).",
        "You took the last trick and begin the next round (§5).",
    ]


def test_after_the_last_round_nobody_begins_the_next() -> None:
    lines = stories(holding(["Y1", "B3"]), ["reveal Y1", "decline", "play B3"], 1)[-1]
    assert lines[-2:] == [
        "Ann scores 1 point: 1 block in 1 colour (§15).",
        "You won no block and score 5 points (§15).",
    ]


def test_the_dealer_is_told() -> None:
    s = setting(2, 3, "random").new_state()
    told = []
    for text in ("start 1", "colours B G", "deal B0 B1 B2 B3 B4 B5 G0 G1 G2 G3 G4 W2 G5 W3"):
        before = new_view(GAME, s, 0)
        carry_out(s, text)
        told.append(said(words.story(before, new_view(GAME, s, 0), DEALER, -1)))
    assert told == [
        ["Bob is the first player."],
        ["The colours of this game: blue, green, white."],
        ["Round 1 of 3: the cards are dealt, six each.", "G5 is turned up: green and white are trumps."],
    ]


# --- the result ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "verdict", "last"),
    [
        ([9, 5, 1], [4, 5, 1], "Ann wins with 13 points (§16).", "Cleo: 2 points; by rounds 1, 1."),
        ([9, 5, 1], [1, 5, 0], "Ann and Bob share the victory with 10 points (§16).", "Cleo: 1 point; by rounds 1, 0."),
    ],
)
def test_16_the_result_names_the_winner_and_everybodys_rounds(
    first: list[int], second: list[int], verdict: str, last: str
) -> None:
    s = holding(["Y1", "B1", "P1"], rounds=2)
    s.rounds_played = 1
    play_trick(s, "Y1 B1 P1")
    s.scored[0, :3], s.scored[1, :3] = first, second
    lines = said(words.result(new_view(GAME, s, SPECTATOR)))
    assert (lines[0], lines[-1]) == (verdict, last)
    assert said(words.result(s), 0)[0] == verdict.replace("Ann wins", "You win")


# --- the rulebook ----------------------------------------------------------------------------------------------------


def test_the_rulebook_has_every_paragraph_once_and_in_order() -> None:
    assert re.findall(r"^\*\*§(\d+)\*\*", GAME.rulebook(), re.MULTILINE) == [str(n) for n in range(1, 17)]


def test_every_paragraph_that_is_cited_is_in_the_rulebook() -> None:
    templates = (GAME.folder / "en.toml").read_text("utf-8")
    assert {int(number) for number in re.findall(r"§(\d+)", templates)} <= set(range(1, 17))


def test_10_all_but_gifts_reads_the_same_for_all() -> None:
    assert words.is_alike(DEALER, NOBODY)
    assert all(words.is_alike(0, action) for action in (rules.REVEAL, rules.WANT, rules.DECLINE, rules.PLAY))
    assert not any(words.is_alike(0, action) for action in (rules.GIVE, rules.PLAY - 1, rules.GIVE_HIDDEN))
