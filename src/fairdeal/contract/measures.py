"""What a game counts of its own for a report: the names in MEASURES of its `measures.py`, and what they are called."""

from __future__ import annotations

from fairdeal.language.messages import Message, say


def measure_label(name: str) -> Message:
    """What people call a measure, as the game's catalogue says."""
    return say(f"measure.{name}")
