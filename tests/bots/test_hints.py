"""What is said of the best actions: estimates with their errors, never certainty, and what speaks for them."""

from __future__ import annotations

import math

import pytest

from fairdeal import games
from fairdeal.bots.hints import Bar, Hint, best_few, hints
from fairdeal.bots.player import Player
from fairdeal.bots.searcher import Estimate, Judgement
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import DEALER
from fairdeal.engine.plain import plain
from fairdeal.play.sitting import Sitting


def estimate(action: int, visits: int, share: float, error: float = 0.01, points: float = 20.0) -> Estimate:
    return Estimate(action, 100 * visits, share, share, error, points, 0.5)


def said(*estimates: Estimate, seats: int | None = None) -> list[Hint]:
    """Give hints about the first actions that the first seat of a numbered game may do."""
    game = games.find("coast" if seats == 1 else "caster")
    sitting = Sitting(game.setting(seats))
    rng = numbered("hints", 0)
    while sitting.actors == [DEALER]:
        sitting.random_step(rng)
    [seat, *_] = sitting.actors
    legal = sitting.legal(seat)
    found = [
        Estimate(legal[e.action], e.visits, e.reward, e.share, e.share_error, e.points, e.points_error)
        for e in estimates
    ]
    return hints(game, plain(sitting.view(seat)), seat, found, sitting.setting.catalogue(seat))


def ending(hint: Hint) -> str:
    """What follows the reasons."""
    return hint.sentence.partition(f"{'; '.join(hint.reasons)}. ")[2].replace(hint.name, "it")


def test_the_best_actions_are_those_tried_most_and_none_that_was_tried_but_once() -> None:
    judgement = Judgement(
        tuple(Estimate(action, visits, 0.5, 0.5, 0.1, 20.0, 0.5) for action, visits in enumerate([5, 1, 9, 1, 7]))
    )
    assert [found.action for found in best_few(judgement, 4)] == [2, 4, 0]
    alone = Judgement(tuple(Estimate(action, 1, 5 - action, 0.5, 0.1, 20.0, 0.5) for action in (3, 4)))
    assert [found.action for found in best_few(alone)] == [3]


def test_a_clear_best_action_is_told_with_the_next_best() -> None:
    best, other = said(estimate(0, 90, 0.46), estimate(1, 40, 0.38, 0.02))
    assert best.sentence.startswith(
        "You could play red 4: the others hold 4 lower red cards (§9); spends the lowest red card in hand."
    )
    assert ending(best) == f"Wins 46 % ± 1, the next best, to {other.name}, 38 % ± 2."
    assert ending(other) == "Wins 38 % ± 2."


def test_what_the_errors_cannot_tell_apart_is_called_about_as_good() -> None:
    best, other = said(estimate(0, 90, 0.46, 0.02), estimate(1, 80, 0.42, 0.02))
    assert ending(best) == f"Wins 46 % ± 2, and to {other.name} is about as good: 42 % ± 2."
    assert ending(other) == "Wins 42 % ± 2, about as good as the first."


def test_no_victory_is_called_certain_and_points_decide_where_all_win() -> None:
    assert ending(said(estimate(0, 9, 1.0, 0.0), estimate(1, 8, 0.9))[0]).startswith("Wins more than 99 %, the next")
    best, _ = said(estimate(0, 90, 1.0, 0.0, 25.0), estimate(1, 80, 1.0, 0.0, 21.0))
    assert ending(best).startswith("Scores 25.0 ± 0.5 points, the next best, to play")
    assert ending(said(estimate(0, 90, 0.0, 0.0), estimate(1, 80, 0.001))[0]).startswith("Wins less than 1 %")
    assert ending(said(estimate(0, 90, 0.0, 0.0), estimate(1, 80, 0.0, 0.0))[0]).startswith("Scores 20.0 ± 0.5 points")


def test_what_was_tried_twice_is_not_sure_however_it_ended() -> None:
    best, other = said(Estimate(0, 3, 1.0, 1.0, 0.0, 20.0, 0.5), Estimate(1, 2, 0.0, 0.0, 0.0, 20.0, 0.5))
    assert ending(best).startswith("Wins 99 % ± 18, the next best")
    assert ending(other) == "Wins 1 % ± 20."


def test_alone_at_a_table_only_points_matter() -> None:
    [only] = said(estimate(0, 90, 1.0, 0.0, 12.0), seats=1)
    assert ending(only) == "Scores 12.0 ± 0.5 points."


def test_an_action_that_was_tried_once_has_wide_errors() -> None:
    [only] = said(Estimate(0, 1, 1.0, 0.5, math.inf, 20.0, math.inf))
    assert only.points_error == 20.0
    assert ending(only) == "Wins 50 % ± 23."


@pytest.mark.parametrize("name", games.NAMES)
def test_a_search_of_every_game_ends_in_hints(name: str) -> None:
    game = games.find(name)
    sitting, rng, player = Sitting(game.setting()), numbered(name, 0), Player(game)
    while sitting.actors == [DEALER] or len(sitting.legal(sitting.actors[0])) == 1:
        sitting.random_step(rng)
    seat = sitting.actors[0]
    view = sitting.view(seat)
    judgement = player.judge(view, sitting.told(seat), seat, game.levels[-1], rng, 300)
    found = hints(game, plain(view), seat, best_few(judgement), sitting.setting.catalogue(seat))
    assert game.words.action(found[0].action) == judgement.best
    assert all(hint.reasons and 0 <= hint.share <= 1 for hint in found)


def test_a_hint_has_its_value_in_few_words_and_as_a_bar() -> None:
    best, other = said(estimate(0, 90, 0.46, 0.02), estimate(1, 80, 0.99, 0.02))
    assert (best.value, best.bar) == ("wins 46 % ± 2", Bar(0.46, 0.44, 0.48))
    assert other.bar == Bar(0.99, 0.97, 1.0)
    assert best.more == "20.0 ± 0.5 points to be expected"


def test_the_bar_of_points_lies_between_the_worst_and_the_best() -> None:
    best, other = said(estimate(0, 90, 1.0, 0.0, 25.0), estimate(1, 80, 1.0, 0.0, 21.0))
    assert (best.value, best.more) == ("25.0 ± 0.5 points", "")
    assert best.bar.high == 1
    assert 0 < other.bar.low < other.bar.at < best.bar.at
