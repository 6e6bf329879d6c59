"""The guide is true: its blocks make a game, its commands run and show what it says, and the game is sound."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import pytest

from fairdeal.engine.kernel import DEFAULT_MODE
from tests.authoring import guided

pytestmark = pytest.mark.skipif(DEFAULT_MODE != "interpreted", reason="the guide is followed once, in plain Python")

NAME = "low_tide"
PATIENCE = 300.0  # seconds for one command, on a busy machine
TYPED = re.compile(r"^> (?!You )(.+)$", re.MULTILINE)


def test_the_guide_is_followed_to_the_letter(tmp_path: Path) -> None:
    ran = 0
    for block in guided.blocks():
        if block.kind == "console":
            for command, shown in block.commands:
                run(command, shown, tmp_path)
                ran += 1
        elif "pyproject.toml" in block.text:
            assert block.text.partition("\n")[2] in (tmp_path / NAME / "pyproject.toml").read_text("utf-8")
        else:
            guided.write(block, tmp_path, NAME)
    assert ran > 10
    check_package(tmp_path / NAME)


def run(command: str, shown: str, home: Path) -> None:
    """Run a command in the folder of the guide, and compare what it shows."""
    if " serve " in command:
        check_served(command, home)
        return
    typed = "".join(f"{line}\n" for line in TYPED.findall(shown))
    done = subprocess.run(
        command,
        shell=True,
        cwd=home,
        env=environment(home),
        input=typed,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    said = "\n".join(line.rstrip() for line in (done.stdout + done.stderr).splitlines())
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    assert not shown or doctest.OutputChecker().check_output(f"{shown}\n", f"{said}\n", flags), f"{command}\n{said}"


def environment(home: Path) -> dict[str, str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {"PATH": path, "HOME": str(home), "FAIRDEAL_MODE": "interpreted", "COLUMNS": "120"}


def check_served(command: str, home: Path) -> None:
    """A server of the guide has the game, and nobody's browser is opened."""
    words = [*command.replace(" --open", "").split(), "--port", "0", "--workers", "1"]
    with subprocess.Popen(words, cwd=home, env=environment(home), stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = next(found[0] for line in server.stdout if (found := re.search(r"http://[\d.:]+", line)))
            with urllib.request.urlopen(f"{address}/api/games", timeout=PATIENCE) as answer:
                assert NAME in str(answer.read(), "utf-8")
        finally:
            server.terminate()


def check_package(home: Path) -> None:
    """The game can be installed: its wheel names the entry point, and holds all files."""
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
    subprocess.run(build, cwd=home, capture_output=True, timeout=PATIENCE, check=True)
    (wheel,) = (home / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as file:
        names = set(file.namelist())
        assert {f"{NAME}/{path.name}" for path in (home / NAME).iterdir() if path.is_file()} <= names
        (entries,) = (name for name in names if name.endswith("entry_points.txt"))
        assert f"{NAME} = {NAME}:GAME" in file.read(entries).decode()


@pytest.mark.parametrize(
    ("old", "block", "new"),
    [
        ("A = 1\n", "A = 2  # two\n", "A = 2  # two\n"),
        ("A, B = 1, 2\n", "C = 3\nA, D, B = 1, C, 2\n", "C = 3\nA, D, B = 1, C, 2\n"),
        ("def f():\n    return 1\n", "@g\ndef f():\n    return 2\n", "@g\ndef f():\n    return 2\n"),
        ("S = state(\n    a=1,\n)\n", "S = state(\n    ...,\n    b=2,\n)\n", "S = state(\n    a=1,\n    b=2,\n)\n"),
    ],
)
def test_a_block_changes_what_it_names(old: str, block: str, new: str) -> None:
    assert guided.changed_python(f"from a import b\n{old}", block) == f"from a import b\n{new}"
