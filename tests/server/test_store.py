"""What every store promises: what was acknowledged is there, whatever dies; what failed was not done, in words."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import itertools
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from fairdeal.errors import Conflict, Damaged, StoreError
from fairdeal.server.store import Elsewhere, SessionRow, Store, TableRow
from fairdeal.server.stores import open_store
from tests.server.keeping import TABLE, Place, events, ids, new_place, other_process, table, with_store
from tests.server.serverproc import STARTING

KINDS = ("sqlite", "postgres")


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    return new_place(request.param, tmp_path, lambda: request.getfixturevalue("database"))


async def taken(store: Store, name: str) -> tuple[TableRow, list[bytes]]:
    """Own a table of before, and give it; its last owner may have been killed a moment ago.

    What that one had sent to a database may be written down after it was read here, and so it is read again.
    """
    async with asyncio.timeout(STARTING):
        while True:
            found = await store.load(name)
            assert found
            with contextlib.suppress(Elsewhere):
                if await store.take(name, len(found[1]), 0) is not None:
                    return found
            await asyncio.sleep(0.1)


# --- tables and events -----------------------------------------------------------------------------------------------


def test_a_table_comes_back_as_it_was_appended_also_after_a_restart(place: Place) -> None:
    entries = [b"opened", b"", b"\x00\xff\n"]

    async def write(store: Store) -> None:
        await store.append(TABLE, 1, entries[:2])
        assert await store.load("t1") == (TABLE, entries[:2])
        await store.append(replace(TABLE, phase="over", free=0, listed=False), 3, entries[2:])

    async def read(store: Store) -> None:
        assert await store.load("t1") == (replace(TABLE, phase="over", free=0, listed=False), entries)
        assert await store.load("t2") is None

    with_store(place, write)
    with_store(place, read)


def test_events_that_are_not_numbered_one_after_another_are_damaged(place: Place) -> None:
    async def story(store: Store) -> None:
        await store.append(TABLE, 1, [b"a", b"b", b"c"])
        await store.append(table("t2"), 1, [b"a"])
        await asyncio.to_thread(place.execute, "delete from events where table_id = 't1' and number = 2")
        with pytest.raises(Damaged, match=r"^Table t1 cannot go on: the numbers of its events lack 2\. Nothing"):
            await store.load("t1")
        assert await store.load("t2") == (table("t2"), [b"a"])

    with_store(place, story)


@pytest.mark.parametrize("first", [0, 1, 2, 4, 5])
def test_events_that_do_not_follow_the_last_one_are_refused_with_all_that_came_along(place: Place, first: int) -> None:
    async def story(store: Store) -> None:
        await store.append(TABLE, 1, [b"a", b"b"], [("ann", 0)])
        with pytest.raises(Conflict, match=rf"^The table could not be stored: .* number 3, not {first}\. Nothing"):
            await store.append(replace(TABLE, phase="over"), first, [b"x", b"y"], [("bob", 1)])
        assert await store.load("t1") == (TABLE, [b"a", b"b"])
        assert await store.tables_of("bob", 9) == []

    with_store(place, story)


@pytest.mark.parametrize("first", [0, 2])
def test_the_first_event_is_number_one(place: Place, first: int) -> None:
    async def story(store: Store) -> None:
        with pytest.raises(Conflict, match="its next event is number 1"):
            await store.append(TABLE, first, [b"x"])
        assert await store.load("t1") is None

    with_store(place, story)


def test_of_two_writers_of_one_table_only_one_goes_on(place: Place) -> None:
    async def story(store: Store) -> None:
        await store.append(TABLE, 1, [b"opened"])
        tries = [store.append(TABLE, 2, [b"writer %d" % writer]) for writer in range(20)]
        outcomes = await asyncio.gather(*tries, return_exceptions=True)
        assert outcomes == [None, *outcomes[1:]]
        assert all(isinstance(outcome, Conflict) for outcome in outcomes[1:])
        assert await events(store) == [b"opened", b"writer 0"]

    with_store(place, story)


def test_an_append_without_events_changes_the_row_and_is_fenced_too(place: Place) -> None:
    async def story(store: Store) -> None:
        await store.append(TABLE, 1, [b"opened"])
        await store.append(replace(TABLE, phase="paused"), 2, [])
        with pytest.raises(Conflict):
            await store.append(replace(TABLE, phase="void"), 1, [])
        assert await store.load("t1") == (replace(TABLE, phase="paused"), [b"opened"])

    with_store(place, story)


def test_the_tables_that_run_are_those_neither_over_nor_void_nor_archived(place: Place) -> None:
    async def story(store: Store) -> None:
        for phase in ("waiting", "called", "playing", "paused", "over", "void"):
            await store.append(table(phase, phase=phase, changed_at=50), 1, [])
        await store.append(table("old", changed_at=49), 1, [])
        await store.archive(50)
        assert sorted(await store.running()) == ["called", "paused", "playing", "waiting"]

    with_store(place, story)


def test_the_list_shows_listed_tables_that_wait_or_play_the_last_changed_first(place: Place) -> None:
    async def story(store: Store) -> None:
        for at, phase in enumerate(("waiting", "called", "playing", "paused", "over", "void"), 50):
            await store.append(table(phase, phase=phase, changed_at=at), 1, [])
        await store.append(table("private", listed=False), 1, [])
        await store.append(table("old", changed_at=49), 1, [])
        await store.archive(50)
        assert ids(await store.listed(9)) == ["playing", "waiting"]
        await store.append(table("waiting", phase="waiting", changed_at=99), 1, [])
        assert await store.listed(1) == [table("waiting", phase="waiting", changed_at=99)]

    with_store(place, story)


def test_my_tables_are_those_where_i_sat_down(place: Place) -> None:
    async def story(store: Store) -> None:
        for at in range(5):
            await store.append(table(f"t{at}", changed_at=at), 1, [b"x"], [("ann", 0), ("bob", 1)])
        await store.append(table("t2", changed_at=9), 2, [b"x"], [("ann", 0), ("ann", 3)])
        assert ids(await store.tables_of("ann", 9)) == ["t2", "t4", "t3", "t1", "t0"]
        assert ids(await store.tables_of("ann", 2)) == ["t2", "t4"]
        assert ids(await store.tables_of("bob", 1)) == ["t2"]
        assert await store.tables_of("eve", 9) == []

    with_store(place, story)


def test_the_copies_of_a_table_are_found(place: Place) -> None:
    async def story(store: Store) -> None:
        await store.append(TABLE, 1, [])
        await store.append(table("late", copied_from="t1", opened_at=8), 1, [])
        await store.append(table("early", copied_from="t1", opened_at=7), 1, [])
        assert ids(await store.copies_of("t1")) == ["early", "late"]
        assert await store.copies_of("early") == []
        assert await store.copies_of("") == []

    with_store(place, story)


def test_an_archived_table_can_be_loaded_and_the_next_append_takes_it_out_again(place: Place) -> None:
    async def story(store: Store) -> None:
        await store.append(table("old", changed_at=10), 1, [b"x"])
        await store.append(table("new", changed_at=20), 1, [b"x"])
        assert await store.archive(20) == ["old"]
        assert await store.archive(20) == []
        found = await store.load("old")
        assert found == (table("old", changed_at=10, archived=True), [b"x"])
        await store.append(found[0], 2, [b"y"])
        assert await store.load("old") == (table("old", changed_at=10), [b"x", b"y"])

    with_store(place, story)


# --- sessions, notes, numbers ----------------------------------------------------------------------------------------


def test_a_session_is_found_by_the_hash_of_its_token(place: Place) -> None:
    token = "correct-horse-battery-staple"
    hashed = hashlib.sha256(token.encode()).digest()
    row = SessionRow("s1", "Ann", 5, 6)

    async def story(store: Store) -> None:
        await store.add_session(row, hashed)
        assert await store.session(hashed) == row
        assert await store.session(token.encode()) is None
        with pytest.raises(StoreError):
            await store.add_session(SessionRow("s2", "Bob", 5, 6), token.encode())
        with pytest.raises(Conflict, match=r"^The session could not be stored: it contradicts"):
            await store.add_session(SessionRow("s3", "Eve", 5, 6), hashed)
        await store.rename_session("s1", "Anna")
        await store.touch_session("s1", 99)
        assert await store.session(hashed) == SessionRow("s1", "Anna", 5, 99)

    with_store(place, story)


def test_a_session_that_is_not_there_cannot_be_changed(place: Place) -> None:
    async def story(store: Store) -> None:
        for change in (store.rename_session("s9", "Eve"), store.touch_session("s9", 1)):
            with pytest.raises(StoreError, match="there is none of that id"):
                await change

    with_store(place, story)


def test_notes_belong_to_a_session_at_a_table(place: Place) -> None:
    async def story(store: Store) -> None:
        await store.append(TABLE, 1, [])
        await store.append(table("t2"), 1, [])
        await store.put_note("t1", "ann", b"[1]")
        await store.put_note("t1", "bob", b"[]")
        await store.put_note("t2", "ann", b"[2]")
        await store.put_note("t1", "ann", b"[1,3]")
        assert await store.notes("t1") == {"ann": b"[1,3]", "bob": b"[]"}
        assert await store.notes("t9") == {}
        with pytest.raises(StoreError, match=r"^The setting could not be stored: "):
            await store.put_note("t9", "ann", b"[]")

    with_store(place, story)


def test_a_document_is_kept_by_kind_and_key_in_place_of_the_one_before(place: Place) -> None:
    async def write(store: Store) -> None:
        await store.keep("review", "t1", b"first")
        await store.keep("puzzle", "t1", b"\x00\xff")
        await store.keep("review", "t1", b"second" * 5000)

    async def read(store: Store) -> None:
        assert await store.kept("review", "t1") == b"second" * 5000
        assert await store.kept("puzzle", "t1") == b"\x00\xff"
        assert await store.kept("puzzle", "t2") is None

    with_store(place, write)
    with_store(place, read)


def test_of_documents_that_are_kept_at_once_by_the_same_key_the_first_stays(place: Place) -> None:
    async def story(store: Store) -> None:
        found = await asyncio.gather(*(store.keep_first("day", "d", b"%d" % number) for number in range(20)))
        assert len(set(found)) == 1
        assert await store.keep_first("day", "d", b"later") == found[0] == await store.kept("day", "d")
        assert await store.keep_first("day", "e", b"another") == b"another"

    with_store(place, story)


def test_documents_are_found_by_how_their_keys_begin_and_no_sign_in_them_means_more(place: Place) -> None:
    async def story(store: Store) -> None:
        for key in ("b/2", "b/10", "a/1", "b", "b/é", "b/日", "b_2", "b%2", "B/3"):
            await store.keep("puzzle", key, key.encode())
        await store.keep("review", "b/3", b"of another kind")
        found = await store.kept_under("puzzle", "b/")
        assert list(found.items()) == [(key, key.encode()) for key in ("b/10", "b/2", "b/é", "b/日")]
        assert list(await store.kept_under("puzzle", "b_")) == ["b_2"]
        assert list(await store.kept_under("puzzle", "")) == sorted(await store.kept_under("puzzle", ""))
        assert await store.kept_under("puzzle", "c") == {}

    with_store(place, story)


def test_the_time_alive_is_kept(place: Place) -> None:
    async def story(store: Store) -> int:
        before = await store.alive()
        await store.set_alive(before + 1234)
        return before

    assert [with_store(place, story) for _ in range(3)] == [0, 1234, 2468]


def test_a_ping_writes_and_reads(place: Place) -> None:
    async def story(store: Store) -> None:
        await store.ping()
        await store.ping()

    with_store(place, story)
    assert place.execute("select value from marks where name = 'pings'") == [(2,)]


# --- commits ---------------------------------------------------------------------------------------------------------


def test_appends_at_once_share_commits_and_return_after_them(place: Place) -> None:
    async def story(store: Store) -> None:
        names = [f"t{number}" for number in range(200)]
        await asyncio.gather(*(store.append(table(name), 1, [b"opened"]) for name in names))
        before = store.commits

        async def append(name: str) -> int:
            await store.append(table(name), 2, [b"event"])
            return len((await store.load(name) or (None, []))[1])

        assert await asyncio.gather(*map(append, names)) == [2] * 200
        assert 1 <= store.commits - before <= 50

    with_store(place, story)


def test_appends_one_after_the_other_have_a_commit_each(place: Place) -> None:
    async def story(store: Store) -> None:
        before = store.commits
        for number in range(1, 11):
            await store.append(TABLE, number, [b"event"])
            assert store.commits == before + number

    with_store(place, story)


def test_an_append_that_fails_does_not_fail_its_neighbours(place: Place) -> None:
    async def story(store: Store) -> None:
        for name in ("t1", "t2", "t3"):
            await store.append(table(name), 1, [b"opened"])
        tries = [
            store.append(table("t2"), 2, [b"a"]),
            store.append(TABLE, 1, [b"taken"]),
            store.append(table("t3", phase="unheard of"), 2, [b"b"]),
            store.append(table("t4"), 1, [object()]),  # type: ignore[list-item]
            store.append(TABLE, 2, [b"c"]),
            store.append(table("t5"), 1, [b"d"]),
        ]
        outcomes = await asyncio.gather(*tries, return_exceptions=True)
        kinds = [type(outcome) for outcome in outcomes]
        nothing = type(None)
        assert kinds == [nothing, Conflict, Conflict, kinds[3], nothing, nothing]
        assert isinstance(outcomes[3], Exception)
        assert sorted(await store.running()) == ["t1", "t2", "t3", "t5"]
        assert [len((await store.load(name) or (None, []))[1]) for name in ("t1", "t2", "t3", "t5")] == [2, 2, 1, 1]

    with_store(place, story)


def test_stop_stores_all_that_was_asked_before_even_if_nobody_waits_for_it(place: Place) -> None:
    async def story() -> None:
        store = open_store(place.url)
        await store.start()
        waiting = [asyncio.ensure_future(store.append(table(f"t{number}"), 1, [b"x"])) for number in range(50)]
        for waiter in waiting[::2]:
            waiter.cancel()
        await asyncio.wait_for(store.stop(), 60)
        outcomes = await asyncio.gather(*waiting, return_exceptions=True)
        assert outcomes[1::2] == [None] * 25
        assert all(isinstance(outcome, asyncio.CancelledError) for outcome in outcomes[::2])
        with pytest.raises(StoreError, match=r"^The table could not be stored: the store is closed\.$"):
            await store.append(TABLE, 1, [])
        await store.stop()
        await store.start()
        assert len(await store.running()) == 50
        await store.stop()

    asyncio.run(story())


WRITER = """
    import asyncio, sys
    from fairdeal.server.stores import open_store
    from fairdeal.server.store import TableRow

    async def play(store, name):
        number = 0
        while True:
            number += 1
            table = TableRow(name, "some game", 4, True, "playing", 0, 1, number, b"secret", False, "", b"{}")
            await store.append(table, number, [b"event %d" % number])
            await store.keep("count", name, b"%d" % number)
            print("acknowledged", name, number, flush=True)

    async def main():
        store = open_store(sys.argv[1])
        await store.start()
        await asyncio.gather(*(play(store, f"t{i}") for i in range(4)))

    asyncio.run(main())
