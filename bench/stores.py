"""What an append costs in each store, in CPU of this process and of PostgreSQL together: `python -m bench.stores`.

Tables append one event after another, as in games that go on at once; both stores are on the same disk, with fsync.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from fairdeal.server.places import is_postgres
from fairdeal.server.store import Store, TableRow
from fairdeal.server.stores import open_store
from fairdeal.server.uptime import Uptime
from tools.engines import Database

TABLES = 50
EVENTS = 100  # of each table in a round
ROUNDS = 5
ENTRY = b"e" * 150
ROW = TableRow("", "caster", 4, True, "playing", 0, 1, 1, bytes(32), False, "", b"c" * 300)


@dataclass(frozen=True)
class Cost:
    """Of one append, in microseconds; and how many a second, and how many of them share a commit."""

    cpu: float
    rate: float
    shared: float


def cpu_of(processes: list[int], and_of_ended: bool = True) -> float:
    """Give the seconds of the processor that these processes, and those of theirs that have ended, have taken."""
    ticks = 0
    for process in processes:
        with contextlib.suppress(FileNotFoundError):  # what it took has become its parent's
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11 : 15 if and_of_ended else 13]))
    return ticks / os.sysconf("SC_CLK_TCK")


async def play(store: Store, name: str) -> None:
    for number in range(2, EVENTS + 2):
        await store.append(replace(ROW, id=name, changed_at=number), number, [ENTRY])


async def measured(url: str, database: Database, part: int) -> Cost:
    """Let all tables of a round go on at once."""
    store = open_store(url)
    await store.start()
    beating = asyncio.create_task(Uptime().keep_beating(store))
    others = database.processes() if is_postgres(url) else []
    names = [f"{part} {number}" for number in range(TABLES)]
    for name in names:
        await store.append(replace(ROW, id=name), 1, [ENTRY])
    before, began, commits = time.process_time() + cpu_of(others), time.perf_counter(), store.commits
    await asyncio.gather(*(play(store, name) for name in names))
    spent, took = time.process_time() + cpu_of(others) - before, time.perf_counter() - began
    commits = store.commits - commits
    beating.cancel()
    await asyncio.wait([beating])
    await store.stop()
    appends = TABLES * EVENTS
    return Cost(1e6 * spent / appends, appends / took, appends / commits)


def main() -> None:
    database = Database()
    try:
        database.start()
        url = database.fresh()
        with tempfile.TemporaryDirectory() as folder:
            places = {"SQLite": f"{folder}/store.sqlite", "PostgreSQL": url}
            costs: dict[str, list[Cost]] = {name: [] for name in places}
            for part in range(ROUNDS):
                for name, place in places.items():
                    costs[name].append(asyncio.run(measured(place, database, part)))
    finally:
        database.end()
    for name, found in costs.items():
        cpu, rate = (statistics.median(getattr(cost, what) for cost in found) for what in ("cpu", "rate"))
        shared = statistics.median(cost.shared for cost in found)
        print(f"{name}: {cpu:.0f} us of CPU an append, {rate:.0f} a second, {shared:.0f} a commit")
    ratios = [theirs.cpu / ours.cpu for ours, theirs in zip(*costs.values(), strict=True)]
    print(f"An append in PostgreSQL costs {statistics.median(ratios):.2f} times one in SQLite.")


if __name__ == "__main__":
    main()
