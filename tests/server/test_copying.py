"""`fairdeal store copy` and `store check`: a server moves from a file to a database and back, and nothing is lost."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path

import pytest

from fairdeal import cli
from fairdeal.errors import StoreError
from fairdeal.play import records
from fairdeal.play.check import check, part_of
from fairdeal.play.fairness import Receipt
from fairdeal.server import copying
from fairdeal.server.copying import NotCopied
from fairdeal.server.documents import OpenTable
from fairdeal.server.sqlite.archive import SqliteArchive
from fairdeal.server.store import SessionRow
from tests.server.people import finish, house, seated
from tools.engines import Database

TOKEN = hashlib.sha256(b"a token").digest()


async def a_club(folder: Path) -> tuple[str, str, Receipt]:
    """Fill a store: a finished game with a receipt, one that runs, a guest, a note and a document."""
    async with house(folder) as hub:
        over, people = await seated(hub, OpenTable("caster", 3, options={"rounds": 1}), "Anna", "Bert", "Carl")
        await finish(people)
        running, others = await seated(hub, OpenTable("cryptruck", 2), "Dora", "Emil")
        await others[0].say("mute", seat=1, on=True)
        await hub.store.add_session(SessionRow("s1", "Anna", 1, 2), TOKEN)
        await hub.store.keep("review", "one", b"a document")
        return over, running, people[0].receipt()


async def check_club(url: str, over: str, running: str, receipt: Receipt) -> None:
    """A server goes on with what was copied."""
    async with house(Path(), url=url) as hub:
        record = await hub.record(over)
        assert check(records.read(record), part_of(record), receipt).has_receipt
        assert (await hub.table(running)).table.sitting is not None
        assert list((await hub.store.notes(running)).values()) == [b"[1]"]
        assert await hub.store.session(TOKEN) == SessionRow("s1", "Anna", 1, 2)
        assert await hub.store.kept("review", "one") == b"a document"
        await seated(hub, OpenTable("caster", 3), "Fred", "Gina", "Hugo")


def test_a_server_moves_to_a_database_and_back_and_receipts_hold(
    tmp_path: Path, database: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    club = asyncio.run(a_club(tmp_path))
    file, there, back = str(tmp_path / "store.sqlite"), database.fresh(), str(tmp_path / "back.sqlite")
    assert cli.run(["store", "copy", file, there]) == 0
    said = capsys.readouterr().out
    assert said.startswith("2 tables with ")
    assert "1 guest are in postgresql://127.0.0.1" in said
    assert said.endswith("; 2 fold to the same bytes, and every row is the same.\n")
    assert cli.run(["store", "check", there]) == 0
    assert capsys.readouterr().out == "2 tables: 2 good, 0 bad.\n"
    asyncio.run(check_club(there, *club))
    assert cli.run(["store", "copy", there, back]) == 0
    assert capsys.readouterr().out.startswith("3 tables with ")
    asyncio.run(check_club(back, *club))
    with pytest.raises(NotCopied, match="has tables or guests of its own"):
        copying.copy(file, back, lambda done, of: None)


def test_a_copy_that_was_interrupted_is_repeated(
    tmp_path: Path, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = asyncio.run(a_club(tmp_path))
    file, there = str(tmp_path / "store.sqlite"), database.fresh()
    whole = SqliteArchive.table

    def broken(self: SqliteArchive, name: str) -> object:
        if name == max(club[:2]):
            raise KeyboardInterrupt
        return whole(self, name)

    with monkeypatch.context() as patch:
        patch.setattr(SqliteArchive, "table", broken)
        with pytest.raises(KeyboardInterrupt):
            copying.copy(file, there, lambda done, of: None)
    assert database.execute(there, "select count(*) from tables") == [(1,)]
    for _ in range(2):
        assert copying.copy(file, there, lambda done, of: None).tables == 2
    asyncio.run(check_club(there, *club))


def test_a_copy_that_went_on_by_itself_is_not_written_over(tmp_path: Path, database: Database) -> None:
    _, running, _ = asyncio.run(a_club(tmp_path))
    file, there = str(tmp_path / "store.sqlite"), database.fresh()
    copying.copy(file, there, lambda done, of: None)
    of_it = f"from events where table_id = '{running}'"
    database.execute(there, f"insert into events select '{running}', max(number) + 1, 'x' {of_it}")
    with pytest.raises(NotCopied, match=f"^Table {running} in postgresql://.* went on by itself"):
        copying.copy(file, there, lambda done, of: None)
    assert database.execute(there, f"select entry {of_it} order by number desc limit 1") == [(b"x",)]


def test_a_bad_table_is_found_in_a_database_and_is_the_same_in_a_copy(
    tmp_path: Path, database: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    _, running, _ = asyncio.run(a_club(tmp_path))
    there, back = database.fresh(), str(tmp_path / "back.sqlite")
    copying.copy(str(tmp_path / "store.sqlite"), there, lambda done, of: None)
    database.execute(there, f"update events set entry = 'no event' where table_id = '{running}' and number = 2")
    assert cli.run(["store", "check", there]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"Table {running} is bad: its event 2 is not written in JSON.",
        "2 tables: 1 good, 1 bad.",
    ]
    assert cli.run(["store", "repair", there]) == 2
    assert "copy` it into one" in capsys.readouterr().err
    assert copying.copy(there, back, lambda done, of: None).unfolded == (running,)


def test_a_store_is_not_copied_while_a_server_uses_it(tmp_path: Path, database: Database) -> None:
    there, file = database.fresh(), str(tmp_path / "store.sqlite")

    async def main() -> None:
        async with house(tmp_path):
            pass
        async with house(tmp_path, url=there):
            for source, target in ((there, file), (file, there)):
                with pytest.raises(StoreError, match=r"could not be opened: a server is using it: stop it first\.$"):
                    await asyncio.to_thread(copying.copy, source, target, lambda done, of: None)

    asyncio.run(main())
