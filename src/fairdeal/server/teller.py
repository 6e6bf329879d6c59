"""What each viewer of a table is told: the scene as it is, and every event of the game, masked for its viewer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from fairdeal.contract.scene import Change
from fairdeal.engine.kernel import DEALER, SPECTATOR
from fairdeal.language.marks import apart
from fairdeal.language.messages import PLAIN, SEAT, Card, Message, Seat, say
from fairdeal.language.voice import HOUSE
from fairdeal.play import events as ev
from fairdeal.play.telling import News
from fairdeal.play.traces import Recent
from fairdeal.server import protocol as out
from fairdeal.server.artist import Artist
from fairdeal.server.drawing import watches
from fairdeal.server.ledger import Ledger

Lines = tuple[tuple[str, ...], tuple[out.Marks, ...]]
"""Sentences, and what each of them names."""
LISTS = (list, tuple)
NO_OWN = b"null"  # what onlookers have beyond what all may see
GAP = b"\0"  # for a part of a scene: a byte that no JSON has


class Common(msgspec.Struct):
    """An event of the game, and what all its viewers are told alike in one language."""

    artist: Artist
    number: int
    news: News
    is_last: bool
    by: str
    story: list[Message] | None
    """None if it is told differently."""
    lines: Lines
    """The story as it is told to onlookers, and to whoever is not spoken to."""
    addressed: set[int]
    """The seats that it may speak to as `you`."""
    public: msgspec.Raw
    change: Change
    """What onlookers may know of what it did."""
    stills: tuple[msgspec.Raw, ...]
    """The public part of each."""
    left: tuple[int, ...]
    runs: tuple[int, ...]
    around: tuple[bytes, ...] = ()
    """What goes before and after the own part in the messages to all who are told just the same; none if nobody is."""


class Teller:
    """Makes the messages of one table."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._artists: dict[str, Artist] = {}

    def artist(self, language: str) -> Artist:
        """Who draws the table in a language."""
        if language not in self._artists:
            table = self._ledger.table
            self._artists[language] = Artist(table.setting(), table.names(), language)
        return self._artists[language]

    def forget(self) -> None:
        """The table has been read anew."""
        self._artists.clear()

    def common(self, recent: Recent, at: int, is_last: bool, language: str) -> Common:
        """What all are told alike of an event of the game. What can be done is said of the last one only."""
        artist = self.artist(language)
        news, event, game = recent.news, recent.entry.event, artist.game
        assert news is not None
        change = news.change(game, SPECTATOR)
        stills = tuple(artist.public(view) for view in change.stills)
        story = news.story(game, SPECTATOR) if news.is_alike(game) else None
        speaker = artist.catalogue(SPECTATOR)
        common = Common(
            artist,
            recent.entry.number,
            news,
            is_last,
            event.by if type(event) is ev.Played else "",
            story,
            apart([speaker.mark(message) for message in story or ()]),
            seats_named(story or ()),
            artist.public(news.after[SPECTATOR]),
            change,
            stills,
            *watches(self._ledger.table, at),
        )
        if story is not None and not stills and change.sums is None:
            before, between, after = out.encode(event_telling(common)).split(GAP)
            common.around = b"".join((before, bytes(common.public), between)), after
        return common

    def message_for(self, common: Common, viewer: int) -> bytes:
        """An event of the game for one viewer, encoded: whoever is told nothing else shares all but the own part."""
        news = common.news
        is_shared = common.around and viewer not in common.addressed and viewer != news.actor
        if not is_shared or news.told[viewer] != news.told[SPECTATOR]:
            return out.encode(self.event_for(common, viewer))
        legal = self._ledger.table.legal(viewer) if common.is_last and viewer != SPECTATOR else []
        own = common.artist.own(news.after[viewer], viewer, legal)
        before, after = common.around
        return b"".join((before, NO_OWN if own is None else bytes(own), after))

    def event_for(self, common: Common, viewer: int) -> out.EventTelling:
        """An event of the game for one viewer."""
        table, artist, news, change = self._ledger.table, common.artist, common.news, common.change
        (lines, marks), private = self._lines(common, viewer)
        legal = table.legal(viewer) if common.is_last and viewer != SPECTATOR else []
        may_undo = common.is_last and viewer == news.actor and table.may_undo(viewer)
        if viewer != SPECTATOR and (
            common.story is None or common.stills
        ):  # it may be seen otherwise than by onlookers
            change = news.change(artist.game, viewer)
        return out.EventTelling(
            common.number,
            news.at or 0,
            None if news.actor == DEALER else news.actor,
            news.told_text(artist.game, viewer),
            common.by,
            lines,
            common.public,
            artist.own(news.after[viewer], viewer, legal),
            may_undo,
            common.left,
            common.runs,
            private,
            self._stills(common, change, viewer) if common.stills else (),
            change.moved,
            change.clash,
            None if change.sums is None else artist.sums(change.sums, viewer),
            marks,
        )

    def _stills(self, common: Common, change: Change, viewer: int) -> tuple[out.StillDoc, ...]:
        """Draw what rests before the scene after an event: for all alike, and what a viewer has beyond that."""
        artist = common.artist
        return tuple(
            out.StillDoc(public, artist.own(view, viewer, []), artist.prompt(view, viewer))
            for public, view in zip(common.stills, change.stills, strict=True)
        )

    def _lines(self, common: Common, viewer: int) -> tuple[Lines, tuple[int, ...]]:
        """What a viewer is told of an event, and which lines of it nobody else is."""
        if common.story is not None and viewer not in common.addressed:
            return common.lines, ()
        game, catalogue, news = common.artist.game, common.artist.catalogue(viewer), common.news
        if common.story is not None:
            return apart([catalogue.mark(message) for message in common.story]), ()
        return apart(news.marked_lines(game, viewer, catalogue)), news.private_lines(game, viewer, catalogue)

    def undone_for(self, number: int, undone: ev.Undone, viewer: int, language: str) -> out.UndoneTelling:
        public, own = self.scene(viewer, language)
        undo = viewer != SPECTATOR and self._ledger.table.may_undo(viewer)
        return out.UndoneTelling(number, undone.number, undone.seat, public, own, undo)

    def scene(self, viewer: int, language: str) -> tuple[msgspec.Raw, msgspec.Raw | None]:
        """The scene as it is now: the public part, and the viewer's own."""
        artist = self.artist(language)
        public = artist.public(self._ledger.table.view(SPECTATOR))
        legal = self._ledger.table.legal(viewer) if viewer != SPECTATOR else []
        return public, artist.own(self._ledger.table.view(viewer), viewer, legal)

    def note(self, number: int, language: str) -> out.NoteTelling | None:
        """What the story says of something that was done with that number and is not of the game."""
        remark = self._ledger.table.remarks.get(number)
        if remark is None:
            return None
        message = say(f"note.{remark.what}", player=self._ledger.table.chairs[remark.seat].name)
        return out.NoteTelling(number, HOUSE.said(message, language), remark.seat)


