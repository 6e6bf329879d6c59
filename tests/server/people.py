"""A hub on a real store, and people at its tables, all in one process."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import numpy as np

from fairdeal import games
from fairdeal.bots.pool import Bots, Hear, Job, ignore
from fairdeal.contract.game import list_legal
from fairdeal.play.fairness import PromisePart, Receipt
from fairdeal.play.table import Table
from fairdeal.server.connection import Connection
from fairdeal.server.documents import OpenTable
from fairdeal.server.hub import Hub
from fairdeal.server.store import SessionRow
from fairdeal.server.stores import open_store
from fairdeal.server.uptime import Uptime
from tests.play.promises import promise_at

NAMES = itertools.count(1)


class FirstChoice:
    """Bots that take their first legal action at once."""

    busy = waiting = borrowed = 0
    effort = 1.0

    def __init__(self) -> None:
        self.done = 0

    async def choose(self, job: Job, hear: Hear = ignore) -> str:
        self.done += 1
        game = games.find(job.game)
        view = np.frombuffer(job.view, game.rules.STATE).copy()[0]
        return game.words.text(list_legal(game.rules, view, job.seat)[0])


class Person:
    """A client: keeps what it is sent."""

    def __init__(self, name: str) -> None:
        self.session = SessionRow(f"session of {name}", name, 0, 0)
        self.heard: list[dict[str, Any]] = []
        self.closed: tuple[int, str] | None = None
        self.connection: Connection | None = None

    def send(self, data: bytes) -> None:
        self.heard.append(json.loads(data))

    def close(self, code: int, reason: str) -> None:
        self.closed = (code, reason)

    async def enter(self, hub: Hub, table: str, seen: int = 0, as_guest: bool = True, language: str = "") -> None:
        self.connection = await hub.connect(table, self.session if as_guest else None, self)
        await self.connection.receive(json.dumps({"type": "hello", "seen": seen, "language": language}))

    async def leave(self) -> None:
        assert self.connection is not None
        await self.connection.closed()

    async def say(self, kind: str, **message: Any) -> dict[str, Any]:
        """Send a message; give its answer, or the last thing heard."""
        assert self.connection is not None
        name = message.pop("id", f"m{next(NAMES)}")
        await self.connection.receive(json.dumps({"type": kind, "id": name, **message}))
        return next((told for told in reversed(self.heard) if told.get("id") == name), self.heard[-1])

    async def sit(self, seat: int | None = None) -> dict[str, Any]:
        """Take a seat, and promise a nonce unless the deal is copied."""
        answer = await self.say("join", seat=seat)
        if answer["verdict"] == "accepted" and not self.table.opened.copied_from:
            await self.commit()
        return answer

    async def commit(self) -> dict[str, Any]:
        assert self.connection is not None
        promise = promise_at(self.table, self.connection.viewer, self.nonce)
        return await self.say("commit", start=self.table.starts.number, commitment=promise)

    async def reveal(self) -> dict[str, Any]:
        return await self.say("reveal", start=self.table.starts.number, nonce=self.nonce.hex())

    def receipt(self) -> Receipt:
        """What a careful client would have written down when the table was called."""
        assert self.connection is not None
        part, is_copied = self.table.starts.fair_part(), bool(self.table.opened.copied_from)
        return Receipt(
            terms=part.terms,
            seat=self.connection.viewer,
            start=part.start,
            commitment=part.commitment.hex(),
            seats=tuple(PromisePart(its.commitment, its.bot) for its in part.seats),
            call=part.call.hex(),
            nonce=None if is_copied else self.nonce.hex(),
        )

    @property
    def nonce(self) -> bytes:
        return hashlib.sha256(self.session.name.encode()).digest()

    @property
    def table(self) -> Table:
        assert self.connection is not None
        return self.connection.live.table

    def of_type(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.heard if message["type"] == kind]

    def last_change(self) -> dict[str, Any]:
        """The last message on what somebody did to the table; who comes and goes may be told a moment later."""
        return [told for told in self.of_type("table") if told.get("kind")][-1]

    async def play(self, pick: int = 0, **message: Any) -> dict[str, Any]:
        """Do one of the legal actions."""
        assert self.connection is not None
        legal = self.table.legal(self.connection.viewer)
        action = self.table.game.words.text(legal[pick % len(legal)]) if legal else "nothing"
        return await self.say("play", **{"number": self.table.number, "actions": [action], **message})


@asynccontextmanager
async def house(
    folder: Path, beat: tuple[int, int] = (0, 0), uptime: Uptime | None = None, url: str = "", address: str = ""
) -> AsyncIterator[Hub]:
    """A hub that runs."""
    store = open_store(url or str(folder / "store.sqlite"), address)
    await store.start()
    hub = Hub(store, cast(Bots, FirstChoice()), uptime or Uptime(), beat)
    await hub.start()
    try:
        yield hub
    finally:
        await hub.stop()
        await store.stop()


async def seated(hub: Hub, request: OpenTable, *names: str, languages: Sequence[str] = ()) -> tuple[str, list[Person]]:
    """Open a table and let persons take its first free seats and open their nonces."""
    people = [Person(name) for name in names]
    table = await hub.open_table(people[0].session, request)
    for place, person in enumerate(people):
        await person.enter(hub, table, language=languages[place] if languages else "")
        assert (await person.sit())["verdict"] == "accepted"
    if people[0].table.phase == "called":
        for person in people:
            await person.reveal()
    return table, people


async def until(condition: Callable[[], object], seconds: float = 60.0) -> None:
    """Wait for something to become true."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.005)


def on_turn(people: list[Person]) -> Person | None:
    """Whose turn it is among them."""
    for person in people:
        assert person.connection is not None
        if person.connection.viewer in person.table.awaited():
            return person
    return None


async def finish(people: list[Person]) -> None:
    """Play to the end, and hear of it."""
    while [*people[0].of_type("welcome"), *people[0].of_type("table")][-1]["table"]["phase"] != "over":
        person = on_turn(people)
        if person is None:
            await asyncio.sleep(0.002)
        else:
            await person.play()
