"""How far it is, for what takes long: on stderr, a bar in a terminal, elsewhere lines for who wants them."""

from __future__ import annotations

import contextlib
import math
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 1.0  # seconds
EVERY = 5.0  # seconds between two lines

Line = Callable[[int, int, int], str]
"""Say how much is done, of how much, and how many seconds are left at that rate."""


@contextlib.contextmanager
def progress_bar(label: str, line: Line | None = None) -> Iterator[Callable[..., None]]:
    """Give a function to call with how much is done, of how much and, if there is something to tell, a word on it."""
    if not sys.stderr.isatty():
        yield _Lines(line).show if line else lambda done, total, word="": None
        return
    bar = _Bar(label)
    try:
        yield bar.show
    finally:
        bar.remove()


class _Lines:
    def __init__(self, line: Line) -> None:
        self._line = line
        self._began = self._last = time.monotonic()

    def show(self, done: int, total: int, word: str = "") -> None:
        now = time.monotonic()
        if done and now - self._last > EVERY:
            self._last = now
            left = math.ceil((now - self._began) / done * (total - done))
            print(self._line(done, total, left), file=sys.stderr, flush=True)


class _Bar:
    def __init__(self, label: str) -> None:
        self._label = label
        self._began = time.monotonic()
        self._progress: Progress | None = None

    def show(self, done: int, total: int, word: str = "") -> None:
        if self._progress is None and time.monotonic() - self._began > PATIENCE:
            self._progress = self._start()
        if self._progress is not None:
            self._progress.update(self._progress.task_ids[0], completed=done, total=total, word=word)

    def _start(self) -> Progress:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
        word = TextColumn("{task.fields[word]}", markup=False)
        progress = Progress(*columns, word, console=Console(stderr=True), transient=True)
        progress.add_task(self._label, word="")
        progress.start()
        return progress

    def remove(self) -> None:
        if self._progress is not None:
            self._progress.stop()
