"""Faulty: everybody plays one of three cards, and a roll decides; what else counts is a fault."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.fields import hidden, public, ranged, state
from fairdeal.engine.kernel import DEALER, native, record, spans
from fairdeal.kit.actions import list_set
from fairdeal.kit.drawing import draw_cards

SEATS = 2
CARDS = 8
ROLLS = 6
MOST_HELD = 3
MOST_FAULT = 6
STRONG, USELESS, COSTLY = range(3)  # cards, if they are faulty

PLAY, ACTIONS = spans(CARDS)
MOST_LEGAL = MOST_HELD
MOST_OUTCOME = CARDS
MOST_EVENTS = 2 + SEATS

DEAL, PLAYING, ROLL, OVER = range(4)  # phases
NO_CARD = -1

OPTIONS = record(start="i1", strong="i1", useless="i1", costly="i1")
BOX = ranged(worth=(1, 100))
STATE = state(
    OPTIONS,
    BOX,
    phase=public("i1", DEAL),
    first=public("i1", 0),
    turn=public("i1", 0),
    aside=public("i1", NO_CARD, is_card=True),
    held=public(("i1", SEATS), 0),
    played=public(("i1", SEATS), NO_CARD, is_card=True),
    rolled=public(("i1", SEATS), 0),
    strong=public("i1", NO_CARD),  # who was dealt the strong card, once all are rolled
    hand=hidden(("i8", SEATS), 0, count="held", bits=CARDS),
)


@native
def actors(s: Any) -> int:
    """§2 Whoever has the turn."""
    if s.phase == OVER:
        return 0
    return 1 << int(s.turn) if s.phase == PLAYING else 1 << DEALER


@native
def legal(s: Any, seat: int, out: Any) -> int:
    """§2 Any card of the hand."""
    return list_set(s.hand[seat], PLAY, out, 0) if actors(s) >> seat & 1 else 0


@native
def draw(s: Any, rng: Any, out: Any) -> int:
    """§1 Three cards each and one aside; §3 a roll for each."""
    if s.phase == DEAL:
        return draw_cards(rng, CARDS, cards_dealt(s), out)
    return draw_cards(rng, ROLLS, cards_dealt(s), out)


@native
def cards_dealt(s: Any) -> int:
    return SEATS * MOST_HELD + 1 if s.phase == DEAL else SEATS


@native
def deal(s: Any, outcome: Any) -> None:
    """§1 The card that is put aside says who starts; §3 the rolls end the game."""
    if s.phase == ROLL:
        end(s, outcome)
        return
    for place in range(SEATS * MOST_HELD):
        s.hand[place % SEATS] |= 1 << int(outcome[place])
    s.aside = outcome[SEATS * MOST_HELD]
    s.held[:SEATS] = MOST_HELD
    s.first = s.aside % SEATS
    s.turn = s.first
    s.phase = PLAYING


@native
def play(s: Any, seat: int, action: int) -> None:
    """§2 One card each."""
    s.played[seat] = action - PLAY
    s.hand[seat] ^= 1 << int(action - PLAY)
    s.held[seat] -= 1
    s.turn = 1 - seat
    if s.turn == s.first:
        s.phase = ROLL


@native
def end(s: Any, outcome: Any) -> None:
    """§3 No two rolls are alike."""
    for seat in range(SEATS):
        s.rolled[seat] = outcome[seat]
        if s.played[seat] == STRONG or s.hand[seat] >> STRONG & 1:
            s.strong = seat
    s.phase = OVER


@native
def points_of(s: Any, seat: int) -> int:
    """§4 The roll, and the faults: more for who starts, more for a card, less for playing another."""
    if s.phase != OVER:
        return 0
    points = int(s.rolled[seat]) * int(s.box.worth)
    points += int(s.options.start) * int(s.first == seat)
    points += int(s.options.strong) * int(s.strong == seat)
    return points - int(s.options.costly) * int(s.played[seat] == COSTLY)
