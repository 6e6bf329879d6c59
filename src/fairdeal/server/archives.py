"""A whole store, while no server uses it: every row of it, as it is, to be examined or copied."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

PARTS = {
    "sessions": ("id", "token_hash", "name", "made_at", "seen_at"),
    "marks": ("name", "value"),
    "kept": ("kind", "key", "value"),
}
"""What a store keeps beside tables, and its columns; the first ones name a row."""
KEYS = {"sessions": 1, "marks": 1, "kept": 2}
"""How many of them do."""


class WholeTable(NamedTuple):
    """A table with all that belongs to it."""

    row: tuple[Any, ...]
    """In the order of `TableRow`."""
    events: tuple[tuple[int, bytes], ...]
    players: tuple[tuple[str, int], ...]
    notes: tuple[tuple[str, bytes], ...]


class Archive(Protocol):
    """A store that nobody else uses."""

    def names(self) -> list[str]:
        """Name all tables."""

    def table(self, name: str) -> WholeTable | None: ...

    def put_table(self, whole: WholeTable) -> None:
        """Store a table in place of what is stored of it, as one unit."""

    def rows(self, part: str) -> list[tuple[Any, ...]]:
        """Give all rows of a part, in the order of their names."""

    def put_rows(self, part: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """Store rows in place of those of the same name."""
