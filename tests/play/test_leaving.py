"""Players who are away: who may decide about their seats, when, and what comes of it."""

from __future__ import annotations

import json

import pytest

from fairdeal.errors import NotYours, Refused
from fairdeal.play import check, records
from fairdeal.play import events as ev
from fairdeal.play.commands import consent, leaving
from fairdeal.play.company import Company, Patience, Vote
from fairdeal.play.finished import events_that_stand, folded_without_rules, record_of, record_without_rules
from fairdeal.play.table import Phase, Table
from tests.play.tables import SECRET, Play

WAIT, BOT, END = Vote("wait"), Vote("bot", "hard"), Vote("end")


class Company4:
    """Four people at CASTER; s0 is the host. Whoever is not here has just left."""

    def __init__(self) -> None:
        self.play = Play(count=4, people=4, options={"rounds": 1})
        self.company = Company(Patience(60_000, 180_000))
        self.kept: list[ev.Entry] = []
        self.note(0, 1, 2, 3)

    @property
    def table(self) -> Table:
        return self.play.table

    def note(self, *here: int) -> None:
        self.company.note(self.table, set(here), self.play.at)

    def pass_(self, seconds: float) -> None:
        self.play.at += int(1000 * seconds)

    def decide(self, voter: int, seat: int, vote: Vote) -> Vote | None:
        return leaving.decide(self.table, self.company, f"s{voter}", seat, vote, self.play.now)

    def folded(self) -> Table:
        return Table.folded("t1", SECRET, [ev.decode(ev.encode(entry)) for entry in self.entries()])

    def entries(self) -> list[ev.Entry]:
        self.kept += [recent.entry for recent in self.table.take_fresh()]
        return self.kept


@pytest.fixture
def four() -> Company4:
    return Company4()


def test_after_60_seconds_the_host_decides_alone_and_not_before(four: Company4) -> None:
    four.note(0, 1, 2)
    four.pass_(59.5)
    with pytest.raises(Refused, match=r"Wait for one more second before you decide\."):
        four.decide(0, 3, BOT)
    four.pass_(0.5)
    assert four.decide(0, 3, BOT) == BOT
    assert four.table.chairs[3].stand_in == "hard"
    assert four.folded().chairs[3].stand_in == "hard"


def test_after_180_seconds_a_majority_of_those_present_decides_and_one_of_them_does_not(four: Company4) -> None:
    four.note(1, 2, 3)  # the host is the one who is away
    four.pass_(60)
    with pytest.raises(Refused, match=r"Wait for 120 more seconds before you decide together\."):
        four.decide(1, 0, END)
    four.pass_(120)
    assert four.decide(1, 0, END) is None
    assert four.play.phase() == Phase.PLAYING
    assert four.decide(2, 0, WAIT) is None, "one wants this and one that: no majority"
    assert four.decide(3, 0, END) == END
    assert four.play.phase() == Phase.OVER


def test_a_vote_can_be_changed_and_counts_once(four: Company4) -> None:
    four.note(1, 2, 3)
    four.pass_(180)
    assert four.decide(1, 0, BOT) is None
    assert four.decide(1, 0, BOT) is None
    assert four.decide(1, 0, END) is None
    assert four.decide(2, 0, BOT) is None
    assert four.decide(3, 0, Vote("bot", "easy")) == BOT, "the first who wanted a bot chose its level"


def test_votes_of_those_who_have_left_since_do_not_count(four: Company4) -> None:
    four.note(1, 2, 3)
    four.pass_(180)
    assert four.decide(1, 0, END) is None
    four.note(2, 3)
    assert four.decide(2, 0, END) is None, "two are present, and one of them wants it"
    assert four.decide(3, 0, END) == END


def test_a_vote_lapses_when_the_leaver_returns(four: Company4) -> None:
    four.note(1, 2, 3)
    four.pass_(180)
    four.decide(1, 0, END)
    four.note(0, 1, 2, 3)
    with pytest.raises(Refused, match="Player 0 is not away"):
        four.decide(2, 0, END)
    four.note(1, 2, 3)
    assert not four.company.away[0].votes
    assert four.company.away[0].since == four.play.at


