"""What viewers of one table are sent: its document, and scenes, whose public part is drawn and encoded once."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from fairdeal.contract import scene
from fairdeal.contract.game import Game, Setting, list_legal
from fairdeal.contract.rules import State
from fairdeal.contract.scene import Scene, Sums
from fairdeal.contract.words import PLAIN_VERDICTS
from fairdeal.engine.kernel import SPECTATOR
from fairdeal.engine.plain import record_of
from fairdeal.kit.redrawing import Sketchbook, drawn_into
from fairdeal.language.languages import DEFAULT
from fairdeal.language.messages import Catalogue, apart, say
from fairdeal.language.voice import HOUSE
from fairdeal.play.chairs import Chair
from fairdeal.play.clocks import Watch
from fairdeal.play.company import Company
from fairdeal.play.fairness import FairPart
from fairdeal.play.table import Phase, Table
from fairdeal.server import protocol as out
from fairdeal.server.efforts import Efforts


class _Parts(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A `Scene` whose larger parts are encoded; its fields have the same names, order and defaults."""

    prompt: Any = ""
    zones: tuple[msgspec.Raw, ...] = ()
    panels: tuple[msgspec.Raw, ...] = ()
    paths: tuple[scene.Path, ...] = ()
    buttons: tuple[scene.Button, ...] = ()
    status: tuple[Any, ...] = ()
    suits: msgspec.Raw | tuple[()] = ()
    lesson: str = ""


Said = tuple[tuple[Any, ...], list[msgspec.Raw]]
"""The parts of a scene, and how they were encoded."""
NOTHING_SAID: Said = ((), [])


@dataclass
class Artist:
    """Draws one game for its viewers in one language, with the names of its players."""

    setting: Setting
    names: Mapping[int, str]
    language: str = DEFAULT
    catalogues: dict[int, Catalogue] = field(default_factory=dict)
    idle: dict[int, tuple[list[bytes], msgspec.Raw]] = field(default_factory=dict)
    """The own parts of seats that had nothing to do, and what they were drawn of."""
    sketches: Sketchbook = field(default_factory=dict)
    said: dict[int, Said] = field(default_factory=dict)
    """By viewer, who may be called `you`: the last scene."""

    def __post_init__(self) -> None:
        self.game: Game = self.setting.game

    def catalogue(self, viewer: int) -> Catalogue:
        """Who speaks to a viewer; onlookers, and whatever all are sent alike, are never spoken to as `you`."""
        if viewer not in self.catalogues:
            you = viewer if viewer != SPECTATOR else None
            self.catalogues[viewer] = replace(self._speaker, viewer=you)
        return self.catalogues[viewer]

    @functools.cached_property
    def _speaker(self) -> Catalogue:
        """What speaks to nobody yet: all viewers share its names, and the texts that it keeps."""
        return self.setting.catalogue(None, self.names, self.language)

    def _encoded(self, drawn: Scene, viewer: int) -> msgspec.Raw:
        """Encode a scene; where a game draws only what has changed, only what it has drawn."""
        encode = self.catalogue(viewer).encoder.encode
        if not self.sketches:
            return msgspec.Raw(encode(drawn))
        parts = (*drawn.zones, *drawn.panels, drawn.suits)
        before, said = self.said.get(viewer, NOTHING_SAID)
        if len(before) == len(parts):  # then each is where it was, and mostly the very same
            again = zip(parts, before, said, strict=True)
            said = [raw if part is last else msgspec.Raw(encode(part)) for part, last, raw in again]
        else:
            said = [msgspec.Raw(encode(part)) for part in parts]
        self.said[viewer] = parts, said
        zones = len(drawn.zones)
        suits = said[-1] if drawn.suits else ()
        rest = drawn.paths, drawn.buttons, drawn.status, suits, drawn.lesson
        return msgspec.Raw(encode(_Parts(drawn.prompt, tuple(said[:zones]), tuple(said[zones:-1]), *rest)))

    def public(self, view: State) -> msgspec.Raw:
        """Draw what all may see, of a spectator's view."""
        assert self.game.public_scene is not None
        return self._encoded(drawn_into(self.sketches, self.game.public_scene, view), SPECTATOR)

    def own(self, view: State, seat: int, legal: list[int]) -> msgspec.Raw | None:
        """Draw what a seat has beyond that, of its view; a spectator has nothing."""
        if seat == SPECTATOR:
            return None
        if legal or self.idle_places is None:
            return self._own(view, seat, legal)
        key = [view.as_bytes[place] for place in self.idle_places]
        kept = self.idle.get(seat)
        if kept is None or kept[0] != key:
            kept = self.idle[seat] = key, self._own(view, seat, legal)
        return kept[1]

    def _own(self, view: State, seat: int, legal: list[int]) -> msgspec.Raw:
        assert self.game.own_scene is not None
        return self._encoded(drawn_into(self.sketches, self.game.own_scene, view, seat, legal), seat)

    @functools.cached_property
    def idle_places(self) -> list[slice] | None:
        """Where in a view's bytes that is which the own part of an idle seat is drawn of."""
        if self.game.idle_fields is None:
            return None
        fields: Mapping[str, Any] = self.game.rules.STATE.fields or {}
        found = [fields[name] for name in self.game.idle_fields]
        return [slice(offset, offset + kind.itemsize) for kind, offset, *_ in found]

    def prompt(self, view: State, viewer: int) -> str:
        """Say to a viewer what is awaited."""
        return self.catalogue(viewer).render(self.game.words.prompt(view, viewer))

    def sums(self, sums: Sums | None, viewer: int) -> out.SumsDoc | None:
        """Say to a viewer what a round came to."""
        if sums is None:
            return None
        said = scene.spoken(sums, self.catalogue(viewer))
        rows = (out.SumRowDoc(row.seat, row.values, row.before, row.after, str(row.note)) for row in said.rows)
        return out.SumsDoc(str(said.title), tuple(map(str, said.columns)), tuple(rows), said.leaders)

    def past(self, view: State, seat: int) -> msgspec.Raw | None:
        """Draw what a seat had in the past, with nothing to be done any more."""
        if seat == SPECTATOR:
            return None
        assert self.game.own_scene is not None
        legal = list_legal(self.game.rules, record_of(view), seat)
        own: Scene = msgspec.structs.replace(self.game.own_scene(view, seat, legal), paths=())
        return self._encoded(own, seat)


