"""What the server keeps: tables as their events, and the few rows around them.

`Store` is the interface and the promise; `SqliteStore` keeps it in one file, with nothing to install. A write returns
after its transaction is on the disk. Writes that wait at the same time share one transaction, because the disk takes as
long for a hundred rows as for one.
"""

from __future__ import annotations

import asyncio
import fcntl
import functools
import itertools
import os
import queue
import re
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec
from msgspec.structs import asdict, replace

from fairdeal.errors import Conflict, Damaged, StoreError

T = TypeVar("T")


GATHER = 0.002  # seconds that a transaction waits for more to store: a commit costs as much for one row as for many


@dataclass(frozen=True)
class SessionRow:
    """Somebody's browser. Times are milliseconds since the epoch."""

    id: str
    name: str
    made_at: int
    seen_at: int


class TableRow(msgspec.Struct, frozen=True, gc=False):
    """What lists and searches need to know of a table; all else is in its events."""

    id: str
    game: str
    seats: int
    listed: bool
    phase: str  # waiting, called, playing, paused, over or void
    free: int
    opened_at: int
    changed_at: int
    secret: bytes
    archived: bool
    copied_from: str  # the table whose deal is copied, or ""
    card: bytes  # what a list shows of it, in JSON
    due: int | None = None  # the server's time at which it has to be looked at although nobody comes


class Store(Protocol):
    """Where the server keeps everything. Each method raises StoreError, with a sentence for people, if it cannot.

    A caller that is cancelled while it waits for a write does not take the write back.
    """

    @property
    def commits(self) -> int:
        """How many transactions this server has committed."""

    async def start(self) -> None: ...

    async def stop(self) -> None:
        """Commit all that was asked before, then close."""

    def append(
        self, table: TableRow, first: int, entries: Sequence[bytes], players: Sequence[tuple[str, int]] = ()
    ) -> asyncio.Future[None]:
        """Store a table's row, its next events and its new players (session, seat) as one unit, durably.

        Events count from 1. Raise Conflict unless `first` follows the last stored event: so a second writer of the
        table, or one that comes back from the dead, is found out. A table that was archived no longer is.
        """

    async def load(self, table_id: str) -> tuple[TableRow, list[bytes]] | None:
        """Give a table and all its events, archived or not. Raise Damaged unless they are numbered from 1 on."""

    async def running(self) -> list[str]:
        """Name the tables that are neither over nor void nor archived."""

    async def due(self, at: int) -> list[str]:
        """Name the tables that are due at a server's time, the longest due first."""

    async def next_due(self, after: int) -> int | None:
        """Give the first time after this one at which a table is due."""

    async def listed(self, limit: int) -> list[TableRow]:
        """Give the listed tables, waiting or playing, not archived, the last changed first."""

    async def tables_of(self, session_id: str, limit: int) -> list[TableRow]:
        """Give the tables at which a session plays or played, archived or not, the last changed first."""

    async def copies_of(self, table_id: str) -> list[TableRow]:
        """Give the tables that copy this one's deal, in the order in which they were opened."""

    async def archive(self, before: int) -> list[str]:
        """Archive the tables that have not changed since `before`, and name them."""

    async def add_session(self, row: SessionRow, token_hash: bytes) -> None:
        """Add a session, known from now on by the SHA-256 of its token."""

    async def session(self, token_hash: bytes) -> SessionRow | None: ...

    async def rename_session(self, session_id: str, name: str) -> None: ...

    async def touch_session(self, session_id: str, seen_at: int) -> None: ...

    async def put_note(self, table_id: str, session_id: str, note: bytes) -> None:
        """Keep a session's own settings at a table, in place of those kept before."""

    async def notes(self, table_id: str) -> dict[str, bytes]:
        """Give the settings of all sessions at a table."""

    async def alive(self) -> int:
        """Give what `set_alive` stored last; 0 in a new store."""

    async def set_alive(self, at: int) -> None: ...

    async def ping(self) -> None:
        """Write something small and read it again."""


