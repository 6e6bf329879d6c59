"""What a turn of Card Game Traders promises, by a small network that knows all hands; `bench.learned` trains it.

It is asked where a turn begins and the end is not triggered. Seats count from the one to move, in the order of play.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fairdeal.engine.kernel import native
from fairdeal.games.traders.abilities import AT_END, HALVES, IN_PLAY, KINDS, value
from fairdeal.games.traders.rules import PLAYING, SEATS
from fairdeal.kit.networks import add, add_inputs, begin, end

# What it is given: numbers of each kind, numbers of each seat, the cards in the deck, and which ability lies where.
HELD, WORTH, MARKET, OFFER, META, VALUE, FINAL, REMOVED = 0, SEATS, *range(2 * SEATS, 2 * SEATS + 6)
OF_A_KIND = 2 * SEATS + 6
SEATS_AT = KINDS * OF_A_KIND
CARDS, POINTS, LEAD, LATE_LEAD, FIRST, OF_A_SEAT = range(6)
DECK_AT = SEATS_AT + SEATS * OF_A_SEAT
ABILITY_AT = DECK_AT + 1
INPUTS = ABILITY_AT + KINDS * HALVES
# What it says: for each seat the logarithm of its share, up to a number that is the same for all, and its points.
OUTPUTS = 2 * SEATS
A_POINT = 1.0 / 20.0
A_CARD = 1.0 / 4.0
A_VALUE = 1.0 / 8.0
A_HAND = 1.0 / 10.0
A_DECK = 1.0 / 40.0
ONE = np.float32(1.0)


@native
def is_foreseen(s: Any) -> bool:
    """Whether the network can be asked: a turn begins, and the end is not triggered."""
    return bool(s.phase == PLAYING and not s.closing)


@native
def foresee(s: Any, sight: Any, shares: Any, points: Any) -> None:
    """Fill in what each seat may expect."""
    describe(s, sight.inputs)
    ask(s, sight)
    most, total = -math.inf, 0.0
    for step in range(s.seats):
        most = max(most, float(sight.said[step]))
    for step in range(s.seats):
        seat = (s.turn + step) % s.seats
        shares[seat] = math.exp(float(sight.said[step]) - most)
        points[seat] = float(sight.said[SEATS + step]) / A_POINT
        total += shares[seat]
    for seat in range(s.seats):
        shares[seat] /= total


# --- what it is given ------------------------------------------------------------------------------------------------


@native
def describe(s: Any, out: Any) -> None:
    """Write all but the abilities; most numbers are from 0 to 1."""
    for place in range(ABILITY_AT):
        out[place] = 0.0
    for kind in range(KINDS):
        describe_kind(s, kind, out)
    for step in range(s.seats):
        seat = (s.turn + step) % s.seats
        for kind in range(KINDS):
            at = kind * OF_A_KIND
            out[SEATS_AT + POINTS * SEATS + step] += out[at + WORTH + step]
        out[SEATS_AT + CARDS * SEATS + step] = s.held[seat] * A_HAND
        out[SEATS_AT + FIRST * SEATS + step] = 1.0 if seat == s.first else 0.0
    describe_leads(s, out)
    out[DECK_AT] = s.deck_size * A_DECK


@native
def describe_kind(s: Any, kind: int, out: Any) -> None:
    """Write where the cards of a kind are, and what they are worth."""
    at = kind * OF_A_KIND
    end = value(s, kind, AT_END)
    for step in range(s.seats):
        cards = s.hand[(s.turn + step) % s.seats, kind]
        out[at + HELD + step] = cards * A_CARD
        out[at + WORTH + step] = cards * end * A_POINT
    out[at + MARKET] = s.market[kind] * A_CARD
    out[at + OFFER] = s.market[kind] * end * A_POINT
    out[at + META] = s.meta[kind] * A_VALUE
    out[at + VALUE] = value(s, kind, IN_PLAY) * A_VALUE
    out[at + FINAL] = end * A_VALUE
    out[at + REMOVED] = s.removed[kind] * A_CARD


@native
def describe_leads(s: Any, out: Any) -> None:
    """Write by how many points each seat is ahead of the best other, and the same as it counts late in a game."""
    mine, left = SEATS_AT + POINTS * SEATS, s.deck_size * A_DECK
    for step in range(s.seats):
        best = 0.0
        for other in range(s.seats):
            if other != step:
                best = max(best, float(out[mine + other]))
        lead = float(out[mine + step]) - best
        out[SEATS_AT + LEAD * SEATS + step] = lead
        out[SEATS_AT + LATE_LEAD * SEATS + step] = lead * (1.0 - left)


# --- the network -----------------------------------------------------------------------------------------------------


@native
def ask(s: Any, sight: Any) -> None:
    """Work out what the network says."""
    begin(sight)
    add_inputs(sight, ABILITY_AT)
    for kind in range(KINDS):
        add(sight, ABILITY_AT + kind * HALVES + s.ability[kind], ONE)
    end(sight)
