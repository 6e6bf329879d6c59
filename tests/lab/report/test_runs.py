"""A run: whatever stops it, the folder goes on without losing or doubling a game, on any number of cores."""

from __future__ import annotations

import errno
import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fairdeal import games
from fairdeal.errors import BadBot, FairdealError, Refused
from fairdeal.lab.arena import Arenas
from fairdeal.lab.crew import Crew
from fairdeal.lab.report import plan as plans
from fairdeal.lab.report import runs
from fairdeal.lab.report.plan import Columns, Plan, new_plan
from fairdeal.lab.report.runs import MANIFEST, opened, play, read_run

CASTER = games.find("caster")
SHORT = {"rounds": 1}


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans, "NATIVE_DEALS", 4)
    monkeypatch.setattr(plans, "BOT_DEALS", 1)


def caster(*bots: str, seats: int = 3, seed: str = "run") -> Plan:
    return new_plan(CASTER, bots or ("random",), seats, SHORT, None, seed)


def played(folder: Path, plan: Plan, parts: int = 3, **more: Any) -> Columns:
    with opened(folder, plan) as run:
        found = play(run, parts, **more)
    assert found is not None
    return found.columns


def same(one: Columns, other: Columns) -> bool:
    return one.keys() == other.keys() and all(np.array_equal(one[name], other[name], equal_nan=True) for name in one)


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} - {".lock"}


