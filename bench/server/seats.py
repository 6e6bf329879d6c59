"""The players of the load generator: how they sit down at a server's tables, and what they say and hear there."""

from __future__ import annotations

import asyncio
import random
import re
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import msgspec

from bench.server.frames import Requests, Wire
from fairdeal.play.fairness import nonce_commitment, terms_hash

SEATS = 4

Move = bytes


class Watcher(Protocol):
    """Who is told what happens at a table."""

    def turn(self, player: Player) -> None:
        """It is this player's turn, who knows what it will do."""

    def done(self, player: Player, seconds: float) -> None:
        """This player's move was acknowledged so many seconds after it was sent."""

    def failed(self, reason: str) -> None:
        """Something came that should not."""

    def over(self) -> None:
        """The game has ended."""


class Player(Wire):
    """A socket that plays a seat at random."""

    def __init__(self, watcher: Watcher, rng: random.Random, path: str, cookie: str = "") -> None:
        super().__init__(path, cookie)
        self._watcher = watcher
        self._rng = rng
        self._move: Move = b""
        self._sent_at = 0.0
        self.seated = asyncio.Event()
        """The server tells this player of every move from now on."""

    def play(self) -> None:
        """Do what was chosen when it became this player's turn."""
        self._sent_at = time.perf_counter()
        self.say(self._move)

    def _chosen(self, move: Move) -> None:
        self._move = move
        self._watcher.turn(self)

    def _acknowledged(self) -> None:
        if self._sent_at:
            seconds, self._sent_at = time.perf_counter() - self._sent_at, 0.0
            self._watcher.done(self, seconds)


# --- Fairdeal --------------------------------------------------------------------------------------------------------

EVENT = re.compile(rb'\{"type":"event","number":(\d+),')
PATHS = b'"paths":['
ACTION = re.compile(rb'"action":"([^"]+)"')


class Promised(msgspec.Struct):
    """What the server has promised."""

    commitment: str


class Welcome(msgspec.Struct):
    """What a promise is made of."""

    you: int | None
    table: Promised
    terms: dict[str, Any]


WELCOME = msgspec.json.Decoder(Welcome)


class FairdealPlayer(Player):
    """Plays by the paths of its scenes, which are its legal actions."""

    def __init__(self, watcher: Watcher, rng: random.Random, table: str, cookie: str) -> None:
        super().__init__(watcher, rng, f"/api/tables/{table}/socket", cookie)
        self._nonce = secrets.token_bytes(32)
        self._has_promised = False
        self._has_revealed = False

    def opened(self) -> None:
        self.say(b'{"type":"hello"}')
        self.say(b'{"type":"join","id":"join"}')

    def heard(self, message: bytes) -> None:
        if message.startswith(b'{"type":"event"'):
            self.seated.set()
            paths = message.rfind(PATHS)
            if paths >= 0:
                self._choose(message, paths)
        elif message.startswith(b'{"type":"answer"'):
            self._take_answer(message)
        elif message.startswith(b'{"type":"table"'):
            self._look(message)
        elif message.startswith(b'{"type":"ping"'):
            self.say(message.replace(b"ping", b"pong", 1))
        elif message.startswith(b'{"type":"welcome"'):
            self._promise(WELCOME.decode(message))
        elif message.startswith(b'{"type":"error"'):
            self._watcher.failed(message.decode())

    def _choose(self, message: bytes, paths: int) -> None:
        event = EVENT.match(message)
        assert event is not None
        number, action = event[1], self._rng.choice(ACTION.findall(message, paths))
        self._chosen(b'{"type":"play","id":"%b","number":%b,"actions":["%b"]}' % (number, number, action))

    def _take_answer(self, message: bytes) -> None:
        if b'"verdict":"accepted"' not in message:
            self._watcher.failed(message[:300].decode())
        elif b'"id":"join"' in message:
            self.say(b'{"type":"hello"}')  # the welcome says which seat it is
        else:
            self._acknowledged()

    def _promise(self, welcome: Welcome) -> None:
        """Promise the nonce for this seat; a load generator trusts the server it has started, and pins nothing."""
        if welcome.you is None or self._has_promised:
            return
        self._has_promised = True
        terms, promise = terms_hash(welcome.terms), bytes.fromhex(welcome.table.commitment)
        own = nonce_commitment(terms, promise, 1, welcome.you, self._nonce).hex()
        self.say(f'{{"type":"commit","id":"commit","start":1,"commitment":"{own}"}}'.encode())

    def _look(self, message: bytes) -> None:
        if b'"phase":"called"' in message and not self._has_revealed:
            self._has_revealed = True
            self.say(f'{{"type":"reveal","id":"reveal","start":1,"nonce":"{self._nonce.hex()}"}}'.encode())
        elif b'"phase":"over"' in message:
            self._watcher.over()


