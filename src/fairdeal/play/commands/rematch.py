"""A rematch: offered by one player of a finished game, joined or declined by the others, taken back or begun."""

from __future__ import annotations

from collections.abc import Collection

from fairdeal.errors import NotYours, Refused
from fairdeal.language.messages import say
from fairdeal.play import events as ev
from fairdeal.play.chairs import bot_levels
from fairdeal.play.clocks import Now
from fairdeal.play.commands.checks import my_seat
from fairdeal.play.table import STAND_IN, Phase, RematchOffer, Table


def offer(table: Table, session: str, now: Now) -> None:
    """Offer a rematch; whoever does so after somebody else joins that one, so that all end at one table."""
    seat = my_seat(table, session)
    check_may_follow(table)
    if table.offer is not None:
        answer(table, session, True, now)
    else:
        table.write(ev.Offered(seat, session), now)


def answer(table: Table, session: str, joins: bool, now: Now) -> None:
    """Join the rematch that is offered, or decline; until it begins one may think better of it."""
    seat = my_seat(table, session)
    check_may_follow(table)
    offered = offer_at(table)
    if seat == offered.seat:
        if not joins:
            table.write(ev.Withdrawn(seat), now)
        return
    if seat not in (offered.joins if joins else offered.declines):
        table.write(ev.Answered(seat, joins), now)


def withdraw(table: Table, session: str, now: Now) -> None:
    """Take back one's own offer."""
    check_may_follow(table)
    check_own(table, session)
    table.write(ev.Withdrawn(my_seat(table, session)), now)


def check_own(table: Table, session: str) -> None:
    """Refuse what only whoever offered the rematch may do."""
    offered = offer_at(table)
    if my_seat(table, session) != offered.seat:
        raise NotYours(say("table.not_offerer", player=table.chairs[offered.seat].name))


def check_may_follow(table: Table) -> None:
    """Refuse a rematch before the end, and a second one."""
    if table.phase != Phase.OVER:
        raise Refused(say("table.no_rematch"))
    if table.rematch:
        raise Refused(say("table.rematch_already"))


def offer_at(table: Table) -> RematchOffer:
    if table.offer is None:
        raise Refused(say("table.no_offer"))
    return table.offer


def is_settled(table: Table, here: Collection[int]) -> bool:
    """Tell whether a rematch begins by itself: all who are here have answered, and nobody is left alone by that."""
    if table.offer is None or table.rematch:
        return False
    present = {seat for seat, chair in enumerate(table.chairs) if chair.is_person and seat in here}
    others = present - {table.offer.seat}
    return others <= table.offer.joins | table.offer.declines and (not others or len(table.offer.joins) > 1)


def announce(table: Table, next_table: str, now: Now) -> None:
    """Tell everybody where the next game is."""
    check_may_follow(table)
    table.write(ev.Rematched(next_table), now)


def bots_again(table: Table, named: Collection[str]) -> dict[int, str]:
    """The bots of a table, by seat, for another one; where one is no longer served, a level takes its place."""
    known = {*named, *(level.name for level in table.game.levels)}
    return {seat: bot if bot in known else STAND_IN for seat, bot in bot_levels(table.chairs).items()}
