"""What a move costs that is passed on: `python -m bench.relayed`. CPU of servers, PostgreSQL and NATS together.

Four people play CASTER at each table: all at the server that owns it, all at another one that passes them on by a
socket each, or all at another one with a bus between both; in turns.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from pathlib import Path
from random import Random

from bench.stores import cpu_of
from fairdeal.client import Client
from tests.server.buses import BusServer
from tests.server.database import Database
from tests.server.players import guest, sit_and_play
from tests.server.serverproc import ServerProcess

TABLES = 12
IDLE = 5.0  # seconds
ROUNDS = 5
BUS = ("--bus", "{bus}")


async def one_game(owner: ServerProcess, there: ServerProcess, seed: int) -> int:
    """Play a game at a table of one server through another; give how many moves it had."""
    host: Client = await guest(owner.address, "Host")
    table = await host.open("caster", 4, {}, options={"rounds": 1})
    people = [await guest(there.address, f"Guest {number}") for number in range(4)]
    diaries = await asyncio.gather(*(sit_and_play(client, table, Random(seed)) for client in people))
    return sum(len(diary.accepted) for diary in diaries)


async def measured(owner: ServerProcess, there: ServerProcess, processes: list[int], idle: float) -> float:
    """Give the microseconds of a move, without what all processes would take if nobody played."""
    before, began = cpu_of(processes), time.monotonic()
    moves = await asyncio.gather(*(one_game(owner, there, seed) for seed in range(TABLES)))
    taken = cpu_of(processes) - before - idle * (time.monotonic() - began)
    return 1e6 * taken / sum(moves)


def idle_of(processes: list[int]) -> float:
    """How many seconds of CPU processes take in a second in which nobody plays."""
    before, began = cpu_of(processes), time.monotonic()
    time.sleep(IDLE)
    return (cpu_of(processes) - before) / (time.monotonic() - began)


def main() -> None:
    database, nats, servers = Database(), BusServer(), list[ServerProcess]()
    with tempfile.TemporaryDirectory() as folder:
        try:
            database.start()
            nats.start()
            url = database.fresh()
            for name, flags in (("owner", BUS), ("direct", ()), ("bus", BUS)):
                (inside := Path(folder) / name).mkdir()
                shown = tuple(flag.format(bus=nats.url) for flag in flags)
                servers.append(ServerProcess(inside, store=url, flags=shown).start())
            costs: dict[str, list[float]] = {"at the owner": [], "passed on": [], "passed on by the bus": []}
            time.sleep(IDLE)  # until everything is loaded
            for _ in range(ROUNDS):
                processes = [*(server.pid for server in servers), nats.pid, *database.processes()]
                idle = idle_of(processes)
                for name, there in zip(costs, servers, strict=True):
                    costs[name].append(asyncio.run(measured(servers[0], there, processes, idle)))
        finally:
            for server in servers:
                server.end()
            nats.kill()
            database.end()
    own, *passed = costs.values()
    for name, found in costs.items():
        print(f"A move {name}: {statistics.median(found):.0f} us of CPU ({min(found):.0f} to {max(found):.0f})")
    for name, found in zip(("a socket each", "the bus"), passed, strict=True):
        more = sorted(there - here for here, there in zip(own, found, strict=True))
        print(
            f"To be passed on by {name} costs {statistics.median(more):.0f} us more ({more[0]:.0f} to {more[-1]:.0f}), "
            "for four who watch it."
        )


if __name__ == "__main__":
    main()
