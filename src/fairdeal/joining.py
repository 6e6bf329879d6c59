"""A bot at a table of a running server: it joins as any player does, and gets what that player could know."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from fairdeal import games
from fairdeal.bots import finding
from fairdeal.bots.bot import Bot, Budget, checked
from fairdeal.bots.finding import LevelBot
from fairdeal.bots.programs import ProcessBot
from fairdeal.client import Client, ClientTable
from fairdeal.contract.game import Game, list_legal, new_view
from fairdeal.contract.rules import Numbers, State
from fairdeal.engine import chance
from fairdeal.engine.kernel import SPECTATOR
from fairdeal.errors import BadBot, BadOption, FairdealError, Lost, OtherRules, Refused
from fairdeal.language.messages import Message, say

TABLE = "/t/"  # begins the path of a table's link
PAUSE = 0.5  # seconds before a question that was refused is asked again
FAREWELL = 5.0  # seconds to leave a table in


@dataclass(frozen=True)
class Address:
    """Where to play: a server, and a table of it or any."""

    server: str
    table: str


def read_address(url: str) -> Address:
    """Read the address of a server, or the link of a table. Raise BadOption.

    >>> read_address("http://127.0.0.1:8123/t/abc")
    Address(server='http://127.0.0.1:8123', table='abc')
    """
    try:
        parts = urlsplit(url)
        is_known = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        is_known = False
    table = parts.path.removeprefix(TABLE) if is_known and parts.path.startswith(TABLE) else ""
    if not is_known or (not table and parts.path.strip("/")) or "/" in table:
        raise BadOption(say("join.no_address", url=url))
    return Address(f"{parts.scheme}://{parts.netloc}", table)


async def join(url: str, text: str, name: str, seat: int | None, tell: Callable[[Message], None]) -> ClientTable:
    """Let a bot take a seat and play a game to its end. Raise FairdealError; the seat is left to a level then."""
    address = read_address(url)
    client = Client(address.server, agrees=lambda table: True)
    await client.name(name)
    table = address.table or await _open_table(client)
    game = games.find(json.loads(await client.request("GET", f"/api/tables/{table}"))["game"])
    bot = finding.find(game, text)
    try:
        async with await client.sit(table, seat) as seated:
            tell(say("join.seated", bot=text, seat=(seated.you or 0) + 1, game=game.title))
            await JoinedBot(game, bot, seated).play()
            return seated
    finally:
        await asyncio.to_thread(finding.close, bot)


async def _open_table(client: Client) -> str:
    """Find a table on the public list that waits for players."""
    for card in json.loads(await client.request("GET", "/api/tables")):
        if card["phase"] == "waiting" and "" in card["names"]:
            return str(card["table"])
    raise Refused(say("join.no_table"))


class JoinedBot:
    """A bot with a seat at somebody's table."""

    def __init__(self, game: Game, bot: Bot, table: ClientTable) -> None:
        self._game = game
        self._bot = bot
        self._table = table
        self._is_greeted = False

    async def play(self) -> None:
        """Play until the game is over; whatever goes wrong, a level plays on."""
        try:
            while await self._table.turn():
                with contextlib.suppress(Lost):  # if it is for good, the next turn says so
                    await self._take_turn()
            await self._say_over()
        except BaseException:
            with contextlib.suppress(FairdealError, TimeoutError, asyncio.CancelledError):
                await asyncio.wait_for(self._leave(), FAREWELL)
            raise

    async def _leave(self) -> None:
        if self._table.doc["phase"] == "playing":
            await self._table.ask("leave")
        else:
            await self._table.ask("free", seat=self._table.you)

    async def _take_turn(self) -> None:
        seen = await self._look()
        if not seen.get("choose"):
            await asyncio.sleep(PAUSE)
            return
        view, told = self._view(seen), self._told(seen)
        await asyncio.sleep(self._pace(view))
        answer = await self._table.play(await asyncio.to_thread(self._choose, seen, view, told))
        if answer.verdict == "refused":
            raise BadBot(say("join.refused", bot=self._bot.name, reason=answer.reason))

    async def _look(self) -> Any:
        """Ask for all that the seat knows; nothing is in the answer if the server wants no more questions now."""
        seen = await self._table.ask("view")
        if seen["type"] == "view" and not self._is_greeted:
            version = json.loads(seen["hello"])["rules_version"]
            if version != self._game.rules_version or len(base64.b64decode(seen["view"])) != self._size:
                raise OtherRules(self._table.id, say("join.other_rules", game=self._game.title))
            self._is_greeted = True
            self._tell(seen["hello"])
        return seen

    @property
    def _size(self) -> int:
        return int(self._game.rules.STATE.itemsize)

    def _view(self, seen: Any) -> State:
        return np.frombuffer(base64.b64decode(seen["view"]), self._game.rules.STATE).copy()[0]

    def _told(self, seen: Any) -> Numbers:
        return np.frombuffer(base64.b64decode(seen["told"]), np.int32).reshape(-1, 2).copy()

    def _pace(self, view: State) -> float:
        """Real time: how many seconds it takes before it acts, as quick as in a duel."""
        if self._game.pace is None:
            return 0.0
        seat, place = self._table.you or 0, finding.place_of(self._game, self._bot)
        public = new_view(self._game, view, SPECTATOR)
        return self._game.pace(public, seat, place, chance.from_system()) / 1000

    def _choose(self, seen: Any, view: State, told: Numbers) -> str:
        seat, rng = self._table.you or 0, chance.from_system()
        legal = list_legal(self._game.rules, view, seat)
        if len(legal) == 1:
            return self._game.words.text(legal[0])
        if isinstance(self._bot, ProcessBot):
            action = self._bot.answer(seen["choose"].encode(), view, seat, Budget(rng))
        else:
            seconds = self._bot.level.seconds if isinstance(self._bot, LevelBot) else None
            action = checked(self._game, self._bot, view, told, seat, Budget(rng, seconds=seconds))
        return self._game.words.text(action)

    async def _say_over(self) -> None:
        with contextlib.suppress(FairdealError):  # the game is over in any case
            seen = await self._look()
            self._tell(seen.get("over", ""))

    def _tell(self, line: str) -> None:
        if line and isinstance(self._bot, ProcessBot):
            self._bot.tell(line.encode(), self._table.you or 0)
