"""A bad way between client and server: what is cut, delayed, doubled or held back changes nothing in the end."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from fairdeal.client import Client
from fairdeal.errors import StoreError
from fairdeal.play.events import Clock
from fairdeal.server.store import Store
from tests.server.players import Diary, check_nothing_lost_and_nothing_twice, check_record, guest, sit_and_play, stored
from tests.server.rooms import Guest, Room, a_room
from tests.server.serverproc import ServerProcess, serving

Json = Any


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with serving(tmp_path_factory.mktemp("proxy")) as server:
        yield server
        assert server.stop() == 0
        assert not server.failures()


def run(doing: Coroutine[Any, Any, None]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(60):
            await doing

    asyncio.run(in_time())


# --- a network that fails --------------------------------------------------------------------------------------------


class BadNetwork:
    """Passes bytes on, late and in pieces, and cuts the connection now and then, in the middle of whatever it is."""

    def __init__(self, target: int, rng: Random) -> None:
        self.target = target
        self.rng = rng
        self.cuts = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        there, back = await asyncio.open_connection("127.0.0.1", self.target)
        try:
            lasts = self.rng.randrange(2_000, 40_000)  # bytes from the server until the cut
            async with asyncio.TaskGroup() as ways:
                ways.create_task(self.pump(reader, back, 1 << 30))
                ways.create_task(self.pump(there, writer, lasts))
        except* (OSError, EOFError):
            pass
        finally:
            for end in (writer, back):
                end.transport.abort()
            self._tasks.discard(task)

    async def pump(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, lasts: int) -> None:
        while data := await source.read(self.rng.choice((7, 300, 65_536))):
            await asyncio.sleep(self.rng.choice((0, 0, 0, 0.01)))
            target.write(data[: max(0, lasts)])
            await target.drain()
            lasts -= len(data)
            if lasts <= 0:
                self.cuts += 1
                break
        raise EOFError  # ends the other way too

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@asynccontextmanager
async def bad_network(server: ServerProcess, rng: Random) -> AsyncIterator[tuple[BadNetwork, str]]:
    network = BadNetwork(server.port, rng)
    listener = await asyncio.start_server(network.meet, "127.0.0.1", 0)
    try:
        yield network, f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    finally:
        listener.close()
        await network.stop()


# --- a relay that doubles and holds back -----------------------------------------------------------------------------


class Relay:
    """Passes messages on; some of a client's it sends twice, and some only after the next one."""

    def __init__(self, target: Client, rng: Random) -> None:
        self.target = target
        self.rng = rng
        self.doubled = self.held = 0

    async def meet(self, client: ServerConnection) -> None:
        assert client.request is not None
        name = client.request.path.split("/")[3]
        headers = {"Cookie": client.request.headers.get("Cookie", "")}
        address = self.target.socket_address(name)
        with contextlib.suppress(ConnectionClosed):
            async with connect(address, additional_headers=headers, proxy=None, max_size=None) as there:
                ways = [asyncio.create_task(self.forth(client, there)), asyncio.create_task(self.back(there, client))]
                try:
                    await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for way in ways:
                        way.cancel()
                    await asyncio.gather(*ways, return_exceptions=True)

    async def forth(self, client: ServerConnection, there: ClientConnection) -> None:
        await there.send(await client.recv())  # nobody is heard before hello
        while True:
            messages = [await client.recv()]
            if self.rng.random() < 0.4:
                self.held += 1
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(0.03):
                        messages.insert(0, await client.recv())
            for message in messages:
                await there.send(message)
                if self.rng.random() < 0.4:
                    self.doubled += 1
                    await there.send(message)

    async def back(self, there: ClientConnection, client: ServerConnection) -> None:
        async for message in there:
            await client.send(message)


@asynccontextmanager
async def relay(server: ServerProcess, rng: Random) -> AsyncIterator[tuple[Relay, str]]:
    passing = Relay(Client(server.address), rng)
    async with serve(passing.meet, "127.0.0.1", 0) as listener:
        (socket,) = listener.sockets
        yield passing, f"http://127.0.0.1:{socket.getsockname()[1]}"


# --- whole games through them ----------------------------------------------------------------------------------------


async def play_through(server: ServerProcess, address: str, game: str, seats: int, rng: Random) -> list[Diary]:
    """Let people play a game whose sockets all go through an address; everybody must see the same in the end."""
    clients = [await guest(server.address, f"Guest {seat}") for seat in range(seats)]
    table = await clients[0].open(game, seats)
    onlooker = Client(address)
    for client in clients:
        client.address = address
    watching = await onlooker.watch(table)
    async with watching:
        diaries = await asyncio.gather(*(sit_and_play(client, table, Random(rng.random())) for client in clients))
        await watching.turn()
    check_same(diaries)
    assert (watching.number, watching.public, watching.result) == (
        diaries[0].number, diaries[0].public, diaries[0].result,
    )  # fmt: skip
    clients[0].address = server.address
    assert check_nothing_lost_and_nothing_twice(stored(server.store, table), diaries) > 10
    await check_record(clients[0], table, diaries)
    return list(diaries)


def check_same(diaries: Sequence[Diary]) -> None:
    assert len({diary.number for diary in diaries}) == 1
    assert len({json.dumps(diary.public) for diary in diaries}) == 1
    assert len({json.dumps(diary.result) for diary in diaries}) == 1
    assert len({tuple(diary.story) for diary in diaries}) == 1


