"""What is taken: dead and dominated offers are named, fair ones are not, and effects are those of the real games."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from fairdeal import games
from fairdeal.engine.tracking import BY_POLICY, MOST_SPARED
from fairdeal.errors import Refused
from fairdeal.lab.report import offers as tried
from fairdeal.lab.report import plan as plans
from fairdeal.lab.report.offers import tried_games
from fairdeal.lab.report.plan import Plan, new_plan
from fairdeal.lab.report.runs import opened, play
from fairdeal.lab.report.sample import Sample
from fairdeal.lab.report.sections import new_report
from fairdeal.play.tracks import offers_of, play_again, track_batch
from tests.lab.report.planted import with_offers
from tests.lab.report.test_tracks import followed

BATTLE = games.find("battle")
GAIN, RARE = 0.3, 0.01


def verdicts(sample: Sample) -> set[str]:
    return {name for name, stands in sample.unfair.items() if stands}


def named(reports: int, first: int = 0) -> dict[str, int]:
    """Count the reports that name what was planted, and those of fair twins that name anything."""
    counts = {"dead_dead": 0, "dominated_bad": 0, "wrong": 0, "twin": 0}
    for seed in range(first, first + reports):
        found = verdicts(with_offers(500, seed, GAIN, RARE))
        for name in ("dead_dead", "dominated_bad"):
            counts[name] += name in found
        counts["wrong"] += bool(found - {"dead_dead", "dominated_bad"})
        counts["twin"] += bool(verdicts(with_offers(500, seed)))
    return counts


def test_what_is_dead_or_dominated_is_named_and_its_fair_twin_is_not() -> None:
    counts = named(12)
    assert min(counts["dead_dead"], counts["dominated_bad"]) >= 11
    assert max(counts["wrong"], counts["twin"]) <= 3


@pytest.mark.soak
def test_planted_faults_are_named_in_95_of_100_reports_and_fair_twins_in_9_at_most() -> None:
    counts = named(100, 1000)
    assert min(counts["dead_dead"], counts["dominated_bad"]) >= 95
    assert max(counts["wrong"], counts["twin"]) <= 9


def coverage(reports: int) -> float:
    held = 0
    for seed in range(20_000, 20_000 + reports):
        found = with_offers(300, seed, GAIN).effect("good")
        assert found is not None
        assert found.low is not None
        assert found.high is not None
        held += found.low <= GAIN <= found.high
    return held / reports


def test_intervals_of_effects_hold_the_truth_95_times_in_100() -> None:
    assert abs(coverage(150) - 0.95) < 0.055


@pytest.mark.soak
def test_intervals_of_effects_hold_the_truth_in_935_to_965_of_1000_reports() -> None:
    assert 0.935 <= coverage(2000) <= 0.965


def test_verdicts_are_said_and_the_best_and_the_worst_are_shown() -> None:
    sample = with_offers(500, 1, GAIN, RARE)
    keys = {sentence.key for section in [tried.offers(relabelled(sample))] if section for sentence in section.sentences}
    assert {"report.offers.dead", "report.offers.dominated"} <= keys
    assert "report.offers.none" not in keys


def relabelled(sample: Sample) -> Sample:
    """Call the planted offers by names that the battle has for its own."""
    texts = dict(zip(("good", "fair", "bad", "dead"), offers_of(BATTLE).texts, strict=False))  # type: ignore[union-attr]
    columns = {
        name if (text := name.rpartition("_")[2]) not in texts else name.replace(text, texts[text]): numbers
        for name, numbers in sample.columns.items()
    }
    return Sample(sample.plan, columns)


# --- in real games ---------------------------------------------------------------------------------------------------


def policy_plan(seats: int = 2) -> Plan:
    return new_plan(BATTLE, ("policy",), seats, {}, None, "offers")


def test_games_of_the_policy_are_played_again_and_counted_event_by_event() -> None:
    setting, played = BATTLE.setting(3), [(0, 0), (0, 1)]
    tracks = track_batch(setting, "policy", played, BY_POLICY)
    for number, each in enumerate(played):
        watched = followed(play_again(setting, "policy", each, BY_POLICY))
        assert watched.tobytes() == tracks.counted[number : number + 1].tobytes()


def test_an_effect_is_that_of_the_seat_that_took_something() -> None:
    """Whoever may not capture a valuable card wins less; at most so many decisions of a game are tried."""
    found = track_batch(BATTLE.setting(2), "effects", [(deal, 0) for deal in range(600)], BY_POLICY)
    assert found.tried.sum(axis=1).max() <= MOST_SPARED
    assert (np.abs(found.effect) <= found.tried).all()
    valuable = [offers_of(BATTLE).texts.index(name) for name in ("Four winds", "Star crew", "Tavern")]  # type: ignore[union-attr]
    effects = found.effect[:, valuable][found.tried[:, valuable] == 1]
    assert effects.mean() > 3 * effects.std() / len(effects) ** 0.5


def test_bots_are_judged_by_what_they_take_and_effects_are_those_of_the_policy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tried, "TRIED_PARTS", 1)
    plan = new_plan(BATTLE, ("easy",), 2, {}, None, "bots")
    with opened(tmp_path, plan) as run:
        played = play(run, 4)
        native = tried_games(tmp_path, plan, 1)
    assert played is not None
    assert native is not None
    assert (tmp_path / "policy" / "manifest.json").is_file()
    sample = Sample(plan, played.columns, native)
    section = next(section for section in new_report(sample).sections if section.key == "offers")
    offer = next(offer for offer in sample.offers if f"{offer}: effect" in {row.key for row in section.rows})
    rows = {row.key: row.value for row in section.rows}
    taken = sample.columns[f"taken_{offer}"].sum() / sample.columns[f"offered_{offer}"].sum()
    assert rows[f"{offer}: taken"].mean == pytest.approx(taken)
    effect = native.columns[f"effect_{offer}"].sum() / native.columns[f"tried_{offer}"].sum()
    assert rows[f"{offer}: effect"].mean == pytest.approx(effect)


def test_a_game_without_a_policy_says_so() -> None:
    with pytest.raises(Refused, match="has no policy by which native code could play it"):
        new_plan(games.find("coast"), ("policy",), 2, {}, None, "none")


def test_native_parts_of_the_policy_are_the_same_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans, "NATIVE_DEALS", 8)
    plan = policy_plan()
    with opened(tmp_path, plan) as run:
        first = play(run, 2)
        again = play(run, 2)
    assert first is not None
    assert again is not None
    assert all(np.array_equal(first.columns[name], again.columns[name]) for name in first.columns)
