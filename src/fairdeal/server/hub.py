"""All tables of one server: opening, finding, waking and ending them. Knows nothing of HTTP."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import json
import logging
import secrets
from collections.abc import Mapping
from typing import Any

import msgspec

from fairdeal import games, records
from fairdeal.errors import BadOption, FairdealError, Refused
from fairdeal.search import levels
from fairdeal.server.bots import Bots
from fairdeal.server.connection import Connection, Socket, eyes_of, link_hash, my_seat, seat_path
from fairdeal.server.documents import Challenge, MomentDoc, OpenTable, ReplayDoc, TableCard
from fairdeal.server.drawing import result_doc
from fairdeal.server.folding import LATEST, fold, muted, read
from fairdeal.server.live import Card, LiveTable, row_of
from fairdeal.server.store import Damaged, SessionRow, Store, StoreError, TableRow
from fairdeal.server.uptime import Uptime
from fairdeal.table import events as ev
from fairdeal.table.fairness import SECRET, FairPart, Receipt, ReceiptSeat, SeatPart, commitment
from fairdeal.table.table import Phase, Table
from fairdeal.table.telling import course

LISTED = 100
FORGET_AFTER = 10 * 60_000  # milliseconds that an idle table stays in memory
FORGET_OVER_AFTER = 30_000  # if its game is over
ARCHIVE_AFTER = 30 * 24 * 3_600_000
SWEEP_EVERY = 60.0  # seconds
GLANCE_EVERY = 0.01  # seconds between two tables that are looked through after the start
AWAKE = 50  # tables that are in memory at a time although nobody is there
LONGEST_WAKE = 60.0  # seconds that one of them may keep others waiting
ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that look alike: a link may be read out

log = logging.getLogger(__name__)


class UnknownTable(FairdealError):
    """There is no table with that id."""


class Hub:
    """The tables of a server, those in memory and those in the store."""

    def __init__(self, store: Store, bots: Bots, uptime: Uptime, beat: tuple[int, int] = (500, 700)) -> None:
        self.store = store
        self.bots = bots
        self.uptime = uptime
        self._beat = beat
        self._tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._damaged: dict[str, str] = {}
        """The tables that cannot go on, and why, as the log was told."""
        self._gone: dict[str, dict[int, int]] = {}
        """Of tables that have left memory: until when bots do not stand in for their missing players."""
        self._woken: set[asyncio.Task[None]] = set()
        self._is_let_go = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._moves = 0
        self._began_at = 0

    async def start(self) -> None:
        """Go on where the last server stopped, at its time. Tables wait in the store until they are due or wanted."""
        await self.uptime.start(self.store)
        self._began_at = self.uptime.now()
        self._tasks = [
            asyncio.create_task(self.uptime.keep_beating(self.store)),
            asyncio.create_task(self._keep_sweeping()),
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

    # --- tables in memory --------------------------------------------------------------------------------------------

    async def table(self, name: str) -> LiveTable:
        """Find a table for somebody who wants it; it stays in memory for a while."""
        live = await self._find(name)
        live.used_at = self.uptime.now()
        live.is_wanted = True
        return live

    async def _find(self, name: str) -> LiveTable:
        """Find a table, in memory or in the store."""
        if name in self._tables and self._tables[name].damage is not None:
            await self._tables.pop(name).stop()
        if name in self._tables:
            return self._tables[name]
        if name not in self._loading:
            self._loading[name] = asyncio.ensure_future(self._load(name))
        try:
            return await asyncio.shield(self._loading[name])
        finally:
            self._loading.pop(name, None)

    async def _load(self, name: str) -> LiveTable:
        try:
            live = await self._load_stored(name)
        except Damaged as damage:
            self._note_damage(damage)
            raise
        self._damaged.pop(name, None)
        live.look_ahead()
        return live

    async def _load_stored(self, name: str) -> LiveTable:
        stored = await self.store.load(name)
        if stored is None:
            raise UnknownTable(f"There is no table {name[:40]!r}.")
        row, texts = stored
        notes = muted(name, await self.store.notes(name))
        # The first of a game also reads its compiled rules, which takes seconds on a busy machine.
        table = await asyncio.to_thread(fold, row, texts, self.uptime.now() + LATEST)
        self.uptime.reach(table.recent[-1].entry.at)
        live = self._live(table, row_of(table, row))
        live.muted = notes
        live.miss_since(self._began_at)
        live.gone |= self._gone.pop(name, {})
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

    def _live(self, table: Table, row: TableRow) -> LiveTable:
        live = LiveTable(table, row, self.store, self.bots, self.uptime, self._beat)
        self._tables[table.id] = live
        return live

    async def _keep_sweeping(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            try:
                await self.sweep()
            except FairdealError as error:
                log.warning("%s", error)

    async def sweep(self) -> None:
        """Take idle tables out of memory, and archive those that nobody has touched for long; nothing is lost."""
        now = self.uptime.now()
        for live in [live for live in self._tables.values() if live.is_idle(now - patience_with(live.table))]:
            await self._let_go(live)
        await self.store.archive(self.uptime.wall() - ARCHIVE_AFTER)

    async def _let_go(self, live: LiveTable) -> None:
        """Take a table out of memory; what is due at it is in the store."""
        del self._tables[live.table.id]
        self._moves += live.moves
        if live.gone:
            self._gone[live.table.id] = live.gone
        await live.stop()
        if live.damage is None:
            await live.store_due()
        self._is_let_go.set()

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
        wait = SWEEP_EVERY if due is None else min(SWEEP_EVERY, (due - now) / 1000)
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
            with contextlib.suppress(Damaged, UnknownTable):
                live = await self._find(name)
                task = asyncio.create_task(self._look_after(live))
                self._woken.add(task)
                task.add_done_callback(self._woken.discard)
            await asyncio.sleep(0)  # people's moves come in between

    async def _look_after(self, live: LiveTable) -> None:
        """Keep a table in memory while something goes on there, and no longer, unless somebody wants it."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_WAKE):
                await live.rest()
            if not live.is_wanted and self._tables.get(live.table.id) is live:
                await self._let_go(live)

    # --- opening -----------------------------------------------------------------------------------------------------

    async def open_table(self, session: SessionRow, request: OpenTable) -> str:
        """Open a table; its id is its link."""
        game = games.find(request.game)
        secret = secrets.token_bytes(SECRET)
        seats = game.seat_counts[0] if request.seats is None else request.seats
        opened = ev.Opened(
            game=game.name,
            rules_version=game.rules_version,
            seats=seats,
            options=dict(request.options),
            host=session.id,
            commitment=commitment(secret),
            data=request.data,
            listed=request.listed,
            clock=request.clock,
            hints=seats - len(request.bots) < 2 if request.hints is None else request.hints,
        )
        return await self._open(secret, opened, request.bots)

    async def _open(self, secret: bytes, opened: ev.Opened, bots: Mapping[int, str]) -> str:
        table = Table(new_id(), secret)
        at, time = self.uptime.now(), self.uptime.wall()
        game = games.find(opened.game)
        table.open(opened, {seat: levels.find(game, level).name for seat, level in bots.items()}, at, time)
        row = TableRow(
            table.id,
            opened.game,
            opened.seats,
            opened.listed,
            "waiting",
            0,
            time,
            time,
            secret,
            False,
            opened.copied_from,
            b"{}",
        )
        live = self._live(table, row)
        try:
            await live.store_opening(at)
        except BaseException:
            del self._tables[table.id]
            await live.stop()
            raise
        return table.id

    async def rematch(self, name: str, session: SessionRow) -> str:
        """Open the same table again, bots in their seats, and tell the players of this one."""
        live = await self.table(name)
        my_seat(live.table, session.id)
        if live.table.rematch:
            return live.table.rematch
        if live.table.phase != Phase.OVER:
            raise Refused("A rematch follows when the game is over.")
        old = live.table.opened
        secret = secrets.token_bytes(SECRET)
        opened = msgspec.structs.replace(
            old, host=session.id, commitment=commitment(secret), rematch_of=name,
            copied_from="", copied_nonces=(), copied_bots=(), copied_start=0,
        )  # fmt: skip
        table = await self._open(secret, opened, bot_levels(live.table))
        await live.do(lambda old, at, time: old.announce_rematch(table, at, time))
        return table

    async def challenge(self, name: str, session: SessionRow, request: Challenge) -> str:
        """Open a table that plays the deal of a finished game again, against bots."""
        live = await self.table(name)
        source = live.table
        if source.phase != Phase.OVER or source.deal is None:
            raise Refused("Only the deal of a finished game can be played again.")
        if request.seat not in range(source.opened.seats):
            raise BadOption(f"There is no seat {request.seat}; the seats are 0 to {source.opened.seats - 1}.")
        part = fair_part_of(source)
        opened = msgspec.structs.replace(
            source.opened, host=session.id, listed=False, rematch_of="",
            copied_from=source.deal.table,
            copied_nonces=tuple(seat.nonce for seat in part.seats),
            copied_bots=tuple(number for number, seat in enumerate(part.seats) if seat.bot),
            copied_start=source.start,
        )  # fmt: skip
        before = bot_levels(source)
        bots = {
            seat: request.bots.get(seat) or before.get(seat, "medium")
            for seat in range(source.opened.seats)
            if seat != request.seat
        }
        return await self._open(source.secret, opened, bots)

    # --- seats and lists ---------------------------------------------------------------------------------------------

    async def claim(self, name: str, session: SessionRow, token: str) -> int:
        """Give a session the seat that the private link opens."""
        live = await self.table(name)
        return await live.do(lambda table, at, time: table.claim(session.id, link_hash(token), at, time))

    async def seat_link(self, name: str, session: SessionRow) -> str:
        """Make a new private link for one's own seat."""
        live = await self.table(name)
        token = secrets.token_urlsafe(18)
        await live.do(lambda table, at, time: table.relink(session.id, link_hash(token), at, time))
        return seat_path(name, token)

    async def card(self, name: str, session: SessionRow | None) -> TableCard:
        return card_of((await self.table(name)).row, session)

    async def listed(self) -> list[TableCard]:
        return self._cards(await self.store.listed(LISTED), None)

    async def mine(self, session: SessionRow) -> list[TableCard]:
        return self._cards(await self.store.tables_of(session.id, LISTED), session)

    def _cards(self, rows: list[TableRow], session: SessionRow | None) -> list[TableCard]:
        """What a list shows; a table whose card cannot be read is left out."""
        cards = []
        for row in rows:
            try:
                cards.append(card_of(row, session))
            except Damaged as damage:
                self._note_damage(damage)
        return cards

    async def connect(self, name: str, session: SessionRow | None, socket: Socket) -> Connection:
        """Let a client listen to a table."""
        return Connection(await self.table(name), session, socket, self.store)

    # --- finished games ----------------------------------------------------------------------------------------------

    async def _finished(self, name: str) -> LiveTable:
        live = await self.table(name)
        if live.row.phase != Phase.OVER:  # the row is what is stored
            raise Refused("The record of a running game would show every card; it is there when the game is over.")
        root = live.table.opened.copied_from or name
        if any(row.phase != Phase.OVER and not row.archived for row in await self.store.copies_of(root)):
            raise Refused("Somebody is playing this deal; the record is sealed until that game is over.")
        return live

    async def record(self, name: str) -> bytes:
        """Give the record of a finished game, with all that its deal follows from."""
        table = (await self._finished(name)).table
        assert table.sitting is not None
        written = records.document(table.sitting)
        written["players"] = [
            f"{chair.name} ({chair.level} bot)" if chair.level else chair.name for chair in table.chairs
        ]
        written["fair"] = fair_part_of(table).document()
        return json.dumps(written, allow_nan=False).encode() + b"\n"

    async def receipt(self, name: str, session: SessionRow) -> bytes:
        """Give a player what the start of the game promised."""
        table = (await self.table(name)).table
        seat = my_seat(table, session.id)
        if table.deal is None:
            raise Refused("There is a receipt when the game has begun.")
        part = fair_part_of(table)
        time = datetime.datetime.fromtimestamp(self.uptime.wall() / 1000, datetime.UTC)
        return Receipt(
            table=table.id,
            game=table.opened.game,
            seat=seat,
            commitment=part.commitment,
            seats=tuple(ReceiptSeat(seat.commitment, seat.bot) for seat in part.seats),
            nonce=None if table.opened.copied_from else part.seats[seat].nonce,
            voided=part.voided,
            copied_from=part.copied_from,
            time=time.isoformat(timespec="seconds").replace("+00:00", "Z"),
        ).encode()

    async def replay(self, name: str) -> ReplayDoc:
        """Give the course of a finished game."""
        table = (await self._finished(name)).table
        assert table.sitting is not None
        events = list(table.sitting.events)
        points = await asyncio.to_thread(course, table.setting(), events)
        return ReplayDoc(
            table=table.id,
            game=table.opened.game,
            title=table.game.title,
            names=tuple(chair.name for chair in table.chairs),
            numbers=tuple(table.numbers),
            times=tuple(event.at or 0 for event in events),
            seats=tuple(event.seat for event in events),
            points=points,
            result=result_doc(table) or {},
        )

    async def moment(self, name: str, session: SessionRow | None, number: int, eyes: int | None) -> MomentDoc:
        """Draw one moment of a finished game, through any seat's eyes."""
        live = await self._finished(name)
        table = live.table
        mine = table.seat_of(session.id) if session else None
        seen_by = eyes_of(table, -2 if mine is None else mine, eyes)
        lines, public, own = await live.past(number, seen_by)
        assert table.sitting is not None
        at = table.sitting.events[table.numbers.index(number)].at or 0
        return MomentDoc(number, at, lines, public, own)

    # --- numbers -----------------------------------------------------------------------------------------------------

    def metrics(self) -> dict[str, float]:
        """Count what the server does."""
        lives = list(self._tables.values())
        return {
            "tables": len(lives),
            "sockets": sum(len(live.connections) for live in lives),
            "moves_total": self._moves + sum(live.moves for live in lives),
            "commits_total": self.store.commits,
            "bots_busy": self.bots.busy,
            "bots_waiting": self.bots.waiting,
            "bots_done_total": self.bots.done,
            "bots_effort": self.bots.effort,
        }


