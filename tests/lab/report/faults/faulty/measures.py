"""What a report counts of Faulty: who is dealt a card, and who plays it."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import native
from faulty import rules


@native
def measure_held(s: Any, held: Any) -> None:
    """Count the cards that were dealt."""
    for card in range(rules.CARDS):
        for seat in range(rules.SEATS):
            held[card, seat] += s.hand[seat] >> card & 1


@native
def measure_offer(s: Any, seat: int, action: int) -> int:
    """A card that can be played."""
    return action - rules.PLAY
