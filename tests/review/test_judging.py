"""Choices are judged by what their seat knew: never by hidden cards, never without being sure, in the right order."""

from __future__ import annotations

import numpy as np
import pytest

from fairdeal import games
from fairdeal.bots.player import Player
from fairdeal.contract.rules import Numbers
from fairdeal.engine.chance import below, numbered
from fairdeal.engine.kernel import DEALER, DEFAULT_MODE, blank, copy
from fairdeal.lab.regret import CLOSE, endgames
from fairdeal.play.sitting import Event, Sitting
from fairdeal.review.findings import FAULTS, Grade, Review
from fairdeal.review.judging import by_knowledge, compared, effort, grade, narrowed
from fairdeal.review.reviewing import review
from fairdeal.review.steps import known_of
from fairdeal.review.trials import NOTHING, Known, Trials
from tests.breadth import mostly_soaked
from tests.review.reviewed import played

pytestmark = pytest.mark.skipif(DEFAULT_MODE != "compiled", reason="compiled code is tried")
CHANCES = np.array([0.2, 0.5, 0.45, 0.1, 0.3, 0.25, 0.15])


def tosses(seed: int) -> tuple[list[int], object]:
    """Give a way to try actions that win with known chances, and how often it was asked."""
    rng, asked = np.random.default_rng(seed), [0]

    def tried(actions: Numbers, count: int) -> Numbers:
        asked[0] += count * len(actions)
        return np.asarray(rng.random((count, 1)) < CHANCES[list(actions)], float)

    return asked, tried


def test_halving_finds_the_best_within_its_budget() -> None:
    asked, tried = tosses(1)
    assert narrowed(tried, range(7), 3000)[0] == 1  # type: ignore[arg-type]
    assert asked[0] <= 3000


def test_what_surely_costs_much_is_a_blunder_and_what_costs_nothing_is_none() -> None:
    _, tried = tosses(2)
    worse = compared(tried, [1, 2, 4], 3, 150)  # type: ignore[arg-type]
    assert worse.grade is Grade.BLUNDER
    assert worse.cost == pytest.approx(0.4, abs=5 * worse.error)
    assert compared(tried, [1, 2, 4], 1, 150).grade is Grade.BEST  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("cost", "error", "found"), [(0.2, 0.1, "unclear"), (0.01, 0.004, "fine"), (0.05, 0.01, "inaccuracy")]
)
def test_nothing_is_called_a_fault_that_may_be_chance(cost: float, error: float, found: str) -> None:
    assert grade(cost, error) == found


# --- secrecy ---------------------------------------------------------------------------------------------------------


def first_choice(setting_name: str, events: list[Event]) -> tuple[Sitting, int]:
    sitting = Sitting(games.find(setting_name).setting())
    for event in events:
        sitting.redo(event)
    return sitting, sitting.actors[0]


def deal_twice(name: str) -> tuple[list[Event], list[Event], int]:
    """Deal two games that look the same to the seat which is first to choose, and are not."""
    sitting, rng = Sitting(games.find(name).setting()), numbered("twice", 0)
    while sitting.actors == [DEALER]:
        before, text = list(sitting.events), sitting.drawn_text(rng)
        sitting.deal_text(text)
    seat, words = sitting.actors[0], sitting.game.words
    undealt = Sitting(sitting.setting)
    for event in before:
        undealt.redo(event)
    outcome = words.outcome(undealt.state, text)
    for _ in range(2000):
        one, two = below(rng, len(outcome)), below(rng, len(outcome))
        other = outcome.copy()
        other[[one, two]] = outcome[[two, one]]
        again, _ = first_choice(name, [*before, Event(None, words.outcome_text(undealt.state, other))])
        is_same = again.view(seat).tobytes() == sitting.view(seat).tobytes()
        if is_same and again.state.tobytes() != sitting.state.tobytes():
            return sitting.events, again.events, seat
    raise AssertionError("No such deal was found.")


def finished(name: str, events: list[Event], seat: int) -> Review:
    """Play on, the same first choice in all, and review the game."""
    sitting, _ = first_choice(name, events)
    sitting.play(seat, sitting.legal(seat)[0])
    rng = numbered("finish", 0)
    while not sitting.is_over:
        sitting.random_step(rng)
    return review(sitting.setting, sitting.events, "medium", seats=[seat])


@pytest.mark.parametrize("name", mostly_soaked(["caster", "cryptruck"], "caster"))
def test_what_a_seat_could_not_know_has_no_part_in_its_judgement(name: str) -> None:
    one, two, seat = deal_twice(name)
    assert one != two
    found = [finished(name, events, seat).choices[0] for events in (one, two)]
    known = [(c.event, c.chosen, c.best, c.cost, c.cost_error, c.grade, c.candidates) for c in found]
    assert repr(known[0]) == repr(known[1])


