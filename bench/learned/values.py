"""A small network that says what a world of Card Game Traders with 2 seats is worth, and games to train it by; native.

It is asked at the beginning of a turn before the end is triggered, with the Market and the cards of the printed game.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from fairdeal.engine.chance import below, fraction, shuffle
from fairdeal.engine.kernel import DEALER, MOST_SEATS, blank, copy, lowest, native, rules
from fairdeal.games.traders.abilities import AT_END, HALVES, IN_PLAY, KINDS, value
from fairdeal.games.traders.rules import PLAYING

OF_A_KIND = 10
ABILITY_AT = KINDS * OF_A_KIND
WHOLE_AT = ABILITY_AT + KINDS * HALVES
FEATURES = WHOLE_AT + 9
# Rows of a network's array below those of the features: what is added to the hidden units, how they count for the logit
# of the share and for the margin, and what is added to these two.
ADDED, SHARE, MARGIN, LAST, ROWS = range(FEATURES, FEATURES + 5)
MARGIN_SCALE = 18.0  # points; the spread of margins between players that go by the policy
A_POINT = 0.002  # of a victory, to a seat that chooses by the network
BOLD_DRAFT = 3.0  # times as many random actions in the draft
SHARE_OF, MARGIN_OF, MOVER = range(3)  # columns of what came out


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
    features: Any
    hidden: Any


def new_room(rules: Any, hidden: int) -> Room:
    """Make room for games with a network of so many hidden units."""
    state, base, tried = (blank(rules.STATE)[0] for _ in range(3))
    legal, choices = (np.zeros(rules.MOST_LEGAL, np.int32) for _ in range(2))
    outcome = np.zeros(rules.MOST_OUTCOME, np.int16)
    shares, points = np.zeros(MOST_SEATS), np.zeros(MOST_SEATS, np.int64)
    features, units = np.zeros(FEATURES, np.float32), np.zeros(hidden, np.float32)
    return Room(state, base, tried, legal, choices, outcome, shares, points, features, units)


# --- the network -----------------------------------------------------------------------------------------------------


@native
def is_known(s: Any) -> bool:
    """Whether a network can be asked: a turn of one of 2 seats begins, and the end is not triggered."""
    return bool(s.phase == PLAYING and s.seats == 2 and not s.closing)


@native
def describe(s: Any, out: Any) -> None:
    """Fill in what whoever is to move has, and the other, and what lies on the table; most are from 0 to 1."""
    me, other = int(s.turn), 1 - int(s.turn)
    out[:] = 0.0
    own_points, other_points = 0, 0
    for kind in range(KINDS):
        at = kind * OF_A_KIND
        end = value(s, kind, AT_END)
        own_points += s.hand[me, kind] * end
        other_points += s.hand[other, kind] * end
        out[at] = s.hand[me, kind] / 4.0
        out[at + 1] = s.hand[other, kind] / 4.0
        out[at + 2] = s.market[kind] / 4.0
        out[at + 3] = s.meta[kind] / 8.0
        out[at + 4] = value(s, kind, IN_PLAY) / 8.0
        out[at + 5] = end / 8.0
        out[at + 6] = s.hand[me, kind] * end / 20.0
        out[at + 7] = s.hand[other, kind] * end / 20.0
        out[at + 8] = s.market[kind] * end / 20.0
        out[at + 9] = s.removed[kind] / 4.0
        out[ABILITY_AT + kind * HALVES + int(s.ability[kind])] = 1.0
    lead, deck = (own_points - other_points) / 20.0, s.deck_size / 40.0
    out[WHOLE_AT] = deck
    out[WHOLE_AT + 1] = s.held[me] / 10.0
    out[WHOLE_AT + 2] = s.held[other] / 10.0
    out[WHOLE_AT + 3] = own_points / 40.0
    out[WHOLE_AT + 4] = other_points / 40.0
    out[WHOLE_AT + 5] = lead
    out[WHOLE_AT + 6] = 1.0 if s.closing else 0.0
    out[WHOLE_AT + 7] = 1.0 if s.first == me else 0.0
    out[WHOLE_AT + 8] = lead * (1.0 - deck)


@native
def foresee(s: Any, seat: int, net: Any, features: Any, hidden: Any) -> tuple[float, float]:
    """The share of the victory and the margin that a seat may expect."""
    describe(s, features)
    for unit in range(len(hidden)):
        hidden[unit] = net[ADDED, unit]
    for number in range(FEATURES):
        given = features[number]
        if given != 0.0:
            for unit in range(len(hidden)):
                hidden[unit] += given * net[number, unit]
    logit, margin = float(net[LAST, 0]), float(net[LAST, 1])
    for unit in range(len(hidden)):
        if hidden[unit] > 0.0:
            logit += hidden[unit] * net[SHARE, unit]
            margin += hidden[unit] * net[MARGIN, unit]
    share = 1.0 / (1.0 + math.exp(-logit))
    if s.turn == seat:
        return share, MARGIN_SCALE * margin
    return 1.0 - share, -MARGIN_SCALE * margin


# --- games -----------------------------------------------------------------------------------------------------------


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
def promise(seat: int, action: int, net: Any, rng: Any, room: Any) -> float:
    """What an action promises if the turn is ended by the policy, and the game too if its end is triggered."""
    s = room.tried
    copy(room.base, s)
    rules.play(s, seat, action)
    while rules.actors(s) != 0 and not is_known(s):
        act(s, 0.0, rng, room)
    if rules.actors(s) != 0:
        share, margin = foresee(s, seat, net, room.features, room.hidden)
    else:
        rules.winners(s, room.shares)
        rules.points(s, room.points)
        share, margin = float(room.shares[seat]), float(room.points[seat] - room.points[1 - seat])
    return share + A_POINT * margin


@native
def choose(s: Any, seat: int, count: int, net: Any, rng: Any, room: Any) -> int:
    """Choose the action that promises most, whatever order the deck is in; give its number."""
    copy(s, room.base)
    shuffle(rng, room.base.deck, int(room.base.deck_size))
    best, chosen = -math.inf, 0
    for number in range(count):
        found = promise(seat, int(room.choices[number]), net, rng, room)
        if found > best:
            best, chosen = found, number
    return chosen


@native
def step(s: Any, epsilon: float, by_net: int, net: Any, rng: Any, room: Any) -> None:
    """Let whoever is next act: by the network if the seat is in that set, in its turns before the trigger."""
    who = lowest(rules.actors(s))
    if s.phase < PLAYING or s.closing or not by_net >> who & 1:
        act(s, epsilon if s.phase >= PLAYING else BOLD_DRAFT * epsilon, rng, room)
        return
    count = rules.legal(s, who, room.choices)
    number = 0
    if count > 1:
        number = below(rng, count) if fraction(rng) < epsilon else choose(s, who, count, net, rng, room)
    rules.play(s, who, room.choices[number])


@native
def play_games(
    start: Any, rngs: Any, epsilon: float, by_net: int, net: Any, room: Any, features: Any, ends: Any, games: Any
) -> int:
    """Play a game with each generator; give a row for each turn before the trigger, and how many they are."""
    rows, s = 0, room.state
    for game in range(len(rngs)):
        first = rows
        copy(start, s)
        while rules.actors(s) != 0:
            if is_known(s) and rows < len(features):
                describe(s, features[rows])
                ends[rows, MOVER] = s.turn
                games[rows] = game
                rows += 1
            step(s, epsilon, by_net, net, rngs[game], room)
        rules.winners(s, room.shares)
        rules.points(s, room.points)
        for row in range(first, rows):
            mover = int(ends[row, MOVER])
            ends[row, SHARE_OF] = room.shares[mover]
            ends[row, MARGIN_OF] = room.points[mover] - room.points[1 - mover]
    return rows
