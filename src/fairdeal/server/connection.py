"""One client at one table: reads its messages, lets the table do what they ask, and answers every one of them."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import hashlib
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Protocol

import msgspec

from fairdeal.engine.kernel import SPECTATOR
from fairdeal.errors import BrokenTable, FairdealError, HalfDone, NotYours, Refused, Stale
from fairdeal.failures import log_failure
from fairdeal.language.languages import DEFAULT, wished
from fairdeal.language.marks import Marked
from fairdeal.language.messages import Message, say
from fairdeal.language.voice import HOUSE
from fairdeal.play import events as ev
from fairdeal.play.chairs import bot_of
from fairdeal.play.clocks import Now
from fairdeal.play.commands import consent, deals, leaving, moves, rematch, seats, talk
from fairdeal.play.commands.checks import my_seat
from fairdeal.play.company import Vote
from fairdeal.play.memory import name_of
from fairdeal.play.table import Phase, Table
from fairdeal.server import asks
from fairdeal.server import protocol as out
from fairdeal.server.choosing import groups_of, offer_to
from fairdeal.server.closely import look_closely
from fairdeal.server.ledger import Command
from fairdeal.server.limits import ABOUTS, CHOICES, HINTS, OFFERS, PASTS, WORDS, Limits, Person, Rate
from fairdeal.server.live import LiveTable
from fairdeal.server.seals import SEALED, check_seal, is_sealed
from fairdeal.server.sockets import BROKEN, BROKEN_REASON, GOING, GOING_REASON
from fairdeal.server.store import Moved, SessionRow, Store
from fairdeal.server.teller import said_of
from fairdeal.server.viewing import outlook_of, view_telling

PROBES_EVERY = 10.0  # seconds between two measurements of the lag

MOVE, PING = b'{"type":"play"', b'{"type":"ping"'


class Socket(Protocol):
    """How bytes reach a client. Neither call waits."""

    def send(self, data: bytes) -> None: ...

    def close(self, code: int, reason: str) -> None: ...


class Connection:
    """A client that listens to a table, and speaks for its seat if its session has one."""

    def __init__(
        self,
        live: LiveTable,
        session: SessionRow | None,
        socket: Socket,
        store: Store,
        limits: Limits,
        who: Person,
        again: Callable[[str], Awaitable[object]],
        language: str = DEFAULT,
    ) -> None:
        """`again` opens the next table for those who want a rematch, with a session as its host."""
        self.live = live
        self._again = again
        self.language = language
        self.session = session
        self.who = who
        self.lag = 0
        self.viewer = self._viewer_now()
        self._socket = socket
        self.send = socket.send
        """Send what everybody is sent: nobody is told anything here before `hello` is answered."""
        self._store = store
        self._is_greeted = False
        self._probe: tuple[str, float] | None = None
        self._probed_at = 0.0
        self._limits = limits
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def session_id(self) -> str:
        return self.session.id if self.session else ""

    def _viewer_now(self) -> int:
        seat = self.live.table.seat_of(self.session.id) if self.session else None
        return SPECTATOR if seat is None else seat

    def _reply(self, message: out.Telling) -> None:
        self._socket.send(out.encode(message))

    def _reply_error(self, reason: Message) -> None:
        self._reply(out.ErrorTelling(HOUSE.said(reason, self.language)))

    def _refuse(self, name: str, error: FairdealError) -> None:
        if isinstance(error, Moved):  # who owns the table will answer when the client asks again
            self.send_away()
            return
        self._reply(self._refusal(name, error))

    def _refusal(self, name: str, error: FairdealError) -> out.AnswerTelling:
        said = error.marked(self.language)
        return out.AnswerTelling(name, "refused", self.live.ledger.number, said.text, marks=said.marks)

    async def receive(self, text: str | bytes) -> None:
        """Do what a message asks for and answer it. Whatever is wrong with it is told to the client alone."""
        try:
            message = asks.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            self._reply_error(say("server.message_unreadable", reason=str(error)))
            return
        except RecursionError:
            self._reply_error(say("server.message_too_deep"))
            return
        if not self._is_greeted and not isinstance(message, asks.HelloAsk):
            self._reply_error(say("server.hello_first"))
            return
        await self._do(message)

    def take(self, text: bytes) -> bool:
        """Do at once what is asked for most often: a move, or a sign of life. Any other message goes the long way."""
        if not self._is_greeted or not text.startswith((MOVE, PING)):
            return False
        try:
            message = asks.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return False
        match message:
            case asks.PlayAsk():
                self._play(message)
            case asks.PingAsk():
                self._echo(message)
            case _:
                return False
        self._probe_if_due()
        return True

    def _echo(self, message: asks.PingAsk) -> None:
        self._reply(out.EchoTelling(message.id, self.live.at()))

    async def closed(self) -> None:
        """The client is gone."""
        for task in self._tasks:
            task.cancel()
        self.live.remove(self)
        with contextlib.suppress(FairdealError):  # who is left is told why when they ask
            await self._rematch_if_settled()

    # --- messages ----------------------------------------------------------------------------------------------------

    async def _do(self, message: asks.Ask) -> None:
        match message:
            case asks.HelloAsk(protocol=spoken) if spoken not in (None, out.PROTOCOL):
                self._reply_error(say("server.other_protocol", protocol=out.PROTOCOL, spoken=spoken))
            case asks.HelloAsk():
                self.language = wished(message.language) or self.language
                await self._welcome(message.seen)
            case asks.PingAsk():
                self._echo(message)
            case asks.PongAsk():
                self._measure(message.id)
            case asks.WhyAsk():
                await self._say_why(message)
            case asks.AboutAsk():
                await self._tell_about(message)
            case asks.ChoicesAsk():
                await self._tell_choices(message)
            case asks.ViewAsk():
                await self._tell_view(message)
            case asks.HintAsk():
                await self._advise(message)
            case asks.PastAsk():
                await self._answer(message.id, lambda: self._show_past(message))
            case asks.MuteAsk():
                await self._answer(message.id, lambda: self._mute(message))
            case asks.RematchAsk():
                await self._answer(message.id, lambda: self._rematch(message))
            case asks.JoinAsk():
                await self._join(message)
            case asks.PlayAsk():
                self._play(message)
                with contextlib.suppress(BrokenTable, Moved):  # the move was answered, whatever came of the table
                    await self.live.mailbox.do(lambda table, now: None)  # its turn comes after that of the move
            case _:
                await self._answer(message.id, lambda: self._act(message.id, self._command(message)))
        self._probe_if_due()

    def _command(self, message: asks.Ask) -> Command[object]:
        """What a message does at the table; the seat is always that of the session."""
        who = self.session_id
        match message:
            case asks.FreeAsk():
                return lambda table, now: seats.free(table, who, message.seat, now)
            case asks.BotAsk():
                return lambda table, now: seats.seat_bot(table, who, message.seat, self._bot_of(message.level), now)
            case asks.CommitAsk():
                return lambda table, now: deals.commit(table, who, message.start, message.commitment, now)
            case asks.RevealAsk():
                return lambda table, now: deals.reveal(table, who, message.start, message.nonce, now)
            case asks.UndoAsk():
                return lambda table, now: moves.undo(table, who, now)
            case asks.RequestAsk():
                return lambda table, now: consent.ask_for(table, who, message.what, now)
            case asks.AgreeAsk():
                return lambda table, now: consent.agree(table, who, now)
            case asks.DeclineAsk():
                return lambda table, now: consent.decline(table, who, now)
            case asks.ResumeAsk():
                return lambda table, now: consent.resume(table, who, now)
            case asks.LeaveAsk():
                return lambda table, now: leaving.leave(table, who, now)
            case asks.DecideAsk():
                return lambda table, now: self._decide(table, message, now)
            case asks.ReturnAsk():
                return lambda table, now: leaving.take_back(table, who, now)
            case asks.SayAsk():
                self._spend(WORDS, say("server.many_words"))
                return lambda table, now: talk.say(table, who, message.text, message.phrase, now)
        raise AssertionError(f"{type(message).__name__} is no command")

    def _bot_of(self, name: str) -> str:
        """Check the name of a bot. Whatever else it says starts nothing."""
        return bot_of(self.live.table.game, name, self.live.named)

    async def _rematch(self, message: asks.RematchAsk) -> None:
        """Offer, answer or begin a rematch; it begins by itself with the last answer."""
        who = self.session_id
        self._limits.spend(OFFERS, self.who)
        match message.what:
            case "offer":
                await self._act(message.id, lambda table, now: rematch.offer(table, who, now))
            case "join" | "decline":
                joins = message.what == "join"
                await self._act(message.id, lambda table, now: rematch.answer(table, who, joins, now))
            case "cancel":
                await self._act(message.id, lambda table, now: rematch.withdraw(table, who, now))
            case "start":
                rematch.check_own(self.live.table, who)
                await self._again(who)
        await self._rematch_if_settled()

    async def _rematch_if_settled(self) -> None:
        offer = self.live.table.offer
        if offer is not None and rematch.is_settled(self.live.table, self.live.presence.here()):
            await self._again(offer.session)

    def _decide(self, table: Table, message: asks.DecideAsk, now: Now) -> None:
        """Let the company decide about a seat; what is no event is told here."""
        level = self._bot_of(message.level) if message.level else ""
        presence, vote = self.live.presence, Vote(message.what, level)
        presence.note_missing(now.at)
        decided = leaving.decide(table, presence.company, self.session_id, message.seat, vote, now)
        if decided is None or decided.what == "wait":
            gaps = {"voter": table.chairs[self.viewer].name, "player": table.chairs[message.seat].name}
            said = say(f"away.voted.{vote.what}", **gaps) if decided is None else say("away.waited", **gaps)
            self.live.broadcast.tell_table("voted" if decided is None else "waited", message.seat, said)

    def _spend(self, rate: Rate, complaint: Message) -> None:
        """Count one more, over all sockets of this person, or raise Refused."""
        if self._limits.take(rate, self.who):
            raise Refused(complaint)

    async def _act(self, name: str, act: Command[object]) -> None:
        who = self.session_id
        await self.live.mailbox.do(lambda table, now: table.once(who, name, lambda: act(table, now)))

    async def _answer(self, name: str, do: Callable[[], Awaitable[None]]) -> None:
        """Do something once and answer with accepted, or with the reason why not."""
        if self._repeat(name):
            return
        try:
            await do()
        except FairdealError as error:
            self._refuse(name, error)
        else:
            self._reply_for_good(out.AnswerTelling(name, "accepted", self.live.ledger.number))

    def _repeat(self, name: str) -> bool:
        """Tell whether a message was done before; then its answer is given again, and nothing else happens."""
        answer = self.live.answers.get(name_of(self.session_id, name)) if self.session else None
        if answer is not None:
            self._reply(answer)
        return answer is not None

    def _reply_for_good(self, answer: out.AnswerTelling | out.AdviceTelling) -> None:
        """Answer, and remember it: the message has done something and must not do it again."""
        if self.session:
            self.live.answers.keep(name_of(self.session_id, answer.id), answer)
        self._reply(answer)

    async def _join(self, message: asks.JoinAsk) -> None:
        token = secrets.token_urlsafe(18)
        if self._repeat(message.id):
            return
        try:
            if self.session is None:
                raise NotYours(say("server.name_then_seat"))
            session, link = self.session, link_hash(token)
            await self.live.mailbox.do(
                lambda table, now: seats.join(table, session.id, session.name, link, message.seat, now)
            )
        except FairdealError as error:
            self._refuse(message.id, error)
            return
        path = seat_path(self.live.table.id, token)
        self._reply_for_good(out.AnswerTelling(message.id, "accepted", self.live.ledger.number, link=path))

    def _play(self, message: asks.PlayAsk) -> None:
        who = self.session_id
        if not self._repeat(message.id):
            self.live.mailbox.post(
                lambda table, now: moves.play(
                    table, my_seat(table, who), message.actions, message.id, message.number, now
                ),
                functools.partial(self._answer_move, message.id, time.perf_counter()),
            )

    def _answer_move(self, name: str, since: float, number: int, error: BaseException | None) -> None:
        """Runs in the mailbox, where all that has happened is stored."""
        self.live.measures.answers.note(time.perf_counter() - since)
        match error:
            case None:
                self._reply(out.AnswerTelling(name, "accepted", number))
            case Stale():
                public, own = self.live.teller.scene(self.viewer, self.language)
                reason = error.said(self.language)
                self._reply(out.AnswerTelling(name, "stale", self.live.ledger.number, reason, public, own))
            case HalfDone():
                self._reply_for_good(self._refusal(name, error))
            case FairdealError():
                self._refuse(name, error)
            case _:
                log_failure("A move", error)
                self._socket.close(BROKEN, HOUSE.said(BROKEN_REASON, self.language))

    async def _say_why(self, message: asks.WhyAsk) -> None:
        who = self.session_id
        refusal: FairdealError | None
        try:
            refusal = await self.live.mailbox.do(lambda table, now: _why(table, my_seat(table, who), message))
        except FairdealError as error:
            refusal = error
        if isinstance(refusal, Moved):
            self.send_away()
            return
        said = Marked("") if refusal is None else refusal.marked(self.language)
        self._reply(out.BecauseTelling(message.id, *said))

    async def _tell_about(self, message: asks.AboutAsk) -> None:
        """Look closely at a piece, as this viewer sees it or, after the end, as another one did."""
        try:
            self._spend(ABOUTS, say("server.many_abouts"))
            await check_seal(self._store, self.live.table, self.session, self.live.time())
            viewer = viewer_chosen(self.live.table, self.viewer, message.eyes)
            found = await look_closely(self.live, viewer, message.pick, message.number, self.language)
        except FairdealError as error:
            self._refuse(message.id, error)
        else:
            self._reply(out.AboutTelling(message.id, *found))

    async def _tell_choices(self, message: asks.ChoicesAsk) -> None:
        """Say in words what can be done; in a thread, for there may be hundreds of things."""
        who = self.session_id
        try:
            self._spend(CHOICES, say("server.many_choices"))
            offer = await self.live.mailbox.do(lambda table, now: offer_to(table, my_seat(table, who)))
        except FairdealError as error:
            self._refuse(message.id, error)
            return
        artist = self.live.teller.artist(self.language)
        groups = await asyncio.to_thread(groups_of, artist, offer)
        self._reply(out.ChoicesTelling(message.id, offer.number, groups))

    async def _tell_view(self, message: asks.ViewAsk) -> None:
        """Tell a program all that its seat can know, and nothing that any other seat can."""
        who = self.session_id
        try:
            self._spend(CHOICES, say("server.many_choices"))
            outlook = await self.live.mailbox.do(lambda table, now: outlook_of(table, my_seat(table, who)))
        except FairdealError as error:
            self._refuse(message.id, error)
            return
        self._reply(await asyncio.to_thread(view_telling, message.id, outlook))

    async def _advise(self, message: asks.HintAsk) -> None:
        """Refuse a hint at once, or let it be made while other messages are read."""
        if self._repeat(message.id):
            return
        try:
            self._spend(HINTS, say("server.many_hints"))
            seat = await self.live.adviser.allow(self.live.mailbox.do, self.session_id)
        except FairdealError as error:
            self._refuse(message.id, error)
        else:
            self._start(self._give_hint(message.id, seat))

    async def _give_hint(self, name: str, seat: int) -> None:
        try:
            advice = await self.live.adviser.advise(self.live.mailbox.do, self.session_id, name, seat, self.language)
            self._reply_for_good(advice)
        except FairdealError as error:
            self._refuse(name, error)
        except Exception as error:
            log_failure(f"A hint at table {self.live.table.id}", error)
            self._refuse(name, Refused(say("server.hint_failed")))

    async def _show_past(self, message: asks.PastAsk) -> None:
        self._spend(PASTS, say("server.many_pasts"))
        await check_seal(self._store, self.live.table, self.session, self.live.time())
        viewer = viewer_chosen(self.live.table, self.viewer, message.eyes)
        past = await self.live.history.past(self.live.mailbox.do, message.number, viewer, self.language)
        shown = past.lines, past.public, past.own, past.marks, past.stills, past.moved, past.clash, past.sums
        self._reply(out.MomentTelling(message.id, message.number, *shown))

    async def _mute(self, message: asks.MuteAsk) -> None:
        before = self.live.broadcast.muted_by(my_session(self.session))
        muted = before | {message.seat} if message.on else before - {message.seat}
        await self._store.put_note(self.live.table.id, self.session_id, msgspec.json.encode(sorted(muted)))
        self.live.broadcast.muted[self.session_id] = muted

    # --- hello -------------------------------------------------------------------------------------------------------

    async def _welcome(self, seen: int) -> None:
        """Bring the client up to date: with nothing, with what it has missed, or with everything it may see."""
        if await is_sealed(self._store, self.live.table, self.session):
            await self.live.mailbox.do(lambda table, now: self._greet(self._sealed()))
            return
        if not self._can_catch_up(seen):
            await self.live.history.prepare_story(self.viewer, self.language)
        await self.live.mailbox.do(lambda table, now: self._bring_up_to_date(seen))

    def _bring_up_to_date(self, seen: int) -> None:
        """Runs in the mailbox, where all that has happened is stored."""
        self.viewer = self._viewer_now()  # a seat may have changed hands since the socket was opened
        if not self._can_catch_up(seen):
            self._greet(self._whole())
            return
        self._greet(self._short())
        self._catch_up(seen)

    def welcome_again(self) -> None:
        """The seat of this client has changed in a running game: it gets everything anew."""
        if self._is_greeted:
            self._start(self._welcome(0))

    def send_away(self) -> None:
        self._socket.close(GOING, HOUSE.said(GOING_REASON, self.language))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that takes a while beside the messages that come meanwhile."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _greet(self, message: out.WelcomeTelling) -> None:
        self._reply(message)
        if not self._is_greeted:
            self._is_greeted = True
            self.live.add(self)

    def _short(self) -> out.WelcomeTelling:
        """A welcome for who has everything: who you are, and how the table stands."""
        you = None if self.viewer == SPECTATOR else self.viewer
        is_host = bool(self.session) and self.session_id == self.live.table.opened.host
        table = self.live.table
        return out.WelcomeTelling(
            you,
            is_host,
            self.live.broadcast.doc(self.language),
            table.number,
            muted=self._muted(),
            terms=table.opened.terms,
            protocol=out.PROTOCOL,
            language=self.language,
        )

    def _sealed(self) -> out.WelcomeTelling:
        """A welcome for who may not see what happened here."""
        return msgspec.structs.replace(self._short(), sealed=HOUSE.said(SEALED, self.language))

    def _muted(self) -> tuple[int, ...]:
        return tuple(sorted(self.live.broadcast.muted_by(self.session_id))) if self.session else ()

    def _whole(self) -> out.WelcomeTelling:
        """A welcome with the scene and the story so far."""
        short, table = msgspec.structs.replace(self._short(), said=self._said()), self.live.table
        if table.sitting is None:
            return short
        public, own = self.live.teller.scene(self.viewer, self.language)
        story = tuple(self.live.history.story_now(self.viewer, self.language))
        undo = self.viewer != SPECTATOR and table.may_undo(self.viewer)
        return msgspec.structs.replace(short, public=public, own=own, story=story, undo=undo)

    def _said(self) -> tuple[out.SaidTelling, ...]:
        if self.viewer == SPECTATOR:
            return ()
        muted = self.live.broadcast.muted_by(self.session_id)
        return tuple(said for said in map(said_of, self.live.table.said) if said.seat not in muted)

    def _can_catch_up(self, seen: int) -> bool:
        recent = self.live.table.recent
        is_new = self._is_greeted or not seen
        return not is_new and seen <= self.live.table.number and (not recent or recent[0].entry.number <= seen + 1)

    def _catch_up(self, seen: int) -> None:
        """Send the events that the client has missed, as they were told."""
        table = self.live.table
        missed = table.since(seen)
        of_the_game = [recent for recent in missed if isinstance(recent.entry.event, ev.Dealt | ev.Played | ev.Undone)]
        for recent in missed:
            match recent.entry.event:
                case ev.Dealt() | ev.Played():
                    is_last = recent is of_the_game[-1]
                    common = self.live.teller.common(recent, self.live.at(), is_last, self.language)
                    self._reply(self.live.teller.event_for(common, self.viewer))
                case ev.Undone() as undone:
                    number, viewer = recent.entry.number, self.viewer
                    self._reply(self.live.teller.undone_for(number, undone, viewer, self.language))
                    self._reply_note(recent.entry.number)
                case ev.Said():
                    said = said_of(recent.entry)
                    if self.viewer != SPECTATOR and said.seat not in self.live.broadcast.muted_by(self.session_id):
                        self._reply(said)
                case ev.Hinted() | ev.Ended():
                    self._reply_note(recent.entry.number)

    def _reply_note(self, number: int) -> None:
        note = self.live.teller.note(number, self.language)
        if note is not None:
            self._reply(note)

    # --- the lag -----------------------------------------------------------------------------------------------------

    def _probe_if_due(self) -> None:
        now = time.monotonic()
        if self._is_greeted and now - self._probed_at > PROBES_EVERY:
            self._probe, self._probed_at = (secrets.token_hex(8), now), now
            self._reply(out.ProbeTelling(self._probe[0]))

    def _measure(self, name: str) -> None:
        if self._probe is not None and self._probe[0] == name:
            self.lag = int(1000 * (time.monotonic() - self._probe[1]))
            self._probe = None


def _why(table: Table, seat: int, message: asks.WhyAsk) -> Refused | None:
    return table.refusal_of_picks(seat, message.picks) if message.picks else table.refusal(seat, message.action)


def my_session(session: SessionRow | None) -> str:
    if session is None:
        raise NotYours(say("server.name_first"))
    return session.id


def viewer_chosen(table: Table, viewer: int, wanted: int | None) -> int:
    """As whom a viewer may see the past: as itself while the game runs, as anybody's after the end."""
    if wanted is None or wanted == viewer:
        return viewer
    if table.phase != Phase.OVER and wanted != SPECTATOR:
        raise Refused(say("server.own_eyes"))
    if wanted not in table.viewers:
        raise Refused(say("table.no_such_seat", seat=wanted + 1, seats=table.opened.seats))
    return wanted


def link_hash(token: str) -> str:
    """What is stored of a private link."""
    return hashlib.sha256(token.encode()).hexdigest()


def seat_path(table: str, token: str) -> str:
    """The private link of a seat; the token is behind the #, which browsers do not send to servers."""
    return f"/t/{table}#seat={token}"
