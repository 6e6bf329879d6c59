"""The embedded store: one server at a time, what its file and its commits are, and what becomes of trouble."""

from __future__ import annotations

import asyncio
import hashlib
import os
import resource
import shutil
import sqlite3
import stat
import struct
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from fairdeal.errors import Conflict, StoreError
from fairdeal.server.sqlite import files
from fairdeal.server.sqlite.files import MIGRATIONS, migrate
from fairdeal.server.sqlite.store import SqliteStore
from fairdeal.server.sqlite.worker import Errand
from fairdeal.server.store import SessionRow, Store
from fairdeal.server.stores import open_store
from tests.server.keeping import TABLE, events, line_of, other_process, table


@asynccontextmanager
async def started(path: Path, patience: float = 2.0) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(path, patience)
    await store.start()
    try:
        yield store
    finally:
        await store.stop()


def with_store(path: Path, story: Callable[[SqliteStore], Awaitable[Any]], patience: float = 2.0) -> Any:
    """Let a story happen to a store that is started before and stopped after it."""

    async def run() -> Any:
        async with asyncio.timeout(60), started(path, patience) as store:
            return await story(store)

    return asyncio.run(run())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def test_lists_are_read_from_an_index(path: Path) -> None:
    with_store(path, lambda store: store.ping())
    listed = "archived = 0 and listed = 1 and phase in ('waiting', 'playing')"
    searches = {
        f"select * from tables where {listed} order by changed_at desc": "tables_listed",
        "select * from tables where archived = 0 and phase not in ('over', 'void') order by changed_at desc": (
            "tables_recent"
        ),
        "select * from tables where copied_from = ? and copied_from <> ''": "tables_copied",
        "select * from tables where id in (select table_id from players where session_id = ?)": "players_sessions",
        "select id from tables where due <= ? order by due": "tables_due",
        "select min(due) from tables where due > ?": "tables_due",
        "select key from kept where kind = ? and key >= ? and key < ? order by key": "kept",
    }
    with closing(sqlite3.connect(path)) as connection:
        for search, index in searches.items():
            plan = str(connection.execute(f"explain query plan {search}", "x" * search.count("?")).fetchall())
            assert index in plan
            assert "TEMP B-TREE" not in plan


# --- sessions, notes, numbers ----------------------------------------------------------------------------------------


def test_a_session_is_found_by_the_hash_of_its_token_and_no_token_is_in_the_files(path: Path) -> None:
    token = "correct-horse-battery-staple"
    hashed = hashlib.sha256(token.encode()).digest()
    row = SessionRow("s1", "Ann", 5, 6)

    async def story(store: SqliteStore) -> None:
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

    with_store(path, story)
    stored = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert hashed in stored
    assert token.encode() not in stored


