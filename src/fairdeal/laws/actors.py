"""Laws of who acts, and of what may be done."""

from __future__ import annotations

from fairdeal.engine.kernel import DEALER
from fairdeal.laws.moment import Law, Moment, hold


def actors_are_seats_or_the_dealer(m: Moment) -> None:
    everybody = (1 << len(m.seats)) - 1 | 1 << DEALER
    hold(m.actors & ~everybody == 0, f"actors is {m.actors:b}, which names a seat that is not there.")


def legal_actions_are_well_formed(m: Moment) -> None:
    """Ascending, distinct, in range and in the buffer; none for who may not act, some for who may."""
    for seat in m.seats:
        legal = m.legal(seat)
        hold(legal == sorted(set(legal)), f"Seat {seat}'s legal actions are not ascending and distinct: {legal}.")
        hold(all(0 <= a < m.rules.ACTIONS for a in legal), f"A legal action of seat {seat} is out of range: {legal}.")
        if m.actors >> seat & 1:
            hold(legal, f"A dead end: seat {seat} is an actor and has no legal action.")
        else:
            hold(not legal, f"Seat {seat} is no actor and has the legal actions {legal}.")


def cards_are_conserved(m: Moment) -> None:
    found = m.census(m.s)
    hold(found == m.counted, f"The census was {m.counted!r} and is now {found!r}.")


LAWS: tuple[Law, ...] = (
    actors_are_seats_or_the_dealer,
    legal_actions_are_well_formed,
    cards_are_conserved,
)
