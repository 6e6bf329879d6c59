"""Bots whose choices are made on other machines, as long as somebody there has a free process; else by the server.

An errand that nobody takes, or whose worker falls silent or is late, goes to another one, and at last to the server's
own processes: a bot is late by little, and a game never waits for a machine that is gone. An answer that comes after
that is dropped, since nobody waits for it any more.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

from fairdeal import games
from fairdeal.bots import errands
from fairdeal.bots.errands import OFFERS, JobErrand, Reply, WorkOffer, code_of, subject_for
from fairdeal.bots.pool import TRIES, Bots, Hear, Job, ignore
from fairdeal.bus import Bus, Letter
from fairdeal.errors import BotFailed

SILENT = 2.5  # seconds without an offer after which a worker counts as gone
TAKEN_WITHIN = 0.5  # seconds
GRACE = 1.0  # seconds beyond its time in which an errand may still be answered
LOOK_EVERY = 0.5  # seconds

log = logging.getLogger(__name__)


class NotDone(Exception):
    """Nobody has taken an errand, or who did is gone or late."""


@dataclass(eq=False)
class Lent:
    """An errand that is on its way."""

    hear: Hear
    taken: asyncio.Future[None]
    answer: asyncio.Future[str]
    worker: str = ""

    def fail(self, error: Exception) -> None:
        for waiting in (self.taken, self.answer):
            if not waiting.done():
                waiting.set_exception(error)
                waiting.exception()  # whoever waits for the other hears it there


@dataclass
class Lender:
    """Another machine that offers to work."""

    offer: WorkOffer
    heard_at: float
    games: frozenset[str] = field(default_factory=frozenset)
    """Those whose source is the same there."""


class Borrowed:
    """The workers of other machines that can be reached over the bus."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._answers = f"fairdeal.answers.{secrets.token_hex(8)}"
        self._away: dict[str, Lent] = {}
        self._lenders: dict[str, Lender] = {}
        self._sent = 0
        self._looking: asyncio.Task[None] | None = None

    @property
    def busy(self) -> int:
        return len(self._away)

    async def start(self) -> None:
        self._bus.when_lost.append(self._forget_all)
        await self._bus.listen(OFFERS, self._hear_offer)
        await self._bus.listen(f"{self._answers}.*", self._hear_reply)
        self._looking = asyncio.create_task(self._keep_looking())

    async def stop(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
        self._forget_all()

    def has_room(self, game: str) -> bool:
        """Tell whether there are more processes with the same source than errands of this server.

        Other servers use them too; then an errand comes back at once.
        """
        return self.busy < sum(lender.offer.processes for lender in self._lenders.values() if game in lender.games)

    async def choose(self, job: Job, hear: Hear) -> str:
        """Let another machine choose; raise NotDone if it does not."""
        loop = asyncio.get_running_loop()
        milliseconds = None if job.ready is None else max(0.0, 1000 * (job.ready - loop.time()))
        self._sent += 1
        name, away = str(self._sent), Lent(hear, loop.create_future(), loop.create_future())
        self._away[name] = away
        errand = JobErrand(
            job.table,
            job.game,
            job.view,
            job.told,
            job.seat,
            job.level,
            job.is_advice,
            job.rank,
            job.number,
            milliseconds,
            job.seed,
        )
        self._bus.send(subject_for(code_of(job.game)), errands.encode(errand), f"{self._answers}.{name}")
        try:
            async with asyncio.timeout(TAKEN_WITHIN):
                await away.taken
            async with asyncio.timeout(errand.seconds + GRACE):
                return await away.answer
        except TimeoutError:
            raise NotDone from None
        finally:
            del self._away[name]

    def _hear_reply(self, letter: Letter) -> None:
        away = self._away.get(letter.subject.rpartition(".")[2])
        if away is None or away.answer.done():
            return  # too late
        reply = errands.read_reply(letter.data) if letter.data else Reply("busy", "")  # nobody listens there
        if reply.kind == "busy":
            away.fail(NotDone())
            return
        away.worker = reply.worker
        if not away.taken.done():
            away.taken.set_result(None)
        match reply.kind:
            case "less":
                away.hear(float(reply.text))
            case "done":
                away.answer.set_result(reply.text)
            case "failed":
                away.fail(BotFailed(reply.text))

    # --- who is there ---

    def _hear_offer(self, letter: Letter) -> None:
        offer, now = errands.read_offer(letter.data), asyncio.get_running_loop().time()
        known = self._lenders.get(offer.worker)
        if known is not None and known.offer.codes == offer.codes:
            known.offer, known.heard_at = offer, now
            return
        alike = frozenset(name for name, code in offer.codes.items() if name in games.names() and code_of(name) == code)
        self._lenders[offer.worker] = Lender(offer, now, alike)
        if strange := sorted(offer.codes.keys() - alike):
            log.warning(
                "The worker %s has another version of %s, and gets nothing of that.", offer.worker, ", ".join(strange)
            )

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            now = asyncio.get_running_loop().time()
            gone = {name for name, lender in self._lenders.items() if now - lender.heard_at > SILENT}
            self._forget(gone)

    def _forget(self, gone: set[str]) -> None:
        """Whatever these were thinking about is to be sent again."""
        for name in gone:
            del self._lenders[name]
        for away in list(self._away.values()):
            if away.worker in gone:
                away.fail(NotDone())

    def _forget_all(self) -> None:
        self._forget(set(self._lenders))
        for away in list(self._away.values()):
            away.fail(NotDone())


class BorrowingBots(Bots):
    """Bots of all tables, with workers on other machines before those of this one."""

    def __init__(self, bus: Bus, workers: int | None = None, *, named: Mapping[str, Bots] | None = None) -> None:
        super().__init__(workers, named=named)
        self.elsewhere = Borrowed(bus)
        self._own_names = frozenset(named or ())

    @property
    def busy(self) -> int:
        return super().busy + self.elsewhere.busy

    async def start(self) -> None:
        await super().start()
        await self.elsewhere.start()

    async def stop(self) -> None:
        await self.elsewhere.stop()
        await super().stop()

    def renew(self) -> None:
        code_of.cache_clear()
        super().renew()

    async def choose(self, job: Job, hear: Hear = ignore) -> str:
        if job.level not in self._own_names:
            self.allowance(job, 0.0)  # raises what is wrong with it
            for _ in range(TRIES):
                if not self.elsewhere.has_room(job.game):
                    break
                try:
                    chosen = await self.elsewhere.choose(job, hear)
                except NotDone:
                    continue
                self.done += 1
                self.borrowed += 1
                return chosen
        return await super().choose(job, hear)
