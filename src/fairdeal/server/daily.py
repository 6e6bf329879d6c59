"""The deals of the day: what they are, one counted try for each guest, and how all have done.

Everything is kept in the store: the deal itself before anybody plays it, who plays at which table before that table is
opened, and each result when somebody first asks after the end. So nothing is lost with a process, and of several
processes each knows the same.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import math
import secrets
import time
from collections import Counter
from collections.abc import Sequence

import msgspec

from fairdeal import games
from fairdeal.contract.game import Game, shares_of
from fairdeal.errors import FairdealError, Refused
from fairdeal.language.languages import DEFAULT
from fairdeal.language.messages import say
from fairdeal.play import events as ev
from fairdeal.play import records
from fairdeal.play.commands import seats
from fairdeal.play.days import DayDeal, day_after, day_of, deal_name, end_of, new_deal, read_day
from fairdeal.play.fairness import SECRET
from fairdeal.play.table import Table
from fairdeal.server.documents import DailyDoc, DailyGame, DailyPlace, DailyStandings, StandingsBin, WhyNot
from fairdeal.server.folding import LATEST, folded, read
from fairdeal.server.hub import Hub
from fairdeal.server.names import new_id
from fairdeal.server.reviewers import Reviewers
from fairdeal.server.salts import new_salts
from fairdeal.server.store import SessionRow

DEAL, TRY, RESULT = "day", "day try", "day result"  # kinds of documents in the store, by day and game
LOOK_EVERY = 5.0  # seconds between two looks at games that may have ended although nobody asked for their results
MOST_LOOKS = 50  # tables that are read at one look
SHOWN = 100  # places of the standings
WIDTH = 0.1  # of a bin of the standings, in shares of the victory

log = logging.getLogger(__name__)


class DayTry(msgspec.Struct, frozen=True):
    """Who plays a deal of the day, and where."""

    table: str
    name: str


class DayResult(msgspec.Struct, frozen=True):
    """How it ended. What does not count has a reason, and no score."""

    points: int = 0
    share: float = 0.0
    adjusted: float = 0.0
    why_not: WhyNot = ""

    @property
    def counts(self) -> bool:
        return not self.why_not


_read_deal = msgspec.json.Decoder(DayDeal).decode
_read_try = msgspec.json.Decoder(DayTry).decode
_read_result = msgspec.json.Decoder(DayResult).decode


class Daily:
    """The deals of the day of one server."""

    def __init__(self, hub: Hub, reviewers: Reviewers) -> None:
        self._hub = hub
        self._store = hub.store
        self._reviewers = reviewers
        self._opening = asyncio.Lock()
        self._looked: dict[str, float] = {}
        """When games of a day were last looked at, by day and game."""
        self._places: dict[str, int] = {}
        """How far the looks have come among those that are still played."""
        self._making: dict[str, asyncio.Task[None]] = {}

    @property
    def day(self) -> str:
        return day_of(self._hub.uptime.wall())

    # --- the deals ---------------------------------------------------------------------------------------------------

    async def deal(self, day: str, game: Game) -> DayDeal:
        """Give the deal of a day, the same to all who ever ask: it is decided when somebody asks first."""
        data = self._hub.data_of(game.name)
        proposed = new_deal(day, game, data, new_salts(game, {}), secrets.token_hex(SECRET))
        kept = await self._store.keep_first(DEAL, f"{day}/{game.name}", msgspec.json.encode(proposed))
        return _read_deal(kept)

    async def today(self, session: SessionRow | None, language: str = DEFAULT) -> DailyDoc:
        """Say which deals there are today, and what is promised for those of tomorrow."""
        day = self.day
        found = [await self._game_doc(day, game, session, language) for game in games.all_games()]
        return DailyDoc(day, day_after(day, -1), end_of(day), tuple(found))

    async def _game_doc(self, day: str, game: Game, session: SessionRow | None, language: str) -> DailyGame:
        deal, later = await self.deal(day, game), await self.deal(day_after(day), game)
        tries = await self._tries(day, game.name)
        mine = tries.get(session.id) if session else None
        return DailyGame(
            game=game.name,
            title=game.title,
            seats=deal.seats,
            seat=deal.seat,
            level=game.said(game.level(deal.level).label, language),
            commitment=_commitment(day, game, deal),
            next_commitment=_commitment(day_after(day), game, later),
            started=len(tries),
            table=mine.table if mine else "",
            over=mine is not None and await self._is_over(mine.table),
        )

    async def play(self, session: SessionRow, name: str) -> str:
        """Give the table at which a guest plays the deal of today, opened if there is none; one and no other."""
        game, day = games.find(name), self.day
        deal = await self.deal(day, game)
        if deal.rules_version != game.rules_version:
            raise Refused(say("daily.other_rules"))
        if any(task.game == game.name for task in self._hub.preparing.missing):
            raise Refused(say("daily.compiling"))
        key, wanted = f"{day}/{game.name}/{session.id}", DayTry(new_id(), session.name)
        kept = await self._store.keep_first(TRY, key, msgspec.json.encode(wanted))
        table = _read_try(kept).table
        async with self._opening:
            stored = await self._store.load(table)
            if stored is None:
                await self._open(day, game, deal, session, table)
            elif stored[0].phase == "over":
                raise Refused(say("daily.played"))
        return table

    async def _open(self, day: str, game: Game, deal: DayDeal, session: SessionRow, table: str) -> None:
        opened = ev.Opened(
            game=game.name,
            rules_version=deal.rules_version,
            seats=deal.seats,
            options=deal.options,
            host=session.id,
            data=deal.data,
            salts=deal.salts,
            copied_from=deal_name(day, game.name),
            copied=deal.part(day, game),
            day=day,
        )
        me = seats.Seated(deal.seat, session.name, (session.id,))
        await self._hub.open(opened, deal.bots, [me], name=table)

    # --- how all have done -------------------------------------------------------------------------------------------

    async def standings(self, day: str, name: str, session: SessionRow | None) -> DailyStandings:
        """Say how all have done, to whoever has played; to everybody when the day is over."""
        game, day = games.find(name), read_day(day)
        tries = await self._tries(day, game.name)
        mine = tries.get(session.id) if session else None
        is_open = day < self.day
        if not is_open and not (day == self.day and mine is not None and await self._is_over(mine.table)):
            raise Refused(say("daily.play_first"))
        results = await self._results(day, game.name)
        await self._look(day, game.name, tries, results, mine)
        counted = sorted(
            (
                (result.adjusted, tried)
                for tried in tries.values()
                if (result := results.get(tried.table)) and result.counts
            ),
            key=lambda pair: (-pair[0], pair[1].name),
        )
        places = [_place(tried, results[tried.table], [score for score, _ in counted], is_open) for _, tried in counted]
        own = results.get(mine.table) if mine else None
        return DailyStandings(
            day=day,
            game=game.name,
            title=game.title,
            open=is_open,
            started=len(tries),
            counted=len(counted),
            places=tuple(places[:SHOWN]),
            bins=_bins([score for score, _ in counted]),
            mine=_place(mine, own, [score for score, _ in counted], is_open) if mine and own and own.counts else None,
            waiting=mine is not None and own is None and await self._is_over(mine.table),
            why_not=own.why_not if own else "",
        )

    async def _tries(self, day: str, game: str) -> dict[str, DayTry]:
        """Who plays a deal, by session."""
        kept = await self._store.kept_under(TRY, f"{day}/{game}/")
        return {key.split("/", 2)[2]: _read_try(value) for key, value in kept.items()}

    async def _results(self, day: str, game: str) -> dict[str, DayResult]:
        """What is known of games that are over, by table."""
        kept = await self._store.kept_under(RESULT, f"{day}/{game}/")
        return {key.split("/", 2)[2]: _read_result(value) for key, value in kept.items()}

    async def _is_over(self, table: str) -> bool:
        stored = await self._store.load(table)
        return stored is not None and stored[0].phase == "over"

    async def _look(
        self, day: str, game: str, tries: dict[str, DayTry], results: dict[str, DayResult], mine: DayTry | None
    ) -> None:
        """Have the results found out of games that are over: one's own now, those of others a few at a time."""
        place, now = f"{day}/{game}", time.monotonic()
        wanted = [mine] if mine and mine.table not in results else []
        if now - self._looked.get(place, -math.inf) >= LOOK_EVERY:
            self._looked[place] = now
            open_ = [tried for tried in tries.values() if tried.table not in results]
            first = self._places.get(place, 0) % max(1, len(open_))
            wanted += (open_[first:] + open_[:first])[:MOST_LOOKS]
            self._places[place] = first + MOST_LOOKS
        for tried in wanted:
            if tried.table not in self._making:
                self._making[tried.table] = task = asyncio.create_task(self._find_out(day, game, tried.table))
                task.add_done_callback(functools.partial(self._forget, tried.table))

    def _forget(self, table: str, task: asyncio.Task[None]) -> None:
        del self._making[table]

    async def _find_out(self, day: str, game: str, table: str) -> None:
        """Keep the result of a game if it is over."""
        try:
            stored = await self._store.load(table)
            if stored is None or stored[0].phase != "over":
                return
            entries = read(*stored)
            played = await asyncio.to_thread(folded, stored[0], entries, self._hub.uptime.now() + LATEST)
            result = await self._result(played, entries)
            await self._store.keep_first(RESULT, f"{day}/{game}/{table}", msgspec.json.encode(result))
        except FairdealError as error:
            log.warning("%s", error)

    async def _result(self, table: Table, entries: Sequence[ev.Entry]) -> DayResult:
        if (why_not := why_not_counted(table, entries)) or table.sitting is None:
            return DayResult(why_not=why_not)
        seat = next(seat for seat, chair in enumerate(table.chairs) if chair.is_person)
        record = await asyncio.to_thread(records.line, table.sitting)
        adjusted = await self._reviewers.adjust(record.encode())
        share = shares_of(table.game, table.sitting.state)[seat]
        return DayResult(table.sitting.result().scores[seat], float(share), round(adjusted[seat], 6))


