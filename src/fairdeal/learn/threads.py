"""Threads that each do a range of tables whenever all tables are told to do something."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

import numpy as np

from fairdeal.contract.rules import Numbers
from fairdeal.engine import turns
from fairdeal.engine.kernel import NOBODY, mode_of
from fairdeal.engine.stepping import CHECK, END, ENDS, ORDER, REPEATS, SLEEPS, WAKES, WHAT, Tables

APART = 64  # rows between what two threads write, so that not even numbers of two bytes share a line of their caches


@dataclass(frozen=True)
class TableRange:
    """A range of tables, and the row of all that its thread writes for itself."""

    first: int
    end: int
    row: int


def ranges(tables: int, threads: int) -> list[TableRange]:
    """Share tables out evenly."""
    ends = [tables * number // threads for number in range(threads + 1)]
    return [TableRange(ends[number], ends[number + 1], number * APART) for number in range(threads)]


class Threads:
    """All ranges of some tables: the first is done by whoever orders, each other one by a thread of its own."""

    def __init__(self, native: Any, t: Tables, parts: list[TableRange], actions: Numbers) -> None:
        rows = parts[-1].row + 1
        self._serve = native.serve
        self._order, self._found = np.zeros(ORDER, np.int64), np.full(rows, NOBODY)
        all_know = (actions, self._order, self._found, np.full(rows, turns.LEADER))
        known = [(t, part.first, part.end, part.row, *all_know) for part in parts]
        # Plain Python has one thread at a time, so there it is simply one range after the other.
        own = 1 if mode_of(native) != "interpreted" else len(parts)
        self._own = known[:own]
        self._workers = [TableThread(native.serve, arguments) for arguments in known[own:]]

    def do(self, what: int, repeats: bool = False) -> None:
        """Let all ranges do something, and wait until they have."""
        self._wait()
        self._begin(what, repeats)
        try:
            for arguments in self._own:
                self._serve(*arguments, True)
        finally:
            self._wait()

    def do_one(self, table: int, what: int, repeats: bool) -> None:
        """Let a single table do something."""
        t, _, _, *rest = self._own[0]
        self._order[WHAT], self._order[REPEATS] = what, repeats
        self._serve(t, table, table + 1, *rest, True)

    def first_illegal(self) -> int:
        """Give the first table where the action is not legal; NOBODY if there is none."""
        self.do(CHECK)
        found = self._found[::APART]
        return int(found[np.argmax(found != NOBODY)])

    def end(self) -> None:
        """Let the threads end."""
        self._wait()
        self._begin(END, False)

    def _begin(self, what: int, repeats: bool) -> None:
        self._order[WHAT], self._order[REPEATS] = what, repeats
        for worker in self._workers:
            worker.begin()

    def _wait(self) -> None:
        for worker in self._workers:
            worker.wait()


class TableThread:
    """A thread with a range of tables. It knows nothing of whoever orders, so that tables can be forgotten."""

    def __init__(self, serve: Any, arguments: tuple[Any, ...]) -> None:
        self._serve, self._arguments = serve, arguments
        *_, self._row, _, _, _, self._turns = arguments
        self._worker_wakes, self._leader_wakes = threading.Semaphore(0), threading.Semaphore(0)
        self._error: BaseException | None = None
        threading.Thread(target=self._work, daemon=True).start()

    def begin(self) -> None:
        """Let it do what was ordered."""
        if turns.pass_turn(self._turns, self._row, turns.WORKER):
            self._worker_wakes.release()

    def wait(self) -> None:
        """Wait until it has done that; raise what went wrong."""
        while not turns.has_turn(self._turns, self._row, turns.LEADER):
            self._leader_wakes.acquire()
        error, self._error = self._error, None
        if error:
            raise error

    def _work(self) -> None:
        does_next = SLEEPS
        while does_next != ENDS:
            does_next = self._served()
            if does_next == WAKES:
                self._leader_wakes.release()
            if does_next == SLEEPS:
                self._worker_wakes.acquire()

    def _served(self) -> int:
        try:
            return int(self._serve(*self._arguments, False))
        except BaseException as error:  # whoever waits is told
            self._error = error
            turns.pass_turn(self._turns, self._row, turns.LEADER)
            return WAKES
