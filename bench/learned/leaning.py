"""Games of a network that chooses by its own seat's view, and how it learns from them; native, bound to Cryptruck.

Policy gradient: what an action brought beyond what a critic expected makes it likelier or less likely. The critic is a
network that sees all hands; it is there for the training alone. A premium on doubt (entropy) keeps both seats from
chasing each other round, and is made smaller on the way.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from fairdeal.engine.kernel import DEALER, MOST_SEATS, blank, copy, lowest, native, rules
from fairdeal.games.cryptruck.intuition import CARDS, HELD, INPUTS, lean, place_of, write_set
from fairdeal.games.cryptruck.rules import total

MOST_ACTIVE = 128  # inputs that are not 0
CRITIC_INPUTS = INPUTS + CARDS
A_POINT = 0.004  # of a victory, at the end of a game
EVEN = 0.95  # what the victory itself counts there
SPREAD = 2.0  # of a round's points, see `outlook` of the game


class Network(NamedTuple):
    """Weights, how they should change, and where it is worked out."""

    inner: Any
    outer: Any
    inner_slope: Any
    outer_slope: Any
    hidden: Any
    below: Any


def new_network(inner: Any, outer: Any) -> Network:
    """Make room for a network's slopes."""
    hidden = np.zeros(inner.shape[1], np.float32)
    return Network(inner, outer, np.zeros_like(inner), np.zeros_like(outer), hidden, hidden.copy())


class Rows(NamedTuple):
    """Choices among several actions, and what came of them."""

    given: Any
    """The places of inputs that are 1: what the seat knows, then the other hand."""
    known: Any
    """How many of them are what the seat knows."""
    all: Any
    legal: Any
    """Where the network says how much an action appeals."""
    count: Any
    chosen: Any
    seat: Any
    expected: Any
    """What the critic said."""
    aim: Any
    """What it should have said."""


def new_rows(count: int, most_legal: int) -> Rows:
    """Make room for so many choices."""
    numbers = (np.zeros(count, np.int32) for _ in range(5))
    known, everything, legal, chosen, seat = numbers
    given, options = np.zeros((count, MOST_ACTIVE), np.int32), np.zeros((count, most_legal), np.int32)
    return Rows(given, known, everything, options, legal, chosen, seat, np.zeros(count), np.zeros(count))


class Room(NamedTuple):
    """What games are played in."""

    state: Any
    legal: Any
    outcome: Any
    shares: Any
    other_hand: Any
    chances: Any
    sight: Any


def new_room(rules: Any, sight: Any) -> Room:
    """Make room for games with a network."""
    legal, outcome = np.zeros(rules.MOST_LEGAL, np.int32), np.zeros(rules.MOST_OUTCOME, np.int16)
    shares, chances = np.zeros(MOST_SEATS), np.zeros(rules.MOST_LEGAL)
    return Room(blank(rules.STATE)[0], legal, outcome, shares, np.zeros(CARDS, np.float32), chances, sight)


# --- a network -------------------------------------------------------------------------------------------------------


@native
def work_out(network: Any, given: Any, count: int) -> None:
    """Fill in the hidden units."""
    units, last = len(network.hidden), len(network.inner) - 1
    for unit in range(units):
        network.hidden[unit] = network.inner[last, unit]
    for number in range(count):
        for unit in range(units):
            network.hidden[unit] += network.inner[given[number], unit]
    for unit in range(units):
        network.hidden[unit] = max(network.hidden[unit], np.float32(0.0))


@native
def said(network: Any, place: int) -> float:
    units = len(network.hidden)
    found = float(network.outer[units, place])
    for unit in range(units):
        found += network.hidden[unit] * network.outer[unit, place]
    return found


@native
def add_slope(network: Any, place: int, slope: float) -> None:
    """What is said there was too much by this."""
    units = len(network.hidden)
    wrong = np.float32(slope)
    for unit in range(units):
        network.outer_slope[unit, place] += wrong * network.hidden[unit]
        network.below[unit] += wrong * network.outer[unit, place]
    network.outer_slope[units, place] += wrong


@native
def hand_down(network: Any, given: Any, count: int) -> None:
    """Add up the slopes of the inner layer, and forget what was handed down."""
    units, last = len(network.hidden), len(network.inner) - 1
    for unit in range(units):
        if network.hidden[unit] <= np.float32(0.0):
            network.below[unit] = np.float32(0.0)
        network.inner_slope[last, unit] += network.below[unit]
    for number in range(count):
        for unit in range(units):
            network.inner_slope[given[number], unit] += network.below[unit]
    for unit in range(units):
        network.below[unit] = np.float32(0.0)


@native
def share_said(critic: Any, given: Any, count: int) -> float:
    """The share of the victory that the critic expects."""
    work_out(critic, given, count)
    return 1.0 / (1.0 + math.exp(-said(critic, 0)))


