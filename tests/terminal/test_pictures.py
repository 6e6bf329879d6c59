"""The goal of a game in a terminal: before a first game, once, and again when it is asked for."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairdeal import games
from fairdeal.contract.game import Game
from fairdeal.engine.chance import numbered
from fairdeal.terminal.pictures import pictures_of
from fairdeal.terminal.play import TerminalTable
from fairdeal.terminal.teaching import OPENING, Taught, usual_place
from tests.terminal.keys import Wall
from tests.terminal.scenes import PLAIN, plain, terminal
from tests.terminal.test_play import dealt, drawn_t14, typed

TABLES = [(game, seats) for game in games.all_games() for seats in game.seat_counts]
HEIGHT = 24
CODE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
HOW = "Type the letter of an action, or the action itself; help lists what else you can type."
GOAL = "You win with the most points after one round."


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "state" / "taught.json"


def taught_at(place: Path, *lines: str) -> str:
    """Sit down at a screen, type these lines, and give what was shown."""
    console, out = terminal()
    waiting: Iterator[str] = iter(lines)
    taught = Taught(place)
    table = TerminalTable(
        dealt(), 0, numbered("taught", 0), console, lambda: next(waiting, None), 0, Wall(), taught=taught
    )
    table.run()
    assert isinstance(out, io.StringIO)
    return CODE.sub("", out.getvalue())


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=[f"{game.name}-{seats}" for game, seats in TABLES])
def test_each_picture_fits_a_small_terminal_with_its_sentence(game: Game, seats: int) -> None:
    for block in pictures_of(game.setting(seats), PLAIN):
        lines = plain(block)
        assert len(lines) < HEIGHT
        assert max(map(len, lines)) <= PLAIN.width
        assert lines[-2].endswith(".")


def test_a_picture_shows_how_it_begins_and_what_it_comes_to() -> None:
    burst = "\n".join(plain(pictures_of(games.find("caster").setting(4), PLAIN)[2]))
    assert "30" in burst.partition("↓")[0]
    assert "5/4!" in burst.partition("↓")[2]


def test_the_goal_comes_before_a_first_game_one_picture_after_another(place: Path) -> None:
    shown = taught_at(place, "", "", "", "quit")
    assert [shown.count(f"CASTER · {number} of 3") for number in (1, 2, 3)] == [1, 1, 1]
    assert shown.index(GOAL) < shown.index("CASTER · 2 of 3") < shown.index("Lead any card.")
    assert GOAL not in taught_at(place, "quit")


def test_the_goal_can_be_skipped(place: Path) -> None:
    shown = taught_at(place, "skip", "quit")
    assert GOAL in shown
    assert "CASTER · 2 of 3" not in shown
    assert "Lead any card." in shown


def test_the_goal_is_shown_again_when_it_is_asked_for() -> None:
    for command in ("goal", "GOAL"):
        shown = typed(dealt(), command, "quit")
        assert GOAL in shown
        assert "CASTER · 3 of 3" in shown


def test_a_lesson_comes_before_the_first_choice_it_is_about_and_once(place: Path) -> None:
    lesson = "so low cards win and high ones lose (§9)."
    shown = " ".join(taught_at(place, "skip", "quit").split())
    assert HOW in shown
    assert shown.index(lesson) < shown.index("Lead any card.")
    assert lesson not in " ".join(taught_at(place, "quit").split())


def test_how_a_tile_is_laid_is_told_before_the_first_one(place: Path) -> None:
    console, out = terminal()
    lines = iter(["try 3,1", "3,1"])
    taught = Taught(place)
    taught.note("coast", OPENING)
    sitting = drawn_t14()
    TerminalTable(sitting, 0, numbered("taught", 0), console, lambda: next(lines, None), 0, Wall(), taught=taught).run()
    assert isinstance(out, io.StringIO)
    shown = " ".join(CODE.sub("", out.getvalue()).split())
    told = "Tip: A square lays the tile: its row and its column, as 3,1. try 3,1 shows it first, and turn turns it."
    assert shown.count(told) == 1
    assert sitting.events[5].seat == 0, "as it was told"


def test_who_is_not_to_be_taught_hears_nothing() -> None:
    shown = typed(dealt(), "quit")
    assert "Tip:" not in shown
    assert GOAL not in shown


def test_what_was_told_is_kept_where_the_system_keeps_such_things(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert usual_place() == tmp_path / "fairdeal" / "taught.json"
    monkeypatch.setenv("XDG_STATE_HOME", "elsewhere")
    assert usual_place() == Path.home() / ".local" / "state" / "fairdeal" / "taught.json"


@pytest.mark.parametrize("text", ["", "[1]", "{", '{"caster": 1}'])
def test_a_file_that_makes_no_sense_is_as_good_as_none(text: str, place: Path) -> None:
    place.parent.mkdir()
    place.write_text(text, "utf-8")
    taught = Taught(place)
    assert not taught.has("caster", "opening")
    taught.note("caster", "opening")
    assert Taught(place).has("caster", "opening")


def test_a_file_that_cannot_be_written_is_as_good_as_none(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    taught = Taught(tmp_path / "file" / "taught.json")
    taught.note("caster", "opening")
    assert taught.has("caster", "opening")
    assert not Taught(tmp_path / "file" / "taught.json").has("caster", "opening")
