"""What a game's rules answer, what can be known of its hidden cards, and what real time adds to both."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

State = Any  # one record of the game's STATE type; a view is one too, with UNKNOWN where its seat cannot know
Numbers = npt.NDArray[Any]


class Rules(Protocol):
    """The questions a game's `rules.py` answers; native functions over one flat record.

    Commands change `s` or fill `out` and return at most how many numbers they wrote. `v` is a view: the rules never
    read what it masks. Sizes of buffers are constants of the module, so that callers allocate once: legal actions as
    int32, outcomes as int16, points as int64, shares as float64, observations as uint8.
    """

    STATE: np.dtype[Any]
    """The state. Its first fields are `seats`, `options` and `box`."""
    ACTIONS: int
    """Actions are 0 to ACTIONS-1; what `told` makes of a hidden one is a number from ACTIONS on."""
    MOST_LEGAL: int
    """No seat ever has more legal actions than this."""
    MOST_OUTCOME: int
    """No outcome of chance has more numbers than this."""
    MOST_EVENTS: int
    """No game has more events than this, at any seat count and option."""
    OBSERVATION: int
    """How many numbers `observe` writes."""
    REAL_TIME: bool
    """Whether seats act without turns; then `tempo` and `patience` are there."""

    def setup(self, s: State, seats: int, options: State, box: State) -> None:
        """Lay out an empty table: every byte of `s` is written."""

    def actors(self, s: State) -> int:
        """Who may act: a set (bits) of seats and DEALER; 0 when the game is over.

        DEALER alone: chance is due. DEALER with seats: it may act and is not awaited. Several seats: they choose at
        once, blind to each other, and the state after the last does not depend on their order.
        """

    def draw(self, s: State, rng: Numbers, out: Numbers) -> int:
        """Make the outcome of the chance that is due, as the numbers its text prints; return how many."""

    def deal(self, s: State, outcome: Numbers) -> None:
        """Carry an outcome of chance out."""

    def legal(self, s: State, seat: int, out: Numbers) -> int:
        """Fill in the seat's legal actions, ascending; return how many, 0 for a seat that is no actor."""

    def play(self, s: State, seat: int, action: int) -> None:
        """Do what a legal action does."""

    def points(self, s: State, out: Numbers) -> None:
        """Fill in the points of each seat as they stand; of a view, those it shows."""

    def winners(self, s: State, out: Numbers) -> None:
        """Fill in each seat's share of the victory of a game that is over; shares add up to 1."""

    def view(self, s: State, seat: int, out: State) -> None:
        """Write the state as the seat, or SPECTATOR, knows it: every byte of `out` is written."""

    def told(self, s: State, actor: int, action: int, viewer: int) -> int:
        """Give an action as the viewer may know it, judged in the state before it is played."""

    def teaches(self, s: State, seat: int, action: int) -> bool:
        """Tell whether anybody would learn anything hidden from this action, judged before it is played."""

    def observe(self, v: State, seat: int, out: Numbers) -> None:
        """Write a view as bytes for a learner; all of them."""

    def observe_changes(self, v: State, seat: int, out: Numbers) -> None:
        """Write the bytes that may differ between two views of a game; the others are as `observe` wrote them."""


class Worlds(Protocol):
    """The questions about hidden cards that a game's `worlds.py` answers; native functions over views."""

    PLAN: np.dtype[Any]
    """What `plan` counts for `resample`."""

    def plan(self, v: State, seat: int, out: State) -> None:
        """Count, once for a seat's view, what `resample` needs; spectators imagine nothing."""

    def resample(self, v: State, seat: int, plan: State, rng: Numbers) -> None:
        """Turn a copy of the view into a world, exactly uniform over all deals that have this view."""


class RevealingRules(Rules, Protocol):
    """What rules answer beyond that if an action may show its own seat something, other than the last sealed one."""

    def turned_up(self, s: State, after: State, seat: int) -> bool:
        """Tell whether the seat's own action, which led from `s` to `after`, showed it anything it did not know.

        That is chance above all, a card from a pile; also a sealed choice of others that was opened by it.
        """


class ForeseeingRules(Rules, Protocol):
    """What rules answer beyond that if outcomes of chance can be told number by number."""

    MOST_NUMBER: int
    """No number of an outcome is higher than this; none is negative."""

    def weigh_next(self, s: State, outcome: Numbers, count: int, weights: Numbers) -> int:
        """Weigh the numbers that may come next in the outcome of the chance that is due, of which `count` are known.

        `weights` has a place for each number up to MOST_NUMBER, 0 at first; a number is as likely as its weight among
        all. Return the sum of them, 0 if the outcome is whole.
        """


class RealTimeRules(Rules, Protocol):
    """What rules answer beyond that if seats act without turns."""

    def tempo(self, s: State, rng: Numbers) -> tuple[int, int]:
        """Real time: who acts next (a seat, or DEALER when it is awaited), and after how many milliseconds."""

    def patience(self, s: State) -> int:
        """Real time: how many milliseconds the dealer waits from the moment it becomes an actor; -1: for ever.

        Its turn begins with the event that made it an actor, or with its own last act.
        """
