"""What the laws need to know of 3x3 CCG Battle: how it is played in tests, and where its cards are."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from fairdeal.contract.game import Game
from fairdeal.engine.kernel import DEALER
from fairdeal.games.battle.deck import PLACE_NAMES
from fairdeal.laws.subject import Subject


def census(s: Any) -> Hashable:
    """§5 Each card of the deck is in the grid, in the pile or captured, and nowhere twice."""
    cards = [int(card) for card in s.grid if card >= 0] + [int(card) for card in s.pile[: s.left]]
    cards += [card for card in range(s.box.cards) if s.taken[card] >= 0]
    if not cards and s.games_played == 0 and s.phase in (0, 1):  # before the first shuffle
        return "one deck"
    return "one deck" if sorted(cards) == list(range(s.box.cards)) else f"the cards are {sorted(cards)}"


def reveals(game: Game, s: Any, seat: int, action: int) -> bool:
    """An attack turns up the next card of the pile, and a shuffle lays out cards that nobody may have seen."""
    return bool(not all(s.seen) if seat == DEALER else game.rules.teaches(s, seat, action))


SUBJECT = Subject(
    plays=(
        (2, {}),
        (2, {"deck": "starter", "match": 2}),
        (3, {"open_list": False, "match": 3}),
        (4, {"open_list": False}),
        (4, {"match": 4}),
        (3, {"open_list": False, "match": 2}, {"numbers.cards": 12}),
        (2, {"deck": "starter"}, {"numbers.cards": 9}),
    ),
    rich=(3, {"open_list": False, "match": 2}),
    middle=1,
    codes=frozenset(PLACE_NAMES),
    promises=(
        (r": (\d+) points?, \d+ over", 1.0),
        (r"\((\d+) points?\) at best", -0.6),
    ),
    drawn_within=500.0,
    # Cells, the cards of a deck that have no names, and the lights of a terminal's signs.
    computed=frozenset({*map(str, range(1, 21)), "good", "scoring"}),
    census=census,
    every=20,
    cheap_every=3,
    reveals=reveals,
)
