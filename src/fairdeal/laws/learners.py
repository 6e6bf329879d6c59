"""Laws of what learners observe, and of a game's own clock."""

from __future__ import annotations

import numpy as np

from fairdeal.engine.kernel import DEALER
from fairdeal.laws.moment import Law, Moment, hold
from fairdeal.laws.walks import GUARD


def an_observation_is_whole(m: Moment) -> None:
    size = m.rules.OBSERVATION
    for seat in m.seats:
        v = m.view(seat)
        made = []
        for fill in (-1e30, 1e30):
            out = np.full(size + GUARD, fill, np.float32)
            m.rules.observe(v, seat, out[:size])
            hold((out[size:] == np.float32(fill)).all(), "observe wrote behind OBSERVATION numbers.")
            made.append(out[:size].tobytes())
            hold(
                np.abs(out[:size]).max() < 1e9, f"observe of seat {seat} leaves a number unwritten or makes a huge one."
            )
        hold(made[0] == made[1], f"observe of seat {seat} reads what was in its buffer.")


def time_passes(m: Moment) -> None:
    """Real time: who acts next may act, the dealer only if it is awaited, after a while that is not negative."""
    if not m.rules.REAL_TIME or not m.actors:
        return
    for number in range(3):
        who, delay = m.rules.tempo(m.s, m.rng(f"tempo {number}"))
        hold(m.actors >> who & 1, f"tempo names {who}, who may not act.")
        hold(who != DEALER or m.actors == 1 << DEALER, "tempo names the dealer, who is not awaited.")
        hold(delay >= 0, f"tempo waits {delay} milliseconds.")
    least = 0 if m.actors == 1 << DEALER else -1
    hold(m.rules.patience(m.s) >= least, f"patience is {m.rules.patience(m.s)} with the actors {m.actors:b}.")


LAWS: tuple[Law, ...] = (
    an_observation_is_whole,
    time_passes,
)
