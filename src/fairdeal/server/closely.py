"""A closer look: everything about one piece in sentences, by one viewer's view alone."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from fairdeal.contract.rules import State
from fairdeal.engine.kernel import SPECTATOR
from fairdeal.language.marks import Mark, apart
from fairdeal.play.sitting import Event
from fairdeal.play.telling import retold
from fairdeal.server.artist import Artist
from fairdeal.server.history import events_of
from fairdeal.server.live import LiveTable


class Closer(NamedTuple):
    """What a piece is called, and what there is to say of it; all empty where there is no such piece."""

    title: str = ""
    lines: tuple[str, ...] = ()
    marks: tuple[tuple[Mark, ...], ...] = ()


async def look_closely(live: LiveTable, viewer: int, pick: str, number: int | None, language: str) -> Closer:
    """Tell a viewer about a piece as it is now, or as it was after a past event."""
    artist = live.teller.artist(language)
    if number is not None:
        events = await live.mailbox.do(lambda table, now: events_of(table, number))
        return await asyncio.to_thread(told_of_past, artist, events, viewer, pick)
    view = await live.mailbox.do(lambda table, now: table.view(viewer))
    return _told(artist, view, viewer, pick)


def told_of_past(artist: Artist, events: list[Event], viewer: int, pick: str) -> Closer:
    """Fold the game from its beginning, which takes a while."""
    *_, last = retold(artist.setting, events, viewer, SPECTATOR)
    return _told(artist, last.after[viewer], viewer, pick)


def _told(artist: Artist, view: State, viewer: int, pick: str) -> Closer:
    about = artist.game.about
    messages = about(view, viewer, pick) if about is not None else ()
    if not messages:
        return Closer()
    you = viewer if viewer != SPECTATOR else None
    catalogue = artist.setting.catalogue(you, artist.names, artist.language)  # its own, for it may be another thread
    title, *lines = map(catalogue.mark, messages)
    return Closer(title.text, *apart(lines))
