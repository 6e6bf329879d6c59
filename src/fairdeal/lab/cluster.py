"""Parts of a run played past one machine, on a Dask cluster, with the results that one process would give.

What a part holds depends on its plan and its number alone, so it does not matter which worker plays it, nor how often:
whatever a worker that is lost had begun, another begins anew. Workers play and send columns back; only whoever asked
writes, so they need no common disk. Each plays in its one thread, for what a nanny starts may start no processes.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Protocol

from fairdeal.errors import FairdealError, Refused
from fairdeal.lab.arena import Arenas
from fairdeal.lab.report.machines import machine
from fairdeal.lab.report.plan import Columns, Plan
from fairdeal.language.messages import Message, say

AHEAD = 3  # parts that are sent for each worker, so that none waits for the network
PATIENCE = 10.0  # seconds until a scheduler that does not answer is said to be absent
LOST = 5  # workers that may be lost with a part before it is given up
IDENTITY = ("version", "source", "numba")

Answer = tuple[Message | None, Columns, dict[str, Any]]
"""Why a worker refuses, or nothing; the columns of a part; the machine that played it."""


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise Refused(say("cluster.missing")) from None
    return distributed


class FarPart(Protocol):
    """A part of a run that is to be there (`RunPart`)."""

    @property
    def run(self) -> Any: ...
    @property
    def number(self) -> int: ...
    def found(self) -> Columns | None: ...


class Future(Protocol):
    """What Dask promises for a part."""

    key: str

    def result(self) -> Answer: ...
    def release(self) -> None: ...


class Cluster:
    """Workers of a scheduler at an address such as tcp://10.0.0.1:8786."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._client: Any = None

    def __enter__(self) -> Cluster:
        try:
            self._client = _distributed().Client(self._address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TypeError):
            raise Refused(say("cluster.absent", address=self._address)) from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()

    def play(self, parts: Iterator[FarPart]) -> Iterator[Columns]:
        """Let parts be there, as they are asked for, and give them in their order. Raise Refused."""
        done = _distributed().as_completed(loop=self._client.loop)
        waiting: dict[str, tuple[int, FarPart]] = {}
        answers: dict[int, Columns] = {}
        given = taken = 0
        is_last = False
        while not is_last or waiting or taken < given:
            while not is_last and len(waiting) < self._room():
                part = next(parts, None)
                if part is None:
                    is_last = True
                    break
                columns = part.found()
                if columns is None:
                    future = self._submit(part)
                    waiting[future.key] = given, part
                    done.add(future)
                else:
                    answers[given] = columns
                given += 1
            if waiting and taken not in answers:
                future = next(done)
                number, part = waiting.pop(future.key)
                answers[number] = self._kept(part, future)
            while taken in answers:
                yield answers.pop(taken)
                taken += 1

    def _room(self) -> int:
        return AHEAD * max(1, len(self._client.scheduler_info(n_workers=-1)["workers"]))

    def _submit(self, part: FarPart) -> Future:
        plan = part.run.plan
        named = hashlib.sha256(json.dumps(plan.document(), sort_keys=True).encode()).hexdigest()[:16]
        key = f"fairdeal-{named}-{part.number}"
        future: Future = self._client.submit(play_part, plan, part.number, identity(plan), key=key, retries=LOST)
        return future

    def _kept(self, part: FarPart, future: Future) -> Columns:
        """Write down a part that a worker has played."""
        try:
            refusal, columns, played_by = future.result()
        except _distributed().KilledWorker:
            raise Refused(say("cluster.lost", part=part.number)) from None
        finally:
            future.release()
        if refusal is not None:
            raise Refused(say("cluster.refused", reason=refusal))
        part.run.note_machine(played_by)
        part.run.write(part.number, columns)
        return columns


def identity(plan: Plan) -> dict[str, str]:
    """Name all that must be the same on every machine."""
    document = plan.document()
    return {"version": document["version"], "source": document["source"], "numba": str(machine()["numba"])}


# --- on a worker -----------------------------------------------------------------------------------------------------


class _Mine(threading.local):
    """The arenas of a worker's thread."""

    def __init__(self) -> None:
        self.arenas = Arenas()


_mine = _Mine()


def play_part(plan: Plan, number: int, expected: dict[str, str]) -> Answer:
    """Play a part, unless this worker would play other games."""
    try:
        here = identity(plan)
        for key in IDENTITY:
            if here[key] != expected[key]:
                return say("cluster.other", key=key, there=here[key], here=expected[key]), {}, {}
        return None, plan.play(number, _mine.arenas), machine()
    except FairdealError as error:
        return say("text", text=str(error)), {}, {}
