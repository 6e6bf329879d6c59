"""A table: the fold of its events, and all that can be asked of it; `fairdeal.play.commands` adds to them.

Pure: no clock, no file, no socket, no secret of its own making. `write` is the one way to change anything: it applies
an event; the caller stores what `take_fresh` gives and only then lets anybody know. If storing fails, the caller
forgets this object and folds the stored events anew.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal

from fairdeal import games
from fairdeal.contract.game import Game, Setting
from fairdeal.contract.rules import Numbers, State
from fairdeal.engine.kernel import DEALER, NOBODY, SPECTATOR
from fairdeal.errors import Refused
from fairdeal.language.messages import joined, say
from fairdeal.play import events as ev
from fairdeal.play import fairness_1, sitting
from fairdeal.play.chairs import Chair
from fairdeal.play.clocks import Now, after_action, new_watch
from fairdeal.play.events import Entry, Event
from fairdeal.play.fairness import Deal
from fairdeal.play.memory import Memory, name_of
from fairdeal.play.sitting import Sitting
from fairdeal.play.starts import Starts
from fairdeal.play.telling import News, Views, do
from fairdeal.play.traces import Recent, Trace, trace_of, views_before

TO_REVEAL = 15_000  # milliseconds that a client has to open its nonce
RECENT = 24  # how many of the last events can be told again without folding the game anew
MESSAGES = 256  # that are remembered; actions are all remembered
MOST_REASONS = 3  # in one answer
STAND_IN = "medium"


class Phase(StrEnum):
    """Where a table stands."""

    WAITING = "waiting"
    """Seats are taken, and nonces promised."""
    CALLED = "called"
    """All seats are taken and all nonces promised; now they are opened."""
    PLAYING = "playing"
    """The game goes on, or is `paused`."""
    OVER = "over"
    """The game has ended, and there is a record."""
    VOID = "void"
    """The table is closed for good: too many starts were void, or it was cancelled."""


@dataclass(frozen=True)
class Wish:
    """Something asked for, and who has agreed so far."""

    what: ev.Wish
    seat: int
    agreed: frozenset[int]


@dataclass(frozen=True)
class RematchOffer:
    """A rematch that is offered: by whom, and who has answered."""

    seat: int
    session: str
    joins: frozenset[int]
    declines: frozenset[int] = frozenset()

    def answered(self, seat: int, joins: bool) -> RematchOffer:
        """The same with one more answer, or with another one than before."""
        if joins:
            return replace(self, joins=self.joins | {seat}, declines=self.declines - {seat})
        return replace(self, joins=self.joins - {seat}, declines=self.declines | {seat})


@dataclass(frozen=True)
class Remark:
    """What stays in the story of a table although it is not of the game."""

    seat: int
    what: Literal["hint", "undo", "ended"]


class Table:
    """A table and all that is known of it."""

    opened: ev.Opened
    starts: Starts

    def __init__(self, name: str, secret: bytes) -> None:
        self.id = name
        self.secret = secret
        self.number = 0
        self.phase = Phase.WAITING
        self.paused_at: int | None = None
        self.chairs: list[Chair] = []
        self.sitting: Sitting | None = None
        self.deal: Deal | fairness_1.Deal | None = None
        self.deals = 0  # spent so far
        self.called_at = 0
        self.is_by_clock = True  # something may happen because time passes: before the start, and where a clock runs
        self.running_since = 0  # when the game began, or went on after its last pause
        self.ask: Wish | None = None
        self.offer: RematchOffer | None = None
        self.rematch = ""
        self.closed_by = ""  # the name of whoever cancelled it
        self.ended: ev.Ended | None = None
        self.recent: deque[Trace] = deque(maxlen=RECENT)
        self.said: deque[Entry] = deque(maxlen=100)
        self.remarks: dict[int, Remark] = {}  # by the number of what was done
        self.numbers: list[int] = []  # of the events of the game that stand
        self._fresh: list[Recent] = []
        self._begun_at: int | None = None
        self._paused_for = 0
        self._acted = Memory[int]()  # the last entry of each message by which a seat acted
        self._done = Memory[int](MESSAGES)  # and of each by which a session did something else
        self._message = ""  # that is being done
        self._changed: list[int] = []  # when each seat's legal actions last changed
        self._legal: list[list[int]] = []

    @classmethod
    def folded(cls, name: str, secret: bytes, entries: Iterable[Entry]) -> Table:
        """Give the table that these events make."""
        table = cls(name, secret)
        for entry in entries:
            table._apply(entry)
        return table

    def take_fresh(self) -> list[Recent]:
        """Give the entries written since the last time, for the store, with what everybody learned of them."""
        fresh, self._fresh = self._fresh, []
        return fresh

    def once(self, session: str, id: str, act: Callable[[], object]) -> None:
        """Do what a message asks for, unless it was done before, be it before a restart."""
        if self.is_done(session, id):
            return
        self._message = name_of(session, id)
        try:
            act()
        finally:
            self._message = ""

    # --- questions ---------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return games.find(self.opened.game) if self.sitting is None else self.sitting.game

    @property
    def is_paused(self) -> bool:
        return self.paused_at is not None

    @property
    def is_ended_early(self) -> bool:
        """Whether the game was ended before it was over, so that it has no result."""
        return self.ended is not None and bool(self.ended.cause)

    @property
    def viewers(self) -> list[int]:
        return [*range(self.opened.seats), SPECTATOR]

    def seat_of(self, session: str) -> int | None:
        """Which seat a session plays."""
        for seat, chair in enumerate(self.chairs):
            if session in chair.sessions:
                return seat
        return None

    def free_seats(self) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.is_free]

    def people(self) -> list[int]:
        """The seats of persons whose consent counts: those who play themselves."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.is_person and not chair.stand_in]

    def awaited(self) -> list[int]:
        """The seats that may act now."""
        if self.sitting is None or self.phase != Phase.PLAYING or self.paused_at is not None:
            return []
        return [seat for seat in self.sitting.actors if seat != DEALER]

    def bots_to_act(self, at: int) -> list[tuple[int, str]]:
        """The seats for which a bot has to act, and its level: bots, stand-ins, and players whose time ran out."""
        return [
            (seat, self.chairs[seat].bot or STAND_IN)
            for seat in self.awaited()
            if self.chairs[seat].bot or self.has_run_out(seat, at)
        ]

    def has_run_out(self, seat: int, at: int) -> bool:
        deadline = self.deadline(seat)
        return deadline is not None and at >= deadline

    def deadline(self, seat: int) -> int | None:
        """When the seat's time runs out; None when no clock runs for it."""
        return self.chairs[seat].watch.deadline() if self.opened.clock.kind != "none" else None

    def alarm(self, at: int) -> int | None:
        """When the table has to be looked at again although nobody does anything; see `wake` and `bots_to_act`."""
        if self.phase == Phase.CALLED:
            return self.called_at + TO_REVEAL
        if self.opened.clock.kind == "none":
            return self.dealers_time()
        ends = [self.deadline(seat) for seat in self.awaited() if not self.chairs[seat].bot]
        to_come = [end for end in ends if end is not None and end > at]
        return min([*to_come, *(due for due in [self.dealers_time()] if due is not None)], default=None)

    def dealers_time(self) -> int | None:
        """Real time: when the dealer acts, by the server's clock."""
        if self.sitting is None or self.phase != Phase.PLAYING or self.is_paused or self._begun_at is None:
            return None
        due = self.sitting.dealers_time
        if due is None:
            due = self.sitting.countdown_ends
        return None if due is None else due + self._begun_at + self._paused_for

    def countdown_until(self) -> int | None:
        """Real time: when the common countdown ends, by the server's clock."""
        waits = self.phase == Phase.PLAYING and self.sitting is not None and self.sitting.actors == [DEALER]
        return self.dealers_time() if waits else None

    def ends_at(self) -> int | None:
        """Real time: when the time limit ends the game, by the server's clock; None while there is none."""
        return None if self.countdown_until() is not None else self.dealers_time()

    def game_time(self, at: int) -> int:
        """Milliseconds of play since the first event of the game; pauses do not count."""
        return 0 if self._begun_at is None else at - self._begun_at - self._paused_for

    def setting(self) -> Setting:
        """How it is played, once the game has started."""
        if self.sitting is None:
            raise Refused(say("table.not_begun"))
        return self.sitting.setting

    def names(self) -> dict[int, str]:
        return {seat: chair.name for seat, chair in enumerate(self.chairs) if chair.name}

    def view(self, viewer: int) -> State:
        """The game as a seat, or SPECTATOR, knows it now, plain."""
        return self._seen()[viewer]

    def _seen(self) -> Views:
        """The game as everybody knows it now; it is asked for again after a rest."""
        return {} if self.sitting is None else self.sitting.views

    def told(self, seat: int) -> Numbers:
        """All that the seat was told, as Sitting.told gives it."""
        if self.sitting is None:
            raise Refused(say("table.not_begun"))
        return self.sitting.told(seat)

    def legal(self, seat: int) -> list[int]:
        """What the seat may do now."""
        return self._legal[seat] if self._legal else []

    def refusal(self, seat: int, action: str) -> Refused | None:
        """Give the refusal that a seat gets for an action now; None when it may."""
        if self.sitting is None or self.phase == Phase.OVER:
            return self._not_running()
        return self.sitting.refusal(seat, self.sitting.game.words.action(action))

    def refusal_of_picks(self, seat: int, picks: Sequence[str]) -> Refused | None:
        """Say why picks are no beginning of anything that a seat may do now; None where they are, or mean nothing."""
        if self.sitting is None or self.phase == Phase.OVER:
            return self._not_running()
        reasons = self.sitting.why_no_pick(seat, picks)[:MOST_REASONS]
        return Refused(joined("sentences", reasons), self.sitting.setting.catalogue(seat)) if reasons else None

    def _not_running(self) -> Refused:
        return Refused(say("table.over" if self.phase == Phase.OVER else "table.not_begun"))

    def running(self) -> Sitting:
        """The game that goes on; refused before it begins and after it has ended."""
        if self.sitting is None or self.phase == Phase.OVER:
            raise self._not_running()
        return self.sitting

    def changed_at(self, seat: int) -> int:
        """The number since which the seat could do what it can do now."""
        return self._changed[seat]

    def done_by(self, seat: int, id: str) -> int | None:
        """The number of the last entry that a message of the seat made, if it acted; a bot's has no id."""
        return self._acted.get(name_of(seat, id)) if id else None

    def is_done(self, session: str, id: str) -> bool:
        """Tell whether a message of a session has done something other than to act."""
        return self._done.get(name_of(session, id)) is not None

    def latest_of(self, seat: int) -> int:
        """The number of the seat's latest action that stands."""
        assert self.sitting is not None
        played = zip(self.sitting.events, self.numbers, strict=True)
        return max(number for event, number in played if event.seat == seat)

    def hints_of(self, seat: int) -> int:
        """Count the hints that a seat has taken."""
        return sum(remark == Remark(seat, "hint") for remark in self.remarks.values())

    def events_until(self, number: int) -> list[sitting.Event]:
        """The events of the game that stand, up to the entry with that number."""
        played = self.sitting.events if self.sitting is not None else []
        return [event for event, place in zip(played, self.numbers, strict=True) if place <= number]

    def since(self, number: int) -> list[Recent]:
        """Give the last entries again that came after that number, as everybody learned of them."""
        found, after = list[Recent](), self._seen()
        for trace in reversed(self.recent):
            if trace.entry.number <= number:
                break
            before = views_before(trace, after)
            found.append(trace.again(before, after))
            after = before
        return found[::-1]

    def may_undo(self, seat: int) -> bool:
        """Tell whether the seat can take its latest action back without asking anybody."""
        return self.phase == Phase.PLAYING and self.sitting is not None and self.sitting.undo_is_free(seat)

    def rest(self) -> None:
        """All has been told: keep no views, which with all that was read of them take more room than the rest."""
        if self.sitting is not None:
            self.sitting.rest()

    # --- the fold ----------------------------------------------------------------------------------------------------

    def write(self, event: Event, now: Now) -> None:
        """Write an event down. Nothing is changed if it cannot be applied."""
        entry = Entry(self.number + 1, now.at, now.time, event, self._message)
        self._fresh.append(self._apply(entry))

    def _apply(self, entry: Entry) -> Recent:
        before = self._seen()
        recent = Recent(entry, self._fold(entry.event, entry, before))
        self.number = entry.number
        if entry.message:
            self._done.keep(entry.message, entry.number)
        self.recent.append(trace_of(recent, before, self._seen()))
        return recent

    def _fold(self, event: Event, entry: Entry, before: Views) -> News | None:
        match event:
            case ev.Dealt() | ev.Played():
                return self._fold_act(event, entry, before)
            case ev.Opened():
                self.opened = event
                self.chairs = [Chair(watch=new_watch(event.clock)) for _ in range(event.seats)]
                self.starts = Starts(self.id, self.secret, event, self.chairs)
            case ev.Joined():
                sessions = {event.session} if event.session else set()
                watch = new_watch(self.opened.clock)
                self.chairs[event.seat] = Chair(
                    event.name, event.level, sessions, event.link, event.commitment, watch=watch
                )
            case ev.Claimed():
                self.chairs[event.seat].sessions.add(event.session)
            case ev.Linked():
                self.chairs[event.seat].link = event.link
            case ev.Freed():
                self._empty(event.seat)
            case ev.Closed():
                self.phase, self.closed_by = Phase.VOID, event.name
            case ev.Called():
                self.phase, self.called_at = Phase.CALLED, entry.at
            case ev.Committed():
                self.chairs[event.seat].commitment = event.commitment
            case ev.Revealed():
                self.chairs[event.seat].nonce = event.nonce
            case ev.Voided():
                self._void(event)
            case ev.Started():
                self._begin(entry)
            case ev.Undone():
                self._take_back(event, entry)
            case ev.Asked():
                self.ask = Wish(event.what, event.seat, frozenset({event.seat}))
            case ev.Agreed():
                if self.ask is not None:
                    self.ask = Wish(self.ask.what, self.ask.seat, self.ask.agreed | {event.seat})
            case ev.Declined() | ev.Lapsed():
                self.ask = None
            case ev.Paused():
                self.ask, self.paused_at = None, entry.at
                self._run_watches(entry.at)
            case ev.Resumed():
                if self.paused_at is not None:
                    self._paused_for += entry.at - self.paused_at
                self.paused_at, self.running_since = None, entry.at
                self._run_watches(entry.at)
            case ev.Extended():
                self.ask = None
                for chair in self.chairs:
                    chair.watch.left += 1000 * event.seconds
            case ev.StoodIn():
                self.chairs[event.seat].stand_in, self.chairs[event.seat].by_wish = event.level, event.by_wish
                self._run_watches(entry.at)
            case ev.Returned():
                self.chairs[event.seat].stand_in, self.chairs[event.seat].by_wish = "", False
                self._run_watches(entry.at)
            case ev.Said():
                self.said.append(entry)
            case ev.Hinted():
                self.remarks[entry.number] = Remark(event.seat, "hint")
            case ev.Ended():
                self.phase, self.ask, self.ended = Phase.OVER, None, event
                self._run_watches(entry.at)
                if event.cause:
                    self._break_off(event, entry.number)
            case ev.Offered():
                self.offer = RematchOffer(event.seat, event.session, frozenset({event.seat}))
            case ev.Answered():
                if self.offer is not None:
                    self.offer = self.offer.answered(event.seat, event.joins)
            case ev.Withdrawn():
                self.offer = None
            case ev.Rematched():
                self.rematch = event.table
        return None

    def _empty(self, seat: int) -> None:
        self.chairs[seat] = Chair(watch=new_watch(self.opened.clock))

    def _void(self, event: ev.Voided) -> None:
        self.starts.void(event.secret)
        self.phase = Phase.VOID if self.starts.are_used_up else Phase.WAITING
        for seat in event.seats:
            self._empty(seat)
        for chair in self.chairs:
            chair.commitment = chair.nonce = ""

    def _begin(self, entry: Entry) -> None:
        self.phase = Phase.PLAYING
        self.deal = self.starts.deal()
        setting, self.deals = self.deal.settled(self.game, self.opened.seats, self.opened.options, self.opened.data)
        self.sitting = Sitting(setting)
        self.is_by_clock = self.opened.clock.kind != "none" or self.game.rules.REAL_TIME
        self._begun_at = self.running_since = entry.at
        self._changed = [entry.number] * self.opened.seats
        self._legal = [[] for _ in range(self.opened.seats)]

    def _break_off(self, event: ev.Ended, number: int) -> None:
        """The game ends before it is over: nobody may do anything any more."""
        self.remarks[number] = Remark(event.seat, "ended")
        self._legal = [[] for _ in self._legal]

    def _fold_act(self, event: ev.Dealt | ev.Played, entry: Entry, before: Views) -> News:
        assert self.sitting is not None
        news = do(self.sitting, self._as_played(event, entry.at), before)
        self.numbers.append(entry.number)
        if isinstance(event, ev.Dealt):
            self.deals += 1
        else:
            after_action(self.chairs[event.seat].watch, self.opened.clock, entry.at)
            if event.id:
                self._acted.keep(name_of(event.seat, event.id), entry.number)
            if self.ask is not None and self.ask.what == "undo":
                self.ask = None
        self._note_what_changed(entry.number, news.actor)
        self._run_watches(entry.at)
        return news

    def _as_played(self, event: ev.Dealt | ev.Played, at: int) -> sitting.Event:
        if isinstance(event, ev.Dealt):
            return sitting.Event(None, event.outcome, self.game_time(at))
        return sitting.Event(event.seat, event.action, self.game_time(at))

    def _take_back(self, event: ev.Undone, entry: Entry) -> None:
        assert self.sitting is not None
        was_free = self.sitting.undo_is_free(event.seat)
        self.sitting.undo(event.seat)
        if not was_free:
            self.remarks[entry.number] = Remark(event.seat, "undo")
        del self.numbers[len(self.sitting.events) :]
        self.ask = None
        self._note_what_changed(entry.number, NOBODY)
        self._run_watches(entry.at)

    def _note_what_changed(self, number: int, actor: int) -> None:
        """Keep, for each seat, since when it could do what it can do now; its own action always counts as a change."""
        assert self.sitting is not None
        for seat, legal in enumerate(self.sitting.snapshot.legal):
            if legal != self._legal[seat] or seat == actor:
                self._legal[seat], self._changed[seat] = legal, number

    def _run_watches(self, at: int) -> None:
        """Let the watches of those persons run who are awaited, and no others."""
        if self.opened.clock.kind == "none":
            return
        awaited = self.awaited()
        for seat, chair in enumerate(self.chairs):
            if seat in awaited and not chair.bot:
                chair.watch.start(at)
            else:
                chair.watch.stop(at)
