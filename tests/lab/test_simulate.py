"""Simulation: the same result on any number of threads, by batches or game by game."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from fairdeal import games
from fairdeal.engine.kernel import DEFAULT_MODE
from fairdeal.lab import simulate as lab
from fairdeal.lab.simulate import Average, simulate, simulate_recorded
from fairdeal.play.sitting import Sitting

MANY = 20 if DEFAULT_MODE == "interpreted" else 2000


def found(simulation: lab.Simulation) -> dict[str, Any]:
    """All but the time it took."""
    return {**dataclasses.asdict(simulation), "seconds": 0}


def test_the_result_does_not_depend_on_threads_or_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    setting = games.find("caster").setting(3, {"rounds": 1})
    monkeypatch.setattr(lab, "BATCH", 8)
    alone = simulate(setting, MANY, "threads", threads=1)
    assert found(simulate(setting, MANY, "threads", threads=3)) == found(alone)
    assert found(simulate(setting, MANY, "threads")) == found(alone)
    assert found(simulate(setting, MANY, "other", threads=1)) != found(alone)
    assert alone.games == MANY
    assert alone.actions == MANY * 45
    assert sum(wins.mean for wins in alone.wins) == pytest.approx(1)


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.name)
def test_recorded_games_are_the_same_games(game: Any) -> None:
    setting = game.setting()
    sittings: list[Sitting] = []
    recorded = simulate_recorded(setting, 3, "same", sittings.append)
    assert found(recorded) == found(simulate(setting, 3, "same"))
    assert len(sittings) == 3


def test_progress_is_told() -> None:
    setting = games.find("caster").setting(3, {"rounds": 1})
    heard: list[tuple[int, int]] = []
    simulate(setting, 3, 0, 1, lambda done, total: heard.append((done, total)))
    simulate_recorded(setting, 2, 0, lambda sitting: None, False, lambda done, total: heard.append((done, total)))
    assert heard == [(3, 3), (1, 2), (2, 2)]


def parts(estimate: Average) -> tuple[float, float | None, float | None]:
    return estimate.mean, estimate.low, estimate.high


def test_intervals() -> None:
    assert lab._mean(1, 7, 49) == Average(7, None, None)
    # Points 0, 2, 2, 4: a standard deviation of 1.633.
    assert parts(lab._mean(4, 8, 24)) == pytest.approx((2, 0.3997, 3.6003), abs=1e-4)
    assert lab._share(1, 1.0) == Average(1, None, None)
    # From a table of Wilson's intervals.
    assert parts(lab._share(10, 0.0)) == pytest.approx((0, 0, 0.2775), abs=1e-4)
    assert parts(lab._share(100, 50.0)) == pytest.approx((0.5, 0.4038, 0.5962), abs=1e-4)


def test_rates() -> None:
    simulation = lab.Simulation(10, 100, 2.0, (), ())
    assert simulation.games_per_second == 5
    assert simulation.actions_per_second == 50
