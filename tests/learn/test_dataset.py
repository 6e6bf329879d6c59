"""A dataset holds what is true of its positions, and goes on where it was stopped."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars
import pytest

from fairdeal import cli, games
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import DEALER, DEFAULT_MODE
from fairdeal.errors import Refused
from fairdeal.lab.report.runs import opened, read_run
from fairdeal.learn.beliefs import seen_by_all, worlds
from fairdeal.learn.dataset import ROWS, SCHEMA, DatasetPlan, new_plan, write
from fairdeal.learn.observations import observe
from fairdeal.play.sitting import Sitting

pytestmark = pytest.mark.skipif(DEFAULT_MODE == "interpreted", reason="what searches is compiled")
SEATS = 3
WORLDS = 2


def small_plan(**changes: Any) -> DatasetPlan:
    game = games.find("caster")
    given: dict[str, Any] = {"players": "random", "teacher": "hard:20", "worlds": WORLDS, "solved": 2, "seed": "laws"}
    return new_plan(game, SEATS, {"rounds": 1}, None, **{**given, **changes})


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """Write a part, and read it as a learner does."""
    folder = tmp_path_factory.mktemp("data") / "caster.data"
    with opened(folder, small_plan()) as run:
        assert list(write(run, 1)) == [ROWS]
    frame = polars.read_parquet(folder / "*.parquet")
    assert set(frame.columns) == set(SCHEMA)
    return folder, {name: frame[name].to_numpy() for name in frame.columns}


def test_every_row_is_a_choice_that_somebody_made(made: tuple[Path, dict[str, Any]]) -> None:
    _, rows = made
    assert rows["position"].tolist() == list(range(ROWS))
    for row in range(ROWS):
        legal = rows["legal"][row][rows["legal"][row] >= 0].tolist()
        assert len(legal) > 1
        assert rows["chosen"][row] in legal
        assert rows["share"][row] in (0.0, 1.0, 0.5, np.float32(1 / 3))
        assert rows["policy"][row].sum() == pytest.approx(1)
        assert (rows["policy"][row, len(legal) :] == 0).all()
        assert 0 <= rows["value"][row] <= 1
        assert np.isnan(rows["values"][row, len(legal) :]).all()


def test_the_same_game_played_again_has_the_same_positions(made: tuple[Path, dict[str, Any]]) -> None:
    """By the moves that were kept: what was observed and allowed is what a sitting shows."""
    _, rows = made
    plan = small_plan()
    sitting, rng = Sitting(plan.setting(0)), numbered("laws game", 0)
    row = 0
    while rows["game"][row] == 0:
        while len(sitting.events) < rows["event"][row]:
            if sitting.actors == [DEALER]:
                sitting.deal(rng)
            else:
                seat = sitting.actors[0]
                only = sitting.legal(seat)
                assert len(only) == 1, "all other choices are rows"
                sitting.play(seat, only[0])
        seat = int(rows["seat"][row])
        assert np.array_equal(rows["observation"][row], observe(plan.found, sitting.view(seat), seat, "uint8"))
        assert np.array_equal(rows["truth"][row], seen_by_all(plan.found, [sitting.state]).reshape(-1))
        sitting.play(seat, int(rows["chosen"][row]))
        row += 1
    assert row > 10


def test_worlds_look_to_their_seat_like_the_truth_and_differ_elsewhere(made: tuple[Path, dict[str, Any]]) -> None:
    _, rows = made
    size = rows["observation"].shape[1]
    truth, drawn = rows["truth"].reshape(ROWS, SEATS, size), rows["worlds"].reshape(ROWS, WORLDS, SEATS, size)
    for row, seat in enumerate(rows["seat"]):
        assert (truth[row, seat] == rows["observation"][row]).all()
        assert (drawn[row, :, seat] == rows["observation"][row]).all()
    assert (drawn != truth[:, None]).any(axis=(1, 2, 3)).sum() > ROWS / 2


def test_endgames_are_solved_and_other_positions_are_not(made: tuple[Path, dict[str, Any]]) -> None:
    _, rows = made
    is_solved = ~np.isnan(rows["exact"][:, 0])
    assert 0 < is_solved.sum() < ROWS
    last = [max(rows["event"][rows["game"] == game]) for game in set(rows["game"].tolist())]
    assert rows["event"][is_solved].min() > np.median(last) / 2
    assert (np.isnan(rows["exact"]) == (rows["legal"] < 0))[is_solved].all()


def test_a_dataset_goes_on_where_it_was_stopped(made: tuple[Path, dict[str, Any]]) -> None:
    folder, _ = made
    part = next(folder.glob("*.parquet"))
    before = part.read_bytes()
    part.unlink()
    with opened(folder, small_plan()) as run:
        list(write(run, 1))
    assert part.read_bytes() == before
    with pytest.raises(Refused, match="teacher"), opened(folder, replace(small_plan(), teacher="hard:21")):
        pass
    with pytest.raises(Refused):
        read_run(folder)


@pytest.mark.parametrize("teacher", ["easy", "random", "greedy"])
def test_a_teacher_searches(teacher: str) -> None:
    with pytest.raises(Refused, match="A teacher is a level that searches"):
        small_plan(teacher=teacher)


def test_the_command_writes_a_dataset_and_explains_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = "learn dataset caster --seats 3 --option rounds=1 --players random --teacher hard:2 --worlds 0 --solved 0"
    assert cli.run([*words.split(), "--positions", "1", "--jobs", "1", "-o", str(tmp_path / "data")]) == 0
    assert capsys.readouterr().out == f"64 positions are in {tmp_path / 'data'}.\n"
    assert cli.run(["learn", "dataset", "--help"]) == 0
    assert "fairdeal learn dataset caster -o caster.data" in capsys.readouterr().out


def test_worlds_are_drawn_many_at_a_time() -> None:
    setting = games.find("caster").setting(SEATS, {"rounds": 1})
    s = setting.dealt()
    view = Sitting(setting).view(0)
    setting.game.rules.view(s, 0, view)
    found = worlds(setting.game, view, 0, 50, numbered("worlds", 0))
    assert len({world.tobytes() for world in found}) == 50
    assert {bytes(seen[0]) for seen in seen_by_all(setting.game, found)} == {
        bytes(observe(setting.game, view, 0, "uint8"))
    }


def test_the_guide_has_the_columns() -> None:
    guide = (Path(__file__).resolve().parents[2] / "docs" / "guide" / "learn.md").read_text("utf-8")
    for name, meaning in SCHEMA.items():
        assert f"| `{name}` | {meaning} |" in guide
