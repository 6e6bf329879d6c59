"""Exactly uniform deals of unseen cards to places that are closed to some kinds: counted once, then drawn.

Cards are of kinds (colours, suits). A place (a hand, a stock) needs a number of cards and may be closed to kinds that
it has shown to lack. Giving each card to a random open place would be biased, and dealing until a deal fits is far too
slow late in a round. So the ways to deal are counted, kind by kind from the last one, over what the `counted` places
still need; a deal then draws, kind by kind, how many cards each of them gets, with those numbers as weights.

One place need not be counted, because it takes what is left: the `rest`. If several places are open to everything, they
are the rest together (REST_OF_MANY), and the caller splits what is left among them by a shuffle. What the counted
places still need is a single number, `needs`, with `step` between the units of one place and those of the next.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fairdeal.engine.chance import fraction
from fairdeal.engine.kernel import NOBODY, native

COUNTED = 4
REST_OF_MANY = NOBODY
MOST_CARDS = 127
INVERSE_FACTORIAL = np.array([1 / math.factorial(n) for n in range(MOST_CARDS + 1)])


def counting(kinds: int, places: int, ways: int) -> dict[str, Any]:
    """Name the fields of a plan, for `record`.

    The caller fills `cards`, `need` and `lacks`; `count_ways` does the others. `ways` is the most that the product of
    all the counted needs, each plus one, can be.
    """
    return {
        "cards": ("i1", kinds),  # unseen cards of each kind
        "need": ("i1", places),  # unseen cards in each place
        "lacks": ("i2", places),  # the set of kinds that a place is closed to
        "counted": ("i1", COUNTED),  # places, or NOBODY
        "rest": "i1",  # the place that takes what is left, or REST_OF_MANY
        "step": ("i4", COUNTED + 1),
        "ways": ("f8", (kinds + 1, ways)),  # to deal the kinds from this one on, by needs
    }


@native
def count_ways(plan: Any) -> None:
    """Count the ways to deal the kinds from each one on, up to a factor per kind that is the same for all."""
    choose_counted(plan)
    last = len(plan.cards)
    for needs in range(plan.step[0]):
        plan.ways[last, needs] = 1.0 if needs == 0 else 0.0
    for kind in range(last - 1, -1, -1):
        for needs in range(plan.step[0]):
            plan.ways[kind, needs] = split(plan, kind, needs, math.inf)[0]


@native
def choose_counted(plan: Any) -> None:
    plan.rest = choose_rest(plan)
    plan.counted[:] = NOBODY
    count = 0
    for place in range(len(plan.need)):
        in_rest = place == plan.rest or (plan.rest == REST_OF_MANY and plan.lacks[place] == 0)
        if plan.need[place] > 0 and not in_rest:
            plan.counted[count] = place
            count += 1
    plan.step[COUNTED] = 1
    for number in range(COUNTED - 1, -1, -1):
        plan.step[number] = plan.step[number + 1] * (room_for(plan, number) + 1)


@native
def choose_rest(plan: Any) -> int:
    """Name the largest place, so that the least is counted; all the open ones where there are several."""
    open_places = 0
    largest = 0
    for place in range(len(plan.need)):
        open_places += plan.need[place] > 0 and plan.lacks[place] == 0
        if plan.need[place] > plan.need[largest]:
            largest = place
    return REST_OF_MANY if open_places > 1 else largest


@native
def room_for(plan: Any, number: int) -> int:
    """How many cards the counted place takes in all."""
    return plan.need[plan.counted[number]] if plan.counted[number] != NOBODY else 0


@native
def part_of(plan: Any, number: int, needs: int) -> int:
    """How many of `needs` are for the counted place."""
    return needs // plan.step[number + 1] % (room_for(plan, number) + 1)


@native
def all_needs(plan: Any) -> int:
    """What the counted places need before anything is dealt."""
    return plan.step[0] - 1


@native
def draw_split(plan: Any, kind: int, needs: int, rng: Any) -> int:
    """Draw how the cards of a kind are split; return what that takes off the needs."""
    if needs == 0:
        return 0
    return split(plan, kind, needs, fraction(rng) * plan.ways[kind, needs])[1]


@native
def split(plan: Any, kind: int, needs: int, mark: float) -> tuple[float, int]:
    """Walk through the splits of a kind among the counted places and the rest.

    Add up the ways that each split leaves open, and stop at the split where the sum passes the mark.
    """
    cards = plan.cards[kind]
    closed = plan.rest != REST_OF_MANY and plan.lacks[plan.rest] >> kind & 1
    most_j, most_k, most_l = most_of(plan, 1, kind, needs), most_of(plan, 2, kind, needs), most_of(plan, 3, kind, needs)
    ways = 0.0
    chosen = 0
    for i in range(most_of(plan, 0, kind, needs) + 1):
        for j in range(min(most_j, cards - i) + 1):
            for k in range(min(most_k, cards - i - j) + 1):
                for l in range(min(most_l, cards - i - j - k) + 1):  # noqa: E741
                    left = cards - i - j - k - l
                    taken = i * plan.step[1] + j * plan.step[2] + k * plan.step[3] + l
                    onward = plan.ways[kind + 1, needs - taken]
                    if onward == 0.0 or (closed and left > 0):
                        continue
                    chosen = taken
                    orders = INVERSE_FACTORIAL[i] * INVERSE_FACTORIAL[j] * INVERSE_FACTORIAL[k] * INVERSE_FACTORIAL[l]
                    ways += onward * orders * INVERSE_FACTORIAL[left]
                    if ways > mark:
                        return ways, taken
    return ways, chosen


@native
def most_of(plan: Any, number: int, kind: int, needs: int) -> int:
    """How many cards of a kind the counted place can take."""
    place = plan.counted[number]
    if place == NOBODY or plan.lacks[place] >> kind & 1:
        return 0
    return min(part_of(plan, number, needs), plan.cards[kind])


# --- cards that may have been handed on ------------------------------------------------------------------------------
#
# Where hands make gifts to each other unseen, a deal is more than who holds what: each gift was some card, and what a
# hand was closed to before a gift says something about the gift. Here every card has roads: a road is a set of gifts
# that took the card along, and the place where it lies at last. Each gift is on the road of exactly one card, so the
# ways to choose a road for every card are counted card by card from the last one on, over the gifts that no card has
# been on so far, and over what the counted places still need.
#
# The unseen cards come first in the list. Cards that were seen since come after them: they lie AWAY and need no place,
# but a gift may have been one of them. Open places that are the rest together are one end of a road; the caller names
# it by any one of them.


def travelling(cards: int, places: int, gifts: int, needs: int, ways: int) -> dict[str, Any]:
    """Name the fields of a plan for cards that may have been handed on, for `record`.

    The caller fills `gifts`, `need` and `lacks` (anything but 0 for a place that has a part in a gift), calls
    `choose_counted`, lists the cards and their roads, and calls `count_roads`. `needs` is the most that the product of
    all the counted needs, each plus one, can be, and `ways` the most that `room_for_roads` can be.
    """
    return {
        "need": ("i1", places),
        "lacks": ("i2", places),
        "counted": ("i1", COUNTED),
        "rest": "i1",
        "step": ("i4", COUNTED + 1),
        "gifts": "i1",  # how many are unseen
        "unseen": "i1",  # cards, the first of the list
        "listed": "i1",  # cards
        "roads": ("i1", cards),  # how many each card has
        "carries": ("i2", (cards, places + 2**gifts)),  # the set of gifts on a road
        "ends": ("i1", (cards, places + 2**gifts)),  # the place where a road ends, or AWAY
        "unit": ("i4", places + 1),  # what a card in a place takes off the needs
        "wanting": ("i2", needs),  # the set of places that can take a card, by needs
        "needed": ("i1", needs),  # cards in all the counted places, by needs
        "ways": ("f8", ways),
    }


def room_for_roads(unseen: int, seen: int, needs: int, gifts: int) -> int:
    """Tell how many ways are kept: by gifts and needs for the unseen cards, by gifts alone for those seen since."""
    return ((unseen + 1) * needs + seen) * 2**gifts


@native
def away(plan: Any) -> int:
    """Where a card lies that was seen since: no place of the deal."""
    return len(plan.need)


@native
def is_in_rest(plan: Any, place: int) -> bool:
    return place == plan.rest or (plan.rest == REST_OF_MANY and plan.lacks[place] == 0)


@native
def add_road(plan: Any, card: int, carries: int, end: int) -> None:
    road = plan.roads[card]
    plan.carries[card, road] = carries
    plan.ends[card, road] = end
    plan.roads[card] = road + 1


@native
def all_gifts(plan: Any) -> int:
    return (1 << plan.gifts) - 1


@native
def count_roads(plan: Any) -> None:
    """Count the ways to choose roads for the cards from each one on."""
    note_needs(plan)
    for card in range(plan.listed, -1, -1):
        for needs in range(most_needs(plan, card)):
            fits = fits_rest(plan, card, needs)
            for gifts in range(all_gifts(plan) + 1):
                ways = count_roads_from(plan, card, gifts, needs) if fits else 0.0
                plan.ways[ways_from(plan, card, gifts) + needs] = ways


@native
def note_needs(plan: Any) -> None:
    """Write down, for all needs, what they come to and which places they are of."""
    plan.unit[:] = 0
    for number in range(COUNTED):
        if plan.counted[number] != NOBODY:
            plan.unit[plan.counted[number]] = plan.step[number + 1]
    always = 1 << away(plan)
    for place in range(len(plan.need)):
        if is_in_rest(plan, place):
            always |= 1 << place
    for needs in range(plan.step[0]):
        plan.wanting[needs] = always
        plan.needed[needs] = 0
        for number in range(COUNTED):
            if part_of(plan, number, needs) > 0:
                plan.wanting[needs] |= 1 << plan.counted[number]
                plan.needed[needs] += part_of(plan, number, needs)


@native
def most_needs(plan: Any, card: int) -> int:
    """How many different needs there can be before a card's road is chosen: none once all unseen cards lie."""
    return plan.step[0] if card <= plan.unseen else 1


