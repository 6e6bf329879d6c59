"""What waits to be appended, written together: one statement and one commit for all tables that are there already."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from fairdeal.errors import Conflict, StoreError
from fairdeal.failures import log_trouble
from fairdeal.language.messages import Message, say
from fairdeal.server.postgres.causes import in_words, is_lost
from fairdeal.server.postgres.leases import Leases
from fairdeal.server.postgres.links import Link, connected
from fairdeal.server.store import Moved, TableRow
from fairdeal.server.waiting import Gate

GATHER = 0.002  # seconds that a statement waits for more to store: a commit costs as much for one row as for many
GATHER_MORE = 0.006  # seconds, where the last statement was for several tables
ENOUGH = 12  # tables for which a statement waits no longer
AGAIN = 0.2  # seconds after which a database that was lost is looked for again
FIRST_TOKEN = 1

TABLE_NOT_STORED = say("store.table_not_stored")

# Rows are locked in the order of their ids, so no two batches wait for each other; the fence is looked at after that.
_APPEND = """
    with new as (
        select * from unnest(
            $1::text[], $2::bigint[], $3::integer[], $4::integer[], $5::boolean[], $6::text[], $7::integer[],
            $8::bigint[], $9::bytea[], $10::bigint[]
        ) as new (id, token, first, count, listed, phase, free, changed_at, card, due)
    ), held as (
        select tables.id from tables join new using (id) order by tables.id for update of tables
    ), accepted as (
        update tables set
            listed = new.listed, phase = new.phase, free = new.free, changed_at = new.changed_at, archived = false,
            card = new.card, due = new.due, last = tables.last + new.count
        from held join new using (id)
        where tables.id = held.id and tables.token = new.token and tables.last = new.first - 1
        returning tables.id
    ), written as (
        insert into events (table_id, number, entry)
        select id, number, entry from unnest($11::text[], $12::integer[], $13::bytea[]) as event (id, number, entry)
        join accepted using (id)
    ), seated as (
        insert into players (table_id, session_id, seat)
        select id, session_id, seat
        from unnest($14::text[], $15::text[], $16::integer[]) as player (id, session_id, seat)
        join accepted using (id) on conflict do nothing
    )
    select id from accepted
"""
_OPEN = """
    with opened as (
        insert into tables (
            id, game, seats, listed, phase, free, opened_at, changed_at, secret, archived, copied_from, card, due,
            last, token, owner
        ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, false, $10, $11, $12, $13, 1, $14)
        on conflict (id) do nothing returning id
    ), written as (
        insert into events (table_id, number, entry)
        select id, number, entry from opened, unnest($15::bytea[]) with ordinality as event (entry, number)
    ), seated as (
        insert into players (table_id, session_id, seat)
        select id, session_id, seat from opened, unnest($16::text[], $17::integer[]) as player (session_id, seat)
        on conflict do nothing
    )
    select id from opened
"""
_STORED = """
    select table_id, number, entry from events
    join unnest($1::text[], $2::integer[]) as asked (table_id, first) using (table_id) where number >= first
    order by table_id, number
