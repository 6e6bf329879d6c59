"""Worker processes that choose the actions of bots, and the queue in front of them.

A job waits in the queue of its table. Whenever a worker is free, the table that was served least recently hands it its
oldest job, so that one busy table cannot keep the others waiting; but tables at which a person is present come first,
then those at which people have seats, then those of bots alone. One job in EVERY is handed out regardless of that, so
that nobody waits for ever. A job's effort is decided at that moment: the level's iterations, divided by one more than
the jobs per worker that still wait and do not come later. Under load bots think less; they are not late, and whoever
waits for one is told what share of its iterations it had.

Workers compile nothing. On a fresh machine another process does (see `preparing`), and until it has come to a game,
that game's bots think in plain Python: as long as ever, and therefore less. A thread of each worker loads compiled code
as soon as it is there.

The event loop watches the workers' pipes (`add_reader`, which the loops of Unix have) and never waits for them.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import math
import os
import signal
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Mapping
from dataclasses import astuple, dataclass, field, replace
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

import numpy as np

from fairdeal import games
from fairdeal.bots import processes
from fairdeal.bots.choices import loaded
from fairdeal.bots.hints import best_few
from fairdeal.bots.player import ENOUGH, Player
from fairdeal.bots.searcher import Estimate
from fairdeal.contract.game import Game
from fairdeal.contract.levels import Level
from fairdeal.contract.options import Json
from fairdeal.contract.rules import Numbers, State
from fairdeal.engine import chance, compiling
from fairdeal.errors import BotFailed, FairdealError
from fairdeal.failures import log_failure
from fairdeal.language.messages import Message, say
from fairdeal.language.voice import HOUSE

PRESENT, SEATED, ALONE = range(3)  # ranks: a person of the table is here, people have seats, only bots have
EVERY = 8  # one job in so many goes to the table served least recently, whatever its rank
LEAST = 20.0  # milliseconds that a bot may always think
SLACK = 50.0  # milliseconds for the way of an action back to its table
FEWEST = 30  # iterations of a job under whatever load, unless its level has fewer
TRIES = 3  # workers that may die over one job, or in a row before any is ready
PATIENCE = 20.0  # seconds until a worker that does not answer counts as hung
REMEMBERED = 4096  # tables whose last service is remembered
FAREWELL = 0.5  # seconds that a dismissed worker has to leave by itself
PRIORITY = 10  # niceness: the server's own process comes first
LOOK_EVERY = 0.3  # seconds between two looks for code that others compile

READY, WARM, LESS, DONE, FAILED = "ready", "warm", "less", "done", "failed"  # what a worker says

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Job:
    """An action to choose: the bytes of the seat's view, which holds options and box, and how hard to think."""

    table: str
    game: str
    view: bytes
    seat: int
    level: str
    told: bytes = b""
    """All that the seat was told: the bytes of Sitting.told."""
    is_advice: bool = False
    """Not to act but to say what is best: see `Bots.judge`."""
    rank: int = PRESENT
    ready: float | None = None
    """When the bot acts, by the event loop's clock, however soon it has chosen: it may think so long and no longer, so
    that nobody can tell by the clock whether there was anything to think about. None: as long as its level may."""
    setting: tuple[int, Mapping[str, Json], Mapping[str, Json] | None] | None = None
    """Seats, options and data, for bots that are told how the game is played."""
    result: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    """Not to act but to hear that the game is over: its scores and winners."""
    number: int = 0
    """Of the last event that the view has seen."""
    seed: str = ""
    """What it chooses by, where the same is to be chosen whenever this is asked: then it has all iterations of its
    level, however long they take. Empty: by chance."""


# --- the queue -------------------------------------------------------------------------------------------------------


Hear = Callable[[float], None]
"""Is told the share of its iterations that a bot had, if that was less than enough."""


def ignore(share: float) -> None:
    """Whoever is strong enough anyway need not hear it."""


@dataclass(eq=False)
class Ticket:
    """A job, who waits for it, and how many workers have died over it."""

    job: Job
    answer: asyncio.Future[str]
    deaths: int = 0
    hear: Hear = ignore


