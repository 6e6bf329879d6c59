"""Compiling beside whatever goes on: in whose order, and what becomes of processes that die over it."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection

import pytest

from fairdeal.bots import preparing as module
from fairdeal.bots import warm
from fairdeal.bots.preparing import Preparing, missing
from fairdeal.bots.warm import PLAYED, RULES, WarmTask

LONG = 300.0  # seconds that nothing here takes on a busy machine
CASTER = [WarmTask("compiled", "caster", part) for part in PLAYED]
BATTLE = [WarmTask("compiled", "battle", part) for part in PLAYED]


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + LONG
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)


# --- processes that stand in for the real one; they are imported by name ---


def quick(pipe: Connection) -> None:
    """Say that everything is done."""
    while True:
        pipe.send(pipe.recv())


def endless(pipe: Connection) -> None:
    """Never come to an end with anything."""
    pipe.recv()
    time.sleep(600)


def dying(pipe: Connection) -> None:
    """Die over the rules of the battle."""
    while True:
        task = pipe.recv()
        if task == BATTLE[0]:
            os._exit(9)
        pipe.send(task)


def prepared(tasks: list[WarmTask], work: Callable[[Connection], None]) -> list[WarmTask]:
    """Prepare all, and give it in the order in which it was there."""
    done: list[WarmTask] = []
    preparing = Preparing(tasks, done.append, work=work)
    preparing.start()
    until(lambda: not preparing.missing)
    preparing.stop()
    return done


def test_parts_are_compiled_game_by_game() -> None:
    assert prepared([*CASTER, *BATTLE], quick) == [*CASTER, *BATTLE]


def test_a_game_that_is_wanted_is_next_whatever_is_being_compiled() -> None:
    done: list[WarmTask] = []
    is_wanted = threading.Event()

    def note(task: WarmTask) -> None:
        done.append(task)
        if len(done) == 1:
            preparing.prefer("battle")
            is_wanted.set()

    preparing = Preparing([*CASTER, *BATTLE], note, work=quick)
    preparing.start()
    until(lambda: not preparing.missing)
    assert is_wanted.is_set()
    assert done == [CASTER[0], *BATTLE, CASTER[1]]


def test_what_kills_its_process_twice_is_given_up_and_the_rest_is_done() -> None:
    assert prepared([BATTLE[0], *CASTER, BATTLE[1]], dying) == [*CASTER, BATTLE[1]]


def test_it_can_be_stopped_in_the_middle() -> None:
    preparing = Preparing(CASTER, work=endless)
    preparing.start()
    until(lambda: preparing._process is not None)
    preparing.stop()
    assert preparing.missing == CASTER
    assert preparing._process is not None
    assert preparing._process.exitcode is not None


def test_a_game_whose_files_have_changed_is_compiled_again_by_a_new_process() -> None:
    done: list[WarmTask] = []
    preparing = Preparing(CASTER, done.append, work=quick)
    preparing.start()
    until(lambda: preparing._thread is None)
    first = preparing._process
    preparing.renew("caster", CASTER[:1])
    until(lambda: preparing._thread is None)
    assert done == [*CASTER, CASTER[0]]
    assert preparing._process is not first


def test_what_was_being_compiled_of_a_changed_game_is_dropped() -> None:
    preparing = Preparing([*CASTER, BATTLE[0]], work=endless)
    preparing.start()
    until(lambda: preparing._process is not None)
    first = preparing._process
    preparing.renew("caster", CASTER[1:])
    assert preparing.missing == [CASTER[1], BATTLE[0]]
    until(lambda: preparing._process is not first)
    preparing.stop()
    assert first is not None
    assert first.exitcode is not None


def test_where_nothing_is_missing_nothing_is_started() -> None:
    preparing = Preparing()
    preparing.start()
    preparing.prefer("caster")
    preparing.stop()
    assert preparing.missing == []
    assert preparing._process is None


def test_a_part_that_cannot_be_loaded_keeps_nothing_else_from_being_compiled() -> None:
    def fail(task: WarmTask) -> None:
        raise ValueError

    preparing = Preparing(CASTER, fail, work=quick)
    preparing.start()
    until(lambda: not preparing.missing)


def test_tables_lack_what_has_no_stamp_and_nothing_in_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "is_done", lambda task: task.game != "caster")
    assert missing("compiled") == CASTER
    assert missing("interpreted") == []


def test_rules_are_loaded_as_soon_as_they_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[tuple[str, str]] = []
    monkeypatch.setattr(warm, "exercise", lambda game, part: loaded.append((game, part)))
    for task in CASTER:
        module.load(task)
    assert loaded == [("caster", RULES)]
