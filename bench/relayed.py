"""What a move costs that is passed on: `python -m bench.relayed [--tables N] [--rounds N]`.

CPU of servers, PostgreSQL and NATS together, and of each; how many moves share a commit, and messages of lines a move.
Four people play CASTER at each table: all at the server that owns it; all at another one that passes them on by a
direct line, or over a bus; or at two servers that own as many tables each, where nobody is passed on, or two of each
table are. In turns; people come and sit before anything is measured, and leave after it. What all take while nobody has
come yet is taken off.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import statistics
import tempfile
import time
from collections.abc import Sequence
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
COUNTED = ("commits_total", "direct_sent_total", "bus_sent_total")
BUS = ("--bus", "{bus}")


class Way(NamedTuple):
    """Which servers own tables, in turns; at which people come in to each; and which part of them each line leads."""

    owners: Sequence[ServerProcess]
    doors: Sequence[Sequence[ServerProcess]]
    """For each owner; people come in there in turns."""
    direct: float = 0.0
    by_bus: float = 0.0

    async def counted(self, name: str) -> float:
        """Add up one of the numbers of all its servers."""
        servers = {*self.owners, *itertools.chain(*self.doors)}
        return sum([await metric(server, name) for server in servers])


class House(NamedTuple):
    """All that takes part."""

    servers: Sequence[ServerProcess]
    database: Database
    nats: BusServer

    def processes(self) -> dict[str, list[int]]:
        """List them by kind; PostgreSQL's come and go."""
        return {
            "servers": [server.pid for server in self.servers],
            "PostgreSQL": self.database.processes(),
            "NATS": [self.nats.pid],
        }

    def cpu(self) -> dict[str, float]:
        """Give the seconds of CPU that each kind has taken; a server's own processes compile games, and then end."""
        return {kind: cpu_of(processes, kind == "PostgreSQL") for kind, processes in self.processes().items()}


class Cost(NamedTuple):
    """Of one move, in microseconds of CPU by kind of process; and its part of commits and of lines' messages."""

    cpu: dict[str, float]
    commits: float
    messages: float
    players: float
    """Microseconds of CPU of all players together: the same work everywhere, so it tells how fast the machine was."""

    @property
    def all(self) -> float:
        return sum(self.cpu.values())


async def metric(server: ServerProcess, name: str) -> float:
    """Ask a server for one of its numbers."""
    page = (await Client(server.address).request("GET", "/metrics")).decode()
    return sum(float(line.split()[1]) for line in page.splitlines() if line.startswith(f"fairdeal_{name} "))


async def seated(stack: contextlib.AsyncExitStack, way: Way, number: int) -> list[ClientTable]:
    """Seat people at a table; its game begins with the last of them, and all wait for each other."""
    owner, doors = way.owners[number % len(way.owners)], way.doors[number % len(way.owners)]
    host = await guest(owner.address, "Host")
    table = await host.open("caster", SEATS, {}, options={"rounds": 2})
    people = [await guest(doors[seat % len(doors)].address, f"Guest {seat}") for seat in range(SEATS)]
    return [await stack.enter_async_context(await client.sit(table)) for client in people]


async def measured(way: Way, tables: int, house: House, idle: dict[str, float]) -> Cost:
    """Give the cost of a move, without what all processes would take if nobody played."""
    while (cost := await tried(way, tables, house, idle)) is None:
        pass
    return cost


