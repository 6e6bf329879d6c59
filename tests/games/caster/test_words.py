"""CASTER in words."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fairdeal.contract.game import new_view
from fairdeal.engine import chance
from fairdeal.engine.kernel import DEALER, NOBODY, SPECTATOR
from fairdeal.errors import FairdealError, Refused, Unreadable
from fairdeal.games.caster import GAME, rules, words
from fairdeal.games.caster.data import LETTERS
from fairdeal.language.messages import Message
from tests.games.caster.tricks import act, carry_out, dealt, holding, legal, play_trick, setting, why_not

PLAYERS = {0: "Ann", 1: "Bob", 2: "Cleo", 3: "Dan", 4: "Eve"}


def said(messages: list[Message], listener: int | None = None) -> list[str]:
    catalogue = setting().catalogue(listener, PLAYERS)
    return [catalogue.render(message) for message in messages]


def test_text_and_action_are_inverse() -> None:
    for action in range(rules.ACTIONS):
        assert words.action(words.text(action)) == action
    assert words.text(words.action("play R7")) == "play R7"
    assert words.text(rules.GIVE_HIDDEN) == "give ?"


def test_an_action_is_named_in_words() -> None:
    actions = [words.action("play R7"), words.action("give E10")]
    assert said([words.named(dealt(), 0, action) for action in actions]) == ["play red 7", "give brown 10 to Bob"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "play",
        "play ",
        "play R",
        "play r7",
        "play R07",
        "play R15",
        "play  R7",
        "play R7 ",
        "give ?",
        "PLAY R7",
        "play R٣",
    ],
)
def test_anything_else_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        words.action(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("start 4", "Chance names one of 4 seats, counted from 0, as 'start 0' (§5), not 'start 4'."),
        ("start", "Chance names one of 4 seats, counted from 0, as 'start 0' (§5), not 'start'."),
        ("start 01", "Chance names one of 4 seats, counted from 0, as 'start 0' (§5), not 'start 01'."),
        ("deal R1", "Chance names one of 4 seats, counted from 0, as 'start 0' (§5), not 'deal R1'."),
    ],
)
def test_a_wrong_start_is_refused(text: str, reason: str) -> None:
    with pytest.raises(Refused) as refusal:
        words.outcome(setting(4).new_state(), text)
    assert str(refusal.value) == reason


def a_deck(seats: int = 4) -> list[str]:
    highest = {3: 8, 4: 11, 5: 14}[seats]
    return [f"{letter}{value}" for letter in LETTERS for value in range(highest + 1)]


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        (a_deck()[:-1], "59 cards are dealt, but it takes 60 (§4)."),
        ([*a_deck()[:-1], "R0"], "R0 is dealt twice (§4)."),
        ([*a_deck()[:-1], "R12"], "R12 is dealt, but is not in play (§3)."),
        (
            [*a_deck()[:-1], "Q1"],
            "'Q1' is no card; a card is one of the letters RBYEG "
            "and one of 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14, as G14.",
        ),
        ([], "0 cards are dealt, but it takes 60 (§4)."),
    ],
)
def test_a_wrong_deck_is_refused(cards: list[str], reason: str) -> None:
    s = setting(4).new_state()
    carry_out(s, "start 0")
    with pytest.raises(FairdealError) as refusal:
        words.outcome(s, " ".join(["deal", *cards]))
    assert str(refusal.value) == reason
    with pytest.raises(Refused, match=r"'deal' is due now \(§4\), so 'start 0' is out of place\."):
        words.outcome(s, "start 0")


def test_outcomes_print_and_parse() -> None:
    s = setting(5).new_state()
    rng, out = chance.numbered("outcomes", 0), np.empty(rules.MOST_OUTCOME, np.int16)
    for _ in range(2):
        outcome = out[: rules.draw(s, rng, out)]
        text = words.outcome_text(s, outcome)
        assert words.outcome(s, text).tolist() == outcome.tolist()
        carry_out(s, text)
    assert s.phase == rules.TRICK


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("play R11", "R11 is not in play with 3 seats (§3)."),
        ("play E1", "You do not hold E1 (§7)."),
        ("give R5", "No cards are given at this table: the option passing is off (§4)."),
        ("play R5", ""),
    ],
)
def test_why_a_leader_may_not_play_a_card(text: str, reason: str) -> None:
    assert why_not(holding(["R5 G1", "B2 Y0", "G3 R1"]), 0, text) == reason


def test_why_not_before_the_deal_and_after_the_end() -> None:
    s = setting(3).new_state()
    assert why_not(s, 0, "play R1") == "The cards are not dealt yet (§4)."
    s = holding(["R5", "B2", "G3"])
    play_trick(s, "R5 B2 G3")
    assert why_not(s, 0, "play R1") == "The game is over (§14)."


def test_why_not_while_passing_and_after() -> None:
    s = dealt(3, passing=True)
    mine = legal(s, 0)
    assert why_not(s, 0, mine[0].replace("give", "play")).startswith("First give three cards to Seat 2")
    for text in mine[:3]:
        act(s, 0, text)
    assert why_not(s, 0, mine[4]).startswith("You have given your three cards")
    for seat in (1, 2):
        for text in legal(s, seat)[:3]:
            act(s, seat, text)
    assert why_not(s, 0, mine[4]) == "Cards are given only before the first trick of a round (§4, passing)."


def test_the_prompt_says_what_is_asked() -> None:
    s = setting(3).new_state()
    assert said([words.prompt(s, 0)]) == ["The cards are being dealt."]
    s = holding(["R5", "B2", "R3"])
    assert said([words.prompt(s, 0), words.prompt(s, 1)]) == ["Lead any card.", "Waiting for Ann."]
    act(s, 0, "play R5")
    assert said([words.prompt(s, 1), words.prompt(s, 2)]) == ["Play any card: you hold no red.", "Waiting for Bob."]
    act(s, 1, "play B2")
    assert said([words.prompt(s, 2)]) == ["Play a card: you must follow red."]
    act(s, 2, "play R3")
    assert said([words.prompt(s, 2)]) == ["The game is over."]
    s = dealt(3, passing=True)
    assert said([words.prompt(s, 0)]) == ["Give a card to Bob: number 1 of 3."]


def test_a_trick_is_told_with_its_points() -> None:
    s = holding(["R5 E8", "R1 E7", "B3 E6"])
    stories: list[list[str]] = []
    for text in ("play R5", "play R1", "play B3"):
        before, actor = new_view(GAME, s, 0), int(s.turn)
        act(s, actor, text)
        stories.append(said(words.story(before, new_view(GAME, s, 0), actor, words.action(text)), listener=0))
    assert stories == [
        ["You play R5."],
        ["Bob plays R1."],
        ["Cleo plays B3.", "Critical! Cleo trumps with B3: 5 points for R5."],
    ]


def test_the_end_of_a_round_is_told() -> None:
    s = holding(["R5", "R1", "R3"], rounds=2)
    s.scored[2, :] = [1 << 4, 1 << 5, 1 << 6, 1 << 7, 1 << 8 | 1 << 3]
    act(s, 0, "play R5")
    act(s, 1, "play R1")
    before = new_view(GAME, s, 1)
    act(s, 2, "play R3")
    assert said(words.story(before, new_view(GAME, s, 1), 2, words.action("play R3")), listener=1) == [
        "Cleo plays R3.",
        "You take the trick with R1: 3 points for R3.",
        "Ann scores 0 points with 0 tricks.",
        "You score 3 points with 1 trick.",
        "Cleo took 6 tricks, more than 5, and bursts: 6 points (§12).",
        "Ann has the fewest points and leads the next round (§13).",
    ]


def test_after_the_last_round_nobody_leads_the_next() -> None:
    s = holding(["R5", "R1", "R3"])
    act(s, 0, "play R5")
    act(s, 1, "play R1")
    before = new_view(GAME, s, 1)
    act(s, 2, "play R3")
    lines = said(words.story(before, new_view(GAME, s, 1), 2, words.action("play R3")))
    assert lines[-1] == "Cleo scores 0 points with 0 tricks."


def stories_of_passing(listener: int) -> list[str]:
    s = dealt(3, passing=True)
    lines: list[str] = []
    for seat in range(3):
        for text in legal(s, seat)[:3]:
            action = words.action(text)
            before, told = new_view(GAME, s, listener), int(GAME.rules.told(s, seat, action, listener))
            act(s, seat, text)
            lines += said(words.story(before, new_view(GAME, s, listener), seat, told), listener)
    return lines


def test_gifts_are_told_to_their_giver_and_at_last_to_their_receiver() -> None:
    s = dealt(3, passing=True)
    own = [text.removeprefix("give ") for text in legal(s, 1)[:3]]
    got = [text.removeprefix("give ") for text in legal(s, 0)[:3]]
    assert stories_of_passing(1) == [
        *["Ann puts a card aside for Bob."] * 3,
        *[f"You put {card} aside for Cleo." for card in own],
        *["Cleo puts a card aside for Ann."] * 3,
        "All have chosen, and the gifts go to the left.",
        f"You get {', '.join(got)} from Ann.",
    ]
    assert stories_of_passing(SPECTATOR)[-1] == "All have chosen, and the gifts go to the left."


def test_the_dealer_is_told() -> None:
    s = setting(3).new_state()
    before = new_view(GAME, s, 0)
    carry_out(s, "start 2")
    middle = new_view(GAME, s, 0)
    carry_out(s, "deal " + " ".join(a_deck(3)))
    assert said(words.story(before, middle, DEALER, 0)) == ["Cleo is the first player."]
    assert said(words.story(middle, new_view(GAME, s, 0), DEALER, 0)) == ["Round 1 of 3: the cards are dealt, 15 each."]


def test_the_table_is_described_for_a_seat_and_for_a_spectator() -> None:
    s = holding(["R5 E8", "B2 E7", "B3 E6"])
    act(s, 0, "play R5")
    act(s, 1, "play B2")
    lines = said(words.describe(new_view(GAME, s, 2), 2))
    assert lines == [
        "Round 1 of 1.",
        "Trumps: B over R, Y over B, E over Y, G over E, R over G.",
        "Ann: 0 points, 0 of at most 5 tricks, 1 card.",
        "Bob: 0 points, 0 of at most 5 tricks, 1 card, lacks R.",
        "Cleo: 0 points, 0 of at most 5 tricks, 2 cards.",
        "On the table: R5 (Ann), B2 (Bob); red is led, blue is trump.",
        "Your hand: B3, E6.",
    ]
    assert said(words.describe(new_view(GAME, s, SPECTATOR), SPECTATOR)) == lines[:-1]


def test_the_table_names_what_was_given_and_got() -> None:
    s = dealt(3, passing=True)
    gave = [text.removeprefix("give ") for text in legal(s, 0)[:3]]
    for text in legal(s, 0)[:3]:
        act(s, 0, text)
    assert said(words.describe(new_view(GAME, s, 0), 0))[-2] == f"You gave {', '.join(gave)} to Bob."
    for seat in (1, 2):
        for text in legal(s, seat)[:3]:
            act(s, seat, text)
    assert any(line.startswith("You got ") and line.endswith(" from Cleo.") for line in said(words.describe(s, 0)))


def finished(totals: list[int], latest: list[int]) -> Any:
    s = holding(["R5", "R1", "R3"])
    play_trick(s, "R5 R1 R3")
    s.total[:3], s.latest[:3] = totals, latest
    return s


@pytest.mark.parametrize(
    ("totals", "latest", "verdict"),
    [
        ([30, 20, 10], [1, 2, 3], "Ann wins with 30 points."),
        ([30, 30, 10], [9, 12, 3], "Bob wins: Ann had 30 points too, but 12 points in the last round were more (§14)."),
        ([30, 30, 10], [9, 9, 3], "Ann and Bob share the victory with 30 points (§14)."),
    ],
)
def test_14_the_result_names_the_winner_and_the_tie_break(totals: list[int], latest: list[int], verdict: str) -> None:
    lines = said(words.result(finished(totals, latest)))
    assert lines[0] == verdict
    assert lines[-1] == "Cleo: 10 points, 3 of them in the last round."


def test_4_all_but_gifts_reads_the_same_for_all() -> None:
    assert words.is_alike(DEALER, NOBODY)
    assert words.is_alike(0, words.action("play R7"))
    assert not words.is_alike(0, words.action("give R7"))
    assert not words.is_alike(0, rules.GIVE_HIDDEN)
