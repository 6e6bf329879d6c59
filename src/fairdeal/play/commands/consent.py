"""What one player asks for and the others have to agree to: to take a move back, a pause, more time."""

from __future__ import annotations

from typing import Literal

from fairdeal.errors import Refused
from fairdeal.language.messages import say
from fairdeal.play import events as ev
from fairdeal.play.clocks import Now
from fairdeal.play.commands.checks import my_seat
from fairdeal.play.table import Table, Wish

MORE_TIME = 60  # seconds at least, for everybody, when all agree


def ask_for(table: Table, session: str, what: Literal["undo", "pause", "time"], now: Now) -> None:
    """Wish the other persons for their consent; a person alone among bots has it at once."""
    seat = my_seat(table, session)
    played = table.running()
    if table.opened.day and what == "pause" and played.game.rules.REAL_TIME:
        raise Refused(say("daily.no_pause"))
    if table.ask is not None:
        raise Refused(say("table.asked_already"))
    if what == "pause" and table.is_paused:
        raise Refused(say("table.paused_already"))
    if what == "time" and table.opened.clock.kind == "none":
        raise Refused(say("table.no_clock"))
    table.write(ev.Asked(seat, what), now)
    grant_if_all_agree(table, now)


def agree(table: Table, session: str, now: Now) -> None:
    seat = my_seat(table, session)
    if table.ask is None:
        raise Refused(say("table.nothing_asked"))
    if seat in table.ask.agreed:
        raise Refused(say("table.agreed_already"))
    table.write(ev.Agreed(seat), now)
    grant_if_all_agree(table, now)


def decline(table: Table, session: str, now: Now) -> None:
    seat = my_seat(table, session)
    if table.ask is None:
        raise Refused(say("table.nothing_asked"))
    table.write(ev.Declined(seat, table.ask.what, table.ask.seat), now)


def grant_if_all_agree(table: Table, now: Now) -> None:
    if table.ask is None or not set(table.people()) <= table.ask.agreed:
        return
    if table.ask.what == "undo":
        table.write(ev.Undone(table.latest_of(table.ask.seat), table.ask.seat), now)
    elif table.ask.what == "pause":
        table.write(ev.Paused(), now)
    else:
        table.write(ev.Extended(max(MORE_TIME, table.opened.clock.seconds // 2)), now)


def let_lapse(table: Table, ask: Wish | None, why: Literal["acted", "left", "over"], by: int, now: Now) -> None:
    """Write down that a request, if there is one, ends without an answer."""
    if ask is not None:
        table.write(ev.Lapsed(ask.seat, ask.what, why, by), now)


def resume(table: Table, session: str, now: Now) -> None:
    """End a pause; any player may."""
    seat = my_seat(table, session)
    if not table.is_paused:
        raise Refused(say("table.not_paused"))
    table.write(ev.Resumed(seat), now)
