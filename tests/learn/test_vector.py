"""Many tables at a time: native steps, whatever their threads, do what a sitting does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fairdeal import learn
from fairdeal.engine.chance import below, numbered
from fairdeal.learn.vector import Vector
from tests.conformance.subjects import SUBJECTS
from tests.learn.plain import PlainTable

TABLES = 5


def short_tables(name: str, **changes: Any) -> Vector:
    """Set up a few tables of a game that is over soon."""
    seats, options = SUBJECTS[name].short_play(SUBJECTS[name].game)
    return learn.vector(SUBJECTS[name].game, TABLES, **{"seats": seats, "options": options, "seed": "laws", **changes})


def shown(tables: Vector, table: int) -> list[bytes]:
    """Give all that a vector shows of a table, as `PlainTable` does."""
    last = tables.last_observations[table] if tables.games[table] else []
    parts = [
        tables.seat[table],
        tables.legal[table, : tables.counts[table]],
        tables.observations[table],
        tables.rewards[table],
        tables.shares[table],
        *last,
    ]
    return [part.tobytes() for part in parts]


def actions_of(tables: Vector, rng: Any) -> Any:
    return np.array([row[below(rng, int(count))] for row, count in zip(tables.legal, tables.counts, strict=True)])


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize(("name", "dtype"), [*((name, "uint8") for name in SUBJECTS), ("caster", "float32")])
def test_native_tables_and_sittings_show_the_same_bytes(name: str, threads: int, dtype: str) -> None:
    tables = short_tables(name, threads=threads, dtype=dtype)
    plain = [PlainTable(tables.setting, "laws", number, dtype) for number in range(TABLES)]
    rng = numbered("actions", 0)
    while tables.games.min() < 2:
        for table in range(TABLES):
            assert shown(tables, table) == plain[table].shown()
        assert np.abs(tables.rewards.sum(axis=1)).max() < 1e-6
        actions = actions_of(tables, rng)
        tables.step(actions)
        for table in range(TABLES):
            plain[table].step(int(actions[table]))
            assert tables.games[table] == plain[table].games
