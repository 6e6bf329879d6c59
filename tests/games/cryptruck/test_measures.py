"""What a report counts of Cryptruck."""

from __future__ import annotations

from collections import Counter

from fairdeal.games.cryptruck import GAME
from fairdeal.play.tracks import cards_of, measures_of, play_again, track_batch


def test_9_10_15_leads_wanted_and_bought_and_blocks_are_those_of_the_whole_game() -> None:
    setting = GAME.setting(3)
    measures = track_batch(setting, "truck", [(0, 0)])["measures"][0]
    assert measures_of(GAME) == ("wanted", "bought", "blocks")
    sitting = play_again(setting, "truck", (0, 0))
    done = Counter((event.seat, event.action.split()[0]) for event in sitting.events)
    for seat in range(3):
        assert measures[0, seat] == done[seat, "want"]
        assert measures[1, seat] == done[seat, "give"]
    rounds = int(sitting.state.rounds_played)
    blocks_of_a_round = int(measures[2, :3].sum()) / rounds
    assert 0 < blocks_of_a_round <= int(sitting.state.box.blocks).bit_count()


def test_6_every_seat_is_dealt_six_cards_a_round_of_those_in_use_each_to_one_seat() -> None:
    setting = GAME.setting(3, {"rounds": 2})
    held = track_batch(setting, "truck", [(0, 0)])["held"][0]
    assert held.sum(axis=0)[:3].tolist() == [12, 12, 12]
    assert held.sum(axis=1).max() <= 2
    sitting = play_again(setting, "truck", (0, 0))
    revealed = {event.action.split()[1] for event in sitting.events if event.action.startswith("reveal ")}
    texts = cards_of(GAME).texts
    assert revealed <= {texts[card] for card in held.any(axis=1).nonzero()[0]}
