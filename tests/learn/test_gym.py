"""Gymnasium's own tests, and many tables that do what one table after another does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from fairdeal.learn.gym import OneSeat, OneSeatAtManyTables
from tests.learn.test_zoo import INTERFACES, short

TABLES = 3


@pytest.mark.parametrize("name", INTERFACES)
@pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes:UserWarning")
def test_one_seat_keeps_to_the_interface(name: str) -> None:
    check_env(OneSeat(**short(name)))


def some_legal(infos: dict[str, Any], rng: np.random.Generator) -> Any:
    if "legal" in infos:
        return np.array([rng.choice(row[row >= 0]) for row in infos["legal"]])
    return np.array([rng.choice(np.flatnonzero(row)) for row in infos["action_mask"]])


@pytest.mark.parametrize(("name", "opponents"), [("caster", "policy"), ("coast", "random"), ("battle", "plain:2")])
def test_many_tables_are_one_table_after_another(name: str, opponents: str) -> None:
    kind = {**short(name), "opponents": opponents, "seat": 1, "seats": 3 if name == "caster" else 2}
    illegal = {"caster": 149, "coast": 0, "battle": 0}[
        name
    ]  # nobody gives, or arranges late, or attacks upwards at the top
    many = OneSeatAtManyTables(**kind, num_envs=TABLES)
    one_by_one = SyncVectorEnv([lambda: OneSeat(**kind)] * TABLES, autoreset_mode=AutoresetMode.SAME_STEP)
    found: Any = many.reset(seed=3)
    expected: Any = one_by_one.reset(seed=3)
    assert data_equivalence(found, expected)
    rng = np.random.default_rng(0)
    for number in range(25):
        actions = some_legal(found[-1], rng)
        if number == 5:
            actions[1] = illegal
        found, expected = many.step(actions), one_by_one.step(actions)
        for ours, theirs in zip(found, expected, strict=True):
            assert data_equivalence(ours, theirs)
    assert many.tables.games.min() > 0


def test_arrays_are_filled_in_place_only_without_copies() -> None:
    for copy in (True, False):
        many = OneSeatAtManyTables(**short("caster"), num_envs=TABLES, copy=copy)
        seen, infos = many.reset(seed=1)
        before = seen.copy()
        many.step(some_legal(infos, np.random.default_rng(0)))
        assert (seen == before).all() == copy
    assert many.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP


def test_levels_of_every_kind_can_sit_around() -> None:
    names = {0: "random", 2: "policy", 3: "easy:2"}
    env = OneSeat(**{**short("battle"), "seats": 4, "opponents": names, "seat": 1})
    _, info = env.reset(seed=2)
    is_over, total = False, 0.0
    while not is_over:
        _, reward, is_over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        total += reward
    assert total in {-0.25, *(1 / n - 0.25 for n in range(1, 5))}
