"""Direct lines between processes: one connection for all, which lives as long as its line, and nobody else's."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.types import Receive, Scope, Send

from fairdeal.server import lines as lines_module
from fairdeal.server import trunks as trunks_module
from fairdeal.server.guard import Guard, Trust
from fairdeal.server.limits import Limits, Person
from fairdeal.server.lines import Channelled
from fairdeal.server.relay import Passed, Relays
from fairdeal.server.serving import QuietServer, Settings, bind, configuration
from fairdeal.server.sockets import GOING, Sockets
from fairdeal.server.store import Moved, Peer
from fairdeal.server.trunks import LENGTH, PATH, DirectLines, Messages
from tests.server.test_lines import WITHIN, Echoes, Seat, until

KEY = "second"


class Two:
    """Two processes: people come in at the first, and tables are at the second, which has a real server."""

    def __init__(self, port: int) -> None:
        self.app = Echoes()
        self.here = DirectLines(self.app, "first")
        self.there = DirectLines(self.app, KEY)
        self.calls = 0
        self.peer = Peer(2, f"127.0.0.1:{port}", KEY)

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """What the second process does with what comes to its port."""
        self.calls += 1
        if self.there.is_called(scope):
            await self.there.answer(scope, receive, send)
        else:
            await send({"type": "websocket.close"})

    async def come(self, name: str) -> tuple[Channelled | None, Seat]:
        seat = Seat()
        return await self.here.lead(self.peer, Passed(name, {}), seat, Person("")), seat


async def nothing() -> None:
    pass


@contextlib.asynccontextmanager
async def two_processes() -> AsyncIterator[Two]:
    with contextlib.closing(bind("127.0.0.1", 0)) as listener:
        two = Two(listener.getsockname()[1])
        guarded = Guard(two.serve, Trust(), Limits(), lambda: KEY)
        is_up = asyncio.Event()
        server = QuietServer(configuration(guarded, Settings()), Sockets(), is_up.set, nothing)
        serving = asyncio.create_task(server.serve([listener]))
        await is_up.wait()
        await two.here.start()
        await two.there.start()
        try:
            yield two
        finally:
            await two.here.stop()
            await two.there.stop()
            server.stop()
            await serving


def story(tell: Callable[[Two], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        async with asyncio.timeout(WITHIN), two_processes() as two:
            await tell(two)

    asyncio.run(run())


@given(st.lists(st.binary(max_size=50), max_size=5), st.lists(st.integers(1, 40), max_size=10))
def test_messages_come_whole_however_they_are_cut(sent: list[bytes], cuts: list[int]) -> None:
    data, messages, heard = b"".join(LENGTH.pack(len(text)) + text for text in sent), Messages(), list[bytes]()
    for cut in cuts:
        heard += messages.whole(data[:cut])
        data = data[cut:]
    assert [*heard, *messages.whole(data)] == sent


def test_a_message_that_cannot_be_meant_is_not_waited_for() -> None:
    with pytest.raises(ValueError, match="never sent"):
        list(Messages().whole(b"HTTP/1.1 400 Bad Request"))


def test_all_who_come_share_one_connection_and_each_hears_the_own() -> None:
    async def tell(two: Two) -> None:
        people = await asyncio.gather(*(two.come(f"/{number}") for number in range(5)))
        large = "x" * (3 << 20)
        for channel, _ in people:
            assert channel is not None
            channel.take(b"one")
            await channel.receive(large)
        await until(lambda: all(len(seat.heard) == 2 for _, seat in people))
        for number, (_, seat) in enumerate(people):
            assert seat.heard == [b"/%d one" % number, f"/{number} {large}".encode()]
        assert two.calls == 1
        assert len(two.here) == len(two.there) == 1
        assert two.here.people == 5

    story(tell)


def test_when_the_connection_breaks_everybody_is_sent_away_at_once_and_may_come_back() -> None:
    async def tell(two: Two) -> None:
        (_, at_ann), (_, at_bob) = await two.come("/ann"), await two.come("/bob")
        for trunk in list(two.there.trunks._trunks.values()):
            trunk._transport.abort()
        await until(lambda: at_ann.codes and at_bob.codes and two.app.left == 2)
        assert at_ann.codes == at_bob.codes == [GOING]
        again, at_again = await two.come("/ann")
        assert again is not None
        again.take(b"once more")
        await until(lambda: at_again.heard)
        assert two.calls == 2

    story(tell)


def test_a_connection_ends_when_nobody_needs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines_module, "BEAT", 0.02)

    async def tell(two: Two) -> None:
        ann, _ = await two.come("/ann")
        assert ann is not None
        await ann.closed()
        await until(lambda: not two.here.trunks._trunks and not two.there.trunks._trunks and two.app.left == 1)
        assert len(two.here) == len(two.there) == 0

    story(tell)


def test_an_end_that_falls_silent_is_noticed_though_its_connection_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in (("BEAT", 0.02), ("SILENT", 0.2)):
        monkeypatch.setattr(lines_module, name, seconds)

    async def tell(two: Two) -> None:
        _, at_ann = await two.come("/ann")
        monkeypatch.setattr(two.there.trunks, "send", lambda *message: None)
        await until(lambda: at_ann.codes == [GOING] and two.app.left == 1)

    story(tell)


def test_what_is_told_to_one_who_reads_too_slowly_is_lost_and_ends_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines_module, "BEAT", 0.02)

    async def tell(two: Two) -> None:
        _, at_ann = await two.come("/ann")
        monkeypatch.setattr(trunks_module, "MOST_WAITING", 0)
        two.app.visits["/ann"].write(b"lost")
        await until(lambda: two.there.trunks.lost)
        monkeypatch.undo()
        await until(lambda: at_ann.codes == [GOING])
        assert not at_ann.heard

    story(tell)


def test_a_process_that_takes_no_lines_is_not_asked_again_at_once() -> None:
    async def tell(two: Two) -> None:
        stranger = Peer(3, two.peer.address, "a key that it does not have")
        for _ in range(2):
            assert await two.here.lead(stranger, Passed("/ann", {}), Seat(), Person("")) is None
        assert two.calls == 1
        assert not two.app.visits

    story(tell)


def test_a_process_that_does_not_answer_is_called_once_for_all_who_come_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(trunks_module, "CONNECT_WITHIN", 0.2)

    async def tell(two: Two) -> None:
        with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as halted:
            peer, relays = Peer(3, f"127.0.0.1:{halted.getsockname()[1]}", "halted"), Relays()
            relays.ways.append(two.here)
            led = (relays.lead("a table", peer, Passed(f"/{n}", {}), Seat(), Person("")) for n in range(3))
            assert [type(end) for end in await asyncio.gather(*led, return_exceptions=True)] == [Moved] * 3
            halted.setblocking(False)
            halted.accept()[0].close()
            with pytest.raises(BlockingIOError):
                halted.accept()

    story(tell)


def test_who_goes_while_the_connection_is_made_does_not_take_it_from_the_others() -> None:
    async def tell(two: Two) -> None:
        first, second = (asyncio.create_task(two.come(name)) for name in ("/ann", "/bob"))
        await asyncio.sleep(0)
        first.cancel()
        bob, at_bob = await second
        assert bob is not None
        bob.take(b"hello")
        await until(lambda: at_bob.heard)
        assert two.calls == 1

    story(tell)


def test_a_connection_that_is_granted_and_lost_at_once_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    granted = trunks_module.Calling.open

    async def lost_at_once(calling: trunks_module.Calling) -> asyncio.Transport:
        transport = await granted(calling)
        transport.abort()
        await until(lambda: calling._is_over)
        return transport

    async def tell(two: Two) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(trunks_module.Calling, "open", lost_at_once)
            patch.setattr(lines_module, "ANSWER_WITHIN", 0.1)
            assert (await two.come("/ann"))[0] is None
        assert not two.here.trunks._trunks

    story(tell)


def test_only_a_process_of_this_house_may_call() -> None:
    async def tell(two: Two) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(two.peer.address.rpartition(":")[2]))
        head = f"GET {PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        writer.write(f"{head}Sec-WebSocket-Key: {'A' * 22}==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        assert b"403" in await reader.readline()
        writer.close()
        assert not two.there.trunks._trunks

    story(tell)
