"""Card Game Traders in words."""

from __future__ import annotations

import re
from typing import Any

import pytest

from fairdeal.contract.game import new_view
from fairdeal.engine.kernel import DEALER, NOBODY, SPECTATOR
from fairdeal.errors import FairdealError, Refused, Unreadable
from fairdeal.games.traders import GAME, abilities, names, rules, texts, words
from fairdeal.language.messages import Message
from tests.games.traders.tables import (
    DRAWN,
    PLAIN,
    WORTHLESS,
    act,
    carry_out,
    dealt,
    main_deck,
    setting,
    table,
    why_not,
)

PLAYERS = {0: "Ann", 1: "Bob", 2: "Cleo", 3: "Dan"}


def said(messages: list[Message], listener: int | None = None) -> list[str]:
    catalogue = setting().catalogue(listener, PLAYERS)
    return [catalogue.render(message) for message in messages]


# --- texts -----------------------------------------------------------------------------------------------------------


def test_text_and_action_are_inverse() -> None:
    texts = [words.text(action) for action in range(rules.ACTIONS)]
    assert [words.action(text) for text in texts] == list(range(rules.ACTIONS))
    assert len(set(texts)) == rules.ACTIONS


@pytest.mark.parametrize(
    "text",
    [
        "draft 7",
        "keep 1",
        "play 3",
        "pass",
        "copy left",
        "copy right",
        "raise 2",
        "stock 5",
        "hold 6",
        "trash market 4",
        "trash meta 4",
        "look 3",
        "swap meta 1 hand 7",
        "swap market 7 meta 1",
        "swap market 2 hand 2",
        "buy 1",
        "done",
    ],
)
def test_the_texts_are_those_of_the_page(text: str) -> None:
    assert words.text(words.action(text)) == text


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("draft 7", "take card 7 (Artist) into your collection"),
        ("trash market 7", "remove card 7 (Artist) from the Market"),
        ("look 1", "look at the hand of Bob"),
        ("copy right", "copy the right neighbour: Two bargains (the first two buys cost 2 less each)"),
        ("swap meta 7 hand 3", "take card 7 (Artist) from the Meta for card 3 (Magical Lottery Girl) of your hand"),
        ("done", "buy no more"),
    ],
)
def test_an_action_is_named_in_words(text: str, name: str) -> None:
    s = table(["1 2", "3"], row="V1a A1a D1a V2b M1b W1a L1b")
    s.played = 1
    assert said([words.named(s, 0, words.action(text))]) == [name]


