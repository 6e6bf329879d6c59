"""Telling everybody at a table what has happened, once it is stored."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from fairdeal.engine.kernel import SPECTATOR
from fairdeal.errors import Damaged
from fairdeal.language.messages import Message, say
from fairdeal.language.voice import HOUSE
from fairdeal.play import events as ev
from fairdeal.play.traces import Recent
from fairdeal.server import protocol as out
from fairdeal.server.asking import outcome_of
from fairdeal.server.drawing import table_doc
from fairdeal.server.efforts import Efforts
from fairdeal.server.ledger import Do, Ledger
from fairdeal.server.presence import Presence
from fairdeal.server.store import Moved
from fairdeal.server.tasks import Tasks
from fairdeal.server.teller import Common, Teller, said_of
from fairdeal.server.uptime import Uptime

SAID = 50  # percent of its usual work: a bot that had less plays noticeably worse
PRESENCE_EVERY = 0.25  # seconds: who comes and goes meanwhile is told in one message


class Broadcast:
    """Tells all connections of a table what they may know."""

    def __init__(self, ledger: Ledger, presence: Presence, teller: Teller, tasks: Tasks, uptime: Uptime) -> None:
        self.muted: dict[str, set[int]] = {}
        self.moves = 0
        self._ledger = ledger
        self._presence = presence
        self._teller = teller
        self._tasks = tasks
        self._uptime = uptime
        self._efforts = Efforts()
        self._told_at = 0.0
        """When all were last told how the table stands, by the loop's time."""
        self._waiting: asyncio.TimerHandle | None = None
        """What is to be told of who came and went."""

    def doc(self, language: str) -> out.TableDoc:
        """What everybody may know of the table now."""
        at, watching = self._uptime.now(), self._presence.watching()
        self._presence.note_missing(at)
        return table_doc(self._ledger.table, at, self._presence.company, watching, language, self._efforts)

    def tell_table(self, kind: str = "", seat: int | None = None, text: Message | str = "") -> None:
        """Tell everybody how the table stands."""
        self.forget_presence()
        self._told_at = asyncio.get_running_loop().time()
        self._tell_all(
            lambda language: out.TableTelling(self.doc(language), out.Kind(kind), seat, HOUSE.said(text, language))
        )

    def tell_effort(self, seat: int, share: float) -> None:
        """Tell of a bot that had less than its usual work: its seat shows it, and a sentence says it if it is much."""
        if not self._efforts.note(seat, share):
            return
        percent, player = self._efforts.of(seat) or 0, self._ledger.table.chairs[seat].name
        self.tell_table("", seat, say("bots.had_less", player=player, percent=percent) if percent <= SAID else "")

    def tell_closing(self, damage: Damaged) -> None:
        """Tell everybody that nothing more can be done here."""
        self._tell_all(lambda language: out.ErrorTelling(damage.said(language)))

    def _tell_all(self, message_in: Callable[[str], out.Telling]) -> None:
        """Send everybody the same, each in the own language."""
        told: dict[str, bytes] = {}
        for connection in self._presence.connections:
            language = connection.language
            if language not in told:
                told[language] = out.encode(message_in(language))
            connection.send(told[language])

    def tell_presence(self, do: Do) -> None:
        """Tell everybody who is here: at once, or soon if they have just been told something."""
        if self._waiting is not None or self._tasks.is_stopped:
            return

        async def tell() -> None:
            with contextlib.suppress(Damaged, Moved):  # all who are here are told that, or sent away
                await do(lambda table, now: self.tell_table())

        loop = asyncio.get_running_loop()
        self._waiting = loop.call_at(self._told_at + PRESENCE_EVERY, self._tasks.start, tell)

    def forget_presence(self) -> None:
        """Whoever came or went is told of with something else, or not at all."""
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def tell(self, news: list[Recent], at: int) -> None:
        """Tell what has just been stored."""
        kind: str = ""
        seat: int | None = None
        text: Message | str = ""
        for recent in news:
            match recent.entry.event:
                case ev.Dealt() | ev.Played():
                    self._tell_event(recent, at, recent is news[-1])
                    continue
                case ev.Undone() as undone:
                    self._tell_undone(recent.entry.number, undone)
                    self._tell_note(recent.entry.number)
                case ev.Said():
                    self._tell_said(recent.entry)
                    continue
                case ev.Hinted() | ev.Ended():
                    self._tell_note(recent.entry.number)
                case ev.Lapsed() as lapsed:  # by something that has a message of its own
                    self.tell_table("lapsed", lapsed.seat, outcome_of(lapsed, self._ledger.table.names()))
                    continue
                case ev.Joined() | ev.Claimed() | ev.Freed() | ev.Voided():
                    self._presence.follow_seats()
                case ev.Linked():
                    continue
            kind, seat = type(recent.entry.event).__name__.lower(), getattr(recent.entry.event, "seat", None)
            text = outcome_of(recent.entry.event, self._ledger.table.names())
        if not kind and self._ledger.table.is_by_clock:
            kind = self._due_by_clock(news)
        if kind:
            self.tell_table(kind, seat, text)

    def _due_by_clock(self, news: list[Recent]) -> str:
        """Real time: say what all have to know of the clock after these events, if anything."""
        if self._ledger.table.countdown_until() is not None:
            return "countdown"
        is_dealt = any(isinstance(recent.entry.event, ev.Dealt) for recent in news)
        return "limit" if is_dealt and self._ledger.table.ends_at() is not None else ""

    def _tell_event(self, recent: Recent, at: int, is_last: bool) -> None:
        self.moves += 1
        if not self._presence.connections:
            return
        common: dict[str, Common] = {}
        told: dict[tuple[int, str], bytes] = {}
        for connection in self._presence.connections:
            viewer, language = hearing = connection.viewer, connection.language
            if language not in common:
                common[language] = self._teller.common(recent, at, is_last, language)
            if hearing not in told:
                told[hearing] = self._teller.message_for(common[language], viewer)
            connection.send(told[hearing])

    def _tell_undone(self, number: int, undone: ev.Undone) -> None:
        for connection in self._presence.connections:
            told = self._teller.undone_for(number, undone, connection.viewer, connection.language)
            connection.send(out.encode(told))

    def _tell_said(self, entry: ev.Entry) -> None:
        said = said_of(entry)
        message = out.encode(said)
        for connection in self._presence.connections:
            if connection.viewer != SPECTATOR and said.seat not in self.muted_by(connection.session_id):
                connection.send(message)

    def _tell_note(self, number: int) -> None:
        for connection in self._presence.connections:
            note = self._teller.note(number, connection.language)
            if note is not None:
                connection.send(out.encode(note))

    def muted_by(self, session: str) -> set[int]:
        """The seats that a session does not want to hear."""
        return self.muted.get(session, set())
