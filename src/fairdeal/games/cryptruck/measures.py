"""What a report counts of Cryptruck: leads that were bought, and blocks."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import DEALER, lowest, native, size_of
from fairdeal.games.cryptruck import rules

MEASURES = (
    "wanted",
    "bought",
    "blocks",
)
WANTED, BOUGHT, BLOCKS = range(3)


@native
def measure(s: Any, who: int, action: int, m: Any) -> None:
    """Count the leads that a seat wanted and bought, and at the end of a round its blocks."""
    if who == DEALER:
        return
    m[WANTED, who] += action == rules.WANT
    m[BOUGHT, who] += rules.GIVE <= action < rules.PLAY
    if rules.is_round_running(s):
        return
    for seat in range(s.seats):
        m[BLOCKS, seat] += size_of(s.blocks[seat])


@native
def measure_held(s: Any, held: Any) -> None:
    """§6 Count the cards that are dealt to each seat."""
    if not rules.is_round_running(s):
        return
    for seat in range(s.seats):
        cards = int(s.hand[seat])
        while cards:
            held[lowest(cards), seat] += 1
            cards &= cards - 1
