"""All tables of one server: opening, finding, waking and ending them. Knows nothing of HTTP."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
import logging
import secrets
from collections import Counter
from collections.abc import Collection, Coroutine, Mapping, Sequence
from typing import Any

import msgspec

from fairdeal import games
from fairdeal.bots.named import NamedBot, names_at
from fairdeal.bots.pool import Bots
from fairdeal.bots.preparing import Preparing
from fairdeal.contract.options import Json
from fairdeal.engine.kernel import SPECTATOR
from fairdeal.errors import BrokenTable, Damaged, FairdealError, OtherRules, Refused, StoreError, UnknownTable
from fairdeal.language.languages import DEFAULT
from fairdeal.language.messages import say
from fairdeal.play import events as ev
from fairdeal.play.chairs import bot_of
from fairdeal.play.commands import rematch, seats
from fairdeal.play.commands.checks import my_seat
from fairdeal.play.company import USUAL_PATIENCE, Away, Patience
from fairdeal.play.fairness import SECRET
from fairdeal.play.finished import record_of, record_without_rules
from fairdeal.play.sitting import Event
from fairdeal.play.table import Phase, Table
from fairdeal.server.closely import look_closely
from fairdeal.server.connection import Connection, Socket, link_hash, seat_path, viewer_chosen
from fairdeal.server.documents import AboutDoc, MomentDoc, OpeningDoc, OpenTable, ReplayDoc, TableCard
from fairdeal.server.folding import LATEST, fold_without_rules, folded, muted, read
from fairdeal.server.limits import Limits, Person
from fairdeal.server.listing import host_of, read_listing, row_of, shown_to
from fairdeal.server.live import LiveTable
from fairdeal.server.measures import Measures
from fairdeal.server.names import new_id
from fairdeal.server.openings import opening_of
from fairdeal.server.owning import owned, time_of
from fairdeal.server.relay import Relays
from fairdeal.server.reloading import Reloading
from fairdeal.server.replays import replay_of
from fairdeal.server.salts import new_salts
from fairdeal.server.seals import check_day, check_listener, check_seal
from fairdeal.server.spending import Spending
from fairdeal.server.store import Moved, SessionRow, Store, TableRow
from fairdeal.server.tasks import keep_doing
from fairdeal.server.uptime import Uptime

LISTED = 100
LOOKED_THROUGH = 500  # tables from which those of the list are chosen
MOST_LISTED = 3  # tables of one host
MOST_LISTED_FROM = 20  # tables that were opened from one address
COUNTED_FOR = 3_600_000  # milliseconds since something happened at a listed table
ARCHIVE_AFTER = 30 * 24 * 3_600_000
SWEEP_EVERY = 5.0  # seconds
ARCHIVE_EVERY = 60.0
WAKE_EVERY = 60.0
GLANCE_EVERY = 0.01  # seconds between two tables that are looked through after the start
AWAKE = 50  # tables that are in memory at a time although nobody is there
LONGEST_WAKE = 60.0  # seconds that one of them may keep others waiting

log = logging.getLogger(__name__)


class Hub:
    """The tables of a server, those in memory and those in the store."""

    def __init__(
        self,
        store: Store,
        bots: Bots,
        uptime: Uptime,
        beat: tuple[int, int] = (500, 700),
        preparing: Preparing | None = None,
        patience: Patience = USUAL_PATIENCE,
        reloading: Reloading | None = None,
        data: Mapping[str, dict[str, Json]] | None = None,
        named: Collection[NamedBot] = (),
    ) -> None:
        """`named` are the bots that may sit here beside the levels."""
        self.named = tuple(named)
        self.store = store
        self.bots = bots
        self.uptime = uptime
        self.preparing = preparing or Preparing()
        self._reloading = reloading
        self._data = data or {}
        """By game: the data of tables that are opened without any of their own."""
        self._beat = beat
        self._patience = patience
        self._tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._leaving_memory: dict[str, asyncio.Event] = {}
        """The tables that are leaving memory; whoever wants one waits until all of it is in the store."""
        self._damaged: dict[str, str] = {}
        """The tables that cannot go on, and why, as the log was told."""
        self._away: dict[str, dict[int, Away]] = {}
        """Of tables that have left memory: since when their missing players have been away."""
        self.relays = Relays()
        self._opening: set[str] = set()
        """The tables that are being stored for the first time."""
        self._woken: set[asyncio.Task[None]] = set()
        self._is_let_go = asyncio.Event()
        self._is_leaving = False
        self._tasks: list[asyncio.Task[None]] = []
        self._moves = 0
        self._began_at = 0
        self.limits = Limits()
        self.measures = Measures()
        self._listing = asyncio.Lock()
        self._listed_from: dict[str, str] = {}
        """From which addresses the tables of the public list were opened."""

    async def start(self) -> None:
        """Go on where the last server stopped, at its time. Tables wait in the store until they are due or wanted."""
        self.store.watch(self._look_at_owners)
        if self.store.key:
            self.store.share(Spending(self.limits))
        await self.uptime.start(self.store)
        self._began_at = self.uptime.now()
        self._tasks = [
            asyncio.create_task(self.uptime.keep_beating(self.store)),
            asyncio.create_task(keep_doing(self.sweep, SWEEP_EVERY)),
            asyncio.create_task(keep_doing(self.archive, ARCHIVE_EVERY)),
            asyncio.create_task(self._keep_waking()),
            asyncio.create_task(self._look_through()),
        ]

    async def stop(self) -> None:
        """Finish what is under way, and remember the time."""
        ending: list[asyncio.Future[Any]] = [*self._tasks, *self._loading.values()]
        for task in ending:
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)
        await asyncio.gather(*(live.stop() for live in self._tables.values()))
        await asyncio.gather(*self._woken)
        await self.uptime.beat(self.store)
        self.store.watch(lambda: None)

    async def hand_over(self) -> None:
        """Give up all tables, so that other processes can have them before anybody asks; this one takes no more."""
        self._is_leaving = True
        given, self._tables = self._tables, {}
        self._moves += sum(live.broadcast.moves for live in given.values())
        await asyncio.gather(*(live.leave_memory() for live in given.values()))
        await self.store.release(list(given))

    # --- tables in memory --------------------------------------------------------------------------------------------

    async def table(self, name: str) -> LiveTable:
        """Find a table for somebody who wants it; it stays in memory for a while."""
        live = await self._find(name)
        live.used_at = self.uptime.now()
        live.is_wanted = True
        return live

    async def _find(self, name: str) -> LiveTable:
        """Find a table, in memory or in the store."""
        damage = self._tables[name].ledger.damage if name in self._tables else None
        if isinstance(damage, BrokenTable):
            raise damage  # the game would break again
        if damage is not None:
            await self._give_up(name).stop()
        if name in self._tables and not self.store.holds(name):
            self._look_at_owners()
        if name in self._tables:
            return self._tables[name]
        if name not in self._loading:  # two at a time would be two tables of one id, and people at either
            self._loading[name] = asyncio.ensure_future(self._load(name))
            self._loading[name].add_done_callback(lambda done: self._loading.pop(name))
        return await asyncio.shield(self._loading[name])

    async def _load(self, name: str) -> LiveTable:
        try:
            live = await self._load_stored(name)
        except Damaged as damage:
            self._note_damage(damage)
            raise
        self._damaged.pop(name, None)
        live.mailbox.look_ahead()
        return live

    async def _load_stored(self, name: str) -> LiveTable:
        if name in self._leaving_memory:
            await self._leaving_memory[name].wait()
        if self._is_leaving:
            raise Moved(name)
        row, entries, lease = await owned(self.store, name, self.uptime)
        try:
            notes = muted(name, await self.store.notes(name))
            # The first of a game also reads its compiled rules, which takes seconds on a busy machine.
            table = await asyncio.to_thread(folded, row, entries, self.uptime.now() + LATEST)
        except BaseException:
            await self.store.release([name])
            raise
        last = table.recent[-1].entry.at
        live = self._live(table, row_of(table, row), time_of(lease, self.uptime, last))
        live.broadcast.muted = notes
        # Nobody has been here since the server began, or since something happened, or since the last owner died.
        live.presence.note_missing(live.at() if lease.is_inherited else max(min(self._began_at, live.at()), last))
        live.presence.company.away |= self._away.pop(name, {})
        return live

    async def _look_through(self) -> None:
        """Read what unfinished games have written, without playing it again: so the log says soon what is damaged."""
        with contextlib.suppress(StoreError):
            for name in await self.store.running():
                await asyncio.sleep(GLANCE_EVERY)
                await self._glance_at(name)

    async def _glance_at(self, name: str) -> None:
        try:
            stored = await self.store.load(name)
            if stored is not None and name not in self._tables:
                read(*stored)
        except Damaged as damage:
            self._note_damage(damage)

    def _note_damage(self, damage: Damaged) -> None:
        """Say it once."""
        if self._damaged.get(damage.table) != damage.reason:
            self._damaged[damage.table] = damage.reason
            log.error("%s", damage)

    def _live(self, table: Table, row: TableRow, uptime: Uptime) -> LiveTable:
        named = names_at(self.named, row.game, row.seats)
        live = LiveTable(table, row, self.store, self.bots, uptime, self._beat, self._patience, named, self.measures)
        self._tables[table.id] = live
        return live

    async def sweep(self) -> None:
        """Take idle tables out of memory; nothing is lost."""
        for name, live in list(self._tables.items()):  # while one goes, somebody may come to another
            if self._tables.get(name) is live and live.is_idle(self.uptime.now()):
                await self._let_go(live)

    async def archive(self) -> None:
        """Archive the tables that nobody has touched for long."""
        await self.store.archive(self.uptime.wall() - ARCHIVE_AFTER)

    async def _let_go(self, live: LiveTable) -> None:
        """Take a table out of memory; what is due at it is in the store."""
        name = live.table.id
        del self._tables[name]
        self._moves += live.broadcast.moves
        if live.presence.ends():
            self._away[name] = live.presence.company.away
        gone = self._leaving_memory[name] = asyncio.Event()
        try:
            await live.leave_memory()
            await self.store.release([name])
        finally:
            del self._leaving_memory[name]
            gone.set()
        self._is_let_go.set()

    def _look_at_owners(self) -> None:
        """Give up the tables that are not this process's own any more, and look for those that are nobody's."""
        for name in [name for name in self._tables if not self.store.holds(name) and name not in self._opening]:
            self._do_beside(self._give_up(name).stop())
        self.relays.look_at(self.store.peers)
        self._is_let_go.set()

    def _give_up(self, name: str) -> LiveTable:
        """Take a table out of memory at once. If it is read again, whoever is here must not stay with what it was."""
        live = self._tables.pop(name)
        self._moves += live.broadcast.moves
        live.close()
        live.presence.send_away()
        return live

    def _do_beside(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._woken.add(task)
        task.add_done_callback(self._woken.discard)

    # --- tables that are due although nobody comes -------------------------------------------------------------------

    async def _keep_waking(self) -> None:
        while True:
            try:
                await self.wake_due()
                await self._until_next_due()
            except FairdealError as error:
                log.warning("%s", error)
                await asyncio.sleep(1)

    async def _until_next_due(self) -> None:
        """Wait for the next time at which a table in the store is due, or for another table to leave memory."""
        self._is_let_go.clear()
        now = self.uptime.now()
        due = await self.store.next_due(now)
        wait = WAKE_EVERY if due is None else min(WAKE_EVERY, (due - now) / 1000)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(wait):
                await self._is_let_go.wait()

    async def wake_due(self) -> None:
        """Look at the tables in the store that are due, a few at a time; return when all are looked after."""
        for name in await self.store.due(self.uptime.now()):
            if name in self._tables or name in self._damaged:
                continue
            while len(self._woken) >= AWAKE:
                await asyncio.wait(self._woken, return_when=asyncio.FIRST_COMPLETED)
            with contextlib.suppress(Damaged, UnknownTable, Moved):
                self._do_beside(self._look_after(await self._find(name)))
            await asyncio.sleep(0)  # people's moves come in between

    async def _look_after(self, live: LiveTable) -> None:
        """Keep a table in memory while something goes on there, and no longer, unless somebody wants it."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_WAKE):
                await live.tasks.rest()
            if not live.is_wanted and self._tables.get(live.table.id) is live:
                await self._let_go(live)

    # --- opening -----------------------------------------------------------------------------------------------------

    async def open_table(self, session: SessionRow, request: OpenTable, address: str = "") -> str:
        """Open a table; its id is its link."""
        if not request.listed:
            return await self._open_for(session, request)
        async with self._listing:
            await self._check_listing(session, address)
            name = await self._open_for(session, request)
            if address:
                self._listed_from[name] = address
            return name

    def data_of(self, game: str) -> dict[str, Json] | None:
        """Give the data file that is in force here in place of the game's own, if there is one."""
        return self._data.get(game)

    async def _open_for(self, session: SessionRow, request: OpenTable) -> str:
        self._look_for_edits(request.game)
        game = games.find(request.game)
        count = game.seat_counts[0] if request.seats is None else request.seats
        options = {**game.by_pace.get(request.pace, {}), **request.options}
        opened = ev.Opened(
            game=game.name,
            rules_version=game.rules_version,
            seats=count,
            options=options,
            host=session.id,
            data=self.data_of(game.name) if request.data is None else request.data,
            listed=request.listed,
            clock=request.clock,
            pace=request.pace,
            hints=count - len(request.bots) < 2 if request.hints is None else request.hints,
            salts=new_salts(game, options),
        )
        return await self.open(opened, request.bots)

    def _look_for_edits(self, game: str) -> None:
        if self._reloading is not None:
            self._reloading.look(game)

    async def _check_listing(self, session: SessionRow, address: str) -> None:
        """Leave room on the public list for others. Tables at which nothing happens any more do not count."""
        since = self.uptime.wall() - COUNTED_FOR
        listed = self._readable(await self.store.listed(LOOKED_THROUGH))
        rows = [row for row in listed if row.changed_at >= since]
        self._listed_from = {row.id: self._listed_from[row.id] for row in rows if row.id in self._listed_from}
        if sum(host_of(row) == session.id for row in rows) >= MOST_LISTED:
            raise Refused(say("server.many_listed", count=MOST_LISTED))
        if address and list(self._listed_from.values()).count(address) >= MOST_LISTED_FROM:
            raise Refused(say("server.many_listed_from"))

    async def open(
        self,
        opened: ev.Opened,
        bots: Mapping[int, str],
        people: Sequence[seats.Seated] = (),
        events: Sequence[Event] = (),
        name: str = "",
    ) -> str:
        """Open a table and store it, by a new id if none is given; events of another game are played again at once."""
        secret = secrets.token_bytes(SECRET)
        table = Table(name or new_id(), secret)
        now = self.uptime.read()
        game = games.find(opened.game)
        named = names_at(self.named, opened.game, opened.seats)
        checked = {seat: bot_of(game, name, named) for seat, name in bots.items()}
        seats.open_table(table, opened, checked, now, people, events)
        row = TableRow(
            table.id,
            opened.game,
            opened.seats,
            opened.listed,
            "waiting",
            0,
            now.time,
            now.time,
            secret,
            False,
            opened.seals,
            b"{}",
        )
        live = self._live(table, row, self.uptime)
        self._opening.add(table.id)
        try:
            await live.mailbox.store_opening()
        except BaseException:
            del self._tables[table.id]
            await live.stop()
            raise
        finally:
            self._opening.discard(table.id)
        return table.id

    async def rematch(self, name: str, session: SessionRow) -> str:
        """Begin a rematch at once, with all who have joined it so far, or find the one that there is."""
        live = await self.table(name)
        my_seat(live.table, session.id)
        if live.table.offer is not None and not live.table.rematch:
            rematch.check_own(live.table, session.id)
        return await self._again(live, session.id)

    async def _again(self, live: LiveTable, host: str) -> str:
        """Open the same table again, bots and whoever joins in their seats, and tell the players of this one."""
        async with live.rematching:
            if not live.table.rematch:
                await self._open_again(live, host)
        return live.table.rematch

    async def _open_again(self, live: LiveTable, host: str) -> None:
        await live.mailbox.do(lambda table, now: rematch.check_may_follow(table))  # nor at a table that is elsewhere
        self._look_for_edits(live.table.opened.game)
        old = live.table.opened
        opened = msgspec.structs.replace(
            old, host=host, rematch_of=live.table.id, salts=new_salts(live.table.game, old.options),
            commitment="", copied_from="", copied=None, copied_nonces=(), copied_bots=(), copied_start=0, practice=None,
            day="",
        )  # fmt: skip
        joins = {my_seat(live.table, host)} if live.table.offer is None else live.table.offer.joins
        chairs = [(seat, live.table.chairs[seat]) for seat in sorted(joins)]
        people = [seats.Seated(seat, chair.name, tuple(sorted(chair.sessions))) for seat, chair in chairs]
        table = await self.open(opened, rematch.bots_again(live.table, live.named), people)
        await live.mailbox.do(lambda old, now: rematch.announce(old, table, now))

    # --- seats and lists ---------------------------------------------------------------------------------------------

    async def cancel(self, name: str, session: SessionRow) -> None:
        """Close a table of one's own before its game starts."""
        live = await self.table(name)
        await live.mailbox.do(lambda table, now: seats.close(table, session.id, session.name, now))

    async def claim(self, name: str, session: SessionRow, token: str) -> int:
        """Give a session the seat that the private link opens."""
        live = await self.table(name)
        check_day(live.table, self.uptime.wall())
        return await live.mailbox.do(lambda table, now: seats.claim(table, session.id, link_hash(token), now))

    async def seat_link(self, name: str, session: SessionRow) -> str:
        """Make a new private link for one's own seat."""
        live = await self.table(name)
        token = secrets.token_urlsafe(18)
        await live.mailbox.do(lambda table, now: seats.relink(table, session.id, link_hash(token), now))
        return seat_path(name, token)

    async def card(self, name: str, session: SessionRow | None) -> TableCard:
        return shown_to(session, (await self.table(name)).ledger.row)

    async def opening(self, name: str, language: str = DEFAULT) -> OpeningDoc:
        """Show what the game of a table is about, as it is played there."""
        opened = (await self.table(name)).table.opened
        return await asyncio.to_thread(opening_of, opened.game, opened.seats, opened.options, opened.data, language)

    async def listed(self) -> list[TableCard]:
        """List the tables that are open to everybody, few of each host."""
        hosts: Counter[str] = Counter()
        shown = []
        for row in self._readable(await self.store.listed(LOOKED_THROUGH)):
            hosts[host_of(row)] += 1
            if hosts[host_of(row)] <= MOST_LISTED:
                shown.append(shown_to(None, row))
        return shown[:LISTED]

    async def mine(self, session: SessionRow) -> list[TableCard]:
        return [shown_to(session, row) for row in self._readable(await self.store.tables_of(session.id, LISTED))]

    def _readable(self, rows: list[TableRow]) -> list[TableRow]:
        """Leave out the tables whose listing or times cannot be read."""
        readable = []
        for row in rows:
            try:
                read_listing(row)
                readable.append(row)
            except Damaged as damage:
                self._note_damage(damage)
        return readable

    def has_seat(self, name: str, session: SessionRow | None) -> bool:
        """Tell whether a session has a seat at a table that is in memory, or may have one at another process."""
        live = self._tables.get(name)
        if live is None:
            return bool(self.store.key)
        return session is not None and live.table.seat_of(session.id) is not None

    async def connect(
        self,
        name: str,
        session: SessionRow | None,
        socket: Socket,
        who: Person | None = None,
        language: str = DEFAULT,
    ) -> Connection:
        """Let a client listen to a table; its game is the next to be compiled."""
        who = who or Person(session.id if session else "")
        live = await self.table(name)
        check_listener(live.table, session, self.uptime.wall())
        self.preparing.prefer(live.table.opened.game)
        again = functools.partial(self._again, live)
        return Connection(live, session, socket, self.store, self.limits, who, again, language)

    # --- finished games ----------------------------------------------------------------------------------------------

    async def finished(self, name: str, session: SessionRow | None) -> LiveTable:
        """Find a table whose game is over and open to whoever asks; refuse any other."""
        live = await self.table(name)
        if live.ledger.row.phase != Phase.OVER:  # the row is what is stored
            raise Refused(say("server.running_record"))
        await check_seal(self.store, live.table, session, self.uptime.wall())
        return live

    async def record(self, name: str, session: SessionRow | None = None) -> bytes:
        """Give the record of a finished game, with all that its deal follows from."""
        try:
            table = (await self.finished(name, session)).table
            written = await asyncio.to_thread(record_of, table)
        except OtherRules as other:
            written = await self._written_without_rules(other, session)
        return json.dumps(written, allow_nan=False).encode() + b"\n"

    async def _written_without_rules(self, other: OtherRules, session: SessionRow | None) -> dict[str, Any]:
        """Give the record of a finished game of another version of the rules; one that is not over cannot go on."""
        stored = await self.store.load(other.table)
        if stored is None or stored[0].phase != Phase.OVER:
            raise other
        table, entries = fold_without_rules(*stored)
        await check_seal(self.store, table, session, self.uptime.wall())
        return record_without_rules(table, entries)

    async def replay(self, name: str, session: SessionRow | None = None, language: str = DEFAULT) -> ReplayDoc:
        """Give the course of a finished game."""
        table = (await self.finished(name, session)).table
        return await asyncio.to_thread(replay_of, table, language)

    async def moment(
        self, name: str, session: SessionRow | None, number: int, eyes: int | None, language: str = DEFAULT
    ) -> MomentDoc:
        """Draw one moment of a finished game, through any seat's eyes."""
        live = await self.finished(name, session)
        table = live.table
        mine = table.seat_of(session.id) if session else None
        seen_by = viewer_chosen(table, SPECTATOR if mine is None else mine, eyes)
        past = await live.history.past(live.mailbox.do, number, seen_by, language)
        assert table.sitting is not None
        at = table.sitting.events[table.numbers.index(number)].at or 0
        shown = past.lines, past.moved, past.public, past.own, past.clash, past.marks, past.stills, past.sums
        return MomentDoc(number, at, *shown)

    async def about(
        self, name: str, session: SessionRow | None, number: int, eyes: int | None, pick: str, language: str = DEFAULT
    ) -> AboutDoc:
        """Tell everything about a piece at one moment of a finished game, through any seat's eyes."""
        live = await self.finished(name, session)
        mine = live.table.seat_of(session.id) if session else None
        seen_by = viewer_chosen(live.table, SPECTATOR if mine is None else mine, eyes)
        return AboutDoc(*await look_closely(live, seen_by, pick, number, language))

    # --- numbers -----------------------------------------------------------------------------------------------------

    def metrics(self) -> dict[str, float]:
        """Count what the server does."""
        lives = list(self._tables.values())
        return {
            "tables": len(lives),
            "leases": sum(map(self.store.holds, self._tables)),
            "servers": 1 + len(self.store.peers),
            "players": sum(len(live.presence.here()) for live in lives),
            "sockets": sum(len(live.presence.connections) for live in lives),
            "moves_total": self._moves + sum(live.broadcast.moves for live in lives),
            "commits_total": self.store.commits,
            "bots_busy": self.bots.busy,
            "bots_waiting": self.bots.waiting,
            "bots_done_total": self.bots.done,
            "bots_borrowed_total": self.bots.borrowed,
            "bots_effort": self.bots.effort,
        }
