"""3x3 CCG Battle obeys every law of the contract."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import pytest

from fairdeal.chance import numbered
from fairdeal.game import Game
from fairdeal.games.battle import GAME, rules
from fairdeal.kernel import DEALER, DEFAULT_MODE
from fairdeal.testing import check_game, fuzz, modes_agree
from fairdeal.testing.fuzzer import fuzz_edges
from fairdeal.testing.laws import (
    DEEP_LAWS,
    Moment,
    hidden_cards_do_not_leak,
    no_record_is_the_beginning_of_another,
    setup_writes_every_byte,
    texts_and_actions_are_inverse,
)
from tests.games.battle.grids import card, own

IS_INTERPRETED = DEFAULT_MODE == "interpreted"

PLAYS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (2, {"deck": "starter", "match": 2}),
    (3, {"open_list": False, "match": 3}),
    (3, own(card("Dragon", [10, 10], TL=9, T=0, BR=5))),
    (4, {"match": 4}),
    (4, {"open_list": False}),
]
NAMED = [pytest.param(*play, id=f"{play[0]}-{'-'.join(play[1])}") for play in PLAYS]


def census(s: Any) -> Hashable:
    """§5 Each of the twenty cards is in the grid, in the pile or captured, and nowhere twice."""
    cards = [int(number) for number in s.grid if number != rules.NO_CARD]
    cards += [int(number) for number in s.pile[: s.left]]
    cards += [number for number in range(rules.CARDS) if s.taken[number] != -1]
    if not cards and s.games_played == 0 and s.phase in (rules.START, rules.SHUFFLE):
        return "one deck"
    if set(s.pile[s.left :].tolist()) > {rules.NO_CARD}:
        return f"cards above the pile: {s.pile}"
    return "one deck" if sorted(cards) == list(range(rules.CARDS)) else f"the cards are {sorted(cards)}"


def reveals(game: Game, s: Any, seat: int, action: int) -> bool:
    return bool(game.rules.teaches(s, seat, action))


def hidden_cards_do_not_leak_but_by_a_shuffle(m: Moment) -> None:
    """Laying out cards that nobody has seen shows them, and nothing else at a table does so by chance."""
    if m.actors != 1 << DEALER or rules.cards_unseen(m.s) == 0:
        hidden_cards_do_not_leak(m)


LAWS = [law for law in DEEP_LAWS if law is not hidden_cards_do_not_leak] + [hidden_cards_do_not_leak_but_by_a_shuffle]


@pytest.mark.parametrize(("seats", "options"), NAMED)
def test_all_laws_hold_in_a_random_game(seats: int, options: dict[str, Any]) -> None:
    setting = GAME.setting(seats, options)
    setup_writes_every_byte(setting)
    every, cheap_every = (40, 6) if IS_INTERPRETED else (8, 1)
    check_game(setting, "laws", census, reveals=reveals, every=every, cheap_every=cheap_every, deep=LAWS)


def test_texts_and_actions_are_inverse() -> None:
    texts_and_actions_are_inverse(GAME, numbered("texts", 0))


@pytest.mark.parametrize(("seats", "options"), NAMED)
def test_games_end_whoever_plays(seats: int, options: dict[str, Any]) -> None:
    figures = fuzz(GAME.setting(seats, options), games=4 if IS_INTERPRETED else 2000)
    assert figures.longest <= rules.MOST_EVENTS


def test_games_end_whatever_is_dealt() -> None:
    assert fuzz_edges(GAME.setting(3), 1, census).games == 16


@pytest.mark.skipif(IS_INTERPRETED, reason="the run with compiled rules compares the modes")
@pytest.mark.parametrize(("seats", "options"), NAMED)
def test_the_modes_end_in_the_same_bytes(seats: int, options: dict[str, Any]) -> None:
    modes_agree(GAME.setting(seats, options), "modes", (DEFAULT_MODE, "interpreted"), every=10)


def test_no_record_is_the_beginning_of_another() -> None:
    no_record_is_the_beginning_of_another([GAME])
