"""The load generator, a process of its own, which `sides` starts: SIDE PORT TABLES WARM_UP SECONDS INTERVAL.

It prints a line of JSON for each stage: `first` when one table plays, `ready` when all are seated, `begin` and `end` of
the time that counts, and `found` with what was measured.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import random
import resource
import time
from dataclasses import dataclass, field
from typing import Any

import msgspec
import uvloop

from bench.server.seats import SEATS, SIDES, Player

AT_ONCE = 16  # tables that sit down at the same time
PATIENCE = 60.0  # seconds for a table to begin


class Found(msgspec.Struct, frozen=True):
    """What a run has measured, all in the time that counts."""

    moves: int
    seconds: float
    p50: float
    p99: float
    longest: float
    received: int
    """Bytes, by all players."""
    sent: int
    late: int
    """Moves that were due before the one before them was known."""
    over: int
    """Tables whose game has ended."""
    cpu: float
    """Seconds of the generator itself."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line that the generator prints."""

    stage: str
    found: Found | None = None


@dataclass(eq=False)
class Load:
    """All tables, and what they have done so far."""

    interval: float
    """Seconds from one move of a table to its next; 0: as fast as answers come."""
    is_playing: bool = False
    is_counting: bool = False
    seconds: list[float] = field(default_factory=list)
    late: int = 0
    over: int = 0
    failures: list[str] = field(default_factory=list)


class Seated:
    """A table: four players, of whom one is to move."""

    def __init__(self, load: Load) -> None:
        self._load = load
        self._mover: Player | None = None
        self._is_due = False
        self._is_over = False
        self.players: list[Player] = []
        self.begun = asyncio.Event()

    def turn(self, player: Player) -> None:
        self._mover = player
        self.begun.set()
        if self._is_due or (self._load.is_playing and not self._load.interval):
            self.move()

    def move(self) -> None:
        """Let the player whose turn it is move, or the next one as soon as it is known."""
        if self._mover is None:
            self._load.late += self._load.is_counting and not self._is_over
            self._is_due = not self._is_over
            return
        player, self._mover, self._is_due = self._mover, None, False
        player.play()

    def done(self, player: Player, seconds: float) -> None:
        if self._load.is_counting:
            self._load.seconds.append(seconds)

    def failed(self, reason: str) -> None:
        self._load.failures.append(reason)

    def over(self) -> None:
        self._load.over += not self._is_over
        self._is_over = True

    async def keep_moving(self, first: float) -> None:
        """Move at fixed times, whatever the server does."""
        loop, interval = asyncio.get_running_loop(), self._load.interval
        due = loop.time() + first
        while not self._is_over:
            await asyncio.sleep(due - loop.time())
            if not self._load.is_playing:
                return
            self.move()
            due += interval


async def sit_down(side: str, port: int, load: Load, number: int) -> Seated:
    """Let four players sit down at a new table, and wait until it has begun."""
    table = Seated(load)
    table.players = await SIDES[side](port, table, random.Random(number))
    waiting: asyncio.Future[Any] = asyncio.gather(
        table.begun.wait(), *(player.seated.wait() for player in table.players)
    )
    ends: list[asyncio.Future[Any]] = [player.lost for player in table.players]
    done, _ = await asyncio.wait([waiting, *ends], timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
    if waiting not in done:
        raise TimeoutError(f"Table {number} has not begun: {[end.exception() for end in ends if end.done()]}.")
    return table


async def fill(side: str, port: int, load: Load, count: int) -> list[Seated]:
    """Fill many tables, a few at a time."""
    turnstile = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> Seated:
        async with turnstile:
            return await sit_down(side, port, load, number)

    return list(await asyncio.gather(*(one(number) for number in range(count))))


def tell(stage: str, found: Found | None = None) -> None:
    print(msgspec.json.encode(Line(stage, found)).decode(), flush=True)


async def run(side: str, port: int, tables: int, warm_up: float, seconds: float, interval: float) -> None:
    """Fill the tables and play; only what happens after the warm-up counts."""
    load = Load(interval)
    first = await fill(side, port, load, 1)
    tell("first")
    seated = first + await fill(side, port, load, tables - 1)
    gc.collect()
    gc.freeze()
    tell("ready")
    load.is_playing = True
    movers = start(seated, interval)
    await asyncio.sleep(warm_up)
    await counted(load, seated, seconds)
    load.is_playing = False
    for mover in movers:
        mover.cancel()
    check(load, seated)


def start(seated: list[Seated], interval: float) -> list[asyncio.Task[None]]:
    if not interval:
        for table in seated:
            table.move()
        return []
    rng = random.Random("pace")
    return [asyncio.create_task(table.keep_moving(rng.random() * interval)) for table in seated]


async def counted(load: Load, seated: list[Seated], seconds: float) -> None:
    """Measure for so many seconds, and tell what was found."""
    received, sent = bytes_of(seated)
    cpu, began = cpu_seconds(), time.perf_counter()
    tell("begin")
    load.is_counting = True
    await asyncio.sleep(seconds)
    load.is_counting = False
    tell("end")
    passed, worked = time.perf_counter() - began, cpu_seconds() - cpu
    received, sent = (after - before for before, after in zip((received, sent), bytes_of(seated), strict=True))
    times = sorted(load.seconds) or [0.0]
    tell(
        "found",
        Found(
            moves=len(load.seconds),
            seconds=passed,
            p50=times[len(times) // 2],
            p99=times[len(times) * 99 // 100],
            longest=times[-1],
            received=received,
            sent=sent,
            late=load.late,
            over=load.over,
            cpu=worked,
        ),
    )


def bytes_of(seated: list[Seated]) -> tuple[int, int]:
    players = [player for table in seated for player in table.players]
    return sum(player.received for player in players), sum(player.sent for player in players)


def cpu_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def check(load: Load, seated: list[Seated]) -> None:
    """A run in which anything was refused or lost has measured something else."""
    lost = [player.lost.exception() for table in seated for player in table.players if player.lost.done()]
    if load.failures or lost:
        raise SystemExit(f"{len(load.failures)} refused, {len(lost)} lost; the first: {(load.failures or lost)[0]}")
    if len(seated) == load.over:
        raise SystemExit("All games have ended: more tables are needed, or less time.")


def allow_files(count: int) -> None:
    """Let this process, and whatever it starts, have that many sockets, as far as the system lets us."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(count, hard), hard))


def main(arguments: list[str]) -> None:
    side, port, tables, warm_up, seconds, interval = arguments
    allow_files(SEATS * int(tables) + 100)
    with contextlib.suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run(side, int(port), int(tables), float(warm_up), float(seconds), float(interval)))
