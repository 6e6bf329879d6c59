"""Which games have passed check-game, as their sources are now: a small note in the user's state folder."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

from fairdeal import games
from fairdeal.games import outside
from fairdeal.terminal.teaching import state_folder


def note_passed(name: str) -> None:
    """Note that a game has passed; where nobody may write, it is not noted."""
    with contextlib.suppress(OSError):
        place().parent.mkdir(parents=True, exist_ok=True)
        place().write_text(json.dumps(read() | {name: outside.fingerprint(outside.packages()[name])}), "utf-8")


def not_passed() -> list[str]:
    """Name the games from outside whose present sources have not passed."""
    passed = read()
    found = {name: games.package(name) for name in games.names()}
    return [name for name, its in found.items() if its is not None and passed.get(name) != outside.fingerprint(its)]


def read() -> dict[str, str]:
    """Read the note; one that cannot be read is as good as none."""
    try:
        found = json.loads(place().read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def place() -> Path:
    return state_folder() / "checked.json"
