"""Lines between the process that has people's sockets and the one that owns their tables, direct or over the bus.

A line joins two processes and carries the channels of all people who come in at the one and play at the other, so an
event is one message a process, however many hear it there: whatever is told within one turn of the loop goes together,
and what several hear is written once. Only what is meant for a channel goes to its process, no view of another seat and
no secret.

The bus may lose, double and delay. Messages of a line are numbered, each way; what comes twice is dropped. If one is
lacking, or nothing is heard for a while, the whole line ends: its people connect again, and are told what they have
missed, or shown a whole scene. A message without content goes every second, so that the loss of the last one is
noticed too.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import struct
from collections.abc import Callable, MutableMapping
from typing import Any, NamedTuple, Protocol

import msgspec
from starlette.types import ASGIApp

from fairdeal.bus import Hear, Letter
from fairdeal.failures import log_failure
from fairdeal.language.messages import Message
from fairdeal.server.limits import Person
from fairdeal.server.relay import KEY, Listener, Passed
from fairdeal.server.sockets import BROKEN, GOING, GOING_REASON, Take
from fairdeal.server.store import Peer
from fairdeal.server.waiting import Inbox
from fairdeal.server.wire import EXTENSION

HEAD = struct.Struct("!8sQ?")  # the line, the number of the message, and whether the next belongs to it
OVER = 0  # the number that says that a line has ended
BEAT = 1.0  # seconds between two signs of life
SILENT = 4.0  # seconds without one after which a line ends
ANSWER_WITHIN = 1.0  # seconds; a process that takes longer is reached directly, or not at all
AVOIDED = 5.0  # seconds in which a process that did not answer is not asked again
ROOM = 512  # bytes that a message needs beside its frames


class Carrier(Protocol):
    """What carries the messages of lines: the bus, or a connection to each process."""

    lost: int
    when_lost: list[Callable[[], None]]

    @property
    def is_connected(self) -> bool: ...
    @property
    def most(self) -> int: ...
    async def listen(self, subject: str, hear: Hear, group: str = "") -> object: ...
    def send(self, subject: str, data: bytes, answer_to: str = "") -> None: ...


class Call(msgspec.Struct, array_like=True):
    """Somebody wants to be heard: what was asked for, and by whom."""

    channel: int
    target: str
    headers: dict[str, str]


class Frame(msgspec.Struct, array_like=True):
    """A text, and the channels that hear it."""

    channels: list[int]
    text: bytes


class End(msgspec.Struct, array_like=True):
    """How a channel ends; 0 if its client has gone."""

    channel: int
    code: int = 0
    reason: str = ""


class Post(msgspec.Struct, array_like=True):
    """What one process tells another at a time, in this order."""

    calls: list[Call] = msgspec.field(default_factory=list)
    answered: list[int] = msgspec.field(default_factory=list)
    frames: list[Frame] = msgspec.field(default_factory=list)
    ends: list[End] = msgspec.field(default_factory=list)


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Post).decode


def subject_of(key: str) -> str:
    """Where a process hears. Only who has read its key in the store can know that, and the key itself stays secret."""
    return f"fairdeal.lines.{hashlib.sha256(key.encode()).hexdigest()[:32]}"


class Outbox:
    """What waits to be told. A text that several hear is there once, unless that changed the order of a channel."""

    def __init__(self) -> None:
        self._post = Post()
        self._places: dict[int, int] = {}
        """By text: where it is among the frames."""
        self._latest: dict[int, int] = {}
        """By channel: where its last frame is."""

    @property
    def post(self) -> Post:
        return self._post

    def add(self, channel: int, text: bytes) -> None:
        frames = self._post.frames
        place = self._places.get(id(text))
        if place is None or place <= self._latest.get(channel, -1):
            place = self._places[id(text)] = len(frames)
            frames.append(Frame([channel], text))
        else:
            frames[place].channels.append(channel)
        self._latest[channel] = place


class Line:
    """One end of a line: numbers what goes, and looks at the numbers of what comes."""

    def __init__(self, bus: Carrier, name: bytes, there: str, here: str) -> None:
        self.name = name
        self.there = there
        self._here = here
        self._bus = bus
        self._outbox: Outbox | None = None
        self._sent = 0
        self._heard = 0
        self._parts: list[bytes] = []
        self.is_over = False
        self.heard_at = asyncio.get_running_loop().time()
        self._beats_at = self.heard_at + BEAT

    @property
    def _open_outbox(self) -> Outbox:
        if self._outbox is None:
            self._outbox = Outbox()
            asyncio.get_running_loop().call_soon(self.flush)
        return self._outbox

    def tell(self, channel: int, text: bytes) -> None:
        (self._outbox or self._open_outbox).add(channel, text)

    def call(self, call: Call) -> None:
        self._open_outbox.post.calls.append(call)

    def answer(self, channel: int) -> None:
        self._open_outbox.post.answered.append(channel)

    def end(self, end: End) -> None:
        self._open_outbox.post.ends.append(end)

    def flush(self) -> None:
        """Send what waits, in as many messages as it takes."""
        outbox, self._outbox = self._outbox, None
        if outbox is None or self.is_over or not self._bus.is_connected:
            return
        content, most = _encode(outbox.post), self._bus.most - ROOM
        for start in range(0, len(content), most):
            self._send(content[start : start + most], start + most < len(content))
        self._beats_at = asyncio.get_running_loop().time() + BEAT

    def beat(self, now: float) -> None:
        """Give a sign of life, unless something else was one."""
        if now >= self._beats_at:
            self._beats_at = now + BEAT
            self._send(b"", False)

    def _send(self, content: bytes, is_continued: bool) -> None:
        self._sent += 1
        self._bus.send(self.there, HEAD.pack(self.name, self._sent, is_continued) + content, self._here)

    def hear(self, number: int, is_continued: bool, content: bytes) -> Post | None:
        """Give what a message brings, if that is whole; the line is over if one before it is lacking."""
        if number <= self._heard:
            return None
        if number > self._heard + 1:
            self._bus.lost += number - self._heard - 1
            self.break_off()
            return None
        self._heard = number
        self.heard_at = asyncio.get_running_loop().time()
        self._parts.append(content)
        if is_continued:
            return None
        whole, self._parts = b"".join(self._parts), []
        return _decode(whole) if whole else None

    @property
    def is_answered(self) -> bool:
        """Whether the other end has ever been heard; if it falls silent, the line ends."""
        return self._heard > 0

    def is_silent(self, now: float) -> bool:
        return now - self.heard_at > SILENT

    def break_off(self) -> None:
        """End the line, and let the other end know."""
        self.is_over = True
        self._bus.send(self.there, HEAD.pack(self.name, OVER, False))


# --- where people come in --------------------------------------------------------------------------------------------


class Channelled:
    """A client here whose table is there, by a channel of a line."""

    def __init__(self, line: OutgoingLine, number: int, peer: Peer, socket: Listener, who: Person) -> None:
        self.who = who
        self.peer = peer
        self.socket = socket
        self._line = line
        self._number = number
        self.answered: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def receive(self, text: str | bytes) -> None:
        self.take(text.encode() if isinstance(text, str) else text)

    def take(self, text: bytes) -> bool:
        """Pass a text on at once."""
        self._line.line.tell(self._number, text)
        return True

    def answer(self) -> None:
        if not self.answered.done():
            self.answered.set_result(None)

    def close(self, code: int, reason: Message | str) -> None:
        self.answer()
        self.socket.close(code, reason)

    def send_away(self) -> None:
        """Let the client connect again: the table's owner is gone, or cannot be heard."""
        self.close(GOING, GOING_REASON)

    async def closed(self) -> None:
        """The client is gone."""
        self._line.forget(self._number)


