"""What a small network says: one layer of units that count for nothing below 0; native. Its parts: bots/scratch.py."""

from __future__ import annotations

from typing import Any

import numpy as np

from fairdeal.engine.kernel import native

NOTHING = np.float32(0.0)


@native
def begin(sight: Any) -> None:
    """Let the hidden units begin with what is added to them."""
    last = len(sight.inner) - 1
    for unit in range(len(sight.outer) - 1):
        sight.units[unit] = sight.inner[last, unit]


@native
def add(sight: Any, place: int, given: Any) -> None:
    """Let an input count for all hidden units."""
    for unit in range(len(sight.outer) - 1):
        sight.units[unit] += given * sight.inner[place, unit]


@native
def add_inputs(sight: Any, count: int) -> None:
    """Let the first so many inputs count; most are 0."""
    for place in range(count):
        if sight.inputs[place] != NOTHING:
            add(sight, place, sight.inputs[place])


@native
def end(sight: Any) -> None:
    """Work out what is said from the hidden units."""
    units = len(sight.outer) - 1
    for place in range(len(sight.said)):
        sight.said[place] = sight.outer[units, place]
    for unit in range(units):
        found = sight.units[unit]
        if found > NOTHING:
            for place in range(len(sight.said)):
                sight.said[place] += found * sight.outer[unit, place]
