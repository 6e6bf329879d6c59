"""Levels of a release as a program, in an environment of its own: the protocol carries all that they need."""

from __future__ import annotations

import json
import subprocess
import tarfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from bench import today
from fairdeal import games
from fairdeal.bots import messages
from fairdeal.bots.player import Player
from fairdeal.bots.searcher import NOTHING_TOLD
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import DEALER, blank
from fairdeal.play.sitting import Sitting

SEED = 123456789


@pytest.mark.parametrize("name", games.NAMES)
def test_a_program_chooses_what_the_level_chooses(name: str) -> None:
    """Of the same view and the same chance; the view survives the way through JSON bit by bit."""
    game = games.find(name)
    sitting, rng = Sitting(game.setting(max(2, game.seat_counts[0]))), numbered("today", 0)
    while sitting.actors[0] == DEALER or len(sitting.legal(sitting.actors[0])) < 2:
        sitting.random_step(rng)
    seat, setting = sitting.actors[0], sitting.setting
    view = sitting.view(seat)
    record = messages.ViewLine(messages.record(view))
    copied = blank(game.rules.STATE)[0]
    today.fill(copied, json.loads(messages.encode(record))["view"])
    assert copied.tobytes() == view.tobytes()
    question = messages.choose(setting, view, sitting.told(seat), seat, 30.0, SEED)
    lines = [messages.encode(message).decode() for message in (messages.hello(setting, seat), question, record)]
    for text, level, iterations in (("easy", "easy", None), ("expert:3", "expert", 3)):
        expected = Player(game).choose(view, NOTHING_TOLD, seat, game.level(level), numbered(SEED, 0), iterations)
        asked: list[Any] = []
        assert list(today.answers(lines, text, asked.append)) == [{"action": game.words.text(expected)}]
        assert asked == [{"ask": "view"}]


def test_a_release_has_its_own_sources_and_its_own_libraries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Made once, as its own Makefile would; nothing of ours leads into it."""
    archive = BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as tar:
        content = b"numba==0\n"
        info = tarfile.TarInfo(today.LOCKED)
        info.size = len(content)
        tar.addfile(info, BytesIO(content))
    said: list[list[str]] = []
    monkeypatch.setattr(today, "RELEASES", tmp_path)
    monkeypatch.setattr(today, "_git", lambda *words: archive.getvalue())
    monkeypatch.setattr(subprocess, "run", lambda command, **more: said.append(command))
    monkeypatch.setenv("PYTHONPATH", "ours")
    home = tmp_path / "v-0.1"
    assert [today.install("v/0.1") for _ in range(2)] == [home] * 2
    assert (home / "source" / today.LOCKED).read_text() == "numba==0\n"
    made, libraries, package, warmed = said
    assert made[1:] == ["-m", "venv", str(home / "venv")]
    assert libraries[0] == package[0] == warmed[0] == str(today.python_in(home))
    assert libraries[-1] == str(home / "source" / today.LOCKED)
    assert package[-2:] == ["--editable", str(home / "source")]
    assert "PYTHONPATH" not in today._environment()


def test_a_release_that_is_not_installed_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(today, "RELEASES", tmp_path)
    monkeypatch.setattr(today, "_git", lambda *words: b"v1\n")
    with pytest.raises(SystemExit, match=r"^v1 is not installed: run `python bench/today\.py install abc` first\.$"):
        today.main("hard", "abc")


def test_a_release_is_named_by_its_tag_if_it_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = {"tag": b"v1.2\n", "rev-parse": b"abc\n"}
    monkeypatch.setattr(today, "_git", lambda *words: answers[words[0]])
    assert today.name_of("abc") == "v1.2"
    answers["tag"] = b""
    assert today.name_of("abc") == "abc"


def test_the_release_is_a_commit_written_out() -> None:
    assert len(today.RELEASE) == 40
    assert set(today.RELEASE) <= set("0123456789abcdef")
