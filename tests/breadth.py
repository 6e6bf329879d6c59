"""What the short form of the tests leaves to a soak: the same mechanism with more games, seats, sizes or seeds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def mostly_soaked(values: Iterable[Any], *short: Any) -> list[Any]:
    """Make parameters of all values; those that are not named as short are tried in a soak only."""
    values = list(values)
    unknown = [value for value in short if value not in values]
    assert not unknown, f"{unknown} would never be tried"
    return [value if value in short else pytest.param(*_several(value), marks=pytest.mark.soak) for value in values]


def _several(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)