def test_sealed_choices_have_texts_and_are_no_actions() -> None:
    assert words.text(rules.DRAFT_HIDDEN) == "draft ?"
    assert words.text(rules.KEEP_HIDDEN) == "keep ?"
    with pytest.raises(Unreadable):
        words.action("draft ?")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "",
            "'' is no action; write one such as draft 7 or keep 7 or play 7 or pass or copy right or raise 7 or "
            "stock 7 or hold 7 or trash market 7 or trash meta 7 or look 3 or swap meta 7 hand 7 or "
            "swap market 7 meta 7 or swap market 7 hand 7 or buy 7 or done.",
        ),
        ("buy", "'buy' is no action; write one such as buy 1 or buy 7."),
        ("buy 8", "'buy 8' is no action; write one such as buy 1 or buy 7."),
        ("buy 01", "'buy 01' is no action; write one such as buy 1 or buy 7."),
        ("copy up", "'copy up' is no action; write one such as copy left or copy right."),
        ("look 4", "'look 4' is no action; write one such as look 0 or look 3."),
        (
            "trash 3",
            "'trash 3' is no action; write one such as trash market 1 or trash market 7 or trash meta 1 or "
            "trash meta 7.",
        ),
        (
            "swap hand 1 meta 2",
            "'swap hand 1 meta 2' is no action; write one such as swap meta 1 hand 1 or swap meta 7 hand 7 or "
            "swap market 1 meta 1 or swap market 7 meta 7 or swap market 1 hand 1 or swap market 7 hand 7.",
        ),
        ("pass ", "'pass ' is no action; write one such as pass."),
    ],
)
def test_anything_else_is_unreadable(text: str, reason: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        words.action(text)
    assert str(refusal.value) == reason


# --- chance ----------------------------------------------------------------------------------------------------------


def refused(s: Any, text: str) -> str:
    with pytest.raises(FairdealError) as refusal:
        words.outcome(s, text)
    return str(refusal.value)


def test_wrong_abilities_are_refused() -> None:
    s = setting().new_state()
    assert refused(s, "roll 6") == "'abilities' is due now (§4), so 'roll 6' is out of place."
    assert refused(s, "start 0") == "'abilities' is due now (§4), so 'start 0' is out of place."
    assert refused(s, "abilities V1c") == "'V1c' cannot stand after abilities; write one such as A2b."
    assert refused(s, "abilities V1a V1b") == "V1 is drawn twice (§2)."
    assert refused(s, "abilities V1a") == "1 cards are dealt, but it takes 12 (§4)."
    s = setting(row="V1a,D1b,V2b,X1a,M1b,W1a,L1b").new_state()
    assert refused(s, DRAWN) == "The row is fixed: V1a D1b V2b X1a M1b W1a L1b (option abilities)."


def test_a_wrong_deal_or_start_is_refused() -> None:
    s = setting().new_state()
    carry_out(s, DRAWN)
    assert refused(s, DRAWN).startswith("'deal' is due now (§5), so 'abilities ")
    assert refused(s, "deal 8") == "'8' cannot stand after deal; write one such as 7."
    assert refused(s, "deal 1 2") == "2 cards are dealt, but it takes 56 (§5)."
    deck = main_deck()
    assert refused(s, f"deal {' '.join(['1', *deck[:-1]])}") == "1 is dealt more often than 11 times (§5)."
    carry_out(s, f"deal {' '.join(deck)}")
    assert refused(s, "start 2") == "Chance names one of 2 seats, counted from 0, as 'start 0' (§7), not 'start 2'."
    assert refused(s, "start 01").endswith(", as 'start 0' (§7), not 'start 01'.")
    carry_out(s, "start 1")
    with pytest.raises(Refused, match="Nothing is left to chance now, so 'shuffle 1' is out of place"):
        words.outcome(s, "shuffle 1")


# --- why not ---------------------------------------------------------------------------------------------------------


def test_why_not_before_the_draft_and_after_the_end() -> None:
    assert why_not(setting().new_state(), 0, "play 1") == "The dealer is not ready yet (§5)."
    s = table(["3", ""], market="7 7 7 7 7 7", meta="1 1 1 1 1 1 9")
    act(s, 0, "play 3")
    assert why_not(s, 0, "play 1") == "The game is over (§21)."


def test_why_not_in_the_draft() -> None:
    s = dealt(2)
    assert why_not(s, 0, "draft 1") == ""
    assert why_not(s, 0, "draft 7") == "Your packet has no card 7 (Artist); it has 5 × Card with the in-game code (§6)."
    assert why_not(s, 0, "keep 1") == (
        "A card is kept at the end of the draft, of the last two (§6). "
        "Choose a card of the packet for your collection; the rest goes to Seat 2."
    )
    act(s, 0, "draft 1")
    assert why_not(s, 0, "draft 1") == ("You have chosen; the choices stay sealed until the last seat has chosen (§6).")


def test_why_not_in_a_turn() -> None:
    s = table(["3 1", "2"], market="4")
    assert why_not(s, 1, "play 2") == "It is Seat 1's turn (§10)."
    assert why_not(s, 0, "play 2") == "You do not hold card 2 (Card that's just too powerful) (§11)."
    assert why_not(s, 0, "buy 4") == "Cards are bought in phase 3, after the ability (§19). Play a card."
    act(s, 0, "play 3")
    assert why_not(s, 0, "play 1") == (
        "A card is played once, at the beginning of the own turn (§11). Buy cards for up to 2, or say done."
    )


@pytest.mark.parametrize("start", [act.start for act in texts.ACTS.values()])
def test_why_not_names_the_rule_of_every_kind_of_action(start: int) -> None:
    s = table(["3 1", "2"], "V1b V1b A1a V1b V1b V1b V1b", market="4")
    act(s, 0, "play 3")
    reason = why_not(s, 0, words.text(start))
    if start == rules.COPY:
        assert reason == ""
    else:
        assert re.fullmatch(r"[A-Z].+ \(§\d+\).*\. Copy the ability on the left or on the right\.", reason)


def asked(half: str, *texts: str, **position: Any) -> Any:
    s = table(**{"hands": ["3 1", "2"], "row": PLAIN.replace("V1b", half), "market": "4 5", "deck": "6 7", **position})
    act(s, 0, "play 3", *texts)
    return s


@pytest.mark.parametrize(
    ("s", "text", "reason"),
    [
        (asked("R1a"), "raise 1", "The Market has no card 1 (Card with the in-game code) (§5)."),
        (asked("R1b"), "hold 4", "The dealer is not ready yet (§5)."),
        (
            asked("R1b", "hold 5", market="4 5 6 6 7 7", size=4),
            "hold 5",
            "The Market has no card 5 (Shiny Foil Common) that is not held already (§14).",
        ),
        (asked("W1a"), "raise 7", "You did not draw card 7 (Artist); you drew Misprinted Rare (§16)."),
        (asked("W1a"), "stock 7", "You did not draw card 7 (Artist); you drew Misprinted Rare (§16)."),
        (
            asked("W1b"),
            "stock 7",
            "Of two drawn cards name the one for the Meta; the other goes into the Market by itself (§16).",
        ),
        (asked("M1a"), "trash market 7", "The Market has no card 7 (Artist) (§5)."),
        (
            asked("M1b"),
            "trash meta 7",
            "Only the Meta card lies on the pile of card 7 (Artist), and that never moves (§12).",
        ),
        (
            asked("M1b"),
            "trash market 4",
            "A Market card leaves the game only by Clear the Market (§17). Remove a Meta card from the game.",
        ),
        (asked("L1a"), "look 0", "Look at an opponent's hand, not at your own (§17)."),
        (asked("L1a"), "look 3", "There is no seat 4; the last one is 2 (§17)."),
        (
            asked("X1a"),
            "swap meta 7 hand 7",
            "Only the Meta card lies on the pile of card 7 (Artist), and that never moves (§12).",
        ),
        (asked("X1a"), "swap meta 3 hand 7", "You do not hold card 7 (Artist) (§11)."),
        (asked("X2a"), "swap market 7 hand 1", "The Market has no card 7 (Artist) (§5)."),
        (
            asked("X2b"),
            "swap market 4 meta 7",
            "Only the Meta card lies on the pile of card 7 (Artist), and that never moves (§12).",
        ),
        (asked("V1b"), "buy 7", "The Market has no card 7 (Artist) (§5)."),
        (
            asked("V1b", meta="1 1 1 9 1 1 1"),
            "buy 4",
            "The price of card 4 (Legend of Anime Dragon) is 9, and your buying power is 2 (§19).",
        ),
    ],
)
def test_why_not_names_the_card_that_is_missing(s: Any, text: str, reason: str) -> None:
    assert why_not(s, 0, text) == reason


# --- the table as a seat sees it -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("s", "prompt"),
    [
        (setting().new_state(), "The dealer is at work."),
        (dealt(3), "Choose a card of the packet for your collection; the rest goes to Bob."),
        (table(["3", "2"]), "Play a card."),
        (table(["3", "2"], closing=True, first=1), "Play a card, or pass."),
        (table(["3", "2"], turn=1), "Waiting for Bob."),
        (asked("R1a"), "Raise a Market card to the Meta."),
        (asked("R1b", market="4 5 6 6 7 7", size=4), "Hold 2 more cards in the Market; the others go to the deck."),
        (
            asked("R1b", "hold 5", market="4 5 6 6 7 7", size=4),
            "Hold 1 more card in the Market; the others go to the deck.",
        ),
        (asked("W1a"), "You drew Misprinted Rare: raise it to the Meta, or stock it in the Market."),
        (asked("W1b"), "You drew Misprinted Rare, Artist: raise one to the Meta; the other goes into the Market."),
        (asked("M1a"), "Remove a Market card from the game."),
        (asked("M1b"), "Remove a Meta card from the game."),
        (asked("L1a"), "Look at an opponent's hand."),
        (asked("L1a", "look 1"), "Swap a Meta card with a card of your hand."),
        (asked("X1b"), "Swap a Market card with a Meta card."),
        (asked("X2a"), "Swap a Market card with a card of your hand."),
        (asked("V1b"), "Buy cards for up to 2, or say done."),
    ],
)
def test_the_prompt_says_what_is_asked(s: Any, prompt: str) -> None:
    assert said([words.prompt(new_view(GAME, s, 0), 0)], 0) == [prompt]


