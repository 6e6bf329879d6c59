"""Processes of the package's own, which work for the one that started them and talk with it through a pipe."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess


def start(work: Callable[..., None], *arguments: int, name: str | None = None) -> tuple[SpawnProcess, Connection]:
    """Start a process that works with its end of a pipe; it inherits that and nothing else, no socket in particular."""
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=work, args=(theirs, *arguments), name=name, daemon=True)
    try:
        with _deaf_to_interrupts():
            process.start()
    except BaseException:
        ours.close()
        raise
    finally:
        theirs.close()  # else a dead process's pipe would have no end
    return process, ours


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Block Ctrl-C in this thread: a process inherits that, so it is deaf to it while it is still importing."""
    resource_tracker.ensure_running()  # else starting it would unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
