"""The small tree search: legal, repeatable, blind to what its seat cannot see, and better than chance."""

from __future__ import annotations

import pytest

from fairdeal.chance import below, numbered
from fairdeal.game import Setting, list_legal, members, shares_of
from fairdeal.kernel import DEALER, DEFAULT_MODE
from fairdeal.search.treesearch import TreeSearch
from fairdeal.testing.laws import Moment, worlds_of
from fairdeal.testing.walks import draw_outcome, positions, view_of
from tests.conformance.subjects import EACH, SUBJECTS, Subject

ITERATIONS = 2 if DEFAULT_MODE == "interpreted" else 200


def some_moments(setting: Setting, seed: str) -> list[Moment]:
    """A few positions of a random game where a seat may act."""
    moments = [Moment(setting, s, seed, number) for number, s in enumerate(positions(setting, seed))]
    acting = [moment for moment in moments if moment.acting]
    return acting[:2] + acting[len(acting) // 2 :: max(1, len(acting) // 4)]


@pytest.mark.parametrize("subject", EACH)
def test_it_finds_a_legal_action_and_the_same_one_again(subject: Subject) -> None:
    setting = subject.setting(subject.plays[1])
    search = TreeSearch(setting.game)
    for m in some_moments(setting, "legal"):
        seat = m.acting[-1]
        found = [search.best_action(m.view(seat), seat, ITERATIONS, m.rng("search")) for _ in range(2)]
        assert found[0] in m.legal(seat)
        assert found[0] == found[1]


@pytest.mark.parametrize("subject", EACH)
def test_it_depends_on_the_view_alone(subject: Subject) -> None:
    setting = subject.setting(subject.plays[1])
    search = TreeSearch(setting.game)
    for m in some_moments(setting, "view"):
        seat = m.acting[0]
        views = [m.view(seat), *(view_of(m.game, world, seat) for world in worlds_of(m, seat, 2))]
        before = views[0].tobytes()
        found = {search.best_action(view, seat, ITERATIONS, m.rng("search")) for view in views}
        assert len(found) == 1
        assert views[0].tobytes() == before


def test_it_prefers_what_it_visited_most() -> None:
    setting = SUBJECTS["oh_hell"].setting((3, {"tricks": 2}))
    search = TreeSearch(setting.game)
    m = some_moments(setting, "most")[0]
    seat = m.acting[0]
    action = search.best_action(m.view(seat), seat, 50, m.rng("search"))
    visits = search._visits()
    assert sum(visits.values()) == 50
    assert visits[action] == max(visits.values())


def searchers_share(setting: Setting, searcher: int, number: int, iterations: int) -> float:
    """Play a game of a searcher against random seats."""
    game, s, rng = setting.game, setting.new_state(), numbered("duel", number)
    search = TreeSearch(game)
    while actors := members(int(game.rules.actors(s))):
        seat = actors[0]
        if seat == DEALER:
            game.rules.deal(s, draw_outcome(game, s, rng))
            continue
        legal = list_legal(game.rules, s, seat)
        action = legal[below(rng, len(legal))]
        if seat == searcher:
            action = search.best_action(view_of(game, s, seat), seat, iterations, rng)
        game.rules.play(s, seat, action)
    return shares_of(game, s)[searcher]


@pytest.mark.skipif(DEFAULT_MODE == "interpreted", reason="too slow when interpreted")
def test_it_beats_random_seats() -> None:
    """Random play would win 40 of 120 games, and 60 about one time in 8,000; the search wins three in four."""
    setting = SUBJECTS["caster"].setting((3, {"rounds": 1, "passing": False}))
    won = sum(searchers_share(setting, number % 3, number, 600) for number in range(120))
    assert won >= 60
