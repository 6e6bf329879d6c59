"""`fairdeal data`: what a data file changes, all that is wrong with it, and that games with it end."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from fairdeal import games
from fairdeal.authoring import data_files
from fairdeal.cli import run
from fairdeal.laws.subject import changed
from tests.breadth import mostly_soaked

CASTER = games.find("caster").own_data
FEWER = {"seats.0.tricks": 9, "seats.0.burst": -2}


def written(folder: Path, changes: Mapping[str, Any], name: str = "mine.json") -> str:
    path = folder / name
    path.write_text(json.dumps(changed(CASTER, changes)), "utf-8")
    return str(path)


def test_a_good_file_is_told_with_what_it_changes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path, FEWER)
    assert run(["data", "check", file]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == [
        f"{file} is read as a data file of CASTER.",
        "In table 1 of [[seats]] (count 3): tricks is 9, in the box 15.",
        "In table 1 of [[seats]] (count 3): burst is -2, in the box 1.",
    ]
    # Three rounds, each with a deal and 27 cards, after the first player is named.
    assert lines[3] == "With 3 seats 300 random games ended, after 85 events on average and 85 at most."
    assert lines[-1] == f"It can be played with --data {file}."


def test_the_games_own_file_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["data", "check", written(tmp_path, {})]) == 0
    assert capsys.readouterr().out.splitlines()[1] == "It says what the box says."


def test_all_faults_are_told_and_the_code_is_that_of_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, {"seats.0.tricks": 16, "colours.2.name": "", "more": 1})
    assert run(["data", "check", file]) == 2
    shown = capsys.readouterr()
    assert shown.out.splitlines()[1:] == [
        "In the data file: the key more is unknown; known are colours, seats.",
        'In table 3 of [[colours]] (letter Y): name must be a text of 1 to 20 letters, not "".',
        "In table 1 of [[seats]] (count 3): tricks must be a whole number from 3 to 15, not 16.",
    ]
    assert shown.err == f"{file} cannot be played: it has 3 faults.\n"


def test_of_many_differences_the_rest_is_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data_files, "MOST_DIFFERENCES", 4)
    words = {f"colours.{place}.name": "x" for place in range(5)}
    assert run(["data", "check", written(tmp_path, {**words, **FEWER})]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[4] == 'In table 4 of [[colours]] (letter E): name is "x", in the box "brown".'
    assert lines[5] == "There are 3 more differences."


def test_a_game_that_does_not_end_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*arguments: object) -> None:
        raise AssertionError("a dead end.")

    monkeypatch.setattr(data_files, "fuzz", broken)
    assert run(["data", "check", written(tmp_path, {})]) == 2
    assert capsys.readouterr().err == "A random game did not end as a game should: a dead end.\n"


def test_a_game_is_found_by_the_tables_or_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "strange.toml"
    path.write_text("[strange]\n", "utf-8")
    assert run(["data", "check", str(path)]) == 2
    assert "name one with --game, of caster, cryptruck" in capsys.readouterr().err
    assert run(["data", "check", str(path), "--game", "cryptruck"]) == 2
    out = capsys.readouterr().out
    assert "the keys colours, blocks are missing" in out


@pytest.mark.parametrize("name", mostly_soaked(games.NAMES, "caster"))
def test_every_game_can_judge_its_own_file(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["data", "check", str(games.find(name).folder / "cards.toml")]) == 0
    assert f"is read as a data file of {games.find(name).title}." in capsys.readouterr().out


def test_the_ranges_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["data", "ranges", "caster"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "[[seats]] highest the highest value in play (§3) (a whole number from 0 to 14)" in text
    assert "(a whole number from 3 to 15; 15 if it is missing)" in text


@pytest.mark.parametrize(
    "command",
    [
        ["simulate", "caster", "--games", "5"],
        ["duel", "caster", "random", "easy", "--games", "1", "--option", "rounds=1", "--jobs", "1"],
        ["ladder", "caster", "--games", "1", "--minutes", "0.001", "--jobs", "1", "--option", "rounds=1"],
        ["regret", "caster", "--positions", "2", "--worlds", "1", "--option", "rounds=1"],
        ["hints", "caster", "--positions", "1", "--level", "easy", "--option", "rounds=1"],
    ],
    ids=lambda command: command[0],
)
def test_every_command_that_plays_takes_a_data_file(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results = ["--results", str(tmp_path)] if command[0] in ("ladder", "regret") else []
    assert run([*command, *results, "--data", written(tmp_path, FEWER)]) == 0
    assert capsys.readouterr().out
    capsys.readouterr()
    assert run([*command, *results, "--data", written(tmp_path, {"seats.0.tricks": 99})]) == 2
    assert "tricks must be a whole number from 3 to 15, not 99." in capsys.readouterr().err


def test_results_with_other_data_are_kept_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["ladder", "caster", "--games", "1", "--only", "easy,random", "--jobs", "1", "--option", "rounds=1"]
    assert run([*command, "--results", str(tmp_path), "--data", written(tmp_path, FEWER)]) == 0
    assert run([*command, "--results", str(tmp_path), "--data", written(tmp_path, {"seats.0.limit": 2})]) == 0
    assert len(list(tmp_path.glob("caster-*.jsonl"))) == 2
    assert not (tmp_path / "caster.jsonl").exists()
    assert "own data" in capsys.readouterr().out
