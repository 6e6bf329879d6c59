"""Keyboards for tests: one that types by itself, and a program at a terminal of its own."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterable
from typing import Any

from rich.text import Text

from fairdeal.terminal.keyboard import CC, LFLAG, Happening, Keyboard, Typing

CLEAR = "\x1b[2J\x1b[H"
CODE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")  # of colours and the like


class Wall:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


class Script(Keyboard):
    """A keyboard on which texts are typed, so many seconds pass, and other things happen; then it is closed."""

    def __init__(self, wall: Wall, *script: str | float | Happening) -> None:
        self._typing = Typing()
        self._wall = wall
        self._script = list(script)

    def __enter__(self) -> Script:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def wait(self, seconds: float) -> Happening:
        if self._typing.has_more:
            return self._typing.add("")
        if not self._script:
            return Happening.CLOSED
        happens = self._script.pop(0)
        if isinstance(happens, str):
            return self._typing.add(happens)
        if isinstance(happens, Happening):
            return happens
        self._wall.seconds += min(happens, seconds)
        self._script[:0] = [happens - seconds] if happens > seconds else []
        return Happening.NOTHING


def frames_of(written: str) -> list[list[str]]:
    """Give each clean screen with what was printed below it, as it looks in the end."""
    plain_ends = written.replace("\r\n", "\n")  # a terminal writes both
    return [Text.from_ansi(text).plain.splitlines() for text in plain_ends.split(CLEAR)[1:]]


def is_held(terminal: int) -> bool:
    """Tell whether a terminal hands over single keys and shows none."""
    return not termios.tcgetattr(terminal)[LFLAG] & (termios.ICANON | termios.ECHO)


def modes_of(terminal: int) -> list[Any]:
    """How a terminal is set, without what only a terminal that hands over single keys looks at."""
    modes = termios.tcgetattr(terminal)
    modes[CC] = [value for at, value in enumerate(modes[CC]) if at not in (termios.VMIN, termios.VTIME)]
    return modes


# A shell with one job, for a program can only be stopped where somebody could continue it.
SHELL = """
import fcntl, os, signal, subprocess, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):  # whoever runs the tests in the background ignores these
    signal.signal(number, signal.SIG_DFL)
job = subprocess.Popen([sys.executable, *sys.argv[1:]], stderr=1, process_group=0)
os.tcsetpgrp(0, job.pid)
print(job.pid, file=sys.stderr, flush=True)
status = 0x7F
while os.WIFSTOPPED(status):
    _, status = os.waitpid(job.pid, os.WUNTRACED)
    print("stopped" if os.WIFSTOPPED(status) else os.waitstatus_to_exitcode(status), file=sys.stderr, flush=True)
job.returncode = 0
"""


class Job:
    """A Python program at a terminal, of 80 x 24 unless told otherwise."""

    def __init__(self, *arguments: str, rows: int = 24, columns: int = 80) -> None:
        self._master, self.terminal = pty.openpty()
        termios.tcsetwinsize(self.terminal, (rows, columns))
        self.before = modes_of(self.terminal)
        self.written = ""
        hidden = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE")
        environment = {name: value for name, value in os.environ.items() if name not in hidden}
        self._shell = subprocess.Popen(
            [sys.executable, "-c", SHELL, *arguments],
            stdin=self.terminal,
            stdout=self.terminal,
            stderr=subprocess.PIPE,
            env={**environment, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"},
            start_new_session=True,
            text=True,
        )
        self.pid = int(self.heard())

    def __enter__(self) -> Job:
        return self

    def __exit__(self, *error: object) -> None:
        if self._shell.poll() is None:
            with contextlib.suppress(ProcessLookupError):  # it has just ended by itself
                os.kill(self.pid, signal.SIGKILL)
        self._shell.communicate()
        os.close(self._master)
        os.close(self.terminal)

    def heard(self) -> str:
        """What the shell says next: the number of the program, that it stopped, or its exit code."""
        assert self._shell.stderr
        return self._shell.stderr.readline().strip()

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def await_screen(self, is_it: Callable[[list[str]], bool], seconds: float = 60) -> list[str]:
        """Wait for a screen and give it."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if select.select([self._master], [], [], 0.1)[0]:
                self.written += os.read(self._master, 65536).decode("utf-8", "replace")
            *_, screen = [[], *frames_of(self.written)]
            if screen and is_it(screen):
                return screen
        raise AssertionError(f"The screen did not come; last was written: {self.written[-2000:]}")

    def await_text(self, text: str, seconds: float = 60) -> None:
        """Wait until a text is written, wherever on the screen."""
        end = time.monotonic() + seconds
        while text not in CODE.sub("", self.written):
            assert time.monotonic() < end, f"{text!r} did not come; last was written: {self.written[-2000:]}"
            if select.select([self._master], [], [], 0.1)[0]:
                self.written += os.read(self._master, 65536).decode("utf-8", "replace")

    def drain(self, seconds: float = 0.5) -> None:
        """Read what is still written, so that the program does not wait for a reader."""
        while select.select([self._master], [], [], seconds)[0]:
            self.written += os.read(self._master, 65536).decode("utf-8", "replace")


def has(line: str, typed: str) -> Callable[[list[str]], bool]:
    """A screen with a text in a line, and with this typed at its prompt."""
    return lambda screen: any(line in one for one in screen) and screen[-1].rstrip() == f"> {typed}".rstrip()


def lines_with(text: str, screens: Iterable[list[str]]) -> list[str]:
    """All lines with a text, each as it first stands there."""
    return list(dict.fromkeys(line for screen in screens for line in screen if text in line))
