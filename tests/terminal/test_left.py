"""A game that is left, in whatever way, is kept, and goes on as if nobody had left."""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from fairdeal import games
from fairdeal.cli import run
from fairdeal.contract.game import Game
from fairdeal.contract.options import Json
from fairdeal.engine.chance import numbered
from fairdeal.errors import FairdealError
from fairdeal.language.languages import PSEUDO
from fairdeal.play import records
from fairdeal.play.sitting import Event, Sitting
from fairdeal.terminal import keeping
from fairdeal.terminal.keeping import Keeping, left_games, read_left
from fairdeal.terminal.opponents import Opponents
from fairdeal.terminal.play import TerminalTable
from tests.breadth import mostly_soaked
from tests.terminal.keys import Job, Wall, frames_of, modes_of
from tests.terminal.scenes import FIRST, first_typed, terminal

DRAWN = ("Trump", "Trick", "Hand", "play", "  Seat", "> You")  # begins what is drawn of a table


@pytest.fixture(autouse=True)
def own_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "fairdeal" / "games"


def first_of(sitting: Sitting, count: int) -> Iterator[str]:
    """Do the first thing that can be done, so many times."""
    for _ in range(count):
        yield first_typed(sitting) if sitting.legal(0) else ""


def short_options(game: Game) -> Mapping[str, Json]:
    return games.subject(game.name).short_play(game)[1]


def begin(game: Game, beat: float = 0) -> tuple[TerminalTable, Keeping, io.StringIO]:
    return sit(Sitting(game.setting(None, short_options(game))), numbered("left", 0), beat, None)


def sit(
    sitting: Sitting, rng: Any, beat: float, kept: keeping.Left | None, count: int = 1, level: str = "random"
) -> tuple[TerminalTable, Keeping, io.StringIO]:
    """Sit down for so many acts; whoever has no more of them leaves."""
    console, out = terminal()
    assert isinstance(out, io.StringIO)
    keep = Keeping.new(sitting.game.name) if kept is None else Keeping(kept.path)
    lines = first_of(sitting, count)
    table = TerminalTable(
        sitting,
        0,
        rng,
        console,
        lambda: next(lines, None),
        beat,
        Wall(),
        bots=Opponents(sitting.game, level, "left"),
        keeping=keep,
        clockwork=None if kept is None else kept.bookmark.clockwork,
    )
    return table, keep, out


def go_on(path: Path, count: int = 1, level: str = "random") -> tuple[TerminalTable, Keeping, io.StringIO]:
    left = read_left(path)
    return sit(left.sitting, left.bookmark.new_rng(), left.bookmark.beat, left, count, level)


@pytest.mark.parametrize(
    "game", mostly_soaked(games.all_games(), games.find("caster"), games.find("coast")), ids=lambda game: game.name
)
def test_who_leaves_after_every_act_has_the_same_game_as_who_stays(game: Game) -> None:
    """The same cards come, and the bots do the same: nothing is gained by leaving."""
    whole = Sitting(game.setting(None, short_options(game)))
    table, keep, _ = sit(whole, numbered("left", 0), 0, None, 2000)
    assert table.run()
    assert not keep.path.exists()
    keep.close()
    parted, keep, _ = begin(game)
    assert not parted.run()
    keep.close()
    while keep.path.exists():
        parted, keep, _ = go_on(keep.path)
        parted.run()
        keep.close()
    assert parted.sitting.events == whole.events
    assert left_games() == []


