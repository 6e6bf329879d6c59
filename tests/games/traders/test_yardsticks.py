"""Players of Card Game Traders that count what their turn makes of their hand."""

from __future__ import annotations

from typing import Any

import pytest

from fairdeal.games.traders import GAME
from fairdeal.games.traders.abilities import AT_END, KINDS, value
from tests.games.traders.tables import PLAIN, act, dealt, main_deck, table
from tests.games.yardsticks import choice


def shopping(market: str) -> Any:
    """A hand of a dear card, worth 5 at the end, and of a cheap one, worth 2; whatever is bought is worth one more."""
    return table(["1 2", "7"], PLAIN, meta="4 1 1 1 1 1 1", market=market)


@pytest.mark.parametrize(("player", "played"), [("glance", "play 2"), ("beginner", "play 1"), ("greedy", "play 1")])
def test_19_only_a_glance_keeps_a_dear_card_that_buys_five_cheap_ones(player: str, played: str) -> None:
    assert choice(GAME, shopping("3 3 3 3 3"), player) == played


@pytest.mark.parametrize(("player", "bought"), [("glance", "buy 1"), ("beginner", "buy 3"), ("greedy", "buy 3")])
def test_19_only_a_glance_buys_a_dear_card_instead_of_five_cheap_ones_worth_more(player: str, bought: str) -> None:
    s = shopping("1 3 3 3 3 3")
    act(s, 0, "play 1")
    assert choice(GAME, s, player) == bought


def test_the_best_turn_is_found_through_the_ability() -> None:
    """§18 With X2a the greedy plays the card that lets it swap a cheap card for a dear one of the Market."""
    s = table(["1 2 3", "7"], "X2a V1b V1b V1b V1b V1b V1b", meta="1 1 1 1 1 1 9", market="7")
    assert choice(GAME, s, "greedy") == "play 1"
    act(s, 0, "play 1")
    assert choice(GAME, s, "greedy") == "swap market 7 hand 2"


@pytest.mark.parametrize(("player", "bought"), [("glance", "buy 3"), ("beginner", "buy 2"), ("greedy", "buy 2")])
def test_19_a_cheap_card_leaves_enough_for_a_dearer_one(player: str, bought: str) -> None:
    s = table(["1 2", "7"], PLAIN, meta="4 1 2 1 1 1 1", market="2 3 4")
    act(s, 0, "play 1")
    assert choice(GAME, s, player) == bought


@pytest.mark.parametrize("player", ["glance", "beginner", "greedy"])
def test_6_all_draft_a_card_that_is_worth_most_in_the_end(player: str) -> None:
    cards = main_deck()
    s = dealt(deck=[cards[11 * place % len(cards)] for place in range(len(cards))])
    kinds = [kind for kind in range(KINDS) if s.packet[0, kind]]
    assert len(kinds) > 2
    drafted = int(choice(GAME, s, player).removeprefix("draft ")) - 1
    assert value(s, drafted, AT_END) == max(value(s, kind, AT_END) for kind in kinds)
