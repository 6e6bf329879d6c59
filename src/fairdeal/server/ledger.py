"""The ledger of a table in memory: the fold of its events, its row, and how much of both is stored."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from msgspec import structs

from fairdeal.errors import Damaged
from fairdeal.play import events as ev
from fairdeal.play.clocks import Now
from fairdeal.play.table import Table
from fairdeal.server.listing import listing_of, phase_of
from fairdeal.server.store import TableRow

T = TypeVar("T")
MOVES = (ev.Played, ev.Dealt)
Command = Callable[[Table, Now], T]
"""Does something at a table."""
Do = Callable[[Command[Any]], Awaitable[Any]]
"""Lets a table do a command when its turn has come; see `Mailbox.do`."""


class Ledger:
    """A table and its row, which are replaced when they have to be read from the store again."""

    def __init__(self, table: Table, row: TableRow) -> None:
        self.damage: Damaged | None = None
        """Why nothing more is done here: what is stored of the table cannot be read any more."""
        self.go_on_from(table, row)

    def go_on_from(self, table: Table, row: TableRow) -> None:
        """Take what is stored."""
        self.table = table
        self.row = row
        self.number = table.number
        """Of the last event that is stored."""
        self._listings: dict[tuple[int, ...], bytes] = {}

    def note_stored(self, row: TableRow) -> None:
        """All that the table has written so far is stored."""
        self.row, self.number = row, self.table.number

    def row_after(self, fresh: list[ev.Entry], due: int | None) -> TableRow:
        """What lists are to know of the table now; of what they show, a move changes only who is awaited."""
        table, row, awaited = self.table, self.row, tuple(self.table.awaited())
        if not all(type(entry.event) in MOVES for entry in fresh):
            self._listings.clear()
            row = structs.replace(row, phase=phase_of(table), free=len(table.free_seats()))
        if awaited not in self._listings:
            self._listings[awaited] = listing_of(table, awaited)
        card, changed_at = self._listings[awaited], fresh[-1].time
        return structs.replace(row, changed_at=changed_at, archived=False, card=card, due=due)
