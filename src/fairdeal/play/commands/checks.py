"""Who may do something at a table now, and who may not: each check raises the refusal."""

from __future__ import annotations

from fairdeal.errors import NotYours, Refused
from fairdeal.play.clocks import Now
from fairdeal.play.fairness import MOST_VOIDS
from fairdeal.play.table import Phase, Table


def check_before_start(table: Table) -> None:
    if table.phase == Phase.VOID:
        raise Refused(f"This table is closed, because {MOST_VOIDS} starts were void. Open another one.")
    if table.starts.is_first_version and table.phase == Phase.WAITING:
        raise Refused("This table was opened by an older server, whose deals could be bent. Open another one.")
    if table.phase != Phase.WAITING:
        raise Refused("The game has started, so the seats stay as they are.")


def check_start(table: Table, start: int) -> None:
    if start != table.starts.number:
        raise Refused(f"This is start {table.starts.number} of the game, not start {start}.")


def check_host(table: Table, session: str) -> None:
    if session != table.opened.host:
        raise NotYours("Only whoever opened the table may do that.")


def check_may_act(table: Table, seat: int, now: Now, by: str) -> None:
    table.running()
    if table.is_paused:
        raise Refused("The game is paused.")
    if by and not table.chairs[seat].bot and not table.has_run_out(seat, now.at):
        raise Refused("The player is back.")
    if by:
        return
    if table.chairs[seat].stand_in:
        raise Refused("A bot plays for you; take your seat back first.")
    if table.has_run_out(seat, now.at):
        raise Refused("Your time has run out, so a bot plays this move.")


def my_seat(table: Table, session: str) -> int:
    seat = table.seat_of(session)
    if seat is None:
        raise NotYours("You have no seat at this table.")
    return seat