class OutgoingLine:
    """A line to the owner of tables, and the people here who are at them."""

    def __init__(self, line: Line, peer: Peer) -> None:
        self.line = line
        self.peer = peer
        self.channels: dict[int, Channelled] = {}
        self._calls = 0

    def call(self, passed: Passed, socket: Listener, who: Person) -> Channelled:
        self._calls += 1
        channel = self.channels[self._calls] = Channelled(self, self._calls, self.peer, socket, who)
        self.line.call(Call(self._calls, passed.target, passed.headers))
        return channel

    def forget(self, number: int) -> None:
        if self.channels.pop(number, None) is not None:
            self.line.end(End(number))

    def hear(self, post: Post) -> None:
        for number in post.answered:
            if number in self.channels:
                self.channels[number].answer()
        for frame in post.frames:
            for number in frame.channels:
                if number in self.channels:
                    self.channels[number].socket.send(frame.text)
        for end in post.ends:
            if (channel := self.channels.pop(end.channel, None)) is not None:
                channel.close(end.code or GOING, end.reason or GOING_REASON)

    @property
    def is_empty(self) -> bool:
        """Whether nobody needs it any more."""
        return not self.channels

    def end(self) -> None:
        channels, self.channels = self.channels, {}
        for channel in channels.values():
            channel.send_away()


