"""An experiment: a wish in a folder becomes findings while it plays, a page, and games that can be seen again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fairdeal.errors import FairdealError
from fairdeal.lab.experiments import work as working
from fairdeal.lab.experiments.choosing import check, choices
from fairdeal.lab.experiments.documents import LabFile, LabFindings, LabPoint, LabVariant, LabWish
from fairdeal.lab.experiments.folders import WISH, findings_path, page_path, record_path
from fairdeal.lab.report import offers
from fairdeal.lab.report import plan as plans
from fairdeal.language.languages import offered
from fairdeal.play import records

SHORT = LabVariant(3, {"rounds": 1})


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans, "NATIVE_DEALS", 8)
    monkeypatch.setattr(plans, "NATIVE_PROBES", 0)
    monkeypatch.setattr(working, "_jobs", lambda: 1)
    monkeypatch.setattr(working, "EVERY", 0.0)
    monkeypatch.setattr(working, "BUSY", 0)
    monkeypatch.setattr(offers, "tried_games", lambda folder, plan, jobs: None)


def wished(folder: Path, **more: Any) -> Path:
    folder.mkdir()
    wish = LabWish("caster", ("random",), **{"a": SHORT, "games": 64, **more})
    (folder / WISH).write_bytes(msgspec.json.encode(wish))
    return folder


def found(folder: Path, language: str = "en") -> LabFindings:
    return msgspec.json.decode(findings_path(folder, language).read_bytes(), type=LabFindings)


def test_a_report_is_told_while_it_plays_in_every_language_and_kept_as_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, seen = wished(tmp_path / "caster-1"), []
    tell = working.Bulletin.tell

    def watched(bulletin: working.Bulletin, *said: Any) -> None:
        tell(bulletin, *said)
        seen.append(found(folder))

    monkeypatch.setattr(working.Bulletin, "tell", watched)
    working.work(folder)
    assert [each.state for each in seen] == ["starting", *["playing"] * 4, "trying", "over"]
    assert [each.done for each in seen[1:5]] == [16, 32, 48, 64]
    history = seen[-1].history
    assert history is not None
    assert [point.games for point in history.points] == [16, 32, 48, 64, 64]
    widths = [max(high - low for _, low, high in point.lines) for point in history.points]
    assert widths[-1] < widths[0]
    for language in offered():
        assert found(folder, language).sections[0].key == "order"
        assert str(tmp_path) not in page_path(folder, language).read_text()
    assert found(folder, "en").sections[0].title != found(folder, "ja").sections[0].title
    game = seen[-1].games[0]
    working.write_game(folder, game.of, game.game)
    sitting = records.read(record_path(folder, game.of, game.game).read_bytes())
    assert game.moment == len(sitting.events) - 1


def test_two_variants_are_compared_until_it_is_sure(tmp_path: Path) -> None:
    folder = wished(tmp_path / "caster-2", b=LabVariant(3, {"rounds": 3}), by="decisions", games=4000)
    working.work(folder)
    last = found(folder)
    assert last.state == "over"
    assert last.told[-1].startswith("decisions: surely more with B than with A")
    row = next(row for row in last.sections[0].rows if row.key == "decisions")
    assert (row.a, row.value, row.b) == ("45", "90", "135")
    assert {game.of for game in last.games} == {"a", "b"}


def test_what_was_interrupted_is_reported_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = wished(tmp_path / "caster-3")
    with monkeypatch.context() as patch:
        patch.setattr(working.Bulletin, "add", interrupted_after(2))
        working.work(folder)
    assert (found(folder).state, found(folder).done, found(folder).total) == ("stopped", 32, 64)
    working.work(folder)
    assert (found(folder).state, found(folder).done) == ("over", 64)


def interrupted_after(count: int) -> Any:
    add, seen = working.Bulletin.add, []

    def watched(bulletin: working.Bulletin, point: LabPoint) -> None:
        add(bulletin, point)
        seen.append(point)
        if len(seen) == count:
            raise KeyboardInterrupt

    return watched


def test_an_experiment_ends_when_whoever_started_it_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parents = iter([7, 7, 1])
    monkeypatch.setattr(os, "getppid", lambda: next(parents, 1))
    working.work(wished(tmp_path / "caster-4"))
    assert (found(tmp_path / "caster-4").state, found(tmp_path / "caster-4").done) == ("stopped", 32)


def test_it_stops_when_intervals_are_narrow_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairdeal.lab.report.sample.FEWEST_DEALS", 20)
    working.work(wished(tmp_path / "caster-5", games=None, precision=0.2))
    last = found(tmp_path / "caster-5")
    assert last.state == "over"
    assert 20 * 2 <= last.done < 400


@pytest.mark.parametrize("more", [{"a": LabVariant(9)}, {"b": SHORT}, {"bots": ("random",) * 2}])
def test_what_cannot_be_played_is_refused_in_a_sentence(tmp_path: Path, more: Any) -> None:
    folder = wished(tmp_path / "caster-6", **{key: value for key, value in more.items() if key != "bots"})
    if "bots" in more:
        (folder / "run").mkdir()
        (folder / "run" / "letter.txt").write_text("dear reader")
    working.work(folder)
    assert found(folder).state == "refused"
    assert found(folder).reason.endswith(".")


def test_a_history_of_many_points_keeps_the_first_and_the_last(tmp_path: Path) -> None:
    bulletin = working.Bulletin(tmp_path)
    for games in range(1, 1000):
        bulletin.add(LabPoint(games, ()))
    assert len(bulletin.points) <= working.MOST_POINTS
    assert (bulletin.points[0].games, bulletin.points[-1].games) == (1, 999)


@pytest.mark.parametrize(
    "wish",
    [
        LabWish("caster", ("cmd:ls",)),
        LabWish("caster", ("fairdeal.bots:anything",)),
        LabWish("caster", ("random",), LabVariant(options={"rounds": 99})),
        LabWish("caster", ("random",), LabVariant(file=LabFile("mine.txt", ""))),
        LabWish("caster", ("random",), LabVariant(file=LabFile("mine.toml", "a = "))),
        LabWish("caster", ("random",), SHORT, LabVariant(), "luck"),
        LabWish("nowhere", ("random",)),
        LabWish("caster", ("policy", "easy"), LabVariant(3)),
        LabWish("caster", ("easy", "medium", "hard"), LabVariant(4)),
        LabWish("coast", ("easy", "medium"), LabVariant(1)),
    ],
)
def test_a_page_can_ask_for_nothing_but_levels_and_what_a_game_knows(wish: LabWish) -> None:
    with pytest.raises(FairdealError):
        check(wish)


def test_every_choice_that_is_offered_can_be_made() -> None:
    for offer in choices("en"):
        check(LabWish(offer.game, tuple(player.name for player in offer.players[:1])))
        thinkers = [player.name for player in offer.players if player.name not in offer.quick]
        each = tuple(thinkers[seat % len(thinkers)] for seat in range(offer.best_seats))
        check(LabWish(offer.game, each))
        for measure in offer.measures[:2]:
            check(LabWish(offer.game, (offer.quick[-1],), LabVariant(offer.best_seats), LabVariant(), measure.name))
