"""Who owns which table: a process that has not expired by the database's clock, and its tables' tokens.

A token is a fence: it rises whenever a table is taken, and whoever appends names the one that he has. A process whose
own steady clock has passed the term, counted from before the last renewal was sent, owns nothing any more and knows it.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Collection, Sequence
from datetime import timedelta

from fairdeal.server.postgres.links import Link
from fairdeal.server.spending import Spending
from fairdeal.server.store import Elsewhere, Lease, Peer

TERM = 3.0  # seconds that a process is believed to live after a renewal; renewals come with every beat, one a second
OLD = timedelta(days=1)  # processes that have been gone for so long are forgotten

_CLOCK = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)  # which runs while the machine sleeps

_REGISTER = """
    insert into processes (address, key, alive, expires)
    values ($1, $2, coalesce((select value from marks where name = 'alive'), 0), clock_timestamp() + $3) returning id
"""
_RENEW = """
    with renewed as (
        update processes set alive = $2, expires = clock_timestamp() + $3, spent = $4
        where id = $1 and expires > clock_timestamp() returning id
    ), told as (
        insert into marks (name, value) values ('alive', $2)
        on conflict (name) do update set value = greatest(marks.value, excluded.value) returning value
    ), living as (
        select id, spent from processes where id <> $1 and expires > clock_timestamp()
    )
    select (select value from told), exists (select from renewed),
        array (select id from living order by id), array (select spent from living order by id)
"""
# The owner's row is locked, so a renewal that is on its way to the disk is waited for and seen.
_TAKE = """
    with found as (
        select id, owner, last from tables where id = $1 for update
    ), gone as (
        select processes.id, alive from processes join found on processes.id = found.owner
        where processes.id <> $2 and expires <= clock_timestamp() for update of processes
    )
    update tables set owner = $2, token = token + 1,
        lag = lag + coalesce((select greatest(0, $4 - alive) from gone), 0)
    from found
    where tables.id = found.id and found.last = $3 and (
        found.owner is null or found.owner = $2 or exists (select from gone)
        or not exists (select from processes where processes.id = found.owner)
    )
    returning token, lag, exists (select from gone)
"""
_OWNER = """
    select processes.id, address, key from tables join processes on processes.id = owner
    where tables.id = $1 and processes.id <> $2 and expires > clock_timestamp()
"""
_RAISE = """
    with mine as (
        select id from tables join unnest($1::text[], $2::bigint[]) as asked (id, token) using (id, token)
        order by id for update of tables
    )
    update tables set token = token + 1 from mine where tables.id = mine.id returning tables.id, token
"""
_RELEASE = """
    update tables set owner = null from unnest($1::text[], $2::bigint[]) as old (id, token)
    where tables.id = old.id and tables.token = old.token
"""
_LEAVE = "update tables set owner = null where owner = $1"
_FORGET = """
    delete from processes where expires < clock_timestamp() - $1::interval
    and not exists (select from tables where owner = processes.id)
"""
# Addresses of people are nobody's business after that.
_FORGET_SPENT = "update processes set spent = '' where spent <> '' and expires < clock_timestamp()"


def steady() -> float:
    """Give the seconds of a clock that nobody can set."""
    return time.clock_gettime(_CLOCK)


class Leases:
    """The tables that this process owns. All its leases end together, unless it renews them in time."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.key = secrets.token_urlsafe(32)
        """What the other processes show to be believed."""
        self._until = 0.0
        self.peers: frozenset[int] = frozenset()
        """The other processes that lived at the last renewal."""
        self._expiring: asyncio.TimerHandle | None = None
        self.me = 0
        self.tokens: dict[str, int] = {}
        self.spending: Spending | None = None
        self.changed: Callable[[], None] = lambda: None
        """Called when tables of this process or of others may have no owner any more."""

    def holds(self, table_id: str) -> bool:
        """Tell whether nobody else can own this table yet."""
        return table_id in self.tokens and steady() < self._until

    async def register(self, link: Link) -> None:
        """Be known as a process that owns nothing yet."""
        sent = steady()
        self.me = await link.fetchval(_REGISTER, self._address, self.key, timedelta(seconds=TERM))
        self._lose()  # what was taken meanwhile was taken by the process that this one has been
        await link.execute(_FORGET, OLD)
        await link.execute(_FORGET_SPENT)
        self._hold_until(sent + TERM)

    async def renew(self, link: Link, alive: int) -> int:
        """Keep everything for another term; give the latest server's time that any process told."""
        sent = steady()
        term, spent = timedelta(seconds=TERM), b"" if self.spending is None else self.spending.tell()
        latest, is_renewed, peers, told = await link.fetchrow(_RENEW, self.me, alive, term, spent, timeout=TERM)
        if is_renewed:
            self._hold_until(sent + TERM)
        else:
            self._lose()
            await self.register(link)
        if self.spending is not None:
            self.spending.hear(dict(zip(peers, told, strict=True)))
        gone, self.peers = self.peers - set(peers), frozenset(peers)
        if gone:
            self.changed()
        return int(latest)

    def _hold_until(self, end: float) -> None:
        self._until = end
        if self._expiring is not None:
            self._expiring.cancel()
        self._expiring = asyncio.get_running_loop().call_later(max(0.0, end - steady()), self._lose)

    def _lose(self) -> None:
        """Own nothing any more; others may have taken it."""
        self._until = 0.0
        self.tokens.clear()
        self.changed()

    async def take(self, link: Link, table_id: str, last: int, at: int) -> Lease | None:
        """Own a table, if nobody else does, or did with another last event."""
        taken = await link.fetchrow(_TAKE, table_id, me := self.me, last, at)
        if taken is not None:
            token, lag, is_inherited = taken
            return Lease(lag, is_inherited) if self.own(table_id, token, me) else None
        if (owner := await link.fetchrow(_OWNER, table_id, self.me)) is not None:
            raise Elsewhere(table_id, Peer(*owner))
        return None

    def own(self, table_id: str, token: int, me: int) -> bool:
        """Own a table by the database's answer, unless this has become another process since it was asked."""
        if me != self.me:
            return False
        self.tokens[table_id] = token
        return True

    def lose(self, table_id: str, token: int | None) -> None:
        """This token was found to be overtaken; what was taken by a later one stays."""
        if token is not None and self.tokens.get(table_id) == token:
            del self.tokens[table_id]
            self.changed()

    async def release(self, link: Link, table_ids: Collection[str]) -> None:
        """Own these tables no longer, so that others need not wait for the end of the term."""
        mine = [(name, self.tokens.pop(name)) for name in table_ids if name in self.tokens]
        await link.execute(_RELEASE, [name for name, _ in mine], [token for _, token in mine])

    async def raise_tokens(self, link: Link, wanted: Sequence[tuple[str, int]]) -> set[str]:
        """Fence off what may still be on its way under these tokens; name the tables that go on under higher ones."""
        raised = await link.fetch(_RAISE, [name for name, _ in wanted], [token for _, token in wanted])
        now_mine = dict(map(tuple, raised))
        kept = {name for name, token in wanted if name in now_mine and self.tokens.get(name) == token}
        self.tokens.update({name: now_mine[name] for name in kept})
        return kept

    async def leave(self, link: Link) -> None:
        """Own nothing, and be no process any more."""
        self._lose()
        if self._expiring is not None:
            self._expiring.cancel()
        await link.execute(_LEAVE, self.me)
        await link.execute("delete from processes where id = $1", self.me)
