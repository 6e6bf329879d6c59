"""Who is at a table, and who of its players is missing."""

from __future__ import annotations

from typing import Protocol

from fairdeal.engine.kernel import SPECTATOR
from fairdeal.play.clocks import grace
from fairdeal.play.company import USUAL_PATIENCE, Company, Patience
from fairdeal.play.table import Phase
from fairdeal.server.ledger import Ledger

LONGEST_LAG = 400  # milliseconds that bots wait at most for the slowest connection of a real-time table


class Hearer(Protocol):
    """Somebody who is told what happens at a table."""

    viewer: int
    language: str
    lag: int

    @property
    def session_id(self) -> str: ...

    def send(self, data: bytes) -> None:
        """Tell one message."""

    def welcome_again(self) -> None:
        """Tell all anew, because the viewer is another than before."""

    def send_away(self) -> None:
        """Let the client connect again, to whoever owns the table now."""


class Presence:
    """The connections of a table, and how long its missing players have been gone."""

    def __init__(self, ledger: Ledger, patience: Patience = USUAL_PATIENCE) -> None:
        self.connections: set[Hearer] = set()
        self.company = Company(patience)
        self._ledger = ledger

    def here(self) -> set[int]:
        """The seats whose players are connected."""
        return {connection.viewer for connection in self.connections if connection.viewer != SPECTATOR}

    def watching(self) -> int:
        """How many look on."""
        return sum(connection.viewer == SPECTATOR for connection in self.connections)

    def send_away(self) -> None:
        """Let all who are here connect again: somebody else owns the table, or will."""
        for connection in list(self.connections):
            connection.send_away()

    def slowest(self) -> int:
        """The lag of the slowest person, as measured here; a client that feigns a worse one gains little."""
        return min(LONGEST_LAG, max((connection.lag for connection in self.connections), default=0))

    def follow_seats(self) -> None:
        """Somebody has another seat than before: connections follow."""
        table = self._ledger.table
        for connection in self.connections:
            seat = table.seat_of(connection.session_id)
            viewer = SPECTATOR if seat is None else seat
            if connection.viewer != viewer:
                connection.viewer = viewer
                if table.sitting is not None:
                    connection.welcome_again()

    def is_timed(self) -> bool:
        """Tell whether people play here by the clock, so that the game goes on although nobody is here."""
        return self._grace() is not None and bool(self._ledger.table.people())

    def note_missing(self, at: int) -> None:
        """Write down since when those who play here have not been here."""
        self.company.note(self._ledger.table, self.here(), at)

    def ends(self) -> dict[int, int]:
        """The seats of players who are gone, and when bots stand in for them."""
        table, grace = self._ledger.table, self._grace()
        if grace is None:
            return {}
        gone = [seat for seat in table.people() if seat in self.company.away]
        return {seat: self.company.counted_from(table, seat) + grace for seat in gone}

    def overdue(self, at: int) -> list[int]:
        """The seats whose players have been gone too long."""
        return [seat for seat, until in self.ends().items() if until <= at]

    def graces(self, at: int) -> list[int]:
        """When each player would have been gone too long, should all be gone from now on."""
        grace = self._grace()
        if grace is None:
            return []
        ends = self.ends()
        return [ends.get(seat, at + grace) for seat in self._ledger.table.people()]

    def _grace(self) -> int | None:
        """How many milliseconds a missing player may be gone; None: for ever, or nobody is missed now."""
        table = self._ledger.table
        if table.phase != Phase.PLAYING or table.is_paused:
            return None
        return grace(table.opened.clock, table.game.rules.REAL_TIME)
