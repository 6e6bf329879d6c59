"""What a table keeps of its last events, to tell them again: not what everybody saw, but what changed in it.

The views of all viewers take kilobytes a moment, and an event changes a few bytes of them. From the views as they are,
those of each moment follow backwards, change by change.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from msgspec import Struct

from fairdeal.contract.rules import Numbers, State
from fairdeal.engine.kernel import DEALER
from fairdeal.play import events as ev
from fairdeal.play.events import Entry
from fairdeal.play.telling import News, Views

PLACE = np.dtype(np.uint32)  # of a byte that changed


class Recent(Struct, frozen=True):
    """One of the last entries, with its news if it is an event of the game."""

    entry: Entry
    news: News | None


class Trace(Struct, frozen=True, gc=False):
    """One of the last entries, and what it takes to tell it again."""

    entry: Entry
    change: bytes = b""
    """What it changed in all views; see `difference`."""
    told: tuple[int, ...] = ()
    """What each viewer was told."""
    at: int | None = None
    """The time in the game."""

    def again(self, before: Views, after: Views) -> Recent:
        """Give the entry with its news, of the views before and after it."""
        event = self.entry.event
        if not isinstance(event, ev.Dealt | ev.Played):
            return Recent(self.entry, None)
        actor = event.seat if isinstance(event, ev.Played) else DEALER
        told = dict(zip(after, self.told, strict=True))
        return Recent(self.entry, News(actor, told, before, after, self.at))


def trace_of(recent: Recent, before: Views, after: Views) -> Trace:
    """Keep what it takes to tell an entry again."""
    if before is after or not before:
        return Trace(recent.entry)
    change = difference(_joined(before), _joined(after))
    if recent.news is None:
        return Trace(recent.entry, change)
    return Trace(recent.entry, change, tuple(recent.news.told.values()), recent.news.at)


def views_before(trace: Trace, after: Views) -> Views:
    """Give the views before an entry, of those after it."""
    if not trace.change:
        return after
    whole, place, before = restored(_joined(after), trace.change), 0, dict[int, State]()
    for viewer, view in after.items():
        kind, end = cast(Any, type(view)), place + len(view.as_bytes)
        before[viewer], place = kind(whole[place:end]), end
    return before


def _joined(views: Views) -> bytes:
    return b"".join([view.as_bytes for view in views.values()])


def difference(before: bytes, after: bytes) -> bytes:
    """Say which bytes have changed, and what they were.

    >>> difference(b"hand", b"land").hex(" ")
    '00 00 00 00 68'
    """
    were = np.frombuffer(before, np.uint8)
    places: Numbers = (were != np.frombuffer(after, np.uint8)).nonzero()[0]
    return places.astype(PLACE).tobytes() + were[places].tobytes()


def restored(after: bytes, change: bytes) -> bytes:
    """Give the bytes as they were before a change.

    >>> restored(b"land", difference(b"hand", b"land"))
    b'hand'
    """
    count = len(change) // (PLACE.itemsize + 1)
    before = np.frombuffer(after, np.uint8).copy()
    before[np.frombuffer(change, PLACE, count)] = np.frombuffer(change, np.uint8, count, count * PLACE.itemsize)
    return before.tobytes()
