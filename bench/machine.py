"""What two threads of this machine can give at best: loops that share nothing, neither data nor Python."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from fairdeal.engine.kernel import native

# Each portion takes some tenths of a second: a thread that was just woken may share a core for some milliseconds.
NUMBERS = 80_000_000  # of the first loop
BYTES = 2_500_000  # of the second one: about what a thread writes in a step of the tables
PASSES = 400


@native
def count(rng: Any, numbers: int) -> None:
    """Compute and touch no memory: xorshift, which cannot be done beforehand."""
    word = int(rng[0])
    for _ in range(numbers):
        word ^= (word << 13) & 0x3FFFFFFFFFFFFFFF
        word ^= word >> 7
        word ^= (word << 17) & 0x3FFFFFFFFFFFFFFF
    rng[0] = word


@native
def write(cells: Any, passes: int) -> None:
    """Read and write memory and compute next to nothing; each pass needs the one before, or the last would do."""
    for number in range(passes):
        for cell in range(len(cells)):
            cells[cell] = cells[cell] * 3 + number


class Loops:
    """The same two portions of work, one after the other or by two threads."""

    def __init__(self, numbers: int = NUMBERS, passes: int = PASSES) -> None:
        self._pool = ThreadPoolExecutor(1)
        words, cells = np.ones((2, 64), np.int64), np.zeros((2, BYTES), np.int8)
        self._works: dict[str, list[Callable[[], None]]] = {
            "a loop of integers": [lambda own=own: count(own, numbers) for own in words],  # type: ignore[misc]
            "a loop that writes": [lambda own=own: write(own, passes) for own in cells],  # type: ignore[misc]
        }

    @property
    def names(self) -> list[str]:
        """Name the loops."""
        return list(self._works)

    def run(self, name: str, threads: int) -> float:
        """Do both portions; give how many that was."""
        first, second = self._works[name]
        other = self._pool.submit(second) if threads == 2 else None
        first()
        if other is None:
            second()
        else:
            other.result()
        return 2.0
