"""What a network learned of a game, and at which tables: of any other it says nothing, and worlds are played out.

A file of NumPy's has a row for each table that a network was trained for: the table itself (`tables`, see `table_of`)
and its weights (`inner` and `outer`, see `Sight`). Those are read by a game's module `foresight.py` alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from fairdeal.bots.scratch import Sight, new_sight
from fairdeal.contract.game import Game
from fairdeal.contract.rules import Numbers, State

FILE = "foresight.npz"  # in the folder of a game


def table_of(s: State) -> Numbers:
    """Give all that a table is before its game begins, as bytes: seats, options and what lies in the box."""
    kind, start = s.dtype.fields["box"][:2]
    return np.frombuffer(s.tobytes(), np.uint8, start + kind.itemsize)


@dataclass(frozen=True)
class Foresight:
    """Networks, by the table that each was trained for."""

    tables: Numbers
    inner: Numbers
    outer: Numbers

    def sight(self, v: State) -> Sight | None:
        """Give the network for the table of a view, if there is one, with room of its own."""
        there = (self.tables == table_of(v)).all(axis=1).nonzero()[0]
        return new_sight(self.inner[there[0]], self.outer[there[0]]) if len(there) else None

    def write(self, path: Path) -> None:
        """Keep it in a file, with numbers half as wide: what they lose is less than what training leaves to chance."""
        halves = {name: getattr(self, name).astype(np.float16) for name in ("inner", "outer")}
        np.savez_compressed(path, allow_pickle=False, tables=self.tables, **halves)


NOTHING = Foresight(*np.zeros((3, 0, 1)))


def of(game: Game) -> Foresight:
    """Read what was learned of a game, if anything was."""
    path = game.folder / FILE
    return read(path) if path.is_file() else NOTHING


def read(path: Path) -> Foresight:
    """Read what was learned."""
    with np.load(path, allow_pickle=False) as file:
        return Foresight(file["tables"], *(file[name].astype(np.float32) for name in ("inner", "outer")))
