"""The deals of the day: the same for everybody, one try each, sealed until the day ends, and nothing lost."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from fairdeal import games
from fairdeal.bots.pool import Bots, Hear, Job, Ticket, Worker, ignore
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import DEALER
from fairdeal.errors import FairdealError, NotYours, Refused
from fairdeal.play import records
from fairdeal.play.check import check, part_of
from fairdeal.play.commands import leaving
from fairdeal.play.days import day_after, deal_name, end_of
from fairdeal.play.sitting import Sitting
from fairdeal.review.reviewing import review
from fairdeal.server import again
from fairdeal.server.daily import Daily
from fairdeal.server.documents import Challenge, DailyStandings, PlayOn
from fairdeal.server.hub import Hub
from fairdeal.server.reviewers import Reviewers, adjusted
from fairdeal.server.reviews import Reviews
from fairdeal.server.store import SessionRow
from fairdeal.server.uptime import StoppedUptime
from tests.server.people import FirstChoice, Person, finish, house, until
from tests.server.players import guest, sit_and_play
from tests.server.serverproc import ServerProcess, serving
from tests.server.test_store import KINDS

DAY = "2026-11-18"
NOON = end_of(DAY) - 12 * 3_600_000
UNTIL_TOMORROW = 12 * 3_600_000


class InPlace(Reviewers):
    """Finds out the luck of a game without a process of its own."""

    async def adjust(self, record: bytes) -> list[float]:
        found: list[float] = json.loads(await asyncio.to_thread(adjusted, record))
        return found


class Listening(FirstChoice):
    """Bots that keep what they were asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Job] = []

    async def choose(self, job: Job, hear: Hear = ignore) -> str:
        self.asked.append(job)
        return await super().choose(job, hear)


def noon() -> StoppedUptime:
    return StoppedUptime(wall=NOON)


def at_noon(folder: Path, scene: Callable[[Hub, Daily, StoppedUptime], Awaitable[None]], url: str = "") -> None:
    async def main() -> None:
        uptime = noon()
        async with house(folder, uptime=uptime, url=url) as hub:
            await scene(hub, Daily(hub, InPlace()), uptime)

    asyncio.run(main())


async def play(hub: Hub, daily: Daily, name: str, game: str = "battle") -> tuple[str, Person]:
    """Play the deal of the day to its end."""
    person = Person(name)
    table = await daily.play(person.session, game)
    await person.enter(hub, table)
    await finish([person])
    return table, person


async def standings(daily: Daily, session: SessionRow | None, count: int = 1, game: str = "battle") -> DailyStandings:
    """Wait until so many results are known."""
    async with asyncio.timeout(60):
        while (found := await daily.standings(DAY, game, session)).counted < count or found.waiting:
            daily._looked.clear()
            await asyncio.sleep(0.01)
    return found


# --- the same for everybody ------------------------------------------------------------------------------------------


def test_everybody_has_the_same_cards_seat_and_answers_and_who_plays_the_same_gets_the_same(tmp_path: Path) -> None:
    async def scene(hub: Hub, daily: Daily, uptime: StoppedUptime) -> None:
        hub.bots = cast(Bots, bots := Listening())
        anna, ben = [await play(hub, daily, name) for name in ("Anna", "Ben")]
        jobs = [
            [(job.seat, job.told, job.seed) for job in bots.asked if job.table == table] for table, _ in (anna, ben)
        ]
        assert jobs[0] == jobs[1]
        assert len({seed for _, _, seed in jobs[0]}) == len(jobs[0]) > 2, "another choice, another seed"
        both = await standings(daily, anna[1].session, 2)
        assert [place.rank for place in both.places] == [1, 1]
        uptime.advance(UNTIL_TOMORROW)
        first, second = [json.loads(await hub.record(table)) for table, _ in (anna, ben)]
        assert [(event["seat"], event["action"]) for event in first["events"]] == [
            (event["seat"], event["action"]) for event in second["events"]
        ]
        deal = await daily.deal(day_after(DAY), games.find("battle"))
        assert deal.secret != (await daily.deal(DAY, games.find("battle"))).secret
        assert {deal.seat} | {(await daily.deal(DAY, games.find("battle"))).seat} == {0, 1}, "seats take turns"

    at_noon(tmp_path, scene)


def test_a_bot_of_the_day_chooses_by_its_seed_with_all_its_iterations_however_many_wait() -> None:
    game = games.find("battle")
    sitting = Sitting(game.setting(2, rng=numbered("day", 0)))
    while sitting.actors == [DEALER]:
        sitting.deal(numbered("day", len(sitting.events)))
    seat = sitting.actors[0]
    view, told = sitting.view(seat).tobytes(), sitting.told(seat).tobytes()
    levels = ("random", "easy")
    jobs = [
        Job("t", "battle", view, seat, level, told, ready=0.0, seed=f"seed {number}")
        for level in levels
        for number in range(8)
    ]
    crowd = Bots(1)
    crowd._queue.put(Ticket(jobs[0], cast(Any, None)))
    allowed = [crowd.allowance(job, 100.0) for job in jobs]
    assert allowed == [(game.level(job.level).iterations, math.inf) for job in jobs]
    worker = Worker(cast(Any, None))
    rounds = [[worker._choose(job, *each) for job, each in zip(jobs, allowed, strict=True)] for _ in range(2)]
    assert rounds[0] == rounds[1]
    assert len(set(rounds[0][:8])) > 1, "the seed decides"


