"""A review is told in sentences for one reader, in any language, as a page that needs nothing else, by a command."""

from __future__ import annotations

import functools
import json
import re
import subprocess
import sys
from html import escape
from pathlib import Path

import pytest
from msgspec import structs

from bench.verdicts import played
from fairdeal.cli import run
from fairdeal.cli.reviewing import review as review_command
from fairdeal.engine.kernel import DEFAULT_MODE
from fairdeal.errors import FairdealError, Refused
from fairdeal.play import records
from fairdeal.play.sitting import Sitting
from fairdeal.review.findings import FAULTS, Review
from fairdeal.review.page import page
from fairdeal.review.reviewing import review
from fairdeal.review.telling import ToldReview, in_words, told, told_choice

pytestmark = pytest.mark.skipif(DEFAULT_MODE != "compiled", reason="compiled code is tried")
NAMES = {0: "Rosa", 1: "Emil"}


@functools.cache
def reviewed() -> tuple[Sitting, Review]:
    game = played("battle", "random", 4)
    return game, review(game.setting, game.events, "medium")


def said(language: str = "en", viewer: int | None = None) -> ToldReview:
    game, found = reviewed()
    return told(found, game.setting, game.events, NAMES, language, viewer)


def test_every_seat_is_told_its_result_its_parts_and_its_faults_the_worst_first() -> None:
    _, found = reviewed()
    for seat in said().seats:
        assert seat.name in seat.heading
        assert sum(part.share for part in seat.parts) == pytest.approx(found.results[seat.seat])
        costs = [found.choices[place].cost for place in seat.faults]
        assert costs == sorted(costs, reverse=True)
        assert all(found.choices[place].grade in FAULTS for place in seat.faults)


def test_a_fault_names_what_was_better_and_its_cost_in_words() -> None:
    worst = max((choice for choice in said().choices if choice.grade in FAULTS), key=lambda choice: choice.cost)
    better = next(action for action in worst.actions if action.is_best)
    assert better.name in worst.sentence
    assert worst.reasons
    assert re.search("victory", worst.sentence)
    assert sum(action.is_chosen for action in worst.actions) == 1


def test_what_all_cards_would_have_shown_is_told_apart_and_only_if_it_is_sure() -> None:
    game, found = reviewed()
    choice = next(each for each in found.choices if len(each.candidates) > 2)
    other = next(each.action for each in choice.candidates if each.action not in (choice.chosen, choice.best))
    view, sitting = None, Sitting(game.setting)
    for event in game.events[: choice.event]:
        sitting.redo(event)
    view, catalogue = sitting.view(choice.seat), game.setting.catalogue(None, NAMES)
    texts = []
    for cost in (0.3, 0.01):
        seen = structs.replace(choice, seen_best=other, seen_cost=cost, seen_error=0.02)
        texts.append(told_choice(game.setting, catalogue, seen, view))
    assert "could not know" in texts[0].seen
    assert texts[1].seen == ""
    assert texts[0].sentence == texts[1].sentence


def test_who_reads_it_is_addressed() -> None:
    assert said(viewer=0).seats[0].heading.startswith("You")
    assert said(viewer=0).seats[1].heading.startswith("Emil")


def test_it_speaks_japanese() -> None:
    assert all(not re.search(r"\b(the|chose|victory)\b", choice.sentence) for choice in said("ja").choices)
    assert said("ja").title != said().title


@pytest.mark.parametrize(("cost", "key"), [(0.125, "review.one_in"), (0.5, "review.half"), (0.9, "review.whole")])
def test_costs_are_said_so_that_one_can_imagine_them(cost: float, key: str) -> None:
    assert in_words(cost).key == key


def test_the_page_needs_nothing_else() -> None:
    game, found = reviewed()
    text = page(said(), game.setting.catalogue(), found.turning, range(found.seats))
    assert text.count("<polyline") == found.seats
    for note in (said().assumption, *said().notes, *(moment.sentence for moment in said().moments)):
        assert escape(note) in text, "whose play is assumed, that parts add up, and what decided it"
    assert not re.search(r"(src|href)=|https?:", text)


def test_a_game_that_was_left_has_no_result_and_says_so() -> None:
    game, _ = reviewed()
    some = game.events[: len(game.events) // 2]
    found = review(game.setting, some, "medium", seats=[])
    assert not found.is_over
    assert found.choices == ()
    notes = told(found, game.setting, some, NAMES).notes
    assert any("ended early" in note for note in notes)


def test_without_events_or_at_an_unknown_level_there_is_no_review() -> None:
    game, _ = reviewed()
    with pytest.raises(Refused, match="nothing to review"):
        review(game.setting, [])
    with pytest.raises(Refused, match="medium, hard, expert, master"):
        review(game.setting, game.events, "best")


def command(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "fairdeal", "review", *map(str, arguments)]
    return subprocess.run(line, capture_output=True, text=True, timeout=600)


def test_the_command_reviews_a_record_and_refuses_a_running_game(tmp_path: Path) -> None:
    game, found = reviewed()
    whole, running, out = tmp_path / "game.jsonl", tmp_path / "running.jsonl", tmp_path / "review.html"
    whole.write_text(records.line(game), "utf-8")
    document = records.document(game)
    document["events"] = document["events"][:6]
    del document["result"]
    running.write_text(json.dumps(document) + "\n", "utf-8")
    done = command(whole, "--level", "medium", "--json", "-o", out)
    assert json.loads(done.stdout)["results"] == list(found.results)
    assert out.read_text("utf-8").startswith("<!doctype html>")
    refused = command(running)
    assert refused.returncode != 0
    assert "still running" in refused.stderr


def test_the_command_tells_one_seat_of_a_game_that_was_ended_early(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, _ = reviewed()
    document = records.document(game)
    document["events"] = document["events"][:12]
    del document["result"]
    document |= {"players": ["Rosa", "Emil"], "ended": {"cause": "left", "seat": 1}}
    path = tmp_path / "games.jsonl"
    path.write_text(f"{records.line(game)}{json.dumps(document)}\n", "utf-8")
    assert run(["review", str(path), "--seat", "2", "--level", "medium", "--game-number", "2"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "ended early" in text
    assert re.search(r"You: (none )?of \d+ choices", text)
    assert not re.search(r"Rosa: (none )?of \d+ choices", text), "only the choices of one seat are judged"
    assert "Rosa: " in text, "its luck is told all the same"
    for wrong in ({"seat": 3}, {"level": "best"}, {"game_number": 3}):
        with pytest.raises(FairdealError):
            review_command(path, **wrong)
