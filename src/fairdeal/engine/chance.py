"""Our own random numbers, so that a deal can be repeated for ever: two sources of words, and what cards need of them.

- xoshiro256++ for search and simulation: fast, an array of four words. Whoever sees some of its words can compute the
  others.
- a tape for deals that must stay secret in part: words that a cipher has written down beforehand (`Tape`).

Either is an array, always an argument and never part of a state.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from fairdeal.engine.kernel import native, size_of

Rng = npt.NDArray[np.uint64]
T = TypeVar("T")

XOSHIRO = 4  # words of its state; a tape never has that many
FIRST_BLOCKS = 12  # of a tape: enough for most deals
ALL_BITS = np.uint64(0xFFFFFFFFFFFFFFFF)
LOWER_HALF = np.uint64(0xFFFFFFFF)

_17, _19, _23, _32, _41, _45 = (np.uint64(n) for n in (17, 19, 23, 32, 41, 45))


def seeded(seed: bytes) -> Rng:
    """Make a generator from a seed of 32 bytes."""
    if len(seed) != 32:
        raise ValueError(f"A seed has 32 bytes, not {len(seed)}.")
    if not any(seed):
        raise ValueError("A seed cannot be all zeros.")
    return np.frombuffer(seed, dtype="<u8").astype(np.uint64)


def numbered(seed: int | str, number: int) -> Rng:
    """Make generator `number` of a series: game 0, 1, 2, ... of a simulation with that seed."""
    return seeded(hashlib.sha256(f"fairdeal {seed} {number}".encode()).digest())


def from_system() -> Rng:
    """Make a generator that nobody can foresee."""
    return seeded(secrets.token_bytes(32))


class Drawn(NamedTuple):
    """A whole number that was drawn from 0 to n-1."""

    n: int
    number: int


class Tape:
    """Random numbers of 32 bits that `more` writes down, block after block; `draw` lets rules read them.

    Rules draw from an array and cannot ask for more. So they draw from a copy of the first blocks, and if that was too
    short, all over again from a longer one: what they drew before it ended was the same.

    A number stands in the upper half of its word. `below` writes into the lower half what it was asked for, so that a
    draw can be told afterwards.
    """

    def __init__(self, more: Callable[[int], bytes]) -> None:
        """`more(b)` gives block b = 0, 1, ...: whole numbers of 4 bytes, the highest byte first."""
        self._more = more
        self._blocks: list[bytes] = []
        self.used = 0
        """How many numbers the last draw has read."""
        self.draws: list[Drawn] = []
        """What the last draw asked for, and what it got."""

    def draw(self, drawing: Callable[[Rng], T]) -> T:
        """Give what is drawn from the beginning of the tape; `drawing` must change nothing but its generator."""
        blocks = FIRST_BLOCKS
        while True:
            rng = self._copy(blocks)
            drawn = drawing(rng)
            self.used = int(rng[0])
            if self.used < len(rng):
                self.draws = [Drawn(n, number * n >> 32) for number, n in _halves(rng[1 : self.used + 1]) if n]
                return drawn
            blocks *= 2

    def _copy(self, blocks: int) -> Rng:
        self._blocks += [self._more(b) for b in range(len(self._blocks), blocks)]
        numbers = np.frombuffer(b"".join(self._blocks[:blocks]), dtype=">u4").astype(np.uint64)
        return np.concatenate([np.zeros(1, np.uint64), numbers << _32])


def _halves(words: Rng) -> list[list[int]]:
    """Give the upper and the lower half of each word."""
    halves: list[list[int]] = np.stack([words >> _32, words & LOWER_HALF], axis=1).tolist()
    return halves


@native
def word(rng: Any) -> Any:
    """Draw the next 64 bits."""
    if len(rng) != XOSHIRO:
        return next_on(rng)
    # np.add wraps without a warning in both modes; the operator would warn when interpreted.
    total = np.add(rng[0], rng[3])
    result = np.add((total << _23) | (total >> _41), rng[0])
    shifted = rng[1] << _17
    rng[2] ^= rng[0]
    rng[3] ^= rng[1]
    rng[1] ^= rng[2]
    rng[0] ^= rng[3]
    rng[2] ^= shifted
    rng[3] = (rng[3] << _45) | (rng[3] >> _19)
    return result


@native
def next_on(tape: Any) -> Any:
    """Read the next word of a tape, whose first counts those that were read. Beyond its end all bits are set."""
    place = np.int64(tape[0]) + 1
    tape[0] = np.uint64(place)
    if place >= len(tape):
        return ALL_BITS
    return tape[place]


@native
def below(rng: Any, n: int) -> int:
    """Draw a whole number from 0 to n-1, each equally likely, n at most 2**31."""
    n = int(n)
    product = int(word(rng) >> _32) * n
    if (product & 0xFFFFFFFF) < n:
        excess = (1 << 32) % n
        while (product & 0xFFFFFFFF) < excess:
            product = int(word(rng) >> _32) * n
    if len(rng) != XOSHIRO:
        note(rng, n)
    return product >> 32


@native
def note(tape: Any, n: int) -> None:
    """Write down on a tape that its last word was read for a number below n."""
    place = np.int64(tape[0])
    if place < len(tape):
        tape[place] |= np.uint64(n)


@native
def fraction(rng: Any) -> float:
    """Draw a number from 0 up to, and without, 1."""
    return float(word(rng) >> np.uint64(11)) / 9007199254740992.0


@native
def shuffle(rng: Any, cards: Any, count: int) -> None:
    """Put the first `count` cards into an order, each order equally likely."""
    for last in range(count - 1, 0, -1):
        other = below(rng, last + 1)
        kept = cards[last]
        cards[last] = cards[other]
        cards[other] = kept


@native
def some_of(rng: Any, bits: int, count: int) -> int:
    """Choose `count` members of a set of small numbers, each choice equally likely."""
    rest = int(bits)
    left = size_of(rest)
    chosen = 0
    while count > 0:
        member = rest & -rest
        rest ^= member
        if below(rng, left) < count:
            chosen |= member
            count -= 1
        left -= 1
    return chosen
