"""What goes on beside mailboxes: bots that think, news that wait for a moment, and what is done now and then."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from fairdeal.errors import FairdealError
from fairdeal.failures import log_failure

log = logging.getLogger(__name__)

Work = Callable[[], Coroutine[Any, Any, None]]

log = logging.getLogger(__name__)


class Tasks:
    """The tasks of one table. None begins after it was stopped, and whatever fails is in the log."""

    def __init__(self, table: str) -> None:
        self.is_stopped = False
        self._table = table
        self._running: set[asyncio.Task[None]] = set()

    def start(self, work: Work) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work())
        self._running.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log_failure(f"Table {self._table}", error)

    async def rest(self) -> None:
        """Wait until nothing goes on here, unless somebody comes or a time does."""
        while self._running:
            await asyncio.wait(self._running)

    async def stop(self) -> None:
        """Break everything off."""
        self.is_stopped = True
        for task in list(self._running):
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)


async def keep_doing(work: Callable[[], Awaitable[None]], seconds: float) -> None:
    """Do something again and again; what goes wrong is logged."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except FairdealError as error:
            log.warning("%s", error)
