"""The bots of online tables: fair, never late, never illegal, and hard to kill."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, cast

import pytest
import uvloop

from fairdeal import games
from fairdeal.bots import pool as bots_module
from fairdeal.bots.choices import first_choice
from fairdeal.bots.pool import (
    ALONE,
    DONE,
    EVERY,
    FEWEST,
    LESS,
    PRESENT,
    READY,
    SEATED,
    Bots,
    Job,
    Queue,
    Ticket,
    Worker,
    effort_at,
    iterations_of,
    read_view,
)
from fairdeal.contract.game import list_legal
from fairdeal.contract.levels import Level
from fairdeal.contract.rules import State
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import DEALER, DEFAULT_MODE
from fairdeal.errors import BadOption, BotFailed, UnknownGame
from fairdeal.play.sitting import Sitting
from tests.breadth import mostly_soaked

IS_INTERPRETED = DEFAULT_MODE == "interpreted"
HAS_PROC = Path("/proc/self/fd").is_dir()
SEARCHING = "random" if IS_INTERPRETED else "medium"  # interpreted rules search too slowly for a test
HARD = games.find("battle").level("hard").iterations
LONG = 300.0  # seconds that nothing here takes on a busy machine


def run(main: Coroutine[Any, Any, None]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(LONG):
            await main

    asyncio.run(limited())


async def until(condition: Callable[[], object]) -> None:
    while not condition():
        await asyncio.sleep(0.005)


def is_running(pid: int) -> bool:
    """Tell whether a process runs; one that is dead and waits for its parent does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def job(table: str = "table", level: str = "hard", name: str = "battle") -> Job:
    sitting, seat = first_choice(games.find(name).in_mode("interpreted"))
    return Job(table, name, sitting.view(seat).tobytes(), seat, level)


# --- workers that stand in for the real ones; they are imported by name in their process ---


def counting(pipe: Connection) -> None:
    """Answer with how many jobs came before, and the iterations."""
    pipe.send((READY, ""))
    for before in range(1000):
        _, iterations, _ = pipe.recv()
        pipe.send((DONE, f"{before} {iterations}"))


def timing(pipe: Connection) -> None:
    """Answer with how long it may take."""
    pipe.send((READY, ""))
    while True:
        _, _, milliseconds = pipe.recv()
        pipe.send((DONE, f"{milliseconds}"))


def hurried(pipe: Connection) -> None:
    """Say that there was too little time."""
    pipe.send((READY, ""))
    while True:
        pipe.recv()
        pipe.send((LESS, "0.25"))
        pipe.send((DONE, "done"))


def dying(pipe: Connection) -> None:
    """Die over every job."""
    pipe.send((READY, ""))
    pipe.recv()
    os.kill(os.getpid(), signal.SIGKILL)


def stillborn(pipe: Connection) -> None:
    os._exit(1)


def deaf(pipe: Connection) -> None:
    """Never answer, and do not notice the end."""
    pipe.send((READY, ""))
    while True:
        time.sleep(60)


# --- the queue ---


def served(queue: Queue) -> str:
    """Take all jobs; their tables in order."""
    return "".join(queue.take().job.table for _ in range(len(queue)))


def ticket(table: str, seat: int = 0) -> Ticket:
    return Ticket(Job(table, "", b"", seat, "easy"), None)  # type: ignore[arg-type]


def filled(tables: str) -> Queue:
    queue = Queue()
    for number, table in enumerate(tables):
        queue.put(ticket(table, number))
    return queue


def test_tables_take_turns() -> None:
    assert served(filled("aaaabbc")) == "abcabaa"


def test_the_table_served_least_recently_comes_first() -> None:
    queue = filled("abc")
    assert served(queue) == "abc"
    for table in "cba":
        queue.put(ticket(table))
    assert served(queue) == "abc"


def test_new_tables_do_not_keep_an_old_one_waiting() -> None:
    queue = filled("aa")
    assert queue.take().job.table == "a"
    for table in "xyz":
        queue.put(ticket(table))
    assert served(queue) == "axyz"


