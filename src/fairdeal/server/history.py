"""The past of a table's game: its story, and how each moment was drawn; both are folded from the beginning."""

from __future__ import annotations

import asyncio

import msgspec

from fairdeal.contract.scene import Clash
from fairdeal.engine.kernel import SPECTATOR
from fairdeal.errors import Refused
from fairdeal.language.marks import apart
from fairdeal.language.messages import say
from fairdeal.play import events as ev
from fairdeal.play.sitting import Event
from fairdeal.play.table import Table
from fairdeal.play.telling import News, retold
from fairdeal.play.traces import Recent
from fairdeal.server import protocol as out
from fairdeal.server.artist import Artist
from fairdeal.server.ledger import Do, Ledger
from fairdeal.server.teller import Teller

PASTS = 64  # past moments that are kept drawn


class PastMoment(msgspec.Struct, frozen=True):
    """A past moment, as one viewer saw it."""

    lines: tuple[str, ...]
    marks: tuple[out.Marks, ...]
    public: msgspec.Raw
    own: msgspec.Raw | None
    stills: tuple[out.StillDoc, ...]
    moved: tuple[str, ...]
    clash: Clash | None
    sums: out.SumsDoc | None


class History:
    """What viewers were told of a game, and saw of it."""

    def __init__(self, ledger: Ledger, teller: Teller) -> None:
        self._ledger = ledger
        self._teller = teller
        self._stories: dict[tuple[int, str], list[out.StoryLine]] = {}
        self._pasts: dict[tuple[int, int, str], PastMoment] = {}

    def forget(self) -> None:
        """The table has been read anew."""
        self._stories.clear()
        self._pasts.clear()

    def follow(self, news: list[Recent]) -> None:
        """Something has happened: forget what is no longer true."""
        self._stories.clear()  # a whole story takes as much memory as a table; whoever comes later is told it anew
        for recent in news:
            if isinstance(recent.entry.event, ev.Undone):
                undone = recent.entry.event.number
                self._pasts = {key: past for key, past in self._pasts.items() if key[0] < undone}

    async def prepare_story(self, viewer: int, language: str) -> None:
        """Tell a game from the beginning in a thread of its own, since that takes a while."""
        table = self._ledger.table
        if table.sitting is None or (viewer, language) in self._stories:
            return
        number, events, artist = table.number, table.events_until(table.number), self._teller.artist(language)
        found = await asyncio.to_thread(story_of, artist, events, list(table.numbers), viewer)
        if self._ledger.table.number == number:
            self._stories[viewer, language] = self._with_notes(found, language)

    def story_now(self, viewer: int, language: str) -> list[out.StoryLine]:
        """All that happened in the game, as one viewer was told in a language."""
        if (viewer, language) not in self._stories:  # something happened while it was prepared
            table = self._ledger.table
            events = table.events_until(table.number)
            found = story_of(self._teller.artist(language), events, table.numbers, viewer)
            self._stories[viewer, language] = self._with_notes(found, language)
        return self._stories[viewer, language]

    def _with_notes(self, story: list[out.StoryLine], language: str) -> list[out.StoryLine]:
        remarks = self._ledger.table.remarks
        notes = [note for number in remarks if (note := self._teller.note(number, language)) is not None]
        return sorted(
            [*story, *(out.StoryLine(n.number, n.text, note=True) for n in notes)], key=lambda line: line.number
        )

    async def past(self, do: Do, number: int, viewer: int, language: str) -> PastMoment:
        """What a viewer was told at a past event, and saw after it: folded from the beginning, by its own view."""
        key = (number, viewer, language)
        if key not in self._pasts:
            events = await do(lambda table, now: events_of(table, number))
            drawn = await asyncio.to_thread(draw_past, self._teller.artist(language), events, viewer)
            if len(self._pasts) >= PASTS:
                del self._pasts[next(iter(self._pasts))]
            self._pasts[key] = drawn
        return self._pasts[key]


def events_of(table: Table, number: int) -> list[Event]:
    """The events of the game up to the one with that number."""
    if table.sitting is None or number not in table.numbers:
        raise Refused(say("server.no_event", number=number))
    return table.events_until(number)


def story_of(artist: Artist, events: list[Event], numbers: list[int], viewer: int) -> list[out.StoryLine]:
    """Tell a game from the beginning, as one viewer was told."""
    you = None if viewer == SPECTATOR else viewer
    catalogue = artist.setting.catalogue(you, artist.names, artist.language)
    return [
        out.StoryLine(number, line.text, at in news.private_lines(artist.game, viewer, catalogue), marks=line.marks)
        for number, news in zip(numbers, retold(artist.setting, events, viewer, SPECTATOR), strict=True)
        for at, line in enumerate(news.marked_lines(artist.game, viewer, catalogue))
    ]


def draw_past(artist: Artist, events: list[Event], viewer: int) -> PastMoment:
    """Draw the last of these events as one viewer saw it."""
    fresh = Artist(artist.setting, artist.names, artist.language)
    *_, last = retold(artist.setting, events, viewer, SPECTATOR)
    lines, marks = apart(last.marked_lines(artist.game, viewer, fresh.catalogue(viewer)))
    public, own = fresh.public(last.after[SPECTATOR]), fresh.past(last.after[viewer], viewer)
    change = last.change(artist.game, viewer)
    sums = fresh.sums(change.sums, viewer)
    return PastMoment(lines, marks, public, own, draw_stills(fresh, last, viewer), change.moved, change.clash, sums)


def draw_stills(artist: Artist, news: News, viewer: int) -> tuple[out.StillDoc, ...]:
    """Draw what rested before the scene after an event."""
    common, own = (news.change(artist.game, eyes).stills for eyes in (SPECTATOR, viewer))
    return tuple(
        out.StillDoc(artist.public(all_saw), artist.own(view, viewer, []), artist.prompt(view, viewer))
        for all_saw, view in zip(common, own, strict=True)
    )
