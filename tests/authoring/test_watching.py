"""`fairdeal check-game --watch` tries a game again whenever a file of it changes, whatever it is like meanwhile."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from fairdeal.engine.kernel import DEFAULT_MODE
from tests.authoring.broken import BROKEN, forgotten, write_broken

pytestmark = pytest.mark.skipif(DEFAULT_MODE != "interpreted", reason="laws are tried on plain rules in every mode")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    with forgotten():
        yield tmp_path / write_broken(tmp_path, "nothing")


def wait_for(lines: IO[str], text: str) -> None:
    """Read on to a line that has the text."""
    for line in lines:
        if text in line:
            return
    pytest.fail(f"{text} was not said")


def test_a_game_is_tried_again_whenever_a_file_changes(folder: Path) -> None:
    _, (file, there, instead) = BROKEN["lost card"]
    path = folder / folder.name / file
    sound = path.read_text("utf-8")
    watch = [sys.executable, "-m", "fairdeal", "check-game", str(folder), "--quick", "--watch"]
    with subprocess.Popen(watch, stdout=subprocess.PIPE, text=True, env={**os.environ, "FAIRDEAL_FROM": ""}) as process:
        assert process.stdout is not None
        try:
            wait_for(process.stdout, "obeys all laws")
            path.write_text(sound.replace(there, instead), "utf-8")
            wait_for(process.stdout, "breaks a law: cards are conserved")
            path.write_text(sound.replace("def actors(", "def actors"), "utf-8")
            wait_for(process.stdout, "cannot be played: loading it raises SyntaxError")
            path.write_text(sound, "utf-8")
            wait_for(process.stdout, "obeys all laws")
            assert process.poll() is None
        finally:
            process.terminate()
