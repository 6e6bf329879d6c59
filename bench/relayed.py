"""What a move costs that is passed on: `python -m bench.relayed`. CPU of two servers and PostgreSQL together, in turns.

Four people play CASTER at each table, all at the server that owns it, or all at the other one.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
from pathlib import Path
from random import Random

from bench.stores import cpu_of
from fairdeal.client import Client
from tests.server.database import Database
from tests.server.players import guest, sit_and_play
from tests.server.serverproc import ServerProcess

TABLES = 6
ROUNDS = 3


async def one_game(owner: ServerProcess, there: ServerProcess, seed: int) -> int:
    """Play a game at a table of one server through another; give how many moves it had."""
    host: Client = await guest(owner.address, "Host")
    table = await host.open("caster", 4, {}, options={"rounds": 1})
    people = [await guest(there.address, f"Guest {number}") for number in range(4)]
    diaries = await asyncio.gather(*(sit_and_play(client, table, Random(seed)) for client in people))
    return sum(len(diary.accepted) for diary in diaries)


async def measured(owner: ServerProcess, there: ServerProcess, processes: list[int]) -> float:
    """Give the microseconds of a move."""
    before = cpu_of(processes)
    moves = await asyncio.gather(*(one_game(owner, there, seed) for seed in range(TABLES)))
    return 1e6 * (cpu_of(processes) - before) / sum(moves)


def main() -> None:
    database, servers = Database(), list[ServerProcess]()
    with tempfile.TemporaryDirectory() as folder:
        try:
            database.start()
            url = database.fresh()
            for name in ("first", "second"):
                (inside := Path(folder) / name).mkdir()
                servers.append(ServerProcess(inside, store=url).start())
            first, second = servers
            costs: dict[str, list[float]] = {"at the owner": [], "passed on": []}
            for _ in range(ROUNDS):
                for name, there in zip(costs, (first, second), strict=True):
                    processes = [first.pid, second.pid, *database.processes()]
                    costs[name].append(asyncio.run(measured(first, there, processes)))
        finally:
            for server in servers:
                server.end()
            database.end()
    for name, found in costs.items():
        print(f"A move {name}: {statistics.median(found):.0f} us of CPU")
    more = [passed - own for own, passed in zip(*costs.values(), strict=True)]
    print(f"To be passed on costs {statistics.median(more):.0f} us more, for four who watch it.")


if __name__ == "__main__":
    main()
