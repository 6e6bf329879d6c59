"""What a report counts of Cryptruck."""

from __future__ import annotations

from collections import Counter

import numpy as np

from fairdeal.games.cryptruck import GAME
from fairdeal.play.sitting import Sitting
from fairdeal.play.tracks import cards_of, measures_of, offers_of, play_again, track_batch


def test_9_10_15_leads_wanted_and_bought_and_blocks_are_those_of_the_whole_game() -> None:
    setting = GAME.setting(3)
    measures = track_batch(setting, "truck", [(0, 0)]).counted["measures"][0]
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
    held = track_batch(setting, "truck", [(0, 0)]).counted["held"][0]
    assert held.sum(axis=0)[:3].tolist() == [12, 12, 12]
    assert held.sum(axis=1).max() <= 2
    sitting = play_again(setting, "truck", (0, 0))
    revealed = {event.action.split()[1] for event in sitting.events if event.action.startswith("reveal ")}
    cards = cards_of(GAME)
    assert cards is not None
    texts = cards.texts
    assert revealed <= {texts[card] for card in held.any(axis=1).nonzero()[0]}


def test_8_9_11_what_is_revealed_wanted_and_played_is_counted() -> None:
    setting = GAME.setting(3, {"rounds": 1})
    track = track_batch(setting, "taken", [(0, 0)]).counted[0]
    offers, again = offers_of(GAME), Sitting(setting)
    assert offers is not None
    expected = Counter[tuple[str, int]]()
    for event in play_again(setting, "taken", (0, 0)).events:
        if event.seat is not None and len(again.legal(event.seat)) > 1 and event.action.split()[0] in VERBS:
            expected[event.action, event.seat] += 1
        again.redo(event)
    taken = track["taken"]
    found = {(offers.texts[offer], seat): int(taken[offer, seat]) for offer, seat in np.argwhere(taken).tolist()}
    assert found == dict(expected)
    assert {text.split()[0] for text, _ in found} == {*VERBS}


def test_what_is_taken_has_a_name() -> None:
    offers = offers_of(GAME)
    assert offers is not None
    assert [GAME.said(offers.name(number)) for number in (0, 60, 120)] == [
        "Y0 revealed",
        "Y0 played",
        "to want the lead",
    ]


VERBS = ("reveal", "want", "play")
