"""The store in PostgreSQL: several owners of tables, of whom one counts, and what becomes of a lost connection."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest

from fairdeal.errors import StoreError
from fairdeal.server.postgres import batches, leases
from fairdeal.server.postgres.batches import Append
from fairdeal.server.postgres.links import check_address
from fairdeal.server.postgres.store import PostgresStore
from fairdeal.server.store import Elsewhere, Lease, Moved
from tests.server.keeping import TABLE, Place, table, with_store, writer_held
from tools.engines import Database

TERM = 2.0  # seconds, so that tests need not wait long, and a busy machine gets something done within it


@pytest.fixture
def url(database: Database) -> str:
    return database.fresh()


@pytest.fixture
def short_term(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "TERM", TERM)


@asynccontextmanager
async def opened(url: str, address: str = "somewhere:1") -> AsyncIterator[PostgresStore]:
    store = PostgresStore(url, address)
    await store.start()
    try:
        yield store
    finally:
        await store.stop()


async def taken(store: PostgresStore, name: str, last: int, at: int = 0) -> Lease:
    """Own a table as soon as nobody else does."""
    async with asyncio.timeout(30):
        while True:
            with contextlib.suppress(Elsewhere):
                lease = await store.take(name, last, at)
                if lease is not None:  # else its owner has just been gone when it was asked for
                    return lease
            await asyncio.sleep(0.05)


def keep_believing(store: PostgresStore) -> None:
    """Let a process believe for ever that it owns its tables."""
    assert store._leases._expiring is not None
    store._leases._expiring.cancel()
    store._leases._until = float("inf")


# --- commits ---------------------------------------------------------------------------------------------------------


def test_a_commit_waits_for_more_only_where_several_tables_shared_the_last_and_until_there_are_enough(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "GATHER_MORE", 3600.0)
    monkeypatch.setattr(batches, "ENOUGH", 3)
    names = ["t1", "t2", "t3"]

    async def main() -> None:
        async with opened(url) as store, asyncio.timeout(60):
            for number in range(1, 4):  # nobody else's last statement was shared
                await store.append(table("t1"), number, [b"alone"])
            await asyncio.gather(*(store.append(table(name), 1, [b"opened"]) for name in names[1:]))
            before = store.commits
            first = [store.append(table(name), number, [b"played"]) for name, number in (("t1", 4), ("t2", 2))]
            await asyncio.sleep(0.1)
            assert not any(stored.done() for stored in first), "they did not wait for a third"
            await asyncio.gather(*first, store.append(table("t3"), 2, [b"played"]))
            assert store.commits == before + 1
            last = [store.append(table(name), number, [b"on"]) for name, number in (("t1", 5), ("t2", 3))]
        assert all(stored.exception() is None for stored in last), "a store that stops waits for nobody"

    asyncio.run(main())


# --- owners ----------------------------------------------------------------------------------------------------------


def test_a_table_of_a_process_that_lives_is_elsewhere_and_says_where(url: str) -> None:
    async def main() -> None:
        async with opened(url, "10.0.0.1:8123") as first, opened(url) as second:
            await first.append(TABLE, 1, [b"opened"])
            assert (first.holds("t1"), second.holds("t1")) == (True, False)
            with pytest.raises(Elsewhere) as elsewhere:
                await second.take("t1", 1, 0)
            assert elsewhere.value.peer == (first._leases.me, "10.0.0.1:8123", first.key)
            with pytest.raises(Moved):
                await second.append(TABLE, 2, [b"of another"])
            await first.append(TABLE, 2, [b"goes on"])

    asyncio.run(main())


def test_a_table_that_was_released_is_anybodys_and_its_last_event_has_to_be_known(url: str) -> None:
    async def main() -> None:
        async with opened(url) as first, opened(url) as second:
            await first.append(TABLE, 1, [b"opened"])
            await first.append(TABLE, 2, [b"more"])
            await first.release(["t1"])
            assert not first.holds("t1")
            assert await second.take("t1", 1, 0) is None
            assert await second.take("t1", 2, 0) == Lease(0, False)
            with pytest.raises(Moved):
                await first.append(TABLE, 3, [b"too late"])
            await second.append(TABLE, 3, [b"goes on"])

    asyncio.run(main())


def test_a_process_that_does_not_renew_loses_its_tables_and_knows_it_first(url: str, short_term: None) -> None:
    async def main() -> None:
        async with opened(url) as first, opened(url) as second:
            await first.set_alive(0)  # the start of the second may have taken long
            lost = asyncio.Event()
            first.watch(lost.set)
            await first.append(TABLE, 1, [b"opened"])
            await first.set_alive(5_000)
            lease = await taken(second, "t1", 1, 9_000)
            assert lost.is_set(), "it answered after its table was another's"
            assert not first.holds("t1")
            assert lease == Lease(4_000, True), "the clocks of players stood still from the last renewal on"

    asyncio.run(main())


def test_who_renews_keeps_its_tables_and_hears_the_latest_time(url: str, short_term: None) -> None:
    async def main() -> None:
        async with opened(url) as first, opened(url) as second:
            await first.set_alive(0)  # the start of the second may have taken long
            await first.append(TABLE, 1, [b"opened"])
            for at in range(12):
                assert await first.set_alive(at) == at
                await asyncio.sleep(TERM / 6)
            with pytest.raises(Elsewhere):
                await second.take("t1", 1, 0)
            assert await second.set_alive(3) == 11
            assert first._leases.me in second.peers

    asyncio.run(main())


def test_of_two_who_believe_to_own_a_table_one_is_fenced_and_its_other_tables_go_on(url: str, short_term: None) -> None:
    async def main() -> None:
        async with opened(url) as first, opened(url) as second:
            await first.set_alive(0)  # the start of the second may have taken long
            for name in ("t1", "t2"):
                await first.append(table(name), 1, [b"opened"])
            keep_believing(first)
            await taken(second, "t1", 1)
            await second.append(TABLE, 2, [b"of the second"])
            tries = [first.append(table(name), 2, [b"of the first"]) for name in ("t1", "t2")]
            outcomes = await asyncio.gather(*tries, return_exceptions=True)
            assert isinstance(outcomes[0], Moved), "whoever asked is to ask the owner"
            assert outcomes[1] is None
            found = await first.load("t1")
            assert found is not None
            assert found[1] == [b"opened", b"of the second"]

    asyncio.run(main())


def test_a_fenced_owner_is_refused_although_the_numbers_would_follow(url: str, short_term: None) -> None:
    async def main() -> None:
        async with opened(url) as first, opened(url) as second:
            await first.set_alive(0)  # the start of the second may have taken long
            await first.append(TABLE, 1, [b"opened"])
            keep_believing(first)
            await taken(second, "t1", 1)
            with pytest.raises(Moved):
                await first.append(TABLE, 2, [b"of the first"])
            assert not first.holds("t1")
            await second.append(TABLE, 2, [b"of the second"])

    asyncio.run(main())


@pytest.mark.parametrize("what", ["opened", "taken"])
def test_what_a_process_got_before_it_began_anew_is_not_its_own_after_that(
    url: str, database: Database, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """It was halted between question and answer: its term has passed, and others may have taken the table."""
    statement, method = {"opened": (batches._OPEN, "fetchval"), "taken": (leases._TAKE, "fetchrow")}[what]
    ask = getattr(asyncpg.Connection, method)

    async def main() -> None:
        async with opened(url) as other, opened(url) as store:
            if what == "taken":
                await other.append(TABLE, 1, [b"opened"])
                await other.release(["t1"])

            async def ask_and_be_halted(link: Any, query: str, *gaps: Any, **more: Any) -> Any:
                answer = await ask(link, query, *gaps, **more)
                if query == statement:
                    monkeypatch.setattr(asyncpg.Connection, method, ask)
                    expire = f"update processes set expires = now() where id = {store._leases.me}"
                    await asyncio.to_thread(database.execute, url, expire)
                    await store.set_alive(1)
                return answer

            monkeypatch.setattr(asyncpg.Connection, method, ask_and_be_halted)
            if what == "taken":
                assert await store.take("t1", 1, 0) is None
            else:
                await store.append(TABLE, 1, [b"opened"])
            assert not store.holds("t1")
            assert await other.take("t1", 1, 0) is not None
            assert not store.holds("t1")

    asyncio.run(main())


def test_what_was_asked_of_a_table_is_not_stored_after_its_process_has_taken_it_anew(url: str) -> None:
    """It was halted with a move in the queue: whoever made it asks again, and must not find it done behind its back."""

    async def main() -> None:
        async with opened(url) as store:
            await store.append(TABLE, 1, [b"opened"])
            with writer_held(store):
                late = store.append(TABLE, 2, [b"a move"])
                store._leases._lose()
                await store.set_alive(0)
                assert await store.take("t1", 1, 0) is not None
            with pytest.raises(Moved):
                await late
            assert store.holds("t1"), "what was taken later is not lost by it"
            await store.append(TABLE, 2, [b"the move, sent again"])
            assert (await store.load("t1") or (None, []))[1] == [b"opened", b"the move, sent again"]

    asyncio.run(main())


def test_what_was_asked_of_a_table_is_fenced_when_its_term_passes_while_it_is_written(url: str) -> None:
    async def main() -> None:
        async with opened(url) as store:
            await store.append(TABLE, 1, [b"opened"])
            open_first = store._writer._open

            async def pass_meanwhile(jobs: list[Append]) -> set[str]:
                store._leases._lose()
                return await open_first(jobs)

            store._writer._open = pass_meanwhile  # type: ignore[method-assign]
            tries = [store.append(table("t2"), 1, [b"opened"]), store.append(TABLE, 2, [b"a move"])]
            outcomes = await asyncio.gather(*tries, return_exceptions=True)
            found = await store.load("t1")
            assert found is not None
            assert outcomes[0] is None
            assert (outcomes[1] is None) == (b"a move" in found[1])
            assert outcomes[1] is None or isinstance(outcomes[1], Moved)

    asyncio.run(main())


def test_a_renewal_that_comes_too_late_begins_anew_without_tables(url: str, short_term: None) -> None:
    async def main() -> None:
        async with opened(url) as store:
            await store.append(TABLE, 1, [b"opened"])
            before = store._leases.me
            await asyncio.sleep(1.2 * TERM)
            await store.set_alive(7)
            assert store._leases.me != before
            assert not store.holds("t1")
            lease = await store.take("t1", 1, 7)
            assert lease is not None
            assert lease.is_inherited
            await store.append(TABLE, 2, [b"goes on"])

    asyncio.run(main())


def test_tables_of_the_dead_are_due_and_those_of_the_living_are_not(url: str, short_term: None) -> None:
    async def main() -> None:
        async with opened(url) as first, opened(url) as second:
            await first.set_alive(0)  # the start of the second may have taken long
            await first.append(table("t1", due=100), 1, [b"opened"])
            await second.set_alive(0)
            assert (await second.due(200), await second.next_due(0)) == ([], None)
            changed = asyncio.Event()
            second.watch(changed.set)
            async with asyncio.timeout(30):
                while await second.due(200) != ["t1"]:
                    await second.set_alive(0)
                    await asyncio.sleep(0.05)
                await second.set_alive(0)
            assert changed.is_set()

    asyncio.run(main())


# --- lost connections ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_written", [True, False])
def test_when_the_answer_of_a_commit_is_lost_the_owner_answers_by_what_is_stored(url: str, is_written: bool) -> None:
    async def main() -> None:
        async with opened(url) as store:
            await store.append(TABLE, 1, [b"opened"])
            token, follow = store._leases.tokens["t1"], store._writer._follow

            async def lose(jobs: list[Append]) -> set[str]:
                store._writer._follow = follow  # type: ignore[method-assign]
                if is_written:
                    await follow(jobs)
                raise ConnectionResetError

            store._writer._follow = lose  # type: ignore[method-assign]
            (outcome,) = await asyncio.gather(store.append(TABLE, 2, [b"a move"]), return_exceptions=True)
            if is_written:
                assert outcome is None
            else:
                said = "The table could not be stored: the database cannot be reached. Nothing was done."
                assert str(outcome) == said
            assert store._leases.tokens["t1"] == token + 1, "what is still on its way must not be stored later"
            await store.append(TABLE, 3 if is_written else 2, [b"goes on"])

    asyncio.run(main())


@pytest.mark.parametrize("is_written", [True, False])
def test_a_new_table_whose_connection_breaks_is_there_once_and_its_opener_is_told(url: str, is_written: bool) -> None:
    """If it were refused, the first attempt could still arrive, and leave a table that nobody has heard of."""

    async def main() -> None:
        async with opened(url) as store:
            open_first, asked = store._writer._open, list[Append]()

            async def lose(jobs: list[Append]) -> set[str]:
                store._writer._open = open_first  # type: ignore[method-assign]
                asked.extend(jobs)
                if is_written:
                    await open_first(jobs)
                raise ConnectionResetError

            store._writer._open = lose  # type: ignore[method-assign]
            await store.append(TABLE, 1, [b"opened"])
            assert await open_first(asked) == set(), "what arrives late changes nothing"
            await store.append(TABLE, 2, [b"goes on"])
            assert (await store.load("t1") or (None, []))[1] == [b"opened", b"goes on"]

    asyncio.run(main())


def test_what_is_on_its_way_when_the_connection_breaks_is_stored_and_told_or_neither(url: str) -> None:
    async def main() -> None:
        async with opened(url) as store:
            await store.append(TABLE, 1, [b"opened"])
            other = await asyncpg.connect(url)
            async with other.transaction():
                await other.execute("select * from tables for update")
                waiting = store.append(TABLE, 2, [b"a move"])
                async with asyncio.timeout(30):
                    while not await other.fetchval("select count(*) from pg_locks where not granted"):
                        await asyncio.sleep(0.02)
                assert store._writer._link is not None
                store._writer._link.terminate()
                await asyncio.sleep(0.3)
            await other.close()
            (outcome,) = await asyncio.gather(waiting, return_exceptions=True)
            found = await store.load("t1")
            assert found is not None
            assert (b"a move" in found[1]) == (outcome is None)
            await store.append(TABLE, len(found[1]) + 1, [b"goes on"])
            assert len((await store.load("t1") or (None, []))[1]) == len(found[1]) + 1

    asyncio.run(main())


def test_a_database_that_starts_anew_under_load_loses_and_doubles_nothing(database: Database, url: str) -> None:
    acknowledged: dict[str, list[bytes]] = {}

    async def play(store: PostgresStore, name: str, until: asyncio.Event) -> None:
        """Append one event after another; after a failure go on from what is stored, as a table does."""
        acknowledged[name], number = [], 0
        while not until.is_set() or number < 5:
            entry = b"%d" % (number + 1)
            try:
                await store.append(table(name), number + 1, [entry])
                acknowledged[name].append(entry)
                number += 1
            except Moved:
                async with asyncio.timeout(30):
                    await taken(store, name, number)
            except StoreError:
                await asyncio.sleep(0.05)

    async def beat(store: PostgresStore) -> None:
        while True:
            await asyncio.gather(store.set_alive(0), return_exceptions=True)
            await asyncio.sleep(0.3)

    async def main() -> None:
        until = asyncio.Event()
        async with opened(url) as store:
            beating = asyncio.create_task(beat(store))
            playing = [asyncio.create_task(play(store, f"t{number}", until)) for number in range(8)]
            for mode in ("fast", "immediate"):
                await asyncio.sleep(0.5)
                await asyncio.to_thread(database.stop, mode)
                await asyncio.to_thread(database.start)
            await asyncio.sleep(0.5)
            until.set()
            async with asyncio.timeout(60):
                await asyncio.gather(*playing)
            beating.cancel()
            for name, entries in acknowledged.items():
                found = await store.load(name)
                assert found is not None
                assert found[1] == entries

    asyncio.run(main())


# --- the form of the database ----------------------------------------------------------------------------------------


async def nothing(store: Any) -> None:
    """Start and stop, no more."""


def test_a_database_of_a_newer_version_or_of_another_program_is_refused_and_left_alone(
    database: Database, url: str
) -> None:
    place = Place(url, database)
    with_store(place, nothing)
    with_store(place, nothing)
    ((form,),) = place.execute("select form from fairdeal")
    place.execute(f"update fairdeal set form = {form + 1}")
    with pytest.raises(StoreError, match=rf"newer Fairdeal \(its form is number {form + 1}, .* here is {form}\)"):
        with_store(place, nothing)
    other = Place(database.fresh(), database)
    other.execute("create table recipes (name text)")
    with pytest.raises(StoreError, match="a database of another program"):
        with_store(other, nothing)
    assert other.execute("select tablename::text from pg_tables where schemaname = current_schema()") == [("recipes",)]


def test_two_servers_that_start_at_once_make_the_tables_once(url: str) -> None:
    async def main() -> None:
        async with opened(url) as first, opened(url):
            await first.ping()

    asyncio.run(main())


def test_a_database_that_is_not_there_is_told_without_the_password() -> None:
    with pytest.raises(StoreError) as refusal:
        with_store(Place("postgresql://ann:secret@127.0.0.1:9/games"), nothing)
    said = "The store postgresql://127.0.0.1:9/games could not be opened: the database cannot be reached. "
    assert str(refusal.value).startswith(said)
    assert "secret" not in str(refusal.value)


@pytest.mark.parametrize("name", ["db.example", "10.0.0.7"])
def test_a_database_on_another_machine_needs_a_password(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("PGPASSWORD", "PGPASSFILE", "PGSSLCERT"):
        monkeypatch.delenv(variable, raising=False)
    with pytest.raises(StoreError, match="no password for it is known"):
        check_address(f"postgresql://ann@{name}/games")
    check_address(f"postgresql://ann:secret@{name}/games")
    check_address("postgresql://ann@localhost/games")
    monkeypatch.setenv("PGPASSWORD", "secret")
    check_address(f"postgresql://ann@{name}/games")
