"""The mailbox of a table: commands are done one after another.

A command changes the table, its events are stored, and only then anybody hears of it. If storing fails, the table is
folded anew from what is stored, and the asker is told.
"""

from __future__ import annotations

import asyncio
import functools
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from fairdeal import games
from fairdeal.errors import BrokenGame, BrokenTable, Damaged, FairdealError, StoreError
from fairdeal.failures import log_trouble
from fairdeal.language.messages import say
from fairdeal.play import events as ev
from fairdeal.play.faults import fault_of, reason_of
from fairdeal.play.traces import Recent
from fairdeal.server.broadcast import Broadcast
from fairdeal.server.folding import fold
from fairdeal.server.history import History
from fairdeal.server.ledger import Command, Ledger, T
from fairdeal.server.listing import players
from fairdeal.server.measures import Spread
from fairdeal.server.schedule import Schedule
from fairdeal.server.store import Moved, Store, TableRow
from fairdeal.server.teller import Teller
from fairdeal.server.uptime import Uptime

Asker = Callable[[Any, BaseException | None], None]
"""Is told what came of a command: its result, or why there is none."""


class _Done(Struct):
    """A command that was done, and waits for the store."""

    fresh: list[Recent]
    at: int
    result: Any
    error: BaseException | None
    asker: Asker
    since: float
    """When the store was asked, by the steady clock."""


class Mailbox:
    """Does what is asked of a table, stores it, and lets the others know."""

    def __init__(
        self,
        ledger: Ledger,
        store: Store,
        uptime: Uptime,
        teller: Teller,
        broadcast: Broadcast,
        history: History,
        schedule: Schedule,
        commits: Spread,
    ) -> None:
        self._commits = commits
        self._ledger = ledger
        self._store = store
        self._uptime = uptime
        self._teller = teller
        self._broadcast = broadcast
        self._history = history
        self._schedule = schedule
        self._waiting: deque[tuple[Command[Any], Asker]] = deque()
        self._is_busy = False
        """A command is being done, or what it did is being stored."""
        self.is_closed = False
        """Nothing more is done, even if this process owns the table again: then there is another mailbox."""
        self._recovery: asyncio.Task[None] | None = None

    async def do(self, command: Command[T]) -> T:
        """Do a command when its turn has come; return after what it did is stored and told."""
        return await self._posted(command)

    def _posted(self, command: Command[T]) -> asyncio.Future[T]:
        """Post a command, and give what will be answered.

        Who waits for that has no name for it: its error leads to who waited, and such a circle would keep the table
        until the collector comes.
        """
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.post(command, functools.partial(_resolve, done))
        return done

    def post(self, command: Command[Any], asker: Asker) -> None:
        """Do a command when its turn has come, perhaps now; the asker is told after what it did is stored and told."""
        self._waiting.append((command, asker))
        if not self._is_busy:
            self._work()

    def look_ahead(self) -> None:
        """Let be done in time what is due."""
        self._schedule.look_ahead(self.do)

    async def store_opening(self) -> None:
        """Store the events of a table that has just been opened."""
        fresh = [recent.entry for recent in self._ledger.table.take_fresh()]
        row = self._row_after(fresh)
        await self._append(row, fresh)
        self._ledger.note_stored(row)
        self.look_ahead()

    def _work(self) -> None:
        """Do one command after another, until one has to wait for the store or there are no more."""
        ledger = self._ledger
        while self._waiting and not self._is_busy:
            command, asker = self._waiting.popleft()
            if ledger.damage is not None:
                asker(None, ledger.damage)
                continue
            if self.is_closed or not self._store.holds(ledger.table.id):
                asker(None, Moved(ledger.table.id))
                continue
            self._is_busy = True
            now = self._uptime.read()
            result, error = None, None
            try:
                result = command(ledger.table, now)
            except BrokenGame as broken:
                self._close(broken, asker)
                continue
            except FairdealError as reason:
                error = reason
            except Exception as mistake:
                self._recover(mistake, asker)
                return
            # What was done before something was refused stands: `place` of a message whose `draw` is refused.
            fresh = ledger.table.take_fresh()
            if fresh:
                self._save(_Done(fresh, now.at, result, error, asker, time.perf_counter()))
            else:
                self._finish(result, error, asker)
            del error  # it leads back here, too

    def _save(self, done: _Done) -> None:
        fresh = [recent.entry for recent in done.fresh]
        row = self._row_after(fresh)
        self._append(row, fresh).add_done_callback(functools.partial(self._stored, done, row))

    def _row_after(self, fresh: list[ev.Entry]) -> TableRow:
        return self._ledger.row_after(fresh, self._schedule.due(fresh[-1].at))

    def _append(self, row: TableRow, fresh: list[ev.Entry]) -> asyncio.Future[None]:
        return self._store.append(row, fresh[0].number, [ev.encode(entry) for entry in fresh], players(fresh))

    def _stored(self, done: _Done, row: TableRow, stored: asyncio.Future[None]) -> None:
        if (failure := stored.exception()) is not None:
            self._recover(failure, done.asker)
            return
        self._commits.note(time.perf_counter() - done.since)
        self._ledger.note_stored(row)
        result, error = done.result, done.error
        try:
            self._tell(done)
        except Exception as mistake:
            if games.package(self._ledger.table.opened.game) is not None:
                broken = mistake if isinstance(mistake, BrokenGame) else fault_of(self._ledger.table.game, mistake)
                self._close(broken, done.asker)
                return
            result, error = None, mistake
        self._finish(result, error, done.asker)
        self._work()

    def _tell(self, done: _Done) -> None:
        self._history.follow(done.fresh)
        self._broadcast.tell(done.fresh, done.at)
        self._ledger.table.rest()

    def _finish(self, result: Any, error: BaseException | None, asker: Asker) -> None:
        """End a turn: nothing waits for the store, and whoever asked is told."""
        self._is_busy = False
        self.look_ahead()
        asker(result, error)

    def _close(self, broken: BrokenGame, asker: Asker) -> None:
        """Do nothing more at this table, and tell all who are here why."""
        damage = self._ledger.damage = BrokenTable(self._ledger.table.id, reason_of(broken))
        log_trouble(damage)
        self._broadcast.tell_closing(damage)
        self._is_busy = False
        asker(None, damage)
        self._work()

    def _recover(self, error: BaseException, asker: Asker) -> None:
        """Go back to what is stored, and only then go on."""

        async def recover() -> None:
            try:
                await self._fold_anew()
            except Damaged as damage:
                log_trouble(damage)
                self._ledger.damage = damage
            self._finish(None, error, asker)
            self._work()

        self._recovery = asyncio.get_running_loop().create_task(recover())

    async def _fold_anew(self) -> None:
        """Go back to what is stored."""
        name = self._ledger.table.id
        while True:
            try:
                stored = await self._store.load(name)
                break
            except StoreError as error:
                log_trouble(StoreError(say("store.not_read_again", table=name, reason=error)))
                await asyncio.sleep(1)
        if stored is not None:
            row, entries = stored
            self._ledger.go_on_from(fold(row, entries), row)
        self._teller.forget()
        self._history.forget()


def _resolve(done: asyncio.Future[T], result: T, error: BaseException | None) -> None:
    """Tell whoever waits, if anybody still does."""
    if done.done():
        return
    if error is None:
        done.set_result(result)
    else:
        done.set_exception(error)
