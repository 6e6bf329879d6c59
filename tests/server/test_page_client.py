"""A client that knows only docs/protocol.md and docs/fair-deal.md: it shares no line with the project.

If this one can sit down, be dealt to, play every game to its end and prove its cards, so can anybody's.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import secrets
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from fairdeal import games
from tests.server.serverproc import ServerProcess, serving

Json = Any

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
CHECK_DEAL = Path(__file__).parents[2] / "tools" / "check_deal.py"
SEATS = 3  # two clients and a bot
A_SECOND = 20  # messages in the long run, by the table of limits
GAMES = tuple(name for name in games.NAMES if SEATS in games.find(name).seat_counts)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with serving(tmp_path_factory.mktemp("page"), flags=("--host-decides", "0", "--all-decide", "0")) as server:
        yield server


@pytest.fixture(scope="module")
def played(server: ServerProcess) -> dict[str, list[PageClient]]:
    """All games, played at the same time."""

    async def all_games() -> list[list[PageClient]]:
        async with asyncio.timeout(150):
            return await asyncio.gather(*(whole_game(server, game) for game in GAMES))

    return dict(zip(GAMES, asyncio.run(all_games()), strict=True))


# --- the hashes of docs/fair-deal.md ---------------------------------------------------------------------------------


def hashed(*parts: bytes | str | int) -> bytes:
    written = b""
    for part in parts:
        if isinstance(part, int):
            part = part.to_bytes(4, "big")
        elif isinstance(part, str):
            part = part.encode()
        written += len(part).to_bytes(4, "big") + part
    return hashlib.sha256(written).digest()


def terms_hash(terms: Json) -> bytes:
    text = json.dumps(terms, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashed("fairdeal/2 terms", text)


# --- HTTP ------------------------------------------------------------------------------------------------------------


def request(server: ServerProcess, path: str, document: Json = None, cookie: str = "") -> tuple[Json, str]:
    """Ask for something; give the answer and the cookie that came with it."""
    body = None if document is None else json.dumps(document).encode()
    headers = {"Content-Type": "application/json", **({"Cookie": cookie} if cookie else {})}
    asked = urllib.request.Request(server.address + path, body, headers)
    with urllib.request.urlopen(asked, timeout=60) as answer:
        return json.load(answer), (answer.headers["Set-Cookie"] or "").split(";")[0]


# --- the client ------------------------------------------------------------------------------------------------------


class PageClient:
    """Plays one seat of one table at random."""

    def __init__(self, server: ServerProcess, table: str, name: str) -> None:
        self.table = table
        self.address = f"{server.address.replace('http', 'ws')}/api/tables/{table}/socket"
        _, self.cookie = request(server, "/api/session", {"name": name})
        self.rng = random.Random(name)
        self.you: int | None = None
        self.doc: Json = {}
        self.own: Json = None
        self.number = 0
        self.waits_for = ""
        """The id of the move that is not answered yet."""
        self.terms: Json = None
        self.promise = ""
        self.nonce = b""
        self.call = b""
        self.receipt: Json = None
        self.masked: set[str] = set()
        self.kinds: set[str] = set()
        self.played = 0

    async def play(self, leaves: bool = False) -> None:
        """Play until the game is over; whoever leaves does so as soon as it has begun."""
        async with connect(self.address, additional_headers={"Cookie": self.cookie}, compression=None) as self.socket:
            await self.send({"type": "hello", "seen": 0, "protocol": 3})
            while self.doc.get("phase") != "over":
                await self.take(json.loads(await self.socket.recv()))
                if leaves and self.doc.get("phase") == "playing":
                    return

    socket: ClientConnection

    async def send(self, message: Json) -> None:
        await self.socket.send(json.dumps(message))

    async def take(self, message: Json) -> None:
        match message["type"]:
            case "ping":
                await self.send({"type": "pong", "id": message["id"]})
            case "error":
                raise AssertionError(message)
            case "welcome":
                await self.arrive(message)
            case "table":
                self.doc = message["table"]
                self.kinds.add(message.get("kind", ""))
                await self.do_my_half()
                await self.end_without_leavers()
            case "event" | "undone":
                self.number, self.own = message["number"], message.get("own")
                self.masked |= {told for told in [message.get("told")] if told and "?" in told}
            case "answer":
                await self.take_answer(message)
        await self.act()

    async def end_without_leavers(self) -> None:
        for away in self.doc.get("away", ()):
            if away["seat"] != self.you and self.doc["at"] >= away["all_from"] and not self.waits_for:
                await self.send({"type": "decide", "id": secrets.token_hex(8), "seat": away["seat"], "what": "end"})

    async def arrive(self, message: Json) -> None:
        assert message["protocol"] == 3
        self.you, self.doc = message["you"], message["table"]
        self.own, self.number = message.get("own", self.own), message["number"]
        self.pin_terms(message["terms"])
        if self.you is None:
            await self.send({"type": "join", "id": "join"})
        await self.do_my_half()

    async def take_answer(self, message: Json) -> None:
        if message["id"] == "join":
            assert message["verdict"] == "accepted", message
            await self.send({"type": "hello"})  # its answer has the seat
        elif message["id"] == self.waits_for:
            self.waits_for = ""
            self.own = message.get("own", self.own)
            self.played += message["verdict"] == "accepted"
        else:
            assert message["verdict"] == "accepted", message

    async def act(self) -> None:
        """Choose one of the scene's paths, unless a move is on its way."""
        paths = (self.own or {}).get("paths", [])
        if self.waits_for or not paths or self.doc["phase"] != "playing":
            return
        self.waits_for = secrets.token_hex(8)
        await asyncio.sleep(1 / A_SECOND)
        action = self.rng.choice(paths)["action"]
        await self.send({"type": "play", "id": self.waits_for, "number": self.number, "actions": [action]})

    # --- the fair start ----------------------------------------------------------------------------------------------

    def pin_terms(self, terms: Json) -> None:
        """Step 1."""
        assert terms["table"] == self.table
        assert terms["game"] == self.doc["game"]
        assert terms["seats"] == len(self.doc["chairs"])
        assert terms["copied_from"] == ""
        assert all(terms["options"][name] == value for name, value in self.doc["options"].items())
        assert self.terms in (None, terms)
        self.terms = terms

    async def do_my_half(self) -> None:
        """Steps 3 to 5."""
        assert self.promise in ("", self.doc["commitment"])
        assert self.doc.get("start", 1) == 1
        self.promise = self.doc["commitment"]
        if self.you is None:
            return
        own = self.doc["chairs"][self.you]
        if self.doc["phase"] == "waiting" and not own.get("commitment") and not self.nonce:
            self.nonce = secrets.token_bytes(32)
            await self.send({"type": "commit", "id": "commit", "start": 1, "commitment": self.own_promise()})
        elif self.doc["phase"] == "called" and not self.call:
            self.pin_call()
            await self.send({"type": "reveal", "id": "reveal", "start": 1, "nonce": self.nonce.hex()})
        elif self.doc["phase"] in ("called", "playing", "over"):
            assert self.call == self.call_now()

    def own_promise(self) -> str:
        assert self.you is not None
        terms, promise = terms_hash(self.terms), bytes.fromhex(self.promise)
        return hashed("fairdeal/2 nonce", terms, promise, 1, self.you, self.nonce).hex()

    def call_now(self) -> bytes:
        chairs = self.doc["chairs"]
        promises = [b"bot" if chair["who"] == "bot" else bytes.fromhex(chair["commitment"]) for chair in chairs]
        return hashed("fairdeal/2 call", terms_hash(self.terms), bytes.fromhex(self.promise), 1, *promises)

    def pin_call(self) -> None:
        """Step 4: pin, and write the receipt, before anything is opened."""
        chairs = self.doc["chairs"]
        assert chairs[self.you]["commitment"] == self.own_promise()
        self.call = self.call_now()
        seats = [{"bot": True} if chair["who"] == "bot" else {"commitment": chair["commitment"]} for chair in chairs]
        self.receipt = {
            "format": "fairdeal-receipt/2",
            "terms": self.terms,
            "seat": self.you,
            "start": 1,
            "commitment": self.promise,
            "seats": seats,
            "call": self.call.hex(),
            "nonce": self.nonce.hex(),
            "earlier": [],
            "evidence": [],
            "time": "2026-11-16T12:00:00Z",
        }


