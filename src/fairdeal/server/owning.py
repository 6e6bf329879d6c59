"""From what is stored to a table of this process's own."""

from __future__ import annotations

import asyncio

from fairdeal.errors import UnknownTable
from fairdeal.language.messages import say
from fairdeal.play import events as ev
from fairdeal.server.folding import read
from fairdeal.server.store import Lease, Store, TableRow
from fairdeal.server.uptime import TableTime, Uptime


async def owned(store: Store, name: str, uptime: Uptime) -> tuple[TableRow, list[ev.Entry], Lease]:
    """Read a table and own it; raise Elsewhere if another process does.

    Nothing is owned here of which this process does not know the rules or an event: another one may.
    """
    while True:
        stored = await store.load(name)
        if stored is None:
            raise UnknownTable(say("server.no_table", table=name[:40]))
        row, texts = stored
        entries = await asyncio.to_thread(read, row, texts)
        lease = await store.take(name, len(texts), uptime.now())
        if lease is not None:
            return row, entries, lease


def time_of(lease: Lease, uptime: Uptime, last: int) -> Uptime:
    """Give the time of a table whose last event was then; it never runs backwards."""
    uptime.reach(last)
    lag = min(lease.lag, uptime.now() - last)
    return TableTime(uptime, lag) if lag else uptime
