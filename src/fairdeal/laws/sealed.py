"""Laws of seats that choose at once."""

from __future__ import annotations

import numpy as np

from fairdeal.contract.game import members
from fairdeal.contract.rules import State
from fairdeal.engine import kernel
from fairdeal.engine.chance import below, shuffle
from fairdeal.laws.moment import Law, Moment, hold
from fairdeal.laws.walks import clone, legal_of, seats_of


def seats_that_choose_at_once_are_blind(m: Moment) -> None:
    """Except in real time, several actors are told nothing of each other's choices."""
    if m.rules.REAL_TIME or len(m.acting) < 2:
        return
    for seat in m.acting:
        hold(_is_sealed(m, m.s, seat), f"Seat {seat} chooses at the same time as others, who are told what.")


def the_order_of_sealed_choices_does_not_matter(m: Moment) -> None:
    """Where several seats choose sealed actions at once, the phase ends in the same bytes in any order."""
    if len(m.acting) < 2 or not all(_is_sealed(m, m.s, seat) for seat in m.acting):
        return
    s, choices = _choose_in_order(m)
    for number in range(3):
        order = [seat for seat in choices for _ in choices[seat]]
        mixed = np.array(order[::-1])
        if number:
            shuffle(m.rng(f"order {number}"), mixed, len(mixed))
        hold(_play_in(m, mixed.tolist(), choices).tobytes() == s.tobytes(), f"The order {mixed.tolist()} matters.")


def _is_sealed(m: Moment, s: State, seat: int) -> bool:
    """Tell whether all that the seat may do is hidden from the others."""
    others = [other for other in seats_of(s) if other != seat]
    legal = legal_of(m.game, s, seat)
    return all(m.rules.told(s, seat, action, other) != action for other in others for action in legal)


def _choose_in_order(m: Moment) -> tuple[State, dict[int, list[int]]]:
    """Let the seats choose in ascending order until the phase is over; give its end and their choices."""
    s, rng = clone(m.s), m.rng("sealed choices")
    choices: dict[int, list[int]] = {seat: [] for seat in m.acting}
    left = m.actors
    while True:
        seat = kernel.lowest(left)
        legal = legal_of(m.game, s, seat)
        choices[seat].append(legal[below(rng, len(legal))])
        m.rules.play(s, seat, choices[seat][-1])
        actors = int(m.rules.actors(s))
        if not actors or actors & ~left or not all(_is_sealed(m, s, other) for other in members(actors)):
            return s, choices
        left = actors


def _play_in(m: Moment, order: list[int], choices: dict[int, list[int]]) -> State:
    s = clone(m.s)
    left = {seat: list(actions) for seat, actions in choices.items()}
    for seat in order:
        action = left[seat].pop(0)
        hold(action in legal_of(m.game, s, seat), f"Another's sealed choice makes {action} of seat {seat} illegal.")
        m.rules.play(s, seat, action)
    return s


LAWS: tuple[Law, ...] = (
    seats_that_choose_at_once_are_blind,
    the_order_of_sealed_choices_does_not_matter,
)
