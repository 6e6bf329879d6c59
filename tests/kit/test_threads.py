"""Threads that read data files at once, as those of a server do that loads its tables."""

from __future__ import annotations

import subprocess
import sys

READERS = """
import sys, threading
from fairdeal import games

sys.setswitchinterval(1e-6)
found = [games.find(name) for name in games.NAMES]
start = threading.Barrier(8)


def read():
    start.wait()
    for game in found:
        game.setting(game.best_seats)


threads = [threading.Thread(target=read) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def test_threads_read_the_same_data_at_once() -> None:
    done = subprocess.run([sys.executable, "-c", READERS], capture_output=True, check=False, timeout=300)
    assert (done.returncode, done.stderr) == (0, b"")
