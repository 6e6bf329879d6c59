"""Compiling ahead: nothing is done twice, and every game can be exercised."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from fairdeal import games
from fairdeal.bots import warm
from fairdeal.engine.kernel import DEFAULT_MODE


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Keep the stamp elsewhere, and only note which modes would be compiled."""
    modes: list[str] = []

    def compile_all(names: tuple[str, ...], mode: str, progress: Callable[[int, int], None]) -> frozenset[str]:
        modes.append(mode)
        progress(len(names), len(names))
        return frozenset()

    monkeypatch.setattr(warm, "_compile_all", compile_all)
    monkeypatch.setattr(warm, "_sweep", lambda: 3)
    monkeypatch.setattr(warm, "_stamp", lambda mode: tmp_path / "cache" / mode)
    return modes


def test_what_is_warm_stays_untouched(compiled: list[str]) -> None:
    heard: list[tuple[int, int]] = []
    first = warm.warm(progress=lambda done, total: heard.append((done, total)))
    assert first == warm.Warmth(games.NAMES, 3)
    assert warm.warm() == warm.Warmth((), 0)
    assert warm.warm("checked") == warm.Warmth(games.NAMES, 0)
    assert compiled == ["compiled", "checked"]
    assert heard == [(len(games.NAMES), len(games.NAMES))]


def test_an_edit_a_lost_file_or_a_broken_stamp_makes_it_cold(
    compiled: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    warm.warm()
    stamp = tmp_path / "cache" / "compiled"
    good = stamp.read_text("utf-8")
    stamp.write_text(good.replace('"files": []', '"files": ["gone.nbc"]'), "utf-8")
    assert not warm.is_warm("compiled")
    stamp.write_text("{", "utf-8")
    assert not warm.is_warm("compiled")
    stamp.write_text(good, "utf-8")
    assert warm.is_warm("compiled")
    monkeypatch.setattr(warm, "_key", lambda mode: "edited")
    assert not warm.is_warm("compiled")


@pytest.mark.skipif(DEFAULT_MODE == "interpreted", reason="there is nothing to compile")
@pytest.mark.parametrize("name", games.NAMES)
def test_every_game_can_be_exercised(name: str) -> None:
    assert warm.exercise(name)
    sources = set(warm._native_sources())
    homes = [module.__file__ for module in list(sys.modules.values()) if "__fingerprint__" in vars(module)]
    ours = {Path(home) for home in homes if home and Path(home).is_relative_to(warm._PACKAGE)}
    assert ours
    assert ours <= sources, "what is compiled and not looked at would stay warm after an edit"
