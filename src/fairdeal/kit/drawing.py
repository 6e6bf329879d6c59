"""What chance does in most games: name a seat, shuffle cards; native."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.chance import below, shuffle
from fairdeal.engine.kernel import native


@native
def draw_seat(s: Any, rng: Any, out: Any) -> int:
    """Name a seat, each equally likely."""
    out[0] = below(rng, s.seats)
    return 1


@native
def draw_cards(rng: Any, cards: int, count: int, out: Any) -> int:
    """Shuffle the cards from 0 on, and give the first `count` of them."""
    for card in range(cards):
        out[card] = card
    shuffle(rng, out, cards)
    return count
