"""What chance does in most games: name a seat, shuffle cards; native.

What is drawn here all at once can be told number by number too: how likely each number is to come next, once some of
an outcome are known. So `weigh_seats` says of `draw_seat`, and `weigh_rest` of every shuffle, what may follow.
"""

from __future__ import annotations

from typing import Any

from fairdeal.engine.chance import below, shuffle
from fairdeal.engine.kernel import lowest, native, size_of
from fairdeal.kit.actions import list_set


@native
def draw_seat(s: Any, rng: Any, out: Any) -> int:
    """Name a seat, each equally likely."""
    out[0] = below(rng, s.seats)
    return 1


@native
def draw_cards(rng: Any, cards: int, count: int, out: Any) -> int:
    """Shuffle the cards from 0 on, and give the first `count` of them."""
    shuffle_from(rng, 0, cards, out)
    return count


@native
def shuffle_from(rng: Any, first: int, count: int, out: Any) -> int:
    """Shuffle so many numbers from `first` on."""
    for place in range(count):
        out[place] = first + place
    shuffle(rng, out, count)
    return count


@native
def shuffle_set(rng: Any, members: int, out: Any) -> int:
    """Shuffle the members of a set."""
    count = list_set(members, 0, out, 0)
    shuffle(rng, out, count)
    return count


# --- number by number ------------------------------------------------------------------------------------------------


@native
def weigh_seats(s: Any, count: int, weights: Any) -> int:
    """Any seat, and nothing behind it."""
    if count > 0:
        return 0
    weights[: s.seats] = 1
    return int(s.seats)


@native
def weigh_cards(cards: int, dealt: int, outcome: Any, count: int, weights: Any) -> int:
    """The cards from 0 on that have not come, until so many are dealt."""
    if count == dealt:
        return 0
    weights[:cards] = 1
    return weigh_rest(cards, outcome, count, weights)


@native
def weigh_set(members: int, outcome: Any, count: int, weights: Any) -> int:
    """The members of a set that is shuffled, those that have come left out."""
    rest = int(members)
    while rest:
        weights[lowest(rest)] = 1
        rest &= rest - 1
    return weigh_rest(size_of(members), outcome, count, weights)


@native
def weigh_rest(size: int, outcome: Any, count: int, weights: Any) -> int:
    """Of `size` cards, whose numbers are weighed by how many of them there are, leave out those that have come."""
    for place in range(count):
        weights[outcome[place]] -= 1
    return int(size) - int(count)


@native
def weigh_choice(members: int, chosen: int, outcome: Any, count: int, weights: Any) -> int:
    """Of so many chosen members of a set, which come in ascending order, the next one."""
    wanted = int(chosen) - int(count) - 1
    if wanted < 0:
        return 0
    rest = int(members)
    if count > 0:
        rest &= -(2 << int(outcome[count - 1]))
    total = 0
    while rest:
        member = lowest(rest)
        rest &= rest - 1
        weights[member] = ways(size_of(rest), wanted)
        total += weights[member]
    return int(total)


@native
def ways(size: int, chosen: int) -> int:
    """How many sets of so many members there are among `size`."""
    found = 1
    for number in range(chosen):
        found = found * (size - number) // (number + 1)
    return found
