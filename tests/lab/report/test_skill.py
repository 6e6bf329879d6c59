"""Luck and skill: neighbours among the levels play each other, and few games tell apart who differs much."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from fairdeal.cli import run
from fairdeal.engine.kernel import DEFAULT_MODE
from fairdeal.errors import Refused
from fairdeal.lab.report.plan import Plan
from fairdeal.lab.report.skill import games_needed, pairs_of


def battle(*bots: str) -> Plan:
    return Plan("battle", 2, {}, None, bots, "skill")


def test_levels_up_to_the_best_that_plays_are_paired_with_the_one_below() -> None:
    assert pairs_of(battle("medium")) == [("easy", "random"), ("medium", "easy")]
    assert pairs_of(battle("random", "easy")) == [("easy", "random")]


@pytest.mark.parametrize("bots", [("random",), ("plain:40",)])
def test_where_there_is_no_lower_level_it_is_refused(bots: tuple[str, ...]) -> None:
    with pytest.raises(Refused, match="--skill compares levels up to the one that plays"):
        pairs_of(battle(*bots))


def test_so_many_games_tell_bots_apart_four_times_in_five() -> None:
    rng = np.random.default_rng(0)

    def leads(deals: int) -> list[float]:
        chosen: list[float] = rng.choice([1.0, -1.0], deals, p=[0.6, 0.4]).tolist()
        return chosen

    found = games_needed(leads(40_000), 2)
    assert found is not None
    deals = round(found.mean / 2)
    is_shown = [np.mean(some) > 1.96 * np.std(some) / deals**0.5 for some in (leads(deals) for _ in range(1000))]
    assert np.mean(is_shown) == pytest.approx(0.8, abs=0.05)


def test_who_always_wins_is_told_apart_by_a_deal() -> None:
    found = games_needed([1.0] * 20, 2)
    assert found is not None
    assert (found.mean, found.low, found.high) == (2, 2, 2)


def test_bots_that_do_not_lead_are_not_told_apart_and_those_that_may_not_have_no_interval() -> None:
    assert games_needed([1.0, -1.0], 2) is None
    found = games_needed([1.0, 1.0, -1.0], 2)
    assert found is not None
    assert (found.low, found.high) == (None, None)


@pytest.mark.skipif(DEFAULT_MODE == "interpreted", reason="bots think too long")
def test_a_report_says_how_often_a_level_beats_the_one_below(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["report", "battle", "--bots", "easy", "--games", "8", "--skill", "--jobs", "1", "--json"]
    assert run([*command, "--run", str(tmp_path / "run")]) == 0
    first = capsys.readouterr().out
    skill = json.loads(first)["sections"]["skill"]
    assert skill["easy_random"]["mean"] > 0.5
    assert skill["easy_random_games"]["mean"] > 0
    assert (tmp_path / "run" / "easy-random" / "manifest.json").is_file()
    assert run([*command, "--run", str(tmp_path / "run")]) == 0
    assert capsys.readouterr().out == first
