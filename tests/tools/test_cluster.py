"""`make cluster`: a house starts with one command, games are played through its HAProxy, and it ends with Ctrl-C."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import asyncpg
import pytest

from fairdeal.play import events as ev
from tests.server.players import check_nothing_lost_and_nothing_twice, check_record, guest, patiently, sit_and_play
from tests.server.test_cluster import Visits, play
from tools import cluster

ROOT = Path(cluster.__file__).parents[1]
FRONT = "The house is at "


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


class Running:
    """The house, by what it says."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        self._said = process.stdout

    def wait_for(self, words: str) -> str:
        """Wait until it says something, and give the rest of that line."""
        while line := self._said.readline():
            if words in line:
                return line.partition(words)[2].strip()
        raise AssertionError(f"it ended before it said: {words}")


async def play_with_bots(address: str) -> int:
    """Play a game with bots; give how many actions were accepted."""
    ada = await guest(address, "Ada")
    table = await ada.open("battle", 2, {1: "easy"})
    return len((await sit_and_play(ada, table, Random(1))).accepted)


async def play_through_restarts(address: str, store: str, restarted: Callable[[], object]) -> None:
    """Let four people at two tables play while all servers are restarted, one after another."""
    found, is_over = list[Visits](), asyncio.Event()
    clients = [await guest(address, f"Guest {number}") for number in range(4)]

    async def play_on(first: int) -> tuple[int, int]:
        """Play games until all is over; give how many there were, and how many actions."""
        games = actions = 0
        pair = clients[first : first + 2]
        while not is_over.is_set():
            table = await patiently(lambda: pair[0].open("battle", 2))
            diaries = await asyncio.gather(*(play(client, table, found, 0.3) for client in pair))
            await check_record(pair[0], table, diaries)
            entries = await stored_at(store, table)
            games, actions = games + 1, actions + check_nothing_lost_and_nothing_twice(entries, diaries)
        return games, actions

    playing = [asyncio.create_task(play_on(first)) for first in (0, 2)]
    while len(found) < 4:
        await asyncio.sleep(0.05)
    await asyncio.to_thread(restarted)
    is_over.set()
    counted = await asyncio.gather(*playing)
    waits = [wait for visits in found for wait in visits.waits]
    assert waits, "nobody was sent away"
    games, actions = map(sum, zip(*counted, strict=True))
    print(f"{games} games, {actions} actions; {len(waits)} times somebody came back, {max(waits):.2f} s later at most")


async def stored_at(store: str, table: str) -> list[ev.Entry]:
    link = await asyncpg.connect(store)
    try:
        rows = await link.fetch("select entry from events where table_id = $1 order by number", table)
        return [ev.decode(entry) for (entry,) in rows]
    finally:
        await link.close()


@pytest.mark.flaky(reruns=1)
def test_a_house_starts_games_go_on_while_all_servers_are_restarted_and_everything_ends() -> None:
    if lacking := cluster.missing():
        pytest.skip(f"there is no {lacking[0]} here, and it could not be installed: see `make {lacking[0]}`")
    command = [sys.executable, "-m", "tools.cluster", "--port", "0", "--servers", "2", "--workers", "1", "--no-open"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            house = Running(process)
            address, store = house.wait_for(FRONT).split()[0], house.wait_for("The store is ")
            running = children_of(process.pid)
            assert len(running) >= 5, "servers, a worker, HAProxy, NATS and what watches them"
            assert asyncio.run(play_with_bots(address)) > 3

            def restarted() -> None:
                process.send_signal(signal.SIGHUP)
                house.wait_for("one after another.")

            asyncio.run(play_through_restarts(address, store, restarted))
            running += children_of(process.pid)
            process.send_signal(signal.SIGINT)
            assert process.wait() == 0
        finally:
            process.terminate()
    for child in running:
        with pytest.raises(ProcessLookupError):
            os.kill(child, 0)


def test_the_proxy_is_told_of_every_server() -> None:
    said = cluster.settings(8123, [8001, 8002])
    assert "bind 127.0.0.1:8123" in said
    assert [line.split()[-1] for line in said.splitlines() if line.startswith("    server ")] == [
        "127.0.0.1:8001",
        "127.0.0.1:8002",
    ]
