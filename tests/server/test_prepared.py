"""A server on a machine that is new to the games: it plays at once, and says how far the compiling is."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairdeal import games
from fairdeal.bots.preparing import Preparing
from fairdeal.bots.warm import PLAYED, SEARCH, WarmTask
from fairdeal.client import Client
from fairdeal.engine.kernel import DEFAULT_MODE
from fairdeal.server.documents import OpenTable
from tests.server.people import Person, house
from tests.server.serverproc import ServerProcess, serving
from tests.server.test_app import Running

TASKS = [WarmTask("compiled", "caster", SEARCH), *(WarmTask("compiled", "battle", part) for part in PLAYED)]
PATIENCE = 600  # seconds in which a busy machine has compiled two games


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    running = Running(tmp_path / "store.sqlite")
    yield running
    running.stop()


def test_the_parts_of_each_game_are_counted(running: Running) -> None:
    answer = running.guest().get("/api/prepared").json
    assert answer == [{"game": name, "done": 2, "of": 2} for name in games.NAMES]
    running.hub.preparing = Preparing(TASKS)
    done = {row["game"]: row["done"] for row in running.guest().get("/api/prepared").json}
    assert done == {**dict.fromkeys(games.NAMES, 2), "caster": 1, "battle": 0}


def test_whoever_comes_to_a_table_lets_its_game_be_compiled_next(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as hub:
            hub.preparing = Preparing(TASKS)
            anna = Person("Anna")
            table = await hub.open_table(anna.session, OpenTable("battle", 2))
            assert hub.preparing.missing == TASKS
            await anna.enter(hub, table)
            assert hub.preparing.missing == [*TASKS[1:], TASKS[0]]
            await anna.leave()

    asyncio.run(main())


# --- a real server whose cache is empty ------------------------------------------------------------------------------


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerProcess]:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    with serving(tmp_path) as server:
        yield server
        assert server.stop() == 0
        assert not server.failures()


async def prepared(client: Client) -> dict[str, int]:
    found = json.loads(await client.request("GET", "/api/prepared"))
    return {row["game"]: row["done"] for row in found}


@pytest.mark.skipif(DEFAULT_MODE == "interpreted", reason="nothing is compiled then")
@pytest.mark.parametrize("then", ["played", pytest.param("compiled", marks=pytest.mark.soak)])
def test_a_fresh_server_plays_a_whole_game_and_then_has_it_compiled(fresh: ServerProcess, then: str) -> None:
    async def main() -> None:
        client = Client(fresh.address)
        assert set((await prepared(client)).values()) <= {0, 1}
        await client.name("Anna")
        name = await client.open("battle", seats=2, bots={1: "medium"})
        async with await client.sit(name) as table:
            while legal := await table.turn():
                assert (await table.play(legal[0])).is_accepted
        assert len(table.result["scores"]) == 2
        async with asyncio.timeout(PATIENCE):
            while then == "compiled" and (await prepared(client))["battle"] < len(PLAYED):
                await asyncio.sleep(0.5)
        others = await prepared(client)
        begun = games.NAMES[0]  # before anybody came
        assert not any(others[name] for name in games.NAMES if name not in (begun, "battle")), "it was wanted first"

    asyncio.run(main())
