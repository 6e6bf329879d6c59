"""Compiling beside whatever goes on: what of the games is still missing, and a process that sees to it.

The process has a low priority and compiles one part of a game after another, those of the game that is wanted first.
Nobody waits for it: until code is there, plain Python does (see `compiling.left_to_others`).
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterable
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

from fairdeal.bots import processes, warm
from fairdeal.bots.warm import PLAYED, RULES, WarmTask
from fairdeal.engine.kernel import DEFAULT_MODE
from fairdeal.errors import FairdealError
from fairdeal.failures import log_failure, log_trouble

PRIORITY = 15  # niceness: whatever is played comes first, the thinking of bots too
TRIES = 2  # processes that may die over one part

Work = Callable[[Connection], None]


def missing(mode: str = DEFAULT_MODE) -> list[WarmTask]:
    """List what tables and their bots still lack in the cache; in plain Python they lack nothing."""
    return [task for task in warm.tasks_of(mode, PLAYED) if not warm.is_done(task)] if mode in warm.MODES else []


def work(pipe: Connection) -> None:
    """Compile the parts that come through the pipe, until its other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started this process decides when it is over
    os.nice(PRIORITY)
    with contextlib.suppress(EOFError, ConnectionError):
        while True:
            task = pipe.recv()
            try:
                warm.compile_part(task)
            except Exception as error:
                log_failure(f"Compiling the {task.part} of {task.game}", error)
            pipe.send(task)


def load(task: WarmTask) -> None:
    """Load the rules of a game into this process as soon as they are there, so that no event has to wait for that."""
    if task.part == RULES:
        warm.exercise(task.game, RULES)


class Preparing:
    """What is still to be compiled, in order; a thread hands it to the process. An empty one has nothing to do."""

    def __init__(
        self, tasks: Iterable[WarmTask] = (), when_done: Callable[[WarmTask], None] = load, *, work: Work = work
    ) -> None:
        self._tasks = list(tasks)
        self._when_done = when_done
        self._work = work
        self._deaths: Counter[WarmTask] = Counter()
        self._changing = threading.Lock()
        self._thread: threading.Thread | None = None
        self._process: SpawnProcess | None = None
        self._is_stopped = False

    @property
    def missing(self) -> list[WarmTask]:
        """What is not there yet, the next first."""
        with self._changing:
            return list(self._tasks)

    def prefer(self, game: str) -> None:
        """Let a game be compiled next."""
        with self._changing:
            self._tasks.sort(key=lambda task: task.game != game)

    def renew(self, game: str, tasks: Iterable[WarmTask]) -> None:
        """Compile a game again whose files have changed, next and in a new process: the old one has its code loaded."""
        with self._changing:
            self._tasks = [*tasks, *(task for task in self._tasks if task.game != game)]
            self._deaths.clear()
            if self._process is not None:
                self._process.kill()
        self.start()

    def start(self) -> None:
        """Begin, if there is anything to do and nobody does it."""
        with self._changing:
            if self._tasks and self._thread is None and not self._is_stopped:
                self._thread = threading.Thread(target=self._run, name="preparing", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """End, and leave the rest to the next time."""
        with self._changing:
            self._is_stopped = True
            thread = self._thread
            if self._process is not None:
                self._process.kill()
        if thread is not None:
            thread.join()

    def _run(self) -> None:
        """Let processes compile until nothing is left; as a rule it takes one."""
        while (pipe := self._begin()) is not None:
            with pipe:
                self._use(pipe)
            assert self._process is not None
            self._process.join()

    def _begin(self) -> Connection | None:
        """Start a process, unless there is nothing left to do."""
        with self._changing:
            if not self._tasks or self._is_stopped:
                self._thread = None
                return None
            self._process, pipe = processes.start(self._work, name="preparing")
            return pipe

    def _use(self, pipe: Connection) -> None:
        """Hand out one part after another, as long as the process lives."""
        while (missing := self.missing) and not self._is_stopped:
            task = missing[0]
            try:
                pipe.send(task)
                pipe.recv()
            except (EOFError, OSError):
                self._note_death(task)
                return
            self._remove(task)

    def _remove(self, task: WarmTask) -> None:
        try:
            self._when_done(task)
        except Exception as error:
            log_failure(f"Loading the {task.part} of {task.game}", error)
        with self._changing, contextlib.suppress(ValueError):  # it is no longer wanted
            self._tasks.remove(task)

    def _note_death(self, task: WarmTask) -> None:
        """Whatever kills the process again and again is given up: it runs in plain Python."""
        self._deaths[task] += 1
        if self._deaths[task] == TRIES and not self._is_stopped:
            log_trouble(FairdealError(f"The {task.part} of {task.game} cannot be compiled, and stay in plain Python."))
            with self._changing, contextlib.suppress(ValueError):
                self._tasks.remove(task)