def test_the_seed_follows_from_what_was_told() -> None:
    """Any world of a view gives the seed of that view."""
    game = played("cryptruck", "random", 3)
    again, seen = Sitting(game.setting), 0
    plan, world = blank(game.game.worlds.PLAN)[0], blank(game.game.rules.STATE)[0]
    for event in game.events[:40]:
        if event.seat is not None:
            view = again.view(event.seat)
            game.game.worlds.plan(view, event.seat, plan)
            copy(view, world)
            game.game.worlds.resample(world, event.seat, plan, numbered("world", seen))
            known, true = known_of(again, event.seat), blank(game.game.rules.STATE)[0]
            copy(again.state, true)
            copy(world, again.state)
            again._snapshot = None
            assert known_of(again, event.seat).seed == known.seed
            copy(true, again.state)
            again._snapshot = None
            seen += 1
        again.redo(event)
    assert seen > 10


# --- against what is known exactly ------------------------------------------------------------------------------------


def accused(name: str, positions: int) -> tuple[int, int]:
    """Count choices without regret in endgames that are solved exactly, and how many of them are called mistakes."""
    game = games.find(name)
    setting, trials = game.setting(game.best_seats), Trials(game)
    count = called = 0
    for number, position in zip(range(positions), endgames(setting, Player(game), 200, "accused"), strict=False):
        views = blank(game.rules.STATE)
        copy(position.view, views[0])
        known = Known(position.seat, views, NOTHING, np.zeros(2, np.int64), f"{number}")
        worths = next(iter(position.worths.values()))
        for place in np.flatnonzero(worths > worths.max() - CLOSE):
            found = by_knowledge(trials, known, position.legal, position.legal[place], effort(1.0), "accused")
            count += 1
            called += found.grade in (Grade.MISTAKE, Grade.BLUNDER)
    return count, called


def test_nobody_is_accused_of_what_is_best_in_a_solved_endgame() -> None:
    count, called = accused("battle", 12)
    assert count >= 12
    assert called == 0


@pytest.mark.soak
@pytest.mark.parametrize("name", ["caster", "cryptruck", "traders", "battle"])
def test_hardly_anybody_is_accused_of_what_is_best_in_solved_endgames(name: str) -> None:
    count, called = accused(name, 600)
    assert called <= count / 200


# --- order -----------------------------------------------------------------------------------------------------------


def costs(name: str, level: str, count: int, thoroughly: str) -> Numbers:
    """Give the mean cost of a choice in each of some games of a level."""
    found = []
    for number in range(count):
        game = played(name, level, number, seed="order")
        choices = review(game.setting, game.events, thoroughly, seed="judge").choices
        found.append(np.mean([choice.cost for choice in choices]))
    return np.array(found)


def is_lower(low: Numbers, high: Numbers) -> bool:
    error = np.hypot(low.std(ddof=1) / np.sqrt(len(low)), high.std(ddof=1) / np.sqrt(len(high)))
    return bool(high.mean() - low.mean() > 2 * error)


def test_better_players_make_cheaper_choices() -> None:
    assert is_lower(costs("battle", "hard", 4, "medium"), costs("battle", "random", 4, "medium"))


@pytest.mark.soak
@pytest.mark.parametrize("name", games.NAMES)
def test_the_better_a_level_the_cheaper_its_choices(name: str) -> None:
    random, medium, hard = (costs(name, level, 30, "expert") for level in ("random", "medium", "hard"))
    assert is_lower(medium, random)
    assert is_lower(hard, medium)


def test_a_planted_blunder_is_the_first_of_its_seats_faults() -> None:
    """A game of the best moves but one: the worst action that the review itself knows of, at its most costly."""
    game = played("battle", "hard", 7)
    before = review(game.setting, game.events, "hard")
    planted = max(before.choices, key=lambda choice: choice.candidates[0].share - choice.candidates[-1].share)
    worst = worst_action(game, planted.event)
    sitting, rng = Sitting(game.setting), numbered("planted", 0)
    for event in game.events[: planted.event]:
        sitting.redo(event)
    sitting.play(planted.seat, worst)
    while not sitting.is_over:
        sitting.random_step(rng)
    own = [
        c for c in review(sitting.setting, sitting.events, "hard", seats=[planted.seat]).choices if c.grade in FAULTS
    ]
    until = [choice for choice in own if choice.event <= planted.event]
    assert max(until, key=lambda choice: choice.cost).event == planted.event


def worst_action(game: Sitting, event: int) -> int:
    """Give the action that wins least in many worlds of their own."""
    sitting = Sitting(game.setting)
    for past in game.events[:event]:
        sitting.redo(past)
    seat = game.events[event].seat
    assert seat is not None
    legal = sitting.legal(seat)
    won = Trials(game.game).from_known(known_of(sitting, seat), legal, 400, numbered("worst", 0))
    return legal[int(np.argmin(won.mean(axis=0)))]
