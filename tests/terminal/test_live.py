"""A live table: what the others do is drawn at once, around what the person is typing."""

from __future__ import annotations

import os
import signal
from typing import Any

import pytest

from fairdeal import games
from fairdeal.engine.chance import numbered
from fairdeal.play.sitting import Sitting
from fairdeal.terminal.keyboard import Happening
from fairdeal.terminal.play import TerminalTable
from tests.terminal.keys import CLEAR, Job, Script, Wall, frames_of, has, is_held, lines_with, modes_of
from tests.terminal.scenes import FIRST, terminal

PILE = " ".join(["T14", *(f"T{number:02}" for number in range(1, 16) if number != 14)])


def coast(seats: int = 2, **options: Any) -> Sitting:
    return Sitting(games.find("coast").setting(seats, options))


def begun(**options: Any) -> Sitting:
    """Two seats have just begun, seat 0 with T14 in hand."""
    sitting = coast(**options)
    for text in ("agendas F M", f"pile 0 {PILE}", f"pile 1 {PILE}"):
        sitting.deal_text(text, 0)
    sitting.play(0, "arrange C1 C2 C3", 0)
    sitting.play(1, "arrange C1 C2 C3", 0)
    sitting.deal_text("begin", 3000)
    sitting.play(0, "draw", 3500)
    return sitting


def live(sitting: Sitting, *script: str | float | Happening, beat: float = 1) -> tuple[bool, list[list[str]]]:
    """Play by a script; tell whether the game ended, and give the screens."""
    wall = Wall()
    console, out = terminal()
    keyboard = Script(wall, *script)
    person = TerminalTable(sitting, 0, numbered("live", 0), console, lambda: None, beat, wall, keyboard)
    return person.run(), frames_of(out.getvalue())


def test_what_others_do_is_drawn_around_a_line_that_is_typed() -> None:
    sitting = coast()
    _, screens = live(sitting, "arr", 20.0, "ange")
    assert [event.action.split()[0] for event in sitting.events if event.seat == 1] == ["arrange"]
    before, *_, after = [screen for screen in screens if screen[-1].startswith("> arr")]
    assert "Seat 2 has arranged the cities." not in before
    assert "Seat 2 has arranged the cities." in after
    assert all(len(screen) <= 24 for screen in (*screens[:-1], screens[-1][:-1]))
    assert screens[-1][-1] == "You leave the table; the game is not over."


def test_the_line_that_was_typed_is_obeyed() -> None:
    sitting = coast()
    live(sitting, "arrange C1", 20.0, " C2 C3'x\x7f\r", 1.0)
    assert next(event.action for event in sitting.events if event.seat == 0) == "arrange C1 C2 C3'"


def test_a_tried_tile_stays_while_others_act() -> None:
    sitting = begun()
    _, screens = live(sitting, "turn\r", "try 3,2\r", "pla", 6.0)
    assert sum(event.seat == 1 for event in sitting.events) > 1
    last = screens[-1]
    assert any(line.startswith("  3 │T [.  I  T ]P  . │-4") for line in last)
    assert "You may place 90 3,2 now." in last
    assert any("Seat 2 draws" in line for line in last)
    assert "> pla" in last


def test_a_refusal_stays_until_the_next_line() -> None:
    first, *_ = refusals = live(begun(), "9,9\r", 6.0, "\r", 0.1)[1][1:]
    text = "That would cover no square; at least two of one card must be covered (§10)."
    assert text in first
    assert text in refusals[-3]
    assert text not in refusals[-1]


def test_a_tile_is_tried_and_forbidden_while_others_act() -> None:
    last = live(begun(), "try 90 2,2\r", 6.0)[1][-1]
    assert any(line.startswith("  2 │. [.  I  T ].  I │?") for line in last)
    assert "That would cover six squares; at most four are allowed (§10)." in last


def test_the_seconds_of_the_countdown_are_counted() -> None:
    sitting = coast(1, countdown=3)
    _, screens = live(sitting, "arrange C1 C2 C3\r", 2.5, "a\r", 0.7)
    counted = [line.rpartition(" · ")[2] for line in lines_with("Goes on in", screens)]
    assert counted == ["Goes on in 3 s.", "Goes on in 2 s.", "Goes on in 1 s."]
    assert any("There is no list to choose from now." in screen for screen in screens)
    arranged, begin = sitting.events[-2:]
    assert (begin.action, begin.at) == ("begin", (arranged.at or 0) + 3000)


def test_the_time_limit_ends_the_game_by_itself() -> None:
    sitting = begun(time_limit=5)
    is_over, screens = live(sitting, "try 90 3,2\r", "pl", 60.0)
    assert is_over
    assert sitting.events[-1].action == "time"
    counted = [line.rpartition(" · ")[2] for line in lines_with(" left.", [screen[:1] for screen in screens])]
    assert counted == ["0:05 left.", "0:04 left.", "0:03 left.", "0:02 left.", "0:01 left."]
    assert "The game is over." in screens[-1]
    assert any("share the victory" in line for line in screens[-1]), "in five seconds nobody lays a card"
    assert screens[-1][-1] == "Press Enter to leave the table."
    assert len(screens[-1]) <= 23


def test_the_rest_of_a_line_is_swallowed_when_others_end_the_game() -> None:
    is_over, screens = live(begun(time_limit=5), "pl", 60.0, "ace", 5.0, Happening.DISTURBED, " 0 2,0\r", "never")
    assert is_over
    assert [screen[-1] for screen in screens[-2:]] == ["Press Enter to leave the table."] * 2


def test_who_ends_the_game_need_not_wait() -> None:
    sitting = coast(1, countdown=0)
    lines = [f"{line}\r" for line in ("a", *["draw", *FIRST] * 13)]
    is_over, screens = live(sitting, *lines)
    assert is_over
    assert sitting.events[-1].seat == 0
    assert not lines_with("Press Enter", screens)


