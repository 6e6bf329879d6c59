"""The others at a person's table: who of the bots and the dealer acts next, and when."""

from __future__ import annotations

import time
from collections.abc import Callable

from fairdeal.engine.chance import Rng
from fairdeal.engine.kernel import DEALER
from fairdeal.language.messages import Message, say
from fairdeal.play.sitting import Sitting
from fairdeal.play.tempo import Tempo
from fairdeal.terminal.keeping import Clockwork
from fairdeal.terminal.opponents import Opponents


class Others:
    """Bots on all seats but one, and the dealer.

    In a real-time game their clock runs while the person thinks, `beat` real seconds for each of its own; with a beat
    of 0 it stands still meanwhile, and the person's moment comes as the game's tempo has it.
    """

    def __init__(
        self,
        sitting: Sitting,
        seat: int,
        rng: Rng,
        bots: Opponents,
        beat: float = 1.0,
        wall: Callable[[], float] = time.monotonic,
        warn: Callable[[Message], None] = lambda message: None,
        keep: Callable[[], None] = lambda: None,
        clockwork: Clockwork | None = None,
    ) -> None:
        """`warn` is told, once for each time that the person is asked, of bots that think less for now.

        `keep` is called after each event; a game that was left goes on as its clockwork stood.
        """
        clockwork = clockwork or Clockwork()
        self._sitting = sitting
        self._seat = seat
        self._rng = rng
        self._bots = bots
        self._beat = beat
        self._wall = wall
        self._warn = warn
        self._keep = keep
        self._tempo = Tempo(sitting, dict.fromkeys(range(sitting.setting.seats), bots.place))
        self._tempo.due.update(clockwork.due)
        self._has_warned = False
        self._moment = clockwork.moment  # the table's time when the person was last asked
        self._asked = 0.0  # the wall's time of that
        self._upcoming = clockwork.upcoming  # real time: who of the others acts next, and when

    @property
    def time(self) -> int:
        """Real time: what the table's clock shows now."""
        return self._moment + int(1000 * (self._wall() - self._asked) / self._beat)

    @property
    def clockwork(self) -> Clockwork:
        """All that their clock needs to go on later."""
        return Clockwork(self._moment, self._upcoming, tuple(self._tempo.due.items()))

    @property
    def until_next(self) -> int:
        """Real time: how many milliseconds of the table's clock until the next of them acts."""
        return (self._upcoming[1] if self._upcoming else 0) - self.time

    def let_act(self) -> None:
        """Let them act until the person may."""
        self._moment = max(self._moment, self._sitting.now)
        while not self._sitting.is_over and not self._is_persons_turn():
            self._act(*self._next())
        self.resume()

    def catch_up(self) -> int | None:
        """Real time: let them do what they did while the person thought; give the time it is now."""
        if not self._sitting.game.rules.REAL_TIME:
            return None
        if self._beat == 0:
            return max(self._sitting.now, self._upcoming[1] if self._upcoming else 0)
        self._moment = max(self._moment, self._sitting.now)
        now = self.time
        while not self._sitting.is_over:
            self._upcoming = self._upcoming or self._foresee(self._moment)
            if self._upcoming[1] > now:
                break
            self._act(*self._next())
        self._moment = now
        self.resume()
        return max(now, self._sitting.now)

    def resume(self) -> None:
        """Count time from now on: nobody plays while the program stands still."""
        self._asked = self._wall()

    def pause(self) -> None:
        """Real time: stop the clock as it stands, for whoever leaves."""
        if self._sitting.game.rules.REAL_TIME and self._beat > 0 and self._sitting.events:
            self._moment = max(self.time, self._sitting.now)
            self.resume()

    def begin_asking(self) -> None:
        self._has_warned = False

    def make_way(self) -> None:
        """Think again of who comes next, if the person's action has left that one nothing to do."""
        if self._beat == 0 or (self._upcoming and self._upcoming[0] not in self._sitting.actors):
            self._upcoming = None

    def forget(self) -> None:
        """Think again of who comes next, after something was taken back."""
        self._upcoming = None

    def _is_persons_turn(self) -> bool:
        if not self._sitting.game.rules.REAL_TIME or self._beat > 0:
            return self._seat in self._sitting.actors
        if self._upcoming is None:
            self._upcoming = self._foresee(0)
        return self._upcoming[0] == self._seat

    def _next(self) -> tuple[int, int | None]:
        """Who of them acts next, and when."""
        if not self._sitting.game.rules.REAL_TIME:
            return next(actor for actor in self._sitting.actors if actor != self._seat), None
        who, at = self._upcoming or self._foresee(self._moment)
        self._upcoming = None
        self._moment = at
        return who, at

    def _foresee(self, since: int) -> tuple[int, int]:
        """Real time: decide who acts next and when; a bot begins to think about it."""
        who, at = self._tempo.next_actor(lambda who: self._rng, since)
        if who not in (self._seat, DEALER):
            self._bots.think_ahead(self._sitting, who)
        return who, at

    def _act(self, who: int, at: int | None) -> None:
        if who not in self._sitting.actors or who == self._seat:
            return  # real time: the person lets that moment pass, or it came to nothing
        if who == DEALER:
            self._sitting.deal(self._rng, at)
        elif self._bots.is_random:
            self._sitting.play_at_random(who, self._rng, at)
        else:
            self._let_bot_act(who, at)
        self._keep()

    def _let_bot_act(self, who: int, at: int | None) -> None:
        if not self._bots.is_ready and not self._has_warned:
            self._has_warned = True
            self._warn(say("terminal.think_less", how_far=self._bots.how_far))
        self._sitting.play(who, self._bots.choose(self._sitting, who), at)
        while self._bots.troubles:
            self._warn(self._bots.troubles.pop(0))
