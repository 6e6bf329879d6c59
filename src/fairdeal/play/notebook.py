"""Where a client keeps what it has pinned: in memory, or in a folder, one file for each table.

A file is written beside the old one, brought to the disk and then put in its place, so that there always is a whole
one. Two processes of the same person take turns by a lock.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from fairdeal.errors import NotKept
from fairdeal.play.pins import Kept

NAME = re.compile(r"[0-9A-Za-z_-]{1,64}\Z")  # of a table: a server could name one ../../x
_decode = msgspec.json.Decoder(Kept).decode


class Notebook:
    """Keeps in memory, as long as the process runs."""

    def __init__(self) -> None:
        self._pages: dict[str, bytes] = {}

    @contextmanager
    def page(self, table: str) -> Iterator[Kept]:
        """Give what is kept of a table. When the block ends, what it changed is kept for good. Raise NotKept."""
        if NAME.match(table) is None:
            raise NotKept(f"{table[:80]!r} is no id of a table.")
        with self._turn(table):
            before = self._read(table)
            kept = self._decoded(table, before) if before is not None else Kept(table)
            yield kept
            after = msgspec.json.encode(kept)
            if after != before:
                self._write(table, after)

    def _decoded(self, table: str, text: bytes) -> Kept:
        try:
            return _decode(text)
        except msgspec.MsgspecError as error:
            raise NotKept(f"What was kept of table {table} cannot be read: {error}.") from None

    @contextmanager
    def _turn(self, table: str) -> Iterator[None]:
        """Nobody else writes to this page meanwhile."""
        yield

    def _read(self, table: str) -> bytes | None:
        return self._pages.get(table)

    def _write(self, table: str, text: bytes) -> None:
        self._pages[table] = text


class Folder(Notebook):
    """Keeps in a folder that only its owner can read, since it holds nonces that are not open yet."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder

    @contextmanager
    def _turn(self, table: str) -> Iterator[None]:
        import fcntl  # not everywhere, and only a folder needs it

        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = os.open(self._folder / f"{table}.lock", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise self._failure(error) from None
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)

    def _path(self, table: str) -> Path:
        return self._folder / f"{table}.json"

    def _read(self, table: str) -> bytes | None:
        try:
            return self._path(table).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise self._failure(error) from None

    def _write(self, table: str, text: bytes) -> None:
        path = self._path(table)
        fresh = path.with_suffix(".new")
        try:
            with open(fresh, "wb", opener=_private) as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(path)
            _sync(self._folder)
        except OSError as error:
            raise self._failure(error) from None

    def _failure(self, error: OSError) -> NotKept:
        return NotKept(f"Nothing can be kept in {self._folder}: {error.strerror}.")


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _sync(folder: Path) -> None:
    """Bring a folder's list of names to the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
