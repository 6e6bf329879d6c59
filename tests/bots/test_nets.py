"""Networks in a seat: asked by their view, refused in a sentence where they do not fit."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fairdeal import games
from fairdeal.bots import finding
from fairdeal.bots.bot import Budget
from fairdeal.bots.nets import Net, read
from fairdeal.engine.chance import numbered
from fairdeal.errors import BadBot
from fairdeal.lab.arena import new_match
from fairdeal.lab.duel import duel
from fairdeal.learn.observations import observe
from fairdeal.play.sitting import Sitting

GAME = games.find("caster")
RULES = GAME.rules


def some_net(seats: int = 3) -> Net:
    """Make a network of two layers that means nothing."""
    luck = np.random.default_rng(1)
    sizes = (RULES.OBSERVATION, 8, RULES.ACTIONS)
    layers = [
        (luck.normal(size=(before, after)).astype(np.float32), luck.normal(size=after).astype(np.float32))
        for before, after in itertools.pairwise(sizes)
    ]
    return Net("caster", GAME.rules_version, seats, np.arange(RULES.OBSERVATION), layers)


def test_it_chooses_the_legal_action_that_is_judged_best(tmp_path: Path) -> None:
    net, path = some_net(), tmp_path / "net.npz"
    net.write(path)
    bot = finding.find(GAME, f"net:{path}")
    sitting, rng = Sitting(GAME.setting(3, {"rounds": 1})), numbered("nets", 0)
    chosen = 0
    while not sitting.is_over:
        if sitting.actors[0] >= 3:
            sitting.deal(rng)
            continue
        seat = sitting.actors[0]
        seen = observe(GAME, sitting.view(seat), seat)
        hidden = np.maximum(seen @ net.layers[0][0] + net.layers[0][1], 0)
        judged = hidden @ net.layers[1][0] + net.layers[1][1]
        best = max(sitting.legal(seat), key=lambda action: float(judged[action]))
        action = bot.choose(sitting.view(seat), sitting.told(seat), seat, Budget(rng))
        assert action == best
        sitting.play(seat, action)
        chosen += 1
    assert chosen == 45
    assert np.array_equal(read(path).judge(seen[None])[0], net.judge(seen[None])[0])


def test_it_plays_duels(tmp_path: Path) -> None:
    some_net().write(tmp_path / "net.npz")
    match = new_match(GAME, (f"net:{tmp_path / 'net.npz'}", "random"), 3, {"rounds": 1})
    found = duel(match, 1)
    assert found is not None
    assert found.games == 6


@pytest.mark.parametrize(
    ("net", "sentence"),
    [
        (replace(some_net(), game="battle"), "was trained for battle 1"),
        (replace(some_net(), rules_version=99), "was trained for caster 99"),
        (replace(some_net(), layers=some_net().layers[:1]), "do not fit CASTER"),
        (replace(some_net(), looks_at=np.arange(1, RULES.OBSERVATION + 1)), "do not fit CASTER"),
        (replace(some_net(), looks_at=np.arange(7)), "do not fit CASTER"),
    ],
)
def test_a_network_that_does_not_fit_is_refused(net: Net, sentence: str, tmp_path: Path) -> None:
    net.write(tmp_path / "net.npz")
    with pytest.raises(BadBot, match=sentence):
        finding.find(GAME, f"net:{tmp_path / 'net.npz'}")


def test_other_seats_and_other_files_are_refused(tmp_path: Path) -> None:
    some_net(seats=4).write(tmp_path / "net.npz")
    bot = finding.find(GAME, f"net:{tmp_path / 'net.npz'}")
    sitting = Sitting(GAME.setting(3))
    with pytest.raises(BadBot, match="was trained for 4 seats, and here are 3"):
        bot.choose(sitting.view(0), sitting.told(0), 0, Budget(numbered("nets", 0)))
    (tmp_path / "text.npz").write_text("no network")
    with pytest.raises(BadBot, match="is no network that Fairdeal can read"):
        finding.find(GAME, f"net:{tmp_path / 'text.npz'}")
    with pytest.raises(BadBot, match="There is no network"):
        finding.find(GAME, f"net:{tmp_path / 'none.npz'}")
