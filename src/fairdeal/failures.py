"""What goes into the log when the program itself is wrong: where it happened, and nothing that was known there.

What happens again and again fills no disk: of one failure at one place there is a line a minute, which says how often.
"""

from __future__ import annotations

import logging
import time
import traceback
from collections import OrderedDict
from collections.abc import Callable

QUIET = 60.0  # seconds between two lines about the same failure
REMEMBERED = 256  # kinds of failures

log = logging.getLogger(__name__)


class Repeats:
    """Counts failures of each kind, and tells when it is time for a line about them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._said: OrderedDict[str, float] = OrderedDict()
        self._silent: dict[str, int] = {}

    def count(self, kind: str) -> int:
        """Give how often it happened since the last line about it, this time included; 0 if it is too early for one."""
        now = self._clock()
        if kind in self._said and now - self._said[kind] < QUIET:
            self._silent[kind] = self._silent.get(kind, 0) + 1
            return 0
        self._said[kind] = now
        self._said.move_to_end(kind)
        if len(self._said) > REMEMBERED:
            self._silent.pop(self._said.popitem(last=False)[0], None)
        return 1 + self._silent.pop(kind, 0)


_repeats = Repeats()
_counted = {"failure": 0, "trouble": 0}


def counted() -> dict[str, int]:
    """Give how often this process was wrong itself (`failure`), and how often something else was (`trouble`)."""
    return dict(_counted)


def log_failure(doing: str, error: BaseException) -> None:
    """Log an error with its places in the code, but without its text, which may quote a card or a secret."""
    _counted["failure"] += 1
    times = _repeats.count(kind_of(error))
    if times:
        log.error("%s failed%s.\n%s", doing, so_often(times), "".join(places(error)))


def log_trouble(error: Exception) -> None:
    """Log an error that is no fault of the program, by its sentence."""
    _counted["trouble"] += 1
    times = _repeats.count(str(error))
    if times:
        log.warning("%s%s", error, f" That happened{so_often(times)}." if times > 1 else "")


def kind_of(error: BaseException) -> str:
    """Name the kind of an error and where it was raised, on whatever way that was reached."""
    return "".join([*traceback.format_tb(error.__traceback__)[-1:], type(error).__name__])


def so_often(times: int) -> str:
    """Say how often something happened since it was logged.

    >>> so_often(1), so_often(2523)
    ('', ' 2,523 times since it was last logged')
    """
    return f" {times:,} times since it was last logged" if times > 1 else ""


def places(error: BaseException) -> list[str]:
    """List where an error came from, and the kinds of it and of what caused it."""
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    before = [*places(cause), "which led to:\n"] if cause is not None else []
    return [*before, *traceback.format_tb(error.__traceback__), f"{type(error).__name__}\n"]