# --- where tables are ------------------------------------------------------------------------------------------------


class Visit:
    """A client elsewhere whose table is here: a socket as ASGI has it, with the short ways of one."""

    take: Take | None = None

    def __init__(self, line: Line, number: int) -> None:
        self._line = line
        self._number = number
        self._inbox: Inbox[MutableMapping[str, Any]] = Inbox()
        self._inbox.put_nowait({"type": "websocket.connect"})

    def hear(self, text: bytes) -> None:
        """Do at once what need not wait."""
        if self.take is None or not self._inbox.empty() or not self.take(text):
            self._inbox.put_nowait({"type": "websocket.receive", "text": text.decode(errors="replace")})

    def leave(self) -> None:
        self._inbox.put_nowait({"type": "websocket.disconnect", "code": 1000})

    def write(self, text: bytes) -> bool:
        self._line.tell(self._number, text)
        return True

    async def receive(self) -> MutableMapping[str, Any]:
        return await self._inbox.get()

    async def send(self, message: MutableMapping[str, Any]) -> None:
        match message["type"]:
            case "websocket.accept":
                self._line.answer(self._number)
            case "websocket.send":
                self._line.tell(self._number, message["text"].encode())
            case "websocket.close":
                self._line.end(End(self._number, message.get("code", 1000), message.get("reason") or ""))
                self.leave()


class IncomingLine:
    """A line from a process that has people's sockets, which decides how long it lasts."""

    is_empty = False

    def __init__(self, line: Line) -> None:
        self.line = line
        self.visits: dict[int, Visit] = {}

    def end(self) -> None:
        visits, self.visits = self.visits, {}
        for visit in visits.values():
            visit.leave()


class Addressed(NamedTuple):
    """What this process is called on the bus, and what it shows itself for a request that came that way."""

    subject: str
    key: str


