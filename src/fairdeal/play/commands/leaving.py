"""Leaving a game that goes on, and coming back to it."""

from __future__ import annotations

from fairdeal.errors import Refused
from fairdeal.language.messages import say
from fairdeal.play import events as ev
from fairdeal.play.clocks import Now
from fairdeal.play.commands.checks import my_seat
from fairdeal.play.commands.consent import let_lapse
from fairdeal.play.table import STAND_IN, Table


def stand_in(table: Table, seat: int, now: Now) -> None:
    """Let a bot play on for a player who is gone. Who has not agreed to a request has not agreed: it ends."""
    table.running()
    if not table.chairs[seat].is_person or table.chairs[seat].stand_in:
        raise Refused(say("table.stood_in_already", seat=seat + 1))
    table.write(ev.StoodIn(seat, STAND_IN), now)
    if table.ask is not None and (seat == table.ask.seat or seat not in table.ask.agreed):
        let_lapse(table, table.ask, "left", seat, now)


def take_back(table: Table, session: str, now: Now) -> None:
    """Give a player the seat back."""
    seat = my_seat(table, session)
    if not table.chairs[seat].stand_in:
        raise Refused(say("table.not_stood_in"))
    table.write(ev.Returned(seat), now)
