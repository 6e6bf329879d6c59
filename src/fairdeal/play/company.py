"""Players who are away, and what those who are here may decide about their seats. Pure; not stored.

A restart forgets who has voted, and counts everybody as away from then on; what was decided is an event.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

from msgspec import Struct

from fairdeal.play.table import Table

Choice = Literal["wait", "bot", "end"]


class Patience(Struct, frozen=True):
    """For how many milliseconds a player may be away before the host, and then all who are here, decide."""

    host: int = 60_000
    all: int = 180_000


USUAL_PATIENCE = Patience()


class Vote(Struct, frozen=True):
    """What somebody wants to become of a seat whose player is away, and of which level its bot should be."""

    what: Choice
    level: str = ""


@dataclass
class Away:
    """Since when a player has been away, from when that counts, and what the others want."""

    since: int
    counted: int
    """Later than `since` if they chose to wait."""
    votes: dict[int, Vote] = field(default_factory=dict)


@dataclass
class Company:
    """The people of a table: who is here, and who is away for how long."""

    patience: Patience = USUAL_PATIENCE
    here: set[int] = field(default_factory=set)
    away: dict[int, Away] = field(default_factory=dict)

    def note(self, table: Table, here: set[int], at: int) -> None:
        """Who has come back is awaited no more, and what was wanted meanwhile lapses."""
        self.here = here
        if len(here) == len(table.chairs):
            self.away = {}
            return
        missing = [seat for seat, chair in enumerate(table.chairs) if chair.is_person and seat not in here]
        self.away = {seat: self.away.get(seat) or Away(at, at) for seat in missing}

    def missed(self, table: Table) -> dict[int, Away]:
        """Those who are away from others; whoever plays alone among bots is missed by nobody."""
        people = sum(chair.is_person for chair in table.chairs)
        return self.away if people > 1 else {}

    def counted_from(self, table: Table, seat: int) -> int:
        """From when it counts that a player is away: nobody is missed before the game, or in a pause."""
        return max(self.away[seat].counted, table.running_since)

    def host_from(self, table: Table, seat: int) -> int:
        """From when on the host may decide."""
        return self.counted_from(table, seat) + self.patience.host

    def all_from(self, table: Table, seat: int) -> int:
        """From when on a majority of those who are here may decide."""
        return self.counted_from(table, seat) + self.patience.all

    def present(self, table: Table) -> list[int]:
        """Those whose votes count: people who are here and play themselves."""
        return [seat for seat in table.people() if seat in self.here]

    def majority(self, table: Table, seat: int) -> Vote | None:
        """What more than half of those who are here want to become of a seat; the first of them chose the level."""
        present = self.present(table)
        votes = [vote for voter, vote in self.away[seat].votes.items() if voter in present]
        for what, count in Counter(vote.what for vote in votes).items():
            if 2 * count > len(present):
                return next(vote for vote in votes if vote.what == what)
        return None

    def wait_on(self, seat: int, at: int) -> None:
        """They chose to wait: what they wanted before is settled, and time counts anew."""
        self.away[seat] = Away(self.away[seat].since, at)
