"""What a move costs the event loop in a hub without sockets: `python -m bench.move [--tables N] [--profile]`.

Sockets and the store's thread, the rest of a move's way, are in `bench.server`. It is CPU time of the loop's thread,
less what the players here take to choose. `--profile` counts calls too.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import pstats
import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import cast

from bench.server.seats import SEATS, FairdealPlayer, Player
from fairdeal.bots.pool import Bots
from fairdeal.server.connection import Connection
from fairdeal.server.documents import OpenTable
from fairdeal.server.hub import Hub
from fairdeal.server.serving import freeze_memory, new_loop
from fairdeal.server.sqlite.store import SqliteStore
from fairdeal.server.store import SessionRow
from fairdeal.server.uptime import Uptime

WARM_UP = 2000  # moves
STRETCH = 300  # moves that are measured together: of many stretches the median is little disturbed by other processes


class Run:
    """Counts moves, and what the players take for theirs; whoever is to move at its end waits."""

    def __init__(self) -> None:
        self.moves = 0
        self.last = 0
        self.players = 0.0
        self.profile: cProfile.Profile | None = None
        """Of all that is not done by the players."""
        self.times: list[float] = []
        self.waiting: list[Player] = []
        self.ended = asyncio.Event()

    async def go_on(self, moves: int) -> list[float]:
        """Let so many moves be made, and give the seconds of one, by stretches."""
        self.last, self.times, waiting, self.waiting = self.moves + moves, [], self.waiting, []
        self.ended.clear()
        for player in waiting:
            player.play()
        await self.ended.wait()
        return [(after - before) / STRETCH for before, after in zip(self.times, self.times[1:], strict=False)]

    def turn(self, player: Player) -> None:
        self.moves += 1
        if self.moves % STRETCH == 0:
            self.times.append(time.thread_time() - self.players)
        if self.moves <= self.last:
            player.play()
        else:
            self.waiting.append(player)
            self.ended.set()

    def done(self, player: Player, seconds: float) -> None:
        """A move was acknowledged."""

    def failed(self, reason: str) -> None:
        raise AssertionError(reason)

    def over(self) -> None:
        """A table's game is over; the others go on."""


class Guest(FairdealPlayer):
    """Sits at a table of a hub in this very process."""

    def __init__(self, run: Run, rng: random.Random) -> None:
        super().__init__(run, rng, "", "")
        self._run = run
        self._slow: asyncio.Queue[bytes] = asyncio.Queue()

    async def sit(self, hub: Hub, table: str, session: SessionRow) -> None:
        self._connection = await hub.connect(table, session, self)
        self._task = asyncio.create_task(self._pass_on_slowly(self._connection))
        self.opened()

    def say(self, message: bytes) -> None:
        asyncio.get_running_loop().call_soon(self._pass_on, message)

    def _pass_on(self, message: bytes) -> None:
        if not self._connection.take(message):
            self._slow.put_nowait(message)

    async def _pass_on_slowly(self, connection: Connection) -> None:
        while True:
            await connection.receive(await self._slow.get())

    def send(self, data: bytes) -> None:
        began, profile = time.thread_time(), self._run.profile
        if profile is not None:
            profile.disable()
        self.heard(data)
        if profile is not None:
            profile.enable()
        self._run.players += time.thread_time() - began

    def close(self, code: int, reason: str) -> None:
        self._run.failed(reason)


async def open_table(hub: Hub, run: Run, rng: random.Random, number: int) -> None:
    sessions = [SessionRow(f"{number}.{seat}", f"Guest {seat}", 0, 0) for seat in range(SEATS)]
    name = await hub.open_table(sessions[0], OpenTable("caster", SEATS))
    for session in sessions:
        await Guest(run, rng).sit(hub, name, session)


async def measure(tables: int, moves: int, profile: cProfile.Profile | None) -> list[float]:
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "bench.sqlite")
        await store.start()
        hub, run, rng = Hub(store, cast(Bots, None), Uptime()), Run(), random.Random(1)
        await hub.start()
        for number in range(tables):
            await open_table(hub, run, rng, number)
        while len(run.waiting) < tables:
            await asyncio.sleep(0.05)
        await run.go_on(WARM_UP)
        freeze_memory()
        if profile is not None:
            run.profile = profile
            profile.enable()
        found = await run.go_on(moves)
        if profile is not None:
            run.profile = None
            profile.disable()
        await hub.stop()
        await store.stop()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.move", description="Measure what a move costs a hub.")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--moves", type=int, default=6000)
    parser.add_argument("--profile", action="store_true", help="print where the time goes, which makes it longer")
    asked = parser.parse_args()
    profile = cProfile.Profile() if asked.profile else None
    with asyncio.Runner(loop_factory=new_loop()) as runner:
        found = [1e6 * seconds for seconds in runner.run(measure(asked.tables, asked.moves, profile))]
    print(
        f"{statistics.median(found):.0f} µs of the event loop a move, {min(found):.0f} to {max(found):.0f} by stretches"
    )
    if profile is not None:
        native, python = calls_of(profile)
        print(f"{python / asked.moves:.0f} calls of Python functions a move, and {native / asked.moves:.0f} of C")
        pstats.Stats(profile).sort_stats("tottime").print_stats(40)


def calls_of(profile: cProfile.Profile) -> tuple[int, int]:
    """Count the calls of functions of C, and of others."""
    calls = [(isinstance(entry.code, str), entry.callcount) for entry in profile.getstats()]
    return sum(count for is_native, count in calls if is_native), sum(
        count for is_native, count in calls if not is_native
    )


if __name__ == "__main__":
    main()
