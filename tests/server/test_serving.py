"""Starting and stopping: the command, its settings, its addresses, and what it says when it cannot."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import urllib.request
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from fairdeal import cli, games
from fairdeal.errors import FairdealError
from fairdeal.language.voice import HOUSE
from fairdeal.laws.subject import changed
from fairdeal.server import app, hub, limits, patience, serving, sockets
from fairdeal.server.serving import Settings, bind, greeting, lan_address, qr_code, web_address


class Served:
    """`fairdeal serve` as a process of its own."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        command = [sys.executable, "-m", "fairdeal", "serve", "--port", "0", "--workers", "1", *arguments]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **environment}
        )
        self.said = ""
        assert self.process.stdout is not None
        while "Everything is kept in" not in self.said:
            line = self.process.stdout.readline()
            assert line, self.process.communicate()[1]
            self.said += line

    @property
    def address(self) -> str:
        found = re.search(r"http://127\.0\.0\.1:\d+", self.said)
        assert found
        return found[0]

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(self.address + path, timeout=60) as response:
            return json.load(response)

    def stop(self, number: signal.Signals) -> tuple[int, str]:
        """Send a signal; give the exit code and what stderr holds."""
        self.process.send_signal(number)
        _, err = self.process.communicate(timeout=60)
        return self.process.returncode, err


@contextlib.contextmanager
def served(*arguments: str, **environment: str) -> Iterator[Served]:
    server = Served(*arguments, **environment)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.process.kill()
            server.process.communicate()


