"""How long a server takes to start on a store full of unfinished games, and how much memory it takes.

Run it with `python -m bench.start`, and with the number of tables if not 10,000.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from fairdeal import games
from fairdeal.play import events as ev
from fairdeal.play.clocks import Now
from fairdeal.play.commands import deals, moves, seats
from fairdeal.play.fairness import nonce_commitment, terms_hash
from fairdeal.play.table import Table
from fairdeal.server.listing import players, row_of
from fairdeal.server.names import new_id
from fairdeal.server.sqlite.files import MIGRATIONS, migrate
from fairdeal.server.store import TableRow

TABLES = 10_000
MOVES = 60  # of each game
SECRET, NONCE = bytes(32), bytes(31) + b"1"
PORT = 8199


def unfinished(clock: ev.Clock) -> tuple[Table, list[ev.Entry]]:
    """Play some moves of a game of four, in which it is a person's turn again and again."""
    game = games.find("caster")
    table = Table("model", SECRET)
    opened = ev.Opened("caster", game.rules_version, 4, {}, "host", clock=clock)
    now = Now(0, 0)
    seats.open_table(table, opened, {1: "easy", 2: "easy", 3: "easy"}, now)
    seats.join(table, "host", "Ada", "", 0, now)
    terms, promise = terms_hash(table.opened.terms or {}), bytes.fromhex(table.starts.commitment)
    deals.commit(table, "host", 1, nonce_commitment(terms, promise, 1, 0, NONCE).hex(), now)
    deals.reveal(table, "host", 1, NONCE.hex(), now)
    for _ in range(MOVES):
        seat = table.awaited()[0]
        action = game.words.text(table.legal(seat)[0])
        moves.play(table, seat, [action], "", table.number, now, table.chairs[seat].bot)
    return table, [recent.entry for recent in table.take_fresh()]


def fill(path: Path, count: int) -> None:
    """Write so many tables into a store; a tenth of them are played by the clock and due after a second."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, MIGRATIONS)
        connection.execute("begin")
        for clock, due, share in ((ev.Clock(), None, count - count // 10), (ev.Clock("move", 2), 1000, count // 10)):
            table, entries = unfinished(clock)
            row = TableRow("", "caster", 4, False, "", 0, 0, time.time_ns() // 1_000_000, SECRET, False, "", b"", due)
            for _ in range(share):
                _write(connection, row_of(table, row), entries)
        connection.execute("commit")


def _write(connection: sqlite3.Connection, row: TableRow, entries: list[ev.Entry]) -> None:
    name = new_id()
    values = [name, *(getattr(row, field) for field in row.__struct_fields__[1:])]
    connection.execute(f"insert into tables values ({', '.join('?' * len(values))})", values)
    texts = [(name, entry.number, ev.encode(entry)) for entry in entries]
    connection.executemany("insert into events values (?, ?, ?)", texts)
    seats = [(name, session, seat) for session, seat in players(entries)]
    connection.executemany("insert into players values (?, ?, ?)", seats)


def measure(path: Path, port: int = PORT) -> tuple[float, float, float, float]:
    """Start a server; give the seconds until it is healthy, those of its CPU, its MB then and half a minute later."""
    command = [sys.executable, "-m", "fairdeal", "serve", "--port", str(port), "--store", str(path), "--workers", "1"]
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        while not is_healthy(port):
            assert process.poll() is None, "the server did not start"
            time.sleep(0.01)
        seconds, worked, at_first = time.perf_counter() - began, _worked(process.pid), _megabytes(process.pid)
        time.sleep(30)
        return seconds, worked, at_first, _megabytes(process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


def is_healthy(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=60) as response:
            return bool(response.status == 200)
    except OSError:
        return False


def _worked(pid: int) -> float:
    """The CPU time of a process, which a busy machine makes little longer."""
    times = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[11:13]
    return sum(map(int, times)) / os.sysconf("SC_CLK_TCK")


def _megabytes(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text("utf-8")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def main(count: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for tables in (0, count):
            path = Path(folder) / f"{tables}.sqlite"
            fill(path, tables)
            seconds, worked, at_first, later = measure(path)
            print(
                f"{tables} unfinished tables: ready in {seconds:.1f} s ({worked:.1f} s of CPU) with {at_first:.0f} MB, "
                f"{later:.0f} MB half a minute later",
                flush=True,
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else TABLES)