def test_bots_that_think_choose_the_same_again() -> None:
    game = games.find("caster")
    stories: list[list[Event]] = []
    for parts in (1, 4):
        sitting = Sitting(game.setting(3, {"rounds": 1}))
        table, keep, _ = sit(sitting, numbered("left", 0), 0, None, 8 // parts, "easy")
        table.run()
        keep.close()
        for _ in range(parts - 1):
            table, keep, _ = go_on(keep.path, 8 // parts, "easy")
            table.run()
            keep.close()
        stories.append(table.sitting.events)
        keep.forget()
    assert stories[0] == stories[1]


def test_the_screen_of_a_game_that_goes_on_is_that_of_the_game_that_was_left() -> None:
    """What was hidden stays hidden, and the story is there again."""
    table, keep, out = begin(games.find("caster"))
    table.run()
    keep.close()
    before = frames_of(out.getvalue())[-1]
    table, keep, out = go_on(keep.path, 0)
    assert not table.run()
    keep.close()
    after = frames_of(out.getvalue())[-1]
    assert after[-1] == f"The game is kept in {keep.path}; fairdeal play --resume goes on with it."
    drawn = [[line for line in screen if line.startswith(DRAWN)] for screen in (before, after)]
    assert drawn[0] == drawn[1]
    assert len(drawn[0]) > 5
    assert any("goes on. You are seat 1." in line for line in after)
    assert any(line.startswith("You play") for line in after)


def test_ctrl_c_at_a_rounds_end_keeps_the_game_and_says_how_it_goes_on() -> None:
    sitting = Sitting(games.find("cryptruck").setting(2, {"rounds": 2}))
    console, out = terminal()
    assert isinstance(out, io.StringIO)

    def next_line() -> str:
        if "Enter goes on." in out.getvalue():
            raise KeyboardInterrupt
        return first_typed(sitting)

    with contextlib.closing(Keeping.new("cryptruck")) as keep, pytest.raises(KeyboardInterrupt):
        TerminalTable(sitting, 0, numbered("left", 0), console, next_line, 0, keeping=keep).run()
    assert "goes on with it." in out.getvalue().partition("Enter goes on.")[2]
    assert read_left(keep.path).sitting.events == sitting.events


def test_in_real_time_the_clock_goes_on_where_it_was() -> None:
    """Nobody wins time by leaving: neither for thinking, nor before the others act."""
    wall = Wall()
    sitting = Sitting(games.find("coast").setting(2, {"time_limit": 60}))
    console, _ = terminal()
    keep = Keeping.new("coast")

    def lines() -> Iterator[str]:
        yield sitting.legal_texts(0)[0]
        wall.seconds += 4
        yield "draw"
        wall.seconds += 7
        yield "quit"

    waiting = lines()
    person = TerminalTable(sitting, 0, numbered("left", 0), console, lambda: next(waiting), 1, wall, keeping=keep)
    assert not person.run()
    keep.close()
    left = read_left(keep.path)
    begun = next(event.at or 0 for event in sitting.events if event.action == "begin")
    assert left.bookmark.clockwork.moment == begun + 11_000
    assert left.sitting.events == sitting.events
    wall = Wall()
    keep = Keeping(left.path)
    script = iter(["", "quit"])
    person = TerminalTable(
        left.sitting,
        0,
        left.bookmark.new_rng(),
        terminal()[0],
        lambda: next(script),
        1,
        wall,
        keeping=keep,
        clockwork=left.bookmark.clockwork,
    )
    assert not person.run()
    keep.close()
    assert read_left(keep.path).bookmark.clockwork.moment == begun + 11_000


def test_an_action_that_was_taken_back_is_not_kept() -> None:
    game = games.find("caster")
    sitting = Sitting(game.setting(3, {"rounds": 1}))
    table, keep, _ = sit(sitting, numbered("left", 0), 0, None)
    lines = iter([*FIRST, "undo"])
    table._read_line = lambda: next(lines, None)
    table.run()
    keep.close()
    assert read_left(keep.path).sitting.events == sitting.events
    assert not any(event.seat == 0 for event in sitting.events)


def test_what_is_kept_is_a_record_of_its_owner_alone(capsys: pytest.CaptureFixture[str]) -> None:
    table, keep, _ = begin(games.find("traders"))
    table.run()
    keep.close()
    assert keep.path.stat().st_mode & 0o077 == 0
    assert run(["replay", str(keep.path), "--check"]) == 0
    assert "1 game" in capsys.readouterr().out


def test_a_game_goes_on_at_one_terminal_alone(capsys: pytest.CaptureFixture[str]) -> None:
    table, keep, _ = begin(games.find("caster"))
    table.run()
    assert left_games() == []
    with pytest.raises(FairdealError, match=r"is being played elsewhere\.$"):
        Keeping(keep.path)
    keep.close()
    assert left_games() == [keep.path]


def test_a_game_goes_on_where_it_cannot_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    assert left_games() == []
    table, keep, out = begin(games.find("caster"))
    table.run()
    keep.close()
    assert "The game could not be kept in" in out.getvalue()


# --- what cannot go on -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        {"rng": [0, 0, 0, 0]},
        {"rng": [1, 2, 3]},
        {"rng": [1, 2, 3, 1 << 64]},
        {"seat": 9},
        {"beat": -1},
        {"level": 7},
        {"clockwork": "late"},
    ],
)
def test_a_file_that_makes_no_sense_is_refused(change: dict[str, Any]) -> None:
    table, keep, _ = begin(games.find("caster"))
    table.run()
    keep.close()
    document = json.loads(keep.path.read_text("utf-8"))
    document["left"] |= change
    keep.path.write_text(json.dumps(document), "utf-8")
    with pytest.raises(FairdealError, match=r"is no game that was left, so it cannot go on\.$"):
        read_left(keep.path)


