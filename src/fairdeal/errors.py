"""The tree of exceptions: each one is something a user can cause, told in one sentence."""

from __future__ import annotations

import math

from fairdeal.language.languages import DEFAULT
from fairdeal.language.marks import Marked, Saying
from fairdeal.language.messages import Message, Speaker, say
from fairdeal.language.voice import HOUSE


class FairdealError(Exception, Saying):
    """Whatever a user can cause; it says a full sentence to that user, in any language.

    It is a message of the house, or of another speaker. What only a command line or a log shows may be a plain text.
    """

    def __init__(self, what: Message | str, speaker: Speaker = HOUSE) -> None:
        super().__init__(what, speaker)
        self.what = what
        self.speaker = speaker

    def marked(self, language: str = DEFAULT) -> Marked:
        """Give its sentence in a language, and what that names."""
        return Marked(self.what) if isinstance(self.what, str) else self.speaker.marked(self.what, language)

    def __str__(self) -> str:
        return self.said()


class UnknownGame(FairdealError):
    """No game has that name."""


class BrokenGame(FairdealError):
    """A game from outside cannot be loaded, or does what no game may."""


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

    def __init__(self, event: int, reason: Message | str) -> None:
        super().__init__(say("record.event", event=event, reason=reason) if event else reason)
        self.event = event
        self.why = reason
        self.reason = HOUSE.said(reason, DEFAULT)


class BadBot(FairdealError):
    """A bot is not there, fails, or does what it may not."""


class BotFailed(FairdealError):
    """A bot could not choose an action."""


class Contradiction(FairdealError):
    """The server says what does not agree with what it said before."""


class BadReceipt(FairdealError):
    """A receipt cannot be read."""


class NotKept(FairdealError):
    """What a client has to remember could not be kept, so it must not go on."""


class Stale(FairdealError):
    """The action was chosen before something changed what this seat may do."""


class HalfDone(Refused):
    """Of two actions in one message the first was done, and the second was not."""


class NotYours(Refused):
    """Only the player of the seat, or only the host, may do that."""


class NotFair(FairdealError):
    """The record does not follow from what it reveals, or does not agree with a receipt."""


class BadName(FairdealError):
    """Nobody can be called that."""


class TooMany(FairdealError):
    """There was too much of something; after some seconds there may be more."""

    def __init__(self, what: Message, wait: float) -> None:
        self.wait = math.ceil(wait)
        super().__init__(say("limit.too_many", what=what, count=self.wait))


class Crowded(FairdealError):
    """There are too many of something at a time."""


class Ending(FairdealError):
    """A socket that is closed by us: the code and a sentence."""

    def __init__(self, code: int, reason: Message) -> None:
        super().__init__(reason)
        self.code = code


class UnknownTable(FairdealError):
    """There is no table with that id."""


class StoreError(FairdealError):
    """Something could not be stored or read; nothing was changed."""


class Conflict(StoreError):
    """It contradicts what is stored: an event number that is taken, or that leaves a gap."""


class Damaged(Refused):
    """What is stored of one table cannot be its events. It stays as it is, and nothing else is touched by it."""

    def __init__(self, table: str, reason: Message | str) -> None:
        super().__init__(say("damaged.table", table=table, reason=reason))
        self.table = table
        self.reason = HOUSE.said(reason, DEFAULT)


class BrokenTable(Damaged):
    """The game of a table, one from outside, did what no game may. That table is closed, and nothing else."""


class OtherRules(Damaged):
    """A table is played by another version of its game's rules. It cannot go on here, but nothing is wrong with it."""


class Unwelcome(FairdealError):
    """The server refuses, for the reason it gives."""


class Lost(FairdealError):
    """The server cannot be reached or do anything now, or nobody knows whether it did what was lost on the way."""


class Cheated(FairdealError):
    """The server contradicts what it had said about the deal; `Table.evidence` has all of it."""
