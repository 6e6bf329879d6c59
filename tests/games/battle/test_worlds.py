"""Worlds: any order of the pile, and cards of the templates where nobody has seen any."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest
from scipy import stats

from fairdeal.contract.game import new_view
from fairdeal.engine import chance
from fairdeal.engine.kernel import DEFAULT_MODE, blank, copy
from fairdeal.games.battle import GAME, rules, worlds
from fairdeal.games.battle.deck import PLACE_NAMES
from fairdeal.laws import check_uniform
from tests.games.battle.grids import laid, pile_of, setting, shuffled
from tests.games.battle.test_data import fits

IS_INTERPRETED = DEFAULT_MODE == "interpreted"


def imagined(v: Any, count: int) -> list[Any]:
    """Draw worlds of a view, each in a record of its own."""
    plan, made = blank(worlds.PLAN)[0], blank(rules.STATE, count)
    worlds.plan(v, 0, plan)
    rng = chance.numbered("worlds", 0)
    for number in range(count):
        copy(v, made[number])
        worlds.resample(made[number], 0, plan, rng)
    return [made[number] for number in range(count)]


def order(s: Any) -> tuple[int, ...]:
    return tuple(pile_of(s))


@pytest.mark.parametrize("pile", ["20 12 6 7", "3", "17 18 2"])
def test_every_order_of_the_pile_is_equally_likely(pile: str) -> None:
    s = laid("5 19 1 . 8 4 9 10 11", pile)
    orders = list(itertools.permutations(map(int, pile.split())))
    check_uniform(GAME, new_view(GAME, s, 0), 0, orders, 12 * len(orders), order)


def test_every_order_is_equally_likely_with_unseen_cards_too() -> None:
    s = laid("5 19 1 . 8 4 9 10 11", "20 12 6 7", deck="random", open_list=False)
    s.seen[:] = 1
    s.seen[[19, 11]] = 0
    orders = list(itertools.permutations([20, 12, 6, 7]))
    check_uniform(GAME, new_view(GAME, s, 0), 0, orders, 12 * len(orders), order)


def test_a_card_of_a_full_pile_is_anywhere_in_it() -> None:
    s = shuffled()
    piles = [pile_of(world) for world in imagined(new_view(GAME, s, 0), 330 if IS_INTERPRETED else 3300)]
    for card in pile_of(s)[:3]:
        places = Counter(pile.index(card) for pile in piles)
        assert stats.chisquare([places[place] for place in range(11)]).pvalue > 1e-4


def as_card(s: Any, number: int) -> dict[str, int]:
    edges = s.options.edges[number]
    return {name: int(edges[place]) for place, name in enumerate(PLACE_NAMES) if edges[place] != rules.NONE}


def test_unseen_cards_are_imagined_by_the_templates() -> None:
    s = shuffled(deck="random", open_list=False)
    hidden = set(s.pile[: s.left].tolist())
    for world in imagined(new_view(GAME, s, 1), 5 if IS_INTERPRETED else 50):
        for number in range(rules.CARDS):
            if number not in hidden:
                assert world.options.edges[number].tolist() == s.options.edges[number].tolist()
                assert world.options.worth[number] == s.options.worth[number]
                continue
            edges = as_card(world, number)
            other = int(world.options.worth[number]) - sum(edges.values())
            assert any(fits(candidate) for candidate in candidates(edges, other)), (edges, other)


def candidates(edges: dict[str, int], other: int) -> list[dict[str, Any]]:
    """Cards with these numbers that some template might have made."""
    names = [template["name"] for template in GAME.own_data["templates"]]
    splits = [list(split) for count in range(4) for split in itertools.product(range(1, 11), repeat=count)]
    return [
        {"name": name, "edges": edges, "other": split}
        for name in names
        for split in splits
        if sum(split) == other and (name != "Event" or len(edges) == 1) and (name != "Tavern" or "TL" in edges)
    ]


def test_worlds_of_unseen_cards_differ() -> None:
    v = new_view(GAME, shuffled(deck="random", open_list=False), 0)
    assert len({world.options.edges.tobytes() for world in imagined(v, 5)}) == 5


def test_before_the_first_shuffle_every_unseen_card_is_imagined() -> None:
    s = setting(deck="random", open_list=False).new_state()
    v = new_view(GAME, s, 0)
    assert set(v.options.worth.tolist()) == {-1}
    for world in imagined(v, 3):
        assert min(world.options.worth.tolist()) >= 0
        assert new_view(GAME, world, 0).tobytes() == v.tobytes()


def test_a_world_of_an_open_table_is_the_view_itself() -> None:
    open_table = setting().new_state()
    over = laid(". . . . 5 . . . .", "")
    over.phase = rules.OVER
    for s in (open_table, over):
        for world in imagined(new_view(GAME, s, 0), 2):
            assert world.tobytes() == s.tobytes()
