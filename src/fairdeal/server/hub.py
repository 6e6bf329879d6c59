"""All tables of one server: opening, finding, waking and ending them. Knows nothing of HTTP."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Mapping
from typing import Any

import msgspec

from fairdeal import games, records
from fairdeal.errors import BadOption, FairdealError, Refused
from fairdeal.game import Game
from fairdeal.search import levels
from fairdeal.server.bots import Bots
from fairdeal.server.connection import Connection, Socket, eyes_of, link_hash, my_seat, seat_path
from fairdeal.server.documents import Challenge, MomentDoc, OpenTable, ReplayDoc, TableCard
from fairdeal.server.drawing import result_doc
from fairdeal.server.live import Card, LiveTable
from fairdeal.server.store import SessionRow, Store, TableRow
from fairdeal.server.uptime import Uptime
from fairdeal.table import events as ev
from fairdeal.table import fairness_1
from fairdeal.table.fairness import SALT, SECRET
from fairdeal.table.table import Phase, Table
from fairdeal.table.telling import course

LISTED = 100
FORGET_AFTER = 10 * 60_000  # milliseconds that an idle table stays in memory
ARCHIVE_AFTER = 30 * 24 * 3_600_000
SWEEP_EVERY = 60.0  # seconds
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
        self._tasks: list[asyncio.Task[None]] = []
        self._moves = 0

    async def start(self) -> None:
        """Go on where the last server stopped: its time, its running tables."""
        await self.uptime.start(self.store)
        for table in await self.store.running():
            (await self.table(table)).miss_everybody()
        self._tasks = [
            asyncio.create_task(self.uptime.keep_beating(self.store)),
            asyncio.create_task(self._keep_sweeping()),
        ]

    async def stop(self) -> None:
        """Finish what is under way, and remember the time."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(live.stop() for live in self._tables.values()))
        await self.uptime.beat(self.store)

    # --- tables in memory --------------------------------------------------------------------------------------------

    async def table(self, name: str) -> LiveTable:
        """Find a table, in memory or in the store."""
        if name in self._tables:
            return self._tables[name]
        if name not in self._loading:
            self._loading[name] = asyncio.ensure_future(self._load(name))
        try:
            return await asyncio.shield(self._loading[name])
        finally:
            self._loading.pop(name, None)

    async def _load(self, name: str) -> LiveTable:
        stored = await self.store.load(name)
        if stored is None:
            raise UnknownTable(f"There is no table {name[:40]!r}.")
        row, texts = stored
        entries = [ev.decode(text) for text in texts]
        self.uptime.reach(entries[-1].at)
        live = self._live(Table.folded(name, row.secret, entries), row)
        live.muted = {who: set(json.loads(note)) for who, note in (await self.store.notes(name)).items()}
        live.look_ahead()
        return live

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
        since = self.uptime.now() - FORGET_AFTER
        for live in [live for live in self._tables.values() if live.is_idle(since)]:
            del self._tables[live.table.id]
            self._moves += live.moves
            await live.stop()
        await self.store.archive(self.uptime.wall() - ARCHIVE_AFTER)

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
            data=request.data,
            listed=request.listed,
            clock=request.clock,
            hints=seats - len(request.bots) < 2 if request.hints is None else request.hints,
            salts=new_salts(game, request.options),
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
            old, host=session.id, rematch_of=name, salts=new_salts(live.table.game, old.options),
            commitment="", copied_from="", copied=None, copied_nonces=(), copied_bots=(), copied_start=0,
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
            raise BadOption(f"There is no seat {request.seat + 1}; the seats are 1 to {source.opened.seats}.")
        if source.is_first_version:
            raise Refused("This game was dealt by an older server, and its deal cannot be played again.")
        opened = msgspec.structs.replace(
            source.opened, host=session.id, listed=False, rematch_of="",
            copied_from=source.opened.copied_from or name, copied=source.fair_part(),
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
        return [card_of(row, None) for row in await self.store.listed(LISTED)]

    async def mine(self, session: SessionRow) -> list[TableCard]:
        return [card_of(row, session) for row in await self.store.tables_of(session.id, LISTED)]

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
        written["fair"] = (first_fair_part(table) if table.is_first_version else table.fair_part()).document()
        return json.dumps(written, allow_nan=False).encode() + b"\n"

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
        past = await live.past(number, seen_by)
        assert table.sitting is not None
        at = table.sitting.events[table.numbers.index(number)].at or 0
        return MomentDoc(number, at, past.lines, past.moved, past.public, past.own, past.clash)

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


def new_id() -> str:
    """Make the id of a table: short enough for a link, too many to guess (60 bits)."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(12))


def bot_levels(table: Table) -> dict[int, str]:
    return {seat: chair.level for seat, chair in enumerate(table.chairs) if chair.level}


def new_salts(game: Game, options: Mapping[str, Any]) -> dict[str, str]:
    """Make a salt for each option that the rules keep from the players."""
    hidden = () if game.hidden_options is None else game.hidden_options(options)
    return {name: secrets.token_hex(SALT) for name in hidden}


def first_fair_part(table: Table) -> fairness_1.FairPart:
    """Say what the cards of a table of version 1 follow from. It holds the secret: only for finished games."""
    assert isinstance(table.deal, fairness_1.Deal)
    copied = table.opened.copied_from
    bots = table.opened.copied_bots if copied else tuple(bot_levels(table))
    return fairness_1.fair_part(table.deal, bots, table.start, table.id if copied else "")


def card_of(row: TableRow, session: SessionRow | None) -> TableCard:
    """What a list shows of a table to a session."""
    card = msgspec.json.decode(row.card, type=Card)
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