def test_the_prompt_of_a_spectator_names_who_is_awaited() -> None:
    s = dealt(3)
    act(s, 1, "draft 1")
    assert said([words.prompt(new_view(GAME, s, SPECTATOR), SPECTATOR)]) == ["Waiting for Ann and Cleo."]


def test_the_table_is_described_for_a_seat_and_for_a_spectator() -> None:
    s = table(["3 1", "2 5"], "V1a D1b V2b R1a M1b W1a V3a", "2 1 1 1 3 1 1", market="4 5 5", deck="6 7", first=1)
    s.removed[:] = [0, 0, 0, 0, 0, 0, 2]
    s.shown[1, 4] = 1
    lines = said(words.describe(new_view(GAME, s, 0), 0))
    assert lines == [
        "1 Card with the in-game code: 2 cards, worth 3, at the end 2; Demand (worth 1 more in play).",
        "2 Card that's just too powerful: 1 card, worth 1, at the end 1; Big bargain (the first buy costs 4 less).",
        "3 Magical Lottery Girl: 1 card, worth 1, at the end 3; Collectors (worth 2 more at the end).",
        "4 Legend of Anime Dragon: 1 card, worth 1, at the end 1; Raise and refresh "
        "(one Market card to the Meta, 5 to the deck, shuffle, refill).",
        "5 Shiny Foil Common: 3 cards, worth 3, at the end 3; Thin the Meta (remove a Meta card).",
        "6 Misprinted Rare: 1 card, worth 1, at the end 1; Draw one (draw a card: to the Meta or into the Market).",
        "7 Artist: 1 card, worth 1, at the end 1; Slump (worth 1 less in play).",
        "Market: 4, 5, 5. Deck: 2 cards.",
        "Out of the game: 7, 7.",
        "Ann: 2 cards, known: 1, 3.",
        "Bob: 2 cards, known: 5, first player.",
        "Your hand: 1, 3.",
    ]
    public = said(words.describe(new_view(GAME, s, SPECTATOR), SPECTATOR))
    assert public == [*lines[:9], "Ann: 2 cards.", *lines[10:11]]