def test_an_unknown_level_and_a_plain_record_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "--resume"]) == 2
    assert capsys.readouterr().err == "There is no game to go on with: none was left.\n"
    assert run(["play", "--resume", "--seats", "3"]) == 2
    sentence = "A game goes on as it was left: --seats cannot be chosen with --resume.\n"
    assert capsys.readouterr().err == sentence
    table, keep, _ = begin(games.find("caster"))
    table.run()
    keep.close()
    path = tmp_path / "plain.jsonl"
    path.write_text(records.line(table.sitting), "utf-8")
    assert run(["play", "--resume", str(path)]) == 2
    assert capsys.readouterr().err == f"{path} is no game that was left, so it cannot go on.\n"
    assert run(["play", "--resume", str(tmp_path / "none.jsonl")]) == 2
    assert "cannot be read" in capsys.readouterr().err
    path.write_text("", "utf-8")
    assert run(["play", "--resume", str(path)]) == 2
    assert "holds no record" in capsys.readouterr().err


# --- at a real terminal ----------------------------------------------------------------------------------------------

PLAY = ("-m", "fairdeal", "play")
NEW = ("caster", "--seats", "3", "--option", "rounds=1", "--against", "random", "--seed", "left", "--no-opening")
MOVES = 15  # of one round


@pytest.fixture
def quick_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs that only have to be started begin sooner in plain Python."""
    monkeypatch.setenv("FAIRDEAL_MODE", "interpreted")


def is_asked(screen: list[str]) -> bool:
    return any(line.startswith("play  a)") for line in screen) and screen[-1].rstrip() == ">"


def leave(job: Job, way: str | signal.Signals) -> None:
    """Leave, and wait to be told where the game is kept."""
    while True:
        if isinstance(way, str):
            job.type(way)
        else:
            os.kill(job.pid, way)
        if way is signal.SIGKILL:
            return
        with contextlib.suppress(AssertionError):  # a signal between two of readline's waits is heeded with the next
            job.await_text("fairdeal play --resume goes on with it.", 5)
            return


@pytest.mark.usefixtures("quick_start")
def test_whatever_way_a_game_is_left_it_is_kept_and_goes_on(own_games: Path, tmp_path: Path) -> None:
    """Ctrl-C, quit, the end of the input, two signals and a sudden death, one after another, then to the end."""
    record = tmp_path / "record.jsonl"
    ways: list[tuple[str | signal.Signals, str]] = [
        ("\x03", "130"),
        ("quit\r", "0"),
        ("\x04", "0"),
        (signal.SIGTERM, str(-signal.SIGTERM)),
        (signal.SIGHUP, str(-signal.SIGHUP)),
        (signal.SIGKILL, str(-signal.SIGKILL)),
    ]
    arguments: tuple[str, ...] = (*NEW, "--record", str(record))
    for number, (way, code) in enumerate(ways, 1):
        with Job(*PLAY, *arguments) as job:
            job.await_screen(is_asked)
            job.written = ""
            job.type("a\r")
            job.await_screen(is_asked)
            leave(job, way)
            assert job.heard() == code
            job.drain(0.1)
            assert way is signal.SIGKILL or modes_of(job.terminal) == job.before
        [kept] = own_games.glob("*.jsonl")
        assert sum(event.seat == 0 for event in read_left(kept).sitting.events) == number
        if number == 1:
            [(_, sitting)] = records.read_records(record)
            assert sum(event.seat == 0 for event in sitting.events) == 1, "Ctrl-C keeps the record"
        arguments = ("--resume",) if number % 2 else ("--resume", str(kept))
    with Job(*PLAY, "--resume", "--record", str(record)) as job:
        for _ in range(MOVES - len(ways)):
            job.await_screen(is_asked)
            job.written = ""
            job.type("a\r")
        job.await_text("The game is over.")
        assert job.heard() == "0"
    assert list(own_games.iterdir()) == [], "a finished game leaves nothing"
    [(_, played)] = records.read_records(record)
    assert played.is_over
    assert played.events == at_once(), "nobody gets other cards by leaving"


def at_once() -> list[Event]:
    """The same game without leaving."""
    sitting = Sitting(games.find("caster").setting(3, {"rounds": 1}))
    waiting = iter(["a"] * MOVES)
    console = Console(file=io.StringIO(), width=80)
    assert TerminalTable(sitting, 0, numbered("left", 0), console, lambda: next(waiting, None), 1).run()
    return sitting.events


@pytest.mark.usefixtures("quick_start")
def test_a_real_time_game_is_left_and_goes_on_and_one_of_several_is_chosen() -> None:
    with Job(*PLAY, "coast", "--seats", "2", "--seed", "left", "--beat", "10", "--no-opening") as job:
        job.await_screen(lambda screen: any("Lay your cities" in line for line in screen) and screen[-1] == "> ")
        job.type("arrange C1 C2 C3\r")
        job.await_screen(lambda screen: any("Waiting" in line or "Draw" in line for line in screen))
        leave(job, "\x03")
        assert job.heard() == "130"
    table, keep, _ = begin(games.find("caster"))
    table.run()
    keep.close()
    with Job(*PLAY, "--resume") as job:
        job.await_text("2 Craft My Coast - No Trading, seat 1 of 2, ")
        job.await_text("Which game goes on? A number; Enter is the first.")
        job.type("2\r")
        job.await_screen(lambda screen: any("goes on. You are seat 1." in line for line in screen))
        leave(job, "\x03")
        assert job.heard() == "130"
    assert len(left_games()) == 2
    for answer, code in (("3\r", "2"), ("quit\r", "0")):
        with Job(*PLAY, "--resume") as job:
            job.await_text("Which game goes on?")
            job.type(answer)
            assert job.heard() == code


def test_where_a_game_is_kept_is_said_in_the_language() -> None:
    game = games.find("caster")
    lines = iter(["quit"])
    console, out = terminal()
    keep = Keeping.new("caster")
    person = TerminalTable(
        Sitting(game.setting()), 0, numbered("left", 0), console, lambda: next(lines), 0, language=PSEUDO, keeping=keep
    )
    person.run()
    keep.close()
    assert isinstance(out, io.StringIO)
    assert "fairdeal play --resume ĝööéš" in " ".join(out.getvalue().split())