def event_telling(common: Common) -> out.EventTelling:
    """An event of the game for whoever is told what onlookers are, with a gap for each part of the scene."""
    news, change = common.news, common.change
    return out.EventTelling(
        common.number,
        news.at or 0,
        None if news.actor == DEALER else news.actor,
        news.told_text(common.artist.game, SPECTATOR),
        common.by,
        common.lines[0],
        msgspec.Raw(GAP),
        msgspec.Raw(GAP),
        left=common.left,
        runs=common.runs,
        moved=change.moved,
        clash=change.clash,
        marks=common.lines[1],
    )


def seats_named(story: Sequence[Message]) -> set[int]:
    """Find the seats that sentences, or parts of them, are about: those are spoken to as `you`."""
    found: set[int] = set()
    for message in story:
        _note_seats(message, found)
    return found


def _note_seats(said: Any, found: set[int]) -> None:
    if isinstance(said, Message):
        for name, value in said.arguments.items():
            kind = type(value)
            if kind is Seat:
                if name == SEAT:
                    found.add(value.number)
            elif kind not in PLAIN:
                _note_seats(value, found)
    elif isinstance(said, Card):
        if type(said.what) is not str:
            _note_seats(said.what, found)
    elif isinstance(said, LISTS):
        for part in said:
            _note_seats(part, found)


def said_of(entry: ev.Entry) -> out.SaidTelling:
    """What is told of something that was said."""
    said = entry.event
    assert isinstance(said, ev.Said)
    return out.SaidTelling(entry.number, said.seat, said.text, said.phrase)
