"""Twelve games, each wrong in one place, are caught under the name of the law that they break, by a short record."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fairdeal.authoring import checking
from fairdeal.authoring.checking import Checkup
from fairdeal.engine.kernel import DEFAULT_MODE
from fairdeal.errors import BrokenGame
from fairdeal.language.voice import HOUSE
from tests.authoring.broken import BROKEN, forgotten, write_broken

pytestmark = pytest.mark.skipif(DEFAULT_MODE != "interpreted", reason="laws are tried on plain rules in every mode")

MOST_EVENTS = 10


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    """A folder for a game, which is forgotten afterwards."""
    with forgotten():
        yield tmp_path


def test_of_every_law_is_said_what_to_look_at() -> None:
    assert {key for key in HOUSE.own() if key.startswith("law.")} == {f"law.{law}" for law in checking.LAWS}


def test_the_game_itself_is_sound(home: Path) -> None:
    assert checking.check(write_broken(home, "nothing"), is_quick=True).is_good


@pytest.mark.parametrize("case", [case for case in BROKEN if case not in ("hang", "hidden mood")])
def test_a_broken_game_is_caught_under_the_right_law(home: Path, case: str) -> None:
    check_verdict(checking.check(write_broken(home, case), is_quick=True), case)


def test_it_is_said_where_resample_has_to_be_written_by_hand(home: Path) -> None:
    verdict = checking.check(write_broken(home, "hidden mood"), is_quick=True)
    assert (verdict.law, verdict.by_hand) == ("worlds_are_as_likely_as_deals", ("mood",))


def test_a_game_that_hangs_is_caught_by_a_watchdog(home: Path) -> None:
    name = write_broken(home, "hang")
    verdict = checking.check_apart(home / name, name, is_quick=True, longest=3.0)
    check_verdict(verdict, "hang")
    assert "best_seat does not come back (rules.py, line " in verdict.sentence


def test_what_ends_the_check_is_named_with_its_place(home: Path) -> None:
    name = write_broken(home, "nothing")
    subject = home / name / name / "subject.py"
    dear = "def dear(s):\n    return s.nothing\n\n\nSUBJECT = Subject(affordable=dear, "
    subject.write_text(subject.read_text("utf-8").replace("SUBJECT = Subject(", dear), "utf-8")
    with pytest.raises(
        BrokenGame, match=r"^The check ended by itself: .*nothing.* \(in dear, subject\.py, line \d+\)\.$"
    ):
        checking.check_apart(home / name, name, is_quick=True)


def test_a_leak_is_shown_by_the_names_of_fields(home: Path) -> None:
    verdict = checking.check(write_broken(home, "leak"), is_quick=True)
    assert "depends on what it cannot see: highest is [" in verdict.sentence


def check_verdict(verdict: Checkup, case: str) -> None:
    assert verdict.law == BROKEN[case][0], verdict
    assert verdict.record is not None
    assert len(verdict.record["events"]) <= MOST_EVENTS
    assert verdict.sentence
