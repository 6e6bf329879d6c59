"""Code that is compiled whole and in parts, and a process that leaves the compiling to others."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from fairdeal.engine import compiling, kernel
from fairdeal.errors import BrokenGame

runs_once = pytest.mark.skipif(kernel.DEFAULT_MODE != "compiled", reason="these tests choose their own modes")

RULES = """
from typing import Any

from fairdeal.engine.kernel import native, record

STATE = record(seats="i1", small="i1", middle="i2", total="i8")
REAL_TIME = False


@native
def added(s: Any, number: int) -> int:
    return int(s.total) + number


@native
def score(s: Any) -> int:
    return added(s, 1) + added(s, 2) + added(s, s.small) + added(s, s.middle) + added(s, s.total)
"""
GENERIC = """
from typing import Any

from fairdeal.engine.kernel import native, rules


@native
def thrice(s: Any) -> int:
    return 3 * rules.score(s)
"""
ASK = """
import json
import subprocess
import sys
import time

sys.path.insert(0, sys.argv[1])
from fairdeal.engine import compiling, kernel

rules = kernel.load("scratch.rules")
generic = kernel.bind("scratch.generic", kernel.layered(rules))
s = kernel.blank(rules.STATE)[0]
s.small, s.middle, s.total = 3, 4, 5
answers = []


def ask():
    answers.append([int(generic.thrice(s)), len(generic.thrice.signatures), compiling.is_awaited(generic.thrice)])


if "leaves" in sys.argv:
    with compiling.left_to_others():
        ask()
        subprocess.run([sys.executable, *sys.orig_argv[1:-1]], check=True, stdout=subprocess.DEVNULL)
        time.sleep(2 * compiling.LOOK_EVERY)
        ask()
else:
    ask()
print(json.dumps({"answers": answers, "parts": len(rules.added._part.signatures)}))
"""


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    folder = tmp_path / "scratch"
    folder.mkdir()
    for name, text in (("__init__", ""), ("rules", RULES), ("generic", GENERIC)):
        (folder / f"{name}.py").write_text(textwrap.dedent(text), "utf-8")
    return folder


def ask(scratch: Path, *arguments: str) -> dict[str, Any]:
    """Run the scratch package in a process of its own."""
    run = subprocess.run(
        [sys.executable, "-c", ASK, str(scratch.parent), *arguments],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "FAIRDEAL_MODE": "compiled"},
    )
    answer: dict[str, Any] = json.loads(run.stdout)
    return answer


@runs_once
def test_what_python_calls_is_cached_and_its_parts_are_not(scratch: Path) -> None:
    assert ask(scratch)["answers"] == [[120, 1, False]]
    assert {file.name.partition("@")[0] for file in scratch.glob("__pycache__/*.nb?")} == {"generic.thrice"}


@runs_once
def test_constants_and_whole_numbers_of_all_widths_are_translated_once(scratch: Path) -> None:
    assert ask(scratch)["parts"] == 1
    assert ask(scratch)["parts"] == 0, "what is in the cache needs no parts"


@runs_once
def test_code_that_others_compile_runs_in_plain_python_until_it_is_there(scratch: Path) -> None:
    answer = ask(scratch, "leaves")
    assert answer == {"answers": [[120, 0, True], [120, 1, False]], "parts": 0}


@runs_once
def test_only_what_is_left_to_others_is_awaited() -> None:
    function = kernel.native(lambda number: number)
    with compiling.left_to_others():
        assert compiling.is_awaited(function)
    assert not compiling.is_awaited(function)


def padded(number: int) -> Any:
    return "".zfill(number)


@runs_once
def test_what_the_compiler_refuses_is_one_sentence_with_its_place() -> None:
    sentence = r"padded \(test_compiling\.py, line \d+\) cannot be compiled: No implementation of function .*[^.:]\."
    function = compiling.compiled(padded, lambda: padded, is_checked=False)
    with pytest.raises(BrokenGame, match=rf"^{sentence}$"):
        function(3)
