"""Two servers with PostgreSQL and NATS, each behind wires that are cut: no move is lost or done twice, and games end.

The clock of one of them is a minute ahead.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import msgspec
import pytest

from fairdeal.bus import Bus, Letter
from fairdeal.client import ClientTable
from fairdeal.contract.options import Json
from fairdeal.server.lines import HEAD, Post, subject_of
from tests.conformance import soak_page
from tests.server.balancing import balancing
from tests.server.cutting import Wire
from tests.server.players import guest, play_at_random, sit_and_play
from tests.server.serverproc import ServerProcess
from tests.server.test_cluster import BUSY, TAKEOVER, Figures, House, check_game, metrics, open_table, play_games
from tools.engines import BusServer, Database

AHEAD = """
import time
_time, _time_ns = time.time, time.time_ns
time.time = lambda: _time() + 60
time.time_ns = lambda: _time_ns() + 60_000_000_000
"""


@dataclass
class Cabled(House):
    """Servers whose wires to the database and to the bus can be cut, each by itself."""

    nats: BusServer
    to_database: list[Wire]
    to_bus: list[Wire]

    def place_of(self, table: str) -> int:
        """Which server owns a table now; -1 if none does."""
        owner = self.owner(table)
        return -1 if owner is None else self.servers.index(owner)

    def is_over(self, table: str) -> bool:
        return self.database.execute(self.url, f"select phase from tables where id = '{table}'") == [("over",)]

    def taken_from(self, table: str, place: int) -> float:
        """Wait until another server owns a table; give the seconds that took."""
        began = time.monotonic()
        while self.place_of(table) in (-1, place):
            time.sleep(0.02)
        return time.monotonic() - began


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, database: Database, nats: BusServer) -> Iterator[Cabled]:
    folder, url = tmp_path_factory.mktemp("cabled"), database.fresh()
    (ahead := folder / "ahead").mkdir()
    (ahead / "sitecustomize.py").write_text(AHEAD)
    with contextlib.ExitStack() as stack:
        found = Cabled(url, database, [], nats, [], [])
        for number in range(2):
            found.to_database.append(stack.enter_context(Wire(database.port).running()))
            found.to_bus.append(stack.enter_context(Wire(nats.port).running()))
            store = re.sub(r":\d+/", f":{found.to_database[-1].port}/", url)
            (inside := folder / f"server{number}").mkdir()
            bus, more = nats.url_at(found.to_bus[-1].port), {"PYTHONPATH": str(ahead)} if number else {}
            server = ServerProcess(inside, store=store, flags=("--bus", bus, "--lines", "bus"), variables=more)
            stack.callback(server.end)
            found.servers.append(server.start())
        yield found


def play_through(house: House, fault: Callable[[str], None], people: int = 2) -> int:
    """Let people play by way of both servers, and let something happen after some moves; give how many there were."""

    async def main() -> int:
        async with balancing(house.ports) as proxy:
            clients = [await guest(proxy.address, f"Guest {place}") for place in range(people)]
            table = await open_table(clients[0], "traders", people, people)
            playing = [
                asyncio.create_task(sit_and_play(client, table, Random(place), 0.02))
                for place, client in enumerate(clients)
            ]
            while len(await asyncio.to_thread(house.stored, table)) < 20:
                await asyncio.sleep(0.05)
            await asyncio.to_thread(fault, table)
            return await check_game(house, clients[1], table, list(await asyncio.gather(*playing)))

    moves = asyncio.run(main())
    assert moves > 10
    for server in house.servers:
        assert not server.failures()
    return moves


def test_frames_go_over_the_bus_and_when_it_starts_anew_games_go_on(house: Cabled) -> None:
    def restart(table: str) -> None:
        assert house.nats.messages() > 20, "people were not led over the bus"
        house.nats.kill()
        time.sleep(0.5)
        house.nats.start()

    moves = play_through(house, restart)
    print(f"NATS restarted under play: {moves} acknowledged moves, none lost or done twice")


class Tap:
    """Hears all that goes over the bus from one server to another."""

    def __init__(self) -> None:
        self.called: list[int] = []
        """Channels, in the order in which people came."""
        self.told: dict[int, list[Json]] = {}
        """By channel: what was told."""

    def hear_calls(self, letter: Letter) -> None:
        self.called += [call.channel for call in read_post(letter.data[HEAD.size :]).calls]

    def hear_frames(self, letter: Letter) -> None:
        for frame in read_post(letter.data[HEAD.size :]).frames:
            for channel in frame.channels:
                self.told.setdefault(channel, []).append(json.loads(frame.text))


def read_post(content: bytes) -> Post:
    return msgspec.msgpack.decode(content, type=Post) if content else Post()


def test_over_the_bus_goes_only_what_is_meant_for_who_is_there_and_each_hears_only_the_own(
    house: Cabled, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sits at the server that owns the table, two at the other."""
    heard: dict[str, list[Json]] = {}
    do = ClientTable._do

    async def noted(seat: ClientTable, message: Json) -> None:
        heard.setdefault(str(id(seat)), []).append(message)
        await do(seat, message)

    monkeypatch.setattr(ClientTable, "_do", noted)

    async def main() -> None:
        tap, bus, rows = (
            Tap(),
            Bus(house.nats.url),
            "select address, key from processes where expires > clock_timestamp()",
        )
        keys = dict(await asyncio.to_thread(house.database.execute, house.url, rows))
        owner, other = (subject_of(keys[f"127.0.0.1:{server.port}"]) for server in house.servers)
        await bus.start()
        try:
            await bus.listen(owner, tap.hear_calls)
            await bus.listen(other, tap.hear_frames)
            clients = [await guest(house.servers[place].address, f"Guest {place}") for place in (0, 1, 1)]
            table = await open_table(clients[0], "caster", 3, 3)
            async with contextlib.AsyncExitStack() as stack:
                seats = [await stack.enter_async_context(await client.sit(table)) for client in clients]
                await asyncio.gather(*(play_at_random(seat, Random(seat.you)) for seat in seats))
                near, *far = (heard[str(id(seat))] for seat in seats)
                assert len(tap.called) == len(set(tap.called)) == 2
                for channel, messages in zip(tap.called, far, strict=True):
                    while len(tap.told[channel]) < len(messages):
                        await asyncio.sleep(0.01)
                    assert tap.told[channel][: len(messages)] == messages
                crossed = [message for told in tap.told.values() for message in told]
                private = [message for message in near if message not in far[0] and message not in far[1]]
                assert len(private) > 10
                assert not [message for message in private if message in crossed]
                print(f"{len(crossed)} messages over the bus, none of the {len(private)} that are for another seat")
        finally:
            await bus.stop()

    asyncio.run(main())


