"""What mypyc makes of the modules on a move's way does what their sources do: the same tests, against such a wheel.

Building it takes minutes, so this is soaked.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from fairdeal.errors import Refused
from fairdeal.language.messages import Card, Fixed, Label, Message, Seat, fixed, say

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 1800.0  # seconds
TESTS = ("tests/language", "tests/server/test_drawing.py", "tests/games/caster", "tests/test_compiled_modules.py")
WHICH = "import fairdeal.language.messages as a, fairdeal.server.teller as b; print(a.__file__, b.__file__)"

SAID = (
    say("must_follow", card=Card("B3", "B", "B3"), colour=Label("colour.B"), seat=Seat(1)),
    fixed("usual.card", suit=Label("suit.B", "blue"), rank="3"),
)


@pytest.mark.parametrize("said", SAID, ids=repr)
def test_what_is_said_reaches_another_process_whole(said: Message) -> None:
    there = pickle.loads(pickle.dumps(said))
    assert there == said
    assert type(there) is type(said)
    assert isinstance(there, Fixed) == isinstance(said, Fixed)


def test_so_does_a_refusal() -> None:
    assert str(pickle.loads(pickle.dumps(Refused(say("table.over"))))) == str(Refused(say("table.over")))


@pytest.mark.soak
def test_compiled_modules_pass_the_tests_of_their_sources(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    environment = {**os.environ, "FAIRDEAL_MYPYC": "1"}
    subprocess.run(build, cwd=ROOT, env=environment, capture_output=True, timeout=PATIENCE, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    assert "none-any" not in wheel.name
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
    shown = subprocess.check_output([sys.executable, "-c", WHICH], cwd=tmp_path, env=environment, text=True)
    assert shown.count(".so") == 2
    run = [sys.executable, "-m", "pytest", "--quiet", "-p", "no:cacheprovider", "--numprocesses=0", *TESTS]
    done = subprocess.run(run, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout[-4000:]
