"""What the short form of the tests leaves to a soak: the same mechanism with more games, seats, sizes or seeds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def mostly_soaked(values: Iterable[Any], *short: Any) -> list[Any]:
    """Make parameters of all values, a tuple being several; those that are not named are tried in a soak only."""
    values = list(values)
    unknown = [value for value in short if value not in values]
    assert not unknown, f"{unknown} would never be tried"
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)), marks=() if value in short else pytest.mark.soak
        )
        for value in values
    ]