class Queue:
    """Jobs that wait: of the tables of the best rank the one served least recently comes first, and its oldest job."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Ticket]] = {}
        self._served: OrderedDict[str, int] = OrderedDict()
        self._clock = 0
        self._taken = 0
        self._lengths: Counter[int] = Counter()  # by rank

    def __len__(self) -> int:
        return self._lengths.total()

    def before(self, rank: int) -> int:
        """Count the jobs that do not come later than one of that rank."""
        return sum(length for other, length in self._lengths.items() if other <= rank)

    def put(self, ticket: Ticket) -> None:
        """Add a job behind the others of its table.

        A new table counts as served when it comes: a stream of new tables cannot keep an old one waiting for ever.
        """
        table = ticket.job.table
        if table not in self._served:
            self._note(table)
        self._waiting.setdefault(table, deque()).append(ticket)
        self._lengths[ticket.job.rank] += 1

    def put_back(self, ticket: Ticket) -> None:
        """Add a job that was taken in vain before all others of its rank."""
        self._waiting.setdefault(ticket.job.table, deque()).appendleft(ticket)
        self._served[ticket.job.table] = -1
        self._lengths[ticket.job.rank] += 1

    def take(self) -> Ticket:
        """Remove the job that is next."""
        self._taken += 1
        table = min(self._waiting, key=self._service if self._taken % EVERY == 0 else self._place)
        ticket = self._waiting[table].popleft()
        self._shrink(ticket)
        self._note(table)
        return ticket

    def _service(self, table: str) -> int:
        """When the table was served last."""
        return self._served.get(table, -1)

    def _place(self, table: str) -> tuple[int, int]:
        return self._waiting[table][0].job.rank, self._service(table)

    def drop(self, ticket: Ticket) -> None:
        """Remove a job wherever it waits, if it does."""
        tickets = self._waiting.get(ticket.job.table, deque())
        if ticket in tickets:
            tickets.remove(ticket)
            self._shrink(ticket)

    def _shrink(self, gone: Ticket) -> None:
        self._lengths[gone.job.rank] -= 1
        if not self._waiting[gone.job.table]:
            del self._waiting[gone.job.table]

    def _note(self, table: str) -> None:
        self._clock += 1
        self._served[table] = self._clock
        self._served.move_to_end(table)
        # Whoever is forgotten has long been served, or waits and then comes first.
        if len(self._served) > REMEMBERED:
            self._served.popitem(last=False)


def effort_at(waiting: int, workers: int) -> float:
    """The share of its level's iterations that a job gets while others wait.

    >>> [effort_at(waiting, 2) for waiting in (0, 2, 6)]
    [1.0, 0.5, 0.25]
    """
    return 1 / (1 + waiting / workers)


def iterations_of(level: Level, effort: float) -> int:
    """The iterations of a job: never more than the level's, and not fewer than FEWEST for lack of time."""
    return min(level.iterations, max(FEWEST, round(level.iterations * effort)))


def milliseconds_of(level: Level, job: Job, now: float) -> float:
    """How long a job may take: as long as its level may, and not until after its bot has to act."""
    longest = 1000 * level.seconds
    return longest if job.ready is None else min(longest, max(LEAST, 1000 * (job.ready - now) - SLACK))


# --- a worker process ------------------------------------------------------------------------------------------------


def work(pipe: Connection) -> None:
    """Answer the jobs that come through the pipe, one at a time, until its other end is closed."""
    # Ctrl-C reaches all processes of a terminal, but only the server decides when it is over.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(PRIORITY)
    try:
        with compiling.left_to_others():
            Worker(pipe).run()
    except (EOFError, ConnectionError):
        os._exit(0)  # the server is gone or wants no more, and nobody waits for the loading thread


