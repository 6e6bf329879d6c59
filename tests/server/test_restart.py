"""A server that stops and starts again, runs out of disk or finds its database locked: nothing is forgotten."""

from __future__ import annotations

import asyncio
import json
import resource
import sqlite3
import time
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fairdeal.client import Answer, Client, Table, Unwelcome
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

SOON = 8.0  # seconds in which a server must have stopped; alone on a machine it takes a quarter of one


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with serving(tmp_path_factory.mktemp("restart")) as server:
        yield server
        assert server.stop() == 0
        assert not server.failures()


def run(doing: Coroutine[Any, Any, None]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(90):
            await doing

    asyncio.run(in_time())


async def stop_and_start(server: ServerProcess, pause: float = 0.0) -> None:
    began = time.monotonic()
    assert await asyncio.to_thread(server.stop) == 0
    assert time.monotonic() - began < SOON
    await asyncio.sleep(pause)
    await asyncio.to_thread(server.start)


async def back_again(table: Table, welcomes: int) -> None:
    """Wait until a client has found the server again."""
    await table.until(lambda: table.welcomes > welcomes and table._is_current)


@asynccontextmanager
async def two_at_a_table(
    server: ServerProcess, game: str = "battle", **more: Json
) -> AsyncIterator[tuple[Table, Table]]:
    anna, ben = await guest(server.address, "Anna"), await guest(server.address, "Ben")
    name = await anna.open(game, 2, **more)
    async with await anna.sit(name) as first, await ben.sit(name) as second:
        await abreast(first, second)
        yield first, second


async def restarted(server: ServerProcess, *tables: Table, pause: float = 0.0) -> None:
    """Stop and start the server; wait until everybody is welcome again."""
    before = [table.welcomes for table in tables]
    await stop_and_start(server, pause)
    for table, count in zip(tables, before, strict=True):
        await back_again(table, count)


# --- what survives ---------------------------------------------------------------------------------------------------


def test_tables_seats_and_sessions_survive(server: ServerProcess) -> None:
    async def life() -> None:
        async with two_at_a_table(server) as tables:
            scenes, numbers = [table.scene for table in tables], [table.number for table in tables]
            await restarted(server, *tables)
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

    run(life())


def test_a_table_that_waits_keeps_what_was_promised(server: ServerProcess) -> None:
    async def life() -> None:
        anna, ben = await guest(server.address, "Anna"), await guest(server.address, "Ben")
        name = await anna.open("battle", 2)
        async with await anna.sit(name) as first:
            promises = promises_of(first)
            await restarted(server, first)
            assert promises_of(first) == promises
            diaries = await asyncio.gather(play_at_random(first, Random(1)), sit_and_play(ben, name, Random(2)))
        assert diaries[0].receipt is not None
        assert (diaries[0].receipt.commitment, diaries[0].receipt.seats[0].commitment) == promises
        await check_record(anna, name, diaries)

    run(life())


def promises_of(table: Table) -> tuple[str, str]:
    return table.doc["commitment"], table.doc["chairs"][0]["commitment"]


def test_a_table_that_was_called_waits_for_nonces_again(server: ServerProcess) -> None:
    async def life() -> None:
        anna, ben = await guest(server.address, "Anna"), await guest(server.address, "Ben")
        name = await anna.open("battle", 2)
        async with await anna.sit(name) as first:
            kept = dict(anna.nonces)
            anna.nonces.clear()  # so it cannot open its nonce
            async with await ben.sit(name) as second:
                await second.until(lambda: second.doc["phase"] == "called")
                anna.nonces.update(kept)
                await restarted(server, first, second)
                await second.until(lambda: second.doc["phase"] == "playing")
                assert second.doc.get("voided", 0) == 0
                diaries = await asyncio.gather(*(play_at_random(table, Random(3)) for table in (first, second)))
        await check_record(anna, name, diaries)

    run(life())


def test_clocks_do_not_count_the_time_without_a_server(server: ServerProcess) -> None:
    bank, move = {"kind": "bank", "seconds": 300, "increment": 5}, {"kind": "move", "seconds": 300}

    async def life() -> None:
        async with two_at_a_table(server, clock=bank) as banked, two_at_a_table(server, clock=move) as moved:
            pairs = (banked, moved)
            for tables in pairs:
                actor = next(table for table in tables if table.legal)
                await actor.play(actor.legal[0])
            before = [await clock_of(tables[0]) for tables in pairs]
            began = time.monotonic()
            await restarted(server, *banked, *moved, pause=2.0)
            after = [await clock_of(tables[0]) for tables in pairs]
            passed = 1000 * (time.monotonic() - began)
            for (left, at), (left_now, now) in zip(before, after, strict=True):
                assert at <= now < at + passed - 2000
                assert all(0 <= was - is_now <= now - at for was, is_now in zip(left, left_now, strict=True))

    run(life())


async def clock_of(table: Table) -> tuple[list[int], int]:
    """What is left for each seat, and when, by the server's own word."""
    async with await Client(table.client.address).watch(table.id) as watching:
        return [chair["left"] for chair in watching.doc["chairs"]], watching.doc["at"]


def test_a_killed_server_gives_back_a_second_at_most(server: ServerProcess) -> None:
    async def life() -> None:
        async with two_at_a_table(server, clock={"kind": "bank", "seconds": 300}) as tables:
            before, at = await clock_of(tables[0])
            before_welcomes = [table.welcomes for table in tables]
            await asyncio.to_thread(server.restart)
            await asyncio.gather(*map(back_again, tables, before_welcomes))
            after, later = await clock_of(tables[0])
            assert later >= at - 1500
            assert all(now <= then + 1500 for now, then in zip(after, before, strict=True))

    run(life())


def test_mutes_and_requests_and_pauses_survive(server: ServerProcess) -> None:
    async def life() -> None:
        async with two_at_a_table(server, clock={"kind": "bank", "seconds": 300}) as (first, second):
            assert (await first.ask("mute", seat=1))["verdict"] == "accepted"
            assert (await first.ask("request", what="pause"))["verdict"] == "accepted"
            await restarted(server, first, second)
            assert second.doc["ask"] == {"what": "pause", "seat": 0, "agreed": [0]}
            assert (await second.ask("say", text="Can you hear me?"))["verdict"] == "accepted"
            assert (await second.ask("agree"))["verdict"] == "accepted"
            await first.until(lambda: bool(first.doc.get("paused")))
            assert first.said == []
            assert len(second.said) == 1
            await restarted(server, first, second)
            assert first.doc["paused"]
            assert first.legal == second.legal == []
            assert (await first.ask("resume"))["verdict"] == "accepted"
            await asyncio.gather(*(play_at_random(table, Random(4)) for table in (first, second)))

    run(life())


def test_bots_go_on_by_themselves(server: ServerProcess) -> None:
    async def life() -> None:
        anna = await guest(server.address, "Anna")
        name = await anna.open("caster", 4, dict.fromkeys(range(4), "random"))
        async with await anna.watch(name) as watching:
            begun = watching.number
            await watching.until(lambda: watching.number > begun + 5)
        await asyncio.to_thread(server.restart)
        async with await anna.watch(name) as watching:
            await watching.turn()
            assert watching.over
        await check_record(anna, name, [])

    run(life())


# --- when nothing can be stored --------------------------------------------------------------------------------------


@asynccontextmanager
async def a_full_disk(server: ServerProcess) -> AsyncIterator[None]:
    """Let no file of the server grow any more."""
    files = [server.store.with_name(server.store.name + end).stat().st_size for end in ("", "-wal")]
    unlimited = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (max(files), unlimited[1]))
    try:
        yield
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, unlimited)


