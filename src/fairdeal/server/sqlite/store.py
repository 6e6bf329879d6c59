"""A store in one file of SQLite, with nothing to install. A write returns after its transaction is on the disk."""

from __future__ import annotations

import asyncio
import functools
import itertools
import sqlite3
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from msgspec.structs import asdict, replace

from fairdeal.errors import Conflict, StoreError
from fairdeal.language.messages import say
from fairdeal.server.spending import Spending
from fairdeal.server.sqlite.files import MOST_ROWS, reading, writing
from fairdeal.server.sqlite.marks import ALIVE, mark, set_mark, stored_alive
from fairdeal.server.sqlite.worker import StoreThread
from fairdeal.server.store import Lease, SessionRow, TableRow, numbered

GATHER = 0.002  # seconds that a transaction waits for more to store: a commit costs as much for one row as for many
LAST_CHARACTER = "\U0010ffff"  # no key has it, so what begins with a prefix is before the prefix and this

_TABLE = ", ".join(f"tables.{name}" for name in TableRow.__struct_fields__)
_SESSION = ", ".join(field.name for field in fields(SessionRow))

_TABLE_NOT_STORED = say("store.table_not_stored")
_TABLE_NOT_READ = say("store.table_not_read")
_TABLES_NOT_READ = say("store.tables_not_read")
_SESSION_NOT_STORED = say("store.session_not_stored")
_NOT_KEPT_READ = say("store.kept_not_read")
_NOT_PINGED = say("store.no_answer")

_PUT_TABLE = """
    insert into tables values (
        :id, :game, :seats, :listed, :phase, :free, :opened_at, :changed_at, :secret, 0, :copied_from, :card, :due
    ) on conflict (id) do update set
        listed = :listed, phase = :phase, free = :free, changed_at = :changed_at, archived = 0, card = :card, due = :due
"""
_CHANGE_TABLES = """
    update tables set
        listed = new.column2, phase = new.column3, free = new.column4, changed_at = new.column5, archived = 0,
        card = new.column6, due = new.column7
    from (ROWS) as new where tables.id = new.column1
"""
_ADD_EVENTS = "insert into events (table_id, number, entry) ROWS"
_ADD_PLAYERS = "insert or ignore into players (table_id, session_id, seat) ROWS"


