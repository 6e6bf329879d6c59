"""Players of 3x3 CCG Battle that look a capture, two or three ahead, at the cards that lie in the grid.

Nobody knows what the pile brings, so to them a cell that an attacker has left stays empty.
"""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import copy, native
from fairdeal.games.battle.knowledge import worth_of_target
from fairdeal.games.battle.rules import legal, play

HALF = 0.5


@native
def glance(v: Any, seat: int, action: int, scratch: Any) -> float:
    """§11 The points of the card that it captures."""
    return float(worth_of_target(v, action))


@native
def beginner(v: Any, seat: int, action: int, scratch: Any) -> float:
    """The same, less the best capture that it leaves to the next seat."""
    attack(v, seat, action, scratch.stack[1])
    return float(worth_of_target(v, action) - best_capture(scratch.stack[1], scratch.choices[1]))


@native
def greedy(v: Any, seat: int, action: int, scratch: Any) -> float:
    """Three captures: its own, less the next seat's best, which again leaves one.

    As long as there is a pile, what lies there two captures later is half a guess, and counts for half.
    """
    trust = HALF if v.left > 0 else 1.0
    after = scratch.stack[1]
    attack(v, seat, action, after)
    lost = 0.0
    for number in range(legal(after, after.turn, scratch.choices[1])):
        answer = scratch.choices[1, number]
        attack(after, after.turn, answer, scratch.stack[2])
        found = worth_of_target(after, answer) - trust * best_capture(scratch.stack[2], scratch.choices[2])
        lost = found if number == 0 else max(lost, found)
    return worth_of_target(v, action) - lost


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
