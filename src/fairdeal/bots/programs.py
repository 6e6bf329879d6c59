"""Bots that are programs of any language, each in a process of its own; they speak docs/bot-protocol.md."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shlex
import signal
import subprocess
import tempfile
import threading
from typing import Any, cast

from fairdeal.bots.bot import Budget
from fairdeal.contract.game import Game, Setting, list_legal
from fairdeal.contract.options import Json
from fairdeal.contract.rules import Numbers, State
from fairdeal.engine.kernel import DEALER
from fairdeal.engine.plain import plain
from fairdeal.errors import BadBot, Unreadable

COMMAND = "cmd:"
PROTOCOL = "fairdeal-bot/1"
PATIENCE = 30.0  # seconds for an answer, if the budget says nothing
GRACE = 1.0  # seconds beyond the budget, for what is not the bot's fault
STARTING = 30.0  # seconds more for the first answer: the program has to start
FAREWELL = 0.5  # seconds that a program has to leave by itself
LONGEST_ANSWER = 1 << 16  # bytes
LONGEST_QUOTE = 80  # characters of an answer, or of an error, in a sentence


class ProcessBot:
    """A program that is asked by lines of JSON, see docs/bot-protocol.md; each seat it takes has a process of its own.

    It has to be told when a game begins: see `begin`.
    """

    def __init__(self, game: Game, text: str) -> None:
        self.name = text
        self._game = game
        self._command = _words(text)
        self._lines: dict[int, _Line] = {}
        self._settings: dict[int, Setting] = {}
        self._known: dict[int, int] = {}

    def begin(self, setting: Setting, seat: int) -> None:
        """Say hello: a game begins, and this is the seat."""
        if seat not in self._lines:
            self._lines[seat] = _Line(self.name, self._command)
        self._settings[seat] = setting
        self._known[seat] = 0
        self._lines[seat].tell(_line(hello(setting, seat)))

    def choose(self, view: State, told: Numbers, seat: int, budget: Budget) -> int:
        """Ask the program; an answer that is late, unreadable or illegal is refused."""
        setting = self._settings[seat]
        question = choice(setting, view, told[self._known[seat] :], seat, budget)
        self._known[seat] = len(told)
        limit = PATIENCE if budget.seconds is None else budget.seconds + GRACE
        return self._action(setting, view, seat, self._lines[seat].ask(_line(question), limit))

    def _action(self, setting: Setting, view: State, seat: int, answer: bytes) -> int:
        words = self._game.words
        try:
            text = json.loads(answer)["action"]
            if not isinstance(text, str):
                raise TypeError
            number = words.action(text)
        except (ValueError, KeyError, TypeError, RecursionError):
            raise BadBot(f'The bot {self.name} answered {_quoted(answer)}, not {{"action": "TEXT"}}.') from None
        except Unreadable as error:
            raise BadBot(f"The bot {self.name} chose {_quoted(text)} in seat {seat + 1}: {error}") from None
        if number not in list_legal(self._game.rules, view, seat):
            reason = words.why_not(plain(view), seat, number)
            why = "it is not legal." if reason is None else setting.catalogue(seat).render(reason)
            raise BadBot(f"The bot {self.name} chose {_quoted(text)} in seat {seat + 1}: {why}")
        return number

    def close(self) -> None:
        """End all its processes."""
        while self._lines:
            self._lines.popitem()[1].close()


def hello(setting: Setting, seat: int) -> dict[str, Json]:
    """The line that begins a game."""
    chosen = {
        option.name: setting.options[option.name] for option in setting.game.options if option.default is not None
    }
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "game": setting.game.name,
        "rules_version": setting.game.rules_version,
        "seats": setting.seats,
        "seat": seat,
        "options": chosen,  # what chance made of them, such as the cards of a deck, may be a secret: views know
        "data": setting.data,
    }


def choice(setting: Setting, view: State, news: Numbers, seat: int, budget: Budget) -> dict[str, Json]:
    """The line that asks for an action."""
    game = setting.game
    return {
        "type": "choose",
        "seat": seat,
        "prompt": setting.catalogue(seat).render(game.words.prompt(plain(view), seat)),
        "legal": sorted(map(game.words.text, list_legal(game.rules, view, seat))),
        "told": [_event(game, int(who), int(action)) for who, action in news],
        "view": document(view),
        "seconds": PATIENCE if budget.seconds is None else budget.seconds,
        "seed": int(budget.rng[0]) >> 11,  # exact in JSON, whose numbers may be floats
    }


def _event(game: Game, who: int, action: int) -> dict[str, Json]:
    return {"seat": None} if who == DEALER else {"seat": who, "action": game.words.text(action)}


def document(v: State) -> Json:
    """Give a record as JSON: its fields by name, rows of numbers as lists."""
    if v.dtype.names is None:
        return v.tolist()
    if v.ndim:
        return [document(row) for row in v]
    return {name: document(v[name]) for name in v.dtype.names}


def _line(message: dict[str, Json]) -> bytes:
    return json.dumps(message, allow_nan=False, separators=(",", ":")).encode() + b"\n"


def _words(text: str) -> list[str]:
    try:
        words = shlex.split(text.removeprefix(COMMAND))
    except ValueError as error:
        raise BadBot(f"The command of the bot {text} cannot be read: {error}.") from None
    if not words:
        raise BadBot(f"The bot {text} has no command: {COMMAND}COMMAND starts a program.")
    return words


def _quoted(text: Any) -> str:
    shown = repr(text.decode("utf-8", "replace").strip() if isinstance(text, bytes) else text)
    return shown if len(shown) <= LONGEST_QUOTE else f"{shown[: LONGEST_QUOTE - 3]}..."


class _Line:
    """A running program and the line to it. A thread writes and reads, so that whoever asks can stop waiting."""

    def __init__(self, name: str, command: list[str]) -> None:
        self._name = name
        self._patience = STARTING
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
            raise BadBot(f"The bot {name} cannot be started: {error.strerror}.") from None
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

    def ask(self, text: bytes, seconds: float) -> bytes:
        """Send a line and wait for one. Raise BadBot, and end the program, if none comes in time."""
        self._questions.put((text, True))
        try:
            answer = self._answers.get(timeout=seconds + self._patience)
        except queue.Empty:
            self.close()
            raise BadBot(f"The bot {self._name} did not answer within {seconds + self._patience:g} seconds.") from None
        self._patience = 0.0
        if not answer:
            raise BadBot(f"The bot {self._name} ended instead of choosing{self._last_words()}")
        return answer

    def _last_words(self) -> str:
        """Say with which exit code a program ended, and what it wrote last."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL)
        self._errors.seek(0)
        lines = self._errors.read().decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        code = "" if self._process.returncode is None else f" (exit code {self._process.returncode})"
        return f"{code}: {last[: 3 * LONGEST_QUOTE]}" if last else f"{code}."

    def close(self) -> None:
        """End the program: it may leave by itself when its input ends, and not stay."""
        self._questions.put(None)
        try:
            self._process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            self._kill()
            self._process.wait()
        self._thread.join(FAREWELL)
        self._errors.close()

    def _kill(self) -> None:
        """End the program and its children, where there are groups of processes."""
        if hasattr(os, "killpg"):
            os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()