"""


def kill_a_writer(place: Place, after: int) -> dict[str, int]:
    """Kill a process that writes to four tables after so many acknowledgements; give the last number of each."""
    acknowledged: dict[str, int] = {}
    with other_process(WRITER, place.url) as process:
        assert process.stdout
        for heard, line in enumerate(process.stdout, 1):
            if heard == after:
                process.kill()
            if line.endswith("\n"):
                _, name, number = line.split()
                acknowledged[name] = int(number)
    return acknowledged


def check_kills(new: Callable[[], Place], kills: int) -> None:
    rng = random.Random(kills)
    for _ in range(kills):
        place = new()
        acknowledged = kill_a_writer(place, rng.randint(1, 200))
        assert acknowledged

        async def story(store: Store, acknowledged: dict[str, int] = acknowledged) -> None:
            for name, number in acknowledged.items():
                row, entries = await taken(store, name)
                assert len(entries) >= number
                assert entries == [b"event %d" % (at + 1) for at in range(len(entries))]
                assert row.changed_at == len(entries)
                await store.append(row, len(entries) + 1, [b"and on"])

        with_store(place, story)


def many_places(request: pytest.FixtureRequest, folder: Path, kind: str) -> Callable[[], Place]:
    """Give a new place each time."""
    numbers = itertools.count()

    def new() -> Place:
        (inside := folder / str(next(numbers))).mkdir()
        return new_place(kind, inside, lambda: request.getfixturevalue("database"))

    return new


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_acknowledged_survives_a_kill(request: pytest.FixtureRequest, tmp_path: Path, kind: str) -> None:
    check_kills(many_places(request, tmp_path, kind), 5 if kind == "sqlite" else 1)


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
def test_what_was_acknowledged_survives_a_hundred_kills(
    request: pytest.FixtureRequest, tmp_path: Path, kind: str
) -> None:
    check_kills(many_places(request, tmp_path, kind), 100 if kind == "sqlite" else 30)
