"""What all readers of data files check."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fairdeal.contract.options import Json
from fairdeal.errors import BadData


def require(condition: bool, sentence: str) -> None:
    """Refuse a data file with a sentence unless the condition holds."""
    if not condition:
        raise BadData(sentence)


def only_keys(table: Mapping[str, Json], keys: Sequence[str], place: str) -> None:
    """Refuse a table of a data file unless it has exactly these keys."""
    missing = [key for key in keys if key not in table]
    strange = [key for key in table if key not in keys]
    require(not missing, f"{place} lacks {', '.join(missing)}.")
    require(not strange, f"{place} has the unknown key {', '.join(strange)}; known are {', '.join(keys)}.")


def tables_of(document: Mapping[str, Json], key: str, count: int) -> list[Mapping[str, Json]]:
    """Give the tables of one kind; refuse the data file unless there are so many."""
    tables = document[key]
    good = isinstance(tables, list) and len(tables) == count and all(isinstance(table, Mapping) for table in tables)
    require(good, f"The data file needs {count} tables [[{key}]].")
    return list(tables)
