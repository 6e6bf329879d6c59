"""The server's own time, which stands still while the server does, so that nobody loses on time by its downtime.

A server does not only stop by ending: a signal or a sleeping laptop may halt it, and a machine may be too busy to let
it run at all. Then nobody asks for the time for a while, and that while does not count.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from fairdeal.errors import FairdealError
from fairdeal.play.clocks import Now
from fairdeal.server.store import Store

BEAT = 1.0  # seconds: what a killed server gives back to every running clock is at most about this
HALT = 2.0  # seconds without a question, at every beat there is one, after which the server must have been halted

log = logging.getLogger(__name__)


class Uptime:
    """Milliseconds for which servers of this store have been alive, all together. It never runs backwards."""

    def __init__(
        self, steady: Callable[[], int] = time.monotonic_ns, calendar: Callable[[], int] = time.time_ns
    ) -> None:
        """Read both clocks in nanoseconds; the calendar may be set back, the steady one may not."""
        self._steady = steady
        self._calendar = calendar
        self._asked = steady()
        self._ahead = -self._asked

    def now(self) -> int:
        asked = self._steady()
        if asked - self._asked > HALT * 1_000_000_000:
            self._ahead -= asked - self._asked
        self._asked = asked
        return (asked + self._ahead) // 1_000_000

    def wall(self) -> int:
        """Give the milliseconds since the epoch."""
        return self._calendar() // 1_000_000

    def read(self) -> Now:
        """Give both times at once."""
        return Now(self.now(), self.wall())

    def reach(self, at: int) -> None:
        """Be at least this late. A stored event may be up to a beat later than the stored time of a killed server."""
        self._ahead += max(0, at - self.now()) * 1_000_000

    async def start(self, store: Store) -> None:
        """Go on from where the last server stopped."""
        self.reach(await store.alive())

    async def beat(self, store: Store) -> None:
        """Store the time. Before a planned stop this gives nothing back at all."""
        self.reach(await store.set_alive(self.now()))

    async def keep_beating(self, store: Store, every: float = BEAT) -> None:
        """Beat until cancelled; a store that fails, a full disk say, is tried again at the next beat."""
        beating = asyncio.ensure_future(self._try_to_beat(store))
        try:
            while True:
                await asyncio.sleep(every)
                self.now()  # whether the store is slow or not
                if beating.done():
                    beating = asyncio.ensure_future(self._try_to_beat(store))
        finally:
            beating.cancel()

    async def _try_to_beat(self, store: Store) -> None:
        try:
            await self.beat(store)
        except FairdealError as error:
            log.warning("%s", error)


class TableTime(Uptime):
    """The server's time as a table has it that stood still while its owners were dead."""

    def __init__(self, uptime: Uptime, lag: int) -> None:
        self._uptime = uptime
        self._lag = lag

    def now(self) -> int:
        return self._uptime.now() - self._lag

    def wall(self) -> int:
        return self._uptime.wall()


class StoppedUptime(Uptime):
    """A time that passes only when told to, for tests."""

    def __init__(self, now: int = 0, wall: int = 1_750_000_000_000) -> None:
        self._passed = 0
        super().__init__(lambda: self._passed * 1_000_000, lambda: (wall + self._passed) * 1_000_000)
        self.reach(now)

    def advance(self, milliseconds: int) -> None:
        """Let time pass for a server that runs."""
        self._passed += milliseconds
        self._asked = self._steady()
