"""The seal of a finished game: while somebody plays its deal again, only those who had a seat may look into it."""

from __future__ import annotations

from fairdeal.errors import Refused
from fairdeal.language.messages import say
from fairdeal.play.table import Phase, Table
from fairdeal.server.store import SessionRow, Store

ENDED = ("over", "void")  # phases of a row, as the store knows them


SEALED = say("server.sealed")


async def is_sealed(store: Store, table: Table, session: SessionRow | None) -> bool:
    """Tell whether this is a finished game whose deal is being played, and the session an outsider's."""
    if table.phase != Phase.OVER or (session is not None and table.seat_of(session.id) is not None):
        return False
    first = table.opened.copied_from or table.id
    return any(row.phase not in ENDED and not row.archived for row in await store.copies_of(first))


async def check_seal(store: Store, table: Table, session: SessionRow | None) -> None:
    """Refuse to show a game that is sealed."""
    if await is_sealed(store, table, session):
        raise Refused(SEALED)
