"""The benches run, take turns, and write down what they found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from bench import run, search
from bench.measure import Result, Series, Verdict, alternate, number, ratio, show, write_lines
from fairdeal.engine.kernel import DEFAULT_MODE

# These compile loops of their own, or start one process after another.
LONG = dict.fromkeys(("resample", "learn", "search", "search_duel", "start", "server"), pytest.mark.soak)
TINY = run.Size(0.0005, 1)
RESULT = Result(
    "sums",
    "adding",
    [Series("ours", "sums/s", (3.0, 1.0, 2.0)), Series("theirs", "sums/s", (1.0, 1.0, 1.0))],
    [Verdict("ours : theirs", 2.0, 1.5), Verdict("seconds", 4.0, 3.0, at_least=False)],
    ["A note."],
)


def test_contestants_take_turns_and_the_first_round_does_not_count() -> None:
    calls: list[str] = []
    values = iter(range(100))

    def contestant(name: str) -> float:
        calls.append(name)
        return float(next(values))

    series = alternate({"A": lambda: contestant("A"), "B": lambda: contestant("B")}, "per s", 3)
    assert calls == ["A", "B"] * 4
    assert [row.values for row in series] == [(2.0, 4.0, 6.0), (3.0, 5.0, 7.0)]


def test_a_ratio_compares_neighbours() -> None:
    ours, theirs = Series("ours", "", (4.0, 40.0, 9.0)), Series("theirs", "", (2.0, 20.0, 3.0))
    assert ratio(ours, theirs) == 2.0


@pytest.mark.parametrize(
    ("value", "text"), [(12_345_678.0, "12,300,000"), (999.6, "1,000"), (1.234, "1.23"), (0.05678, "0.0568")]
)
def test_numbers_have_three_digits_that_count(value: float, text: str) -> None:
    assert number(value) == text


def test_a_result_is_shown_with_its_verdicts(capsys: pytest.CaptureFixture[str]) -> None:
    show(Console(width=120), RESULT)
    shown = capsys.readouterr().out
    assert "sums: adding" in shown
    assert "ours : theirs: 2 (target at least 1.5: met)" in shown
    assert "seconds: 4 (target at most 3: missed)" in shown
    assert "A note." in shown


def test_a_result_is_written_as_json_lines(tmp_path: Path) -> None:
    file = tmp_path / "speed.json"
    write_lines(file, RESULT)
    write_lines(file, RESULT)
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert len(lines) == 8
    assert lines[0] == {
        "bench": "sums",
        "name": "ours",
        "unit": "sums/s",
        "median": 2.0,
        "min": 1.0,
        "max": 3.0,
        "repeats": 3,
    }
    assert lines[3]["met"] is False


def test_an_unknown_bench_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["caster", "chess"]) == 2
    assert "There is no bench chess" in capsys.readouterr().out


@pytest.mark.skipif(DEFAULT_MODE == "interpreted", reason="what is measured is compiled")
@pytest.mark.parametrize("name", [pytest.param(name, marks=LONG.get(name, ())) for name in run.BENCHES])
def test_every_bench_runs(name: str, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setattr(run, "QUICK", TINY)
    monkeypatch.setattr(run, "START_REPEATS", 1)
    monkeypatch.setattr(search, "ITERATIONS", 20)
    assert run.main([name], quick=True) == 0
    assert name in capsys.readouterr().out
