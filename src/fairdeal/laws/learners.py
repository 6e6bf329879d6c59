"""Laws of what learners observe, and of a game's own clock."""

from __future__ import annotations

import numpy as np

from fairdeal.contract.rules import State
from fairdeal.engine.fields import places_of
from fairdeal.engine.kernel import DEALER
from fairdeal.engine.observed import field_of, left_out_of, read
from fairdeal.laws.moment import FILLS, Law, Moment, hold
from fairdeal.laws.walks import GUARD, legal_of, view_of
from fairdeal.laws.worlds import worlds_of


def observed(m: Moment, s: State, seat: int) -> bytes:
    """Give what a seat observes of a state, by its view."""
    out = np.zeros(m.rules.OBSERVATION, np.uint8)
    m.rules.observe(view_of(m.game, s, seat), seat, out)
    return out.tobytes()


def an_observation_is_whole(m: Moment) -> None:
    size = m.rules.OBSERVATION
    for seat in m.seats:
        v = m.view(seat)
        made = []
        for fill in FILLS:
            out = np.full(size + GUARD, fill, np.uint8)
            m.rules.observe(v, seat, out[:size])
            hold((out[size:] == fill).all(), "observe wrote behind OBSERVATION numbers.")
            made.append(out[:size].tobytes())
            m.rules.observe_changes(v, seat, out[:size])
            hold(out[:size].tobytes() == made[-1], f"observe_changes of seat {seat} differs from observe.")
        hold(made[0] == made[1], f"observe of seat {seat} leaves a number unwritten or reads what was in its buffer.")


def an_observation_tells_the_view(m: Moment) -> None:
    """All that is in a view can be read from its observation, but for fields that are left out; see decision 16."""
    left_out = left_out_of(m.rules)
    for seat in m.seats:
        out = np.frombuffer(observed(m, m.s, seat), np.uint8)
        found, v = read(m.rules, out, seat), np.array([m.view(seat)], m.rules.STATE)
        for place in places_of(m.rules.STATE):
            if place.name in left_out or (place.field.is_hidden and not m.actors):  # the end shows what was hidden
                continue
            told, known = field_of(found, place.name).tolist(), field_of(v, place.name).tolist()
            hold(told == known, f"An observation of seat {seat} tells {told} for {place.name}, which is {known}.")


def worlds_are_observed_alike(m: Moment) -> None:
    """What a learner gets is the same in every world that its seat cannot tell from the real one."""
    for seat in m.seats:
        for world in worlds_of(m, seat):
            hold(observed(m, world, seat) == observed(m, m.s, seat), f"Seat {seat} observes what it cannot know.")
            hold(legal_of(m.game, world, seat) == m.legal(seat), f"Seat {seat} may do other things in a world.")


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
    an_observation_tells_the_view,
    worlds_are_observed_alike,
    time_passes,
)