@native
def ways_from(plan: Any, card: int, gifts: int) -> int:
    """Where the ways from a card on begin, if these gifts are still to be explained."""
    if card <= plan.unseen:
        return ((card << plan.gifts) + gifts) * plan.step[0]
    return (((plan.unseen + 1) * plan.step[0] + card - plan.unseen - 1) << plan.gifts) + gifts


@native
def count_roads_from(plan: Any, card: int, gifts: int, needs: int) -> float:
    if card == plan.listed:
        return 1.0 if gifts == 0 else 0.0
    return walk_roads(plan, card, gifts, needs, math.inf)[0]


@native
def fits_rest(plan: Any, card: int, needs: int) -> bool:
    """Whether the cards from this one on are enough for these needs, and not too many for them and the rest."""
    left = max(plan.unseen - card, 0)
    return 0 <= left - plan.needed[needs] <= plan.unseen - plan.needed[all_needs(plan)]


@native
def draw_road(plan: Any, card: int, gifts: int, needs: int, rng: Any) -> int:
    """Draw the road of a card; with nothing left to explain or to fill there is only one."""
    mark = 0.0
    if gifts or needs:
        mark = fraction(rng) * plan.ways[ways_from(plan, card, gifts) + needs]
    return walk_roads(plan, card, gifts, needs, mark)[1]


@native
def walk_roads(plan: Any, card: int, gifts: int, needs: int, mark: float) -> tuple[float, int]:
    """Add up the ways that each road of a card leaves open, and stop at the road where the sum passes the mark."""
    wanting = plan.wanting[needs]
    ways = 0.0
    chosen = 0
    for road in range(plan.roads[card]):
        carries = plan.carries[card, road]
        end = plan.ends[card, road]
        if carries & ~gifts or not wanting >> end & 1:
            continue
        onward = plan.ways[ways_from(plan, card + 1, gifts ^ carries) + needs - plan.unit[end]]
        if onward == 0.0:
            continue
        chosen = road
        ways += onward
        if ways > mark:
            break
    return ways, chosen