def test_a_run_is_a_manifest_and_numbered_parts_of_whole_deals(tmp_path: Path) -> None:
    columns = played(tmp_path, caster())
    assert files(tmp_path) == {MANIFEST, *(f"part-{part:06}.parquet" for part in range(3))}
    assert columns["game"].tolist() == list(range(24))
    assert columns["deal"].tolist() == [game // 2 for game in range(24)]
    assert np.allclose(columns["won_1"] + columns["won_2"] + columns["won_3"], 1)
    manifest = json.loads((tmp_path / MANIFEST).read_text())
    assert (manifest["game"], manifest["seats"], manifest["bots"], manifest["seed"]) == ("caster", 3, ["random"], "run")
    assert manifest["machines"][0]["features"]


@pytest.mark.parametrize("bots", [("random",), ("easy",), ("random", "easy")])
def test_parts_are_the_same_in_any_order(tmp_path: Path, bots: tuple[str, ...]) -> None:
    plan = caster(*bots)
    alone = [plan.play(part, Arenas()) for part in range(2)]
    with opened(tmp_path, plan) as run:
        for part in (1, 0):
            runs.RunPart(run, part).done(Arenas())
        again = [run.read(part) for part in range(2)]
    assert all(found is not None and same(found, expected) for found, expected in zip(again, alone, strict=True))


@pytest.mark.soak  # in the short form a duel has several processes
def test_two_processes_play_what_one_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # other processes know nothing of small parts
    plan = caster()
    assert same(played(tmp_path / "two", plan, jobs=2), played(tmp_path / "one", plan))


@pytest.mark.parametrize("jobs", [0, 1])
def test_a_crew_of_nobody_or_of_one_lets_this_process_play(tmp_path: Path, jobs: int) -> None:
    assert len(played(tmp_path, caster(), parts=1, jobs=jobs)["game"]) == 8
    with Crew(jobs) as crew:
        assert list(crew.play(iter(()))) == []


def test_a_run_goes_on_with_the_parts_that_are_missing_or_damaged(tmp_path: Path) -> None:
    whole = played(tmp_path, caster())
    kept = (tmp_path / "part-000000.parquet").stat().st_mtime_ns
    (tmp_path / "part-000001.parquet").unlink()
    damaged = tmp_path / "part-000002.parquet"
    damaged.write_bytes(damaged.read_bytes()[:100])
    (tmp_path / ".part-000001.parquet.123").write_bytes(b"half")
    assert same(played(tmp_path, caster()), whole)
    assert (tmp_path / "part-000000.parquet").stat().st_mtime_ns == kept
    assert ".part-000001.parquet.123" not in files(tmp_path)


def test_more_games_of_a_run_begin_with_those_that_were_played(tmp_path: Path) -> None:
    first = played(tmp_path, caster(), parts=1)
    more = played(tmp_path, caster(), parts=2)
    assert all(np.array_equal(more[name][:8], first[name]) for name in first)
    assert same(played(tmp_path, caster(), parts=1), first)


KILLED = """
import sys
from pathlib import Path
from fairdeal import games
from fairdeal.lab.report import plan as plans
from fairdeal.lab.report.plan import new_plan
from fairdeal.lab.report.runs import opened, play
plans.NATIVE_DEALS, plans.NATIVE_PROBES = 4, 0
plan = new_plan(games.find("caster"), ("random",), 3, {"rounds": 1}, None, "killed")
with opened(Path(sys.argv[1]), plan) as run:
    play(run, 10_000)
"""


def test_a_run_that_is_killed_at_any_moment_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "killed"
    for more in (2, 3):
        enough = len(list(folder.glob("part-*"))) + more
        process = subprocess.Popen([sys.executable, "-c", KILLED, str(folder)])
        while process.poll() is None and len(list(folder.glob("part-*"))) < enough:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
    plan = caster(seed="killed")
    parts = len(list(folder.glob("part-*"))) + 2
    assert same(played(folder, plan, parts=parts), played(tmp_path / "quiet", plan, parts=parts))


def test_it_stops_where_it_is_enough_judged_part_by_part(tmp_path: Path) -> None:
    asked: list[int] = []

    def is_enough(columns: Columns) -> bool:
        asked.append(len(columns["game"]))
        return len(columns["game"]) >= 16

    assert len(played(tmp_path, caster(), parts=5, is_enough=is_enough)["game"]) == 16
    assert asked == [8, 16]


def test_time_that_is_up_ends_a_run_after_a_part(tmp_path: Path) -> None:
    with opened(tmp_path, caster()) as run:
        found = play(run, 3, seconds=0)
    assert found is not None
    assert (found.count, found.is_late, found.is_interrupted) == (8, True, False)


def test_ctrl_c_keeps_the_parts_that_were_played(tmp_path: Path) -> None:
    def stop(done: int, total: int, rate: str) -> None:
        raise KeyboardInterrupt

    with opened(tmp_path, caster()) as run:
        found = play(run, 3, progress=stop)
    assert found is not None
    assert (found.count, found.is_interrupted) == (8, True)
    assert "part-000000.parquet" in files(tmp_path)


def test_progress_is_told(tmp_path: Path) -> None:
    heard: list[tuple[int, int]] = []
    played(tmp_path, caster(), parts=2, progress=lambda done, total, rate: heard.append((done, total)))
    assert heard == [(8, 16), (16, 16)]


# --- what is refused -------------------------------------------------------------------------------------------------


def test_a_folder_of_another_run_is_refused_and_left_alone(tmp_path: Path) -> None:
    played(tmp_path, caster(), parts=1)
    before = files(tmp_path)
    with pytest.raises(Refused, match='holds another run: its seed is "run", not "other"'):
        played(tmp_path, caster(seed="other"))
    with pytest.raises(Refused, match="its seats is 3, not 4"):
        played(tmp_path, caster(seats=4))
    assert files(tmp_path) == before


def test_a_folder_with_other_files_is_no_run(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear reader")
    with pytest.raises(Refused, match="is no folder of a run"):
        played(tmp_path, caster())
    with pytest.raises(Refused, match="is no folder of a run"):
        read_run(tmp_path)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": "fairdeal-run/0", "machines": []}'])
def test_a_manifest_that_cannot_be_read_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / MANIFEST).write_text(text)
    with pytest.raises(Refused, match="is no manifest of a run"):
        played(tmp_path, caster())


def test_two_cannot_play_in_one_folder(tmp_path: Path) -> None:
    with (
        opened(tmp_path, caster()),
        pytest.raises(Refused, match="Another process is playing"),
        opened(tmp_path, caster()),
    ):
        pass


def test_a_full_disk_is_one_sentence_and_what_was_played_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(tmp_path, caster(), parts=1)

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Refused, match=r"part-000001\.parquet cannot be written: No space left on device"):
        played(tmp_path, caster(), parts=2)
    monkeypatch.undo()
    assert files(tmp_path) == {MANIFEST, "part-000000.parquet"}


def test_a_part_that_cannot_be_written_to_its_end_is_one_sentence_too(tmp_path: Path) -> None:
    played(tmp_path, caster(), parts=1)
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, usual[1]))
    try:
        with pytest.raises(Refused, match=r"part-000001\.parquet cannot be written: File too large"):
            played(tmp_path, caster(), parts=2)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    assert files(tmp_path) == {MANIFEST, "part-000000.parquet"}


def test_bots_that_are_not_there_or_too_many_are_refused() -> None:
    with pytest.raises(BadBot, match="There is no bot 'strong'"):
        caster("strong")
    with pytest.raises(FairdealError, match="With 4 seats a report has one bot, two, or 4, not 3"):
        caster("random", "easy", "medium", seats=4)


# --- games of a run --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bots", [("random",), ("random", "easy")])
def test_a_game_of_a_run_can_be_played_again(tmp_path: Path, bots: tuple[str, ...]) -> None:
    columns = played(tmp_path, caster(*bots), parts=1)
    plan = read_run(tmp_path).plan
    for game in (0, 3):
        scores = plan.sitting(game).result().scores
        assert scores == tuple(int(columns[f"points_{seat}"][game]) for seat in (1, 2, 3))