def test_to_wait_counts_anew_and_forgets_no_time_away(four: Company4) -> None:
    four.note(0, 1, 2)
    four.pass_(70)
    since = four.company.away[3].since
    assert four.decide(0, 3, WAIT) == WAIT
    assert four.company.away[3].since == since
    with pytest.raises(Refused, match="60 more seconds"):
        four.decide(0, 3, END)
    four.pass_(60)
    assert four.decide(0, 3, END) == END


def test_in_a_pause_nobody_is_missed(four: Company4) -> None:
    four.play.do(consent.ask_for, "s0", "pause")
    for seat in (1, 2, 3):
        four.play.do(consent.agree, f"s{seat}")
    four.note(0, 1, 2)
    four.pass_(1000)
    with pytest.raises(Refused, match="The game is paused"):
        four.decide(0, 3, END)
    consent.resume(four.table, "s0", four.play.now)
    with pytest.raises(Refused, match="60 more seconds"):
        four.decide(0, 3, END)


def test_only_people_who_play_themselves_decide_and_only_about_people(four: Company4) -> None:
    four.note(0, 1, 2)
    four.pass_(200)
    with pytest.raises(NotYours):
        leaving.decide(four.table, four.company, "stranger", 3, END, four.play.now)
    leaving.leave(four.table, "s1", four.play.now)
    with pytest.raises(Refused, match="take your seat back first"):
        four.decide(1, 3, END)
    with pytest.raises(Refused, match="There is no seat 8"):
        four.decide(0, 7, END)
    assert four.decide(2, 3, END) is None, "s0 and s2 are present and play themselves"


def test_whoever_is_alone_among_bots_is_missed_by_nobody() -> None:
    play = Play(people=1)
    company = Company()
    company.note(play.table, set(), play.at)
    assert company.away
    assert not company.missed(play.table)


def test_whoever_returns_takes_the_seat_back_and_the_wish_to_leave_is_told_apart(four: Company4) -> None:
    four.note(0, 1, 2)
    four.pass_(60)
    four.decide(0, 3, BOT)
    assert not four.table.chairs[3].by_wish
    leaving.take_back(four.table, "s3", four.play.now)
    assert not four.table.chairs[3].stand_in
    leaving.leave(four.table, "s3", four.play.now)
    assert four.table.chairs[3].by_wish
    assert four.folded().chairs[3].by_wish
    with pytest.raises(Refused, match="A bot plays seat 4 already"):
        leaving.leave(four.table, "s3", four.play.now)


# --- an ended game ---------------------------------------------------------------------------------------------------


@pytest.fixture
def ended(four: Company4) -> Company4:
    for _ in range(9):
        four.play.step()
    four.play.do(consent.ask_for, "s0", "pause")
    four.note(0, 1, 2)
    four.pass_(60)
    four.decide(0, 3, END)
    return four


def test_an_ended_game_is_over_has_a_cause_and_no_winner(ended: Company4) -> None:
    table = ended.folded()
    for one in (ended.table, table):
        assert one.phase == Phase.OVER
        assert one.is_ended_early
        assert one.ended is not None
        assert (one.ended.cause, one.ended.seat, one.ended.scores, one.ended.winners) == ("left", 3, (), ())
        assert one.deal is not None
        assert one.ended.secret == one.deal.secret.hex(), "the secret is told as at any end"
        assert one.ask is None
        assert not any(one.legal(seat) for seat in range(4))
        assert not one.awaited()
        assert not one.may_undo(0)
    with pytest.raises(Refused, match="The game is over"):
        ended.play.play(0, "play R0")
    with pytest.raises(Refused, match="The game is over"):
        ended.decide(0, 3, END)


def test_the_record_of_an_ended_game_says_so_and_its_deals_are_proved(ended: Company4) -> None:
    written = record_of(ended.table)
    assert written["ended"] == {"cause": "left", "seat": 3}
    assert "result" not in written
    text = json.dumps(written)
    assert records.is_ended_early(text)
    verdict = check.check(records.read(text), check.part_of(text))
    assert verdict.exit_code == 0
    assert any("not over" in line for line in verdict.lines())


def test_the_record_of_an_ended_game_needs_no_rules(ended: Company4) -> None:
    entries = ended.entries()
    bare = folded_without_rules("t1", SECRET, entries)
    record = record_of(ended.table)
    del record["fair"]["draws"]  # what each deal drew is listed by its rules
    assert record_without_rules(bare, entries) == record
    assert len(events_that_stand(entries)) == len(record_of(ended.table)["events"])
