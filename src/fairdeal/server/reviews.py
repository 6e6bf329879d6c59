"""Reviews of finished games: each is made once for all, kept in the store, and told in the language of whoever asks."""

from __future__ import annotations

import asyncio
import functools
from dataclasses import dataclass

from fairdeal.language.languages import DEFAULT
from fairdeal.language.messages import say
from fairdeal.language.voice import HOUSE
from fairdeal.play import records
from fairdeal.play.table import Table
from fairdeal.review.findings import Review
from fairdeal.review.reviewing import digest
from fairdeal.review.telling import told
from fairdeal.review.trials import Trials
from fairdeal.server.documents import ReviewDoc, ReviewWait
from fairdeal.server.hub import Hub
from fairdeal.server.kept_reviews import KIND, kept_review
from fairdeal.server.puzzles import note_faults
from fairdeal.server.reviewers import Reviewers
from fairdeal.server.store import SessionRow

MOST_WAITING = 20  # reviews that are made or wait; whoever comes later asks again
DRAWN = 64  # documents that are kept in memory


@dataclass
class Making:
    """A review that is made, or waits for others."""

    task: asyncio.Task[None]
    share: float = 0.0


class Reviews:
    """All reviews of a server."""

    def __init__(self, hub: Hub, reviewers: Reviewers | None = None) -> None:
        self._hub = hub
        self.reviewers = reviewers or Reviewers()
        self._making: dict[str, Making] = {}
        self._documents: dict[tuple[str, int | None, str], ReviewDoc] = {}

    @property
    def shares(self) -> list[float]:
        """How far the reviews are that are made or wait."""
        return [making.share for making in self._making.values()]

    async def of(self, name: str, session: SessionRow | None, language: str = DEFAULT) -> ReviewDoc | ReviewWait:
        """Give the review of a finished game that one may look into, or say how far it is; begin it if nobody has."""
        table = (await self._hub.finished(name, session)).table
        found = await self._kept(table)
        if found is None:
            return self._wait(table, language)
        mine = table.seat_of(session.id) if session else None
        if (key := (name, mine, language)) not in self._documents:
            if len(self._documents) >= DRAWN:
                del self._documents[next(iter(self._documents))]
            self._documents[key] = await asyncio.to_thread(document, table, found, mine, language)
        if session is not None and mine is not None:
            await note_faults(self._hub.store, session, table, mine, found)
        return self._documents[key]

    def stop(self) -> None:
        """Break off what is being made; it is made anew when somebody asks again."""
        self.reviewers.stop()
        for making in self._making.values():
            making.task.cancel()

    async def _kept(self, table: Table) -> Review | None:
        """Read a review that was made by these rules and this code."""
        found = await kept_review(self._hub.store, table)
        return found if found is not None and found.bots == digest(Trials(table.game)) else None

    def _wait(self, table: Table, language: str) -> ReviewWait:
        if table.id not in self._making and len(self._making) >= MOST_WAITING:
            return waiting(0.0, len(self._making), language)
        making = self._make(table)
        if making.task.done() and (error := making.task.exception()) is not None:
            del self._making[table.id]
            raise error
        return waiting(making.share, list(self._making).index(table.id), language)

    def _make(self, table: Table) -> Making:
        """Let a review be made, unless it already is."""
        if table.id not in self._making:
            self._making[table.id] = making = Making(asyncio.create_task(self._keep(table)))
            making.task.add_done_callback(functools.partial(self._forget, table.id))
        return self._making[table.id]

    def _forget(self, name: str, task: asyncio.Task[None]) -> None:
        """What has succeeded is in the store; why something failed is told to whoever asks next."""
        if task.cancelled() or task.exception() is None:
            self._making.pop(name, None)

    async def _keep(self, table: Table) -> None:
        assert table.sitting is not None
        record = await asyncio.to_thread(records.line, table.sitting)
        found = await self.reviewers.make(record.encode(), functools.partial(self._hear, table.id))
        await self._hub.store.keep(KIND, table.id, found)

    def _hear(self, name: str, share: float) -> None:
        """Note how far a review is; called by the thread that makes it."""
        if (making := self._making.get(name)) is not None:
            making.share = share


def waiting(share: float, before: int, language: str) -> ReviewWait:
    """Say that a review is not there yet."""
    message = (
        say("server.review_waits", count=before) if before else say("server.review_making", percent=round(100 * share))
    )
    return ReviewWait(share, HOUSE.said(message, language))


def document(table: Table, found: Review, viewer: int | None, language: str) -> ReviewDoc:
    """Say what a review found to who played that seat, or to somebody else."""
    assert table.sitting is not None
    return ReviewDoc(
        table=table.id,
        game=table.opened.game,
        names=tuple(chair.name for chair in table.chairs),
        numbers=tuple(table.numbers),
        told=told(found, table.setting(), list(table.sitting.events), table.names(), language, viewer),
        mine=viewer,
    )
