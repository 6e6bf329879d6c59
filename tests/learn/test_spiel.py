"""OpenSpiel's own tests, on every game that chance can be listed of; and theory, which checks rules and adapter."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability
from open_spiel.python.algorithms.gambit import export_gambit

from fairdeal import games
from fairdeal.engine.kernel import DEFAULT_MODE
from fairdeal.errors import BadOption, Refused
from fairdeal.games import outside
from fairdeal.learn import spiel
from fairdeal.learn.observations import observe
from tests.breadth import mostly_soaked
from tests.learn import kuhn
from tests.learn.shrunk import NAME, write_shrunk

pytestmark = pytest.mark.skipif(DEFAULT_MODE == "interpreted", reason="an interface is the same in every mode")

SHORT = [
    ("caster", 3, "rounds:1"),
    ("caster", 4, "rounds:1 passing:true"),
    ("cryptruck", 2, "rounds:1"),
    ("cryptruck", 3, "rounds:1 colours:random"),
    ("traders", 2, ""),
    ("traders", 3, ""),
    ("battle", 2, ""),
    ("battle", 3, "match:2"),
]


def loaded(game: str, seats: int = 0, options: str = "") -> Any:
    return pyspiel.load_game("python_fairdeal", {"game": game, "seats": seats, "options": options})


def after(state: Any, *actions: int) -> Any:
    """Give a copy of a state after some actions."""
    state = state.clone()
    for action in actions:
        state.apply_action(action)
    return state


@pytest.mark.parametrize(("game", "seats", "options"), mostly_soaked(SHORT, SHORT[1], SHORT[2], SHORT[4], SHORT[6]))
def test_open_spiels_own_test_passes(game: str, seats: int, options: str) -> None:
    pyspiel.random_sim_test(loaded(game, seats, options), num_sims=1, serialize=True, verbose=False)


def test_a_game_that_is_written_down_goes_on_elsewhere() -> None:
    game = loaded("battle", 2)
    state = after(game.new_initial_state(), 1, *range(1, 21))
    text = pyspiel.serialize_game_and_state(game, state)
    _, again = pyspiel.deserialize_game_and_state(text)
    for one in (state, again):
        one.apply_action(one.legal_actions()[0])
    assert str(state) == str(again)
    assert state.information_state_string(0) == again.information_state_string(0)


DECK = [colour * 15 + value for colour in range(5) for value in range(9)]  # of CASTER for three
HANDS = [DECK[:15], DECK[15:30], DECK[30:]]


def dealt(hands: list[list[int]], options: str) -> Any:
    """Deal CASTER to three seats, hand by hand."""
    return after(loaded("caster", 3, options).new_initial_state(), 0, *(card for hand in hands for card in hand))


def test_an_information_state_knows_the_own_hand_and_no_other() -> None:
    first, second, third = HANDS
    state, other = (dealt(hands, "rounds:1") for hands in ([first, second, third], [first, third, second]))
    assert state.information_state_string(0) == other.information_state_string(0)
    assert state.information_state_string(1) != other.information_state_string(1)
    assert after(state, 3).information_state_string(2) != after(state, 4).information_state_string(2)


def test_seats_that_choose_at_once_are_asked_in_turn_and_blind_to_each_other() -> None:
    state = dealt(HANDS, "rounds:1 passing:true")
    ways = [after(state, action) for action in state.legal_actions()[:2]]
    assert [way.current_player() for way in ways] == [0, 0], "three cards are given one after another"
    assert ways[0].information_state_string(0) != ways[1].information_state_string(0)
    assert ways[0].information_state_string(1) == ways[1].information_state_string(1)
    assert "give ?" in ways[0].information_state_string(1)


def test_nothing_is_forgotten() -> None:
    """A trick that lies no longer on the table is in the information state, and not in the observation."""
    state = dealt(HANDS, "rounds:1")
    before = state.information_state_string(2)
    for _ in range(7):
        state.apply_action(state.legal_actions()[0])
        assert state.information_state_string(2).startswith(before)
        assert state.information_state_string(2) != before
        before = state.information_state_string(2)


def test_observations_and_returns_are_those_of_every_other_interface() -> None:
    state = dealt(HANDS, "rounds:1")
    game = games.find("caster")
    for seat in range(3):
        assert np.array_equal(state.observation_tensor(seat), observe(game, state.table.view(seat), seat))
    assert "You" in state.observation_string(0)
    while not state.is_terminal():
        assert state.returns() == [0.0] * 3
        state.apply_action(state.legal_actions()[0])
    assert sum(state.returns()) == pytest.approx(0)
    assert max(state.returns()) > 0


def test_what_cannot_be_played_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Refused, match="Craft My Coast - No Trading is played in real time"):
        loaded("coast")
    with pytest.raises(BadOption, match="rounds of CASTER"):
        loaded("caster", 3, "rounds:many")
    kind = pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE)
    with pytest.raises(Refused, match="own view can be observed"):
        loaded("caster").make_py_observer(kind)
    without: Any = SimpleNamespace(REAL_TIME=False)
    monkeypatch.setitem(games._known, "kuhn", replace(kuhn.GAME, rules=without))
    with pytest.raises(Refused, match="Kuhn poker have no `weigh_next`"):
        spiel.setting_of("kuhn", 2, "")


# --- theory ----------------------------------------------------------------------------------------------------------


def test_kuhn_poker_is_as_exploitable_as_open_spiels_own_at_every_iteration(monkeypatch: pytest.MonkeyPatch) -> None:
    """A coin is a quarter of a share here, so ours is four times as much in coins."""
    monkeypatch.setitem(games._known, "kuhn", kuhn.GAME)
    ours, theirs = loaded("kuhn"), pyspiel.load_game("kuhn_poker")
    solvers = [cfr.CFRSolver(game) for game in (ours, theirs)]
    found = []
    for _ in range(10):
        for solver in solvers:
            solver.evaluate_and_update_policy()
        mine, peer = (
            exploitability.exploitability(game, solver.average_policy())
            for game, solver in zip((ours, theirs), solvers, strict=True)
        )
        assert abs(4 * mine - peer) < 1e-9
        found.append(peer)
    assert found[-1] < found[0] / 3


@pytest.mark.soak
def test_counterfactual_regret_solves_a_small_cryptruck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tricks and one round for two: its whole tree is handed over, and 20 iterations leave less than a tenth."""
    monkeypatch.setenv(outside.FOLDERS, "")
    outside.name_folders(write_shrunk(tmp_path))
    tree = pyspiel.load_efg_game(export_gambit(loaded(NAME, 2, "rounds:1")))
    solver = pyspiel.CFRSolver(tree)
    found = []
    for _ in range(20):
        solver.evaluate_and_update_policy()
        found.append(pyspiel.exploitability(tree, solver.average_policy()))
    assert found[0] > 0.1, "there is something to be learnt"
    assert found[-1] < found[0] / 10
