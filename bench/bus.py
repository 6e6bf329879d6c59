"""What a message over the bus costs, in CPU of both ends together and of NATS: `python -m bench.bus`.

One is sent when the one before has come, so that none shares a turn of the loop, or a call of the system, with another.
"""

from __future__ import annotations

import asyncio
import statistics
import time

from bench.stores import cpu_of
from fairdeal.bus import Bus
from fairdeal.server.serving import new_loop
from tools.engines import BusServer

MESSAGES = 3000
ROUNDS = 5
SIZES = (200, 25_000)  # bytes: a move on its way to the owner, and what four are told of it


async def measured(nats: BusServer, size: int) -> tuple[float, float]:
    """Give the microseconds of a message, of both ends and of NATS."""
    here, there = Bus(nats.url), Bus(nats.url)
    for bus in (here, there):
        await bus.start()
    has_come = asyncio.Event()
    await there.listen("there", lambda letter: has_come.set())
    while not has_come.is_set():  # until NATS knows who listens
        here.send("there", b"")
        await asyncio.sleep(0.01)
    ours, theirs, data = time.process_time(), cpu_of([nats.pid]), bytes(size)
    for _ in range(MESSAGES):
        has_come.clear()
        here.send("there", data)
        await has_come.wait()
    ours, theirs = time.process_time() - ours, cpu_of([nats.pid]) - theirs
    for bus in (here, there):
        await bus.stop()
    return 1e6 * ours / MESSAGES, 1e6 * theirs / MESSAGES


def main() -> None:
    nats = BusServer()
    try:
        nats.start()
        for size in SIZES:
            found = []
            for _ in range(ROUNDS):
                with asyncio.Runner(loop_factory=new_loop()) as runner:
                    found.append(runner.run(measured(nats, size)))
            for name, costs in zip(("both ends", "NATS"), zip(*found, strict=True), strict=True):
                print(f"{size} bytes, {name}: {statistics.median(costs):.0f} us ({min(costs):.0f} to {max(costs):.0f})")
    finally:
        nats.kill()


if __name__ == "__main__":
    main()
