"""`fairdeal store check` and `fairdeal store repair`: bad tables are found, set aside and not lost."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from fairdeal import cli
from fairdeal.server.stores import open_store
from tests.server.people import Person, house
from tests.server.test_quarantine import DAMAGES, damage, play_a_move, rows_of, spoil_time, sql, two_tables


def said(capsys: pytest.CaptureFixture[str], code: int, *arguments: object) -> list[str]:
    """Run a command of the store; give its lines."""
    assert cli.run(["store", *map(str, arguments)]) == code
    shown = capsys.readouterr()
    return (shown.out or shown.err).splitlines()


def aside(folder: Path, table: str) -> list[object]:
    """All that is set aside of a table, in the form of `rows_of`."""
    with closing(sqlite3.connect(folder / "store.sqlite")) as connection:
        connection.text_factory = bytes
        parts = [
            connection.execute(f"select * from set_aside_{name} where table_id = ?", (table,)).fetchall()
            for name in ("events", "players", "notes")
        ]
        row = connection.execute("select id, secret, game from set_aside_tables where id = ?", (table,)).fetchall()
        return [*parts, row]


@pytest.mark.parametrize("kind", ["no JSON", "an illegal move", "a gap", "a secret of bad text", "no events"])
def test_a_bad_table_is_found_set_aside_as_it_is_and_then_all_is_good(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "store.sqlite"
    bad, good = asyncio.run(two_tables(tmp_path))
    assert said(capsys, 0, "check", store) == ["2 tables: 2 good, 0 bad."]
    do, reason = DAMAGES[kind]
    before = damage(tmp_path, bad, do)
    line, summary = said(capsys, 1, "check", store)
    assert line.startswith(f"Table {bad} is bad: ")
    assert reason in line
    assert summary == "2 tables: 1 good, 1 bad."
    assert rows_of(tmp_path, bad) == before, "looking changes nothing"
    line, _ = said(capsys, 0, "repair", store)
    assert line.startswith(f"Table {bad} is set aside: ")
    assert aside(tmp_path, bad) == before
    assert rows_of(tmp_path, bad) == [[], [], [], []]
    assert said(capsys, 0, "repair", store) == said(capsys, 0, "check", store) == ["1 table: 1 good, 0 bad."]

    async def go_on() -> None:
        async with house(tmp_path) as hub:
            await play_a_move(hub, good)
            assert [card.table for card in await hub.mine(Person("Anna").session)] == [good]

    asyncio.run(go_on())


@pytest.mark.parametrize(
    "change",
    [
        "phase = 'waiting'",
        "free = 2",
        "card = '{}'",
        "due = null",
        "due = 'soon'",
        "seats = 4",
        "changed_at = 'soon'",
        "opened_at = 'once'",
    ],
)
def test_a_row_that_contradicts_good_events_is_written_anew(
    change: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "store.sqlite"
    bad, _ = asyncio.run(two_tables(tmp_path))
    damage(tmp_path, bad, sql(f"update tables set {change} where id = :table"))
    line, _ = said(capsys, 1, "check", store)
    assert line == f"Table {bad} is bad: its row does not say what its events do: {change.partition(' ')[0]}."
    line, _ = said(capsys, 0, "repair", store)
    assert line.startswith(f"Table {bad} has its row written anew: ")
    assert said(capsys, 0, "check", store) == ["2 tables: 2 good, 0 bad."]


def test_a_time_of_the_server_that_cannot_be_read_is_written_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "store.sqlite"
    bad, _ = asyncio.run(two_tables(tmp_path))
    damage(tmp_path, bad, spoil_time)
    good = "2 tables: 2 good, 0 bad."
    assert said(capsys, 1, "check", store) == ["The server's time cannot be read.", good]
    assert said(capsys, 0, "repair", store) == ["The server's time is written anew, from the last event.", good]
    assert said(capsys, 0, "check", store) == [good]


def test_events_without_a_row_are_set_aside_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad, _ = asyncio.run(two_tables(tmp_path))
    damage(tmp_path, bad, sql("delete from tables where id = :table"))
    assert said(capsys, 0, "repair", tmp_path / "store.sqlite")[0] == f"Table {bad} is set aside: its row is missing."
    assert said(capsys, 0, "check", tmp_path / "store.sqlite") == ["1 table: 1 good, 0 bad."]


def test_a_store_that_cannot_be_examined_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(two_tables(tmp_path))
    store, broken = tmp_path / "store.sqlite", tmp_path / "broken.sqlite"
    assert said(capsys, 2, "check", tmp_path / "none.sqlite") == [f"There is no store {tmp_path / 'none.sqlite'}."]
    assert not (tmp_path / "none.sqlite").exists()
    content = bytearray(store.read_bytes())
    for page in range(3, len(content) // 4096):
        content[page * 4096 : page * 4096 + 200] = os.urandom(200)
    broken.write_bytes(content)
    (sentence,) = said(capsys, 2, "check", broken)
    assert "damaged" in sentence
    broken.write_bytes(b"no database at all" * 1000)
    (sentence,) = said(capsys, 2, "repair", broken)
    assert "no database" in sentence

    async def held() -> None:
        server = open_store(str(store))
        await server.start()
        try:
            for command in ("check", "repair"):
                (sentence,) = said(capsys, 2, command, store)
                assert sentence.startswith(f"Another server is already using {store}")
        finally:
            await server.stop()

    asyncio.run(held())


@pytest.mark.parametrize("command", ["check", "repair"])
def test_the_commands_have_help_with_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert f"  fairdeal store {command}" in "\n".join(said(capsys, 0, command, "--help"))
