"""Cryptruck with two tricks in a round, small enough for its whole tree to be walked: a copy of its sources, shrunk."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from fairdeal import games

NAME = "shrunk_cryptruck"
TRICKS = 2


def write_shrunk(folder: Path) -> Path:
    """Write a game of two tricks and one white, the rules else as they are, into a folder; give its place."""
    place = folder / NAME
    shutil.copytree(games.folder("cryptruck"), place, ignore=shutil.ignore_patterns("__pycache__", "subject.py"))
    for source in place.rglob("*.py"):
        text = source.read_text("utf-8").replace("fairdeal.games.cryptruck", NAME)
        source.write_text(text.replace('    "cryptruck",', f'    "{NAME}",'), "utf-8")
    _change(place / "rules.py", r"^TRICKS = 6\b", f"TRICKS = {TRICKS}", 1)
    _change(place / "cards.toml", r"^numbers = \[0, 1, 2, 3, 4, 5\]$", "numbers = [2, 4]", 5)
    _change(place / "cards.toml", r"^numbers = \[2, 3\]$", "numbers = [3]", 1)
    return place


def _change(path: Path, pattern: str, new: str, times: int) -> None:
    text, count = re.subn(pattern, new, path.read_text("utf-8"), flags=re.MULTILINE)
    assert count == times, f"{pattern} stands {count} times in {path.name}"
    path.write_text(text, "utf-8")
