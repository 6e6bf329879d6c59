"""Laws of views: what follows from them, and that they are whole."""

from __future__ import annotations

import numpy as np

from fairdeal.contract.game import has_turned_up, points_of, shares_of
from fairdeal.contract.rules import State
from fairdeal.engine.kernel import DEALER, SPECTATOR
from fairdeal.laws.moment import FILLS, Law, Moment, hold
from fairdeal.laws.walks import draw_outcome, filled, legal_of, view_of


def a_view_writes_every_byte(m: Moment) -> None:
    for seat in m.viewers:
        made = []
        for byte in FILLS:
            out = filled(m.rules.STATE, byte)
            m.rules.view(m.s, seat, out)
            made.append(out.tobytes())
        hold(made[0] == made[1], f"The view of {seat} leaves bytes unwritten.")


def the_view_of_a_view_is_itself(m: Moment) -> None:
    for seat in m.viewers:
        v = m.view(seat)
        hold(view_of(m.game, v, seat).tobytes() == v.tobytes(), f"The view of {seat}'s view differs from it.")


def a_spectator_sees_no_more_than_a_seat(m: Moment) -> None:
    """What all may see follows from any view, so it is drawn of any."""
    seen = m.view(SPECTATOR).tobytes()
    for seat in m.seats:
        masked = view_of(m.game, m.view(seat), SPECTATOR)
        hold(masked.tobytes() == seen, f"The spectator's view of seat {seat}'s view is not the spectator's view.")


def who_acts_and_what_is_legal_follow_from_the_view(m: Moment) -> None:
    for seat in m.viewers:
        v = m.view(seat)
        hold(m.rules.actors(v) == m.actors, f"actors differs on the view of {seat}.")
        if seat != SPECTATOR:
            hold(legal_of(m.game, v, seat) == m.legal(seat), f"legal differs on the view of seat {seat}.")


def a_finished_game_is_open(m: Moment) -> None:
    """The result is told from a view, so points and winners follow from any view at the end."""
    if m.actors:
        return
    shares = shares_of(m.game, m.s)
    hold(abs(sum(shares) - 1) < 1e-9 and min(shares) >= 0, f"The shares of the victory are {shares}.")
    for seat in m.viewers:
        v = m.view(seat)
        if v.tobytes() == m.s.tobytes():
            continue
        hold(shares_of(m.game, v) == shares, f"winners differs on the view of {seat}.")
        hold(points_of(m.game, v) == points_of(m.game, m.s), f"points at the end differs on the view of {seat}.")


def the_best_points_win(m: Moment) -> None:
    """Whoever has a share of the victory has the most points, or the fewest; not every game is decided by points."""
    if m.actors or m.best is None:
        return
    points, shares = points_of(m.game, m.s), shares_of(m.game, m.s)
    for seat in m.seats:
        if shares[seat] > 0:
            hold(points[seat] == m.best(points), f"Seat {seat} wins with {points[seat]} points of {points}.")


def questions_change_nothing(m: Moment) -> None:
    before = m.s.tobytes()
    for seat in m.viewers:
        v = m.view(seat)
        seen = v.tobytes()
        points_of(m.game, v)
        if seat != SPECTATOR:
            _ask_everything(m, seat, v)
        hold(v.tobytes() == seen, f"A question changed the view of {seat}.")
    if m.actors >> DEALER & 1:
        draw_outcome(m.game, m.s, m.rng("draw"))
    points_of(m.game, m.s)
    hold(m.s.tobytes() == before, "A question changed the state.")


def _ask_everything(m: Moment, seat: int, v: State) -> None:
    for action in m.some_legal(seat)[:3]:
        m.rules.teaches(m.s, seat, action)
        has_turned_up(m.rules, m.s, m.s, seat, action)
        for viewer in m.viewers:
            m.rules.told(m.s, seat, action, viewer)
    m.plan(seat, v)
    m.rules.observe(v, seat, np.empty(m.rules.OBSERVATION, np.uint8))


LAWS: tuple[Law, ...] = (
    a_view_writes_every_byte,
    the_view_of_a_view_is_itself,
    a_spectator_sees_no_more_than_a_seat,
    who_acts_and_what_is_legal_follow_from_the_view,
    a_finished_game_is_open,
    the_best_points_win,
)