# --- games -----------------------------------------------------------------------------------------------------------


async def whole_game(server: ServerProcess, game: str) -> list[PageClient]:
    """Open a table for two clients and a bot, and play."""
    _, cookie = request(server, "/api/session", {"name": "Host"})
    played = games.find(game)
    _, options = games.subject(game).short_play(played)
    chosen = {} if played.rules.REAL_TIME else dict(options)  # a common start is counted down
    asked = {"game": game, "seats": SEATS, "bots": {str(SEATS - 1): "random"}, "options": chosen}
    opened, _ = request(server, "/api/tables", asked, cookie)
    clients = [PageClient(server, opened["table"], name) for name in ("Anna", "Ben")]
    await asyncio.gather(*(client.play() for client in clients))
    return clients


@pytest.mark.parametrize("game", GAMES)
def test_the_page_is_enough_to_play_a_game_and_to_prove_its_cards(
    server: ServerProcess, played: dict[str, list[PageClient]], game: str, tmp_path: Path
) -> None:
    clients = played[game]
    record, _ = request(server, f"/api/tables/{clients[0].table}/record")
    assert sorted(client.you or 0 for client in clients) == [0, 1]
    assert all(client.played for client in clients)
    check_hashes(record, clients)
    check_as_a_program(record, clients, tmp_path)


