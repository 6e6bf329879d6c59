"""The course of a finished game, as a client goes through it."""

from __future__ import annotations

from fairdeal.engine.kernel import SPECTATOR
from fairdeal.play.table import Table
from fairdeal.play.telling import course
from fairdeal.server.artist import Artist
from fairdeal.server.documents import ReplayDoc
from fairdeal.server.drawing import ended_text, result_doc


def replay_of(table: Table, language: str) -> ReplayDoc:
    """Give the course of a game that is over."""
    assert table.sitting is not None
    events = list(table.sitting.events)
    found = course(table.setting(), events)
    artist = Artist(table.setting(), table.names(), language)
    return ReplayDoc(
        table=table.id,
        game=table.opened.game,
        title=table.game.title,
        names=tuple(chair.name for chair in table.chairs),
        numbers=tuple(table.numbers),
        times=tuple(event.at or 0 for event in events),
        seats=tuple(event.seat for event in events),
        points=found.points,
        rounds=tuple(doc for sums in found.rounds if (doc := artist.sums(sums, SPECTATOR)) is not None),
        result=result_doc(table, language) or {},
        ended=ended_text(table, language),
    )
