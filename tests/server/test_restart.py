"""A server that stops and starts again, runs out of disk or finds its database locked: nothing is forgotten."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fairdeal.client import Answer, Client, ClientTable
from fairdeal.errors import Lost, Unwelcome
from tests.server.players import (
    Diary,
    abreast,
    check_nothing_lost_and_nothing_twice,
    check_record,
    guest,
    play_at_random,
    sit_and_play,
    stored,
)
from tests.server.serverproc import ServerProcess, serving

Json = Any

DOWN = 2.0  # seconds without a server
HALTED = 7.0  # seconds that a server is stopped by a signal
SOON = 30.0  # seconds in which a server must have stopped; alone on a machine it takes a quarter of one


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with serving(tmp_path_factory.mktemp("restart")) as server:
        yield server
        assert server.stop() == 0
        assert not server.failures()


def run(doing: Coroutine[Any, Any, None]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(300):
            await doing

    asyncio.run(in_time())


async def stop_and_start(server: ServerProcess) -> None:
    began = time.monotonic()
    assert await asyncio.to_thread(server.stop) == 0
    assert time.monotonic() - began < SOON
    await asyncio.sleep(DOWN)
    await asyncio.to_thread(server.start)


async def kill_and_start(server: ServerProcess) -> None:
    await asyncio.to_thread(server.restart)


@asynccontextmanager
async def across(*tables: ClientTable) -> AsyncIterator[None]:
    """Go on only when everybody is welcome again, after what happens in between."""
    before = [table.welcomes for table in tables]
    yield
    for table, welcomes in zip(tables, before, strict=True):
        await welcome_again(table, welcomes)


async def welcome_again(table: ClientTable, welcomes: int) -> None:
    await table.until(lambda: table.welcomes > welcomes and table._is_current)


@asynccontextmanager
async def two_at_a_table(
    server: ServerProcess, game: str = "battle", **more: Json
) -> AsyncIterator[tuple[ClientTable, ClientTable]]:
    anna, ben = await guest(server.address, "Anna"), await guest(server.address, "Ben")
    name = await anna.open(game, 2, **more)
    async with await anna.sit(name) as first, await ben.sit(name) as second:
        await abreast(first, second)
        yield first, second


# --- what survives: each of these is interrupted where it yields -----------------------------------------------------


@asynccontextmanager
async def tables_seats_and_sessions(server: ServerProcess) -> AsyncIterator[None]:
    async with two_at_a_table(server) as tables:
        scenes, numbers = [table.scene for table in tables], [table.number for table in tables]
        async with across(*tables):
            yield
        assert [table.scene for table in tables] == scenes
        assert [table.number for table in tables] == numbers
        assert [table.you for table in tables] == [0, 1]
        anna, name = tables[0].client, tables[0].id
        assert json.loads(await anna.request("GET", "/api/session"))["name"] == "Anna"
        mine = json.loads(await anna.request("GET", "/api/tables/mine"))
        assert [(card["table"], card["mine"]) for card in mine] == [(name, 0)]
        with pytest.raises(Unwelcome, match="when the game is over"):
            await anna.request("GET", f"/api/tables/{name}/record")
        diaries = await asyncio.gather(*(play_at_random(table, Random(1)) for table in tables))
        check_nothing_lost_and_nothing_twice(stored(server.store, name), diaries)
        await check_record(anna, name, diaries)


@asynccontextmanager
async def promises_of_a_table_that_waits(server: ServerProcess) -> AsyncIterator[None]:
    anna, ben = await guest(server.address, "Anna"), await guest(server.address, "Ben")
    name = await anna.open("battle", 2)
    async with await anna.sit(name) as first:
        await first.until(lambda: "commitment" in first.doc["chairs"][0])
        promises = promises_of(first)
        async with across(first):
            yield
        assert promises_of(first) == promises
        diaries = await asyncio.gather(play_at_random(first, Random(1)), sit_and_play(ben, name, Random(2)))
    assert diaries[0].receipt is not None
    assert (diaries[0].receipt.commitment, diaries[0].receipt.seats[0].commitment) == promises
    await check_record(anna, name, diaries)


def promises_of(table: ClientTable) -> tuple[str, str]:
    return table.doc["commitment"], table.doc["chairs"][0]["commitment"]


def hold_back(table: ClientTable, kind: str) -> Callable[[], None]:
    """Let no message of a type leave a client, until the function that is given is called."""
    send = table._send

    async def send_others(message: dict[str, Any]) -> None:
        if message["type"] != kind:
            await send(message)

    table._send = send_others  # type: ignore[method-assign]

    def release() -> None:
        table._send = send  # type: ignore[method-assign]

    return release


@asynccontextmanager
async def a_table_that_waits_for_nonces(server: ServerProcess) -> AsyncIterator[None]:
    anna, ben = await guest(server.address, "Anna"), await guest(server.address, "Ben")
    name = await anna.open("battle", 2)
    async with await anna.sit(name) as first:
        release = hold_back(first, "reveal")
        async with await ben.sit(name) as second:
            await second.until(lambda: second.doc["phase"] == "called")
            release()
            async with across(first, second):
                yield
            await second.until(lambda: second.doc["phase"] == "playing")
            assert not second.voids
            diaries = await asyncio.gather(*(play_at_random(table, Random(3)) for table in (first, second)))
    await check_record(anna, name, diaries)


@asynccontextmanager
async def clocks(server: ServerProcess) -> AsyncIterator[None]:
    """They stand still while there is no server."""
    bank, move = {"kind": "bank", "seconds": 300, "increment": 5}, {"kind": "move", "seconds": 300}
    async with two_at_a_table(server, clock=bank) as banked, two_at_a_table(server, clock=move) as moved:
        for tables in (banked, moved):
            actor = next(table for table in tables if table.legal)
            await actor.play(actor.legal[0])
        before, began = [await clock_of(tables[0]) for tables in (banked, moved)], time.monotonic()
        async with across(*banked, *moved):
            yield
        after, passed = [await clock_of(tables[0]) for tables in (banked, moved)], time.monotonic() - began
        for (left, at), (left_now, now) in zip(before, after, strict=True):
            assert at <= now < at + 1000 * (passed - DOWN)
            assert all(0 <= was - is_now <= now - at for was, is_now in zip(left, left_now, strict=True))


async def clock_of(table: ClientTable) -> tuple[list[int], int]:
    """What is left for each seat, and when, by the server's own word."""
    async with await Client(table.client.address).watch(table.id) as watching:
        return [chair["left"] for chair in watching.doc["chairs"]], watching.doc["at"]


