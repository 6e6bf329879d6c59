"""A thread that owns a connection.

Writes that wait at the same time share one transaction, because the disk takes as long for a hundred rows as for one.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from fairdeal.errors import StoreError
from fairdeal.language.messages import Message, say
from fairdeal.server.sqlite.causes import in_words, roll_back

T = TypeVar("T")


@dataclass(frozen=True)
class _Failure:
    """What a job raised, where another would have its result."""

    error: Exception


class Errand(NamedTuple):
    """A piece of work on a connection, what to say if it fails, and who waits for it."""

    run: Callable[[sqlite3.Connection], Any]
    complaint: Message | str
    waiter: asyncio.Future[Any]


class StoreThread:
    """A thread that owns a connection and runs all the jobs that wait for it in one transaction."""

    def __init__(
        self,
        name: str,
        opening: Callable[[], AbstractContextManager[sqlite3.Connection]],
        begin: str,
        gather: float = 0.0,
        finish: Callable[[sqlite3.Connection], None] = lambda connection: None,
        forget: Callable[[], None] = lambda: None,
    ) -> None:
        """Gather jobs for so many seconds before each transaction.

        `finish` writes what jobs have left to be written together; `forget` drops what was remembered of a transaction
        that failed.
        """
        self._gather = gather
        self._finish = finish
        self._forget = forget
        self._name = name
        self._opening = opening
        self._begin = begin
        self._is_open = False
        self.commits = 0

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._jobs: queue.SimpleQueue[Errand | None] = queue.SimpleQueue()
        self._started: asyncio.Future[None] = self._loop.create_future()
        self._ended: asyncio.Future[None] = self._loop.create_future()
        # A daemon: a server that leaves without `stop` must not hang, and what is committed is safe.
        threading.Thread(target=self._live, name=self._name, daemon=True).start()
        self._is_open = True
        try:
            await asyncio.shield(self._started)
        except BaseException:
            await self.stop()
            raise

    async def stop(self) -> None:
        if self._is_open:
            self._is_open = False
            self._jobs.put(None)
            await asyncio.shield(self._ended)

    def do(self, complaint: Message | str, run: Callable[[sqlite3.Connection], T]) -> asyncio.Future[T]:
        waiter: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        if self._is_open:
            self._jobs.put(Errand(run, complaint, waiter))
        else:
            closed = say("store.stays_failed", complaint=complaint, reason=say("store.closed"))
            waiter.set_exception(StoreError(closed))
        return waiter

    def _live(self) -> None:
        try:
            with self._opening() as connection:
                self._tell(_resolve, self._started, None)
                for jobs in self._batches():
                    self._tell(_resolve_all, jobs, self._run_batch(connection, jobs))
        except Exception as error:
            self._tell(_resolve, self._started, _Failure(error))
        self._tell(_resolve, self._ended, None)

    def _tell(self, report: Callable[..., None], *arguments: Any) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(report, *arguments)

    def _batches(self) -> Iterator[list[Errand]]:
        """Give everything that waits, again and again, until `stop`."""
        is_last = False
        while not is_last:
            waiting = [self._jobs.get()]
            if self._gather and waiting[0] is not None:
                time.sleep(self._gather)
            with suppress(queue.Empty):
                while True:
                    waiting.append(self._jobs.get_nowait())
            is_last = waiting[-1] is None
            jobs = [job for job in waiting if job is not None]
            if jobs:
                yield jobs

    def _run_batch(self, connection: sqlite3.Connection, jobs: list[Errand]) -> list[Any]:
        """Run all jobs in one transaction and give their results, in order; if it fails, it failed for all."""
        try:
            connection.execute(self._begin)
            results = [job.run(connection) for job in jobs]
            self._finish(connection)
            connection.execute("commit")
            self.commits += 1
            return results
        except Exception:
            self._forget()
            with suppress(sqlite3.Error):
                roll_back(connection)
        return self._run_apart(connection, jobs)

    def _run_apart(self, connection: sqlite3.Connection, jobs: list[Errand]) -> list[Any]:
        """Run the jobs again, each so that its failure undoes nothing but its own work."""
        try:
            connection.execute(self._begin)
            results = [self._run_alone(connection, job) for job in jobs]
            connection.execute("commit")
            self.commits += 1
        except Exception as error:
            self._forget()
            with suppress(sqlite3.Error):
                roll_back(connection)
            return [_Failure(in_words(job.complaint, error)) for job in jobs]
        return results

    def _run_alone(self, connection: sqlite3.Connection, job: Errand) -> Any:
        """Run a job so that its failure undoes nothing but its own work."""
        connection.execute("savepoint job")
        try:
            result = job.run(connection)
            self._finish(connection)
        except Exception as error:
            if not connection.in_transaction:  # SQLite has given up the whole transaction, as it may on a full disk
                raise
            self._forget()
            connection.execute("rollback to job")
            result = _Failure(in_words(job.complaint, error))
        connection.execute("release job")
        return result


def _resolve_all(jobs: list[Errand], results: list[Any]) -> None:
    for job, result in zip(jobs, results, strict=True):
        _resolve(job.waiter, result)


def _resolve(waiter: asyncio.Future[Any], result: Any) -> None:
    if waiter.done():  # cancelled, or told before
        return
    if isinstance(result, _Failure):
        waiter.set_exception(result.error)
    else:
        waiter.set_result(result)
