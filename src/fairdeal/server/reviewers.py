"""The process that makes reviews, one at a time and behind everything else; it is there only while it is wanted.

A thread talks with it, so that neither the event loop nor anybody's move waits for it. If it dies, another one makes
the review anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Literal

import msgspec
import numpy as np

from fairdeal.bots import processes
from fairdeal.contract.game import shares_of
from fairdeal.errors import FairdealError, Refused
from fairdeal.failures import log_failure
from fairdeal.language.messages import Message, say
from fairdeal.language.voice import HOUSE
from fairdeal.play import records
from fairdeal.review.findings import ReviewedChoice
from fairdeal.review.judging import effort, judged
from fairdeal.review.luck import total_luck
from fairdeal.review.reviewing import DEFAULT_LEVEL, LEVELS, review
from fairdeal.review.reviewing import SEED as REVIEW_SEED
from fairdeal.review.steps import steps
from fairdeal.review.trials import Trials

PRIORITY = 15  # niceness: whatever is played comes first, the thinking of bots too
IDLE = 60.0  # seconds without work after which the process ends
SEED = "attempt"  # another one than that of reviews, so that nothing is judged twice by the same worlds
TRIES = 3  # processes that may die over one review
_read_shares = msgspec.json.Decoder(list[float]).decode

Hear = Callable[[float], None]
"""Is told how far a review is, from 0 to 1."""
Attempt = tuple[int, str, ReviewedChoice | None]
"""Another action for an event of a record, and what its review found there."""
LUCK: Literal["luck"] = "luck"
Asked = Attempt | Literal["luck"] | None
"""What to find of a record: how good an attempt is, the luck of its seats alone, or all of it."""
Work = Callable[[Connection], None]


# --- in its process --------------------------------------------------------------------------------------------------


def work(pipe: Connection) -> None:
    """Review the records that come through the pipe, until none comes for a while or its other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # only the server decides when it is over
    os.nice(PRIORITY)
    with contextlib.suppress(EOFError, ConnectionError):
        while pipe.poll(IDLE):
            pipe.send(_answer(pipe, *pipe.recv()))


def _answer(pipe: Connection, record: bytes, asked: Asked) -> bytes | Message | str:
    """Say what was found, or why nothing was; before that, again and again how much is done."""
    try:
        match asked:
            case None:
                return made(record, pipe.send)
            case "luck":
                return adjusted(record)
            case event, action, reviewed:
                return judged_attempt(record, event, action, reviewed)
    except ConnectionError:
        raise  # the server is gone
    except FairdealError as error:
        return error.what if error.speaker == HOUSE else str(error)
    except Exception as error:
        log_failure("A review", error)
        return say("server.review_failed")


def made(record: bytes, hear: Hear) -> bytes:
    """Review a record; give what was found as JSON."""
    sitting = records.read(record)
    return msgspec.json.encode(review(sitting.setting, sitting.events, progress=hear))


def adjusted(record: bytes) -> bytes:
    """Give each seat's share of the victory beyond an even one, without its luck, as a review has it."""
    sitting = records.read(record)
    shares = np.array(shares_of(sitting.game, sitting.state))
    spent = effort(LEVELS[DEFAULT_LEVEL]).chances
    luck = total_luck(Trials(sitting.game), sitting.setting, sitting.events, spent, REVIEW_SEED)
    return msgspec.json.encode((shares - luck - 1 / sitting.setting.seats).tolist())


def judged_attempt(record: bytes, event: int, action: str, reviewed: ReviewedChoice | None) -> bytes:
    """Judge another action in place of one that was chosen in a record; give that as JSON.

    It is set beside what the review of the record named best; without one the best is looked for anew.
    """
    sitting = records.read(record)
    trials = Trials(sitting.game)
    done, _ = steps(sitting.setting, sitting.events, trials.forgets)
    step = replace(done[event], action=sitting.game.words.action(action))
    return msgspec.json.encode(judged(trials, step, effort(LEVELS[DEFAULT_LEVEL]), SEED, reviewed))


# --- the server's side -----------------------------------------------------------------------------------------------


class Reviewers:
    """Whoever makes reviews: one thread, and one process that it talks with."""

    def __init__(self, work: Work = work) -> None:
        self._work = work
        self._thread = ThreadPoolExecutor(1, "reviewing")
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._is_stopped = False

    @property
    def pid(self) -> int | None:
        """The number of the process, if there is one."""
        return None if self._process is None else self._process.pid

    async def make(self, record: bytes, hear: Hear) -> bytes:
        """Give what a review of a record finds, when its turn has come; raise Refused."""
        return await self._done(record, None, hear)

    async def judge(self, record: bytes, event: int, action: str, reviewed: ReviewedChoice | None) -> bytes:
        """Give how good another action would have been at an event of a record; raise Refused."""
        return await self._done(record, (event, action, reviewed), lambda share: None)

    async def adjust(self, record: bytes) -> list[float]:
        """Give each seat's share beyond an even one, without its luck; raise Refused."""
        found = await self._done(record, LUCK, lambda share: None)
        return _read_shares(found)

    async def _done(self, record: bytes, asked: Asked, hear: Hear) -> bytes:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._make, record, asked, hear)

    def stop(self) -> None:
        """End the process; whoever waits is refused."""
        self._is_stopped = True
        self._thread.shutdown(wait=False, cancel_futures=True)
        if self._process is not None:
            self._process.kill()
        self._thread.shutdown()
        self._end()

    # --- in the thread ---

    def _make(self, record: bytes, asked: Asked, hear: Hear) -> bytes:
        for _ in range(TRIES):
            try:
                value = self._converse(self._begun(), (record, asked), hear)
            except (EOFError, OSError):
                self._end()
                continue
            if isinstance(value, bytes):
                return value
            raise Refused(value)
        raise Refused(say("server.review_failed"))

    def _begun(self) -> Connection:
        """Give the pipe to a process that lives."""
        if self._is_stopped:
            raise Refused(say("server.review_failed"))
        if self._process is None or self._pipe is None or not self._process.is_alive():
            self._end()
            self._process, self._pipe = processes.start(self._work, name="reviewing")
        return self._pipe

    def _converse(self, pipe: Connection, asked: tuple[bytes, Asked], hear: Hear) -> bytes | Message | str:
        """Have a record reviewed, or an attempt; give what was found, or why nothing was."""
        pipe.send(asked)
        answer: bytes | Message | str | float = pipe.recv()
        while isinstance(answer, float):
            hear(answer)
            answer = pipe.recv()
        return answer

    def _end(self) -> None:
        if self._process is None or self._pipe is None:
            return
        self._pipe.close()
        self._process.kill()
        self._process.join()
        self._process = self._pipe = None