def test_an_owner_cut_off_from_the_database_loses_its_tables_though_it_hears_the_bus(house: Cabled) -> None:
    took = []

    def cut(table: str) -> None:
        place = house.place_of(table)
        with house.to_database[place].cut():
            took.append(house.taken_from(table, place))

    moves = play_through(house, cut)
    print(f"Cut off from PostgreSQL: taken over after {took[0]:.1f} s; {moves} moves, none lost or done twice")
    assert took[0] < BUSY * TAKEOVER


@pytest.mark.parametrize("end", ["owner", "other"])
def test_a_server_cut_off_from_the_bus_is_reached_directly(house: Cabled, end: str) -> None:
    def cut(table: str) -> None:
        place = house.place_of(table)
        with house.to_bus[place if end == "owner" else 1 - place].cut():
            before = len(house.stored(table))
            while len(house.stored(table)) < before + 10 and not house.is_over(table):
                time.sleep(0.05)
            assert house.place_of(table) == place, "the owner has the database, and loses nothing"

    moves = play_through(house, cut)
    print(f"The {end} cut off from NATS: {moves} moves, none lost or done twice")


@dataclass
class Joined(House):
    """Servers that reach each other by wires that can be cut, each the one that leads to a server."""

    wires: list[Wire]

    def place_of(self, table: str) -> int:
        """Which server owns a table now."""
        sql = f"select address from tables join processes on processes.id = owner where tables.id = '{table}'"
        ((address,),) = self.database.execute(self.url, sql)
        return [f"127.0.0.1:{wire.port}" for wire in self.wires].index(address)


