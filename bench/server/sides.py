"""The two servers, each started as it ships; and what the system says of a process."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from bench.server.load import Found, Line, allow_files
from bench.server.seats import SEATS

ROOT = Path(__file__).parents[2]
BOARDGAME = ROOT / "bench" / "boardgameio"
ADDRESS = re.compile(r"at http://127\.0\.0\.1:(\d+)")
SPARE_FILES = 200  # that a server has open besides its sockets
GENERATOR = "import sys; from bench.server.load import main; main(sys.argv[1:])"
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Plan:
    """How many tables play, for how long, and how fast."""

    tables: int
    seconds: float
    interval: float = 0.0
    """Seconds from one move of a table to its next; 0: as fast as answers come."""
    warm_up: float = 6.0


@dataclass(frozen=True)
class Measured:
    """What one run of one server found."""

    found: Found
    cpu: float
    """Seconds of the server, all its threads, in the time that counts."""
    grown: int
    """Bytes of memory that all but the first table made the server take, to the end of the run."""
    players: int

    @property
    def moves_per_cpu_second(self) -> float:
        return self.found.moves / self.cpu

    @property
    def bytes_per_move(self) -> float:
        return self.found.received / self.found.moves


class Failed(Exception):
    """A run came to nothing; the text says why."""


def has_boardgame() -> bool:
    return shutil.which("node") is not None and (BOARDGAME / "node_modules" / "boardgame.io").is_dir()


def measure(side: str, plan: Plan) -> Measured:
    """Start a server and a load generator, and let them play."""
    allow_files(SEATS * plan.tables + SPARE_FILES)
    with tempfile.TemporaryDirectory() as folder, running(*command(side, folder)) as server:
        return measure_at(side, server, port_of(server), plan)


def command(side: str, folder: str) -> tuple[list[str], Mapping[str, str]]:
    """How a server is started, with nothing but an address and a place for its files."""
    if side == "boardgameio":
        return ["node", str(BOARDGAME / "server.js")], {"NODE_ENV": "production"}
    arguments = ["serve", "--port", "0", "--store", f"{folder}/bench.sqlite", "--workers", "1"]
    return [sys.executable, "-m", "fairdeal", *arguments], {}


@contextlib.contextmanager
def running(arguments: list[str], environment: Mapping[str, str]) -> Iterator[subprocess.Popen[str]]:
    """Run a program, and end it in the end."""
    process = subprocess.Popen(
        arguments, cwd=ROOT, env={**os.environ, **environment}, stdout=subprocess.PIPE, encoding="utf-8"
    )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        assert process.stdout is not None
        process.stdout.close()


def port_of(server: subprocess.Popen[str]) -> int:
    """Wait for the line in which a server says where it is."""
    assert server.stdout is not None
    for line in server.stdout:
        if found := ADDRESS.search(line):
            return int(found[1])
    raise Failed(f"{server.args!r} has not started.")


def measure_at(side: str, server: subprocess.Popen[str], port: int, plan: Plan) -> Measured:
    """Play at a server that runs, and look at its process when the generator says so."""
    words = [side, port, plan.tables, plan.warm_up, plan.seconds, plan.interval]
    memory: dict[str, int] = {}
    cpu: dict[str, float] = {}
    with running([sys.executable, "-c", GENERATOR, *map(str, words)], {}) as generator:
        assert generator.stdout is not None
        for text in generator.stdout:
            line = msgspec.json.decode(text, type=Line)
            cpu[line.stage], memory[line.stage] = cpu_seconds(server.pid), memory_of(server.pid)
            if line.found is not None:
                found = line.found
        if generator.wait() or "found" not in cpu:
            raise Failed(f"The load generator ended with {generator.returncode}.")
    players = SEATS * (plan.tables - 1)
    return Measured(found, cpu["end"] - cpu["begin"], memory["end"] - memory["first"], players)


def cpu_seconds(pid: int) -> float:
    """What a process has worked so far, all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_of(pid: int) -> int:
    """The resident memory of a process in bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