@asynccontextmanager
async def mutes_and_requests(server: ServerProcess) -> AsyncIterator[None]:
    async with two_at_a_table(server) as (first, second):
        assert (await first.ask("mute", seat=1))["verdict"] == "accepted"
        assert (await first.ask("request", what="pause"))["verdict"] == "accepted"
        async with across(first, second):
            yield
        assert second.doc["ask"] == {"what": "pause", "seat": 0, "agreed": [0]}
        assert (await second.ask("say", text="Can you hear me?"))["verdict"] == "accepted"
        assert (await second.ask("agree"))["verdict"] == "accepted"
        await first.until(lambda: bool(first.doc.get("paused")))
        assert first.said == []
        assert len(second.said) == 1


@asynccontextmanager
async def a_pause(server: ServerProcess) -> AsyncIterator[None]:
    async with two_at_a_table(server) as (first, second):
        assert (await first.ask("request", what="pause"))["verdict"] == "accepted"
        assert (await second.ask("agree"))["verdict"] == "accepted"
        async with across(first, second):
            yield
        assert first.doc["paused"]
        assert first.legal == second.legal == []
        assert (await first.ask("resume"))["verdict"] == "accepted"
        await asyncio.gather(*(play_at_random(table, Random(4)) for table in (first, second)))


@asynccontextmanager
async def all_but_a_second_on_the_clock(server: ServerProcess) -> AsyncIterator[None]:
    """A server that is killed has stored its time a beat ago, and gives back what has passed since."""
    async with two_at_a_table(server, clock={"kind": "bank", "seconds": 300}) as tables:
        before, at = await clock_of(tables[0])
        async with across(*tables):
            yield
        after, later = await clock_of(tables[0])
        assert later >= at - 1500
        assert all(now <= then + 1500 for now, then in zip(after, before, strict=True))


@asynccontextmanager
async def bots_that_go_on(server: ServerProcess) -> AsyncIterator[None]:
    anna = await guest(server.address, "Anna")
    name = await anna.open("caster", 4, dict.fromkeys(range(4), "random"))
    async with await anna.watch(name) as watching:
        begun = watching.number
        await watching.until(lambda: watching.number > begun + 5)
    yield
    async with await anna.watch(name) as watching:
        await watching.turn()
        assert watching.over
    await check_record(anna, name, [])


async def live_through(server: ServerProcess, restart: Any, *lives: Any) -> None:
    async with AsyncExitStack() as stack:
        for life in lives:
            await stack.enter_async_context(life(server))
        await restart(server)


