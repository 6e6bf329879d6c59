"""What is due at a table, and when: the clock's business, bots whose turn it is, and players who are gone too long."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import hashlib
from collections.abc import Callable
from dataclasses import replace

from fairdeal.bots.pool import ALONE, PRESENT, SEATED, Bots, Job
from fairdeal.engine import chance
from fairdeal.engine.kernel import DEALER, SPECTATOR
from fairdeal.errors import BadBot, BadOption, BotFailed, FairdealError, Refused, Stale, StoreError
from fairdeal.failures import log_failure, log_trouble
from fairdeal.play import events as ev
from fairdeal.play.clocks import Now
from fairdeal.play.commands import deals, leaving, moves
from fairdeal.play.days import bot_seed
from fairdeal.play.table import STAND_IN, Phase, Table
from fairdeal.server.ledger import Do, Ledger
from fairdeal.server.presence import Presence
from fairdeal.server.tasks import Tasks, Work
from fairdeal.server.uptime import Uptime

USUAL_BEAT = 500  # milliseconds; the server may have another
PERCENT: dict[ev.Pace, int] = {"relaxed": 160, "usual": 100, "brisk": 65}  # of a bot's time, at each pace of a table
LONGEST_REST = 60.0  # seconds after which a turn that failed is tried again


class Schedule:
    """Knows when a table has to be looked at again, and lets its bots think."""

    def __init__(
        self,
        ledger: Ledger,
        presence: Presence,
        tasks: Tasks,
        bots: Bots,
        uptime: Uptime,
        beat: tuple[int, int],
        tell_effort: Callable[[int, float], None] = lambda seat, share: None,
    ) -> None:
        """`tell_effort` is told the seat of a bot that had less than its usual work, and which share of it."""
        self._ledger = ledger
        self._presence = presence
        self._tasks = tasks
        self._bots = bots
        self._uptime = uptime
        self._beat = beat
        self._tell_effort = tell_effort
        self._is_over_told = ledger.table.phase == Phase.OVER
        self._turns: dict[int, asyncio.Task[None]] = {}
        """Of bots that think, by seat, and of the dealer."""
        self._failures: dict[int, int] = {}
        """How often each of them failed in a row."""
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def is_idle(self) -> bool:
        """Whether nobody is at something."""
        return not self._turns

    def look_ahead(self, do: Do) -> None:
        """Set the alarm, and let bots think whose turn it is."""
        self.forget_alarm()
        if self._ledger.damage is not None or self._tasks.is_stopped:
            return
        table, at = self._ledger.table, self._uptime.now()
        self._presence.note_missing(at)
        self._tell_over()
        alarm = earliest(table.alarm(at), *self._presence.ends().values()) if table.is_by_clock else None
        if alarm is not None and DEALER not in self._turns:
            delay, wake = max(0, alarm - at) / 1000, functools.partial(self._wake, do)
            self._alarm = asyncio.get_running_loop().call_later(delay, self._take_turn, DEALER, wake, do)
        for seat, level in table.bots_to_act(at) if self.is_awake() else ():
            self._take_turn(seat, functools.partial(self._act_for, seat, level, do), do)

    def forget_alarm(self) -> None:
        """Nothing wakes the table until somebody looks ahead again."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def is_awake(self) -> bool:
        """Tell whether bots act: somebody is connected, or a person who plays here has a clock that runs."""
        return bool(self._presence.connections) or self._presence.is_timed()

    def due(self, at: int) -> int | None:
        """When the table has to be looked at, should nobody be here and the table not be in memory; None: never.

        Whoever is here now may be gone without a word, by a power cut say, so everybody's grace counts.
        """
        if not self._ledger.table.is_by_clock:
            return None
        if self._presence.is_timed() and self._ledger.table.bots_to_act(at):
            return at
        return earliest(self._ledger.table.alarm(at), *self._presence.graces(at))

    def _take_turn(self, who: int, act: Work, do: Do) -> None:
        """Let a bot, or the dealer, do what it has to, unless it is at that already."""
        if who not in self._turns:
            self._turns[who] = self._tasks.start(functools.partial(self._turn, who, act, do))

    async def _turn(self, who: int, act: Work, do: Do) -> None:
        """Act; after a failure rest, twice as long each time, before anybody tries again."""
        number = self._ledger.table.number
        try:
            await act()
            self._failures.pop(who, None)
        except Exception as error:
            if is_failure(error, self._ledger.table.number == number):
                self._log_turn(error)
                await self._rest(who)
        finally:
            self._turns.pop(who, None)
            self.look_ahead(do)

    def _log_turn(self, error: Exception) -> None:
        if isinstance(error, BotFailed | StoreError):
            log_trouble(error)
        else:
            log_failure(f"A turn at table {self._ledger.table.id}", error)

    async def _rest(self, who: int) -> None:
        self._failures[who] = self._failures.get(who, 0) + 1
        await asyncio.sleep(rest_after(self._failures[who]))

    async def _wake(self, do: Do) -> None:
        await do(self._do_what_is_due)

    def _do_what_is_due(self, table: Table, now: Now) -> None:
        """Do what the clock asks for: the table's own business, and bots for those who have been gone too long."""
        deals.wake(table, now)
        self._presence.note_missing(now.at)
        for seat in self._presence.overdue(now.at):
            leaving.stand_in(table, seat, now)

    async def _act_for(self, seat: int, level: str, do: Do) -> None:
        table, number, pause = self._ledger.table, self._ledger.table.number, self.pause_before(seat, level)
        ready, shares = clock() + pause / 1000, list[float]()
        try:
            action = await self._bots.choose(self._job(seat, level, ready if pause else None), shares.append)
        except (BadBot, BadOption) as error:  # of a bot that was named here, now or before a restart
            log_trouble(error)
            await do(lambda table, now: leaving.replace_bot(table, seat, level, now))
            return
        await wait_until(ready)
        by = level if table.chairs[seat].bot else STAND_IN
        await do(lambda table, now: moves.play(table, seat, [action], "", number, now, by))
        if shares:  # told after the move, so that nobody hears of a choice before it is made
            await do(lambda table, now: self._tell_effort(seat, shares[-1]))

    def _job(self, seat: int, level: str, ready: float | None) -> Job:
        """What a bot has to know. Without a pause it thinks as long as its level may, and that shows."""
        table = self._ledger.table
        rank = PRESENT if self._presence.here() else SEATED if table.people() else ALONE
        told, view, setting = table.told(seat).tobytes(), table.view(seat).as_bytes, None
        if self._is_named(level):
            agreed = table.setting()
            setting = agreed.seats, agreed.options, agreed.data
        of_day = table.opened.copied if table.opened.day else None
        seed = bot_seed(of_day.secret, seat, told) if of_day is not None else ""
        return Job(
            table.id,
            table.opened.game,
            view,
            seat,
            level,
            told,
            rank=rank,
            ready=ready,
            setting=setting,
            number=table.number,
            seed=seed,
        )

    def _is_named(self, level: str) -> bool:
        """Tell whether a bot is none of the game's levels."""
        return all(level != each.name for each in self._ledger.table.game.levels)

    def _tell_over(self) -> None:
        """Tell named bots how the game ended, once."""
        table = self._ledger.table
        if self._is_over_told or table.ended is None:
            return
        self._is_over_told = True
        result = tuple(table.ended.scores), tuple(table.ended.winners)
        for seat, chair in enumerate(table.chairs):
            if chair.bot and self._is_named(chair.bot):
                job = replace(self._job(seat, chair.bot, None), result=result)
                self._tasks.start(functools.partial(self._say_over, job))

    async def _say_over(self, job: Job) -> None:
        with contextlib.suppress(FairdealError):  # it has no seat any more that it could lose
            await self._bots.choose(job)

    def pause_before(self, seat: int, level: str) -> int:
        """How many milliseconds pass before a bot acts; it depends on public facts only.

        The bot thinks meanwhile, and no longer: whoever had no choice acts as late as whoever had to search.
        In real time a bot takes as long as a person, and never acts before the slowest person could have.
        """
        low, high = self._beat
        opened, number = self._ledger.table.opened, self._ledger.table.number
        deal = opened.copied_from if opened.day else self._ledger.table.id  # bots are as quick for all who play a day
        fact = f"{deal} {number} {seat}".encode()
        share = int.from_bytes(hashlib.blake2s(fact, digest_size=4).digest(), "big")
        if not self._ledger.table.game.rules.REAL_TIME:
            return low + share % (high - low + 1)
        percent = PERCENT[self._ledger.table.opened.pace]
        return self._pace(seat, level, fact) * percent * low // (100 * USUAL_BEAT) + self._presence.slowest()

    def _pace(self, seat: int, level: str, fact: bytes) -> int:
        """Real time: how long a bot of that level takes at the usual beat."""
        game, sitting = self._ledger.table.game, self._ledger.table.sitting
        if game.pace is None or sitting is None:
            return 3 * USUAL_BEAT
        rng = chance.numbered(fact.decode(), 0)
        return int(game.pace(sitting.view(SPECTATOR), seat, game.place_of(level), rng))


def earliest(*times: int | None) -> int | None:
    """The first of some times, of which each may never come."""
    return min((time for time in times if time is not None), default=None)


def clock() -> float:
    """The event loop's time, in seconds."""
    return asyncio.get_running_loop().time()


async def wait_until(moment: float) -> None:
    await asyncio.sleep(max(0.0, moment - clock()))


def is_failure(error: Exception, is_unchanged: bool) -> bool:
    """Tell whether a turn failed; not if somebody else acted first, or the player is back."""
    return is_unchanged or not isinstance(error, Stale | Refused)


def rest_after(failures: int) -> float:
    """How many seconds to wait after so many failures in a row.

    >>> [rest_after(failures) for failures in (1, 2, 3, 7, 100)]
    [1.0, 2.0, 4.0, 60.0, 60.0]
    """
    return min(LONGEST_REST, 2.0 ** min(failures - 1, 10))
