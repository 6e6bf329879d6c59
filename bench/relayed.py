"""What a move costs that is passed on: `python -m bench.relayed [--tables N] [--rounds N]`.

CPU of servers, PostgreSQL and NATS together.
Four people play CASTER at each table: all at the server that owns it; all at another one that passes them on by a
socket each, or over a bus; or two of them at either of two servers that own as many tables each. In turns; people come
and sit before anything is measured, and leave after it. What all take while nobody has come yet is taken off.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench.stores import cpu_of
from fairdeal.client import Client, ClientTable
from tests.server.players import guest, play_at_random
from tests.server.serverproc import ServerProcess
from tools.engines import BusServer, Database

SEATS = 4
IDLE = 10.0  # seconds
BUS = ("--bus", "{bus}")


class Way(NamedTuple):
    """Which servers own tables, and at which people come in, both in turns; and which part of them the bus leads."""

    owners: Sequence[ServerProcess]
    doors: Sequence[ServerProcess]
    by_bus: float = 0.0


async def people_by_bus(server: ServerProcess) -> float:
    """Ask a server how many people the bus leads from it to others."""
    page = (await Client(server.address).request("GET", "/metrics")).decode()
    return sum(float(line.split()[1]) for line in page.splitlines() if line.startswith("fairdeal_bus_people "))


async def seated(stack: contextlib.AsyncExitStack, way: Way, number: int) -> list[ClientTable]:
    """Seat people at a table; its game begins with the last of them, and all wait for each other."""
    owners, doors, _ = way
    host = await guest(owners[number % len(owners)].address, "Host")
    table = await host.open("caster", SEATS, {}, options={"rounds": 2})
    people = [await guest(doors[seat % len(doors)].address, f"Guest {seat}") for seat in range(SEATS)]
    return [await stack.enter_async_context(await client.sit(table)) for client in people]


async def measured(way: Way, tables: int, processes: Callable[[], list[int]], idle: float) -> float:
    """Give the microseconds of a move, without what all processes would take if nobody played."""
    while (cost := await tried(way, tables, processes, idle)) is None:
        pass
    return cost


async def tried(way: Way, tables: int, processes: Callable[[], list[int]], idle: float) -> float | None:
    """Measure once; None if somebody was led otherwise than meant, as happens on a busy machine."""
    async with contextlib.AsyncExitStack() as stack:
        seats: list[ClientTable] = []
        for number in range(tables * len(way.owners)):
            seats += await seated(stack, way, number)
        for seat in seats:
            await seat.until(lambda seat=seat: seat.scene)  # type: ignore[misc]
        by_bus = sum([await people_by_bus(server) for server in {*way.owners, *way.doors}])
        if by_bus != len(seats) * way.by_bus:
            return None
        before, began = cpu_of(processes()), time.monotonic()
        diaries = await asyncio.gather(*(play_at_random(seat, Random(place)) for place, seat in enumerate(seats)))
        taken = cpu_of(processes()) - before - idle * (time.monotonic() - began)
    return 1e6 * taken / sum(len(diary.accepted) for diary in diaries)


def idle_of(processes: Callable[[], list[int]]) -> float:
    """How many seconds of CPU processes take in a second in which nobody plays."""
    before, began = cpu_of(processes()), time.monotonic()
    time.sleep(IDLE)
    return (cpu_of(processes()) - before) / (time.monotonic() - began)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.relayed", description="Measure a move that is passed on.")
    parser.add_argument("--tables", type=int, default=12, help="of each server that owns some; 12 if left out")
    parser.add_argument("--rounds", type=int, default=5, help="that count; 5 if left out")
    asked = parser.parse_args()
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
            owner, direct, other = servers
            ways: dict[str, Way] = {
                "with one process": Way([owner], [owner]),
                "passed on by a socket each": Way([owner], [direct]),
                "passed on by the bus": Way([owner], [other], 1.0),
                "with two processes, people at either": Way([owner, other], [owner, other], 0.5),
            }
            costs: dict[str, list[float]] = {name: [] for name in ways}

            def processes() -> list[int]:
                """All that take part; PostgreSQL's come and go."""
                return [*(server.pid for server in servers), nats.pid, *database.processes()]

            time.sleep(IDLE)  # until everything is loaded
            idle = idle_of(processes)
            for turn in range(asked.rounds + 1):
                for name, way in ways.items():
                    cost = asyncio.run(measured(way, asked.tables, processes, idle))
                    costs[name] += [cost] if turn else []  # the first makes connections, and loads what is left
        finally:
            for server in servers:
                server.end()
            nats.kill()
            database.end()
    own, *passed = costs.values()
    for name, found in costs.items():
        print(f"A move {name}: {statistics.median(found):.0f} us of CPU ({min(found):.0f} to {max(found):.0f})")
    for name, found in zip(list(ways)[1:], passed, strict=True):
        more = sorted(there - here for here, there in zip(own, found, strict=True))
        times = statistics.median(there / here for here, there in zip(own, found, strict=True))
        print(
            f"{name}: {statistics.median(more):.0f} us more ({more[0]:.0f} to {more[-1]:.0f}), {times:.2f} times that "
            "with one process"
        )


if __name__ == "__main__":
    main()