def ranked(*tables: str) -> Queue:
    """Jobs of tables, those of the first text of the best rank, and so on."""
    queue = Queue()
    for rank, names in reversed(list(enumerate(tables))):
        for table in names:
            queue.put(Ticket(Job(table, "", b"", 0, "easy", rank=rank), None))  # type: ignore[arg-type]
    return queue


def test_tables_with_people_come_first() -> None:
    assert served(ranked("ab", "c", "de")) == "abcde"
    queue = ranked("", "", "xy")
    assert queue.take().job.table == "x"
    queue.put(ticket("a"))
    assert served(queue) == "ay"


def test_the_last_in_rank_still_gets_a_turn_now_and_then() -> None:
    queue = ranked("", "", "x")
    found = ""
    for _ in range(2 * EVERY):
        queue.put(ticket("a"))
        found += queue.take().job.table
        if "x" in found:
            break
    assert found == "a" * (EVERY - 1) + "x"


def test_effort_counts_the_jobs_that_do_not_come_later() -> None:
    queue = ranked("aa", "b", "x" * 300)
    assert [queue.before(rank) for rank in (PRESENT, SEATED, ALONE)] == [2, 3, 303]
    queue.drop(ticket("nobody"))
    served(queue)
    assert [queue.before(rank) for rank in (PRESENT, SEATED, ALONE)] == [0, 0, 0]


def test_a_crowd_of_bots_does_not_make_the_bots_of_people_stupid() -> None:
    async def main() -> None:
        bots = Bots(1, work=counting)
        await bots.start()
        crowd = [asyncio.create_task(bots.choose(replace(job(f"t{n}"), rank=ALONE))) for n in range(40)]
        await until(lambda: bots.waiting >= 39)
        assert bots.effort == 1.0
        _, iterations = (await bots.choose(job("people"))).split()
        assert int(iterations) == games.find("battle").level("hard").iterations
        for task in crowd:
            task.cancel()
        await bots.stop()

    run(main())


def test_a_worker_is_told_how_long_its_bot_may_think() -> None:
    async def main() -> None:
        bots = Bots(1, work=timing)
        await bots.start()
        soon = asyncio.get_running_loop().time() + 0.2
        assert 0 < float(await bots.choose(replace(job(), ready=soon))) <= 150
        assert float(await bots.choose(job())) == 1000
        await bots.stop()

    run(main())


def test_a_tables_jobs_keep_their_order() -> None:
    queue = filled("abab")
    assert [queue.take().job.seat for _ in range(4)] == [0, 1, 2, 3]


def test_a_job_taken_in_vain_is_next_again() -> None:
    queue = filled("aab")
    first = queue.take()
    queue.put_back(first)
    assert queue.take() is first
    assert served(queue) == "ba"


def test_a_dropped_job_is_gone_wherever_it_was() -> None:
    queue = filled("ab")
    gone = ticket("a")
    queue.put(gone)
    queue.drop(gone)
    queue.drop(gone)
    assert len(queue) == 2
    assert served(queue) == "ab"


def test_what_is_remembered_of_tables_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots_module, "REMEMBERED", 3)
    queue = filled("abcdefg")
    assert len(queue._served) == 3
    assert sorted(served(queue)) == list("abcdefg")


# --- effort ---


def test_effort_shrinks_with_the_jobs_that_wait_per_worker() -> None:
    chance, easy, hard = (Level(name, n, frozenset()) for name, n in (("chance", 0), ("easy", 20), ("hard", 3000)))
    assert [iterations_of(hard, effort_at(waiting, 2)) for waiting in (0, 2, 8, 10_000)] == [3000, 1500, 600, FEWEST]
    assert iterations_of(easy, effort_at(100, 1)) == easy.iterations
    assert iterations_of(chance, 1.0) == 0