async def sit_at_fairdeal(port: int, watcher: Watcher, rng: random.Random) -> list[Player]:
    """Open a table as one guest, and let four guests sit down; the game begins when the last has."""
    requests = await Requests.open(port)
    cookies = [(await requests.post("/api/session", {"name": f"Guest {seat}"}))[1] for seat in range(SEATS)]
    opened, _ = await requests.post("/api/tables", {"game": "caster", "seats": SEATS}, cookies[0])
    requests.close()
    players: list[Player] = []
    for cookie in cookies:
        players.append(FairdealPlayer(watcher, rng, opened["table"], cookie))
        await players[-1].connect(port)
    return players


# --- boardgame.io ----------------------------------------------------------------------------------------------------

GAME = b"/caster,"  # the name of a game is a namespace of socket.io
VALUES = 15  # cards of a colour, as in boardgameio/game.js


class Ctx(msgspec.Struct):
    current: str = msgspec.field(name="currentPlayer")
    gameover: Any = None


class Told(msgspec.Struct):
    """What a seat is told of its game."""

    hands: list[list[int] | None]
    trick: list[int | None]
    leader: int


class State(msgspec.Struct):
    told: Told = msgspec.field(name="G")
    ctx: Ctx
    number: int = msgspec.field(name="_stateID")


class Synced(msgspec.Struct):
    state: State


UPDATE = msgspec.json.Decoder(tuple[str, str, State, Any])
SYNC = msgspec.json.Decoder(tuple[str, str, Synced])


class BoardgamePlayer(Player):
    """Speaks socket.io as boardgame.io's own client does, over a WebSocket from the start."""

    def __init__(self, watcher: Watcher, rng: random.Random, match: str, seat: int, credentials: str) -> None:
        super().__init__(watcher, rng, "/socket.io/?EIO=4&transport=websocket")
        self._match = match
        self._seat = seat
        self._credentials = credentials
        self._whose_turn = b'"currentPlayer":"%d"' % seat
        self._waiting: State | None = None

    def heard(self, message: bytes) -> None:
        if message.startswith(b'42/caster,["update"'):
            self._acknowledged()
            if self._whose_turn in message:
                self._choose(UPDATE.decode(message[10:])[2])
            elif b'"gameover":' in message:
                self._watcher.over()
        elif message == b"2":
            self.say(b"3")
        elif message.startswith(b'42/caster,["sync"'):
            self._waiting = SYNC.decode(message[10:])[2].state
        elif message.startswith(b'42/caster,["matchData"'):
            self._sit_down()
        elif message.startswith(b"40/caster,"):
            self._emit("sync", self._match, str(self._seat), self._credentials, SEATS)
        elif message.startswith(b"0"):
            self.say(b"40" + GAME)

    def _sit_down(self) -> None:
        """The server tells of every new player to all it has already; so the first of these says that it has us."""
        if not self.seated.is_set():
            self.seated.set()
            assert self._waiting is not None
            if self._waiting.ctx.current == str(self._seat):
                self._choose(self._waiting)

    def _emit(self, *arguments: object) -> None:
        self.say(self._event(*arguments))

    def _event(self, *arguments: object) -> bytes:
        return b"42" + GAME + msgspec.json.encode(arguments)

    def _choose(self, state: State) -> None:
        if state.ctx.gameover is not None:
            self._watcher.over()
            return
        payload = {
            "type": "play",
            "args": [self._rng.choice(self._legal(state.told))],
            "playerID": str(self._seat),
            "credentials": self._credentials,
        }
        action = {"type": "MAKE_MOVE", "payload": payload}
        self._chosen(self._event("update", action, state.number, self._match, str(self._seat)))

    def _legal(self, told: Told) -> list[int]:
        """§8 Who holds the led colour must play it."""
        hand, led = told.hands[self._seat] or [], told.trick[told.leader]
        following = [card for card in hand if led is not None and card // VALUES == led // VALUES]
        return following or hand


async def sit_at_boardgame(port: int, watcher: Watcher, rng: random.Random) -> list[Player]:
    """Make a match, join all its seats, and connect them; the game runs as soon as its first player is there."""
    requests = await Requests.open(port)
    made, _ = await requests.post("/games/caster/create", {"numPlayers": SEATS})
    match = made["matchID"]
    players: list[Player] = []
    for seat in range(SEATS):
        name = {"playerID": str(seat), "playerName": f"Guest {seat}"}
        joined, _ = await requests.post(f"/games/caster/{match}/join", name)
        players.append(BoardgamePlayer(watcher, rng, match, seat, joined["playerCredentials"]))
    requests.close()
    for player in players:
        await player.connect(port)
    return players


SitDown = Callable[[int, Watcher, random.Random], Awaitable[list[Player]]]
SIDES: dict[str, SitDown] = {"fairdeal": sit_at_fairdeal, "boardgameio": sit_at_boardgame}
