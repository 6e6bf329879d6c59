"""Malformed, oversized, out-of-order, duplicate, foreign-seat and replayed messages: a clear refusal, nothing changed.

Most messages go straight to the hub's side of a socket, so that what they did, and who heard of it, can be looked at
after each one; a sample goes over real sockets to a real server.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import secrets
import socket
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from fairdeal.client import Client
from fairdeal.play import events as ev
from fairdeal.play.commands.talk import LONGEST_TEXT
from fairdeal.play.memory import name_of
from fairdeal.play.table import Phase
from fairdeal.server import asks
from tests.conformance import soak_page
from tests.server import players
from tests.server.rooms import NONCE, Guest, Room, a_room
from tests.server.serverproc import ServerProcess, serving

Json = Any

TYPES = [kind.__struct_config__.tag for kind in asks.FROM_CLIENT]

# --- strange things --------------------------------------------------------------------------------------------------

STRANGE_TEXTS = (
    "", " ", "\x00", "\x1b[2J", "\u202egnihtyna", "\u2028", "<script>alert(1)</script>", "'; drop table events; --",
    "é" * 200, "x" * 201, "x" * 5000, "%s%n", "../../etc/passwd", "\ud800", "\U0001f3b4", "play", "null", "0", "-1",
)  # fmt: skip
STRANGE_VALUES: tuple[Json, ...] = (
    None, True, False, 0, -1, 1, 7, 8, 255, 2**31, 2**53, 2**63, 2**64, 10**400, 1.5, 1e308, -0.0,
    [], [[]], {}, {"type": "play"}, "seat", ["play R7"] * 3,
)  # fmt: skip
FOREIGN_FIELDS = ("seat", "session", "you", "player", "by", "host", "name", "table", "at", "cookie")


def strange(rng: Random) -> Json:
    return rng.choice(STRANGE_TEXTS) if rng.random() < 0.4 else rng.choice(STRANGE_VALUES)


def nested(rng: Random) -> str:
    depth = rng.choice((50, 900, 1100, 7900))
    return rng.choice(("[" * depth + "]" * depth, '{"type":' * (depth // 4), '{"a":[' * (depth // 4) + "1"))


def damaged(text: str, rng: Random) -> str:
    """Cut, change or repeat a piece of a message so that it is no JSON any more."""
    place = rng.randrange(1, len(text))
    broken = rng.choice((text[:place], text[:place] + rng.choice('{}[]",:\x00\\') + text[place:], text + text))
    try:
        json.loads(broken)
    except ValueError:
        return broken
    return text[:-1]


# --- messages --------------------------------------------------------------------------------------------------------

ERROR, REFUSED, SAME, ANY = "error", "refused", "the same state", "anything"


@dataclass(frozen=True)
class Shot:
    """What to send, by whom, and what must come of it."""

    kind: str
    guest: Guest
    data: str | bytes
    must: str


class Gun:
    """Makes messages of every bad kind, and some good ones."""

    def __init__(self, room: Room, rng: Random) -> None:
        self.room = room
        self.rng = rng
        self.count = 0
        self.kinds: list[Callable[[], Shot]] = [
            self.noise, self.broken, self.no_object, self.deep, self.unknown_type, self.foreign_field, self.wrong_value,
            self.too_early, self.not_now, self.old_number, self.future_number, self.again, self.elsewhere,
            self.illegal, self.without_a_seat, self.strange_talk, self.questions, self.anything, self.anything,
        ]  # fmt: skip

    def shot(self) -> Shot:
        self.count += 1
        return self.rng.choice(self.kinds)()

    def anybody(self) -> Guest:
        return self.rng.choice(self.room.guests)

    def player(self) -> Guest:
        return self.rng.choice(self.room.players())

    def id(self) -> str:
        return f"id {self.count}"

    def good(self, guest: Guest) -> dict[str, Json]:
        """A message that could be meant."""
        legal = self.room.legal(guest) if guest.seat is not None else []
        number = guest.table.number
        kind = self.rng.choice(TYPES)
        fields: dict[str, dict[str, Json]] = {
            "hello": {"seen": self.rng.choice((0, number, number + 5, max(0, number - 3)))},
            "join": {},
            "free": {"seat": self.rng.randrange(3)},
            "bot": {"seat": self.rng.randrange(3), "level": "random"},
            "commit": {"start": 1, "commitment": NONCE},
            "reveal": {"start": 1, "nonce": NONCE},
            "play": {"number": number, "actions": [self.rng.choice(legal or ["pass"])]},
            "why": {"action": self.rng.choice(legal or ["pass"])},
            "request": {"what": self.rng.choice(("pause", "time"))},
            "say": {"phrase": "hello"},
            "mute": {"seat": 1, "on": self.rng.random() < 0.5},
            "past": {"number": number},
        }
        name = {} if kind == "hello" else {"id": self.id()}
        return {"type": kind, **name, **fields.get(kind, {})}

    def text(self, guest: Guest) -> str:
        return json.dumps(self.good(guest))

    def made(self, guest: Guest, must: str, **message: Json) -> Shot:
        kind = str(message["type"])
        return Shot(kind, guest, json.dumps({"id": self.id(), **message}), must if guest.is_greeted else ERROR)

    # --- nothing that can be read ---

    def noise(self) -> Shot:
        data = self.rng.randbytes(self.rng.choice((0, 1, 10, 200, 16_000)))
        return Shot("noise", self.anybody(), data if self.rng.random() < 0.5 else data.decode("latin-1"), ERROR)

    def broken(self) -> Shot:
        guest = self.anybody()
        return Shot("broken", guest, damaged(self.text(guest), self.rng), ERROR)

    def no_object(self) -> Shot:
        value = self.rng.choice([value for value in STRANGE_VALUES if not isinstance(value, dict)])
        return Shot("no object", self.anybody(), json.dumps(value), ERROR)

    def deep(self) -> Shot:
        return Shot("deep", self.anybody(), nested(self.rng), ERROR)

    def unknown_type(self) -> Shot:
        guest = self.anybody()
        kind = self.rng.choice((*STRANGE_VALUES, "Play", "play ", "event", "welcome", "answer", "admin", "ended", ""))
        return Shot("unknown type", guest, json.dumps({**self.good(guest), "type": kind}), ERROR)

    def foreign_field(self) -> Shot:
        """Somebody says to be somebody else."""
        guest = self.anybody()
        message = self.good(guest)
        known = {"type", *message, "seat", "eyes", "seen", "text", "phrase", "on"}
        field = self.rng.choice(
            [name for name in (*FOREIGN_FIELDS, "_") if name not in known or message["type"] == "play"]
        )
        return Shot("foreign field", guest, json.dumps({**message, field: self.rng.randrange(3)}), ERROR)

    def wrong_value(self) -> Shot:
        guest = self.anybody()
        message = self.good(guest)
        message[self.rng.choice(list(message))] = strange(self.rng)
        return Shot("wrong value", guest, json.dumps(message), ANY)

    # --- messages at the wrong time or place ---

    def too_early(self) -> Shot:
        guest = next(guest for guest in self.room.guests if guest.name == "early")
        message = self.good(guest)
        if message["type"] in ("hello", "pong"):
            message = {"type": "ping", "id": self.id()}
        return Shot("before hello", guest, json.dumps(message), ANY if guest.is_greeted else ERROR)

    def not_now(self) -> Shot:
        message = self.rng.choice((
            {"type": "join", "seat": self.rng.randrange(4)},
            {"type": "commit", "start": 1, "commitment": NONCE},
            {"type": "reveal", "start": 1, "nonce": NONCE},
            {"type": "free", "seat": self.rng.randrange(4)},
            {"type": "bot", "seat": self.rng.randrange(4), "level": "hard"},
        ))  # fmt: skip
        return self.made(self.player(), REFUSED, **message)

    def old_number(self) -> Shot:
        guest = self.player()
        assert guest.seat is not None
        number = max(0, guest.table.changed_at(guest.seat) - 1 - self.rng.randrange(5))
        action = self.rng.choice(self.room.legal(guest) or ["pass"])
        return self.made(guest, REFUSED, type="play", number=number, actions=[action])

    def future_number(self) -> Shot:
        guest = self.player()
        number = guest.table.number + self.rng.choice((1, 2, 1000, 2**52))
        return self.made(guest, REFUSED, type="play", number=number, actions=self.room.legal(guest)[:1] or ["pass"])

    def again(self) -> Shot:
        """The same action again, under the same id."""
        guest = self.player()
        done = [message for message in guest.sent if message["type"] == "play"]
        if not done:
            return self.not_now()
        return Shot("again", guest, json.dumps(self.rng.choice(done)), SAME)

    def elsewhere(self) -> Shot:
        """A message that was meant for another table, at a table that has not begun."""
        guest = next(guest for guest in self.room.guests if guest.name == "elsewhere")
        sent = self.player().sent
        plays = [message for message in sent if message["type"] == "play"] or [
            {"type": "play", "id": "early", "number": 1, "actions": ["pass"]}
        ]
        return Shot("another table's", guest, json.dumps(self.rng.choice(plays)), REFUSED)

    # --- messages that are not allowed ---

    def illegal(self) -> Shot:
        guest = self.player()
        actions = self.rng.choice((
            [text for text in STRANGE_TEXTS if len(text) <= 200 and text != "\ud800"],
            [action for other in self.room.players() if other is not guest for action in self.room.legal(other)],
        ))  # fmt: skip
        action = self.rng.choice(actions or ["nothing"])
        must = ANY if action in self.room.legal(guest) else REFUSED
        return self.made(guest, must, type="play", number=guest.table.number, actions=[action])

    def without_a_seat(self) -> Shot:
        guest = self.rng.choice([guest for guest in self.room.guests if guest.name in ("onlooker", "stranger")])
        message = self.good(guest)
        if message["type"] in ("hello", "ping", "pong", "why", "choices", "view", "about", "past", "mute"):
            message = {
                "type": "play",
                "number": guest.table.number,
                "actions": self.room.legal(self.player())[:1] or [""],
            }
        return self.made(guest, REFUSED, **{**message, "id": self.id()})

    def strange_talk(self) -> Shot:
        text = "".join(self.rng.choice((*STRANGE_TEXTS[:9], "\x07", "\u200b", "a", "b")) for _ in range(8))
        return self.made(self.player(), ANY, type="say", text=text[: self.rng.choice((5, 300))])

    def questions(self) -> Shot:
        guest = self.anybody()
        number = guest.table.number + self.rng.randrange(-9, 3)
        message = self.rng.choice((
            {"type": "ping"},
            {"type": "pong"},
            {"type": "why", "action": self.rng.choice([text for text in STRANGE_TEXTS if len(text) <= 200][:-8])},
            {"type": "past", "number": max(0, number), "eyes": self.rng.choice((None, -2, -1, 0, 1, 9, 10**9))},
            {"type": "mute", "seat": self.rng.randrange(8)},
        ))  # fmt: skip
        return self.made(guest, SAME, **message)

    def anything(self) -> Shot:
        guest = self.anybody()
        return Shot("anything", guest, self.text(guest), ANY)


# --- what must be true -----------------------------------------------------------------------------------------------


async def fire(shot: Shot, room: Room) -> str:
    """Send a message, look at what it did, and give what was answered."""
    guest = shot.guest
    before, number = room.snapshot(), guest.table.number
    heard = [len(other.ear.heard) for other in room.guests]
    is_again = was_done(shot)
    await guest.connection.receive(shot.data)
    after = room.snapshot()
    news = {id(other): other.ear.heard[count:] for other, count in zip(room.guests, heard, strict=True)}
    reply = the_reply(shot, news[id(guest)])
    was_greeted, guest.is_greeted = guest.is_greeted, guest.is_greeted or reply == "welcome"
    if shot.must == ERROR:
        assert reply == "error"
    if shot.must == REFUSED:
        assert reply in ("refused", "stale", "error")
    if shot.must == SAME or reply != "accepted":
        assert before == after, "the state has changed"
    if reply in ("error", "refused", "stale", "because"):
        assert not any(told for who, told in news.items() if who != id(guest)), "others heard of it"
    if reply == "accepted" and is_again:
        assert before == after, "the same message was done twice"
    elif reply == "accepted":
        check_accepted(shot, number)
    assert was_greeted or reply in ("error", "welcome")
    return reply


def was_done(shot: Shot) -> bool:
    """Tell whether this id of the sender has done something before: by luck a strange value may be one again."""
    try:
        name = msgspec.json.decode(shot.data)["id"]
    except (msgspec.DecodeError, UnicodeDecodeError, KeyError, TypeError, RecursionError):
        return False
    who, live = shot.guest.connection.session_id, shot.guest.connection.live
    if not isinstance(name, str):
        return False
    return live.answers.get(name_of(who, name)) is not None or live.table.is_done(who, name)


REPLIES = ("answer", "because", "choices", "view", "about", "pong", "error", "welcome")


def the_reply(shot: Shot, news: list[Json]) -> str:
    """There is one answer to every message, with a reason if it is no good one."""
    replies = [reply for reply in news if reply["type"] in REPLIES]
    if not replies:
        assert msgspec.json.decode(shot.data)["type"] == "pong", "no answer"
        return "nothing"
    (reply,) = replies
    if reply["type"] == "error":
        assert len(reply["reason"]) > 10
        return "error"
    if reply["type"] == "answer" and reply["verdict"] != "accepted":
        assert len(reply["reason"]) > 10
    return str(reply.get("verdict", reply["type"]))


def check_accepted(shot: Shot, number: int) -> None:
    """Whatever was done was done for the sender's own seat."""
    message, guest = msgspec.json.decode(shot.data), shot.guest
    if message["type"] in ("mute", "past") or shot.must == SAME:
        return
    fresh = [recent.entry.event for recent in guest.table.recent if recent.entry.number > number]
    assert fresh, "accepted, and nothing was written"
    for event in fresh:
        if isinstance(event, ev.Played):
            assert (event.seat, event.id, event.by) == (guest.seat, message["id"], "")
            guest.sent.append(message)
        if isinstance(event, ev.Said):
            assert event.seat == guest.seat
            assert event.text.isprintable()
            assert len(event.text) <= LONGEST_TEXT


