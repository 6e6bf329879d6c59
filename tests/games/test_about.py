"""Everything about a piece: what is said of it wherever it lies, and nothing of what is not there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from fairdeal import games
from fairdeal.contract.game import Game, list_legal, new_view
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import SPECTATOR
from fairdeal.engine.plain import plain
from fairdeal.games.coast import GAME as COAST
from fairdeal.games.coast import choices, names, rules
from fairdeal.games.coast.data import CARD_NAMES
from fairdeal.play.sitting import Sitting
from tests.games.coast.regions import act, dealt, playing
from tests.games.coast.test_rules import without_placement

GAMES = [game for game in games.all_games() if game.about is not None]


def keys(game: Game, view: Any, seat: int, piece: str) -> list[str]:
    assert game.about is not None
    return [message.key for message in game.about(plain(view), seat, piece)]


def positions(name: str, seats: int, options: Mapping[str, Any], seed: str = "about") -> Iterator[Sitting]:
    """Give every position of a random game."""
    sitting, rng = Sitting(games.find(name).setting(seats, options)), numbered(f"{seed} {name}", 0)
    while not sitting.is_over:
        yield sitting
        sitting.random_step(rng)


def told_in(name: str, seats: int, options: Mapping[str, Any], pieces: list[str]) -> set[str]:
    """Ask every seat, and a spectator, about the same pieces all through a game; give the keys of all that is said."""
    said = set[str]()
    for sitting in positions(name, seats, options):
        for viewer in (*range(seats), SPECTATOR):
            for piece in pieces:
                said.update(keys(sitting.game, sitting.view(viewer), viewer, piece))
    return said


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("piece", ["nothing", "seat9.hand.0", "seat0.nothing"])
def test_there_is_nothing_to_say_of_what_is_not_there(game: Game, piece: str) -> None:
    sitting = Sitting(game.setting(game.seat_counts[0]))
    assert keys(game, sitting.view(0), 0, piece) == []


def test_a_card_of_caster_is_told_by_where_it_is() -> None:
    cards = [f"{letter}{value}" for letter in "RBYEG" for value in (0, 4, 9)]
    said = told_in("caster", 4, {"rounds": 1, "passing": True}, cards)
    wheres = {"held", "given", "unseen", "laid", "winning", "played", "scored"}
    assert said >= {f"about.{where}" for where in wheres}


def test_a_card_of_cryptruck_is_told_by_where_it_is() -> None:
    cards = [f"{letter}{number}" for letter in "YBRPGW" for number in range(6)]
    said = told_in("cryptruck", 3, {"rounds": 1}, cards)
    wheres = {"held", "unseen", "laid", "played", "won", "turned", "revealed"}
    assert said >= {f"about.{where}" for where in wheres}


def test_a_card_of_the_battle_is_told_by_where_it_is() -> None:
    """In a second game some cards are known from the first, and lie in the pile."""
    said = told_in("battle", 2, {"match": 2}, [f"card.{number}" for number in range(1, 21, 4)])
    assert said >= {f"about.{where}" for where in ("captured", "in_grid", "in_pile")}


def test_what_somebody_has_drawn_in_traders_is_told_as_unknown_to_others() -> None:
    for sitting in positions("traders", 3, {"abilities": "V1a,D1b,V2b,X1a,M1b,W1a,L1b"}):
        if int(sitting.view(SPECTATOR).drawn_size) > 0:
            other = (int(sitting.view(SPECTATOR).turn) + 1) % 3
            assert keys(sitting.game, sitting.view(other), other, "drawn.0") == ["about.drawn", "about.drawn_hidden"]
            return
    pytest.fail("Nobody drew anything.")


def test_12_a_card_of_the_coast_that_fits_nowhere_says_that_it_can_be_set_aside_and_then_that_it_is() -> None:
    s = without_placement()
    assert "about.doing" in keys(COAST, new_view(COAST, s, 0), 0, "seat0.T14")
    act(s, 0, "aside")
    assert "about.aside" in keys(COAST, new_view(COAST, s, 0), 0, "seat0.T14")


def test_a_card_of_the_coast_is_told_by_where_it_is() -> None:
    s = dealt()
    assert "about.city" in keys(COAST, new_view(COAST, s, 0), 0, "seat0.C1")
    s = playing()
    pile = [
        name for name in CARD_NAMES if keys(COAST, new_view(COAST, s, 0), 0, f"seat0.{name}")[-1] == "about.to_come"
    ]
    assert len(pile) == 15
    assert "about.laid" in keys(COAST, new_view(COAST, s, 0), 0, "seat0.C1")
    act(s, 0, "draw")
    held = CARD_NAMES[int(s.hand[0])]
    assert {"about.in_hand", "about.placements"} <= set(keys(COAST, new_view(COAST, s, 0), 0, f"seat0.{held}"))


def test_15_a_line_that_is_balanced_needs_nothing() -> None:
    assert [names.balance_needs(green).key for green in (-2, 0, 2)] == [
        "balance.green",
        "balance.nothing",
        "balance.black",
    ]


def test_15_where_all_cards_are_blank_no_placement_says_what_lines_come_to() -> None:
    s = playing()
    s.box.icon[:] = rules.BLANK
    act(s, 0, "draw")
    v = new_view(COAST, s, 0)
    [first, *_] = choices.group_choices(plain(v), 0, list_legal(rules, v, 0))
    text = str(first.choices[0].text)
    assert "choice.covers" in text
    assert "choice.then" not in text
