"""What tests of stores share: a row, both kinds of store, and processes that write until they are killed."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from fairdeal.server.places import is_postgres
from fairdeal.server.postgres.batches import Append
from fairdeal.server.postgres.store import PostgresStore
from fairdeal.server.store import Store, TableRow
from fairdeal.server.stores import open_store
from tools.engines import Database

TABLE = TableRow(
    id="t1",
    game="some game",
    seats=4,
    listed=True,
    phase="playing",
    free=1,
    opened_at=1,
    changed_at=2_000,
    secret=bytes(range(32)),
    archived=False,
    copied_from="",
    card=b'{"name":"One"}',
)


def table(id: str, **changes: Any) -> TableRow:
    return replace(TABLE, id=id, **changes)


def ids(tables: list[TableRow]) -> list[str]:
    return [table.id for table in tables]


async def events(store: Store) -> list[bytes]:
    found = await store.load("t1")
    assert found is not None
    return found[1]


@dataclass(frozen=True)
class Place:
    """Where a store is, and a way to look into it from outside."""

    url: str
    database: Database | None = None

    def execute(self, sql: str) -> list[Any]:
        if self.database is not None:
            return self.database.execute(self.url, sql)
        with closing(sqlite3.connect(self.url, isolation_level=None)) as other:
            return other.execute(sql).fetchall()


@asynccontextmanager
async def started(url: str) -> AsyncIterator[Store]:
    store = open_store(url)
    await store.start()
    try:
        yield store
    finally:
        await store.stop()


def with_store(place: Place, story: Callable[[Store], Awaitable[Any]]) -> Any:
    """Let a story happen to a store that is started before and stopped after it."""

    async def run() -> Any:
        async with asyncio.timeout(60), started(place.url) as store:
            return await story(store)

    return asyncio.run(run())


@contextmanager
def other_process(script: str, *arguments: object, within: Sequence[str] = ()) -> Iterator[subprocess.Popen[str]]:
    """Run a script in a process of its own, killed at the end if it is still there."""
    command = [*within, sys.executable, "-c", textwrap.dedent(script), *map(str, arguments)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def line_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline().strip()


@contextmanager
def writer_held(store: PostgresStore) -> Iterator[None]:
    """Let nothing be written meanwhile, as when the process is halted."""
    held, write = asyncio.Event(), store._writer._write

    async def write_later(batch: list[Append]) -> None:
        await held.wait()
        await write(batch)

    store._writer._write = write_later  # type: ignore[method-assign]
    try:
        yield
    finally:
        held.set()


def new_place(kind: str, folder: Path, database: Callable[[], Database]) -> Place:
    """Make room for a store of a kind."""
    if kind == "sqlite":
        return Place(str(folder / "games.db"))
    found = database()
    place = Place(found.fresh(), found)
    assert is_postgres(place.url)
    return place