def open_store(url: str) -> Store:
    """Choose a store by its address; `start` opens it."""
    scheme = re.match(r"([A-Za-z][A-Za-z0-9+.-]+):", url)  # one letter would be a drive
    if scheme and scheme[1] != "sqlite":
        raise StoreError(f"There is no store of the kind {scheme[1]}: give sqlite:FILE, or just the path of a file.")
    path = url.removeprefix("sqlite:")
    if path in ("", ":memory:"):
        raise StoreError("The store needs a file: give sqlite:FILE, or just the path of a file.")
    return SqliteStore(Path(path))


# --- one thread, one connection --------------------------------------------------------------------------------------

_CAUSES = {
    sqlite3.SQLITE_BUSY: "another program is holding the database",
    sqlite3.SQLITE_LOCKED: "another program is holding the database",
    sqlite3.SQLITE_READONLY: "the database may only be read",
    sqlite3.SQLITE_PERM: "the database may only be read",
    sqlite3.SQLITE_IOERR: "the disk reports an error",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened",
    sqlite3.SQLITE_CORRUPT: "the file is damaged",
    sqlite3.SQLITE_NOTADB: "the file is no database",
    sqlite3.SQLITE_CONSTRAINT: "it contradicts what is stored",
}


@dataclass(frozen=True)
class _Failure:
    """What a job raised, where another would have its result."""

    error: Exception


class _Job(NamedTuple):
    """A piece of work on a connection, what to say if it fails, and who waits for it."""

    run: Callable[[sqlite3.Connection], Any]
    complaint: str
    waiter: asyncio.Future[Any]


class _Worker:
    """A thread that owns a connection and runs all the jobs that wait for it in one transaction."""

    def __init__(
        self,
        name: str,
        opening: Callable[[], AbstractContextManager[sqlite3.Connection]],
        begin: str,
        gather: float = 0.0,
        finish: Callable[[sqlite3.Connection], None] = lambda connection: None,
        forget: Callable[[], None] = lambda: None,
    ) -> None:
        """Gather jobs for so many seconds before each transaction.

        `finish` writes what jobs have left to be written together; `forget` drops what was remembered of a transaction
        that failed.
        """
        self._gather = gather
        self._finish = finish
        self._forget = forget
        self._name = name
        self._opening = opening
        self._begin = begin
        self._is_open = False
        self.commits = 0

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._started: asyncio.Future[None] = self._loop.create_future()
        self._ended: asyncio.Future[None] = self._loop.create_future()
        # A daemon: a server that leaves without `stop` must not hang, and what is committed is safe.
        threading.Thread(target=self._live, name=self._name, daemon=True).start()
        self._is_open = True
        try:
            await asyncio.shield(self._started)
        except BaseException:
            await self.stop()
            raise

    async def stop(self) -> None:
        if self._is_open:
            self._is_open = False
            self._jobs.put(None)
            await asyncio.shield(self._ended)

    def do(self, complaint: str, run: Callable[[sqlite3.Connection], T]) -> asyncio.Future[T]:
        waiter: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        if self._is_open:
            self._jobs.put(_Job(run, complaint, waiter))
        else:
            waiter.set_exception(StoreError(f"{complaint}: the store is closed."))
        return waiter

    def _live(self) -> None:
        try:
            with self._opening() as connection:
                self._tell(_settle, self._started, None)
                for jobs in self._batches():
                    self._tell(_settle_all, jobs, self._run_batch(connection, jobs))
        except Exception as error:
            self._tell(_settle, self._started, _Failure(error))
        self._tell(_settle, self._ended, None)

    def _tell(self, report: Callable[..., None], *arguments: Any) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(report, *arguments)

    def _batches(self) -> Iterator[list[_Job]]:
        """Give everything that waits, again and again, until `stop`."""
        is_last = False
        while not is_last:
            waiting = [self._jobs.get()]
            if self._gather and waiting[0] is not None:
                time.sleep(self._gather)
            with suppress(queue.Empty):
                while True:
                    waiting.append(self._jobs.get_nowait())
            is_last = waiting[-1] is None
            jobs = [job for job in waiting if job is not None]
            if jobs:
                yield jobs

    def _run_batch(self, connection: sqlite3.Connection, jobs: list[_Job]) -> list[Any]:
        """Run all jobs in one transaction and give their results, in order; if it fails, it failed for all."""
        try:
            connection.execute(self._begin)
            results = [job.run(connection) for job in jobs]
            self._finish(connection)
            connection.execute("commit")
            self.commits += 1
            return results
        except Exception:
            self._forget()
            with suppress(sqlite3.Error):
                _roll_back(connection)
        return self._run_apart(connection, jobs)

    def _run_apart(self, connection: sqlite3.Connection, jobs: list[_Job]) -> list[Any]:
        """Run the jobs again, each so that its failure undoes nothing but its own work."""
        try:
            connection.execute(self._begin)
            results = [self._run_alone(connection, job) for job in jobs]
            connection.execute("commit")
            self.commits += 1
        except Exception as error:
            self._forget()
            with suppress(sqlite3.Error):
                _roll_back(connection)
            return [_Failure(_in_words(job.complaint, error)) for job in jobs]
        return results

    def _run_alone(self, connection: sqlite3.Connection, job: _Job) -> Any:
        """Run a job so that its failure undoes nothing but its own work."""
        connection.execute("savepoint job")
        try:
            result = job.run(connection)
            self._finish(connection)
        except Exception as error:
            if not connection.in_transaction:  # SQLite has given up the whole transaction, as it may on a full disk
                raise
            self._forget()
            connection.execute("rollback to job")
            result = _Failure(_in_words(job.complaint, error))
        connection.execute("release job")
        return result


