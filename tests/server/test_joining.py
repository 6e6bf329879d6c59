"""A bot that joins somebody's server: it plays as a player does, leaves if it fails, and knows what its seat does."""

from __future__ import annotations

import asyncio
import base64
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fairdeal import games, joining
from fairdeal.client import Client
from fairdeal.contract.game import list_legal
from fairdeal.errors import BadBot, BadOption, FairdealError, Refused
from tests.breadth import mostly_soaked
from tests.server.serverproc import ServerProcess

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "random_bot.py"


CLASS, PROGRAM = f"{__name__}:Last", f"cmd:{sys.executable} {EXAMPLE}"


class Last:
    """A bot that chooses its last legal action."""

    def __init__(self, game: Any) -> None:
        self.game = game

    def choose(self, view: Any, told: Any, seat: int, budget: Any) -> int:
        return list_legal(self.game.rules, view, seat)[-1]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    running = ServerProcess(tmp_path_factory.mktemp("joined")).start()
    yield running
    assert running.stop() == 0
    assert running.failures() == ""


async def host(server: ServerProcess, game: str, seats: int, bots: dict[int, str], **more: Any) -> tuple[Client, str]:
    client = Client(server.address)
    await client.name("Host")
    return client, await client.open(game, seats=seats, bots=bots, **more)


@pytest.mark.parametrize("bot", mostly_soaked(["hard:20", CLASS, PROGRAM], CLASS, PROGRAM))
def test_every_kind_of_bot_joins_a_table_and_plays_it_to_the_end(server: ServerProcess, bot: str) -> None:
    async def scene() -> None:
        _, table = await host(server, "battle", 2, {1: "random"})
        told: list[Any] = []
        link = f"{server.address}/t/{table}"
        joined = await joining.join(link, bot, "Greta", None, told.append)
        assert joined.result["winners"]
        assert joined.doc["chairs"][0]["name"] == "Greta"
        [seated] = told
        assert seated.arguments["seat"] == 1

    asyncio.run(scene())


@pytest.mark.soak  # the guide's test runs the command with a link
def test_the_command_joins_the_first_table_that_waits(server: ServerProcess) -> None:
    async def scene() -> str:
        _, table = await host(server, "cryptruck", 2, {1: "random"}, options={"rounds": 1}, listed=True)
        return table

    asyncio.run(scene())
    command = [sys.executable, "-m", "fairdeal", "join", server.address, "--as", f"cmd:{sys.executable} {EXAMPLE}"]
    found = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert found.returncode == 0, found.stderr
    first, last = found.stdout.splitlines()
    assert first.endswith("has seat 1 at a table of Cryptruck.")
    assert last.startswith("The game is over. ")
    again = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (again.returncode, again.stderr.strip()) == (
        2,
        "No table on the server's list waits for players: open one, and join by its link.",
    )


ONCE = 'import sys, json; [print(json.dumps({"action": "fly"}), flush=True) for line in sys.stdin if "prompt" in line]'


def test_a_bot_that_fails_leaves_its_seat_to_a_level(server: ServerProcess) -> None:
    async def scene() -> None:
        client, table = await host(server, "caster", 3, {1: "random"}, options={"rounds": 1})
        link = f"{server.address}/t/{table}"
        async with await client.sit(table, 0) as mine:
            joining_bot = asyncio.create_task(joining.join(link, f"cmd:{sys.executable} -c '{ONCE}'", "Bad", 2, print))
            while legal := await mine.turn():
                await mine.play(legal[0])
            with pytest.raises(BadBot, match="chose 'fly' in seat 3"):
                await joining_bot
            assert mine.result["winners"]
            assert mine.doc["chairs"][2]["level"] == "medium"

    asyncio.run(scene())


def test_a_program_is_shown_its_own_seat_and_no_other(server: ServerProcess) -> None:
    async def scene() -> None:
        client, table = await host(server, "caster", 3, {1: "random"}, options={"rounds": 1})
        other, onlooker = Client(server.address), Client(server.address)
        await other.name("Other")
        async with await client.sit(table, 0) as mine, await onlooker.watch(table) as watched:
            early = await mine.ask("view")
            assert (early["verdict"], early["reason"]) == ("refused", "The game has not begun.")
            async with await other.sit(table, 2) as theirs:
                await asyncio.gather(mine.until(lambda: bool(mine.scene)), theirs.until(lambda: bool(theirs.scene)))
                assert (await watched.ask("view"))["verdict"] == "refused"
                seen = {seat: await each.ask("view") for seat, each in ((0, mine), (2, theirs))}
        state = games.find("caster").rules.STATE
        for seat, telling in seen.items():
            view = np.frombuffer(base64.b64decode(telling["view"]), state)[0]
            assert [bool((view["hand"][each] == -1).all()) for each in range(3)] == [each != seat for each in range(3)]
            assert json.loads(telling["hello"])["seat"] == seat
        asked = [json.loads(telling["choose"]) for telling in seen.values() if telling.get("choose")]
        assert len(asked) <= 1

    asyncio.run(scene())


@pytest.mark.parametrize("url", ["", "ftp://a", "http://", "http://a:b", "http://a/x", "http://a/t/b/c", "/t/abc"])
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(BadOption, match="is neither the address of a server"):
        joining.read_address(url)


def test_a_table_that_is_not_there_is_told_of(server: ServerProcess) -> None:
    with pytest.raises(FairdealError, match="There is no table"):
        asyncio.run(joining.join(f"{server.address}/t/nowhere", "hard", "Greta", None, print))
    with pytest.raises(Refused, match="No table on the server's list waits"):
        asyncio.run(joining.join(server.address, "hard", "Greta", None, print))