def patience_with(table: Table) -> int:
    """How many milliseconds an idle table stays in memory; those who have played on and on leave many behind."""
    return FORGET_OVER_AFTER if table.phase == Phase.OVER else FORGET_AFTER


def new_id() -> str:
    """Make the id of a table: short enough for a link, too many to guess (60 bits)."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(12))


def bot_levels(table: Table) -> dict[int, str]:
    return {seat: chair.level for seat, chair in enumerate(table.chairs) if chair.level}


def fair_part_of(table: Table) -> FairPart:
    """Say what the cards of a table follow from. It holds the secret: only for finished games."""
    assert table.deal is not None
    copied = table.opened.copied_from
    bots = table.opened.copied_bots if copied else tuple(bot_levels(table))
    return FairPart(
        table=table.id,
        secret=table.secret.hex(),
        commitment=table.opened.commitment,
        start=table.start,
        voided=table.start - 1,
        copied_from=copied,
        seats=tuple(
            SeatPart(nonce.hex(), bot=True) if seat in bots else SeatPart(nonce.hex(), commitment(nonce))
            for seat, nonce in enumerate(table.deal.nonces)
        ),
    )


def card_of(row: TableRow, session: SessionRow | None) -> TableCard:
    """What a list shows of a table to a session; raise Damaged."""
    try:
        card = msgspec.json.decode(row.card, type=Card)
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError) as error:
        raise Damaged(row.id, "what lists show of it cannot be read") from error
    mine = card.sessions.get(session.id) if session else None
    return TableCard(
        table=row.id,
        link=f"/t/{row.id}",
        game=row.game,
        title=card.title,
        phase=row.phase,
        names=card.names,
        opened_at=row.opened_at,
        changed_at=row.changed_at,
        mine=mine,
        awaited=mine is not None and mine in card.awaited,
        hints=card.hints,
    )
