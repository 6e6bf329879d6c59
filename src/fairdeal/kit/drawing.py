"""What chance does in most games: name a seat, shuffle cards; native."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.chance import below, shuffle
from fairdeal.engine.kernel import native
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
