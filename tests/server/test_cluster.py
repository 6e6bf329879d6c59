"""Several servers of one database: people come in anywhere; whatever dies, nothing is lost or done twice."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from fairdeal import games
from fairdeal.client import Client, ClientTable
from fairdeal.contract.options import Json
from fairdeal.play import events as ev
from tests.conformance import soak_page
from tests.server.balancing import balancing
from tests.server.players import (
    Diary,
    check_nothing_lost_and_nothing_twice,
    check_record,
    guest,
    patiently,
    play_at_random,
    sit_and_play,
)
from tests.server.serverproc import ServerProcess
from tools.engines import BusServer, Database

TAKEOVER = 5.0  # seconds in which somebody else has a table, on a machine that is not busy
PARTS = 8  # of the soak
BUSY = 4  # how much slower the machine of the tests may be


@dataclass
class House:
    """Servers of one database."""

    url: str
    database: Database
    servers: list[ServerProcess]

    def begin(self) -> None:
        """Start again what an earlier test has killed."""
        for server in self.servers:
            if not server.is_alive:
                server.start()

    @property
    def ports(self) -> list[int]:
        return [server.port for server in self.servers]

    def owner(self, table: str) -> ServerProcess | None:
        """The server that owns a table now."""
        found = self.database.execute(
            self.url,
            "select address from tables join processes on processes.id = owner "
            f"where tables.id = '{table}' and expires > clock_timestamp()",
        )
        ports = {f"127.0.0.1:{server.port}": server for server in self.servers}
        return ports.get(found[0][0]) if found else None

    def stored(self, table: str) -> list[ev.Entry]:
        rows = self.database.execute(
            self.url, f"select number, entry from events where table_id = '{table}' order by number"
        )
        entries = [ev.decode(entry) for _, entry in rows]
        assert [number for number, _ in rows] == [entry.number for entry in entries] == [*range(1, len(rows) + 1)]
        return entries


@contextlib.contextmanager
def cluster(folder: Path, database: Database, count: int = 2, flags: tuple[str, ...] = ()) -> Iterator[House]:
    url = database.fresh()
    servers = []
    for number in range(count):
        (inside := folder / f"server{number}").mkdir()
        servers.append(ServerProcess(inside, store=url, flags=flags))
    try:
        for server in servers:
            server.start()
        yield House(url, database, servers)
    finally:
        for server in servers:
            server.end()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, database: Database) -> Iterator[House]:
    """Two servers for all tests here; whoever kills one starts it again."""
    with cluster(tmp_path_factory.mktemp("house"), database) as found:
        yield found


async def open_table(client: Client, game: str, seats: int, people: int) -> str:
    _, options = games.subject(game).short_play(games.find(game))
    bots = dict.fromkeys(range(people, seats), "random")
    return await patiently(lambda: client.open(game, seats, bots, options=dict(options)))


async def check_game(house: House, client: Client, table: str, diaries: list[Diary]) -> int:
    await check_record(client, table, diaries)
    return check_nothing_lost_and_nothing_twice(await asyncio.to_thread(house.stored, table), diaries)


def test_people_come_in_anywhere_and_play_at_one_table(house: House) -> None:
    async def main() -> None:
        async with balancing(house.ports) as proxy:
            clients = [await guest(proxy.address, f"Guest {number}") for number in range(3)]
            table = await open_table(clients[0], "caster", 4, 3)
            diaries = await asyncio.gather(
                *(sit_and_play(client, table, Random(place)) for place, client in enumerate(clients))
            )
            assert sorted(diary.seat for diary in diaries) == [0, 1, 2]
            assert await check_game(house, clients[1], table, list(diaries)) > 10
            listed = await clients[0].open("battle", 2, listed=True)
            for server in house.servers:
                asked = Client(server.address)
                assert b'"phase":"over"' in await asked.request("GET", f"/api/tables/{table}")
                assert listed.encode() in await asked.request("GET", "/api/tables")

    asyncio.run(main())


async def metrics(server: ServerProcess) -> dict[str, float]:
    lines = (await Client(server.address).request("GET", "/metrics")).decode().splitlines()
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines) if name[:1] not in "#"}


def test_all_people_of_a_server_are_led_to_another_by_one_connection(house: House) -> None:
    async def main() -> None:
        clients = [await guest(house.servers[0].address, f"Guest {number}") for number in range(3)]
        table = await (await guest(house.servers[1].address, "Host")).open("caster", 3)
        async with contextlib.AsyncExitStack() as stack:
            seats = [await stack.enter_async_context(await client.sit(table)) for client in clients]
            await asyncio.gather(*(seat.until(lambda seat=seat: seat.scene) for seat in seats))  # type: ignore[misc]
            door, owner = [await metrics(server) for server in house.servers]
            assert (door["fairdeal_direct_people"], door["fairdeal_direct_lines"]) == (3, 1)
            assert (owner["fairdeal_direct_people"], owner["fairdeal_direct_lines"]) == (0, 1)
            assert owner["fairdeal_players"] == 3

    house.begin()
    asyncio.run(main())


OLDER = """
from fairdeal.server import trunks
trunks.PATH = "/nobody-calls-here"
"""


def test_a_server_of_a_version_without_lines_gets_a_socket_for_each(tmp_path: Path, database: Database) -> None:
    (older := tmp_path / "older").mkdir()
    (older / "sitecustomize.py").write_text(OLDER)
    with cluster(tmp_path, database, 1) as house:
        (inside := tmp_path / "owner").mkdir()
        owner = ServerProcess(inside, store=house.url, variables={"PYTHONPATH": str(older)})

        async def main() -> None:
            clients = [await guest(server.address, "Guest") for server in (owner, house.servers[0])]
            table = await open_table(clients[0], "traders", 2, 2)
            async with contextlib.AsyncExitStack() as stack:
                seats = [await stack.enter_async_context(await client.sit(table)) for client in clients]
                diaries = await asyncio.gather(*(play_at_random(seat, Random(seat.you)) for seat in seats))
                numbers = await metrics(house.servers[0])
                assert (numbers["fairdeal_direct_people"], numbers["fairdeal_sockets_open"]) == (0, 1)
            assert await check_game(house, clients[1], table, list(diaries)) > 10

        try:
            owner.start()
            asyncio.run(main())
        finally:
            owner.end()


def play_through(house: House, fault: Callable[[str], None]) -> None:
    """Let two people play by way of both servers, and let something happen to their table after some moves."""

    async def main() -> None:
        async with balancing(house.ports) as proxy:
            clients = [await guest(proxy.address, f"Guest {place}") for place in range(2)]
            table = await open_table(clients[0], "traders", 2, 2)
            playing = [
                asyncio.create_task(sit_and_play(client, table, Random(place), 0.02))
                for place, client in enumerate(clients)
            ]
            while len(await asyncio.to_thread(house.stored, table)) < 20:
                await asyncio.sleep(0.05)
            await asyncio.to_thread(fault, table)
            diaries = await asyncio.gather(*playing)
            assert await check_game(house, clients[1], table, list(diaries)) > 10

    asyncio.run(main())
    for server in house.servers:
        assert not server.failures()


def test_when_the_database_starts_anew_games_go_on(house: House) -> None:
    def restart(table: str) -> None:
        house.database.stop()
        house.database.start()

    play_through(house, restart)


@pytest.mark.parametrize("number", [signal.SIGSTOP, signal.SIGKILL])
def test_when_the_owner_of_a_table_stops_or_dies_another_goes_on_soon(house: House, number: signal.Signals) -> None:
    took = []

    def strike(table: str) -> None:
        owner = house.owner(table)
        assert owner is not None
        os.kill(owner.pid, number)
        began = time.monotonic()
        while house.owner(table) in (None, owner):
            time.sleep(0.02)
        took.append(time.monotonic() - began)
        if number == signal.SIGSTOP:
            os.kill(owner.pid, signal.SIGCONT)

    house.begin()
    play_through(house, strike)
    print(f"{number.name}: another server had the table after {took[0]:.1f} s")
    assert took[0] < BUSY * TAKEOVER


@pytest.mark.parametrize("number", [signal.SIGSTOP, signal.SIGKILL])
def test_when_the_server_that_has_the_sockets_stops_or_dies_people_come_in_elsewhere(
    house: House, number: signal.Signals
) -> None:
    doors: list[ServerProcess] = []

    async def main() -> float:
        table = await open_table(await guest(house.servers[0].address, "Host"), "traders", 2, 2)
        owner = await asyncio.to_thread(house.owner, table) or house.servers[0]
        doors.append(next(server for server in house.servers if server is not owner))
        is_struck, found = asyncio.Event(), list[Visits]()
        # As a proxy does that has noticed: whoever comes back is led to the other server.
        ports = [doors[0].port, owner.port]
        async with balancing(ports, lambda place: 1 if is_struck.is_set() else 0) as proxy:
            clients = [await guest(proxy.address, f"Guest {place}") for place in range(2)]
            playing = [asyncio.create_task(play(client, table, found)) for client in clients]
            while len(await asyncio.to_thread(house.stored, table)) < 20:
                await asyncio.sleep(0.05)
            is_struck.set()
            os.kill(doors[0].pid, number)
            diaries = await asyncio.gather(*playing)
            assert await check_game(house, clients[1], table, list(diaries)) > 10
        return max(wait for visits in found for wait in visits.waits)

    house.begin()
    longest = asyncio.run(main())
    print(f"{number.name}: people were at their table again {longest:.1f} s after their last message at most")
    if number == signal.SIGSTOP:
        os.kill(doors[0].pid, signal.SIGCONT)
    for server in house.servers:
        assert not server.failures()


async def play(client: Client, table: str, found: list[Visits], pause: float = 0.05) -> Diary:
    """Play a game, and note how it was to come back."""
    async with await client.sit(table) as seat:
        found.append(Visits(seat))
        return await play_at_random(seat, Random(1), pause)


class Visits:
    """How often somebody had to connect until the table was there again, and how long after the last message."""

    def __init__(self, seat: ClientTable) -> None:
        self.vain = 0
        self.waits: list[float] = []
        self._left_at = 0.0
        self._heard_at = time.monotonic()
        visit, do = seat._visit, seat._do

        async def counted() -> None:
            before, self._left_at = seat.welcomes, self._left_at or self._heard_at
            await visit()
            self.vain += seat.welcomes == before

        async def timed(message: Json) -> None:
            await do(message)
            self._heard_at = time.monotonic()
            if message["type"] == "welcome" and self._left_at:
                self.waits.append(time.monotonic() - self._left_at)
                self._left_at = 0.0

        seat._visit, seat._do = counted, timed  # type: ignore[method-assign]


def test_a_server_that_stops_hands_its_tables_over_before_it_sends_anybody_away(house: House) -> None:
    found: list[Visits] = []
    house.begin()

    async def main() -> None:
        async with balancing(house.ports) as proxy:
            clients = [await guest(proxy.address, f"Guest {place}") for place in range(4)]
            tables = [await open_table(clients[first], "traders", 2, 2) for first in (0, 2)]
            playing = [
                asyncio.create_task(play(client, tables[place // 2], found)) for place, client in enumerate(clients)
            ]
            for table in tables:
                while len(await asyncio.to_thread(house.stored, table)) < 12:
                    await asyncio.sleep(0.05)
            owner = await asyncio.to_thread(house.owner, tables[0]) or house.servers[0]
            assert await asyncio.to_thread(owner.stop) == 0  # tests/tools/test_cluster.py restarts all of a house
            diaries = await asyncio.gather(*playing)
            for place, table in enumerate(tables):
                assert await check_game(house, clients[0], table, list(diaries[2 * place : 2 * place + 2])) > 10

    asyncio.run(main())
    waits = [wait for visits in found for wait in visits.waits]
    assert waits, "nobody was sent away"
    print(f"{len(waits)} people came back, and had their table {max(waits):.2f} s later at most")
    assert not any(visits.vain for visits in found), "somebody came back before the table was there"
    for server in house.servers:
        assert not server.failures()


# --- many kills ------------------------------------------------------------------------------------------------------


@dataclass
class Figures:
    """What happened during the kills."""

    kills: int = 0
    games: int = 0
    actions: int = 0


async def kill_again_and_again(house: House, kills: int, rng: Random, is_over: asyncio.Event) -> None:
    """Kill or halt one server after another, whatever it does; the killed ones start again."""
    for _ in range(kills):
        server = rng.choice(house.servers)
        await asyncio.sleep(rng.uniform(0.5, 3.0))
        if rng.random() < 0.25:
            os.kill(server.pid, signal.SIGSTOP)
            await asyncio.sleep(rng.uniform(1.0, 20.0))
            os.kill(server.pid, signal.SIGCONT)
        else:
            await asyncio.to_thread(server.restart)
    is_over.set()


async def play_games(
    house: House, address: str, place: int, is_over: asyncio.Event, figures: Figures, pause: float = 0.0
) -> None:
    """Play one game after another, two people and no bot, or one among bots, until nobody is killed any more."""
    game, seats, people = ("traders", 2, 2) if place % 2 else ("caster", 4, 1)
    rng, is_first = Random(place), True
    while is_first or not is_over.is_set():
        is_first = False
        clients = [await guest(address, f"Guest {number}") for number in range(people)]
        table = await open_table(clients[0], game, seats, people)
        seeds = [Random(rng.random()) for _ in clients]
        diaries = await asyncio.gather(*map(sit_and_play, clients, [table] * people, seeds, [pause] * people))
        figures.actions += await check_game(house, clients[0], table, list(diaries))
        figures.games += 1


def play_through_kills(house: House, kills: int, tables: int, seed: int, pause: float) -> Figures:
    figures = Figures(kills)

    async def main() -> None:
        is_over = asyncio.Event()
        async with balancing(house.ports) as proxy, asyncio.TaskGroup() as tasks:
            tasks.create_task(kill_again_and_again(house, kills, Random(seed), is_over))
            for place in range(tables):
                tasks.create_task(play_games(house, proxy.address, place, is_over, figures, pause))

    asyncio.run(main())
    for server in house.servers:
        assert not server.failures()
    return figures


@pytest.mark.soak
@pytest.mark.parametrize("part", range(1, PARTS + 1))
def test_soak_200_kills_of_three_servers(tmp_path: Path, database: Database, nats: BusServer, part: int) -> None:
    """In parts, each of which stands for itself; people are led by the bus in every other one, else by direct lines."""
    began, flags = time.perf_counter(), ("--bus", nats.url, "--lines", "bus") if part % 2 else ()
    with cluster(tmp_path, database, 3, flags) as house:
        figures = play_through_kills(house, 200 // PARTS, 50, part, 0.5)
    seconds, of = time.perf_counter() - began, f"part {part} of {PARTS}"
    what = "one of three servers killed or halted while 50 games are played"
    soak_page.note(f"{what}, {of}", figures.kills, "kills", seconds)
    soak_page.note(f"actions acknowledged by servers of a cluster, {of}", figures.actions, "actions", seconds)
