"""uvicorn's socket with a short way in and out, beside ASGI: a message that need not wait takes no task and no queue.

Whatever is not a whole text in one frame goes the long way, through the library, which knows the standard.
"""

from __future__ import annotations

import logging
import struct
from collections.abc import Callable, MutableMapping
from typing import Any, ClassVar

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.utils import apply_mask

from fairdeal.server.sockets import CLOSE_CODES, LARGEST_MESSAGE, NO_TEXT, Shortcut, Take
from fairdeal.server.waiting import Gate, Inbox

EXTENSION = "fairdeal.wire"  # its name in an ASGI scope
FINAL_TEXT = 0x81
MASKED = 0x80
NOT_UTF8 = CLOSE_CODES[NO_TEXT]

log = logging.getLogger(__name__)


class Wire(WebSocketsSansIOProtocol):
    """A socket that offers itself to its application."""

    take: Take | None = None
    """Where texts go first; set by the application."""
    _is_between: bool = True
    """The library has read the last message to its end and waits for the next."""
    _unflushed: ClassVar[list[Wire]] = []
    queue: Inbox[Any]  # type: ignore[assignment]  # uvicorn asks no more of them
    writable: Gate  # type: ignore[assignment]

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.queue = Inbox()
        self.writable = Gate(is_open=True)
        self._waiting: list[bytes] = []
        self.when_lost: Callable[[], None] = lambda: None
        self._hear: Callable[[bytes], None] | None = None
        """Who hears what comes, once this is no socket any more."""

    def hand_over(self, hear: Callable[[bytes], None]) -> None:
        """Be no socket any more: two processes speak over this connection in their own way."""
        self.stop_keepalive()
        self._hear = hear

    def shutdown(self) -> None:
        if self._hear is None:
            super().shutdown()
        else:
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.when_lost()
        self._untie()

    def _untie(self) -> None:
        """Let go of what leads back here: the collector passes over whatever has lived for long."""
        self.when_lost = lambda: None
        if self.handshake_initiated:
            self.scope["extensions"].pop(EXTENSION, None)
        self.conn.parser.close()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            extensions: MutableMapping[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.accept":
            self._forget_handshake()

    def _forget_handshake(self) -> None:
        """Let go of what it took to open the socket."""
        self.request.headers.clear()  # the library's parser keeps the request itself for as long as it runs
        self.scope["headers"] = []
        del self.request, self.response

    @property
    def _is_open(self) -> bool:
        return not self.close_sent and not self.transport.is_closing()

    # --- in ----------------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self.take is not None and self._is_between and self.queue.empty() and self._is_open:
            text = whole_text(data)
            if text is not None and self.take(text):
                return
        if self._hear is not None:
            self._hear(data)
            return
        if self.handshake_complete:
            self._is_between = self._is_between and ends_between(data)
        super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        """Close with a reason what is no text; the library would write a traceback."""
        if self.curr_msg_data_type == "text" and not is_text(b"".join(self.frames)) and not self.close_sent:
            log.warning("%s", NOT_UTF8)
            self.frames = []
            self.conn.send_close(NO_TEXT, NOT_UTF8)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    # --- out ---------------------------------------------------------------------------------------------------------

    def write(self, text: bytes) -> bool:
        """Write a text in this turn of the loop; False when the client has too much to read already."""
        if not self.writable.is_open:
            return False
        if not self._waiting:
            self._flush_later()
        self._waiting += (head_of(len(text)), text)
        return True

    def _flush_later(self) -> None:
        """Write all that is told in a turn of the loop with one call of the system for each socket."""
        if not Wire._unflushed:
            self.loop.call_soon(flush)
        Wire._unflushed.append(self)

    def flush(self) -> None:
        if self._is_open:
            self.transport.write(b"".join(self._waiting))  # one piece is written with less ado than several
        self._waiting.clear()


def flush() -> None:
    wires, Wire._unflushed = Wire._unflushed, []
    for wire in wires:
        wire.flush()


def whole_text(data: bytes) -> bytes | None:
    """Give the text of a client's frame, if there is just that one frame and it is all of the message.

    >>> whole_text(bytes([FINAL_TEXT, MASKED | 2, 0, 0, 0, 0]) + b"hi")
    b'hi'
    """
    if len(data) < 6 or data[0] != FINAL_TEXT:
        return None
    start, end = _span(data, 0)
    if end != len(data) or end - start > LARGEST_MESSAGE:
        return None
    return apply_mask(data[start:], data[start - 4 : start])


def ends_between(data: bytes) -> bool:
    """Tell whether these are whole frames, each a message of its own, and nothing more."""
    place = 0
    while place + 6 <= len(data) and data[place] & 0x80 and data[place] & 0x0F:
        _, place = _span(data, place)
    return place == len(data)


def _span(data: bytes, place: int) -> tuple[int, int]:
    """Where the payload of a client's frame begins, after its mask, and ends; never, if it is not masked."""
    size, start = data[place + 1], place + 6
    if not size & MASKED:
        return start, len(data) + 1
    size &= 0x7F
    if size >= 126:
        start += 2 if size == 126 else 8
        size = int.from_bytes(data[place + 2 : start - 4], "big")
    return start, start + size


def head_of(size: int) -> bytes:
    """Give what goes before a text of so many bytes.

    >>> head_of(2).hex(" "), head_of(300).hex(" ")
    ('81 02', '81 7e 01 2c')
    """
    if size < 126:
        return bytes((FINAL_TEXT, size))
    if size < 1 << 16:
        return struct.pack("!BBH", FINAL_TEXT, 126, size)
    return struct.pack("!BBQ", FINAL_TEXT, 127, size)


def is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def wire_of(scope: MutableMapping[str, Any]) -> Shortcut | None:
    """Give the socket's short way, if the server has one."""
    wire: Shortcut | None = scope.get("extensions", {}).get(EXTENSION)
    return wire
