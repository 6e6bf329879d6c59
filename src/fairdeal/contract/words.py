"""What a game says: plain Python, and messages of its catalogue only."""

from __future__ import annotations

from typing import Protocol

from fairdeal.contract.rules import Numbers, State
from fairdeal.language.messages import Message

PLAIN_VERDICTS = ("result.win", "result.solo")


class Words(Protocol):
    """What a game's `words.py` says; plain Python. `v`, `before` and `after` are views: records, or plain ones."""

    def text(self, action: int) -> str:
        """Print an action, or what `told` made of one."""

    def action(self, text: str) -> int:
        """Parse an action; raise Unreadable. The inverse of `text`."""

    def named(self, v: State, seat: int, action: int) -> Message:
        """Name an action of the seat as people speak of it, in the middle of a sentence: `play red 7`. Of its view."""

    def outcome_text(self, s: State, outcome: Numbers) -> str:
        """Print an outcome of the chance that is due."""

    def outcome(self, s: State, text: str) -> Numbers:
        """Parse and check an outcome of the chance that is due; raise Unreadable or Refused."""

    def prompt(self, v: State, seat: int) -> Message:
        """Say what the seat is asked to do, or who is awaited."""

    def describe(self, v: State, seat: int) -> list[Message]:
        """Describe all the seat can see, line by line."""

    def story(self, before: State, after: State, actor: int, action: int) -> list[Message]:
        """Tell an event: an action as told to the views' owner; of DEALER, what the two views show."""

    def why_not(self, v: State, seat: int, action: int) -> Message | None:
        """Say why the seat may not play the action now, citing the rule; None when it may."""

    def reasons(self, v: State, seat: int, action: int) -> list[Message]:
        """Give up to three facts about a legal action, in parts of a sentence: what it does or leads to for certain."""

    def result(self, v: State) -> list[Message]:
        """Say of a finished game who won and why, with each seat's points by source.

        A first message whose key is one of PLAIN_VERDICTS says no more than who won.
        """
