"""Attacks from outside: nobody stops the server for others."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import select
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from fairdeal.engine.kernel import SPECTATOR
from fairdeal.errors import Refused
from fairdeal.language.voice import HOUSE
from fairdeal.server import again, app, asks, patience, routes, serving
from fairdeal.server.documents import Challenge, OpenTable
from fairdeal.server.guard import Trust
from fairdeal.server.hub import MOST_LISTED, MOST_LISTED_FROM, Hub
from fairdeal.server.limits import CHOICES, HINTS, MESSAGES, PASTS, REQUESTS, WORDS, Limits, Person, Rate
from fairdeal.server.serving import Settings
from tests.server import people
from tests.server.people import finish, house, seated, until
from tests.server.test_app import Running, ended

HERE = "Host: localhost\r\n"
UPGRADE = (
    "GET /api/tables/any/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
)
QUICK = OpenTable("caster", 3, {"rounds": 1}, bots={2: "easy"})


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    server = Running(tmp_path_factory.mktemp("attacks") / "store.sqlite", Trust(proxy=True))
    yield server
    server.stop()


@contextlib.contextmanager
def line(running: Running) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", running.port), timeout=60) as raw:
        yield raw


def answer_to(raw: socket.socket, drip: bytes = b"") -> bytes:
    """Read until the server ends the connection, and send a byte whenever it is silent."""
    raw.settimeout(0.01 if drip else 20)
    heard, end = b"", time.monotonic() + 20
    while time.monotonic() < end:
        try:
            some = raw.recv(65536)
            heard += some
            if not some:
                return heard
        except TimeoutError:
            with contextlib.suppress(OSError):
                raw.sendall(drip)
        except ConnectionError:
            return heard
    raise AssertionError("The server waits for ever.")


def status_of(answer: bytes) -> int:
    return int(answer.split(b" ")[1])


def reason_of(answer: bytes) -> str:
    return str(json.loads(answer.partition(b"\r\n\r\n")[2])["reason"])


# --- time ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("start", ["G", "GET /health HTTP/1.1\r\n", f"GET /health HTTP/1.1\r\n{HERE}X-Slow: ", UPGRADE])
def test_who_sends_a_request_byte_by_byte_is_cut_off(
    start: str, running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patience, "HEAD_WITHIN", 0.3)
    with line(running) as raw:
        raw.sendall(start.encode())
        answer = answer_to(raw, drip=b"E" if start == "G" else b"a")
    assert status_of(answer) in ((400, 408) if start == "G" else (408,))
    assert reason_of(answer).endswith(".")


def test_who_connects_and_says_nothing_is_cut_off(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "HEAD_WITHIN", 0.2)
    with line(running) as raw:
        assert answer_to(raw) == b""


def test_an_idle_connection_ends_after_its_last_answer(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running.server.config, "timeout_keep_alive", 0.1)
    with line(running) as raw:
        raw.sendall(f"GET /health HTTP/1.1\r\n{HERE}\r\n".encode())
        assert status_of(answer_to(raw)) == 200
    assert serving.configuration(None, Settings()).timeout_keep_alive == patience.IDLE


def test_empty_lines_between_requests_keep_no_connection_open(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patience, "HEAD_WITHIN", 0.3)
    with line(running) as raw:
        raw.sendall(f"GET /health HTTP/1.1\r\n{HERE}\r\n".encode())
        assert status_of(answer_to(raw, drip=b"\r\n")) == 200


def test_a_body_that_comes_byte_by_byte_is_cut_off(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "BODY_WITHIN", 0.2)
    monkeypatch.setattr("fairdeal.server.guard.DROP_WITHIN", 0.2)
    head = f"POST /api/session HTTP/1.1\r\n{HERE}Content-Type: application/json\r\n"
    for how in ("Content-Length: 100000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\nfffff\r\n"):
        with line(running) as raw:
            raw.sendall((head + how).encode())
            answer = answer_to(raw, drip=b" ")
        assert status_of(answer) == 408
        assert "did not end" in reason_of(answer)


def test_a_socket_that_is_open_may_be_silent(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "HEAD_WITHIN", 0.05)
    table = running.guest("Ada").open()
    with running.guest().socket(table) as connection:
        with line(running) as raw:
            assert answer_to(raw) == b"", "a line that began later has run out meanwhile"
        connection.send('{"type":"hello"}')
        assert json.loads(connection.recv(timeout=60))["type"] == "welcome"


def test_endless_headers_are_refused(running: Running) -> None:
    for endless in (b"a" * 100_000, b"a: b\r\n" * 20_000):
        with line(running) as raw:
            raw.sendall(f"GET /health HTTP/1.1\r\n{HERE}".encode())
            with contextlib.suppress(OSError):
                raw.sendall(endless)
            assert status_of(answer_to(raw)) == 431


def test_noise_gets_an_answer_that_can_be_read_and_nothing_is_logged(
    running: Running, caplog: pytest.LogCaptureFixture
) -> None:
    with line(running) as raw:
        raw.sendall(b"\x16\x03\x01" + b"x" * 60_000)
        answer = answer_to(raw)
    assert (status_of(answer), reason_of(answer)) == (400, "This is no request that can be understood.")
    assert caplog.text == ""


# --- too large -------------------------------------------------------------------------------------------------------

LARGE = 3 * 1024 * 1024
MUCH = 512 * 1024  # is too much already


@pytest.mark.parametrize("close", ["", "Connection: close\r\n"])
@pytest.mark.parametrize(
    ("path", "media", "status"),
    [("/api/session", "application/json", 413), ("/api/session", "text/plain", 415), ("/nothing", "a/b", 404)],
)
def test_who_sends_everything_before_reading_still_reads_why_it_was_refused(
    path: str, media: str, status: int, close: str, running: Running
) -> None:
    head = f"POST {path} HTTP/1.1\r\n{HERE}{close}Content-Type: {media}\r\n"
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    for how, body in (
        (f"Content-Length: {LARGE}", b" " * LARGE),
        ("Transfer-Encoding: chunked", chunk * (LARGE // 0x10000) + b"0\r\n\r\n"),
    ):
        with line(running) as raw:
            raw.sendall(f"{head}{how}\r\n\r\n".encode() + body[:MUCH])
            select.select([raw], [], [], 20)  # the answer has come, and is not read yet
            raw.sendall(body[MUCH:])  # breaks if the server has closed the connection
            answer = http.client.HTTPResponse(raw)
            answer.begin()
            assert answer.status == status
            assert json.loads(answer.read())["reason"]


def test_a_request_without_end_is_dropped(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairdeal.server.guard.DROPPED", 1024 * 1024)
    with line(running) as raw:
        raw.sendall(f"POST /api/session HTTP/1.1\r\n{HERE}Content-Type: application/json\r\n".encode())
        raw.sendall(f"Content-Length: {1 << 40}\r\n\r\n".encode())
        with pytest.raises(ConnectionError):
            raw.sendall(b" " * (64 * 1024 * 1024))


@pytest.mark.parametrize("length", ["-1", "x", "1x", "", "9" * 30, "1\r\nContent-Length: 2", "0x10"])
def test_a_length_that_is_none_is_refused(length: str, running: Running) -> None:
    with line(running) as raw:
        raw.sendall(f"POST /api/session HTTP/1.1\r\n{HERE}Content-Length: {length}\r\n\r\n".encode())
        raw.shutdown(socket.SHUT_WR)
        assert status_of(answer_to(raw)) in (400, 413, 415)


# --- how many --------------------------------------------------------------------------------------------------------


def code_of(connection: ClientConnection) -> int:
    """Say hello; give 0 if the socket is welcome, or else its close code."""
    with contextlib.suppress(Exception):
        connection.send('{"type":"hello"}')
        if json.loads(connection.recv(timeout=60))["type"] == "welcome":
            return 0
    code, reason = ended(connection)
    assert reason.endswith(".")
    return code or -1


def soon(is_true: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not is_true():
        assert time.monotonic() < end


def test_an_address_has_only_so_many_sockets(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running.sockets.of_address, "most", 2)
    table = running.guest("Ada").open()

    def codes(*addresses: str) -> list[int]:
        with contextlib.ExitStack() as stack:
            return [
                code_of(stack.enter_context(running.guest().socket(table, **{"X-Forwarded-For": address})))
                for address in addresses
            ]

    assert codes("192.0.2.1", "::ffff:192.0.2.1", "192.0.2.1", "192.0.2.2") == [0, 0, 4010, 0]
    assert codes("2001:db8::1", "2001:db8::2:1", "2001:db8::3", "2001:db8:0:1::3") == [0, 0, 4010, 0]
    assert codes("127.0.0.1", "127.0.0.1", "127.0.0.1")[-1] == 4010, "a proxy's word is not that of this machine"
    with contextlib.ExitStack() as stack:
        assert [code_of(stack.enter_context(running.guest().socket(table))) for _ in range(4)] == [0] * 4
    soon(lambda: len(running.sockets.of_address) == 0)
    assert codes("192.0.2.1") == [0], "places are given back"


def test_nothing_is_loaded_for_a_socket_that_has_no_place(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running.sockets.of_address, "most", 0)
    before = running.sockets.too_many
    with running.guest().socket("nosuchtable", **{"X-Forwarded-For": "192.0.2.9"}) as connection:
        assert ended(connection) == (4010, "Too many tables are open from your address.")
    assert running.sockets.too_many == before + 1


def test_a_guest_has_only_so_many_sockets(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running.sockets.of_guest, "most", 2)
    ada, ben = running.guest("Ada"), running.guest("Ben")
    table, other = ada.open(), ada.open()
    with contextlib.ExitStack() as stack:
        tried = [(ada, table), (ada, other), (ada, table), (ben, table)]
        assert [code_of(stack.enter_context(who.socket(where))) for who, where in tried] == [0, 0, 4010, 0]


def test_a_full_table_still_lets_its_players_in(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running.sockets.at_table, "most", 2)
    ada = running.guest("Ada")
    table, other = ada.open(), ada.open()
    with ada.socket(table) as connection:
        assert code_of(connection) == 0
        connection.send(json.dumps({"type": "join", "id": "1"}))
        while (answer := json.loads(connection.recv(timeout=60)))["type"] != "answer":
            pass
        assert answer["verdict"] == "accepted"
        with contextlib.ExitStack() as stack:
            tried = [(running.guest(), table)] * 2 + [(ada, table), (running.guest("Ben"), table), (ada, other)]
            assert [code_of(stack.enter_context(who.socket(where))) for who, where in tried] == [0, 4010, 0, 4010, 0]


def test_an_address_has_only_so_many_connections(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = running.guest("Ada")
    table = guest.open()
    monkeypatch.setattr(patience, "is_loopback", lambda address: False)
    places = patience.Patient._places
    soon(lambda: len(places) == 0)  # those of other tests
    monkeypatch.setattr(places, "most", 2)
    with guest.socket(table), line(running), line(running) as refused:
        answer = answer_to(refused)
        assert status_of(answer) == 503
        assert "Too many connections" in reason_of(answer)
    soon(lambda: len(places) == 0)
    assert running.guest().get("/health").status == 200


def test_connections_on_this_machine_are_not_counted(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience.Patient._places, "most", 0)
    assert running.guest().get("/health").status == 200


# --- how often -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("route", routes.ROUTES, ids=lambda route: f"{route.method} {route.path}")
def test_every_route_has_a_limit(route: Any, running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = running.guest("Ada")
    path = route.path.format_map(
        {"table": "t", "game": "caster", "number": "1", "theme": "dark", "face": "R7", "language": "en"}
        | {"run": "r", "part": "a", "game_number": "1", "day": "2026-11-18"}
    )
    document = {"name": "A", "text": "", "game": "caster", "token": "x", "seat": 0}
    document |= {"number": 1, "action": "play R7", "level": "easy", "bots": ["easy"]}
    fields = msgspec.structs.fields(route.takes) if route.takes else ()
    body = {field.name: document[field.name] for field in fields if field.required}

    def take(self: Limits, rate: Rate, who: Person) -> float:
        return 6.5 if rate == route.rate and who.session else 0.0

    monkeypatch.setattr(Limits, "take", take)
    answer = guest.post(path, body) if route.method == "POST" else guest.get(path)
    assert (answer.status, answer.headers["retry-after"]) == (429, "7")
    what = HOUSE.said(route.rate.what, "en")
    assert answer.reason == f"There were too many {what} in a short time: wait 7 seconds."


def test_pages_are_counted_too_and_so_are_those_whose_cookie_is_made_up(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Person] = []

    def take(self: Limits, rate: Rate, who: Person) -> float:
        seen.append(who)
        return 3.0

    monkeypatch.setattr(Limits, "take", take)
    for path in ("/", "/t/abc", "/api/session"):
        answer = running.guest().get(path, X_Forwarded_For="2001:db8::7", Cookie="fairdeal=made-up")
        assert (answer.status, answer.headers["retry-after"]) == (429, "3")
    assert seen == [Person(address="2001:db8::/64")] * 3
    with pytest.raises(InvalidStatus) as caught:
        running.guest().socket("any", **{"X-Forwarded-For": "192.0.2.1"})
    assert caught.value.response.status_code == 429


def test_a_rate_that_is_spent_comes_back(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    times = [5e8]
    monkeypatch.setattr(running.hub.limits, "now", lambda: times[0])
    guest = running.guest("Ada")
    statuses = [guest.get("/api/session").status for _ in range(REQUESTS.most)]
    assert statuses[: REQUESTS.most - 1] == [200] * (REQUESTS.most - 1)
    assert guest.get("/api/session").status == 429
    assert running.guest("Ben").get("/api/session").status == 200
    times[0] += REQUESTS.seconds
    assert guest.get("/api/session").status == 200


def test_messages_are_counted_over_all_sockets_of_a_person(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running.hub.limits, "now", lambda: 6e8)
    ada, ben = running.guest("Ada"), running.guest("Ben")
    table = ada.open()
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(ada.socket(table)) for _ in range(4)]
        assert [code_after(each, MESSAGES.most // 3) for each in sockets] == [0, 0, 0, 4008]
    with ben.socket(table) as connection:
        assert code_after(connection, MESSAGES.most) == 0


def code_after(connection: ClientConnection, messages: int) -> int:
    """Send so many messages; give 0 if the last is answered, or else the close code."""
    assert messages > 1
    connection.send('{"type":"hello"}')
    for number in range(1, messages):
        connection.send(json.dumps({"type": "ping", "id": str(number)}))
    try:
        while json.loads(connection.recv(timeout=60)).get("id") != str(messages - 1):
            pass
    except ConnectionClosed as error:
        return error.rcvd.code if error.rcvd else -1
    return 0


# --- at one table ----------------------------------------------------------------------------------------------------


@pytest.fixture
def at_home(tmp_path: Path) -> Callable[[Any], None]:
    def run(play: Any) -> None:
        async def main() -> None:
            async with house(tmp_path) as hub:
                await play(hub)

        asyncio.run(main())

    return run


def test_who_comes_and_goes_is_told_in_a_batch(at_home: Callable[[Any], None]) -> None:
    async def play(hub: Hub) -> None:
        anna = people.Person("Anna")
        table = await hub.open_table(anna.session, QUICK)
        await anna.enter(hub, table)
        crowd = [people.Person(f"Guest {number}") for number in range(60)]
        for person in crowd:
            await person.enter(hub, table)
            assert person.of_type("welcome")[0]["table"]["watching"] <= 61
        await until(lambda: anna.of_type("table") and anna.of_type("table")[-1]["table"]["watching"] == 61)
        for person in crowd[1:]:
            await person.leave()
        await until(lambda: anna.of_type("table")[-1]["table"]["watching"] == 2)
        told = sum(len(person.of_type("table")) for person in (anna, *crowd))
        assert told < 10 * 61, "each arrival told everybody: 61 * 61 messages and more"

    at_home(play)


def test_what_happens_is_told_at_once_and_brings_the_arrivals_along(at_home: Callable[[Any], None]) -> None:
    async def play(hub: Hub) -> None:
        anna, ben = people.Person("Anna"), people.Person("Ben")
        table = await hub.open_table(anna.session, QUICK)
        await anna.enter(hub, table)
        await until(lambda: anna.of_type("table"))
        await ben.enter(hub, table)
        await ben.say("join", seat=1)
        assert anna.last_change()["kind"] == "joined"
        assert anna.of_type("table")[-1]["table"]["watching"] == 1
        live = await hub.table(table)
        assert live.broadcast._waiting is None, "there is nothing left to tell"

    at_home(play)


@pytest.mark.parametrize(
    ("rate", "kind", "message"),
    [
        (WORDS, "say", {"text": "bla"}),
        (PASTS, "past", {"number": 1}),
        (HINTS, "hint", {}),
        (CHOICES, "choices", {}),
    ],
)
def test_things_are_counted_over_all_sockets_of_a_person(
    rate: Rate, kind: str, message: dict[str, Any], at_home: Callable[[Any], None]
) -> None:
    async def play(hub: Hub) -> None:
        hub.limits.now = lambda: 0.0
        table, (anna, ben) = await seated(hub, QUICK, "Anna", "Ben")
        sockets = [anna] + [people.Person("Anna") for _ in range(7)]
        for each in sockets[1:]:
            await each.enter(hub, table)
        answers = [await sockets[number % 8].say(kind, **message) for number in range(rate.most + 8)]
        waits = ["wait a moment" in answer.get("reason", "") for answer in answers]
        assert waits == [False] * rate.most + [True] * 8
        assert "wait a moment" not in (await ben.say(kind, **message)).get("reason", "")

    at_home(play)


# --- the public list -------------------------------------------------------------------------------------------------


def test_four_sessions_cannot_fill_the_public_list(running: Running) -> None:
    fifth = running.guest("Eve").open(listed=True)
    for number in range(4):
        guest = running.guest(f"Guest {number}")
        tried = [guest.post("/api/tables", {"game": "caster", "listed": True}).status for _ in range(30)]
        assert set(tried) == {201, 409}
        assert tried.count(201) == MOST_LISTED
        assert guest.post("/api/tables", {"game": "caster"}).status == 201, "unlisted ones are another matter"
    cards = running.guest().get("/api/tables").json
    assert fifth in [card["table"] for card in cards]


def test_nor_can_a_session_that_opens_many_at_once(at_home: Callable[[Any], None]) -> None:
    async def play(hub: Hub) -> None:
        anna, listed = people.Person("Anna").session, msgspec.structs.replace(QUICK, listed=True)
        opened = await asyncio.gather(*(hub.open_table(anna, listed) for _ in range(12)), return_exceptions=True)
        assert sum(isinstance(each, str) for each in opened) == MOST_LISTED
        assert sum(isinstance(each, Refused) for each in opened) == 12 - MOST_LISTED

    at_home(play)


def test_nor_can_many_sessions_of_one_address(running: Running) -> None:
    there = {"X_Forwarded_For": "2001:db8:5::1"}
    statuses = []
    for number in range(MOST_LISTED_FROM // MOST_LISTED + 2):
        guest = running.guest(f"Guest {number}")
        for _ in range(MOST_LISTED):
            statuses.append(guest.post("/api/tables", {"game": "caster", "listed": True}, **there).status)
    assert statuses == [201] * MOST_LISTED_FROM + [409] * (len(statuses) - MOST_LISTED_FROM)


def test_the_list_shows_few_of_one_host_and_a_forgotten_table_does_not_count(
    at_home: Callable[[Any], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(hub: Hub) -> None:
        anna, ben = people.Person("Anna").session, people.Person("Ben").session
        listed = msgspec.structs.replace(QUICK, listed=True)
        old = await hub.open_table(ben, listed)
        for _ in range(MOST_LISTED):
            await hub.open_table(anna, listed)
        with pytest.raises(Refused, match="open this one unlisted"):
            await hub.open_table(anna, listed)
        now = hub.uptime.wall()
        monkeypatch.setattr(hub.uptime, "wall", lambda: now + 2 * 3_600_000)
        await hub.open_table(anna, listed)
        shown = await hub.listed()
        assert len(shown) == MOST_LISTED + 1
        assert old in [card.table for card in shown]

    at_home(play)


# --- names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "localhost.evil.example", "", "10.1.2.3", "a b"])
def test_a_name_that_is_not_ours_gets_nothing(host: str, running: Running) -> None:
    guest = running.guest("Ada")
    for answer in (guest.get("/", Host=host), guest.get("/api/tables/mine", Host=host)):
        assert answer.status == 421
        assert answer.reason.endswith(".")
    assert guest.post("/api/session", {"name": "Eve"}, Host=host, Origin=f"http://{host}").status == 421
    with line(running) as raw:
        raw.sendall(f"{UPGRADE}\r\n".replace("localhost", host).encode())
        assert status_of(raw.recv(65536)) == 421


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:99", "127.0.0.1", "127.8.8.8:1", "[::1]:8123", "localhost."])
def test_names_and_addresses_of_this_machine_are_ours(host: str, running: Running) -> None:
    assert running.guest().get("/health", Host=host).status == 200


def test_who_is_refused_for_a_name_is_told_what_to_do(running: Running) -> None:
    assert running.guest().get("/", Host="cards.example").reason == (
        "This server does not answer to the name cards.example. Whoever runs it can let it: --host-name cards.example."
    )


def test_names_that_a_server_is_given_are_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Kitchen.home")
    alone = Settings(host_names=("Cards.example", "2001:db8::1"), origins=("https://friend.example:444",)).trust
    assert alone.serves("cards.example:8123", "127.0.0.1")
    assert alone.serves("[2001:DB8::1]:80", "127.0.0.1")
    assert alone.serves("friend.example:444", "127.0.0.1")
    assert not alone.serves("kitchen.local", "127.0.0.1")
    assert not alone.serves("192.168.1.5:8123", "127.0.0.1")
    for lan in (Settings(lan=True).trust, Settings(host="0.0.0.0").trust, Settings(host="::").trust):
        assert all(lan.serves(name, "192.168.1.5") for name in ("kitchen", "kitchen.home", "Kitchen.local:8123"))
        assert lan.serves("192.168.1.5:8123", "192.168.1.5")
        assert lan.serves("192.168.1.5:8123", "::ffff:192.168.1.5")
        assert not lan.serves("192.168.1.6:8123", "192.168.1.5")
        assert not lan.serves("0.0.0.0", "127.0.0.1")
    assert Settings(host="cards.lan").trust.serves("cards.lan", "10.0.0.1")


# --- the seal --------------------------------------------------------------------------------------------------------


def test_an_outsiders_challenge_hides_nothing_from_those_who_played_and_everything_from_others(
    at_home: Callable[[Any], None],
) -> None:
    async def play(hub: Hub) -> None:
        table, (anna, ben) = await seated(hub, QUICK, "Anna", "Ben")
        await finish([anna, ben])
        number = (await hub.replay(table)).numbers[5]
        carl, dora = people.Person("Carl"), people.Person("Dora")
        copy = await again.challenge(hub, table, carl.session, Challenge(1))
        for player in (anna, ben):
            assert b"secret" in await hub.record(table, player.session)
            assert (await hub.replay(table, player.session)).numbers
            assert (await hub.moment(table, player.session, number, 0)).own
            assert (await hub.moment(table, player.session, number, 1)).own
            assert (await player.say("past", number=number, eyes=1))["verdict"] == "accepted"
        for person, session in ((carl, carl.session), (dora, dora.session), (people.Person("Nobody"), None)):
            for ask in (
                hub.record(table, session),
                hub.replay(table, session),
                hub.moment(table, session, number, None),
                hub.moment(table, session, number, 0),
            ):
                with pytest.raises(Refused, match="sealed"):
                    await ask
            await person.enter(hub, table, as_guest=session is not None)
            for eyes in (None, SPECTATOR, 0, 1):
                answer = await person.say("past", number=number, eyes=eyes)
                assert (answer["verdict"], "sealed" in answer["reason"]) == ("refused", True)
            assert not person.of_type("moment")
        challenger = people.Person("Carl")
        await challenger.enter(hub, copy)
        await challenger.sit()
        await finish([challenger])
        assert b"secret" in await hub.record(copy, carl.session)
        assert b"secret" in await hub.record(table)
        assert (await dora.say("past", number=number, eyes=1))["verdict"] == "accepted"

    at_home(play)


@pytest.mark.parametrize("missed", [0, 1, 24, 10_000])
def test_an_outsider_of_a_sealed_game_is_welcomed_without_it(at_home: Callable[[Any], None], missed: int) -> None:
    async def play(hub: Hub) -> None:
        table, (anna, ben) = await seated(hub, QUICK, "Anna", "Ben")
        await finish([anna, ben])
        number, carl, dora = anna.table.number, people.Person("Carl"), people.Person("Dora")
        await dora.enter(hub, table)
        assert "public" in dora.of_type("welcome")[-1]
        await again.challenge(hub, table, carl.session, Challenge(1))
        for outsider in (carl, dora):
            before = len(outsider.heard)
            await outsider.enter(hub, table, seen=max(0, number - missed))
            assert outsider.connection is not None
            await outsider.connection.receive('{"type": "hello"}')
            heard = [message for message in outsider.heard[before:] if message["type"] != "ping"]
            assert {told["type"] for told in heard} <= {"welcome", "table"}
            assert not any({"public", "own", "story", "said"} & set(told) for told in heard)
            assert all("sealed until that game is over" in told["sealed"] for told in outsider.of_type("welcome")[-2:])
        await anna.enter(hub, table)
        assert {"public", "own", "story"} <= set(anna.of_type("welcome")[-1])

    at_home(play)


def test_who_has_finished_a_challenge_sees_it_while_others_play_the_deal(at_home: Callable[[Any], None]) -> None:
    async def play(hub: Hub) -> None:
        table, (anna, ben) = await seated(hub, QUICK, "Anna", "Ben")
        await finish([anna, ben])
        carl, dora = people.Person("Carl"), people.Person("Dora")
        copy = await again.challenge(hub, table, carl.session, Challenge(1))
        await carl.enter(hub, copy)
        await carl.sit()
        await again.challenge(hub, table, dora.session, Challenge(1))
        await finish([carl])
        assert b"secret" in await hub.record(copy, carl.session)
        for name, session in ((table, carl.session), (table, dora.session), (copy, dora.session), (copy, anna.session)):
            with pytest.raises(Refused, match="sealed"):
                await hub.record(name, session)

    at_home(play)


# --- hexadecimal digits ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("more", ["\n", " ", "0", "\r\n", "\u2028"])
def test_hexadecimal_digits_end_where_they_end(more: str) -> None:
    for kind, field in (("commit", "commitment"), ("reveal", "nonce")):
        good = {"type": kind, "id": "1", "start": 1, field: "ab" * 32}
        asks.decode(json.dumps(good))
        for bad in ("ab" * 32 + more, more + "ab" * 32, "ab" * 31 + more):
            with pytest.raises(msgspec.ValidationError):
                asks.decode(json.dumps({**good, field: bad}))
