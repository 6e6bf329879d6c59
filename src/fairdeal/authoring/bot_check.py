"""`fairdeal bot check`: a bot plays a game or two of each kind, and what is wrong with it is said in plain words."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from fairdeal.bots import finding, imagining
from fairdeal.bots.bot import Bot, Budget, checked
from fairdeal.bots.choices import choices
from fairdeal.bots.named import SECONDS
from fairdeal.bots.programs import ProcessBot
from fairdeal.contract.game import Game
from fairdeal.engine.chance import below, numbered
from fairdeal.errors import BadBot
from fairdeal.language.messages import Message, say
from fairdeal.play.sitting import Sitting

UNKNOWN = b'{"type":"unknown","why":"messages may be added, and who does not know them ignores them"}\n'
GAMES = 2  # of each kind: one process has to play one game after another

Progress = Callable[[int, int, str], None]
"""Called with the games that were played, how many there are, and the title of the last one."""


@dataclass
class Tryout:
    """What a bot did in the games of one kind."""

    game: Game
    seconds: list[float] = field(default_factory=list)
    """Of each choice."""
    fault: Message | str | None = None
    """What went wrong, if anything did."""
    lingers: bool = False
    """It did not leave when its input ended."""

    @property
    def is_good(self) -> bool:
        """Whether it can sit anywhere: legal, quick enough for a served table, and gone when it is over."""
        return self.fault is None and not self.lingers and max(self.seconds, default=0.0) <= SECONDS

    def findings(self) -> list[Message]:
        """Say what was found."""
        if self.fault is not None:
            return [say("bot_check.fault", game=self.game.title, fault=self.fault)]
        half, most = statistics.median(self.seconds or [0.0]), max(self.seconds, default=0.0)
        gaps = {"game": self.game.title, "count": len(self.seconds), "half": _time(half), "most": _time(most)}
        found = [say("bot_check.good", **gaps)]
        if most > SECONDS:
            found.append(say("bot_check.slow", most=_time(most), limit=_time(SECONDS)))
        if self.lingers:
            found.append(say("bot_check.lingers"))
        return found


def _time(seconds: float) -> Message:
    if seconds < 1:
        return say("bot_check.milliseconds", count=max(1, round(1000 * seconds)))
    return say("bot_check.seconds", number=f"{seconds:.1f}")


def check_bot(text: str, games: Sequence[Game], progress: Progress) -> list[Tryout]:
    """Let a bot play against chance. Raise BadBot if there is no such bot."""
    tryouts: list[Tryout] = []
    for number, game in enumerate(games):
        tryout = Tryout(game)
        bot = finding.find(game, text)
        imagining.exercise(game)
        try:
            for each in range(GAMES):
                progress(GAMES * number + each, GAMES * len(games), game.title)
                _play(bot, tryout, each)
        except BadBot as error:
            tryout.fault = error.what
        finally:
            finding.close(bot)
        tryout.lingers = tryout.fault is None and isinstance(bot, ProcessBot) and bot.lingered
        tryouts.append(tryout)
    progress(GAMES * len(games), GAMES * len(games), "")
    return tryouts


def _play(bot: Bot, tryout: Tryout, number: int) -> None:
    """Play a game, the bot in one seat and chance in the others."""
    game = tryout.game
    sitting, rng = Sitting(game.setting(max(2, game.seat_counts[0]))), numbered("bot check", number)
    seat = number % sitting.setting.seats
    finding.begin(bot, sitting.setting, seat)
    if isinstance(bot, ProcessBot):
        bot.tell(UNKNOWN, seat)

    def choose(who: int) -> int:
        legal = sitting.legal(who)
        if who != seat or len(legal) == 1:
            return legal[below(rng, len(legal))]
        began = time.monotonic()
        budget = Budget(numbered("bot check choice", len(sitting.events)))
        action = checked(game, bot, sitting.view(seat), sitting.told(seat), seat, budget)
        tryout.seconds.append(time.monotonic() - began)
        return action

    for _ in choices(sitting, rng, choose):
        pass
    result = sitting.result()
    finding.end(bot, sitting.told(seat), seat, result.scores, result.winners)
