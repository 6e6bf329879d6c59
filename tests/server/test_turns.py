"""The turns of bots and of the dealer: who waits, who comes first, what a pause tells, and what follows a failure."""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import pytest

from fairdeal import failures, games
from fairdeal.bots.pool import ALONE, PRESENT, SEATED, SLACK, Bots, Hear, Job, ignore, milliseconds_of, read_view
from fairdeal.contract.game import list_legal
from fairdeal.errors import Refused, StoreError
from fairdeal.failures import Repeats
from fairdeal.language.voice import HOUSE
from fairdeal.play import events as ev
from fairdeal.play.commands import deals, leaving
from fairdeal.play.events import Clock
from fairdeal.play.table import Phase
from fairdeal.server import presence, schedule
from fairdeal.server.asking import outcome_of
from fairdeal.server.documents import OpenTable
from fairdeal.server.hub import Hub
from fairdeal.server.store import TableRow
from tests.server.people import FirstChoice, Person, finish, house, on_turn, seated, until

Scene = Callable[[Hub], Awaitable[None]]

BOTS = OpenTable("caster", 3, {"rounds": 1}, bots={0: "easy", 1: "easy", 2: "easy"})
ALONE_AMONG_BOTS = OpenTable("caster", 3, {"rounds": 1}, bots={1: "easy", 2: "easy"})
TWO = OpenTable("caster", 3, {"rounds": 1}, bots={2: "easy"})
TIMED = OpenTable("caster", 3, {"rounds": 1}, bots={2: "easy"}, clock=Clock("move", 600))


@pytest.fixture
def at_home(tmp_path: Path) -> Callable[..., None]:
    def run(play: Scene, beat: tuple[int, int] = (0, 0)) -> None:
        async def main() -> None:
            async with house(tmp_path, beat) as hub:
                await play(hub)

        asyncio.run(main())

    return run


class Remembering(FirstChoice):
    """Bots that keep the jobs they were given."""

    def __init__(self) -> None:
        super().__init__()
        self.jobs: list[Job] = []

    async def choose(self, job: Job, hear: Hear = ignore) -> str:
        self.jobs.append(job)
        return await super().choose(job, hear)


def with_bots(hub: Hub, bots: Any) -> Any:
    hub.bots = cast(Bots, bots)
    return bots


# --- who waits -------------------------------------------------------------------------------------------------------


def test_bots_alone_wait_until_somebody_looks_and_then_act_at_once(at_home: Callable[..., None]) -> None:
    async def play(hub: Hub) -> None:
        bots = with_bots(hub, Remembering())
        table = await hub.open_table(Person("Host").session, BOTS)
        unseen = await hub.table(table)
        await unseen.mailbox.do(lambda table, now: None)
        assert unseen.table.awaited()
        assert not unseen.schedule.is_awake()
        assert not unseen.schedule._turns
        assert not bots.jobs
        onlooker = Person("Olga")
        await onlooker.enter(hub, table, as_guest=False)
        assert unseen.schedule._turns
        await until(lambda: onlooker.of_type("event"))
        await onlooker.leave()
        await until(lambda: not unseen.schedule._turns)
        assert unseen.table.phase == Phase.PLAYING, "they wait again"

    at_home(play)


@pytest.mark.parametrize(
    ("game", "clock", "is_awake"),
    [("caster", Clock(), False), ("caster", Clock("move", 600), True), ("coast", Clock(), True)],
)
def test_where_everybody_is_gone_bots_act_only_while_a_persons_clock_runs(
    at_home: Callable[..., None], game: str, clock: Clock, is_awake: bool
) -> None:
    async def play(hub: Hub) -> None:
        request = OpenTable(game, 3, bots={1: "easy", 2: "easy"}, clock=clock)
        table, [anna] = await seated(hub, request, "Anna")
        await until(lambda: on_turn([anna]))
        await anna.leave()
        left = await hub.table(table)
        assert left.schedule.is_awake() == is_awake
        await left.mailbox.do(lambda table, now: leaving.stand_in(table, 0, now))
        assert not left.schedule.is_awake()

    at_home(play)


