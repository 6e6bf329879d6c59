"""A finished game played again, against bots: its deal from the beginning, or the game from one of its moments."""

from __future__ import annotations

from msgspec import structs

from fairdeal.errors import BadOption, Refused
from fairdeal.language.messages import say
from fairdeal.play import events as ev
from fairdeal.play.commands import rematch, seats
from fairdeal.play.table import Phase, Table
from fairdeal.server.documents import Challenge, PlayOn
from fairdeal.server.history import events_of
from fairdeal.server.hub import Hub
from fairdeal.server.seals import check_day
from fairdeal.server.store import SessionRow


async def challenge(hub: Hub, name: str, session: SessionRow, request: Challenge) -> str:
    """Open a table that plays the deal of a finished game again, against bots."""
    live = await hub.table(name)
    source = live.table
    check_day(source, hub.uptime.wall())
    if source.phase != Phase.OVER or source.deal is None:
        raise Refused(say("server.not_finished"))
    opened = _same_deal(source, session, request.seat)
    before = rematch.bots_again(source, live.named)
    bots = {
        seat: request.bots.get(seat) or before.get(seat, "medium")
        for seat in range(source.opened.seats)
        if seat != request.seat
    }
    return await hub.open(opened, bots)


async def play_on(hub: Hub, name: str, session: SessionRow, request: PlayOn) -> str:
    """Open a table where a finished game that one may look into goes on from a moment, all other seats bots."""
    source = (await hub.finished(name, session)).table
    opened = structs.replace(
        _same_deal(source, session, request.seat),
        clock=ev.Clock(),
        hints=True,
        practice=ev.Practice(name, request.number),
    )
    events = events_of(source, request.number)
    assert source.sitting is not None
    if len(events) == len(source.sitting.events):
        raise Refused(say("server.no_choice_left"))
    bots = {seat: request.level for seat in range(source.opened.seats) if seat != request.seat}
    me = seats.Seated(request.seat, session.name, (session.id,))
    return await hub.open(opened, bots, [me], events)


def _same_deal(source: Table, session: SessionRow, seat: int) -> ev.Opened:
    """How a table is opened that has the deal of another."""
    if seat not in range(source.opened.seats):
        raise BadOption(say("table.no_such_seat", seat=seat + 1, seats=source.opened.seats))
    if source.starts.is_first_version:
        raise Refused(say("server.older_deal"))
    return structs.replace(
        source.opened, host=session.id, listed=False, rematch_of="", practice=None, day="",
        copied_from=source.opened.copied_from or source.id, copied=source.starts.fair_part(),
    )  # fmt: skip
