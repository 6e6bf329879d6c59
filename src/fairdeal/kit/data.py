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