def _roll_back(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        connection.execute("rollback")


def _in_words(complaint: str, error: Exception) -> Exception:
    """Turn an error of SQLite into a sentence; leave what is a mistake of the program as it is."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return error
    primary = code & 0xFF  # the higher bits are finer distinctions
    kind = Conflict if primary == sqlite3.SQLITE_CONSTRAINT else StoreError
    told = kind(f"{complaint}: {_CAUSES.get(primary, error)}. Nothing was done.")
    told.__cause__ = error
    return told


def _settle_all(jobs: list[_Job], results: list[Any]) -> None:
    for job, result in zip(jobs, results, strict=True):
        _settle(job.waiter, result)


def _settle(waiter: asyncio.Future[Any], result: Any) -> None:
    if waiter.done():  # cancelled, or told before
        return
    if isinstance(result, _Failure):
        waiter.set_exception(result.error)
    else:
        waiter.set_result(result)


# --- one process, one file -------------------------------------------------------------------------------------------

MIGRATIONS = Path(__file__).with_name("migrations")
APPLICATION_ID = int.from_bytes(b"Fair", "big")  # tells our files from the databases of other programs

_held_locks: set[int] = set()
_held_files: set[tuple[int, int]] = set()


def _drop_inherited_locks() -> None:
    """In a forked child, let go of the parent's locks: a worker that outlives a killed server must not keep them."""
    _held_files.clear()
    while _held_locks:
        os.close(_held_locks.pop())


os.register_at_fork(after_in_child=_drop_inherited_locks)


@contextmanager
def _lock(path: Path) -> Iterator[None]:
    """Be the only server that uses this database. The system takes the locks back however the process ends.

    Its name is locked by a file beside it, which stays behind: removing it would let two servers lock two files of the
    same name. The database itself is locked too, since it may have other names.
    """
    with _locked(Path(f"{path}.lock")), _locked_itself(path):
        yield


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Lock a file, which is made for our eyes only if it is not there."""
    lock = os.open(path, os.O_RDONLY | os.O_CREAT, 0o600)
    _held_locks.add(lock)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        _held_locks.discard(lock)
        os.close(lock)


@contextmanager
def _locked_itself(path: Path) -> Iterator[None]:
    """Lock a database, whatever name it is opened by, until after SQLite has closed it.

    To close any descriptor of the file drops the locks that SQLite has on it in this process, so one that is open here
    is not opened again. Elsewhere than on Linux this lock would keep SQLite itself out.
    """
    _make_private(path)
    file = (os.stat(path).st_dev, os.stat(path).st_ino)
    if file in _held_files:
        raise BlockingIOError
    with _locked(path) if sys.platform == "linux" else nullcontext():
        _held_files.add(file)
        try:
            yield
        finally:
            _held_files.discard(file)


def _make_private(path: Path) -> None:
    """Make the file before SQLite does, for our eyes only: it holds the secrets of deals. Its other files follow it."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Say of whatever keeps the store from opening what a user can do something about."""
    try:
        yield
    except BlockingIOError as error:
        raise StoreError(f"Another server is already using {path}: stop it, or choose another file.") from error
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise StoreError(f"The store {path} could not be opened: {reason}.") from error
    except StoreError as error:
        raise StoreError(f"The store {path} could not be opened: {error}") from error
    except sqlite3.Error as error:
        raise _in_words(f"The store {path} could not be opened", error) from error


@contextmanager
def _writing(path: Path, patience: float) -> Iterator[sqlite3.Connection]:
    # The lock comes first: closing any descriptor of the file would drop the locks of a connection in this process.
    with _explained(path), _lock(path):
        opened = sqlite3.connect(path, timeout=patience, isolation_level=None, cached_statements=4 * MOST_ROWS)
        with closing(opened) as connection:
            migrate(connection, MIGRATIONS)  # before anything else: another program's database is left as it was
            connection.execute("pragma journal_mode = wal")
            connection.execute("pragma synchronous = full")
            connection.execute("pragma temp_store = memory")  # or every statement of many rows makes a file
            connection.execute("pragma foreign_keys = on")
            connection.execute("pragma wal_autocheckpoint = 4000")  # pages, 16 MB
            connection.execute("pragma journal_size_limit = 67108864")  # what a slow reader made grow is given back
            yield connection


@contextmanager
def opened_alone(path: Path, patience: float = 2.0) -> Iterator[sqlite3.Connection]:
    """Open a store that is there, for work on all of it while no server uses it."""
    if not path.is_file():
        raise StoreError(f"There is no store {path}.")
    with _writing(path.resolve(), patience) as connection:
        connection.text_factory = as_text
        yield connection


@contextmanager
def _reading(path: Path, patience: float) -> Iterator[sqlite3.Connection]:
    address = f"{path.as_uri()}?mode=ro"
    with (
        _explained(path),
        closing(sqlite3.connect(address, uri=True, timeout=patience, isolation_level=None)) as connection,
    ):
        connection.text_factory = as_text
        yield connection


def as_text(data: bytes) -> str:
    """Read a text that may be damaged: one bad letter must not keep a whole list from being read."""
    return data.decode(errors="replace")


def migrate(connection: sqlite3.Connection, folder: Path) -> None:
    """Apply the numbered files that this database has not seen, each in a transaction of its own."""
    done = _migrations_done(connection)
    steps = sorted(folder.glob("[0-9]*.sql"))
    if done > len(steps):
        raise StoreError(
            f"it was written by a newer Fairdeal (its form is number {done}, the newest known here is {len(steps)}). "
            "Install that version."
        )
    for number, step in enumerate(steps[done:], done + 1):
        sql = step.read_text("utf-8")
        marks = f"pragma application_id = {APPLICATION_ID}; pragma user_version = {number};"
        try:
            connection.executescript(f"begin immediate;\n{sql}\n{marks}\ncommit;")
        except sqlite3.Error:
            _roll_back(connection)
            raise


def _migrations_done(connection: sqlite3.Connection) -> int:
    (done,) = connection.execute("pragma user_version").fetchone()
    (owner,) = connection.execute("pragma application_id").fetchone()
    (parts,) = connection.execute("select count(*) from sqlite_master").fetchone()
    if owner != APPLICATION_ID and (done or parts):
        raise StoreError("it is a database of another program. Choose another file.")
    return int(done)


# --- the store -------------------------------------------------------------------------------------------------------

_TABLE = ", ".join(f"tables.{name}" for name in TableRow.__struct_fields__)
_SESSION = ", ".join(field.name for field in fields(SessionRow))

_TABLE_NOT_STORED = "The table could not be stored"
_TABLE_NOT_READ = "The table could not be read"
_TABLES_NOT_READ = "The tables could not be read"
_SESSION_NOT_STORED = "The session could not be stored"
_NOT_PINGED = "The store does not answer"

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
MOST_ROWS = 64  # in one statement


class SqliteStore:
    """A store in one file, for one process: one thread writes, another reads, and the event loop waits for neither."""

    def __init__(self, path: Path, patience: float = 2.0) -> None:
        """Wait `patience` seconds for another program that holds the database, then say so."""
        # Two names of one file would have two locks.
        self.path = path.resolve()
        self._notes = _Notes()
        self._writer = _Worker(
            "store-writer",
            lambda: _writing(self.path, patience),
            "begin immediate",
            GATHER,
            self._notes.write,
            self._notes.forget,
        )
        self._reader = _Worker("store-reader", lambda: _reading(self.path, patience), "begin")

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

    # --- tables and events ---

    def append(
        self, table: TableRow, first: int, entries: Sequence[bytes], players: Sequence[tuple[str, int]] = ()
    ) -> asyncio.Future[None]:
        return self._writer.do(
            _TABLE_NOT_STORED, lambda connection: self._notes.append(connection, table, first, entries, players)
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

        return await self._writer.do("The tables could not be archived", run)

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

        return await self._reader.do("The session could not be read", run)

    async def rename_session(self, session_id: str, name: str) -> None:
        await self._change_session("name = ?", name, session_id)

    async def touch_session(self, session_id: str, seen_at: int) -> None:
        await self._change_session("seen_at = ?", seen_at, session_id)

    async def _change_session(self, change: str, value: str | int, session_id: str) -> None:
        def run(connection: sqlite3.Connection) -> None:
            if not connection.execute(f"update sessions set {change} where id = ?", (value, session_id)).rowcount:
                raise StoreError(f"{_SESSION_NOT_STORED}: there is none of that id. Nothing was done.")

        await self._writer.do(_SESSION_NOT_STORED, run)

    # --- notes ---

    async def put_note(self, table_id: str, session_id: str, note: bytes) -> None:
        sql = """insert into notes (table_id, session_id, note) values (?, ?, ?)
            on conflict (table_id, session_id) do update set note = excluded.note"""
        values = (table_id, session_id, note)
        await self._writer.do("The setting could not be stored", lambda connection: connection.execute(sql, values))

    async def notes(self, table_id: str) -> dict[str, bytes]:
        def run(connection: sqlite3.Connection) -> dict[str, bytes]:
            return dict(connection.execute("select session_id, note from notes where table_id = ?", (table_id,)))

        return await self._reader.do("The settings could not be read", run)

    # --- the server's own numbers ---

    async def alive(self) -> int:
        return await self._reader.do("The server's time could not be read", stored_alive)

    async def set_alive(self, at: int) -> None:
        await self._writer.do(
            "The server's time could not be stored", lambda connection: _set_mark(connection, "alive", at)
        )

    async def ping(self) -> None:
        def count(connection: sqlite3.Connection) -> int:
            pings = _mark(connection, "pings") + 1
            _set_mark(connection, "pings", pings)
            return pings

        written = await self._writer.do(_NOT_PINGED, count)
        if await self._reader.do(_NOT_PINGED, lambda connection: _mark(connection, "pings")) < written:
            raise StoreError(f"{_NOT_PINGED}: what was written is not there.")


@dataclass
class _Notes:
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
            raise Conflict(f"{_TABLE_NOT_STORED}: its next event is number {last + 1}, not {first}. Nothing was done.")
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


def stored_alive(connection: sqlite3.Connection) -> int:
    """Give the server's time that was stored last."""
    return _mark(connection, "alive")


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
    for place, (number, _) in enumerate(rows, 1):
        if number != place:
            raise Damaged(table_id, f"the numbers of its events lack {place}")
    return [entry for _, entry in rows]


def _firsts(connection: sqlite3.Connection, sql: str, *values: str | int) -> list[Any]:
    return [first for (first,) in connection.execute(sql, values)]


def _mark(connection: sqlite3.Connection, name: str) -> int:
    found = connection.execute("select value from marks where name = ?", (name,)).fetchone()
    return found[0] if found else 0


def _set_mark(connection: sqlite3.Connection, name: str, value: int) -> None:
    connection.execute("insert or replace into marks (name, value) values (?, ?)", (name, value))
