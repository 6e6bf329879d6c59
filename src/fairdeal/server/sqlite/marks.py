"""Numbers of the server itself: how long it has been alive, how often it was pinged. Any of them may be damaged."""

from __future__ import annotations

import sqlite3
import time

from fairdeal.errors import StoreError
from fairdeal.failures import log_trouble

ALIVE = "alive"

_LAST_TIMES = """
    with lasts as (select max(number), cast(entry as text) as entry from events group by table_id),
    times as (select case when json_valid(entry) then json_extract(entry, '$.at') end as at from lasts)
    select max(at) from times where typeof(at) = 'integer' and at <= ?
"""


def mark(connection: sqlite3.Connection, name: str) -> int | None:
    """Give a number, 0 if it was never set; None if it is damaged."""
    found = connection.execute("select value from marks where name = ?", (name,)).fetchone()
    value = found[0] if found else 0
    return value if isinstance(value, int) else None


def set_mark(connection: sqlite3.Connection, name: str, value: int) -> None:
    connection.execute("insert or replace into marks (name, value) values (?, ?)", (name, value))


def stored_alive(connection: sqlite3.Connection) -> int:
    """Give the server's time that was stored last, or else that of the last event."""
    alive = mark(connection, ALIVE)
    if alive is not None:
        return alive
    log_trouble(StoreError("The server's time in the store cannot be read; it goes on from the last event."))
    return last_time(connection)


def last_time(connection: sqlite3.Connection) -> int:
    """Give the server's time of the last event that can be true: no server is alive for longer than its tables are."""
    (first,) = connection.execute("select min(opened_at) from tables where typeof(opened_at) = 'integer'").fetchone()
    (last,) = connection.execute(_LAST_TIMES, (time.time_ns() // 1_000_000 - (first or 0),)).fetchone()
    return last or 0
