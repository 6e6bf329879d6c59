"""Keys as they are pressed, at a terminal of Unix: a line is typed while the screen above it changes.

Meanwhile the terminal hands over each key at once and shows none of them (cbreak mode); signals still come from its
keys. Whoever leaves, by whatever way, finds the terminal as it was.
"""

from __future__ import annotations

import codecs
import contextlib
import os
import re
import select
import signal
import sys
from collections.abc import Callable
from enum import Enum
from types import FrameType, TracebackType
from typing import Any

from rich.console import Console

try:
    import termios
except ImportError:  # Windows has no such terminals
    HAS_KEYS = False
else:
    HAS_KEYS = True

LFLAG, CC = 3, 6  # places in what termios tells of a terminal
CHUNK = 4096

ENTER = "\r\n"
TAB = "\t"
ERASE = "\x7f\b"
ERASE_WORD, ERASE_LINE, END_OF_INPUT = "\x17", "\x15", "\x04"  # Ctrl-W, Ctrl-U, Ctrl-D
# Arrows and the like come as several characters; an Escape alone may be the beginning of such.
SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O[ -~])?")
UNFINISHED = re.compile(r"\x1b(?:\[[0-?]*[ -/]*|O)?\Z")


class Happening(Enum):
    """What ended a wait."""

    NOTHING = 0  # the time is up
    TYPED = 1
    ENTERED = 2  # `Keyboard.take_line` has the line
    CLOSED = 3  # nothing will be typed any more
    DISTURBED = 4  # the screen has another size, or others wrote on it
    CONTINUED = 5  # the program had been stopped
    ASKED = 6  # Tab: what the line may become


class Typing:
    """A line while it is typed, and what was typed ahead of it."""

    def __init__(self) -> None:
        self.text = ""
        self._ahead = ""

    def add(self, keys: str) -> Happening:
        """Take keys up to the next Enter; those behind it wait for the next call."""
        self._ahead += keys
        while self._ahead and not UNFINISHED.match(self._ahead):
            if sequence := SEQUENCE.match(self._ahead):
                self._ahead = self._ahead[sequence.end() :]
                continue
            key, self._ahead = self._ahead[0], self._ahead[1:]
            if key in ENTER:
                return Happening.ENTERED
            if key == END_OF_INPUT and not self.text:
                return Happening.CLOSED
            if key == TAB:
                return Happening.ASKED
            self._press(key)
        return Happening.TYPED

    def _press(self, key: str) -> None:
        if key in ERASE:
            self.text = self.text[:-1]
        elif key == ERASE_WORD:
            self.text = self.text.rstrip().rpartition(" ")[0]
        elif key == ERASE_LINE:
            self.text = ""
        elif key.isprintable():
            self.text += key

    def take_line(self) -> str:
        """Give the line and begin another."""
        line, self.text = self.text, ""
        return line

    @property
    def has_more(self) -> bool:
        return bool(self._ahead) and not UNFINISHED.match(self._ahead)


class Keyboard:
    """The keys of a terminal, between entering and leaving it as a context."""

    def __init__(self, terminal: int) -> None:
        self._terminal = terminal
        self._typing = Typing()
        self._decoder = codecs.getincrementaldecoder("utf-8")("ignore")
        self._before: list[Any] = []  # how the terminal was
        self._handlers: dict[int, Any] = {}  # what signals did before
        self._woken, self._waker = -1, -1  # the ends of a pipe: a signal alone does not end a wait
        self._was_stopped = False

    def __enter__(self) -> Keyboard:
        self._before = termios.tcgetattr(self._terminal)
        self._woken, self._waker = os.pipe()
        os.set_blocking(self._waker, False)
        try:
            self._listen()
            self._hold()
        except BaseException:
            self._leave()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._leave()

    def _leave(self) -> None:
        # What was typed for the game is thrown away: a shell would take it for commands.
        self._release(termios.TCSAFLUSH)
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        self._handlers.clear()
        os.close(self._woken)
        os.close(self._waker)

    # --- the terminal ---

    def _hold(self) -> None:
        modes = termios.tcgetattr(self._terminal)
        modes[LFLAG] &= ~(termios.ICANON | termios.ECHO)
        modes[CC][termios.VMIN], modes[CC][termios.VTIME] = 1, 0
        termios.tcsetattr(self._terminal, termios.TCSADRAIN, modes)

    def _release(self, when: int) -> None:
        with contextlib.suppress(termios.error):  # a terminal that was closed needs nothing
            termios.tcsetattr(self._terminal, when, self._before)

    # --- signals ---

    def _listen(self) -> None:
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
            self._handle(number, self._die)
        self._handle(signal.SIGTSTP, self._stop)
        self._handle(signal.SIGCONT, self._continue)
        self._handle(signal.SIGWINCH, self._wake)

    def _handle(self, number: int, handler: Callable[[int, FrameType | None], None]) -> None:
        """Handle a signal, unless the program was started to ignore it."""
        if signal.getsignal(number) is not signal.SIG_IGN:
            self._handlers[number] = signal.signal(number, handler)

    def _die(self, number: int, frame: FrameType | None) -> None:
        """Leave the terminal as it was, then do what the signal would have done."""
        self._release(termios.TCSAFLUSH)
        signal.signal(number, self._handlers[number])
        os.kill(os.getpid(), number)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        """Ctrl-Z: stop with the terminal as it was, and go on from here when the program is continued."""
        self._release(termios.TCSADRAIN)
        signal.signal(number, self._handlers[number])
        os.kill(os.getpid(), number)
        signal.signal(number, self._stop)
        self._continue(number, frame)  # without job control nothing stops, and no SIGCONT comes

    def _continue(self, number: int, frame: FrameType | None) -> None:
        self._hold()
        self._was_stopped = True
        self._wake(number, frame)

    def _wake(self, number: int, frame: FrameType | None) -> None:
        with contextlib.suppress(BlockingIOError):  # a full pipe wakes as well
            os.write(self._waker, b".")

    # --- keys ---

    @property
    def text(self) -> str:
        """What has been typed of the next line."""
        return self._typing.text

    def complete(self, text: str) -> None:
        """Put a longer line in the place of what has been typed."""
        self._typing.text = text

    def take_line(self) -> str:
        return self._typing.take_line()

    def wait(self, seconds: float) -> Happening:
        """Wait until something is typed or happens to the terminal, at most so long."""
        if self._typing.has_more:
            return self._typing.add("")
        ready, _, _ = select.select([self._terminal, self._woken], [], [], seconds)
        if self._woken in ready:
            os.read(self._woken, CHUNK)
            was_stopped, self._was_stopped = self._was_stopped, False
            return Happening.CONTINUED if was_stopped else Happening.DISTURBED
        return self._read() if ready else Happening.NOTHING

    def _read(self) -> Happening:
        try:
            keys = os.read(self._terminal, CHUNK)
        except OSError:  # the terminal was closed, as an empty read says elsewhere
            keys = b""
        return self._typing.add(self._decoder.decode(keys)) if keys else Happening.CLOSED


def keyboard_of(console: Console) -> Keyboard | None:
    """Give the keyboard of the person who looks at a console; None where lines come from elsewhere."""
    if not HAS_KEYS or sys.stdin is None or not (sys.stdin.isatty() and console.file.isatty()):
        return None
    return Keyboard(sys.stdin.fileno())
