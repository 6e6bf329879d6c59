"""What a report counts of the coast."""

from __future__ import annotations

from collections import Counter

from fairdeal.contract.game import points_of
from fairdeal.engine.kernel import blank
from fairdeal.engine.tracking import TRACK
from fairdeal.games.coast import GAME, measures, rules
from fairdeal.play.tracks import measures_of, play_again, track_batch


def test_9_12_15_cards_laid_and_set_aside_and_what_the_regions_come_to() -> None:
    setting = GAME.setting(2)
    played = [(deal, 0) for deal in range(3)]
    counted = track_batch(setting, "coast", played)["measures"]
    assert measures_of(GAME) == ("laid", "aside", "balanced", "agenda")
    for number, each in enumerate(played):
        sitting = play_again(setting, "coast", each)
        done = Counter((event.seat, event.action.split()[0]) for event in sitting.events)
        for seat, points in enumerate(points_of(GAME, sitting.state)):
            laid, aside, balanced, agenda = (int(row[seat]) for row in counted[number, :4])
            assert (laid, aside) == (done[seat, "place"], done[seat, "aside"])
            assert points == balanced + agenda - rules.points_lost(sitting.state, seat)


def test_12_a_card_that_is_set_aside_is_counted_for_its_seat() -> None:
    track, s = blank(TRACK)[0], GAME.setting(2).dealt()
    measures.measure(s, 1, rules.ASIDE, track.measures)
    assert track.measures[:4, :2].tolist() == [[0, 0], [0, 1], [0, 0], [0, 0]]
