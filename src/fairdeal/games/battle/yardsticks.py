"""Players of 3x3 CCG Battle that look a capture, two or three ahead, at the cards that lie in the grid.

Nobody knows what the pile brings, so to them a cell that an attacker has left stays empty; only the greedy one tries
every card that may come into it.
"""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import NOBODY, copy, lowest, native
from fairdeal.games.battle.knowledge import worth_of_target
from fairdeal.games.battle.rules import (
    CELLS,
    NEIGHBOUR,
    NO_CARD,
    PLACES,
    cell_of,
    direction_of,
    facing,
    legal,
    play,
)

# --- one capture, or two ---------------------------------------------------------------------------------------------


@native
def glance(v: Any, seat: int, action: int, scratch: Any) -> float:
    """§11 The points of the card that it captures."""
    return float(worth_of_target(v, action))


@native
def beginner(v: Any, seat: int, action: int, scratch: Any) -> float:
    """The same, less the best capture that it leaves to the next seat."""
    return float(worth_of_target(v, action) - best_left(v, action))


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


# --- three captures --------------------------------------------------------------------------------------------------


@native
def greedy(v: Any, seat: int, action: int, scratch: Any) -> float:
    """Three captures: its own, less the next seat's best, which again leaves one; on average over the cards to come."""
    total, cards = 0.0, 0
    for card in range(v.box.cards):
        if may_come(v, card):
            copy(v, scratch.stack[1])
            scratch.stack[1].pile[0] = card
            scratch.stack[1].left = 1
            play(scratch.stack[1], seat, action)
            total += best_answer(scratch)
            cards += 1
    if cards == 0:
        attack(v, seat, action, scratch.stack[1])
        total += best_answer(scratch)
        cards = 1
    return worth_of_target(v, action) - total / cards


@native
def may_come(v: Any, card: int) -> bool:
    """Whether a card of known numbers may be the next of the pile."""
    if v.left == 0 or v.taken[card] != NOBODY or not v.seen[card]:
        return False
    lying = 0
    for cell in range(CELLS):
        lying += v.grid[cell] == card
    return lying == 0


@native
def best_answer(scratch: Any) -> float:
    """What the next seat gains by its best capture, less the best that it leaves."""
    after = scratch.stack[1]
    best = 0.0
    for number in range(legal(after, after.turn, scratch.choices[1])):
        answer = scratch.choices[1, number]
        attack(after, after.turn, answer, scratch.stack[2])
        gain = worth_of_target(after, answer) - best_capture(scratch.stack[2], scratch.choices[2])
        best = gain if number == 0 else max(best, gain)
    return best


@native
def attack(s: Any, seat: int, action: int, after: Any) -> None:
    """§9 An attack without a card from the pile."""
    copy(s, after)
    after.left = 0
    play(after, seat, action)


@native
def best_capture(s: Any, attacks: Any) -> int:
    """The points of the most valuable card that can be captured now; none if the game has ended."""
    best = 0
    for number in range(legal(s, s.turn, attacks)):
        best = max(best, worth_of_target(s, attacks[number]))
    return best
