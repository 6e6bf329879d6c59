"""A hub without sockets or bots, and guests of all kinds at its tables: all that they are sent can be looked at."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, cast

import msgspec

from fairdeal import games
from fairdeal.bots.pool import Bots, Hear, Job, ignore
from fairdeal.play import events as ev
from fairdeal.play.company import Company
from fairdeal.play.table import Phase, Table
from fairdeal.server.connection import Connection
from fairdeal.server.documents import OpenTable
from fairdeal.server.drawing import table_doc
from fairdeal.server.efforts import Efforts
from fairdeal.server.hub import Hub
from fairdeal.server.store import SessionRow, Store
from fairdeal.server.stores import open_store
from fairdeal.server.uptime import StoppedUptime
from tests.play.promises import promise_at

Json = Any

NONCE = "ab" * 32
PLAYS = {name: games.subject(name).short_play(games.find(name)) for name in games.NAMES}


class SleepyBots:
    """Bots that never act: whatever happens, the messages did it."""

    busy = waiting = done = borrowed = 0
    effort = 1.0

    async def choose(self, job: Job, hear: Hear = ignore) -> str:
        await asyncio.Event().wait()
        raise AssertionError("nobody wakes them")


class Ear:
    """Keeps what one client is sent."""

    def __init__(self) -> None:
        self.heard: list[Json] = []

    def send(self, data: bytes) -> None:
        self.heard.append(json.loads(data))

    def close(self, code: int, reason: str) -> None:
        raise AssertionError("no message here is a reason to close")


@dataclass
class Guest:
    """A connection, and what is known of whoever sends over it."""

    name: str
    connection: Connection
    ear: Ear
    is_greeted: bool = True
    sent: list[Json] = field(default_factory=list)

    @property
    def table(self) -> Table:
        return self.connection.live.table

    @property
    def seat(self) -> int | None:
        return self.table.seat_of(self.connection.session_id) if self.connection.session_id else None


class Room:
    """One table that plays, another that waits for players, and guests of all kinds at both."""

    def __init__(self, hub: Hub, rng: Random) -> None:
        self.hub = hub
        self.rng = rng
        self.guests: list[Guest] = []
        self.tables: list[str] = []

    async def open(self, game: str | None = None, **more: Json) -> None:
        """Begin a new game, any of them if none is named; the old guests are gone."""
        for guest in self.guests:
            await guest.connection.closed()
        game = game or self.rng.choice(games.NAMES)
        seats, options = PLAYS[game]
        sessions = [SessionRow(f"session {seat}", f"Player {seat}", 0, 0) for seat in range(seats)]
        request = OpenTable(game, seats, dict(options), **more)
        name, other = await self.hub.open_table(sessions[0], request), await self.hub.open_table(sessions[0], request)
        stranger = SessionRow("session of a stranger", "Stranger", 0, 0)
        players = [await self.guest(f"player {seat}", name, session) for seat, session in enumerate(sessions)]
        self.guests = [
            *players,
            await self.guest("onlooker", name, None),
            await self.guest("stranger", name, stranger),
            await self.guest("early", name, sessions[0], greet=False),
            await self.guest("elsewhere", other, sessions[0]),
        ]
        self.tables += [name, other]
        await self.begin(players)
        await self.give(self.guests[-1], {"type": "join", "id": "join", "seat": 1})

    async def guest(self, kind: str, table: str, session: SessionRow | None, greet: bool = True) -> Guest:
        ear = Ear()
        guest = Guest(kind, await self.hub.connect(table, session, ear), ear, greet)
        if greet:
            await guest.connection.receive('{"type": "hello"}')
        return guest

    async def begin(self, players: list[Guest]) -> None:
        for guest in players:
            await self.give(guest, {"type": "join", "id": "join"})
            assert guest.seat is not None
            promise = promise_at(guest.table, guest.seat, bytes.fromhex(NONCE))
            await self.give(guest, {"type": "commit", "id": "commit", "start": 1, "commitment": promise})
        for guest in players:
            await self.give(guest, {"type": "reveal", "id": "reveal", "start": 1, "nonce": NONCE})
        assert players[0].table.phase == Phase.PLAYING

    async def give(self, guest: Guest, message: Json) -> Json:
        """Send a good message and give the answer."""
        guest.sent.append(message)
        before = len(guest.ear.heard)
        await guest.connection.receive(json.dumps(message))
        return next(reply for reply in reversed(guest.ear.heard[before:]) if reply["type"] not in ("ping", "table"))

    def snapshot(self) -> list[bytes]:
        """Of both tables."""
        return [snapshot(table) for table in {guest.table.id: guest.table for guest in self.guests}.values()]

    def players(self) -> list[Guest]:
        return [guest for guest in self.guests if guest.name.startswith("player")]

    def legal(self, guest: Guest) -> list[str]:
        assert guest.seat is not None
        return [guest.table.game.words.text(action) for action in guest.table.legal(guest.seat)]


@asynccontextmanager
async def a_room(
    folder: Path, rng: Random, wrap: Callable[[Store], Store] = lambda store: store
) -> AsyncIterator[Room]:
    """A room with a store of its own; `wrap` may stand between the two."""
    store = wrap(open_store(str(folder / "room.sqlite")))
    await store.start()
    hub = Hub(store, cast(Bots, SleepyBots()), StoppedUptime(), beat=(0, 0))
    room = Room(hub, rng)
    try:
        yield room
        await check_stored(room)
    finally:
        await hub.stop()
        await store.stop()


async def check_stored(room: Room) -> None:
    """What is stored is what is in memory."""
    for name in room.tables:
        found = await room.hub.store.load(name)
        assert found is not None
        row, texts = found
        folded = Table.folded(name, row.secret, map(ev.decode, texts))
        assert snapshot(folded) == snapshot((await room.hub.table(name)).table)


def snapshot(table: Table) -> bytes:
    """All that must not change: the number, the game, and all that everybody may know."""
    state = table.sitting.state.tobytes() if table.sitting is not None else b""
    return state + msgspec.json.encode((table.number, table_doc(table, 0, Company(), 0, "en", Efforts())))
