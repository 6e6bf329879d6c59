"""What a report counts of the battle."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from fairdeal.games.battle import GAME, rules
from fairdeal.play.sitting import Sitting
from fairdeal.play.tracks import measures_of, offers_of, play_again, track_batch


def test_9_10_captures_are_counted_and_whoever_has_the_last_one() -> None:
    setting = GAME.setting(3)
    measures = track_batch(setting, "fight", [(0, 0)]).counted["measures"][0]
    assert measures_of(GAME) == ("captures", "last")
    sitting = play_again(setting, "fight", (0, 0))
    taken = [int(seat) for seat in sitting.state.taken if seat >= 0]
    assert measures[0, :3].tolist() == [taken.count(seat) for seat in range(3)]
    assert measures[1, :3].tolist() == [int(seat == sitting.events[-1].seat) for seat in range(3)]


def test_9_captures_are_counted_by_the_template_of_the_card() -> None:
    setting = GAME.setting(2, {"deck": "starter"})
    taken = track_batch(setting, "fight", [(0, 0)]).counted["taken"][0, :, :2]
    offers = offers_of(GAME)
    assert offers is not None
    again, found = Sitting(setting), np.zeros_like(taken)
    for event in play_again(setting, "fight", (0, 0)).events:
        before = again.state.taken.copy()
        templates = {name_of(again, action) for action in again.legal(event.seat)} if event.seat is not None else set()
        again.redo(event)
        if event.seat is not None and len(templates) > 1:
            card = int(np.flatnonzero(again.state.taken != before)[0])
            found[offers.texts.index(setting.options["cards"][card]["name"]), event.seat] += 1
    assert taken.tolist() == found.tolist()
    assert offers.name(0) == offers.texts[0]


def name_of(sitting: Sitting, action: int) -> str:
    """Name the template of the card that an attack would capture."""
    target = sitting.state.grid[rules.NEIGHBOUR[rules.cell_of(action), rules.direction_of(action)]]
    name: str = sitting.setting.options["cards"][int(target)]["name"]
    return name


def test_6_what_a_game_of_the_match_brings_is_counted_by_who_started_it() -> None:
    setting = GAME.setting(2, {"match": 2})
    track = track_batch(setting, "match", [(0, 0)]).counted[0]
    s = play_again(setting, "match", (0, 0)).state
    last = int(s.first)
    assert track["rounds"] == 2
    assert track["gained"][0] == s.scored[0, 1 - last] + s.scored[1, last]
    assert track["gained"][1] == s.scored[0, last] + s.scored[1, 1 - last]


def test_2_a_card_of_ones_own_has_no_template() -> None:
    cards = [{**card, "name": "Mine"} for card in GAME.setting(2).options["cards"]]
    setting = GAME.setting(2, {"deck": "mine", "cards": cards})
    assert not track_batch(replace(setting, game=replace(GAME, settle=None)), "own", [(0, 0)]).counted["offered"].any()