class SqliteStore:
    """A store in one file, for one process: one thread writes, another reads, and the event loop waits for neither."""

    def __init__(self, path: Path, patience: float = 2.0) -> None:
        """Wait `patience` seconds for another program that holds the database, then say so."""
        # Two names of one file would have two locks.
        self.path = path.resolve()
        self._pending = _Pending()
        self._writer = StoreThread(
            "store-writer",
            lambda: writing(self.path, patience),
            "begin immediate",
            GATHER,
            self._pending.write,
            self._pending.forget,
        )
        self._reader = StoreThread("store-reader", lambda: reading(self.path, patience), "begin")

    @property
    def commits(self) -> int:
        return self._writer.commits

    async def start(self) -> None:
        await self._writer.start()
        try:
            await self._reader.start()
        except BaseException:
            await self._writer.stop()
            raise

    async def stop(self) -> None:
        await self._reader.stop()
        await self._writer.stop()

    # --- who owns what: here nobody else ever does ---

    peers: frozenset[int] = frozenset()
    key = ""

    def watch(self, changed: Callable[[], None]) -> None:
        pass

    def share(self, spending: Spending) -> None:
        pass

    def holds(self, table_id: str) -> bool:
        return True

    async def take(self, table_id: str, last: int, at: int) -> Lease | None:
        return Lease()

    async def release(self, table_ids: Collection[str]) -> None:
        pass

    # --- tables and events ---

    def append(
        self, table: TableRow, first: int, entries: Sequence[bytes], players: Sequence[tuple[str, int]] = ()
    ) -> asyncio.Future[None]:
        return self._writer.do(
            _TABLE_NOT_STORED, lambda connection: self._pending.append(connection, table, first, entries, players)
        )

    async def load(self, table_id: str) -> tuple[TableRow, list[bytes]] | None:
        return await self._reader.do(_TABLE_NOT_READ, lambda connection: stored_table(connection, table_id))

    async def running(self) -> list[str]:
        sql = "select id from tables where archived = 0 and phase not in ('over', 'void') order by changed_at desc, id"
        return await self._reader.do(_TABLES_NOT_READ, lambda connection: _firsts(connection, sql))

    async def due(self, at: int) -> list[str]:
        sql = "select id from tables where due <= ? order by due"
        return await self._reader.do(_TABLES_NOT_READ, lambda connection: _firsts(connection, sql, at))

    async def next_due(self, after: int) -> int | None:
        sql = "select min(due) from tables where due > ?"
        found = await self._reader.do(_TABLES_NOT_READ, lambda connection: _firsts(connection, sql, after))
        return found[0] if isinstance(found[0], int) else None

    async def listed(self, limit: int) -> list[TableRow]:
        where = "where archived = 0 and listed = 1 and phase in ('waiting', 'playing') order by changed_at desc limit ?"
        return await self._reader.do(_TABLES_NOT_READ, lambda connection: _tables(connection, where, limit))

    async def tables_of(self, session_id: str, limit: int) -> list[TableRow]:
        where = "where id in (select table_id from players where session_id = ?) order by changed_at desc limit ?"
        return await self._reader.do(_TABLES_NOT_READ, lambda connection: _tables(connection, where, session_id, limit))

    async def copies_of(self, table_id: str) -> list[TableRow]:
        where = "where copied_from = ? and copied_from <> '' order by opened_at, id"
        return await self._reader.do(_TABLES_NOT_READ, lambda connection: _tables(connection, where, table_id))

    async def archive(self, before: int) -> list[str]:
        def run(connection: sqlite3.Connection) -> list[str]:
            where = "where archived = 0 and changed_at < ?"
            ids = _firsts(connection, f"select id from tables {where} order by changed_at, id", before)
            connection.execute(f"update tables set archived = 1 {where}", (before,))
            return ids

        return await self._writer.do(say("store.not_archived"), run)

    # --- sessions ---

    async def add_session(self, row: SessionRow, token_hash: bytes) -> None:
        sql = f"insert into sessions ({_SESSION}, token_hash) values (?, ?, ?, ?, ?)"
        values = (row.id, row.name, row.made_at, row.seen_at, token_hash)
        await self._writer.do(_SESSION_NOT_STORED, lambda connection: connection.execute(sql, values))

    async def session(self, token_hash: bytes) -> SessionRow | None:
        def run(connection: sqlite3.Connection) -> SessionRow | None:
            sql = f"select {_SESSION} from sessions where token_hash = ?"
            found = connection.execute(sql, (token_hash,)).fetchone()
            return SessionRow(*found) if found else None

        return await self._reader.do(say("store.session_not_read"), run)

    async def rename_session(self, session_id: str, name: str) -> None:
        await self._change_session("name = ?", name, session_id)

    async def touch_session(self, session_id: str, seen_at: int) -> None:
        await self._change_session("seen_at = ?", seen_at, session_id)

    async def _change_session(self, change: str, value: str | int, session_id: str) -> None:
        def run(connection: sqlite3.Connection) -> None:
            if not connection.execute(f"update sessions set {change} where id = ?", (value, session_id)).rowcount:
                raise StoreError(say("store.failed", complaint=_SESSION_NOT_STORED, reason=say("store.no_session")))

        await self._writer.do(_SESSION_NOT_STORED, run)

    # --- notes ---

    async def put_note(self, table_id: str, session_id: str, note: bytes) -> None:
        sql = """insert into notes (table_id, session_id, note) values (?, ?, ?)
            on conflict (table_id, session_id) do update set note = excluded.note"""
        values = (table_id, session_id, note)
        await self._writer.do(say("store.note_not_stored"), lambda connection: connection.execute(sql, values))

    async def notes(self, table_id: str) -> dict[str, bytes]:
        def run(connection: sqlite3.Connection) -> dict[str, bytes]:
            return dict(connection.execute("select session_id, note from notes where table_id = ?", (table_id,)))

        return await self._reader.do(say("store.notes_not_read"), run)

    # --- documents ---

    async def keep(self, kind: str, key: str, value: bytes) -> None:
        sql = """insert into kept (kind, key, value) values (?, ?, ?)
            on conflict (kind, key) do update set value = excluded.value"""
        values = (kind, key, value)
        await self._writer.do(say("store.not_kept"), lambda connection: connection.execute(sql, values))

    async def keep_first(self, kind: str, key: str, value: bytes) -> bytes:
        sql = """insert into kept (kind, key, value) values (?, ?, ?) on conflict (kind, key) do nothing"""
        values = (kind, key, value)
        await self._writer.do(say("store.not_kept"), lambda connection: connection.execute(sql, values))
        return await self.kept(kind, key) or value

    async def kept(self, kind: str, key: str) -> bytes | None:
        sql = "select value from kept where kind = ? and key = ?"
        found = await self._reader.do(_NOT_KEPT_READ, lambda connection: _firsts(connection, sql, kind, key))
        return found[0] if found else None

    async def kept_under(self, kind: str, prefix: str) -> dict[str, bytes]:
        def run(connection: sqlite3.Connection) -> dict[str, bytes]:
            sql = "select key, value from kept where kind = ? and key >= ? and key < ? order by key"
            return dict(connection.execute(sql, (kind, prefix, prefix + LAST_CHARACTER)))

        return await self._reader.do(_NOT_KEPT_READ, run)

    # --- the server's own numbers ---

    async def alive(self) -> int:
        return await self._reader.do(say("store.time_not_read"), stored_alive)

    async def set_alive(self, at: int) -> int:
        await self._writer.do(say("store.time_not_stored"), lambda connection: set_mark(connection, ALIVE, at))
        return at

    async def ping(self) -> None:
        def count(connection: sqlite3.Connection) -> int:
            pings = (mark(connection, "pings") or 0) + 1
            set_mark(connection, "pings", pings)
            return pings

        written = await self._writer.do(_NOT_PINGED, count)
        if (await self._reader.do(_NOT_PINGED, lambda connection: mark(connection, "pings")) or 0) < written:
            raise StoreError(say("store.stays_failed", complaint=_NOT_PINGED, reason=say("store.not_there")))


