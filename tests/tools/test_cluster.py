"""`make cluster`: a house starts with one command, a game is played through its proxy, and it ends with Ctrl-C."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.server.players import guest, sit_and_play
from tools import cluster

ROOT = Path(cluster.__file__).parents[1]
FRONT = "The house is at "


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


async def play(address: str) -> int:
    """Play a game with bots; give how many actions were accepted."""
    ada = await guest(address, "Ada")
    table = await ada.open("battle", 2, {1: "easy"})
    return len((await sit_and_play(ada, table, Random(1))).accepted)


@pytest.mark.flaky(reruns=1)
def test_a_house_starts_a_game_is_played_and_everything_ends() -> None:
    if lacking := cluster.missing():
        pytest.skip(f"there is no {lacking[0]} here, and it could not be installed: see `make {lacking[0]}`")
    command = [sys.executable, "-m", "tools.cluster", "--port", "0", "--servers", "2", "--workers", "1", "--no-open"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            said = ""
            while FRONT not in said:
                said = process.stdout.readline()
                assert said, "it ended before it was ready"
            running = children_of(process.pid)
            assert len(running) >= 5, "servers, a worker, HAProxy, NATS and what watches them"
            assert asyncio.run(play(said.removeprefix(FRONT).split()[0])) > 3
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
