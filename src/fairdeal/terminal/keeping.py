"""Games that were left: each is a file of its own, written anew after every event, with all that it takes to go on.

The file is a record, so that it can be replayed; beside its events stand the seat and the bots, and the generator as it
is, so that nobody gets other cards by leaving. It shows what is hidden, like any record, and is read by nobody but its
owner. A game that has ended leaves no file.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from fairdeal.bots.finding import close, find, runs_code
from fairdeal.engine.chance import XOSHIRO, Rng
from fairdeal.errors import BadRecord, FairdealError
from fairdeal.language.messages import say
from fairdeal.play import records
from fairdeal.play.sitting import Sitting
from fairdeal.structs import converter
from fairdeal.terminal.teaching import state_folder

KEY = "left"  # of the record
SUFFIX = ".jsonl"


class Clockwork(Struct, frozen=True):
    """Real time: what the others' clock shows, who of them acts next and when, and when each of them will."""

    moment: int = 0
    upcoming: tuple[int, int] | None = None
    due: tuple[tuple[int, int], ...] = ()


class Bookmark(Struct, frozen=True):
    """What a game needs beside its record to go on."""

    seat: int
    level: str
    """What names the others: a level, or any other bot."""
    beat: float
    seed: str
    """Of what the bots choose by chance."""
    rng: tuple[int, ...]
    clockwork: Clockwork = Clockwork()

    def new_rng(self) -> Rng:
        """Give the generator as it was."""
        return np.array(self.rng, np.uint64)


_read_bookmark: Callable[[Any], Bookmark] = converter(Bookmark)


@dataclass(frozen=True)
class Left:
    """A game that was left."""

    path: Path
    sitting: Sitting
    bookmark: Bookmark


def folder() -> Path:
    """Where games are kept that were left."""
    return state_folder() / "games"


class Keeping:
    """Keeps one game, in one file that nobody else writes to meanwhile."""

    def __init__(self, path: Path) -> None:
        """Raise FairdealError if somebody plays it already; a place that cannot be written to is told of later."""
        self.path = path
        self.trouble = ""
        """Why the game could not be kept the last time."""
        self._lock: int | None = None
        with self._troubled():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = os.open(_lock_of(path), os.O_RDWR | os.O_CREAT, 0o600)
        if self._lock is not None and not _is_taken(self._lock):
            os.close(self._lock)
            raise FairdealError(say("terminal.played_elsewhere", file=str(path)))

    @classmethod
    def new(cls, game: str) -> Keeping:
        """Keep a game that begins now."""
        return cls(folder() / f"{game}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}{SUFFIX}")

    def keep(self, sitting: Sitting, bookmark: Bookmark) -> None:
        """Write the game as it stands: aside, and then in place of what was written before."""
        document = records.document(sitting) | {KEY: msgspec.to_builtins(bookmark)}
        draft = self.path.with_suffix(".part")
        with self._troubled():
            with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
                file.write(json.dumps(document, allow_nan=False) + "\n")
            draft.replace(self.path)

    def forget(self) -> None:
        """The game has ended: nothing is left to go on with."""
        with self._troubled():
            self.path.unlink(missing_ok=True)
            _lock_of(self.path).unlink(missing_ok=True)

    def close(self) -> None:
        """Let others go on with it."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
        with contextlib.suppress(OSError):
            if not self.path.exists():
                _lock_of(self.path).unlink(missing_ok=True)

    @contextlib.contextmanager
    def _troubled(self) -> Iterator[None]:
        """A game goes on where it cannot be kept."""
        self.trouble = ""
        try:
            yield
        except OSError as error:
            self.trouble = error.strerror or str(error)


def _lock_of(path: Path) -> Path:
    return path.with_suffix(".lock")


def _is_taken(lock: int) -> bool:
    """Take a lock, and tell whether that succeeded."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


# --- going on --------------------------------------------------------------------------------------------------------


def left_games() -> list[Path]:
    """List the games that were left, the latest first, without those that somebody plays now."""
    try:
        found = [path for path in folder().iterdir() if path.suffix == SUFFIX]
        return sorted(filter(_is_free, found), key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return []


def _is_free(path: Path) -> bool:
    try:
        lock = os.open(_lock_of(path), os.O_RDWR)
    except OSError:
        return True
    try:
        return _is_taken(lock)
    finally:
        os.close(lock)


def read_left(path: Path) -> Left:
    """Read a game that was left, and check it like any record. Raise BadRecord."""
    [*lines] = records.lines(path)
    if not lines:
        raise BadRecord(0, f"{path} holds no record.")
    number, text = lines[0]
    sitting = records.read_line(path, number, text)
    try:
        bookmark = _read_bookmark(json.loads(text).get(KEY))
    except msgspec.ValidationError:
        raise FairdealError(say("terminal.no_left_game", file=str(path))) from None
    left = Left(path, sitting, bookmark)
    _check(left)
    return left


def _check(left: Left) -> None:
    """Refuse what no game writes: the file may have been edited."""
    bookmark, sitting = left.bookmark, left.sitting
    if runs_code(sitting.game, bookmark.level) and left.path.resolve().parent != folder().resolve():
        raise FairdealError(say("terminal.foreign_bot", file=str(left.path), bot=bookmark.level))
    close(find(sitting.game, bookmark.level))  # raises if there is no such bot
    is_rng = len(bookmark.rng) == XOSHIRO and any(bookmark.rng) and all(0 <= word < 1 << 64 for word in bookmark.rng)
    is_seat = 0 <= bookmark.seat < sitting.setting.seats
    if sitting.is_over or not is_rng or not is_seat or not 0 <= bookmark.beat <= 1000:
        raise FairdealError(say("terminal.no_left_game", file=str(left.path)))
