"""Worker processes that play games, and give them back in order.

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
from typing import Any, NoReturn, Protocol, TypeVar

from fairdeal.bots import processes
from fairdeal.errors import BadBot, FairdealError
from fairdeal.lab.arena import Arenas

DONE, REFUSED, FAILED = "done", "refused", "failed"  # what a worker says of a task
FAREWELL = 1.0  # seconds that a worker has to end its bots


T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Doable(Protocol[T_co]):
    """What a worker can do: names and numbers only, such as a game to play."""

    def done(self, arenas: Arenas) -> T_co:
        """Do it, and give what came out."""


class Crew:
    """So many processes that play; with one job, or none, this very process plays."""

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

    def play(self, tasks: Iterator[Doable[T]]) -> Iterator[T]:
        """Play tasks, as they are asked for, and give what came out in their order. Raise BadBot."""
        if self._jobs <= 1:
            yield from (task.done(self._own) for task in tasks)
            return
        while len(self._workers) < self._jobs:
            worker, pipe = processes.start(_work)
            self._workers[pipe] = worker
        yield from self._in_order(tasks)

    def _in_order(self, tasks: Iterator[Doable[T]]) -> Iterator[T]:
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


def _result(kind: str, value: Any) -> Any:
    if kind == REFUSED:
        raise BadBot(value)
    if kind == FAILED:
        raise RuntimeError(value)
    return value


# --- in a worker -----------------------------------------------------------------------------------------------------


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


def _answer(arenas: Arenas, task: Doable[Any]) -> tuple[str, Any]:
    try:
        return DONE, task.done(arenas)
    except FairdealError as error:
        return REFUSED, str(error)
    except Exception:
        return FAILED, traceback.format_exc()
