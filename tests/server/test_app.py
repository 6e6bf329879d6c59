"""The HTTP interface and the sockets, over real connections to a real server on the loopback."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import http.client
import json
import re
import socket
import sqlite3
import threading
import time
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest
from prometheus_client.metrics_core import Metric
from prometheus_client.parser import text_string_to_metric_families
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from fairdeal import games
from fairdeal.bots.pool import Bots, Hear, Job, ignore, read_view
from fairdeal.contract.game import list_legal
from fairdeal.errors import BadName, Refused, StoreError
from fairdeal.failures import places
from fairdeal.language.voice import HOUSE
from fairdeal.server import addresses, app, requests, routes, sockets
from fairdeal.server.app import make_app
from fairdeal.server.guard import Trust, content_policy, read_origin
from fairdeal.server.hub import Hub
from fairdeal.server.laboratory import Laboratory
from fairdeal.server.limits import ARRIVALS, TABLES, Person
from fairdeal.server.patience import Patient
from fairdeal.server.serving import QuietServer, Settings, bind, configuration
from fairdeal.server.sessions import COOKIE, Sessions, clean_name
from fairdeal.server.sockets import AsgiSocket, Sockets, shortened
from fairdeal.server.sqlite.store import SqliteStore
from fairdeal.server.store import SessionRow, Store
from fairdeal.server.uptime import Uptime
from fairdeal.server.wire import Wire

Json = Any
ELSEWHERE = "https://elsewhere.example"


class FirstLegal:
    """Bots without processes: they do the first thing they may."""

    busy = waiting = done = borrowed = 0
    effort = 1.0

    async def choose(self, job: Job, hear: Hear = ignore) -> str:
        game = games.find(job.game)
        return game.words.text(list_legal(game.rules, read_view(game, job.view), job.seat)[0])


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def json(self) -> Json:
        assert self.headers["content-type"] == "application/json", self.body
        return json.loads(self.body)

    @property
    def reason(self) -> str:
        return str(self.json["reason"])


class Running:
    """A server in a thread of its own."""

    hub: Hub
    server: QuietServer
    sockets: Sockets

    def __init__(
        self,
        path: Path,
        trust: Trust | None = None,
        web: Path | None = None,
        patience: float = 2.0,
        lab: Laboratory | None = None,
    ) -> None:
        self._path, self._trust, self._web = path, trust, web or path.parent / "no-client"
        self._patience = patience
        self._lab = lab
        self._ready = threading.Event()
        self._failed: BaseException | None = None
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        assert self._ready.wait(60)
        if self._failed:
            raise self._failed

    def _run(self) -> None:
        try:
            asyncio.run(self._main())
        except BaseException as error:
            self._failed = error
        self._ready.set()

    async def _main(self) -> None:
        store = SqliteStore(self._path, self._patience)
        self.hub = Hub(store, cast(Bots, FirstLegal()), Uptime(), (0, 0))
        made, self.sockets = make_app(self.hub, self._trust, self._web, lab=self._lab)
        with contextlib.closing(bind("127.0.0.1", 0)) as listener:
            self.port = listener.getsockname()[1]
            await store.start()
            await self.hub.start()
            config = configuration(made, Settings())
            self.server = QuietServer(config, self.sockets, self._ready.set, self.hub.hand_over)
            await self.server.serve([listener])
            await self.hub.stop()
            await store.stop()

    def stop(self) -> None:
        self.server.stop()
        self._thread.join(30)
        assert not self._thread.is_alive()
        if self._failed:
            raise self._failed

    def guest(self, name: str = "") -> Guest:
        guest = Guest(self)
        if name:
            assert guest.post("/api/session", {"name": name}).status == 200
        return guest


class Guest:
    """Somebody with a browser: remembers the cookie."""

    def __init__(self, running: Running) -> None:
        self.running = running
        self.cookie = ""

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.running.port, timeout=60)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.cookie:
            sent.setdefault("Cookie", f"{COOKIE}={self.cookie}")
        with contextlib.closing(connection):
            connection.request(method, path, body, sent)
            response = connection.getresponse()
            answer = Answer(response.status, response.headers, response.read())
        given = re.match(rf"{COOKIE}=([^;]+)", answer.headers.get("set-cookie", ""))
        if given:
            self.cookie = given[1]
        return answer

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, None, **headers)

    def post(self, path: str, document: Json = None, **headers: str) -> Answer:
        body = None if document is None else json.dumps(document).encode()
        if body is not None:
            headers.setdefault("Content_Type", "application/json")
        return self.ask("POST", path, body, **headers)

    def open(self, **more: Json) -> str:
        answer = self.post("/api/tables", {"game": "caster", "seats": 3, "options": {"rounds": 1}, **more})
        assert answer.status == 201, answer.body
        return str(answer.json["table"])

    def socket(self, table: str, language: str = "", **headers: str) -> ClientConnection:
        sent = {"Cookie": f"{COOKIE}={self.cookie}"} if self.cookie else {}
        address = f"ws://127.0.0.1:{self.running.port}/api/tables/{table}/socket?language={language}"
        return connect(address, additional_headers={**sent, **headers}, compression=None, proxy=None)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    server = Running(tmp_path_factory.mktemp("app") / "store.sqlite", Trust(frozenset({"https://friend.example"})))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def finished(running: Running) -> str:
    """A table at which three bots have played; they wait until somebody looks."""
    guest = running.guest("Host")
    table = guest.open(bots={"0": "random", "1": "random", "2": "random"})
    with guest.socket(table) as watching:
        watching.send('{"type": "hello"}')
        while json.loads(watching.recv(timeout=60)).get("table", {}).get("phase") != "over":
            pass
    return table


def ended(connection: ClientConnection) -> tuple[int | None, str]:
    """Read to the end of a socket; give its code and reason."""
    try:
        while True:
            connection.recv(timeout=60)
    except ConnectionClosed as error:
        return (error.rcvd.code, error.rcvd.reason) if error.rcvd else (None, "")


# --- sessions --------------------------------------------------------------------------------------------------------


def test_a_guest_takes_a_name_and_is_known_by_a_cookie(running: Running) -> None:
    guest = running.guest()
    assert guest.get("/api/session").status == 401
    answer = guest.post("/api/session", {"name": "  Ada "})
    assert (answer.status, answer.json) == (200, {"name": "Ada"})
    parts = {part.strip() for part in answer.headers["set-cookie"].split(";")[1:]}
    assert parts == {"HttpOnly", "Max-Age=31536000", "Path=/", "SameSite=lax"}
    assert guest.get("/api/session").json == {"name": "Ada"}


def test_another_name_is_the_same_session(running: Running) -> None:
    guest = running.guest("Ada")
    before, table = guest.cookie, guest.open()
    assert guest.post("/api/session", {"name": "Countess"}).json == {"name": "Countess"}
    assert guest.cookie == before
    assert guest.get("/api/session").json == {"name": "Countess"}
    with guest.socket(table) as connection:
        connection.send('{"type":"hello"}')
        assert json.loads(connection.recv())["host"] is True


def test_only_the_hash_of_a_token_is_stored(running: Running, tmp_path: Path) -> None:
    guest = running.guest("Grace")
    kept = b"".join(path.read_bytes() for path in running._path.parent.iterdir())
    assert b"Grace" in kept
    assert guest.cookie.encode() not in kept
    assert len(guest.cookie) >= 43


def test_a_made_up_token_is_nobody(running: Running) -> None:
    for token in ("x" * 43, "x" * 5000, "%00", "a b"):
        assert running.guest().get("/api/session", Cookie=f"{COOKIE}={token}").status == 401


def test_a_cookie_is_secure_only_where_the_way_is(tmp_path: Path) -> None:
    trusting = Running(tmp_path / "proxy.sqlite", Trust(proxy=True))
    try:
        forwarded = {"X_Forwarded_Proto": "https"}
        assert "Secure" in trusting.guest().post("/api/session", {"name": "A"}, **forwarded).headers["set-cookie"]
        assert "Secure" not in trusting.guest().post("/api/session", {"name": "A"}).headers["set-cookie"]
        host = f"127.0.0.1:{trusting.port}"
        origin = {"Origin": f"https://{host}"}
        assert trusting.guest().post("/api/session", {"name": "A"}, **forwarded, **origin).status == 200
        assert trusting.guest().post("/api/session", {"name": "A"}, **origin).status == 403
    finally:
        trusting.stop()


def test_without_a_proxy_its_headers_count_for_nothing(running: Running) -> None:
    answer = running.guest().post("/api/session", {"name": "A"}, X_Forwarded_Proto="https")
    assert "Secure" not in answer.headers["set-cookie"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "at least one"),
        (" \u3000", "at least one"),
        ("\u0301\u200d", "at least one"),
        ("x" * 25, "at most 24"),
        ("a\x00b", "control"),
        ("a\nb", "control"),
        ("a\u202eb", "direction"),
        ("a\u2066b", "direction"),
        ("a\u200bb", "control"),
        ("a\u2028b", "control"),
    ],
)
def test_names_that_nobody_can_have(name: str, sentence: str, running: Running) -> None:
    with pytest.raises(BadName, match=sentence):
        clean_name(name)
    answer = running.guest().post("/api/session", {"name": name})
    assert answer.status == 400
    assert sentence in answer.reason
    assert "set-cookie" not in answer.headers


def test_names_are_shown_in_one_form() -> None:
    assert clean_name("Zoe\u0308") == unicodedata.normalize("NFC", "Zoe\u0308") == "Zoë"
    assert clean_name("  a   b ") == "a b"
    assert clean_name("x" * 24) == "x" * 24
    assert clean_name("<b>👩\u200d🚀</b>") == "<b>👩\u200d🚀</b>"  # whoever shows it escapes it


def test_sessions_are_remembered_and_touched_once_a_day() -> None:
    class Rows:
        reads = touches = 0
        key = ""
        row: SessionRow | None = None

        async def add_session(self, row: SessionRow, token_hash: bytes) -> None:
            self.row = row

        async def session(self, token_hash: bytes) -> SessionRow | None:
            self.reads += 1
            return self.row

        async def touch_session(self, session_id: str, seen_at: int) -> None:
            self.touches += 1

    async def scenario() -> None:
        rows, now = Rows(), [0]
        sessions = Sessions(cast(Store, rows), lambda: now[0])
        made, token = await sessions.make("Ada")
        assert await sessions.find(token) == made
        assert (rows.reads, rows.touches) == (0, 0)
        now[0] = 90_000_000
        found = await sessions.find(token)
        assert found is not None
        assert (found.seen_at, rows.touches) == (90_000_000, 1)
        await sessions.find(token)
        assert rows.touches == 1
        assert await Sessions(cast(Store, rows), lambda: 0).find(token) is not None
        assert rows.reads == 1

    asyncio.run(scenario())


# --- tables ----------------------------------------------------------------------------------------------------------


def test_the_games_are_listed(running: Running) -> None:
    document = running.guest().get("/api/games").json
    assert [game["name"] for game in document["games"]] == list(games.NAMES)
    for game, described in zip(games.all_games(), document["games"], strict=True):
        levels = [(level["name"], level["label"], level["meaning"]) for level in described["levels"]]
        assert levels == [(level.name, level.name, game.said(level.meaning)) for level in game.levels]
    assert "hello" in document["phrases"]


def test_an_invitation_is_a_picture_of_the_tables_link(running: Running) -> None:
    table = running.guest("Ada").open()
    answer = running.guest().get(f"/api/tables/{table}/qr.svg")
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert b"<svg" in answer.body
    assert running.guest().get("/api/tables/nosuchtable/qr.svg").status == 404


def test_rulebooks_can_be_read(running: Running) -> None:
    answer = running.guest().get("/api/games/caster/rulebook")
    assert answer.headers["content-type"] == "text/markdown; charset=utf-8"
    assert answer.body.decode() == games.find("caster").rulebook()
    assert running.guest().get("/api/games/chess/rulebook").status == 404


def test_a_table_is_opened_listed_and_found(running: Running) -> None:
    host, stranger = running.guest("Ada"), running.guest("Bob")
    listed, hidden = host.open(listed=True), host.open()
    names = {card["table"] for card in stranger.get("/api/tables").json}
    assert listed in names
    assert hidden not in names
    assert stranger.get(f"/api/tables/{hidden}").json["link"] == f"/t/{hidden}"
    assert stranger.get("/api/tables/nosuchtable").status == 404
    assert running.guest().get("/api/tables/mine").status == 401


def test_a_seat_is_taken_linked_and_claimed(running: Running) -> None:
    player, phone = running.guest("Ada"), running.guest("Phone")
    table = player.open()
    with player.socket(table) as connection:
        connection.send('{"type":"hello"}')
        join = {"type": "join", "id": "1", "seat": 1}
        connection.send(json.dumps(join))
        while (answer := json.loads(connection.recv(timeout=60)))["type"] != "answer":
            pass
    assert answer["verdict"] == "accepted"
    old = answer["link"].partition("#seat=")[2]
    assert [card["mine"] for card in player.get("/api/tables/mine").json] == [1]
    assert phone.post(f"/api/tables/{table}/link").status == 403
    link = player.post(f"/api/tables/{table}/link").json["link"]
    assert phone.post(f"/api/tables/{table}/claim", {"token": old}).status == 403
    assert phone.post(f"/api/tables/{table}/claim", {"token": link.partition("#seat=")[2]}).json == {"seat": 1}
    assert phone.get(f"/api/tables/{table}").json["mine"] == 1


def test_a_running_game_gives_nothing_away(running: Running) -> None:
    guest = running.guest("Ada")
    table = guest.open()
    for path in ("record", "replay", "moments/3", "moments/3?eyes=0", "moments/3/about?pick=R7"):
        assert guest.get(f"/api/tables/{table}/{path}").status == 409
    assert guest.post(f"/api/tables/{table}/rematch").status == 403
    assert guest.post(f"/api/tables/{table}/challenge", {"seat": 0}).status == 409


def test_a_finished_game_is_there_for_everybody(running: Running, finished: str) -> None:
    stranger = running.guest()
    record = stranger.get(f"/api/tables/{finished}/record")
    assert record.headers["content-disposition"] == f'attachment; filename="{finished}.jsonl"'
    assert record.headers["content-type"] == "application/jsonl"
    assert record.body.count(b"\n") == 1
    written = json.loads(record.body)
    assert written["fair"]["terms"]["table"] == finished
    dealt = [event["action"] for event in written["events"] if event["seat"] is None]
    assert len(written["fair"]["draws"]) == len(dealt) > 1
    assert written["fair"]["draws"][0] == [[written["seats"], int(dealt[0].removeprefix("start "))]]
    replay = stranger.get(f"/api/tables/{finished}/replay").json
    last = replay["numbers"][-1]
    moment = stranger.get(f"/api/tables/{finished}/moments/{last}").json
    assert moment["number"] == last
    assert "own" not in moment
    assert stranger.get(f"/api/tables/{finished}/moments/{last}?eyes=1").json["own"]["zones"]
    about = stranger.get(f"/api/tables/{finished}/moments/{last}/about?eyes=1&pick=ring.R").json
    assert about["title"] == "red, the colour of fire"
    assert len(about["lines"]) >= 2
    for path in ("moments/1x", "moments/-", "moments/" + "9" * 400, f"moments/{last}?eyes=mine"):
        assert stranger.get(f"/api/tables/{finished}/{path}").status == 400


def test_a_challenge_seals_the_record(running: Running, finished: str) -> None:
    guest = running.guest("Ada")
    answer = guest.post(f"/api/tables/{finished}/challenge", {"seat": 1})
    assert answer.status == 201
    assert guest.get(f"/api/tables/{answer.json['table']}").json["phase"] == "waiting"


def test_from_one_address_come_only_so_many_guests_in_a_short_time(tmp_path: Path) -> None:
    strict = Running(tmp_path / "strict.sqlite", Trust(proxy=True))
    strict.hub.limits.now = lambda: 0.0
    try:
        many = [("1.1.1.1", "", 400), ("1.1.1.1", "Ada", 200)] * ARRIVALS.most  # who gets no name does not count
        for address, name, status in [*many, ("1.1.1.1", "Cleo", 429), ("2.2.2.2", "Cleo", 200)]:
            answer = strict.guest().post("/api/session", {"name": name}, X_Forwarded_For=address)
            assert answer.status == status
            assert (answer.headers.get("retry-after") is not None) == (status == 429)
    finally:
        strict.stop()


def test_a_session_opens_only_so_many_tables(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running.hub.limits, "now", lambda: 1e9)
    guest = running.guest("Ada")
    for _ in range(TABLES.most):
        assert (
            guest.post("/api/tables", {"game": "caster", "seats": 99}).status == 400
        )  # what is refused does not count
        guest.open()
    answer = guest.post("/api/tables", {"game": "caster"})
    assert answer.status == 429
    assert 0 < int(answer.headers["retry-after"]) <= TABLES.seconds
    assert "wait" in answer.reason
    running.guest("Bob").open()


# --- what is refused -------------------------------------------------------------------------------------------------


def test_pages_of_other_sites_may_not_act(running: Running) -> None:
    guest = running.guest("Ada")
    own = f"http://127.0.0.1:{running.port}"
    for origin in (ELSEWHERE, "null", own.replace("http", "https"), own + "0", ""):
        answer = guest.post("/api/session", {"name": "Eve"}, Origin=origin)
        assert answer.status == 403
        assert "another site" in answer.reason
    for origin in (own, own.upper(), "https://friend.example"):
        assert guest.post("/api/session", {"name": "Ada"}, Origin=origin).status == 200
    assert guest.get("/api/session", Origin=ELSEWHERE).headers.get("access-control-allow-origin") is None


def test_pages_of_other_sites_may_not_listen(running: Running) -> None:
    guest = running.guest("Ada")
    table = guest.open()
    with pytest.raises(InvalidStatus) as caught:
        guest.socket(table, Origin=ELSEWHERE)
    assert caught.value.response.status_code == 403
    assert b"another site" in (caught.value.response.body or b"")
    with guest.socket(table, Origin=f"http://127.0.0.1:{running.port}") as connection:
        connection.send('{"type":"hello"}')
        assert json.loads(connection.recv())["type"] == "welcome"


def test_forms_are_refused(running: Running) -> None:
    guest = running.guest("Ada")
    table = guest.open()
    for media in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        assert guest.post("/api/tables", {"game": "caster"}, Content_Type=media).status == 415
        assert guest.ask("POST", f"/api/tables/{table}/rematch", b"", Content_Type=media).status == 415
    assert guest.ask("POST", "/api/tables", b'{"game":"caster"}').status == 415
    assert guest.post("/api/tables", {"game": "caster"}, Content_Type="Application/JSON; charset=utf-8").status == 201


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b"{}",
        b'{"game": 3}',
        b'{"game": "caster", "seat": 3}',
        b'{"game": "caster", "seats": 99}',
        b'{"game": "chess"}',
        b'{"game": "caster", "bots": {"0": "genius"}}',
        b'{"game": "caster", "bots": {"9": "easy"}}',
        b'{"game": "caster", "options": {"rounds": "many"}}',
        b'{"game": "caster", "options": {"rounds": 1e400}}',
        b'{"game": "caster", "data": ' + b"[" * 100_000 + b"}",
        b'{"game": "caster", "clock": {"kind": "hourglass"}}',
    ],
)
def test_a_request_that_makes_no_sense(body: bytes, running: Running) -> None:
    answer = running.guest("Ada").ask("POST", "/api/tables", body, Content_Type="application/json")
    assert answer.status == 400
    assert answer.reason.endswith(".")


def test_a_large_request_is_refused_whether_announced_or_not(running: Running) -> None:
    guest = running.guest("Ada")
    body = b" " * (app.LARGEST_BODY + 1)
    assert guest.ask("POST", "/api/tables", body, Content_Type="application/json").status == 413
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=60)
    with contextlib.closing(connection):
        sent = {"Content-Type": "application/json", "Cookie": f"{COOKIE}={guest.cookie}"}
        pieces = iter([b" " * 65536] * 5)
        connection.request("POST", "/api/tables", pieces, sent, encode_chunked=True)
        assert connection.getresponse().status == 413
    fits = b'{"game":"caster"}'.ljust(app.LARGEST_BODY)
    assert guest.ask("POST", "/api/tables", fits, Content_Type="application/json").status == 201


def test_what_is_not_there(running: Running) -> None:
    guest = running.guest()
    for path in ("/api", "/api/", "/api/nothing", "/t", "/api/tables/x/y", "/../etc/passwd", "/web/index.html"):
        answer = guest.get(path)
        assert (answer.status, answer.json) == (404, {"reason": "There is nothing here."})
    answer = guest.ask("DELETE", "/api/tables")
    assert (answer.status, answer.reason) == (405, "Method Not Allowed.")


def test_a_wrong_method_is_told_which_ones_there_are(running: Running) -> None:
    guest = running.guest()
    for path, allowed in (
        ("/api/tables", "GET, HEAD, POST"),
        ("/api/tables/x/cancel", "POST"),
        ("/api/games", "GET, HEAD"),
    ):
        for method in ("DELETE", "OPTIONS"):
            answer = guest.ask(method, path)
            assert (answer.status, answer.headers["allow"]) == (405, allowed)


def test_our_own_mistakes_are_told_to_nobody(
    running: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*arguments: object) -> None:
        try:
            raise KeyError("the secret card")
        except KeyError:
            raise ValueError("the queen of spades") from None

    monkeypatch.setattr(running.hub, "listed", fail)
    monkeypatch.setattr(running.hub, "connect", fail)
    answer = running.guest().get("/api/tables")
    assert (answer.status, answer.reason) == (500, HOUSE.said(requests.NEUTRAL, "en"))
    with running.guest().socket("any") as connection:
        assert ended(connection) == (1011, HOUSE.said(sockets.BROKEN_REASON, "en"))
    assert "GET /api/tables failed" in caplog.text
    assert "ValueError" in caplog.text
    assert "in fail" in caplog.text
    assert "queen" not in caplog.text.replace('raise ValueError("the queen of spades")', "")


def test_the_log_names_what_led_to_an_error() -> None:
    try:
        try:
            raise KeyError("B3")
        except KeyError as error:
            raise ValueError("B3") from error
    except ValueError as error:
        written = "".join(places(error))
    assert written.index("KeyError") < written.index("led to") < written.rindex("ValueError")


def test_errors_of_the_hub_have_their_statuses(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    for error, status, code in ((StoreError("Full."), 503, 1013), (Refused("No."), 409, 4000)):

        async def fail(*arguments: object, error: Exception = error) -> None:
            raise error

        monkeypatch.setattr(running.hub, "listed", fail)
        monkeypatch.setattr(running.hub, "connect", fail)
        answer = running.guest().get("/api/tables")
        assert (answer.status, answer.reason) == (status, str(error))
        with running.guest().socket("any") as connection:
            assert ended(connection) == (code, str(error))


# --- headers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/api/games", "/api/session", "/nothing", "/health"])
def test_every_answer_has_the_headers_of_a_careful_server(path: str, running: Running) -> None:
    headers = running.guest().get(path).headers
    policy = dict(part.strip().partition(" ")[::2] for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"
    assert f"ws://127.0.0.1:{running.port}" in policy["connect-src"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert headers["cache-control"] == ("no-cache" if path == "/" else "no-store")
    assert "server" not in headers


def test_a_strange_host_does_not_get_into_the_policy(running: Running) -> None:
    headers = running.guest().get("/", Host="x; script-src *").headers
    assert "script-src *" not in headers["content-security-policy"]
    assert content_policy("[::1]:8123").count("[::1]:8123") == 2


@pytest.mark.parametrize("text", ["cards.example", "ftp://a.example", "https://", "https://a.example/b", "https://[a"])
def test_an_origin_that_is_none(text: str) -> None:
    with pytest.raises(Exception, match="looks like"):
        read_origin(text)
    assert read_origin("https://Cards.Example:443/") == "https://cards.example"
    assert read_origin("http://cards.example:8080") == "http://cards.example:8080"


# --- health and numbers ----------------------------------------------------------------------------------------------


def test_it_is_ready_when_its_store_answers_and_alive_anyway(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    assert running.guest().get("/ready").json == {"ok": True}

    async def fail() -> None:
        raise StoreError("The store does not answer: the disk is full.")

    monkeypatch.setattr(running.hub.store, "ping", fail)
    monkeypatch.setattr(routes, "PING_EVERY", -1.0)
    answer = running.guest().get("/ready")
    assert (answer.status, answer.reason) == (503, "The store does not answer: the disk is full.")
    assert running.guest().get("/health").json == {"ok": True}


def test_it_notices_a_locked_database(tmp_path: Path) -> None:
    locked = Running(tmp_path / "locked.sqlite", patience=0.1)
    try:
        with contextlib.closing(sqlite3.connect(tmp_path / "locked.sqlite", isolation_level=None)) as other:
            other.execute("begin exclusive")
            answer = locked.guest().get("/ready")
            assert answer.status == 503
            assert "another program" in answer.reason
            answer = locked.guest().post("/api/session", {"name": "Ada"})
            assert answer.status == 503
            assert "set-cookie" not in answer.headers
        assert locked.guest().get("/ready").status == 200
    finally:
        locked.stop()


def test_metrics_are_for_this_machine_alone(running: Running) -> None:
    guest = running.guest()
    page = guest.get("/metrics")
    assert page.headers["content-type"].startswith("text/plain")
    numbers = {sample.name for metric in metrics_in(page.body) for sample in metric.samples}
    assert {
        "fairdeal_tables",
        "fairdeal_leases",
        "fairdeal_bus_connected",
        "fairdeal_moves_total",
        "fairdeal_bots_busy",
        "fairdeal_sockets",
    } <= numbers
    for name in ("X_Forwarded_For", "Forwarded", "X_Real_IP", "Via"):
        assert guest.get("/metrics", **{name: "127.0.0.1"}).status == 404
    assert guest.get("/metrics", Host="cards.example").status == 421
    assert guest.get("/metrics", Host="localhost").status == 200


def test_addresses_of_this_machine() -> None:
    assert all(map(addresses.is_loopback, ("127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1")))
    assert not any(map(addresses.is_loopback, ("192.168.1.5", "::ffff:10.0.0.1", "localhost.example", "", None)))


def metrics_in(page: bytes) -> list[Metric]:
    return list(text_string_to_metric_families(page.decode()))


def test_every_number_is_explained_and_listed_in_the_docs(running: Running) -> None:
    listed = (Path(__file__).resolve().parents[2] / "docs" / "serving.md").read_text("utf-8")
    ours = [metric for metric in metrics_in(running.guest().get("/metrics").body) if metric.name.startswith("fairdeal")]
    for metric in ours:
        shown = metric.name + "_total" * (metric.type == "counter")
        assert f"| `{shown}` |" in listed, shown
        assert metric.documentation
    assert listed.count("| `fairdeal_") == len(ours)


# --- pages -----------------------------------------------------------------------------------------------------------


def test_the_front_page_stands_in_for_the_client(running: Running) -> None:
    page = running.guest().get("/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    text = page.body.decode()
    assert "/api/tables/{table}/socket" in text
    assert "style=" not in text
    assert "<script" not in text
    assert running.guest().get("/front.css").headers["content-type"] == "text/css; charset=utf-8"


def test_the_client_is_served_if_it_is_built(tmp_path: Path) -> None:
    web = tmp_path / "web"
    (web / "assets").mkdir(parents=True)
    (web / "index.html").write_text("<title>client</title>", "utf-8")
    (web / "favicon.svg").write_text("<svg/>", "utf-8")
    (web / "assets" / "index-abc123.js").write_text("1", "utf-8")
    (tmp_path / "secret.txt").write_text("secret", "utf-8")
    server = Running(tmp_path / "web.sqlite", web=web)
    try:
        guest = server.guest()
        for path in ("/", "/t/abc", "/replay/abc/12", "/check/abc", "/rules/caster", "/settings", "/about"):
            page = guest.get(path)
            assert (page.status, page.body) == (200, b"<title>client</title>")
            assert page.headers["cache-control"] == "no-cache"
        script = guest.get("/assets/index-abc123.js")
        assert "javascript" in script.headers["content-type"]
        assert "immutable" in script.headers["cache-control"]
        assert guest.get("/favicon.svg").headers["cache-control"] == "no-cache"
        assert guest.get("/api/games").status == 200
        for path in ("/api/nothing", "/nothing", "/assets/nothing.js", "/../secret.txt", "/%2e%2e/secret.txt"):
            answer = guest.get(path)
            assert (answer.status, answer.headers["cache-control"]) == (404, "no-store")
            assert answer.reason
        for path, is_page in (("/nothing", True), ("/assets/nothing.js", False), ("/api/nothing", False)):
            answer = guest.get(path, Accept="text/html,*/*")
            assert (answer.status, answer.headers["cache-control"]) == (404, "no-store")
            assert (answer.body == b"<title>client</title>") is is_page
    finally:
        server.stop()


# --- sockets ---------------------------------------------------------------------------------------------------------


def test_a_socket_speaks_text_without_compression(running: Running) -> None:
    table = running.guest("Ada").open()
    with running.guest().socket(table) as connection:
        connection.send('{"type":"hello"}')
        first = connection.recv(timeout=60)
        assert isinstance(first, str)
        assert json.loads(first)["you"] is None
        assert connection.protocol.extensions == []
        connection.send(b'{"type":"ping","id":"1"}')
        while json.loads(connection.recv(timeout=60))["type"] != "pong":
            pass


def test_a_table_that_is_not_there_is_told_by_the_code(running: Running) -> None:
    with running.guest().socket("nosuchtable") as connection:
        code, reason = ended(connection)
    assert code == 4004
    assert "There is no table" in reason


def test_the_address_of_a_socket_says_so_to_others(running: Running) -> None:
    assert running.guest().get("/api/tables/any/socket").status == 426


def test_a_message_that_is_too_large_ends_the_socket(running: Running) -> None:
    table = running.guest("Ada").open()
    with running.guest().socket(table) as connection:
        connection.send("x" * sockets.LARGEST_MESSAGE)
        assert json.loads(connection.recv(timeout=60))["type"] == "error"
        connection.send("x" * (sockets.LARGEST_MESSAGE + 1))
        assert ended(connection)[0] == 1009


def test_a_client_that_sends_too_much_is_closed_with_a_reason(running: Running) -> None:
    guest = running.guest("Ada")
    table = guest.open()
    before = running.sockets.too_fast
    with guest.socket(table) as connection:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(200):
                connection.send("{}")
        assert ended(connection) == (4008, HOUSE.said(sockets.TOO_FAST_REASON, "en"))
    assert running.sockets.too_fast == before + 1
    with guest.socket(table) as connection:  # nobody is locked out
        connection.send('{"type":"hello"}')
        assert json.loads(connection.recv(timeout=60))["type"] == "welcome"


def test_a_client_that_does_not_read_is_given_up(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "LINGER", 0.2)
    told: list[AsgiSocket] = []
    gone = threading.Event()

    class Flood:
        who = Person()

        def take(self, text: bytes) -> bool:
            return False

        async def receive(self, text: str | bytes) -> None:
            for _ in range(400):
                told[0].send(b'"' + b"x" * 100_000 + b'"')
                await asyncio.sleep(0)

        async def closed(self) -> None:
            gone.set()

    async def connect_flood(table: str, session: object, socket: AsgiSocket, who: Person, language: str) -> Flood:
        told.append(socket)
        return Flood()

    monkeypatch.setattr(running.hub, "connect", connect_flood)
    before = running.sockets.too_slow
    request = (
        "GET /api/tables/any/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", running.port)) as client:
        client.sendall(request.encode())
        assert client.recv(1024).startswith(b"HTTP/1.1 101")
        client.sendall(b"\x81\x82\x00\x00\x00\x00{}")
        assert gone.wait(60)
    assert running.sockets.too_slow == before + 1
    assert told[0].is_closing


def test_a_slow_client_that_reads_after_all_is_told_why() -> None:
    async def scenario() -> None:
        sent: list[Json] = []

        async def send(message: Json) -> None:
            sent.append(message)

        out = AsgiSocket(send)
        for number in range(sockets.MOST_WAITING + 1):
            out.send(str(number).encode())
        out.send(b"never")
        out.close(1000, "never")
        await out.finish()
        assert sent == [{"type": "websocket.close", "code": 4009, "reason": HOUSE.said(sockets.TOO_SLOW_REASON, "en")}]

    asyncio.run(scenario())


def test_the_bytes_that_wait_are_bounded_too() -> None:
    async def scenario() -> None:
        async def send(message: Json) -> None: ...

        out = AsgiSocket(send)
        for _ in range(4):
            out.send(b"x" * (sockets.MOST_BYTES // 4))
        assert not out.is_closing
        out.send(b"x")
        assert out.is_closing

    asyncio.run(scenario())


def test_a_closed_socket_still_sends_what_was_said_before() -> None:
    async def scenario() -> None:
        sent: list[Json] = []

        async def send(message: Json) -> None:
            sent.append(message)

        out = AsgiSocket(send)
        out.send("§".encode())
        out.close(4000, "é" * 200)
        await out.finish()
        assert [message["type"] for message in sent] == ["websocket.send", "websocket.close"]
        assert sent[0]["text"] == "§"
        assert len(sent[1]["reason"].encode()) <= 123
        assert shortened("short") == "short"

    asyncio.run(scenario())


def test_a_stop_tells_every_client_and_loses_nothing(tmp_path: Path) -> None:
    first = Running(tmp_path / "stop.sqlite")
    guest = first.guest("Ada")
    table = guest.open()
    with guest.socket(table) as connection:
        connection.send('{"type":"hello"}')
        connection.recv(timeout=60)
        first.stop()
        assert ended(connection) == (1012, HOUSE.said(sockets.GOING_REASON, "en"))
    with pytest.raises(OSError, match="refused"):
        guest.get("/health")
    second = Running(tmp_path / "stop.sqlite")
    try:
        guest.running = second
        assert guest.get("/api/session").json == {"name": "Ada"}
        assert guest.get(f"/api/tables/{table}").json["phase"] == "waiting"
    finally:
        second.stop()


def test_a_socket_that_is_closed_leaves_nothing_to_the_collector(running: Running) -> None:
    """The collector passes over whatever has lived for long, so a circle would stay for ever."""
    guest = running.guest("Ada")
    table = guest.open()

    def left() -> int:
        return sum(type(thing) in (Wire, Patient) for thing in gc.get_objects())

    gc.collect()
    gc.disable()
    try:
        before = left()
        for _ in range(5):
            with guest.socket(table) as connection:
                connection.send('{"type":"hello"}')
                assert json.loads(connection.recv(timeout=60))["type"] == "welcome"
        end = time.monotonic() + 20
        while left() > before and time.monotonic() < end:
            time.sleep(0.02)
        assert left() <= before
    finally:
        gc.enable()


def test_an_open_socket_keeps_nothing_of_how_it_was_opened(running: Running) -> None:
    guest = running.guest("Ada")
    table = guest.open()

    with guest.socket(table) as connection:
        connection.send('{"type":"hello"}')
        assert json.loads(connection.recv(timeout=60))["type"] == "welcome"
        things = gc.get_objects()
        wires = [thing for thing in things if type(thing) is Wire]
        assert wires
        assert not [wire for wire in wires if {"request", "response"} & vars(wire).keys()]
        assert not [thing for thing in things if type(thing) is Patient and thing._is_upgraded]