def test_a_long_answer_stays_until_the_next_line() -> None:
    sitting = begun()
    _, screens = live(sitting, "help\r", "dra", 8.0, "\x15\r", 0.1)
    reading = next(number for number, screen in enumerate(screens) if "help         show this" in screen)
    assert "> dra" in screens[reading]
    assert sum(event.seat == 1 for event in sitting.events) > 1
    assert any("Seat 2 draws" in line for line in screens[reading + 1])
    assert not any("Seat 2 draws" in line for line in screens[reading])


def test_the_game_ends_below_a_long_answer_too() -> None:
    is_over, screens = live(begun(time_limit=5), "help\r", 60.0)
    assert is_over
    assert "The game is over." in screens[-1]


def test_the_clock_stands_still_while_the_program_is_stopped() -> None:
    class Stopped(Script):
        def wait(self, seconds: float) -> Happening:
            happening = super().wait(seconds)
            self._wall.seconds += 1000 if happening is Happening.CONTINUED else 0
            return happening

    sitting, wall = begun(time_limit=60), Wall()
    console, out = terminal()
    keyboard = Stopped(wall, "pla", Happening.CONTINUED, Happening.DISTURBED)
    assert not TerminalTable(sitting, 0, numbered("live", 0), console, lambda: None, 1, wall, keyboard).run()
    assert not any(event.seat == 1 for event in sitting.events[5:])
    first, second, third = frames_of(out.getvalue())
    assert first[0] == second[0] == third[0]
    assert first[-1] == second[-1] == "> pla"


def test_the_end_of_a_long_line_is_shown() -> None:
    screens = live(begun(), "x" * 100 + "界" * 3 + "yz", 3.0)[1]
    assert screens[-2][-1] == "> " + "x" * 69 + "界" * 3 + "yz"


def test_what_was_told_since_the_last_line_is_new() -> None:
    """What the others do one after another does not make each other old."""
    sitting, wall = begun(), Wall()
    console, out = terminal(height=40)
    keyboard = Script(wall, 14.0)
    TerminalTable(sitting, 0, numbered("live", 0), console, lambda: None, 1, wall, keyboard).run()
    last = out.getvalue().rpartition(CLEAR)[2]
    told = [line for line in last.splitlines() if "Seat 2 draws" in line or "Seat 2 places" in line]
    assert len(told) > 1
    assert all("\x1b[36m" in line for line in told)


@pytest.mark.parametrize(("game", "beat"), [("caster", 1), ("coast", 0)])
def test_a_table_whose_clock_stands_still_reads_whole_lines(game: str, beat: float) -> None:
    lines = iter([*FIRST])
    console, out = terminal()
    keyboard = Script(Wall(), "never typed\r")
    sitting = Sitting(games.find(game).setting())
    person = TerminalTable(sitting, 0, numbered("live", 0), console, lambda: next(lines, None), beat, Wall(), keyboard)
    assert not person.run()
    assert "never typed" not in out.getvalue()
    assert next(lines, None) is None


def test_ctrl_c_waits_for_nothing_and_begins_a_line() -> None:
    class Interrupted(Script):
        def wait(self, seconds: float) -> Happening:
            raise KeyboardInterrupt

    console, out = terminal()
    wall = Wall()
    person = TerminalTable(begun(), 0, numbered("live", 0), console, lambda: None, 1, wall, Interrupted(wall))
    with pytest.raises(KeyboardInterrupt):
        person.run()
    assert out.getvalue().endswith("> \n")


# --- a program at a terminal -----------------------------------------------------------------------------------------

PLAY = ("-m", "fairdeal", "play", "coast", "--seats", "2", "--seed", "live", "--no-opening")


def test_a_program_draws_around_a_line_and_leaves_the_terminal_as_it_was_after_ctrl_c() -> None:
    with Job(*PLAY, "--beat", "0.2") as job:
        job.await_screen(has("Lay your cities", ""))
        assert is_held(job.terminal)
        job.type("arrange C1")
        job.await_screen(has("Seat 2 has arranged the cities.", "arrange C1"))
        job.type(" C2 C3\r")
        job.await_screen(has("Draw", ""))
        job.type("wh")
        job.await_screen(has("Seat 2 draws", "wh"))
        job.type("\x03")
        job.drain()
        assert job.heard() == "130"
        assert modes_of(job.terminal) == job.before


def test_a_stopped_program_leaves_the_terminal_as_it_was_and_goes_on() -> None:
    with Job(*PLAY, "--beat", "100") as job:
        job.await_screen(has("Lay your cities", ""))
        job.type("arr")
        job.await_screen(has("Lay your cities", "arr"))
        job.type("\x1a")
        assert job.heard() == "stopped"
        assert modes_of(job.terminal) == job.before
        job.written = ""
        os.kill(job.pid, signal.SIGCONT)
        job.await_screen(has("Lay your cities", "arr"))
        assert is_held(job.terminal)
        os.kill(job.pid, signal.SIGTERM)
        assert job.heard() == str(-signal.SIGTERM)
        assert modes_of(job.terminal) == job.before


FAILING = """
import sys
from fairdeal import cli
from fairdeal.terminal.display import Display

def fail(display):
    raise RuntimeError("on purpose")

Display.hear = fail
cli.run(sys.argv[1:])
"""


def test_a_program_that_fails_leaves_the_terminal_as_it_was() -> None:
    with Job("-c", FAILING, "play", "coast", "--beat", "0.1", "--no-opening") as job:
        assert job.heard() == "1"
        job.drain()
        assert "on purpose" in job.written
        assert modes_of(job.terminal) == job.before
