"""The database as a file: one server at a time, made for our eyes only, and brought to its newest form."""

from __future__ import annotations

import fcntl
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from pathlib import Path

from fairdeal.errors import StoreError
from fairdeal.server.sqlite.causes import in_words, roll_back

MIGRATIONS = Path(__file__).with_name("migrations")
APPLICATION_ID = int.from_bytes(b"Fair", "big")  # tells our files from the databases of other programs
MOST_ROWS = 32  # in one statement, of which there is one for each number: for 64 they take 3 MB, for 32 half a MB
READERS_PAGES = 64  # that the reader keeps; the system has them all

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
        raise in_words(f"The store {path} could not be opened", error) from error


@contextmanager
def writing(path: Path, patience: float) -> Iterator[sqlite3.Connection]:
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
    with writing(path.resolve(), patience) as connection:
        connection.text_factory = as_text
        yield connection


@contextmanager
def reading(path: Path, patience: float) -> Iterator[sqlite3.Connection]:
    address = f"{path.as_uri()}?mode=ro"
    with (
        _explained(path),
        closing(sqlite3.connect(address, uri=True, timeout=patience, isolation_level=None)) as connection,
    ):
        connection.text_factory = as_text
        connection.execute(f"pragma cache_size = {READERS_PAGES}")
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
            roll_back(connection)
            raise


def _migrations_done(connection: sqlite3.Connection) -> int:
    (done,) = connection.execute("pragma user_version").fetchone()
    (owner,) = connection.execute("pragma application_id").fetchone()
    (parts,) = connection.execute("select count(*) from sqlite_master").fetchone()
    if owner != APPLICATION_ID and (done or parts):
        raise StoreError("it is a database of another program. Choose another file.")
    return int(done)
