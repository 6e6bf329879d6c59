"""Many tables at a time: native steps, whatever their threads, do what a sitting does."""

from __future__ import annotations

import importlib
import sys
from typing import Any

import numpy as np
import pytest

from fairdeal import games, learn
from fairdeal.bots.searcher import own_modules
from fairdeal.contract.game import list_legal, members, new_view
from fairdeal.engine.chance import below, numbered
from fairdeal.engine.kernel import DEALER, DEFAULT_MODE
from fairdeal.errors import BadOption, FairdealError, Refused
from fairdeal.laws.walks import positions
from fairdeal.learn.vector import Vector
from tests.breadth import mostly_soaked
from tests.conformance.subjects import SUBJECTS
from tests.learn.plain import PlainTable

TABLES = 5


def short_tables(name: str, **changes: Any) -> Vector:
    """Set up a few tables of a game that is over soon."""
    seats, options = SUBJECTS[name].short_play(SUBJECTS[name].game)
    return learn.vector(SUBJECTS[name].game, TABLES, **{"seats": seats, "options": options, "seed": "laws", **changes})


def shown(tables: Vector, table: int) -> list[bytes]:
    """Give all that a vector shows of a table, as `PlainTable` does."""
    last = tables.last_observations[table] if tables.games[table] else []
    parts = [
        tables.seat[table],
        tables.legal[table, : tables.counts[table]],
        tables.observations[table],
        tables.rewards[table],
        tables.shares[table],
        tables.points[table],
        *last,
    ]
    return [part.tobytes() for part in parts]


def actions_of(tables: Vector, rng: Any) -> Any:
    return np.array([row[below(rng, int(count))] for row, count in zip(tables.legal, tables.counts, strict=True)])


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize(
    ("name", "dtype"),
    mostly_soaked(
        [*((name, "uint8") for name in SUBJECTS), ("caster", "float32")],
        *(
            ("caster", "uint8"),
            ("coast", "uint8"),
            ("caster", "float32"),
        ),  # each game's native tables are compiled first
    ),
)
def test_native_tables_and_sittings_show_the_same_bytes(name: str, threads: int, dtype: str) -> None:
    tables = short_tables(name, threads=threads, dtype=dtype)
    plain = [PlainTable(tables.setting, "laws", number, dtype) for number in range(TABLES)]
    rng = numbered("actions", 0)
    while tables.games.min() < 2:
        for table in range(TABLES):
            assert shown(tables, table) == plain[table].shown()
        assert np.abs(tables.rewards.sum(axis=1)).max() < 1e-6
        actions = actions_of(tables, rng)
        tables.step(actions)
        for table in range(TABLES):
            plain[table].step(int(actions[table]))
            assert tables.games[table] == plain[table].games


@pytest.mark.skipif(DEFAULT_MODE == "interpreted", reason="the run with compiled rules compares the modes")
@pytest.mark.parametrize("name", ["caster", "coast"])
def test_plain_python_shows_the_same_bytes_as_compiled_code(name: str) -> None:
    seats, options = SUBJECTS[name].short_play(SUBJECTS[name].game)
    game = games.find(name)
    modes = [
        learn.vector(mode, 2, seats=seats, options=options, seed="modes", threads=2)
        for mode in (game, game.in_mode("interpreted"))
    ]
    for _ in range(25):
        actions = [tables.random_actions() for tables in modes]
        for tables, chosen in zip(modes, actions, strict=True):
            tables.step(chosen)
        for table in range(2):
            assert shown(modes[0], table) == shown(modes[1], table)


def test_what_was_saved_goes_on_as_if_nothing_had_happened() -> None:
    tables, others = (short_tables("caster", seed=seed, threads=2, mask=True) for seed in (1, 2))
    tables.step(tables.random_actions())
    saved = tables.save()
    ends = []
    for continued in (tables, others):
        continued.load(saved)
        for _ in range(60):
            continued.step(continued.random_actions())
        ends.append([continued.observations.tobytes(), continued.mask.tobytes(), continued.games.tolist()])
    assert ends[0] == ends[1]
    with pytest.raises(Refused, match="These tables were saved as"):
        short_tables("caster", options={"rounds": 2}).load(saved)


def test_a_table_depends_on_its_own_seed_alone() -> None:
    one, other = short_tables("caster", seed=[7, 1, 2, 3, 4]), short_tables("caster", seed=[5, 6, 7, 8, 9])
    for _ in range(50):
        assert shown(one, 0) == shown(other, 2)
        for tables in (one, other):
            tables.step(tables.legal[:, 0])


