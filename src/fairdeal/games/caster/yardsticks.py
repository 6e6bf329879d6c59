"""Players of CASTER that go by the trick on the table: what it is worth, and how near the limit is."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import lowest, native
from fairdeal.games.caster.knowledge import led_values, lower, room_left, unseen
from fairdeal.games.caster.rules import (
    CARDS,
    PLAY,
    TRICK,
    colour_of,
    led_colour,
    slowness,
    trick_taker,
    value_of,
)
from fairdeal.kit.masks import highest

A_LITTLE = 0.01  # points; decides between cards that are as good for the trick
THIRD = 1 / 3
PICKY = 0.6  # of the highest value: what a trick should be worth to a seat that has hardly any room


@native
def glance(v: Any, seat: int, action: int, scratch: Any) -> float:
    """§10 §12 The points of the trick as it lies, if the card takes it and there is room; it leads its highest card."""
    if v.phase != TRICK or v.laid == 0:
        return float(value_of(action % CARDS))
    if not takes(v, action - PLAY):
        return 0.0
    return float(points_with(v, action - PLAY)) if room_left(v, seat) > 0 else -1.0


@native
def beginner(v: Any, seat: int, action: int, scratch: Any) -> float:
    """The same, but it leaves tricks that are worth less than a third of the highest value.

    Where a card takes nothing it gets rid of a low one, which would take a trick some day.
    """
    if v.phase != TRICK or v.laid == 0:
        return float(value_of(action % CARDS))
    if not takes(v, action - PLAY):
        return -A_LITTLE * value_of(action - PLAY)
    return points_with(v, action - PLAY) - THIRD * int(v.box.highest[v.seats]) if room_left(v, seat) > 0 else -1.0


@native
def greedy(v: Any, seat: int, action: int, scratch: Any) -> float:
    """Take tricks that are worth more than a fair one while there is room, duck the others."""
    if v.phase != TRICK:
        return 0.0
    card = action - PLAY
    chance, room = chance_to_take(v, seat, card), room_left(v, seat)
    if room < 0:
        return chance
    if room == 0:
        return -chance - A_LITTLE * value_of(card)
    return chance * (points_to_expect(v, seat, card) - fair(v, seat)) - A_LITTLE * value_of(card)


# --- the trick -------------------------------------------------------------------------------------------------------


@native
def takes(v: Any, card: int) -> bool:
    """§9 Whether a card would take the trick as it lies."""
    led = led_colour(v)
    trump = v.box.trump[led]
    return bool(slowness(card, led, trump) < slowness(v.trick[trick_taker(v)], led, trump))


@native
def points_with(v: Any, card: int) -> int:
    """§10 What the trick would be worth if this card took it and no other came."""
    values = led_values(v)
    return lowest(values) if colour_of(card) == led_colour(v) else highest(values)


@native
def chance_to_take(v: Any, seat: int, card: int) -> float:
    """About how likely a card is to take the trick: less so the more lower ones are out, and seats to come."""
    coming = int(v.seats) - 1 - int(v.laid)
    if v.laid > 0 and not takes(v, card):
        return 0.0
    under = lower(unseen(v, seat, colour_of(card)), value_of(card))
    return 1.0 / (1.0 + under * coming / (int(v.seats) - 1))


@native
def points_to_expect(v: Any, seat: int, card: int) -> int:
    """§10 What the trick is worth; of a lead, the next card above it that is out."""
    if v.laid > 0:
        return points_with(v, card)
    above = unseen(v, seat, colour_of(card)) >> (value_of(card) + 1)
    return value_of(card) + 1 + lowest(above) if above else value_of(card)


@native
def fair(v: Any, seat: int) -> float:
    """What a trick should be worth to be taken: the more, the fewer of those left the seat has room for."""
    part = room_left(v, seat) / max(1.0, float(v.held[seat]))
    return PICKY * int(v.box.highest[v.seats]) * (1.0 - part)