def why_not_counted(table: Table, entries: Sequence[ev.Entry]) -> WhyNot:
    """Say why a finished game of a day does not count; empty if it does."""
    if table.is_ended_early:
        return "left"
    if any(isinstance(entry.event, ev.StoodIn) for entry in entries):
        return "bot"
    ended = next(entry.time for entry in entries if isinstance(entry.event, ev.Ended))
    return "late" if ended >= end_of(table.opened.day) else ""


def _commitment(day: str, game: Game, deal: DayDeal) -> str:
    """What the server promises for a deal; nothing if the rules have changed since it was decided."""
    return deal.part(day, game).commitment.hex() if deal.rules_version == game.rules_version else ""


def _place(tried: DayTry, result: DayResult, scores: Sequence[float], is_open: bool) -> DailyPlace:
    rank = 1 + sum(score > result.adjusted for score in scores)
    table = tried.table if is_open else ""
    return DailyPlace(rank, tried.name, result.adjusted, result.share, result.points, table)


def _bins(scores: Sequence[float]) -> tuple[StandingsBin, ...]:
    """Count how many have done about as well, from the worst to the best."""
    counts = Counter(math.floor(score / WIDTH + 1e-9) for score in scores)
    if not counts:
        return ()
    return tuple(
        StandingsBin(round(place * WIDTH, 6), round((place + 1) * WIDTH, 6), counts[place])
        for place in range(min(counts), max(counts) + 1)
    )