def test_a_stop_forgets_nothing(server: ServerProcess) -> None:
    lives = (clocks, tables_seats_and_sessions, promises_of_a_table_that_waits, mutes_and_requests)
    run(live_through(server, stop_and_start, *lives, a_table_that_waits_for_nonces))


def test_a_kill_forgets_nothing(server: ServerProcess) -> None:
    lives = (tables_seats_and_sessions, promises_of_a_table_that_waits, mutes_and_requests, a_pause)
    run(live_through(server, kill_and_start, all_but_a_second_on_the_clock, *lives, bots_that_go_on))


def test_no_clock_runs_while_the_server_is_halted(server: ServerProcess) -> None:
    async def life() -> None:
        async with two_at_a_table(server, clock={"kind": "bank", "seconds": 300}) as tables:
            left, at = await clock_of(tables[0])
            os.kill(server.pid, signal.SIGSTOP)
            await asyncio.sleep(HALTED)
            os.kill(server.pid, signal.SIGCONT)
            after, later = await clock_of(tables[0])
            assert later - at < 1000 * HALTED - 500
            assert sum(left) - sum(after) < 1000 * HALTED - 500
            assert (await act(tables, [Diary(seat=0), Diary(seat=1)])).is_accepted

    run(life())


# --- when nothing can be stored --------------------------------------------------------------------------------------


@asynccontextmanager
async def a_full_disk(server: ServerProcess) -> AsyncIterator[None]:
    """Let the file that every write goes to first grow no more."""
    size = server.store.with_name(server.store.name + "-wal").stat().st_size
    unlimited = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size, unlimited[1]))
    try:
        yield
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, unlimited)


@asynccontextmanager
async def a_locked_database(server: ServerProcess) -> AsyncIterator[None]:
    """Be the other program that holds the database."""
    with closing(sqlite3.connect(server.store, isolation_level=None, timeout=60)) as connection:
        connection.execute("begin immediate")
        try:
            yield
        finally:
            connection.execute("rollback")


@pytest.mark.parametrize(
    ("trouble", "reason"),
    [(a_full_disk, "disk"), (a_locked_database, "another program is holding the database")],
)
def test_what_cannot_be_stored_is_refused_with_a_reason(trouble: Any, reason: str, server: ServerProcess) -> None:
    async def life() -> None:
        async with two_at_a_table(server) as tables:
            diaries = [Diary(seat=0), Diary(seat=1)]
            await act(tables, diaries)
            before = [(table.number, table.scene) for table in tables]
            async with trouble(server):
                opening = asyncio.create_task(tables[0].client.open("battle", 2))
                answer = await act(tables, diaries)
                assert answer.verdict == "refused"
                assert reason in answer.reason
                with pytest.raises(Lost, match=reason):
                    await opening
                await illness(server)
                assert [(table.number, table.scene) for table in tables] == before
                assert len(stored(server.store, tables[0].id)) <= before[0][0] + 1
            answer = await act(tables, diaries)
            assert answer.is_accepted, answer
            rest = await asyncio.gather(*(play_at_random(table, Random(5)) for table in tables))
            for diary, more in zip(diaries, rest, strict=True):
                diary.answers += more.answers
                diary.receipt = more.receipt
            assert check_nothing_lost_and_nothing_twice(stored(server.store, tables[0].id), diaries) > 10
            await check_record(tables[0].client, tables[0].id, diaries)

    run(life())


async def illness(server: ServerProcess) -> None:
    """Wait until the server says that it is not well; it does not ask its store more than once a second."""
    while await asyncio.to_thread(server.readiness) != 503:
        await asyncio.sleep(0.2)


async def act(tables: tuple[ClientTable, ClientTable], diaries: list[Diary]) -> Answer:
    """Let whoever is to act do the first legal thing, and both hear of it."""
    while not any(table.legal for table in tables):
        await asyncio.sleep(0.01)
    seat = 0 if tables[0].legal else 1
    answer = await tables[seat].play(tables[seat].legal[0])
    diaries[seat].answers.append(answer)
    for table in tables:
        await heard(table, answer.number)
    return answer


async def heard(table: ClientTable, number: int) -> None:
    await table.until(lambda: table.number >= number)


def test_a_store_that_another_server_uses_is_refused(server: ServerProcess, tmp_path: Path) -> None:
    second = ServerProcess(tmp_path)
    second.url = server.url
    with pytest.raises(AssertionError, match="Another server is already using"):
        second.start()
