"""One connection to a NATS server, with as much of its protocol as the bus needs.

A library for all of NATS passes each message through queues and tasks, which takes longer than everything else that is
done with a move between two servers. Here a message is written, and heard, within one turn of the loop.
"""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import Callable
from typing import Any, NamedTuple, cast
from urllib.parse import unquote, urlsplit

from fairdeal.errors import FairdealError

PORT = 4222
PING_EVERY = 1.0  # seconds
PINGS = 2  # that may stay without an answer
MOST_WAITING = 16 * 1024 * 1024  # bytes that wait for a bus that takes them slowly; what comes then is lost
LONGEST_LINE = 1 << 20  # bytes; the server's own description is the longest, and has some hundreds
MOST = 1 << 20  # bytes of a message, unless the server says otherwise


class Letter(NamedTuple):
    """What was sent, to which subject, and where an answer goes. Without data: nobody listened to what was sent."""

    data: bytes
    subject: str
    answer_to: str


Hear = Callable[[Letter], None]


class BusLost(FairdealError):
    """The connection is no connection any more, or was none."""


class Link(asyncio.Protocol):
    """A connection, from the server's first word to the end. It is never made again: what was on its way is lost."""

    def __init__(self, url: str) -> None:
        self._place = urlsplit(url)
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._greeted: asyncio.Future[None] = self._loop.create_future()
        self._pongs: list[asyncio.Future[None]] = []
        """Who waits for the answer to a ping, in order."""
        self.over: asyncio.Future[None] = self._loop.create_future()
        """Done when the connection has ended."""
        self._ears: dict[int, Hear] = {}
        self._names = 0
        self._pinging: asyncio.TimerHandle | None = None
        self._parts: list[bytes] = []
        """What has come of a message, or of a line, that is not whole."""
        self._have = self._need = 0
        self._complaint = ""
        self.info: dict[str, Any] = {}

    # --- life ---

    @classmethod
    async def to(cls, url: str) -> Link:
        """Connect, and say who one is; raise OSError or BusLost if that fails."""
        link = cls(url)
        try:
            await link._connect()
        except BaseException:
            link.abort()
            raise
        return link

    async def _connect(self) -> None:
        host = self._place.hostname or ""
        await self._loop.create_connection(lambda: self, host, self._place.port or PORT)
        await self._greeted
        if self._place.scheme == "tls" or self.info.get("tls_required"):
            assert self._transport is not None
            secure = await self._loop.start_tls(
                self._transport, self, ssl.create_default_context(), server_hostname=host
            )
            assert secure is not None
            self._transport = secure
        self._write(b"CONNECT %b\r\n" % json.dumps(self._introduction()).encode())
        await self.flush()
        self._keep_pinging()

    def _introduction(self) -> dict[str, Any]:
        user, password = unquote(self._place.username or ""), self._place.password
        known = {"user": user, "pass": unquote(password)} if password is not None else {"auth_token": user}
        return {
            "verbose": False,
            "pedantic": False,
            "lang": "python",
            "version": "1",
            "protocol": 1,
            "headers": True,
            "no_responders": True,
            **(known if user else {}),
        }

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._pinging is not None:
            self._pinging.cancel()
        self._ears.clear()
        if not self.over.done():
            self.over.set_result(None)
        for waiting in (self._greeted, *self._pongs):
            if not waiting.done():
                waiting.set_exception(BusLost(self._complaint or (str(exc) if exc else "the connection has ended")))
                waiting.exception()  # whoever waits hears it there

    def close(self) -> None:
        """End it, with what was sent before; nothing is heard any more."""
        self._ears.clear()
        if self._transport is not None:
            self._transport.close()

    def abort(self, complaint: str = "") -> None:
        """End it at once."""
        self._complaint = self._complaint or complaint
        if self._transport is not None:
            self._transport.abort()

    def _keep_pinging(self) -> None:
        """Ask for a sign of life every second; a server that gives none is gone."""
        if len(self._pongs) >= PINGS:
            self.abort("it does not answer")
            return
        self._ping()
        self._pinging = self._loop.call_later(PING_EVERY, self._keep_pinging)

    def _ping(self) -> asyncio.Future[None]:
        answered = self._loop.create_future()
        self._pongs.append(answered)
        self._write(b"PING\r\n")
        return answered

    async def flush(self) -> None:
        """Wait until the server has taken all that was sent."""
        await self._ping()

    # --- out ---

    @property
    def most(self) -> int:
        """How many bytes one message may have."""
        return int(self.info.get("max_payload", MOST))

    def _write(self, data: bytes) -> None:
        assert self._transport is not None
        self._transport.write(data)

    def publish(self, subject: str, data: bytes, answer_to: str = "") -> bool:
        """Send something; False if it is lost already, because too much waits or nothing goes any more."""
        transport = self._transport
        if transport is None or transport.is_closing() or transport.get_write_buffer_size() + len(data) > MOST_WAITING:
            return False
        transport.writelines((f"PUB {subject} {answer_to} {len(data)}\r\n".encode(), data, b"\r\n"))
        return True

    def subscribe(self, subject: str, hear: Hear, group: str = "") -> int:
        """Hear what is sent to a subject; of a group one hears each message. Give the name by which to end it."""
        self._names += 1
        self._ears[self._names] = hear
        self._write(f"SUB {subject} {group} {self._names}\r\n".encode())
        return self._names

    def unsubscribe(self, name: int) -> None:
        if self._ears.pop(name, None) is not None:
            self._write(f"UNSUB {name}\r\n".encode())

    # --- in ---

    def data_received(self, data: bytes) -> None:
        self._have += len(data)
        if self._parts or self._have < self._need:
            self._parts.append(data)
            if self._have < self._need:
                return
            data = b"".join(self._parts)
        try:
            rest = data[self._read(data) :]
        except ValueError:
            self.abort("it does not speak as NATS does")
            return
        self._parts, self._have = [rest] if rest else [], len(rest)

    def _read(self, data: bytes) -> int:
        """Do what was said as far as it is whole; give where that ends."""
        place = self._need = 0
        while (end := data.find(b"\r\n", place)) >= 0:
            line, place_after = data[place:end], end + 2
            if line.startswith((b"MSG ", b"HMSG ")):
                place_after += int(line[line.rfind(b" ") + 1 :]) + 2
                if place_after > len(data):
                    self._need = place_after - place
                    return place
                self._hear(line, data[end + 2 : place_after - 2])
            else:
                self._obey(line)
            place = place_after
        if len(data) - place > LONGEST_LINE:
            raise ValueError
        return place

    def _hear(self, line: bytes, content: bytes) -> None:
        kind, subject, name, *rest = line.decode().split(" ")
        is_headed = kind == "HMSG"  # and then its length stands before that of everything
        answer_to = rest[0] if len(rest) > 1 + is_headed else ""
        if is_headed:
            content = content[int(rest[-2]) :]
        if (hear := self._ears.get(int(name))) is not None:
            hear(Letter(content, subject, answer_to))

    def _obey(self, line: bytes) -> None:
        match line[:4].upper():
            case b"PING":
                self._write(b"PONG\r\n")
            case b"PONG":
                if self._pongs and not (answered := self._pongs.pop(0)).done():
                    answered.set_result(None)
            case b"INFO":
                self.info = json.loads(line[4:])
                if not self._greeted.done():
                    self._greeted.set_result(None)
            case b"-ERR":  # the server ends the connection after it, or it harms nothing
                self._complaint = line[4:].decode(errors="replace").strip(" '")
