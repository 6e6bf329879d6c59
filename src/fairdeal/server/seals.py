"""The seal of a finished game: while somebody plays its deal again, only those who had a seat may look into it.

A deal of the day is sealed for everybody, whoever played it, until the day ends.
"""

from __future__ import annotations

from fairdeal.errors import NotYours, Refused
from fairdeal.language.messages import say
from fairdeal.play.days import end_of
from fairdeal.play.table import Phase, Table
from fairdeal.server.store import SessionRow, Store

ENDED = ("over", "void")  # phases of a row, as the store knows them


SEALED = say("server.sealed")
SEALED_TODAY = say("daily.sealed")


def is_of_today(table: Table, time: int) -> bool:
    """Tell whether a table plays a deal of a day that has not ended, by the calendar's milliseconds."""
    return bool(table.opened.day) and time < end_of(table.opened.day)


def check_day(table: Table, time: int) -> None:
    """Refuse whatever would show or repeat a deal of the day before its day has ended."""
    if is_of_today(table, time):
        raise Refused(SEALED_TODAY)


def check_listener(table: Table, session: SessionRow | None, time: int) -> None:
    """Refuse to let anybody but its player listen to a table that plays a deal of the day, until the day has ended."""
    is_player = session is not None and table.seat_of(session.id) is not None
    if not is_player and is_of_today(table, time):
        raise NotYours(SEALED_TODAY)


async def is_sealed(store: Store, table: Table, session: SessionRow | None) -> bool:
    """Tell whether this is a finished game whose deal is being played, and the session an outsider's."""
    if table.phase != Phase.OVER or (session is not None and table.seat_of(session.id) is not None):
        return False
    first = table.opened.copied_from or table.id
    return any(row.phase not in ENDED and not row.archived for row in await store.copies_of(first))


async def check_seal(store: Store, table: Table, session: SessionRow | None, time: int) -> None:
    """Refuse to show a finished game that is sealed; of a running one everybody sees no more than what is theirs."""
    if table.phase == Phase.OVER:
        check_day(table, time)
    if await is_sealed(store, table, session):
        raise Refused(SEALED)
