"""How long the bot at somebody's table takes to act, with and without many tables of experts beside it.

Run it with `python -m bench.waiting`, and with the number of those tables if not 300.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from bench.start import is_healthy
from fairdeal.client import Client, ClientTable

TABLES = 300
OF_A_GUEST = 15  # tables
MOVES = 60  # that are measured
SEATS = 4
PORT = 8198
ADDRESS = f"http://127.0.0.1:{PORT}"


@contextlib.contextmanager
def serving() -> Iterator[None]:
    """A server whose bots act as soon as they can, with one process for all of them."""
    with tempfile.TemporaryDirectory() as folder:
        store = str(Path(folder) / "store.sqlite")
        command = ["-m", "fairdeal", "serve", "--port", str(PORT), "--store", store, "--workers", "1", "--beat", "0"]
        process = subprocess.Popen([sys.executable, *command], stdout=subprocess.DEVNULL)
        try:
            while not is_healthy(PORT):
                assert process.poll() is None, "the server did not start"
                time.sleep(0.1)
            yield
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()


async def guest(name: str) -> Client:
    client = Client(ADDRESS)
    await client.name(name)
    return client


async def waits(moves: int) -> list[float]:
    """Play alone against bots; give the milliseconds from each own move to the next one of a bot."""
    person, rng = await guest("Ada"), Random(1)
    found: list[float] = []
    while len(found) < moves:
        name = await person.open("caster", SEATS, dict.fromkeys(range(1, SEATS), "easy"))
        async with await person.sit(name) as table:
            while len(found) < moves and (legal := await table.turn()):
                found += await wait_for_a_bot(table, rng.choice(legal))
    return found


async def wait_for_a_bot(table: ClientTable, action: str) -> list[float]:
    """Act; give the milliseconds until a bot does, if it is a bot's turn."""
    own = (await table.play(action)).number
    began = time.perf_counter()
    await table.until(lambda: table.number > own or bool(table.legal) or table.over)
    return [1000 * (time.perf_counter() - began)] if table.number > own else []


async def experts(tables: int) -> list[tuple[Client, str]]:
    """Open tables at which only experts sit; give each with who opened it."""
    opened = []
    for number in range(tables):
        if number % OF_A_GUEST == 0:
            host = await guest(f"Host {number}")
        opened.append((host, await host.open("caster", SEATS, dict.fromkeys(range(SEATS), "expert"))))
    return opened


async def measure(tables: int) -> None:
    show("alone", await waits(MOVES))
    opened = await experts(tables)
    show(f"beside {tables} tables of experts that nobody watches", await waits(MOVES))
    watching: list[ClientTable] = [await host.watch(name) for host, name in opened]
    show(f"beside {tables} tables of experts, each of them watched", await waits(MOVES))
    await asyncio.gather(*(table.close() for table in watching))


def show(what: str, found: list[float]) -> None:
    deciles = statistics.quantiles(found, n=10)
    print(f"{what}: {statistics.median(found):.0f} ms, nine of ten within {deciles[-1]:.0f} ms", flush=True)


def main(tables: int) -> None:
    with serving():
        asyncio.run(measure(tables))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else TABLES)