def table_doc(table: Table, at: int, company: Company, watching: int, language: str, efforts: Efforts) -> out.TableDoc:
    """Say in a language what everybody may know of a table."""
    opened = table.opened
    return out.TableDoc(
        id=table.id,
        game=opened.game,
        title=table.game.title,
        options=options_doc(table),
        chairs=tuple(
            _chair_doc(table, seat, chair, at, seat in company.here, efforts.of(seat))
            for seat, chair in enumerate(table.chairs)
        ),
        phase=table.phase,
        number=table.number,
        at=at,
        commitment=table.starts.commitment,
        clock=opened.clock,
        paused=table.is_paused,
        listed=opened.listed,
        hints=opened.hints,
        watching=watching,
        start=table.starts.number,
        voids=tuple(out.VoidDoc(start, void.silent, void.secret) for start, void in enumerate(table.starts.voids, 1)),
        ask=None if table.ask is None else out.AskDoc(table.ask.what, table.ask.seat, tuple(sorted(table.ask.agreed))),
        begins_at=table.countdown_until(),
        ends_at=table.ends_at(),
        result=result_doc(table, language),
        ended=ended_text(table, language),
        away=away_docs(table, company),
        offer=offer_doc(table),
        rematch=table.rematch,
        closed=HOUSE.said(say("table.cancelled", player=table.closed_by), language) if table.closed_by else "",
        copied_from=opened.copied_from,
        copied=None if opened.copied is None else _copied_doc(opened.copied),
        practice=opened.practice,
        day=opened.day,
    )


def _copied_doc(part: FairPart) -> out.CopiedDoc:
    seats = tuple(out.PromiseDoc(its.commitment or "", its.bot) for its in part.seats)
    return out.CopiedDoc(part.start, part.commitment.hex(), seats)


def options_doc(table: Table) -> dict[str, object]:
    """The options as they were agreed. Cards are left out: which ones there are may be a secret of the game."""
    agreed = {option.name: table.opened.options.get(option.name, option.default) for option in table.game.options}
    return {name: value for name, value in agreed.items() if isinstance(value, str | int)}


def _chair_doc(table: Table, seat: int, chair: Chair, at: int, here: bool, effort: int | None) -> out.ChairDoc:
    has_clock = table.opened.clock.kind != "none" and chair.is_person
    return out.ChairDoc(
        seat=seat,
        name=chair.name,
        who="person" if chair.is_person else "nobody" if chair.is_free else "bot",
        level=chair.bot,
        here=here,
        host=table.opened.host in chair.sessions,
        commitment=chair.commitment,
        nonce=chair.nonce if table.sitting is not None else "",
        left=chair.watch.remaining(at) if has_clock else None,
        runs=has_clock and chair.watch.since is not None,
        hints=table.hints_of(seat),
        by_wish=chair.by_wish,
        effort=effort,
    )


def away_docs(table: Table, company: Company) -> tuple[out.AwayDoc, ...]:
    """Who is away from the game, and what the others may decide about it."""
    if table.phase != Phase.PLAYING or table.is_paused:
        return ()
    return tuple(
        out.AwayDoc(
            seat,
            away.since,
            company.host_from(table, seat),
            company.all_from(table, seat),
            tuple(out.VoteDoc(voter, vote.what) for voter, vote in sorted(away.votes.items())),
        )
        for seat, away in sorted(company.missed(table).items())
    )


def offer_doc(table: Table) -> out.OfferDoc | None:
    """The rematch that is offered, and who has answered."""
    if table.offer is None:
        return None
    return out.OfferDoc(table.offer.seat, tuple(sorted(table.offer.joins)), tuple(sorted(table.offer.declines)))


def result_doc(table: Table, language: str) -> dict[str, object] | None:
    """Say how the game ended, and why, in the game's own words."""
    if table.ended is None or table.ended.cause or table.sitting is None:
        return None
    catalogue = table.sitting.setting.catalogue(None, table.names(), language)
    verdict, *others = table.game.words.result(table.view(SPECTATOR))
    lines, marks = apart(map(catalogue.mark, (verdict, *others)))
    scores, winners = list(table.ended.scores), list(table.ended.winners)
    is_plain = verdict.key in PLAIN_VERDICTS
    return {"scores": scores, "winners": winners, "lines": lines, "marks": marks, "plain": is_plain}


def ended_text(table: Table, language: str) -> str:
    """Say why a game was ended early; empty of any other."""
    if table.ended is None or not table.ended.cause:
        return ""
    return HOUSE.said(say("note.ended", player=table.chairs[table.ended.seat].name), language)


def watches(table: Table, at: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What is left on each seat's clock, and whose clock runs; nothing where there is no clock."""
    if table.opened.clock.kind == "none" or table.phase == Phase.OVER:
        return (), ()
    all_watches: list[Watch] = [chair.watch for chair in table.chairs]
    left = tuple(watch.remaining(at) for watch in all_watches)
    return left, tuple(seat for seat, watch in enumerate(all_watches) if watch.since is not None)
