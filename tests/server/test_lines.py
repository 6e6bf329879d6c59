"""Lines between processes over a bus that loses, doubles and delays: all in order, and nothing goes astray."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, MutableMapping
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.bus import Bus, Hear, Letter
from fairdeal.language.messages import Message
from fairdeal.server import lines as lines_module
from fairdeal.server.limits import Person
from fairdeal.server.lines import Channelled, Frame, Outbox, Switchboard, subject_of
from fairdeal.server.relay import KEY, Passed
from fairdeal.server.sockets import GOING
from fairdeal.server.store import Peer
from fairdeal.server.wire import EXTENSION

WITHIN = 60.0  # seconds; far beyond what anything here takes
Fate = Callable[[Letter], list[Letter]]


def kept(letter: Letter) -> list[Letter]:
    return [letter]


class Wires:
    """A bus of this test's own, which decides what becomes of each message."""

    most = 1 << 20
    is_connected = True
    lost = 0

    def __init__(self) -> None:
        self.fate: Fate = kept
        self.sent: list[Letter] = []
        self.when_lost: list[Callable[[], None]] = []
        self._ears: dict[str, Hear] = {}

    async def listen(self, subject: str, hear: Hear, group: str = "") -> None:
        self._ears[subject] = hear

    def send(self, subject: str, data: bytes, answer_to: str = "") -> None:
        letter = Letter(data, subject, answer_to)
        self.sent.append(letter)
        for arrived in self.fate(letter):
            asyncio.get_running_loop().call_soon(self._ears[subject], arrived)


