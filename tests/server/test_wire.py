"""The short way of a socket: whole texts take it, everything else goes the way of the standard, in the same order."""

from __future__ import annotations

import asyncio
import logging
import socket
import struct
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from fairdeal.server import app
from fairdeal.server.limits import Person
from fairdeal.server.sockets import LARGEST_MESSAGE, AsgiSocket
from fairdeal.server.wire import NOT_UTF8, Wire, ends_between, head_of, whole_text, wire_of
from tests.server.players import guest, sit_and_play
from tests.server.test_app import Running

TEXT, CONTINUED, PING = 0x1, 0x0, 0x9


def frame(payload: bytes, kind: int = TEXT, final: bool = True, mask: bytes = b"\x01\x02\x03\x04") -> bytes:
    """A client's frame."""
    size = len(payload)
    head = bytes([kind | 0x80 * final])
    if size < 126:
        head += bytes([0x80 | size])
    else:
        head += bytes([0x80 | 126]) + struct.pack("!H", size)
    return head + mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))


@given(st.binary(max_size=400), st.binary(min_size=4, max_size=4))
def test_a_whole_text_is_read_as_the_client_wrote_it(text: bytes, mask: bytes) -> None:
    data = frame(text, mask=mask)
    assert whole_text(data) == text
    assert ends_between(data)
    assert not any(whole_text(data[:cut]) is not None or ends_between(data[:cut]) for cut in range(1, len(data)))


@pytest.mark.parametrize(
    "data",
    [
        frame(b"{}", PING),
        frame(b"{", final=False),
        frame(b"}", CONTINUED),
        frame(b"{}") + frame(b"{}"),
        frame(b" " * (LARGEST_MESSAGE + 1)),
        b"\x81\x02{}",
        b"\xc1" + frame(b"{}")[1:],
        b"",
    ],
)
def test_whatever_else_comes_goes_the_long_way(data: bytes) -> None:
    assert whole_text(data) is None


def test_parts_of_messages_are_known_as_such() -> None:
    assert ends_between(frame(b"{}") + frame(b"", PING) + frame(b"[]"))
    assert not ends_between(frame(b"{}") + frame(b"{", final=False))
    assert not ends_between(frame(b"{", final=False) + frame(b"}", CONTINUED))
    assert not ends_between(b"\x81\x02{}\x81\x02{}")


@given(st.integers(0, 70_000))
def test_the_head_of_a_text_is_that_of_the_standard(size: int) -> None:
    assert head_of(size) + bytes(size) == Frame(Opcode.TEXT, bytes(size)).serialize(mask=False, extensions=[])


# --- on a real socket ------------------------------------------------------------------------------------------------


class Listener:
    """The hub's side of a socket: takes texts that begin with `!` at once, others only the long way."""

    who = Person()

    def __init__(self) -> None:
        self.heard: list[tuple[str, str]] = []
        self.last = threading.Event()

    def take(self, text: bytes) -> bool:
        if not text.startswith(b"!"):
            return False
        self._note("short", text.decode())
        return True

    async def receive(self, text: str | bytes) -> None:
        assert isinstance(text, str)
        self._note("long", text)

    def _note(self, way: str, text: str) -> None:
        self.heard.append((way, text))
        if text == "!last":
            self.last.set()

    async def closed(self) -> None:
        self.last.set()


@pytest.fixture
def listener() -> Listener:
    return Listener()


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, listener: Listener) -> Iterator[socket.socket]:
    running = Running(tmp_path / "wire.sqlite")

    async def connect(table: str, session: object, out: AsgiSocket, who: Person, language: str) -> Listener:
        return listener

    monkeypatch.setattr(running.hub, "connect", connect)
    request = (
        "GET /api/tables/any/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", running.port), timeout=60) as client:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.sendall(request.encode())
        assert client.recv(1024).startswith(b"HTTP/1.1 101")
        yield client
    running.stop()


def test_texts_of_both_ways_keep_their_order(client: socket.socket, listener: Listener) -> None:
    texts = ["!a", "b", "!c", "d", "e", "!f", "!last"]
    for text in texts:
        client.sendall(frame(text.encode()))
    assert listener.last.wait(60)
    assert [text for _, text in listener.heard] == texts


def test_a_text_in_pieces_is_one_text_and_those_after_it_arrive_too(client: socket.socket, listener: Listener) -> None:
    data = frame(b"!in ", final=False) + frame(b"", PING) + frame(b"pieces", CONTINUED) + frame(b"!next")
    for place in range(len(data)):
        client.sendall(data[place : place + 1])
    client.sendall(frame(b"!last"))
    assert listener.last.wait(60)
    assert [text for _, text in listener.heard] == ["!in pieces", "!next", "!last"]


def test_what_is_no_text_ends_the_socket_with_a_reason_and_one_line_in_the_log(
    client: socket.socket, listener: Listener, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        client.sendall(frame(b"\xff\xfe"))
        closed = client.recv(1024)
        assert listener.last.wait(60)
    assert closed == b"\x88" + bytes([2 + len(NOT_UTF8)]) + struct.pack("!H", 1007) + NOT_UTF8.encode()
    assert [record.getMessage() for record in caplog.records] == [NOT_UTF8]
    assert not caplog.records[0].exc_info


# --- either way ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_short", [True, False])
def test_a_game_is_played_to_its_end_with_the_short_way_and_without_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_short: bool
) -> None:
    written: list[bytes] = []
    write = Wire.write

    def noted(wire: Wire, text: bytes) -> bool:
        written.append(text)
        return write(wire, text)

    monkeypatch.setattr(Wire, "write", noted)
    monkeypatch.setattr(app, "wire_of", wire_of if is_short else lambda scope: None)
    running = Running(tmp_path / "wire.sqlite")

    async def play() -> None:
        async with asyncio.timeout(120):
            anna, ben = [await guest(f"http://127.0.0.1:{running.port}", name) for name in ("anna", "ben")]
            table = await anna.open("battle", seats=2)
            diaries = await asyncio.gather(sit_and_play(anna, table, Random(1)), sit_and_play(ben, table, Random(2)))
        assert diaries[0].result == diaries[1].result
        assert diaries[0].result is not None
        assert sum(len(diary.accepted) for diary in diaries) > 4

    try:
        asyncio.run(play())
    finally:
        running.stop()
    assert bool(written) == is_short
