"""What the laws need to know of Craft My Coast: how it is played in tests, and where its cards are."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from fairdeal.contract.game import Game
from fairdeal.engine.kernel import DEALER
from fairdeal.games.coast.data import CARD_NAMES
from fairdeal.laws.subject import Subject


def census(s: Any) -> Hashable:
    """§1 §6 Every seat has each of its territory cards in one place, and §4 no two seats the same agenda."""
    if len({int(agenda) for agenda in s.agenda[: s.seats]}) != s.seats and s.phase != 0:
        return f"two seats have the same agenda: {s.agenda[: s.seats]}"
    last = 3 + int(s.box.territories)
    for seat in range(s.dealt):
        if sorted(s.pile[seat, : s.box.territories].tolist()) != list(range(3, last)):
            return f"the pile of seat {seat} is not its cards: {s.pile[seat]}"
        drawn = {int(card) for card in s.pile[seat, : int(s.box.pile) - int(s.left[seat])]}
        away = {card for card in range(3, 18) if s.place[seat, card] != -2}
        held = {int(s.hand[seat])} - {-1}
        if away | held != drawn or away & held:
            return f"seat {seat} drew {drawn}, holds {held} and has laid {away}"
        squares = s.region[seat][s.region[seat] >= 0]
        if len(set(squares.tolist())) != len(squares):
            return f"a square lies twice in the region of seat {seat}"
        for card in range(18):
            if (squares // 6 == card).sum() != s.shows[seat, card]:
                return f"card {card} of seat {seat} does not show {s.shows[seat, card]} squares"
    return "all cards once"


def reveals(game: Game, s: Any, seat: int, action: int) -> bool:
    """A drawn card and the end of the game show what was hidden; laying a card shows nothing but itself."""
    return seat != DEALER and bool(game.rules.teaches(s, seat, action))


SUBJECT = Subject(
    plays=(
        (1, {}),
        (2, {"end_on": "place"}),
        (3, {"time_limit": 60}),
        (4, {"end_on": "place", "time_limit": 600}),
        (5, {"countdown": 0}),
        (6, {}),
        (2, {"end_on": "place"}, {"numbers.pile": 4, "numbers.most_covered": 5, "numbers.left_costs": 3}),
    ),
    short=(2, {"countdown": 0}),
    rich=(2, {"time_limit": 60}),
    codes=frozenset(CARD_NAMES),
    promises=(
        (r"plus (\d+) points?", 1.0),
        (r"minus (\d+) points?", -1.0),
    ),
    drawn_within=1500.0,
    computed=frozenset(map(str, range(16))),  # squares that a card covers, its turns, and numbers spelled out
    census=census,
    every=60,
    cheap_every=20,
    reveals=reveals,
)
