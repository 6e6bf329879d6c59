"""What a report counts of CASTER."""

from __future__ import annotations

from collections import Counter

from fairdeal.contract.game import points_of
from fairdeal.games.caster import GAME, rules
from fairdeal.play.tracks import cards_of, measures_of, play_again, track_batch


def test_11_12_tricks_and_bursts_are_those_of_all_rounds() -> None:
    setting = GAME.setting(4, {"rounds": 2, "passing": True})
    played = [(deal, 0) for deal in range(3)]
    tricks, bursts = (track_batch(setting, "caster", played)["measures"][:, row, :4] for row in range(2))
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
    held = track_batch(setting, "caster", [(0, 0)])["held"][0]
    played = Counter(
        (event.seat, event.action.split()[1])
        for event in play_again(setting, "caster", (0, 0)).events
        if event.seat is not None
    )
    texts = cards_of(GAME).texts
    assert {(seat, texts[card]): int(held[card, seat]) for card, seat in zip(*held.nonzero(), strict=True)} == played
