"""What messages have done, so that none is done again: a client that heard no answer sends its message once more."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")


def name_of(who: str | int, id: str) -> str:
    """Name a message by whose it is, a session or a seat, and by its id; other senders have ids of their own."""
    return f"{who} {id}"


@dataclass
class Memory(Generic[T]):
    """What came of each message, by its name. If there may only be so many, the oldest are forgotten.

    >>> memory = Memory[int](most=2)
    >>> for number, message in enumerate(["anna 1", "ben 1", "anna 2"]):
    ...     memory.keep(message, number)
    >>> [memory.get(message) for message in ("anna 1", "ben 1", "anna 2")]
    [None, 1, 2]
    """

    most: int | None = None
    kept: dict[str, T] = field(default_factory=dict)

    def get(self, message: str) -> T | None:
        """Give what came of a message; None if it was never done, or is forgotten."""
        return self.kept.get(message)

    def keep(self, message: str, result: T) -> None:
        """Remember what came of a message, or what it has come to by now."""
        self.kept[message] = result
        if self.most is not None and len(self.kept) > self.most:
            del self.kept[next(iter(self.kept))]
