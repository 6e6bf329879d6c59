"""Tables wait in the store until somebody wants them or they are due, and none is forgotten."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import cast

import pytest

from fairdeal.bots.pool import Bots
from fairdeal.play import events as ev
from fairdeal.play.commands import moves
from fairdeal.play.events import Clock
from fairdeal.play.table import TO_REVEAL
from fairdeal.server import hub as hub_module
from fairdeal.server.documents import OpenTable
from fairdeal.server.hub import Hub
from fairdeal.server.live import FORGET_AFTER
from fairdeal.server.sqlite.files import MIGRATIONS
from fairdeal.server.stores import open_store
from fairdeal.server.uptime import StoppedUptime
from tests.breadth import mostly_soaked
from tests.server.people import FirstChoice, Person, house, on_turn, seated, until
from tests.server.players import stored
from tests.server.serverproc import STARTING, serving

BOTS = {1: "easy", 2: "easy"}
FRIENDS = OpenTable("caster", 3, {"rounds": 1}, bots=BOTS)
BY_MOVE = OpenTable("caster", 3, {"rounds": 1}, bots=BOTS, clock=Clock("move", 60))
BY_BANK = OpenTable("caster", 3, {"rounds": 1}, bots=BOTS, clock=Clock("bank", 600))
IN_DAYS = OpenTable("caster", 3, {"rounds": 1}, bots=BOTS, clock=Clock("move", 2 * 24 * 3600))


async def at_turn(hub: Hub, request: OpenTable) -> tuple[str, Person]:
    """A table at which Anna is awaited."""
    name, (anna,) = await seated(hub, request, "Anna")
    await until(lambda: on_turn([anna]))
    await (await hub.table(name)).tasks.rest()  # what she is awaited after is stored
    return name, anna


async def due_of(hub: Hub, name: str) -> int | None:
    found = await hub.store.load(name)
    assert found is not None
    return found[0].due


async def look_after_what_is_due(hub: Hub) -> None:
    await hub.wake_due()
    while hub._woken:
        await asyncio.wait(hub._woken)


def entries(folder: Path, name: str) -> list[ev.Entry]:
    return stored(folder / "store.sqlite", name)


def test_a_start_reads_no_table(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path, uptime=StoppedUptime()) as hub:
            names = [(await at_turn(hub, request))[0] for request in (FRIENDS, BY_MOVE, IN_DAYS)]
        async with house(tmp_path, uptime=StoppedUptime()) as hub:
            await look_after_what_is_due(hub)
            assert hub.metrics()["tables"] == 0
            for name in names:
                anna = Person("Anna")
                await anna.enter(hub, name)
                assert anna.of_type("welcome")[0]["you"] == 0

    asyncio.run(main())


def test_a_row_says_when_its_table_is_due(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path, uptime=StoppedUptime(now=5_000)) as hub:
            name, anna = await at_turn(hub, FRIENDS)
            assert await due_of(hub, name) is None, "friends wait for each other"
            name, anna = await at_turn(hub, BY_MOVE)
            assert await due_of(hub, name) == 5_000 + 60_000, "her time runs out before she is missed"
            name, anna = await at_turn(hub, BY_BANK)
            assert await due_of(hub, name) == 5_000 + 120_000, "she may be missed before her time runs out"
            assert (await anna.say("request", what="pause"))["verdict"] == "accepted"
            assert await due_of(hub, name) is None, "nothing is due in a pause"
            waiting, called = await hub.open_table(anna.session, OpenTable("caster", 3)), Person("Carl")
            assert await due_of(hub, waiting) is None
            waiting = await hub.open_table(anna.session, FRIENDS)
            await called.enter(hub, waiting)
            await called.sit()
            assert await due_of(hub, waiting) == 5_000 + TO_REVEAL, "the start is to be voided"

    asyncio.run(main())


def test_a_finished_game_is_never_due(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as hub:
            name, anna = await at_turn(hub, BY_MOVE)
            while anna.table.phase != "over":
                await until(lambda: on_turn([anna]) or anna.table.phase == "over")
                await anna.play()
            await (await hub.table(name)).tasks.rest()
            assert await due_of(hub, name) is None

    asyncio.run(main())


def test_bots_among_friends_wait_until_somebody_comes(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as hub:
            name, anna = await at_turn(hub, FRIENDS)
            live, bots = await hub.table(name), cast(FirstChoice, hub.bots)
            await leave(anna)
            done = bots.done
            while anna.table.awaited() == [0]:
                await live.mailbox.do(lambda table, now: moves.play(table, 0, [text_of(anna)], "", table.number, now))
            assert anna.table.awaited()
            await live.tasks.rest()
            assert bots.done == done
            back = Person("Anna")
            await back.enter(hub, name)
            await until(lambda: on_turn([back]))
            assert bots.done > done

    asyncio.run(main())


def text_of(person: Person) -> str:
    return person.table.game.words.text(person.table.legal(0)[0])


def events_since(person: Person, number: int) -> list[ev.Event]:
    return [recent.entry.event for recent in person.table.recent if recent.entry.number > number]


def test_bots_by_the_clock_play_on_although_nobody_is_here(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as hub:
            name, anna = await at_turn(hub, BY_MOVE)
            live = await hub.table(name)
            await anna.leave()
            number = anna.table.number
            while not any(isinstance(event, ev.Played) and event.by for event in events_since(anna, number)):
                await until(lambda: anna.table.awaited() == [0])
                await live.mailbox.do(lambda table, now: moves.play(table, 0, [text_of(anna)], "", table.number, now))
                await live.tasks.rest()

    asyncio.run(main())


def test_when_a_time_runs_out_at_a_table_in_the_store_a_bot_plays_the_move(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path, uptime=StoppedUptime()) as hub:
            name, anna = await at_turn(hub, BY_MOVE)
            number = anna.table.number
        time = StoppedUptime()
        async with house(tmp_path, uptime=time) as hub:
            time.advance(59_999)
            await look_after_what_is_due(hub)
            assert len(entries(tmp_path, name)) == number
            time.advance(1)
            await look_after_what_is_due(hub)
            played = [entry.event for entry in entries(tmp_path, name)[number:] if isinstance(entry.event, ev.Played)]
            assert (played[0].seat, played[0].by) == (0, "medium")
            assert hub.metrics()["tables"] == 0

    asyncio.run(main())


def test_missing_players_are_missed_from_the_restart_on(tmp_path: Path) -> None:
    async def main() -> None:
        time = StoppedUptime()
        async with house(tmp_path, uptime=time) as hub:
            name, _ = await at_turn(hub, BY_BANK)
            time.advance(50_000)  # she is here, so this does not count
        time = StoppedUptime()
        async with house(tmp_path, uptime=time) as hub:
            began = time.now()
            time.advance(119_999)
            await look_after_what_is_due(hub)
            assert not stood_in(tmp_path, name)
            assert await due_of(hub, name) == began + 120_000 + 999, "and not before another second"
            time.advance(1_000)
            await look_after_what_is_due(hub)
            assert stood_in(tmp_path, name)
            assert await due_of(hub, name) is None, "bots alone wait until somebody comes"

    asyncio.run(main())


async def leave(person: Person) -> None:
    assert person.connection is not None
    await person.leave()
    await person.connection.live.tasks.rest()


def stood_in(folder: Path, name: str) -> list[ev.Event]:
    return [entry.event for entry in entries(folder, name) if isinstance(entry.event, ev.StoodIn)]


def test_a_day_of_grace_goes_on_although_the_table_leaves_memory_and_comes_back(tmp_path: Path) -> None:
    async def main() -> None:
        time = StoppedUptime()
        request = OpenTable("caster", 3, {"rounds": 1}, bots={2: "easy"}, clock=Clock("move", 2 * 24 * 3600))
        async with house(tmp_path, uptime=time) as hub:
            name, people = await seated(hub, request, "Anna", "Ben")
            await until(lambda: on_turn(people))
            for person in people:
                await leave(person)
            for _ in range(11):  # Ben looks in every other hour
                time.advance(2 * 3_600_000)
                await hub.sweep()
                assert hub.metrics()["tables"] == 0
                await people[1].enter(hub, name)
                await leave(people[1])
            assert not stood_in(tmp_path, name)
            time.advance(FORGET_AFTER + 1)
            await hub.sweep()
            time.advance(24 * 3_600_000 - time.now())
            await look_after_what_is_due(hub)
            assert stood_in(tmp_path, name) == [ev.StoodIn(0, "medium")]

    asyncio.run(main())


def test_a_start_that_nobody_comes_back_to_is_voided(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path, uptime=StoppedUptime()) as hub:
            anna = Person("Anna")
            name = await hub.open_table(anna.session, FRIENDS)
            await anna.enter(hub, name)
            await anna.sit()
        time = StoppedUptime()
        async with house(tmp_path, uptime=time) as hub:
            time.advance(TO_REVEAL)
            await look_after_what_is_due(hub)
            assert isinstance(entries(tmp_path, name)[-1].event, ev.Voided)

    asyncio.run(main())


def test_only_a_few_tables_are_awake_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "AWAKE", 3)

    async def main() -> None:
        async with house(tmp_path, uptime=StoppedUptime()) as hub:
            names = [(await at_turn(hub, BY_MOVE))[0] for _ in range(12)]
            numbers = [len(entries(tmp_path, name)) for name in names]
        time = StoppedUptime()
        async with house(tmp_path, beat=(1, 1), uptime=time) as hub:
            time.advance(60_000)
            waking = asyncio.create_task(look_after_what_is_due(hub))
            most = 0
            while not waking.done():
                most = max(most, int(hub.metrics()["tables"]))
                await asyncio.sleep(0)
            assert 1 <= most <= 4, "three, and one that is being read"
        assert all(len(entries(tmp_path, name)) > number for name, number in zip(names, numbers, strict=True))

    asyncio.run(main())


def test_a_table_that_somebody_wants_stays_and_others_leave_memory_with_their_clocks_running(tmp_path: Path) -> None:
    async def main() -> None:
        time = StoppedUptime()
        async with house(tmp_path, uptime=time) as hub:
            name, anna = await at_turn(hub, IN_DAYS)
            await leave(anna)
            time.advance(FORGET_AFTER + 1)
            await hub.sweep()
            assert hub.metrics()["tables"] == 0
            due = await due_of(hub, name)
            assert due == 24 * 3_600_000, "she is missed after a day"
            time.advance(due - time.now())
            await look_after_what_is_due(hub)
            assert stood_in(tmp_path, name)
            back = Person("Anna")
            await back.enter(hub, name)
            await look_after_what_is_due(hub)
            assert hub.metrics()["tables"] == 1

    asyncio.run(main())


def test_tables_from_before_there_was_a_time_are_looked_at_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path, uptime=StoppedUptime()) as hub:
            timed, (free, _) = (await at_turn(hub, BY_MOVE))[0], await at_turn(hub, FRIENDS)
        downgrade(tmp_path / "store.sqlite")
        async with house(tmp_path, uptime=StoppedUptime()) as hub:
            assert await due_of(hub, timed) == await due_of(hub, free) == 0
            await look_after_what_is_due(hub)
            assert await due_of(hub, timed) == 60_000
            assert await due_of(hub, free) is None

    asyncio.run(main())


def downgrade(path: Path) -> None:
    """Take back all migrations but the first."""
    assert len(list(MIGRATIONS.glob("*.sql"))) > 1
    with closing(sqlite3.connect(path)) as connection:
        for (name,) in connection.execute(
            "select name from sqlite_master where name = 'kept' or name like 'set_aside%'"
        ).fetchall():
            connection.execute(f"drop table {name}")
        connection.executescript("drop index tables_due; alter table tables drop column due; pragma user_version = 1;")


@pytest.mark.parametrize("many", mostly_soaked([4, 15], 4))
def test_no_table_is_forgotten_over_a_kill(tmp_path: Path, many: int) -> None:
    """Tables by the clock, a server that is killed, and nobody comes: every one is played on."""

    async def prepare() -> list[str]:
        store = open_store(str(tmp_path / "fairdeal.sqlite"))
        await store.start()
        hub = Hub(store, cast(Bots, FirstChoice()), StoppedUptime(), (0, 0))
        request = OpenTable("caster", 3, {"rounds": 1}, bots={1: "random", 2: "random"}, clock=Clock("move", 2))
        names = [(await at_turn(hub, request))[0] for _ in range(many)]
        await hub.stop()
        await store.stop()
        return names

    names = asyncio.run(prepare())
    before = {name: len(stored(tmp_path / "fairdeal.sqlite", name)) for name in names}

    def waiting() -> list[str]:
        return [name for name in names if len(stored(tmp_path / "fairdeal.sqlite", name)) == before[name]]

    with serving(tmp_path) as server:
        server.restart()
        asyncio.run(until(lambda: not waiting(), STARTING))
        assert server.stop() == 0
    assert not server.failures()
