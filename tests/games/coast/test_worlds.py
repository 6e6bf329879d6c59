"""Craft My Coast's worlds: exactly uniform over everything that has the view."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from fairdeal.contract.game import new_view
from fairdeal.engine import chance
from fairdeal.engine.kernel import DEFAULT_MODE, SPECTATOR, UNKNOWN, blank, copy
from fairdeal.games.coast import GAME, rules, words, worlds
from tests.games.coast.regions import act, dealt, draw_and_place, playing, random_position, setting

Secrets = tuple[tuple[int, ...], ...]

# Plain Python draws some hundred worlds a second: there it is enough that each is possible.
MANY = DEFAULT_MODE != "interpreted"
FEW = 60


def imagined(v: Any, seat: int, count: int, number: int = 0) -> Iterator[Any]:
    plan, world = blank(worlds.PLAN)[0], blank(rules.STATE)[0]
    worlds.plan(v, seat, plan)
    rng = chance.numbered("worlds", number)
    for _ in range(count):
        copy(v, world)
        worlds.resample(world, seat, plan, rng)
        yield world


def are_even(counts: list[int]) -> bool:
    return not MANY or float(stats.chisquare(counts).pvalue) > 1e-4


def secrets(s: Any) -> Secrets:
    """Agendas, and each seat's pile with the removed cards."""
    seats = range(s.seats)
    return (tuple(int(s.agenda[seat]) for seat in seats), *(tuple(map(int, s.pile[seat])) for seat in seats))


def all_secrets(v: Any) -> Iterator[Secrets]:
    """Enumerate, by brute force and from the page alone, the secrets that the view allows."""
    seats = range(v.seats)
    agendas = [
        dealt
        for dealt in itertools.permutations(range(6), int(v.seats))
        if all(v.agenda[seat] in (UNKNOWN, dealt[seat]) for seat in seats)
    ]
    piles = []
    for seat in seats:
        drawn = tuple(int(card) for card in v.pile[seat] if card != UNKNOWN)
        unseen = [card for card in range(3, 18) if card not in drawn]
        piles.append([drawn + order for order in itertools.permutations(unseen)])
    yield from itertools.product(agendas, *piles)


@pytest.mark.no_cover
@pytest.mark.parametrize(("draws", "seat"), [((12, 12), 0), ((11, 12), 1), ((12,), 0), ((12, 12), SPECTATOR)])
def test_worlds_are_uniform_over_all_secrets_that_have_the_view(draws: tuple[int, ...], seat: int) -> None:
    s = playing(len(draws), "T15 T07", agendas="PS")
    for other, times in enumerate(draws):
        draw_and_place(s, other, times)
    v = new_view(GAME, s, seat)
    possible = list(all_secrets(v))
    assert secrets(s) in possible
    found = Counter(secrets(world) for world in imagined(v, seat, 10 * len(possible) if MANY else FEW))
    assert set(found) <= set(possible)
    assert are_even([found[each] for each in possible])


def test_agendas_of_others_are_any_of_the_others_agendas() -> None:
    s = dealt(4, agendas="PFMT")
    v = new_view(GAME, s, 2)
    found = Counter(tuple(world.agenda[:4].tolist()) for world in imagined(v, 2, 1800 if MANY else FEW))
    assert {agendas[2] for agendas in found} == {1}
    assert len(found) == 5 * 4 * 3 or not MANY
    assert all(len(set(agendas)) == 4 for agendas in found)
    assert are_even(list(found.values()))


def test_the_sealed_arrangements_of_others_are_any_of_the_48() -> None:
    s = dealt(3)
    act(s, 1, "arrange C3' C2 C1")
    act(s, 0, "arrange C2 C1' C3")
    v = new_view(GAME, s, 0)
    found: Counter[str] = Counter()
    catalogue = GAME.setting(3).catalogue()

    def said(world: Any, seat: int) -> str:
        return catalogue.value(words.cities_of(world, seat))

    for world in imagined(v, 0, 2400 if MANY else FEW):
        assert said(world, 0) == "City of Factories, City of Roads turned half round, City of Ports"
        assert not rules.has_arranged(world, 2)
        found[said(world, 1)] += 1
    assert len(found) == 48 or not MANY
    assert are_even(list(found.values()))


def test_what_is_not_dealt_is_not_imagined() -> None:
    s = setting(3).new_state()
    for world in imagined(new_view(GAME, s, 1), 1, 3):
        assert world.tobytes() == s.tobytes()


def test_a_finished_game_is_its_own_world() -> None:
    s = random_position(3, 8, 1000)
    for world in imagined(new_view(GAME, s, 1), 1, 3):
        assert world.tobytes() == s.tobytes()


@pytest.mark.no_cover
@settings(deadline=None, max_examples=10)
@given(seats=st.integers(1, 6), number=st.integers(0, 10**6), events=st.integers(0, 60), data=st.data())
def test_a_world_has_the_view_it_was_made_from(seats: int, number: int, events: int, data: Any) -> None:
    s = random_position(seats, number, events)
    seat = data.draw(st.sampled_from([*range(seats), SPECTATOR]))
    v = new_view(GAME, s, seat)
    assert new_view(GAME, v, seat).tobytes() == v.tobytes()
    for world in imagined(v, seat, 2, number):
        assert new_view(GAME, world, seat).tobytes() == v.tobytes()
        assert rules.actors(world) == rules.actors(s)
        cards = [sorted(world.pile[other].tolist()) for other in range(world.dealt)]
        assert cards == [list(range(3, 18))] * int(world.dealt)
