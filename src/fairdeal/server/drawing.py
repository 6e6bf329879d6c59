"""What viewers of one table are sent beside scenes: its document, and what is left on its clocks."""

from __future__ import annotations

from fairdeal.contract.words import PLAIN_VERDICTS
from fairdeal.engine.kernel import SPECTATOR
from fairdeal.language.marks import apart
from fairdeal.language.messages import say
from fairdeal.language.voice import HOUSE
from fairdeal.play.chairs import Chair
from fairdeal.play.clocks import Watch
from fairdeal.play.company import Company
from fairdeal.play.fairness import FairPart
from fairdeal.play.table import Phase, Table
from fairdeal.server import protocol as out
from fairdeal.server.efforts import Efforts


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
