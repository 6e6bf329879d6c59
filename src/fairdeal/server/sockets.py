"""A table's socket over ASGI: messages wait in a bounded queue, so the hub never waits for a slow client.

Free of any framework: it needs no more than the two functions that an ASGI server gives.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from fairdeal.errors import Crowded, Ending
from fairdeal.language.languages import DEFAULT
from fairdeal.language.messages import Message, say
from fairdeal.language.voice import HOUSE
from fairdeal.server.limits import MESSAGES, Capacity, Limits, Person
from fairdeal.server.protocol import GoingTelling, encode

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Take = Callable[[bytes], bool]
"""Do at once what a text asks for; False if it has to go the long way."""

LARGEST_MESSAGE = 16 * 1024  # bytes from a client
MOST_OF_A_GUEST = 20  # sockets of one session
MOST_AT_A_TABLE = 200  # sockets; whoever has a seat there always gets in
MOST_OF_AN_ADDRESS = 300  # sockets: a school may have only one
SECOND_CHANCE = 1.0  # seconds in which a client may once come too early
MOST_WAITING = 256  # messages to a client
MOST_BYTES = 4 * 1024 * 1024  # of the messages to a client
LINGER = 2.0  # seconds for a client to take the last messages
SPREAD = 2  # milliseconds a socket over which those who are sent away come back
LONGEST_SPREAD = 2000
LONGEST_REASON = 123  # bytes, by the standard
PER_SECOND = MESSAGES.most / MESSAGES.seconds

# --- how a socket ends -----------------------------------------------------------------------------------------------

NO_TEXT = 1007
GOING = 1012
TOO_LARGE = 1009
BROKEN = 1011
BUSY = 1013
REFUSED = 4000
NOT_YOURS = 4003
NO_TABLE = 4004
TOO_FAST = 4008
TOO_SLOW = 4009
TOO_MANY = 4010

CLOSE_CODES = {
    1000: "The client is done.",
    NO_TEXT: "A text was not written in UTF-8.",
    TOO_LARGE: f"A message was larger than {LARGEST_MESSAGE // 1024} kB.",
    BROKEN: "The server made a mistake, or the client did not answer the socket's own pings. Connect again.",
    GOING: "The server stops or starts anew. Connect again, as `going` says; nothing is lost.",
    BUSY: "The store cannot be read or written now. Connect again after a while.",
    REFUSED: "The table cannot be shown, for the reason given.",
    NOT_YOURS: "The table is not for this session.",
    NO_TABLE: "There is no such table.",
    TOO_FAST: f"More than {MESSAGES.most} messages at once, or {PER_SECOND:.0f} a second for long, from all sockets of "
    "one person; or too many sockets opened in a short time. Connect again after a while.",
    TOO_SLOW: f"The client did not read: {MOST_WAITING} messages, or {MOST_BYTES >> 20} MB, waited for it.",
    TOO_MANY: f"Too many sockets are open: {MOST_OF_A_GUEST} of one guest, {MOST_AT_A_TABLE} at one table (those of "
    f"its players always get in) or {MOST_OF_AN_ADDRESS} from one address. Close some, or connect again after a while.",
}

TOO_FAST_REASON = say("socket.too_fast", count=round(PER_SECOND))
TOO_SLOW_REASON, BROKEN_REASON, GOING_REASON = (say(f"socket.{key}") for key in ("too_slow", "broken", "going"))


class Shortcut(Protocol):
    """A way past ASGI, for what need not wait, where the server has one."""

    take: Take | None
    """Where the texts of a client go first."""

    def write(self, text: bytes) -> bool:
        """Write a text at once; False if it has to go the long way."""


class AsgiSocket:
    """The sending side: `send` and `close` return at once, and what cannot be done at once waits for a task."""

    def __init__(self, send: Send, wire: Shortcut | None = None, language: str = DEFAULT) -> None:
        self.language = language
        self._asgi_send = send
        self._wire = wire
        self._queue: list[bytes] = []  # short and mostly empty, and a deque takes 700 bytes
        self._bytes = 0
        self._writing: asyncio.Task[None] | None = None  # only while there is something to write: a task takes 2 kB
        self._ending: tuple[int, str] | None = None
        self.give_up: Callable[[], None] = lambda: None
        """Called when the client is too slow even to be told so."""

    @property
    def is_closing(self) -> bool:
        return self._ending is not None

    def send(self, data: bytes) -> None:
        if self._ending is not None or (self._wire is not None and self._writing is None and self._wire.write(data)):
            return
        if len(self._queue) >= MOST_WAITING or self._bytes + len(data) > MOST_BYTES:
            self._drop_everything()
            return
        self._queue.append(data)
        self._bytes += len(data)
        self._write_soon()

    def close(self, code: int, reason: Message | str) -> None:
        """Close after everything sent before; the first to ask decides the reason."""
        if self._ending is None:
            self._ending = code, shortened(HOUSE.said(reason, self.language))
            self._write_soon()

    def _drop_everything(self) -> None:
        self._queue.clear()
        self._bytes = 0
        self.close(TOO_SLOW, TOO_SLOW_REASON)
        # A client that does not read does not read this either.
        asyncio.get_running_loop().call_later(LINGER, self.give_up)

    def _write_soon(self) -> None:
        if self._writing is None:
            self._writing = asyncio.get_running_loop().create_task(self._write())

    async def _write(self) -> None:
        """Send what waits, and at last how it ends."""
        # OSError: the client is gone. RuntimeError: the server has closed the socket itself, after a bad frame.
        with contextlib.suppress(OSError, RuntimeError):
            while self._queue:
                data = self._queue.pop(0)
                self._bytes -= len(data)
                await self._asgi_send({"type": "websocket.send", "text": data.decode()})
            if self._ending is not None:
                code, reason = self._ending
                await self._asgi_send({"type": "websocket.close", "code": code, "reason": reason})
        self._writing = None

    async def finish(self) -> None:
        """Let a client that is told to go take the last messages, for a while; nothing is written after that."""
        if self._writing is None:
            return
        if self.is_closing:
            await asyncio.wait([self._writing], timeout=LINGER)
        if self._writing is not None:
            self._writing.cancel()
            await asyncio.wait([self._writing])


def shortened(reason: str) -> str:
    """Cut a reason so that it fits into a close frame.

    >>> len(shortened("é" * 100).encode())
    122
    """
    return reason.encode()[:LONGEST_REASON].decode(errors="ignore")


# --- one connection --------------------------------------------------------------------------------------------------


class Receiver(Protocol):
    """The hub's side of a socket."""

    @property
    def who(self) -> Person: ...
    async def receive(self, text: str | bytes) -> None: ...
    def take(self, text: bytes) -> bool: ...
    async def closed(self) -> None: ...


