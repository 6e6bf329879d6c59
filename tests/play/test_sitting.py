"""A sitting: the same games as native play, refusals, time and undo."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from fairdeal import games
from fairdeal.contract.game import Setting
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import DEALER, SPECTATOR
from fairdeal.errors import Refused, Unreadable
from fairdeal.lab.simulate import play_game
from fairdeal.play.batches import play_batch
from fairdeal.play.sitting import Event, Sitting
from tests.play.settings import all_settings, label

DEAL = "deal " + " ".join(f"{colour}{value}" for colour in "RBYEG" for value in range(9))


def caster(**options: Any) -> Setting:
    return games.find("caster").setting(3, {"rounds": 1, **options})


def dealt(**options: Any) -> Sitting:
    """Seat 0 holds all red and six blue cards, seat 1 the other blue, all yellow and three brown, seat 2 the rest."""
    sitting = Sitting(caster(**options))
    sitting.deal_text("start 0")
    sitting.deal_text(DEAL)
    return sitting


def coast(**options: Any) -> Sitting:
    return Sitting(games.find("coast").setting(2, options))


def begun(**options: Any) -> Sitting:
    """Two seats at the coast, the common start at 5 seconds."""
    sitting = coast(**options)
    rng = numbered("begun", 0)
    for _ in range(3):
        sitting.deal(rng, 0)
    sitting.play(0, "arrange C1 C2 C3", 1000)
    sitting.play(1, "arrange C3 C2 C1", 2000)
    sitting.deal(rng, 5000)
    return sitting


# --- many sittings at a time -----------------------------------------------------------------------------------------


def seen_of(number: int, steps: int = 60) -> list[bytes]:
    """Play at random, and give all that everybody saw and could do after each step."""
    sitting, rng, seen = Sitting(caster()), numbered("seen", number), list[bytes]()
    for _ in range(steps):
        if sitting.is_over:
            break
        sitting.random_step(rng)
        snapshot = sitting.snapshot
        views = b"".join(snapshot.view(viewer).as_bytes for viewer in (0, 1, 2, SPECTATOR))
        seen.append(views + str(snapshot.legal).encode() + sitting.told(0).tobytes())
    return seen


def test_sittings_in_other_threads_do_not_disturb_each_other() -> None:
    alone = [seen_of(number) for number in range(8)]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(seen_of, range(8))) == alone


def test_what_was_seen_at_one_table_stays_whatever_happens_at_another() -> None:
    one, other = dealt(), dealt()
    before, legal = [one.snapshot.view(seat).as_bytes for seat in range(3)], list(one.legal(0))
    other.play(0, other.legal(0)[0])
    assert other.snapshot.legal[1]
    assert [one.snapshot.view(seat).as_bytes for seat in range(3)] == before
    assert one.legal(0) == legal


# --- the same game, natively and event by event ----------------------------------------------------------------------


# A step of its own is compiled for a game first; whole games are compared below, of every game.
STEPPED = [
    pytest.param(setting, marks=() if setting.game.name in ("battle", "coast") else pytest.mark.soak)
    for setting in all_settings()
]


@pytest.mark.parametrize("setting", STEPPED, ids=label)
def test_every_step_is_the_step_of_native_play(setting: Setting) -> None:
    rules, playouts = setting.game.rules, setting.game.generic("fairdeal.engine.playouts")
    s, clock, rng = setting.new_state(), np.zeros(2, np.int64), numbered("law", 3)
    legal, outcome = np.zeros(rules.MOST_LEGAL, np.int32), np.zeros(rules.MOST_OUTCOME, np.int16)
    sitting, other_rng = Sitting(setting), numbered("law", 3)
    while not sitting.is_over:
        who = playouts.step(s, rng, clock, legal, outcome)
        sitting.random_step(other_rng)
        assert sitting.state.tobytes() == s.tobytes()
        assert sitting.events[-1].seat == (None if who == DEALER else who)
        assert sitting.now == clock[0]
        assert rng.tolist() == other_rng.tolist()
    assert rules.actors(s) == 0


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.name)
def test_game_i_of_a_simulation_is_the_same_game_in_a_sitting(game: Any) -> None:
    setting = game.setting()
    points, shares, actions = play_batch(setting, "numbers", range(2, 5))
    for row, number in enumerate(range(2, 5)):
        sitting = play_game(setting, "numbers", number)
        result = sitting.result()
        assert list(result.scores) == points[row, : setting.seats].tolist()
        assert list(result.winners) == [seat for seat in range(setting.seats) if shares[row, seat] > 0]
        assert actions[row] == sum(event.seat is not None for event in sitting.events)


# --- questions and refusals ------------------------------------------------------------------------------------------


def test_a_sitting_begins_with_the_dealer() -> None:
    sitting = Sitting(caster())
    assert sitting.actors == [DEALER]
    assert not sitting.is_over
    assert sitting.legal(0) == []
    assert sitting.legal(9) == []
    with pytest.raises(Refused, match="not over, so it has no result"):
        sitting.result()


def test_events_hold_texts_and_on_request_what_was_legal() -> None:
    sitting = Sitting(caster(), keep_legal=True)
    sitting.deal_text("start 0")
    sitting.deal_text(DEAL)
    sitting.play(0, "play B5")
    legal = ("play B0", "play B1", "play B2", "play B3", "play B4", "play B5", *(f"play R{n}" for n in range(9)))
    assert sitting.events == [Event(None, "start 0"), Event(None, DEAL), Event(0, "play B5", None, legal)]


def test_legal_texts_are_sorted_by_code_point() -> None:
    sitting = Sitting(games.find("caster").setting(5))
    rng = numbered("sorted", 1)
    sitting.deal(rng)
    sitting.deal(rng)
    texts = sitting.legal_texts(sitting.actors[0])
    assert texts == sorted(texts)
    assert len(texts) == 15


def test_an_illegal_card_is_refused_in_the_games_own_words() -> None:
    sitting = dealt()
    sitting.play(0, "play B5")
    with pytest.raises(Refused, match=r"You hold B6, B7, B8, so you must follow blue \(§8\)\."):
        sitting.play(1, "play Y0")
    with pytest.raises(Refused, match=r"It is Seat 2's turn"):
        sitting.play(2, "play G8")
    with pytest.raises(Unreadable, match="'X1' is no card"):
        sitting.play(1, "play X1")
    with pytest.raises(Unreadable, match="is no action"):
        sitting.play(1, 10**6)
    with pytest.raises(Refused, match="There is no seat 8; the seats are 1 to 3"):
        sitting.play(7, "play Y0")
    assert len(sitting.events) == 3


def test_chance_is_refused_when_none_is_due() -> None:
    sitting = dealt()
    with pytest.raises(Refused, match="No chance is due now; seat 1 may act"):
        sitting.deal_text(DEAL)
    with pytest.raises(Refused, match="No chance is due now"):
        sitting.deal(numbered(0, 0))
    with pytest.raises(Refused, match="Seat 2 has nothing to do now"):
        sitting.play_at_random(1, numbered(0, 0))


def test_nothing_happens_after_the_end() -> None:
    sitting = play_game(caster(), 0, 0)
    with pytest.raises(Refused, match="The game is over"):
        sitting.play(0, "play R0")
    with pytest.raises(Refused, match="The game is over"):
        sitting.random_step(numbered(0, 0))


# --- time ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "sentence"),
    [
        (None, "In a real-time game every act has its time"),
        (-1, "from 0 on, not -1"),
        (True, "from 0 on, not True"),
        (7, "The first event is at 0 milliseconds, not at 7"),
    ],
)
def test_the_first_event_is_at_zero(at: Any, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        coast().deal(numbered(0, 0), at)


def test_time_does_not_run_backwards() -> None:
    sitting = begun()
    with pytest.raises(Refused, match="4999 milliseconds cannot come after 5000"):
        sitting.play(0, "draw", 4999)
    sitting.play(0, "draw", 5000)
    assert sitting.now == 5000


def test_a_refused_act_does_not_move_the_clock() -> None:
    sitting = begun()
    with pytest.raises(Refused):
        sitting.play(0, "aside", 9000)
    sitting.play(0, "draw", 6000)
    assert sitting.events[-1].at == 6000


def test_the_dealer_keeps_its_patience() -> None:
    sitting = begun(time_limit=10)
    assert sitting.dealers_time == 15000
    sitting.play(0, "draw", 6000)
    assert sitting.dealers_time == 15000
    with pytest.raises(Refused, match="The dealer acts at 15000 milliseconds, and 14999 is too early"):
        sitting.deal_text("time", 14999)
    sitting.play(1, "draw", 15001)  # an act that is accepted before the dealer's counts
    sitting.deal_text("time", 15001)
    assert sitting.is_over


def test_without_a_time_limit_the_dealer_does_not_act_by_itself() -> None:
    sitting = begun()
    assert sitting.dealers_time is None
    with pytest.raises(Refused, match="No chance is due now; seats 1, 2 may act"):
        sitting.deal_text("time", 10**6)


def test_a_game_of_turns_may_tell_the_time_too() -> None:
    sitting = Sitting(caster())
    sitting.deal_text("start 0", 0)
    sitting.deal_text(DEAL)
    sitting.play(0, "play R0", 70)
    assert [event.at for event in sitting.events] == [0, None, 70]
    with pytest.raises(Refused, match="Time does not run backwards"):
        sitting.play(1, "play Y0", 69)


# --- undo ------------------------------------------------------------------------------------------------------------


def test_a_gift_that_nobody_saw_is_taken_back_freely() -> None:
    sitting = dealt(passing=True)
    before = sitting.state.tobytes()
    sitting.play(0, "give R0")
    assert sitting.undo_is_free(0)
    sitting.undo(0)
    assert sitting.state.tobytes() == before
    assert len(sitting.events) == 2


def test_after_another_seats_act_undo_needs_consent_and_takes_that_back_too() -> None:
    sitting = dealt(passing=True)
    before = sitting.state.tobytes()
    sitting.play(0, "give R0")
    sitting.play(1, "give Y0")
    assert sitting.can_undo(0)
    assert not sitting.undo_is_free(0)
    assert sitting.undo_is_free(1)
    sitting.undo(0)
    assert sitting.state.tobytes() == before


def test_a_card_that_was_seen_is_not_taken_back_freely() -> None:
    sitting = dealt()
    sitting.play(0, "play R0")
    assert sitting.can_undo(0)
    assert not sitting.undo_is_free(0)


def test_undo_keeps_what_came_before() -> None:
    sitting = Sitting(caster(), keep_legal=True)
    sitting.deal_text("start 0")
    sitting.deal_text(DEAL)
    sitting.play(0, "play R0")
    kept, state = list(sitting.events), sitting.state.tobytes()
    sitting.play(1, "play Y0")
    sitting.undo(1)
    assert sitting.events == kept
    assert sitting.state.tobytes() == state


def test_undo_never_crosses_chance_nor_the_end() -> None:
    sitting = dealt()
    with pytest.raises(Refused, match="There is nothing to take back"):
        sitting.undo(1)
    over = play_game(caster(), 0, 0)
    with pytest.raises(Refused, match="The game is over, so nothing can be taken back"):
        over.undo(0)
    sitting = Sitting(caster(rounds=2))
    rng = numbered(0, 0)
    while sum(event.seat is None for event in sitting.events) < 3:
        sitting.random_step(rng)
    assert not sitting.can_undo(0)
    with pytest.raises(Refused, match="Chance has spoken since"):
        sitting.undo(0)
