"""Bots that are programs of any language, each in a process of its own; they speak docs/bot-protocol.md."""

from __future__ import annotations

import contextlib
import os
import queue
import re
import shlex
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from typing import Any, cast

import msgspec

from fairdeal.bots import messages
from fairdeal.bots.bot import Budget
from fairdeal.bots.imagining import Imagining
from fairdeal.contract.game import Game, Setting, list_legal
from fairdeal.contract.rules import Numbers, State
from fairdeal.engine.plain import plain
from fairdeal.errors import BadBot, Unreadable
from fairdeal.language.messages import Message, say

COMMAND = "cmd:"
PATIENCE = 30.0  # seconds for a choice, if the budget says nothing
GRACE = 1.0  # seconds beyond the budget, for what is not the bot's fault
STARTING = 30.0  # seconds more for the first answer: the program has to start
FAREWELL = 0.5  # seconds that a program has to leave by itself
ERROR = re.compile(r"[\w.]*(Error|Exception)\b")  # begins the line that says what went wrong, in most languages
LONGEST_ANSWER = 1 << 16  # bytes
SHELL = "/bin/sh"
LONGEST_QUOTE = 80  # characters of an answer, or of an error, in a sentence


class ProcessBot:
    """A program that is asked by lines of JSON, see docs/bot-protocol.md; each seat it takes has a process of its own.

    It has to be told when a game begins, or when it comes to another one: see `begin`.
    """

    def __init__(self, game: Game, text: str) -> None:
        self.name = text
        self._game = game
        self._command = _words(text)
        self.lingered = False
        """One of its processes had to be ended, because it did not leave by itself."""
        self._lines: dict[int, _Line] = {}
        self._settings: dict[int, Setting] = {}

    def begin(self, setting: Setting, seat: int) -> None:
        """Say hello: this is the game, and this is the seat."""
        self._settings[seat] = setting
        self.tell(messages.encode(messages.hello(setting, seat)), seat)

    def tell(self, line: bytes, seat: int) -> None:
        """Tell the program of a seat something that it does not answer; it is started if it does not run yet."""
        if seat not in self._lines:
            self._lines[seat] = _Line(self.name, self._command)
        self._lines[seat].tell(line)

    def choose(self, view: State, told: Numbers, seat: int, budget: Budget) -> int:
        """Ask the program; one that is late, unreadable or illegal is refused."""
        seconds = PATIENCE if budget.seconds is None else budget.seconds
        seed = int(budget.rng[0]) >> 11  # exact in JSON, whose numbers may be floats
        question = messages.choose(self._settings[seat], view, told, seat, seconds, seed)
        return self.answer(messages.encode(question), view, seat, budget)

    def answer(self, question: bytes, view: State, seat: int, budget: Budget) -> int:
        """Hand the program a question, answer what it asks, and give the action that it chooses."""
        line = self._lines[seat]
        with line.patient(PATIENCE if budget.seconds is None else budget.seconds + GRACE) as end:
            imagining = Imagining(self._game, view, seat, budget.rng, end)
            while True:
                said = self._read(line.ask(question))
                match said:
                    case messages.Action():
                        return self._legal(view, seat, said.action)
                    case messages.RolloutsWanted():
                        action = self._legal(view, seat, said.action)
                        question = messages.encode(imagining.rollouts(action, said.count))
                    case messages.WorldsWanted():
                        question = messages.encode(imagining.worlds(said.count))
                    case messages.ViewWanted():
                        question = messages.encode(imagining.view())

    def end(self, told: Numbers, seat: int, scores: tuple[int, ...], winners: tuple[int, ...]) -> None:
        """Tell the program how its game ended."""
        self.tell(messages.encode(messages.over(self._game, told, seat, scores, winners)), seat)

    def _read(self, answer: bytes) -> messages.Action | messages.Wanted:
        try:
            return messages.read(answer)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            form = '{"action": "TEXT"}'
            raise BadBot(say("bot.unreadable", bot=self.name, answer=_quoted(answer), form=form)) from None

    def _legal(self, view: State, seat: int, text: str) -> int:
        """Give the action that a text names, if it is legal."""
        words = self._game.words
        try:
            number = words.action(text)
        except Unreadable as error:
            raise self._illegal(text, seat, error.said()) from None
        if number not in list_legal(self._game.rules, view, seat):
            raise self._illegal(text, seat, self._why_not(view, seat, number))
        return number

    def _why_not(self, view: State, seat: int, action: int) -> Message | str:
        reason, setting = self._game.words.why_not(plain(view), seat, action), self._settings.get(seat)
        return say("bot.not_legal") if reason is None or setting is None else setting.catalogue(seat).render(reason)

    def _illegal(self, text: str, seat: int, why: Message | str) -> BadBot:
        return BadBot(say("bot.illegal", bot=self.name, text=_quoted(text), seat=seat + 1, why=why))

    def close(self) -> None:
        """End all its processes."""
        for line in self._lines.values():
            line.dismiss()  # so that all leave at the same time
        while self._lines:
            _, line = self._lines.popitem()
            line.close()
            self.lingered |= line.lingered


