"""Texts are for people: the terminal draws what a scene says and never reads it."""

from __future__ import annotations

from pathlib import Path

from fairdeal import terminal

FOLDER = Path(terminal.__file__).parent
PATTERNS = {
    "blocks.py": "where a line may break",
    "keyboard.py": "the keys of a terminal",
    "placing.py": "what somebody typed, and the ids of squares",
    "rulebook.py": "the sections of a rulebook",
}


def test_patterns_are_matched_only_on_what_is_not_said_to_people() -> None:
    found = {path.name for path in FOLDER.glob("*.py") if "import re\n" in path.read_text("utf-8")}
    assert found == set(PATTERNS)
