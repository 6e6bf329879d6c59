"""When the winner is known, and which decisions matter."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from fairdeal import games
from fairdeal.contract.game import shares_of
from fairdeal.lab.report import plan as plans
from fairdeal.lab.report.plan import new_plan
from fairdeal.lab.report.probes import START, Prober
from fairdeal.lab.report.runs import opened, play
from fairdeal.lab.report.sample import Sample
from fairdeal.lab.report.sections import new_report
from fairdeal.play.sitting import Sitting
from fairdeal.play.tracks import play_again
from tests.lab.report.planted import planted

BATTLE = games.find("battle")


def before_the_end(sitting: Sitting, events: int) -> Sitting:
    again = Sitting(sitting.setting)
    for event in sitting.events[:-events]:
        again.redo(event)
    return again


def test_before_a_last_action_that_is_forced_the_winner_is_known_for_certain() -> None:
    prober, seen = Prober(BATTLE), 0
    for deal in range(30):
        sitting = play_again(BATTLE.setting(2), "known", (deal, 0))
        late = before_the_end(sitting, 1)
        if len(late.legal(late.actors[0])) == 1:
            winners = np.array(shares_of(BATTLE, sitting.state)) > 0
            assert prober.chance((late.state, START), winners) == 1
            seen += 1
    assert seen > 3


def test_before_the_first_action_nothing_is_known() -> None:
    sitting = play_again(BATTLE.setting(2), "open", (0, 0))
    first = before_the_end(sitting, len(sitting.events) - 2)
    chances = [Prober(BATTLE).chance((first.state, START), np.arange(2) == seat) for seat in range(2)]
    assert sum(chances) == pytest.approx(1, abs=0.12)  # two sets of play-outs
    assert min(chances) > 0.05


def test_an_action_is_as_good_as_itself_and_a_last_choice_is_measured_exactly() -> None:
    prober, differences = Prober(BATTLE), []
    for deal in range(40):
        late = before_the_end(play_again(BATTLE.setting(2), "last", (deal, 0)), 1)
        seat = late.actors[0]
        legal = list(late.legal(seat))
        assert prober.gap(late.view(seat), seat, [legal[0], legal[0]]) == (0, 0)
        if late.state.left == 0 and len(legal) > 1:
            differences.append(prober.gap(late.view(seat), seat, legal)[0])
    assert min(differences, default=0) >= 0


def test_a_report_says_how_many_decisions_matter_and_when_the_winner_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plans, "NATIVE_PROBES", 8)
    monkeypatch.setattr(plans, "NATIVE_DEALS", 8)
    plan = new_plan(BATTLE, ("random",), 2, {}, None, "probes")
    with opened(tmp_path, plan) as run:
        found = play(run, 2)
    assert found is not None
    assert np.isnan(found.columns["known"]).sum() == 16  # one game of each deal is looked at
    report = new_report(Sample(plan, found.columns))
    rows = {row.key: row for section in report.sections for row in section.rows}
    surprising = next(outlier.game for outlier in report.outliers if outlier.key == "surprising")
    assert found.columns["doubted"][surprising] == np.nanmin(found.columns["doubted"])
    assert 0 < rows["known"].value.mean <= 1
    assert rows["matter"].value.mean > 0.3
    assert rows["gap"].game is not None


def test_what_surely_matters_is_judged_by_the_error_of_each_decision() -> None:
    columns = dict(planted(4, 0))
    columns |= {"gap": np.array([0.2, np.nan] * 4), "gap_error": np.array([0.01, np.nan] * 2 + [0.1, np.nan] * 2)}
    found = Sample(new_plan(BATTLE, ("random",), 2, {}, None, "x"), columns).gaps
    assert found is not None
    assert found[0].mean == pytest.approx(0.2)
    assert found[1].mean == 0.5
