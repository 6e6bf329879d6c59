"""A WebSocket client by hand, so that the load generator costs as little as it can; and as much HTTP as it needs."""

from __future__ import annotations

import asyncio
import os
import struct
from typing import Any, cast

import msgspec

HOST = "127.0.0.1"
TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
MASKED = 0x80
NO_MASK = bytes(4)  # a client must mask, and a key of zeros changes nothing
END_OF_HEAD = b"\r\n\r\n"


class Lost(Exception):
    """A server refused or closed a connection; the text says how."""


def frame(payload: bytes, kind: int = TEXT) -> bytes:
    """Make one frame of a client's message.

    >>> frame(b"hi").hex(" ")
    '81 82 00 00 00 00 68 69'
    """
    size = len(payload)
    if size < 126:
        head = bytes((MASKED | kind, MASKED | size))
    else:
        head = struct.pack("!BBH", MASKED | kind, MASKED | 126, size)
    return head + NO_MASK + payload


def span(data: bytes, place: int) -> tuple[int, int] | None:
    """Where the payload of the frame at a place begins and ends; None when it has not come whole.

    >>> span(frame(b"hi")[:1] + bytes([2]) + b"hi", 0)
    (2, 4)
    """
    if len(data) < place + 2:
        return None
    size, start = data[place + 1], place + 2
    if size == 126:
        start += 2
        size = int.from_bytes(data[place + 2 : start], "big")
    elif size == 127:
        start += 8
        size = int.from_bytes(data[place + 2 : start], "big")
    return (start, start + size) if len(data) >= start + size else None


class Wire(asyncio.Protocol):
    """One socket. A subclass says what is done when it is open and with every message."""

    transport: asyncio.WriteTransport

    def __init__(self, path: str, cookie: str = "") -> None:
        self._path = path
        self._cookie = cookie
        self._rest = b""
        self._is_open = False
        self.received = 0
        self.sent = 0
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def opened(self) -> None:
        """The socket is open."""

    def heard(self, message: bytes) -> None:
        """A message has come."""

    async def connect(self, port: int) -> None:
        await asyncio.get_running_loop().create_connection(lambda: self, HOST, port)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.WriteTransport, transport)  # uvloop's own class is no subclass of it
        key = os.urandom(16).hex()[:22] + "=="
        cookie = f"Cookie: {self._cookie}\r\n" if self._cookie else ""
        self.transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: {HOST}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{cookie}\r\n".encode()
        )

    def connection_lost(self, error: Exception | None) -> None:
        self.lose(str(error or "the connection was closed"))

    def lose(self, reason: str) -> None:
        if not self.lost.done():
            self.lost.set_exception(Lost(reason))

    def say(self, message: bytes) -> None:
        data = frame(message)
        self.sent += len(data)
        self.transport.write(data)

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        if self._rest:
            data = self._rest + data
        place = 0 if self._is_open else self._after_head(data)
        while place >= 0 and (found := span(data, place)) is not None:
            start, end = found
            self._take(data[place] & 0xF, data[start:end])
            place = end
        self._rest = data[max(place, 0) :]

    def _after_head(self, data: bytes) -> int:
        """Where the frames begin, or -1 while the server's consent has not come whole."""
        end = data.find(END_OF_HEAD)
        if end < 0:
            return -1
        if not data.startswith(b"HTTP/1.1 101"):
            self.lose(data[:200].decode("latin-1"))
            return -1
        self._is_open = True
        self.opened()
        return end + len(END_OF_HEAD)

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == TEXT:
            self.heard(payload)
        elif kind == PING:
            self.transport.write(frame(payload, PONG))
        elif kind == CLOSE:
            self.lose(payload[2:].decode())


class Requests:
    """A connection for requests that follow one another."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, port: int) -> Requests:
        return cls(*await asyncio.open_connection(HOST, port))

    def close(self) -> None:
        self._writer.close()

    async def post(self, path: str, document: object, cookie: str = "") -> tuple[Any, str]:
        """Send a document; give the one that comes back, and the cookie that comes with it."""
        body = msgspec.json.encode(document)
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n" + (f"Cookie: {cookie}\r\n" if cookie else "") + "\r\n"
        )
        self._writer.write(head.encode() + body)
        lines = (await self._reader.readuntil(END_OF_HEAD)).decode("latin-1").split("\r\n")
        fields = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:])}
        content = await self._reader.readexactly(int(fields["content-length"]))
        if not lines[0].split(" ")[1].startswith("2"):
            raise Lost(f"POST {path}: {lines[0]} {content.decode()}")
        return msgspec.json.decode(content), fields.get("set-cookie", "").partition(";")[0]
