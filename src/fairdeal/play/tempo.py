"""Real time among bots: when each of them acts next."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fairdeal.engine.chance import Rng
from fairdeal.engine.kernel import DEALER, SPECTATOR
from fairdeal.play.sitting import Sitting


class Tempo:
    """The next moment of every seat of a game whose bots keep a pace of their own; without one the rules' tempo."""

    def __init__(self, sitting: Sitting, levels: Mapping[int, int]) -> None:
        """`levels` has the place of each bot's level in the game's list; seats of people are left out."""
        self._sitting = sitting
        self._levels = levels
        self.due: dict[int, int] = {}
        """When each bot acts, as far as that is decided."""

    def next_actor(self, rng_of: Callable[[int], Rng], since: int = 0) -> tuple[int, int]:
        """Who acts next, and when, if nobody acts before `since`; `rng_of` gives a generator for each who acts."""
        sitting, pace = self._sitting, self._sitting.game.pace
        bots = [seat for seat in sitting.actors if seat in self._levels]
        if pace is None or not bots:
            return sitting.next_actor(rng_of(DEALER), since)
        now, view = max(sitting.now, since), sitting.view(SPECTATOR)
        for seat in bots:
            if seat not in self.due:
                self.due[seat] = now + int(pace(view, seat, self._levels[seat], rng_of(seat)))
        who = min(bots, key=lambda seat: (self.due[seat], seat))
        end = sitting.dealers_time
        if end is not None and end <= self.due[who]:
            return DEALER, max(now, end)
        return who, max(now, self.due.pop(who))
