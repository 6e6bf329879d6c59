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
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True)
class NamedBot:
    """A bot that may sit beside the levels, and where."""

    name: str
    text: str
    """What it is, see `finding.find`."""
    plays: frozenset[tuple[str, int]]
    """At which games, with how many seats."""

    def is_offered(self, game: str, seats: int) -> bool:
        """Tell whether it may sit at such a table."""
        return (game, seats) in self.plays


def names_at(named: Iterable[NamedBot], game: str, seats: int) -> tuple[str, ...]:
    """Name the bots that may sit at a table."""
    return tuple(bot.name for bot in named if bot.is_offered(game, seats))


def read_named(texts: Sequence[str]) -> tuple[NamedBot, ...]:
    """Read what a server's command line says of bots, NAME=BOT or NAME@GAME,GAME=BOT; raise BadOption."""
    taken = {level.name for game in games.all_games() for level in game.levels}
    named: list[NamedBot] = []
    for text in texts:
        head, equals, bot = text.partition("=")
        name, at, listed = head.partition("@")
        if not equals or not bot or not NAME.fullmatch(name):
            raise BadOption(say("bots.no_name", text=text))
        if name in taken:
            raise BadOption(say("bots.name_taken", name=name))
        taken.add(name)
        named.append(NamedBot(name, bot, _places(bot, listed.split(",") if at else [])))
    return tuple(named)


def _places(bot: str, listed: Sequence[str]) -> frozenset[tuple[str, int]]:
    """Find where a bot plays: at these games, or at all that it knows. Raise what is wrong with it."""
    wanted = [games.find(name) for name in listed] or [game for game in games.all_games() if finding.knows(game, bot)]
    for game in wanted:
        finding.find(game, bot)
    if not wanted:
        raise BadOption(say("bots.nowhere", bot=bot))
    return frozenset((game.name, seats) for game in wanted for seats in finding.seat_counts(game, bot))


def new_named(named: Iterable[NamedBot]) -> dict[str, Bots]:
    """Make the workers of named bots."""
    return {bot.name: NamedBots(bot.text) for bot in named}


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


@contextlib.contextmanager
def _staying() -> Iterator[None]:
    """Leave only when what is being started is known, so that it is ended first."""
    told: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, frame: told.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
        if told:
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
            with _staying():
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
