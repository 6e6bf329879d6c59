"""A dishonest server for one table: the honest table inside, and a lie about it on its way to each client.

The table is the project's own, at a time that stands still unless a test moves it. What clients say is noted down, be
it given to the table or not: their nonces are what a dishonest server wants to know before it chooses its cards.
"""

from __future__ import annotations

import copy
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from http.cookies import SimpleCookie
from random import Random
from typing import Any

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from fairdeal.errors import FairdealError
from fairdeal.play import events as ev
from fairdeal.play import records
from fairdeal.play.clocks import Now
from fairdeal.play.commands import deals, moves, seats
from fairdeal.play.company import Company
from fairdeal.play.fairness import SECRET
from fairdeal.play.table import TO_REVEAL, Phase, Table
from fairdeal.server import protocol as out
from fairdeal.server.drawing import table_doc
from fairdeal.server.efforts import Efforts

Json = Any
Lie = Callable[[Json, str], None]
"""Changes a message with a table, in place, for the session that gets it."""

NAME = "evil1"
BOT = {1: "random"}


class EvilServer:
    """One table, whoever listens to it, and the lie that they are told."""

    def __init__(
        self,
        game: str = "battle",
        bots: Mapping[int, str] = BOT,
        salts: Json = None,
        secret: bytes = bytes(SECRET),
        **options: Json,
    ) -> None:
        self.table = Table(NAME, secret)
        opened = ev.Opened(game=game, rules_version=1, seats=2, options=options, host="", salts=salts or {})
        self.at = 0
        seats.open_table(self.table, opened, bots, self.now)
        self.lie: Lie = lambda message, session: None
        self.swallows: set[str] = set()
        """The types of messages that are said to be accepted and are not done."""
        self.ignores: set[str] = set()
        """The types of messages that get no answer at all."""
        self.heard: list[tuple[str, Json]] = []
        self.sockets: dict[ServerConnection, str] = {}
        self.port = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def now(self) -> Now:
        return Now(self.at, self.at)

    def said(self, kind: str) -> list[Json]:
        """All messages of a type that clients sent."""
        return [message for _, message in self.heard if message["type"] == kind]

    # --- what happens at the table -----------------------------------------------------------------------------------

    async def void(self) -> None:
        """Let the time to open nonces run out."""
        self.at += TO_REVEAL
        deals.wake(self.table, self.now)
        await self.tell()

    async def drop(self) -> None:
        """End all connections."""
        for socket in list(self.sockets):
            await socket.close(1012)

    def played_out(self, rng: Random) -> Json:
        """Let all seats play at random to the end; give the record."""
        table = self.table
        while table.phase == Phase.PLAYING:
            seat = rng.choice(table.awaited())
            action = table.game.words.text(rng.choice(table.legal(seat)))
            by = table.chairs[seat].level
            moves.play(table, seat, [action], "", table.number, self.now, by)
        assert table.sitting is not None
        return json.loads(json.dumps({**records.document(table.sitting), "fair": table.starts.fair_part().document()}))

    # --- the socket --------------------------------------------------------------------------------------------------

    async def serve(self, socket: ServerConnection) -> None:
        assert socket.request is not None
        session = SimpleCookie(socket.request.headers["Cookie"])["fairdeal"].value
        try:
            async for text in socket:
                message = json.loads(text)
                self.heard.append((session, message))
                await self.answer(socket, session, message)
        except ConnectionClosed:
            pass
        finally:
            self.sockets.pop(socket, None)

    async def answer(self, socket: ServerConnection, session: str, message: Json) -> None:
        if message["type"] == "hello":
            self.sockets[socket] = session
            await socket.send(json.dumps(self.bent(self.welcome(session), session)))
        elif message["type"] == "ping":
            await socket.send(json.dumps({"type": "pong", "id": message["id"], "at": self.at}))
        elif message["type"] in self.ignores:
            return
        elif message["type"] in self.swallows:
            await socket.send(json.dumps({"type": "answer", "id": message["id"], "verdict": "accepted"}))
        else:
            verdict = self.done(session, message)
            await socket.send(json.dumps({"type": "answer", "id": message["id"], **verdict}))
            await self.tell()

    def done(self, session: str, message: Json) -> Json:
        table, now = self.table, self.now
        try:
            match message["type"]:
                case "join":
                    seats.join(table, session, session.title(), "", message["seat"], now)
                case "commit":
                    deals.commit(table, session, message["start"], message["commitment"], now)
                case "reveal":
                    deals.reveal(table, session, message["start"], message["nonce"], now)
        except FairdealError as error:
            return {"verdict": "refused", "reason": str(error)}
        return {"verdict": "accepted"}

    async def tell(self) -> None:
        """Tell everybody how the table stands, or what they are to believe of it."""
        for socket, session in list(self.sockets.items()):
            try:
                await socket.send(json.dumps(self.bent(told(out.TableTelling(self.document())), session)))
            except ConnectionClosed:
                self.sockets.pop(socket, None)

    def bent(self, message: Json, session: str) -> Json:
        message = copy.deepcopy(message)
        self.lie(message, session)
        return message

    def document(self) -> out.TableDoc:
        return table_doc(self.table, self.at, Company(), 0, "en", Efforts())

    def welcome(self, session: str) -> Json:
        table = self.table
        you = table.seat_of(session)
        return told(out.WelcomeTelling(you, False, self.document(), 0, terms=table.opened.terms))


def told(message: out.Telling) -> Json:
    return json.loads(out.encode(message))


@asynccontextmanager
async def lying(evil: EvilServer) -> AsyncIterator[EvilServer]:
    """Serve at a port of its own while the block runs."""
    server: Server
    async with serve(evil.serve, "127.0.0.1", 0) as server:
        evil.port = next(iter(server.sockets)).getsockname()[1]
        yield evil