def test_a_ping_writes_and_reads(path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        before = len(commits(path))
        await store.ping()
        await store.ping()
        assert len(commits(path)) == before + 2

    with_store(path, story)


# --- commits ---------------------------------------------------------------------------------------------------------


def commits(path: Path) -> list[int]:
    """List the sizes of the database after each commit that its write-ahead log holds (sqlite.org/fileformat2.html)."""
    file = path.with_name(f"{path.name}-wal")
    log = file.read_bytes() if file.exists() else b""
    if not log:
        return []
    (page_size,) = struct.unpack_from(">8xI", log)
    frames = (struct.unpack_from(">4xI8s", log, at) for at in range(32, len(log), 24 + page_size))
    return [pages for pages, salts in frames if pages and salts == log[16:24]]


async def hold_up(store: SqliteStore) -> threading.Event:
    """Make the writer wait until this event is set: what is asked meanwhile will share a transaction."""
    is_held, go_on = threading.Event(), threading.Event()

    def hold(connection: sqlite3.Connection) -> None:
        is_held.set()
        go_on.wait()

    store._writer._jobs.put(Errand(hold, "", asyncio.get_running_loop().create_future()))
    while not is_held.is_set():
        await asyncio.sleep(0)
    return go_on


async def together(store: SqliteStore, *tries: Callable[[], Awaitable[Any]]) -> list[Any]:
    """Let all of these wait for the writer at the same time, and give their results or errors."""
    go_on = await hold_up(store)
    waiting = asyncio.gather(*(begin() for begin in tries), return_exceptions=True)
    await asyncio.sleep(0)
    go_on.set()
    return await waiting


def test_appends_that_wait_together_share_a_commit_and_return_after_it(path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        async def append(name: str) -> int:
            await store.append(table(name), 1, [b"event"])
            with closing(sqlite3.connect(path)) as other:
                (found,) = other.execute("select count(*) from events where table_id = ?", (name,)).fetchone()
            return int(found)

        assert await together(store, *(partial(append, f"t{number}") for number in range(200))) == [1] * 200
        assert len(commits(path)) == 1

    with_store(path, story)


def test_two_hundred_players_at_once_cost_few_commits(path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        await asyncio.gather(*(store.append(table(f"t{number}"), 1, [b"event"]) for number in range(200)))
        assert 1 <= len(commits(path)) <= 50

    with_store(path, story)


def test_a_commit_waits_for_the_disk(path: Path) -> None:
    def settings(connection: sqlite3.Connection) -> list[Any]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return [connection.execute(f"pragma {name}").fetchone()[0] for name in names]

    full = 2
    assert with_store(path, lambda store: store._writer.do("", settings)) == ["wal", full, 1]


def test_a_job_that_fails_does_not_fail_its_neighbours(path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        await store.append(TABLE, 1, [b"opened"])
        before = len(commits(path))
        outcomes = await together(
            store,
            lambda: store.append(table("t2"), 1, [b"a"]),
            lambda: store.append(TABLE, 1, [b"taken"]),
            lambda: store.append(table("t3", phase="unheard of"), 1, [b"b"]),
            lambda: store.append(table("t4"), 1, [object()]),  # type: ignore[list-item]
            lambda: store.append(TABLE, 2, [b"c"]),
            lambda: store._writer.do("", lambda connection: 1 // 0),
            lambda: store.append(table("t5"), 1, [b"d"]),
        )
        kinds = [type(outcome) for outcome in outcomes]
        nothing = type(None)
        assert kinds == [nothing, Conflict, Conflict, kinds[3], nothing, ZeroDivisionError, nothing]
        assert isinstance(outcomes[3], sqlite3.Error)
        assert len(commits(path)) == before + 1
        assert sorted(await store.running()) == ["t1", "t2", "t5"]
        assert await events(store) == [b"opened", b"c"]

    with_store(path, story)


def test_stop_commits_all_that_was_asked_before_even_if_nobody_waits_for_it(path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(path)
        await store.start()
        go_on = await hold_up(store)
        waiting = [asyncio.ensure_future(store.append(table(f"t{number}"), 1, [b"x"])) for number in range(50)]
        await asyncio.sleep(0)
        for waiter in waiting[::2]:
            waiter.cancel()
        stopping = asyncio.ensure_future(store.stop())
        while store._writer._is_open:
            await asyncio.sleep(0)
        go_on.set()
        await asyncio.wait_for(stopping, 60)
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


def test_the_loop_goes_on_while_the_disk_is_slow(path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        until = asyncio.Event()

        async def turn() -> int:
            turns = 0
            while not until.is_set():
                await asyncio.sleep(0.005)
                turns += 1
            return turns

        turning = asyncio.ensure_future(turn())
        slow = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 400000) select sum(i) from n"
        for worker in (store._writer, store._reader):
            await worker.do("", lambda connection: connection.execute(slow).fetchone())
        until.set()
        assert await turning >= 3

    with_store(path, story)


# --- one server at a time --------------------------------------------------------------------------------------------


HOLDER = """
    import asyncio, os, sys, time
    from pathlib import Path
    from fairdeal.server.sqlite.store import SqliteStore

    async def main():
        store = SqliteStore(Path(sys.argv[1]))
        await store.start()
        if sys.argv[2:] == ["fork"] and os.fork():
            time.sleep(60)
        print("started", os.getpid(), flush=True)
        sys.stdin.readline()
        await store.stop()
        print("stopped", flush=True)
        sys.stdin.readline()

    asyncio.run(main())
"""


async def nothing(store: SqliteStore) -> None:
    """Start and stop, no more."""


def test_a_second_server_is_refused_until_the_first_has_stopped(path: Path) -> None:
    with other_process(HOLDER, path) as process:
        assert line_of(process).startswith("started")
        alias = path.with_name("alias.db")
        alias.symlink_to(path)
        for name in (path, alias):
            with pytest.raises(StoreError, match=rf"^Another server is already using {path}: "):
                with_store(name, nothing)
        assert process.stdin
        print(file=process.stdin, flush=True)
        assert line_of(process) == "stopped"
        with_store(path, nothing)


@pytest.mark.skipif(sys.platform != "linux", reason="the database itself is locked on Linux alone")
def test_a_second_server_is_refused_by_whatever_other_name_the_file_has(path: Path) -> None:
    with other_process(HOLDER, path) as process:
        assert line_of(process).startswith("started")
        other = path.with_name("other.db")
        other.hardlink_to(path)
        for _ in range(2):
            with pytest.raises(StoreError, match=rf"^Another server is already using {other}: "):
                with_store(other, nothing)
        assert process.stdin
        print(file=process.stdin, flush=True)
        assert line_of(process) == "stopped"
        with_store(other, nothing)


BOUND = """
    import asyncio, subprocess, sys
    from pathlib import Path
    from fairdeal.errors import StoreError
    from fairdeal.server.sqlite.store import SqliteStore

    file, folder = map(Path, sys.argv[1:])
    commands = ["mount", "--bind", file.parent, folder], ["mount", "--bind", file, folder.with_suffix(".db")]
    folder.mkdir()
    folder.with_suffix(".db").touch()
    if any(subprocess.run(command, stderr=subprocess.DEVNULL).returncode for command in commands):
        sys.exit()
    for name in (folder / file.name, folder.with_suffix(".db")):
        try:
            asyncio.run(SqliteStore(name).start())
            print("started", flush=True)
        except StoreError as error:
            print(error, flush=True)
"""


def test_a_second_server_is_refused_at_another_place_where_the_folder_or_the_file_is_mounted(path: Path) -> None:
    folder = path.parent.with_name(f"{path.parent.name}-bound")
    within = ["unshare", "--mount", *([] if os.getuid() == 0 else ["--map-root-user"])]
    if not shutil.which("unshare"):
        pytest.skip("there is no unshare here to mount something with")
    with other_process(HOLDER, path) as process:
        assert line_of(process).startswith("started")
        with other_process(BOUND, path, folder, within=within) as second:
            said = [line_of(second), line_of(second)]
        if said == ["", ""]:
            pytest.skip("nothing may be mounted here")
        assert said == [
            f"Another server is already using {name}: stop it, or choose another file."
            for name in (folder / path.name, folder.with_suffix(".db"))
        ]


def test_another_name_in_the_same_process_is_refused_and_the_database_stays_locked(path: Path) -> None:
    """To close a descriptor of the file would drop the locks that SQLite has in this process."""

    def is_locked() -> bool:
        with other_process(
            """
            import fcntl, sys
            with open(sys.argv[1], "r+b") as file:
                try:
                    fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 510, 1073741826)  # SQLite's range for readers
                    print("free", flush=True)
                except OSError:
                    print("locked", flush=True)
            """,
            path,
        ) as process:
            return line_of(process) == "locked"

    async def story(store: SqliteStore) -> None:
        other = path.with_name("other.db")
        other.hardlink_to(path)
        await store.append(TABLE, 1, [])
        assert is_locked()
        with pytest.raises(StoreError, match="already using"):
            async with started(other):
                pass
        assert is_locked()

    with_store(path, story)


def test_a_second_store_in_the_same_process_is_refused_too(path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        with pytest.raises(StoreError, match="already using"):
            async with started(path):
                pass
        await store.append(TABLE, 1, [])

    with_store(path, story)


def test_a_killed_server_leaves_no_lock_even_if_a_forked_worker_outlives_it(path: Path) -> None:
    with other_process(HOLDER, path, "fork") as process:
        _, child = line_of(process).split()
        assert int(child) != process.pid
        process.kill()
        process.wait()
        try:
            os.kill(int(child), 0)
            with_store(path, nothing)
        finally:
            os.kill(int(child), 9)


# --- trouble ---------------------------------------------------------------------------------------------------------


BIG = [b"x" * 500] * 400


def test_a_full_database_fails_in_words_and_goes_on_when_there_is_room(path: Path) -> None:
    def limit(pages: int) -> Callable[[sqlite3.Connection], Any]:
        return lambda connection: connection.execute(f"pragma max_page_count = {pages}").fetchone()

    async def story(store: SqliteStore) -> None:
        await store.append(TABLE, 1, [b"opened"])
        await store._writer.do("", limit(1))  # SQLite takes the number of pages there are
        tries = [store.append(table(f"t{number}"), 1, BIG) for number in range(2, 5)]
        outcomes = await asyncio.gather(*tries, return_exceptions=True)
        for outcome in outcomes:
            assert isinstance(outcome, StoreError)
            assert str(outcome) == "The table could not be stored: the disk is full. Nothing was done."
        assert await store.running() == ["t1"]
        await store._writer.do("", limit(1_000_000))
        await store.append(table("t2"), 1, BIG)
        assert await store.load("t2") == (table("t2"), BIG)

    with_store(path, story)


def test_a_commit_that_fails_fails_all_that_share_it(path: Path) -> None:
    """A deferred foreign key is looked at in the commit, after every job has succeeded."""

    def break_later(connection: sqlite3.Connection) -> None:
        connection.execute("pragma defer_foreign_keys = on")
        connection.execute("insert into notes (table_id, session_id, note) values ('t9', 'ann', '')")

    async def story(store: SqliteStore) -> None:
        tries = [
            lambda: store.append(TABLE, 1, [b"a"]),
            lambda: store._writer.do("The note", break_later),
            lambda: store.set_alive(5),
        ]
        assert [str(outcome) for outcome in await together(store, *tries)] == [
            "The table could not be stored: it contradicts what is stored. Nothing was done.",
            "The note: it contradicts what is stored. Nothing was done.",
            "The server's time could not be stored: it contradicts what is stored. Nothing was done.",
        ]
        assert (await store.load("t1"), await store.notes("t9"), await store.alive()) == (None, {}, 0)
        await store.append(TABLE, 1, [b"works again"])

    with_store(path, story)


LIMITED = """
    import asyncio, resource, sys
    from pathlib import Path
    from fairdeal.errors import StoreError
    from fairdeal.server.sqlite.store import SqliteStore
    from fairdeal.server.store import TableRow

    def limit(size):
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    async def main():
        store = SqliteStore(Path(sys.argv[1]))
        await store.start()
        number = 1
        table = TableRow("t1", "some game", 4, True, "playing", 0, 1, 1, b"secret", False, "", b"{}")
        limit(400_000)
        try:
            while True:
                await store.append(table, number, [b"x" * 1000] * 20)
                number += 20
        except StoreError as error:
            print(number - 1, error, flush=True)
        limit(resource.RLIM_INFINITY)
        await store.append(table, number, [b"works again"])
        assert (await store.load("t1"))[1][-1] == b"works again"
        await store.stop()
        print("done", flush=True)

    asyncio.run(main())
"""


@pytest.mark.skipif(resource.getrlimit(resource.RLIMIT_FSIZE)[1] != resource.RLIM_INFINITY, reason="files are limited")
def test_a_file_that_may_not_grow_fails_in_words_and_goes_on_when_it_may(path: Path) -> None:
    with other_process(LIMITED, path) as process:
        acknowledged, _, words = line_of(process).partition(" ")
        assert words == "The table could not be stored: the disk reports an error. Nothing was done."
        assert int(acknowledged) > 0
        assert line_of(process) == "done"
    found = with_store(path, lambda store: store.load("t1"))
    assert found[1] == [b"x" * 1000] * int(acknowledged) + [b"works again"]


FULL_DISK = """
    import asyncio, contextlib, subprocess, sys
    from pathlib import Path
    from fairdeal.errors import StoreError
    from fairdeal.server.sqlite.store import SqliteStore
    from fairdeal.server.store import TableRow

    disk = Path(sys.argv[1])
    ballast = disk / "ballast"
    table = TableRow("t1", "some game", 4, True, "playing", 0, 1, 1, b"secret", False, "", b"{}")
    big = [b"x" * 500] * 400

    def fill():
        with contextlib.suppress(OSError):
            ballast.write_bytes(bytes(2_000_000))

    async def main():
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk]).returncode:
            return
        print("mounted", flush=True)
        store = SqliteStore(disk / "games.db")
        fill()
        try:
            await store.start()
        except StoreError as error:
            print(error, flush=True)
        ballast.unlink()
        await store.start()
        await store.append(table, 1, [b"opened"])
        fill()
        for outcome in await asyncio.gather(store.append(table, 2, big), store.ping(), return_exceptions=True):
            print(outcome, flush=True)
        assert (await store.load("t1"))[1] == [b"opened"]
        ballast.unlink()
        await store.append(table, 2, big)
        await store.ping()
        await store.stop()
        await store.start()
        assert (await store.load("t1"))[1] == [b"opened", *big]
        await store.stop()
        print("works again", flush=True)

    asyncio.run(main())
"""


@pytest.mark.skipif(not shutil.which("unshare"), reason="a disk of one's own needs unshare")
def test_a_full_disk_fails_in_words_and_goes_on_when_there_is_room(tmp_path: Path) -> None:
    """Mount a disk of one megabyte that only this process sees, where the system allows that."""
    with other_process(FULL_DISK, tmp_path, within=["unshare", "--user", "--map-root-user", "--mount"]) as process:
        if line_of(process) != "mounted":
            pytest.skip("a disk cannot be mounted here")
        assert (
            line_of(process)
            == f"The store {tmp_path}/games.db could not be opened: the disk is full. Nothing was done."
        )
        assert line_of(process) == "The table could not be stored: the disk is full. Nothing was done."
        assert line_of(process) == "The store does not answer: the disk is full. Nothing was done."
        assert line_of(process) == "works again"


LOCKER = """
    import sqlite3, sys
    connection = sqlite3.connect(sys.argv[1], isolation_level=None)
    connection.execute("begin exclusive")
    print("locked", flush=True)
    sys.stdin.readline()
    connection.execute("rollback")
    connection.close()
    print("unlocked", flush=True)
"""


def test_a_database_that_another_program_holds_fails_in_words_and_goes_on_when_it_lets_go(path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        await store.append(TABLE, 1, [b"opened"])
        with other_process(LOCKER, path) as process:
            assert line_of(process) == "locked"
            tries = [store.append(TABLE, 2, [b"x"]), store.set_alive(5), store.ping()]
            for outcome in await asyncio.gather(*tries, return_exceptions=True):
                assert isinstance(outcome, StoreError)
                assert str(outcome).endswith(": another program is holding the database. Nothing was done.")
            assert await store.load("t1") == (TABLE, [b"opened"])
            assert process.stdin
            print(file=process.stdin, flush=True)
            assert line_of(process) == "unlocked"
        await store.append(TABLE, 2, [b"works again"])

    with_store(path, story, patience=0.2)


def test_a_damaged_file_is_refused_in_words(path: Path) -> None:
    path.write_bytes(b"These are no cards." * 500)
    with pytest.raises(StoreError, match=r"games\.db could not be opened: the file is no database\."):
        with_store(path, nothing)


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"nowhere/games\.db could not be opened: no such file or directory\.$"):
        with_store(tmp_path / "nowhere" / "games.db", nothing)


# --- the form of the database ----------------------------------------------------------------------------------------


def form_of(path: Path) -> tuple[int, list[str]]:
    with closing(sqlite3.connect(path)) as connection:
        (version,) = connection.execute("pragma user_version").fetchone()
        return version, [sql for (sql,) in connection.execute("select sql from sqlite_master")]


def test_migrations_run_once(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder)
    monkeypatch.setattr(files, "MIGRATIONS", folder)
    with_store(path, lambda store: store.append(TABLE, 1, [b"opened"]))
    known, first_form = form_of(path)
    with_store(path, nothing)
    assert form_of(path) == (known, first_form)
    (folder / f"{known + 1:04}_more.sql").write_text("create table more (x); insert into more values (1);")
    for _ in range(2):
        assert with_store(path, lambda store: store.load("t1")) == (TABLE, [b"opened"])
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("select x from more").fetchall() == [(1,)]
    assert form_of(path) == (known + 1, [*first_form, "CREATE TABLE more (x)"])


def test_a_migration_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "0001_good.sql").write_text("create table good (x);")
    (tmp_path / "0002_bad.sql").write_text("create table bad (x); insert into nowhere values (1);")
    with closing(sqlite3.connect(tmp_path / "games.db", isolation_level=None)) as connection:
        with pytest.raises(sqlite3.OperationalError, match="nowhere"):
            migrate(connection, tmp_path)
        assert form_of(tmp_path / "games.db") == (1, ["CREATE TABLE good (x)"])
        (tmp_path / "0002_bad.sql").write_text("create table mended (x);")
        migrate(connection, tmp_path)
    assert form_of(tmp_path / "games.db")[0] == 2


def test_a_database_of_a_newer_version_is_refused_and_left_alone(path: Path) -> None:
    with_store(path, nothing)
    known, form = form_of(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"pragma user_version = {known + 1}")
    with pytest.raises(StoreError, match=rf"newer Fairdeal \(its form is number {known + 1}, .* here is {known}\)"):
        with_store(path, nothing)
    assert form_of(path) == (known + 1, form)


@pytest.mark.parametrize("version", [0, 1])
def test_a_database_of_another_program_is_refused_and_left_alone(path: Path, version: int) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("create table recipes (name)")
        connection.execute(f"pragma user_version = {version}")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="a database of another program"):
        with_store(path, nothing)
    assert path.read_bytes() == before


def test_only_its_owner_may_read_a_new_database(path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        await store.append(TABLE, 1, [b"opened"])
        files = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
        assert files == dict.fromkeys(["games.db", "games.db-wal", "games.db-shm", "games.db.lock"], 0o600)

    old = os.umask(0o022)
    try:
        with_store(path, story)
    finally:
        os.umask(old)


# --- choosing one ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("prefix", ["", "sqlite:"])
def test_a_store_is_chosen_by_a_path_or_by_its_address(path: Path, prefix: str) -> None:
    async def story() -> None:
        store: Store = open_store(f"{prefix}{path}")
        await store.start()
        await store.append(TABLE, 1, [b"opened"])
        await store.stop()

    asyncio.run(story())
    assert path.exists()


@pytest.mark.parametrize("url", ["redis://ann:secret@host/games", "redis:games", "", "sqlite:", "sqlite::memory:"])
def test_another_kind_of_store_is_refused_with_what_is_possible_and_no_password(url: str) -> None:
    with pytest.raises(StoreError, match=r"give sqlite:FILE, or just the path of a file, or .*/NAME\.$") as refusal:
        open_store(url)
    assert "secret" not in str(refusal.value)
