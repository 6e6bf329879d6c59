"""What lies in the box of a game, to be printed and cut out."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Component:
    """A card, a tile or a chip: its face, how many there are, its other side, and its size in millimetres."""

    face: str
    count: int = 1
    back: str = "back"
    """The face of its other side; empty if that is blank."""
    width: int = 63
    height: int = 88


CHIP = 25  # millimetres across


def chips(letters: str) -> tuple[Component, ...]:
    """Give a chip of each colour, by the letters of a game's suits."""
    return tuple(Component(f"suit.{letter}", back="", width=CHIP, height=CHIP) for letter in letters)
