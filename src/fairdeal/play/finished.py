"""The record of a table whose game is over: the game, its players, and all that its deal follows from.

A game of another version of its rules is written down from the stored events alone. They say all that a record does,
but for what each deal drew, so that a program of that version can check it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from fairdeal.play import events as ev
from fairdeal.play import records
from fairdeal.play.draws import draws_of
from fairdeal.play.events import Entry
from fairdeal.play.fairness import Deal
from fairdeal.play.sitting import Event
from fairdeal.play.table import Table

Json = Any

BY_THE_RULES = (ev.Started, ev.Dealt, ev.Played, ev.Undone)  # what cannot be folded without them


def record_of(table: Table) -> dict[str, Json]:
    """Give the record of a finished game, with what each of its deals drew."""
    assert table.sitting is not None
    written = _with_players(records.document(table.sitting), table)
    if isinstance(table.deal, Deal):
        written["fair"]["draws"] = draws_of(table.sitting, table.deal, table.opened.options)
    return written


def folded_without_rules(name: str, secret: bytes, entries: Iterable[Entry]) -> Table:
    """Give a table without its game: seats, people, promises, and how it ended."""
    return Table.folded(name, secret, (entry for entry in entries if not isinstance(entry.event, BY_THE_RULES)))


def record_without_rules(table: Table, entries: Sequence[Entry]) -> dict[str, Json]:
    """Give the same record of a table that was folded without the rules.

    Servers before this one did not store what chance made of an option when a game ended; such an option is left out.
    """
    opened, ended = table.opened, table.ended
    assert ended is not None
    agreed = {} if opened.terms is None else opened.terms["options"]
    options = {**agreed, **opened.options, **ended.options}
    written = records.written(
        opened.game, opened.rules_version, opened.seats, options, opened.data, events_that_stand(entries)
    )
    if not table.is_ended_early:
        written["result"] = {"scores": list(ended.scores), "winners": list(ended.winners)}
    return _with_players(written, table)


def events_that_stand(entries: Sequence[Entry]) -> list[Event]:
    """The events of the game that were not taken back, at their times of play: pauses do not count."""
    found: list[tuple[int, Event]] = []
    began = 0  # by the server's time, and later by as much as the game was paused
    paused_at = 0
    for entry in entries:
        match entry.event:
            case ev.Started():
                began = entry.at
            case ev.Paused():
                paused_at = entry.at
            case ev.Resumed():
                began += entry.at - paused_at
            case ev.Dealt(outcome=outcome):
                found.append((entry.number, Event(None, outcome, entry.at - began)))
            case ev.Played(seat=seat, action=action):
                found.append((entry.number, Event(seat, action, entry.at - began)))
            case ev.Undone(number=undone):
                found = [(number, event) for number, event in found if number < undone]
    return [event for _, event in found]


def _with_players(written: dict[str, Json], table: Table) -> dict[str, Json]:
    written["players"] = [f"{chair.name} ({chair.level} bot)" if chair.level else chair.name for chair in table.chairs]
    if table.ended is not None and table.ended.cause:
        written["ended"] = {"cause": table.ended.cause, "seat": table.ended.seat}
    if table.opened.practice is not None:
        written["practice"] = msgspec.to_builtins(table.opened.practice)
    if table.opened.day:
        written["day"] = table.opened.day
    written["fair"] = table.starts.document()
    return written
