"""Direct lines: a connection between two processes carries all people who come in at the one and play at the other.

What is told goes as over a bus (`server/lines.py`), and nothing in between reads and writes it once more. A connection
begins as a socket does, at the port that everybody knows, with the key that only processes of this house have read in
the store; after that each message is its length and itself. It lives no longer than its line: who comes later begins
another.
"""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from collections.abc import Callable, Iterator
from typing import cast
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from fairdeal.bus import Hear, Letter
from fairdeal.bus.link import MOST, MOST_WAITING
from fairdeal.failures import log_failure
from fairdeal.server.addresses import RELAYED
from fairdeal.server.limits import Person
from fairdeal.server.lines import Channelled, IncomingLine, OutgoingLine, Switchboard, subject_of
from fairdeal.server.relay import CONNECT_WITHIN, KEY, Listener, Passed
from fairdeal.server.store import Peer
from fairdeal.server.wire import Wire, wire_of

PATH = "/lines"
LENGTH = struct.Struct("!I")
LONGEST_ANSWER = 16 * 1024  # bytes of the headers with which a process says that it takes a line


class NoLines(Exception):
    """A process answers, and takes no lines: it is of an older version."""


class Messages:
    """Puts messages together from what comes, in whatever pieces."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._have = 0
        self._need = LENGTH.size

    def whole(self, data: bytes) -> Iterator[bytes]:
        """Give the messages that are whole now; raise ValueError if it cannot be meant."""
        self._parts.append(data)
        self._have += len(data)
        if self._have < self._need:
            return
        data, place = b"".join(self._parts), 0
        self._parts, self._have = [], 0
        while (have := len(data) - place) >= LENGTH.size:
            (length,) = LENGTH.unpack_from(data, place)
            if length > MOST:
                raise ValueError("a message of such a length is never sent")
            if have < LENGTH.size + length:
                break
            start, place = place + LENGTH.size, place + LENGTH.size + length
            yield data[start:place]
        self._parts, self._have = [data[place:]], have
        self._need = LENGTH.size if have < LENGTH.size else LENGTH.size + length


class Trunk:
    """One end of a connection between two processes."""

    def __init__(self, transport: asyncio.Transport, hear: Callable[[bytes], None]) -> None:
        self._transport = transport
        self._hear = hear
        self._messages = Messages()

    def take(self, data: bytes) -> None:
        """Hear what has come; a message that nobody can make sense of harms no other."""
        try:
            for message in self._messages.whole(data):
                try:
                    self._hear(message)
                except Exception as error:
                    log_failure("A message of a line", error)
        except ValueError:
            self._transport.abort()

    def send(self, data: bytes) -> bool:
        """Send a message; False if it is lost already, because too much waits or nothing goes any more."""
        transport = self._transport
        if transport.is_closing() or transport.get_write_buffer_size() + len(data) > MOST_WAITING:
            return False
        transport.writelines((LENGTH.pack(len(data)), data))
        return True

    def close(self) -> None:
        """End it, with what was sent before."""
        self._transport.close()


class Calling(asyncio.Protocol):
    """The end that calls: it asks for a line, and is a trunk's when that is granted."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer
        self._transport: asyncio.Transport | None = None
        self._is_over = False
        self._answer = b""
        self._take: Callable[[bytes], None] = self._read_answer
        self._granted: asyncio.Future[asyncio.Transport] = asyncio.get_running_loop().create_future()
        self.when_lost: Callable[[], None] = lambda: None

    async def open(self) -> asyncio.Transport:
        """Connect, and wait until the other process agrees; raise OSError if it does not answer, or NoLines."""
        place = urlsplit(f"//{self._peer.address}")
        try:
            async with asyncio.timeout(CONNECT_WITHIN):
                await asyncio.get_running_loop().create_connection(lambda: self, place.hostname or "", place.port or 80)
                return await self._granted
        except BaseException:
            if self._transport is not None:
                self._transport.abort()
            raise

    def go_on(self, take: Callable[[bytes], None], when_lost: Callable[[], None]) -> None:
        self._take, self.when_lost = take, when_lost
        if self._is_over:  # it was granted, and lost in the same turn
            when_lost()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        nonce = base64.b64encode(os.urandom(16)).decode()
        lines = (
            f"GET {PATH} HTTP/1.1", f"Host: {self._peer.address}", "Upgrade: websocket", "Connection: Upgrade",
            f"Sec-WebSocket-Key: {nonce}", "Sec-WebSocket-Version: 13", f"{KEY}: {self._peer.key}", "", "",
        )  # fmt: skip
        self._transport.write("\r\n".join(lines).encode("latin-1"))

    def data_received(self, data: bytes) -> None:
        self._take(data)

    def _read_answer(self, data: bytes) -> None:
        self._answer += data
        if b"\r\n\r\n" not in self._answer and len(self._answer) < LONGEST_ANSWER:
            return
        if self._granted.done() or self._transport is None:
            return
        if self._answer.startswith(b"HTTP/1.1 101 "):  # what follows waits for the first word from here
            self._granted.set_result(self._transport)
        else:
            self._granted.set_exception(NoLines())

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._granted.done():
            self._granted.set_exception(exc or ConnectionResetError())
            self._granted.exception()  # whoever waits hears it there
        self._is_over = True
        self.when_lost()


