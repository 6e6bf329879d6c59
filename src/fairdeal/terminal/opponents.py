"""The bots that a person in a terminal plays against, and the advice they give.

Their code is loaded in the background. On a fresh machine another process compiles it first, which takes a while: until
then they think in plain Python, and therefore less, and say so. One thread does all the thinking, so that a clock runs
on meanwhile.
"""

from __future__ import annotations

import math
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from fairdeal.bots.bot import Bot, Budget, checked
from fairdeal.bots.choices import loaded
from fairdeal.bots.finding import LevelBot, begin, close, end, find, place_of
from fairdeal.bots.hints import Hint, best_few, hints
from fairdeal.bots.player import ENOUGH, Player
from fairdeal.bots.preparing import Preparing
from fairdeal.bots.warm import PLAYED
from fairdeal.contract.game import Game, Setting
from fairdeal.contract.rules import Numbers, State
from fairdeal.engine.chance import Rng, below, numbered
from fairdeal.engine.plain import plain
from fairdeal.errors import BadBot, Refused
from fairdeal.language.messages import Catalogue, Message, say
from fairdeal.play.sitting import Sitting
from fairdeal.play.table import STAND_IN

PATIENCE = 3.0  # seconds that a start waits for code which only has to be loaded
LOOK_EVERY = 0.3  # seconds between two looks for code that is being compiled


@dataclass(frozen=True)
class Thought:
    """A choice that is being made ahead of its time: it stands if the seat can still do the same."""

    seat: int
    legal: list[int]
    action: Future[int]


class Opponents:
    """Bots of one kind: a level, a class, or a program in each seat."""

    def __init__(self, game: Game, bot: str, seed: str = "0", preparing: Preparing | None = None) -> None:
        """`bot` names it, see `find`; `preparing` fills the disk cache where that is not warm. Raise BadBot."""
        self.game = game
        self.name = bot
        self.seed = seed
        self.troubles: list[Message] = []
        """What has gone wrong and nobody was told yet."""
        self._preparing = preparing or Preparing()
        self._player = Player(game)
        self._bot = find(game, bot, self._player)
        self._instead: dict[int, Bot] = {}
        """By seat: a level that plays on for a bot that failed there."""
        self._greeted: set[int] = set()
        self._has_had_less = False
        self._ahead: Thought | None = None
        self._thread = ThreadPoolExecutor(1, "bots")
        if not self.is_random:
            self._load()

    def _load(self) -> None:
        """Let the code be loaded, so that no thought loses its time to that; wait a little if it is there already."""
        loading = threading.Thread(target=self._load_when_there, daemon=True)
        loading.start()
        if not self._player.is_awaited:
            loading.join(PATIENCE)

    def _load_when_there(self) -> None:
        while self._player.is_awaited:
            time.sleep(LOOK_EVERY)
        loaded(self.game)

    @property
    def place(self) -> int:
        """The place of the level among the game's, by which they are quick."""
        return place_of(self.game, self._bot)

    @property
    def is_random(self) -> bool:
        return isinstance(self._bot, LevelBot) and self._bot.level.iterations == 0

    @property
    def is_ready(self) -> bool:
        """Whether they think as much as their level says."""
        return self.is_random or not isinstance(self._bot, LevelBot) or not self._player.is_awaited

    @property
    def how_far(self) -> Message:
        """Say how far the compiling is."""
        missing = [task for task in self._preparing.missing if task.game == self.game.name]
        done = len(PLAYED) - len(missing)
        return say("terminal.compiling", game=self.game.title, done=done, parts=len(PLAYED))

    def choose(self, sitting: Sitting, seat: int) -> int:
        """Choose for a seat: what was thought of ahead, if that still stands. A level plays on for a bot that fails."""
        ahead, self._ahead = self._ahead, None
        is_thought = ahead is not None and (ahead.seat, ahead.legal) == (seat, sitting.legal(seat))
        thought = ahead.action if ahead is not None and is_thought else self._think(sitting, seat)
        try:
            return thought.result()
        except BadBot as error:
            level = self.game.level(STAND_IN)
            self.troubles.append(say("terminal.bot_failed", reason=error.what, seat=seat + 1))
            self._instead[seat] = LevelBot(self._player, level)
            return self._think(sitting, seat).result()

    def think_ahead(self, sitting: Sitting, seat: int) -> None:
        """Begin to choose for a seat that acts soon."""
        if not self.is_random and sitting.legal(seat):
            self._ahead = Thought(seat, sitting.legal(seat), self._think(sitting, seat))

    def _think(self, sitting: Sitting, seat: int) -> Future[int]:
        legal, bot = sitting.legal(seat), self._instead.get(seat, self._bot)
        if self.is_random or len(legal) == 1:
            chosen: Future[int] = Future()
            chosen.set_result(legal[below(self._rng_of(sitting, seat), len(legal))])
            return chosen
        budget = Budget(self._rng_of(sitting, seat), seconds=bot.level.seconds if isinstance(bot, LevelBot) else None)
        return self._thread.submit(
            self._choose, bot, sitting.setting, sitting.view(seat), sitting.told(seat), seat, budget
        )

    def _choose(self, bot: Bot, setting: Setting, view: State, told: Numbers, seat: int, budget: Budget) -> int:
        if seat not in self._greeted:
            self._greeted.add(seat)
            begin(bot, setting, seat)
        action = checked(self.game, bot, view, told, seat, budget)
        is_less = isinstance(bot, LevelBot) and not self._player.is_awaited and self._player.effort < ENOUGH
        if is_less and not self._has_had_less:
            self._has_had_less = True
            self.troubles.append(say("terminal.had_less", percent=math.floor(100 * self._player.effort)))
        return action

    def close(self, sitting: Sitting) -> None:
        """Tell programs how the game ended, if it did, and end them."""
        if sitting.is_over:
            result = sitting.result()
            for seat in self._greeted - self._instead.keys():
                end(self._bot, sitting.told(seat), seat, result.scores, result.winners)
        close(self._bot)

    def _rng_of(self, sitting: Sitting, seat: int) -> Rng:
        """Give the generator for a choice: the same again whenever the game comes to this point."""
        return numbered(f"{self.seed} {seat}", len(sitting.events))

    def hints(self, sitting: Sitting, seat: int, catalogue: Catalogue) -> list[Hint]:
        """Say what a seat had best do, as the game's adviser sees it."""
        legal = sitting.legal(seat)
        if not legal:
            raise Refused(say("table.nothing_to_do"))
        if len(legal) == 1:
            raise Refused(say("table.one_thing", action=self.game.words.text(legal[0])))
        if self._player.is_awaited:
            raise Refused(say("terminal.no_hint_yet", how_far=self.how_far))
        level, view = self.game.adviser, sitting.view(seat)
        judgement = self._thread.submit(
            self._player.judge,
            view,
            sitting.told(seat),
            seat,
            level,
            self._rng_of(sitting, seat),
            None,
            1000 * level.seconds,
        ).result()
        return hints(self.game, plain(view), seat, best_few(judgement), catalogue)
