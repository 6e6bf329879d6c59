"""What each onlooker of one table costs a server: `python -m bench.crowd [--watchers N]`, for docs/scale.md.

Four bots play as fast as they can. CPU time is what the system charged to the server's own process.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile

from bench.server.frames import Requests, Wire
from bench.server.load import allow_files
from bench.server.sides import SPARE_FILES, command, cpu_seconds, memory_of, port_of, running

PINGS = 20  # of each onlooker
BOTS = {str(seat): "random" for seat in range(4)}


class Watcher(Wire):
    """Looks on, and counts."""

    def __init__(self, table: str) -> None:
        super().__init__(f"/api/tables/{table}/socket")
        self.welcome = asyncio.Event()
        self.over = asyncio.Event()
        self.events = 0
        self.told = 0
        """Bytes of events."""
        self.pongs = 0

    def opened(self) -> None:
        self.say(b'{"type":"hello"}')

    def heard(self, message: bytes) -> None:
        if message.startswith(b'{"type":"event"'):
            self.events += 1
            self.told += len(message)
        elif message.startswith(b'{"type":"welcome"'):
            self.welcome.set()
        elif message.startswith(b'{"type":"pong"'):
            self.pongs += 1
        if b'"phase":"over"' in message:
            self.over.set()


async def watched(port: int, pid: int, count: int) -> tuple[float, float, float, float, float]:
    """Let so many watch a game; give CPU seconds of coming, of an event and of a ping, bytes of an event, memory."""
    requests = await Requests.open(port)
    _, cookie = await requests.post("/api/session", {"name": "Host"})
    opened, _ = await requests.post("/api/tables", {"game": "caster", "seats": 4, "bots": BOTS}, cookie)
    requests.close()
    first = Watcher(opened["table"])
    watchers = [first, *(Watcher(opened["table"]) for _ in range(count - 1))]
    began, memory = cpu_seconds(pid), memory_of(pid)
    for watcher in watchers:
        await watcher.connect(port)
    await asyncio.gather(*(watcher.welcome.wait() for watcher in watchers))
    came, seen = cpu_seconds(pid), first.events
    await first.over.wait()
    over = cpu_seconds(pid)
    for _ in range(PINGS):
        for watcher in watchers:
            watcher.say(b'{"type":"ping","id":"p"}')
        await asyncio.sleep(0.2)
    while min(watcher.pongs for watcher in watchers) < PINGS:
        await asyncio.sleep(0.05)
    pinged, grown = cpu_seconds(pid), memory_of(pid) - memory
    for watcher in watchers:
        watcher.lost.cancel()
        watcher.transport.close()
    events = first.events - seen
    return came - began, (over - came) / events, (pinged - over) / PINGS, first.told / first.events, grown


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.crowd", description="Measure what onlookers cost.")
    parser.add_argument("--watchers", type=int, default=190, help="of one table, which has places for 200")
    count = parser.parse_args().watchers
    allow_files(2 * count + SPARE_FILES)
    with tempfile.TemporaryDirectory() as folder:
        arguments, environment = command("fairdeal", folder)
        with running([*arguments, "--beat", "0"], environment) as server:
            port = port_of(server)
            asyncio.run(watched(port, server.pid, 1))  # whatever is done once
            _, alone, _, size, _ = asyncio.run(watched(port, server.pid, 1))
            coming, event, ping, _, memory = asyncio.run(watched(port, server.pid, count))
    print(f"an event of {size:,.0f} bytes to one onlooker: {1e6 * alone:.0f} µs of the server, bots included")
    print(f"to each more of {count}: {1e6 * (event - alone) / (count - 1):.1f} µs")
    print(f"to come, until the welcome: {1e6 * coming / count:.0f} µs; memory {memory / count / 1000:.0f} kB")
    print(f"a ping and its answer: {1e6 * ping / count:.1f} µs")


if __name__ == "__main__":
    main()