@dataclass
class _Pending:
    """What a transaction appends to tables that are there already, written by two statements for all of them.

    Each statement lets other threads run Python, and on a busy machine it takes long until they give way again. Belongs
    to the writer's thread alone.
    """

    lasts: dict[str, int] = field(default_factory=dict)
    """The last event of each table that was written to."""
    tables: list[tuple[Any, ...]] = field(default_factory=list)
    events: list[tuple[Any, ...]] = field(default_factory=list)

    def append(
        self,
        connection: sqlite3.Connection,
        table: TableRow,
        first: int,
        entries: Sequence[bytes],
        players: Sequence[tuple[str, int]],
    ) -> None:
        last = self.lasts.get(table.id)
        if last is None:
            last = _last_event(connection, table.id)
        if first != last + 1:
            reason = say("store.next_event", next=last + 1, number=first)
            raise Conflict(say("store.failed", complaint=_TABLE_NOT_STORED, reason=reason))
        if last == 0:
            connection.execute(_PUT_TABLE, asdict(table))
        else:
            self.tables.append(
                (table.id, table.listed, table.phase, table.free, table.changed_at, table.card, table.due)
            )
        self.events += [(table.id, number, entry) for number, entry in enumerate(entries, first)]
        if players:
            _execute_rows(connection, _ADD_PLAYERS, [(table.id, session, seat) for session, seat in players])
        if table.phase in ("over", "void"):
            self.lasts.pop(table.id, None)
        else:
            self.lasts[table.id] = first + len(entries) - 1

    def write(self, connection: sqlite3.Connection) -> None:
        _execute_rows(connection, _CHANGE_TABLES, self.tables)
        _execute_rows(connection, _ADD_EVENTS, self.events)
        self.tables.clear()
        self.events.clear()

    def forget(self) -> None:
        self.lasts.clear()
        self.tables.clear()
        self.events.clear()


def _execute_rows(connection: sqlite3.Connection, sql: str, rows: list[tuple[Any, ...]]) -> None:
    """Run a statement for many rows at once."""
    for start in range(0, len(rows), MOST_ROWS):
        part = rows[start : start + MOST_ROWS]
        connection.execute(_for_rows(sql, len(part), len(part[0])), list(itertools.chain.from_iterable(part)))


@functools.cache
def _for_rows(sql: str, count: int, width: int) -> str:
    row = f"({', '.join('?' * width)})"
    return sql.replace("ROWS", f"values {', '.join([row] * count)}")


def stored_table(connection: sqlite3.Connection, table_id: str) -> tuple[TableRow, list[bytes]] | None:
    """Give a table and all its events; raise Damaged unless they are numbered from 1 on."""
    found = _tables(connection, "where id = ?", table_id)
    return (found[0], _entries(connection, table_id)) if found else None


def _last_event(connection: sqlite3.Connection, table_id: str) -> int:
    (last,) = connection.execute("select max(number) from events where table_id = ?", (table_id,)).fetchone()
    return last or 0


def _tables(connection: sqlite3.Connection, where: str, *values: str | int) -> list[TableRow]:
    return [_table(*row) for row in connection.execute(f"select {_TABLE} from tables {where}", values)]


def _table(*row: Any) -> TableRow:
    """SQLite has no truth values, only 0 and 1."""
    table = TableRow(*row)
    return replace(table, listed=bool(table.listed), archived=bool(table.archived))


def _entries(connection: sqlite3.Connection, table_id: str) -> list[bytes]:
    sql = "select number, entry from events where table_id = ? order by number"
    rows: list[tuple[int, bytes]] = connection.execute(sql, (table_id,)).fetchall()
    return numbered(table_id, rows)


def _firsts(connection: sqlite3.Connection, sql: str, *values: str | int) -> list[Any]:
    return [first for (first,) in connection.execute(sql, values)]
