"""Worlds of a game whose unseen cards are exchangeable: exactly uniform over all deals that have a view; native.

Cards are numbered from 0 to CARDS-1, kind by kind, and each is in at most one place that is not seen: in the set `hand`
of another seat, which has `held` cards and may have shown which kinds it `lacks`; in a hidden field of cards, such as a
pile, that is counted; or nowhere, like what was never dealt. Whatever a view shows in a field of cards, or in a set of
cards, is seen. Games whose hidden cards say more about each other write `plan` and `resample` themselves.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from fairdeal.engine.chance import shuffle, some_of
from fairdeal.engine.fields import hidden_of, places_of
from fairdeal.engine.kernel import UNKNOWN, native, number_at, put_number, record, size_of
from fairdeal.kit.actions import list_set
from fairdeal.kit.deals import COUNTED, REST_OF_MANY, all_needs, count_ways, counting, draw_split, part_of
from fairdeal.kit.derived import is_all_shown, is_seen

MOST_CARDS = 63  # of a set
AT, WIDTH, IS_CARD, COUNT_AT, COUNT_WIDTH, ROW = range(6)  # columns of both tables

PLAN: Any = None
SHOWN: Any = None  # where cards may be seen
CELLS: Any = None  # where cards may lie unseen, one by one
DEALS_HANDS: bool = False
FILLS_CELLS: bool = False
KNOWS_LACKS: bool = False
STOCK: int = 0  # the place of cards that are in no hand, after the seats
CARDS: int = 0
KINDS: int = 1
OF_A_KIND: int = 0
KIND: int = 0  # the cards of the first kind, as a set


def constants(rules: Any) -> dict[str, Any]:
    """Give the tables and sizes of a game."""
    cards, seats, kinds = (
        vars(rules).get(name, default) for name, default in (("CARDS", 0), ("SEATS", 1), ("KINDS", 1))
    )
    fields = {place.name: place.field for place in places_of(rules.STATE)}
    has_hands = "hand" in fields and fields["hand"].is_hidden and fields["hand"].bits == cards
    most = vars(rules).get("MOST_HELD", 0)
    ways = (most + 1) ** min(COUNTED, seats - 1) if "lacks" in fields else 1
    if has_hands and "lacks" in fields and seats > COUNTED + 1:
        raise ValueError(f"Hands that lack kinds are dealt to at most {COUNTED + 1} seats: write plan and resample.")
    if cards > MOST_CARDS:
        raise ValueError(f"At most {MOST_CARDS} cards are dealt: write plan and resample.")
    cells = [*_cells(rules.STATE)]
    return {
        "PLAN": record(**counting(kinds, seats + 1, ways), unseen="i8", shuffled=("i1", max(1, cards))),
        "SHOWN": np.array([*_shown(rules.STATE, cards)], np.int32).reshape(-1, ROW + 1),
        "CELLS": np.array(cells, np.int32).reshape(-1, ROW + 1),
        "FILLS_CELLS": len(cells) > 0,
        "DEALS_HANDS": has_hands,
        "KNOWS_LACKS": "lacks" in fields,
        "STOCK": seats,
        "CARDS": cards,
        "KINDS": kinds,
        "OF_A_KIND": max(1, cards // kinds),
        "KIND": (1 << cards // kinds) - 1,
    }


def not_imagined(rules: Any) -> list[str]:
    """Name the hidden fields that no world fills: a game that has such fields writes `plan` and `resample` itself."""
    cards = vars(rules).get("CARDS", 0)
    return [
        place.name
        for place in places_of(rules.STATE)
        if place.field.is_hidden
        and not (place.name == "hand" and place.field.bits == cards)
        and not (place.field.is_card and place.field.count)
    ]


def _shown(dtype: np.dtype[Any], cards: int) -> Iterator[tuple[int, ...]]:
    for place in places_of(dtype):
        if place.field.is_card or place.field.bits == cards > 0:
            size = place.field.dtype.base.itemsize
            for number in range(math.prod(place.field.dtype.shape)):
                yield place.start + number * size, size, place.field.is_card, 0, 0, 0


def _cells(dtype: np.dtype[Any]) -> Iterator[tuple[int, ...]]:
    """List the rows of hidden fields of cards: where each begins, its width, and where it is counted."""
    widths = {
        start: place.field.dtype.base.itemsize
        for place in places_of(dtype)
        if place.field.is_hidden and place.field.is_card
        for start in range(place.start, place.start + place.field.dtype.itemsize)
    }
    for row, (_, _, start, _, count_at, count_width) in enumerate(hidden_of(dtype).tolist()):
        if start in widths:
            yield start, widths[start], 1, count_at, count_width, row


@native
def plan(v: Any, seat: int, out: Any) -> None:
    """Count what the others hold, and what is in no hand, and which kinds the hands have shown to lack."""
    out.unseen = unseen_cards(v)
    for kind in range(KINDS):
        out.cards[kind] = size_of(of_kind(out.unseen, kind))
    out.need[:] = 0
    out.lacks[:] = 0
    out.need[STOCK] = size_of(out.unseen)
    if DEALS_HANDS:
        need_hands(v, seat, out)
        count_ways(out)


@native
def of_kind(cards: int, kind: int) -> int:
    return cards & KIND << kind * OF_A_KIND


@native
def unseen_cards(v: Any) -> int:
    """The cards that a view shows nowhere."""
    seen = 0
    for row in range(len(SHOWN)):
        number = number_at(v, SHOWN[row, AT], SHOWN[row, WIDTH])
        if number >= 0:
            seen |= 1 << number if SHOWN[row, IS_CARD] else number
    return (1 << CARDS) - 1 & ~seen


@native
def need_hands(v: Any, seat: int, out: Any) -> None:
    for other in range(v.seats):
        if v.hand[other] == UNKNOWN and other != seat:
            out.need[other] = v.held[other]
            out.need[STOCK] -= v.held[other]
            if KNOWS_LACKS:
                out.lacks[other] = v.lacks[other]


@native
def resample(v: Any, seat: int, plan: Any, rng: Any) -> None:
    """Put the unseen cards in their places, each deal that has this view equally likely."""
    left = plan.unseen
    if DEALS_HANDS:
        left = deal_hands(v, seat, plan, rng)
    if FILLS_CELLS and not is_all_shown(v):
        fill_cells(v, seat, plan, left, rng)


@native
def deal_hands(v: Any, seat: int, plan: Any, rng: Any) -> int:
    """Deal the unseen hands; return what is in none."""
    for other in range(v.seats):
        if v.hand[other] == UNKNOWN and other != seat:
            v.hand[other] = 0
    left, stocked = deal_counted(v, plan, rng)
    if plan.rest == REST_OF_MANY:
        return stocked | deal_rest(v, plan, left, rng)
    return stocked | put(v, plan.rest, left)


@native
def deal_counted(v: Any, plan: Any, rng: Any) -> tuple[int, int]:
    """Give the counted places their cards, kind by kind; return what is left, and what is in no hand."""
    needs = all_needs(plan)
    left = int(plan.unseen)
    stocked = 0
    for kind in range(KINDS):
        taken = draw_split(plan, kind, needs, rng)
        needs -= taken
        for number in range(COUNTED):
            count = part_of(plan, number, taken)
            if count > 0:
                given = some_of(rng, of_kind(left, kind), count)
                stocked |= put(v, plan.counted[number], given)
                left ^= given
    return left, stocked


@native
def put(v: Any, place: int, cards: int) -> int:
    """Add cards to a hand; give back those of no hand."""
    if place == STOCK:
        return cards
    v.hand[place] |= cards
    return 0


@native
def deal_rest(v: Any, plan: Any, cards: int, rng: Any) -> int:
    """Deal what is left to the hands that have shown no lack; return what is in no hand."""
    count = list_set(cards, 0, plan.shuffled, 0)
    shuffle(rng, plan.shuffled, count)
    for other in range(v.seats):
        if plan.lacks[other] == 0:
            for _ in range(plan.need[other]):
                count -= 1
                card = 1 << int(plan.shuffled[count])
                v.hand[other] |= card
                cards ^= card
    return cards


@native
def fill_cells(v: Any, seat: int, plan: Any, cards: int, rng: Any) -> None:
    """Lay cards into the places that the seat does not see, as many as are counted there."""
    count = list_set(cards, 0, plan.shuffled, 0)
    shuffle(rng, plan.shuffled, count)
    for cell in range(len(CELLS)):
        if not is_seen(v, seat, CELLS[cell, ROW]):
            for number in range(number_at(v, CELLS[cell, COUNT_AT], CELLS[cell, COUNT_WIDTH])):
                count -= 1
                put_number(v, CELLS[cell, AT] + number * CELLS[cell, WIDTH], CELLS[cell, WIDTH], plan.shuffled[count])