@pytest.mark.parametrize("seconds", [1.0, 6.0])
def test_servers_that_are_cut_off_from_each_other_lose_nothing(
    tmp_path: Path, database: Database, seconds: float
) -> None:
    """A line that is cut for a second holds all up, which arrives late; after four it is given up at both ends."""
    with contextlib.ExitStack() as stack:
        house = Joined(database.fresh(), database, [], [])
        for number in range(2):
            (inside := tmp_path / f"server{number}").mkdir()
            server = ServerProcess(inside, store=house.url)
            house.wires.append(stack.enter_context(Wire(server.port).running()))
            server.flags = ("--address", f"127.0.0.1:{house.wires[-1].port}")
            stack.callback(server.end)
            house.servers.append(server.start())

        def cut(table: str) -> None:
            place = house.place_of(table)
            assert asyncio.run(metrics(house.servers[1 - place]))["fairdeal_direct_people"] > 0, "nobody was led"
            with house.wires[place].cut():
                time.sleep(seconds)
            assert house.place_of(table) == place, "the owner has the database, and loses nothing"

        moves = play_through(house, cut)
    print(f"Servers cut off from each other for {seconds} s: {moves} moves, none lost or done twice")


# --- many faults -----------------------------------------------------------------------------------------------------


async def strike(house: Cabled, rng: Random) -> None:
    """Let one thing go wrong for a while."""
    place, seconds = rng.randrange(len(house.servers)), rng.uniform(1.0, 8.0)
    match rng.choice(("kill", "halt", "database", "bus", "both", "nats")):
        case "kill":
            await asyncio.to_thread(house.servers[place].restart)
        case "halt":
            os.kill(house.servers[place].pid, signal.SIGSTOP)
            await asyncio.sleep(seconds)
            os.kill(house.servers[place].pid, signal.SIGCONT)
        case "database":
            with house.to_database[place].cut():
                await asyncio.sleep(seconds)
        case "bus":
            with house.to_bus[place].cut():
                await asyncio.sleep(seconds)
        case "both":
            with house.to_database[place].cut(), house.to_bus[place].cut():
                await asyncio.sleep(seconds)
        case "nats":
            await asyncio.to_thread(house.nats.kill)
            await asyncio.sleep(seconds / 8)
            await asyncio.to_thread(house.nats.start)


def play_through_faults(house: Cabled, faults: int, tables: int, seed: int) -> Figures:
    figures = Figures(faults)

    async def strike_again_and_again(is_over: asyncio.Event) -> None:
        rng = Random(seed)
        for _ in range(faults):
            await asyncio.sleep(rng.uniform(0.5, 3.0))
            await strike(house, rng)
        is_over.set()

    async def main() -> None:
        is_over = asyncio.Event()
        async with balancing(house.ports) as proxy, asyncio.TaskGroup() as tasks:
            tasks.create_task(strike_again_and_again(is_over))
            for place in range(tables):
                tasks.create_task(play_games(house, proxy.address, place, is_over, figures))

    asyncio.run(main())
    for server in house.servers:
        assert not server.failures()
    return figures


@pytest.mark.soak
def test_soak_100_faults_of_servers_database_and_bus(house: Cabled) -> None:
    began = time.perf_counter()
    figures = play_through_faults(house, 100, 20, 1)
    seconds = time.perf_counter() - began
    soak_page.note("servers killed, halted or cut off, NATS restarted, while 20 games go on", 100, "faults", seconds)
    soak_page.note("actions acknowledged by servers that were cut off", figures.actions, "actions", seconds)