"""


class Append(NamedTuple):
    """What one table wants to be stored, and who waits for it."""

    table: TableRow
    first: int
    entries: Sequence[bytes]
    players: Sequence[tuple[str, int]]
    token: int | None
    """Of the table as it was when this was asked; the process may take it anew before this is written."""
    waiter: asyncio.Future[None]


class Writer:
    """Appends all that waits with one statement, on a connection of its own."""

    def __init__(self, url: str, leases: Leases) -> None:
        self._url = url
        self._leases = leases
        self._waiting: list[Append] = []
        self._asked = Gate()
        self._are_enough = Gate()
        self._are_many = False
        """Several tables shared the last statement, and are likely to again."""
        self._is_open = False
        self._link: Link | None = None
        self.commits = 0

    async def start(self) -> None:
        self._link = await connected(self._url)
        self._is_open = True
        self._task = asyncio.create_task(self._live())

    async def stop(self) -> None:
        """Write all that was asked before, then close."""
        if not self._is_open:
            return
        self._is_open = False
        self._asked.set()
        self._are_enough.set()
        await asyncio.shield(self._task)
        if self._link is not None:
            await self._link.close()
            self._link = None

    def append(
        self, table: TableRow, first: int, entries: Sequence[bytes], players: Sequence[tuple[str, int]]
    ) -> asyncio.Future[None]:
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self._is_open:
            token = self._leases.tokens.get(table.id)
            self._waiting.append(Append(table, first, entries, players, token, waiter))
            self._asked.set()
            if len(self._waiting) >= ENOUGH:
                self._are_enough.set()
        else:
            reason = say("store.closed")
            waiter.set_exception(StoreError(say("store.stays_failed", complaint=TABLE_NOT_STORED, reason=reason)))
        return waiter

    async def _live(self) -> None:
        while self._is_open or self._waiting:
            await self._asked.wait()
            await self._gather()
            self._asked.clear()
            self._are_enough.clear()
            waiting, self._waiting = self._waiting, []
            self._are_many = len(waiting) > 1
            for batch in batches(waiting):
                await self._write(batch)

    async def _gather(self) -> None:
        """Wait for more: longer where many play, whose moves come often, and no longer than until there are enough."""
        seconds = GATHER_MORE if self._are_many else GATHER
        patience = asyncio.get_running_loop().call_later(seconds, self._are_enough.set)
        await self._are_enough.wait()
        patience.cancel()

    async def _write(self, batch: list[Append]) -> None:
        """Write what belonged to this process; if a statement fails, each of its tables is tried alone."""
        opening, following = [], []
        for job in batch:
            if job.token is not None:
                following.append(job)
            elif job.first == 1:
                opening.append(job)
            else:
                await self._explain(job)
        for job in opening:
            await self._try([job], self._open)
        if following:
            await self._try(following, self._follow)

    async def _try(self, jobs: list[Append], run: Any) -> None:
        try:
            accepted = await run(jobs)
            self.commits += 1
        except Exception as error:
            if is_lost(error):
                await self._find_out(jobs, error)
            elif len(jobs) > 1:
                for job in jobs:
                    await self._try([job], run)
            else:
                _refuse(jobs[0], in_words(TABLE_NOT_STORED, error))
            return
        for job in jobs:
            if job.table.id in accepted:
                _accept(job)
            else:
                await self._explain(job)

    async def _follow(self, jobs: list[Append]) -> set[str]:
        """Append to tables that were this process's own; name those that were accepted."""
        rows = await self._connected().fetch(_APPEND, *_columns(jobs))
        return {row["id"] for row in rows}

    async def _open(self, jobs: list[Append]) -> set[str]:
        """Store a table that nobody has heard of; it is this process's own."""
        ((table, _, entries, players, _, _),) = jobs
        me = self._leases.me
        opened = await self._connected().fetchval(
            _OPEN, table.id, table.game, table.seats, table.listed, table.phase, table.free, table.opened_at,
            table.changed_at, table.secret, table.copied_from, table.card, table.due, len(entries), me,
            list(entries), [session for session, _ in players], [seat for _, seat in players],
        )  # fmt: skip
        if opened is None:
            return set()
        self._leases.own(table.id, FIRST_TOKEN, me)
        return {table.id}

    def _connected(self) -> Link:
        if self._link is None:
            raise ConnectionError
        return self._link

    async def _explain(self, job: Append) -> None:
        """Say why a table was not accepted: another process owns it, or the numbers do not follow."""
        try:
            row = await self._connected().fetchrow("select last, token from tables where id = $1", job.table.id)
        except Exception as error:
            _refuse(job, in_words(TABLE_NOT_STORED, error))
            return
        last, token = (0, None) if row is None else row
        if token == job.token and job.first != last + 1:
            _refuse(job, Conflict(_failed(say("store.next_event", next=last + 1, number=job.first))))
        elif token == job.token:
            _refuse(job, Moved(job.table.id))
        else:  # whoever has it may have gone on
            self._send_on(job)

    def _send_on(self, job: Append) -> None:
        """Another process has the table, or this one by a later token: whoever asked is to ask there."""
        self._leases.lose(job.table.id, job.token)
        _refuse(job, Moved(job.table.id))

    # --- when the connection is lost ---------------------------------------------------------------------------------

    async def _find_out(self, jobs: list[Append], error: Exception) -> None:
        """Fence off what may still be on its way, then answer by what is stored.

        A table that is new is stored again: it is there then, once, whatever becomes of the first attempt.
        """
        tokens = [(job.table.id, job.token or FIRST_TOKEN) for job in jobs]
        new = [job for job in jobs if job.token is None]
        while True:
            try:
                await self._connect_again()
                for job in new:
                    await self._open([job])
                kept = await self._leases.raise_tokens(self._connected(), tokens)
                stored = await self._stored(jobs)
                break
            except Exception as trouble:
                if not self._is_open or not is_lost(trouble):
                    for job in jobs:
                        _refuse(job, in_words(TABLE_NOT_STORED, trouble))
                    return
                log_trouble(in_words(TABLE_NOT_STORED, trouble))
                await asyncio.sleep(AGAIN)
        for job in jobs:
            if job.entries and stored.get(job.table.id, [])[: len(job.entries)] == list(job.entries):
                _accept(job)
            elif job.token is None or job.table.id in kept:
                _refuse(job, in_words(TABLE_NOT_STORED, error))
            else:
                self._send_on(job)

    async def _connect_again(self) -> None:
        if self._link is not None:
            self._link.terminate()
            self._link = None
        self._link = await connected(self._url)

    async def _stored(self, jobs: list[Append]) -> dict[str, list[bytes]]:
        """Give what is stored of tables from the first event on that each wants to append."""
        rows = await self._connected().fetch(_STORED, [job.table.id for job in jobs], [job.first for job in jobs])
        found: dict[str, list[bytes]] = {}
        for name, _, entry in rows:
            found.setdefault(name, []).append(entry)
        return found


def batches(jobs: Iterable[Append]) -> Iterator[list[Append]]:
    """Give the jobs in batches in which each table comes once, in the order in which they were asked."""
    rounds: list[dict[str, Append]] = []
    for job in jobs:
        place = next((batch for batch in rounds if job.table.id not in batch), None)
        if place is None:
            rounds.append(place := {})
        place[job.table.id] = job
    for batch in rounds:
        yield list(batch.values())


def _columns(jobs: list[Append]) -> list[list[Any]]:
    """Write down jobs as the statement takes them: a list for each column."""
    tables = [
        (t.id, job.token, job.first, len(job.entries), t.listed, t.phase, t.free, t.changed_at, t.card, t.due)
        for job in jobs
        for t in (job.table,)
    ]
    events = [(job.table.id, at, entry) for job in jobs for at, entry in enumerate(job.entries, job.first)]
    players = [(job.table.id, session, seat) for job in jobs for session, seat in job.players]
    return [*_turned(tables, 10), *_turned(events, 3), *_turned(players, 3)]


def _turned(rows: list[tuple[Any, ...]], width: int) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in range(width)]


def _accept(job: Append) -> None:
    if not job.waiter.done():  # cancelled
        job.waiter.set_result(None)


def _refuse(job: Append, error: Exception) -> None:
    if not job.waiter.done():
        job.waiter.set_exception(error)


def _failed(reason: Message) -> Message:
    return say("store.failed", complaint=TABLE_NOT_STORED, reason=reason)
