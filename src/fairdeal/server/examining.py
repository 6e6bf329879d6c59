"""Looking through a whole store while no server runs, and setting aside what cannot go on; nothing is lost by it."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import msgspec

from fairdeal.errors import Damaged, OtherRules, StoreError
from fairdeal.language.messages import say
from fairdeal.play.table import Phase, Table
from fairdeal.server import folding, listing
from fairdeal.server.archives import Archive, WholeTable
from fairdeal.server.copying import archive
from fairdeal.server.folding import LATEST
from fairdeal.server.listing import Listing, row_of
from fairdeal.server.places import is_postgres, path_of
from fairdeal.server.sqlite.files import opened_alone
from fairdeal.server.sqlite.marks import ALIVE, last_time, mark, set_mark
from fairdeal.server.sqlite.store import stored_table
from fairdeal.server.store import TableRow, numbered

Progress = Callable[[int, int], None]
Load = Callable[[], tuple[TableRow, list[bytes]] | None]
Notes = Callable[[], dict[str, bytes]]

PARTS = ("events", "players", "notes")  # what belongs to a table beside its row


@dataclass(frozen=True)
class Finding:
    """What is wrong with a table; with its good row if that is all that is wrong."""

    table: str
    reason: str
    row: TableRow | None = None


@dataclass(frozen=True)
class Report:
    """What was found in a store."""

    tables: int
    findings: tuple[Finding, ...]
    alive: int | None
    """The server's time; None if it cannot be read."""

    @property
    def is_good(self) -> bool:
        return not self.findings and self.alive is not None


def check(url: str, progress: Progress) -> Report:
    """Look at every table of a store."""
    if is_postgres(url):
        with archive(url) as found:
            return _look_through_archive(found, progress)
    with opened_alone(path_of(url)) as connection:
        return _look_through(connection, progress)


def _look_through_archive(archive: Archive, progress: Progress) -> Report:
    """Look at every table of a store of any kind. Its database has kept what a file may lose: types and numbers."""
    names, alive = archive.names(), dict(archive.rows("marks")).get(ALIVE, 0)
    findings: list[Finding] = []
    for done, name in enumerate(names, 1):
        whole = archive.table(name)
        assert whole is not None
        findings += _judged(name, partial(_read_whole, whole), partial(dict, whole.notes), alive + LATEST)
        progress(done, len(names))
    return Report(len(names), tuple(findings), alive)


def _read_whole(whole: WholeTable) -> tuple[TableRow, list[bytes]]:
    row = TableRow(*whole.row)
    return row, numbered(row.id, whole.events)


def repair(url: str, progress: Progress) -> Report:
    """Write bad rows anew where the events are good, and set the other bad tables aside, in one transaction."""
    if is_postgres(url):
        raise StoreError("Only a file is repaired: `fairdeal store copy` it into one, repair that, and copy it back.")
    with opened_alone(path_of(url)) as connection:
        report = _look_through(connection, progress)
        connection.execute("begin immediate")
        for finding in report.findings:
            if finding.row is None:
                _set_aside(connection, finding)
            else:
                _write_anew(connection, finding.row)
        if report.alive is None:
            set_mark(connection, ALIVE, last_time(connection))
        connection.execute("commit")
        return report


def _look_through(connection: sqlite3.Connection, progress: Progress) -> Report:
    _check_file(connection)
    names = _names(connection)
    alive = mark(connection, ALIVE)
    latest = (last_time(connection) if alive is None else alive) + folding.LATEST
    findings: list[Finding] = []
    for done, name in enumerate(names, 1):
        findings += _findings(connection, name, latest)
        progress(done, len(names))
    return Report(len(names), tuple(findings), alive)


def _check_file(connection: sqlite3.Connection) -> None:
    """Leave a file that SQLite itself finds damaged to the tools of SQLite."""
    faults = [fault for (fault,) in connection.execute("pragma integrity_check(1)")]
    if faults != ["ok"]:
        raise StoreError(
            "the file itself is damaged. Keep a copy of it, and let `sqlite3 FILE .recover` save what can be read."
        )