def test_jobs_of_present_people_come_before_those_of_absent_people_and_of_bots_alone(
    at_home: Callable[..., None],
) -> None:
    async def play(hub: Hub) -> None:
        bots = with_bots(hub, Remembering())
        table = await hub.open_table(Person("Host").session, BOTS)
        await Person("Olga").enter(hub, table)
        await until(lambda: bots.jobs)
        assert bots.jobs[-1].rank == ALONE
        await until(lambda: hub_is_over(hub, table))
        bots.jobs.clear()
        table, [anna] = await seated(hub, ALONE_AMONG_BOTS, "Anna")
        await until(lambda: on_turn([anna]))
        await anna.play()
        assert {job.rank for job in bots.jobs} == {PRESENT}
        playing = await hub.table(table)
        await Person("Olga").enter(hub, table)
        await anna.leave()
        assert playing.schedule._job(1, "easy", None).rank == SEATED

    at_home(play)


def hub_is_over(hub: Hub, table: str) -> bool:
    return hub._tables[table].table.phase == Phase.OVER


# --- what a pause tells ----------------------------------------------------------------------------------------------


class Thinkers:
    """Bots that think as long as they may if they have a choice, by a clock that stands still meanwhile."""

    busy = waiting = done = borrowed = 0
    effort = 1.0

    def __init__(self) -> None:
        self.now = 0.0
        self.began = 0.0
        self.kind = ""
        self.totals: dict[str, list[float]] = {"forced": [], "free": []}

    async def choose(self, job: Job, hear: Hear = ignore) -> str:
        game = games.find(job.game)
        legal = list_legal(game.rules, read_view(game, job.view), job.seat)
        self.began, self.kind = self.now, "free" if len(legal) > 1 else "forced"
        if len(legal) > 1:
            self.now += milliseconds_of(game.level(job.level), job, self.now) / 1000
        return game.words.text(legal[0])

    async def wait_until(self, moment: float) -> None:
        self.now = max(self.now, moment)
        self.totals[self.kind].append(self.now - self.began)