# --- games -----------------------------------------------------------------------------------------------------------


@native
def note_given(s: Any, seat: int, row: int, rows: Any, room: Any) -> None:
    """Write down what the seat was given, and the other hand for the critic."""
    count = 0
    for place in range(INPUTS):
        if room.sight.inputs[place] != np.float32(0.0):
            rows.given[row, count] = place
            count += 1
    rows.known[row] = count
    room.other_hand[:] = 0.0
    write_set(s, int(s.hand[1 - seat]), HELD, room.other_hand)
    for place in range(CARDS):
        if room.other_hand[place] != np.float32(0.0):
            rows.given[row, count] = INPUTS + place
            count += 1
    rows.all[row] = count


@native
def choose(s: Any, seat: int, count: int, row: int, critic: Any, rows: Any, room: Any, rng: Any) -> int:
    """Let the network choose, and write it down; give the number of the action."""
    number = lean(s, seat, room.legal, count, room, rng)
    note_given(s, seat, row, rows, room)
    rows.count[row], rows.chosen[row], rows.seat[row] = count, number, seat
    for other in range(count):
        rows.legal[row, other] = place_of(s, room.legal[other])
    rows.expected[row] = share_said(critic, rows.given[row], rows.all[row])
    return number


@native
def judge_round(s: Any, room: Any) -> float:
    """What the end of a round is worth to the first seat: the victory, or what the points so far make of it."""
    lead = total(s, 0) - total(s, 1)
    if rules.actors(s) == 0:
        rules.winners(s, room.shares)
        return float(min(1.0, max(0.0, 0.5 + EVEN * (room.shares[0] - 0.5) + A_POINT * lead)))
    return 1.0 / (1.0 + math.exp(-lead / (SPREAD * math.sqrt(s.options.rounds - s.rounds_played))))


@native
def look_back(share: float, first: int, end: int, trace: float, rows: Any) -> None:
    """Write what the critic should have said: what came in the end and, as much as the trace is below 1, what it said
    of the next choices."""
    for back in range(end - first):
        row = end - 1 - back
        is_first = rows.seat[row] == 0
        rows.aim[row] = share if is_first else 1.0 - share
        expected = rows.expected[row] if is_first else 1.0 - rows.expected[row]
        share = trace * share + (1.0 - trace) * expected


@native
def play_games(start: Any, rngs: Any, trace: float, critic: Any, rows: Any, room: Any) -> int:
    """Play a game with each generator as long as there is room; give how many choices were written down."""
    count, s = 0, room.state
    for game in range(len(rngs)):
        copy(start, s)
        first, played = count, 0
        while rules.actors(s) != 0 and count < len(rows.count):
            who = lowest(rules.actors(s))
            if who == DEALER:
                rules.draw(s, rngs[game], room.outcome)
                rules.deal(s, room.outcome)
                continue
            number, width = 0, rules.legal(s, who, room.legal)
            if width > 1:
                number = choose(s, who, width, count, critic, rows, room, rngs[game])
                count += 1
            rules.play(s, who, room.legal[number])
            if s.rounds_played != played:
                look_back(judge_round(s, room), first, count, trace, rows)
                first, played = count, int(s.rounds_played)
        if first != count:
            return first  # there was no room for the end of this round
    return count


# --- learning --------------------------------------------------------------------------------------------------------


@native
def learn(first: int, end: int, doubt: float, network: Any, critic: Any, rows: Any, room: Any) -> None:
    """Add up the slopes over these choices."""
    for row in range(first, end):
        learn_choice(row, doubt, network, rows, room)
        wrong = share_said(critic, rows.given[row], rows.all[row]) - rows.aim[row]
        add_slope(critic, 0, wrong)
        hand_down(critic, rows.given[row], rows.all[row])


@native
def learn_choice(row: int, doubt: float, network: Any, rows: Any, room: Any) -> None:
    """Make what was chosen likelier by what it brought beyond what was expected, and all of it a little less sure."""
    count = rows.count[row]
    work_out(network, rows.given[row], rows.known[row])
    most, whole, entropy = -math.inf, 0.0, 0.0
    for number in range(count):
        room.chances[number] = said(network, rows.legal[row, number])
        most = max(most, room.chances[number])
    for number in range(count):
        room.chances[number] = math.exp(room.chances[number] - most)
        whole += room.chances[number]
    for number in range(count):
        room.chances[number] = max(1e-9, room.chances[number] / whole)
        entropy -= room.chances[number] * math.log(room.chances[number])
    better = rows.aim[row] - rows.expected[row]
    for number in range(count):
        chance = room.chances[number]
        slope = better * (chance - (1.0 if number == rows.chosen[row] else 0.0))
        add_slope(network, rows.legal[row, number], slope + doubt * chance * (math.log(chance) + entropy))
    hand_down(network, rows.given[row], rows.known[row])
