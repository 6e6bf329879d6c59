"""Estimates: planted faults are named, fair games are not, and intervals hold the truth as often as they say."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

import numpy as np
import pytest

from fairdeal.lab.report.figures import Section
from fairdeal.lab.report.sample import Sample, holm, is_narrow, p_value
from fairdeal.lab.report.sections import cards, new_report, order
from fairdeal.lab.simulate import Average
from tests.conformance import soak_page
from tests.lab.report.planted import PLAN, deal_share, planted, sampled, so_far, with_cards

FIRST, SPREAD = 0.55, 0.15


def test_the_games_of_a_deal_are_one_observation() -> None:
    sample = Sample(PLAN, planted(50, 0))
    won = sample.won[:, 0]
    assert sample.by_deal(won) == [float(np.mean(won[game : game + 2])) for game in range(0, 100, 2)]
    alike = np.repeat(np.array([0.0, 1.0] * 25), 2)
    apart = np.tile([0.0, 1.0], 50)
    assert sample.share(alike).mean == sample.share(apart).mean == 0.5
    assert width(sample.share(alike)) > 3 * width(sample.share(apart))


def width(share: Average) -> float:
    assert share.low is not None
    assert share.high is not None
    return share.high - share.low


def test_holm_is_stricter_with_every_verdict_that_is_asked_for() -> None:
    assert holm([0.04]) == [True]
    assert holm([0.04, 0.04]) == [False, False]
    assert holm([0.024, 0.049]) == [True, True]
    assert holm([0.049, 0.024]) == [True, True]
    assert holm([]) == []


def test_a_doubt_is_that_of_a_normal_mean() -> None:
    values = [0.0, 1.0] * 500
    spread = (1000 * 0.25 + 2 * 0.25) / 1001  # two phantoms, half a game off
    assert p_value(values, 0.5, 0.5) == 1
    assert p_value(values, 0.5 - 1.96 * math.sqrt(spread / 1000), 0.5) == pytest.approx(0.05, abs=1e-4)


def verdicts(section: Section | None) -> set[str]:
    assert section is not None
    return {sentence.key.rpartition(".")[2] for sentence in section.sentences} - {"first"}


def named(first: float, seeds: range) -> int:
    """In how many reports the order of play is called unfair."""
    return sum(verdicts(order(sampled(400, seed, first, 0.1))) != {"even"} for seed in seeds)


def test_a_planted_advantage_of_who_starts_is_named() -> None:
    assert named(0.6, range(20)) >= 19
    assert verdicts(order(sampled(400, 0, 0.6))) == {"better", "worse"}


def test_a_fair_game_is_rarely_called_unfair() -> None:
    assert named(0.5, range(40)) <= 5


@pytest.mark.soak
def test_planted_faults_are_named_in_95_of_100_seeds_and_fair_games_get_a_verdict_in_at_most_9() -> None:
    assert named(0.6, range(100)) >= 95
    assert named(0.5, range(1000, 1100)) <= 9


def named_cards(gain: float, seeds: range) -> list[set[str]]:
    """Which cards are called good or bad to be dealt, report by report."""
    samples = [with_cards(500, seed, gain) for seed in seeds]
    return [{card for card in sample.cards if sample.unfair[f"card_{card}"]} for sample in samples]


def test_a_planted_card_that_wins_too_often_is_named_and_no_other() -> None:
    found = named_cards(0.1, range(12))
    first = with_cards(2, 0, 0).cards[0]
    assert sum(first in cards for cards in found) >= 11
    assert sum(bool(cards - {first}) for cards in found) <= 1
    assert sum(map(bool, named_cards(0, range(12)))) <= 2


def test_a_planted_card_is_said_by_its_name() -> None:
    section = cards(with_cards(500, 0, 0.2))
    assert section is not None
    assert [sentence.key for sentence in section.sentences] == ["report.cards.told", "report.cards.uneven"]
    assert section.rows[0].key == with_cards(2, 0, 0).cards[0]
    assert 0.65 < section.rows[0].value.mean < 0.75
    assert cards(sampled(100, 0)) is None


@pytest.mark.soak
def test_a_planted_card_is_named_in_95_of_100_seeds_and_fair_ones_in_at_most_9() -> None:
    first = with_cards(2, 0, 0).cards[0]
    assert sum(first in cards for cards in named_cards(0.1, range(100))) >= 95
    assert sum(map(bool, named_cards(0, range(1000, 1100)))) <= 9


# --- intervals hold the truth ----------------------------------------------------------------------------------------


def starters_share(sample: Sample) -> Average:
    return sample.share(sample.by_place(sample.won)[:, 0])


def starters_lead(sample: Sample) -> Average:
    won = sample.by_place(sample.won)
    return sample.mean(won[:, 0] - won[:, 1])


def deals_part(sample: Sample) -> Average:
    return sample.deal_share(sample.won)


KINDS: dict[str, tuple[Callable[[Sample], Average], float]] = {
    "share": (starters_share, FIRST),
    "difference": (starters_lead, 2 * FIRST - 1),
    "part": (deals_part, deal_share(FIRST, SPREAD)),
}


def holders_share(sample: Sample) -> Average:
    return sample.holders(sample.cards[0]).within(0.0, 1.0)


def coverage(kind: str, reports: int) -> float:
    estimate, truth = (holders_share, 0.6) if kind == "holders" else KINDS[kind]
    held = 0
    for seed in range(10_000, 10_000 + reports):
        found = estimate(with_cards(300, seed, 0.1) if kind == "holders" else sampled(300, seed, FIRST, SPREAD))
        assert found.low is not None
        assert found.high is not None
        held += found.low <= truth <= found.high
    return held / reports


@pytest.mark.parametrize("kind", ["share", "difference", "holders"])
def test_intervals_hold_the_truth_95_times_in_100(kind: str) -> None:
    assert abs(coverage(kind, 300) - 0.95) < 0.04


@pytest.mark.soak
@pytest.mark.parametrize("kind", [*KINDS, "holders"])
def test_intervals_hold_the_truth_in_935_to_965_of_1000_reports(kind: str) -> None:
    assert 0.935 <= coverage(kind, 2000) <= 0.965


def precise(seed: int, width: float = 0.04, part: int = 60) -> Sample:
    """Look at a run after each part, and give it when its widest interval reaches no farther."""
    whole, deals = sampled(3000, seed, FIRST, SPREAD), part
    while not is_narrow(PLAN, width, so_far(whole, deals).columns):
        deals += part
    return so_far(whole, deals)


def precise_coverage(kind: str, reports: int) -> int:
    estimate, truth = KINDS[kind]
    found = [estimate(precise(seed)) for seed in range(20_000, 20_000 + reports)]
    return sum((each.low or 0) <= truth <= (each.high or 0) for each in found)


def test_intervals_hold_the_truth_where_they_were_to_be_so_narrow() -> None:
    assert precise_coverage("share", 60) >= 53


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
def test_intervals_hold_the_truth_in_935_to_965_of_1000_reports_that_stop_when_precise(kind: str) -> None:
    began = time.perf_counter()
    found = precise_coverage(kind, 2000)
    assert 0.935 * 2000 <= found <= 0.965 * 2000
    what = f"--precision: the interval of a {kind} holds it"
    soak_page.note(what, found, "of 2,000 reports", time.perf_counter() - began)


def test_the_deals_part_is_estimated_without_bias() -> None:
    truth = deal_share(FIRST, SPREAD)
    found = [deals_part(sampled(400, seed, FIRST, SPREAD)).mean for seed in range(12)]
    assert np.mean(found) == pytest.approx(truth, abs=0.03)
    assert deals_part(sampled(400, 1, 1.0)).mean == pytest.approx(1, abs=1e-9)
    assert deals_part(sampled(2000, 1, 0.5)).mean < 0.06


def test_precision_is_the_widest_interval_of_wins_by_order_of_play() -> None:
    sample = sampled(300, 0, 0.6)
    shares = [sample.share(column) for column in sample.by_place(sample.won).T]
    assert sample.half_width() == max(width(share) / 2 for share in shares)


def test_a_report_of_one_deal_has_no_intervals_and_says_so() -> None:
    report = new_report(sampled(1, 0))
    assert all(row.value.low is None for section in report.sections for row in section.rows)
    assert "luck" not in {section.key for section in report.sections}


def test_bots_without_chance_play_a_deal_alike_and_tell_nothing_of_it() -> None:
    columns = {name: np.repeat(numbers[::2], 2) for name, numbers in sampled(50, 3).columns.items()}
    section = next(each for each in new_report(Sample(PLAN, columns)).sections if each.key == "luck")
    assert [sentence.key for sentence in section.sentences] == ["report.luck.repeated"]
    assert section.rows == ()
    assert not sampled(50, 3).is_repeated