@pytest.mark.parametrize("seed", [1])
def test_a_network_that_delays_and_cuts(seed: int, server: ServerProcess) -> None:
    async def game() -> None:
        rng = Random(seed)
        async with bad_network(server, rng) as (network, address):
            diaries = await play_through(server, address, "caster", 4, rng)
            assert network.cuts > 20
            assert sum(diary.resent for diary in diaries) > 0

    run(game())


@pytest.mark.parametrize("seed", [1])
def test_a_relay_that_doubles_and_holds_back(seed: int, server: ServerProcess) -> None:
    async def game() -> None:
        rng = Random(seed)
        async with relay(server, rng) as (passing, address):
            await play_through(server, address, "caster", 4, rng)
            assert passing.doubled > 20
            assert passing.held > 20

    run(game())


@pytest.mark.soak
def test_both_at_once(server: ServerProcess) -> None:
    async def game() -> None:
        rng = Random(2)
        async with bad_network(server, rng) as (network, far):
            near = ServerProcess.__new__(ServerProcess)
            near.port = int(far.rpartition(":")[2])
            async with relay(near, rng) as (passing, address):
                await play_through(server, address, "traders", 2, rng)
                assert network.cuts
                assert passing.doubled

    run(game())


# --- coming back at a bad moment -------------------------------------------------------------------------------------


class HeldStore:
    """A store whose writes wait, or fail, when they are told to."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.gate = asyncio.Event()
        self.gate.set()
        self.is_full = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def append(self, *arguments: Any) -> asyncio.Future[None]:
        return asyncio.ensure_future(self._append(*arguments))

    async def _append(self, *arguments: Any) -> None:
        await self.gate.wait()
        if self.is_full:
            raise StoreError("The table could not be stored: the disk is full. Nothing was done.")
        await self._store.append(*arguments)


async def comes_back(room: Room, guest: Guest, seen: int) -> Guest:
    again = await room.guest("again", guest.table.id, guest.connection.session, greet=False)
    await again.connection.receive(json.dumps({"type": "hello", "seen": seen}))
    return again


async def act(room: Room) -> tuple[Guest, Coroutine[Any, Any, Json]]:
    guest = next(guest for guest in room.players() if room.legal(guest))
    message = {"type": "play", "id": "act", "number": guest.table.number, "actions": room.legal(guest)[:1]}
    return guest, room.give(guest, message)


def test_who_comes_back_hears_nothing_that_is_not_stored(tmp_path: Path) -> None:
    async def game() -> None:
        async with a_room(tmp_path, Random(1), lambda store: cast(Store, HeldStore(store))) as room:
            await room.open("caster")
            store = cast(HeldStore, room.hub.store)
            number = room.players()[0].table.number
            store.gate.clear()
            store.is_full = True
            guest, acting = await act(room)
            answer = asyncio.create_task(acting)
            await asyncio.sleep(0.05)
            in_memory = guest.table.number
            back = asyncio.create_task(comes_back(room, room.players()[1], number))
            await room.guests[3].connection.closed()  # somebody leaves, of which the others are told
            await asyncio.sleep(0.05)
            store.gate.set()
            assert (await answer)["verdict"] == "refused"
            store.is_full = False
            again = await back
            assert in_memory > number
            told = [message for ear in (again.ear, room.players()[1].ear) for message in ear.heard[-3:]]
            assert all(message.get("number", number) <= number for message in told)
            assert all(message["table"]["number"] <= number for message in told if "table" in message)

    run(game())


def test_who_comes_back_can_act_whatever_was_said_meanwhile(tmp_path: Path) -> None:
    async def game() -> None:
        async with a_room(tmp_path, Random(1)) as room:
            await room.open("caster")
            number = room.players()[0].table.number
            _, acting = await act(room)
            await acting
            await room.give(room.players()[0], {"type": "say", "id": "say", "phrase": "hello"})
            guest = next(guest for guest in room.players() if room.legal(guest))
            again = await comes_back(room, guest, number)
            (event,) = [message for message in again.ear.heard if message["type"] == "event"]
            assert [path["action"] for path in event["own"]["paths"]] == room.legal(guest)

    run(game())


TWICE = (
    {"type": "say", "id": "twice", "text": "Hello"},
    {"type": "request", "id": "twice", "what": "time"},
    {"type": "undo", "id": "twice"},
)


@pytest.mark.parametrize("message", TWICE, ids=lambda message: message["type"])
def test_a_message_that_comes_twice_is_done_once(message: Json, tmp_path: Path) -> None:
    async def game() -> None:
        async with a_room(tmp_path, Random(1)) as room:
            await room.open("battle", clock=Clock("bank", 60))
            player = await somebody_who_can_undo(room)
            for guest in room.players():
                if guest is not player:  # who is alone with bots need not ask anybody
                    await room.give(guest, {"type": "leave", "id": "leave"})
            first = await room.give(player, message)
            number = player.table.number
            assert await room.give(player, message) == first
            assert player.table.number == number

    run(game())


async def somebody_who_can_undo(room: Room) -> Guest:
    while True:
        guest = room.rng.choice([guest for guest in room.players() if room.legal(guest)])
        number = guest.table.number
        play = {"type": "play", "id": f"play {number}", "number": number, "actions": room.legal(guest)[:1]}
        await room.give(guest, play)
        if guest.seat is not None and guest.table.may_undo(guest.seat):
            return guest