def test_the_page_names_every_kind_and_tells_what_masked_texts_are(played: dict[str, list[PageClient]]) -> None:
    clients = [client for pair in played.values() for client in pair]
    kinds = set().union(*(client.kinds for client in clients))
    assert {"joined", "committed", "called", "revealed", "started", "countdown", "ended"} <= kinds
    page = PAGE.read_text("utf-8")
    assert all(f"| `{kind}` |" in page for kind in kinds - {""})
    masked = set().union(*(client.masked for client in clients))
    # Whether anybody keeps or gives something is up to chance.
    assert {"draft ?", "keep ?", "arrange ?", "give ?"} >= masked >= {"draft ?", "arrange ?"}


def test_the_page_is_enough_to_end_a_game_that_somebody_left(server: ServerProcess, tmp_path: Path) -> None:
    async def left() -> list[PageClient]:
        _, cookie = request(server, "/api/session", {"name": "Host"})
        opened, _ = request(server, "/api/tables", {"game": "caster", "seats": 3, "bots": {"2": "random"}}, cookie)
        anna, ben = (PageClient(server, opened["table"], name) for name in ("Anna", "Ben"))
        await asyncio.wait_for(asyncio.gather(anna.play(), ben.play(leaves=True)), 60)
        return [anna, ben]

    anna, ben = asyncio.run(left())
    assert anna.doc["ended"].startswith("Ben was away")
    assert "result" not in anna.doc
    record, _ = request(server, f"/api/tables/{anna.table}/record")
    assert record["ended"] == {"cause": "left", "seat": ben.you}
    check_as_a_program(record, [anna], tmp_path)


def test_a_client_of_another_version_is_told_so(server: ServerProcess) -> None:
    async def greet() -> Json:
        _, cookie = request(server, "/api/session", {"name": "Old"})
        opened, _ = request(server, "/api/tables", {"game": "battle"}, cookie)
        client = PageClient(server, opened["table"], "Old")
        async with connect(client.address, additional_headers={"Cookie": client.cookie}) as socket:
            await socket.send(json.dumps({"type": "hello", "protocol": 1}))
            return json.loads(await socket.recv())

    refused = asyncio.run(asyncio.wait_for(greet(), 30))
    assert refused["type"] == "error"
    assert "version 3 of the protocol, and you 1" in refused["reason"]


def check_hashes(record: Json, clients: list[PageClient]) -> None:
    """Step 8, by hand: the secret makes the promise that each client had pinned."""
    secret = bytes.fromhex(record["fair"]["secret"])
    for client in clients:
        assert client.promise == hashed("fairdeal/2 secret", terms_hash(client.terms), 1, secret).hex()
        assert record["fair"]["seats"][client.you]["nonce"] == client.nonce.hex()


def check_as_a_program(record: Json, clients: list[PageClient], folder: Path) -> None:
    game = folder / "game.jsonl"
    game.write_text(json.dumps(record) + "\n", "utf-8")
    command = [sys.executable, str(CHECK_DEAL), str(game)]
    for client in clients:
        receipt = folder / f"receipt_{client.you}.json"
        receipt.write_text(json.dumps(client.receipt), "utf-8")
        command += ["--receipt", str(receipt)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
