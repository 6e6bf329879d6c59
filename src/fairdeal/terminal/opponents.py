"""The bots that a person in a terminal plays against, and the advice they give.

Their code is loaded in the background, and on a fresh machine compiled first, which takes a while: until then they act
at random, and say so. One thread does all the thinking, so that a clock runs on meanwhile.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from fairdeal.bots.choices import loaded
from fairdeal.bots.hints import Hint, best_few, hints
from fairdeal.bots.player import Player
from fairdeal.contract.game import Game
from fairdeal.contract.levels import Level
from fairdeal.engine.chance import Rng, below, numbered
from fairdeal.engine.plain import plain
from fairdeal.errors import Refused
from fairdeal.language.messages import Catalogue
from fairdeal.play.sitting import Sitting

NOT_READY = "The bots are still being compiled"
PATIENCE = 3.0  # seconds that a start waits for code which only has to be loaded


@dataclass(frozen=True)
class Thought:
    """A choice that is being made ahead of its time: it stands if the seat can still do the same."""

    seat: int
    legal: list[int]
    action: Future[int]


class Opponents:
    """Bots of one level of a game."""

    def __init__(
        self, game: Game, level: Level, seed: str = "0", compile_game: Callable[[], None] | None = None
    ) -> None:
        """`compile_game` fills the disk cache where that is not warm; it may take a minute."""
        self.game = game
        self.level = level
        self._seed = seed
        self._choices = 0
        self._compile_game = compile_game
        self._player: Player | None = None
        self._ahead: Thought | None = None
        self._thread = ThreadPoolExecutor(1, "bots")
        self._loading: threading.Thread | None = None
        if not self.is_random:
            self._load()

    def _load(self) -> None:
        """Let the code be loaded, if that has not begun; wait a little unless it has to be compiled."""
        if self._loading is None:
            self._loading = threading.Thread(target=self._make_player, daemon=True)
            self._loading.start()
        if self._compile_game is None:
            self._loading.join(PATIENCE)

    def _make_player(self) -> None:
        if self._compile_game is not None:
            self._compile_game()
        self._player = loaded(self.game)

    @property
    def place(self) -> int:
        """The place of the level among the game's."""
        return [level.name for level in self.game.levels].index(self.level.name)

    @property
    def is_random(self) -> bool:
        return self.level.iterations == 0

    @property
    def is_ready(self) -> bool:
        return self.is_random or self._player is not None

    def choose(self, sitting: Sitting, seat: int) -> int:
        """Choose for a seat: what was thought of ahead, if that still stands; at random until all is loaded."""
        ahead, self._ahead = self._ahead, None
        if ahead is not None and (ahead.seat, ahead.legal) == (seat, sitting.legal(seat)):
            return ahead.action.result()
        return self._think(sitting, seat).result()

    def think_ahead(self, sitting: Sitting, seat: int) -> None:
        """Begin to choose for a seat that acts soon."""
        if self.is_ready and not self.is_random and sitting.legal(seat):
            self._ahead = Thought(seat, sitting.legal(seat), self._think(sitting, seat))

    def _think(self, sitting: Sitting, seat: int) -> Future[int]:
        legal, player, level = sitting.legal(seat), self._player, self.level
        if player is None or self.is_random or len(legal) == 1:
            chosen: Future[int] = Future()
            chosen.set_result(legal[below(self._new_rng(), len(legal))])
            return chosen
        view, told, rng = sitting.view(seat), sitting.told(seat), self._new_rng()
        milliseconds = 1000 * level.seconds
        return self._thread.submit(player.choose, view, told, seat, level, rng, None, milliseconds)

    def _new_rng(self) -> Rng:
        """Give a generator for one choice."""
        self._choices += 1
        return numbered(self._seed, self._choices)

    def hints(self, sitting: Sitting, seat: int, catalogue: Catalogue) -> list[Hint]:
        """Say what a seat had best do, as the best level of the game sees it."""
        legal = sitting.legal(seat)
        if not legal:
            raise Refused("You have nothing to do now.")
        if len(legal) == 1:
            raise Refused(f"There is only one thing to do: {self.game.words.text(legal[0])}.")
        self._load()
        if self._player is None:
            raise Refused(f"{NOT_READY}, so there is no hint yet.")
        level, view = self.game.levels[-1], sitting.view(seat)
        judgement = self._thread.submit(
            self._player.judge, view, sitting.told(seat), seat, level, self._new_rng(), None, 1000 * level.seconds
        ).result()
        return hints(self.game, plain(view), seat, best_few(judgement), catalogue)
