"""Plain views: the same fields, the same answers of the rules, and back again."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal import games
from fairdeal.contract.game import Game, list_legal, new_view, points_of, shares_of
from fairdeal.engine import kernel
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import DEALER, SPECTATOR, record
from fairdeal.engine.plain import Plain, plain, record_of
from fairdeal.play.sitting import Sitting

GAMES = games.all_games()
INNER = record(rounds="i1", scale=("f8", 2))
OUTER = record(
    turn="i2",
    options=INNER,
    row=("i4", 3),
    table=("i1", (2, 3)),
    cube=("i2", (2, 2, 2)),
    people=(INNER, 2),
    last="i8",
    share="f4",
)

each_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])


def sample() -> Any:
    s = kernel.blank(OUTER)[0]
    s.turn, s.last, s.share = -2, -(2**40), 0.5
    s.options.rounds = 3
    s.options.scale[:] = [1.5, 2.5]
    s.row[:] = [7, -8, 9]
    s.table[:] = [[1, 2, 3], [4, 5, -6]]
    s.cube[:] = np.arange(8).reshape(2, 2, 2)
    s.people[1].rounds = 4
    return s


def test_numbers_are_pythons_own() -> None:
    v = plain(sample())
    assert (v.turn, v.last, v.share, v.options.rounds) == (-2, -(2**40), 0.5, 3)
    assert (type(v.turn), type(v.share), type(v.table[0, 0])) == (int, float, int)


def test_a_row_is_a_tuple_and_can_be_sliced() -> None:
    v = plain(sample())
    assert v.row == (7, -8, 9)
    assert v.row[1:] == (-8, 9)
    assert v.options.scale == (1.5, 2.5)


def test_tables_take_both_ways_of_indexing() -> None:
    v = plain(sample())
    assert v.table[1, 2] == v.table[1][2] == v.table[-1, -1] == -6
    assert v.table[0] == (1, 2, 3)
    assert list(v.table) == [(1, 2, 3), (4, 5, -6)]
    assert len(v.table) == 2
    assert v.cube[1, 0, 1] == v.cube[1][0, 1] == v.cube[1][0][1] == v.cube[1, 0][1] == 5
    assert [list(part) for part in v.cube] == [[(0, 1), (2, 3)], [(4, 5), (6, 7)]]


def test_arrays_of_records_are_plain_too() -> None:
    assert [person.rounds for person in plain(sample()).people] == [0, 4]


def test_what_is_not_there_is_an_error() -> None:
    v = plain(sample())
    with pytest.raises(AttributeError, match="trun"):
        _ = v.trun
    with pytest.raises(IndexError):
        _ = v.table[2]
    with pytest.raises(IndexError):
        _ = v.table[0, 3]


def test_a_plain_view_is_a_copy() -> None:
    s = sample()
    v = plain(s)
    s.table[0, 0] = 9
    s.turn = 1
    assert (v.turn, v.table[0, 0]) == (-2, 1)


def test_there_and_back_again() -> None:
    s = sample()
    v = plain(s)
    assert plain(v) is v
    assert record_of(s) is s
    assert record_of(v).tobytes() == s.tobytes()
    record_of(v).turn = 5
    assert record_of(v).turn == -2


def same(v: Any, found: Any) -> None:
    """Check field by field that a plain object is what the record is."""
    for name in v.dtype.names:
        value = v[name]
        if isinstance(getattr(found, name), Plain):
            same(getattr(v, name), getattr(found, name))
        elif value.ndim < 2:
            assert getattr(found, name) == (tuple(value.tolist()) if value.ndim else value)
        else:
            assert all(getattr(found, name)[place] == value[place] for place in np.ndindex(value.shape))


@each_game
@given(seed=st.integers(0, 2**32), share=st.floats(0, 1))
def test_rules_answer_of_a_plain_view_as_of_its_record(game: Game, seed: int, share: float) -> None:
    """Anywhere in a random game: who acts, what is legal, and the points."""
    sitting, rng = Sitting(game.setting(game.seat_counts[-1])), numbered("plain", seed)
    rules = game.in_mode("interpreted").rules
    for _ in range(int(share * 60)):
        if not sitting.is_over:
            sitting.random_step(rng)
    for seat in (SPECTATOR, seed % sitting.setting.seats):
        v = sitting.view(seat)
        found = plain(v)
        assert rules.actors(found) == game.rules.actors(v)
        assert points_of(game.in_mode("interpreted"), found) == points_of(game, v)
        if seat >= 0:
            assert list_legal(rules, found, seat) == list_legal(game.rules, v, seat)
        if sitting.is_over:
            assert shares_of(game.in_mode("interpreted"), found) == shares_of(game, v)


@each_game
def test_every_field_is_there(game: Game) -> None:
    sitting, rng = Sitting(game.setting()), numbered("fields", 0)
    for _ in range(15):
        sitting.random_step(rng)
    same(sitting.state, plain(sitting.state))
    for seat in (SPECTATOR, 0):
        same(sitting.view(seat), plain(sitting.view(seat)))


@each_game
def test_all_that_is_said_is_the_same(game: Game) -> None:
    """A whole game: every answer of the words and every scene, of the record and of the plain view."""
    sitting, rng = Sitting(game.setting()), numbered("said", 1)
    every = 3 if kernel.DEFAULT_MODE != "interpreted" else 20
    while not sitting.is_over:
        seat = len(sitting.events) % sitting.setting.seats
        before = sitting.view(seat)
        s = kernel.blank(game.rules.STATE)[0]
        kernel.copy(sitting.state, s)
        sitting.random_step(rng)
        after = sitting.view(seat)
        event = sitting.events[-1]
        actor = DEALER if event.seat is None else event.seat
        action = 0 if event.seat is None else game.words.action(event.action)
        told = action if event.seat is None else int(game.rules.told(s, actor, action, seat))
        words = game.words
        assert words.story(plain(before), plain(after), actor, told) == words.story(before, after, actor, told)
        if len(sitting.events) % every == 0 or sitting.is_over:
            assert_alike(game, after, seat)
    assert game.words.result(plain(after)) == game.words.result(after)


def assert_alike(game: Game, v: Any, seat: int) -> None:
    found, words = plain(v), game.words
    assert words.prompt(found, seat) == words.prompt(v, seat)
    assert words.describe(found, seat) == words.describe(v, seat)
    actions = range(0, game.rules.ACTIONS, max(1, game.rules.ACTIONS // 60))
    assert [words.why_not(found, seat, n) for n in actions] == [words.why_not(v, seat, n) for n in actions]
    assert game.scene(found, seat) == game.scene(v, seat)
    assert game.public_scene is not None
    assert game.own_scene is not None
    legal = list_legal(game.rules, v, seat)
    assert game.own_scene(found, seat, legal) == game.own_scene(v, seat, legal)
    public = new_view(game, v, SPECTATOR)
    assert game.public_scene(plain(public)) == game.public_scene(public)