def _words(text: str) -> list[str]:
    try:
        words = shlex.split(text.removeprefix(COMMAND))
    except ValueError as error:
        raise BadBot(say("bot.no_reading", bot=text, reason=str(error))) from None
    if not words:
        raise BadBot(say("bot.no_command", bot=text, form=f"{COMMAND}COMMAND"))
    return words


def _quoted(text: Any) -> str:
    shown = repr(text.decode("utf-8", "replace").strip() if isinstance(text, bytes) else text)
    return shown if len(shown) <= LONGEST_QUOTE else f"{shown[: LONGEST_QUOTE - 3]}..."


def _leash(group: int) -> subprocess.Popen[bytes] | None:
    """Start what ends a group of processes as soon as this process is gone, however that was ended.

    It waits for the end of its input, which nobody else can close. Without groups or a shell there is none.
    """
    if not hasattr(os, "killpg") or not os.access(SHELL, os.X_OK):
        return None
    watch = [SHELL, "-c", 'read _; kill -s KILL -- "-$1"', "sh", str(group)]
    silent = subprocess.DEVNULL
    return subprocess.Popen(watch, stdin=subprocess.PIPE, stdout=silent, stderr=silent, start_new_session=True)


class _Line:
    """A running program and the line to it. A thread writes and reads, so that whoever asks can stop waiting."""

    def __init__(self, name: str, command: list[str]) -> None:
        self._name = name
        self._patience = STARTING
        self._limit = self._end = 0.0
        self.lingered = False
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `close`
        self._questions: queue.SimpleQueue[tuple[bytes, bool] | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        try:
            # In a session of its own it does not hear Ctrl-C, and its children can be ended with it.
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                start_new_session=True,
            )
        except OSError as error:
            self._errors.close()
            raise BadBot(say("bot.no_start", bot=name, reason=error.strerror or str(error))) from None
        self._leash = _leash(self._process.pid)
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def _work(self) -> None:
        stdin, stdout = cast(Any, self._process.stdin), cast(Any, self._process.stdout)
        with contextlib.suppress(OSError), stdout, stdin:
            while (question := self._questions.get()) is not None:
                text, wants_answer = question
                with contextlib.suppress(OSError):  # a program that is gone has no answer either
                    stdin.write(text)
                    stdin.flush()
                if wants_answer:
                    self._answers.put(stdout.readline(LONGEST_ANSWER))

    def tell(self, text: bytes) -> None:
        self._questions.put((text, False))

    @contextlib.contextmanager
    def patient(self, seconds: float) -> Iterator[float]:
        """Give the program so long for a choice, and say when that ends; the first one takes longer."""
        self._limit = seconds + self._patience
        self._end = time.monotonic() + self._limit
        yield self._end
        self._patience = 0.0

    def ask(self, text: bytes) -> bytes:
        """Send a line and wait for one. Raise BadBot, and end the program, if none comes in time."""
        self._questions.put((text, True))
        try:
            answer = self._answers.get(timeout=max(0.0, self._end - time.monotonic()))
        except queue.Empty:
            self.close()
            raise BadBot(say("bot.late", bot=self._name, seconds=f"{self._limit:g}")) from None
        if not answer:
            raise BadBot(self._last_words())
        return answer

    def _last_words(self) -> Message:
        """Say with which exit code a program ended, and what it wrote last."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL)
        self._errors.seek(0)
        lines = [line.strip() for line in self._errors.read().decode("utf-8", "replace").split("\n")]
        named = [line for line in lines if ERROR.match(line)]
        last = next(iter([*named[::-1], *filter(None, reversed(lines))]), "")
        code = self._process.returncode
        if code is None:
            return say("bot.silent", bot=self._name)
        words = last[: 3 * LONGEST_QUOTE]
        return say("bot.ended_saying" if words else "bot.ended", bot=self._name, code=code, words=words)

    def dismiss(self) -> None:
        """End the program's input."""
        self._questions.put(None)

    def close(self) -> None:
        """End the program: it may leave by itself when its input ends, and not stay."""
        self.dismiss()
        try:
            self._process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            self.lingered = True
            self._kill()
            self._process.wait()
        if self._leash:
            self._leash.kill()
            self._leash.communicate()
        self._thread.join(FAREWELL)
        self._errors.close()

    def _kill(self) -> None:
        """End the program and its children, where there are groups of processes."""
        if hasattr(os, "killpg"):
            os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()