# --- sealed ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_seen_before_one_has_played_and_everything_after_the_day(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    async def scene(hub: Hub, daily: Daily, uptime: StoppedUptime) -> None:
        promised = {each.game: each.next_commitment for each in (await daily.today(None)).games}
        carl, anna = Person("Carl"), Person("Anna")
        table = await daily.play(anna.session, "battle")
        await anna.enter(hub, table)
        await check_shut(hub, daily, table, carl)
        with pytest.raises(Refused, match="when you have played"):
            await daily.standings(DAY, "battle", anna.session)
        await finish([anna])
        await check_shut(hub, daily, table, carl)
        await check_sealed(hub, table, anna)
        with pytest.raises(Refused, match="You have played"):
            await daily.play(anna.session, "battle")
        mine = await standings(daily, anna.session)
        assert mine.mine == mine.places[0]
        assert (mine.mine.name, mine.mine.rank, mine.mine.table, mine.open) == ("Anna", 1, "", False)
        assert sum(each.count for each in mine.bins) == 1
        uptime.advance(UNTIL_TOMORROW)
        text = await hub.record(table, carl.session)
        record = json.loads(text)
        assert record["day"] == DAY
        assert record["fair"]["terms"]["copied_from"] == deal_name(DAY, "battle")
        verdict = check(records.read(text), part_of(text), anna.receipt())
        assert any("copied from table 2026-11-18-battle" in line for line in verdict.lines())
        battle = next(each for each in (await daily.today(None)).games if each.game == "battle")
        assert (battle.table, battle.commitment) == ("", promised["battle"]), "what was promised the day before"
        theirs = await daily.standings(DAY, "battle", carl.session)
        assert (theirs.open, theirs.mine, theirs.places[0].table) == (True, None, table)
        await hub.replay(table, None)
        assert await again.challenge(hub, table, carl.session, Challenge(0))
        with pytest.raises(Refused, match="when you have played"):
            await daily.standings(day_after(DAY), "battle", anna.session)

    url = "" if kind == "sqlite" else request.getfixturevalue("database").fresh()
    at_noon(tmp_path, scene, url)


async def check_shut(hub: Hub, daily: Daily, table: str, outsider: Person) -> None:
    """Whoever has not played can neither watch, nor take the seat, nor see how others do."""
    for as_guest in (True, False):
        with pytest.raises(NotYours, match="sealed"):
            await outsider.enter(hub, table, as_guest=as_guest)
    with pytest.raises(Refused, match="sealed"):
        await hub.claim(table, outsider.session, "token")
    for asked in (
        hub.record(table, outsider.session),
        hub.replay(table, None),
        again.challenge(hub, table, outsider.session, Challenge(0)),
        daily.standings(DAY, "battle", outsider.session),
        daily.standings(DAY, "battle", None),
        daily.standings("2999-01-01", "battle", outsider.session),
        daily.standings("yesterday", "battle", outsider.session),
    ):
        with pytest.raises(FairdealError):
            await asked


async def check_sealed(hub: Hub, table: str, player: Person) -> None:
    """Whoever has played cannot take anything of it to others, either."""
    last = player.table.numbers[-1]
    for asked in (
        hub.record(table, player.session),
        hub.replay(table, player.session),
        hub.moment(table, player.session, last, None),
        hub.about(table, player.session, last, None, "x"),
        Reviews(hub, InPlace()).of(table, player.session),
        again.challenge(hub, table, player.session, Challenge(0)),
        again.play_on(hub, table, player.session, PlayOn(last, 0, "easy")),
    ):
        with pytest.raises(Refused, match="sealed until the day ends"):
            await asked
    past = await player.say("past", number=last, eyes=1)
    assert "sealed" in past["reason"]
    assert "sealed" in (await player.say("about", pick="x", number=last))["reason"]


# --- one try ---------------------------------------------------------------------------------------------------------


