"""3x3 CCG Battle in words."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from fairdeal.contract.game import new_view
from fairdeal.engine import chance
from fairdeal.engine.kernel import DEALER, NOBODY, SPECTATOR
from fairdeal.errors import FairdealError, Refused, Unreadable
from fairdeal.games.battle import GAME, rules, words
from fairdeal.language.messages import Message
from tests.games.battle.grids import act, card, carry_out, laid, meeting, own, setting, shuffled, why_not

PLAYERS = {0: "Ann", 1: "Bob", 2: "Cleo", 3: "Dan"}
IN_ORDER = list(map(str, range(1, 21)))


def said(messages: list[Message], listener: int | None = None, **options: Any) -> list[str]:
    catalogue = setting(4, **options).catalogue(listener, PLAYERS)
    return [catalogue.render(message) for message in messages]


# --- texts -----------------------------------------------------------------------------------------------------------


def test_text_and_action_are_inverse() -> None:
    for action in range(rules.ACTIONS):
        assert words.action(words.text(action)) == action
    assert words.text(words.action("attack 5 TR")) == "attack 5 TR"
    assert words.text(0) == "attack 1 TL"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "attack",
        "attack 5",
        "attack 0 T",
        "attack 10 T",
        "attack 5 tr",
        "attack 5 C",
        "attack  5 T",
        "attack 5 T ",
        "attack 5 T\n",
        "Attack 5 T",
        "attack 05 T",
        "attack ५ T",
        "take 5 T",
    ],
)
def test_anything_else_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        words.action(text)
    asked = "write attack, a cell and one of its eight places, such as"
    assert re.search(f"is no action; {asked} (attack 1 TL or )?attack 9 BR", str(refusal.value))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("start 3", "Chance names one of 3 seats, counted from 0, as 'start 0' (§6), not 'start 3'."),
        ("start 01", "Chance names one of 3 seats, counted from 0, as 'start 0' (§6), not 'start 01'."),
        ("shuffle 1", "Chance names one of 3 seats, counted from 0, as 'start 0' (§6), not 'shuffle 1'."),
    ],
)
def test_6_a_wrong_start_is_refused(text: str, reason: str) -> None:
    with pytest.raises(Refused) as refusal:
        words.outcome(setting(3).new_state(), text)
    assert str(refusal.value) == reason


def test_match_the_next_game_is_started_by_the_next_seat() -> None:
    s = laid("1 2 . . . . . . .", "", match=2, **own(card(R=9), card(L=3)))
    act(s, 0, "attack 1 R")
    with pytest.raises(Refused) as refusal:
        words.outcome(s, "start 0")
    assert str(refusal.value) == "The start passes to the next seat, 2, not to seat 1 (§6, match)."
    assert words.outcome(s, "start 1").tolist() == [1]


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        (IN_ORDER[:-1], "19 cards are dealt, but it takes 20 (§6)."),
        ([*IN_ORDER[:-1], "1"], "1 is dealt twice (§6)."),
        ([*IN_ORDER[:-1], "21"], "'21' cannot stand after shuffle; write one such as 20."),
        ([*IN_ORDER[:-1], "020"], "'020' cannot stand after shuffle; write one such as 20."),
        ([*IN_ORDER, ""], "'' cannot stand after shuffle; write one such as 20."),
    ],
)
def test_6_a_wrong_shuffle_is_refused(order: list[str], reason: str) -> None:
    s = setting().new_state()
    carry_out(s, "start 0")
    with pytest.raises(FairdealError) as refusal:
        words.outcome(s, " ".join(["shuffle", *order]))
    assert str(refusal.value) == reason
    with pytest.raises(Refused, match=re.escape("'shuffle' is due now (§6), so 'start 0' is out of place.")):
        words.outcome(s, "start 0")


def test_outcomes_print_and_parse() -> None:
    s = setting(3).new_state()
    rng, out = chance.numbered("outcomes", 0), np.empty(rules.MOST_OUTCOME, np.int16)
    for verb in ("start", "shuffle"):
        outcome = out[: rules.draw(s, rng, out)]
        text = words.outcome_text(s, outcome)
        assert text.startswith(f"{verb} ")
        assert words.outcome(s, text).tolist() == outcome.tolist()
        carry_out(s, text)


# --- why not ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("attack 1 R", ""),
        (
            "attack 2 L",
            "Racer in the top middle cell has no number on its left side, so it cannot attack that way (§7).",
        ),
        ("attack 1 T", "The top left cell is at the edge of the grid and has no neighbour above it (§7)."),
        ("attack 3 TR", "The top right cell is at the edge of the grid and has no neighbour to the upper right (§7)."),
        ("attack 1 BR", "The centre cell is empty: it cannot be attacked, and nothing reaches over it (§9)."),
        ("attack 5 T", "The centre cell is empty, so nothing attacks from there (§9)."),
        ("attack 8 L", "Clan war has 2 and Four winds has 7 where they meet, and the lower number fails (§8)."),
    ],
)
def test_why_an_attack_is_not_allowed(text: str, reason: str) -> None:
    assert why_not(laid("5 19 20 . . . 6 15 .", ""), 0, text) == reason


def test_7_an_attack_is_named_by_what_it_takes() -> None:
    s = laid("5 19 20 . . . 6 15 .", "")
    names = [words.named(s, 0, words.action(text)) for text in ("attack 1 R", "attack 7 R")]
    assert said(names, deck="starter") == [
        "take Racer (top middle, 20 points) with Four winds (top left), 4 over no number",
        "take Clan war (bottom middle, 13 points) with Four winds (bottom left), 7 over 2",
    ]


def test_8_why_equal_numbers_fail() -> None:
    options = own(card("Elf", R=4), card("Orc", L=4))
    s = meeting("R", card("Elf", R=4), card("Orc", L=4))
    assert why_not(s, 0, "attack 5 R", **options) == (
        "Elf has 4 and Orc has 4 where they meet, and equal numbers fail (§8)."
    )


def test_why_not_out_of_turn_before_the_shuffle_and_after_the_end() -> None:
    s = shuffled(3, first=1)
    assert why_not(s, 0, "attack 1 R") == "It is Seat 2's turn; the seats attack in turn (§7)."
    s = setting().new_state()
    assert why_not(s, 0, "attack 1 R") == "The cards are not laid out yet (§6)."
    carry_out(s, "start 0")
    assert why_not(s, 0, "attack 1 R") == "The cards are not laid out yet (§6)."
    s.phase = rules.OVER
    assert why_not(s, 0, "attack 1 R") == "The game is over: no attack is left (§10)."


# --- prompt and look -------------------------------------------------------------------------------------------------


def test_the_prompt_says_what_is_asked() -> None:
    s = setting().new_state()
    assert said([words.prompt(s, 0)]) == ["The cards are being laid out."]
    s = shuffled(2, first=1)
    assert said([words.prompt(s, 0), words.prompt(s, 1)]) == [
        "Waiting for Bob.",
        "Attack: choose a card, then a neighbour that its number beats.",
    ]
    s.phase = rules.OVER
    assert said([words.prompt(s, 0)]) == ["The game is over."]


def test_the_grid_is_drawn_with_eight_numbers_a_card() -> None:
    s = laid("5 13 . 6 15 10 8 3 1", "20 12")
    s.scored[0, :2] = [17, 1]
    lines = said(words.describe(new_view(GAME, s, 0), 0))
    assert lines == [
        "Game 1 of 1.",
        "Ann: 17 points, 0 cards captured.",
        "Bob: 1 point, 10 cards captured.",
        " .  7  .  |   0  .  .  |          ",
        " 4 [1] 4  |   . [2] .  |     [3]  ",
        " .  2  .  |   8  4  8  |          ",
        "----------+------------+----------",
        " .  3  .  |   .  .  .  |   .  .  8",
        " 6 [4] 7  |   2 [5] 4  |   . [6] .",
        " .  5  .  |   7  .  0  |   .  .  .",
        "----------+------------+----------",
        " 2  .  .  |   1  .  .  |   .  .  3",
        " . [7] .  |   . [8] .  |   . [9] .",
        " .  0  .  |   2  .  1  |   5  .  .",
        "In the grid: 1 Four winds (17 points), 2 Star crew (20 points), 4 Four winds (21 points), "
        "5 Clan war (13 points), 6 Duel monster (9 points), "
        "7 Pocket beast (2 points), 8 Tavern (4 points), 9 Spellcaster (8 points).",
        "The pile has 2 cards.",
        "In the pile, in an unknown order: Galaxy TR0 L2 BL2 BR8 (12 points), Racer TL5 T1 R6 (15 points).",
    ]
    assert said(words.describe(new_view(GAME, s, SPECTATOR), SPECTATOR)) == lines


def test_the_last_card_and_an_empty_pile_are_shown() -> None:
    lines = said(words.describe(laid("5 19 1 2 3 4 9 10 11", "20"), 0))
    assert lines[-2:] == ["The pile has 1 card.", "In the pile: Racer TL5 T1 R6 (15 points)."]
    assert said(words.describe(laid("5 19 1 2 3 4 9 10 11", ""), 0))[-1] == "The pile has 0 cards."


def test_nothing_is_drawn_before_the_first_game() -> None:
    assert len(words.describe(setting(3).new_state(), 0)) == 4


def test_unseen_cards_of_the_pile_are_counted_only() -> None:
    s = shuffled(deck="random", open_list=False)
    assert said(words.describe(new_view(GAME, s, 0), 0))[-1] == "The pile has 11 cards, 11 of them never seen."
    s.seen[s.pile[:2]] = 1
    assert said(words.describe(new_view(GAME, s, 0), 0))[-2] == "The pile has 11 cards, 9 of them never seen."


# --- story -----------------------------------------------------------------------------------------------------------


def told(s: Any, text: str, listener: int = 0, **options: Any) -> list[str]:
    """Play an attack of the seat whose turn it is; give its story."""
    before, actor = new_view(GAME, s, listener), int(s.turn)
    act(s, actor, text)
    return said(words.story(before, new_view(GAME, s, listener), actor, words.action(text)), listener, **options)


def test_an_attack_is_told_with_its_numbers_and_points() -> None:
    s = laid("6 15 . . . . 5 19 .", "20 4")
    assert told(s, "attack 7 R") == [
        "You attack Racer (bottom middle) with Four winds (bottom left): 4 over no number wins 20 points.",
        "Racer comes from the pile into the bottom left cell.",
    ]
    assert told(s, "attack 1 R") == [
        "Bob attacks Clan war (top middle) with Four winds (top left): 7 over 2 wins 13 points.",
        "Tavern comes from the pile into the top left cell.",
    ]


def test_10_the_end_is_told() -> None:
    s = laid("6 15 . . . . . . .", "")
    assert told(s, "attack 1 R", listener=1) == [
        "Ann attacks Clan war (top middle) with Four winds (top left): 7 over 2 wins 13 points.",
        "The pile is empty, and so is the top left cell now.",
        "No attack is left, and the game ends (§10).",
    ]


def test_match_the_points_of_a_game_are_told() -> None:
    options = {"match": 2, **own(card("Elf", R=9), card("Orc", L=1))}
    s = laid("1 2 . . . . . . .", "", **options)
    assert told(s, "attack 1 R", **options)[2:] == [
        "No attack is left, and the game ends (§10).",
        "You score 1 point in game 1.",
        "Bob scores 0 points in game 1.",
    ]


def test_the_dealer_is_told() -> None:
    s = setting(3).new_state()
    stories = []
    for text in ("start 1", f"shuffle {' '.join(IN_ORDER)}"):
        before = new_view(GAME, s, 1)
        carry_out(s, text)
        stories += said(words.story(before, new_view(GAME, s, 1), DEALER, -1), 1)
    assert stories == ["You start.", "The cards are shuffled: nine lie in the grid, 11 in the pile."]


def test_10_a_game_without_any_attack_is_told() -> None:
    s = setting(**own(*[card("Still", L=2, R=2, T=2, B=2, TL=2, TR=2, BL=2, BR=2)] * 20)).new_state()
    carry_out(s, "start 1")
    before = new_view(GAME, s, 0)
    carry_out(s, f"shuffle {' '.join(IN_ORDER)}")
    assert said(words.story(before, new_view(GAME, s, 0), DEALER, -1))[1:] == [
        "No attack is left, and the game ends (§10)."
    ]


# --- the result ------------------------------------------------------------------------------------------------------


def test_12_the_result_names_the_winner_and_what_was_captured() -> None:
    s = laid("5 19 6 15 . . . . .", "", seats=3)
    s.taken[:] = -1
    s.phase = rules.OVER
    s.taken[[18, 14]] = 0
    s.taken[0] = 2
    s.scored[0, :3] = [33, 0, 8]
    assert said(words.result(s), 0) == [
        "You win with 33 points.",
        "Ann: 33 points for Clan war 13, Racer 20.",
        "Cleo: 8 points for Spellcaster 8.",
        "Bob: 0 points, nothing captured.",
    ]
    s.scored[0, :3] = [8, 0, 8]
    assert said(words.result(s))[0] == "Ann and Cleo share the victory with 8 points (§12)."


def test_12_the_result_of_a_match_is_told_by_game() -> None:
    s = shuffled(match=2)
    s.scored[:2, :2] = [[100, 90], [41, 60]]
    assert said(words.result(s)) == [
        "Bob wins with 150 points.",
        "Bob: 150 points, by game 90, 60.",
        "Ann: 141 points, by game 100, 41.",
    ]


# --- the rulebook ----------------------------------------------------------------------------------------------------


def test_the_rulebook_has_every_paragraph_once_and_in_order() -> None:
    assert re.findall(r"^\*\*§(\d+)\*\*", GAME.rulebook(), re.MULTILINE) == [str(number) for number in range(1, 13)]


def test_every_message_cites_a_paragraph_that_exists() -> None:
    cited = {int(number) for text in GAME.voice.own().values() for number in re.findall(r"§(\d+)", str(text))}
    assert cited <= set(range(1, 13))


def test_every_event_reads_the_same_for_all() -> None:
    assert words.is_alike(DEALER, NOBODY)
    assert all(words.is_alike(0, action) for action in range(rules.ACTIONS))
