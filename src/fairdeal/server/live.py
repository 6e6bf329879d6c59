"""A table in memory, put together: each of its parts has one duty, and none holds another that stands above it here."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Collection

from msgspec import structs

from fairdeal.bots.pool import Bots
from fairdeal.errors import Damaged, StoreError
from fairdeal.play.company import USUAL_PATIENCE, Patience
from fairdeal.play.memory import Memory
from fairdeal.play.table import Phase, Table
from fairdeal.server import protocol as out
from fairdeal.server.advising import Adviser
from fairdeal.server.broadcast import Broadcast
from fairdeal.server.history import History
from fairdeal.server.ledger import Ledger
from fairdeal.server.mailbox import Mailbox
from fairdeal.server.measures import Measures
from fairdeal.server.presence import Hearer, Presence
from fairdeal.server.schedule import Schedule
from fairdeal.server.store import Moved, Store, TableRow
from fairdeal.server.tasks import Tasks
from fairdeal.server.teller import Teller
from fairdeal.server.uptime import Uptime

ANSWERS = 256  # answers that are remembered; actions are remembered in the store
FORGET_AFTER = 10 * 60_000  # milliseconds that an idle table stays in memory
FORGET_OVER_AFTER = 5000  # if its game is over: those who have played on and on leave many behind
SOON = 1000  # milliseconds before which a table that has just left memory is not looked at again


class LiveTable:
    """A table, its mailbox, and all who have to do with it."""

    def __init__(
        self,
        table: Table,
        row: TableRow,
        store: Store,
        bots: Bots,
        uptime: Uptime,
        beat: tuple[int, int],
        patience: Patience = USUAL_PATIENCE,
        named: Collection[str] = (),
        measures: Measures | None = None,
    ) -> None:
        """`named` are the bots beside the levels."""
        self.named = named
        self.measures = measures or Measures()
        self.ledger = Ledger(table, row)
        self.tasks = Tasks(table.id)
        self.presence = Presence(self.ledger, patience)
        self.teller = Teller(self.ledger)
        self.history = History(self.ledger, self.teller)
        self.adviser = Adviser(self.ledger, self.teller, bots)
        self.broadcast = Broadcast(self.ledger, self.presence, self.teller, self.tasks, uptime)
        tell_effort = self.broadcast.tell_effort
        self.schedule = Schedule(self.ledger, self.presence, self.tasks, bots, uptime, beat, tell_effort)
        commits = self.measures.commits
        self.mailbox = Mailbox(
            self.ledger, store, uptime, self.teller, self.broadcast, self.history, self.schedule, commits
        )
        self.answers = Memory[out.AnswerTelling | out.AdviceTelling](ANSWERS)
        """What was answered to the last messages of sessions that did something."""
        self.rematching = asyncio.Lock()
        """Held while the next table is opened, of which there is one."""
        self.used_at = uptime.now()
        self.is_wanted = False
        """Somebody has asked for it since it was read."""
        self._store = store
        self._uptime = uptime

    @property
    def table(self) -> Table:
        return self.ledger.table

    def at(self) -> int:
        """The server's time."""
        return self._uptime.now()

    def time(self) -> int:
        """The calendar's."""
        return self._uptime.wall()

    def add(self, connection: Hearer) -> None:
        """Somebody has come."""
        self.presence.connections.add(connection)
        self.mailbox.look_ahead()
        self.broadcast.tell_presence(self.mailbox.do)

    def remove(self, connection: Hearer) -> None:
        """Somebody has gone."""
        self.presence.connections.discard(connection)
        self.used_at = self._uptime.now()
        self.mailbox.look_ahead()
        self.broadcast.tell_presence(self.mailbox.do)

    def is_idle(self, now: int) -> bool:
        """Tell whether nobody has been here for long and nothing goes on; after the end it is not long."""
        patience = FORGET_OVER_AFTER if self.table.phase == Phase.OVER else FORGET_AFTER
        return not self.presence.connections and self.schedule.is_idle and self.used_at < now - patience

    async def stop(self) -> None:
        """Finish what is being stored, then end."""
        self.broadcast.forget_presence()
        self.schedule.forget_alarm()
        await self.tasks.stop()
        with contextlib.suppress(Damaged, Moved):
            await self.mailbox.do(lambda table, now: None)

    def close(self) -> None:
        """Do nothing more here, for good: who has come here and said nothing yet has to ask for the table anew."""
        self.mailbox.is_closed = True

    async def leave_memory(self) -> None:
        """Do nothing more, finish what is being stored, store what is due, and leave the table as it is then."""
        self.close()
        await self.stop()
        if self.ledger.damage is None:
            await self.store_due()

    async def store_due(self) -> None:
        """Store when the table has to be looked at again, before it leaves memory; somebody may have been faster."""
        at, ledger = self._uptime.now(), self.ledger
        due = self.schedule.due(at)
        if due is not None:
            due = max(due, at + SOON)
        if due != ledger.row.due:
            with contextlib.suppress(StoreError):
                await self._store.append(structs.replace(ledger.row, due=due), ledger.number + 1, [])
