"""Many tables for a long time: whatever a server keeps for them must not grow."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Coroutine, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fairdeal import games
from fairdeal.client import Client, ClientTable
from fairdeal.errors import Unwelcome
from tests.conformance import soak_page
from tests.server.players import guest, patiently
from tests.server.serverproc import ServerProcess, serving

Kind = tuple[str, int, Mapping[str, Any]]  # a game, its seats, its options

KINDS: list[Kind] = [(name, *games.subject(name).short_play(games.find(name))) for name in games.NAMES]
PEOPLE = 2
SETTLED = 1 / 6  # of the time, after which memory must be flat: ten minutes of an hour
GROWTH = 1.1  # times what it was then, at most
OF_A_PLAYER = 100_000  # bytes, at most: all that the server has more than when nobody plays, over all players
LOOK_EVERY = 10.0
ARRIVE_EVERY = 0.2  # seconds from one table's first people to the next table's
LONGEST_WAIT = 300.0  # seconds without a move, after which a game is said to stand still
SLOW_DOWN = 10  # times what the last answer took is waited for before the next move


@dataclass
class Evening:
    """Tables that are played one game after another, and how much memory the server had meanwhile."""

    server: ServerProcess
    seconds: float
    pause: float
    enough: int = 1_000_000
    """Games after which it is over, whatever the time."""
    longest_wait: float = LONGEST_WAIT
    games: int = 0
    moves: int = 0
    troubles: list[str] = field(default_factory=list)
    """Games that stood still."""
    memory: list[tuple[float, int]] = field(default_factory=list)
    began: float = field(default_factory=time.monotonic)

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self.began

    @property
    def is_over(self) -> bool:
        return self.elapsed >= self.seconds or self.games >= self.enough

    @property
    def settled(self) -> list[int]:
        """The bytes of memory that the server had at each look after the first sixth of the time."""
        return [size for at, size in self.memory if at >= SETTLED * self.seconds]

    async def watch(self) -> None:
        while not self.is_over:
            self.memory.append((self.elapsed, resident(self.server.pid)))
            print(*self.memory[-1], self.games, self.moves, flush=True)
            await asyncio.sleep(LOOK_EVERY)

    async def play_on(self, number: int) -> None:
        """Let two people play one game after another."""
        rng = Random(number)
        people = await two_guests(self.server, number)
        while not self.is_over:
            kind = KINDS[rng.randrange(len(KINDS))]
            try:
                await self.play_one(people, kind, rng)
            except (TimeoutError, Unwelcome) as error:
                self.troubles.append(f"{kind[0]} of guests {number}: {error!r}")
            else:
                self.games += not self.is_over  # or it was broken off

    async def play_one(self, people: list[Client], kind: Kind, rng: Random) -> None:
        game, seats, options = kind
        bots = dict.fromkeys(range(PEOPLE, seats), "random")
        table = await patiently(lambda: people[0].open(game, seats, bots, options=options))
        async with asyncio.timeout(self.longest_wait) as standstill, both_at(people, table) as tables:
            await until_one_ends(*(self.play(seat, rng, standstill) for seat in tables))

    async def play(self, table: ClientTable, rng: Random, standstill: asyncio.Timeout) -> None:
        """Move as people do, and the slower the slower the server is: the machine may have other work."""
        waited = 0.0
        while not self.is_over and (legal := await table.turn()):
            await asyncio.sleep(self.pause * (0.5 + rng.random()) + SLOW_DOWN * waited)
            sent = time.monotonic()
            await table.play(rng.choice(legal))
            waited = time.monotonic() - sent
            self.moves += 1
            standstill.reschedule(asyncio.get_running_loop().time() + self.longest_wait)


async def two_guests(server: ServerProcess, number: int) -> list[Client]:
    return [await guest(server.address, f"Guest {number}.{place}") for place in range(PEOPLE)]


@asynccontextmanager
async def both_at(people: list[Client], table: str) -> AsyncIterator[list[ClientTable]]:
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


async def arrive(evening: Evening, number: int) -> None:
    await asyncio.sleep(ARRIVE_EVERY * number)
    await evening.play_on(number)


async def play_each_game(server: ServerProcess) -> None:
    """Have the server load all that it needs once, however many play."""
    first = Evening(server, 1200.0, 0.0)
    people = await two_guests(server, -1)
    for kind in KINDS:
        await first.play_one(people, kind, Random(1))


async def spend(evening: Evening, tables: int) -> None:
    watching = asyncio.create_task(evening.watch())
    await asyncio.gather(*(arrive(evening, number) for number in range(tables)))
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with serving(tmp_path_factory.mktemp("long")) as server:
        yield server
        assert server.stop() == 0
    assert not server.failures()


def test_people_play_one_game_after_another_and_leave_when_it_is_enough(server: ServerProcess) -> None:
    evening = Evening(server, 600.0, 0.0, enough=3)
    asyncio.run(asyncio.wait_for(spend(evening, 2), 600))
    assert not server.failures()
    assert evening.games >= 3
    assert evening.memory


class Patient(Evening):
    """An evening that is over as soon as two games have stood still, however slow the machine is."""

    @property
    def is_over(self) -> bool:
        return len(self.troubles) > 1


def test_a_game_that_stands_still_is_told_and_ends_nothing_else(server: ServerProcess) -> None:
    evening = Patient(server, 600.0, 60.0, longest_wait=0.5)
    asyncio.run(asyncio.wait_for(spend(evening, 1), 300))
    assert evening.games == 0


def test_guests_agree_to_another_start_after_a_void(server: ServerProcess) -> None:
    one, other = asyncio.run(two_guests(server, 1))
    assert one.agrees(ClientTable(one, "table", True, None))
    assert other.agrees(ClientTable(other, "table", True, None))


@pytest.mark.parametrize("minutes", [2, 60])
def test_memory_counts_after_a_sixth_of_the_time(minutes: int, tmp_path: Path) -> None:
    looks = [(10.0 * minutes * sixths, sixths) for sixths in range(7)]
    evening = Evening(ServerProcess(tmp_path), 60.0 * minutes, 0.0, memory=looks)
    assert evening.settled == [1, 2, 3, 4, 5, 6]


@pytest.mark.soak
def test_soak_300_tables_for_an_hour(tmp_path: Path) -> None:
    tables, minutes = int(setting("TABLES", 300)), setting("MINUTES", 60)
    with serving(tmp_path, beat=500) as server:
        asyncio.run(play_each_game(server))
        before = resident(server.pid)
        evening = Evening(server, 60 * minutes, 2.0)
        asyncio.run(spend(evening, tables))
        assert server.stop() == 0
    settled = evening.settled
    print(evening.games, "games", evening.moves, "moves", *(size >> 20 for size in (before, *settled)))
    assert not server.failures()
    assert not evening.troubles
    assert max(settled) <= GROWTH * settled[0]
    each = (max(settled) - before) // (tables * PEOPLE)
    assert each < OF_A_PLAYER
    what = f"{tables} tables at a time" if minutes == 60 else f"{tables} tables at a time, {minutes:g} minutes"
    soak_page.note(what, evening.moves, "moves", evening.elapsed)
    soak_page.note(f"{what}: memory after a sixth of it", settled[0] >> 20, "MB", SETTLED * evening.seconds)
    soak_page.note(f"{what}: most memory after that", max(settled) >> 20, "MB", evening.seconds)
    soak_page.note(f"{what}: most memory of a player", each // 1000, "kB a player", evening.elapsed)


def setting(name: str, usual: float) -> float:
    return float(os.environ.get(f"FAIRDEAL_SOAK_{name}", usual))
