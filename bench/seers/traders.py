"""Card Game Traders: all hands and packets are seen, the order of the deck is not."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.chance import shuffle
from fairdeal.engine.kernel import native


@native
def plan(v: Any, seat: int, out: Any) -> None:
    """Nothing is counted."""


@native
def resample(v: Any, seat: int, plan: Any, rng: Any) -> None:
    """Put the deck into any order."""
    shuffle(rng, v.deck, v.deck_size)
