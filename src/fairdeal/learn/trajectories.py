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
    all_rewards: Numbers
    """By seat, from the own one on, clockwise: the same for everybody."""
    all_points: Numbers
    """In the same order: the points of that game."""
    table: Numbers
    game: Numbers
    seat: Numbers
    starts: Numbers


def collect(tables: Vector, choose: Callable[[Vector], Numbers], steps: int) -> Trajectories:
    """Play so many steps with the actions that `choose` gives, and sort what happened by table, game and seat.

    Games that do not end within these steps are left out, and so are the choices of opponents and those before.
    """
    shown = (tables.observations, tables.legal, tables.counts, tables.seat, tables.games)
    seen, legal, counts, seat, game = kept = [np.zeros((steps, *now.shape), now.dtype) for now in shown]
    actions = np.zeros((steps, tables.tables), np.int32)
    rewards = np.full((steps, *tables.rewards.shape), np.nan, np.float32)
    points = np.zeros(rewards.shape, np.int64)
    begun = np.zeros(tables.tables, np.int64)  # at which step
    for step in range(steps):
        actions[step] = choose(tables)
        for array, now in zip(kept, shown, strict=True):
            array[step] = now
        tables.step(actions[step])
        for table in np.flatnonzero(tables.ended):
            rewards[begun[table] : step + 1, table] = tables.rewards[table]
            points[begun[table] : step + 1, table] = tables.points[table]
            begun[table] = step + 1
    seats = rewards.shape[2]
    from_own_on = (np.maximum(seat, 0)[..., None].astype(np.int64) + np.arange(seats)) % seats
    rewards, points = (np.take_along_axis(of_all, from_own_on, axis=2) for of_all in (rewards, points))
    order, table = _order(rewards[..., 0], game, seat), np.indices(seat.shape)[1]

    def rows(array: Numbers) -> Numbers:
        sorted_rows: Numbers = array.reshape(-1, *array.shape[2:])[order]
        return sorted_rows

    return Trajectories(
        observations=rows(seen),
        legal=rows(legal),
        counts=rows(counts),
        actions=rows(actions),
        rewards=rows(rewards[..., 0]),
        all_rewards=rows(rewards),
        all_points=rows(points),
        table=rows(table),
        game=rows(game),
        seat=rows(seat),
        starts=_starts(rows(table), rows(game), rows(seat)),
    )


def _order(rewards: Numbers, game: Numbers, seat: Numbers) -> Numbers:
    """Sort choices, given by step and table, by table, game, seat and step; those without a reward are left out."""
    step, table = np.indices(seat.shape)
    order: Numbers = np.lexsort([axis.ravel() for axis in (step, seat, game, table)])
    finished: Numbers = order[~np.isnan(rewards.ravel()[order]) & (seat.ravel()[order] >= 0)]
    return finished


def _starts(*keys: Numbers) -> Numbers:
    """Find where sorted rows have other keys than the one before."""
    rows = np.stack(keys)
    return np.flatnonzero(np.append(True, (np.diff(rows) != 0).any(axis=0))[: rows.shape[1]])
