"""Card Game Traders: the ability cards, the row they make above the Meta, and what they make a card worth.

An ability half is a number: twice its card's, plus one for half b.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fairdeal.engine.chance import below
from fairdeal.engine.kernel import native
from fairdeal.kit.drawing import shuffle_from

KINDS = 7  # slot and kind are the same number
ABILITY_CARDS = 12
HALVES = 2 * ABILITY_CARDS
NO_ABILITY = -1
NO_SLOT = -1
RANDOM = -1  # in the option `abilities`: no fixed row

CARD_NAMES = ("V1", "V2", "V3", "D1", "R1", "W1", "M1", "L1", "X1", "X2", "A1", "A2")
HALF_NAMES = tuple(name + letter for name in CARD_NAMES for letter in "ab")
V1A, V1B, V2A, V2B, V3A, V3B, D1A, D1B, R1A, R1B, W1A, W1B = range(12)
M1A, M1B, L1A, L1B, X1A, X1B, X2A, X2B, A1A, A1B, A2A, A2B = range(12, HALVES)

FAMILY_NAMES = ("Value", "Discount", "Refresh", "Draw", "Remove", "Look", "Exchange", "Arrow")
VALUE, DISCOUNT, REFRESH, DRAW_CARDS, REMOVE, LOOK_AT, EXCHANGE, ARROW = range(8)
FAMILY = np.array(
    [VALUE, VALUE, VALUE, DISCOUNT, REFRESH, DRAW_CARDS, REMOVE, LOOK_AT, EXCHANGE, EXCHANGE, ARROW, ARROW]
)

IN_PLAY, AT_END = range(2)  # the halves of a Value card, and the two moments at which values are asked for


@native
def card_of(half: int) -> int:
    return int(half) // 2


@native
def family_of(half: int) -> int:
    return FAMILY[card_of(half)]


# --- the row ---------------------------------------------------------------------------------------------------------


@native
def shuffle_abilities(rng: Any, out: Any) -> int:
    """§4 All twelve cards in a random order, each showing a random half."""
    shuffle_from(rng, 0, ABILITY_CARDS, out)
    for place in range(ABILITY_CARDS):
        out[place] = 2 * out[place] + below(rng, 2)
    return ABILITY_CARDS


@native
def list_fixed_row(s: Any, out: Any) -> int:
    """Option `abilities`: the seven of the fixed row, slot by slot."""
    for slot in range(KINDS):
        out[slot] = s.options.abilities[slot]
    return KINDS


@native
def weigh_abilities(s: Any, outcome: Any, count: int, weights: Any) -> int:
    """§4 Either half of any card that has not come; of a fixed row, the next."""
    if has_fixed_row(s):
        if count < KINDS:
            weights[s.options.abilities[count]] = 1
        return int(count < KINDS)
    weights[:HALVES] = 1
    for place in range(count):
        weights[2 * card_of(outcome[place])] = 0
        weights[2 * card_of(outcome[place]) + 1] = 0
    return HALVES - 2 * int(count)


@native
def has_fixed_row(s: Any) -> bool:
    return s.options.abilities[0] != RANDOM


@native
def lay_row(s: Any, drawn: Any) -> None:
    """§4 Lay the abilities into the slots; from then on it is settled what changes a value."""
    if has_fixed_row(s):
        for slot in range(KINDS):
            s.ability[slot] = drawn[slot]
    else:
        for place in range(ABILITY_CARDS):
            lay_ability(s, drawn[place])
    settle_values(s)


@native
def lay_ability(s: Any, half: int) -> None:
    """§4 To the leftmost free slot of its own; out of the game without one, or if its family lies there already."""
    slot = leftmost_slot(s, half)
    if slot != NO_SLOT and not lies_already(s, family_of(half)):
        s.ability[slot] = half


@native
def leftmost_slot(s: Any, half: int) -> int:
    for slot in range(KINDS):
        if s.ability[slot] == NO_ABILITY and s.box.slots[card_of(half)] >> slot & 1:
            return slot
    return NO_SLOT


@native
def lies_already(s: Any, family: int) -> bool:
    """§4 No family lies twice, Value excepted."""
    lying = 0
    for slot in range(KINDS):
        lying += s.ability[slot] != NO_ABILITY and family_of(s.ability[slot]) == family
    return lying > 0 and family != VALUE


# --- values ----------------------------------------------------------------------------------------------------------


@native
def value(s: Any, kind: int, moment: int) -> int:
    """§8 The pile's count, changed by abilities, and never too low."""
    return max(s.box.lowest, s.meta[s.source[kind]] + s.modifier[moment, kind])


@native
def settle_values(s: Any) -> None:
    """§8 Whose count is a kind's value, and what is added to it: both follow from the row alone."""
    for kind in range(KINDS):
        source = value_source(s, kind)
        s.source[kind] = source
        for moment in range(2):
            s.modifier[moment, kind] = modifier_of(s, kind, moment) if source == kind else 0


@native
def value_source(s: Any, kind: int) -> int:
    """§8 The pile whose A2 arrow points to this one; §9 any Value card shields its pile from that."""
    if family_of(s.ability[kind]) == VALUE:
        return kind
    if kind > 0 and s.ability[kind - 1] == A2A:
        return kind - 1
    if kind < KINDS - 1 and s.ability[kind + 1] == A2B:
        return kind + 1
    return kind


@native
def modifier_of(s: Any, kind: int, moment: int) -> int:
    """§9 A1a counts the better of both neighbours, A1b the right one, even if that takes away."""
    if s.ability[kind] == A1A:
        return max(own_modifier(s, kind - 1, moment), own_modifier(s, kind + 1, moment))
    if s.ability[kind] == A1B:
        return own_modifier(s, kind + 1, moment)
    return own_modifier(s, kind, moment)


@native
def own_modifier(s: Any, kind: int, moment: int) -> int:
    """§8 What its own Value half adds, if that half is for this moment."""
    half = int(s.ability[kind])
    return int(s.box.bonus[half]) if family_of(half) == VALUE and half % 2 == moment else 0
