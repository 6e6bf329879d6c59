"""A small client: take a seat at a table, follow the game and play it, through lost connections and restarts.

It keeps what a person at a screen would see: the scene, the story, how the table stands. It reconnects by itself, says
which event it saw last, and sends an action that was not answered again under the same id, so that it is done once.
It is a player's half of the fair deal too: it commits to a nonce, keeps the receipt, and only then opens the nonce.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import http.client
import json
import random
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any, Self
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from fairdeal.errors import FairdealError
from fairdeal.table.fairness import NONCE, Receipt, ReceiptSeat, commitment, read_receipt

Json = Any

COOKIE = "fairdeal"
NO_BOTS: Mapping[int, str] = {}
LARGEST = 4 * 1024 * 1024  # bytes of a message
SLOWEST = 2.0  # seconds between two attempts to connect
FOR_GOOD = (1009, 4000, 4003, 4004)  # close codes after which connecting again would be no use


class Unwelcome(FairdealError):
    """The server refuses, for the reason it gives."""


class Lost(FairdealError):
    """The server cannot be reached, or a message was lost with the connection and nobody knows whether it was done."""


UNREACHABLE = (OSError, ConnectionClosed, InvalidHandshake, InvalidMessage, Lost)


@dataclass(frozen=True)
class Answer:
    """What became of an action: `accepted`, `refused` with the reason, or `stale`."""

    id: str
    verdict: str
    number: int = 0
    reason: str = ""

    @property
    def is_accepted(self) -> bool:
        return self.verdict == "accepted"


@dataclass
class Client:
    """Somebody at a server. The cookie is who it is, and the nonces are what it promised: keep both to come back."""

    address: str
    patience: float = 60.0
    """Seconds without a connection after which a table gives up."""
    cookie: str = ""
    nonces: dict[tuple[str, int], bytes] = field(default_factory=dict)
    """By table and attempt to start."""

    async def name(self, name: str) -> None:
        """Take a name, which makes a session, or another name."""
        await self.request("POST", "/api/session", {"name": name})

    async def open(self, game: str, seats: int | None = None, bots: Mapping[int, str] = NO_BOTS, **more: Json) -> str:
        """Open a table and give its id; `more` is whatever else such a request may have."""
        levels = {str(seat): level for seat, level in bots.items()}
        opened = await self.request("POST", "/api/tables", {"game": game, "seats": seats, "bots": levels, **more})
        return str(json.loads(opened)["table"])

    async def sit(self, table: str, seat: int | None = None) -> Table:
        """Take a seat, the first free one if none is named, or come back to the seat of this session."""
        return await Table(self, table, True, seat).start()

    async def watch(self, table: str) -> Table:
        """Look on."""
        return await Table(self, table, False, None).start()

    async def request(self, method: str, path: str, document: Json = None) -> bytes:
        """Ask the HTTP interface for something. Raise Unwelcome with the server's reason, or Lost."""
        return await asyncio.to_thread(self._request, method, path, document)

    def _request(self, method: str, path: str, document: Json) -> bytes:
        parts = urlsplit(self.address)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        body = None if document is None else json.dumps(document)
        with contextlib.closing(kind(parts.netloc, timeout=30)) as connection:
            try:
                connection.request(method, path, body, {"Content-Type": "application/json", **self.headers})
                response = connection.getresponse()
                content = response.read()
            except (OSError, http.client.HTTPException) as error:
                raise Lost(f"{self.address} cannot be reached: {error}.") from error
        self._keep_cookie(response.getheader("Set-Cookie", ""))
        if response.status >= 400:
            raise Unwelcome(_reason(content) or f"{method} {path} was answered with {response.status}.")
        return content

    @property
    def headers(self) -> dict[str, str]:
        return {"Cookie": f"{COOKIE}={self.cookie}"} if self.cookie else {}

    def _keep_cookie(self, text: str) -> None:
        found = SimpleCookie(text).get(COOKIE)
        if found is not None:
            self.cookie = found.value

    def socket_address(self, table: str) -> str:
        return f"{self.address.replace('http', 'ws', 1).rstrip('/')}/api/tables/{table}/socket"


