"""The events of a finished game, each with the position it happened in and what its seat knew then."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from fairdeal.contract.game import Setting
from fairdeal.contract.rules import Numbers, State
from fairdeal.engine.kernel import DEALER, NOBODY, blank, copy
from fairdeal.play.sitting import Event, Sitting, number_of
from fairdeal.review.trials import Known, Position


@dataclass(frozen=True)
class ReviewedStep:
    """An event and all that a review asks of the moment before it."""

    event: int
    seat: int
    """Or DEALER."""
    action: int
    """NOBODY for chance."""
    actors: tuple[int, ...]
    legal: tuple[int, ...]
    """Of the seat."""
    before: Position
    known: Known | None
    """None where nothing was chosen: by the dealer, or among one action."""

    @property
    def is_chance(self) -> bool:
        return self.seat == DEALER

    @property
    def is_forced(self) -> bool:
        """Whether nothing else could have happened next."""
        return len(self.legal) == 1 and len(self.actors) == 1


def steps(setting: Setting, events: Iterable[Event], keeps_views: bool = False) -> tuple[list[ReviewedStep], Sitting]:
    """Play a game again; give its events, and the game as it ended.

    With `keeps_views` a seat is taken to remember all its views, else the last one says everything.
    """
    sitting = Sitting(setting)
    past: list[list[State]] = [[] for _ in range(setting.seats)]
    found = []
    for number, event in enumerate(events):
        if keeps_views:
            for seat, views in enumerate(past):
                views.append(sitting.view(seat))
        step = _step(sitting, number, event, past)
        sitting.redo(event)
        found.append(step)
    return found, sitting


def _step(sitting: Sitting, number: int, event: Event, past: list[list[State]]) -> ReviewedStep:
    seat, actors = event.seat, tuple(sitting.actors)
    before = Position(copied([sitting.state])[0], sitting.clock)
    if seat is None:
        return ReviewedStep(number, DEALER, NOBODY, actors, (), before, None)
    legal = tuple(sitting.legal(seat))
    words: Any = sitting.game.words  # as what can be hashed
    action = number_of(words, event.action)
    known = None
    if len(legal) > 1:
        known = known_of(sitting, seat, past[seat])
    return ReviewedStep(number, seat, action, actors, legal, before, known)


def known_of(sitting: Sitting, seat: int, past: Sequence[State] = ()) -> Known:
    """Give what a seat knows now; `past` are all its views, this one included, where the last one may forget."""
    views, told = past or [sitting.view(seat)], sitting.told(seat)
    digest = hashlib.sha256(bytes([seat]) + views[-1].tobytes() + told.tobytes())
    return Known(seat, copied(views), told, sitting.clock, digest.hexdigest())


def copied(states: Sequence[State]) -> Numbers:
    """Give records of their own."""
    found: Numbers = blank(states[0].dtype, len(states))
    for number, state in enumerate(states):
        copy(state, found[number])
    return found


def at_once(steps: Sequence[ReviewedStep]) -> Iterator[list[ReviewedStep]]:
    """Gather the steps of seats that chose at once, blind to each other; every other step is alone."""
    group: list[ReviewedStep] = []
    for step in steps:
        if group and not _belongs(group, step):
            yield group
            group = []
        group.append(step)
    if group:
        yield group


def _belongs(group: Sequence[ReviewedStep], step: ReviewedStep) -> bool:
    """Tell whether a step is of a seat that the game waited for since the group began."""
    waiting = set(group[0].actors) - {each.seat for each in group}
    return set(step.actors) == waiting and DEALER not in group[0].actors
