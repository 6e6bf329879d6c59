"""A store in PostgreSQL as an archive."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from fairdeal.errors import StoreError
from fairdeal.server.archives import KEYS, PARTS, WholeTable
from fairdeal.server.postgres.links import Link, check_address, connected, explained, held_alone, migrate
from fairdeal.server.store import TableRow

T = TypeVar("T")

_COLUMNS = ", ".join(TableRow.__struct_fields__)


class PostgresArchive:
    """All rows of a database; each call waits for it."""

    def __init__(self, runner: asyncio.Runner, link: Link) -> None:
        self._runner = runner
        self._link = link

    def _wait(self, work: Awaitable[T]) -> T:
        async def wait() -> T:
            return await work

        return self._runner.run(wait())

    def _all(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in self._wait(self._link.fetch(sql, *values))]

    def names(self) -> list[str]:
        return [name for (name,) in self._all('select id from tables order by id collate "C"')]

    def table(self, name: str) -> WholeTable | None:
        found = self._all(f"select {_COLUMNS} from tables where id = $1", name)
        if not found:
            return None
        return WholeTable(
            found[0],
            tuple(self._all("select number, entry from events where table_id = $1 order by number", name)),
            tuple(
                self._all(
                    'select session_id, seat from players where table_id = $1 order by session_id collate "C", seat',
                    name,
                )
            ),
            tuple(
                self._all(
                    'select session_id, note from notes where table_id = $1 order by session_id collate "C"', name
                )
            ),
        )

    def put_table(self, whole: WholeTable) -> None:
        self._wait(self._put_table(whole))

    async def _put_table(self, whole: WholeTable) -> None:
        link, name = self._link, whole.row[0]
        last = max((number for number, _ in whole.events), default=0)
        places = ", ".join(f"${place}" for place in range(1, len(whole.row) + 2))
        async with link.transaction():
            for part in ("events", "players", "notes"):
                await link.execute(f"delete from {part} where table_id = $1", name)
            await link.execute("delete from tables where id = $1", name)
            await link.execute(f"insert into tables ({_COLUMNS}, last) values ({places})", *whole.row, last)
            for part, rows in (("events", whole.events), ("players", whole.players), ("notes", whole.notes)):
                await link.executemany(f"insert into {part} values ($1, $2, $3)", [(name, *row) for row in rows])

    def rows(self, part: str) -> list[tuple[Any, ...]]:
        order = ", ".join(f'{name} collate "C"' for name in PARTS[part][: KEYS[part]])
        return self._all(f"select {', '.join(PARTS[part])} from {part} order by {order}")

    def put_rows(self, part: str, rows: Sequence[tuple[Any, ...]]) -> None:
        columns, keys = PARTS[part], PARTS[part][: KEYS[part]]
        places = ", ".join(f"${place}" for place in range(1, len(columns) + 1))
        changes = ", ".join(f"{name} = excluded.{name}" for name in columns[len(keys) :])
        insert = f"insert into {part} ({', '.join(columns)}) values ({places})"
        sql = f"{insert} on conflict ({', '.join(keys)}) do update set {changes}"
        self._wait(self._link.executemany(sql, rows))


@contextmanager
def archive_in(url: str) -> Iterator[PostgresArchive]:
    """Open the store of a database alone; an empty one is made a store."""
    check_address(url)
    with asyncio.Runner() as runner:
        link = runner.run(_opened(url))
        try:
            yield PostgresArchive(runner, link)
        finally:
            runner.run(link.close())


async def _opened(url: str) -> Link:
    async with explained(url):
        link = await connected(url)
        try:
            await migrate(link)
            if not await held_alone(link):
                raise StoreError("a server is using it: stop it first.")
        except BaseException:
            await link.close()
            raise
        return link
