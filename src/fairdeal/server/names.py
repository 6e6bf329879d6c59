"""The names of tables, which are their links."""

from __future__ import annotations

import secrets

ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that look alike: a link may be read out


def new_id() -> str:
    """Make the id of a table: short enough for a link, too many to guess (60 bits)."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(12))
