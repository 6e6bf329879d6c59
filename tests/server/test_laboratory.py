"""The lab on a server: this machine starts experiments, others look at what its owner shares, and nothing else."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from fairdeal.errors import Refused
from fairdeal.lab.experiments.documents import LabFindings, LabGame, LabVariant, LabWish
from fairdeal.lab.experiments.folders import WISH, findings_path
from fairdeal.server.laboratory import Laboratory, giving_way, named_games
from tests.server.test_app import Running

# Of the game that the test in a browser plays in a lab: what looks closer at games is compiled once.
WISHED = LabWish("battle", ("random",), LabVariant(2), games=1)


def shelved(folder: Path, name: str = "caster-1", state: str = "over") -> str:
    """Put an experiment there that another day has played."""
    (folder / name).mkdir(parents=True)
    (folder / name / WISH).write_bytes(msgspec.json.encode(WISHED))
    game = LabGame("run", 7, "the longest", "9 decisions", 3)
    found = {"state": state, "done": 16, "total": 64, "games": [msgspec.to_builtins(game)]}
    findings_path(folder / name, "en").write_bytes(msgspec.json.encode(found))
    return name


@asynccontextmanager
async def closed(lab: Laboratory) -> AsyncIterator[Laboratory]:
    try:
        yield lab
    finally:
        await lab.close()


async def until(lab: Laboratory, name: str, *states: str) -> LabFindings:
    async with asyncio.timeout(300):
        while (found := lab.findings(name, "en")).state not in states:
            await asyncio.sleep(0.1)
    return found


def test_an_experiment_plays_in_a_process_of_its_own_is_stopped_and_shows_its_games(tmp_path: Path) -> None:
    async def work() -> None:
        async with closed(Laboratory(tmp_path, niceness=0)) as lab:
            name = await lab.start(msgspec.structs.replace(WISHED, games=200_000))
            assert lab.is_playing(name)
            with pytest.raises(Refused, match="Another experiment is playing"):
                await lab.start(WISHED)
            await until(lab, name, "playing")
            await lab.stop(name, patience=300)
            found = lab.findings(name, "en")
            assert found.state == "stopped"
            assert 0 < found.done < 200_000
            assert lab.page(name, "ja") is not None
            shown = found.games[0]
            sitting = await lab.sitting(name, shown.of, shown.game, False)
            assert shown.moment is not None
            assert shown.moment < len(sitting.events)

    asyncio.run(work())


def test_an_experiment_runs_behind_everything_else(tmp_path: Path) -> None:
    saying = "import os; print(os.nice(0), os.sched_getscheduler(0) == os.SCHED_IDLE)"
    for niceness, said in ((19, f"19 {shutil.which('chrt') is not None}"), (5, f"{min(19, os.nice(0) + 5)} False")):
        command = [*giving_way(niceness), sys.executable, "-c", saying]
        assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() == said
    assert giving_way(0) == ()


def test_what_a_dead_process_left_was_stopped(tmp_path: Path) -> None:
    lab = Laboratory(tmp_path)
    assert lab.findings(shelved(tmp_path, state="playing"), "en").state == "stopped"
    assert lab.findings(shelved(tmp_path, "caster-2"), "ja").state == "over"


def test_whoever_may_start_nothing_sees_the_games_behind_the_numbers_and_no_others(tmp_path: Path) -> None:
    lab, name = Laboratory(tmp_path), shelved(tmp_path)
    (tmp_path / name / "run").mkdir()
    assert named_games(lab.findings(name, "en"), "run") == {7}
    with pytest.raises(Refused, match="There is no game 8"):
        asyncio.run(lab.sitting(name, "run", 8, False))
    for part in ("a", "..", "wish"):
        with pytest.raises(Refused, match="no such experiment"):
            asyncio.run(lab.sitting(name, part, 7, True))


@pytest.mark.parametrize("name", ["", "..", "../secret", "caster", "a/b", ".hidden"])
def test_a_name_leads_to_no_other_folder(tmp_path: Path, name: str) -> None:
    shelved(tmp_path / "secret")
    with pytest.raises(Refused, match="no such experiment"):
        Laboratory(tmp_path / "lab").run(name, "en", True)


ELSEWHERE = {"X_Forwarded_For": "203.0.113.9"}


@pytest.mark.parametrize("is_open", [False, True])
def test_only_this_machine_starts_and_stops_unless_whoever_serves_lets_others(tmp_path: Path, is_open: bool) -> None:
    name = shelved(tmp_path / "lab")
    running = Running(tmp_path / "store.sqlite", lab=Laboratory(tmp_path / "lab", is_open))
    try:
        here = far = running.guest()  # who is far away comes by a proxy
        assert here.get("/api/lab").json["may_start"] is True
        assert [run["id"] for run in here.get("/api/lab").json["runs"]] == [name]
        assert far.get("/api/lab", **ELSEWHERE).json["may_start"] is is_open
        assert bool(far.get("/api/lab", **ELSEWHERE).json["runs"]) is is_open
        assert far.get(f"/api/lab/{name}", **ELSEWHERE).json["may_change"] is is_open
        bad = {"game": "caster", "bots": ["cmd:ls"]}
        assert far.post("/api/lab", bad, **ELSEWHERE).status == (409 if is_open else 403)
        assert far.post(f"/api/lab/{name}/stop", None, **ELSEWHERE).status == (200 if is_open else 403)
        assert here.post("/api/lab", bad).status == 409
        assert here.get(f"/api/lab/{name}/report.html").status == 404
    finally:
        running.stop()


def test_a_server_without_a_lab_says_how_to_open_one(tmp_path: Path) -> None:
    running = Running(tmp_path / "store.sqlite")
    try:
        answer = running.guest().get("/api/lab")
        assert answer.status == 404
        assert "fairdeal lab" in answer.json["reason"]
    finally:
        running.stop()
