"""What the laws need to know of Faulty: where its cards are."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import size_of
from fairdeal.laws.subject import Subject


def census(s: Any) -> str:
    """Count the cards in hands."""
    return f"{sum(size_of(int(hand)) for hand in s.hand) == sum(s.held)}"


SUBJECT = Subject(census=census)
