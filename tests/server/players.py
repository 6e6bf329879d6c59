"""Random players over real sockets, and what must be true of the games they played."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TypeVar

from fairdeal.client import Answer, Client, ClientTable
from fairdeal.errors import Lost
from fairdeal.play import check as checking
from fairdeal.play import events as ev
from fairdeal.play import records
from fairdeal.play.fairness import Receipt

T = TypeVar("T")

PATIENCE = 300.0  # seconds without a server; a busy machine starts it slowly, and a test kills it again and again


@dataclass
class Diary:
    """What one player sent and was answered, in order."""

    seat: int = -1
    answers: list[Answer] = field(default_factory=list)
    receipt: Receipt | None = None
    number: int = 0
    public: object = None
    result: object = None
    story: list[int] = field(default_factory=list)
    welcomes: int = 0
    resent: int = 0

    @property
    def accepted(self) -> list[str]:
        return [answer.id for answer in self.answers if answer.is_accepted]


async def patiently(ask: Callable[[], Awaitable[T]], seconds: float = PATIENCE) -> T:
    """Ask again while the server cannot be reached."""
    end = asyncio.get_running_loop().time() + seconds
    while True:
        try:
            return await ask()
        except Lost:
            if asyncio.get_running_loop().time() > end:
                raise
            await asyncio.sleep(0.1)


async def guest(address: str, name: str) -> Client:
    """Give somebody who plays on by themselves: after a void too, and after a server's minutes of absence."""
    client = Client(address, patience=PATIENCE, agrees=lambda table: True)
    await patiently(lambda: client.name(name))
    return client


async def abreast(*tables: ClientTable) -> None:
    """Wait until the game has begun and everybody knows as much as the others."""
    while not tables[0].scene or len({table.number for table in tables}) > 1:
        await asyncio.sleep(0.01)


async def play_at_random(table: ClientTable, rng: Random, pause: float = 0.0) -> Diary:
    """Play a game to its end; whatever is not accepted is chosen anew."""
    diary = Diary()
    while legal := await table.turn():
        diary.answers.append(await table.play(rng.choice(legal)))
        await asyncio.sleep(pause)
    diary.seat, diary.receipt = -1 if table.you is None else table.you, table.receipt
    diary.number, diary.public, diary.result = table.number, table.public, table.result
    diary.story = sorted({line["number"] for line in table.story})
    diary.welcomes, diary.resent = table.welcomes, table.resent
    return diary


async def sit_and_play(client: Client, table: str, rng: Random, pause: float = 0.0) -> Diary:
    async with await client.sit(table) as seat:
        return await play_at_random(seat, rng, pause)


def stored(store: Path, table: str) -> list[ev.Entry]:
    """Read the events of a table, as they are in the file."""
    with closing(sqlite3.connect(f"{store.as_uri()}?mode=ro", uri=True, timeout=60)) as connection:
        rows = connection.execute("select number, entry from events where table_id = ? order by number", (table,))
        numbers, entries = zip(*((number, ev.decode(entry)) for number, entry in rows), strict=True)
    assert list(numbers) == list(range(1, len(numbers) + 1)) == [entry.number for entry in entries]
    return list(entries)


def check_nothing_lost_and_nothing_twice(entries: list[ev.Entry], diaries: Sequence[Diary]) -> int:
    """Every action that was accepted is stored once, in order, and no other; give how many there are."""
    played = [(entry.event.seat, entry.event.id) for entry in entries if isinstance(entry.event, ev.Played)]
    by_people = [(seat, name) for seat, name in played if name]
    assert len(set(by_people)) == len(by_people), "something was done twice"
    for diary in diaries:
        assert [name for seat, name in by_people if seat == diary.seat] == diary.accepted
    assert len(by_people) == sum(len(diary.accepted) for diary in diaries)
    times = [entry.at for entry in entries]
    assert times == sorted(times), "the server's time ran backwards"
    return len(by_people)


async def check_record(client: Client, table: str, diaries: Sequence[Diary]) -> None:
    """The record replays, its deal is fair, and every player's receipt says the same."""
    text = await patiently(lambda: client.request("GET", f"/api/tables/{table}/record"))
    sitting, part = records.read(text), checking.part_of(text)
    assert sitting.is_over
    for diary in diaries:
        assert diary.receipt is not None
        verdict = checking.check(sitting, part, diary.receipt)
        assert verdict.has_proof
        assert verdict.has_receipt
