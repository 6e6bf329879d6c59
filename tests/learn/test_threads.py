"""Threads that share tables: they end with them, and what goes wrong in one is told."""

from __future__ import annotations

import gc
import threading
import time
from typing import Any

import numpy as np
import pytest

from fairdeal import learn
from fairdeal.engine.kernel import DEFAULT_MODE
from fairdeal.engine.stepping import ENDS
from fairdeal.engine.turns import LEADER
from fairdeal.learn.threads import TableThread

LONGEST = 60.0  # seconds


@pytest.mark.skipif(DEFAULT_MODE == "interpreted", reason="plain Python does one range after the other")
def test_threads_end_with_their_tables() -> None:
    before = set(threading.enumerate())
    tables = learn.vector("caster", 5, seats=3, threads=3)
    begun = set(threading.enumerate()) - before
    assert len(begun) == 2
    del tables
    gc.collect()
    for thread in begun:
        thread.join(LONGEST)
        assert not thread.is_alive()


@pytest.mark.parametrize("pause", [0.0, 0.01])
def test_what_goes_wrong_in_a_thread_is_raised_by_who_waits(pause: float) -> None:
    answers: list[Any] = [ZeroDivisionError("dealt by nobody"), ENDS]

    def serve(*arguments: Any) -> int:
        worker_turns = arguments[-2]
        while worker_turns[0] % 2 == LEADER:
            time.sleep(0)
        time.sleep(pause)
        answer = answers.pop(0)
        if isinstance(answer, BaseException):
            raise answer
        return int(answer)

    worker = TableThread(serve, (None, 0, 1, 0, None, None, None, np.zeros(1, np.int64)))
    worker.begin()
    with pytest.raises(ZeroDivisionError, match="dealt by nobody"):
        worker.wait()
    worker.wait()
    worker.begin()
