"""What a report counts of Card Game Traders."""

from __future__ import annotations

from collections import Counter

from fairdeal.games.traders import GAME
from fairdeal.play.sitting import Sitting
from fairdeal.play.tracks import measures_of, play_again, track_batch


def test_19_21_buys_and_passes_are_counted_and_who_triggered_the_end() -> None:
    setting = GAME.setting(3)
    played = [(deal, 0) for deal in range(4)]
    measures = track_batch(setting, "trade", played)["measures"]
    assert measures_of(GAME) == ("bought", "passed", "ended")
    for number, each in enumerate(played):
        sitting = play_again(setting, "trade", each)
        done = Counter((event.seat, event.action.split()[0]) for event in sitting.events)
        for seat in range(3):
            assert measures[number, 0, seat] == done[seat, "buy"]
            assert measures[number, 1, seat] == done[seat, "pass"]
        assert measures[number, 2, :3].tolist() == [int(seat == who_closed(sitting)) for seat in range(3)]


def who_closed(sitting: Sitting) -> int | None:
    again = Sitting(sitting.setting)
    for event in sitting.events:
        again.redo(event)
        if again.state.closing:
            return event.seat
    return None
