"""Compiling ahead: nothing is done twice, and every part of every game can be exercised."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import oh_hell
from fairdeal import games
from fairdeal.bots import trying, warm
from fairdeal.bots.warm import PARTS, RULES, WarmTask
from fairdeal.engine import cache, stepping
from fairdeal.engine.kernel import DEFAULT_MODE
from fairdeal.games.traders import habits, memory

TASK = WarmTask("compiled", "caster", RULES)


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[WarmTask]:
    """Keep the stamps elsewhere, and only note which parts would be compiled."""
    tasks: list[WarmTask] = []

    def compile_all(mode: str, names: tuple[str, ...], progress: Callable[[], None]) -> None:
        for task in [WarmTask(mode, name, part) for name in names for part in PARTS]:
            tasks.append(task)
            warm._write_stamp(task)
            progress()

    monkeypatch.setattr(warm, "_compile_all", compile_all)
    monkeypatch.setattr(warm, "_sweep", lambda: 3)
    monkeypatch.setattr(warm, "_is_anything_compiled", lambda: True)
    monkeypatch.setattr(warm, "_stamp", lambda task: tmp_path / "cache" / f"{task.mode} {task.game} {task.part}")
    monkeypatch.setattr("fairdeal.engine.cache.files", lambda sources: [])
    return tasks


def test_what_is_warm_stays_untouched(compiled: list[WarmTask]) -> None:
    heard: list[tuple[int, int]] = []
    first = warm.warm(progress=lambda done, total: heard.append((done, total)))
    assert first == warm.Warmth(games.NAMES, 3)
    assert heard == [(done, len(compiled)) for done in range(1, len(compiled) + 1)]
    assert compiled == warm.tasks_of("compiled", PARTS)
    assert warm.warm() == warm.Warmth((), 0)
    assert warm.warm("checked") == warm.Warmth(games.NAMES, 0)
    assert compiled == [*warm.tasks_of("compiled", PARTS), *warm.tasks_of("checked", PARTS)]


def test_where_nothing_was_compiled_nothing_is_stale(compiled: list[WarmTask], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "_is_anything_compiled", lambda: False)
    assert warm.warm() == warm.Warmth(games.NAMES, 0)


def test_a_game_of_which_a_part_is_missing_is_compiled_and_no_other(compiled: list[WarmTask]) -> None:
    warm.warm()
    warm._stamp(TASK).unlink()
    assert not warm.is_done(TASK)
    assert warm.warm() == warm.Warmth(("caster",), 3)
    assert warm.is_done(TASK)


def test_an_edit_a_lost_file_or_a_broken_stamp_makes_it_cold(
    compiled: list[WarmTask], monkeypatch: pytest.MonkeyPatch
) -> None:
    warm.warm()
    stamp = warm._stamp(TASK)
    good = stamp.read_text("utf-8")
    stamp.write_text(good.replace('"files": []', '"files": ["gone.nbc"]'), "utf-8")
    assert not warm.is_done(TASK)
    stamp.write_text("{", "utf-8")
    assert not warm.is_done(TASK)
    stamp.write_text(good, "utf-8")
    assert warm.is_done(TASK)
    monkeypatch.setattr(warm, "_key", lambda mode, game: "edited")
    assert not warm.is_done(TASK)


def test_a_game_depends_on_its_own_files_and_not_on_those_of_others() -> None:
    for name in games.NAMES:
        homes = {path.parent for path in warm._native_sources(name)}
        assert {home for home in homes if home.parent.name == "games"} == {warm._PACKAGE / "games" / name}


@pytest.mark.skipif(DEFAULT_MODE == "interpreted", reason="there is nothing to compile")
@pytest.mark.parametrize("name", games.NAMES)
def test_every_part_of_every_game_can_be_exercised(name: str) -> None:
    for part in PARTS:
        warm.exercise(name, part)
    sources = {path for game in games.NAMES for path in warm._native_sources(game)}
    for other in (oh_hell.rules, stepping, trying, habits, memory):  # which other tests may have loaded
        sources |= cache.sources(Path(str(other.__file__)))
    homes = [module.__file__ for module in list(sys.modules.values()) if "__fingerprint__" in vars(module)]
    ours = {Path(home) for home in homes if home and Path(home).is_relative_to(warm._PACKAGE)}
    assert ours
    assert ours <= sources, "what is compiled and not looked at would stay warm after an edit"