def test_the_table_in_the_draft() -> None:
    s = setting().new_state()
    assert said(words.describe(s, 0))[6:8] == [
        "7 Artist: 1 card, worth 1, at the end 1; no ability yet.",
        "Market: none. Deck: 56 cards.",
    ]
    s = dealt(2)
    act(s, 0, "draft 1")
    assert said(words.describe(new_view(GAME, s, 0), 0))[-3:] == [
        "Your packet: 1, 1, 1, 1, 1.",
        "You chose card 1 (Card with the in-game code).",
        "Your hand: none.",
    ]


def test_the_table_in_a_turn() -> None:
    s = asked("W1b")
    assert said(words.describe(new_view(GAME, s, 0), 0))[-3:] == [
        "Ann has played card 3 (Magical Lottery Girl).",
        "You drew: 6, 7.",
        "Your hand: 1.",
    ]
    assert said(words.describe(new_view(GAME, s, 1), 1))[-3:-1] == [
        "Ann has played card 3 (Magical Lottery Girl).",
        "Ann has drawn 2 cards.",
    ]
    s = asked("R1b", "hold 5", market="4 5 6 6 7 7", size=4)
    assert said(words.describe(s, 0))[-2] == "Held in the Market: 5."
    s = asked("V1b", meta="1 1 1 1 2 1 1")
    assert said(words.describe(s, 0))[-2] == "Buying power 2. Prices: 4 for 1, 5 for 2."
    s = table(["3", "2"], closing=True, first=1)
    assert "The end is triggered: the game ends before the next turn of Bob." in said(words.describe(s, 0))


