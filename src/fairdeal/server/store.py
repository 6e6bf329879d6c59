"""What the server keeps: tables as their events, and the few rows around them. The interface, and its promise."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import msgspec

from fairdeal.errors import Damaged, StoreError
from fairdeal.language.messages import say
from fairdeal.server.spending import Spending


@dataclass(frozen=True)
class SessionRow:
    """Somebody's browser. Times are milliseconds since the epoch."""

    id: str
    name: str
    made_at: int
    seen_at: int


class TableRow(msgspec.Struct, frozen=True, gc=False):
    """What lists and searches need to know of a table; all else is in its events."""

    id: str
    game: str
    seats: int
    listed: bool
    phase: str  # waiting, called, playing, paused, over or void
    free: int
    opened_at: int
    changed_at: int
    secret: bytes
    archived: bool
    copied_from: str  # the table whose deal is copied, or ""
    card: bytes  # what a list shows of it, in JSON
    due: int | None = None  # the server's time at which it has to be looked at although nobody comes


class Peer(NamedTuple):
    """Another process that serves the tables of this store: where it is reached, and what it is to be shown."""

    id: int
    address: str
    key: str


class Lease(NamedTuple):
    """That a table is one's own."""

    lag: int = 0
    """How many milliseconds the table's time is behind the server's: so long its owners were dead."""
    is_inherited: bool = False
    """Whether its last owner has died, so that nobody knows who was there."""


class Moved(StoreError):
    """This process does not own the table, or not any more: whoever asks is to ask again, and will be led to it."""

    def __init__(self, table_id: str) -> None:
        super().__init__(say("store.elsewhere", table=table_id))


class Elsewhere(Moved):
    """Another process owns the table, and lives."""

    def __init__(self, table_id: str, peer: Peer) -> None:
        super().__init__(table_id)
        self.peer = peer


def numbered(table_id: str, rows: Sequence[tuple[int, bytes]]) -> list[bytes]:
    """Give the events of rows (number, entry); raise Damaged unless they are numbered from 1 on."""
    for place, (number, _) in enumerate(rows, 1):
        if number != place:
            raise Damaged(table_id, say("damaged.lacking", number=place))
    return [entry for _, entry in rows]


class Store(Protocol):
    """Where the server keeps everything. Each method raises StoreError, with a sentence for people, if it cannot.

    A caller that is cancelled while it waits for a write does not take the write back.
    """

    @property
    def commits(self) -> int:
        """How many transactions this server has committed."""

    async def start(self) -> None: ...

    async def stop(self) -> None:
        """Commit all that was asked before, then close."""

    def watch(self, changed: Callable[[], None]) -> None:
        """Have this called whenever tables, of this process or of others, may have lost their owner."""

    def share(self, spending: Spending) -> None:
        """Tell other processes with every beat what was counted here, and hear of theirs."""

    def holds(self, table_id: str) -> bool:
        """Tell whether this process owns a table now, so that what it knows of it is all there is to know."""

    @property
    def peers(self) -> frozenset[int]:
        """The other processes that lived a moment ago."""

    @property
    def key(self) -> str:
        """What other processes show to this one to be believed; empty where there are none."""

    async def take(self, table_id: str, last: int, at: int) -> Lease | None:
        """Own a table whose last event is number `last`, at a server's time; only its owner appends to it.

        None if its last event is another one by now. Raise Elsewhere while another process owns it. Whoever stores a
        new table owns it.
        """

    async def release(self, table_ids: Collection[str]) -> None:
        """Own these tables no longer."""

    def append(
        self, table: TableRow, first: int, entries: Sequence[bytes], players: Sequence[tuple[str, int]] = ()
    ) -> asyncio.Future[None]:
        """Store a table's row, its next events and its new players (session, seat) as one unit, durably.

        Events count from 1. Raise Conflict unless `first` follows the last stored event: so a second writer of the
        table, or one that comes back from the dead, is found out. A table that was archived no longer is.
        """

    async def load(self, table_id: str) -> tuple[TableRow, list[bytes]] | None:
        """Give a table and all its events, archived or not. Raise Damaged unless they are numbered from 1 on."""

    async def running(self) -> list[str]:
        """Name the tables that are neither over nor void nor archived."""

    async def due(self, at: int) -> list[str]:
        """Name the tables that are due at a server's time, the longest due first."""

    async def next_due(self, after: int) -> int | None:
        """Give the first time after this one at which a table is due."""

    async def listed(self, limit: int) -> list[TableRow]:
        """Give the listed tables, waiting or playing, not archived, the last changed first."""

    async def tables_of(self, session_id: str, limit: int) -> list[TableRow]:
        """Give the tables at which a session plays or played, archived or not, the last changed first."""

    async def copies_of(self, table_id: str) -> list[TableRow]:
        """Give the tables that copy this one's deal, in the order in which they were opened."""

    async def archive(self, before: int) -> list[str]:
        """Archive the tables that have not changed since `before`, and name them."""

    async def add_session(self, row: SessionRow, token_hash: bytes) -> None:
        """Add a session, known from now on by the SHA-256 of its token."""

    async def session(self, token_hash: bytes) -> SessionRow | None: ...

    async def rename_session(self, session_id: str, name: str) -> None: ...

    async def touch_session(self, session_id: str, seen_at: int) -> None: ...

    async def put_note(self, table_id: str, session_id: str, note: bytes) -> None:
        """Keep a session's own settings at a table, in place of those kept before."""

    async def notes(self, table_id: str) -> dict[str, bytes]:
        """Give the settings of all sessions at a table."""

    async def keep(self, kind: str, key: str, value: bytes) -> None:
        """Keep a small document by its kind and key, in place of the one kept before."""

    async def keep_first(self, kind: str, key: str, value: bytes) -> bytes:
        """Keep a document unless there is one by that kind and key; give the one that is kept, whoever asks at once."""

    async def kept(self, kind: str, key: str) -> bytes | None: ...

    async def kept_under(self, kind: str, prefix: str) -> dict[str, bytes]:
        """Give all documents of a kind whose keys begin so, in the order of their keys by code point."""

    async def alive(self) -> int:
        """Give what `set_alive` stored last; 0 in a new store."""

    async def set_alive(self, at: int) -> int:
        """Store the server's time, and keep all tables for another while; give the latest that any process stored."""

    async def ping(self) -> None:
        """Write something small and read it again."""
