"""How much is allowed: how many of something in a time, and how many of something at a time.

Everything is counted for a person, however many sockets and programs they use, and for the address they come from, so
that a new session is no new allowance.
"""

from __future__ import annotations

import contextlib
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from fairdeal.errors import Crowded, TooMany
from fairdeal.language.messages import Message, say

REMEMBERED = 50_000  # counts; the oldest are forgotten first, and most of those have run out
TOLD_FROM = 10  # times as much as is told to others would be what comes back in a second


@dataclass(frozen=True)
class Rate:
    """So many for a person at once, all of which come back in so many seconds."""

    name: str
    most: int
    seconds: float
    crowd: int = 30
    """For how many persons an address counts: a school may have only one."""
    only_done: bool = False
    """What fails counts as a request and not as this."""

    @property
    def what(self) -> Message:
        """What is counted, after the words "too many"."""
        return say(f"limit.what.{self.name}")


EVERYTHING = Rate("everything", 3000, 60.0, crowd=10)
REQUESTS = Rate("requests", 600, 60.0)
PICTURES = Rate("pictures", 3000, 60.0, crowd=10)
OPENINGS = Rate("openings", 120, 60.0, crowd=10)
CODES = Rate("codes", 60, 60.0, crowd=10)
PROOFS = Rate("proofs", 60, 60.0, crowd=10)
REVIEWS = Rate("reviews", 120, 60.0, crowd=10)
MOMENTS = Rate("moments", 240, 30.0, crowd=4)
PASTS = Rate("pasts", 8, 1.0, crowd=4)
DECKS = Rate("decks", 30, 60.0, crowd=10)
PRINTS = Rate("prints", 12, 60.0, crowd=4)
TABLES = Rate("tables", 30, 600.0, crowd=10, only_done=True)
ARRIVALS = Rate("arrivals", 200, 600.0, crowd=1, only_done=True)
MESSAGES = Rate("messages", 60, 3.0)
WORDS = Rate("words", 20, 60.0)
ABOUTS = Rate("abouts", 60, 10.0, crowd=4)
CHOICES = Rate("choices", 10, 1.0, crowd=4)
OFFERS = Rate("offers", 30, 60.0)
HINTS = Rate("hints", 20, 60.0, crowd=10)

RATES = {
    rate.name: rate
    for rate in (
        *(EVERYTHING, REQUESTS, PICTURES, OPENINGS, CODES, PROOFS, REVIEWS, MOMENTS, PASTS, DECKS, PRINTS, TABLES),
        *(ARRIVALS, MESSAGES, WORDS, ABOUTS, CHOICES, OFFERS, HINTS),
    )
}
ADDRESS = "at "  # before the name of an address


@dataclass(frozen=True)
class Person:
    """Whoever is counted: a session at an address, either of which may be missing. Programs here have no address."""

    session: str = ""
    address: str = ""

    def shares(self, rate: Rate) -> list[tuple[tuple[str, str], int]]:
        """Give the names under which somebody is counted, and how many are allowed to each."""
        own = [((rate.name, self.session), rate.most)] if self.session else []
        return [*own, ((rate.name, f"{ADDRESS}{self.address}"), rate.most * rate.crowd)] if self.address else own


Spent = tuple[tuple[str, str], int, float]
"""A name under which somebody is counted, how many it is allowed, and how many it has spent."""