Connect = Callable[[AsgiSocket, contextlib.ExitStack], Awaitable[Receiver]]
"""Find a place for a socket, which is held until it ends, and connect it to its table."""
Judge = Callable[[Exception, str], tuple[int, str]]
"""Gives the code and the reason with which a socket ends after an error, in a language."""


@dataclass(eq=False)
class Sockets:
    """All open sockets."""

    limits: Limits = field(default_factory=Limits)
    open: set[AsgiSocket] = field(default_factory=set)
    opened: int = 0
    too_fast: int = 0
    too_slow: int = 0
    too_many: int = 0
    of_guest: Capacity = field(default_factory=lambda: Capacity(MOST_OF_A_GUEST, say("socket.of_guest")))
    at_table: Capacity = field(default_factory=lambda: Capacity(MOST_AT_A_TABLE, say("socket.at_table")))
    of_address: Capacity = field(default_factory=lambda: Capacity(MOST_OF_AN_ADDRESS, say("socket.of_address")))

    def __len__(self) -> int:
        return len(self.open)

    def close_all(self) -> None:
        """Send everybody away, to come back spread over a time that grows with their number."""
        farewell = encode(GoingTelling(min(LONGEST_SPREAD, SPREAD * len(self.open))))
        for socket in list(self.open):
            socket.send(farewell)
            socket.close(GOING, GOING_REASON)

    async def serve(
        self,
        receive: Receive,
        send: Send,
        connect: Connect,
        judge: Judge,
        wire: Shortcut | None = None,
        language: str = DEFAULT,
        is_counted: bool = False,
    ) -> None:
        """Accept a socket and pass on what comes, until it ends; count it, unless that is done elsewhere."""
        await receive()  # that somebody wants to connect
        await send({"type": "websocket.accept"})
        socket = AsgiSocket(send, wire, language)
        self.open.add(socket)
        self.opened += 1
        try:
            with contextlib.ExitStack() as places:
                await self._listen(Ear(receive, socket, is_counted), socket, await connect(socket, places), judge, wire)
        except Ending as ending:
            socket.close(ending.code, ending.said(socket.language))
        except Exception as error:
            self.too_many += isinstance(error, Crowded)
            socket.close(*judge(error, socket.language))
        finally:
            self.open.discard(socket)
            await socket.finish()

    async def _listen(
        self, ear: Ear, socket: AsgiSocket, connection: Receiver, judge: Judge, wire: Shortcut | None
    ) -> None:
        if wire is not None:
            wire.take = self._short_way(ear, connection, socket, judge)
        try:
            await self._pass_on(ear, connection)
        finally:
            if wire is not None:
                wire.take = None
            await connection.closed()

    def _short_way(self, ear: Ear, connection: Receiver, socket: AsgiSocket, judge: Judge) -> Take:
        """Pass texts on at once, as long as none before them is still being dealt with."""

        def take(text: bytes) -> bool:
            if not (ear.is_waiting and (ear.is_counted or not self.limits.take(MESSAGES, connection.who))):
                return False
            try:
                ear.is_paid = not connection.take(text)
            except Exception as error:
                socket.close(*judge(error, socket.language))
            return not ear.is_paid

        return take

    async def _pass_on(self, ear: Ear, connection: Receiver) -> None:
        while (message := await ear.hear()) is not None:
            await self._count(ear, connection.who)
            await connection.receive(message)
        if ear.is_deaf:
            self.too_slow += 1

    async def _count(self, ear: Ear, who: Person) -> None:
        """Count a message; let it wait a moment if it came too early, since another socket may have sent the others."""
        if ear.is_paid or ear.is_counted:
            ear.is_paid = False
            return
        while wait := self.limits.take(MESSAGES, who):
            now = asyncio.get_running_loop().time()
            if now < ear.patient_again_at:
                self.too_fast += 1
                raise Ending(TOO_FAST, TOO_FAST_REASON)
            ear.patient_again_at = now + SECOND_CHANCE
            await asyncio.sleep(min(wait, SECOND_CHANCE))


class Ear:
    """The receiving side. Waiting for a message can be broken off; what is done with a message cannot."""

    def __init__(self, receive: Receive, socket: AsgiSocket, is_counted: bool = False) -> None:
        self._receive = receive
        self.is_counted = is_counted
        """Messages are counted elsewhere."""
        self._task = asyncio.current_task()
        self.is_waiting = False
        self.is_deaf = False
        self.is_paid = False
        """The message that comes now has been counted."""
        self.patient_again_at = 0.0
        """Until then no message may come too early any more."""
        socket.give_up = self.stop

    def stop(self) -> None:
        self.is_deaf = True
        if self.is_waiting and self._task is not None:
            self._task.cancel()

    async def hear(self) -> str | bytes | None:
        """Give the next message; None at the end."""
        if self.is_deaf:
            return None
        self.is_waiting = True
        try:
            message = await self._receive()
        except asyncio.CancelledError:
            if self.is_deaf:
                return None
            raise
        finally:
            self.is_waiting = False
        if message["type"] != "websocket.receive":
            return None
        text: str | bytes | None = message.get("text")
        return message["bytes"] if text is None else text