async def tried(way: Way, tables: int, house: House, idle: dict[str, float]) -> Cost | None:
    """Measure once; None if somebody was led otherwise than meant, as happens on a busy machine."""
    async with contextlib.AsyncExitStack() as stack:
        seats: list[ClientTable] = []
        for number in range(tables * len(way.owners)):
            seats += await seated(stack, way, number)
        for seat in seats:
            await seat.until(lambda seat=seat: seat.scene)  # type: ignore[misc]
        led = [await way.counted(kind) / len(seats) for kind in ("direct_people", "bus_people")]
        if led != [way.direct, way.by_bus]:
            return None
        counted = [await way.counted(name) for name in COUNTED]
        before, players, began = house.cpu(), time.process_time(), time.monotonic()
        diaries = await asyncio.gather(*(play_at_random(seat, Random(place)) for place, seat in enumerate(seats)))
        after, players, took = house.cpu(), time.process_time() - players, time.monotonic() - began
        commits, *messages = [await way.counted(name) - count for name, count in zip(COUNTED, counted, strict=True)]
    moves = sum(len(diary.accepted) for diary in diaries)
    cpu = {kind: 1e6 * (after[kind] - before[kind] - took * idle[kind]) / moves for kind in after}
    return Cost(cpu, commits / moves, sum(messages) / moves, 1e6 * players / moves)


def idle_of(house: House) -> dict[str, float]:
    """How many seconds of CPU each kind takes in a second in which nobody plays."""
    before, began = house.cpu(), time.monotonic()
    time.sleep(IDLE)
    after, took = house.cpu(), time.monotonic() - began
    return {kind: (after[kind] - before[kind]) / took for kind in after}


def report(costs: dict[str, list[Cost]]) -> None:
    """Print what was found of each way, and what each takes beyond the first, by pairs of one round."""
    (_, own), *others = costs.items()
    for name, found in costs.items():
        whole = [cost.all for cost in found]
        kinds = ", ".join(f"{kind} {statistics.median(cost.cpu[kind] for cost in found):.0f}" for kind in found[0].cpu)
        shared = 1 / statistics.median(cost.commits for cost in found)
        messages, players = (statistics.median(getattr(cost, of) for cost in found) for of in ("messages", "players"))
        print(
            f"A move {name}: {statistics.median(whole):.0f} us of CPU ({min(whole):.0f} to {max(whole):.0f}): {kinds}; "
            f"{shared:.1f} moves a commit, {messages:.2f} messages of lines a move; players {players:.0f}"
        )
    for name, found in others:
        more = sorted(there.all - here.all for here, there in zip(own, found, strict=True))
        times = sorted(there.all / here.all for here, there in zip(own, found, strict=True))
        slowed = sorted(
            there.all / there.players / (here.all / here.players) for here, there in zip(own, found, strict=True)
        )
        print(
            f"{name}: {statistics.median(more):.0f} us more ({more[0]:.0f} to {more[-1]:.0f}), "
            f"{statistics.median(times):.2f} times that with one process ({times[0]:.2f} to {times[-1]:.2f}); by "
            f"the CPU of the players, {statistics.median(slowed):.2f} times ({slowed[0]:.2f} to {slowed[-1]:.2f})"
        )


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
            for name, flags in (("owner", BUS), ("direct", BUS), ("bus", (*BUS, "--lines", "bus"))):
                (inside := Path(folder) / name).mkdir()
                shown = tuple(flag.format(bus=nats.url) for flag in flags)
                servers.append(ServerProcess(inside, store=url, flags=shown).start())
            house = House(servers, database, nats)
            owner, direct, other = servers
            ways: dict[str, Way] = {
                "with one process": Way([owner], [[owner]]),
                "passed on by a direct line": Way([owner], [[direct]], direct=1.0),
                "passed on by the bus": Way([owner], [[other]], by_bus=1.0),
                "with two processes, nobody passed on": Way([owner, direct], [[owner], [direct]]),
                "with two processes, people at either": Way([owner, direct], [[owner, direct]] * 2, direct=0.5),
            }
            costs: dict[str, list[Cost]] = {name: [] for name in ways}
            time.sleep(IDLE)  # until everything is loaded
            idle = idle_of(house)
            for turn in range(asked.rounds + 1):
                for name, way in ways.items():
                    cost = asyncio.run(measured(way, asked.tables, house, idle))
                    costs[name] += [cost] if turn else []  # the first makes connections, and loads what is left
        finally:
            for server in servers:
                server.end()
            nats.kill()
            database.end()
    report(costs)


if __name__ == "__main__":
    main()