@pytest.mark.parametrize("half", range(24))
def test_every_ability_half_is_described(half: int) -> None:
    s = setting(size=8).new_state()
    [line] = said([names.ability_name(s, half)])
    assert re.fullmatch(r"[A-Z][A-Za-z ]+ \(.+\)", line)
    if half == abilities.R1A:
        assert "7 to the deck" in line


# --- what happened ---------------------------------------------------------------------------------------------------


def told(s: Any, seat: int, text: str, listener: int) -> list[str]:
    """Play an action and tell it to a listener."""
    before, action = new_view(GAME, s, listener), words.action(text)
    as_told = int(GAME.rules.told(s, seat, action, listener))
    act(s, seat, text)
    return said(words.story(before, new_view(GAME, s, listener), seat, as_told), listener)


def dealer_told(s: Any, text: str, listener: int = 0) -> list[str]:
    before = new_view(GAME, s, listener)
    carry_out(s, text)
    return said(words.story(before, new_view(GAME, s, listener), DEALER, NOBODY), listener)


def test_the_setup_is_told() -> None:
    s = setting().new_state()
    assert dealer_told(s, DRAWN) == [
        "The abilities from left to right: Demand, Swap hand and Meta, Two bargains, Collectors, "
        "Thin the Meta, Draw one, Look and remove."
    ]
    assert dealer_told(s, f"deal {' '.join(main_deck())}") == [
        "Everybody gets 5 cards; the Market is Card with the in-game code, 5 × Card that's just too powerful."
    ]
    assert dealer_told(s, "start 1") == ["Bob is the first player."]


def test_the_draft_is_told() -> None:
    s = dealt(2)
    assert told(s, 0, "draft 1", 1) == ["Ann has chosen a card."]
    assert told(s, 1, "draft 1", 1) == [
        "You take card 1 (Card with the in-game code).",
        "All have chosen, and the packets go to the left.",
    ]
    while s.phase == rules.DRAFTING:
        act(s, 0, "draft 1")
        act(s, 1, "draft 1")
    assert told(s, 1, "keep 1", 1) == ["You keep card 1 (Card with the in-game code)."]
    assert told(s, 0, "keep 1", 1) == [
        "Ann has chosen a card.",
        "Ann puts card 1 (Card with the in-game code) on the Meta.",
        "You put card 1 (Card with the in-game code) on the Meta.",
        "It is the turn of Ann.",
    ]


