"""PettingZoo's own tests; on every game in a soak."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

from fairdeal.learn.zoo import SeatsAtOnce, SeatsInTurn
from tests.breadth import mostly_soaked
from tests.conformance.subjects import SUBJECTS

# They warn of masks without ones, which are those of seats that are not to act, and of what a seat cannot see yet.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


INTERFACES = mostly_soaked(SUBJECTS, "caster", "coast")  # in turn, and in real time with many actions


def short(name: str) -> dict[str, Any]:
    """Give a game that is over soon, in plain Python: an interface is the same in every mode."""
    seats, options = SUBJECTS[name].short_play(SUBJECTS[name].game)
    return {"game": SUBJECTS[name].game.in_mode("interpreted"), "seats": seats, "options": options}


@pytest.mark.parametrize("name", INTERFACES)
def test_seats_in_turn_keep_to_the_interface(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(SeatsInTurn(**short(name)), num_cycles=100)
    seed_test(functools.partial(SeatsInTurn, **short(name)), num_cycles=20)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("name", INTERFACES)
def test_seats_at_once_keep_to_the_interface(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    parallel_api_test(SeatsAtOnce(**short(name)), num_cycles=60)
    assert "Passed Parallel API test" in capsys.readouterr().out


@pytest.mark.parametrize("name", INTERFACES)
def test_tables_can_be_drawn_in_every_mode(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(functools.partial(SeatsInTurn, **short(name)))
    assert SUBJECTS[name].game.title in capsys.readouterr().out, "for a person it is printed"


def test_many_actions_have_no_mask_unless_it_is_asked_for() -> None:
    usual, asked = SeatsInTurn(**short("coast")), SeatsInTurn(**short("coast"), mask=True)
    for env in (usual, asked):
        env.reset(seed=1)
    seen, *_, info = usual.last()
    assert seen.shape == (usual.observation_space("seat_0").shape[0],)
    masked, *_ = asked.last()
    assert info["legal"] == np.flatnonzero(masked["action_mask"]).tolist() != []


def test_an_illegal_action_forfeits_the_game() -> None:
    env = SeatsInTurn(**{**short("caster"), "seats": 4})
    env.reset(seed=1)
    loser = env.agent_selection
    illegal = int(np.flatnonzero(env.observe(loser)["action_mask"] == 0)[0])
    env.step(illegal)
    assert all(env.terminations.values())
    assert env.rewards == {agent: -1.0 if agent == loser else pytest.approx(1 / 3) for agent in env.possible_agents}


def test_what_a_seat_says_out_of_turn_is_ignored() -> None:
    env = SeatsAtOnce(**short("caster"))
    seen, _ = env.reset(seed=1)
    acting = next(agent for agent, own in seen.items() if own["action_mask"].any())
    legal = int(np.flatnonzero(seen[acting]["action_mask"])[0])
    after, rewards, ends, *_ = env.step(dict.fromkeys(env.agents, legal))
    assert not any(ends.values())
    assert set(rewards.values()) == {0.0}
    assert not after[acting]["action_mask"].any()
