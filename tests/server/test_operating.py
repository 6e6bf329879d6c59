"""What an operator asks of a server: is it ready, what does it count and log, and may it be restarted under play?"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from prometheus_client.parser import text_string_to_metric_families

from fairdeal.bots.preparing import Preparing
from fairdeal.client import Answer, Client, ClientTable
from fairdeal.language.messages import say
from fairdeal.server.logs import JsonLines
from fairdeal.server.readiness import Readiness
from tests.server.players import abreast, check_nothing_lost_and_nothing_twice, guest, play_at_random, stored
from tests.server.serverproc import ServerProcess, serving

LONGEST_WAIT = 3.0  # seconds that a restart may cost a player
BUSY = 2  # times as long as the server was away, people may wait on a busy machine
TABLES = 3
PAUSE = 0.3  # seconds before a move, so that no game is over before the server is away


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with serving(tmp_path_factory.mktemp("operating"), flags=("--drain-after", "1")) as server:
        yield server
        assert not server.failures()


# --- numbers ---------------------------------------------------------------------------------------------------------


async def counted(client: Client) -> dict[str, float]:
    page = (await client.request("GET", "/metrics")).decode()
    samples = (sample for metric in text_string_to_metric_families(page) for sample in metric.samples)
    return {sample.name: sample.value for sample in samples if not sample.labels}


def test_moves_players_and_how_long_it_took_are_counted(server: ServerProcess) -> None:
    async def scenario() -> None:
        ada = await guest(server.address, "Ada")
        before = await counted(ada)
        async with await ada.sit(await ada.open("battle", 2, {1: "random"})) as table:
            assert (await table.play((await table.turn())[0])).is_accepted
            after = await counted(ada)
        assert after["fairdeal_players"] == 1
        assert after["fairdeal_moves_total"] > before["fairdeal_moves_total"]
        assert after["fairdeal_answer_seconds_count"] == before["fairdeal_answer_seconds_count"] + 1
        assert 0 < after["fairdeal_answer_seconds_sum"] < 60
        assert after["fairdeal_commit_seconds_count"] > before["fairdeal_commit_seconds_count"]

    asyncio.run(scenario())


# --- the log ---------------------------------------------------------------------------------------------------------


def test_a_line_of_json_says_where_it_failed_and_not_what_was_known_there() -> None:
    secret = str(4700 + 11)  # a traceback quotes the source
    try:
        raise ValueError(secret)
    except ValueError:
        record = logging.makeLogRecord(
            {"name": "x", "levelname": "ERROR", "msg": "A %s\nfailed.", "args": ("move",), "exc_info": sys.exc_info()}
        )
    text = JsonLines().format(record)
    line = json.loads(text)
    assert "\n" not in text
    assert (line["level"], line["from"], line["message"]) == ("error", "x", "A move\nfailed.")
    assert "test_operating.py" in line["places"]
    assert "ValueError" in line["places"]
    assert secret not in text


# --- ready -----------------------------------------------------------------------------------------------------------


def test_nobody_is_sent_to_a_server_before_its_games_are_loaded() -> None:
    async def scenario() -> None:
        readiness = Readiness()
        loading = asyncio.create_task(readiness.load_games(Preparing()))
        await asyncio.sleep(0)
        assert readiness.why_not() == say("server.loading")
        await loading
        assert readiness.why_not() is None

    asyncio.run(scenario())


def test_behind_a_proxy_with_nobody_there_it_logs_json_and_leaves_at_once(tmp_path: Path) -> None:
    with serving(tmp_path, flags=("--drain-after", "600", "--proxy", "--log", "json", "--access-log")) as server:
        assert server.stop() == 0
        lines = [json.loads(line) for line in server.said().splitlines() if line.startswith("{")]
    assert {line["from"] for line in lines} == {"uvicorn.access"}
    assert any("/ready" in line["message"] for line in lines)


# --- restarts --------------------------------------------------------------------------------------------------------


class Checking:
    """A proxy that looks at a server again and again, and writes down since when its answer has been another."""

    def __init__(self, server: ServerProcess) -> None:
        self.answers: list[tuple[int, float]] = []
        self._server = server

    async def look(self) -> None:
        while True:
            status = await asyncio.to_thread(self._server.readiness)
            if not self.answers or self.answers[-1][0] != status:
                self.answers.append((status, time.monotonic()))
            await asyncio.sleep(0.02)

    @property
    def statuses(self) -> list[int]:
        return [status for status, _ in self.answers]

    @property
    def away(self) -> float:
        """How many seconds nobody answered."""
        gone, back = (at for status, at in self.answers[2:4])
        return back - gone


def test_a_restart_under_play_loses_no_move_and_nobody_waits_for_long(server: ServerProcess) -> None:
    waits: list[float] = []

    async def scenario() -> None:
        checking = Checking(server)
        looking = asyncio.create_task(checking.look())
        async with contextlib.AsyncExitStack() as stack:
            tables = [await two_at_a_table(server, stack) for _ in range(TABLES)]
            seats = [seat for table in tables for seat in table]
            games = [asyncio.gather(*(play_at_random(seat, Random(1), PAUSE) for seat in pair)) for pair in tables]
            for seat in seats:
                keep_time(seat, waits)
            welcomes = [seat.welcomes for seat in seats]
            await until_more_than(waits, TABLES)
            os.kill(server.pid, signal.SIGTERM)
            while checking.statuses != [200, 503]:
                await asyncio.sleep(0.01)
            played = len(waits)
            await until_more_than(waits, played)
            assert [seat.welcomes for seat in seats] == welcomes, "people were sent away before the proxy had noticed"
            assert await asyncio.to_thread(server.wait) == 0
            await asyncio.to_thread(server.start)
            for seat, before in zip(seats, welcomes, strict=True):
                await seat.until(lambda seat=seat, before=before: seat.welcomes > before)  # type: ignore[misc]
            while len(checking.statuses) < 4:
                await asyncio.sleep(0.01)
            for pair, game in zip(tables, games, strict=True):
                diaries = await game
                check_nothing_lost_and_nothing_twice(stored(server.store, pair[0].id), diaries)
        looking.cancel()
        assert checking.statuses[:4] == [200, 503, 0, 200]
        assert max(waits) > PAUSE, "nobody moved while the server was away"
        assert max(waits) < max(LONGEST_WAIT, checking.away * BUSY)

    async def in_time() -> None:
        async with asyncio.timeout(300):
            await scenario()

    asyncio.run(in_time())


async def two_at_a_table(server: ServerProcess, stack: contextlib.AsyncExitStack) -> list[ClientTable]:
    anna, ben = await guest(server.address, "Anna"), await guest(server.address, "Ben")
    name = await anna.open("battle", 2)
    pair = [await stack.enter_async_context(await client.sit(name)) for client in (anna, ben)]
    await abreast(*pair)
    return pair


def keep_time(table: ClientTable, waits: list[float]) -> None:
    """Write down how long each move of a player takes until it is answered."""
    play = table.play

    async def timed(*actions: str) -> Answer:
        began = time.monotonic()
        answer = await play(*actions)
        waits.append(time.monotonic() - began)
        return answer

    table.play = timed  # type: ignore[method-assign]


async def until_more_than(things: list[float], count: int) -> None:
    while len(things) <= count:
        await asyncio.sleep(0.01)


def test_a_client_leaves_a_silent_server_and_is_back_when_it_speaks(server: ServerProcess) -> None:
    async def scenario() -> None:
        ada = Client(server.address, silence=1.0)
        await ada.name("Ada")
        async with await ada.sit(await ada.open("battle", 2)) as table:
            os.kill(server.pid, signal.SIGSTOP)
            try:
                began = time.monotonic()
                while table._socket is not None:
                    await asyncio.sleep(0.01)
                assert time.monotonic() - began < ada.silence + BUSY
            finally:
                os.kill(server.pid, signal.SIGCONT)
            await table.until(lambda: table.welcomes == 2)
        assert Client(server.address).silence == 4.0

    asyncio.run(scenario())
