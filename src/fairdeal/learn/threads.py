"""Threads that share tables whenever all tables are told to do something."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from fairdeal.contract.rules import Numbers
from fairdeal.engine import turns
from fairdeal.engine.kernel import NOBODY, mode_of
from fairdeal.engine.stepping import (
    APART,
    CHECK,
    END,
    ENDS,
    NOWHERE,
    ORDER,
    PORTION,
    REPEATS,
    SLEEPS,
    WAKES,
    WHAT,
    Tables,
)

PORTIONS = 32  # of a thread's range: what the last of them takes is the most that one thread waits for another


def rows(threads: int) -> int:
    """Give how many rows there must be for threads to write into one each, apart from each other and from all else."""
    return threads * APART


def row(number: int) -> int:
    """Give the row of a thread: with a margin on both sides, for what lies beside an array is read by other threads."""
    return number * APART + APART // 2


class Threads:
    """Each has a range of the tables to begin with, the first is whoever orders, and all help each other."""

    def __init__(self, native: Any, t: Tables, tables: int, threads: int, actions: Numbers) -> None:
        bounds = np.arange(threads + 1) * tables // threads
        self._firsts, ends = bounds[:-1], bounds[1:].copy()
        self._order, self._left = np.zeros(ORDER, np.int64), np.zeros(rows(threads), np.int64)
        self._order[PORTION] = max(1, tables // threads // PORTIONS)
        self._found, shared = np.full(rows(threads), NOWHERE), np.full(rows(threads), turns.LEADER)
        self._serve, self._t, self._actions, self._turns = native.serve, t, actions, shared
        known = [
            (t, part, actions, self._order, self._left, ends, self._found, shared) for part in map(row, range(threads))
        ]
        self._own = known[0]
        # Plain Python has one thread at a time, so there whoever orders does it all.
        workers = known[1:] if mode_of(native) != "interpreted" else []
        self._workers = [TableThread(native.serve, arguments) for arguments in workers]

    def do(self, what: int, repeats: bool = False) -> None:
        """Let all tables do something, and wait until they have."""
        self._wait()
        self._left[::APART] = self._firsts
        self._begin(what, repeats)
        try:
            self._serve(*self._own, True)
        finally:
            self._wait()

    def do_one(self, table: int, what: int, repeats: bool) -> None:
        """Let a single table do something."""
        self._order[WHAT], self._order[REPEATS] = what, repeats
        left, ends = np.array([[table], [table + 1]])
        self._serve(self._t, 0, self._actions, self._order, left, ends, self._found, self._turns, True)

    def first_illegal(self) -> int:
        """Give the first table where the action is not legal; NOBODY if there is none."""
        self._found[:] = NOWHERE
        self.do(CHECK)
        first = int(self._found.min())
        return NOBODY if first == NOWHERE else first

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
    """A thread that helps with tables. It knows nothing of whoever orders, so that tables can be forgotten."""

    def __init__(self, serve: Any, arguments: tuple[Any, ...]) -> None:
        self._serve, self._arguments = serve, arguments
        _, self._row, *_, self._turns = arguments
        self._worker_wakes, self._leader_wakes = threading.Semaphore(0), threading.Semaphore(0)
        self._error: BaseException | None = None
        threading.Thread(target=self._work, daemon=True).start()

    def begin(self) -> None:
        """Let it do what was ordered."""
        if turns.give(self._turns, self._row):
            self._worker_wakes.release()

    def wait(self) -> None:
        """Wait until it has done what it took, if anything; raise what went wrong."""
        while not turns.take_back(self._turns, self._row):
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
            turns.give_back(self._turns, self._row)
            return WAKES
