"""What SQLite's errors mean, in words, and the way out of a transaction that failed."""

from __future__ import annotations

import sqlite3

from fairdeal.errors import Conflict, StoreError

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


def in_words(complaint: str, error: Exception) -> Exception:
    """Turn an error of SQLite into a sentence; leave what is a mistake of the program as it is."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return error
    primary = code & 0xFF  # the higher bits are finer distinctions
    kind = Conflict if primary == sqlite3.SQLITE_CONSTRAINT else StoreError
    told = kind(f"{complaint}: {_CAUSES.get(primary, error)}. Nothing was done.")
    told.__cause__ = error
    return told


def roll_back(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        connection.execute("rollback")