def _reason(content: bytes) -> str:
    with contextlib.suppress(ValueError, KeyError, TypeError):
        return str(json.loads(content)["reason"])
    return ""


@dataclass
class _Waiting:
    """A message that has not been answered."""

    message: dict[str, Json]
    answer: asyncio.Future[Json]
    was_sent: bool = False


class Table:
    """One table as this client sees it: `doc` is how it stands, `scene` and `story` are the game."""

    def __init__(self, client: Client, name: str, is_player: bool, seat: int | None) -> None:
        self.client = client
        self.id = name
        self.doc: Json = {}
        self.scene: Json = {}
        self.public: Json = {}
        """The part of the scene that all see alike."""
        self.story: list[Json] = []
        self.said: list[Json] = []
        self.number = 0
        """Of the last event that is known here."""
        self.you: int | None = None
        self.receipt: Receipt | None = None
        self.welcomes = 0
        """How often the server has greeted this client."""
        self.resent = 0
        """How many actions were sent again because the connection ended before the answer."""
        self._is_player = is_player
        self._wanted = seat
        self._is_current = False
        self._refusal = ""
        self._has_left = False
        self._asked: set[tuple[str, int]] = set()  # what was sent without being told to, on this connection
        self._waiting: dict[str, _Waiting] = {}
        self._listeners: list[asyncio.Queue[Json]] = []
        self._news = asyncio.Event()
        self._error: FairdealError | None = None
        self._socket: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None

    # --- for players -------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game is over, and all that happened in it is known here."""
        return self._is_current and self.doc["phase"] == "over"

    @property
    def result(self) -> Json:
        """Scores, winners and why, when the game is over."""
        return self.doc.get("result")

    @property
    def legal(self) -> list[str]:
        """The actions that are legal now, as texts."""
        if not self._is_current or self.over or self.doc.get("paused"):
            return []
        return [path["action"] for path in self.scene.get("paths", ())]

    async def turn(self) -> list[str]:
        """Wait until there is something to do and give the legal actions; none when the game is over."""
        await self.until(lambda: self.over or bool(self.legal))
        return self.legal

    async def play(self, *actions: str) -> Answer:
        """Act, and wait for the answer for as long as it takes; sent again after a reconnection, done once."""
        reply = await self.ask("play", number=self.number, actions=actions)
        return Answer(reply["id"], reply["verdict"], reply.get("number", 0), reply.get("reason", ""))

    async def ask(self, kind: str, **fields: Json) -> Json:
        """Send any message that has an id, and give the answer. Raise Lost if the connection ends first.

        Only `play` is sent again after that, because only an action is never done twice.
        """
        name = secrets.token_hex(8)
        waiting = _Waiting({"type": kind, "id": name, **fields}, asyncio.get_running_loop().create_future())
        self._waiting[name] = waiting
        self._has_left = kind == "leave" or (self._has_left and kind != "return")
        try:
            self._raise_if_given_up()
            await self._hand_over(waiting)
            return await waiting.answer
        finally:
            del self._waiting[name]

    async def until(self, test: Callable[[], bool]) -> None:
        """Wait until something is true of this table; it is asked after every message."""
        while not test():
            self._raise_if_given_up()
            await self._news.wait()

    async def __aiter__(self) -> AsyncIterator[Json]:
        """Give what the server tells from now on, until the game is over: events, how the table stands, talk."""
        queue: asyncio.Queue[Json] = asyncio.Queue()
        self._listeners.append(queue)
        try:
            while not (self.over and queue.empty()):
                self._raise_if_given_up()
                message = await queue.get()
                if message is not None:
                    yield message
        finally:
            self._listeners.remove(queue)

    async def close(self) -> None:
        """Leave the table as it is, and stop listening."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._give_up(Lost("The table was closed."))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *failure: object) -> None:
        await self.close()

    # --- the connection ----------------------------------------------------------------------------------------------

    async def start(self) -> Self:
        """Connect and wait until seated, or welcome to look on."""
        self._task = asyncio.create_task(self._stay())
        try:
            await self.until(lambda: self.welcomes > 0 and (self.you is not None or not self._is_player))
        except BaseException:
            await self.close()
            raise
        return self

    async def _stay(self) -> None:
        """Be connected, again and again, until it is no use."""
        clock = asyncio.get_running_loop().time
        pause, last = 0.02, clock()
        try:
            while clock() - last < self.client.patience:
                before = self.welcomes
                await self._visit()
                if self.welcomes > before:
                    pause, last = 0.02, clock()
                await asyncio.sleep(pause * random.uniform(0.5, 1.0))  # not all clients at once after a restart
                pause = min(SLOWEST, 2 * pause)
            self._give_up(Lost(f"{self.client.address} cannot be reached."))
        except FairdealError as error:
            self._give_up(error)

    async def _visit(self) -> None:
        """Connect once and do what comes, until the connection ends."""
        address, headers = self.client.socket_address(self.id), self.client.headers
        with contextlib.suppress(*UNREACHABLE):
            async with connect(
                address, additional_headers=headers, max_size=LARGEST, compression=None, proxy=None, open_timeout=10
            ) as socket:
                self._socket = socket
                await self._send({"type": "hello", "seen": self.number})
                try:
                    while True:
                        await self._do(json.loads(await socket.recv()))
                except ConnectionClosed as closed:
                    if closed.rcvd is not None and closed.rcvd.code in FOR_GOOD:
                        raise Unwelcome(closed.rcvd.reason) from None
                finally:
                    self._forget_connection()

    def _forget_connection(self) -> None:
        self._socket = None
        self._asked.clear()
        for waiting in self._waiting.values():
            if waiting.message["type"] != "play" and waiting.was_sent and not waiting.answer.done():
                waiting.answer.set_exception(Lost("The connection was lost; nobody knows whether this was done."))

    async def _send(self, message: Json) -> None:
        """Send a message if there is a connection; if not, what must not be lost is sent by the next one."""
        if self._socket is None:
            return
        with contextlib.suppress(ConnectionClosed):
            await self._socket.send(json.dumps(message))

    async def _hand_over(self, waiting: _Waiting) -> None:
        waiting.was_sent |= self._socket is not None
        await self._send(waiting.message)

    def _give_up(self, error: FairdealError) -> None:
        self._error = self._error or error
        for waiting in self._waiting.values():
            if not waiting.answer.done():
                waiting.answer.set_exception(error)
        self._wake(None)

    def _raise_if_given_up(self) -> None:
        if self._error is not None:
            raise self._error

    def _wake(self, message: Json) -> None:
        for queue in self._listeners:
            queue.put_nowait(message)
        self._news.set()
        self._news.clear()

    # --- messages ----------------------------------------------------------------------------------------------------

    async def _do(self, message: Json) -> None:
        match message["type"]:
            case "ping":
                await self._send({"type": "pong", "id": message["id"]})
            case "answer" | "because" | "moment" | "pong":
                await self._settle(message)
            case "welcome":
                await self._arrive(message)
                self._wake(message)
            case "table":
                self.doc = message["table"]
                await self._tend()
                self._wake(message)
            case "event" | "undone" | "said" if message["number"] > self.number:
                self._follow(message)
                self._wake(message)
            case "error":
                self._wake(message)

    async def _settle(self, message: Json) -> None:
        waiting = self._waiting.get(message["id"])
        if message["id"] == "current":
            self._is_current = True
            self._wake(message)
        elif waiting is not None and not waiting.answer.done():
            waiting.answer.set_result(message)
        elif message["id"].startswith("join "):
            self._refusal = message.get("reason", "")
            await self._send({"type": "hello"})  # the welcome says which seat it is, or that there is none

    async def _arrive(self, message: Json) -> None:
        """Take what a welcome has: everything, or, if the client has been here, only how the table stands."""
        self.welcomes += 1
        self.you, self.doc = message.get("you"), message["table"]
        refusal, self._refusal = self._refusal, ""
        if self.you is None and refusal:
            raise Unwelcome(refusal)
        self._is_current = "public" in message or not self.number
        if "public" in message:
            self.number = message["number"]
            self.story = list(message.get("story", ()))
            self._draw(message)
        if not self._is_current:  # what was missed comes next, and then the answer to this
            await self._send({"type": "ping", "id": "current"})
        self.said = list(message.get("said", self.said))
        await self._tend()
        for waiting in list(self._waiting.values()):
            if not waiting.answer.done() and (waiting.message["type"] == "play" or not waiting.was_sent):
                self.resent += waiting.was_sent
                await self._hand_over(waiting)

    def _follow(self, message: Json) -> None:
        self.number = message["number"]
        match message["type"]:
            case "said":
                self.said.append(message)
                return
            case "event":
                self.story += [{"number": self.number, "text": line} for line in message["lines"]]
            case "undone":
                self.story = [line for line in self.story if line["number"] < message["since"]]
        self._draw(message)

    def _draw(self, message: Json) -> None:
        self.public = message["public"]
        self.scene = merged(message["public"], message.get("own"))

    # --- what a seat owes --------------------------------------------------------------------------------------------

    async def _tend(self) -> None:
        """Do by itself what a player at this table has to do besides playing."""
        if not self._is_player:
            return
        phase, start = self.doc["phase"], self.doc.get("start", 1)
        if self.you is None:
            if self._is_first("join", start):
                await self._send(
                    {"type": "join", "id": new_id("join"), "commitment": self._promise(), "seat": self._wanted}
                )
            return
        chair = self.doc["chairs"][self.you]
        if chair.get("who") != "person" and self._is_first("hello", start):
            await self._send({"type": "hello"})  # the seat is lost; the welcome says so, and another can be taken
        elif phase == "waiting" and not chair.get("commitment") and self._is_first("commit", start):
            await self._send({"type": "commit", "id": new_id("commit"), "commitment": self._promise()})
        nonce = self.client.nonces.get((self.id, start))
        if phase == "called" and nonce is not None and self._is_first("reveal", start):
            self.receipt = self._written_receipt(nonce)
            await self._send({"type": "reveal", "id": new_id("reveal"), "nonce": nonce.hex()})
        if self.doc.get("copied_from") and self.receipt is None and phase != "waiting":
            self.receipt = read_receipt(await self.client.request("GET", f"/api/tables/{self.id}/receipt"))
        if phase == "playing" and chair.get("level") and not self._has_left and self._is_first("return", self.number):
            await self._send({"type": "return", "id": new_id("return")})

    def _is_first(self, what: str, when: int) -> bool:
        """Tell whether this was not done yet on this connection; remember that it was."""
        is_first = (what, when) not in self._asked
        self._asked.add((what, when))
        return is_first

    def _promise(self) -> str:
        """Make a nonce for this start, the same however often it is asked for, and give the commitment to it."""
        key = self.id, self.doc.get("start", 1)
        return commitment(self.client.nonces.setdefault(key, secrets.token_bytes(NONCE)))

    def _written_receipt(self, nonce: bytes) -> Receipt:
        """Write down what everybody has promised, before the own nonce is opened and any card is dealt."""
        now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        assert self.you is not None
        return Receipt(
            table=self.id,
            game=self.doc["game"],
            seat=self.you,
            commitment=self.doc["commitment"],
            seats=tuple(
                ReceiptSeat(chair.get("commitment") or None, chair.get("who") == "bot") for chair in self.doc["chairs"]
            ),
            nonce=nonce.hex(),
            voided=self.doc.get("voided", 0),
            copied_from="",
            time=now.replace("+00:00", "Z"),
        )


def new_id(kind: str) -> str:
    """Name a message; a name is never used again, because the same name means the same message."""
    return f"{kind} {secrets.token_hex(8)}"


def merged(public: Json, own: Json | None) -> Json:
    """Lay a seat's own part over what all may see, as `fairdeal.scene.merged` does; empty parts are not sent."""
    if own is None:
        return public
    laid = {**public, **own}
    for part, name in (("zones", "id"), ("panels", "seat")):
        things = {thing[name]: thing for thing in (*public.get(part, ()), *own.get(part, ()))}
        if things:
            laid[part] = list(things.values())
    return laid
