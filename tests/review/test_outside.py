"""A game from outside is reviewed like any other: without a policy its positions are played on at random."""

from __future__ import annotations

import math

import pytest

from fairdeal.engine.chance import below, numbered
from fairdeal.engine.kernel import DEALER, DEFAULT_MODE
from fairdeal.play.sitting import Sitting
from fairdeal.review import reviewing
from fairdeal.review.findings import FAULTS
from fairdeal.review.steps import steps
from fairdeal.review.telling import told
from oh_hell import GAME

pytestmark = pytest.mark.skipif(DEFAULT_MODE != "compiled", reason="it is plain Python in either mode")
FEW = 0.03  # of the usual effort: plain Python is slow


def played(number: int) -> Sitting:
    """Play two tricks of Oh Hell at random, in plain Python."""
    sitting, rng = Sitting(GAME.in_mode("interpreted").setting(3, {"tricks": 2})), numbered("outside", number)
    while not sitting.is_over:
        who, _ = sitting.next_actor(rng)
        if who == DEALER:
            sitting.deal(rng)
        else:
            legal = sitting.legal(who)
            sitting.play(who, legal[below(rng, len(legal))])
    return sitting


def test_a_game_from_outside_is_reviewed_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(reviewing.LEVELS, "few", FEW)
    game = played(1)
    found = reviewing.review(game.setting, game.events, "few")
    free = [(step.event, step.seat) for step in steps(game.setting, game.events)[0] if step.known]
    assert [(choice.event, choice.seat) for choice in found.choices] == free
    assert any(choice.grade in FAULTS for choice in found.choices), "who plays at random blunders"
    for parts, result in zip(found.parts, found.results, strict=True):
        assert parts.total == pytest.approx(result)
    assert math.fsum(found.luck) == pytest.approx(0)
    said = told(found, game.setting, game.events, {0: "Rosa", 1: "Emil", 2: "Ada"})
    assert GAME.title in said.title
    assert [seat.name for seat in said.seats] == ["Rosa", "Emil", "Ada"]
    assert all(choice.sentence for choice in said.choices)