class Trunks:
    """All connections of a process to others, in the place of a bus: each is known by where it leads."""

    is_connected = True
    most = MOST

    def __init__(self) -> None:
        self.sent = self.lost = 0
        """Messages; those that were lost found no connection, or too slow a one, or were missed by who hears."""
        self.when_lost: list[Callable[[], None]] = []
        """Nobody loses all at once."""
        self.when_cut: Callable[[str], None] = lambda there: None
        """Called when a connection has ended, with where it led."""
        self._trunks: dict[str, Trunk] = {}
        self._opening: dict[str, asyncio.Task[None]] = {}
        self._answered = 0
        self._pass_on: Hear = lambda letter: None

    async def listen(self, subject: str, hear: Hear, group: str = "") -> None:
        self._pass_on = hear

    def send(self, subject: str, data: bytes, answer_to: str = "") -> None:
        trunk = self._trunks.get(subject)
        if trunk is not None and trunk.send(data):
            self.sent += 1
        else:
            self.lost += 1

    async def reach(self, there: str, peer: Peer) -> None:
        """Have a connection to another process; raise OSError if it does not answer, or NoLines."""
        if there in self._trunks:
            return
        if there not in self._opening:  # one for all who come meanwhile
            opening = self._opening[there] = asyncio.create_task(self._open(there, peer))
            opening.add_done_callback(lambda task: task.cancelled() or task.exception())  # whoever waits hears it
        await asyncio.shield(self._opening[there])

    async def _open(self, there: str, peer: Peer) -> None:
        calling = Calling(peer)
        try:
            trunk = self._put(there, await calling.open())
            calling.go_on(trunk.take, lambda: self._cut(there, trunk))
        finally:
            del self._opening[there]

    async def answer(self, receive: Receive, send: Send, wire: Wire) -> None:
        """Be called by another process, until the connection ends."""
        self._answered += 1
        there = f"caller {self._answered}"
        await send({"type": "websocket.accept"})
        trunk = self._put(there, wire.transport)
        wire.hand_over(trunk.take)
        try:
            while (await receive())["type"] != "websocket.disconnect":
                pass
        finally:
            self._cut(there, trunk)

    def _put(self, there: str, transport: asyncio.Transport) -> Trunk:
        trunk = self._trunks[there] = Trunk(transport, lambda data: self._pass_on(Letter(data, "", there)))
        return trunk

    def hang_up(self, there: str) -> None:
        """End a connection whose line has ended."""
        if (trunk := self._trunks.pop(there, None)) is not None:
            trunk.close()

    def _cut(self, there: str, trunk: Trunk) -> None:
        if self._trunks.get(there) is trunk:
            del self._trunks[there]
            self.when_cut(there)


class DirectLines(Switchboard):
    """All direct lines of a process, to others and from them."""

    def __init__(self, app: ASGIApp, key: str) -> None:
        self.trunks = Trunks()
        super().__init__(self.trunks, app, key)
        self.trunks.when_cut = self.end_to

    async def lead(self, peer: Peer, passed: Passed, socket: Listener, who: Person) -> Channelled | None:
        """Lead a client to the process that owns its table; raise OSError if that does not answer at all."""
        there = subject_of(peer.key)
        if self.is_avoided(there):
            return None
        try:
            await self.trunks.reach(there, peer)
        except NoLines:
            self.avoid(there)
            return None
        return await super().lead(peer, passed, socket, who)

    def is_called(self, scope: Scope) -> bool:
        """Tell whether another process of this house asks for a line."""
        return scope["type"] == "websocket" and scope["path"] == PATH and RELAYED in scope

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Be called by another process."""
        await receive()
        wire = wire_of(scope)
        if isinstance(wire, Wire):
            await self.trunks.answer(receive, send, wire)
        else:
            await send({"type": "websocket.close"})

    def _end(self, end: OutgoingLine | IncomingLine) -> None:
        super()._end(end)
        self.trunks.hang_up(end.line.there)
