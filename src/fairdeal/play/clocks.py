"""How long a seat may think: watches that run while a seat is awaited. Pure; times are the server's milliseconds."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from fairdeal.errors import BadOption
from fairdeal.language.messages import say
from fairdeal.play.events import Clock

LONGEST = 14 * 24 * 3600  # seconds
SHORTEST = 2


class Now(msgspec.Struct, frozen=True, gc=False):
    """When something is done, in milliseconds: `at` by the server's time, by which clocks run, `time` by the wall's."""

    at: int
    time: int


def check_clock(clock: Clock) -> None:
    """Refuse a clock that nobody could play by."""
    if clock.kind == "none":
        if clock.seconds or clock.increment:
            raise BadOption(say("clock.no_seconds"))
        return
    if not SHORTEST <= clock.seconds <= LONGEST:
        raise BadOption(say("clock.seconds", low=SHORTEST, high=LONGEST, seconds=clock.seconds))
    if not 0 <= clock.increment <= LONGEST or (clock.increment and clock.kind != "bank"):
        raise BadOption(say("clock.increment", most=LONGEST))


@dataclass
class Watch:
    """What is left for one seat, and since when it runs; None: it does not run."""

    left: int
    since: int | None = None

    def deadline(self) -> int | None:
        """When the time runs out, if nothing stops the watch."""
        return None if self.since is None else self.since + self.left

    def remaining(self, at: int) -> int:
        """How much is left at a moment."""
        return max(0, self.left if self.since is None else self.left - (at - self.since))

    def start(self, at: int) -> None:
        if self.since is None:
            self.since = at

    def stop(self, at: int) -> None:
        self.left, self.since = self.remaining(at), None


def new_watch(clock: Clock) -> Watch:
    return Watch(1000 * clock.seconds)


def after_action(watch: Watch, clock: Clock, at: int) -> None:
    """A seat has acted: the next move has its own time, or the bank grows."""
    watch.stop(at)
    watch.left = 1000 * clock.seconds if clock.kind == "move" else watch.left + 1000 * clock.increment


def grace(clock: Clock, real_time: bool) -> int | None:
    """How many milliseconds a player may be gone before a bot stands in; None: for ever, among friends."""
    if real_time:
        return 20_000
    if clock.kind == "none":
        return None
    pace = clock.seconds if clock.kind == "move" else clock.seconds // 10
    return 1000 * min(max(30, 2 * pace), 24 * 3600)
