"""The server's time: it stands still while the server is down, and it never runs backwards."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from fairdeal.errors import StoreError
from fairdeal.server.sqlite.store import SqliteStore
from fairdeal.server.store import Store
from fairdeal.server.uptime import StoppedUptime, Uptime


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def lifetime(path: Path, uptime: Uptime, story: Callable[[Store], Awaitable[Any]]) -> None:
    """Let a server live once: its time goes on from the stored one, the story happens, the store closes."""

    async def run() -> None:
        store = SqliteStore(path)
        await store.start()
        try:
            await uptime.start(store)
            await asyncio.wait_for(story(store), 60)
        finally:
            await store.stop()

    asyncio.run(run())


async def nothing(store: Store) -> None:
    """Live without a beat."""


def test_downtime_is_not_counted(path: Path) -> None:
    first = StoppedUptime()

    async def live(store: Store) -> None:
        assert first.now() == 0
        first.advance(90_000)
        await first.beat(store)

    lifetime(path, first, live)
    second = StoppedUptime(wall=first.wall() + 86_400_000)
    second.advance(12_345)  # before its start nothing of it counts
    lifetime(path, second, nothing)
    assert second.now() == 90_000
    second.advance(5)
    assert second.now() == 90_005


def test_a_killed_server_gives_back_what_came_after_its_last_beat(path: Path) -> None:
    first = StoppedUptime()

    async def live(store: Store) -> None:
        first.advance(5_000)
        await first.beat(store)
        first.advance(900)

    lifetime(path, first, live)
    second = StoppedUptime()
    lifetime(path, second, nothing)
    assert second.now() == 5_000
    second.reach(5_600)  # a stored event says so
    assert second.now() == 5_600
    second.reach(100)
    assert second.now() == 5_600


def test_a_stored_time_that_is_behind_does_not_turn_it_back(path: Path) -> None:
    uptime = StoppedUptime(now=7_000)
    lifetime(path, uptime, nothing)
    assert uptime.now() == 7_000


def test_it_grows_with_the_steady_clock_whatever_happens_to_the_calendar() -> None:
    steady, calendar = [5_000_000_000], [1_750_000_000_000_999_999]
    uptime = Uptime(lambda: steady[0], lambda: calendar[0])
    assert (uptime.now(), uptime.wall()) == (0, 1_750_000_000_000)
    steady[0] += 1_999_999
    calendar[0] -= 3_600_000_000_000
    assert (uptime.now(), uptime.wall()) == (1, 1_749_996_400_000)


def test_a_while_in_which_nobody_could_ask_does_not_count() -> None:
    steady = [0]
    uptime = Uptime(lambda: steady[0])
    for _ in range(10):
        steady[0] += 1_500_000_000
        uptime.now()
    assert uptime.now() == 15_000
    steady[0] += 3_600_000_000_000  # halted by a signal, or asleep
    assert uptime.now() == 15_000
    steady[0] += 700_000_000
    assert uptime.now() == 15_700


def test_a_server_whose_store_is_slow_is_not_halted(path: Path) -> None:
    class Slow(SqliteStore):
        async def set_alive(self, at: int) -> int:
            await asyncio.Event().wait()
            return at

    steady = [0]
    uptime = Uptime(lambda: steady[0])
    asked = []

    def tick() -> int:
        steady[0] += 100_000_000
        asked.append(steady[0])
        return steady[0]

    uptime._steady = tick

    async def live() -> None:
        beating = asyncio.ensure_future(uptime.keep_beating(Slow(path), every=0.001))
        async with asyncio.timeout(60):
            while len(asked) < 30:
                await asyncio.sleep(0.001)
        beating.cancel()

    asyncio.run(live())
    assert uptime.now() == 100 * len(asked)


def test_the_real_clocks_are_in_milliseconds() -> None:
    uptime = Uptime()
    times = [uptime.now()]
    time.sleep(0.05)
    times += [uptime.now() for _ in range(1000)]
    assert times == sorted(times)
    assert 50 <= times[-1] < 5_000
    assert abs(uptime.wall() - time.time() * 1000) < 5_000


def test_it_is_stored_at_every_beat(path: Path) -> None:
    uptime = Uptime()

    async def live(store: Store) -> None:
        beating = asyncio.ensure_future(uptime.keep_beating(store, every=0.01))
        stored = 0
        for _ in range(3):
            while (at := await store.alive()) <= stored:
                await asyncio.sleep(0.005)
            stored = at
            assert stored <= uptime.now()
        beating.cancel()

    lifetime(path, uptime, live)
    later = Uptime()
    lifetime(path, later, nothing)
    assert 0 < later.now() <= uptime.now()


class MovedStore(SqliteStore):
    """A store whose disk is away for the first beats."""

    failures = 2

    async def set_alive(self, at: int) -> int:
        if self.failures:
            self.failures -= 1
            raise StoreError("The server's time could not be stored: the disk is full. Nothing was done.")
        return await super().set_alive(at)


def test_a_beat_that_fails_is_logged_and_tried_again(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def live() -> None:
        store, uptime = MovedStore(path), StoppedUptime(now=77)
        await store.start()
        beating = asyncio.ensure_future(uptime.keep_beating(store, every=0.001))
        async with asyncio.timeout(60):
            while await store.alive() != 77:
                await asyncio.sleep(0.001)
        beating.cancel()
        await store.stop()

    with caplog.at_level(logging.WARNING):
        asyncio.run(live())
    assert [record.getMessage() for record in caplog.records] == [
        "The server's time could not be stored: the disk is full. Nothing was done."
    ] * 2
