"""From what is stored to a table. Whatever is stored may be damaged: then that is said of the table, with the reason.

A reason names no card and no secret, because it goes into the log.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from fairdeal import games
from fairdeal.errors import BrokenGame, BrokenTable, Damaged, FairdealError, OtherRules
from fairdeal.language.messages import say
from fairdeal.play import events as ev
from fairdeal.play.fairness import SECRET
from fairdeal.play.faults import reason_of
from fairdeal.play.finished import folded_without_rules
from fairdeal.play.table import Table
from fairdeal.server.store import TableRow

LATEST = 60_000  # milliseconds that a stored event may be later than the stored time of a killed server, and far more


class _Place:
    """Gives entries one after another, and knows which was the last."""

    def __init__(self, entries: Sequence[ev.Entry]) -> None:
        self.number = 0
        self._entries = entries

    def __iter__(self) -> Iterator[ev.Entry]:
        for entry in self._entries:
            self.number = entry.number
            yield entry


def fold(row: TableRow, texts: Sequence[bytes], latest: int | None = None) -> Table:
    """Give the table that its stored events make; raise Damaged. None of them can be later than `latest`."""
    return folded(row, read(row, texts), latest)


def folded(row: TableRow, entries: Sequence[ev.Entry], latest: int | None = None) -> Table:
    """Give the table that events make which have been read."""
    if latest is not None and entries[-1].at > latest:
        raise Damaged(row.id, say("damaged.future"))
    place = _Place(entries)
    try:
        table = Table.folded(row.id, row.secret, place)
        if table.sitting is None:
            table.game.setting(table.opened.seats, table.opened.options, table.opened.data)
    except BrokenGame as broken:
        raise BrokenTable(row.id, reason_of(broken)) from broken
    except Exception as error:  # whatever the rules make of events that nobody can have written
        raise Damaged(row.id, say("damaged.no_sequence", event=place.number)) from error
    return table


def fold_without_rules(row: TableRow, texts: Sequence[bytes]) -> tuple[Table, list[ev.Entry]]:
    """Give a table of another version of the rules, without its game, and its events; raise Damaged."""
    entries = _entries(row, texts)
    try:
        return folded_without_rules(row.id, row.secret, entries), entries
    except Exception as error:
        raise Damaged(row.id, say("damaged.no_course")) from error


def read(row: TableRow, texts: Sequence[bytes]) -> list[ev.Entry]:
    """Read a table's events, as far as they can be judged without the rules; raise Damaged, or OtherRules."""
    entries = _entries(row, texts)
    _check_version(row, entries[0].event)
    return entries


def _entries(row: TableRow, texts: Sequence[bytes]) -> list[ev.Entry]:
    if not isinstance(row.secret, bytes) or len(row.secret) != SECRET:
        raise Damaged(row.id, say("damaged.secret", count=SECRET))
    if not texts:
        raise Damaged(row.id, say("damaged.no_events"))
    entries = [_entry(row, number, text) for number, text in enumerate(texts, 1)]
    _check_times(row, entries)
    _check_opened(row, entries[0].event)
    return entries


def _entry(row: TableRow, number: int, text: bytes) -> ev.Entry:
    try:
        entry = ev.decode(text)
    except msgspec.ValidationError as error:
        raise Damaged(row.id, say("damaged.no_form", event=number)) from error
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError) as error:
        raise Damaged(row.id, say("damaged.no_json", event=number)) from error
    if entry.number != number:
        raise Damaged(row.id, say("damaged.numbers", event=number, number=entry.number))
    return entry


def _check_times(row: TableRow, entries: Sequence[ev.Entry]) -> None:
    last = 0
    for entry in entries:
        if entry.at < last:
            raise Damaged(row.id, say("damaged.backwards", event=entry.number))
        last = entry.at


def _check_opened(row: TableRow, opened: ev.Event) -> None:
    if not isinstance(opened, ev.Opened):
        raise Damaged(row.id, say("damaged.first_event"))
    try:
        games.find(opened.game)
    except FairdealError as error:
        raise Damaged(row.id, say("damaged.no_game")) from error
    if row.game != opened.game:
        raise Damaged(row.id, say("damaged.other_game", game=opened.game))


def _check_version(row: TableRow, opened: ev.Event) -> None:
    assert isinstance(opened, ev.Opened)
    game = games.find(opened.game)
    if opened.rules_version != game.rules_version:
        raise OtherRules(
            row.id,
            say("damaged.other_rules", version=opened.rules_version, game=game.title, own=game.rules_version),
        )


def muted(table: str, notes: Mapping[str, bytes]) -> dict[str, set[int]]:
    """Read whom each session at a table has muted; raise Damaged."""
    try:
        return {who: {int(seat) for seat in json.loads(note)} for who, note in notes.items()}
    except (ValueError, TypeError) as error:
        raise Damaged(table, say("damaged.notes")) from error
