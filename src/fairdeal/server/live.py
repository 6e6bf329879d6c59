"""A table in memory: its mailbox, who listens, and what it owes to whom by the clock.

Commands wait in one mailbox and are done one after another. A command changes the table, its events are stored, and
only then anybody hears of it. If storing fails, the table is folded anew from what is stored, and the asker is told.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import hashlib
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine
from dataclasses import asdict
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec import structs

from fairdeal.bots.hints import hints
from fairdeal.bots.pool import ALONE, PRESENT, SEATED, Bots, Job
from fairdeal.contract.scene import Change, Clash, spoken
from fairdeal.engine import chance
from fairdeal.engine.kernel import DEALER, SPECTATOR
from fairdeal.errors import BotFailed, Damaged, FairdealError, Refused, Stale, StoreError
from fairdeal.failures import log_failure, log_trouble
from fairdeal.language.messages import Message
from fairdeal.play import events as ev
from fairdeal.play.clocks import grace
from fairdeal.play.sitting import Event
from fairdeal.play.table import STAND_IN, Phase, Recent, Table
from fairdeal.play.telling import Moment, moments
from fairdeal.server import protocol as out
from fairdeal.server.asking import outcome_of
from fairdeal.server.drawing import Artist, table_doc, watches
from fairdeal.server.folding import fold
from fairdeal.server.store import Store, TableRow
from fairdeal.server.uptime import Uptime

T = TypeVar("T")
Command = Callable[[Table, int, int], T]
"""Does something at a table, at the server's time and the wall's."""
Settle = Callable[[Any, BaseException | None], None]
"""Is told what came of a command: its result, or why there is none."""

LONGEST_LAG = 400  # milliseconds that bots wait at most for the slowest connection of a real-time table
USUAL_BEAT = 500  # milliseconds; the server may have another
LONGEST_REST = 60.0  # seconds after which a turn that failed is tried again
BUSY = 0.25  # effort of the bots below which they give no hints
ANSWERS = 256  # answers that are remembered; actions are remembered in the store
SOON = 1000  # milliseconds before which a table that has just left memory is not looked at again
PASTS = 64  # past moments that are kept drawn
PRESENCE_EVERY = 0.25  # seconds: who comes and goes meanwhile is told in one message


class Card(msgspec.Struct, frozen=True):
    """What lists need of a table; sessions stay on the server."""

    title: str
    names: tuple[str, ...]
    awaited: tuple[int, ...]
    sessions: dict[str, int]
    hints: bool = False
    host: str = ""


class Common(msgspec.Struct, frozen=True):
    """An event of the game, and what all its listeners are told alike."""

    number: int
    moment: Moment
    is_last: bool
    by: str
    story: list[Message] | None
    """None if it is told differently."""
    public: msgspec.Raw
    change: Change
    """What onlookers may know of what it did."""
    stills: tuple[msgspec.Raw, ...]
    """The public part of each."""
    left: tuple[int, ...]
    runs: tuple[int, ...]


class Past(msgspec.Struct, frozen=True):
    """A past moment, as one listener saw it."""

    lines: tuple[str, ...]
    public: msgspec.Raw
    own: msgspec.Raw | None
    moved: tuple[str, ...]
    clash: Clash | None


class Ear(Protocol):
    """Somebody who is told what happens at a table."""

    listener: int
    lag: int

    @property
    def session_id(self) -> str: ...

    def send(self, data: bytes) -> None:
        """Tell one message."""

    def welcome_again(self) -> None:
        """Tell all anew, because the listener has another seat than before."""


class LiveTable:
    """A table, its mailbox and its listeners."""

    def __init__(
        self, table: Table, row: TableRow, store: Store, bots: Bots, uptime: Uptime, beat: tuple[int, int]
    ) -> None:
        self.table = table
        self.row = row
        self.connections: set[Ear] = set()
        self.number = table.number
        """Of the last event that is stored."""
        self.answers: OrderedDict[tuple[str, str], out.Answer] = OrderedDict()
        """What was answered to the last messages that did something, by session and id."""
        self.muted: dict[str, set[int]] = {}
        self.moves = 0
        self.used_at = uptime.now()
        self.is_wanted = False
        """Somebody has asked for it since it was read."""
        self.damage: Damaged | None = None
        """Why nothing more is done here: what is stored of the table cannot be read any more."""
        self._store = store
        self._bots = bots
        self._uptime = uptime
        self._beat = beat
        self._mailbox: deque[tuple[Command[Any], Settle]] = deque()
        self._is_busy = False
        """A command is being done, or what it did is being stored."""
        self._recovery: asyncio.Task[None] | None = None
        self._is_stopped = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._turns: dict[int, asyncio.Task[None]] = {}
        """Of bots that think, by seat, and of the dealer."""
        self._failures: dict[int, int] = {}
        """How often each of them failed in a row."""
        self._advised: set[int] = set()  # seats whose hints are being made
        self.advice: dict[str, out.Advice] = {}
        """The last hint of each session, so that the same message does not take another."""
        self.gone: dict[int, int] = {}
        """The seats of players who are not here, and when bots stand in for them."""
        self._alarm: asyncio.TimerHandle | None = None
        self._presence: asyncio.TimerHandle | None = None
        self._told_at = 0.0
        """When all were last told how the table stands, by the loop's time."""
        self._artist: Artist | None = None
        self._cards: dict[tuple[int, ...], bytes] = {}
        self._stories: dict[int, list[out.Line]] = {}
        self._pasts: dict[tuple[int, int], Past] = {}

    # --- the mailbox -------------------------------------------------------------------------------------------------

    async def do(self, command: Command[T]) -> T:
        """Do a command when its turn has come; return after what it did is stored and told."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        def settle(result: Any, error: BaseException | None) -> None:
            if done.done():
                return
            if error is None:
                done.set_result(result)
            else:
                done.set_exception(error)

        self.post(command, settle)
        return await done

    def post(self, command: Command[Any], settle: Settle) -> None:
        """Do a command when its turn has come, perhaps now; `settle` is called after what it did is stored and told."""
        self._mailbox.append((command, settle))
        if not self._is_busy:
            self._work()

    def _work(self) -> None:
        """Do one command after another, until one has to wait for the store or there are no more."""
        while self._mailbox and not self._is_busy:
            command, settle = self._mailbox.popleft()
            if self.damage is not None:
                settle(None, self.damage)
                continue
            self._is_busy = True
            at, time = self._uptime.now(), self._uptime.wall()
            result, error = None, None
            try:
                result = command(self.table, at, time)
            except FairdealError as reason:
                error = reason
            except Exception as mistake:
                self._recover(mistake, settle)
                return
            # What was done before something was refused stands: `place` of a message whose `draw` is refused.
            fresh = self.table.take_fresh()
            if fresh:
                self._save(fresh, functools.partial(self._stored, fresh, at, result, error, settle))
            else:
                self._finish(result, error, settle)
            del error  # it leads back here, and such a circle keeps the table until the collector comes

    def _save(self, fresh: list[ev.Entry], then: Callable[[TableRow, asyncio.Future[None]], None]) -> None:
        row = self._row_after(fresh)
        entries = [ev.encode(entry) for entry in fresh]
        stored = self._store.append(row, fresh[0].number, entries, players(fresh))
        stored.add_done_callback(functools.partial(then, row))

    def _stored(
        self,
        fresh: list[ev.Entry],
        at: int,
        result: Any,
        error: BaseException | None,
        settle: Settle,
        row: TableRow,
        stored: asyncio.Future[None],
    ) -> None:
        if (failure := stored.exception()) is not None:
            self._recover(failure, settle)
            return
        self.row, self.number = row, self.table.number
        try:
            self._tell(list(self.table.recent)[-len(fresh) :], at)
        except Exception as mistake:
            result, error = None, mistake
        self._finish(result, error, settle)
        self._work()

    def _finish(self, result: Any, error: BaseException | None, settle: Settle) -> None:
        """End a turn: nothing waits for the store, and whoever asked is told."""
        self._is_busy = False
        self.look_ahead()
        settle(result, error)

    def _recover(self, error: BaseException, settle: Settle) -> None:
        """Go back to what is stored, and only then go on."""

        async def recover() -> None:
            try:
                await self._fold_anew()
            except Damaged as damage:
                log_trouble(damage)
                self.damage = damage
            self._finish(None, error, settle)
            self._work()

        self._recovery = asyncio.get_running_loop().create_task(recover())

    def _row_after(self, fresh: list[ev.Entry]) -> TableRow:
        """What lists are to know of the table now; of what they show, a move changes only who is awaited."""
        table, awaited = self.table, tuple(self.table.awaited())
        if not all(isinstance(entry.event, ev.Played | ev.Dealt) for entry in fresh):
            self._cards.clear()
        if awaited not in self._cards:
            self._cards[awaited] = card_of(table, awaited)
        return structs.replace(
            self.row,
            phase=phase_of(table),
            free=len(table.free_seats()),
            changed_at=fresh[-1].time,
            archived=False,
            card=self._cards[awaited],
            due=self.due(fresh[-1].at),
        )

    async def store_opening(self, at: int) -> None:
        """Store the events of a table that has just been opened."""
        fresh = self.table.take_fresh()
        row = self._row_after(fresh)
        await self._store.append(row, 1, [ev.encode(entry) for entry in fresh], players(fresh))
        self.row, self.number = row, self.table.number
        self.look_ahead()

    async def _fold_anew(self) -> None:
        """Go back to what is stored."""
        while True:
            try:
                stored = await self._store.load(self.table.id)
                break
            except StoreError as error:
                log_trouble(StoreError(f"Table {self.table.id} cannot be read again: {error}"))
                await asyncio.sleep(1)
        if stored is not None:
            row, entries = stored
            self.table, self.row = fold(row, entries), row
            self.number = self.table.number
        self._artist = None
        self._cards.clear()
        self._stories.clear()
        self._pasts.clear()

    def remember(self, session: str, answer: out.Answer) -> None:
        """Keep an answer, so that the same message is not done again; the oldest are forgotten."""
        self.answers[session, answer.id] = answer
        if len(self.answers) > ANSWERS:
            self.answers.popitem(last=False)

    # --- telling -----------------------------------------------------------------------------------------------------

    @property
    def artist(self) -> Artist:
        if self._artist is None:
            self._artist = Artist(self.table.setting(), self.table.names())
        return self._artist

    def now(self) -> int:
        return self._uptime.now()

    def level(self, name: str) -> str:
        """Check the name of a level."""
        return self.table.game.level(name).name

    def here(self) -> set[int]:
        """The seats whose players are connected."""
        return {connection.listener for connection in self.connections if connection.listener != SPECTATOR}

    def doc(self) -> out.TableDoc:
        watching = sum(connection.listener == SPECTATOR for connection in self.connections)
        return table_doc(self.table, self._uptime.now(), self.here(), watching)

    def tell_table(self, kind: str = "", seat: int | None = None, text: str = "") -> None:
        """Tell everybody how the table stands."""
        self._forget_presence()
        self._told_at = asyncio.get_running_loop().time()
        message = out.encode(out.Table(self.doc(), out.Kind(kind), seat, text))
        for connection in self.connections:
            connection.send(message)

    def tell_presence(self) -> None:
        """Tell everybody who is here: at once, or soon if they have just been told something."""
        if self._presence is None and not self._is_stopped:
            loop = asyncio.get_running_loop()
            self._presence = loop.call_at(self._told_at + PRESENCE_EVERY, self._start, self._tell_presence)

    async def _tell_presence(self) -> None:
        await self.do(lambda table, at, time: self.tell_table())

    def _forget_presence(self) -> None:
        if self._presence is not None:
            self._presence.cancel()
            self._presence = None

    def _tell(self, news: list[Recent], at: int) -> None:
        kind, seat, text = "", None, ""
        self._stories.clear()  # a whole story takes as much memory as a table; whoever comes later is told it anew
        for recent in news:
            match recent.entry.event:
                case ev.Dealt() | ev.Played():
                    self._tell_moment(recent, at, recent is news[-1])
                    continue
                case ev.Undone() as undone:
                    self._tell_undone(recent.entry.number, undone)
                    self._tell_note(recent.entry.number)
                case ev.Said():
                    self._tell_said(recent.entry)
                    continue
                case ev.Hinted():
                    self._tell_note(recent.entry.number)
                case ev.Lapsed() as lapsed:  # by something that has a message of its own
                    self.tell_table("lapsed", lapsed.seat, outcome_of(lapsed, self.table.names()))
                    continue
                case ev.Joined() | ev.Claimed() | ev.Freed() | ev.Voided():
                    self._seat_everybody()
                case ev.Linked():
                    continue
            kind, seat = type(recent.entry.event).__name__.lower(), getattr(recent.entry.event, "seat", None)
            text = outcome_of(recent.entry.event, self.table.names())
        if not kind and self.table.countdown_until() is not None:
            kind = "countdown"
        if not kind and any(isinstance(n.entry.event, ev.Dealt) for n in news) and self.table.ends_at() is not None:
            kind = "limit"
        if kind:
            self.tell_table(kind, seat, text)

    def _tell_moment(self, recent: Recent, at: int, is_last: bool) -> None:
        self.moves += 1
        if not self.connections:
            return
        common = self.common(recent, at, is_last)
        told: dict[int, bytes] = {}
        for connection in self.connections:
            listener = connection.listener
            if listener not in told:
                told[listener] = out.encode(self.event_for(common, listener))
            connection.send(told[listener])

    def common(self, recent: Recent, at: int, is_last: bool) -> Common:
        """What all are told alike of an event of the game. What can be done is said of the last one only."""
        moment, event, game = recent.moment, recent.entry.event, self.artist.game
        assert moment is not None
        change = moment.change(game, SPECTATOR)
        stills = tuple(self.artist.public(view) for view in change.stills)
        return Common(
            recent.entry.number,
            moment,
            is_last,
            event.by if type(event) is ev.Played else "",
            moment.story(game, SPECTATOR) if moment.is_alike(game) else None,
            self.artist.public(moment.after[SPECTATOR]),
            change,
            stills,
            *watches(self.table, at),
        )

    def event_for(self, common: Common, listener: int) -> out.Event:
        """An event of the game for one listener."""
        table, artist, moment, is_last = self.table, self.artist, common.moment, common.is_last
        lines, private = self._lines(common, listener)
        legal = table.legal(listener) if is_last and listener != SPECTATOR else []
        may_undo = is_last and listener == moment.actor and table.may_undo(listener)
        change = moment.change(artist.game, listener) if _is_shown_apart(common, listener) else common.change
        stills = self._stills(common, change, listener)
        return out.Event(
            common.number,
            moment.at or 0,
            None if moment.actor == DEALER else moment.actor,
            moment.told_text(artist.game, listener),
            common.by,
            lines,
            common.public,
            artist.own(moment.after[listener], listener, legal),
            may_undo,
            common.left,
            common.runs,
            private,
            stills,
            change.moved,
            change.clash,
            None if change.sums is None else spoken(change.sums, artist.catalogue(listener)),
        )

    def _stills(self, common: Common, change: Change, listener: int) -> tuple[out.StillDoc, ...]:
        """Draw what rests before the scene after an event: for all alike, and what a listener has beyond that."""
        draw = self.artist.own
        return tuple(
            out.StillDoc(public, draw(view, listener, []))
            for public, view in zip(common.stills, change.stills, strict=True)
        )

    def _lines(self, common: Common, listener: int) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """What a listener is told of an event, and which lines of it nobody else is."""
        game, catalogue, moment = self.artist.game, self.artist.catalogue(listener), common.moment
        private: tuple[int, ...] = ()
        if common.story is not None:
            lines = tuple([catalogue.render(message) for message in common.story])
        else:
            lines, private = moment.lines(game, listener, catalogue), moment.private_lines(game, listener, catalogue)
        return lines, private

    def _tell_undone(self, number: int, undone: ev.Undone) -> None:
        self._pasts = {key: past for key, past in self._pasts.items() if key[0] < undone.number}
        for connection in self.connections:
            connection.send(out.encode(self.undone_for(number, undone, connection.listener)))

    def undone_for(self, number: int, undone: ev.Undone, listener: int) -> out.Undone:
        public, own = self.scene(listener)
        undo = listener != SPECTATOR and self.table.may_undo(listener)
        return out.Undone(number, undone.number, undone.seat, public, own, undo)

    def scene(self, listener: int) -> tuple[msgspec.Raw, msgspec.Raw | None]:
        """The scene as it is now: the public part, and the listener's own."""
        public = self.artist.public(self.table.view(SPECTATOR))
        legal = self.table.legal(listener) if listener != SPECTATOR else []
        return public, self.artist.own(self.table.view(listener), listener, legal)

    def _tell_said(self, entry: ev.Entry) -> None:
        said = said_of(entry)
        message = out.encode(said)
        for connection in self.connections:
            if connection.listener != SPECTATOR and said.seat not in self.muted_by(connection.session_id):
                connection.send(message)

    def _tell_note(self, number: int) -> None:
        note = self.note(number)
        if note is None:
            return
        for connection in self.connections:
            connection.send(out.encode(note))

    def note(self, number: int) -> out.Note | None:
        """What the story says of something that was done with that number and is not of the game."""
        remark = self.table.remarks.get(number)
        if remark is None:
            return None
        deed = "took a hint" if remark.what == "hint" else "took a move back"
        return out.Note(number, f"{self.table.chairs[remark.seat].name} {deed}.", remark.seat)

    def muted_by(self, session: str) -> set[int]:
        return self.muted.get(session, set())

    def _seat_everybody(self) -> None:
        """Somebody has another seat than before: connections follow."""
        for connection in self.connections:
            seat = self.table.seat_of(connection.session_id)
            listener = SPECTATOR if seat is None else seat
            if connection.listener != listener:
                connection.listener = listener
                if self.table.sitting is not None:
                    connection.welcome_again()

    # --- hints -------------------------------------------------------------------------------------------------------

    async def allow_hint(self, session: str) -> int:
        """Give the seat that may have a hint now; one at a time, and none while bots are late."""
        seat = await self.do(lambda table, at, time: table.check_hint(session, at))
        if seat in self._advised:
            raise Refused("Your last hint is still being made.")
        if self._bots.effort < BUSY:
            raise Refused("The bots are busy; ask again in a moment.")
        return seat

    async def advise(self, session: str, name: str, seat: int) -> out.Advice:
        """Let a worker say what a seat had best do; that it was told so is stored, and told to all, before it is."""
        self._advised.add(seat)
        try:
            return await self._advise(session, name, seat)
        finally:
            self._advised.discard(seat)

    async def _advise(self, session: str, name: str, seat: int) -> out.Advice:
        table, number, view = self.table, self.table.number, self.table.view(seat)
        level = table.game.levels[-1].name
        job = Job(table.id, table.opened.game, view.as_bytes, seat, level, table.told(seat).tobytes())
        estimates = await self._bots.judge(job)
        catalogue = self.artist.catalogue(seat)
        found = await asyncio.to_thread(hints, table.game, view, seat, estimates, catalogue)
        await self.do(lambda table, at, time: table.take_hint(session, number, at, time))
        docs = tuple(msgspec.convert(asdict(hint), out.HintDoc) for hint in found)
        self.advice[session] = out.Advice(name, number, level, docs)
        return self.advice[session]

    # --- the past ----------------------------------------------------------------------------------------------------

    async def prepare_story(self, listener: int) -> None:
        """Tell a game from the beginning in a thread of its own, since that takes a while."""
        if self.table.sitting is None or listener in self._stories:
            return
        number, events = self.table.number, self.table.events_until(self.table.number)
        found = await asyncio.to_thread(self._story, self.artist, events, list(self.table.numbers), listener)
        if self.table.number == number:
            self._stories[listener] = self._with_notes(found)

    def story_now(self, listener: int) -> list[out.Line]:
        """All that happened in the game, as one listener was told."""
        if listener not in self._stories:  # something happened while it was prepared
            events = self.table.events_until(self.table.number)
            self._stories[listener] = self._with_notes(self._story(self.artist, events, self.table.numbers, listener))
        return self._stories[listener]

    def _with_notes(self, story: list[out.Line]) -> list[out.Line]:
        notes = [note for number in self.table.remarks if (note := self.note(number)) is not None]
        return sorted([*story, *(out.Line(n.number, n.text, note=True) for n in notes)], key=lambda line: line.number)

    @staticmethod
    def _story(artist: Artist, events: list[Event], numbers: list[int], listener: int) -> list[out.Line]:
        catalogue = artist.setting.catalogue(None if listener == SPECTATOR else listener, artist.names)
        return [
            out.Line(number, line, at in moment.private_lines(artist.game, listener, catalogue))
            for number, moment in zip(numbers, moments(artist.setting, events, listener, SPECTATOR), strict=True)
            for at, line in enumerate(moment.lines(artist.game, listener, catalogue))
        ]

    async def past(self, number: int, listener: int) -> Past:
        """What a listener was told at a past event, and saw after it: folded from the beginning, by its own view."""
        key = (number, listener)
        if key not in self._pasts:
            events = await self.do(lambda table, at, time: events_of(table, number))
            drawn = await asyncio.to_thread(self._draw_past, self.artist, events, listener)
            if len(self._pasts) >= PASTS:
                del self._pasts[next(iter(self._pasts))]
            self._pasts[key] = drawn
        return self._pasts[key]

    @staticmethod
    def _draw_past(artist: Artist, events: list[Event], listener: int) -> Past:
        fresh = Artist(artist.setting, artist.names)
        *_, last = moments(artist.setting, events, listener, SPECTATOR)
        lines = last.lines(artist.game, listener, fresh.catalogue(listener))
        public, own = fresh.public(last.after[SPECTATOR]), fresh.past(last.after[listener], listener)
        change = last.change(artist.game, listener)
        return Past(lines, public, own, change.moved, change.clash)

    # --- what is due -------------------------------------------------------------------------------------------------

    def look_ahead(self) -> None:
        """Set the alarm, and let bots think whose turn it is."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if self.damage is not None or self._is_stopped:
            return
        now = self._uptime.now()
        self._note_missing(now)
        alarm = earliest(self.table.alarm(now), *self.gone.values())
        if alarm is not None and DEALER not in self._turns:
            delay = max(0, alarm - now) / 1000
            self._alarm = asyncio.get_running_loop().call_later(delay, self._take_turn, DEALER, self._wake)
        for seat, level in self.table.bots_to_act(now) if self.is_awake() else ():
            self._take_turn(seat, functools.partial(self._act_for, seat, level))

    def is_awake(self) -> bool:
        """Tell whether bots act: somebody is connected, or a person who plays here has a clock that runs."""
        return bool(self.connections) or self.is_timed()

    def is_timed(self) -> bool:
        """Tell whether people play here by the clock, so that the game goes on although nobody is here."""
        return self._patience() is not None and bool(self.table.people())

    def due(self, at: int) -> int | None:
        """When the table has to be looked at, should nobody be here and the table not be in memory; None: never.

        Whoever is here now may be gone without a word, by a power cut say, so everybody's grace counts.
        """
        if self.is_timed() and self.table.bots_to_act(at):
            return at
        patience = self._patience()
        graces = [] if patience is None else [self.gone.get(seat, at + patience) for seat in self.table.people()]
        return earliest(self.table.alarm(at), *graces)

    def _patience(self) -> int | None:
        """How many milliseconds a missing player may be gone; None: for ever, or nobody is missed now."""
        if self.table.phase != Phase.PLAYING or self.table.is_paused:
            return None
        return grace(self.table.opened.clock, self.table.game.rules.REAL_TIME)

    def miss_since(self, at: int) -> None:
        """After a restart nobody is here, since the server began."""
        self._note_missing(at)

    def _note_missing(self, at: int) -> None:
        """Who plays here and is not here has a while to come back."""
        patience = self._patience()
        if patience is None:
            self.gone = {}
            return
        missing = set(self.table.people()) - self.here()
        self.gone = {seat: self.gone.get(seat, at + patience) for seat in missing}

    def _start(self, work: Callable[[], Coroutine[Any, Any, None]]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work())
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log_failure(f"Table {self.table.id}", error)

    async def rest(self) -> None:
        """Wait until nothing goes on here, unless somebody comes or a time does."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def _take_turn(self, who: int, act: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Let a bot, or the dealer, do what it has to, unless it is at that already."""
        if who not in self._turns:
            self._turns[who] = self._start(functools.partial(self._turn, who, act))

    async def _turn(self, who: int, act: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Act; after a failure rest, twice as long each time, before anybody tries again."""
        number = self.table.number
        try:
            await act()
            self._failures.pop(who, None)
        except Exception as error:
            if is_failure(error, self.table.number == number):
                self._log_turn(error)
                await self._rest(who)
        finally:
            self._turns.pop(who, None)
            if not self._is_stopped:
                self.look_ahead()

    def _log_turn(self, error: Exception) -> None:
        if isinstance(error, BotFailed | StoreError):
            log_trouble(error)
        else:
            log_failure(f"A turn at table {self.table.id}", error)

    async def _rest(self, who: int) -> None:
        self._failures[who] = self._failures.get(who, 0) + 1
        await asyncio.sleep(rest_after(self._failures[who]))

    async def _wake(self) -> None:
        await self.do(self._do_what_is_due)

    def _do_what_is_due(self, table: Table, at: int, time: int) -> None:
        """Do what the clock asks for: the table's own business, and bots for those who have been gone too long."""
        table.wake(at, time)
        self._note_missing(at)
        for seat in [seat for seat, until in self.gone.items() if until <= at]:
            table.stand_in(seat, at, time)

    async def _act_for(self, seat: int, level: str) -> None:
        table, number, pause = self.table, self.table.number, self.pause_before(seat, level)
        ready = clock() + pause / 1000
        action = await self._bots.choose(self._job(seat, level, ready if pause else None))
        await wait_until(ready)
        by = level if table.chairs[seat].bot else STAND_IN
        await self.do(lambda table, at, time: table.play(seat, [action], "", number, at, time, by))

    def _job(self, seat: int, level: str, ready: float | None) -> Job:
        """What a bot has to know. Without a pause it thinks as long as its level may, and that shows."""
        table = self.table
        rank = PRESENT if self.here() else SEATED if table.people() else ALONE
        told = table.told(seat).tobytes()
        return Job(table.id, table.opened.game, table.view(seat).as_bytes, seat, level, told, rank=rank, ready=ready)

    def pause_before(self, seat: int, level: str) -> int:
        """How many milliseconds pass before a bot acts; it depends on public facts only.

        The bot thinks meanwhile, and no longer: whoever had no choice acts as late as whoever had to search.
        In real time a bot takes as long as a person, and never acts before the slowest person could have.
        """
        low, high = self._beat
        fact = f"{self.table.id} {self.table.number} {seat}".encode()
        share = int.from_bytes(hashlib.blake2s(fact, digest_size=4).digest(), "big")
        if not self.table.game.rules.REAL_TIME:
            return low + share % (high - low + 1)
        return self._pace(seat, level, fact) * low // USUAL_BEAT + self.slowest()

    def _pace(self, seat: int, level: str, fact: bytes) -> int:
        """Real time: how long a bot of that level takes at the usual beat."""
        game, sitting = self.table.game, self.table.sitting
        if game.pace is None or sitting is None:
            return 3 * USUAL_BEAT
        place = [each.name for each in game.levels].index(level)
        return int(game.pace(sitting.view(SPECTATOR), seat, place, chance.numbered(fact.decode(), 0)))

    def slowest(self) -> int:
        """The lag of the slowest person, as measured here; a client that feigns a worse one gains little."""
        return min(LONGEST_LAG, max((connection.lag for connection in self.connections), default=0))

    # --- coming and going --------------------------------------------------------------------------------------------

    def add(self, connection: Ear) -> None:
        self.connections.add(connection)
        self.look_ahead()

    def remove(self, connection: Ear) -> None:
        self.connections.discard(connection)
        self.used_at = self._uptime.now()
        if not self._is_stopped:
            self.look_ahead()
        self.tell_presence()

    def is_idle(self, since: int) -> bool:
        """Tell whether nobody has been here since then and nothing goes on."""
        return not self.connections and not self._turns and self.used_at < since

    async def stop(self) -> None:
        """Finish what is being stored, then end."""
        self._is_stopped = True
        self._forget_presence()
        if self._alarm is not None:
            self._alarm.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(Damaged):
            await self.do(lambda table, at, time: None)

    async def store_due(self) -> None:
        """Store when the table has to be looked at again, before it leaves memory; somebody may have been faster."""
        at = self._uptime.now()
        due = self.due(at)
        if due is not None:
            due = max(due, at + SOON)
        if due != self.row.due:
            with contextlib.suppress(StoreError):
                await self._store.append(structs.replace(self.row, due=due), self.number + 1, [])


def earliest(*times: int | None) -> int | None:
    """The first of some times, of which each may never come."""
    return min((time for time in times if time is not None), default=None)


def clock() -> float:
    """The event loop's time, in seconds."""
    return asyncio.get_running_loop().time()


async def wait_until(moment: float) -> None:
    await asyncio.sleep(max(0.0, moment - clock()))


def is_failure(error: Exception, is_unchanged: bool) -> bool:
    """Tell whether a turn failed; not if somebody else acted first, or the player is back."""
    return is_unchanged or not isinstance(error, Stale | Refused)


def rest_after(failures: int) -> float:
    """How many seconds to wait after so many failures in a row.

    >>> [rest_after(failures) for failures in (1, 2, 3, 7, 100)]
    [1.0, 2.0, 4.0, 60.0, 60.0]
    """
    return min(LONGEST_REST, 2.0 ** min(failures - 1, 10))


def _is_shown_apart(common: Common, listener: int) -> bool:
    """Tell whether what an event did is seen otherwise by this listener than by onlookers."""
    return listener != SPECTATOR and (common.story is None or bool(common.stills))


def events_of(table: Table, number: int) -> list[Event]:
    """The events of the game up to the one with that number."""
    if table.sitting is None or number not in table.numbers:
        raise Refused(f"Event {number} is no event of the game.")
    return table.events_until(number)


def said_of(entry: ev.Entry) -> out.Said:
    said = entry.event
    assert isinstance(said, ev.Said)
    return out.Said(entry.number, said.seat, said.text, said.phrase)


def players(entries: list[ev.Entry]) -> list[tuple[str, int]]:
    """Who has taken a seat in these events: sessions and seats."""
    return [
        (entry.event.session, entry.event.seat)
        for entry in entries
        if isinstance(entry.event, ev.Joined | ev.Claimed) and entry.event.session
    ]


def phase_of(table: Table) -> str:
    """What lists are told of where a table stands."""
    return "paused" if table.is_paused else table.phase.value


def row_of(table: Table, row: TableRow) -> TableRow:
    """The row of a table as its events have it."""
    return structs.replace(
        row,
        seats=table.opened.seats,
        phase=phase_of(table),
        free=len(table.free_seats()),
        copied_from=table.opened.copied_from,
        card=card_of(table, tuple(table.awaited())),
    )


def card_of(table: Table, awaited: tuple[int, ...]) -> bytes:
    """What lists show of a table."""
    sessions = {session: seat for seat, chair in enumerate(table.chairs) for session in chair.sessions}
    names = tuple(chair.name for chair in table.chairs)
    return msgspec.json.encode(Card(table.game.title, names, awaited, sessions, table.opened.hints, table.opened.host))
