"""The guide for people who train agents is true: its blocks run, and show what it says."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from fairdeal.engine.kernel import DEFAULT_MODE

pytestmark = pytest.mark.skipif(DEFAULT_MODE == "interpreted", reason="what the guide shows is compiled")
GUIDE = Path(__file__).resolve().parents[2] / "docs" / "guide" / "learn.md"


def test_the_guide_shows_what_happens() -> None:
    found = doctest.testfile(str(GUIDE), module_relative=False)
    assert found.attempted > 30
    assert found.failed == 0