def _names(connection: sqlite3.Connection) -> list[str]:
    """Name all tables, also those of which only parts are left."""
    parts = " union ".join(f"select table_id from {part}" for part in PARTS)
    return [name for (name,) in connection.execute(f"select id from tables union {parts} order by 1")]


def _findings(connection: sqlite3.Connection, name: str, latest: int) -> Iterator[Finding]:
    def notes() -> dict[str, bytes]:
        return dict(connection.execute("select session_id, note from notes where table_id = ?", (name,)))

    return _judged(name, lambda: stored_table(connection, name), notes, latest)


def _judged(name: str, load: Load, notes: Notes, latest: int) -> Iterator[Finding]:
    try:
        found = load()
        if found is None:
            raise Damaged(name, say("damaged.no_row"))
        row, texts = found
        table = folding.fold(row, texts, latest)
        folding.muted(name, notes())
    except OtherRules as other:
        yield from _of_other_rules(row, texts, other)
        return
    except Damaged as damage:
        yield Finding(name, damage.reason)
        return
    wrong = _wrong_in_row(row, table)
    if wrong:
        yield Finding(name, f"its row does not say what its events do: {', '.join(wrong)}", _good_row(row, table))


def _of_other_rules(row: TableRow, texts: Sequence[bytes], other: OtherRules) -> Iterator[Finding]:
    """A finished game of another version of the rules is good if its record can be made; another one cannot go on."""
    try:
        table, _ = folding.fold_without_rules(row, texts)
    except Damaged as damage:
        yield Finding(row.id, damage.reason)
        return
    if table.phase != Phase.OVER:
        yield Finding(row.id, other.reason)


def _wrong_in_row(row: TableRow, table: Table) -> list[str]:
    """Name the columns that say something else than the events."""
    good = _good_row(row, table)
    names = ("seats", "phase", "free", "copied_from", "due")
    wrong = [name for name in names if getattr(row, name) != getattr(good, name)]
    wrong += [name for name in ("opened_at", "changed_at") if not isinstance(getattr(row, name), int)]
    return wrong if _card(row.card) == _card(good.card) else [*wrong, "card"]


def _good_row(row: TableRow, table: Table) -> TableRow:
    """The row as it should be; a table that is due and does not say when is looked at at once."""
    good = row_of(table, row)
    is_due = table.alarm(table.recent[-1].entry.at) is not None
    if isinstance(row.due, int) or (row.due is None and not is_due):
        return good
    return msgspec.structs.replace(good, due=0)


def _card(card: bytes) -> Listing | None:
    try:
        return listing.decode(card)
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError):
        return None


def _set_aside(connection: sqlite3.Connection, finding: Finding) -> None:
    """Move all rows of a table, as they are."""
    connection.execute(
        "insert into set_aside values (?, ?, ?)", (finding.table, finding.reason, time.time_ns() // 1_000_000)
    )
    for part, key in (*((part, "table_id") for part in PARTS), ("tables", "id")):
        connection.execute(f"insert into set_aside_{part} select * from {part} where {key} = ?", (finding.table,))
        connection.execute(f"delete from {part} where {key} = ?", (finding.table,))


def _write_anew(connection: sqlite3.Connection, row: TableRow) -> None:
    connection.execute(
        "update tables set seats = ?, phase = ?, free = ?, opened_at = ?, changed_at = ?, copied_from = ?, card = ?, "
        "due = ? where id = ?",
        (row.seats, row.phase, row.free, row.opened_at, row.changed_at, row.copied_from, row.card, row.due, row.id),
    )


def lines(report: Report, did: str = "") -> Sequence[str]:
    """Say what was found, a line for each bad table, and a summary."""
    bad = len(report.findings)
    time = {"": "cannot be read", "repaired": "is written anew, from the last event"}[did]
    return [
        *([] if report.alive is not None else [f"The server's time {time}."]),
        *(_line(finding, did) for finding in report.findings),
        f"{report.tables} table{'s' * (report.tables != 1)}: {report.tables - bad} good, {bad} bad.",
    ]


def _line(finding: Finding, did: str) -> str:
    done = {"": "is bad", "repaired": "is set aside" if finding.row is None else "has its row written anew"}[did]
    return f"Table {finding.table} {done}: {finding.reason}."
