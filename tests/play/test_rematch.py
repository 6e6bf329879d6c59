"""A rematch, as the table of the finished game writes it down; and a table that is cancelled."""

from __future__ import annotations

import pytest

from fairdeal.errors import NotYours, Refused
from fairdeal.play import events as ev
from fairdeal.play.commands import deals, leaving, rematch, seats
from fairdeal.play.company import Company, Patience, Vote
from fairdeal.play.table import Phase, Table
from tests.play.tables import SECRET, Play

EVERYBODY = {0, 1, 2}


@pytest.fixture
def over() -> Play:
    """A game of three people that is over."""
    play = Play(count=3, people=3, options={"rounds": 1})
    company = Company(Patience(0, 0))
    company.note(play.table, {0}, play.at)
    leaving.decide(play.table, company, "s0", 1, Vote("end"), play.now)
    return play


def answers(table: Table) -> tuple[set[int], set[int]]:
    assert table.offer is not None
    return set(table.offer.joins), set(table.offer.declines)


def test_who_agrees_is_written_down_until_the_rematch_begins(over: Play) -> None:
    over.do(rematch.offer, "s1")
    assert answers(over.table) == ({1}, set())
    over.do(rematch.answer, "s0", True)
    over.do(rematch.answer, "s2", False)
    assert answers(over.table) == ({0, 1}, {2})
    over.do(rematch.answer, "s2", True)
    over.do(rematch.answer, "s0", False)
    assert answers(over.table) == ({1, 2}, {0}), "until it begins one may think better of it"
    entries = [ev.decode(ev.encode(recent.entry)) for recent in over.table.take_fresh()]
    assert Table.folded("t1", SECRET, entries).offer == over.table.offer


def test_two_who_offer_at_once_end_at_one_table(over: Play) -> None:
    over.do(rematch.offer, "s1")
    over.do(rematch.offer, "s0")
    assert over.table.offer is not None
    assert over.table.offer.seat == 1
    assert answers(over.table) == ({0, 1}, set())


def test_only_who_made_the_offer_takes_it_back(over: Play) -> None:
    with pytest.raises(Refused, match="No rematch is offered"):
        over.do(rematch.withdraw, "s0")
    over.do(rematch.offer, "s1")
    with pytest.raises(NotYours, match="Only Player 1, who offered the rematch"):
        over.do(rematch.withdraw, "s0")
    over.do(rematch.withdraw, "s1")
    assert over.table.offer is None
    over.do(rematch.offer, "s1")
    over.do(rematch.answer, "s1", False)
    assert over.table.offer is None, "to decline one's own is to take it back"


def test_it_begins_when_all_who_are_here_have_answered_and_nobody_is_left_alone(over: Play) -> None:
    assert not rematch.is_settled(over.table, EVERYBODY)
    over.do(rematch.offer, "s0")
    assert not rematch.is_settled(over.table, EVERYBODY)
    assert rematch.is_settled(over.table, {0}), "nobody else is here to be asked"
    over.do(rematch.answer, "s1", False)
    over.do(rematch.answer, "s2", False)
    assert not rematch.is_settled(over.table, EVERYBODY), "all others declined: whoever offers it says what follows"
    over.do(rematch.answer, "s2", True)
    assert rematch.is_settled(over.table, EVERYBODY)
    over.do(rematch.announce, "t2")
    assert not rematch.is_settled(over.table, EVERYBODY)
    for command, arguments in ((rematch.offer, ("s0",)), (rematch.answer, ("s0", True)), (rematch.withdraw, ("s0",))):
        with pytest.raises(Refused, match="There is a rematch already"):
            over.do(command, *arguments)


def test_a_rematch_needs_an_end_and_a_seat(over: Play) -> None:
    with pytest.raises(Refused, match="when the game is over"):
        Play().do(rematch.offer, "s0")
    with pytest.raises(NotYours):
        over.do(rematch.offer, "stranger")
    with pytest.raises(Refused, match="No rematch is offered"):
        over.do(rematch.answer, "s0", True)


def test_who_joins_has_a_seat_at_the_next_table_and_plays_from_all_devices() -> None:
    table, play = Table("t2", SECRET), Play()
    opened = ev.Opened("caster", 1, 3, {}, "s1")
    people = [seats.Seated(0, "Anna", ("s0",)), seats.Seated(1, "Ben", ("s1", "s1 on the phone"))]
    seats.open_table(table, opened, {2: "easy"}, play.now, people)
    assert [table.seat_of(name) for name in ("s0", "s1", "s1 on the phone")] == [0, 1, 1]
    assert table.phase == Phase.WAITING, "each promises a nonce of the own first"
    assert not table.free_seats()


# --- invitations -----------------------------------------------------------------------------------------------------


def test_the_host_cancels_a_table_before_the_start_for_good() -> None:
    play = Play(free=1, begin=False)
    with pytest.raises(NotYours):
        play.do(seats.close, "s1", "Ben")
    play.do(seats.close, "s0", "Anna")
    assert play.phase() == Phase.VOID
    for command, arguments in ((seats.join, ("s9", "Nina", "", None)), (seats.close, ("s0", "Anna"))):
        with pytest.raises(Refused, match="Anna has cancelled this table"):
            play.do(command, *arguments)
    with pytest.raises(Refused, match="Anna has cancelled this table"):
        play.do(deals.commit, "s0", 1, "ab" * 32)
    entries = [ev.decode(ev.encode(recent.entry)) for recent in play.table.take_fresh()]
    assert Table.folded("t1", SECRET, entries).closed_by == "Anna"


def test_a_game_that_has_started_is_not_cancelled() -> None:
    with pytest.raises(Refused, match="The game has started"):
        Play().do(seats.close, "s0", "Anna")
