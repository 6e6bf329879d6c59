"""A proxy without stickiness: each connection goes to the next server that takes it."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Callable, Sequence

CHUNK = 65536


class Balancer:
    """Passes bytes on, and knows nothing of what they mean."""

    def __init__(self, ports: Sequence[int], choose: Callable[[int], int] | None = None) -> None:
        """`choose` says at which server a connection is tried first, by how many there were before."""
        self._ports = ports
        self._choose = choose or (lambda number: number)
        self._numbers = itertools.count()
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def stop(self) -> None:
        """Cut all connections."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        with contextlib.closing(writer), contextlib.suppress(asyncio.CancelledError):
            await self._pass_on(reader, writer)
        self._tasks.discard(task)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = self._choose(next(self._numbers))
        for turn in range(len(self._ports)):
            port = self._ports[(first + turn) % len(self._ports)]
            with contextlib.suppress(OSError):
                there_reader, there_writer = await asyncio.open_connection("127.0.0.1", port)
                break
        else:
            return
        with contextlib.closing(there_writer):
            await asyncio.gather(pump(reader, there_writer), pump(there_reader, writer))


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass on what comes, until either side ends."""
    with contextlib.suppress(OSError):
        while data := await reader.read(CHUNK):
            writer.write(data)
            await writer.drain()
    writer.close()


@contextlib.asynccontextmanager
async def balancing(ports: Sequence[int], choose: Callable[[int], int] | None = None) -> AsyncIterator[Balancer]:
    balancer = Balancer(ports, choose)
    server = await asyncio.start_server(balancer.serve, "127.0.0.1", 0)
    balancer.port = server.sockets[0].getsockname()[1]
    try:
        yield balancer
    finally:
        server.close()
        await balancer.stop()
