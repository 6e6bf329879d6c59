"""Faults that were planted into a real tiny game are named, by reports of games that were really played."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from fairdeal import games
from fairdeal.contract.game import Game
from fairdeal.games.outside import FOLDERS
from fairdeal.lab.arena import Arenas
from fairdeal.lab.report.plan import new_plan
from fairdeal.lab.report.runs import joined
from fairdeal.lab.report.sample import Sample
from fairdeal.lab.report.sections import new_report
from tests.conformance import soak_page

PARTS = 6  # of 1,024 games each
FAULTS = {
    "a point more for who starts": ({"start": 1}, "place_0"),
    "a card that wins too often": ({"strong": 1}, "card_N1"),
    "a dead card": ({"useless": 1}, "dead_N2"),
    "a dominated option": ({"costly": 4}, "dominated_N3"),
}


@pytest.fixture(scope="module")
def faulty() -> Iterator[Game]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FOLDERS, str(Path(__file__).with_name("faults") / "faulty"))
        yield games.find("faulty")


def report_on(game: Game, options: dict[str, int], seed: int) -> Sample:
    plan = replace(new_plan(game, ("policy",), 2, options, None, f"faults {seed}"), is_probed=False)
    return Sample(plan, joined([plan.play(part, Arenas()) for part in range(PARTS)]))


def named(game: Game, options: dict[str, int], seed: int) -> set[str]:
    """Name the verdicts of a report."""
    return {verdict for verdict, stands in report_on(game, options, seed).unfair.items() if stands}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_named(faulty: Game, fault: str) -> None:
    options, verdict = FAULTS[fault]
    assert sum(verdict in named(faulty, options, seed) for seed in range(4)) >= 3


def test_its_fair_twin_is_rarely_called_anything(faulty: Game) -> None:
    assert sum(bool(named(faulty, {}, seed)) for seed in range(12)) <= 3


def test_a_dead_and_a_dominated_card_are_said_by_their_names(faulty: Game) -> None:
    report = new_report(report_on(faulty, {"useless": 1, "costly": 4}, 0))
    section = next(section for section in report.sections if section.key == "offers")
    said = [faulty.setting().catalogue().render(sentence) for sentence in section.sentences]
    assert [sentence.rpartition(": ")[2] for sentence in said[-2:]] == ["number 2.", "number 3."]


@pytest.mark.soak
def test_planted_faults_are_named_in_95_of_100_seeds_and_the_fair_twin_gets_a_verdict_in_at_most_9(
    faulty: Game,
) -> None:
    for fault, (options, verdict) in FAULTS.items():
        assert counted(f"Planted fault: {fault}", faulty, options, range(100), verdict) >= 95
    assert counted("Planted fault: none, any verdict", faulty, {}, range(1000, 1100)) <= 9


def counted(what: str, game: Game, options: dict[str, int], seeds: range, verdict: str = "") -> int:
    """In how many reports a verdict stands, or any."""
    began = time.perf_counter()
    found = [named(game, options, seed) for seed in seeds]
    count = sum(verdict in each if verdict else bool(each) for each in found)
    soak_page.note(what, count, f"of {len(seeds)} reports", time.perf_counter() - began)
    return count
