"""Card Game Traders obeys every law of the contract."""

from __future__ import annotations

from typing import Any

import pytest

from fairdeal.chance import numbered
from fairdeal.games.traders import GAME, rules
from fairdeal.kernel import DEFAULT_MODE
from fairdeal.testing import check_all, fuzz, modes_agree
from fairdeal.testing.fuzzer import fuzz_edges
from fairdeal.testing.walks import random_game
from tests.games.traders.tables import census, reveals

IS_INTERPRETED = DEFAULT_MODE == "interpreted"

PLAYS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (2, {"market": 8, "abilities": "W1b,R1a,A1a,L1a,X2a,M1a,V1a"}),
    (3, {"market": 4, "abilities": "V3b,L1b,D1a,A1b,X1b,W1a,R1b"}),
    (3, {}),
    (4, {"market": 7}),
    (4, {"market": 5, "abilities": "X1a,A2b,M1b,D1b,V2b,V1b,L1b"}),
]
SOME_PLAYS = PLAYS[1::2] if IS_INTERPRETED else PLAYS  # each seat count; plain Python takes its time
each_play = pytest.mark.parametrize("play", SOME_PLAYS, ids=lambda play: f"{play[0]}-{play[1].get('market', 6)}")


@each_play
def test_all_laws_hold_in_a_random_game(play: tuple[int, dict[str, Any]]) -> None:
    every, cheap_every = (60, 10) if IS_INTERPRETED else (6, 1)
    check_all([GAME.setting(*play)], ["laws"], census, reveals=reveals, every=every, cheap_every=cheap_every)


@each_play
def test_games_end_whoever_plays(play: tuple[int, dict[str, Any]]) -> None:
    figures = fuzz(GAME.setting(*play), games=2 if IS_INTERPRETED else 2000)
    assert figures.longest <= rules.MOST_EVENTS // 4


def worth_left(s: Any) -> int:
    """What bounds a game: 2 for each card of deck, Market or drawn, 1 for each card of a hand."""
    return 2 * int(s.deck_size + s.drawn_size + s.market.sum()) + int(s.held.sum())


@each_play
def test_every_play_and_buy_brings_the_end_nearer_and_nothing_puts_it_off(play: tuple[int, dict[str, Any]]) -> None:
    for event in random_game(GAME.setting(*play), numbered("nearer", 0)):
        if event.before.phase < rules.PLAYING and event.before.phase != rules.SHUFFLE:
            continue
        assert worth_left(event.before) <= rules.MOST_TURNS
        nearer = rules.PLAY <= event.action < rules.PASS or rules.BUY <= event.action < rules.DONE
        assert worth_left(event.after) <= worth_left(event.before) - nearer


def test_games_end_whatever_is_dealt() -> None:
    assert fuzz_edges(GAME.setting(*PLAYS[1]), 1, census).games == 16


@pytest.mark.skipif(IS_INTERPRETED, reason="the run with compiled rules compares the modes")
@each_play
def test_the_modes_end_in_the_same_bytes(play: tuple[int, dict[str, Any]]) -> None:
    modes_agree(GAME.setting(*play), "modes", (DEFAULT_MODE, "interpreted"), every=12)


def test_the_census_counts_63_cards() -> None:
    s = GAME.setting(3).new_state()
    found = census(s)
    assert found == (12, 11, 10, 9, 8, 7, 6)
    assert sum(found) == 63
