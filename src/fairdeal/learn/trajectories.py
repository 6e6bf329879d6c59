"""What each seat saw, did and won, game by game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from fairdeal.contract.rules import Numbers
from fairdeal.learn.vector import Vector


@dataclass(frozen=True)
class Trajectories:
    """Choices of all seats in finished games, a row each: those of one seat in one game in their order, one by one.

    `starts` says where each of these begins; row r of `legal` has `counts[r]` legal actions.
    """

    observations: Numbers
    legal: Numbers
    counts: Numbers
    actions: Numbers
    rewards: Numbers
    """What the seat won or lost at the end of that game."""
    table: Numbers
    game: Numbers
    seat: Numbers
    starts: Numbers


def collect(tables: Vector, choose: Callable[[Vector], Numbers], steps: int) -> Trajectories:
    """Play so many steps with the actions that `choose` gives, and sort what happened by table, game and seat.

    Games that do not end within these steps are left out, and so are the choices of opponents.
    """
    seats = tables.setting.seats
    seen, legal, counts, done, seat, game = [], [], [], [], [], []
    won: dict[tuple[int, int], Numbers] = {}
    for _ in range(steps):
        actions = np.array(choose(tables), np.int32)
        for kept, array in zip((seen, legal, counts, seat, game), _looked_at(tables), strict=True):
            kept.append(array.copy())
        done.append(actions)
        tables.step(actions)
        for table in np.flatnonzero(tables.ended).tolist():
            won[table, int(game[-1][table])] = tables.rewards[table].copy()
    rewards = np.full((steps, tables.tables, seats), np.nan, np.float32)
    for (table, number), share in won.items():
        rewards[np.array(game)[:, table] == number, table] = share
    return _sorted(
        np.array(seen), np.array(legal), np.array(counts), np.array(done), rewards, np.array(game), np.array(seat)
    )


def _looked_at(tables: Vector) -> tuple[Numbers, ...]:
    return tables.observations, tables.legal, tables.counts, tables.seat, tables.games


def _sorted(
    seen: Numbers, legal: Numbers, counts: Numbers, actions: Numbers, rewards: Numbers, game: Numbers, seat: Numbers
) -> Trajectories:
    """Sort choices, given by step and table, by table, game, seat and step."""
    step, table = np.indices(seat.shape)
    own = np.take_along_axis(rewards, np.maximum(seat, 0)[..., None].astype(np.int64), axis=2)[..., 0]
    order = np.lexsort([axis.ravel() for axis in (step, seat, game, table)])
    order = order[~np.isnan(own.ravel()[order]) & (seat.ravel()[order] >= 0)]
    keys = np.stack([axis.ravel()[order] for axis in (table, game, seat)])
    starts = np.flatnonzero(np.r_[True, (np.diff(keys) != 0).any(axis=0)][: len(order)])
    flat = [array.reshape(-1, *array.shape[2:])[order] for array in (seen, legal, counts, actions, own)]
    return Trajectories(*flat, *keys, starts)
