"""Hints: what a bot would do on a player's seat, one at a time, and everybody is told that it was asked."""

from __future__ import annotations

import asyncio
from dataclasses import asdict

from fairdeal.bots.hints import hints
from fairdeal.bots.pool import Bots, Job
from fairdeal.errors import Refused
from fairdeal.language.messages import say
from fairdeal.play.commands import talk
from fairdeal.server import protocol as out
from fairdeal.server.ledger import Do, Ledger
from fairdeal.server.teller import Teller
from fairdeal.structs import converter

BUSY = 0.25  # effort of the bots below which they give no hints
_hint_doc = converter(out.HintDoc)


class Adviser:
    """Gives hints at one table."""

    def __init__(self, ledger: Ledger, teller: Teller, bots: Bots) -> None:
        self._ledger = ledger
        self._teller = teller
        self._bots = bots
        self._advised: set[int] = set()  # seats whose hints are being made

    async def allow(self, do: Do, session: str) -> int:
        """Give the seat that may have a hint now; one at a time, and none while bots are late."""
        seat: int = await do(lambda table, now: talk.check_hint(table, session, now))
        if seat in self._advised:
            raise Refused(say("server.hint_running"))
        if self._bots.effort < BUSY:
            raise Refused(say("server.bots_busy"))
        return seat

    async def advise(self, do: Do, session: str, name: str, seat: int, language: str) -> out.AdviceTelling:
        """Let a worker say what a seat had best do; that it was told so is stored, and told to all, before it is."""
        self._advised.add(seat)
        try:
            return await self._advise(do, session, name, seat, language)
        finally:
            self._advised.discard(seat)

    async def _advise(self, do: Do, session: str, name: str, seat: int, language: str) -> out.AdviceTelling:
        table = self._ledger.table
        number, view = table.number, table.view(seat)
        level = table.game.adviser.name
        job = Job(table.id, table.opened.game, view.as_bytes, seat, level, table.told(seat).tobytes(), number=number)
        estimates = await self._bots.judge(job)
        catalogue = self._teller.artist(language).catalogue(seat)
        found = await asyncio.to_thread(hints, table.game, view, seat, estimates, catalogue)
        await do(lambda table, now: talk.take_hint(table, session, number, now))
        docs = tuple(_hint_doc(asdict(hint)) for hint in found)
        return out.AdviceTelling(name, number, level, docs)
