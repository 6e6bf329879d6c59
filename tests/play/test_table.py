"""A table: who may do what when, and that it is the fold of its events."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import asdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdeal import games
from fairdeal.engine.chance import below, numbered
from fairdeal.engine.kernel import SPECTATOR
from fairdeal.errors import BadOption, FairdealError, NotYours, Refused, Stale
from fairdeal.play import events as ev
from fairdeal.play import fairness_1
from fairdeal.play.clocks import Now, grace
from fairdeal.play.commands import consent, deals, leaving, moves, rematch, seats, talk
from fairdeal.play.events import Clock
from fairdeal.play.fairness import MOST_VOIDS, secret_commitment, secret_of, terms_hash
from fairdeal.play.table import RECENT, STAND_IN, TO_REVEAL, Phase, Remark, Table
from fairdeal.play.traces import Recent
from tests.play.tables import SECRET, Play, nonce

# --- taking seats ----------------------------------------------------------------------------------------------------


def test_a_full_table_is_called_and_starts_when_all_nonces_are_open() -> None:
    play = Play(begin=False)
    assert play.phase() == Phase.CALLED
    play.reveal(0)
    assert play.phase() == Phase.CALLED
    play.reveal(1)
    assert play.phase() == Phase.PLAYING
    assert play.kinds()[-3:] == ["Started", "Dealt", "Dealt"]


def test_a_table_of_bots_alone_starts_at_once() -> None:
    assert Play(people=0).phase() == Phase.PLAYING


def test_a_nonce_must_be_the_one_committed_to() -> None:
    play = Play(begin=False)
    with pytest.raises(Refused, match="not the nonce you committed to"):
        play.do(deals.reveal, "s0", 1, nonce(1).hex())
    with pytest.raises(Refused, match="hexadecimal"):
        play.do(deals.reveal, "s0", 1, "no digits")
    with pytest.raises(Refused, match="start 1 of the game, not start 2"):
        play.do(deals.reveal, "s0", 2, nonce(0).hex())
    play.reveal(0)
    with pytest.raises(Refused, match="already"):
        play.reveal(0)


def test_a_seat_that_does_not_open_its_nonce_voids_the_start_and_is_free() -> None:
    play = Play(begin=False)
    play.reveal(0)
    play.at += TO_REVEAL - 1
    play.do(deals.wake)
    assert play.phase() == Phase.CALLED
    play.at += 1
    play.do(deals.wake)
    assert (play.phase(), play.table.starts.voided, play.table.free_seats()) == (Phase.WAITING, 1, [1])
    assert play.table.sitting is None


def test_after_a_voided_start_everybody_commits_anew() -> None:
    play = Play(begin=False)
    play.void(0)
    play.join(1)
    assert play.phase() == Phase.WAITING, "seat 0 has opened its old nonce, which is known now"
    play.commit(0)
    assert play.phase() == Phase.CALLED
    for seat in (0, 1):
        play.reveal(seat)
    assert play.table.starts.number == 2
    assert play.phase() == Phase.PLAYING


def test_each_start_has_a_secret_of_its_own_and_a_void_tells_the_old_one() -> None:
    play = Play(begin=False)
    promised = play.table.starts.commitment
    play.void(0)
    assert play.table.starts.commitment != promised
    (void,) = play.table.starts.voids
    assert play.table.opened.terms is not None
    terms = terms_hash(play.table.opened.terms)
    assert secret_commitment(terms, 1, bytes.fromhex(void.secret)).hex() == promised
    assert void.silent == (1,)
    assert [its.nonce for its in void.seats] == [nonce(0).hex(), None, None]
    assert play.table.starts.fair_part().secret != void.secret


def test_after_the_third_void_the_table_closes_for_good() -> None:
    play = Play(begin=False)
    for start in range(1, MOST_VOIDS + 1):
        assert play.phase() == Phase.CALLED
        play.void(0)
        if start < MOST_VOIDS:
            play.join(1)
            play.commit(0)
    assert play.phase() == Phase.VOID
    with pytest.raises(Refused, match="is closed, because 3 starts were void"):
        play.join(1)
    with pytest.raises(Refused, match="is closed"):
        play.commit(0)


def test_a_promise_is_for_one_start_and_given_once() -> None:
    play = Play(free=1)
    with pytest.raises(Refused, match="start 1 of the game, not start 2"):
        play.do(deals.commit, "s0", 2, "ab" * 32)
    with pytest.raises(Refused, match="committed to a nonce already"):
        play.commit(0)


def test_the_terms_of_a_table_are_what_was_agreed_with_all_that_was_left_out() -> None:
    play = Play(options={"rounds": 1})
    assert play.table.opened.terms == {
        "table": "t1",
        "game": "caster",
        "rules_version": 1,
        "seats": 3,
        "options": {"rounds": 1, "passing": False},
        "data": None,
        "copied_from": "",
    }


def test_a_table_of_version_1_that_was_called_goes_on_and_one_that_waits_does_not() -> None:
    opened = ev.Opened("caster", 1, 3, {"rounds": 1}, "s0", fairness_1.commitment(SECRET))
    promise = fairness_1.commitment(nonce(0))
    old: list[ev.Event] = [opened, *(ev.Joined(seat, f"Bot {seat}", level="easy") for seat in (1, 2))]
    entries = [ev.Entry(number, 0, 0, event) for number, event in enumerate(old, 1)]
    waiting = Table.folded("t1", SECRET, entries)
    with pytest.raises(Refused, match="older server"):
        seats.join(waiting, "s0", "Player 0", "", 0, Now(0, 0))
    more: list[ev.Event] = [ev.Joined(0, "Player 0", "s0", promise), ev.Called()]
    begun = Table.folded("t1", SECRET, [*entries, *(ev.Entry(n, 0, 0, event) for n, event in enumerate(more, 4))])
    deals.reveal(begun, "s0", 1, nonce(0).hex(), Now(0, 0))
    nonces = [nonce(0), *(fairness_1.bot_nonce(SECRET, "t1", seat, 1) for seat in (1, 2))]
    deal = fairness_1.Deal("t1", SECRET, tuple(nonces))
    assert begun.deal == deal
    assert begun.sitting is not None
    assert begun.sitting.events[0].action == f"start {below(deal.generator(0), 3)}"
    assert begun.starts.commitment == fairness_1.commitment(SECRET)


@pytest.mark.parametrize(
    ("session", "seat", "reason"),
    [("s0", None, "You have seat 1"), ("new", 0, "is taken"), ("new", 7, "There is no seat 8")],
)
def test_a_seat_is_refused_with_the_reason(session: str, seat: int | None, reason: str) -> None:
    play = Play(free=1)
    with pytest.raises(Refused, match=reason):
        play.do(seats.join, session, "New", "", seat)
    assert play.table.free_seats() == [2]


def test_nobody_joins_a_full_table_or_a_started_one() -> None:
    with pytest.raises(Refused, match="has started"):
        Play().do(seats.join, "new", "New", "", None)


def test_a_promise_is_a_hash_and_only_players_give_one() -> None:
    play = Play(free=1)
    play.do(seats.join, "new", "New", "", 2)
    with pytest.raises(Refused, match="SHA-256"):
        play.do(deals.commit, "new", 1, "abcd")
    with pytest.raises(NotYours):
        play.do(deals.commit, "stranger", 1, "ab" * 32)


def test_the_host_seats_bots_and_frees_seats_before_the_start() -> None:
    play = Play(free=1)
    play.do(seats.free, "s0", 1)
    assert play.table.free_seats() == [1, 2]
    play.do(seats.seat_bot, "s0", 2, "hard")
    assert play.table.chairs[2].bot == "hard"
    with pytest.raises(Refused, match="not free"):
        play.do(seats.seat_bot, "s0", 2, "hard")
    with pytest.raises(Refused, match="Nobody sits"):
        play.do(seats.free, "s0", 1)


@pytest.mark.parametrize("phase", [Phase.CALLED, Phase.PLAYING, Phase.OVER])
@pytest.mark.parametrize(("session", "seat"), [("s0", 0), ("s1", 1), ("s0", 1), ("s0", 2)])
def test_no_seat_is_freed_after_the_start(phase: Phase, session: str, seat: int) -> None:
    play = Play(options={"rounds": 1}, begin=phase != Phase.CALLED)
    while play.phase() != phase:
        play.step()
    before = play.table.number, asdict(play.table.chairs[seat])
    with pytest.raises(Refused, match="The game has started, so the seats stay as they are"):
        play.do(seats.free, session, seat)
    assert (play.table.number, asdict(play.table.chairs[seat])) == before


def test_only_the_host_may_but_a_player_frees_the_own_seat() -> None:
    play = Play(free=1)
    with pytest.raises(NotYours):
        play.do(seats.free, "s1", 0)
    with pytest.raises(NotYours):
        play.do(seats.seat_bot, "s1", 2, "easy")
    play.do(seats.free, "s1", 1)
    assert play.table.free_seats() == [1, 2]


def test_the_private_link_gives_the_seat_to_another_device() -> None:
    play = Play()
    assert play.do(seats.claim, "phone", "link 1") == 1
    assert play.table.seat_of("phone") == play.table.seat_of("s1") == 1
    with pytest.raises(NotYours):
        play.do(seats.claim, "stranger", "link 9")
    with pytest.raises(Refused, match="You have seat 1"):
        play.do(seats.claim, "s0", "link 1")
    with pytest.raises(NotYours):
        play.do(seats.claim, "stranger", "")


def test_a_new_link_ends_the_old_one() -> None:
    play = Play()
    play.do(seats.relink, "s1", "other")
    with pytest.raises(NotYours):
        play.do(seats.claim, "phone", "link 1")
    assert play.do(seats.claim, "phone", "other") == 1


@pytest.mark.parametrize(
    "opened",
    [
        ev.Opened("caster", 1, 9, {}, "s0", ""),
        ev.Opened("caster", 1, 3, {"rounds": 99}, "s0", ""),
        ev.Opened("caster", 1, 3, {}, "s0", "", clock=Clock("move", 0)),
        ev.Opened("caster", 1, 3, {}, "s0", "", clock=Clock("none", 5)),
        ev.Opened("caster", 1, 3, {}, "s0", "", clock=Clock("move", 30, 5)),
        ev.Opened("coast", 1, 3, {}, "s0", "", clock=Clock("move", 30)),
        ev.Opened("chess", 1, 2, {}, "s0", ""),
        ev.Opened("battle", 1, 2, {"cards": []}, "s0", ""),
    ],
)
def test_a_table_nobody_could_play_at_is_not_opened(opened: ev.Opened) -> None:
    table = Table("t1", SECRET)
    with pytest.raises(FairdealError):
        seats.open_table(table, opened, {}, Now(0, 0))
    assert table.take_fresh() == []


def test_a_bot_needs_a_seat_that_is_there() -> None:
    with pytest.raises(BadOption, match="no seat 4"):
        seats.open_table(Table("t1", SECRET), ev.Opened("caster", 1, 3, {}, "s0", ""), {3: "easy"}, Now(0, 0))


# --- playing ---------------------------------------------------------------------------------------------------------


def test_a_message_sent_twice_is_done_once() -> None:
    play = Play()
    play.go_to(0)
    action = play.legal(0)[0]
    number = play.play(0, action, id="m1")
    before = play.table.number
    assert play.play(0, action, id="m1") == number
    assert play.play(0, "no action at all", id="m1") == number
    assert play.table.number == before


def test_an_action_is_stale_only_if_what_the_seat_may_do_has_changed() -> None:
    play = Play(options={"passing": True})
    number = play.table.number
    play.play(1, play.legal(1)[0])
    play.play(0, play.legal(0)[0], number=number)  # the other's choice changed nothing for this seat
    with pytest.raises(Stale):
        play.play(0, play.legal(0)[0], number=number)  # its own did: this is a second click


def test_nobody_knows_a_number_that_is_still_to_come() -> None:
    play = Play()
    play.go_to(0)
    with pytest.raises(Refused, match="has the number"):
        play.play(0, play.legal(0)[0], number=play.table.number + 1)


def test_what_is_refused_changes_nothing_and_says_why() -> None:
    play = Play()
    play.go_to(0)
    before = (play.table.number, play.table.view(0).as_bytes)
    other = next(seat for seat in (1, 2))
    with pytest.raises(Refused):
        play.play(other, play.legal(0)[0])
    with pytest.raises(FairdealError):
        play.play(0, "dance")
    with pytest.raises(Refused, match="one action or 2"):
        play.play(0, *["play R0"] * 3)
    assert (play.table.number, play.table.view(0).as_bytes) == before


def test_of_two_actions_the_second_counts_only_if_the_first_is_accepted() -> None:
    play = Play("coast", 2, people=2)
    arranged = [play.legal(seat)[0] for seat in (0, 1)]
    for seat in (0, 1):
        play.play(seat, arranged[seat])
    play.at += 10_000
    play.do(deals.wake)
    play.play(0, "draw")
    place = play.legal(0)[0]
    with pytest.raises(FairdealError):
        play.play(0, "place nonsense", "draw", id="m1")
    before = play.table.number
    play.play(0, place, "draw", id="m2")
    assert play.table.number == before + 2
    place = play.legal(0)[0]
    with pytest.raises(Refused, match="was done, but not"):
        play.play(0, place, "nonsense")
    assert play.table.number == before + 3, "the first action stands"


def test_a_sealed_choice_is_told_to_others_only_as_made() -> None:
    play = Play(options={"passing": True})
    before = {listener: play.table.view(listener).as_bytes for listener in (1, 2, SPECTATOR)}
    chosen = play.legal(0)[0]
    play.play(0, chosen)
    news = play.table.take_fresh()[-1].news
    assert news is not None
    assert news.told_text(play.table.game, 0) == chosen
    for listener in before:
        assert news.told_text(play.table.game, listener) == "give ?"


def test_a_line_for_one_seat_is_private_though_all_are_told_the_action_alike() -> None:
    play = Play(options={"passing": True}, people=3)
    for seat in 0, 1, 2:
        for _ in range(3):
            play.play(seat, play.legal(seat)[0])
    news, game = play.table.take_fresh()[-1].news, play.table.game
    assert news is not None
    assert news.told[0] == news.told[SPECTATOR]
    catalogue = play.table.setting().catalogue(0)
    [private] = news.private_lines(game, 0, catalogue)
    assert news.lines(game, 0, catalogue)[private].startswith("You get ")


def test_the_end_tells_the_secret_and_the_result() -> None:
    play = Play(people=1, options={"rounds": 1})
    while play.phase() == Phase.PLAYING:
        play.step()
    assert play.table.ended is not None
    assert play.table.ended.secret == play.table.starts.fair_part().secret == secret_of(SECRET, 1).hex()
    assert play.table.sitting is not None
    assert play.table.ended.scores == play.table.sitting.result().scores
    with pytest.raises(Refused, match="The game is over"):
        play.play(0, "play R0")


# --- real time -------------------------------------------------------------------------------------------------------


def test_the_common_countdown_is_waited_for() -> None:
    play = Play("coast", 2, people=2)
    for seat in (0, 1):
        play.play(seat, play.legal(seat)[0])
    assert play.table.awaited() == []
    assert play.table.countdown_until() == play.table.alarm(play.at) == play.at + 3000
    play.at += 2999
    play.do(deals.wake)
    assert play.table.awaited() == []
    play.at += 1
    play.do(deals.wake)
    assert play.table.awaited() == [0, 1]


def test_every_event_has_its_time_and_pauses_do_not_count() -> None:
    play = Play("coast", 2, people=2)
    play.at += 500
    play.play(0, play.legal(0)[0])
    play.do(consent.ask_for, "s0", "pause")
    play.do(consent.agree, "s1")
    play.at += 60_000
    play.do(consent.resume, "s1")
    play.at += 250
    play.play(1, play.legal(1)[0])
    assert play.table.sitting is not None
    assert [event.at for event in play.table.sitting.events][-2:] == [500, 750]


# --- undo, pause, more time ------------------------------------------------------------------------------------------


def test_what_taught_nobody_anything_is_taken_back_freely() -> None:
    play = Play(options={"passing": True})
    view = play.table.view(0).as_bytes
    play.play(0, play.legal(0)[0])
    assert play.table.may_undo(0)
    play.do(moves.undo, "s0")
    assert play.table.view(0).as_bytes == view
    assert play.table.numbers == [number for number in play.table.numbers if number < play.table.number - 1]


def test_what_taught_somebody_needs_the_consent_of_all_persons() -> None:
    play = Play()
    play.go_to(0)
    view = play.table.view(0).as_bytes
    play.play(0, play.legal(0)[0])
    assert not play.table.may_undo(0)
    play.do(moves.undo, "s0")
    assert play.table.ask is not None
    assert play.table.view(0).as_bytes != view
    with pytest.raises(Refused, match="agreed already"):
        play.do(consent.agree, "s0")
    play.do(consent.agree, "s1")
    assert play.table.view(0).as_bytes == view
    assert play.table.ask is None


def test_a_person_alone_among_bots_has_consent_at_once() -> None:
    play = Play(people=1)
    play.go_to(0)
    view = play.table.view(0).as_bytes
    play.play(0, play.legal(0)[0])
    play.do(moves.undo, "s0")
    assert play.table.view(0).as_bytes == view


def test_alone_among_bots_nobody_looks_at_the_next_card_and_chooses_again() -> None:
    play = Play("battle", 2, people=1)
    play.go_to(0)
    play.play(0, play.legal(0)[0])
    number = play.table.number
    with pytest.raises(Refused, match="was turned up since then, and nobody else can agree"):
        play.do(moves.undo, "s0")
    assert play.table.number == number


def test_what_a_bot_has_turned_up_since_then_stays_too() -> None:
    play = Play("traders", 2, people=1)
    seat = 0
    while not (
        play.table.phase == Phase.PLAYING and seat == 1 and play.legal(0) and play.legal(0)[0].startswith("play")
    ):
        seat = play.step()
    with pytest.raises(Refused, match="was turned up since then"):
        play.do(moves.undo, "s0")


def test_stand_ins_cannot_agree_either_but_a_person_can() -> None:
    play = Play("battle", 2, people=2)
    play.go_to(0)
    view = play.table.view(0).as_bytes
    play.play(0, play.legal(0)[0])
    play.do(leaving.stand_in, 1)
    with pytest.raises(Refused, match="nobody else can agree"):
        play.do(moves.undo, "s0")
    play.do(leaving.take_back, "s1")
    play.do(moves.undo, "s0")
    play.do(consent.agree, "s1")
    assert play.table.view(0).as_bytes == view


def test_an_undo_leaves_a_remark_unless_nobody_learned_anything() -> None:
    play = Play(people=1)
    play.go_to(0)
    play.play(0, play.legal(0)[0])
    play.do(moves.undo, "s0")
    assert play.table.remarks == {play.table.number: Remark(0, "undo")}
    sealed = Play(options={"passing": True})
    sealed.play(0, sealed.legal(0)[0])
    sealed.do(moves.undo, "s0")
    assert not sealed.table.remarks


def test_a_request_can_be_declined_and_ends_with_the_next_action() -> None:
    play = Play()
    play.go_to(0)
    play.play(0, play.legal(0)[0])
    play.do(moves.undo, "s0")
    with pytest.raises(Refused, match="answer that first"):
        play.do(consent.ask_for, "s1", "pause")
    play.do(consent.decline, "s1")
    assert play.table.ask is None
    assert last_event(play) == ev.Declined(1, "undo", 0)
    play.do(moves.undo, "s0")
    actor = play.step()
    assert play.table.ask is None
    assert last_event(play) == ev.Lapsed(0, "undo", "acted", actor)
    with pytest.raises(Refused, match="Nothing is being asked"):
        play.do(consent.agree, "s1")


def test_a_request_ends_with_the_game() -> None:
    play = Play("battle", 2)
    play.do(consent.ask_for, "s0", "pause")
    while play.table.phase == Phase.PLAYING:
        play.step()
    assert [recent.entry.event for recent in play.table.recent][-2] == ev.Lapsed(0, "pause", "over", -1)


def test_a_free_undo_ends_what_is_asked_for_and_says_so() -> None:
    play = Play(options={"passing": True})
    play.play(0, play.legal(0)[0])
    play.do(consent.ask_for, "s1", "pause")
    play.do(moves.undo, "s0")
    assert play.table.ask is None
    assert [recent.entry.event for recent in play.table.recent][-2] == ev.Lapsed(1, "pause", "acted", 0)


def test_chance_is_never_taken_back() -> None:
    play = Play()
    with pytest.raises(Refused, match="chance is never taken back"):
        play.do(moves.undo, "s0")


def test_an_undone_message_is_not_done_again() -> None:
    play = Play(options={"passing": True})
    action = play.legal(0)[0]
    play.play(0, action, id="m1")
    play.do(moves.undo, "s0")
    number = play.table.number
    play.play(0, action, id="m1")
    assert play.table.number == number


def test_in_a_pause_nobody_acts() -> None:
    play = Play()
    play.do(consent.ask_for, "s1", "pause")
    play.do(consent.agree, "s0")
    assert play.table.is_paused
    assert play.table.awaited() == []
    with pytest.raises(Refused, match="paused"):
        play.play(0, "play R0")
    with pytest.raises(Refused, match="already"):
        play.do(consent.ask_for, "s1", "pause")
    play.do(consent.resume, "s0")
    assert not play.table.is_paused
    with pytest.raises(Refused, match="not paused"):
        play.do(consent.resume, "s0")


# --- clocks ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "clock", "is_by_clock"),
    [("caster", Clock(), False), ("caster", Clock("bank", 60), True), ("coast", Clock(), True)],
)
def test_time_alone_does_something_where_a_clock_runs_or_the_game_has_no_turns(
    game: str, clock: Clock, is_by_clock: bool
) -> None:
    assert Play(game, clock=clock, begin=False).table.is_by_clock
    play = Play(game, clock=clock)
    assert play.table.is_by_clock is is_by_clock
    assert is_by_clock or play.table.alarm(play.at) is grace(clock, play.table.game.rules.REAL_TIME) is None


def test_each_move_has_its_own_time() -> None:
    play = Play(clock=Clock("move", 30))
    play.go_to(0)
    assert play.table.deadline(0) == play.at + 30_000
    play.at += 29_000
    play.step()
    play.go_to(0)
    assert play.table.deadline(0) == play.at + 30_000


def test_a_bank_is_used_up_and_grows_by_the_increment() -> None:
    play = Play(clock=Clock("bank", 60, 5), people=1)
    play.go_to(0)
    play.at += 20_000
    play.step()
    assert play.table.chairs[0].watch.left == 60_000 - 20_000 + 5_000
    play.go_to(0)
    assert play.table.deadline(0) == play.at + 45_000


def test_only_the_watch_of_who_is_awaited_runs_and_bots_have_none() -> None:
    play = Play(clock=Clock("move", 30))
    play.go_to(0)
    assert [chair.watch.since is not None for chair in play.table.chairs] == [True, False, False]


def test_when_time_runs_out_a_bot_plays_that_move() -> None:
    play = Play(clock=Clock("move", 30))
    play.go_to(0)
    play.at += 30_000
    assert play.table.bots_to_act(play.at) == [(0, STAND_IN)]
    with pytest.raises(Refused, match="time has run out"):
        play.play(0, play.legal(0)[0])
    play.play(0, play.legal(0)[0], by=STAND_IN)
    assert not play.table.chairs[0].stand_in, "the player plays on"
    play.go_to(0)
    play.play(0, play.legal(0)[0])


def test_a_bot_does_not_act_for_a_player_who_is_there_and_in_time() -> None:
    play = Play(clock=Clock("move", 30))
    play.go_to(0)
    with pytest.raises(Refused, match="player is back"):
        play.play(0, play.legal(0)[0], by="easy")


def test_the_alarm_rings_for_the_next_deadline_and_not_for_one_that_passed() -> None:
    play = Play(clock=Clock("move", 30))
    play.go_to(0)
    assert play.table.alarm(play.at) == play.at + 30_000
    assert play.table.alarm(play.at + 30_000) is None


def test_more_time_is_for_everybody_and_by_consent() -> None:
    play = Play(clock=Clock("move", 30))
    play.go_to(0)
    deadline = play.table.deadline(0)
    assert deadline is not None
    play.do(consent.ask_for, "s0", "time")
    assert play.table.deadline(0) == deadline
    play.do(consent.agree, "s1")
    assert play.table.deadline(0) == deadline + 60_000
    with pytest.raises(Refused, match="no clock"):
        Play().do(consent.ask_for, "s0", "time")


def test_a_pause_stops_the_watches() -> None:
    play = Play(clock=Clock("bank", 60))
    play.go_to(0)
    play.at += 10_000
    play.do(consent.ask_for, "s0", "pause")
    play.do(consent.agree, "s1")
    play.at += 3_600_000
    play.do(consent.resume, "s0")
    assert play.table.deadline(0) == play.at + 50_000


def test_friends_wait_for_ever_and_others_by_their_pace() -> None:
    assert grace(Clock(), real_time=False) is None
    assert grace(Clock(), real_time=True) == 20_000
    assert grace(Clock("move", 5), real_time=False) == 30_000
    assert grace(Clock("move", 60), real_time=False) == 120_000
    assert grace(Clock("bank", 600), real_time=False) == 120_000


# --- leaving and talking ---------------------------------------------------------------------------------------------


def test_a_bot_stands_in_and_the_player_takes_the_seat_back() -> None:
    play = Play()
    play.do(leaving.stand_in, 0)
    play.go_to(0)
    assert (0, STAND_IN) in play.table.bots_to_act(play.at)
    with pytest.raises(Refused, match="take your seat back"):
        play.play(0, play.legal(0)[0])
    with pytest.raises(Refused, match="already"):
        play.do(leaving.stand_in, 0)
    play.do(leaving.take_back, "s0")
    play.play(0, play.legal(0)[0])
    with pytest.raises(Refused, match="yourself"):
        play.do(leaving.take_back, "s0")


def last_event(play: Play) -> ev.Event:
    return play.table.recent[-1].entry.event


@pytest.mark.parametrize("gone", [0, 1])
def test_a_request_ends_when_the_asker_or_who_has_not_agreed_is_replaced(gone: int) -> None:
    play = Play()
    play.do(consent.ask_for, "s0", "pause")
    play.do(leaving.stand_in, gone)
    assert not play.table.is_paused
    assert play.table.ask is None
    assert last_event(play) == ev.Lapsed(0, "pause", "left", gone)


def test_the_consent_of_who_is_gone_stands_and_the_others_are_still_asked() -> None:
    play = Play(people=3)
    play.do(consent.ask_for, "s0", "pause")
    play.do(consent.agree, "s1")
    play.do(leaving.stand_in, 1)
    assert play.table.ask is not None
    assert not play.table.is_paused
    play.do(consent.agree, "s2")
    assert play.table.is_paused


@pytest.mark.parametrize(
    ("text", "phrase", "reason"),
    [("", "", "a text or a phrase"), ("x", "hello", "a text or a phrase"), ("", "rude", "no phrase"),
     ("x" * 201, "", "200 characters")],
)  # fmt: skip
def test_what_cannot_be_said_is_refused(text: str, phrase: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        Play().do(talk.say, "s0", text, phrase)


def test_a_message_is_done_once_also_after_a_restart() -> None:
    play = Play()
    table = play.table

    def say(to: Table, session: str, id: str) -> None:
        to.once(session, id, lambda: talk.say(to, session, "hello", "", play.now))

    with pytest.raises(NotYours):
        say(table, "stranger", "m1")
    for session in ("s0", "s1", "s0"):
        say(table, session, "m1")
    assert [entry.event for entry in table.said] == [ev.Said(0, "hello"), ev.Said(1, "hello")]
    stored = [ev.encode(recent.entry) for recent in table.take_fresh()]
    again = Table.folded(table.id, table.secret, map(ev.decode, stored))
    say(again, "s1", "m1")
    assert len(again.said) == 2
    say(again, "s1", "m2")
    assert len(again.said) == 3


def test_control_characters_are_not_said() -> None:
    play = Play()
    play.do(talk.say, "s0", " he\u202ello\n\x07 ", "")
    assert play.table.said[-1].event == ev.Said(0, "hello")
    with pytest.raises(NotYours):
        play.do(talk.say, "stranger", "hello", "")


def test_a_rematch_is_announced_once_after_the_end() -> None:
    play = Play(people=1, options={"rounds": 1})
    with pytest.raises(Refused, match="when the game is over"):
        play.do(rematch.announce, "t2")
    while play.phase() == Phase.PLAYING:
        play.step()
    play.do(rematch.announce, "t2")
    assert play.table.rematch == "t2"
    with pytest.raises(Refused, match="already"):
        play.do(rematch.announce, "t3")


def test_the_questions_before_the_start() -> None:
    play = Play(free=1)
    assert str(play.table.refusal(0, "play R0")) == "The game has not begun."
    with pytest.raises(Refused, match="not begun"):
        play.play(0, "play R0")
    with pytest.raises(Refused, match="not begun"):
        play.table.setting()


# --- the fold --------------------------------------------------------------------------------------------------------


def folded_again(table: Table, entries: list[ev.Entry]) -> Table:
    return Table.folded(table.id, table.secret, [ev.decode(ev.encode(entry)) for entry in entries])


def looks(table: Table) -> object:
    """All that anybody could tell two tables apart by."""
    views = [table.view(viewer).as_bytes for viewer in table.viewers] if table.sitting else []
    chairs = [asdict(chair) for chair in table.chairs]
    legal = [table.legal(seat) for seat in range(table.opened.seats)]
    return (
        table.number, table.phase, chairs, views, legal, table.numbers, table.ask, table.paused_at, table.deals,
        table.starts.voided, table.starts.voids, table.starts.commitment,
        table.ended, table.offer, table.rematch, table.closed_by,
        [table.deadline(seat) for seat in range(table.opened.seats)],
        table._changed, table._acted, table._done, table.remarks,
    )  # fmt: skip


@pytest.mark.parametrize("game", games.NAMES)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 1 << 30))
def test_a_table_is_the_fold_of_its_stored_events(game: str, seed: int) -> None:
    play, fresh = played_any_way(game, seed)
    assert looks(folded_again(play.table, [recent.entry for recent in fresh])) == looks(play.table)


def played_any_way(game: str, seed: int) -> tuple[Play, list[Recent]]:
    """Do whatever two people can do at a table, sixty times, and give all that was written."""
    rng = numbered(seed, 0)
    clock = Clock() if games.find(game).rules.REAL_TIME else Clock("bank", 600, 2)
    play = Play(game, count=3, people=2, clock=clock)
    acts: list[Callable[[], object]] = [
        lambda: play.step(below(rng, 1000)),
        lambda: play.step(below(rng, 1000)),
        lambda: play.step(below(rng, 1000)),
        lambda: play.do(deals.wake),
        lambda: play.do(moves.undo, "s0"),
        lambda: play.do(consent.agree, "s1"),
        lambda: play.do(consent.ask_for, "s1", ("pause", "time")[below(rng, 2)]),
        lambda: play.do(consent.decline, "s0"),
        lambda: play.do(consent.resume, "s0"),
        lambda: play.do(leaving.stand_in, 0),
        lambda: play.do(leaving.take_back, "s0"),
        lambda: play.do(talk.say, "s1", "hm", ""),
    ]
    fresh: list[Recent] = []
    for _ in range(60):
        play.at += below(rng, 5000)
        with contextlib.suppress(FairdealError, IndexError):
            acts[below(rng, len(acts))]()
        fresh += play.table.take_fresh()
    return play, fresh


def learned(recent: Recent) -> object:
    """All that anybody learned of an entry."""
    news = recent.news
    if news is None:
        return recent.entry
    seen = [{viewer: view.as_bytes for viewer, view in views.items()} for views in (news.before, news.after)]
    return recent.entry, news.actor, dict(news.told), news.at, seen


@pytest.mark.parametrize("game", games.NAMES)
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 1 << 30), back=st.integers(1, RECENT))
def test_the_last_events_are_told_again_as_they_were_told(game: str, seed: int, back: int) -> None:
    """Also those that were taken back since then, and by a table that was folded anew."""
    play, fresh = played_any_way(game, seed)
    again = play.table.since(play.table.number - back)
    assert [learned(recent) for recent in again] == [learned(recent) for recent in fresh[-back:]]
    folded = folded_again(play.table, [recent.entry for recent in fresh])
    assert list(map(learned, folded.since(folded.number - back))) == list(map(learned, again))


def test_no_more_than_the_last_events_are_told_again() -> None:
    play, fresh = played_any_way("caster", 1)
    assert [recent.entry for recent in play.table.since(0)] == [recent.entry for recent in fresh[-RECENT:]]
    assert play.table.since(play.table.number) == []