def read_to_the_end(connection: ClientConnection) -> list[str | bytes]:
    told = []
    with contextlib.suppress(ConnectionClosed):
        while True:
            told.append(connection.recv(timeout=60))
    return told


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert cli.run(["serve", *arguments]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    return shown.err


# --- the command -----------------------------------------------------------------------------------------------------


def test_it_needs_no_setting_and_keeps_its_store_to_itself(tmp_path: Path) -> None:
    with served(XDG_DATA_HOME=str(tmp_path)) as server:
        assert server.get("/health") == {"ok": True}
        folder = tmp_path / "fairdeal"
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert stat.S_IMODE((folder / "fairdeal.sqlite").stat().st_mode) == 0o600
        assert f"Everything is kept in {folder / 'fairdeal.sqlite'}." in server.said
        listening = server.address
        assert server.stop(signal.SIGTERM) == (0, "")
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(listening, timeout=60)


@pytest.fixture(scope="module")
def with_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with data files for two games."""
    folder = tmp_path_factory.mktemp("data")
    flags = []
    for name, numbers in (("caster", {"seats.0.limit": 1}), ("battle", {"numbers.cards": 12})):
        file = folder / f"{name}.json"
        file.write_text(json.dumps(changed(games.find(name).own_data, numbers)), "utf-8")
        flags += ["--data", str(file)]
    with served(*flags, FAIRDEAL_STORE=str(folder / "a.sqlite")) as server:
        yield server
        assert server.stop(signal.SIGTERM) == (0, "")


def test_a_data_file_is_in_force_at_all_tables_of_its_game(with_data: Served) -> None:
    head = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{with_data.address}/api/session", b'{"name":"Ada"}', head)
    with urllib.request.urlopen(request, timeout=60) as response:
        cookie = response.headers["set-cookie"].partition(";")[0]
    request = urllib.request.Request(
        f"{with_data.address}/api/tables", b'{"game":"caster","seats":3}', {**head, "Cookie": cookie}
    )
    with urllib.request.urlopen(request, timeout=60) as response:
        table = json.load(response)["table"]
    pictures = with_data.get(f"/api/tables/{table}/opening")["pictures"]
    assert pictures[-1]["caption"].startswith("Take more than 1 trick in a round and you burst")


def test_a_data_file_is_in_force_for_own_decks_and_in_openings(with_data: Served) -> None:
    cards = [{"name": f"Sprite {number}", "edges": {"T": 3}} for number in range(12)]
    body = {"name": "mine.json", "text": json.dumps([*cards, {"name": "Dragon", "edges": {"T": "1/2"}}])}
    head = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{with_data.address}/api/games/battle/deck", json.dumps(body).encode(), head)
    with urllib.request.urlopen(request, timeout=60) as response:
        found = json.load(response)
    assert found["reason"] == ""
    assert found["lines"][-1] == "12 cards can be used, 36 points in all."
    assert len(found["options"]["deck"]["cards"]) == 12
    pile = with_data.get("/api/games/battle/opening")["pictures"][1]["scenes"][0]["zones"][0]
    assert pile["size"] == 12 - 9


def test_a_second_server_on_one_store_is_told_so(with_data: Served, capsys: pytest.CaptureFixture[str]) -> None:
    store = re.search(r"Everything is kept in (.+)\.", with_data.said)
    assert store
    assert "Another server is already using" in refused(capsys, "--port", "0", "--store", store[1])
    assert with_data.get("/health") == {"ok": True}


def test_ctrl_c_closes_sockets_with_a_reason_and_leaves_quietly(tmp_path: Path) -> None:
    with served(FAIRDEAL_STORE=str(tmp_path / "a.sqlite"), FAIRDEAL_LAN="1") as server:
        assert "█" in server.said
        request = urllib.request.Request(
            f"{server.address}/api/session", b'{"name":"Ada"}', {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=60) as response:
            cookie = response.headers["set-cookie"].partition(";")[0]
        request = urllib.request.Request(
            f"{server.address}/api/tables",
            b'{"game":"caster","bots":{"0":"random"}}',
            {"Content-Type": "application/json", "Cookie": cookie},
        )
        with urllib.request.urlopen(request, timeout=60) as response:
            table = json.load(response)["table"]
        address = server.address.replace("http", "ws") + f"/api/tables/{table}/socket"
        with connect(address, proxy=None, additional_headers={"Cookie": cookie}) as connection:
            connection.send('{"type":"hello"}')
            assert json.loads(connection.recv(timeout=60))["host"] is True
            assert server.stop(signal.SIGINT) == (0, "")
            told = read_to_the_end(connection)
        assert json.loads(told[-1]) == {"type": "going", "within": sockets.SPREAD}
        assert (connection.close_code, connection.close_reason) == (1012, HOUSE.said(sockets.GOING_REASON, "en"))


def test_a_port_that_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with contextlib.closing(bind("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        sentence = refused(capsys, "--port", str(port), "--store", str(tmp_path / "a.sqlite"))
    assert sentence == (
        f"Port {port} of 127.0.0.1 is in use: stop the other program, or choose another port with --port.\n"
    )
    assert list(tmp_path.iterdir()) == []  # nothing was begun


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--port", "70000"], "--port is a number from 0 to 65535, not 70000."),
        (["--workers", "0"], "--workers is a number from 1 on, not 0."),
        (["--beat", "-1"], "--beat is a number of milliseconds from 0 to 60000, not -1."),
        (["--origin", "cards.example"], "An origin looks like https://cards.example, not like 'cards.example'."),
        (["--host-name", "http://cards"], "A host name looks like cards.example, not like 'http://cards'."),
        (["--host", "nowhere.invalid"], "There is no address 'nowhere.invalid'."),
        (["--host", "192.0.2.77"], "This machine does not have the address 192.0.2.77."),
        (["--lan", "--host", "10.0.0.1"], "--lan listens at every address of this machine, and --host only at"),
        (["--store", "mongodb://x"], "There is no store of the kind mongodb"),
        (["--store", "/nonexistent/a.sqlite"], "could not be opened"),
    ],
)
def test_settings_that_cannot_be(
    arguments: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = [] if "--store" in arguments else ["--store", str(tmp_path / "a.sqlite")]
    port = [] if "--port" in arguments else ["--port", "0"]
    assert sentence in refused(capsys, *arguments, *more, *port)


def test_help_lists_flags_and_environment(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["serve", "--help"]) == 0
    shown = " ".join(re.sub("[│╭╮╰╯─]", " ", capsys.readouterr().out).split())
    for name in ("host", "port", "lan", "store", "workers", "beat", "origin", "proxy", "access-log", "host-name"):
        assert f"--{name}" in shown
        assert f"FAIRDEAL_{name.upper().replace('-', '_')}" in shown
    assert "Examples: fairdeal serve" in shown


def test_the_page_names_every_flag_the_limits_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "serving.md").read_text("utf-8")
    rows = dict(re.findall(r"\| `--([a-z-]+)` \| `(\w+)` \|", page))
    assert cli.run(["serve", "--help"]) == 0
    assert set(rows) == set(re.findall(r"│ --([a-z-]+)", capsys.readouterr().out)) - {"help"}
    assert all(name == f"FAIRDEAL_{flag.upper().replace('-', '_')}" for flag, name in rows.items())
    for value in (
        f"| a request | {app.LARGEST_BODY // 1024} kB, and JSON only |",
        f"| the headers of a request | {patience.LARGEST_HEAD // 1024} kB, within {patience.HEAD_WITHIN:.0f} seconds |",
        f"| what comes with a request | within {app.BODY_WITHIN:.0f} seconds |",
        f"| a connection without a request | {patience.IDLE} seconds |",
        f"| connections from one address | {patience.MOST_CONNECTIONS} at a time |",
        f"| a message to a table | {sockets.LARGEST_MESSAGE // 1024} kB |",
        f"| new guests | {limits.ARRIVALS.most} in ten minutes | the address alone |",
        f"| sockets | {sockets.MOST_OF_A_GUEST} at a time | {sockets.MOST_OF_AN_ADDRESS} sockets |",
        f"| tables on the public list | {hub.MOST_LISTED} | {hub.MOST_LISTED_FROM} tables |",
        f"At one table {sockets.MOST_AT_A_TABLE} sockets may be open",
        *map(row_of, RATES),
    ):
        assert value in page, value


RATES = {
    "requests": limits.REQUESTS,
    "pictures of cards": limits.PICTURES,
    "records and replays": limits.PROOFS,
    "moments of replays": limits.MOMENTS,
    "QR codes": limits.CODES,
    "decks to judge": limits.DECKS,
    "games to print": limits.PRINTS,
    "tables opened": limits.TABLES,
    "messages to tables": limits.MESSAGES,
    "looks at the past": limits.PASTS,
    "closer looks": limits.ABOUTS,
    "questions what to do": limits.CHOICES,
    "hints": limits.HINTS,
    "things said": limits.WORDS,
}
SPANS = {1: "a second", 60: "a minute", 600: "in ten minutes"}


def row_of(what: str) -> str:
    rate = RATES[what]
    span = SPANS.get(int(rate.seconds), f"at once, {rate.most / rate.seconds:.0f} a second for long")
    return f"| {what} | {rate.most} {span} | {rate.crowd} persons |"


def test_flags_and_environment_make_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Settings] = []
    monkeypatch.setattr(serving, "serve", made.append)
    assert cli.run(["serve"]) == 0
    monkeypatch.setenv("FAIRDEAL_PORT", "9000")
    monkeypatch.setenv("FAIRDEAL_PROXY", "true")
    monkeypatch.setenv("FAIRDEAL_ORIGIN", "https://a.example https://b.example")
    monkeypatch.setenv("FAIRDEAL_HOST_NAME", "cards.example other.example")
    assert cli.run(["serve", "--port", "9001"]) == 0
    assert cli.run(["serve", "--origin", "https://c.example", "--beat", "0"]) == 0
    names = ("cards.example", "other.example")
    assert made == [
        Settings(),
        Settings(port=9001, proxy=True, origins=("https://a.example", "https://b.example"), host_names=names),
        Settings(port=9000, proxy=True, origins=("https://c.example",), beat=0, host_names=names),
    ]
    assert made[1].trust.origins == {"https://a.example", "https://b.example"}
    assert Settings(beat=500).pauses == (500, 700)


def test_without_the_extra_it_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "fairdeal.server.serving")
    monkeypatch.setattr("fairdeal.server.serving", None, raising=False)
    monkeypatch.delattr("fairdeal.server.serving")
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert refused(capsys) == "The module uvicorn is missing: install the project's extra 'server'.\n"


# --- addresses -------------------------------------------------------------------------------------------------------


def test_the_default_store_is_in_the_users_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for folder in ("", "relative"):  # a relative one is to be ignored, by the standard
        monkeypatch.setenv("XDG_DATA_HOME", folder)
        assert serving.default_store() == f"sqlite:{tmp_path}/.local/share/fairdeal/fairdeal.sqlite"
    (tmp_path / "file").write_text("", "utf-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    with pytest.raises(FairdealError, match="cannot be made"):
        serving.default_store()


def test_the_reasons_why_a_port_cannot_be_had() -> None:
    told = {code: serving._why_not("a", 80, OSError(code, "Oh no")) for code in (errno.EACCES, errno.EIO)}
    assert "1024" in told[errno.EACCES]
    assert told[errno.EIO] == "Port 80 of a cannot be listened to: Oh no."


def test_the_greeting_tells_where(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "lan_address", lambda: "192.168.1.5")
    assert greeting(Settings(), 8123, "sqlite:/x/a.sqlite") == (
        "Fairdeal is at http://127.0.0.1:8123 (Ctrl-C stops it).\nEverything is kept in /x/a.sqlite."
    )
    there = greeting(Settings(lan=True), 8123, "a.sqlite")
    assert "In this network it is at http://192.168.1.5:8123\n" in there
    assert qr_code("http://192.168.1.5:8123") in there
    monkeypatch.setattr(serving, "lan_address", lambda: None)
    assert "phones cannot reach" in greeting(Settings(lan=True), 8123, "a.sqlite")
    assert web_address("::1", 80) == "http://[::1]:80"


def test_the_address_in_the_network_is_found_without_a_packet(monkeypatch: pytest.MonkeyPatch) -> None:
    found = lan_address()
    assert found is None or not found.startswith("127.")

    class Lonely(socket.socket):
        def connect(self, address: Any) -> None:
            raise OSError(errno.ENETUNREACH, "unreachable")

    monkeypatch.setattr(socket, "socket", Lonely)
    assert lan_address() is None


def test_a_qr_code_is_square_and_plain_text() -> None:
    lines = qr_code("http://192.168.1.5:8123").splitlines()
    assert len({len(line) for line in lines}) == 1
    assert len(lines) <= 24
    assert set("".join(lines)) <= set("█▀▄ ")


def test_accepted_sockets_give_up_clients_that_take_nothing() -> None:
    if not hasattr(socket, "TCP_USER_TIMEOUT"):
        pytest.skip("only Linux has it")
    with contextlib.ExitStack() as stack:
        listener = stack.enter_context(bind("127.0.0.1", 0))
        stack.enter_context(socket.create_connection(listener.getsockname()))
        accepted = stack.enter_context(listener.accept()[0])
        found = accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
    assert found == serving.DEAD_AFTER


async def nothing() -> None:
    pass


def test_stopping_twice_is_stopping_at_once() -> None:
    server = serving.QuietServer(serving.configuration(None, Settings()), sockets.Sockets(), lambda: None, nothing)
    server.stop()
    assert (server.should_exit, server.force_exit) == (True, False)
    server.stop()
    assert server.force_exit


class Circle:
    """Is freed by the collector only."""

    def __init__(self) -> None:
        self.me = self


def test_a_circle_that_nobody_holds_is_not_kept_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "FREEZE_EVERY", 0.01)
    here = sockets.Sockets()

    async def scenario() -> None:
        here.open.add(cast(Any, object()))
        kept = weakref.ref(Circle())
        freezing = asyncio.create_task(serving.keep_frozen(here))
        async with asyncio.timeout(60):
            while kept() is not None:
                await asyncio.sleep(0.01)
        freezing.cancel()

    gc.disable()
    try:
        asyncio.run(scenario())
    finally:
        gc.enable()
        gc.unfreeze()


def test_what_is_left_in_circles_is_collected_when_nobody_is_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "FREEZE_EVERY", 0.01)
    here = sockets.Sockets()

    async def scenario() -> None:
        here.open.add(cast(Any, object()))
        kept = weakref.ref(Circle())
        gc.freeze()
        freezing = asyncio.create_task(serving.keep_frozen(here))
        await asyncio.sleep(0.1)
        assert kept() is not None
        here.open.clear()
        async with asyncio.timeout(60):
            while kept() is not None:
                await asyncio.sleep(0.01)
        freezing.cancel()

    gc.disable()
    try:
        asyncio.run(scenario())
    finally:
        gc.enable()
        gc.unfreeze()


@pytest.mark.skipif(sys.platform != "linux", reason="only glibc keeps what lies free in between")
def test_memory_that_is_free_in_between_is_given_back() -> None:
    script = """
import os
from pathlib import Path
from fairdeal.server.serving import give_back_memory

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

many = [bytes(20_000) for _ in range(2_000)]
last = bytes(20_000)
many.clear()
before = resident()
give_back_memory()
print(before - resident())
"""
    given_back = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True).stdout
    assert int(given_back) > 30_000_000
