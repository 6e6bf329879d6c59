"""Many tables for a long time: whatever a server keeps for them must not grow."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fairdeal.client import Client, Table
from tests.conformance import soak_page
from tests.server.players import guest, patiently
from tests.server.serverproc import ServerProcess, serving

KINDS: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("caster", 4, {"rounds": 1}),
    ("cryptruck", 3, {"rounds": 1}),
    ("traders", 2, {}),
    ("battle", 2, {}),
    ("coast", 2, {"countdown": 0}),
)
PEOPLE = 2
SETTLED = 600.0  # seconds after which memory must be flat
GROWTH = 1.1  # times what it was then, at most
LOOK_EVERY = 10.0


@dataclass
class Evening:
    """Tables that are played one game after another, and how much memory the server had meanwhile."""

    server: ServerProcess
    seconds: float
    pause: float
    enough: int = 1_000_000
    """Games after which it is over, whatever the time."""
    games: int = 0
    moves: int = 0
    memory: list[tuple[float, int]] = field(default_factory=list)
    began: float = field(default_factory=time.monotonic)

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self.began

    @property
    def is_over(self) -> bool:
        return self.elapsed >= self.seconds or self.games >= self.enough

    async def watch(self) -> None:
        while not self.is_over:
            self.memory.append((self.elapsed, resident(self.server.pid)))
            print(*self.memory[-1], self.games, self.moves, flush=True)
            await asyncio.sleep(LOOK_EVERY)

    async def play_on(self, number: int) -> None:
        """Let two people play one game after another."""
        rng = Random(number)
        people = [await guest(self.server.address, f"Guest {number}.{place}") for place in range(PEOPLE)]
        await asyncio.sleep(self.pause * rng.random())
        while not self.is_over:
            game, seats, options = KINDS[rng.randrange(len(KINDS))]
            bots = dict.fromkeys(range(PEOPLE, seats), "random")
            opening = people[0].open(game, seats, bots, options=options)
            table = await patiently(lambda opening=opening: opening)  # type: ignore[misc]
            async with both_at(people, table) as tables:
                await until_one_ends(*(self.play(seat, rng) for seat in tables))
            self.games += 1

    async def play(self, table: Table, rng: Random) -> None:
        while not self.is_over and (legal := await table.turn()):
            await asyncio.sleep(self.pause * (0.5 + rng.random()))
            await table.play(rng.choice(legal))
            self.moves += 1


@asynccontextmanager
async def both_at(people: list[Client], table: str) -> AsyncIterator[list[Table]]:
    tables = [await person.sit(table) for person in people]
    try:
        yield tables
    finally:
        for each in tables:
            await each.close()


async def until_one_ends(*plays: Coroutine[Any, Any, None]) -> None:
    """Play until somebody stops: whoever waits for the turn after that would wait for ever."""
    tasks = [asyncio.create_task(play) for play in plays]
    ended, waiting = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    await asyncio.gather(*ended)


def resident(process: int) -> int:
    """The bytes of memory that a process has."""
    return int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def spend(evening: Evening, tables: int) -> None:
    watching = asyncio.create_task(evening.watch())
    await asyncio.gather(*(evening.play_on(number) for number in range(tables)))
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)


def test_people_play_one_game_after_another(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        evening = Evening(server, 600.0, 0.0, enough=2)
        asyncio.run(spend(evening, 2))
        assert server.stop() == 0
    assert not server.failures()
    assert evening.games >= 2
    assert evening.memory


def test_the_evening_ends_although_games_go_on(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        evening = Evening(server, 600.0, 0.05, enough=1)
        asyncio.run(asyncio.wait_for(spend(evening, 6), 120))
        assert server.stop() == 0
    assert not server.failures()


@pytest.mark.soak
def test_soak_300_tables_for_an_hour(tmp_path: Path) -> None:
    with serving(tmp_path, beat=500) as server:
        evening = Evening(server, 60 * float(os.environ.get("FAIRDEAL_SOAK_MINUTES", "60")), 2.0)
        asyncio.run(spend(evening, 300))
        assert server.stop() == 0
    assert not server.failures()
    settled = [size for at, size in evening.memory if at >= SETTLED]
    print(evening.games, "games", evening.moves, "moves", [size >> 20 for size in settled])
    assert max(settled) <= GROWTH * settled[0]
    soak_page.note("300 tables at a time", evening.moves, "moves", evening.elapsed)
    soak_page.note("300 tables at a time: memory after ten minutes", settled[0] >> 20, "MB", SETTLED)
    soak_page.note("300 tables at a time: most memory after that", max(settled) >> 20, "MB", evening.elapsed)
