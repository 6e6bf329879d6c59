"""Levels of a release as a program: the protocol carries all that they need."""

from __future__ import annotations

import json

import pytest

from bench import today
from fairdeal import games
from fairdeal.bots import programs
from fairdeal.bots.bot import Budget
from fairdeal.bots.player import Player
from fairdeal.bots.searcher import NOTHING_TOLD
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import DEALER, blank
from fairdeal.play.sitting import Sitting


@pytest.mark.parametrize("name", games.NAMES)
def test_a_program_chooses_what_the_level_chooses(name: str) -> None:
    """Of the same view and the same chance; the view survives the way through JSON bit by bit."""
    game = games.find(name)
    sitting, rng = Sitting(game.setting(max(2, game.seat_counts[0]))), numbered("today", 0)
    while sitting.actors[0] == DEALER or len(sitting.legal(sitting.actors[0])) < 2:
        sitting.random_step(rng)
    seat, setting = sitting.actors[0], sitting.setting
    view, budget = sitting.view(seat), Budget(numbered("choice", 1))
    question = json.loads(json.dumps(programs.choice(setting, view, NOTHING_TOLD, seat, budget)))
    copied = blank(game.rules.STATE)[0]
    today.fill(copied, question["view"])
    assert copied.tobytes() == view.tobytes()
    lines = [json.dumps(programs.hello(setting, seat)), json.dumps(question)]
    for text, level, iterations in (("easy", "easy", None), ("expert:3", "expert", 3)):
        chance = numbered(question["seed"], 0)
        expected = Player(game).choose(view, NOTHING_TOLD, seat, game.level(level), chance, iterations)
        assert list(today.answers(lines, text)) == [{"action": game.words.text(expected)}]


def test_the_release_is_a_commit_written_out() -> None:
    assert len(today.RELEASE) == 40
    assert set(today.RELEASE) <= set("0123456789abcdef")
