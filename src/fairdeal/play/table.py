"""A table: the fold of its events, and the commands that add to them.

Pure: no clock, no file, no socket, no secret of its own making. Every command checks, writes events and applies them;
the caller stores what `take_fresh` gives and only then lets anybody know. If storing fails, the caller forgets this
object and folds the stored events anew.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

from msgspec import Struct, structs

from fairdeal import games
from fairdeal.contract.game import Game, Setting
from fairdeal.contract.rules import Numbers, State
from fairdeal.engine.kernel import DEALER, NOBODY, SPECTATOR
from fairdeal.errors import BadOption, FairdealError, HalfDone, NotYours, Refused, Stale
from fairdeal.play import events as ev
from fairdeal.play import fairness_1, sitting
from fairdeal.play.clocks import Watch, after_action, check_clock, new_watch
from fairdeal.play.events import Entry, Event
from fairdeal.play.fairness import (
    MOST_VOIDS,
    NONCE,
    Deal,
    FairPart,
    HiddenPart,
    SeatPart,
    VoidPart,
    nonce_commitment,
    secret_commitment,
    secret_of,
    terms_hash,
    terms_of,
)
from fairdeal.play.sitting import Sitting
from fairdeal.play.telling import Moment, Views, do, views_of

TO_REVEAL = 15_000  # milliseconds that a client has to open its nonce
RECENT = 24  # how many of the last events can be told again without folding the game anew
MESSAGES = 256  # that are remembered, so that they are not done again
MOST_ACTIONS = 2  # in one message: place and draw
MORE_TIME = 60  # seconds at least, for everybody, when all agree
LONGEST_TEXT = 200
MOST_REASONS = 3  # in one answer
STAND_IN = "medium"
PHRASES = (
    "hello", "good_luck", "thanks", "well_played", "oops", "one_moment", "thinking", "your_turn", "sorry", "good_game",
)  # fmt: skip


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
    """The table is closed for good, because too many starts were void."""


@dataclass
class Chair:
    """One seat of the table: who plays it."""

    name: str = ""
    level: str = ""
    sessions: set[str] = field(default_factory=set)
    link: str = ""
    commitment: str = ""
    nonce: str = ""
    stand_in: str = ""
    """The level of the bot that plays on for the player."""
    watch: Watch = field(default_factory=lambda: Watch(0))

    @property
    def is_free(self) -> bool:
        return not self.name

    @property
    def is_person(self) -> bool:
        return bool(self.sessions)

    @property
    def bot(self) -> str:
        """The level of the bot that acts for this seat; empty when a person does."""
        return self.level or self.stand_in


@dataclass(frozen=True)
class Ask:
    """Something asked for, and who has agreed so far."""

    what: str
    seat: int
    agreed: frozenset[int]


class Remark(Struct, frozen=True):
    """What stays in the story of a table although it is not of the game."""

    seat: int
    what: Literal["hint", "undo"]


class Recent(Struct, frozen=True):
    """One of the last entries, with its moment if it is an event of the game."""

    entry: Entry
    moment: Moment | None


class Table:
    """A table and all that is known of it."""

    opened: ev.Opened

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
        self.voided = 0
        self.voids: list[VoidPart] = []
        self.commitment = ""
        """What the server has promised for this start; of a copied deal, nothing."""
        self.called_at = 0
        self.ask: Ask | None = None
        self.rematch = ""
        self.ended: ev.Ended | None = None
        self.recent: deque[Recent] = deque(maxlen=RECENT)
        self.said: deque[Entry] = deque(maxlen=100)
        self.remarks: dict[int, Remark] = {}  # by the number of what was done
        self.numbers: list[int] = []  # of the events of the game that stand
        self._fresh: list[Entry] = []
        self._begun_at: int | None = None
        self._paused_for = 0
        self._done: dict[tuple[int, str], int] = {}  # what a seat's message did
        self._messages: deque[str] = deque(maxlen=MESSAGES)  # that did something else
        self._message = ""  # that is being done
        self._changed: list[int] = []  # when each seat's legal actions last changed
        self._legal: list[list[int]] = []
        self._views: Views = {}

    @classmethod
    def folded(cls, name: str, secret: bytes, entries: Iterable[Entry]) -> Table:
        """Give the table that these events make."""
        table = cls(name, secret)
        for entry in entries:
            table._apply(entry)
        return table

    def take_fresh(self) -> list[Entry]:
        """Give the entries written since the last time, for the store."""
        fresh, self._fresh = self._fresh, []
        return fresh

    def once(self, session: str, id: str, act: Callable[[], object]) -> None:
        """Do what a message asks for, unless it was done before, be it before a restart."""
        message = f"{session} {id}"
        if message in self._messages:
            return
        self._message = message
        try:
            act()
        finally:
            self._message = ""

    # --- questions ---------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return games.find(self.opened.game)

    @property
    def is_paused(self) -> bool:
        return self.paused_at is not None

    @property
    def listeners(self) -> list[int]:
        return [*range(self.opened.seats), SPECTATOR]

    def seat_of(self, session: str) -> int | None:
        """Which seat a session plays."""
        return next((seat for seat, chair in enumerate(self.chairs) if session in chair.sessions), None)

    def free_seats(self) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.is_free]

    def people(self) -> list[int]:
        """The seats of persons whose consent counts: those who play themselves."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.is_person and not chair.stand_in]

    def awaited(self) -> list[int]:
        """The seats that may act now."""
        if self.sitting is None or self.phase != Phase.PLAYING or self.is_paused:
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
            return self._dealers_time()
        ends = [self.deadline(seat) for seat in self.awaited() if not self.chairs[seat].bot]
        to_come = [end for end in ends if end is not None and end > at]
        return min([*to_come, *(due for due in [self._dealers_time()] if due is not None)], default=None)

    def _dealers_time(self) -> int | None:
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
        return self._dealers_time() if waits else None

    def ends_at(self) -> int | None:
        """Real time: when the time limit ends the game, by the server's clock; None while there is none."""
        return None if self.countdown_until() is not None else self._dealers_time()

    def game_time(self, at: int) -> int:
        """Milliseconds of play since the first event of the game; pauses do not count."""
        return 0 if self._begun_at is None else at - self._begun_at - self._paused_for

    def setting(self) -> Setting:
        """How it is played, once the game has started."""
        if self.sitting is None:
            raise Refused("The game has not begun.")
        return self.sitting.setting

    def names(self) -> dict[int, str]:
        return {seat: chair.name for seat, chair in enumerate(self.chairs) if chair.name}

    def view(self, listener: int) -> State:
        """The game as a seat, or SPECTATOR, knows it now, plain."""
        return self._views[listener]

    def told(self, seat: int) -> Numbers:
        """All that the seat was told, as Sitting.told gives it."""
        return self._check_playing().told(seat)

    def legal(self, seat: int) -> list[int]:
        """What the seat may do now."""
        return self._legal[seat] if self._legal else []

    def why_not(self, seat: int, action: str) -> str | None:
        """Say why a seat may not do something now; None when it may."""
        if self.sitting is None:
            return "The game has not begun."
        if self.phase == Phase.OVER:
            return "The game is over."
        return self.sitting.why_not(seat, self.sitting.game.words.action(action))

    def why_no_pick(self, seat: int, picks: Sequence[str]) -> str:
        """Say why picks are no beginning of anything that a seat may do now; empty where they are, or mean nothing."""
        if self.sitting is None or self.phase == Phase.OVER:
            return self.why_not(seat, "") or ""
        return " ".join(self.sitting.why_no_pick(seat, picks)[:MOST_REASONS])

    def events_until(self, number: int) -> list[sitting.Event]:
        """The events of the game that stand, up to the entry with that number."""
        played = self.sitting.events if self.sitting is not None else []
        return [event for event, place in zip(played, self.numbers, strict=True) if place <= number]

    def may_undo(self, seat: int) -> bool:
        """Tell whether the seat can take its latest action back without asking anybody."""
        return self.phase == Phase.PLAYING and self.sitting is not None and self.sitting.undo_is_free(seat)

    # --- opening and taking seats ------------------------------------------------------------------------------------

    def open(self, opened: ev.Opened, bots: Mapping[int, str], at: int, time: int) -> None:
        """Open the table, bots in their seats. Raise what is wrong with the game, its seats, options or clock."""
        game = games.find(opened.game)
        game.setting(opened.seats, opened.options, opened.data)
        made = [option.name for option in game.options if option.default is None and option.name in opened.options]
        if made:
            raise BadOption(f"Option {made[0]} of {game.title} is made when the game begins; nobody chooses it.")
        check_clock(opened.clock)
        if game.rules.REAL_TIME and opened.clock.kind != "none":
            raise BadOption(f"{game.title} is played in real time and has no other clock.")
        for seat in bots:
            if seat not in range(opened.seats):
                raise BadOption(f"There is no seat {seat + 1} for a bot; the seats are 1 to {opened.seats}.")
        terms = terms_of(self.id, game, opened.seats, opened.options, opened.data, opened.salts, opened.copied_from)
        self._write(structs.replace(opened, terms=terms), at, time)
        for seat, level in sorted(bots.items()):
            self._write(ev.Joined(seat, bot_name(seat), level=level), at, time)
        self._call_if_full(at, time)

    def join(self, session: str, name: str, link: str, seat: int | None, at: int, time: int) -> None:
        """Let a person take a seat, a free one of its choice or the first."""
        self._check_before_start()
        if (mine := self.seat_of(session)) is not None:
            raise Refused(f"You have seat {mine + 1} already.")
        free = self.free_seats()
        if not free:
            raise Refused("No seat is free.")
        if seat is not None and seat not in range(self.opened.seats):
            raise Refused(f"There is no seat {seat + 1}; the seats are 1 to {self.opened.seats}.")
        if seat is not None and seat not in free:
            raise Refused(f"Seat {seat + 1} is taken.")
        chosen = free[0] if seat is None else seat
        self._write(ev.Joined(chosen, name, session, link=link), at, time)
        self._call_if_full(at, time)

    def seat_bot(self, session: str, seat: int, level: str, at: int, time: int) -> None:
        """Let the host put a bot into a free seat."""
        self._check_host(session)
        self._check_before_start()
        if seat not in self.free_seats():
            raise Refused(f"Seat {seat + 1} is not free.")
        self._write(ev.Joined(seat, bot_name(seat), level=level), at, time)
        self._call_if_full(at, time)

    def free(self, session: str, seat: int, at: int, time: int) -> None:
        """Free a seat before the start: one's own, or any by the host."""
        if self.seat_of(session) != seat:
            self._check_host(session)
        self._check_before_start()
        if seat not in range(self.opened.seats) or self.chairs[seat].is_free:
            raise Refused(f"Nobody sits on seat {seat + 1}.")
        self._write(ev.Freed(seat), at, time)

    def claim(self, session: str, link: str, at: int, time: int) -> int:
        """Let whoever has a seat's private link play it from this session too."""
        seat = next((n for n, chair in enumerate(self.chairs) if link and chair.link == link), None)
        if seat is None:
            raise NotYours("This link opens no seat of this table.")
        mine = self.seat_of(session)
        if mine == seat:
            return seat
        if mine is not None:
            raise Refused(f"You have seat {mine + 1} already.")
        self._write(ev.Claimed(seat, session), at, time)
        return seat

    def relink(self, session: str, link: str, at: int, time: int) -> None:
        """Give the seat a new private link; the old one opens nothing any more."""
        self._write(ev.Linked(self._seat_of_player(session), link), at, time)

    def _call_if_full(self, at: int, time: int) -> None:
        if self.free_seats():
            return
        if self.opened.copied_from or not self.people():
            self._start(at, time)
        elif all(chair.commitment for chair in self.chairs if chair.is_person):
            self._write(ev.Called(), at, time)

    # --- the fair deal -----------------------------------------------------------------------------------------------

    def commit(self, session: str, start: int, promise: str, at: int, time: int) -> None:
        """Take a person's promise for this start."""
        seat = self._seat_of_player(session)
        self._check_before_start()
        self._check_start(start)
        if self.opened.copied_from:
            raise Refused("This deal is copied, so nobody promises anything for it.")
        if self.chairs[seat].commitment:
            raise Refused("You have committed to a nonce already.")
        check_promise(promise)
        self._write(ev.Committed(seat, promise), at, time)
        self._call_if_full(at, time)

    def reveal(self, session: str, start: int, nonce: str, at: int, time: int) -> None:
        """Open a nonce; with the last one the game starts."""
        seat = self._seat_of_player(session)
        if self.phase != Phase.CALLED:
            raise Refused("Nonces are opened when all seats are taken, not now.")
        self._check_start(start)
        if self.chairs[seat].nonce:
            raise Refused("You have opened your nonce already.")
        if len(hex_bytes(nonce)) != NONCE or self._promise_of(seat, hex_bytes(nonce)) != self.chairs[seat].commitment:
            raise Refused("This is not the nonce you committed to.")
        self._write(ev.Revealed(seat, nonce), at, time)
        if all(chair.nonce for chair in self.chairs if chair.is_person):
            self._start(at, time)

    def _start(self, at: int, time: int) -> None:
        self._write(ev.Started(), at, time)
        self._deal_what_is_due(at, time)

    @property
    def start(self) -> int:
        """Which attempt to start this is, counted from 1; of a copied deal, the attempt that was copied."""
        if self.opened.copied is not None:
            return self.opened.copied.start
        return self.opened.copied_start or self.voided + 1

    @property
    def is_first_version(self) -> bool:
        """Whether the table was opened when deals were made as in version 1."""
        return self.opened.terms is None

    def fair_part(self) -> FairPart:
        """All that the cards follow from. It holds the secret: only for finished games."""
        terms, opened = self._terms, self.opened
        hidden = {name: HiddenPart(salt, opened.options[name]) for name, salt in opened.salts.items()}
        if opened.copied is not None:
            return structs.replace(opened.copied, terms=terms, hidden=hidden)
        seats, voids = tuple(map(_seat_part, self.chairs)), tuple(self.voids)
        return FairPart(
            terms=terms, secret=self._secret().hex(), start=self.start, seats=seats, voids=voids, hidden=hidden
        )

    @property
    def _terms(self) -> dict[str, Any]:
        assert self.opened.terms is not None
        return self.opened.terms

    def _secret(self) -> bytes:
        return secret_of(self.secret, self.start)

    def _promise(self) -> str:
        """The server's promise for this start."""
        if self.is_first_version or self.opened.copied_from:
            return self.opened.commitment
        return secret_commitment(terms_hash(self._terms), self.start, self._secret()).hex()

    def _promise_of(self, seat: int, nonce: bytes) -> str:
        """What a person on that seat has promised who opens this nonce."""
        if self.is_first_version:
            return fairness_1.commitment(nonce)
        return nonce_commitment(terms_hash(self._terms), bytes.fromhex(self.commitment), self.start, seat, nonce).hex()

    def _new_deal(self) -> Deal | fairness_1.Deal:
        return self._first_deal() if self.is_first_version else self.fair_part().deal

    def _first_deal(self) -> fairness_1.Deal:
        if self.opened.copied_from:
            nonces = [bytes.fromhex(nonce) for nonce in self.opened.copied_nonces]
            return fairness_1.Deal(self.opened.copied_from, self.secret, tuple(nonces))
        return fairness_1.Deal(self.id, self.secret, tuple(self._first_nonce(seat) for seat in range(len(self.chairs))))

    def _first_nonce(self, seat: int) -> bytes:
        nonce = self.chairs[seat].nonce
        return bytes.fromhex(nonce) if nonce else fairness_1.bot_nonce(self.secret, self.id, seat, self.start)

    # --- playing -----------------------------------------------------------------------------------------------------

    def play(self, seat: int, actions: Sequence[str], id: str, chosen_at: int, at: int, time: int, by: str = "") -> int:
        """Let a seat act; several actions are done one after another, as long as they are accepted.

        Return the number of the last entry that this message made. A message that was done before is not done again.
        Raise Refused or Unreadable with the reason, Stale if what the seat may do has changed since `chosen_at`.
        """
        done = self._done.get((seat, id)) if id else None
        if done is not None:
            return done
        self._check_may_act(seat, at, by)
        if not 1 <= len(actions) <= MOST_ACTIONS:
            raise Refused(f"A message has one action or {MOST_ACTIONS}, not {len(actions)}.")
        if chosen_at > self.number:
            raise Refused(f"Nothing has happened yet that has the number {chosen_at}; the last is {self.number}.")
        if chosen_at < self._changed[seat]:
            raise Stale("Something has happened since that changes what you may do.")
        for place, action in enumerate(actions):
            asked = self.ask
            try:
                self._write(ev.Played(seat, action, id, by), at, time)
            except FairdealError as error:
                if place == 0:
                    raise
                raise HalfDone(f"{actions[0]!r} was done, but not {action!r}: {error}") from None
            if self.ask is None:
                self._let_lapse(asked, "acted", seat, at, time)
            self._deal_what_is_due(at, time)
        return self._done.get((seat, id), self.number)

    def _check_may_act(self, seat: int, at: int, by: str) -> None:
        self._check_playing()
        if self.is_paused:
            raise Refused("The game is paused.")
        if by and not self.chairs[seat].bot and not self.has_run_out(seat, at):
            raise Refused("The player is back.")
        if by:
            return
        if self.chairs[seat].stand_in:
            raise Refused("A bot plays for you; take your seat back first.")
        if self.has_run_out(seat, at):
            raise Refused("Your time has run out, so a bot plays this move.")

    def _deal_what_is_due(self, at: int, time: int) -> None:
        """Let the dealer act as long as it is awaited and need not wait."""
        assert self.sitting is not None
        while self.sitting.actors == [DEALER] and not self._dealer_must_wait(at):
            self._deal(at, time)
        if self.sitting.is_over and self.phase == Phase.PLAYING:
            result = self.sitting.result()
            assert self.deal is not None
            self._let_lapse(self.ask, "over", NOBODY, at, time)
            self._write(ev.Ended(self.deal.secret.hex(), result.scores, result.winners), at, time)

    def _dealer_must_wait(self, at: int) -> bool:
        due = self._dealers_time()
        return due is not None and at < due

    def _deal(self, at: int, time: int) -> None:
        assert self.sitting is not None
        assert self.deal is not None
        self._write(ev.Dealt(self.deal.drawn(self.deals, self.sitting.drawn_text)), at, time)

    def wake(self, at: int, time: int) -> None:
        """Do what is due by the clock: void a start that somebody holds up, let the dealer act."""
        if self.phase == Phase.CALLED and at >= self.called_at + TO_REVEAL:
            silent = [seat for seat, chair in enumerate(self.chairs) if chair.is_person and not chair.nonce]
            self._write(ev.Voided(tuple(silent), "" if self.is_first_version else self._secret().hex()), at, time)
            return
        due = self._dealers_time()
        if due is not None and at >= due:
            self._deal(at, time)
            self._deal_what_is_due(at, time)

    # --- undo, pause, more time --------------------------------------------------------------------------------------

    def undo(self, session: str, at: int, time: int) -> None:
        """Take back the seat's latest action if nobody learned anything from it; else ask the others.

        Whoever has nobody to ask never takes back what was turned up: else one could look, and choose again.
        """
        seat = self._seat_of_player(session)
        played = self._check_playing()
        if not played.can_undo(seat):
            raise Refused("There is nothing of yours to take back; chance is never taken back.")
        if played.undo_is_free(seat):
            self._let_lapse(self.ask, "acted", seat, at, time)
            self._write(ev.Undone(self._latest(seat), seat), at, time)
            return
        if played.game.rules.REAL_TIME:
            raise Refused(
                "In a real-time game only your own latest action can be taken back, before anybody else acts."
            )
        if not set(self.people()) - {seat} and played.undo_hides(seat):
            raise Refused("Something was turned up since then, and nobody else can agree, so it stays done.")
        self.ask_for(session, "undo", at, time)

    def _latest(self, seat: int) -> int:
        assert self.sitting is not None
        played = zip(self.sitting.events, self.numbers, strict=True)
        return max(number for event, number in played if event.seat == seat)

    def ask_for(self, session: str, what: Any, at: int, time: int) -> None:
        """Ask the other persons for their consent; a person alone among bots has it at once."""
        seat = self._seat_of_player(session)
        self._check_playing()
        if self.ask is not None:
            raise Refused("Something else is being asked for; answer that first.")
        if what == "pause" and self.is_paused:
            raise Refused("The game is paused already.")
        if what == "time" and self.opened.clock.kind == "none":
            raise Refused("This table has no clock.")
        self._write(ev.Asked(seat, what), at, time)
        self._grant_if_all_agree(at, time)

    def agree(self, session: str, at: int, time: int) -> None:
        seat = self._seat_of_player(session)
        if self.ask is None:
            raise Refused("Nothing is being asked for.")
        if seat in self.ask.agreed:
            raise Refused("You have agreed already.")
        self._write(ev.Agreed(seat), at, time)
        self._grant_if_all_agree(at, time)

    def decline(self, session: str, at: int, time: int) -> None:
        seat = self._seat_of_player(session)
        if self.ask is None:
            raise Refused("Nothing is being asked for.")
        self._write(ev.Declined(seat, self.ask.what, self.ask.seat), at, time)

    def _let_lapse(self, ask: Ask | None, why: Literal["acted", "left", "over"], by: int, at: int, time: int) -> None:
        """Write down that a request, if there is one, ends without an answer."""
        if ask is not None:
            self._write(ev.Lapsed(ask.seat, ask.what, why, by), at, time)

    def _grant_if_all_agree(self, at: int, time: int) -> None:
        if self.ask is None or not set(self.people()) <= self.ask.agreed:
            return
        if self.ask.what == "undo":
            self._write(ev.Undone(self._latest(self.ask.seat), self.ask.seat), at, time)
        elif self.ask.what == "pause":
            self._write(ev.Paused(), at, time)
        else:
            self._write(ev.Extended(max(MORE_TIME, self.opened.clock.seconds // 2)), at, time)

    def resume(self, session: str, at: int, time: int) -> None:
        """End a pause; any player may."""
        seat = self._seat_of_player(session)
        if not self.is_paused:
            raise Refused("The game is not paused.")
        self._write(ev.Resumed(seat), at, time)

    # --- leaving and coming back -------------------------------------------------------------------------------------

    def stand_in(self, seat: int, at: int, time: int) -> None:
        """Let a bot play on for a player who is gone. Who has not agreed to a request has not agreed: it ends."""
        self._check_playing()
        if not self.chairs[seat].is_person or self.chairs[seat].stand_in:
            raise Refused(f"A bot plays seat {seat + 1} already.")
        self._write(ev.StoodIn(seat, STAND_IN), at, time)
        if self.ask is not None and (seat == self.ask.seat or seat not in self.ask.agreed):
            self._let_lapse(self.ask, "left", seat, at, time)

    def take_back(self, session: str, at: int, time: int) -> None:
        """Give a player the seat back."""
        seat = self._seat_of_player(session)
        if not self.chairs[seat].stand_in:
            raise Refused("You play your seat yourself.")
        self._write(ev.Returned(seat), at, time)

    def say(self, session: str, text: str, phrase: str, at: int, time: int) -> None:
        """Let a player say something to the table."""
        seat = self._seat_of_player(session)
        if phrase and phrase not in PHRASES:
            raise Refused(f"There is no phrase {phrase!r}; there are {', '.join(PHRASES)}.")
        text = "".join(letter for letter in text if letter.isprintable()).strip()
        if bool(text) == bool(phrase):
            raise Refused("Say a text or a phrase.")
        if len(text) > LONGEST_TEXT:
            raise Refused(f"A text has {LONGEST_TEXT} characters at most.")
        self._write(ev.Said(seat, text, phrase), at, time)

    # --- hints -------------------------------------------------------------------------------------------------------

    def check_hint(self, session: str, at: int) -> int:
        """Give the seat of a player who may have a hint now, or refuse it."""
        seat = self._seat_of_player(session)
        if not self.opened.hints:
            raise Refused("This table plays without hints.")
        self._check_may_act(seat, at, "")
        legal = self.legal(seat)
        if not legal:
            raise Refused("You have nothing to do now.")
        if len(legal) == 1:
            raise Refused(f"There is only one thing to do: {self.game.words.text(legal[0])}.")
        return seat

    def take_hint(self, session: str, chosen_at: int, at: int, time: int) -> int:
        """Write down that a player takes a hint which was made at that number; give the seat."""
        seat = self.check_hint(session, at)
        if chosen_at < self._changed[seat]:
            raise Refused("The moment has passed; ask again.")
        self._write(ev.Hinted(seat), at, time)
        return seat

    def hints_of(self, seat: int) -> int:
        """Count the hints that a seat has taken."""
        return sum(remark == Remark(seat, "hint") for remark in self.remarks.values())

    # --- the next table ----------------------------------------------------------------------------------------------

    def announce_rematch(self, table: str, at: int, time: int) -> None:
        """Tell everybody where the next game is."""
        if self.phase != Phase.OVER:
            raise Refused("A rematch follows when the game is over.")
        if self.rematch:
            raise Refused("There is a rematch already.")
        self._write(ev.Rematched(table), at, time)

    # --- checks ------------------------------------------------------------------------------------------------------

    def _check_before_start(self) -> None:
        if self.phase == Phase.VOID:
            raise Refused(f"This table is closed, because {MOST_VOIDS} starts were void. Open another one.")
        if self.is_first_version and self.phase == Phase.WAITING:
            raise Refused("This table was opened by an older server, whose deals could be bent. Open another one.")
        if self.phase != Phase.WAITING:
            raise Refused("The game has started, so the seats stay as they are.")

    def _check_start(self, start: int) -> None:
        if start != self.start:
            raise Refused(f"This is start {self.start} of the game, not start {start}.")

    def _check_playing(self) -> Sitting:
        if self.phase == Phase.OVER:
            raise Refused("The game is over.")
        if self.sitting is None:
            raise Refused("The game has not begun.")
        return self.sitting

    def _check_host(self, session: str) -> None:
        if session != self.opened.host:
            raise NotYours("Only whoever opened the table may do that.")

    def _seat_of_player(self, session: str) -> int:
        seat = self.seat_of(session)
        if seat is None:
            raise NotYours("You have no seat at this table.")
        return seat

    # --- the fold ----------------------------------------------------------------------------------------------------

    def _write(self, event: Event, at: int, time: int) -> None:
        """Write an event down. Nothing is changed if it cannot be applied."""
        entry = Entry(self.number + 1, at, time, event, self._message)
        self._apply(entry)
        self._fresh.append(entry)

    def _apply(self, entry: Entry) -> None:
        moment = self._fold(entry.event, entry)
        if moment is not None and self.recent and self.recent[-1].moment is not None:
            self.recent[-1].moment.forget_before()
        self.number = entry.number
        if entry.message and entry.message not in self._messages:
            self._messages.append(entry.message)
        self.recent.append(Recent(entry, moment))

    def _fold(self, event: Event, entry: Entry) -> Moment | None:
        match event:
            case ev.Dealt() | ev.Played():
                return self._fold_act(event, entry)
            case ev.Opened():
                self.opened = event
                self.chairs = [Chair(watch=new_watch(event.clock)) for _ in range(event.seats)]
                self.commitment = self._promise()
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
                self.ask = Ask(event.what, event.seat, frozenset({event.seat}))
            case ev.Agreed():
                if self.ask is not None:
                    self.ask = Ask(self.ask.what, self.ask.seat, self.ask.agreed | {event.seat})
            case ev.Declined() | ev.Lapsed():
                self.ask = None
            case ev.Paused():
                self.ask, self.paused_at = None, entry.at
                self._run_watches(entry.at)
            case ev.Resumed():
                if self.paused_at is not None:
                    self._paused_for += entry.at - self.paused_at
                self.paused_at = None
                self._run_watches(entry.at)
            case ev.Extended():
                self.ask = None
                for chair in self.chairs:
                    chair.watch.left += 1000 * event.seconds
            case ev.StoodIn():
                self.chairs[event.seat].stand_in = event.level
                self._run_watches(entry.at)
            case ev.Returned():
                self.chairs[event.seat].stand_in = ""
                self._run_watches(entry.at)
            case ev.Said():
                self.said.append(entry)
            case ev.Hinted():
                self.remarks[entry.number] = Remark(event.seat, "hint")
            case ev.Ended():
                self.phase, self.ask, self.ended = Phase.OVER, None, event
                self._run_watches(entry.at)
            case ev.Rematched():
                self.rematch = event.table
        return None

    def _empty(self, seat: int) -> None:
        self.chairs[seat] = Chair(watch=new_watch(self.opened.clock))

    def _void(self, event: ev.Voided) -> None:
        if event.secret:
            self.voids.append(VoidPart(event.secret, tuple(map(_seat_part, self.chairs))))
        self.phase = Phase.VOID if len(self.voids) >= MOST_VOIDS else Phase.WAITING
        self.voided += 1
        for seat in event.seats:
            self._empty(seat)
        for chair in self.chairs:
            chair.commitment = chair.nonce = ""
        self.commitment = self._promise()

    def _begin(self, entry: Entry) -> None:
        self.phase = Phase.PLAYING
        self.deal = self._new_deal()
        setting, self.deals = self.deal.settled(self.game, self.opened.seats, self.opened.options, self.opened.data)
        self.sitting = Sitting(setting)
        self._begun_at = entry.at
        self._views = views_of(self.sitting, self.listeners)
        self._changed = [entry.number] * self.opened.seats
        self._legal = [[] for _ in range(self.opened.seats)]

    def _fold_act(self, event: ev.Dealt | ev.Played, entry: Entry) -> Moment:
        assert self.sitting is not None
        moment = do(self.sitting, self._as_played(event, entry.at), self._views)
        self.numbers.append(entry.number)
        if isinstance(event, ev.Dealt):
            self.deals += 1
        else:
            after_action(self.chairs[event.seat].watch, self.opened.clock, entry.at)
            if event.id:
                self._done[event.seat, event.id] = entry.number
            if self.ask is not None and self.ask.what == "undo":
                self.ask = None
        self._views = moment.after
        self._note_what_changed(entry.number, moment.actor)
        self._run_watches(entry.at)
        return moment

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
        self._views = views_of(self.sitting, self.listeners)
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


def bot_name(seat: int) -> str:
    """Name the bot of a seat; that it is one, and of which level, is said beside its name."""
    return ("Ada", "Bela", "Cleo", "Dora", "Emil", "Faye", "Gus", "Hedy")[seat]


def _seat_part(chair: Chair) -> SeatPart:
    if not chair.is_person:
        return SeatPart(bot=True)
    return SeatPart(chair.commitment, chair.nonce or None)


def check_promise(promise: str) -> None:
    """Refuse what cannot be a commitment."""
    if len(hex_bytes(promise)) != NONCE:
        raise Refused("A commitment is a SHA-256 hash, 64 hexadecimal digits.")


def hex_bytes(text: str) -> bytes:
    """Read hexadecimal digits."""
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise Refused("That is not written in hexadecimal digits.") from None
