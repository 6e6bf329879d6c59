"""A data file that somebody brings, TOML or JSON, as it would stand in a record."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import PurePath

from fairdeal.contract.options import Json
from fairdeal.errors import BadData


def check_suffix(name: str) -> None:
    """Refuse a name that does not tell what the file holds."""
    if PurePath(name).suffix not in (".toml", ".json"):
        raise BadData(f"A data file is named .toml or .json, and {name} is not.")


def read_document(name: str, text: str) -> Mapping[str, Json]:
    """Read what is in a file of this name. Raise BadData."""
    check_suffix(name)
    suffix = PurePath(name).suffix
    try:
        document = tomllib.loads(text) if suffix == ".toml" else json.loads(text, parse_constant=_no_number)
        plain = json.loads(json.dumps(document, allow_nan=False))
    except RecursionError:
        raise BadData(f"{name} is nested too deeply.") from None
    except TypeError:
        raise BadData(f"{name} holds a date or a time, which a record cannot.") from None
    except ValueError as error:
        raise BadData(f"{name} is not {suffix[1:].upper()}: {str(error).rstrip('.')}.") from None
    if not isinstance(plain, dict):
        raise BadData(f"{name} holds {type(plain).__name__}, not a table of names and values.")
    return plain


def _no_number(word: str) -> Json:
    raise ValueError(f"{word} is no number of JSON")
