"""Bots that whoever serves has named: they sit like levels, fail alone, and nobody else can start a program."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from fairdeal import cli, games
from fairdeal.bots import named, programs
from fairdeal.bots.choices import first_choice
from fairdeal.bots.named import NamedWorker, names_at, new_named, read_named
from fairdeal.bots.nets import Net
from fairdeal.bots.pool import FAILED, Bots, Hear, Job, ignore
from fairdeal.client import Client, ClientTable
from fairdeal.errors import BadBot, BadOption, BotFailed, FairdealError
from fairdeal.language.voice import HOUSE
from fairdeal.play.commands import rematch
from fairdeal.server.documents import OpenTable
from fairdeal.server.efforts import Efforts
from fairdeal.server.games import games_document
from tests.bots.test_pool import deaf, is_running, until
from tests.breadth import mostly_soaked
from tests.server.people import FirstChoice, finish, house, seated
from tests.server.serverproc import ServerProcess

PLAIN = """
import json, pathlib, sys
heard = pathlib.Path(sys.argv[1])
for line in sys.stdin:
    message = json.loads(line)
    with heard.open("a") as file:
        file.write(line)
    if message["type"] == "choose":
        print(json.dumps({"action": message["legal"][-1]}), flush=True)
"""
ENDS = 'import sys; sys.stdin.readline(); raise ValueError("the operator only: /home/operator")'
LIES = 'import sys\nfor line in sys.stdin: print("{\\"action\\": \\"fly\\"}", flush=True)'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("named")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[ServerProcess]:
    flags = []
    for name, source, words in (("Plain Jane", PLAIN, " heard.jsonl"), ("Ends", ENDS, ""), ("Lies", LIES, "")):
        script = folder / f"{name.split()[-1].lower()}.py"
        script.write_text(source, "utf-8")
        argument = f" {folder / words.strip()}" if words else ""
        flags += ["--bot", f"{name}=cmd:{sys.executable} {script}{argument}"]
    flags += ["--bot", "Few=expert:20"]
    running = ServerProcess(folder, flags=tuple(flags)).start()
    yield running
    assert running.stop() == 0
    assert running.failures() == ""


async def play_to_the_end(table: ClientTable) -> None:
    while legal := await table.turn():
        await table.play(legal[0])


async def game_with(
    server: ServerProcess, bots: dict[int, str], name: str = "Anna"
) -> tuple[str, ClientTable, list[Any]]:
    """Play a short game against bots; give the table, and what was told of how it stands."""
    client = Client(server.address)
    await client.name(name)
    opened = await client.open("caster", seats=3, bots=bots, options={"rounds": 1})
    async with await client.sit(opened) as table:
        told: list[Any] = []

        async def listen() -> None:
            async for message in table:
                told.append(message)

        listening = asyncio.create_task(listen())
        await play_to_the_end(table)
        await listening
        return opened, table, told


def test_named_bots_are_on_the_list_and_play_like_levels(server: ServerProcess, folder: Path) -> None:
    async def scene() -> None:
        client = Client(server.address)
        for game in json.loads(await client.request("GET", "/api/games"))["games"]:
            *levels, plain, ends, lies, few = game["levels"]
            assert [each["label"] for each in (plain, ends, lies, few)] == ["Plain Jane", "Ends", "Lies", "Few"]
            assert plain["meaning"] == "A bot of whoever runs this server."
            assert levels[4]["name"] == "expert"
            assert [each["name"] for each in levels[5:]] in ([], ["master"])
        _, table, _ = await game_with(server, {1: "Plain Jane", 2: "random"})
        assert [chair.get("level", "") for chair in table.doc["chairs"]] == ["", "Plain Jane", "random"]
        assert table.result["winners"]
        heard = await heard_until_over(folder / "heard.jsonl")
        assert heard[0] | {"options": {}} == heard[0] | {"options": {}, "type": "hello", "game": "caster", "seat": 1}
        assert heard[-1]["scores"] == table.result["scores"]
        assert heard[-1]["winners"] == table.result["winners"]
        chosen = [message for message in heard if message["type"] == "choose"]
        assert chosen
        assert all({f"play {card}" for card in each["hand"]} >= set(each["legal"]) for each in chosen)

    asyncio.run(scene())


async def heard_until_over(path: Path) -> list[Any]:
    """Read what a bot was told; that a game is over is told behind everybody's back."""
    for _ in range(1200):
        heard = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        if heard[-1]["type"] == "over":
            return heard
        await asyncio.sleep(0.05)
    raise AssertionError(f"the bot was never told that the game is over: {heard[-1]}")


