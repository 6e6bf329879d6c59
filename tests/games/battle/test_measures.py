"""What a report counts of the battle."""

from __future__ import annotations

from fairdeal.games.battle import GAME
from fairdeal.play.tracks import measures_of, play_again, track_batch


def test_9_10_captures_are_counted_and_whoever_has_the_last_one() -> None:
    setting = GAME.setting(3)
    measures = track_batch(setting, "fight", [(0, 0)])["measures"][0]
    assert measures_of(GAME) == ("captures", "last")
    sitting = play_again(setting, "fight", (0, 0))
    taken = [int(seat) for seat in sitting.state.taken if seat >= 0]
    assert measures[0, :3].tolist() == [taken.count(seat) for seat in range(3)]
    assert measures[1, :3].tolist() == [int(seat == sitting.events[-1].seat) for seat in range(3)]
