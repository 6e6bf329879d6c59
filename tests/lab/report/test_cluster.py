"""Past one machine: a real scheduler and two workers, one of them killed in mid-run, play what one process plays."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fairdeal import games
from fairdeal.cli import run as run_command
from fairdeal.errors import Refused
from fairdeal.lab import cluster
from fairdeal.lab.arena import Arenas
from fairdeal.lab.cluster import identity, play_part
from fairdeal.lab.report import plan as plans
from fairdeal.lab.report.plan import Plan, new_plan
from fairdeal.lab.report.runs import opened, play
from fairdeal.language.messages import say
from tests.lab.report.test_runs import files, same

CASTER = games.find("caster")
DASK = (sys.executable, "-m", "dask")


def quick_games() -> Plan:
    return replace(new_plan(CASTER, ("random",), 3, {"rounds": 1}, None, "cluster"), is_probed=False)


# --- what a worker does ----------------------------------------------------------------------------------------------


def test_a_worker_plays_what_a_process_here_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans, "NATIVE_DEALS", 4)
    plan = quick_games()
    refusal, columns, played_by = play_part(plan, 1, identity(plan))
    assert refusal is None
    assert same(columns, plan.play(1, Arenas()))
    assert played_by["numba"] == identity(plan)["numba"]


@pytest.mark.parametrize("key", cluster.IDENTITY)
def test_a_worker_whose_version_source_or_numba_differs_plays_nothing(key: str) -> None:
    plan = quick_games()
    refusal, columns, _ = play_part(plan, 0, {**identity(plan), key: "another"})
    assert refusal == say("cluster.other", key=key, there=identity(plan)[key], here="another")
    assert columns == {}


def test_a_worker_without_the_game_says_so() -> None:
    plan = quick_games()
    refusal, columns, _ = play_part(replace(plan, game="nowhere"), 0, identity(plan))
    assert refusal is not None
    assert "nowhere" in CASTER.said(refusal)
    assert columns == {}


def test_a_scheduler_that_is_not_there_is_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.3)
    assert run_command(["report", "caster", "--bots", "random", "--games", "1", "--on", "tcp://127.0.0.1:1"]) == 2
    said = capsys.readouterr().err.splitlines()
    assert said[-1].endswith("There is no scheduler at tcp://127.0.0.1:1. What was played before is kept.")


# --- a real one ------------------------------------------------------------------------------------------------------


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    """Start a scheduler on this machine; give its address."""
    file = tmp_path / "scheduler.json"
    options = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))
    with subprocess.Popen([*DASK, "scheduler", *options], stderr=subprocess.DEVNULL) as process:
        try:
            wait_for(file.is_file)
            yield address_in(file)
        finally:
            process.terminate()


def address_in(file: Path) -> str:
    address: str = json.loads(file.read_text())["address"]
    return address


def wait_for(is_so: Any, seconds: float = 180) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


def start_worker(address: str) -> subprocess.Popen[bytes]:
    options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")
    return subprocess.Popen([*DASK, "worker", address, *options], stderr=subprocess.DEVNULL)


def test_two_workers_of_which_one_is_killed_play_what_one_process_plays(tmp_path: Path, scheduler: str) -> None:
    plan, parts = quick_games(), 10
    workers = [start_worker(scheduler) for _ in range(2)]
    killed: list[int] = []

    def kill_one(done: int, total: int, rate: str) -> None:
        if done >= 2 * plan.games_a_part and not killed:
            workers[0].send_signal(signal.SIGKILL)
            killed.append(done)

    try:
        with opened(tmp_path / "far", plan) as run:
            far = play(run, parts, progress=kill_one, on=scheduler)
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()
    with opened(tmp_path / "near", plan) as run:
        near = play(run, parts)
    assert killed
    assert far is not None
    assert near is not None
    assert same(far.columns, near.columns)
    assert files(tmp_path / "far") == files(tmp_path / "near")


@pytest.mark.soak
def test_a_worker_with_another_source_is_refused_and_nothing_is_lost(
    tmp_path: Path, scheduler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = quick_games()
    worker = start_worker(scheduler)
    try:
        with opened(tmp_path / "run", plan) as run:
            assert play(run, 1, on=scheduler) is not None
            monkeypatch.setattr(cluster, "identity", lambda plan: {**identity(plan), "source": "another"})
            with pytest.raises(Refused, match=r"Its source is [0-9a-f]+, and here it is another"):
                play(run, 2, on=scheduler)
            assert run.has(0)
    finally:
        worker.kill()
        worker.wait()
