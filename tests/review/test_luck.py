"""Luck and skill add up exactly, luck has mean 0, and what is forced or chosen at once counts as it should."""

from __future__ import annotations

import hashlib
import itertools
import math
from pathlib import Path

import numpy as np
import pytest

from bench.verdicts import in_errors, luck_row, played
from fairdeal import games
from fairdeal.contract.rules import Numbers
from fairdeal.engine.kernel import DEALER, DEFAULT_MODE, MOST_SEATS, NOBODY
from fairdeal.lab.arena import Arena, Task, new_match
from fairdeal.lab.ladder import climb, new_ladder, read
from fairdeal.review.luck import chances, effects, total_luck
from fairdeal.review.reviewing import review
from fairdeal.review.steps import ReviewedStep, at_once, steps
from fairdeal.review.trials import Position, Trials
from tests.breadth import mostly_soaked

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
        if game.game.settle is None:
            assert found.chances[0][seat] == even
    assert math.fsum(found.results) == pytest.approx(0, abs=CLOSE)
    assert math.fsum(found.luck) == pytest.approx(0, abs=CLOSE)


def check_mean(name: str, level: str, count: int, playouts: int) -> None:
    luck = np.array([luck_row(name, level, playouts, number).luck for number in range(count)])
    assert np.all(np.abs(in_errors(luck)) <= SURE)
    assert luck.std() > 0


def test_luck_has_mean_zero() -> None:
    check_mean("battle", "random", 60, 40)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "level"), [(name, level.name) for name in GAMES for level in games.find(name).levels])
def test_luck_has_mean_zero_in_every_game_and_at_every_level(name: str, level: str) -> None:
    """The fewest play-outs do: the mean is without bias at any number."""
    searches = games.find(name).level(level).iterations > 1
    check_mean(name, level, 30 if searches else 60, 60)


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


def test_a_shuffle_counts_when_it_is_made() -> None:
    """Cards of the battle come from the pile throughout, and all of their luck is in the deal."""
    game = played("battle", "random", 1)
    found = review(game.setting, game.events, "medium", seats=[])
    assert [parts.chance for parts in found.parts] == [0.0, 0.0]
    assert all(parts.deal for parts in found.parts)


def test_what_is_forced_changes_no_chance() -> None:
    for number in itertools.count():
        game = played("battle", "random", number)
        past, end = steps(game.setting, game.events)
        if forced := [step.event for step in past if step.is_forced and step.event + 1 < len(past)]:
            break
    found = chances(Trials(game.game), past, end, 20, "forced")
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


class Worth(Trials):
    """Knows what every state is worth, so that no noise hides who gains what."""

    def from_state(self, at: Position, *_: object, **__: object) -> Numbers:
        seed = int.from_bytes(hashlib.sha256(at.state.tobytes()).digest()[:8], "big")
        return np.random.default_rng(seed).random((1, 1, MOST_SEATS))


def test_of_choices_at_once_none_gains_by_being_written_down_first() -> None:
    """The same choices in either order did the same to everybody, and together all that they did."""
    game = played("traders", "random", 0)
    trials, seats = Worth(game.game), game.setting.seats
    first, last = next(
        (group[0].event, group[-1].event) for group in at_once(steps(game.setting, game.events)[0]) if len(group) > 1
    )
    found = []
    for events in (game.events, [*game.events[:first], *game.events[first : last + 1][::-1], *game.events[last + 1 :]]):
        past = steps(game.setting, events)[0]
        means = np.array([trials.from_state(step.before)[0, 0, :seats] for step in past])
        group = next(group for group in at_once(past) if group[0].event == first)
        changes = effects(trials, group, means, 1, "orders")
        assert sum(changes) == pytest.approx(means[last + 1] - means[first])
        assert not np.allclose(changes[0], means[first + 1] - means[first]), "the order of the record is not all"
        found.append({step.seat: change for step, change in zip(group, changes, strict=True)})
    assert found[0].keys() == found[1].keys()
    assert all(np.allclose(change, found[1][seat]) for seat, change in found[0].items())


def test_an_adjusted_duel_varies_less_and_is_as_fair() -> None:
    """The shares of a game still add up to 1, and luck is taken out of them."""
    battle = games.find("battle")
    plain, adjusted = (new_match(battle, ("easy", "random"), 2, seed="adjust", adjusts=each) for each in (False, True))
    found = [Arena(match).play(Task(match, 0, 0)) for match in (plain, adjusted)]
    assert found[0].points == found[1].points
    assert found[0].shares != found[1].shares
    assert math.fsum(found[1].shares) == pytest.approx(1)


def test_a_ladder_is_adjusted_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever luck is found is taken from the shares, here as much from each."""
    monkeypatch.setattr("fairdeal.lab.arena.total_luck", lambda *_: np.array([0.125, 0.125]))
    ladder, found = new_ladder(games.find("battle"), None, {}), []
    for adjusts in (False, True):
        path = tmp_path / f"{adjusts}.jsonl"
        climb(ladder, path, 2, adjusts=adjusts, only=("random", "easy"))
        found += read(path)
    plain, adjusted = found
    assert plain.there[0] + plain.back[0] == 1
    assert adjusted.there[0] + adjusted.back[0] == 0.75
    assert plain.seed != adjusted.seed, "no deal counts twice"
