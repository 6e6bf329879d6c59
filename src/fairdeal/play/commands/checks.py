"""Who may do something at a table now, and who may not: each check raises the refusal."""

from __future__ import annotations

from fairdeal.errors import NotYours, Refused
from fairdeal.language.messages import say
from fairdeal.play.clocks import Now
from fairdeal.play.fairness import MOST_VOIDS
from fairdeal.play.table import Phase, Table


def check_before_start(table: Table) -> None:
    if table.closed_by:
        raise Refused(say("table.cancelled", player=table.closed_by))
    if table.phase == Phase.VOID:
        raise Refused(say("table.closed", voids=MOST_VOIDS))
    if table.starts.is_first_version and table.phase == Phase.WAITING:
        raise Refused(say("table.older"))
    if table.phase != Phase.WAITING:
        raise Refused(say("table.started"))


def check_start(table: Table, start: int) -> None:
    if start != table.starts.number:
        raise Refused(say("table.other_start", start=table.starts.number, given=start))


def check_host(table: Table, session: str) -> None:
    if session != table.opened.host:
        raise NotYours(say("table.not_host"))


def check_may_act(table: Table, seat: int, now: Now, by: str) -> None:
    table.running()
    if table.is_paused:
        raise Refused(say("table.paused"))
    if by and not table.chairs[seat].bot and not table.has_run_out(seat, now.at):
        raise Refused(say("table.player_back"))
    if by:
        return
    if table.chairs[seat].stand_in:
        raise Refused(say("table.stood_in"))
    if table.has_run_out(seat, now.at):
        raise Refused(say("table.time_out"))


def my_seat(table: Table, session: str) -> int:
    seat = table.seat_of(session)
    if seat is None:
        raise NotYours(say("table.no_seat_of_yours"))
    return seat
