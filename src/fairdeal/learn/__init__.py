"""Environments for people who train agents: many tables at a time, and the interfaces of others.

>>> from fairdeal import learn
>>> tables = learn.vector("caster", tables=2, seats=3, seed="a first game")
>>> tables.seat.tolist(), tables.counts.tolist()
([0, 0], [15, 15])
>>> tables.step(tables.random_actions())
>>> tables.rewards.sum()
np.float32(0.0)
"""

from __future__ import annotations

from fairdeal.learn.trajectories import Trajectories, collect
from fairdeal.learn.vector import Vector, vector

__all__ = ["Trajectories", "Vector", "collect", "vector"]
