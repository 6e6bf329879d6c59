"""What the laws need to know of Oh Hell: how it is played in tests, and where its cards are."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from fairdeal.engine.kernel import size_of
from fairdeal.laws.subject import Subject


def census(s: Any) -> Hashable:
    """§2 Every card dealt is in a hand, played or turned up; nowhere twice."""
    seen, count = 0, 0
    for seat in range(s.seats):
        if size_of(int(s.hand[seat])) != s.held[seat]:
            return f"seat {seat} does not hold {s.held[seat]} cards"
        for suit in range(4):
            if s.lacks[seat] >> suit & 1 and int(s.hand[seat]) >> 13 * suit & 0x1FFF:
                return f"seat {seat} holds a suit that it lacks"
        for cards in (int(s.hand[seat]), int(s.played[seat])):
            seen |= cards
            count += size_of(cards)
    if s.phase in (0, 1):
        return "one deck" if count == 0 else "cards are held before the deal"
    turned = 1 << int(s.turned)
    if seen & turned or size_of(seen) != count or count != s.seats * s.options.tricks:
        return f"{count} cards, {seen:b}, beside the card turned up"
    return "one deck"


SUBJECT = Subject(
    plays=((3, {"tricks": 10}), (4, {"tricks": 1}), (4, {"tricks": 6}), (5, {"tricks": 3}), (5, {"tricks": 10})),
    census=census,
    every=15,
)
