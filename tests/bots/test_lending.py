"""Bots on other machines: who has the same source may think, and whatever becomes of them, every turn is chosen."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from fairdeal import games
from fairdeal.bots import borrowing
from fairdeal.bots.borrowing import Borrowed, BorrowingBots, NotDone
from fairdeal.bots.choices import first_choice
from fairdeal.bots.errands import code_of
from fairdeal.bots.lending import Lending
from fairdeal.bots.pool import Bots, Hear, Job, ignore
from fairdeal.bus import Bus, check_address
from fairdeal.contract.game import list_legal
from fairdeal.errors import BadOption, BotFailed
from tools.engines import BusServer

LONG = 300.0  # seconds that nothing here takes on a busy machine
GAME = "caster"  # the first that a worker loads


PROMPT = {name: getattr(borrowing, name) for name in ("TAKEN_WITHIN", "GRACE")}


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be late by a busy machine alone."""
    for name in PROMPT:
        monkeypatch.setattr(borrowing, name, 30.0)


def run(main: Coroutine[Any, Any, None]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(LONG):
            await main

    asyncio.run(limited())


async def until(condition: Callable[[], object]) -> None:
    while not condition():
        await asyncio.sleep(0.005)


def job(table: str = "table", number: int = 1, level: str = "easy", seed: str = "") -> Job:
    return Job(table, GAME, b"a view", 0, level, b"what was told", number=number, seed=seed)


class Thinkers:
    """The processes of a machine, as far as whoever lends them needs to know; tests decide when they are done."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.warm = {GAME}
        self.jobs: list[Job] = []
        self.is_done = asyncio.Event()

    async def choose(self, job: Job, hear: Hear = ignore) -> str:
        self.jobs.append(job)
        await self.is_done.wait()
        if job.level == "hard":
            raise BotFailed("It fell over.")
        hear(0.5)
        return f"chosen for {job.table} after {job.number}"


@contextlib.asynccontextmanager
async def connected(nats: BusServer) -> AsyncIterator[Bus]:
    bus = Bus(nats.url)
    await bus.start()
    try:
        yield bus
    finally:
        await bus.stop()


@contextlib.asynccontextmanager
async def lending(nats: BusServer, workers: int = 1) -> AsyncIterator[tuple[Lending, Thinkers]]:
    thinkers, is_over = Thinkers(workers), asyncio.Event()
    async with connected(nats) as bus:
        lent = Lending(bus, cast(Bots, thinkers), lambda line: None)
        task = asyncio.create_task(lent.run(is_over))
        try:
            yield lent, thinkers
        finally:
            thinkers.is_done.set()
            is_over.set()
            await task


@contextlib.asynccontextmanager
async def borrowed(nats: BusServer) -> AsyncIterator[Borrowed]:
    async with connected(nats) as bus:
        found = Borrowed(bus)
        await found.start()
        try:
            yield found
        finally:
            await found.stop()


def test_another_machine_gets_a_view_and_what_was_told_and_chooses(nats: BusServer) -> None:
    async def main() -> None:
        heard: list[float] = []
        async with borrowed(nats) as there, lending(nats) as (_, thinkers):
            await until(lambda: there.has_room(GAME))
            thinkers.is_done.set()
            for seed in ("", "of a day"):
                assert await there.choose(job(number=7, seed=seed), heard.append) == "chosen for table after 7"
                got = thinkers.jobs[-1]
                assert got == replace(job(number=7, seed=seed), ready=got.ready)
            assert heard == [0.5, 0.5]

    run(main())


def test_what_went_wrong_there_is_told_here(nats: BusServer) -> None:
    async def main() -> None:
        async with borrowed(nats) as there, lending(nats) as (_, thinkers):
            await until(lambda: there.has_room(GAME))
            thinkers.is_done.set()
            with pytest.raises(BotFailed, match="fell over"):
                await there.choose(job(level="hard"), ignore)

    run(main())


def test_a_machine_whose_processes_are_busy_gives_errands_back(nats: BusServer) -> None:
    async def main() -> None:
        async with borrowed(nats) as there, lending(nats) as (lent, thinkers):
            await until(lambda: there.has_room(GAME))
            first = asyncio.create_task(there.choose(job("one"), ignore))
            await until(lambda: thinkers.jobs)
            assert not there.has_room(GAME)
            with pytest.raises(NotDone):
                await there.choose(job("two"), ignore)
            thinkers.is_done.set()
            assert await first == "chosen for one after 1"
            assert "1 given back" in lent.summary()

    run(main())


def test_a_later_errand_of_a_seat_ends_the_earlier_one_and_an_earlier_one_is_dropped(nats: BusServer) -> None:
    async def main() -> None:
        async with borrowed(nats) as there, lending(nats) as (lent, thinkers):
            await until(lambda: there.has_room(GAME))
            early = asyncio.create_task(there.choose(job(number=3), ignore))
            await until(lambda: len(thinkers.jobs) == 1)
            late = asyncio.create_task(there.choose(job(number=5), ignore))
            await until(lambda: len(thinkers.jobs) == 2)
            old = asyncio.create_task(there.choose(job(number=4), ignore))
            await until(lambda: lent._counts["late"])
            thinkers.is_done.set()
            assert await late == "chosen for table after 5"
            assert not early.done()
            assert not old.done()
            assert len(thinkers.jobs) == 2
            for task in (early, old):
                task.cancel()

    run(main())


def test_a_worker_of_another_version_gets_nothing(
    nats: BusServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("fairdeal.bots.lending.code_of", lambda name: "another")

    async def main() -> None:
        async with borrowed(nats) as there, lending(nats) as (lent, thinkers):
            await until(lambda: "another version" in caplog.text)
            assert lent.name in caplog.text
            assert not there.has_room(GAME)
            with pytest.raises(NotDone):  # nobody listens, which the bus says at once
                await there.choose(job(), ignore)
            assert not thinkers.jobs

    run(main())


def test_every_source_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rules.py").write_text("FIRST = 1\n")
    game = games.find(GAME)
    monkeypatch.setattr("fairdeal.bots.errands.games.find", lambda name: replace(game, folder=tmp_path))
    code_of.cache_clear()
    before = code_of(GAME)
    (tmp_path / "rules.py").write_text("FIRST = 2\n")
    code_of.cache_clear()
    assert code_of(GAME) != before
    code_of.cache_clear()


def test_a_bus_elsewhere_needs_a_password() -> None:
    for good in (
        "nats://127.0.0.1:4222",
        "nats://localhost",
        "tls://a:b@bus.example",
        "nats://u:p@one,nats://u:p@two:1",
    ):
        check_address(good)
    for bad in ("nats://bus.example:4222", "nats://u:p@one,nats://two"):
        with pytest.raises(BadOption, match="no password"):
            check_address(bad)
    for none in ("bus.example", "http://127.0.0.1", "nats://", "nats://127.0.0.1:many"):
        with pytest.raises(BadOption, match="cannot be read"):
            check_address(none)


# --- real machines ---------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def machine(nats: BusServer) -> Iterator[subprocess.Popen[bytes]]:
    """`fairdeal bots` with one process."""
    command = [sys.executable, "-m", "fairdeal", "bots", "--bus", nats.url, "--workers", "1"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


async def choices(bots: BorrowingBots, tables: range) -> int:
    """Let bots choose at some tables at a time, and check each choice; give how many there were."""
    sitting, seat = first_choice(games.find(GAME).in_mode("interpreted"))
    view = sitting.view(seat).tobytes()
    legal = {sitting.game.words.text(action) for action in list_legal(sitting.game.rules, sitting.view(seat), seat)}
    jobs = [Job(f"table {table}", GAME, view, seat, "expert", number=1) for table in tables]
    chosen = await asyncio.gather(*map(bots.choose, jobs))
    assert set(chosen) <= legal
    return len(chosen)


async def begun(bots: BorrowingBots, tables: range) -> tuple[asyncio.Task[int], int]:
    """Let bots choose until another machine is seen to think; also tell how many choices were over before that.

    A machine that is busy takes nothing in time, and one that is quick is done before anybody looks.
    """
    over, borrowed = 0, bots.borrowed
    while bots.borrowed == borrowed:
        over += await choices(bots, range(1))
    asking = asyncio.create_task(choices(bots, tables))
    while not bots.elsewhere.busy:
        await asyncio.sleep(0.001)
        if asking.done():
            over += asking.result()
            asking = asyncio.create_task(choices(bots, tables))
    return asking, over


async def check_a_seed_decides_everywhere(bots: BorrowingBots) -> None:
    """With a seed the same is chosen at home and elsewhere."""
    sitting, seat = first_choice(games.find(GAME).in_mode("interpreted"))
    asked = Job("a day's", GAME, sitting.view(seat).tobytes(), seat, "medium", number=1, seed="a day")
    borrowed = bots.borrowed
    assert await bots.choose(asked) == await Bots.choose(bots, asked)
    assert bots.borrowed == borrowed + 1


def test_when_a_worker_halts_or_dies_every_turn_is_chosen_once(
    nats: BusServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, seconds in PROMPT.items():
        monkeypatch.setattr(borrowing, name, seconds)

    async def strike(bots: BorrowingBots, there: subprocess.Popen[bytes], number: signal.Signals) -> None:
        """Let something happen to the machine that thinks for a table, and look at what becomes of all turns."""
        await until(lambda: bots.elsewhere.has_room(GAME))
        before = bots.done
        asking, over = await begun(bots, range(1, 13))
        os.kill(there.pid, number)
        began = time.monotonic()
        assert await asking == 12
        print(f"{number.name}: the last of 12 turns was chosen after {time.monotonic() - began:.1f} s")
        assert bots.done == before + over + 12
        await until(lambda: not bots.elsewhere.has_room(GAME))

    async def main() -> None:
        async with connected(nats) as bus:
            bots = BorrowingBots(bus, 1)
            await bots.start()
            try:
                with machine(nats) as there:
                    await until(lambda: bots.elsewhere.has_room(GAME) and GAME in bots.warm)
                    await check_a_seed_decides_everywhere(bots)
                    await strike(bots, there, signal.SIGSTOP)
                    os.kill(there.pid, signal.SIGCONT)
                    await strike(bots, there, signal.SIGKILL)
            finally:
                await bots.stop()

    run(main())


def test_a_machine_that_is_asked_to_stop_says_what_it_did(nats: BusServer) -> None:
    with machine(nats) as there:
        assert there.stderr is not None
        while b"The bus is there" not in there.stderr.readline():
            assert there.poll() is None
        there.terminate()
        assert b"0 choices made" in there.stderr.read()
        assert there.wait() == 0
