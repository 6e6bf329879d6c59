"""Leaving a game that goes on, coming back to it, and what the others decide meanwhile."""

from __future__ import annotations

from fairdeal.errors import Refused
from fairdeal.language.messages import say
from fairdeal.play import events as ev
from fairdeal.play.clocks import Now
from fairdeal.play.commands.checks import my_seat
from fairdeal.play.commands.consent import let_lapse
from fairdeal.play.commands.deals import unchosen
from fairdeal.play.company import Company, Vote
from fairdeal.play.table import STAND_IN, Table


def stand_in(table: Table, seat: int, now: Now, level: str = STAND_IN, by_wish: bool = False) -> None:
    """Let a bot play on for a player who is gone. Who has not agreed to a request has not agreed: it ends."""
    table.running()
    if not table.chairs[seat].is_person or table.chairs[seat].stand_in == level:
        raise Refused(say("table.stood_in_already", seat=seat + 1))
    table.write(ev.StoodIn(seat, level, by_wish), now)
    if table.ask is not None and (seat == table.ask.seat or seat not in table.ask.agreed):
        let_lapse(table, table.ask, "left", seat, now)


def replace_bot(table: Table, seat: int, bot: str, now: Now) -> None:
    """Let a level play on for a bot that failed, as for a player who is gone."""
    table.running()
    if table.chairs[seat].bot != bot:
        raise Refused(say("table.stood_in_already", seat=seat + 1))
    table.write(ev.StoodIn(seat, STAND_IN, failed=bot), now)


def leave(table: Table, session: str, now: Now) -> None:
    """Let a bot play on for oneself."""
    seat = my_seat(table, session)
    if table.opened.day:
        raise Refused(say("daily.no_bot"))
    if table.chairs[seat].stand_in:
        raise Refused(say("table.stood_in_already", seat=seat + 1))
    stand_in(table, seat, now, by_wish=True)


def take_back(table: Table, session: str, now: Now) -> None:
    """Give a player the seat back."""
    seat = my_seat(table, session)
    if not table.chairs[seat].stand_in:
        raise Refused(say("table.not_stood_in"))
    table.running()
    table.write(ev.Returned(seat), now)


def decide(table: Table, company: Company, session: str, seat: int, vote: Vote, now: Now) -> Vote | None:
    """Say what shall become of a seat whose player is away; give what is decided, None if others have to agree.

    The host decides alone, after a while; after a longer one a majority of those who are here does.
    """
    voter = my_seat(table, session)
    table.running()
    if table.is_paused:
        raise Refused(say("table.paused"))
    if table.chairs[voter].stand_in:
        raise Refused(say("table.stood_in"))
    check_away(table, company, seat)
    is_host = session == table.opened.host
    check_waited(table, company, seat, is_host, now)
    company.away[seat].votes[voter] = vote
    decided = vote if is_host else company.majority(table, seat)
    if decided is not None:
        carry_out(table, company, seat, decided, now)
    return decided


def check_away(table: Table, company: Company, seat: int) -> None:
    """Refuse to decide about somebody who is here."""
    if seat not in range(table.opened.seats):
        raise Refused(say("table.no_such_seat", seat=seat + 1, seats=table.opened.seats))
    if seat not in company.missed(table):
        raise Refused(say("away.here", player=table.chairs[seat].name))


def check_waited(table: Table, company: Company, seat: int, is_host: bool, now: Now) -> None:
    """Refuse to decide about somebody who has only just left."""
    due = company.host_from(table, seat) if is_host else company.all_from(table, seat)
    if now.at < due:
        left = -(-(due - now.at) // 1000)
        raise Refused(say("away.host_early" if is_host else "away.all_early", count=left))


def carry_out(table: Table, company: Company, seat: int, decided: Vote, now: Now) -> None:
    """Do what was decided about a seat."""
    match decided.what:
        case "wait":
            company.wait_on(seat, now.at)
        case "bot":
            stand_in(table, seat, now, decided.level or STAND_IN)
            company.wait_on(seat, now.at)
        case "end":
            end_early(table, seat, now)


def end_early(table: Table, seat: int, now: Now) -> None:
    """End a game because a player is away: nobody wins, and the secret is told as at any end."""
    table.running()
    assert table.deal is not None
    let_lapse(table, table.ask, "over", seat, now)
    table.write(ev.Ended(table.deal.secret.hex(), (), (), unchosen(table), "left", seat), now)
