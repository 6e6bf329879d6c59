"""One game being played: its events so far, and the state that they fold to.

Pure: no clock, no file, no socket. Times come from whoever calls, random numbers too.
"""

from __future__ import annotations

import functools
import threading
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np

from fairdeal import games
from fairdeal.contract.game import Setting, has_turned_up, members, new_view, points_of, shares_of
from fairdeal.contract.rules import Numbers, State
from fairdeal.engine.chance import Rng, below
from fairdeal.engine.kernel import DEALER, NOBODY, SPECTATOR, blank, copy
from fairdeal.engine.plain import Plain, plain, plain_kind
from fairdeal.engine.playouts import DEALERS_TURN, NOW
from fairdeal.errors import Refused, Unreadable
from fairdeal.language.languages import DEFAULT
from fairdeal.language.messages import Message, say
from fairdeal.play import faults

MOST_TEXTS = 2**10  # of actions, that are remembered: all of most games, and of the coast those that were done lately


class Event(msgspec.Struct, frozen=True, gc=False):
    """What was done: by a seat, or by the dealer (seat None)."""

    seat: int | None
    action: str
    at: int | None = None
    legal: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Result:
    """How a game ended: the points of all seats, and the seats that won."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


SMALL = 2048  # bytes of all views of a game that are kept while nobody asks for them


class Snapshot:
    """The game as it stands, for everybody: who acts, what may be done, and what each viewer knows."""

    __slots__ = ("_as_bytes", "_kind", "_views", "actors", "legal", "members", "rests")

    def __init__(self, actors: int, legal: list[list[int]], kind: Any, as_bytes: bytes) -> None:
        self.actors = actors
        self.members = members(actors)
        self.legal = legal
        self._kind = kind
        self._as_bytes = as_bytes
        self._views: dict[int, Plain] = {}
        self.rests = False
        """It knows the views no more."""

    @property
    def views(self) -> Mapping[int, Plain]:
        """What every seat, and last SPECTATOR, knows, plain."""
        if not self._views:
            size, kind, as_bytes = self._kind.dtype.itemsize, self._kind, self._as_bytes
            known = [kind(as_bytes[place : place + size]) for place in range(0, len(as_bytes), size)]
            self._views = dict(zip((*range(len(known) - 1), SPECTATOR), known, strict=True))
        return self._views

    def view(self, viewer: int) -> Plain:
        """Give what a seat, or SPECTATOR, knows, plain."""
        return self.views[viewer]

    def rest(self) -> None:
        """Let go of the views; small ones stay as bytes, so that the rules need not be asked before the next act."""
        self._views = {}
        if len(self._as_bytes) > SMALL:
            self._as_bytes, self.rests = b"", True


class Slate:
    """What the rules write to when they are asked; whoever asks reads it at once, so one is enough for all tables."""

    def __init__(self, rules: Any, seats: int) -> None:
        self.views = blank(rules.STATE, seats + 1)
        self.legal = np.zeros((seats, rules.MOST_LEGAL), np.int32)
        self.counts = np.zeros(seats, np.int64)
        self.heard = np.zeros(seats + 1, np.int32)


class _Thread(threading.local):
    """The slates of a thread, by rules and seats."""

    def __init__(self) -> None:
        self.slates: dict[tuple[Any, int], Slate] = {}


_thread = _Thread()


class Sitting:
    """A game being played. With `keep_legal` every event of a seat keeps the texts of all it could have done."""

    def __init__(self, setting: Setting, keep_legal: bool = False) -> None:
        self.setting = setting
        self.game = setting.game
        self.keep_legal = keep_legal
        self._rules = setting.game.rules
        self._words: Any = setting.game.words  # as what can be hashed
        self._playouts: Any = setting.game.generic("fairdeal.engine.playouts")
        self._acting: Any = setting.game.generic("fairdeal.engine.acting")
        self._kind = plain_kind(self._rules.STATE)
        self._is_outside = games.package(self.game.name) is not None
        self._untold = [NOBODY] * (setting.seats + 1)
        self._begin()

    def _begin(self) -> None:
        self._states = blank(self._rules.STATE)
        self.state: State = self._states[0]
        copy(self.setting.new_state(), self.state)
        self._snapshot: Snapshot | None = None
        self.events: list[Event] = []
        self._taught: list[bool] = []
        self._told = array("i")  # of each event who acted, and what each seat, and last a spectator, was told
        self._clock: Numbers = np.zeros(2, np.int64)

    # --- questions ---

    @property
    def actors(self) -> list[int]:
        """Who may act, ascending, DEALER last; nobody when the game is over."""
        return (self._snapshot or self.snapshot).members

    @property
    def is_over(self) -> bool:
        return not (self._snapshot or self.snapshot).actors

    @property
    def snapshot(self) -> Snapshot:
        """Ask the rules once for all that everybody has to know of this moment."""
        if self._snapshot is None or self._snapshot.rests:
            slate = self._slate()
            written = slate.views, slate.legal, slate.counts
            actors = self._ask(self._acting.snapshot, self._states, self.setting.seats, *written)
            counts = slate.counts.tolist()
            legal = [slate.legal[seat, :count].tolist() if count else [] for seat, count in enumerate(counts)]
            if self._is_outside:
                faults.check_moment(self.game, self.setting.seats, int(actors), legal, len(self.events))
            self._snapshot = Snapshot(actors, legal, self._kind, slate.views.tobytes())
        return self._snapshot

    @property
    def views(self) -> Mapping[int, Plain]:
        """What every seat, and last SPECTATOR, knows now, plain."""
        return self.snapshot.views

    def _ask(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Ask the rules; whatever those of a game from outside raise is said of that game."""
        return faults.ask(self.game, function, *arguments) if self._is_outside else function(*arguments)

    def rest(self) -> None:
        """Let go of the views: the rules give them again at once."""
        if self._snapshot is not None:
            self._snapshot.rest()

    def _slate(self) -> Slate:
        slates, kind = _thread.slates, (self._rules, self.setting.seats)
        return slates.get(kind) or slates.setdefault(kind, Slate(*kind))

    @property
    def now(self) -> int:
        """The time of the last event that has one."""
        return int(self._clock[NOW])

    @property
    def clock(self) -> Numbers:
        """What time it is, and when the dealer last became an actor, as play-outs read it."""
        return self._clock.copy()

    @property
    def dealers_time(self) -> int | None:
        """Real time: when a dealer who is not awaited acts; None if there is no such dealer, or it waits for ever."""
        rules = self.game.real_time
        if rules is None or DEALER not in self.actors or self.actors == [DEALER]:
            return None
        patience = int(rules.patience(self.state))
        return None if patience < 0 else int(self._clock[DEALERS_TURN]) + patience

    @property
    def countdown_ends(self) -> int | None:
        """Real time: when a dealer who is awaited acts at a table of people; None when no such dealer is."""
        rules = self.game.real_time
        if rules is None or self.actors != [DEALER]:
            return None
        return int(self._clock[DEALERS_TURN]) + int(rules.patience(self.state))

    def legal(self, seat: int) -> list[int]:
        """List a seat's legal actions, ascending; none for a seat that is no actor."""
        return (self._snapshot or self.snapshot).legal[seat] if 0 <= seat < self.setting.seats else []

    def legal_texts(self, seat: int) -> list[str]:
        """List their texts, sorted by code point."""
        return self._texts(self.legal(seat))

    def _texts(self, actions: list[int]) -> list[str]:
        return sorted(text_of(self._words, action) for action in actions)

    def view(self, seat: int) -> State:
        """Give the state as a seat, or SPECTATOR, knows it."""
        return new_view(self.game, self.state, seat)

    def told(self, seat: int) -> Numbers:
        """Give all that a seat, or SPECTATOR, was told: rows of who acted and what; (DEALER, NOBODY) for chance."""
        rows = np.array(self._told, np.int32).reshape(-1, self.setting.seats + 2)
        return np.ascontiguousarray(rows[:, [0, seat + 1 if seat != SPECTATOR else -1]])

    def why_not(self, seat: int, action: int, language: str = DEFAULT) -> str | None:
        """Say why a seat may not do something now; None when it may."""
        refusal = self.refusal(seat, action)
        return None if refusal is None else refusal.said(language)

    def refusal(self, seat: int, action: int) -> Refused | None:
        """Give the refusal that a seat gets for an action now; None when it may."""
        if not 0 <= seat < self.setting.seats:
            return Refused(say("table.no_such_seat", seat=seat + 1, seats=self.setting.seats))
        message = self.game.words.why_not(plain(self.view(seat)), seat, action)
        return None if message is None else Refused(message, self.setting.catalogue(seat))

    def why_no_pick(self, seat: int, picks: Sequence[str]) -> list[Message]:
        """Say why a seat may do nothing that it can mean by picks, each reason once; none where it may."""
        if self.game.meant is None:
            return []
        view, reasons = plain(self.view(seat)), dict[Message, None]()
        for action in self.game.meant(view, seat, picks):
            message = self.game.words.why_not(view, seat, action)
            if message is None:
                return []
            reasons[message] = None
        return list(reasons)

    def result(self) -> Result:
        """Give the points and the winners of a game that is over."""
        if not self.is_over:
            raise Refused(say("sitting.no_result"))
        shares = shares_of(self.game, self.state)
        return Result(tuple(points_of(self.game, self.state)), tuple(n for n, share in enumerate(shares) if share > 0))

    # --- the dealer ---

    def deal(self, rng: Rng, at: int | None = None) -> None:
        """Draw the chance that is due and carry it out."""
        self._check_dealer(at)
        self._draw(rng, at)

    def deal_text(self, text: str, at: int | None = None) -> None:
        """Carry out chance as it is written down."""
        self._check_dealer(at)
        outcome = self.game.words.outcome(self.state, text)
        check_spelling(text, self.game.words.outcome_text(self.state, outcome))
        self._deal(outcome, text, at)

    def _check_dealer(self, at: int | None) -> None:
        self._check_running()
        if DEALER not in self.actors:
            raise Refused(say("sitting.no_chance", actors=seats_text(self.actors)))
        self._check_time(at)
        due = self.dealers_time
        if due is not None and at is not None and at < due:
            raise Refused(say("sitting.dealer_early", due=due, at=at))
        if due is None and self.actors != [DEALER]:
            raise Refused(say("sitting.dealer_waits"))

    def drawn_text(self, rng: Rng) -> str:
        """Draw the chance that is due and only say it."""
        return self.game.words.outcome_text(self.state, self._drawn(rng))

    def _drawn(self, rng: Rng) -> Numbers:
        outcome = np.zeros(self._rules.MOST_OUTCOME, np.int16)
        return outcome[: self._ask(self._rules.draw, self.state, rng, outcome)]

    def _draw(self, rng: Rng, at: int | None) -> None:
        outcome = self._drawn(rng)
        self._deal(outcome, self.game.words.outcome_text(self.state, outcome), at)

    def _deal(self, outcome: Numbers, text: str, at: int | None) -> None:
        self._ask(self._rules.deal, self.state, outcome)
        self._snapshot = None
        self._told.extend([DEALER, *self._untold])
        self._write(Event(None, text, at), True)
        self._clock[DEALERS_TURN] = self._clock[NOW]

    # --- the seats ---

    def play(self, seat: int, action: str | int, at: int | None = None) -> None:
        """Let a seat act, by the action's text or number. Raise Unreadable or Refused with the game's own reason."""
        number = self._number(action)
        self._play(seat, number, at, self._legal_if_allowed(seat, number, at))

    def play_and_tell(self, seat: int, action: str | int, at: int | None, viewers: Iterable[int]) -> dict[int, int]:
        """Let a seat act, and give the action as each viewer is told of it."""
        number = self._number(action)
        legal = self._legal_if_allowed(seat, number, at)
        told = self._play(seat, number, at, legal)
        return {viewer: told[viewer if viewer != SPECTATOR else -1] for viewer in viewers}

    def _legal_if_allowed(self, seat: int, action: int, at: int | None) -> list[int]:
        self._check_running()
        self._check_time(at)
        legal = self.legal(seat)
        if action not in legal:
            raise self.refusal(seat, action) or Refused(say("sitting.not_now", seat=seat + 1))
        return legal

    def _number(self, action: str | int) -> int:
        if isinstance(action, str):
            return number_of(self._words, action)
        if not 0 <= action < self._rules.ACTIONS:
            raise Unreadable(say("sitting.no_action", action=action, last=self._rules.ACTIONS - 1))
        return action

    def _play(self, seat: int, action: int, at: int | None, legal: list[int]) -> list[int]:
        """Let a seat do what it may, and give what each seat, and last a spectator, is told."""
        dealer_waits, heard = DEALER in self.actors, self._slate().heard
        taught = self._ask(self._acting.act, self._states, self.setting.seats, seat, action, heard)
        told: list[int] = heard.tolist()
        self._snapshot = None
        self._told.extend([seat, *told])
        texts = tuple(self._texts(legal)) if self.keep_legal else None
        self._write(Event(seat, text_of(self._words, action), at, texts), taught)
        if not dealer_waits:
            self._clock[DEALERS_TURN] = self._clock[NOW]
        return told

    def play_at_random(self, seat: int, rng: Rng, at: int | None = None) -> None:
        """Let a seat do any of its legal actions."""
        self._check_running()
        self._check_time(at)
        legal = self.legal(seat)
        if not legal:
            raise Refused(say("sitting.seat_idle", seat=seat + 1))
        self._play(seat, legal[below(rng, len(legal))], at, legal)

    def next_actor(self, rng: Rng, since: int = 0) -> tuple[int, int]:
        """Who acts next if all play at random and nobody acts before `since`; and when, in a real-time game."""
        clock = self._clock.copy()
        clock[NOW] = max(self.now, since)
        return int(self._playouts.next_actor(self.state, rng, clock)), int(clock[NOW])

    def random_step(self, rng: Rng) -> None:
        """Let whoever comes next act at random: the very act that native random play does with this generator."""
        self._check_running()
        who, time = self.next_actor(rng)
        at = time if self._rules.REAL_TIME else None
        if who == DEALER:
            self._draw(rng, at)
        else:
            self.play_at_random(who, rng, at)

    # --- checks ---

    def _check_running(self) -> None:
        if self.is_over:
            raise Refused(say("table.over"))

    def _check_time(self, at: int | None) -> None:
        if at is None:
            if self._rules.REAL_TIME:
                raise Refused(say("sitting.needs_time"))
            return
        if type(at) is not int or at < 0:
            raise Refused(say("sitting.no_time", at=at))
        if not self.events and at:
            raise Refused(say("sitting.first_time", at=at))
        if at < self._clock[NOW]:
            raise Refused(say("sitting.backwards", at=at, now=self.now))

    def _write(self, event: Event, taught: bool) -> None:
        self.events.append(event)
        self._taught.append(taught)
        if event.at is not None:
            self._clock[NOW] = event.at

    # --- undo ---

    def can_undo(self, seat: int) -> bool:
        """Tell whether a seat's latest action can be taken back, by consent at least; never across chance."""
        place = self._latest(seat)
        return place is not None and not self.is_over and all(event.seat is not None for event in self.events[place:])

    def undo_is_free(self, seat: int) -> bool:
        """Tell whether that needs nobody's consent: nobody learned anything, and no other seat has acted since."""
        return bool(self.events) and self.events[-1].seat == seat and not self._taught[-1] and not self.is_over

    def undo_hides(self, seat: int) -> bool:
        """Tell whether that would turn down again what somebody's action has turned up since then."""
        place = self._latest(seat)
        past = Sitting(self.setting)
        for event in self.events[:place]:
            past.redo(event)
        return any(past._turns_up(event) for event in self.events[place:])

    def _turns_up(self, event: Event) -> bool:
        """Do what an event says, and tell whether that turned anything up."""
        before = blank(self._rules.STATE)[0]
        copy(self.state, before)
        self.redo(event)
        if event.seat is None:
            return True
        return has_turned_up(self._rules, before, self.state, event.seat, self._number(event.action))

    def undo(self, seat: int) -> None:
        """Take back a seat's latest action, and whatever the others did after it: none of it leaves an event."""
        place = self._latest(seat)
        if place is None:
            raise Refused(say("sitting.nothing_to_undo"))
        if not self.can_undo(seat):
            raise Refused(say("sitting.undo_over" if self.is_over else "sitting.undo_chance"))
        kept = self.events[:place]
        self._begin()
        for event in kept:
            self.redo(event)

    def _latest(self, seat: int) -> int | None:
        return next((n for n in reversed(range(len(self.events))) if self.events[n].seat == seat), None)

    def redo(self, event: Event) -> None:
        """Do what an event says."""
        if event.seat is None:
            self.deal_text(event.action, event.at)
        else:
            self.play(event.seat, event.action, event.at)


@functools.lru_cache(MOST_TEXTS)
def number_of(words: Any, text: str) -> int:
    """Read an action, which must be written as the game writes it."""
    number: int = words.action(text)
    check_spelling(text, words.text(number))
    return number


@functools.lru_cache(MOST_TEXTS)
def text_of(words: Any, action: int) -> str:
    """Write an action."""
    text: str = words.text(action)
    return text


def check_spelling(text: str, proper: str) -> None:
    if text != proper:
        raise Unreadable(say("sitting.properly", text=text, proper=proper))


def seats_text(actors: list[int]) -> Message:
    """Name seats as people count them: `seat 2`, `seats 1, 3`."""
    seats = [actor + 1 for actor in actors if actor != DEALER]
    return say("sitting.seats", count=len(seats), seats=seats)
