"""What SQLite's errors mean, in words, and the way out of a transaction that failed."""

from __future__ import annotations

import sqlite3

from fairdeal.errors import Conflict, StoreError
from fairdeal.language.messages import Message, say

_CAUSES = {
    sqlite3.SQLITE_BUSY: "held",
    sqlite3.SQLITE_LOCKED: "held",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_PERM: "read_only",
    sqlite3.SQLITE_IOERR: "disk",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_CANTOPEN: "cannot_open",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "no_database",
    sqlite3.SQLITE_CONSTRAINT: "contradiction",
}


def in_words(complaint: Message | str, error: Exception) -> Exception:
    """Turn an error of SQLite into a sentence; leave what is a mistake of the program as it is."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return error
    primary = code & 0xFF  # the higher bits are finer distinctions
    kind = Conflict if primary == sqlite3.SQLITE_CONSTRAINT else StoreError
    reason = say(f"store.cause.{_CAUSES[primary]}") if primary in _CAUSES else str(error)
    told = kind(say("store.failed", complaint=complaint, reason=reason))
    told.__cause__ = error
    return told


def roll_back(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        connection.execute("rollback")
