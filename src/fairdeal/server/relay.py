"""Leading people to the process that owns their table: requests and frames are passed on to it, and its answers back.

Only what is meant for this client comes here, over a socket of its own, so no view and no secret of another seat does.
A request that was passed on once is not passed on again: if its table has moved meanwhile, the client asks anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import http.client
from collections.abc import Container, Iterator, Mapping
from typing import NamedTuple, Protocol

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from fairdeal.failures import log_failure
from fairdeal.language.messages import Message
from fairdeal.server.addresses import RELAYED, address_of
from fairdeal.server.limits import Person
from fairdeal.server.sockets import GOING, GOING_REASON
from fairdeal.server.store import Moved, Peer

KEY = "x-fairdeal-key"
CLIENT = "x-fairdeal-client"
SCHEME = "x-fairdeal-scheme"
PASSED = ("cookie", "accept-language", "content-type")
GIVEN_BACK = {"content-type", "content-disposition", "content-language", "cache-control", "set-cookie", "retry-after"}
WITHIN = 20.0  # seconds for an answer of another process: it may have to read and fold a long game
CONNECT_WITHIN = 2.0  # seconds; one that takes longer is probably dead, and its client asks again
ABNORMAL = 1006  # how a socket ends that was cut; nobody may send that


class Passed(NamedTuple):
    """What another process has to know of a request."""

    target: str
    headers: dict[str, str]


def passed_on(asked: HTTPConnection) -> Passed:
    """Write down a request for another process: what it asks for, for whom, and from where it came."""
    query = asked.url.query
    headers = {name: asked.headers[name] for name in PASSED if name in asked.headers}
    headers |= {CLIENT: address_of(asked), SCHEME: asked.scope["scheme"].replace("ws", "http")}
    return Passed(f"{asked.url.path}?{query}" if query else asked.url.path, headers)


def from_peer(scope: Scope, headers: Headers, key: str) -> Scope | None:
    """Give a request as its client made it, if another process has passed it on; None if nobody has."""
    shown = headers.get(KEY, "")
    if not key or not hmac.compare_digest(shown.encode(), key.encode()):
        return None
    scheme = headers.get(SCHEME, "http")
    return {
        **scope,
        "scheme": scheme.replace("http", "ws") if scope["type"] == "websocket" else scheme,
        RELAYED: headers.get(CLIENT, ""),
    }


async def ask(table_id: str, peer: Peer, method: str, passed: Passed, host: str, body: bytes) -> Response:
    """Let another process answer a request."""
    headers = {**passed.headers, KEY: peer.key, "host": host}
    try:
        status, given, content = await asyncio.to_thread(_answer, peer.address, method, passed.target, headers, body)
    except (OSError, http.client.HTTPException):
        raise Moved(table_id) from None  # it has died, or is about to be found dead
    return Response(content, status, {name: given[name] for name in GIVEN_BACK & given.keys()})


def _answer(
    address: str, method: str, target: str, headers: Mapping[str, str], body: bytes
) -> tuple[int, Mapping[str, str], bytes]:
    with contextlib.closing(http.client.HTTPConnection(address, timeout=WITHIN)) as connection:
        connection.request(method, target, body or None, dict(headers))
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()


class Listener(Protocol):
    """The socket of a client."""

    def send(self, data: bytes) -> None: ...

    def close(self, code: int, reason: Message | str) -> None: ...


class Led(Protocol):
    """A client here whose table is there, whichever way it was led."""

    peer: Peer

    @property
    def who(self) -> Person: ...
    async def receive(self, text: str | bytes) -> None: ...
    def take(self, text: bytes) -> bool: ...
    async def closed(self) -> None: ...
    def send_away(self) -> None: ...


class Relayed:
    """A client here whose table is there: every frame is passed on, both ways, in order."""

    def __init__(self, there: ClientConnection, peer: Peer, socket: Listener, who: Person) -> None:
        self.who = who
        self.peer = peer
        self._there = there
        self._socket = socket
        self._hearing = asyncio.create_task(self._hear())

    async def _hear(self) -> None:
        """Pass on what the owner tells, and how it ends; an owner that is cut off is looked for anew."""
        try:
            while True:
                self._socket.send(await self._there.recv(decode=False))
        except ConnectionClosed as end:
            code = end.rcvd.code if end.rcvd is not None else GOING
            if code == ABNORMAL or end.rcvd is None:
                self.send_away()
            else:
                self._socket.close(code, end.rcvd.reason)
        except Exception as error:
            log_failure("A relayed socket", error)
            self.send_away()

    async def receive(self, text: str | bytes) -> None:
        with contextlib.suppress(ConnectionClosed):  # the client is told by whoever hears
            await self._there.send(text)

    def take(self, text: bytes) -> bool:
        """Nothing is done at once here."""
        return False

    def send_away(self) -> None:
        """Let the client connect again: the table's owner is gone."""
        self._socket.close(GOING, GOING_REASON)

    async def closed(self) -> None:
        """The client is gone."""
        self._hearing.cancel()
        await asyncio.wait([self._hearing])
        self._there.transport.abort()


async def relayed(table_id: str, peer: Peer, passed: Passed, socket: Listener, who: Person) -> Relayed:
    """Lead a client's socket to the process that owns its table."""
    try:
        there = await connect(
            f"ws://{peer.address}{passed.target}",
            additional_headers={**passed.headers, KEY: peer.key},
            user_agent_header=None,
            compression=None,
            max_size=None,
            open_timeout=CONNECT_WITHIN,
            proxy=None,
        )
    except (OSError, WebSocketException):
        raise Moved(table_id) from None
    return Relayed(there, peer, socket, who)


class Bypass(Protocol):
    """A way that is tried before the direct one."""

    async def lead(self, peer: Peer, passed: Passed, socket: Listener, who: Person) -> Led | None:
        """Lead a client to the process that owns its table; None if it cannot be reached this way.

        Raise OSError if it does not answer at all where all ask it directly.
        """


class Answering(Protocol):
    """Takes the lines of other processes, which begin as sockets."""

    def is_called(self, scope: Scope) -> bool: ...
    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None: ...


class Relays:
    """All clients here whose tables are elsewhere."""

    def __init__(self) -> None:
        self._relayed: set[Led] = set()
        self.ways: list[Bypass] = []
        """Those that are tried, one after another, before each gets a socket of its own to the owner."""
        self.direct: Answering | None = None

    async def lead(self, table_id: str, peer: Peer, passed: Passed, socket: Listener, who: Person) -> Led:
        """Lead a client to the process that owns its table."""
        answers = True
        for way in self.ways:
            try:
                if (led := await way.lead(peer, passed, socket, who)) is not None:
                    return led
            except OSError:
                answers = False
        if not answers:
            raise Moved(table_id)
        return await relayed(table_id, peer, passed, socket, who)

    @contextlib.contextmanager
    def kept(self, relayed: Led) -> Iterator[None]:
        """Look after a client until it is gone."""
        self._relayed.add(relayed)
        try:
            yield
        finally:
            self._relayed.discard(relayed)

    def look_at(self, living: Container[int]) -> None:
        """Let those connect again whose owner lives no more, although nothing has told them."""
        for relayed in list(self._relayed):
            if relayed.peer.id not in living:
                relayed.send_away()
