"""What a report counts of CASTER: tricks and bursts, who leads a round, cards that are dealt and played."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import DEALER, NOBODY, lowest, native
from fairdeal.games.caster import rules

MEASURES = (
    "tricks",
    "bursts",
)
TRICKS, BURSTS = range(2)


@native
def measure(s: Any, who: int, action: int, m: Any) -> None:
    """Count what a round has brought when its last card is played."""
    if who == DEALER or s.phase == rules.PASS or s.phase == rules.TRICK:
        return
    for seat in range(s.seats):
        m[TRICKS, seat] += rules.tricks_taken(s, seat)
        m[BURSTS, seat] += rules.has_burst(s, seat)


@native
def measure_held(s: Any, held: Any) -> None:
    """§4 Count the cards that are dealt to each seat."""
    if s.phase == rules.DEAL:
        return
    for seat in range(s.seats):
        for colour in range(rules.COLOURS):
            values = int(s.hand[seat, colour])
            while values:
                held[colour * rules.VALUES + lowest(values), seat] += 1
                values &= values - 1


@native
def measure_leader(s: Any) -> int:
    """§5 §13 The first player of a round."""
    return int(s.first) if s.phase == rules.PASS or s.phase == rules.TRICK else NOBODY


@native
def measure_offer(s: Any, seat: int, action: int) -> int:
    """§7 The card that is played."""
    return action - rules.PLAY if action < rules.GIVE else NOBODY
