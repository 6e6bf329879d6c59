"""Games to train a network by, of the policy or of the network itself; native, generic over games with foresight."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from fairdeal.engine.chance import below, fraction, shuffle
from fairdeal.engine.kernel import DEALER, MOST_SEATS, blank, copy, lowest, native, rules
from fairdeal.games.traders.abilities import HALVES, KINDS
from fairdeal.games.traders.foresight import ABILITY_AT, INPUTS, describe
from fairdeal.games.traders.rules import PLAYING, SEATS

A_POINT = 0.002  # of a victory, to a seat that chooses by the network
BOLD_DRAFT = 3.0  # times as many random actions in the draft


class Room(NamedTuple):
    """What games are played in."""

    state: Any
    base: Any
    tried: Any
    legal: Any
    choices: Any
    outcome: Any
    shares: Any
    points: Any
    standing: Any
    before: Any
    sight: Any


def new_room(rules: Any, sight: Any) -> Room:
    """Make room for games with a network."""
    state, base, tried = (blank(rules.STATE)[0] for _ in range(3))
    legal, choices = (np.zeros(rules.MOST_LEGAL, np.int32) for _ in range(2))
    outcome, standing = np.zeros(rules.MOST_OUTCOME, np.int16), np.zeros(MOST_SEATS, np.int64)
    shares, points = np.zeros(MOST_SEATS), np.zeros(MOST_SEATS)
    return Room(state, base, tried, legal, choices, outcome, shares, points, standing, np.zeros(2 * SEATS), sight)


# --- choosing --------------------------------------------------------------------------------------------------------


@native
def act(s: Any, epsilon: float, rng: Any, room: Any) -> None:
    """Let chance act, or a seat by the policy; now and then at random."""
    who = lowest(rules.actors(s))
    if who == DEALER:
        rules.draw(s, rng, room.outcome)
        rules.deal(s, room.outcome)
        return
    count = rules.legal(s, who, room.legal)
    if epsilon > 0.0 and fraction(rng) < epsilon:
        number = below(rng, count)
    else:
        number = int(rules.policy(s, who, room.legal, count, rng)) if count > 1 else 0
    rules.play(s, who, room.legal[number])


@native
def end(s: Any, room: Any) -> None:
    """Fill in how a game ended."""
    rules.winners(s, room.shares)
    rules.points(s, room.standing)
    for seat in range(s.seats):
        room.points[seat] = room.standing[seat]


@native
def promise(seat: int, action: int, rng: Any, room: Any) -> float:
    """What an action promises if the turn is ended by the policy, and the game too if its end is triggered."""
    s = room.tried
    copy(room.base, s)
    rules.play(s, seat, action)
    while rules.actors(s) != 0 and not rules.is_foreseen(s):
        act(s, 0.0, rng, room)
    if rules.actors(s) != 0:
        rules.foresee(s, room.sight, room.shares, room.points)
    else:
        end(s, room)
    rival = -math.inf
    for other in range(s.seats):
        if other != seat:
            rival = max(rival, room.points[other])
    return float(room.shares[seat] + A_POINT * (room.points[seat] - rival))


@native
def choose(s: Any, seat: int, count: int, rng: Any, room: Any) -> int:
    """Choose the action that promises most, whatever order the deck is in; give its number."""
    copy(s, room.base)
    shuffle(rng, room.base.deck, int(room.base.deck_size))
    best, chosen = -math.inf, 0
    for number in range(count):
        found = promise(seat, int(room.choices[number]), rng, room)
        if found > best:
            best, chosen = found, number
    return chosen


@native
def step(s: Any, epsilon: float, by_net: int, rng: Any, room: Any) -> None:
    """Let whoever is next act: by the network if the seat is in that set, in its turns before the trigger."""
    who = lowest(rules.actors(s))
    if s.phase < PLAYING or s.closing or not by_net >> who & 1:
        act(s, epsilon if s.phase >= PLAYING else BOLD_DRAFT * epsilon, rng, room)
        return
    count = rules.legal(s, who, room.choices)
    number = 0
    if count > 1:
        number = below(rng, count) if fraction(rng) < epsilon else choose(s, who, count, rng, room)
    rules.play(s, who, room.choices[number])


# --- whole games -----------------------------------------------------------------------------------------------------


@native
def note_turn(s: Any, inputs: Any, found: Any, room: Any) -> None:
    """Write what a network is given of a turn that begins, and what it says by seat."""
    describe(s, inputs)
    for place in range(ABILITY_AT, INPUTS):
        inputs[place] = 0.0
    for kind in range(KINDS):
        inputs[ABILITY_AT + kind * HALVES + s.ability[kind]] = 1.0
    rules.foresee(s, room.sight, room.shares, room.points)
    for seat in range(s.seats):
        found[seat] = room.shares[seat]
        found[SEATS + seat] = room.points[seat]


@native
def look_back(seats: int, mover: int, trace: float, found: Any, room: Any) -> None:
    """Write in the order of play what a turn was to foresee; to the one before, what was said here counts too."""
    for place in range(2 * SEATS):
        room.before[place] = found[place]
    for step in range(seats):
        seat = (mover + step) % seats
        found[step] = room.shares[seat]
        found[SEATS + step] = room.points[seat]
    for seat in range(seats):
        room.shares[seat] = trace * room.shares[seat] + (1.0 - trace) * room.before[seat]
        room.points[seat] = trace * room.points[seat] + (1.0 - trace) * room.before[SEATS + seat]


@native
def play_games(
    start: Any, rngs: Any, epsilon: float, by_net: int, trace: float, room: Any, inputs: Any, found: Any, movers: Any
) -> int:
    """Play a game with each generator; give a row for each turn before the trigger, and how many they are.

    A turn is to foresee how its game ended, and as much less of it as the trace is below 1, what the next turns said.
    """
    rows, s = 0, room.state
    for game in range(len(rngs)):
        first = rows
        copy(start, s)
        while rules.actors(s) != 0:
            if rules.is_foreseen(s) and rows < len(inputs):
                note_turn(s, inputs[rows], found[rows], room)
                movers[rows] = s.turn
                rows += 1
            step(s, epsilon, by_net, rngs[game], room)
        end(s, room)
        for row in range(rows - 1, first - 1, -1):
            look_back(int(s.seats), int(movers[row]), trace, found[row], room)
    return rows
