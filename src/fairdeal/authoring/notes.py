"""Which games have passed check-game, as their sources are now: a small note in the user's state folder."""

from __future__ import annotations

import contextlib
import hashlib
import json
from pathlib import Path

from fairdeal import games
from fairdeal.terminal.teaching import state_folder

KINDS = (".py", ".toml")


def note_passed(name: str) -> None:
    """Note that a game has passed; where nobody may write, it is not noted."""
    with contextlib.suppress(OSError):
        place().parent.mkdir(parents=True, exist_ok=True)
        place().write_text(json.dumps(read() | {name: fingerprint(name)}), "utf-8")


def not_passed() -> list[str]:
    """Name the games from outside whose present sources have not passed."""
    passed = read()
    outside = [name for name in games.names() if games.package(name) is not None]
    return [name for name in outside if passed.get(name) != fingerprint(name)]


def fingerprint(name: str) -> str:
    """Sum up all sources of a game."""
    home = games.folder(name)
    digest = hashlib.sha256()
    for path in sorted(path for path in home.rglob("*") if path.suffix in KINDS):
        digest.update(path.relative_to(home).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def read() -> dict[str, str]:
    """Read the note; one that cannot be read is as good as none."""
    try:
        found = json.loads(place().read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def place() -> Path:
    return state_folder() / "checked.json"
