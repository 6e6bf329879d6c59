"""What is counted of games: the same natively, event by event, and by who watches them as a story."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from fairdeal import games
from fairdeal.contract.game import Game, Setting, points_of, shares_of
from fairdeal.engine.kernel import DEFAULT_MODE
from fairdeal.lab.simulate import play_game
from fairdeal.play.sitting import Sitting
from fairdeal.play.tracks import Tracker, play_again, track_batch
from tests.breadth import mostly_soaked

PLAYED = [(0, 0), (0, 1), (1, 0), (1, 1)]
# What counts a game natively is compiled for it first.
COUNTED = mostly_soaked(games.all_games(), games.find("coast"))
MANY = 40 if DEFAULT_MODE == "interpreted" else 4000


def seated(game: Game) -> Setting:
    return game.setting(max(2, game.seat_counts[0]))


def dealt(sitting: Sitting) -> list[str]:
    return [event.action for event in sitting.events if event.seat is None]


@pytest.mark.parametrize("game", COUNTED, ids=lambda game: game.name)
def test_a_game_that_is_played_again_is_the_one_that_was_counted(game: Game) -> None:
    setting = seated(game)
    tracks = track_batch(setting, "again", PLAYED).counted
    for track, played in zip(tracks, PLAYED, strict=True):
        sitting = play_again(setting, "again", played)
        seats = range(setting.seats)
        assert [int(track["points"][seat]) for seat in seats] == points_of(game, sitting.state)
        assert [float(track["won"][seat]) for seat in seats] == shares_of(game, sitting.state)
        assert track["events"] == len(sitting.events)
        assert track["decisions"] == sum(event.seat is not None for event in sitting.events)


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.name)
def test_games_of_a_deal_have_the_same_chance_first_and_other_choices(game: Game) -> None:
    setting = seated(game)
    first, second, other = (play_again(setting, "deals", played) for played in PLAYED[:3])
    assert dealt(first)[0] == dealt(second)[0]
    assert first.setting.options == second.setting.options
    assert dealt(first) != dealt(other)
    assert [event.action for event in first.events] != [event.action for event in second.events]


def followed(sitting: Sitting) -> Any:
    """Count a game anew, by letting a tracker watch what was done."""
    again = Sitting(sitting.setting)
    tracker = Tracker(again)
    for event in sitting.events:
        if event.seat is None:
            again.deal_text(event.action, event.at)
            tracker.deal()
        else:
            tracker.play(event.seat, again.game.words.action(event.action), event.at)
    return tracker.end()


@pytest.mark.parametrize("game", COUNTED, ids=lambda game: game.name)
def test_native_play_counts_what_a_tracker_counts_event_by_event(game: Game) -> None:
    setting = seated(game)
    tracks = track_batch(setting, "watched", PLAYED[:2]).counted
    for number, played in enumerate(PLAYED[:2]):
        watched = followed(play_again(setting, "watched", played))
        assert watched.tobytes() == tracks[number : number + 1].tobytes()


def test_turns_forced_decisions_and_the_lead_are_counted_as_a_reader_would() -> None:
    setting = games.find("battle").setting(3)
    sitting = play_again(setting, "read", (0, 0))
    track = track_batch(setting, "read", [(0, 0)]).counted[0]
    again, leaders, widths, actors = Sitting(sitting.setting), [], [], []
    for event in sitting.events:
        if event.seat is not None:
            widths.append(len(again.legal(event.seat)))
            actors.append(event.seat)
        again.redo(event)
        points = points_of(again.game, again.state)
        leaders.append(points.index(max(points)) if points.count(max(points)) == 1 else None)
    alone = [leader for leader in leaders if leader is not None]
    assert track["turns"] == 1 + sum(a != b for a, b in itertools.pairwise(actors))
    assert track["forced"] == widths.count(1)
    assert track["choices"] == sum(widths)
    assert track["widest"] == max(widths)
    assert track["changes"] == sum(a != b for a, b in itertools.pairwise(alone))
    assert len(set(leaders[track["led_since"] - 1 :])) == 1
    assert [int(track["place"][seat]) for seat in range(3)] == [list(dict.fromkeys(actors)).index(n) for n in range(3)]


def test_whoever_starts_a_battle_with_the_usual_deck_wins_59_of_100_between_random_players() -> None:
    game = games.find("battle")
    setting = game.setting(2)
    usual = replace(setting, game=replace(game, settle=None))  # the same deck in every deal
    tracks = track_batch(usual, "starts", [(deal, 0) for deal in range(MANY)]).counted
    first = np.take_along_axis(tracks["won"], np.argmin(tracks["place"][:, :2], axis=1)[:, None], axis=1)
    assert abs(first.mean() - 0.59) < 4 * 0.5 / MANY**0.5
    told = [play_game(setting, "starts", number) for number in range(MANY // 20)]
    by_hand = [shares_of(game, sitting.state)[starter(sitting)] for sitting in told]
    assert abs(np.mean(by_hand) - first.mean()) < 4 * 0.5 / len(told) ** 0.5


def starter(sitting: Sitting) -> int:
    return next(event.seat for event in sitting.events if event.seat is not None)
