"""What a report counts of CASTER."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest

from fairdeal.contract.game import points_of
from fairdeal.games.caster import GAME, rules
from fairdeal.play.sitting import Sitting
from fairdeal.play.tracks import cards_of, measures_of, offers_of, play_again, track_batch


def test_11_12_tricks_and_bursts_are_those_of_all_rounds() -> None:
    setting = GAME.setting(4, {"rounds": 2, "passing": True})
    played = [(deal, 0) for deal in range(3)]
    tricks, bursts = (track_batch(setting, "caster", played).counted["measures"][:, row, :4] for row in range(2))
    assert measures_of(GAME) == ("tricks", "bursts")
    assert (tricks.sum(axis=1) == 2 * rules.tricks_of_round(setting.dealt())).all()
    assert 0 < bursts.sum() < bursts.size
    for number, each in enumerate(played):
        sitting = play_again(setting, "caster", each)
        burst, limit = (int(numbers[4]) for numbers in (sitting.state.box.burst, sitting.state.box.limit))
        for seat, points in enumerate(points_of(GAME, sitting.state)):
            if bursts[number, seat] == 2:
                assert points == burst * tricks[number, seat]
            assert bursts[number, seat] or tricks[number, seat] <= 2 * limit


def test_4_the_cards_that_a_seat_is_dealt_are_those_that_it_plays() -> None:
    setting = GAME.setting(4, {"rounds": 2})
    held = track_batch(setting, "caster", [(0, 0)]).counted["held"][0]
    played = Counter(
        (event.seat, event.action.split()[1])
        for event in play_again(setting, "caster", (0, 0)).events
        if event.seat is not None
    )
    cards = cards_of(GAME)
    assert cards is not None
    texts = cards.texts
    assert {(seat, texts[card]): int(held[card, seat]) for card, seat in zip(*held.nonzero(), strict=True)} == played


def test_13_what_a_round_brings_is_counted_by_how_far_a_seat_sits_behind_its_first_player() -> None:
    setting = GAME.setting(3, {"rounds": 2})
    track = track_batch(setting, "rounds", [(0, 0)]).counted[0]
    again, firsts, totals = Sitting(setting), [], [[0, 0, 0]]
    for event in play_again(setting, "rounds", (0, 0)).events:
        played = int(again.state.rounds_played)
        first = int(again.state.first)
        again.redo(event)
        if again.state.rounds_played > played:
            firsts.append(first)
            totals.append(again.state.total[:3].tolist())
    gains = [[after - before for before, after in zip(*pair, strict=True)] for pair in itertools.pairwise(totals)]
    expected = [sum(gain[(first + step) % 3] for first, gain in zip(firsts, gains, strict=True)) for step in range(3)]
    assert track["rounds"] == 2
    assert track["gained"][:3].tolist() == expected
    assert track["ahead"][:3].sum() == pytest.approx(2)


def test_7_cards_that_are_played_are_counted_where_another_could_be() -> None:
    setting = GAME.setting(3, {"rounds": 1, "passing": True})
    track = track_batch(setting, "taken", [(0, 0)]).counted[0]
    offers, again = offers_of(GAME), Sitting(setting)
    assert offers is not None
    taken = set()
    for event in play_again(setting, "taken", (0, 0)).events:
        if event.seat is not None and event.action.startswith("play") and len(again.legal(event.seat)) > 1:
            taken.add((offers.texts.index(event.action.split()[1]), event.seat))
        again.redo(event)
    assert {(int(card), int(seat)) for card, seat in np.argwhere(track["taken"])} == taken
