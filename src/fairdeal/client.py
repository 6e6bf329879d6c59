"""A small client: take a seat at a table, follow the game and play it, through lost connections and restarts.

It keeps what a person at a screen would see: the scene, the story, how the table stands. It reconnects by itself, says
which event it saw last, and sends an action that was not answered again under the same id, so that it is done once.
It is a player's half of the fair deal too (`fairdeal.play.pins`): it pins what the server promises, promises a nonce,
keeps its receipt, and only then opens the nonce. A server that contradicts itself is left, with the evidence.
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
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from fairdeal.errors import Cheated, FairdealError, Lost, Unwelcome
from fairdeal.play.fairness import NONCE, Receipt
from fairdeal.play.notebook import Folder, Notebook
from fairdeal.play.pins import Pins

Json = Any

COOKIE = "fairdeal"
PROTOCOL = 3  # of docs/protocol.md
NO_BOTS: Mapping[int, str] = {}
LARGEST = 4 * 1024 * 1024  # bytes of a message
SOONEST, SLOWEST = 0.02, 0.5  # seconds between two attempts to connect: they grow, and a restart takes two seconds
NOT_NOW = 503  # a status: nothing was done, and the same may be asked again
FOR_GOOD = (1009, 4000, 4003, 4004)  # close codes after which connecting again would be no use


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
    """Somebody at a server. The cookie is who it is, and the notebook has what was promised: keep both to come back."""

    address: str
    patience: float = 60.0
    """Seconds without a connection after which a table gives up."""
    cookie: str = ""
    keep: Path | None = None
    """A folder of this person's own, where pins, nonces and receipts outlive the process."""
    silence: float = 4.0
    """Seconds within which a connection that does not answer any more is given up, and the next one is tried."""
    agrees: Callable[[ClientTable], bool] = lambda table: False
    """Whether to take part in another start after a void, for programs that decide by themselves."""
    notebook: Notebook = field(default_factory=Notebook)

    def __post_init__(self) -> None:
        if self.keep is not None:
            self.notebook = Folder(self.keep)

    async def name(self, name: str) -> None:
        """Take a name, which makes a session, or another name."""
        await self.request("POST", "/api/session", {"name": name})

    async def open(self, game: str, seats: int | None = None, bots: Mapping[int, str] = NO_BOTS, **more: Json) -> str:
        """Open a table and give its id; `more` is whatever else such a request may have."""
        levels = {str(seat): level for seat, level in bots.items()}
        opened = await self.request("POST", "/api/tables", {"game": game, "seats": seats, "bots": levels, **more})
        table = str(json.loads(opened)["table"])
        with self.notebook.page(table) as kept:
            kept.asked = {"game": game, "options": more.get("options", {}), "data": more.get("data")}
            kept.asked |= {} if seats is None else {"seats": seats}
        return table

    async def sit(self, table: str, seat: int | None = None) -> ClientTable:
        """Take a seat, the first free one if none is named, or come back to the seat of this session."""
        return await ClientTable(self, table, True, seat).start()

    async def watch(self, table: str) -> ClientTable:
        """Look on."""
        return await ClientTable(self, table, False, None).start()

    async def request(self, method: str, path: str, document: Json = None) -> bytes:
        """Ask the HTTP interface for something. Raise Unwelcome with the server's reason, or Lost, which may pass."""
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
            refusal = Lost if response.status == NOT_NOW else Unwelcome
            raise refusal(_reason(content) or f"{method} {path} was answered with {response.status}.")
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