class Worker:
    """What runs in a worker process."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._sending = threading.Lock()
        self._making = threading.Lock()
        self._players: dict[str, Player] = {}

    def run(self) -> None:
        self._send(READY, "")
        threading.Thread(target=self._load_all, name="loading", daemon=True).start()
        while True:
            self._send(*self._reply(*self._pipe.recv()))

    def _send(self, kind: str, text: Message | str) -> None:
        with self._sending:
            self._pipe.send((kind, text))

    def _reply(self, job: Job, iterations: int, milliseconds: float) -> tuple[str, Message | str]:
        answer = self._judge if job.is_advice else self._choose
        try:
            return DONE, answer(job, iterations, milliseconds)
        except FairdealError as error:
            return FAILED, error.what if error.speaker == HOUSE else str(error)
        except Exception as error:
            log_failure(f"A bot of table {job.table}", error)
            return FAILED, say("bots.failed", error=type(error).__name__)

    def _choose(self, job: Job, iterations: int, milliseconds: float) -> str:
        player = self._player(job.game)
        if job.seed and player.is_awaited:
            raise BotFailed(say("bots.compiling"))  # it would choose otherwise in plain Python
        view, told, level = read_view(player.game, job.view), read_told(job.told), player.game.level(job.level)
        rng = chance.numbered(job.seed, 0) if job.seed else chance.from_system()
        action = player.choose(view, told, job.seat, level, rng, iterations, milliseconds)
        if player.effort < ENOUGH:
            self._send(LESS, repr(player.effort))
        return player.game.words.text(action)

    def _judge(self, job: Job, iterations: int, milliseconds: float) -> str:
        """Give the estimates of the best actions as JSON."""
        player = self._player(job.game)
        if player.is_awaited:
            raise BotFailed(say("bots.compiling"))
        view, told, level = read_view(player.game, job.view), read_told(job.told), player.game.level(job.level)
        rng = chance.from_system()
        found = player.judge(view, told, job.seat, level, rng, iterations, milliseconds)
        return json.dumps([astuple(estimate) for estimate in best_few(found)])

    def _player(self, name: str) -> Player:
        with self._making:
            if name not in self._players:
                self._players[name] = Player(games.find(name))
            return self._players[name]

    # --- loading ---

    def _load_all(self) -> None:
        """Load compiled code as it comes, game by game, so that no bot loses its time to that."""
        cold = [game.name for game in games.all_games()]
        while cold:
            for name in [name for name in cold if not self._player(name).is_awaited]:
                cold.remove(name)
                try:
                    loaded(games.find(name))
                    self._send(WARM, name)
                except ConnectionError:
                    return
                except Exception as error:
                    log_failure(f"Loading {name}", error)
            time.sleep(LOOK_EVERY)


def read_view(game: Game, data: bytes) -> State:
    """Give the view that was sent as bytes."""
    if len(data) != game.rules.STATE.itemsize:
        raise BotFailed(f"A view of {game.title} has {game.rules.STATE.itemsize} bytes, not {len(data)}.")
    return np.frombuffer(data, game.rules.STATE).copy()[0]


def read_told(data: bytes) -> Numbers:
    """Give what a seat was told that was sent as bytes."""
    return np.frombuffer(data, np.int32).reshape(-1, 2).copy()  # read-only arrays would be compiled for anew


# --- the server's side -----------------------------------------------------------------------------------------------


@dataclass(eq=False)
class WorkerProcess:
    """A worker process as the server sees it."""

    process: SpawnProcess
    pipe: Connection
    is_ready: bool = False
    warm: set[str] = field(default_factory=set)
    ticket: Ticket | None = None
    alarm: asyncio.TimerHandle | None = None
    over: asyncio.Event = field(default_factory=asyncio.Event)


Work = Callable[[Connection], None]


class Bots:
    """The bots of all tables: `choose` gives the text of an action for a view."""

    patience = PATIENCE
    tries = TRIES

    def __init__(
        self, workers: int | None = None, *, work: Work = work, named: Mapping[str, Bots] | None = None
    ) -> None:
        """`named` are bots beside the levels, by name, each with workers of its own: see `fairdeal.bots.named`."""
        cores = core_count()
        self.workers = max(1, min(cores, cores - 1 if workers is None else workers))
        self.done = 0
        self.borrowed = 0
        """How many of them were done on other machines."""
        self._work = work
        self._named = named or {}
        self._queue = Queue()
        self._running: list[WorkerProcess] = []
        self._keepers: list[asyncio.Task[None]] = []
        self._stopped = asyncio.Event()
        self._stopped.set()
        self._failed_starts = 0

    # --- questions ---

    @property
    def waiting(self) -> int:
        """How many jobs wait for a worker."""
        return len(self._queue)

    @property
    def busy(self) -> int:
        """How many workers have a job."""
        return sum(worker.ticket is not None for worker in self._running)

    @property
    def effort(self) -> float:
        """The share of its level's iterations that a job of a table with people would get now."""
        return self._effort(PRESENT)

    def _effort(self, rank: int) -> float:
        return effort_at(self._queue.before(rank), self.workers)

    @property
    def pids(self) -> list[int]:
        """The process numbers of the workers that are ready."""
        return [int(worker.process.pid or 0) for worker in self._running if worker.is_ready]

    @property
    def warm(self) -> set[str]:
        """The games whose compiled code every worker has loaded; the bots of the others think less for now."""
        if len(self.pids) < self.workers:
            return set()
        return set.intersection(*(worker.warm for worker in self._running if worker.is_ready))

    # --- life ---

    async def start(self) -> None:
        """Let the workers start in the background."""
        if not self._stopped.is_set():
            return
        self._stopped.clear()
        self._failed_starts = 0
        self._keepers = [asyncio.create_task(self._keep(number)) for number in range(self.workers)]

    async def stop(self) -> None:
        """End all workers; whoever still waits for an action gets BotFailed."""
        for bots in self._named.values():
            await bots.stop()
        self._stopped.set()
        self._fail_waiting(say("bots.stopped"))
        for worker in list(self._running):
            self._dismiss(worker)
        await asyncio.gather(*self._keepers)
        self._keepers = []

    def renew(self) -> None:
        """Let all workers begin anew; what they were thinking about is given to the next."""
        for worker in self._running:
            worker.process.kill()
        for bots in self._named.values():
            bots.renew()

    async def choose(self, job: Job, hear: Hear = ignore) -> str:
        """Give the text of the action that a bot chooses; raise BotFailed, BadBot, or what is wrong with the job."""
        named = self._named.get(job.level)
        if named is None:
            self.allowance(job, 0.0)
        if self._stopped.is_set():
            raise BotFailed(say("bots.not_running"))
        if named is not None:
            await named.start()  # not before somebody wants it
            return await named.choose(job, hear)
        ticket = Ticket(job, asyncio.get_running_loop().create_future(), hear=hear)
        self._queue.put(ticket)
        self._hand_out()
        try:
            return await ticket.answer
        finally:
            self._queue.drop(ticket)  # it still waits only if the caller was cancelled

    async def judge(self, job: Job) -> list[Estimate]:
        """Give what is to be expected of the best actions, best first; raise as `choose` does."""
        return [Estimate(*row) for row in json.loads(await self.choose(replace(job, is_advice=True)))]

    # --- jobs ---

    def _hand_out(self) -> None:
        """Give jobs to free workers."""
        while self.waiting and (free := [p for p in self._running if p.is_ready and p.ticket is None]):
            ticket = self._queue.take()
            self._give(ticket, next((p for p in free if ticket.job.game in p.warm), free[0]))

    def _give(self, ticket: Ticket, worker: WorkerProcess) -> None:
        loop = asyncio.get_running_loop()
        worker.ticket = ticket
        worker.alarm = loop.call_later(self.patience, worker.process.kill)
        # A worker that has just died is noticed by its pipe's end, and the job is given to another.
        with contextlib.suppress(OSError):
            worker.pipe.send((ticket.job, *self.allowance(ticket.job, loop.time())))

    def allowance(self, job: Job, now: float) -> tuple[int, float]:
        """Give the iterations and milliseconds of a job; raise what is wrong with it."""
        level = games.find(job.game).level(job.level)
        if job.seed:
            return level.iterations, math.inf
        return iterations_of(level, self._effort(job.rank)), milliseconds_of(level, job, now)

    def failure(self, sentence: Message | str) -> FairdealError:
        """What is raised when a worker could not do its job."""
        return BotFailed(sentence)

    def _hear(self, worker: WorkerProcess) -> None:
        """Read what a worker says; its messages are short, so that a readable one is there as a whole."""
        try:
            kind, text = worker.pipe.recv()
        except (EOFError, OSError):
            self._dismiss(worker)
            return
        if kind == WARM:
            worker.warm.add(text)
        elif kind == LESS and worker.ticket is not None:
            worker.ticket.hear(float(text))
        elif kind == READY:
            worker.is_ready = True
            self._failed_starts = 0
        else:
            self._answer(worker, kind, text)
        self._hand_out()

    def _answer(self, worker: WorkerProcess, kind: str, text: Message | str) -> None:
        ticket = self._release(worker)
        if ticket is None:
            return
        self.done += 1
        if ticket.answer.done():
            return  # cancelled meanwhile
        if kind == DONE:
            ticket.answer.set_result(str(text))
        else:
            ticket.answer.set_exception(self.failure(text))

    def _release(self, worker: WorkerProcess) -> Ticket | None:
        ticket, worker.ticket = worker.ticket, None
        if worker.alarm is not None:
            worker.alarm.cancel()
            worker.alarm = None
        return ticket

    def _retry(self, ticket: Ticket) -> None:
        ticket.deaths += 1
        if ticket.answer.done():
            return
        if self._stopped.is_set():
            ticket.answer.set_exception(BotFailed(say("bots.stopped")))
        elif ticket.deaths == self.tries:
            ticket.answer.set_exception(self.failure(say("bots.died", count=self.tries)))
        else:
            self._queue.put_back(ticket)

    def _fail_waiting(self, sentence: Message) -> None:
        while self.waiting:
            ticket = self._queue.take()
            if not ticket.answer.done():
                ticket.answer.set_exception(BotFailed(sentence))

    # --- workers ---

    async def _keep(self, number: int) -> None:
        """Keep one worker running: whenever it ends, start another."""
        while not self._stopped.is_set():
            if not await self._run_one(number):
                await self._recover()

    async def _run_one(self, number: int) -> bool:
        """Start a worker and wait until it ends; tell whether it was ever ready."""
        try:
            worker = await asyncio.to_thread(launch, self._work, number)
        except OSError as error:
            log_failure("Starting a worker for bots", error)
            return False
        loop = asyncio.get_running_loop()
        self._running.append(worker)
        loop.add_reader(worker.pipe.fileno(), self._hear, worker)
        try:
            if self._stopped.is_set():
                self._dismiss(worker)
            await worker.over.wait()
        finally:
            self._dismiss(worker)
        end = await asyncio.to_thread(self.reap, worker.process)
        if not self._stopped.is_set():
            log.warning("A worker for bots ended %s; another one takes its place.", end)
        return worker.is_ready

    def reap(self, process: SpawnProcess) -> str:
        """Wait for the end of a worker whose pipe is closed; say how it ended."""
        return reap(process)

    async def _recover(self) -> None:
        """After a worker that never was ready, wait a little longer each time; nobody may wait for ever."""
        if self._stopped.is_set():
            return
        self._failed_starts += 1
        if self._failed_starts >= TRIES and not self.pids:
            self._fail_waiting(say("bots.no_worker"))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._stopped.wait(), min(30.0, 0.1 * 2**self._failed_starts))

    def _dismiss(self, worker: WorkerProcess) -> None:
        """Close a worker's pipe, which ends it if it lives; its job goes to another."""
        if worker not in self._running:
            return
        self._running.remove(worker)
        asyncio.get_running_loop().remove_reader(worker.pipe.fileno())
        worker.pipe.close()
        worker.over.set()
        ticket = self._release(worker)
        if ticket is not None:
            self._retry(ticket)
        self._hand_out()


def core_count() -> int:
    """Count the cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def launch(work: Work, number: int) -> WorkerProcess:
    return WorkerProcess(*processes.start(work, name=f"bots {number}"))


def reap(process: SpawnProcess, farewell: float = FAREWELL) -> str:
    """Wait for a worker's end, and end it if it does not leave by itself; say how it ended."""
    process.join(farewell)
    if process.is_alive():
        process.kill()
        process.join()
    code = process.exitcode or 0
    process.close()
    return f"by {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
