"""Thinking for servers on other machines: errands come over the bus, one for each process that is free.

What comes while all processes are busy is given back at once. An errand whose time is over, or after which a later one
of the same seat has come, is dropped: nobody waits for its answer any more.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import signal
import socket
from collections import Counter, OrderedDict
from collections.abc import Callable

from fairdeal import games
from fairdeal.bots import errands
from fairdeal.bots.borrowing import GRACE
from fairdeal.bots.errands import GROUP, OFFER_EVERY, OFFERS, JobErrand, WorkOffer, code_of, subject_for
from fairdeal.bots.pool import Bots, Job
from fairdeal.bots.preparing import Preparing, missing
from fairdeal.bus import Bus, Letter, Listening, shown
from fairdeal.engine import compiling
from fairdeal.errors import FairdealError

REMEMBERED = 4096  # seats whose last event is remembered
TOLD_EVERY = 60.0  # seconds between two lines about what was done

log = logging.getLogger(__name__)


class Lending:
    """The processes of this machine, for whoever sends errands over the bus."""

    def __init__(self, bus: Bus, bots: Bots, say: Callable[[str], None] = log.info) -> None:
        self.name = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(2)}"
        self._bus = bus
        self._bots = bots
        self._say = say
        self._codes: dict[str, str] = {}
        """The games that all processes here have loaded, and their sources."""
        self._ears: list[Listening] = []
        self._newest: OrderedDict[tuple[str, int], int] = OrderedDict()
        self._tasks: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._counts: Counter[str] = Counter()

    async def run(self, is_over: asyncio.Event) -> None:
        """Work until it is over, then finish what was taken."""
        loop = asyncio.get_running_loop()
        told_at, was_connected = loop.time(), False
        while not is_over.is_set():
            if self._bus.is_connected != was_connected:
                was_connected = self._bus.is_connected
                self._say("The bus is there." if was_connected else "The bus is gone; it is looked for.")
            await self._listen_for_what_is_warm()
            self._offer(self._bots.workers)
            if loop.time() - told_at > TOLD_EVERY:
                told_at = loop.time()
                self._say(self.summary())
            await _passed(is_over, OFFER_EVERY)
        self._offer(0)
        for ear in self._ears:
            ear.stop()
        if self._tasks:
            await asyncio.wait(self._tasks.values())
        self._say(self.summary())

    def summary(self) -> str:
        """Say what was done since this was last asked."""
        counts, self._counts = self._counts, Counter()
        return (
            f"{counts['done']} choices made; {counts['busy']} given back because all processes were busy, "
            f"{counts['late']} too late, {counts['failed']} failed."
        )

    async def _listen_for_what_is_warm(self) -> None:
        """Take errands of a game as soon as its compiled code is there."""
        for game in sorted(self._bots.warm - self._codes.keys()):
            if game in games.names():
                code = self._codes[game] = await asyncio.to_thread(code_of, game)
                self._ears.append(await self._bus.listen(subject_for(code), self._hear, GROUP))
                self._say(f"{games.find(game).title} is ready (source {code[:8]}).")

    def _offer(self, processes: int) -> None:
        self._bus.send(OFFERS, errands.encode(WorkOffer(self.name, processes, self._codes)))

    # --- errands ---

    def _hear(self, letter: Letter) -> None:
        errand = errands.read_errand(letter.data)
        if self._is_late(errand):
            self._counts["late"] += 1
            return
        seat = errand.table, errand.seat
        if seat in self._tasks:
            self._tasks[seat].cancel()  # of an earlier event, or sent again
        elif len(self._tasks) >= self._bots.workers:
            self._counts["busy"] += 1
            self._reply(letter.answer_to, "busy")
            return
        self._reply(letter.answer_to, "taken")
        task = self._tasks[seat] = asyncio.get_running_loop().create_task(self._work(errand, letter.answer_to))
        task.add_done_callback(lambda done: self._forget(seat, done))

    def _is_late(self, errand: JobErrand) -> bool:
        """Note the event of an errand; tell whether a later one was here before."""
        seat = errand.table, errand.seat
        newest = max(errand.number, self._newest.get(seat, 0))
        self._newest[seat] = newest
        self._newest.move_to_end(seat)
        if len(self._newest) > REMEMBERED:
            self._newest.popitem(last=False)
        return errand.number < newest

    async def _work(self, errand: JobErrand, answer_to: str) -> None:
        loop, milliseconds = asyncio.get_running_loop(), errand.milliseconds
        job = Job(
            table=errand.table,
            game=errand.game,
            view=errand.view,
            seat=errand.seat,
            level=errand.level,
            told=errand.told,
            is_advice=errand.is_advice,
            rank=errand.rank,
            ready=None if milliseconds is None else loop.time() + milliseconds / 1000,
            number=errand.number,
            seed=errand.seed,
        )
        try:
            async with asyncio.timeout(errand.seconds + GRACE):
                text = await self._bots.choose(job, lambda share: self._reply(answer_to, "less", repr(share)))
        except TimeoutError:
            self._counts["late"] += 1
        except FairdealError as error:
            self._counts["failed"] += 1
            self._reply(answer_to, "failed", str(error))
        else:
            self._counts["done"] += 1
            self._reply(answer_to, "done", text)

    def _forget(self, seat: tuple[str, int], done: asyncio.Task[None]) -> None:
        if self._tasks.get(seat) is done:
            del self._tasks[seat]

    def _reply(self, answer_to: str, kind: str, text: str = "") -> None:
        self._bus.send(answer_to, errands.encode((kind, self.name, text)))


async def lend(url: str, workers: int | None) -> None:
    """Work for the servers of a bus until Ctrl-C or SIGTERM; the whole of `fairdeal bots`."""
    is_over, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, is_over.set)
    bus, bots, preparing = Bus(url), Bots(workers), Preparing(missing())
    lending = Lending(bus, bots)
    log.info("%s thinks with %d processes for the servers at %s.", lending.name, bots.workers, shown(url))
    with compiling.left_to_others():
        preparing.start()
        try:
            await bus.start()
            await bots.start()
            await lending.run(is_over)
        finally:
            await bots.stop()
            await bus.stop()
            preparing.stop()


async def _passed(is_over: asyncio.Event, seconds: float) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await is_over.wait()
