"""uvicorn's HTTP connection, whose patience ends: with slow and endless requests, and with too many of one address."""

from __future__ import annotations

import asyncio
import functools
import logging
from typing import Any, ClassVar

import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from fairdeal.language.messages import say
from fairdeal.server.addresses import counted_as, is_loopback
from fairdeal.server.documents import Problem
from fairdeal.server.limits import Capacity
from fairdeal.server.wire import Wire

HEAD_WITHIN = 10.0  # seconds for the first line and the headers of a request
IDLE = 5  # seconds that a connection stays open between two requests
LARGEST_HEAD = 32 * 1024  # bytes
MOST_CONNECTIONS = 500  # of one address at a time, sockets among them
LINGER = 2.0  # seconds for a client to read why it was refused

log = logging.getLogger("uvicorn.error.requests")
log.setLevel("ERROR")  # clients learn by the answer what they did wrong; they could fill the log with it


class Patient(HttpToolsProtocol):
    """A connection that ends when its client takes too long, or sends too much, before it has asked for anything."""

    _places: ClassVar[Capacity] = Capacity(MOST_CONNECTIONS, say("socket.of_address"))

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.logger = log
        self._address = ""
        self._deadline: asyncio.TimerHandle | None = None
        self._come = 0
        """Bytes since the last request's head was read."""
        self._is_refused = False
        self._is_upgraded = False

    # --- coming and going --------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        self._address = "" if is_loopback(host) else counted_as(host)
        is_full = self._places.is_full(self._address)
        self._places.enter(self._address)
        if is_full:
            self._answer(503, "Too many connections are open from your address: close some, and come again.")
            self.transport.close()
        else:
            self._set_deadline(HEAD_WITHIN)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._end_deadline()
        self._leave()

    def _leave(self) -> None:
        self._places.leave(self._address)

    def handle_websocket_upgrade(self) -> None:
        self._is_upgraded = True
        self._end_deadline()
        super().handle_websocket_upgrade()
        wire = self.transport.get_protocol()
        assert isinstance(wire, Wire)
        wire.when_lost = functools.partial(self._places.leave, self._address)  # and no more of this connection is kept
        self.parser = None  # type: ignore[assignment]  # it leads back here, and uvicorn lets go of it only elsewhere

    # --- waiting for a request ---------------------------------------------------------------------------------------

    @property
    def _awaits_head(self) -> bool:
        return not self._is_upgraded and (self.cycle is None or self.cycle.response_complete)

    def data_received(self, data: bytes) -> None:
        if self._is_refused:
            return
        super().data_received(data)
        if self._is_refused or not self._awaits_head or self.transport.is_closing():
            return
        self._come += len(data)
        if self._come > LARGEST_HEAD:
            self._refuse(431, f"The headers of a request have at most {LARGEST_HEAD // 1024} kB.")
        elif self._deadline is None:
            self._set_deadline(HEAD_WITHIN)

    def on_headers_complete(self) -> None:
        self._end_deadline()
        self._come = 0
        super().on_headers_complete()

    def _set_deadline(self, seconds: float) -> None:
        self._end_deadline()
        self._deadline = self.loop.call_later(seconds, self._give_up)

    def _end_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        """Say so to who has begun a request; who has not, like a browser that connects ahead, needs no answer."""
        if self._is_refused or not self._come:
            self.transport.abort()
        else:
            self._refuse(408, f"A request begins within {HEAD_WITHIN:.0f} seconds.")

    # --- refusing ----------------------------------------------------------------------------------------------------

    def send_400_response(self, msg: str) -> None:
        self._refuse(400, "This is no request that can be understood.")

    def _refuse(self, status: int, reason: str) -> None:
        """Answer, and drop what comes for a while: a connection that is cut at once may take the answer with it."""
        self._is_refused = True
        self._answer(status, reason)
        self.transport.write_eof()
        self._set_deadline(LINGER)

    def _answer(self, status: int, reason: str) -> None:
        content = msgspec.json.encode(Problem(reason))
        head = b"content-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n\r\n" % len(content)
        self.transport.write(STATUS_LINE[status] + head + content)
