"""One damaged table stops nothing but itself: the server starts, says which it is and why, and serves the rest."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from fairdeal.errors import Damaged, OtherRules, Refused, Unwelcome
from fairdeal.play.clocks import Now
from fairdeal.play.events import Clock
from fairdeal.server import again, examining, requests, sockets
from fairdeal.server.documents import Challenge, OpenTable
from fairdeal.server.hub import Hub
from fairdeal.server.uptime import StoppedUptime
from tests.server.people import Person, finish, house, on_turn, seated, until
from tests.server.players import guest
from tests.server.serverproc import ServerProcess, serving

REQUEST = OpenTable("caster", 3, {"rounds": 1}, bots={2: "easy"}, listed=True, clock=Clock("move", 600))
FRIENDS = OpenTable("caster", 3, {"rounds": 1}, bots={2: "easy"})

Damage = Callable[[sqlite3.Connection, str], None]


def sql(text: str) -> Damage:
    """Damage a table with a statement, whose `:table` is its id."""

    def do(connection: sqlite3.Connection, table: str) -> None:
        connection.execute(text, {"table": table})

    return do


def entry(change: Callable[[dict[str, Any]], Any], which: str = "max") -> Damage:
    """Damage one entry, the last one if not told otherwise."""

    def do(connection: sqlite3.Connection, table: str) -> None:
        where = f"table_id = ? and number = (select {which}(number) from events where table_id = ?)"
        (text,) = connection.execute(f"select entry from events where {where}", (table, table)).fetchone()
        document = json.loads(text)
        change(document)
        connection.execute(f"update events set entry = ? where {where}", (json.dumps(document).encode(), table, table))

    return do


DAMAGES: dict[str, tuple[Damage, str]] = {
    "no JSON": (sql("update events set entry = x'00ff' where table_id = :table and number = 3"), "event 3"),
    "no bytes": (sql("update events set entry = 17 where table_id = :table and number = 3"), "event 3"),
    "an unknown kind": (entry(lambda entry: entry["event"].update(kind="exploded")), "has no form"),
    "an illegal move": (entry(lambda entry: entry["event"].update(kind="played", seat=0, action="play R0")), "follow"),
    "a seat that is not there": (entry(lambda entry: entry.update(event={"kind": "freed", "seat": 7})), "follow"),
    "a gap": (sql("delete from events where table_id = :table and number = 4"), "numbers"),
    "a number moved": (
        sql("update events set number = 99 where table_id = :table and number = 5"),
        "numbers",
    ),
    "the last number moved": (
        sql(
            "update events set number = 99 where table_id = :table and number = "
            "(select max(number) from events where table_id = :table)"
        ),
        "numbers",
    ),
    "no events": (sql("delete from events where table_id = :table"), "no events"),
    "a short secret": (sql("update tables set secret = x'01' where id = :table"), "secret"),
    "a secret of text": (sql("update tables set secret = hex(substr(secret, 1, 16)) where id = :table"), "secret"),
    "a secret of bad text": (sql("update tables set secret = cast(x'ff' as text) where id = :table"), "secret"),
    "an unknown game": (entry(lambda entry: entry["event"].update(game="chess"), "min"), "game"),
    "another game in the row": (sql("update tables set game = 'battle' where id = :table"), "game"),
    "another version of the rules": (entry(lambda entry: entry["event"].update(rules_version=99), "min"), "version 99"),
    "a time to come": (entry(lambda entry: entry.update(at=10**15)), "time"),
    "a time that ran backwards": (entry(lambda entry: entry.update(at=-5)), "time"),
    "notes that are none": (
        sql("insert into notes (table_id, session_id, note) values (:table, 'x', 'nonsense')"),
        "settings",
    ),
}  # fmt: skip


async def two_tables(folder: Path) -> tuple[str, str]:
    """Two games that have begun, and nobody is there any more."""
    async with house(folder) as hub:
        names = []
        for _ in range(2):
            name, people = await seated(hub, REQUEST, "Anna", "Ben")
            await until(lambda: on_turn(people))  # noqa: B023  # it is called at once
            names.append(name)
    return names[0], names[1]


def damage(folder: Path, table: str, do: Damage) -> list[Any]:
    """Damage a table; give all that is stored of it now."""
    with closing(sqlite3.connect(folder / "store.sqlite", isolation_level=None)) as connection:
        do(connection, table)
    return rows_of(folder, table)


def rows_of(folder: Path, table: str) -> list[Any]:
    with closing(sqlite3.connect(folder / "store.sqlite")) as connection:
        connection.text_factory = bytes
        return [
            connection.execute(f"select * from {name} where {key} = ?", (table,)).fetchall()
            for name, key in (("events", "table_id"), ("players", "table_id"), ("notes", "table_id"))
        ] + [connection.execute("select id, secret, game from tables where id = ?", (table,)).fetchall()]


def warnings(caplog: pytest.LogCaptureFixture, table: str) -> list[str]:
    return [record.getMessage() for record in caplog.records if table in record.getMessage()]


@pytest.mark.parametrize("kind", DAMAGES)
def test_a_damaged_table_is_refused_with_a_reason_and_the_others_go_on(
    kind: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    do, reason = DAMAGES[kind]

    async def main() -> None:
        bad, good = await two_tables(tmp_path)
        left = damage(tmp_path, bad, do)
        async with house(tmp_path) as hub:
            for ask in (hub.table, hub.record, lambda name: hub.connect(name, None, Person("Eve"))):
                with pytest.raises(Damaged, match=reason) as refused:
                    await ask(bad)
                assert requests.refusal("", refused.value, "en").status_code == 409
                assert requests.closing(refused.value, "en")[0] == sockets.REFUSED
            await hub.sweep()
            await play_a_move(hub, good)
            assert {card.table for card in await hub.listed()} == {bad, good}
            assert {card.table for card in await hub.mine(Person("Anna").session)} == {bad, good}
        (said,) = warnings(caplog, bad)
        assert reason in said
        assert said.endswith(".")
        assert rows_of(tmp_path, bad) == left, "nothing of it is deleted"

    with caplog.at_level(logging.WARNING):
        asyncio.run(main())


def test_the_log_says_soon_after_the_start_which_unfinished_game_is_damaged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        async with house(tmp_path) as hub:
            bad, people = await seated(hub, FRIENDS, "Anna", "Ben")
            await until(lambda: on_turn(people))
        damage(tmp_path, bad, DAMAGES["an unknown kind"][0])
        async with house(tmp_path):
            await until(lambda: warnings(caplog, bad))

    with caplog.at_level(logging.WARNING):
        asyncio.run(main())


def test_a_finished_game_of_another_version_of_the_rules_has_its_record(tmp_path: Path) -> None:
    """It is written from the stored events, and sealed as any other while its deal is played again."""

    async def main() -> None:
        async with house(tmp_path) as hub:
            name, (anna, _) = people = await seated(hub, FRIENDS, "Anna", "Ben")
            await finish(people[1])
            record = json.loads(await hub.record(name))
            del record["fair"]["draws"]  # what each deal drew is listed by its rules
            await again.challenge(hub, name, Person("Carl").session, Challenge(0))
        damage(tmp_path, name, DAMAGES["another version of the rules"][0])
        async with house(tmp_path) as hub:
            with pytest.raises(OtherRules, match=r"version 99 .* the record can be downloaded"):
                await hub.table(name)
            assert json.loads(await hub.record(name, anna.session)) == {**record, "rules_version": 99}
            with pytest.raises(Refused, match="sealed"):
                await hub.record(name, Person("Olga").session)
        report = examining.check(str(tmp_path / "store.sqlite"), lambda done, of: None)
        assert not report.findings, "it is no damage that a repair should set aside"

    asyncio.run(main())


def test_a_finished_game_of_another_version_whose_events_are_damaged_has_none(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as hub:
            name, people = await seated(hub, FRIENDS, "Anna", "Ben")
            await finish(people)
        damage(tmp_path, name, DAMAGES["another version of the rules"][0])
        damage(tmp_path, name, DAMAGES["a seat that is not there"][0])
        async with house(tmp_path) as hub:
            with pytest.raises(Damaged, match="do not follow"):
                await hub.record(name)
        (finding,) = examining.check(str(tmp_path / "store.sqlite"), lambda done, of: None).findings
        assert "do not follow" in finding.reason

    asyncio.run(main())


async def play_a_move(hub: Hub, table: str) -> None:
    people = [Person("Anna"), Person("Ben")]
    for person in people:
        await person.enter(hub, table)
    await until(lambda: on_turn(people))
    actor = on_turn(people)
    assert actor is not None
    assert (await actor.play())["verdict"] == "accepted"


def put_secret(connection: sqlite3.Connection, table: str, secret: bytes) -> None:
    connection.execute("update tables set secret = ? where id = ?", (secret, table))


def test_a_table_that_was_repaired_is_there_again(tmp_path: Path) -> None:
    async def main() -> None:
        bad, _ = await two_tables(tmp_path)
        async with house(tmp_path) as hub:
            ((_, secret, _),) = rows_of(tmp_path, bad)[-1]
            damage(tmp_path, bad, sql("update tables set secret = substr(secret, 1, 31) || 'x' where id = :table"))
            with pytest.raises(Damaged):
                await hub.table(bad)
            damage(tmp_path, bad, lambda connection, table: put_secret(connection, table, secret))
            await play_a_move(hub, bad)

    asyncio.run(main())


@pytest.mark.parametrize(
    "change",
    [
        "card = x'00'",
        "card = cast(x'ff' as text)",
        "card = '{}'",
        "card = 'null'",
        "card = 17",
        "changed_at = 'soon'",
        "changed_at = 1.5",
    ],
)
def test_lists_leave_out_a_row_that_cannot_be_read(
    change: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        bad, good = await two_tables(tmp_path)
        damage(tmp_path, bad, sql(f"update tables set {change} where id = :table"))
        async with house(tmp_path, uptime=StoppedUptime()) as hub:
            for _ in range(2):
                assert [shown.table for shown in await hub.listed()] == [good]
                assert [shown.table for shown in await hub.mine(Person("Anna").session)] == [good]
            await hub.open_table(Person("Carl").session, structs.replace(FRIENDS, listed=True))
            assert len(warnings(caplog, bad)) == 1
            assert (await hub.card(bad, None)).names[0] == "Anna", "its events say what the card should"
            await play_a_move(hub, bad)
            assert {bad, good} < {shown.table for shown in await hub.listed()}

    with caplog.at_level(logging.WARNING):
        asyncio.run(main())


def test_lists_leave_out_a_row_whose_first_time_cannot_be_read_until_it_is_repaired(tmp_path: Path) -> None:
    async def main() -> None:
        bad, good = await two_tables(tmp_path)
        damage(tmp_path, bad, sql("update tables set opened_at = 'once' where id = :table"))
        async with house(tmp_path) as hub:
            await play_a_move(hub, bad)
            assert [shown.table for shown in await hub.listed()] == [good]
        examining.repair(str(tmp_path / "store.sqlite"), lambda done, of: None)
        async with house(tmp_path) as hub:
            assert {shown.table for shown in await hub.listed()} == {bad, good}

    asyncio.run(main())


def spoil_time(connection: sqlite3.Connection, table: str) -> None:
    connection.execute("update marks set value = 'late' where name = 'alive'")
    connection.execute("update marks set value = 'often' where name = 'pings'")


def test_a_time_of_the_server_that_cannot_be_read_goes_on_from_the_last_event(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        bad, good = await two_tables(tmp_path)
        damage(tmp_path, bad, DAMAGES["a time to come"][0])
        damage(tmp_path, bad, spoil_time)
        async with house(tmp_path, uptime=StoppedUptime()) as hub:
            assert hub.uptime.now() == (await hub.table(good)).table.recent[-1].entry.at
            await hub.store.ping()
            await play_a_move(hub, good)
        assert "The server's time in the store cannot be read; it goes on from the last event." in caplog.messages

    with caplog.at_level(logging.WARNING):
        asyncio.run(main())


def test_a_server_starts_on_a_damaged_store_says_what_is_wrong_and_serves_the_rest(tmp_path: Path) -> None:
    bad, good = asyncio.run(two_tables(tmp_path))
    (tmp_path / "store.sqlite").rename(tmp_path / "fairdeal.sqlite")
    with closing(sqlite3.connect(tmp_path / "fairdeal.sqlite", isolation_level=None)) as connection:
        spoil_time(connection, bad)
        connection.execute("update tables set changed_at = 'soon' where id = ?", (bad,))
        connection.execute("update events set entry = 'x' where table_id = ? and number = 3", (bad,))
    with serving(tmp_path) as server:
        told = asyncio.run(visit(server, bad, good))
        assert server.stop() == 0
    assert told == f"Table {bad} cannot go on: its event 3 is not written in JSON. Nothing of it was deleted."
    assert "The server's time in the store cannot be read" in server.said()
    assert bad in server.said()
    assert not server.failures()


async def visit(server: ServerProcess, bad: str, good: str) -> str:
    """Use whatever is good of a server; give what it says of the bad table."""
    carl = await guest(server.address, "Carl")
    listed = await carl.open("caster", 3, listed=True)
    cards = json.loads(await carl.request("GET", "/api/tables"))
    assert {card["table"] for card in cards} == {good, listed}
    async with await carl.watch(good) as table:
        assert table.scene
    with pytest.raises(Unwelcome) as refused:
        await carl.watch(bad)
    return str(refused.value)


def test_a_table_that_is_damaged_while_it_is_played_is_left_alone(tmp_path: Path) -> None:
    """Its next write fails, it cannot be folded anew, and whoever asks is told so."""

    async def main() -> None:
        async with house(tmp_path) as hub:
            name, people = await seated(hub, REQUEST, "Anna", "Ben")
            await until(lambda: on_turn(people))
            damage(tmp_path, name, sql("update events set entry = 'x' where table_id = :table and number = 2"))
            live = await hub.table(name)

            def fail(table: Any, now: Now) -> None:
                raise ZeroDivisionError

            with pytest.raises(ZeroDivisionError):
                await live.mailbox.do(fail)
            with pytest.raises(Damaged, match="event 2"):  # which closes the socket
                await people[0].play()
            with pytest.raises(Damaged, match="event 2"):
                await hub.table(name)

    asyncio.run(main())
