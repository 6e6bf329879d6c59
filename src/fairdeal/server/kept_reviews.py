"""Reviews as the store has them: numbers only, one of each table."""

from __future__ import annotations

import msgspec

from fairdeal.play.table import Table
from fairdeal.review.findings import Review
from fairdeal.server.store import Store

KIND = "review"  # of document in the store, by the table
_read = msgspec.json.Decoder(Review).decode


async def kept_review(store: Store, table: Table) -> Review | None:
    """Give what was found of a table by its rules, by whatever code; None if that is nothing that can be read."""
    kept = await store.kept(KIND, table.id)
    if kept is None:
        return None
    try:
        found = _read(kept)
    except msgspec.DecodeError:
        return None
    return found if found.rules_version == table.game.rules_version else None