def test_an_illegal_action_is_refused_and_nothing_is_done() -> None:
    tables = short_tables("caster")
    actions = tables.random_actions()
    actions[3] = 149
    before = tables.save()
    with pytest.raises(Refused, match=r"At table 3 seat \d may not do action 149"):
        tables.step(actions)
    assert tables.save() == before


def test_masks_have_ones_for_legal_actions() -> None:
    tables = short_tables("caster", mask=True)
    for _ in range(30):
        tables.step(tables.random_actions())
        for table in range(TABLES):
            legal = tables.legal[table, : tables.counts[table]].tolist()
            assert np.flatnonzero(tables.mask[table]).tolist() == legal


def test_trajectories_are_sorted_by_table_game_and_seat() -> None:
    tables, again = short_tables("caster"), short_tables("caster")
    found = learn.collect(tables, Vector.random_actions, 100)
    assert len(found.starts) == 3 * tables.games.sum(), "three seats in each game that ended"
    assert set(np.diff(np.append(found.starts, len(found.actions)))) == {15}, "tricks of a round"
    assert np.array_equal(found.all_rewards[:, 0], found.rewards)
    by_seat = found.rewards[found.starts].reshape(-1, 3)
    second = found.all_rewards[found.starts].reshape(-1, 3, 3)[:, 1]
    assert np.array_equal(second, by_seat[:, [1, 2, 0]]), "from the own seat on, clockwise"
    keys = list(zip(found.table.tolist(), found.game.tolist(), found.seat.tolist(), strict=True))
    assert keys == sorted(keys)
    for row, key in enumerate(keys):
        assert found.actions[row] in found.legal[row, : found.counts[row]]
        assert found.rewards[row] == found.rewards[keys.index(key)]
    seen: dict[tuple[int, int, int], list[bytes]] = {}
    for _ in range(100):
        for table in range(TABLES):
            key = (table, int(again.games[table]), int(again.seat[table]))
            seen.setdefault(key, []).append(again.observations[table].tobytes())
        again.step(again.random_actions())
    for row, key in enumerate(keys):
        assert found.observations[row].tobytes() == seen[key][row - keys.index(key)]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"dtype": "float64"}, "Observations are one of uint8, float32, not 'float64'"),
        ({"threads": 0}, "at least one table and one thread"),
        ({"seed": [1, 2]}, "one for each"),
        ({"opponents": {0: "random", 1: "random", 2: "random"}}, "leave one to you"),
    ],
)
def test_what_cannot_be_set_up_is_said(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        short_tables("caster", **wrong)


def test_opponents_by_policy_do_other_things_than_chance() -> None:
    by_policy, at_random = (short_tables("caster", opponents=name) for name in ("policy", "random"))
    for tables in (by_policy, at_random):
        for _ in range(15):
            tables.step(tables.legal[:, 0])
            assert set(tables.seat.tolist()) == {0}
    assert by_policy.games.tolist() == at_random.games.tolist() == [1] * TABLES
    assert by_policy.last_observations.tobytes() != at_random.last_observations.tobytes()


@pytest.mark.parametrize("name", mostly_soaked(["caster", "cryptruck", "traders", "battle"], "caster"))
def test_a_policy_does_by_its_view_what_it_would_do_if_it_saw_everything(name: str) -> None:
    """So it is as strong as in a search, which asks it in worlds, and knows nothing that its seat does not."""
    game = games.find(name)
    knowledge: Any = own_modules(game, "knowledge")[0]
    asked = 0
    for number, s in enumerate(positions(game.setting(), "policies")):
        for seat in [who for who in members(int(game.rules.actors(s))) if who != DEALER]:
            legal = np.array(list_legal(game.rules, s, seat), np.int32)
            views = (s, new_view(game, s, seat))
            chosen = {int(knowledge.policy(v, seat, legal, len(legal), numbered("policy", number))) for v in views}
            assert len(chosen) == 1
            asked += 1
    assert asked > 10


@pytest.mark.parametrize(("module", "library"), [("zoo", "pettingzoo"), ("gym", "gymnasium")])
def test_a_library_that_is_missing_is_named(module: str, library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.delitem(sys.modules, f"fairdeal.learn.{module}", raising=False)
    with pytest.raises(FairdealError, match=r"install Fairdeal with its extra `learn`"):
        importlib.import_module(f"fairdeal.learn.{module}")