class Limits:
    """Counts what everybody does, each rate by itself."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self._spent: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        """How many were spent and have not come back, and when that was so."""
        self.fresh: Counter[tuple[str, str]] | None = None
        """What was counted here since others were told; None if there are no others."""

    def __len__(self) -> int:
        return len(self._spent)

    def wait(self, rate: Rate, who: Person) -> float:
        """Give the seconds until one more is allowed; 0 for now."""
        return _wait(rate, self._spent_of(rate, who, self.now()))

    def take(self, rate: Rate, who: Person) -> float:
        """Count one more and give 0, or give the seconds to wait if there were too many already."""
        now = self.now()
        spent = self._spent_of(rate, who, now)
        wait = _wait(rate, spent)
        if not wait:
            self._add(1, spent, now)
        return wait

    def spend(self, rate: Rate, who: Person) -> None:
        """Count one more, or raise TooMany."""
        if wait := self.take(rate, who):
            raise TooMany(rate.what, wait)

    @contextlib.contextmanager
    def counted(self, rate: Rate, who: Person) -> Iterator[None]:
        """Count what is done here, or raise TooMany if there was too much of it."""
        if rate.only_done:
            self.spend(REQUESTS, who)
        self.spend(rate, who)
        try:
            yield
        except BaseException:
            if rate.only_done:
                now = self.now()
                self._add(-1, self._spent_of(rate, who, now), now)
            raise

    def _spent_of(self, rate: Rate, who: Person, now: float) -> list[Spent]:
        """Give what somebody has spent, under each name, that has not come back by now."""
        return [(name, most, self._spent_by(name, most, rate, now)) for name, most in who.shares(rate)]

    def _spent_by(self, name: tuple[str, str], most: int, rate: Rate, now: float) -> float:
        found = self._spent.get(name)
        return 0.0 if found is None else max(0.0, found[0] - (now - found[1]) * most / rate.seconds)

    def _add(self, number: int, spent: list[Spent], now: float) -> None:
        for name, _, before in spent:
            self._keep(name, before + number, now)
            if self.fresh is not None:
                self.fresh[name] += number

    def _keep(self, name: tuple[str, str], spent: float, now: float) -> None:
        self._spent[name] = spent, now
        self._spent.move_to_end(name)
        if len(self._spent) > REMEMBERED:
            self._spent.popitem(last=False)

    # --- with others ---

    def noted(self) -> dict[tuple[str, str], int]:
        """Give what was counted here since this was last asked, as far as it matters.

        Of what comes back anyway in a second less than a tenth does not: nearly all that people do.
        """
        fresh = self.fresh or Counter()
        self.fresh = Counter()
        return {name: count for name, count in fresh.items() if count * TOLD_FROM >= back_in_a_second(name)}

    def hear(self, name: tuple[str, str], number: int) -> None:
        """Count what another process has."""
        if (rate := RATES.get(name[0])) is not None:
            now = self.now()
            self._keep(name, self._spent_by(name, most_of(name, rate), rate, now) + number, now)


def most_of(name: tuple[str, str], rate: Rate) -> int:
    """How many are allowed to whoever is counted under this name."""
    return rate.most * rate.crowd if name[1].startswith(ADDRESS) else rate.most


def back_in_a_second(name: tuple[str, str]) -> float:
    rate = RATES[name[0]]
    return most_of(name, rate) / rate.seconds


def _wait(rate: Rate, spent: list[Spent]) -> float:
    """Give the seconds until each name allows one more; 0 for now."""
    return max([0.0, *[(before + 1 - most) / most for _, most, before in spent]]) * rate.seconds


class Capacity:
    """How many of something there may be at a time, for each name; nobody is counted under no name."""

    def __init__(self, most: int, complaint: Message) -> None:
        self.most, self._complaint = most, complaint
        self._taken: dict[str, int] = {}

    def __len__(self) -> int:
        return sum(self._taken.values())

    def is_full(self, name: str) -> bool:
        return bool(name) and self._taken.get(name, 0) >= self.most

    def enter(self, name: str) -> None:
        self._taken[name] = self._taken.get(name, 0) + 1

    def leave(self, name: str) -> None:
        self._taken[name] -= 1
        if not self._taken[name]:
            del self._taken[name]

    @contextlib.contextmanager
    def held(self, name: str, is_welcome: bool = False) -> Iterator[None]:
        """Have a place for a while; raise Crowded if there is none, unless one is welcome anyway."""
        if self.is_full(name) and not is_welcome:
            raise Crowded(self._complaint)
        self.enter(name)
        try:
            yield
        finally:
            self.leave(name)