class Seat:
    """The socket of a client."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.codes: list[int] = []

    def send(self, data: bytes) -> None:
        self.heard.append(data)

    def close(self, code: int, reason: Message | str) -> None:
        self.codes.append(code)


class Echoes:
    """An application that gives back what it hears, and can tell everybody something."""

    def __init__(self) -> None:
        self.visits: dict[str, Any] = {}
        self.keys: list[bytes] = []
        self.left = 0

    async def __call__(self, scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        name = scope["path"]
        self.keys.append(dict(scope["headers"])[KEY.encode()])
        await receive()
        await send({"type": "websocket.accept"})
        self.visits[name] = scope["extensions"][EXTENSION]
        while (message := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": f"{name} {message['text']}"})
            if message["text"] == "bye":
                await send({"type": "websocket.close", "code": 4000, "reason": "done"})
        self.left += 1


class Two:
    """Two processes and the bus between them: people come in at the first, and tables are at the second."""

    def __init__(self) -> None:
        self.bus, self.app = Wires(), Echoes()
        self.here = Switchboard(cast(Bus, self.bus), self.app, "first")
        self.there = Switchboard(cast(Bus, self.bus), self.app, "second")
        self.peer = Peer(2, "127.0.0.1:1", "second")

    async def come(self, name: str) -> tuple[Channelled | None, Seat]:
        seat = Seat()
        return await self.here.lead(self.peer, Passed(name, {}), seat, Person("")), seat


def story(tell: Callable[[Two], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        async with asyncio.timeout(WITHIN):
            two = Two()
            await two.here.start()
            await two.there.start()
            try:
                await tell(two)
            finally:
                await two.here.stop()
                await two.there.stop()

    asyncio.run(run())


async def until(condition: Callable[[], object]) -> None:
    while not condition():
        await asyncio.sleep(0.001)


def test_what_one_says_comes_back_to_that_one_alone() -> None:
    async def tell(two: Two) -> None:
        (ann, at_ann), (bob, at_bob) = await two.come("/ann"), await two.come("/bob")
        assert ann is not None
        assert bob is not None
        ann.take(b"one")
        ann.take(b"two")
        await bob.receive("three")
        await until(lambda: len(at_ann.heard) == 2 and at_bob.heard)
        assert at_ann.heard == [b"/ann one", b"/ann two"]
        assert at_bob.heard == [b"/bob three"]
        assert two.app.keys == [b"second"] * 2, "it is not believed that a process of this house has passed them on"

    story(tell)


def test_an_event_is_one_message_however_many_hear_it() -> None:
    async def tell(two: Two) -> None:
        seats = [(await two.come(f"/{number}"))[1] for number in range(50)]
        before = len(two.bus.sent)
        text = b"something has happened"
        for visit in two.app.visits.values():
            visit.write(text)
        await until(lambda: all(seat.heard for seat in seats))
        (message,) = two.bus.sent[before:]
        assert message.data.count(text) == 1

    story(tell)


def test_a_client_that_goes_leaves_and_one_that_is_sent_away_hears_why() -> None:
    async def tell(two: Two) -> None:
        (ann, _), (bob, at_bob) = await two.come("/ann"), await two.come("/bob")
        assert ann is not None
        assert bob is not None
        await ann.closed()
        await until(lambda: two.app.left == 1)
        bob.take(b"bye")
        await until(lambda: at_bob.codes)
        assert at_bob.codes == [4000]
        await until(lambda: two.app.left == 2)

    story(tell)


def test_a_text_larger_than_a_message_comes_in_parts() -> None:
    async def tell(two: Two) -> None:
        two.bus.most = 1000
        ann, at_ann = await two.come("/ann")
        assert ann is not None
        ann.take(b"x" * 5000)
        await until(lambda: at_ann.heard)
        assert at_ann.heard == [b"/ann " + b"x" * 5000]
        assert all(len(letter.data) <= 1000 for letter in two.bus.sent)

    story(tell)


def test_a_lost_message_is_noticed_though_none_follows_and_everybody_connects_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lines_module, "BEAT", 0.02)

    async def tell(two: Two) -> None:
        (ann, at_ann), (_, at_bob) = await two.come("/ann"), await two.come("/bob")
        assert ann is not None
        two.bus.fate, before = (lambda letter: []), len(two.bus.sent)
        ann.take(b"lost")
        await until(lambda: any(b"lost" in letter.data for letter in two.bus.sent[before:]))
        two.bus.fate = kept
        await until(lambda: at_ann.codes and at_bob.codes)
        assert at_ann.codes == at_bob.codes == [GOING]
        assert two.bus.lost >= 1
        assert not at_ann.heard
        await until(lambda: two.app.left == 2)
        again, at_again = await two.come("/ann")
        assert again is not None
        again.take(b"once more")
        await until(lambda: at_again.heard)

    story(tell)


def test_a_silent_process_is_noticed_and_one_that_does_not_answer_is_avoided(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in (("BEAT", 0.02), ("SILENT", 0.1), ("ANSWER_WITHIN", 0.05)):
        monkeypatch.setattr(lines_module, name, seconds)

    async def tell(two: Two) -> None:
        _, at_ann = await two.come("/ann")
        two.bus.fate = lambda letter: [] if letter.answer_to == subject_of("second") else [letter]
        await until(lambda: at_ann.codes == [GOING])
        assert await two.here.lead(two.peer, Passed("/bob", {}), Seat(), Person("")) is None
        before = len(two.bus.sent)
        assert await two.here.lead(two.peer, Passed("/bob", {}), Seat(), Person("")) is None
        assert not [letter for letter in two.bus.sent[before:] if b"/bob" in letter.data], "it was asked again at once"

    story(tell)


def test_a_bus_that_is_gone_ends_all_lines() -> None:
    async def tell(two: Two) -> None:
        _, at_ann = await two.come("/ann")
        for tell_lost in two.bus.when_lost:
            tell_lost()
        assert at_ann.codes == [GOING]
        two.bus.is_connected = False
        assert (await two.come("/bob"))[0] is None

    story(tell)


def any_fate(rng: Random) -> Fate:
    """Keep most, lose some, double some, and let some come after the next."""
    late: list[Letter] = []

    def fate(letter: Letter) -> list[Letter]:
        kind, waited = rng.random(), late[:]
        late.clear()
        if kind < 0.05:
            return waited
        if kind < 0.1:
            return [letter, letter, *waited]
        if kind < 0.15:
            late.append(letter)
            return waited
        return [letter, *waited]

    return fate


@given(seed=st.integers(0, 1 << 32))
def test_whatever_the_bus_does_each_hears_only_the_own_in_order_and_without_a_gap(seed: int) -> None:
    async def tell(two: Two) -> None:
        people = [await two.come(f"/{number}") for number in range(3)]
        two.bus.fate = any_fate(Random(seed))
        for turn in range(20):
            for channel, seat in people:
                assert channel is not None
                if not seat.codes:
                    channel.take(b"%d" % turn)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        await asyncio.sleep(0.001)
        for number, (_, seat) in enumerate(people):
            assert seat.heard == [b"/%d %d" % (number, turn) for turn in range(len(seat.heard))]

    story(tell)


@given(told=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3))))
def test_an_outbox_keeps_the_order_of_every_channel(told: list[tuple[int, int]]) -> None:
    texts, outbox = [bytes([number]) * 300 for number in range(4)], Outbox()
    for channel, text in told:
        outbox.add(channel, texts[text])
    frames: list[Frame] = outbox.post.frames
    for channel in range(4):
        heard = [frame.text for frame in frames for each in frame.channels if each == channel]
        assert heard == [texts[text] for each, text in told if each == channel]
