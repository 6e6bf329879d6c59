"""The mood of a game's table: its colours in light and dark. The game's faces `mat` and `weave` lie on its felt."""

from __future__ import annotations

from msgspec import Struct


class Hues(Struct, frozen=True):
    """The colours of a table in one theme, each `#rrggbb`."""

    felt: str
    """Where the light falls."""
    deep: str
    """The felt at its edges."""
    seam: str
    """Lines on the felt."""
    ink: str
    """What is written on the felt, and below it what matters less."""
    faint: str
    paper: str
    """Panels around the table, and what is raised on them."""
    raised: str
    edge: str
    accent: str
    """What can be pressed, and what is written on it."""
    accent_ink: str
    soft: str
    """What the pointer is on."""


class Mood(Struct, frozen=True):
    """How a game's table looks in both themes."""

    light: Hues
    dark: Hues
