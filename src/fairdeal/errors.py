"""The tree of exceptions: each one is something a user can cause, told in one sentence."""

from __future__ import annotations


class FairdealError(Exception):
    """Whatever a user can cause; its text is a full sentence to show to that user."""


class UnknownGame(FairdealError):
    """No game has that name."""


class BadSeats(FairdealError):
    """The game is not played by that many."""


class BadOption(FairdealError):
    """The game has no such option, or the option no such value."""


class BadData(FairdealError):
    """A data file cannot be read or breaks the game's form."""


class Unreadable(FairdealError):
    """A text is no action of the game."""


class Refused(FairdealError):
    """An action is not allowed now."""


class BadRecord(FairdealError):
    """A record cannot be read or does not replay; `event` counts from 1, 0 is the record's head."""

    def __init__(self, event: int, reason: str) -> None:
        super().__init__(f"Event {event}: {reason}" if event else reason)
        self.event = event
        self.reason = reason