def test_nobody_can_tell_by_the_clock_whether_a_bot_had_a_choice(
    at_home: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(hub: Hub) -> None:
        bots = with_bots(hub, Thinkers())
        monkeypatch.setattr(schedule, "clock", lambda: bots.now)
        monkeypatch.setattr(schedule, "wait_until", bots.wait_until)
        for _ in range(4):
            request = OpenTable("caster", 3, {"rounds": 3}, bots=dict.fromkeys(range(3), "expert"))
            table = await hub.open_table(Person("Host").session, request)
            await Person("Olga").enter(hub, table)
            await until(functools.partial(hub_is_over, hub, table))
        for totals in bots.totals.values():
            assert len(totals) > 50
            assert all(0.5 <= total <= 0.7001 for total in totals)
        means = [sum(totals) / len(totals) for totals in bots.totals.values()]
        assert abs(means[0] - means[1]) < 0.03

    at_home(play, beat=(500, 700))


def test_a_bot_thinks_within_its_pause_and_within_what_its_level_may() -> None:
    expert = games.find("caster").level("expert")
    job = Job("table", "caster", b"", 0, "expert", ready=100.6)
    assert milliseconds_of(expert, job, 100.0) == pytest.approx(600 - SLACK)
    assert milliseconds_of(expert, job, 0.0) == 1000 * expert.seconds
    assert milliseconds_of(expert, job, 200.0) > 0
    assert milliseconds_of(expert, Job("table", "caster", b"", 0, "expert"), 100.0) == 1000 * expert.seconds


# --- failures --------------------------------------------------------------------------------------------------------


class Failing(FirstChoice):
    """Bots that fail for a while."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error: Exception | None = error

    async def choose(self, job: Job, hear: Hear = ignore) -> str:
        if self.error is not None:
            raise self.error
        return await super().choose(job, hear)


@pytest.fixture
def rests(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How often something had failed in a row, at each rest; and a log that remembers nothing yet."""
    found: list[int] = []

    def rest_after(times: int) -> float:
        found.append(times)
        return 0.0

    monkeypatch.setattr(schedule, "rest_after", rest_after)
    monkeypatch.setattr(failures, "_repeats", Repeats())
    return found


@pytest.mark.parametrize("error", [ZeroDivisionError("R7"), Refused("You hold R7 (§8).")])
def test_a_bot_that_fails_rests_longer_each_time_and_is_logged_once(
    at_home: Callable[..., None], rests: list[int], caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    async def play(hub: Hub) -> None:
        bots = with_bots(hub, Failing(error))
        _, [anna] = await seated(hub, ALONE_AMONG_BOTS, "Anna")
        if on_turn([anna]) is not None:
            await anna.play()
        await until(lambda: len(rests) >= 5)
        assert rests[:5] == [1, 2, 3, 4, 5]
        bots.error = None
        await until(lambda: on_turn([anna]))
        assert anna.connection is not None
        playing = anna.connection.live
        await until(lambda: not playing.schedule._failures)
        await finish([anna])

    with caplog.at_level(logging.WARNING):
        at_home(play)
    [line] = [record.getMessage() for record in caplog.records]
    assert line.startswith("A turn at table ")
    assert type(error).__name__ in line
    assert "R7" not in line


def test_a_stand_in_that_cannot_be_stored_is_tried_again(
    at_home: Callable[..., None], rests: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "grace", lambda clock, real_time: 10)

    async def play(hub: Hub) -> None:
        table, [anna, ben] = await seated(hub, TIMED, "Anna", "Ben")
        append, failed = hub.store.append, list[int]()

        def fail_at_first(row: TableRow, number: int, entries: list[bytes], *more: Any) -> asyncio.Future[None]:
            if not any(b'"stoodin"' in entry for entry in entries) or len(failed) == 2:
                return append(row, number, entries, *more)
            failed.append(number)
            full: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            full.set_exception(StoreError("The table could not be stored: the disk is full. Nothing was done."))
            return full

        monkeypatch.setattr(hub.store, "append", fail_at_first)
        await ben.leave()
        await until(lambda: any(told.get("kind") == "stoodin" for told in anna.of_type("table")))
        assert anna.table.chairs[1].stand_in
        assert rests == [1, 2]
        stored = await hub.store.load(table)
        assert stored is not None
        assert any(b'"stoodin"' in entry for entry in stored[1])

    at_home(play)


def test_a_dealer_that_fails_rests_too(
    at_home: Callable[..., None],
    rests: list[int],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play(hub: Hub) -> None:
        _, [anna] = await seated(hub, OpenTable("coast", 2, {"countdown": 1}, bots={1: "easy"}), "Anna")
        with monkeypatch.context() as patch:
            patch.setattr(deals, "wake", lambda table, now: 1 // 0)
            await anna.play()
            await until(lambda: len(rests) >= 3)
        assert rests[:3] == [1, 2, 3]
        await until(lambda: anna.table.legal(0))

    with caplog.at_level(logging.WARNING):
        at_home(play)
    assert len(caplog.records) == 1


def test_one_failure_at_one_place_has_one_line_a_minute_which_says_how_often() -> None:
    now = [0.0]
    repeats = Repeats(lambda: now[0])
    assert [repeats.count("here") for _ in range(2523)] == [1] + 2522 * [0]
    assert repeats.count("there") == 1
    now[0] = 61.0
    assert repeats.count("here") == 2523
    assert repeats.count("here") == 0
    now[0] = 200.0
    assert [repeats.count("here"), repeats.count("there")] == [2, 1]


def test_what_is_remembered_of_failures_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(failures, "REMEMBERED", 3)
    repeats = Repeats(lambda: 0.0)
    for place in "abcdefaa":
        repeats.count(place)
    assert len(repeats._said) == 3
    assert len(repeats._silent) <= 3


def test_a_count_is_said_in_the_log(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(failures, "_repeats", Repeats(lambda: 60.0 * len(caplog.records)))
    for _ in range(2):
        failures.log_trouble(Refused("The disk is full."))
    failures._repeats._silent["The disk is full."] = 41
    failures.log_trouble(Refused("The disk is full."))
    lines = [record.getMessage() for record in caplog.records]
    assert lines[0] == "The disk is full."
    assert lines[-1] == "The disk is full. That happened 42 times since it was last logged."


# --- requests and undo -----------------------------------------------------------------------------------------------


def test_an_undo_that_others_knew_of_stays_in_the_story(at_home: Callable[..., None]) -> None:
    async def play(hub: Hub) -> None:
        with_bots(hub, Remembering())
        table, [anna] = await seated(hub, ALONE_AMONG_BOTS, "Anna")
        onlooker = Person("Olga")
        await onlooker.enter(hub, table)
        await until(lambda: on_turn([anna]))
        seen = anna.table.number
        await anna.play()
        assert (await anna.say("undo"))["verdict"] == "accepted"
        for person in (anna, onlooker):
            assert [note["text"] for note in person.of_type("note")] == ["Anna took a move back."]
        late, behind = Person("Late"), Person("Anna")
        await late.enter(hub, table)
        notes = [line["text"] for line in late.of_type("welcome")[-1]["story"] if line.get("note")]
        assert notes == ["Anna took a move back."]
        await behind.enter(hub, table, seen=seen)
        assert [note["text"] for note in behind.of_type("note")] == notes

    at_home(play)


def test_six_attacks_and_undos_do_not_show_the_next_card(at_home: Callable[..., None]) -> None:
    async def play(hub: Hub) -> None:
        _, [anna] = await seated(hub, OpenTable("battle", 2, bots={1: "easy"}), "Anna")
        await until(lambda: on_turn([anna]))
        assert (await anna.play())["verdict"] == "accepted"
        for _ in range(6):
            refused = await anna.say("undo")
            assert refused["verdict"] == "refused"
            assert "was turned up since then" in refused["reason"]
        assert not anna.of_type("undone")

    at_home(play)


def outcomes(person: Person) -> list[tuple[str, str]]:
    """What everybody was told of requests."""
    kinds = ("declined", "lapsed", "paused", "extended")
    return [(told["kind"], told["text"]) for told in person.of_type("table") if told.get("kind") in kinds]


def test_everybody_is_told_what_became_of_a_request(at_home: Callable[..., None]) -> None:
    async def play(hub: Hub) -> None:
        _, (anna, ben) = await seated(hub, TWO, "Anna", "Ben")
        await anna.say("request", what="pause")
        await ben.say("decline")
        await anna.say("request", what="pause")
        await anna.say("decline")
        await anna.say("request", what="pause")
        await ben.say("agree")
        await anna.say("resume")
        await ben.say("request", what="pause")
        await anna.say("leave")
        await anna.say("return")
        await ben.say("request", what="pause")
        await ben.say("leave")
        assert not anna.table.is_paused
        assert outcomes(anna) == outcomes(ben) == [
            ("declined", "Ben declined the request of Anna for a pause."),
            ("declined", "Anna no longer asks for a pause."),
            ("paused", "The game is paused."),
            ("lapsed", "The request of Ben for a pause has ended: a bot plays on for Anna."),
            ("lapsed", "The request of Ben for a pause has ended: a bot plays on for Ben."),
        ]  # fmt: skip

    at_home(play)


def test_of_a_request_that_was_declined_long_ago_little_is_known() -> None:
    assert HOUSE.said(outcome_of(ev.Declined(1), {0: "Anna", 1: "Ben"}), "en") == "The request was declined."
    assert HOUSE.said(outcome_of(ev.Extended(60), {}), "en") == "Everybody has 60 seconds more."
    assert not outcome_of(ev.Resumed(0), {})


def test_a_request_that_ends_by_a_move_or_with_the_game_says_so(at_home: Callable[..., None]) -> None:
    async def play(hub: Hub) -> None:
        _, people = await seated(hub, OpenTable("battle", 2), "Anna", "Ben")
        actor = on_turn(people)
        assert actor is not None
        other = people[1 - people.index(actor)]
        await actor.play()
        await actor.say("undo")
        await other.play()
        name, by = actor.session.name, other.session.name
        ended = f"The request of {name} to take a move back has ended: {by} acted first."
        assert outcomes(actor) == [("lapsed", ended)]
        await other.say("request", what="pause")
        await finish(people)
        assert outcomes(actor)[1:] == [("lapsed", f"The request of {by} for a pause has ended: the game is over.")]
        assert actor.last_change()["kind"] == "ended"

    at_home(play)


def test_a_dropped_connection_is_no_consent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "grace", lambda clock, real_time: 10)

    async def main() -> None:
        async with house(tmp_path) as hub:
            _, (anna, ben) = await seated(hub, TIMED, "Anna", "Ben")
            await anna.say("request", what="pause")
            await ben.leave()
            await until(lambda: anna.table.chairs[1].stand_in)
            await until(lambda: outcomes(anna))
            assert outcomes(anna)[0][0] == "lapsed"
            assert not anna.table.is_paused

    asyncio.run(main())
