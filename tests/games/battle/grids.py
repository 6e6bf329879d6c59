"""Positions of 3x3 CCG Battle in words, for tests: grids written as the cards' numbers in a deck."""

from __future__ import annotations

from typing import Any

import numpy as np

from fairdeal.contract.game import Setting, list_legal, new_view, points_of, shares_of
from fairdeal.engine import chance
from fairdeal.games.battle import GAME, rules, words
from fairdeal.games.battle.deck import PLACE_NAMES

Json = Any


def setting(seats: int = 2, **options: Any) -> Setting:
    """The starter deck, unless another is named."""
    return GAME.setting(seats, {"deck": "starter", **options})


def card(name: str = "", other: list[int] | None = None, /, **edges: int) -> dict[str, Json]:
    """A card in the form of a record: `card("Dragon", TL=2, B=0)`."""
    return {"name": name, "edges": edges, "other": other or [], "ignored": []}


def own(*cards: dict[str, Json]) -> dict[str, Json]:
    """Options with a deck of these cards and of others that can take no other card and be taken by any number."""
    rest = [card(f"Filler {number}", TL=0) for number in range(len(cards) + 1, rules.CARDS + 1)]
    return {"deck": {"name": "mine", "cards": [*cards, *rest]}}


def shuffled(seats: int = 2, first: int = 0, number: int = 0, **options: Any) -> Any:
    """A state after the shuffle of a numbered game."""
    s = setting(seats, **options).new_state()
    carry_out(s, f"start {first}")
    deck = np.empty(rules.MOST_OUTCOME, np.int16)
    rules.draw(s, chance.numbered("battle", number), deck)
    rules.deal(s, deck)
    return s


def laid(grid: str, pile: str | None = None, seats: int = 2, turn: int = 0, **options: Any) -> Any:
    """A state with this grid (a dot is an empty cell) and this pile, top first; without one, all others are the pile.

    Whatever is in neither was captured by the last seat, for no points.
    """
    s = shuffled(seats, turn, **options)
    cells = [int(word) - 1 if word != "." else rules.NO_CARD for word in grid.split()]
    assert len(cells) == rules.CELLS
    rest = [number for number in range(rules.CARDS) if number not in cells]
    order = rest if pile is None else [int(word) - 1 for word in pile.split()]
    s.phase, s.turn = rules.BATTLE, turn
    s.games_played, s.scored[:] = 0, 0
    s.grid[:] = cells
    s.left = len(order)
    s.pile[:] = rules.NO_CARD
    s.pile[: len(order)] = order[::-1]
    for number in range(rules.CARDS):
        s.taken[number] = seats - 1 if number not in cells and number not in order else -1
    compare_all(s)
    return s


def compare_all(s: Any) -> None:
    for cell in range(rules.CELLS):
        rules.compare(s, cell)


def meeting(direction: str, attacker: dict[str, Json], target: dict[str, Json]) -> Any:
    """A grid in which nothing lies but two cards: the attacker in the middle, the target in that direction."""
    cells = ["."] * rules.CELLS
    cells[4] = "1"
    cells[rules.beside(4, PLACE_NAMES.index(direction))] = "2"
    return laid(" ".join(cells), "", **own(attacker, target))


def carry_out(s: Any, text: str) -> None:
    rules.deal(s, words.outcome(s, text))


def act(s: Any, seat: int, text: str) -> None:
    action = words.action(text)
    assert action in list_legal(rules, s, seat), f"{text} is not legal"
    rules.play(s, seat, action)


def legal(s: Any, seat: int | None = None) -> list[str]:
    """The texts of what a seat may do, by default the one whose turn it is."""
    return [words.text(action) for action in list_legal(rules, s, int(s.turn) if seat is None else seat)]


def grid_of(s: Any) -> str:
    return " ".join("." if number == rules.NO_CARD else str(number + 1) for number in s.grid.tolist())


def pile_of(s: Any) -> list[int]:
    """The cards of the pile, top first."""
    return [int(number) + 1 for number in s.pile[: s.left][::-1]]


def score_pile(s: Any, seat: int) -> list[int]:
    return [number + 1 for number in words.captured_by(s, seat)]


def points(s: Any) -> list[int]:
    return points_of(GAME, s)


def shares(s: Any) -> list[float]:
    return shares_of(GAME, s)


def why_not(s: Any, seat: int, text: str, **options: Any) -> str:
    v = new_view(GAME, s, seat)
    message = words.why_not(v, seat, words.action(text))
    return setting(int(s.seats), **options).catalogue(seat).render(message) if message else ""
