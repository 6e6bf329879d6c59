"""Puzzles: one's own faults as positions to try again, each kept for whoever made it."""

from __future__ import annotations

import asyncio

import msgspec
from msgspec import structs

from fairdeal.errors import Refused, UnknownTable
from fairdeal.language.messages import say
from fairdeal.play import records
from fairdeal.play.sitting import Sitting
from fairdeal.play.table import Table
from fairdeal.review.findings import FAULTS, Review, ReviewedChoice
from fairdeal.review.telling import ToldChoice, told_choice
from fairdeal.server.documents import AttemptDoc, PuzzleAction, PuzzleCard, PuzzleDoc
from fairdeal.server.hub import Hub
from fairdeal.server.kept_reviews import kept_review
from fairdeal.server.reviewers import Reviewers
from fairdeal.server.store import SessionRow, Store

KIND = "puzzle"  # of document in the store, by session, table and the number of the event
_read_card = msgspec.json.Decoder(PuzzleCard).decode
_read_choice = msgspec.json.Decoder(ReviewedChoice).decode


def key_of(session: SessionRow, table: str, number: int) -> str:
    return f"{session.id}/{table}/{number:06}"


async def note_faults(store: Store, session: SessionRow, table: Table, seat: int, found: Review) -> None:
    """Keep what a seat could have done better as puzzles for who sat there; those that are there stay as they are.

    Before the first event there is nothing to look at, so what was chosen there is no puzzle.
    """
    known = await store.kept_under(KIND, f"{session.id}/{table.id}/")
    for choice in found.choices:
        number = table.numbers[choice.event]
        key = key_of(session, table.id, number)
        if choice.seat == seat and choice.event > 0 and choice.grade in FAULTS and key not in known:
            card = PuzzleCard(table.id, number, table.opened.game, table.game.title, seat)
            await store.keep(KIND, key, msgspec.json.encode(card))


async def puzzles_of(store: Store, session: SessionRow) -> list[PuzzleCard]:
    """List somebody's puzzles."""
    kept = await store.kept_under(KIND, f"{session.id}/")
    return [_read_card(value) for value in kept.values()]


async def puzzle(hub: Hub, session: SessionRow, name: str, number: int, language: str) -> PuzzleDoc:
    """Give a puzzle: where to look, and what can be done there."""
    card, table = await _found(hub, session, name, number)
    place = table.numbers.index(number)
    actions = await asyncio.to_thread(_actions, table, place, card.seat, language)
    return PuzzleDoc(card, table.numbers[place - 1], actions)


async def attempt(
    hub: Hub, reviewers: Reviewers, session: SessionRow, name: str, number: int, action: str, language: str
) -> AttemptDoc:
    """Judge what somebody would do now against what the review named best; it is solved by what is not surely worse.

    What was chosen in the game has been judged already.
    """
    card, table = await _found(hub, session, name, number)
    place = table.numbers.index(number)
    assert table.sitting is not None
    if action not in _at(table, place).legal_texts(card.seat):
        raise Refused(say("server.no_attempt"))
    reviewed = await _reviewed(hub.store, table, place)
    if reviewed is not None and action == table.game.words.text(reviewed.chosen):
        choice = reviewed
    else:
        record = await asyncio.to_thread(records.line, table.sitting)
        choice = _read_choice(await reviewers.judge(record.encode(), place, action, reviewed))
    is_solved = choice.grade not in FAULTS
    card = structs.replace(card, tries=card.tries + 1, solved=card.solved or is_solved)
    await hub.store.keep(KIND, key_of(session, name, number), msgspec.json.encode(card))
    return AttemptDoc(is_solved, await asyncio.to_thread(_told, table, choice, language))


async def _found(hub: Hub, session: SessionRow, name: str, number: int) -> tuple[PuzzleCard, Table]:
    table = (await hub.finished(name, session)).table
    kept = await hub.store.kept(KIND, key_of(session, table.id, number))
    if kept is None:
        raise UnknownTable(say("server.no_puzzle"))
    return _read_card(kept), table


async def _reviewed(store: Store, table: Table, place: int) -> ReviewedChoice | None:
    """Give what the review found of a choice, if there is still one that can be read."""
    found = await kept_review(store, table)
    return next((choice for choice in found.choices if choice.event == place), None) if found else None


def _at(table: Table, place: int) -> Sitting:
    """The game before one of its events."""
    assert table.sitting is not None
    sitting = Sitting(table.setting())
    for event in table.sitting.events[:place]:
        sitting.redo(event)
    return sitting


def _actions(table: Table, place: int, seat: int, language: str) -> tuple[PuzzleAction, ...]:
    sitting, words = _at(table, place), table.game.words
    view, catalogue = sitting.view(seat), table.setting().catalogue(seat, table.names(), language)
    named = [(action, catalogue.mark(words.named(view, seat, action))) for action in sitting.legal(seat)]
    return tuple(PuzzleAction(words.text(action), name.text, name.marks) for action, name in named)


def _told(table: Table, choice: ReviewedChoice, language: str) -> ToldChoice:
    view = _at(table, choice.event).view(choice.seat)
    return told_choice(table.setting(), table.setting().catalogue(choice.seat, table.names(), language), choice, view)