class Switchboard:
    """All lines of a process, to others and from them."""

    def __init__(self, bus: Carrier, app: ASGIApp, key: str) -> None:
        """`app` serves the sockets of people who come in elsewhere; `key` is what those know this process by."""
        self._bus = bus
        self._app = app
        self._own = Addressed(subject_of(key), key)
        self._out: dict[str, OutgoingLine] = {}
        """By where the others hear."""
        self._in: dict[bytes, IncomingLine] = {}
        self._avoided: dict[str, float] = {}
        """Until when a process that did not answer is reached directly."""
        self._serving: set[asyncio.Task[None]] = set()
        self._beating: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._bus.when_lost.append(self._end_all)
        await self._bus.listen(self._own.subject, self._hear)
        self._beating = asyncio.create_task(self._keep_beating())

    async def stop(self) -> None:
        if self._beating is not None:
            self._beating.cancel()
        for end in self._ends:
            end.line.break_off()
        self._end_all()
        if self._serving:
            await asyncio.wait(self._serving)

    def __len__(self) -> int:
        """How many lines there are."""
        return len(self._out) + len(self._in)

    @property
    def people(self) -> int:
        """How many people here are led elsewhere."""
        return sum(len(line.channels) for line in self._out.values())

    @property
    def _ends(self) -> list[OutgoingLine | IncomingLine]:
        return [*self._out.values(), *self._in.values()]

    async def lead(self, peer: Peer, passed: Passed, socket: Listener, who: Person) -> Channelled | None:
        there = subject_of(peer.key)
        if not self._bus.is_connected or self.is_avoided(there):
            return None
        line = self._line_to(there, peer)
        within = SILENT if line.line.is_answered else ANSWER_WITHIN  # one that has answered before is only busy
        channel = line.call(passed, socket, who)
        try:
            async with asyncio.timeout(within):
                await channel.answered
        except TimeoutError:
            self.avoid(there)
            await channel.closed()
            return None
        except BaseException:
            await channel.closed()
            raise
        return channel

    def is_avoided(self, there: str) -> bool:
        return self._avoided.get(there, 0.0) > asyncio.get_running_loop().time()

    def avoid(self, there: str) -> None:
        """Reach a process otherwise for a while."""
        self._avoided[there] = asyncio.get_running_loop().time() + AVOIDED

    def _line_to(self, there: str, peer: Peer) -> OutgoingLine:
        if there not in self._out:
            self._out[there] = OutgoingLine(Line(self._bus, os.urandom(8), there, self._own.subject), peer)
        return self._out[there]

    # --- what comes ---

    def _hear(self, letter: Letter) -> None:
        data, _, answer_to = letter
        if not data:  # a process that is gone does not listen, and is noticed by its silence
            return
        name, number, is_continued = HEAD.unpack_from(data)
        out = self._out.get(answer_to)
        if out is not None and out.line.name == name:
            self._follow(out, number, is_continued, data[HEAD.size :])
        elif number == OVER:
            self._end_named(name)
        else:
            self._be_visited(name, number, is_continued, data[HEAD.size :], answer_to)

    def _follow(self, out: OutgoingLine, number: int, is_continued: bool, content: bytes) -> None:
        if (post := out.line.hear(number, is_continued, content)) is not None:
            out.hear(post)
        if out.line.is_over:
            self._end(out)

    def _be_visited(self, name: bytes, number: int, is_continued: bool, content: bytes, there: str) -> None:
        if name not in self._in:
            line = Line(self._bus, name, there, self._own.subject)
            if number != 1:  # its beginning was lost, or it is over here
                line.break_off()
                return
            self._in[name] = IncomingLine(line)
        visited = self._in[name]
        if (post := visited.line.hear(number, is_continued, content)) is not None:
            self._receive(visited, post)
        if visited.line.is_over:
            self._end(visited)

    def _receive(self, visited: IncomingLine, post: Post) -> None:
        for call in post.calls:
            visit = visited.visits[call.channel] = Visit(visited.line, call.channel)
            task = asyncio.get_running_loop().create_task(self._serve(visited, call, visit))
            self._serving.add(task)
            task.add_done_callback(self._serving.discard)
        for frame in post.frames:
            for number in frame.channels:
                if number in visited.visits:
                    visited.visits[number].hear(frame.text)
        for end in post.ends:
            if (left := visited.visits.pop(end.channel, None)) is not None:
                left.leave()

    async def _serve(self, visited: IncomingLine, call: Call, visit: Visit) -> None:
        path, _, query = call.target.partition("?")
        headers = {**call.headers, KEY: self._own.key}
        scope = {
            "type": "websocket",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode("latin-1", "replace")) for name, value in headers.items()],
            "scheme": "ws",
            "client": None,
            "server": None,
            "subprotocols": [],
            "extensions": {EXTENSION: visit},
        }
        try:
            await self._app(scope, visit.receive, visit.send)
        except Exception as error:
            log_failure("A visit", error)
            visited.line.end(End(call.channel, BROKEN))
        finally:
            visited.visits.pop(call.channel, None)

    # --- life and death ---

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(BEAT / 2)
            now = asyncio.get_running_loop().time()
            self._avoided = {there: until for there, until in self._avoided.items() if until > now}
            for end in self._ends:
                if end.is_empty or end.line.is_silent(now):
                    end.line.break_off()
                    self._end(end)
                else:
                    end.line.beat(now)

    def _end_named(self, name: bytes) -> None:
        """The other end has given a line up."""
        for end in self._ends:
            if end.line.name == name:
                self._end(end)

    def _end(self, end: OutgoingLine | IncomingLine) -> None:
        end.line.is_over = True
        if isinstance(end, OutgoingLine):
            self._out.pop(end.line.there, None)
        else:
            self._in.pop(end.line.name, None)
        end.end()

    def end_to(self, there: str) -> None:
        """Nothing goes there any more, and nothing comes from there."""
        for end in self._ends:
            if end.line.there == there:
                self._end(end)

    def _end_all(self) -> None:
        for end in self._ends:
            self._end(end)