class ClientTable:
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
        self.evidence: list[str] = []
        """What the server said that contradicts what it had said before."""
        self.lost: list[int] = []
        """The starts at which the server calls this seat silent though it sent its nonce: that may have been lost."""
        self.sealed = ""
        """Why a finished game is not shown: somebody plays its deal again."""
        self.receipt: Receipt | None = None
        """What all had promised, kept before the own nonce was opened."""
        self.code = ""
        """Twelve letters of that, to compare aloud."""
        self.needs_consent = False
        """A start was void: nothing is promised for the next one before `agree`."""
        self.welcomes = 0
        """How often the server has greeted this client."""
        self.resent = 0
        """How many actions were sent again because the connection ended before the answer."""
        self._is_player = is_player
        self._wanted = seat
        self._is_current = False
        self._refusal = ""
        self._has_left = False
        self._within: float | None = None
        """Of a server that has said that it goes: the seconds over which its clients come back."""
        self._had_seat = False
        self._asked: set[tuple[str, int]] = set()  # what was sent without being told to, on this connection
        self._revealed: dict[str, int] = {}  # messages that opened the nonce of a start, until they are answered
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
        """Scores, winners and why, when the game is over; None of a game that was ended early."""
        return self.doc.get("result")

    @property
    def ended(self) -> str:
        """Why the game was ended early, because a player was away; empty of any other."""
        return str(self.doc.get("ended", ""))

    @property
    def away(self) -> list[Json]:
        """The players who are away: `seat`, `since`, and `host_from` and `all_from`, when others may `decide`."""
        return list(self.doc.get("away", ()))

    @property
    def legal(self) -> list[str]:
        """The actions that are legal now, as texts."""
        if not self._is_current or self.over or self.doc.get("paused"):
            return []
        return [path["action"] for path in self.scene.get("paths", ())]

    @property
    def voids(self) -> list[Json]:
        """The starts that were void: `start`, the seats that were `silent`, and the server's `secret` for it."""
        return list(self.doc.get("voids", ()))

    async def agree(self) -> None:
        """Take part in another start after a void. Look at `voids` first: who can foresee a deal can have it voided."""
        self._raise_if_given_up()
        self._agree()
        await self._tend()

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
            self._raise_if_given_up()
        except BaseException:
            await self.close()
            raise
        return self

    async def _stay(self) -> None:
        """Be connected, again and again, until it is no use."""
        clock = asyncio.get_running_loop().time
        pause, last = SOONEST, clock()
        try:
            while clock() - last < self.client.patience:
                before = self.welcomes
                await self._visit()
                if self.welcomes > before:
                    pause, last = SOONEST, clock()
                await asyncio.sleep(self._until_next(pause))
                pause = min(SLOWEST, 2 * pause)
            self._give_up(Lost(f"{self.client.address} cannot be reached."))
        except FairdealError as error:
            self._give_up(error)
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
            self._give_up(Unwelcome(f"The server sent what this client cannot read: {error!r}."))

    def _until_next(self, pause: float) -> float:
        """How many seconds to wait, by chance, so that not all clients come at once; as the server said, if it did."""
        within, self._within = self._within, None
        return random.uniform(0.5, 1.0) * pause if within is None else random.random() * within

    async def _visit(self) -> None:
        """Connect once and do what comes, until the connection ends."""
        address, headers, silence = self.client.socket_address(self.id), self.client.headers, self.client.silence
        with contextlib.suppress(*UNREACHABLE):
            async with connect(
                address,
                additional_headers=headers,
                max_size=LARGEST,
                compression=None,
                proxy=None,
                open_timeout=10,
                ping_interval=silence / 2,
                ping_timeout=silence * 3 / 8,
                close_timeout=silence / 8,
            ) as socket:
                self._socket = socket
                await self._send({"type": "hello", "seen": self.number, "protocol": PROTOCOL})
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
            await self._socket.send(json.dumps(message, separators=(",", ":")))

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
            case "answer" | "because" | "moment" | "pong" | "view":
                await self._take_answer(message)
            case "welcome":
                await self._arrive(message)
                self._wake(message)
            case "table":
                self.doc = message["table"]
                if self.you is not None and self.doc["chairs"][self.you].get("who") != "person":
                    self.you = None  # the seat is lost; whoever has it next is somebody else
                await self._tend()
                self._wake(message)
            case "event" | "undone" | "said" if message["number"] > self.number:
                self._follow(message)
                self._wake(message)
            case "going":
                self._within = message["within"] / 1000
            case "error":
                self._wake(message)

    async def _take_answer(self, message: Json) -> None:
        waiting = self._waiting.get(message["id"])
        if message["id"] == "current":
            self._is_current = True
            self._wake(message)
        elif waiting is not None and not waiting.answer.done():
            waiting.answer.set_result(message)
        elif message["id"] in self._revealed:
            self._confirm(self._revealed.pop(message["id"]), message["verdict"])
        elif message["id"].startswith("join "):
            self._refusal = message.get("reason", "")
            await self._send({"type": "hello"})  # the welcome says which seat it is, or that there is none

    async def _arrive(self, message: Json) -> None:
        """Take what a welcome has: everything, or, if the client has been here, only how the table stands."""
        self.welcomes += 1
        self.you, self.doc = message.get("you"), message["table"]
        self.sealed = message.get("sealed", "")
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
        await self._tend(terms=message.get("terms"))
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

    async def _tend(self, **welcome: Json) -> None:
        """Do by itself what a player at this table has to do besides playing."""
        due = self._compare(**welcome)
        if not self._is_player:
            return
        if self.evidence:
            raise Cheated(self.evidence[-1])
        if self.doc["phase"] == "void":
            raise Unwelcome(self.doc.get("closed") or "This table is closed, because too many starts were void.")
        if self.needs_consent and self.client.agrees(self):
            self._agree()
            due = self._compare()
        if self.you is None:
            await self._sit_down()
        else:
            await self._stay_seated(due)

    def _compare(self, **welcome: Json) -> Json | None:
        """Compare how the table stands with what is pinned; give what the seat owes, after all that is kept."""
        with self.client.notebook.page(self.id) as kept:
            pins = Pins(kept)
            if not self._is_player and kept.terms is None and welcome.get("terms") is None:
                return None  # an onlooker may watch a game of version 1
            if welcome:
                pins.greet(welcome["terms"], self.doc, self.you)
            else:
                pins.see(self.doc, self.you)
            due = pins.due(self.doc, self.you, new_nonce, now()) if self._is_player else None
            self.evidence, self.receipt, self.code = pins.evidence, pins.receipt, pins.code
            self.lost = pins.lost
            self.needs_consent = pins.needs_consent(self.doc)
        return due

    def _agree(self) -> None:
        with self.client.notebook.page(self.id) as kept:
            Pins(kept).agree(self.doc.get("start", 1))

    def _confirm(self, start: int, verdict: str) -> None:
        if verdict == "accepted":
            with self.client.notebook.page(self.id) as kept:
                Pins(kept).confirm(start)

    async def _sit_down(self) -> None:
        """Take a seat; who has lost one by a void waits for the person's consent."""
        may_sit = not (self._had_seat and self.needs_consent)
        if may_sit and self._is_first("join", self.doc.get("start", 1)):
            await self._send({"type": "join", "id": new_id("join"), "seat": self._wanted})

    async def _stay_seated(self, due: Json | None) -> None:
        self._had_seat = True
        chair = self.doc["chairs"][self.you]
        if due is not None and self._is_first(due["type"], due["start"]):
            name = new_id(due["type"])
            if due["type"] == "reveal":
                self._revealed[name] = due["start"]
            await self._send({**due, "id": name})
        has_bot = self.doc["phase"] == "playing" and chair.get("level")
        if has_bot and not self._has_left and self._is_first("return", self.number):
            await self._send({"type": "return", "id": new_id("return")})

    def _is_first(self, what: str, when: int) -> bool:
        """Tell whether this was not done yet on this connection; remember that it was."""
        is_first = (what, when) not in self._asked
        self._asked.add((what, when))
        return is_first


def new_nonce() -> bytes:
    return secrets.token_bytes(NONCE)


def now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def new_id(kind: str) -> str:
    """Name a message; a name is never used again, because the same name means the same message."""
    return f"{kind} {secrets.token_hex(8)}"


def merged(public: Json, own: Json | None) -> Json:
    """Lay a seat's own part over what all may see, as `contract.scene.merged` does; empty parts are not sent."""
    if own is None:
        return public
    laid = {**public, **own}
    for part, name in (("zones", "id"), ("panels", "seat")):
        things = {thing[name]: thing for thing in (*public.get(part, ()), *own.get(part, ()))}
        if things:
            laid[part] = list(things.values())
    return laid
