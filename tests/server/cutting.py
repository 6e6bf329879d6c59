"""A wire that can be cut: whoever connects here reaches another port of this machine, until nothing passes any more."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator

from tests.server.balancing import CHUNK


class Wire:
    """Passes bytes on in a thread of its own. Cut, it keeps all connections open and passes nothing, as networks do."""

    def __init__(self, port: int) -> None:
        self._target = port
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._whole = asyncio.Event()
        self._whole.set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    @contextlib.contextmanager
    def running(self) -> Iterator[Wire]:
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._start(), self._loop).result()
        try:
            yield self
        finally:
            asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result()
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()

    @contextlib.contextmanager
    def cut(self) -> Iterator[None]:
        """Pass nothing for a while; then all that was held up arrives, late."""
        self._loop.call_soon_threadsafe(self._whole.clear)
        try:
            yield
        finally:
            self._loop.call_soon_threadsafe(self._whole.set)

    async def _start(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _stop(self) -> None:
        assert self._server is not None
        self._server.close()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        with contextlib.closing(writer), contextlib.suppress(asyncio.CancelledError, OSError):
            await self._whole.wait()
            there, back = await asyncio.open_connection("127.0.0.1", self._target)
            with contextlib.closing(back):
                await asyncio.gather(self._pump(reader, back), self._pump(there, writer))
        self._tasks.discard(task)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(CHUNK):
                await self._whole.wait()
                writer.write(data)
                await writer.drain()
        writer.close()
