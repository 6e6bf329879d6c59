"""Worker processes that play single games of duels, and give them back in order.

What a game is depends on its task alone, so neither the number of workers nor their speed changes any result.
"""

from __future__ import annotations

import signal
import sys
import traceback
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import FrameType, TracebackType
from typing import Any, NoReturn

from fairdeal.bots import processes
from fairdeal.errors import BadBot, FairdealError
from fairdeal.lab.arena import Arena, PlayedGame, Task

DONE, REFUSED, FAILED = "done", "refused", "failed"  # what a worker says of a task
FAREWELL = 1.0  # seconds that a worker has to end its bots


class Crew:
    """So many processes that play; with one job this very process plays."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._workers: dict[Connection, SpawnProcess] = {}
        self._own = Arenas()

    def __enter__(self) -> Crew:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._own.close()
        for pipe, worker in self._workers.items():
            pipe.close()
            worker.terminate()
        for worker in self._workers.values():
            worker.join(FAREWELL)
            if worker.is_alive():
                worker.kill()
                worker.join()

    def play(self, tasks: Iterator[Task]) -> Iterator[PlayedGame]:
        """Play tasks, as they are asked for, and give what came out in their order. Raise BadBot."""
        if self._jobs == 1:
            yield from map(self._own.play, tasks)
            return
        while len(self._workers) < self._jobs:
            worker, pipe = processes.start(_work)
            self._workers[pipe] = worker
        yield from self._in_order(tasks)

    def _in_order(self, tasks: Iterator[Task]) -> Iterator[PlayedGame]:
        busy: dict[Connection, int] = {}
        answers: dict[int, tuple[str, Any]] = {}
        given = taken = 0
        idle = list(self._workers)
        is_last = False
        while not is_last or busy or taken < given:
            while idle and not is_last:
                task = next(tasks, None)
                if task is None:
                    is_last = True
                else:
                    with _alive():
                        idle[-1].send(task)
                    busy[idle.pop()] = given
                    given += 1
            for pipe in _ready(busy):
                with _alive():
                    answers[busy.pop(pipe)] = pipe.recv()
                idle.append(pipe)
            while taken in answers:
                yield _result(*answers.pop(taken))
                taken += 1


def _ready(busy: Collection[Connection]) -> list[Connection]:
    """Wait until some of these have something to say."""
    ready = wait(list(busy)) if busy else []
    return [pipe for pipe in busy if pipe in ready]


@contextmanager
def _alive() -> Iterator[None]:
    """Say it in a sentence if a worker is gone."""
    try:
        yield
    except (EOFError, OSError):
        raise FairdealError(
            "A process that played games was ended; maybe --jobs are too many for the memory."
        ) from None


def _result(kind: str, value: Any) -> PlayedGame:
    if kind == REFUSED:
        raise BadBot(value)
    if kind == FAILED:
        raise RuntimeError(value)
    played: PlayedGame = value
    return played


# --- in a worker -----------------------------------------------------------------------------------------------------


class Arenas:
    """The arenas of all matches that this process played games of."""

    def __init__(self) -> None:
        self._arenas: dict[Any, Arena] = {}

    def play(self, task: Task) -> PlayedGame:
        if task.match.key not in self._arenas:
            self._arenas[task.match.key] = Arena(task.match)
        return self._arenas[task.match.key].play(task)

    def close(self) -> None:
        while self._arenas:
            self._arenas.popitem()[1].close()


def _work(pipe: Connection) -> None:
    """Play the games that come through the pipe, one at a time, until its other end is closed."""
    # Ctrl-C reaches all processes of a terminal, but only the first decides when it is over.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    arenas = Arenas()
    try:
        with suppress(EOFError, ConnectionError):
            while True:
                pipe.send(_answer(arenas, pipe.recv()))
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # it leaves already, and Python would say where it was
        arenas.close()


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    sys.exit()


def _answer(arenas: Arenas, task: Task) -> tuple[str, Any]:
    try:
        return DONE, arenas.play(task)
    except FairdealError as error:
        return REFUSED, str(error)
    except Exception:
        return FAILED, traceback.format_exc()
