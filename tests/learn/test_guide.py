"""The guide for people who train agents is true: its blocks run, and show what it says."""

from __future__ import annotations

import doctest
from pathlib import Path

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "guide" / "learn.md"


def test_the_guide_shows_what_happens() -> None:
    found = doctest.testfile(str(GUIDE), module_relative=False)
    assert found.attempted > 30
    assert found.failed == 0
