"""A store in a file as an archive."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fairdeal.server.archives import PARTS, WholeTable
from fairdeal.server.sqlite.files import opened_alone, writing
from fairdeal.server.store import TableRow

_COLUMNS = ", ".join(TableRow.__struct_fields__)
_TRUTHS = [TableRow.__struct_fields__.index(name) for name in ("listed", "archived")]


class SqliteArchive:
    """All rows of a file."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def _all(self, sql: str, *values: str) -> list[tuple[Any, ...]]:
        return self._connection.execute(sql, values).fetchall()

    def names(self) -> list[str]:
        return [name for (name,) in self._all("select id from tables order by id")]

    def table(self, name: str) -> WholeTable | None:
        found = self._all(f"select {_COLUMNS} from tables where id = ?", name)
        if not found:
            return None
        row = tuple(bool(value) if at in _TRUTHS else value for at, value in enumerate(found[0]))
        return WholeTable(
            row,
            tuple(self._all("select number, entry from events where table_id = ? order by number", name)),
            tuple(self._all("select session_id, seat from players where table_id = ? order by 1, 2", name)),
            tuple(self._all("select session_id, note from notes where table_id = ? order by 1", name)),
        )

    def put_table(self, whole: WholeTable) -> None:
        name = whole.row[0]
        marks = ", ".join("?" * len(whole.row))
        with self._transaction() as connection:
            for part in ("events", "players", "notes"):
                connection.execute(f"delete from {part} where table_id = ?", (name,))
            connection.execute("delete from tables where id = ?", (name,))
            connection.execute(f"insert into tables ({_COLUMNS}) values ({marks})", whole.row)
            connection.executemany("insert into events values (?, ?, ?)", [(name, *row) for row in whole.events])
            connection.executemany("insert into players values (?, ?, ?)", [(name, *row) for row in whole.players])
            connection.executemany("insert into notes values (?, ?, ?)", [(name, *row) for row in whole.notes])

    def rows(self, part: str) -> list[tuple[Any, ...]]:
        return self._all(f"select {', '.join(PARTS[part])} from {part} order by 1, 2")

    def put_rows(self, part: str, rows: Sequence[tuple[Any, ...]]) -> None:
        columns = PARTS[part]
        marks = ", ".join("?" * len(columns))
        with self._transaction() as connection:
            connection.executemany(f"insert or replace into {part} ({', '.join(columns)}) values ({marks})", rows)

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        self._connection.execute("begin immediate")
        try:
            yield self._connection
        except BaseException:
            self._connection.execute("rollback")
            raise
        self._connection.execute("commit")


@contextmanager
def archive_in(path: Path, is_new: bool) -> Iterator[SqliteArchive]:
    """Open the store of a file alone; one that may be new is made if it is not there."""
    with writing(path.resolve(), 2.0) if is_new else opened_alone(path) as connection:
        yield SqliteArchive(connection)