def test_effort_is_decided_when_the_job_is_handed_out_and_recovers() -> None:
    async def main() -> None:
        bots = Bots(1, work=counting)
        await bots.start()
        waiting = [asyncio.create_task(bots.choose(job())) for _ in range(4)]
        await until(lambda: bots.waiting == 4)
        assert bots.effort == 1 / 5
        assert await asyncio.gather(*waiting) == [f"{number} {round(HARD / (4 - number))}" for number in range(4)]
        assert (bots.waiting, bots.busy, bots.done, bots.effort) == (0, 0, 4, 1.0)
        await bots.stop()

    run(main())


def test_tables_take_turns_at_a_worker() -> None:
    async def main() -> None:
        bots = Bots(1, work=counting)
        await bots.start()
        order: list[str] = []

        async def ask(table: str) -> None:
            order.append(f"{await bots.choose(job(table))}{table}")

        await asyncio.gather(*(ask(table) for table in "aaaabbc"))
        assert "".join(line[-1] for line in sorted(order)) == "abcabaa"
        await bots.stop()

    run(main())


def test_a_view_of_the_wrong_size_is_refused() -> None:
    with pytest.raises(BotFailed, match="bytes, not 3"):
        read_view(games.find("battle"), b"abc")


# --- real workers ---


def random_views(name: str) -> list[tuple[bytes, int, list[str]]]:
    """Views all over a random game, their seats, and the texts of what is legal."""
    game = games.find(name)
    sitting, rng, found = Sitting(game.setting(game.seat_counts[-1])), numbered(name, 1), []
    while not sitting.is_over:
        for seat in set(sitting.actors) - {DEALER}:
            found.append((sitting.view(seat).tobytes(), seat, sitting.legal_texts(seat)))
        sitting.random_step(rng)
    return found[:: max(1, len(found) // 12)]


async def check_advice(bots: Bots, name: str) -> None:
    """What a worker advises is legal, with the most tried action first."""
    game = games.find(name)
    asked = job(level=SEARCHING, name=name)
    if SEARCHING != "random":
        found = await bots.judge(asked)
        assert {estimate.action for estimate in found} <= set(list_legal(game.rules, view_of(asked), asked.seat))
        assert [estimate.visits for estimate in found] == sorted((e.visits for e in found), reverse=True)


def view_of(asked: Job) -> State:
    return read_view(games.find(asked.game), asked.view)


def test_all_games_are_played_legally() -> None:
    async def play(bots: Bots, name: str, level: str) -> None:
        for view, seat, legal in random_views(name):
            assert await bots.choose(Job(name, name, view, seat, level)) in legal

    async def main() -> None:
        bots = Bots(2)
        bots.patience = 600.0
        await bots.start()
        await asyncio.gather(*(play(bots, name, SEARCHING) for name in games.NAMES))  # cold at first
        await until(lambda: bots.warm == set(games.NAMES))
        for level in ("random", SEARCHING):
            await asyncio.gather(*(play(bots, name, level) for name in games.NAMES))
        for name in games.NAMES:
            await check_advice(bots, name)
        await bots.stop()

    async def patient() -> None:
        async with asyncio.timeout(600):  # the code may have to be compiled
            await main()

    uvloop.run(patient())


def test_what_is_wrong_with_a_job_is_said() -> None:
    async def main() -> None:
        bots = Bots(1)
        with pytest.raises(BotFailed, match="not running"):
            await bots.choose(job())
        await bots.start()
        await bots.start()
        with pytest.raises(BadOption):
            await bots.choose(job(level="grim"))
        with pytest.raises(UnknownGame):
            await bots.choose(Job("table", "chess", b"", 0, "easy"))
        with pytest.raises(BotFailed, match="bytes, not 3"):
            await bots.choose(Job("table", "battle", b"abc", 0, "easy"))
        with pytest.raises(BotFailed, match="has nothing to do now"):
            await bots.choose(Job("table", "battle", job().view, 1 - job().seat, "easy"))
        assert len(bots.pids) == bots.workers == 1
        await bots.stop()

    run(main())


def test_workers_are_bounded_by_the_cores() -> None:
    cores = bots_module.core_count()
    assert Bots().workers == max(1, cores - 1)
    assert Bots(1000).workers == cores
    assert Bots(0).workers == 1


# --- death ---


def test_a_killed_worker_is_replaced_and_its_job_done_by_another(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        bots = Bots(1)
        await bots.start()
        await until(lambda: bots.pids)
        [victim] = bots.pids
        os.kill(victim, signal.SIGSTOP)  # it will be in the middle of the job for as long as we like
        answer = asyncio.create_task(bots.choose(job()))
        await until(lambda: bots.busy)
        os.kill(victim, signal.SIGKILL)
        assert (await answer).startswith("attack ")
        assert victim not in bots.pids
        assert len(bots.pids) == 1
        await bots.stop()

    run(main())
    assert "A worker for bots ended by SIGKILL; another one takes its place." in caplog.messages


def test_a_job_that_kills_three_workers_fails() -> None:
    async def main() -> None:
        bots = Bots(1, work=dying)
        await bots.start()
        with pytest.raises(BotFailed, match="3 workers died"):
            await bots.choose(job())
        assert bots.waiting == 0
        await bots.stop()

    run(main())


def test_if_no_worker_starts_nobody_waits_for_ever() -> None:
    async def main() -> None:
        bots = Bots(1, work=stillborn)
        await bots.start()
        with pytest.raises(BotFailed, match="No worker for bots can be started"):
            await bots.choose(job())
        await bots.stop()

    run(main())


def test_a_hung_worker_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bots, "patience", 0.05)

    async def main() -> None:
        bots = Bots(1, work=deaf)
        await bots.start()
        with pytest.raises(BotFailed, match="3 workers died"):
            await bots.choose(job())
        await bots.stop()

    run(main())


def test_a_cancelled_job_is_dropped_or_its_answer_ignored() -> None:
    async def main() -> None:
        bots = Bots(1, work=counting)
        await bots.start()
        await until(lambda: bots.pids)
        [pid] = bots.pids
        os.kill(pid, signal.SIGSTOP)
        tasks = [asyncio.create_task(bots.choose(job(table))) for table in "abc"]
        await until(lambda: bots.waiting == 2)
        tasks[0].cancel()  # it is out
        tasks[1].cancel()  # it waits
        await until(lambda: bots.waiting == 1)
        os.kill(pid, signal.SIGCONT)
        assert await tasks[2] == f"1 {HARD}"
        assert [task.cancelled() for task in tasks] == [True, True, False]
        await bots.stop()

    run(main())


# --- the end ---


@pytest.mark.parametrize("worker", [bots_module.work, deaf])
def test_stopping_ends_all_workers_and_whoever_waits(worker: Callable[[Connection], None]) -> None:
    async def main() -> None:
        bots = Bots(2, work=worker)
        await bots.start()
        await until(lambda: len(bots.pids) == bots.workers)
        pids = bots.pids
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        jobs = [asyncio.create_task(bots.choose(job())) for _ in range(bots.workers + 1)]
        await until(lambda: bots.waiting == 1)
        start = time.perf_counter()
        await bots.stop()
        assert time.perf_counter() - start < 2
        assert not any(Path(f"/proc/{pid}").exists() for pid in pids)
        errors = await asyncio.gather(*jobs, return_exceptions=True)
        assert [str(error) for error in errors] == ["The bots have been stopped."] * len(jobs)
        assert (bots.pids, bots.waiting, bots.busy) == ([], 0, 0)

    run(main())


def test_they_can_be_stopped_at_once_and_started_again() -> None:
    async def main() -> None:
        bots = Bots(1)
        await bots.stop()
        await bots.start()
        await bots.stop()
        await bots.start()
        assert await bots.choose(job(level="random"))
        await bots.stop()

    run(main())


def open_files(pid: int) -> set[str]:
    """Name what a process has open; some of it may be closed meanwhile."""
    found = set()
    for link in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            found.add(os.readlink(link))
    return found


@pytest.mark.skipif(not HAS_PROC, reason="needs /proc")
def test_workers_ignore_ctrl_c_yield_to_the_server_and_inherit_no_socket() -> None:
    async def main() -> None:
        with socket.create_server(("127.0.0.1", 0)) as listening:
            listening.set_inheritable(True)
            own = os.readlink(f"/proc/self/fd/{listening.fileno()}")
            bots = Bots(1)
            await bots.start()
            await until(lambda: bots.pids)
            [pid] = bots.pids
            os.kill(pid, signal.SIGINT)
            assert await bots.choose(job(level="random"))
            assert bots.pids == [pid]
            assert os.getpriority(os.PRIO_PROCESS, pid) == min(19, os.nice(0) + bots_module.PRIORITY)
            assert own not in open_files(pid)
            await bots.stop()

    run(main())


SERVER = """
import asyncio
from fairdeal.bots.pool import Bots

async def main():
    bots = Bots(2)
    await bots.start()
    while len(bots.pids) < bots.workers:
        await asyncio.sleep(0.01)
    print(*bots.pids, flush=True)
    await asyncio.sleep(600)

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.skipif(not HAS_PROC, reason="needs /proc")
def test_workers_end_when_the_server_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        pids = [int(pid) for pid in server.stdout.readline().split()]
        assert pids
        assert all(is_running(pid) for pid in pids)
        server.kill()
    deadline = time.monotonic() + 10
    while any(is_running(pid) for pid in pids):
        assert time.monotonic() < deadline
        time.sleep(0.02)


# --- a fresh machine ---

FRESH = """
import asyncio
import sys
from fairdeal import games
from fairdeal.bots.choices import first_choice
from fairdeal.bots.pool import Bots, Job
from fairdeal.engine import compiling
from fairdeal.errors import BotFailed

async def main():
    name = sys.argv[1]
    sitting, seat = first_choice(games.find(name))
    job = Job("table", name, sitting.view(seat).tobytes(), seat, "expert")
    bots = Bots(1)
    await bots.start()
    while not bots.pids:
        await asyncio.sleep(0.01)
    text = await bots.choose(job)
    games.find(name).words.action(text)
    try:
        raise SystemExit(await bots.judge(job))
    except BotFailed as error:
        assert "still being compiled" in str(error), error
    print(name, len(bots.warm), flush=True)
    await bots.stop()

if __name__ == "__main__":
    with compiling.left_to_others():
        asyncio.run(main())
"""


@pytest.mark.skipif(IS_INTERPRETED, reason="nothing is compiled then")
@pytest.mark.parametrize("name", mostly_soaked(games.NAMES, "battle"))
def test_bots_think_in_plain_python_where_nothing_is_compiled_yet(tmp_path: Path, name: str) -> None:
    fresh = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    server = subprocess.run([sys.executable, "-c", FRESH, name], env=fresh, capture_output=True, text=True, check=True)
    assert server.stdout.split() == [name, "0"]
    assert not list(tmp_path.rglob("*.nb?")), "workers compile nothing"


class Ear:
    """A pipe that keeps what a worker says."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, str]] = []

    def send(self, said: tuple[str, str]) -> None:
        self.heard.append(said)


@pytest.mark.parametrize(
    ("level", "iterations", "share"), [("hard", 30, 30 / HARD), ("hard", HARD, None), ("easy", 1, None)]
)
def test_a_worker_says_when_a_bot_had_less_than_its_iterations(
    level: str, iterations: int, share: float | None
) -> None:
    ear = Ear()
    worker = Worker(cast(Any, ear))
    kind, action = worker._reply(job(level=level), iterations, 60_000.0)
    assert (kind, str(action).split()[0]) == (DONE, "attack")
    assert ear.heard == ([] if share is None else [(LESS, repr(share))])


def test_whoever_waits_for_a_bot_hears_that_it_had_less() -> None:
    async def main() -> None:
        bots = Bots(1, work=hurried)
        await bots.start()
        heard: list[float] = []
        assert await bots.choose(job(), heard.append) == "done"
        assert heard == [0.25]
        await bots.stop()

    run(main())
