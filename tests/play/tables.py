"""A table without a server, and what is done at it, at a time that stands still unless a test moves it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TypeVar

from fairdeal.play import events as ev
from fairdeal.play.clocks import Now
from fairdeal.play.commands import deals, moves, seats
from fairdeal.play.events import Clock
from fairdeal.play.table import TO_REVEAL, Phase, Table
from tests.play.promises import promise_at

T = TypeVar("T")

SECRET = bytes(range(32))


def nonce(seat: int, attempt: int = 1) -> bytes:
    return hashlib.sha256(f"nonce {seat} {attempt}".encode()).digest()


class Play:
    """A table with a clock of its own, and persons s0, s1, ... on its first seats."""

    def __init__(
        self,
        game: str = "caster",
        count: int = 3,
        people: int = 2,
        options: dict[str, object] | None = None,
        clock: Clock | None = None,
        begin: bool = True,
        free: int = 0,
    ) -> None:
        self.at = 1000
        self.table = Table("t1", SECRET)
        opened = ev.Opened(game, 1, count, options or {}, "s0", clock=Clock() if clock is None else clock)
        self.do(seats.open_table, opened, dict.fromkeys(range(people, count - free), "easy"))
        for seat in range(people):
            self.join(seat)
        if begin and not free:
            for seat in range(people):
                self.reveal(seat)

    @property
    def now(self) -> Now:
        return Now(self.at, 0)

    def do(self, command: Callable[..., T], *arguments: object) -> T:
        return command(self.table, *arguments, self.now)

    def join(self, seat: int) -> None:
        self.do(seats.join, f"s{seat}", f"Player {seat}", f"link {seat}", seat)
        self.commit(seat)

    def commit(self, seat: int) -> None:
        start = self.table.starts.number
        self.do(deals.commit, f"s{seat}", start, promise_at(self.table, seat, nonce(seat, start)))

    def reveal(self, seat: int) -> None:
        start = self.table.starts.number
        self.do(deals.reveal, f"s{seat}", start, nonce(seat, start).hex())

    def void(self, *opening: int) -> None:
        """Let a start fail because only these seats open their nonces."""
        for seat in opening:
            self.reveal(seat)
        self.at += TO_REVEAL
        self.do(deals.wake)

    def play(self, seat: int, *actions: str, id: str = "", number: int | None = None, by: str = "") -> int:
        chosen_at = self.table.number if number is None else number
        return moves.play(self.table, seat, actions, id, chosen_at, self.now, by)

    def legal(self, seat: int) -> list[str]:
        return [self.table.game.words.text(action) for action in self.table.legal(seat)]

    def step(self, pick: int = 0) -> int:
        """Let the first seat that may act do one of its actions; return the seat."""
        seat = self.table.awaited()[0]
        legal = self.legal(seat)
        self.play(seat, legal[pick % len(legal)], by=self.table.chairs[seat].bot)
        return seat

    def go_to(self, seat: int) -> None:
        """Play until a seat is to act."""
        while self.table.awaited()[0] != seat:
            self.step()

    def phase(self) -> Phase:
        return self.table.phase

    def kinds(self) -> list[str]:
        return [type(recent.entry.event).__name__ for recent in self.table.recent]