@asynccontextmanager
async def a_locked_database(server: ServerProcess) -> AsyncIterator[None]:
    """Be the other program that holds the database."""
    with closing(sqlite3.connect(server.store, isolation_level=None, timeout=10)) as connection:
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
        async with two_at_a_table(server, "traders") as tables:
            diaries = [Diary(seat=0), Diary(seat=1)]
            await act(tables, diaries)
            before = [(table.number, table.scene) for table in tables]
            async with trouble(server):
                opening = asyncio.create_task(tables[0].client.open("battle", 2))
                answer = await act(tables, diaries)
                assert answer.verdict == "refused"
                assert reason in answer.reason
                with pytest.raises(Unwelcome, match=reason):
                    await opening
                assert await asyncio.to_thread(server.health) == 503
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


async def act(tables: tuple[Table, Table], diaries: list[Diary]) -> Answer:
    """Let whoever is to act do the first legal thing."""
    while not any(table.legal for table in tables):
        await asyncio.sleep(0.01)
    seat = 0 if tables[0].legal else 1
    answer = await tables[seat].play(tables[seat].legal[0])
    diaries[seat].answers.append(answer)
    return answer


def test_a_store_that_another_server_uses_is_refused(server: ServerProcess, tmp_path: Path) -> None:
    second = ServerProcess(tmp_path)
    second.store = server.store
    with pytest.raises(AssertionError, match="Another server is already using"):
        second.start()
