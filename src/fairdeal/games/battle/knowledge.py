"""What a sensible player knows of 3x3 CCG Battle: valuable cards come first, and what a lead in a match is worth."""

from __future__ import annotations

import math
from typing import Any

from fairdeal.engine.chance import fraction
from fairdeal.engine.kernel import NOBODY, lowest, native, size_of
from fairdeal.games.battle.rules import (
    BATTLE,
    CARDS,
    CELLS,
    NEIGHBOUR,
    NO_CARD,
    PLACES,
    START,
    cell_of,
    direction_of,
    facing,
    points_of,
)
from fairdeal.kit.outlook import share_victory
from fairdeal.kit.seats import left_of

# --- below the tree --------------------------------------------------------------------------------------------------

HESITATION = 10.0  # points; the most valuable card is not always the best one to take


@native
def policy(s: Any, seat: int, legal: Any, count: int, rng: Any) -> int:
    """Take the card that is worth most more than the best one it leaves, or one that is worth a little less."""
    best, chosen = -math.inf, 0
    for number in range(count):
        attack = int(legal[number])
        merit = worth_of_target(s, attack) - best_left(s, attack) + HESITATION * fraction(rng)
        if merit > best:
            best, chosen = merit, number
    return chosen


@native
def worth_of_target(s: Any, attack: int) -> int:
    return int(s.options.worth[s.grid[NEIGHBOUR[cell_of(attack), direction_of(attack)]]])


@native
def best_left(s: Any, attack: int) -> int:
    """The points of the best card that can be captured after an attack, if its cell stays empty."""
    left = cell_of(attack)
    taken = NEIGHBOUR[left, direction_of(attack)]
    best = best_around(s, s.grid[left], left, taken)
    for cell in range(CELLS):
        ways = int(s.ways[cell])
        while ways and cell != left and cell != taken:
            target = NEIGHBOUR[cell, lowest(ways)]
            if target != left and target != taken:
                best = max(best, int(s.options.worth[s.grid[target]]))
            ways &= ways - 1
    return best


@native
def best_around(s: Any, attacker: int, left: int, taken: int) -> int:
    """The same where the attacker lies now: it takes a neighbour, or a neighbour takes it."""
    best = 0
    for direction in range(PLACES):
        cell = NEIGHBOUR[taken, direction]
        if cell != NOBODY and cell != left and s.grid[cell] != NO_CARD:
            other = s.grid[cell]
            own, theirs = s.options.edges[attacker, direction], s.options.edges[other, facing(direction)]
            if own > theirs:
                best = max(best, int(s.options.worth[other]))
            elif theirs > own:
                best = max(best, int(s.options.worth[attacker]))
    return best


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
