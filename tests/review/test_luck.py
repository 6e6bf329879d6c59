"""Luck and skill add up exactly, luck has mean 0, and what is forced or chosen at once counts as it should."""

from __future__ import annotations

import math

import numpy as np
import pytest

from fairdeal import games
from fairdeal.contract.rules import Numbers
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import DEALER, DEFAULT_MODE, NOBODY
from fairdeal.lab.arena import Arena, Task, new_match
from fairdeal.play.sitting import Sitting
from fairdeal.review.luck import chances, effects, total_luck
from fairdeal.review.reviewing import review
from fairdeal.review.steps import ReviewedStep, at_once, steps
from fairdeal.review.trials import Position, Trials
from tests.breadth import mostly_soaked
from tests.review.reviewed import played

pytestmark = pytest.mark.skipif(DEFAULT_MODE != "compiled", reason="compiled code is tried")
GAMES = games.NAMES
CLOSE = 1e-9
# What plays on is compiled for a game when it is first reviewed, for a third of a minute: the short form reviews one.
REVIEWED = mostly_soaked(GAMES, "battle")
SURE = 3.0  # standard errors


@pytest.mark.parametrize("name", REVIEWED)
def test_the_parts_of_every_seat_add_up_to_its_result(name: str) -> None:
    game = played(name, "random", 0)
    found = review(game.setting, game.events, "medium", seats=[])
    even = 1 / game.setting.seats
    for seat, parts in enumerate(found.parts):
        share = even + found.results[seat]
        assert parts.total == pytest.approx(found.results[seat], abs=CLOSE)
        assert share == pytest.approx(found.chances[-1][seat], abs=CLOSE)
        assert found.adjusted[seat] == pytest.approx(found.results[seat] - found.luck[seat], abs=CLOSE)
    assert math.fsum(found.results) == pytest.approx(0, abs=CLOSE)
    assert math.fsum(found.luck) == pytest.approx(0, abs=CLOSE)


def luck_of_games(name: str, level: str, count: int, playouts: int) -> Numbers:
    trials = Trials(games.find(name))
    found = [played(name, level, number, seed="luck") for number in range(count)]
    return np.array([total_luck(trials, each.setting, each.events, playouts, f"{n}") for n, each in enumerate(found)])


def check_mean(luck: Numbers) -> None:
    error = luck.std(axis=0, ddof=1) / math.sqrt(len(luck))
    assert np.all(np.abs(luck.mean(axis=0)) <= SURE * error + CLOSE)
    assert luck.std() > 0


def test_luck_has_mean_zero() -> None:
    check_mean(luck_of_games("battle", "random", 60, 40))


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("level", ["random", "easy", "medium", "hard", "expert"])
def test_luck_has_mean_zero_in_every_game_and_at_every_level(name: str, level: str) -> None:
    check_mean(luck_of_games(name, level, 40 if level == "expert" else 200, 200))


def test_a_settled_deck_is_luck_too() -> None:
    game = played("battle", "random", 1)
    trials = Trials(game.game)
    past, _ = steps(game.setting, game.events)
    dealt = sum(step.is_chance for step in past)
    with_deck = total_luck(trials, game.setting, game.events, 200, "deck")
    asked = []
    trials.from_state = lambda at, *rest, **more: asked.append(at) or Trials.from_state(trials, at, *rest, **more)  # type: ignore[method-assign, func-returns-value]
    total_luck(trials, game.setting, game.events, 200, "deck")
    assert len(asked) > dealt  # other decks were tried beside the moments after chance
    assert not np.all(with_deck == 0)


def test_what_is_forced_changes_no_chance() -> None:
    game = played("battle", "random", 2)
    past, end = steps(game.setting, game.events)
    found = chances(Trials(game.game), past, end, 20, "forced")
    forced = [step.event for step in past if step.is_forced and step.event + 1 < len(past)]
    assert forced
    assert all(np.array_equal(found.means[event], found.means[event + 1]) for event in forced)


def at(number: int) -> Position:
    return Position(None, np.array([number]))


def step(event: int, seat: int, actors: tuple[int, ...]) -> ReviewedStep:
    return ReviewedStep(event, seat, NOBODY, actors, (1, 2), at(event), None)


def test_seats_that_choose_at_once_are_gathered() -> None:
    past = [
        step(0, DEALER, (DEALER,)),
        step(1, 0, (0, 1)),
        step(2, 1, (1,)),
        step(3, 1, (1,)),
        step(4, 0, (0, 1)),
        step(5, 1, (1,)),
    ]
    assert [[each.event for each in group] for group in at_once(past)] == [[0], [1, 2], [3], [4, 5]]


def test_of_choices_at_once_none_gains_by_being_written_down_first() -> None:
    """The same choices in either order did the same to everybody; of this game in plain Python, as it is short."""
    game = Sitting(games.find("caster").in_mode("interpreted").setting(3, {"rounds": 1, "passing": True}))
    chance = numbered("at once", 0)
    while not game.is_over:
        game.random_step(chance)
    past, _ = steps(game.setting, game.events)
    group = next(group for group in at_once(past) if len(group) > 1)
    trials, seats = Trials(game.game), game.setting.seats
    rng = np.random.default_rng(1)
    means = rng.random((len(past) + 1, seats))
    found = effects(trials, group, means, 4, "orders")
    whole = means[group[-1].event + 1] - means[group[0].event]
    assert sum(found) == pytest.approx(whole)
    there = [means[each.event + 1] - means[each.event] for each in group]
    assert not np.allclose(found[0], there[0])


def test_an_adjusted_duel_varies_less_and_is_as_fair() -> None:
    """The shares of a game still add up to 1, and luck is taken out of them."""
    battle = games.find("battle")
    plain, adjusted = (new_match(battle, ("easy", "random"), 2, seed="adjust", adjusts=each) for each in (False, True))
    found = [Arena(match).play(Task(match, 0, 0)) for match in (plain, adjusted)]
    assert found[0].points == found[1].points
    assert found[0].shares != found[1].shares
    assert math.fsum(found[1].shares) == pytest.approx(1)
