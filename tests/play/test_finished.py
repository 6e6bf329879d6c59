"""The record of a finished table: the same whether the rules are known or not, but for what its deals drew."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fairdeal import games
from fairdeal.play import events as ev
from fairdeal.play.commands import consent, deals, moves
from fairdeal.play.finished import events_that_stand, folded_without_rules, record_of, record_without_rules
from fairdeal.play.table import Phase
from tests.play.tables import Play

OPTIONS: dict[str, dict[str, object]] = {"caster": {"rounds": 1}, "coast": {"countdown": 3}}


def finished(game: str) -> tuple[Play, list[ev.Entry]]:
    """Play a whole game that was paused, and in which something was taken back if it could be."""
    play = Play(game, games.find(game).seat_counts[0], people=1, options=OPTIONS.get(game))
    fresh = play.table.take_fresh()
    play.at += 7_000
    play.do(consent.ask_for, "s0", "pause")
    play.at += 5_000
    play.do(consent.resume, "s0")
    undone = 0
    while play.phase() != Phase.OVER:
        play.at += 10
        play.do(deals.wake)
        if play.table.awaited() and play.step() == 0 and undone < 3 and play.table.may_undo(0):
            play.do(moves.undo, "s0")
            undone += 1
    return play, [recent.entry for recent in (*fresh, *play.table.take_fresh())]


@pytest.mark.parametrize("game", games.NAMES)
def test_a_record_follows_from_the_stored_events_alone(game: str) -> None:
    play, entries = finished(game)
    stored = [ev.decode(ev.encode(entry)) for entry in entries]
    table = folded_without_rules(play.table.id, play.table.secret, stored)
    assert table.sitting is None
    assert record_without_rules(table, stored) == without_draws(record_of(play.table))
    assert any(isinstance(entry.event, ev.Resumed) for entry in stored)


def test_what_was_taken_back_is_no_part_of_it() -> None:
    play, entries = finished("battle")
    assert any(isinstance(entry.event, ev.Undone) for entry in entries)
    assert play.table.sitting is not None
    assert events_that_stand(entries) == play.table.sitting.events


def test_a_record_that_older_servers_stored_lacks_what_chance_made_of_the_options() -> None:
    play, entries = finished("battle")
    older = [*entries[:-1], msgspec.structs.replace(entries[-1], event=without_options(entries[-1].event))]
    written = record_without_rules(folded_without_rules(play.table.id, play.table.secret, older), older)
    whole = without_draws(record_of(play.table))
    missing = {name: whole["options"][name] for name in whole["options"].keys() - written["options"].keys()}
    assert missing.keys() == {"cards"}
    assert {**written, "options": {**written["options"], **missing}} == whole


def without_draws(record: dict[str, Any]) -> dict[str, Any]:
    """Only who has the rules can list draws; there are some for every deal."""
    dealt = sum(event["seat"] is None for event in record["events"])
    assert len(record["fair"].pop("draws")) - dealt in (0, 1)
    return record


def without_options(event: ev.Event) -> ev.Event:
    assert isinstance(event, ev.Ended)
    return msgspec.structs.replace(event, options={})
