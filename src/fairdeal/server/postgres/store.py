"""A store in a database of PostgreSQL, which several servers may share. A write returns after it is on the disk."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import fields
from typing import Any, TypeVar

from fairdeal.errors import Damaged, StoreError
from fairdeal.failures import log_trouble
from fairdeal.language.messages import Message, say
from fairdeal.server.postgres.batches import Writer
from fairdeal.server.postgres.causes import in_words, is_lost
from fairdeal.server.postgres.leases import Leases
from fairdeal.server.postgres.links import (
    Link,
    Pool,
    check_address,
    connected,
    explained,
    held_with_others,
    migrate,
    pooled,
)
from fairdeal.server.spending import Spending
from fairdeal.server.store import Lease, SessionRow, TableRow, numbered

T = TypeVar("T")

MOST_LINKS = 4  # connections for all but appends and renewals

_TABLE = ", ".join(f"tables.{name}" for name in TableRow.__struct_fields__)
_SESSION = ", ".join(field.name for field in fields(SessionRow))
_OF_NOBODY_ELSE = """
    (owner is null or owner = $2 or not exists (
        select from processes where processes.id = owner and expires > clock_timestamp()
    ))
"""

_TABLE_NOT_READ = say("store.table_not_read")
_TABLES_NOT_READ = say("store.tables_not_read")
_SESSION_NOT_STORED = say("store.session_not_stored")
_NOT_KEPT_READ = say("store.kept_not_read")
_TIME_NOT_STORED = say("store.time_not_stored")
_NOT_PINGED = say("store.no_answer")


class PostgresStore:
    """A store for several processes: one connection appends, one renews, and a few do all else."""

    def __init__(self, url: str, address: str = "") -> None:
        """Other processes reach this one at `address`."""
        check_address(url)
        self.url = url
        self._leases = Leases(address)
        self._writer = Writer(url, self._leases)
        self._pool: Pool = None
        self._keeper: Link = None

    @property
    def commits(self) -> int:
        return self._writer.commits

    async def start(self) -> None:
        async with explained(self.url):
            self._keeper = await connected(self.url)
            try:
                await migrate(self._keeper)
                await held_with_others(self._keeper)
                await self._leases.register(self._keeper)
                self._pool = await pooled(self.url, MOST_LINKS)
                await self._writer.start()
            except BaseException:
                await self._close()
                raise

    async def stop(self) -> None:
        await self._writer.stop()
        await self._close()

    async def _close(self) -> None:
        """Give all up that is owned, if the database still hears of it, and every connection."""
        pool, keeper, self._pool, self._keeper = self._pool, self._keeper, None, None
        if keeper is not None:
            try:
                await self._leases.leave(keeper)
                await keeper.close()
            except Exception as error:
                log_trouble(in_words(_TIME_NOT_STORED, error))
                keeper.terminate()
        if pool is not None:
            await pool.close()

    async def _do(self, complaint: Message, work: Callable[[Link], Awaitable[T]]) -> T:
        """Do something with a connection of the pool; what goes wrong is told in words."""
        if self._pool is None:
            raise StoreError(say("store.stays_failed", complaint=complaint, reason=say("store.closed")))
        try:
            async with self._pool.acquire() as link:
                return await work(link)
        except Exception as error:
            raise in_words(complaint, error) from error

    async def _fetch(self, complaint: Message, sql: str, *values: Any) -> list[Any]:
        return await self._do(complaint, lambda link: link.fetch(sql, *values))

    async def _tables(self, where: str, *values: Any) -> list[TableRow]:
        rows = await self._fetch(_TABLES_NOT_READ, f"select {_TABLE} from tables {where}", *values)
        return [TableRow(*row) for row in rows]

    async def _firsts(self, complaint: Message, sql: str, *values: Any) -> list[Any]:
        return [row[0] for row in await self._fetch(complaint, sql, *values)]

    # --- who owns what ---

    def watch(self, changed: Callable[[], None]) -> None:
        self._leases.changed = changed

    def share(self, spending: Spending) -> None:
        self._leases.spending = spending

    def holds(self, table_id: str) -> bool:
        return self._leases.holds(table_id)

    @property
    def peers(self) -> frozenset[int]:
        return self._leases.peers

    @property
    def key(self) -> str:
        return self._leases.key

    async def take(self, table_id: str, last: int, at: int) -> Lease | None:
        return await self._do(_TABLE_NOT_READ, lambda link: self._leases.take(link, table_id, last, at))

    async def release(self, table_ids: Collection[str]) -> None:
        await self._do(say("store.not_released"), lambda link: self._leases.release(link, table_ids))

    # --- tables and events ---

    def append(
        self, table: TableRow, first: int, entries: Sequence[bytes], players: Sequence[tuple[str, int]] = ()
    ) -> asyncio.Future[None]:
        return self._writer.append(table, first, entries, players)

    async def load(self, table_id: str) -> tuple[TableRow, list[bytes]] | None:
        async def run(link: Link) -> tuple[TableRow, list[bytes]] | None:
            # One snapshot of both: another process may append in between.
            async with link.transaction(isolation="repeatable_read", readonly=True):
                row = await link.fetchrow(f"select {_TABLE}, last from tables where id = $1", table_id)
                if row is None:
                    return None
                found = await link.fetch(
                    "select number, entry from events where table_id = $1 order by number", table_id
                )
            *columns, last = row
            return TableRow(*columns), _entries(table_id, last, found)

        return await self._do(_TABLE_NOT_READ, run)

    async def running(self) -> list[str]:
        sql = "select id from tables where not archived and phase not in ('over', 'void') order by changed_at desc, id"
        return await self._firsts(_TABLES_NOT_READ, sql)

    async def due(self, at: int) -> list[str]:
        sql = (
            f"select id from tables where due + lag <= $1 and due is not null and {_OF_NOBODY_ELSE} order by due + lag"
        )
        return await self._firsts(_TABLES_NOT_READ, sql, at, self._leases.me)

    async def next_due(self, after: int) -> int | None:
        sql = f"select min(due + lag) from tables where due + lag > $1 and due is not null and {_OF_NOBODY_ELSE}"
        (first,) = await self._firsts(_TABLES_NOT_READ, sql, after, self._leases.me)
        return None if first is None else int(first)

    async def listed(self, limit: int) -> list[TableRow]:
        where = "where not archived and listed and phase in ('waiting', 'playing') order by changed_at desc limit $1"
        return await self._tables(where, limit)

    async def tables_of(self, session_id: str, limit: int) -> list[TableRow]:
        where = "where id in (select table_id from players where session_id = $1) order by changed_at desc limit $2"
        return await self._tables(where, session_id, limit)

    async def copies_of(self, table_id: str) -> list[TableRow]:
        return await self._tables("where copied_from = $1 and copied_from <> '' order by opened_at, id", table_id)

    async def archive(self, before: int) -> list[str]:
        sql = """
            with old as (
                select id from tables where not archived and opened_at < $1 and changed_at < $1 order by id for update
            ), done as (
                update tables set archived = true from old where tables.id = old.id returning tables.id, changed_at
            )
            select id from done order by changed_at, id
        """
        return await self._firsts(say("store.not_archived"), sql, before)

    # --- sessions ---

    async def add_session(self, row: SessionRow, token_hash: bytes) -> None:
        sql = f"insert into sessions ({_SESSION}, token_hash) values ($1, $2, $3, $4, $5)"
        await self._fetch(_SESSION_NOT_STORED, sql, row.id, row.name, row.made_at, row.seen_at, token_hash)

    async def session(self, token_hash: bytes) -> SessionRow | None:
        sql = f"select {_SESSION} from sessions where token_hash = $1"
        found = await self._fetch(say("store.session_not_read"), sql, token_hash)
        return SessionRow(*found[0]) if found else None

    async def rename_session(self, session_id: str, name: str) -> None:
        await self._change_session("name = $1", name, session_id)

    async def touch_session(self, session_id: str, seen_at: int) -> None:
        await self._change_session("seen_at = $1", seen_at, session_id)

    async def _change_session(self, change: str, value: str | int, session_id: str) -> None:
        sql = f"update sessions set {change} where id = $2 returning id"
        if not await self._fetch(_SESSION_NOT_STORED, sql, value, session_id):
            raise StoreError(say("store.failed", complaint=_SESSION_NOT_STORED, reason=say("store.no_session")))

    # --- notes and documents ---

    async def put_note(self, table_id: str, session_id: str, note: bytes) -> None:
        sql = """insert into notes (table_id, session_id, note) values ($1, $2, $3)
            on conflict (table_id, session_id) do update set note = excluded.note"""
        await self._fetch(say("store.note_not_stored"), sql, table_id, session_id, note)

    async def notes(self, table_id: str) -> dict[str, bytes]:
        sql = "select session_id, note from notes where table_id = $1"
        return dict(map(tuple, await self._fetch(say("store.notes_not_read"), sql, table_id)))

    async def keep(self, kind: str, key: str, value: bytes) -> None:
        sql = """insert into kept (kind, key, value) values ($1, $2, $3)
            on conflict (kind, key) do update set value = excluded.value"""
        await self._fetch(say("store.not_kept"), sql, kind, key, value)

    async def keep_first(self, kind: str, key: str, value: bytes) -> bytes:
        sql = "insert into kept (kind, key, value) values ($1, $2, $3) on conflict (kind, key) do nothing"
        await self._fetch(say("store.not_kept"), sql, kind, key, value)
        return await self.kept(kind, key) or value

    async def kept(self, kind: str, key: str) -> bytes | None:
        sql = "select value from kept where kind = $1 and key = $2"
        found = await self._firsts(_NOT_KEPT_READ, sql, kind, key)
        return found[0] if found else None

    async def kept_under(self, kind: str, prefix: str) -> dict[str, bytes]:
        sql = "select key, value from kept where kind = $1 and starts_with(key, $2) order by key"
        return dict(map(tuple, await self._fetch(_NOT_KEPT_READ, sql, kind, prefix)))

    # --- the server's own numbers ---

    async def alive(self) -> int:
        found = await self._firsts(say("store.time_not_read"), "select value from marks where name = 'alive'")
        return found[0] if found else 0

    async def set_alive(self, at: int) -> int:
        """Renew all leases with it, on a connection of its own, which waits for nobody."""
        try:
            if self._keeper is None or self._keeper.is_closed():
                self._keeper = await connected(self.url)
                await held_with_others(self._keeper)
            return await self._leases.renew(self._keeper, at)
        except Exception as error:
            if is_lost(error) and self._keeper is not None:
                self._keeper.terminate()
            raise in_words(_TIME_NOT_STORED, error) from error

    async def ping(self) -> None:
        sql = """insert into marks (name, value) values ('pings', 1)
            on conflict (name) do update set value = marks.value + 1 returning value"""
        (written,) = await self._firsts(_NOT_PINGED, sql)
        (read,) = await self._firsts(_NOT_PINGED, "select value from marks where name = 'pings'")
        if read < written:
            raise StoreError(say("store.stays_failed", complaint=_NOT_PINGED, reason=say("store.not_there")))


def _entries(table_id: str, last: int, rows: Sequence[tuple[int, bytes]]) -> list[bytes]:
    """Give the events of a table; raise Damaged unless they are numbered from 1 to its last."""
    if len(rows) < last and all(number == place for place, (number, _) in enumerate(rows, 1)):
        raise Damaged(table_id, say("damaged.lacking", number=len(rows) + 1))
    return numbered(table_id, rows)
