"""Bots that whoever serves tables has named: programs and objects of Python, each with a worker process of its own.

No message can name a command: a job has the name of a bot, and what that starts was said on the server's command line.
A program that hangs keeps nobody waiting but the tables where it sits, and there not for long.
"""

from __future__ import annotations

import contextlib
import functools
import os
import re
import signal
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from types import FrameType
from typing import NoReturn

from fairdeal import games
from fairdeal.bots import finding
from fairdeal.bots.bot import Bot, Budget, checked
from fairdeal.bots.pool import PRIORITY, READY, Bots, Job, Worker, read_told, read_view, reap
from fairdeal.bots.programs import GRACE, STARTING
from fairdeal.contract.game import Setting, list_legal
from fairdeal.engine import chance, compiling
from fairdeal.errors import BadBot, BadOption, FairdealError
from fairdeal.language.messages import Message, say

SECONDS = 5.0  # that a named bot has for a choice at a served table
FAREWELL = 5.0  # seconds in which a worker has to end its programs
NAME = re.compile(r"[^\W_](?:[\w .-]{0,22}[^\W_])?")
"""What people can read, and a command line can say."""


def read_named(texts: Sequence[str]) -> dict[str, str]:
    """Read what a server's command line says of bots, NAME=BOT; raise BadOption."""
    named: dict[str, str] = {}
    levels = {level.name for game in games.all_games() for level in game.levels}
    for text in texts:
        name, equals, bot = text.partition("=")
        if not equals or not bot or not NAME.fullmatch(name):
            raise BadOption(say("bots.no_name", text=text))
        if name in levels or name in named:
            raise BadOption(say("bots.name_taken", name=name))
        for game in games.all_games():
            finding.find(game, bot)  # raises what is wrong with it, and starts nothing yet
        named[name] = bot
    return named


def new_named(named: Mapping[str, str]) -> dict[str, Bots]:
    """Make the workers of named bots."""
    return {name: NamedBots(text) for name, text in named.items()}


class NamedBots(Bots):
    """One named bot at all tables: it is asked one thing at a time, and fails at once where levels try again."""

    patience = SECONDS + GRACE + STARTING + 5.0
    tries = 1

    def __init__(self, text: str) -> None:
        super().__init__(1, work=functools.partial(work_named, text))

    def allowance(self, job: Job, now: float) -> tuple[int, float]:
        return 0, 1000 * SECONDS

    def reap(self, process: SpawnProcess) -> str:
        process.terminate()  # it may wait for a program, which it has to end first
        return reap(process, FAREWELL)

    def failure(self, sentence: Message | str) -> FairdealError:
        return BadBot(sentence)


# --- in its process --------------------------------------------------------------------------------------------------


def work_named(text: str, pipe: Connection) -> None:
    """Let a bot answer the jobs that come through the pipe, until its other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    os.nice(PRIORITY)
    worker = NamedWorker(pipe, text)
    try:
        with contextlib.suppress(EOFError, ConnectionError, SystemExit), compiling.left_to_others():
            worker.run()
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        worker.close()
    os._exit(0)  # nobody waits for threads of a bot


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    sys.exit()


class NamedWorker(Worker):
    """What runs in the worker process of a named bot."""

    def __init__(self, pipe: Connection, text: str) -> None:
        super().__init__(pipe)
        self._text = text
        self._bots: dict[str, Bot] = {}
        self._tables: dict[tuple[str, int], str] = {}
        """By game and seat: at which table the bot was last told that it plays."""

    def run(self) -> None:
        self._send(READY, "")
        while True:
            self._send(*self._reply(*self._pipe.recv()))

    def _choose(self, job: Job, iterations: int, milliseconds: float) -> str:
        try:
            return self._answer(job, milliseconds)
        except BaseException:
            self._forget(job.game)  # whatever went wrong, the next table begins with a new one
            raise

    def _answer(self, job: Job, milliseconds: float) -> str:
        bot, game = self._bot(job), games.find(job.game)
        told = read_told(job.told)
        if job.result is not None:
            finding.end(bot, told, job.seat, *job.result)
            return ""
        view, budget = read_view(game, job.view), Budget(chance.from_system(), seconds=milliseconds / 1000)
        legal = list_legal(game.rules, view, job.seat)
        action = legal[0] if len(legal) == 1 else checked(game, bot, view, told, job.seat, budget)
        return game.words.text(action)

    def _bot(self, job: Job) -> Bot:
        """Give the bot, at this table."""
        assert job.setting is not None
        game, place = games.find(job.game), (job.game, job.seat)
        if job.game not in self._bots:
            self._bots[job.game] = finding.find(game, self._text)
        if self._tables.get(place) != job.table:
            finding.begin(self._bots[job.game], Setting(game, *job.setting), job.seat)
            self._tables[place] = job.table
        return self._bots[job.game]

    def _forget(self, game: str) -> None:
        if game in self._bots:
            finding.close(self._bots.pop(game))
        self._tables = {place: table for place, table in self._tables.items() if place[0] != game}

    def close(self) -> None:
        """End whatever the bot has running."""
        for game in list(self._bots):
            self._forget(game)
