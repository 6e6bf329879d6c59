"""What is known of a game's data files: which keys they have, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from fairdeal.contract.options import Json
from fairdeal.language.messages import Message


@dataclass(frozen=True)
class DataEntry:
    """A key of a data file: the tables that it stands in, what it may be, and what a missing one means."""

    path: tuple[str, ...]
    """The names of the tables, then the key."""
    is_list: tuple[bool, ...]
    """Whether there are several tables of each name."""
    allowed: Message
    usual: Json | None = None

    @property
    def table(self) -> str:
        """Name its table as a file has it: `[[seats]]`."""
        names = [f"[[{name}]]" if many else f"[{name}]" for name, many in zip(self.path, self.is_list, strict=False)]
        return " ".join(names)

    @property
    def key(self) -> str:
        return self.path[-1]

    @property
    def meaning(self) -> str:
        """Give the key of the sentence that says what it is for."""
        return f"meaning.{'.'.join(self.path)}"


class DataForms(Protocol):
    """How the data files of a game are written."""

    def faults(self, document: Mapping[str, Json]) -> list[Message]:
        """Say all that is wrong with a data file, in the game's words; nothing if it can be played."""

    def differences(self, document: Mapping[str, Json], own: Mapping[str, Json]) -> list[Message]:
        """Say where a data file without faults differs from the game's own."""

    def entries(self) -> Sequence[DataEntry]:
        """List the keys."""
