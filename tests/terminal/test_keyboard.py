"""Keys, one by one: a line is edited, and the terminal is left as it was found."""

from __future__ import annotations

import contextlib
import os
import pty
import signal
import sys
import termios
from collections.abc import Iterator

import pytest
from rich.console import Console

from fairdeal.terminal.keyboard import Happening, Keyboard, Typing, keyboard_of
from tests.terminal.keys import is_held, modes_of

# --- a line ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        ("place 0", "place 0"),
        ("plaxx\x7f\x7fce", "place"),
        ("x\b\b\bdraw", "draw"),
        ("place 0\x15draw", "draw"),
        ("place 90 2,1\x17", "place 90"),
        ("draw\x04", "draw"),
        ("dr\x1b[A\x1b[1;5C\x1bOPaw\x1b[3~", "draw"),
        ("dr\x0baw\x00", "draw"),
        ("\x1bdraw", "draw"),
        ("§ü", "§ü"),
    ],
)
def test_a_line_is_edited(keys: str, text: str) -> None:
    typing = Typing()
    assert typing.add(keys) is Happening.TYPED
    assert typing.text == text
    one_by_one = Typing()
    for key in keys:
        one_by_one.add(key)
    assert one_by_one.text == text


@pytest.mark.parametrize("enter", "\r\n")
def test_lines_typed_ahead_wait_for_their_turn(enter: str) -> None:
    typing = Typing()
    assert typing.add(f"draw{enter}turn{enter}tr") is Happening.ENTERED
    assert (typing.take_line(), typing.has_more) == ("draw", True)
    assert typing.add("") is Happening.ENTERED
    assert (typing.take_line(), typing.has_more) == ("turn", True)
    assert typing.add("") is Happening.TYPED
    assert (typing.text, typing.has_more) == ("tr", False)


def test_an_empty_line_can_end_the_input() -> None:
    typing = Typing()
    assert typing.add("x\x7f\x04") is Happening.CLOSED


# --- a terminal ------------------------------------------------------------------------------------------------------


@pytest.fixture
def ends() -> Iterator[tuple[int, int]]:
    master, terminal = pty.openpty()
    yield master, terminal
    for end in (master, terminal):
        with contextlib.suppress(OSError):  # a test may have closed it
            os.close(end)


def test_keys_come_at_once_and_are_not_shown(ends: tuple[int, int]) -> None:
    master, terminal = ends
    before = modes_of(terminal)
    with Keyboard(terminal) as keyboard:
        assert is_held(terminal)
        assert keyboard.wait(0) is Happening.NOTHING
        os.write(master, b"dr\xc2")
        assert keyboard.wait(60) is Happening.TYPED
        os.write(master, b"\xa7\raw")
        assert keyboard.wait(60) is Happening.ENTERED
        assert keyboard.take_line() == "dr§"
        assert keyboard.wait(0) is Happening.TYPED
        assert keyboard.text == "aw"
        os.set_blocking(master, False)
        with pytest.raises(BlockingIOError):
            os.read(master, 1)
    assert modes_of(terminal) == before


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt, SystemExit])
def test_an_exception_leaves_the_terminal_as_it_was(ends: tuple[int, int], error: type[BaseException]) -> None:
    before, handler = modes_of(ends[1]), signal.getsignal(signal.SIGTSTP)
    with pytest.raises(error), Keyboard(ends[1]):
        raise error
    assert modes_of(ends[1]) == before
    assert signal.getsignal(signal.SIGTSTP) == handler


def test_an_interrupted_wait_leaves_the_terminal_as_it_was(ends: tuple[int, int]) -> None:
    before = modes_of(ends[1])

    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    handler = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(KeyboardInterrupt), Keyboard(ends[1]) as keyboard:
            keyboard.wait(60)
    finally:
        signal.signal(signal.SIGALRM, handler)
    assert modes_of(ends[1]) == before


def test_a_terminal_that_cannot_be_held_is_left_as_it_was(
    ends: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    handler = signal.getsignal(signal.SIGTERM)

    def fail(keyboard: Keyboard) -> None:
        raise termios.error("no such terminal")

    monkeypatch.setattr(Keyboard, "_hold", fail)
    with pytest.raises(termios.error), Keyboard(ends[1]):
        pass
    assert signal.getsignal(signal.SIGTERM) == handler
    assert not is_held(ends[1])


def test_a_new_size_and_a_continued_program_end_a_wait(ends: tuple[int, int]) -> None:
    with Keyboard(ends[1]) as keyboard:
        os.kill(os.getpid(), signal.SIGWINCH)
        assert keyboard.wait(60) is Happening.DISTURBED
        os.kill(os.getpid(), signal.SIGCONT)
        assert keyboard.wait(60) is Happening.CONTINUED
        assert keyboard.wait(0) is Happening.NOTHING


def test_a_signal_that_is_ignored_stays_so(ends: tuple[int, int]) -> None:
    handler = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with Keyboard(ends[1]) as keyboard:
            os.kill(os.getpid(), signal.SIGHUP)
            assert keyboard.wait(0) is Happening.NOTHING
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, handler)


def test_a_signal_does_what_it_did_before(ends: tuple[int, int]) -> None:
    held: list[bool] = []
    handler = signal.signal(signal.SIGTERM, lambda number, frame: held.append(is_held(ends[1])))
    try:
        with Keyboard(ends[1]):
            os.kill(os.getpid(), signal.SIGTERM)
            assert held == [False]
    finally:
        signal.signal(signal.SIGTERM, handler)


def test_a_closed_terminal_ends_the_input(ends: tuple[int, int]) -> None:
    with Keyboard(ends[1]) as keyboard:
        os.write(ends[0], b"dra")
        assert keyboard.wait(60) is Happening.TYPED
        os.close(ends[0])
        assert keyboard.wait(60) is Happening.CLOSED


def test_only_a_person_at_a_terminal_has_a_keyboard(ends: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    with open(ends[1], closefd=False) as source, open(ends[1], "w", closefd=False) as file:
        console = Console(file=file)
        monkeypatch.setattr(sys, "stdin", source)
        assert keyboard_of(console)
        with open(os.devnull, "w") as nothing:
            assert keyboard_of(Console(file=nothing)) is None
        with open(os.devnull) as nobody:
            monkeypatch.setattr(sys, "stdin", nobody)
            assert keyboard_of(console) is None
        monkeypatch.setattr(sys, "stdin", source)
        monkeypatch.setattr("fairdeal.terminal.keyboard.HAS_KEYS", False)
        assert keyboard_of(console) is None
