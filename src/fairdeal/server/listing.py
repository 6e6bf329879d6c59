"""What lists show of a table: kept in its row, so that no list has to fold a game."""

from __future__ import annotations

import msgspec
from msgspec import structs

from fairdeal.errors import Damaged
from fairdeal.language.messages import say
from fairdeal.play import events as ev
from fairdeal.play.table import Table
from fairdeal.server.documents import TableCard
from fairdeal.server.store import SessionRow, TableRow

TAKES_A_SEAT = (ev.Joined, ev.Claimed)


class Listing(msgspec.Struct, frozen=True):
    """What lists need of a table; sessions stay on the server."""

    title: str
    names: tuple[str, ...]
    awaited: tuple[int, ...]
    sessions: dict[str, int]
    hints: bool = False
    host: str = ""
    ended: bool = False


decode = msgspec.json.Decoder(Listing).decode


def listing_of(table: Table, awaited: tuple[int, ...]) -> bytes:
    """Write down what lists need of a table."""
    sessions = {session: seat for seat, chair in enumerate(table.chairs) for session in chair.sessions}
    names = tuple(chair.name for chair in table.chairs)
    opened = table.opened
    is_early = table.is_ended_early
    return msgspec.json.encode(Listing(table.game.title, names, awaited, sessions, opened.hints, opened.host, is_early))


def read_listing(row: TableRow) -> Listing:
    """Read what lists need of a table; raise Damaged."""
    if not (isinstance(row.opened_at, int) and isinstance(row.changed_at, int)):
        raise Damaged(row.id, say("damaged.row_times"))
    try:
        return decode(row.card)
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError) as error:
        raise Damaged(row.id, say("damaged.row")) from error


def host_of(row: TableRow) -> str:
    """Who opened a table; tables of older servers do not say, and each counts as somebody's only one."""
    return read_listing(row).host or row.id


def shown_to(session: SessionRow | None, row: TableRow) -> TableCard:
    """What a list shows of a table to a session; raise Damaged."""
    listing = read_listing(row)
    mine = listing.sessions.get(session.id) if session else None
    return TableCard(
        table=row.id,
        link=f"/t/{row.id}",
        game=row.game,
        title=listing.title,
        phase=row.phase,
        names=listing.names,
        opened_at=row.opened_at,
        changed_at=row.changed_at,
        mine=mine,
        awaited=mine is not None and mine in listing.awaited,
        hints=listing.hints,
        ended=listing.ended,
    )


def phase_of(table: Table) -> str:
    """What lists are told of where a table stands."""
    return "paused" if table.is_paused else table.phase.value


def row_of(table: Table, row: TableRow) -> TableRow:
    """The row of a table as its events have it."""
    last = table.recent[-1].entry.time
    return structs.replace(
        row,
        seats=table.opened.seats,
        phase=phase_of(table),
        free=len(table.free_seats()),
        opened_at=row.opened_at if isinstance(row.opened_at, int) else last,
        changed_at=row.changed_at if isinstance(row.changed_at, int) else last,
        copied_from=table.opened.seals,
        card=listing_of(table, tuple(table.awaited())),
    )


def players(entries: list[ev.Entry]) -> list[tuple[str, int]]:
    """Who has taken a seat in these events: sessions and seats."""
    return [
        (entry.event.session, entry.event.seat)
        for entry in entries
        if isinstance(entry.event, TAKES_A_SEAT) and entry.event.session
    ]
