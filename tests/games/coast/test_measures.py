"""What a report counts of the coast."""

from __future__ import annotations

from collections import Counter

import pytest

from fairdeal.contract.game import points_of
from fairdeal.engine.kernel import DEFAULT_MODE, blank
from fairdeal.engine.tracking import TRACK
from fairdeal.games.coast import GAME, measures, rules
from fairdeal.play.tracks import cards_of, measures_of, play_again, track_batch


def test_9_12_15_cards_laid_and_set_aside_and_what_the_regions_come_to() -> None:
    setting = GAME.setting(2)
    played = [(deal, 0) for deal in range(1 if DEFAULT_MODE == "interpreted" else 3)]
    counted = track_batch(setting, "coast", played).counted["measures"]
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


@pytest.mark.no_cover
def test_4_6_agendas_and_the_tiles_of_a_pile_are_counted_as_dealt() -> None:
    setting = GAME.setting(2)
    held = track_batch(setting, "coast", [(0, 0)]).counted["held"][0]
    s = play_again(setting, "coast", (0, 0)).state
    for seat in range(2):
        tiles = {int(card) - 3 for card in s.pile[seat, : s.box.pile]}
        assert held[:6, seat].tolist() == [int(icon == s.agenda[seat]) for icon in range(6)]
        assert {tile for tile in range(15) if held[6 + tile, seat]} == tiles
        assert held[6:, seat].sum() == s.box.pile


def test_1_4_what_is_dealt_has_a_name() -> None:
    cards = cards_of(GAME)
    assert cards is not None
    assert GAME.setting(2).catalogue().render(cards.name(0)) == "agenda forest"
    assert GAME.said(cards.name(6)) == "tile T01"
