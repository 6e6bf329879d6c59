"""Copying a whole store into another, of the same kind or not, and proving that nothing of it is lost or changed."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from fairdeal.errors import Damaged, FairdealError
from fairdeal.play.finished import record_of
from fairdeal.play.table import Phase
from fairdeal.server.archives import KEYS, PARTS, Archive, WholeTable
from fairdeal.server.folding import fold
from fairdeal.server.places import is_postgres, path_of, shown
from fairdeal.server.sqlite import archive as sqlite_archive
from fairdeal.server.store import TableRow
from fairdeal.server.stores import explained_if_missing

Progress = Callable[[int, int], None]

AT_ONCE = 1000  # rows


class NotCopied(FairdealError):
    """A store cannot be copied, or was not."""


@dataclass(frozen=True)
class Copied:
    """What was copied, and compared afterwards."""

    tables: int
    events: int
    sessions: int
    unfolded: tuple[str, ...]
    """The tables that cannot go on in either store; their rows are the same."""


@contextlib.contextmanager
def archive(url: str, is_new: bool = False) -> Iterator[Archive]:
    """Open a store alone, by its address."""
    if not is_postgres(url):
        with sqlite_archive.archive_in(path_of(url), is_new) as found:
            yield found
        return
    with explained_if_missing():
        from fairdeal.server.postgres import archive as postgres_archive
    with postgres_archive.archive_in(url) as there:
        yield there


def copy(source: str, target: str, progress: Progress) -> Copied:
    """Copy all of a store into one that is new, or holds a part of the same: so a copy can be repeated."""
    with archive(source) as old, archive(target, is_new=True) as new:
        names = old.names()
        _check_target(names, old, new, target)
        for part in PARTS:
            _copy_rows(part, old, new)
        for done, name in enumerate(names, 1):
            _copy_table(name, old, new, target)
            progress(done, 2 * len(names))
        return _compared(names, old, new, lambda done: progress(len(names) + done, 2 * len(names)))


def _check_target(names: Sequence[str], old: Archive, new: Archive, target: str) -> None:
    """Refuse a store in which there is something else."""
    others = set(new.names()) - set(names)
    strangers = {row[0] for row in new.rows("sessions")} - {row[0] for row in old.rows("sessions")}
    if others or strangers:
        raise NotCopied(f"The store {shown(target)} has tables or guests of its own: choose an empty one.")


def _copy_rows(part: str, old: Archive, new: Archive) -> None:
    there = set(new.rows(part))
    missing = [row for row in old.rows(part) if row not in there]
    for at in range(0, len(missing), AT_ONCE):
        new.put_rows(part, missing[at : at + AT_ONCE])


def _copy_table(name: str, old: Archive, new: Archive, target: str) -> None:
    """Copy a table; what is there of it must be its beginning."""
    whole, before = old.table(name), new.table(name)
    assert whole is not None
    if whole == before:
        return
    if before is not None and whole.events[: len(before.events)] != before.events:
        raise NotCopied(f"Table {name} in {shown(target)} went on by itself: choose an empty store.")
    try:
        new.put_table(whole)
    except Exception as error:
        raise NotCopied(f"Table {name} cannot be copied: {error}. `fairdeal store check` says more.") from error


# --- the proof -------------------------------------------------------------------------------------------------------


def _compared(names: Sequence[str], old: Archive, new: Archive, progress: Callable[[int], None]) -> Copied:
    """Read both stores again, and compare every row and what every table folds to."""
    for part in PARTS:
        if dict(_named(part, old)).items() - dict(_named(part, new)).items():
            raise NotCopied(f"The copy is not whole: {part} differ. Copy again.")
    events, unfolded = 0, list[str]()
    for done, name in enumerate(names, 1):
        first, second = old.table(name), new.table(name)
        if first is None or second is None or first != second or folded_to(first) != folded_to(second):
            raise NotCopied(f"The copy is not whole: table {name} differs. Copy again.")
        events += len(first.events)
        unfolded += [name] * (folded_to(first) is None)
        progress(done)
    return Copied(len(names), events, len(old.rows("sessions")), tuple(unfolded))


def _named(part: str, archive: Archive) -> Iterator[tuple[tuple[Any, ...], tuple[Any, ...]]]:
    for row in archive.rows(part):
        yield row[: KEYS[part]], row[KEYS[part] :]


def folded_to(whole: WholeTable) -> tuple[bytes, bytes] | None:
    """Give the bytes of the state that a table folds to, and of its record if it is over; None if it does not fold.

    A receipt is held against the record, which says all that the deal follows from.
    """
    row = TableRow(*whole.row)
    if [number for number, _ in whole.events] != list(range(1, len(whole.events) + 1)):
        return None
    try:
        table = fold(row, [entry for _, entry in whole.events])
        state = b"" if table.sitting is None else table.sitting.state.tobytes()
        record = json.dumps(record_of(table)).encode() if table.phase == Phase.OVER and table.deal else b""
    except Damaged:
        return None
    return state, record


def lines(copied: Copied, target: str) -> list[str]:
    """Say what was done."""
    good = copied.tables - len(copied.unfolded)
    return [
        *(f"Table {name} cannot go on, here as there; its rows are the same." for name in copied.unfolded),
        f"{_counted(copied.tables, 'table')} with {_counted(copied.events, 'event')} and "
        f"{_counted(copied.sessions, 'guest')} are in {shown(target)}; "
        f"{good} fold to the same bytes, and every row is the same.",
    ]


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"
