"""What a sensible player knows of 3x3 CCG Battle: valuable cards come first, and what a lead in a match is worth."""

from __future__ import annotations

import math
from typing import Any

from fairdeal.engine.chance import fraction
from fairdeal.engine.kernel import native, size_of
from fairdeal.games.battle.rules import (
    BATTLE,
    CARDS,
    CELLS,
    NEIGHBOUR,
    START,
    cell_of,
    direction_of,
    points_of,
)
from fairdeal.kit.outlook import share_victory
from fairdeal.kit.seats import left_of

# --- below the tree --------------------------------------------------------------------------------------------------

HESITATION = 10.0  # points; the most valuable card is not always the best one to take


@native
def policy(s: Any, seat: int, legal: Any, count: int, rng: Any) -> int:
    """Take the card that is worth most, or one that is worth a little less."""
    best, chosen = -1.0, 0
    for number in range(count):
        merit = worth_of_target(s, legal[number]) + HESITATION * fraction(rng)
        if merit > best:
            best, chosen = merit, number
    return chosen


@native
def worth_of_target(s: Any, attack: int) -> int:
    return int(s.options.worth[s.grid[NEIGHBOUR[cell_of(attack), direction_of(attack)]]])


# --- the end of a game -----------------------------------------------------------------------------------------------

FEW_ATTACKS = 6


@native
def is_endgame(s: Any) -> bool:
    """The pile is empty, so nothing is hidden or left to chance, and there are few attacks."""
    if s.phase != BATTLE or s.left > 0:
        return False
    attacks = 0
    for cell in range(CELLS):
        attacks += size_of(s.ways[cell])
    return attacks <= FEW_ATTACKS


# --- between two games of a match ------------------------------------------------------------------------------------

# Of games of equal players with random decks, in parts of what all cards of the deck are worth together.
START_IS_WORTH = 1 / 36  # points of the first seat above the average; the last seat has as many less
SWING = 1 / 24  # of a seat's points in one game


@native
def is_horizon(s: Any) -> bool:
    """A game of the match has ended and another one begins: nobody knows its grid yet."""
    return bool(s.phase == START and s.games_played > 0)


@native
def outlook(s: Any, shares: Any, points: Any) -> None:
    """Add an average game for each that is left; the more of them, the less a lead is worth."""
    games = int(s.options.match - s.games_played)
    deck = worth_of_deck(s)
    for seat in range(s.seats):
        points[seat] = points_of(s, seat) + games * deck / s.seats + deck * START_IS_WORTH * starts(s, seat, games)
    share_victory(points, s.seats, max(1.0, deck * SWING * math.sqrt(games)), shares)


@native
def worth_of_deck(s: Any) -> int:
    worth = 0
    for card in range(CARDS):
        worth += s.options.worth[card]
    return worth


@native
def starts(s: Any, seat: int, games: int) -> float:
    """How much earlier than the average a seat acts in the games that are left: 1 if first in one, -1 if last."""
    earlier = 0.0
    first = int(s.first)
    for _ in range(games):
        first = left_of(s, first)
        earlier += 1.0 - 2.0 * ((seat - first) % s.seats) / (s.seats - 1)
    return earlier