@pytest.mark.parametrize("bot", mostly_soaked(["Ends", "Lies"], "Ends"))
def test_a_bot_that_fails_loses_its_seat_and_nobody_the_table(server: ServerProcess, bot: str) -> None:
    async def scene() -> None:
        opened, table, told = await game_with(server, {1: bot, 2: "random"})
        assert table.result["winners"]
        assert table.doc["chairs"][1]["level"] == "medium"
        [stood] = [message for message in told if message["type"] == "table" and message.get("kind") == "stoodin"]
        assert stood["text"] == f"{bot}, who played as Bela, failed. A level plays on in its place."
        everything = (
            json.dumps(told) + (await Client(server.address).request("GET", f"/api/tables/{opened}/record")).decode()
        )
        assert "operator" not in everything
        again = await table.client.request("POST", f"/api/tables/{opened}/rematch")
        assert json.loads(again)["table"]

    asyncio.run(scene())
    if bot == "Ends":
        assert "ValueError: the operator only" in server.said()


class Gone(FirstChoice):
    """Bots of a server that no longer has the one which sits at the table."""

    async def choose(self, job: Job, hear: Hear = ignore) -> str:
        games.find(job.game).level(job.level)
        hear(0.3 if job.level == "medium" else 1.0)
        return await super().choose(job, hear)


def test_a_table_goes_on_where_a_bot_is_no_longer_served(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house(tmp_path, (0, 0)) as hub:
            hub.bots, hub.named = cast(Bots, Gone()), read_named(["Few=hard:5", "Other@battle=hard:5"])
            request = OpenTable("caster", 3, {"rounds": 1}, bots={1: "Few", 2: "easy"})
            opened, [anna] = await seated(hub, request, "Anna")
            await finish([anna])
            table = (await hub.table(opened)).table
            assert [chair.level for chair in table.chairs] == ["", "Few", "easy"]
            assert [chair.bot for chair in table.chairs] == ["", "medium", "easy"]
            assert rematch.bots_again(table, (await hub.table(opened)).named) == {1: "Few", 2: "easy"}
            assert rematch.bots_again(table, ()) == {1: "medium", 2: "easy"}
            last = anna.of_type("table")[-1]["table"]["chairs"]
            assert [chair.get("effort") for chair in last] == [None, 50, None], "everybody is told who had less"

    asyncio.run(scene())


def a_job() -> Job:
    sitting, seat = first_choice(games.find("caster"))
    setting = sitting.setting
    job = Job("t", "caster", sitting.view(seat).tobytes(), seat, "x", sitting.told(seat).tobytes())
    return replace(job, setting=(setting.seats, setting.options, setting.data))


def test_a_bot_that_hangs_is_ended_and_the_next_job_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "STARTING", 0.0)
    monkeypatch.setattr(programs, "GRACE", 0.1)
    worker = NamedWorker(cast(Any, None), f"cmd:{sys.executable} -c 'import time; time.sleep(600)'")
    for _ in range(2):
        kind, said = worker._reply(a_job(), 0, 100.0)
        assert kind == FAILED
        assert "did not answer within 0.2 seconds." in HOUSE.said(said, "en")
        assert not worker._bots
        assert not worker._tables


@pytest.mark.parametrize("farewell", [120.0, 0.0])  # enough on a busy machine, and so little that the worker is killed
def test_a_server_that_stops_leaves_no_program_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, farewell: float
) -> None:
    monkeypatch.setattr(named, "FAREWELL", farewell)
    pid, script = tmp_path / "pid", tmp_path / "hangs.py"
    script.write_text(
        "import os, sys, time; print(os.getpid(), file=open(sys.argv[1], 'w'), flush=True); time.sleep(600)"
    )

    async def scene() -> int:
        bots = Bots(1, work=deaf, named=new_named(read_named([f"Hangs=cmd:{sys.executable} {script} {pid}"])))
        await bots.start()
        choice = asyncio.create_task(bots.choose(replace(a_job(), level="Hangs")))
        await until(lambda: pid.exists() and pid.read_text())
        await bots.stop()
        with pytest.raises(BotFailed, match="The bots have been stopped"):
            await choice
        return int(pid.read_text())

    program = asyncio.run(scene())
    for _ in range(1200):
        if not is_running(program):
            return
        time.sleep(0.05)
    pytest.fail("the program is still there")


def test_who_is_told_to_leave_while_a_program_starts_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    leash, started = programs._leash, list[int]()

    def told_to_leave(group: int) -> Any:
        started.append(group)
        os.kill(os.getpid(), signal.SIGTERM)
        return leash(group)

    monkeypatch.setattr(programs, "_leash", told_to_leave)
    worker = NamedWorker(cast(Any, None), f"cmd:{sys.executable} -c 'import time; time.sleep(600)'")
    before = signal.signal(signal.SIGTERM, named._leave)
    try:
        with pytest.raises(SystemExit):
            worker._reply(a_job(), 0, 100.0)
    finally:
        signal.signal(signal.SIGTERM, before)
        worker.close()
    assert len(started) == 1
    assert not is_running(started[0])


