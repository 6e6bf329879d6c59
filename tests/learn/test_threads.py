"""Threads that share tables: they end with them, and what goes wrong in one is told."""

from __future__ import annotations

import gc
import threading
import time
from typing import Any

import numpy as np
import pytest

from fairdeal import learn
from fairdeal.engine import turns
from fairdeal.engine.kernel import DEFAULT_MODE
from fairdeal.engine.stepping import ENDS
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
    begun = threading.Semaphore(0)  # a turn that nobody has taken up yet is simply taken back

    def serve(*arguments: Any) -> int:
        worker_turns = arguments[-2]
        while not turns.take_up(worker_turns, 0):
            time.sleep(0)
        begun.release()
        time.sleep(pause)
        answer = answers.pop(0)
        if isinstance(answer, BaseException):
            raise answer
        return int(answer)

    worker = TableThread(serve, (None, 0, None, None, None, None, None, np.zeros(1, np.int64)))
    worker.begin()
    assert begun.acquire(timeout=LONGEST)
    with pytest.raises(ZeroDivisionError, match="dealt by nobody"):
        worker.wait()
    worker.wait()
    worker.begin()


def test_a_turn_that_was_not_taken_up_is_taken_back() -> None:
    word = np.full(1, turns.LEADER + turns.ASLEEP, np.int64)
    assert turns.give(word, 0)  # and it must be woken
    assert turns.take_back(word, 0)
    assert word[0] == turns.LEADER
    assert not turns.give(word, 0)  # it was woken already
    assert turns.take_up(word, 0)
    assert not turns.take_back(word, 0)  # so the leader sleeps until it is woken
    assert turns.give_back(word, 0)


def test_tables_that_nobody_steps_need_no_processor() -> None:
    tables = learn.vector("caster", 64, seats=3, threads=3)
    tables.step(tables.random_actions())
    time.sleep(0.1)  # a thread looks for its next turn before it sleeps
    began, used = time.perf_counter(), time.process_time()
    time.sleep(0.5)
    assert time.process_time() - used < (time.perf_counter() - began) / 10


@pytest.mark.skipif(DEFAULT_MODE == "interpreted", reason="plain Python has nobody who could come late")
def test_nobody_waits_for_a_thread_that_never_comes() -> None:
    alone, late = (learn.vector("caster", 50, seats=3, threads=threads, seed="late") for threads in (1, 2))
    for worker in late._threads._workers:
        worker.begin = lambda: None  # type: ignore[method-assign]
    for _ in range(20):
        late.step(late.random_actions())
        alone.step(alone.random_actions())
    assert alone.save() == late.save()
    late._threads._workers.clear()
