"""What all readers of data files check."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fairdeal.contract.options import Json
from fairdeal.errors import BadData
from fairdeal.language.messages import Message, say
from fairdeal.language.voice import Voice


@dataclass(frozen=True)
class Checks:
    """Refuses data files in the words of a game."""

    voice: Voice

    def require(self, condition: bool, key: str, /, **arguments: Any) -> None:
        """Refuse a data file with a sentence of the catalogue unless the condition holds."""
        if not condition:
            raise BadData(say(key, **arguments), self.voice)

    def only_keys(self, table: Mapping[str, Json], keys: Sequence[str], place: Message) -> None:
        """Refuse a table of a data file unless it has exactly these keys."""
        missing = [key for key in keys if key not in table]
        strange = [key for key in table if key not in keys]
        self.require(not missing, "data.lacks", place=place, keys=missing)
        self.require(not strange, "data.unknown_key", place=place, keys=strange, known=keys)

    def tables(self, document: Mapping[str, Json], key: str, count: int) -> list[Mapping[str, Json]]:
        """Give the tables of that name; refuse the file unless there are as many."""
        tables = document[key]
        good = isinstance(tables, list) and len(tables) == count and all(isinstance(table, Mapping) for table in tables)
        self.require(good, "data.tables", count=count, key=key)
        return list(tables)


FILE = say("data.file")