def test_a_turn_is_told_with_its_refill_and_the_trigger() -> None:
    s = table(["3 1", "2", "2"], market="4 5 5 6 6", deck="7")
    assert told(s, 0, "play 3", 0) == [
        "You play card 3 (Magical Lottery Girl).",
        "Ability: Collectors (worth 1 more at the end).",
        "You may buy for 2.",
    ]
    assert told(s, 0, "buy 4", 1) == ["Ann buys card 4 (Legend of Anime Dragon)."]
    assert told(s, 0, "buy 5", 1) == [
        "Ann buys card 5 (Shiny Foil Common).",
        "New in the Market: Artist.",
        "The Market cannot be filled: the game ends before the next turn of Ann (§20).",
        "It is your turn.",
    ]
    assert told(s, 1, "pass", 0) == ["Bob passes.", "It is the turn of Cleo."]
    act(s, 2, "play 2")
    assert told(s, 2, "done", 0) == ["Cleo buys no more.", "The game is over."]


def test_a_skipped_seat_is_told() -> None:
    s = table(["3 1", "", "2"], market="7 7 7 7 7 7", meta="1 1 1 1 1 1 9")
    assert told(s, 0, "play 3", 2)[2:] == ["Bob holds no cards and is skipped (§11).", "It is your turn."]


def test_a_look_is_told_with_the_hand_to_the_looker_only() -> None:
    for listener, line in (
        (0, "You look at the hand of Bob: Card that's just too powerful, Shiny Foil Common."),
        (1, "Ann looks at the hand of Bob."),
        (2, "Ann looks at the hand of Bob."),
        (SPECTATOR, "Ann looks at the hand of Bob."),
    ):
        s = table(["3 1", "2 5", "4"], PLAIN.replace("V1b", "L1b"))
        act(s, 0, "play 3")
        assert told(s, 0, "look 1", listener) == [line]
    s = table(["3 1", ""], PLAIN.replace("V1b", "L1b"))
    act(s, 0, "play 3")
    assert told(s, 0, "look 1", 0) == ["You look at the hand of Bob: none."]


def test_drawn_cards_are_told_to_the_drawing_seat_only() -> None:
    for listener, line in ((0, "You draw: Misprinted Rare, Artist."), (1, "Ann draws 2 cards.")):
        s = table(["3 1", "2"], PLAIN.replace("V1b", "W1b"), market="4 4 4 5 5 5", deck="6 7")
        assert told(s, 0, "play 3", listener)[-1] == line
    assert told(s, 0, "raise 6", 1) == [
        "Ann raises card 6 (Misprinted Rare) to the Meta.",
        "Ann puts card 7 (Artist) into the Market.",
        "Ann may buy for 2.",
    ]
    s = table(["3 1", "2"], PLAIN.replace("V1b", "W1a"), market="4 4 4 5 5 5", deck="6 7")
    act(s, 0, "play 3")
    assert told(s, 0, "stock 6", 1)[:2] == ["Ann puts card 6 (Misprinted Rare) into the Market.", "Ann may buy for 2."]
    s = table(["3 1", "2"], PLAIN.replace("V1b", "W1a"), market="4 4 4 5 5 5", deck="6 7")
    act(s, 0, "play 3")
    assert told(s, 0, "raise 6", 1) == ["Ann raises card 6 (Misprinted Rare) to the Meta.", "Ann may buy for 2."]


def test_a_refresh_is_told() -> None:
    s = table(["3 1", "2"], PLAIN.replace("V1b", "R1a"), market="4 5 5 6 6", deck="7", size=4)
    act(s, 0, "play 3")
    assert told(s, 0, "raise 4", 1) == ["Ann raises card 4 (Legend of Anime Dragon) to the Meta."]
    assert told(s, 0, "hold 5", 1) == [
        "Ann holds card 5 (Shiny Foil Common) in the Market.",
        "To the deck: Shiny Foil Common, 2 × Misprinted Rare.",
    ]
    assert dealer_told(s, "shuffle 7 6 6 5") == [
        "The deck is shuffled.",
        "New in the Market: 2 × Misprinted Rare, Artist.",
        "You may buy for 2.",
    ]


