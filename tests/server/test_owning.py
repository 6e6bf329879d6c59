"""Hubs that share a database: who owns a table, who only believes it, and what is left alone."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest
from starlette.datastructures import Headers

from fairdeal.errors import OtherRules
from fairdeal.play.company import Patience
from fairdeal.play.table import Table
from fairdeal.server import limits
from fairdeal.server.addresses import RELAYED
from fairdeal.server.documents import OpenTable
from fairdeal.server.hub import Hub
from fairdeal.server.postgres.store import PostgresStore
from fairdeal.server.relay import CLIENT, KEY, from_peer
from fairdeal.server.sockets import GOING
from fairdeal.server.store import Elsewhere, Moved
from fairdeal.server.uptime import Uptime
from tests.server.keeping import writer_held
from tests.server.people import Person, house, on_turn, seated, until
from tools.engines import Database

MINUTE = 60_000_000_000  # nanoseconds
TWO = OpenTable("cryptruck", 2)


def store_of(hub: Hub) -> PostgresStore:
    assert isinstance(hub.store, PostgresStore)
    return hub.store


async def enter_when_free(person: Person, hub: Hub, table: str) -> None:
    """Come to a table as soon as this hub has it."""
    async with asyncio.timeout(60):
        while True:
            try:
                await person.enter(hub, table)
                return
            except Elsewhere:
                await asyncio.sleep(0.05)


async def play_some(people: list[Person], moves: int = 3) -> None:
    """Let whoever has the turn play, a few times."""
    for _ in range(moves):
        await until(lambda: on_turn(people), 60.0)
        person = on_turn(people)
        assert person is not None
        assert (await person.play())["verdict"] == "accepted"


def test_an_owner_whose_term_has_passed_answers_nothing_and_sends_everybody_away(
    tmp_path: Path, database: Database
) -> None:
    url = database.fresh()

    async def main() -> None:
        async with house(tmp_path, url=url) as hub:
            table, people = await seated(hub, TWO, "Anna", "Ben")
            await play_some(people)
            anna = people[0]
            store_of(hub)._leases._until = 0.0  # as if it had been halted, and nobody had told it yet
            before = len(anna.heard)
            assert anna.connection is not None
            await anna.connection.receive(json.dumps({"type": "why", "id": "w", "action": "pass"}))
            await anna.connection.receive(json.dumps({"type": "play", "id": "p", "actions": ["pass"], "number": 1}))
            assert anna.heard[before:] == []
            assert anna.closed is not None
            assert anna.closed[0] == GOING
            back = Person("Anna")
            await hub.uptime.beat(hub.store)
            await back.enter(hub, table)
            assert back.of_type("welcome")[0]["you"] == 0

    asyncio.run(main())


def test_who_comes_while_a_term_passes_is_sent_away_although_the_same_hub_owns_the_table_again(
    tmp_path: Path, database: Database
) -> None:
    url = database.fresh()

    async def main() -> None:
        async with house(tmp_path, url=url) as hub:
            table, people = await seated(hub, TWO, "Anna", "Ben")
            await play_some(people)
            late = await hub.connect(table, people[0].session, Person("Anna"))  # has not said hello yet
            leases = store_of(hub)._leases
            leases._until, until_then = 0.0, leases._until
            hub._look_at_owners()
            leases._until = until_then
            back = Person("Ben")
            await back.enter(hub, table)
            with pytest.raises(Moved):  # it would listen to what nobody speaks at any more
                await late.receive(json.dumps({"type": "hello", "seen": 0}))
            assert back.table.sitting is not None

    asyncio.run(main())


def test_a_move_that_waits_while_its_table_is_lost_and_taken_again_is_accepted_when_it_is_repeated(
    tmp_path: Path, database: Database
) -> None:
    url = database.fresh()

    async def main() -> None:
        async with house(tmp_path, url=url) as hub:
            table, people = await seated(hub, TWO, "Anna", "Ben")
            await play_some(people)
            who = on_turn(people)
            assert who is not None
            move: dict[str, Any] = {"id": "once", "number": who.table.number}
            leases = store_of(hub)._leases
            with writer_held(store_of(hub)):
                unheard = asyncio.create_task(who.play(**move))
                await asyncio.sleep(0)
                leases._lose()  # it was halted for longer than its term
                await until(lambda: leases._until)  # renewed with the next beat
                back = Person(who.session.name)
                await back.enter(hub, table)
                repeated = asyncio.create_task(back.play(**move))
                await asyncio.sleep(0)
            await unheard
            assert (await repeated)["verdict"] == "accepted"
            assert who.closed is not None
            found = await hub.store.load(table)
            assert found is not None
            assert [json.loads(entry)["event"].get("id") for entry in found[1]].count("once") == 1

    asyncio.run(main())


def test_who_comes_while_a_table_leaves_memory_waits_for_that_and_is_not_sent_away_by_it(
    tmp_path: Path, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = database.fresh()

    async def main() -> None:
        async with house(tmp_path, url=url) as hub:
            table, people = await seated(hub, TWO, "Anna", "Ben")
            await play_some(people)
            for person in people:
                await person.leave()
            release, held = hub.store.release, asyncio.Event()

            async def release_later(names: Collection[str]) -> None:
                await held.wait()
                await release(names)

            monkeypatch.setattr(hub.store, "release", release_later)
            leaving = asyncio.create_task(hub._let_go(await hub.table(table)))
            back = [Person(person.session.name) for person in people]
            entering = [asyncio.create_task(person.enter(hub, table)) for person in back]
            await asyncio.wait(entering, timeout=0.2)  # in vain, or else too early
            held.set()
            await asyncio.gather(leaving, *entering)
            await play_some(back)
            assert [person.closed for person in back] == [None, None]

    asyncio.run(main())


def test_no_rematch_begins_at_a_table_that_is_lost_while_all_are_sent_away(tmp_path: Path, database: Database) -> None:
    url = database.fresh()

    async def main() -> None:
        async with house(tmp_path, url=url) as hub:
            hub._patience = Patience(0, 0)
            table, (anna, ben) = await seated(hub, TWO, "Anna", "Ben")
            await ben.leave()
            assert (await anna.say("decide", seat=1, what="end"))["verdict"] == "accepted"
            await ben.enter(hub, table)
            assert (await anna.say("rematch", what="offer"))["verdict"] == "accepted"
            store_of(hub)._leases._lose()
            await ben.leave()
            await anna.leave()
            assert [row.id for row in await hub.store.tables_of(anna.session.id, 9)] == [table]

    asyncio.run(main())


def test_a_table_goes_on_at_another_hub_whose_calendar_is_a_minute_off_and_no_clock_ran_meanwhile(
    tmp_path: Path, database: Database
) -> None:
    url = database.fresh()

    async def main() -> None:
        late = Uptime(calendar=lambda: time.time_ns() + MINUTE)
        async with (
            house(tmp_path, url=url, address="first:1") as first,
            house(tmp_path, url=url, address="second:1", uptime=late) as second,
        ):
            table, people = await seated(first, TWO, "Anna", "Ben")
            await play_some(people)
            before = snapshot((await first.table(table)).table)
            for task in first._tasks:
                task.cancel()  # it hangs: nobody renews
            anna, ben = Person("Anna"), Person("Ben")
            with pytest.raises(Elsewhere):
                await anna.enter(second, table)
            await enter_when_free(anna, second, table)
            await ben.enter(second, table)
            live = await second.table(table)
            assert snapshot(live.table) == before
            assert live.at() <= second.uptime.now() - 500, "the table's time stood still while its owner was dead"
            await play_some([anna, ben])
            with pytest.raises(Moved):
                await first.table(table)
            found = await second.store.load(table)
            assert found is not None
            times = [json.loads(entry)["at"] for entry in found[1]]
            assert times == sorted(times)

    asyncio.run(main())


def test_what_somebody_does_at_one_hub_counts_at_the_other_a_beat_later(tmp_path: Path, database: Database) -> None:
    url, ada = database.fresh(), limits.Person("ada", "192.0.2.1")

    async def main() -> None:
        async with house(tmp_path, url=url, address="first:1") as first, house(tmp_path, url=url) as second:
            for _ in range(limits.TABLES.most):
                first.limits.spend(limits.TABLES, ada)
            await until(lambda: second.limits.wait(limits.TABLES, ada), 60.0)
            assert second.limits.wait(limits.TABLES, limits.Person("ben")) == 0

    asyncio.run(main())


def snapshot(table: Table) -> bytes:
    assert table.sitting is not None
    return bytes(table.sitting.state.tobytes())


def test_a_table_by_rules_that_are_not_known_here_is_left_to_others(tmp_path: Path, database: Database) -> None:
    url = database.fresh()

    async def fill() -> str:
        async with house(tmp_path, url=url) as hub:
            table, _ = await seated(hub, TWO, "Anna", "Ben")
            return table

    table = asyncio.run(fill())
    newer = """update events set entry = convert_to(replace(convert_from(entry, 'UTF8'), '"rules_version":',
        '"rules_version":9'), 'UTF8') where number = 1"""
    database.execute(url, newer)

    async def visit() -> None:
        async with house(tmp_path, url=url) as hub:
            with pytest.raises(OtherRules):
                await hub.table(table)
            assert not hub.store.holds(table)

    asyncio.run(visit())
    assert database.execute(url, "select owner from tables") == [(None,)]


def test_only_who_shows_the_key_is_believed_where_a_request_came_from() -> None:
    scope = {"type": "http", "scheme": "http", "client": ("10.0.0.9", 1)}
    for shown, key in (("wrong", "right"), ("", "right"), ("", "")):
        assert from_peer(scope, Headers({KEY: shown, CLIENT: "192.0.2.1"}), key) is None
    found = from_peer(scope, Headers({KEY: "right", CLIENT: "192.0.2.1"}), "right")
    assert found is not None
    assert found[RELAYED] == "192.0.2.1"


def test_a_table_is_read_once_at_a_time_although_somebody_asks_again_before_the_others_know_that_it_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with house(tmp_path) as hub:
            table, _ = await seated(hub, TWO, "Anna", "Ben")
            await hub._let_go(await hub.table(table))
            load, began = hub.store.load, list[asyncio.Event]()

            async def slow(name: str) -> object:
                began.append(asyncio.Event())
                await began[-1].wait()
                if len(began) == 1:
                    raise Moved(name)
                return await load(name)

            async def persistent() -> object:
                try:
                    return await hub.table(table)
                except Moved:
                    return await hub.table(table)

            monkeypatch.setattr(hub.store, "load", slow)
            asking = [asyncio.create_task(persistent()) for _ in range(3)]
            await until(lambda: began)
            began[0].set()
            await until(lambda: len(began) > 1)
            asking.append(asyncio.create_task(persistent()))
            await asyncio.sleep(0)
            for event in began[1:]:
                event.set()
            assert len(set(await asyncio.gather(*asking))) == 1
            assert len(began) == 2

    asyncio.run(main())
