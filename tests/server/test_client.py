"""The Python client, against a real server."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import Coroutine, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fairdeal import games
from fairdeal.client import Client, ClientTable, merged
from fairdeal.contract import scene
from fairdeal.engine import chance
from fairdeal.errors import Lost, Unwelcome
from fairdeal.play import check as checking
from fairdeal.play.sitting import Sitting
from tests.server.players import check_record, guest, play_at_random, sit_and_play
from tests.server.serverproc import ServerProcess, serving

PAGE = Path(__file__).resolve().parents[2] / "docs" / "client.md"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with serving(tmp_path_factory.mktemp("client")) as server:
        yield server
        assert server.stop() == 0
        assert not server.failures()


def run(doing: Coroutine[Any, Any, None]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(60):
            await doing

    asyncio.run(in_time())


def cut(table: ClientTable) -> None:
    """End the connection as a dead network would, without a word."""
    assert table._socket is not None
    table._socket.transport.abort()


# --- the page --------------------------------------------------------------------------------------------------------


def test_the_example_of_the_page_plays_a_whole_game(server: ServerProcess, tmp_path: Path) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    command = [sys.executable, "-W", "error", "-c", example, server.address]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert re.search(r"^\[\d+, \d+, \d+, \d+\]$", done.stdout, re.MULTILINE), done.stdout
    (verdict,) = checking.check_file(tmp_path / "game.jsonl", tmp_path / "receipt.json")
    assert verdict.has_proof
    assert verdict.has_receipt


# --- scenes ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", games.NAMES)
def test_scenes_are_put_together_by_the_rule(name: str) -> None:
    game = games.find(name)
    assert game.public_scene is not None
    assert game.own_scene is not None
    sitting, rng = Sitting(game.setting()), chance.numbered("client", 0)
    catalogue = sitting.setting.catalogue(0, {})
    for _ in range(12):
        public = game.public_scene(sitting.view(-2))
        own = game.own_scene(sitting.view(0), 0, sitting.legal(0))
        expected = scene.rendered(scene.merged(public, own), catalogue)
        assert merged(scene.rendered(public, catalogue), scene.rendered(own, catalogue)) == expected
        sitting.random_step(rng)


def test_an_onlooker_has_no_own_part() -> None:
    assert merged({"prompt": "Wait."}, None) == {"prompt": "Wait."}


# --- a game ----------------------------------------------------------------------------------------------------------


def test_players_and_onlookers_see_the_same_game(server: ServerProcess) -> None:
    async def game() -> None:
        anna, ben, carl = [await guest(server.address, name) for name in ("Anna", "Ben", "Carl")]
        name = await anna.open("battle", seats=2)
        async with (
            await anna.sit(name, seat=1) as first,
            await ben.sit(name) as second,
            await carl.watch(name) as third,
        ):
            assert (first.you, second.you, third.you) == (1, 0, None)
            heard = asyncio.create_task(listen(third))
            await asyncio.gather(play_at_random(first, Random(1)), play_at_random(second, Random(2)))
            assert await third.turn() == []
            messages = await heard
        tables = (first, second, third)
        assert len({table.number for table in tables}) == 1
        assert first.public == second.public == third.public == third.scene
        assert first.result == second.result == third.result
        assert {line["number"] for line in first.story} == {line["number"] for line in third.story}
        numbers = [message["number"] for message in messages if message["type"] == "event"]
        assert numbers == sorted(set(numbers))
        assert numbers[-1] == third.number
        assert third.receipt is None
        await check_record(anna, name, [])

    async def listen(table: ClientTable) -> list[Any]:
        return [message async for message in table]

    run(game())


def test_answers_have_reasons(server: ServerProcess) -> None:
    async def game() -> None:
        anna = await guest(server.address, "Anna")
        name = await anna.open("caster", seats=3, bots={1: "random", 2: "random"})
        async with await anna.sit(name) as table:
            await table.turn()
            answer = await table.play("fly away")
            assert answer.verdict == "refused"
            assert answer.reason
            assert answer.number <= table.number
            assert (await table.ask("why", action=table.legal[0]))["reason"] == ""
            assert (await table.ask("past", number=table.number))["type"] == "moment"
            assert (await table.ask("say", phrase="hello"))["verdict"] == "accepted"
            assert [said["phrase"] for said in table.said] == ["hello"]

    run(game())


def test_what_the_server_refuses_is_raised_with_its_reason(server: ServerProcess) -> None:
    async def visits() -> None:
        anna, ben = await guest(server.address, "Anna"), await guest(server.address, "Ben")
        with pytest.raises(Unwelcome, match="no game"):
            await anna.open("chess")
        with pytest.raises(Unwelcome, match="no table"):
            await anna.sit("nowhere")
        with pytest.raises(Unwelcome, match="name first"):
            await Client(server.address).sit(await anna.open("battle"))
        name = await anna.open("battle")
        async with await anna.sit(name, seat=0):
            with pytest.raises(Unwelcome, match="Seat 1 is taken"):
                await ben.sit(name, seat=0)

    run(visits())


def test_a_server_that_is_not_there_is_lost() -> None:
    async def visit() -> None:
        client = Client("http://127.0.0.1:9", patience=0.2)
        with pytest.raises(Lost):
            await client.name("Anna")
        with pytest.raises(Lost):
            await client.sit("nowhere")

    run(visit())


# --- coming back -----------------------------------------------------------------------------------------------------


def test_a_connection_that_is_cut_all_the_time_loses_nothing(server: ServerProcess) -> None:
    async def game() -> None:
        anna = await guest(server.address, "Anna")
        name = await anna.open("battle", bots={1: "random"})
        async with await anna.sit(name) as table:
            while legal := await table.turn():
                number = table.number
                acting = asyncio.create_task(table.play(legal[0]))
                await asyncio.sleep(0)
                cut(table)
                assert (await acting).is_accepted
                assert table.number > number
            assert table.resent > 0
            assert len(table.story) == len({(line["number"], line["text"]) for line in table.story})

    run(game())


def test_only_actions_are_sent_again(server: ServerProcess) -> None:
    async def game() -> None:
        anna = await guest(server.address, "Anna")
        async with await anna.sit(await anna.open("battle", bots={1: "random"})) as table:
            saying = asyncio.create_task(table.ask("say", text="Hello"))
            await asyncio.sleep(0)
            cut(table)
            with pytest.raises(Lost, match="nobody knows"):
                await saying

    run(game())


def test_a_cookie_is_enough_to_come_back(server: ServerProcess) -> None:
    async def game() -> None:
        anna, ben = await guest(server.address, "Anna"), await guest(server.address, "Ben")
        name = await anna.open("battle")
        async with await anna.sit(name):
            pass
        again = Client(server.address, cookie=anna.cookie, notebook=anna.notebook)
        diaries = await asyncio.gather(sit_and_play(again, name, Random(1)), sit_and_play(ben, name, Random(2)))
        assert [diary.seat for diary in diaries] == [0, 1]
        await check_record(ben, name, diaries)

    run(game())


def test_a_seat_is_taken_back_unless_it_was_left(server: ServerProcess) -> None:
    async def game() -> None:
        anna, ben = await guest(server.address, "Anna"), await guest(server.address, "Ben")
        name = await anna.open("battle")
        async with await anna.sit(name) as table, await ben.sit(name):
            await table.until(lambda: bool(table.scene))
            assert (await table.ask("leave"))["verdict"] == "accepted"
            await table.until(lambda: bool(table.doc["chairs"][0].get("level")))
            assert (await table.play("anything")).reason.startswith(("A bot plays for you", "The game is over"))
        async with await anna.sit(name) as table:
            await table.until(lambda: not table.doc["chairs"][0].get("level"))

    run(game())


def test_a_copied_deal_has_a_receipt_without_a_nonce(server: ServerProcess) -> None:
    async def games_of_one_deal() -> None:
        anna = await guest(server.address, "Anna")
        first = await anna.open("battle", bots={1: "random"})
        await sit_and_play(anna, first, Random(1))
        answer = await anna.request("POST", f"/api/tables/{first}/challenge", {"seat": 0})
        second = re.findall(rb'"table":"(\w+)"', answer)[0].decode()
        diary = await sit_and_play(anna, second, Random(2))
        assert diary.receipt is not None
        assert diary.receipt.terms["copied_from"] == first
        assert diary.receipt.nonce is None
        await check_record(anna, second, [diary])

    run(games_of_one_deal())