def test_arrows_are_told() -> None:
    s = table(["3 1", "2"], "V1b M1a A1a X1b V1b V1b V1b", market="4 5 6", deck="7 7 7 7")
    assert (
        told(s, 0, "play 3", 1)[-1]
        == "Ability: Copy a neighbour (copy the ability of the left or the right neighbour)."
    )
    assert told(s, 0, "copy left", 1) == [
        "Ann copies the left neighbour: Clear the Market (remove a Market card, refill)."
    ]
    assert told(s, 0, "trash market 5", 1) == [
        "Ann removes card 5 (Shiny Foil Common) from the Market.",
        "New in the Market: 4 × Artist.",
        "Ann may buy for 2.",
    ]
    s = table(["3 1", "2"], "V1b M1a A1b X1b V1b V1b V1b", market="4 5 6")
    assert told(s, 0, "play 3", 1)[1] == "Ability: Swap Market and Meta (swap a Market card with a Meta card)."


@pytest.mark.parametrize(
    ("half", "text", "line"),
    [
        ("X1a", "swap meta 3 hand 1", "You take card 3 (Magical Lottery Girl) from the Meta for"),
        ("X1b", "swap market 4 meta 3", "You swap card 4 (Legend of Anime Dragon) of the Market with"),
        ("X2a", "swap market 4 hand 1", "You take card 4 (Legend of Anime Dragon) from the Market for"),
        ("M1b", "trash meta 3", "You remove card 3 (Magical Lottery Girl) from the Meta."),
    ],
)
def test_what_abilities_do_is_told(half: str, text: str, line: str) -> None:
    s = table(["3 1", "2"], PLAIN.replace("V1b", half), market="4 5 6 7 4 5", deck="7")
    act(s, 0, "play 3")
    lines = told(s, 0, text, 0)
    assert lines[0].startswith(line)
    assert lines[1].startswith("You may buy for ")


# --- the result ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "meta", "verdict"),
    [
        (["7 7 7", "1", "2"], "1 1 1 1 1 1 1", "Ann wins with 3 points."),
        (
            ["1 1", "2", "3"],
            "1 2 1 1 1 1 1",
            "Bob wins: Ann had 2 points too, but the hand of 1 card is smaller (§23).",
        ),
        (
            ["1 1", "7 6", "7 5"],
            "1 1 1 1 1 1 1",
            "Bob wins: Cleo, Ann had 2 points too, but more copies of card 6 (Misprinted Rare) decide (§23).",
        ),
        (
            ["7 7", "7 7", "1"],
            "1 1 1 1 1 1 1",
            "Cleo wins with 1 point: Ann, Bob are passed over, for their hands are equal (§23).",
        ),
        (
            ["", "", ""],
            "1 1 1 1 1 1 1",
            "Ann, Bob and Cleo share the victory with 0 points: nobody has a hand of its own (§23).",
        ),
    ],
)
def test_23_the_result_names_the_winner_and_the_tie_break(hands: list[str], meta: str, verdict: str) -> None:
    s = table(hands, WORTHLESS, meta)
    s.phase = rules.OVER
    assert said(words.result(s))[0] == verdict


def test_23_the_result_lists_everybodys_points_by_source() -> None:
    s = table(["1 1 3", ""], WORTHLESS, "4 1 2 1 1 1 1")
    s.phase = rules.OVER
    assert said(words.result(s)) == [
        "Ann wins with 10 points.",
        "Ann: 10 points (2 × Card with the in-game code for 4 points each, Magical Lottery Girl for 2 points).",
        "Bob: 0 points (no cards).",
    ]


def test_what_is_sealed_drawn_or_looked_at_reads_not_the_same_for_all() -> None:
    assert words.is_alike(DEALER, NOBODY)
    assert all(words.is_alike(0, action) for action in (rules.PASS, rules.RAISE, rules.BUY, rules.DONE))
    secretive = (rules.DRAFT, rules.KEEP, rules.PLAY, rules.COPY, rules.LOOK, *texts.HIDDEN)
    assert not any(words.is_alike(0, action) for action in secretive)