def test_a_guest_has_one_try_whatever_dies_and_however_often_it_is_asked_for(tmp_path: Path) -> None:
    anna = Person("Anna")

    async def main() -> None:
        uptime = noon()
        async with house(tmp_path, uptime=uptime) as hub:
            first = Daily(hub, InPlace())

            async def dies(*_: Any, **__: Any) -> str:
                raise OSError("killed before the table was stored")

            opens, hub.open = hub.open, dies  # type: ignore[method-assign]
            with pytest.raises(OSError, match="killed"):
                await first.play(anna.session, "battle")
            hub.open = opens  # type: ignore[method-assign]
            assert not await hub.mine(anna.session)
        async with house(tmp_path, uptime=uptime) as hub:
            daily = Daily(hub, InPlace())
            tables = set(await asyncio.gather(*(daily.play(anna.session, "battle") for _ in range(4))))
            assert len(tables) == len(await hub.mine(anna.session)) == 1
            (table,) = tables
            await anna.enter(hub, table)
            await until(lambda: anna.connection and anna.connection.viewer in anna.table.awaited())
            await anna.play()
            events = len(anna.table.numbers)
        async with house(tmp_path, uptime=uptime) as hub:
            daily = Daily(hub, InPlace())
            assert {await daily.play(anna.session, "battle")} == tables
            await anna.enter(hub, table)
            assert len(anna.table.numbers) >= events
            await finish([anna])
        async with house(tmp_path, uptime=uptime) as hub:
            found = await standings(Daily(hub, InPlace()), anna.session)
            assert found.started == found.counted == 1
            record = records.line(cast(Any, (await hub.table(table)).table.sitting)).encode()
            sitting, seat = records.read(record), (await hub.table(table)).table.seat_of(anna.session.id)
            reviewed = review(sitting.setting, sitting.events)
            assert found.mine is not None
            assert seat is not None
            assert found.mine.adjusted == pytest.approx(reviewed.adjusted[seat], abs=1e-5), "as its review says"

    asyncio.run(main())


def test_nothing_is_taken_back_that_shows_anything_and_nobody_plays_for_one(tmp_path: Path) -> None:
    async def scene(hub: Hub, daily: Daily, uptime: StoppedUptime) -> None:
        anna, ben = Person("Anna"), Person("Ben")
        await anna.enter(hub, await daily.play(anna.session, "caster"))
        for _ in range(2):
            await until(lambda: anna.connection and anna.connection.viewer in anna.table.awaited())
            await anna.play()
        await until(lambda: anna.connection and anna.connection.viewer in anna.table.awaited())
        assert "nothing is taken back" in (await anna.say("undo"))["reason"]
        assert "nobody plays for you" in (await anna.say("leave"))["reason"]
        assert (await anna.say("hint"))["verdict"] == "refused"
        assert (await anna.say("request", what="pause"))["verdict"] == "accepted"
        await ben.enter(hub, await daily.play(ben.session, "coast"))
        assert "time counts" in (await ben.say("request", what="pause"))["reason"]

    at_noon(tmp_path, scene)


def test_what_ends_after_the_day_or_was_played_by_a_bot_does_not_count(tmp_path: Path) -> None:
    async def scene(hub: Hub, daily: Daily, uptime: StoppedUptime) -> None:
        anna, ben = Person("Anna"), Person("Ben")
        for person in (anna, ben):
            await person.enter(hub, await daily.play(person.session, "battle"))
        live = await hub.table(ben.table.id)
        seat = ben.table.seat_of(ben.session.id)
        assert seat is not None
        await live.mailbox.do(lambda table, now: leaving.stand_in(table, seat, now))
        await live.mailbox.do(lambda table, now: leaving.take_back(table, ben.session.id, now))
        await finish([ben])
        uptime.advance(UNTIL_TOMORROW)
        await finish([anna])
        async with asyncio.timeout(60):
            for person, why in ((anna, "late"), (ben, "bot")):
                while (found := await daily.standings(DAY, "battle", person.session)).why_not != why:
                    await asyncio.sleep(0.01)
                assert (found.mine, found.counted, found.started, found.waiting) == (None, 0, 2, False)

    at_noon(tmp_path, scene)


@pytest.mark.parametrize("game", games.NAMES)
def test_every_game_has_a_deal_of_the_day_against_bots_that_are_hard(tmp_path: Path, game: str) -> None:
    async def scene(hub: Hub, daily: Daily, uptime: StoppedUptime) -> None:
        hub.bots = cast(Bots, bots := Listening())
        anna = Person("Anna")
        table = await daily.play(anna.session, game)
        await anna.enter(hub, table)
        told = anna.of_type("welcome")[-1]["table"]
        assert (told["phase"], told["day"], told["copied_from"]) == ("playing", DAY, f"{DAY}-{game}")
        mine = next(each for each in (await daily.today(anna.session)).games if each.game == game)
        assert told["copied"]["commitment"] == mine.commitment
        assert (mine.table, mine.over, mine.started) == (table, False, 1)
        assert {chair["level"] for chair in told["chairs"] if chair["who"] == "bot"} == {"hard"}
        assert all(job.seed for job in bots.asked)

    at_noon(tmp_path, scene)


# --- a real server ---------------------------------------------------------------------------------------------------


async def play_over_a_kill(server: ServerProcess) -> None:
    anna = await guest(server.address, "Anna")
    opened = json.loads(await anna.request("POST", "/api/daily/battle"))
    server.restart()
    assert json.loads(await anna.request("POST", "/api/daily/battle")) == opened
    await sit_and_play(anna, opened["table"], Random(1))
    today = json.loads(await anna.request("GET", "/api/daily"))
    async with asyncio.timeout(120):
        while (found := json.loads(await anna.request("GET", f"/api/daily/{today['day']}/battle")))["waiting"]:
            await asyncio.sleep(0.2)
    assert found["mine"]["rank"] == 1


@pytest.mark.soak
def test_the_deal_of_the_day_outlives_a_server_that_is_killed(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        asyncio.run(play_over_a_kill(server))
        assert server.stop() == 0
    assert not server.failures()
