"""All is seen: in a game of hands alone nothing else is hidden, at the battle also the order of the pile."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import native


@native
def plan(v: Any, seat: int, out: Any) -> None:
    """Nothing is counted."""


@native
def resample(v: Any, seat: int, plan: Any, rng: Any) -> None:
    """Every world is the true one."""