async def go_on(room: Room) -> None:
    """Let the game go on by a good action, so that the next messages find another state."""
    table = room.players()[0].table
    if table.phase == Phase.OVER:
        await room.open()
        return
    if table.is_paused:
        assert (await room.give(room.players()[0], {"type": "resume", "id": f"resume {table.number}"}))[
            "verdict"
        ] == "accepted"
    for guest in room.players():
        if guest.seat is not None and table.chairs[guest.seat].stand_in:
            assert (await room.give(guest, {"type": "return", "id": f"return {table.number}"}))["verdict"] == "accepted"
    ready = [guest for guest in room.players() if room.legal(guest)]
    if ready:
        guest = room.rng.choice(ready)
        name = f"good {table.number}"
        action = room.rng.choice(room.legal(guest))
        message = {"type": "play", "id": name, "number": table.number, "actions": [action]}
        assert (await room.give(guest, message))["verdict"] == "accepted"


async def fuzz(folder: Path, messages: int, seed: int) -> Counter[str]:
    """Send so many messages; count what was answered. All chance is the seed's, but for limits by the clock."""
    rng = Random(seed)
    chance = Random(seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_bytes", chance.randbytes)
        return await fuzz_at(folder, messages, seed, rng)


async def fuzz_at(folder: Path, messages: int, seed: int, rng: Random) -> Counter[str]:
    answers: Counter[str] = Counter()
    async with a_room(folder, rng) as room:
        await room.open()
        gun = Gun(room, rng)
        for count in range(messages):
            if rng.random() < 0.08:
                await go_on(room)
            shot = gun.shot()
            try:
                answers[await fire(shot, room)] += 1
            except Exception as error:
                error.add_note(f"seed {seed}, message {count}, {shot.kind} by {shot.guest.name}: {shot.data[:300]!r}")
                raise
    return answers


@pytest.mark.parametrize("seed", [1])
def test_bad_messages_are_refused_and_change_nothing(seed: int, tmp_path: Path) -> None:
    answers = asyncio.run(fuzz(tmp_path, 1_300, seed))
    assert answers.total() == 1_300
    assert min(answers[kind] for kind in ("error", "refused", "stale", "accepted", "because", "welcome")) > 0, answers


@pytest.mark.soak
@pytest.mark.parametrize("part", [1, 2, 3, 4])
def test_soak_a_million_bad_messages(part: int, tmp_path: Path) -> None:
    began = time.perf_counter()
    answers = asyncio.run(fuzz(tmp_path, 250_000, 1 + part))
    print(dict(answers))
    what = f"bad messages to a table, part {part} of 4"
    soak_page.note(what, answers.total(), "messages", time.perf_counter() - began)


# --- over real sockets -----------------------------------------------------------------------------------------------


def in_time(doing: Coroutine[Any, Any, None]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(60):
            await doing

    asyncio.run(limited())


async def socket_of(client: Client, table: str) -> ClientConnection:
    return await connect(client.socket_address(table), additional_headers=client.headers, proxy=None, compression=None)


async def ending(connection: ClientConnection) -> tuple[int, str]:
    """Read until the server closes, and give its code and reason."""
    try:
        while True:
            await connection.recv()
    except ConnectionClosed as closed:
        return (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (0, "no word")


async def reply_to(connection: ClientConnection, data: str | bytes) -> Json:
    await connection.send(data)
    while True:
        reply = json.loads(await connection.recv())
        if reply["type"] not in ("table", "ping"):
            return reply


@pytest.fixture
def server(tmp_path: Path) -> Any:
    with serving(tmp_path) as server:
        yield server
        assert server.health() == 200
        assert server.stop() == 0
        assert not server.failures()


def test_a_real_server_survives_bad_messages(server: ServerProcess) -> None:
    in_time(bad_messages_over_sockets(server, Random(3)))
    raw_noise(server, Random(4))
    bad_requests(server)


async def bad_messages_over_sockets(server: ServerProcess, rng: Random) -> None:
    anna, ben = await players.guest(server.address, "Anna"), await players.guest(server.address, "Ben")
    name = await anna.open("battle")
    async with await anna.sit(name) as table, await ben.sit(name) as other:
        await players.abreast(table, other)
        before = table.number, table.public
        for client in (anna, ben, Client(server.address)):
            connection = await socket_of(client, name)
            assert (await reply_to(connection, json.dumps({"type": "play", "id": "1", "number": 1, "actions": ["x"]})))[
                "type"
            ] == "error"
            await reply_to(connection, '{"type": "hello"}')
            for _ in range(40):
                reply = await reply_to(connection, bad_data(rng))
                assert reply["type"] == "error", reply
                assert reply["reason"]
            await connection.close()
        await flood(await players.guest(server.address, "Carl"), name)
        await too_large(anna, name)
        assert await no_text(anna, name) == 1007
        assert (table.number, table.public) == before
        actor = table if table.legal else other
        assert (await actor.play(actor.legal[0])).is_accepted


def bad_data(rng: Random) -> str | bytes:
    good = json.dumps({"type": "say", "id": "1", "text": "Hello"})
    foreign = json.dumps({"type": "play", "id": "1", "number": 9, "actions": ["pass"], "seat": rng.randrange(3)})
    noise = rng.randbytes(rng.randrange(200))
    return rng.choice((damaged(good, rng), foreign, noise, noise.decode("latin-1"), nested(rng), json.dumps(10**400)))


async def flood(client: Client, table: str) -> None:
    """A client that sends too much is told so, and may come back after a moment."""
    connection = await socket_of(client, table)
    for number in range(200):
        await connection.send(json.dumps({"type": "hello"} if number == 0 else {"type": "ping", "id": str(number)}))
    code, reason = await ending(connection)
    assert code == 4008
    assert "Too many messages" in reason
    while not await is_welcome(client, table):
        pass


async def is_welcome(client: Client, table: str) -> bool:
    async with await socket_of(client, table) as connection:
        try:
            return bool((await reply_to(connection, '{"type": "hello"}'))["type"] == "welcome")
        except ConnectionClosed:
            return False


async def too_large(client: Client, table: str) -> None:
    connection = await socket_of(client, table)
    await connection.send(json.dumps({"type": "say", "id": "1", "text": "x" * 20_000}))
    assert (await ending(connection))[0] == 1009


async def no_text(client: Client, table: str) -> int:
    """A text frame that is no UTF-8."""
    connection = await socket_of(client, table)
    await connection.send(b"\xff\xfe{}", text=True)
    return (await ending(connection))[0]


def raw_noise(server: ServerProcess, rng: Random) -> None:
    """Bytes that are no HTTP, and an upgrade that is followed by bytes that are no frames."""
    upgrade = (
        b"GET /api/tables/nowhere/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    for start in (b"", b"GET / HTTP/1.1\r\n", b"POST /api/session HTTP/1.1\r\nContent-Length: -5\r\n\r\n", upgrade):
        for _ in range(5):
            with closing(socket.create_connection(("127.0.0.1", server.port), timeout=60)) as raw:
                raw.sendall(start + rng.randbytes(500))
                raw.shutdown(socket.SHUT_WR)
                while read_some(raw):
                    pass
    assert server.health() == 200


def read_some(raw: socket.socket) -> bytes:
    try:
        return raw.recv(4096)
    except ConnectionError:
        return b""


def bad_requests(server: ServerProcess) -> None:
    """Names and documents that cannot be: refused with a reason, never by a failure of the server."""
    bodies = [json.dumps({"name": text}) for text in STRANGE_TEXTS if not text.strip().isalnum()]
    bodies += [json.dumps({"name": value}) for value in STRANGE_VALUES if value != "seat"] + [
        "",
        "{",
        "[" * 5000,
        "\ufeff{}",
    ]
    for body in bodies:
        with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)) as connection:
            connection.request("POST", "/api/session", body.encode("utf-8"), {"Content-Type": "application/json"})
            response = connection.getresponse()
            content = response.read()
        assert response.status < 500, (body, content)
        assert response.status == 200 or json.loads(content)["reason"]
        if response.status == 200:
            assert json.loads(content)["name"].isprintable()
