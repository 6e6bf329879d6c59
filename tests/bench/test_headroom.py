"""What the bounds of docs/decisions/0008-bots.md were measured with: a seer, and the pace of an earlier release."""

from __future__ import annotations

import itertools

import pytest

from bench import headroom, pace
from fairdeal import games
from fairdeal.bots.bot import Budget
from fairdeal.contract.game import list_legal
from fairdeal.contract.rules import Numbers, State
from fairdeal.engine import kernel
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import SPECTATOR
from fairdeal.lab.arena import new_match
from fairdeal.play.sitting import Sitting


@pytest.mark.parametrize("name", headroom.SEERS)
def test_every_world_of_a_seer_is_the_true_one_but_for_a_deck_in_any_order(name: str) -> None:
    game = games.find(name)
    sitting, rng = Sitting(game.setting(3)), numbered("seer", 0)
    for _ in range(10):
        sitting.random_step(rng)
    world = kernel.blank(game.rules.STATE)[0]
    kernel.copy(sitting.state, world)
    seeing, plan = kernel.load(headroom.SEERS[name], "interpreted"), kernel.blank(game.worlds.PLAN)[0]
    seeing.plan(world, 0, plan)
    seeing.resample(world, 0, plan, rng)
    different = [field for field in world.dtype.names if world[field].tobytes() != sitting.state[field].tobytes()]
    assert different == (["deck"] if name == "traders" else [])
    assert not different or sorted(world["deck"]) == sorted(sitting.state["deck"])


def test_a_seer_is_shown_the_game_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.find("caster")
    seen: list[bool] = []

    def choose(seer: headroom.Seer, view: State, told: Numbers, seat: int, budget: Budget) -> int:
        assert seer.state is not None
        hands = seer.state["hand"]
        seen.append(hands[seat].tobytes() == view["hand"][seat].tobytes() and hands.tobytes() != view["hand"].tobytes())
        return list_legal(game.rules, view, seat)[0]

    monkeypatch.setattr(headroom.Seer, "choose", choose)
    match = new_match(game, ("expert:1", "expert:1"), 3, {"rounds": 1})
    assert len(list(itertools.islice(headroom.leads(match), 1))) == 1
    assert len(seen) > 10
    assert all(seen)


def test_the_earlier_medium_takes_its_own_time() -> None:
    paces = []
    for percent in (100, 125):
        setting = pace.Paced("coast", 2, {}, None, ("greedy", pace.EARLIER_MEDIUM), "0", percent=percent).setting(0)
        view = Sitting(setting).view(SPECTATOR)
        assert setting.game.pace is not None
        paces.append([setting.game.pace(view, 0, place, numbered("pace", 0)) for place in (pace.ABLE, pace.EARLIER)])
    (able, same), (still, slower) = paces
    assert (same, still, slower) == (able, able, able * 125 // 100)
