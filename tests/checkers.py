"""Both programs that check a deal, run on records and receipts."""

from __future__ import annotations

import functools
import importlib.util
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from fairdeal.cli import run
from tests.play.fair import Record

TOOL = Path(__file__).parents[1] / "tools" / "check_deal.py"


@functools.cache
def load_tool() -> Any:
    """Load the one-file checker as a module."""
    spec = importlib.util.spec_from_file_location("check_deal", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def write(path: Path, *documents: Any) -> Path:
    path.write_text("".join(json.dumps(document) + "\n" for document in documents), "utf-8")
    return path


class Checker:
    """Runs one of the programs; `start` takes the arguments of a check and gives the exit code."""

    def __init__(self, start: Callable[[list[str]], int], folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.start = start
        self.folder = folder
        self.capsys = capsys

    def run(self, *given: Record, receipts: Sequence[Record] = ()) -> tuple[int, str, str]:
        arguments = [str(write(self.folder / "game.jsonl", *given))]
        for number, receipt in enumerate(receipts):
            arguments += ["--receipt", str(write(self.folder / f"receipt{number}.json", receipt))]
        self.capsys.readouterr()
        code = self.start(arguments)
        shown = self.capsys.readouterr()
        return code, shown.out, shown.err

    def passes(self, *given: Record, receipts: Sequence[Record] = (), code: int = 0) -> str:
        found, out, err = self.run(*given, receipts=receipts)
        assert (found, err) == (code, "")
        return out

    def refuses(self, *given: Record, receipts: Sequence[Record] = ()) -> str:
        """Exit code 2, nothing on stdout, one sentence on stderr."""
        code, out, err = self.run(*given, receipts=receipts)
        assert (code, out) == (2, ""), out
        assert err.count("\n") == 1
        assert err.endswith(".\n")
        return err


def command(arguments: list[str]) -> int:
    return run(["check", *arguments])


def tool(arguments: list[str]) -> int:
    code: int = load_tool().main(arguments)
    return code