def test_efforts_are_told_in_steps_that_only_fall() -> None:
    efforts = Efforts()
    assert [efforts.note(0, share) for share in (0.95, 0.8, 0.8, 0.85, 0.4, 0.6, 0.01)] == [
        False, True, False, False, True, False, True,
    ]  # fmt: skip
    assert (efforts.of(0), efforts.of(1)) == (10, None)


HOSTILE = [
    "cmd:touch {}",
    "cmd:sh -c 'touch {}'",
    "os:system",
    "Plain Jane=cmd:touch {}",
    "Ends;touch {}",
    "hard:5",
    "",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_no_message_of_a_guest_starts_a_program(server: ServerProcess, tmp_path: Path, text: str) -> None:
    evil = text.format(tmp_path / "started")

    async def scene() -> None:
        client = Client(server.address)
        await client.name("Eve")
        with pytest.raises(FairdealError):
            await client.open("caster", seats=3, bots={1: evil})
        opened = await client.open("caster", seats=3, options={"rounds": 1})
        async with await client.sit(opened) as table:
            refused = await table.ask("bot", seat=1, level=evil)
            assert refused["verdict"] == "refused"
            for seat in (1, 2):
                assert (await table.ask("bot", seat=seat, level="random"))["verdict"] == "accepted"
            await table.turn()
            decided = await table.ask("decide", seat=1, what="bot", level=evil)
            assert decided["verdict"] == "refused"
            await play_to_the_end(table)
        with pytest.raises(FairdealError):
            await client.request("POST", f"/api/tables/{opened}/challenge", {"seat": 0, "bots": {"1": evil or "x"}})

    asyncio.run(scene())
    assert not (tmp_path / "started").exists()


# --- names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["hard=easy", "Greta", "=easy", "Greta=", "Gre\nta=easy", "<b>=easy", f"{'x' * 25}=easy", " =easy"]
)
def test_a_name_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadOption):
        read_named([text])


def test_names_are_read_once_and_bots_are_looked_for_at_once() -> None:
    greta, jane = read_named(["Greta=hard:5", "Plain Jane=cmd:true"])
    assert (greta.name, greta.text, jane.name, jane.text) == ("Greta", "hard:5", "Plain Jane", "cmd:true")
    assert greta.plays == {(game.name, seats) for game in games.all_games() for seats in game.seat_counts}
    with pytest.raises(BadOption, match="There is a bot Greta already"):
        read_named(["Greta=hard", "Greta=easy"])
    with pytest.raises(BadBot, match="There is no bot 'grim'"):
        read_named(["Greta=grim"])


def test_a_bot_is_offered_where_its_name_says_and_a_network_where_it_was_trained(tmp_path: Path) -> None:
    net = tmp_path / "net.npz"
    battle = games.find("battle")
    layer = np.zeros((1, battle.rules.ACTIONS)), np.zeros(battle.rules.ACTIONS)
    Net("battle", battle.rules_version, 2, np.zeros(1, np.int64), [layer]).write(net)
    named = read_named(["Ivy@caster,battle=cmd:true", f"Nora=net:{net}"])
    offered = {
        document.name: {level.name: level.seats for level in document.levels[-2:] if level.name in ("Ivy", "Nora")}
        for document in games_document(named=named).games
    }
    assert offered["caster"] == {"Ivy": (3, 4, 5)}
    assert offered["battle"] == {"Ivy": (2, 3, 4), "Nora": (2,)}
    assert offered["cryptruck"] == {}
    assert names_at(named, "battle", 2) == ("Ivy", "Nora")
    assert names_at(named, "battle", 3) == ("Ivy",)
    with pytest.raises(BadBot, match="was trained for battle 1"):
        read_named([f"Nora@caster=net:{net}"])
    Net("bridge", 1, 4, np.zeros(1, np.int64), [layer]).write(net)
    with pytest.raises(BadOption, match="No game here is one that net:"):
        read_named([f"Nora=net:{net}"])


def test_a_bot_of_another_game_gets_no_seat(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house(tmp_path, (0, 0)) as hub:
            hub.bots, hub.named = cast(Bots, FirstChoice()), read_named(["Ivy@battle=hard:5"])
            await seated(hub, OpenTable("battle", 2, bots={1: "Ivy"}), "Anna")
            with pytest.raises(BadOption, match="Ivy"):
                await seated(hub, OpenTable("caster", 3, bots={1: "Ivy", 2: "easy"}), "Bert")

    asyncio.run(scene())


def test_the_environment_names_a_bot_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FAIRDEAL_BOT", "Plain Jane=cmd:true --with words\nhard=easy")
    assert cli.run(["serve", "--port", "0"]) == 2
    assert capsys.readouterr().err.strip() == "There is a bot hard already: choose another name."
