"""Bots behind one protocol: found by name, asked by views, refused with a sentence when they break it."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fairdeal import games
from fairdeal.bots import finding, messages, programs
from fairdeal.bots.bot import Bot, Budget, checked
from fairdeal.bots.finding import LevelBot
from fairdeal.contract.game import list_legal
from fairdeal.contract.rules import Numbers, State
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import DEALER
from fairdeal.errors import BadBot
from fairdeal.play.sitting import Sitting

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "random_bot.py"
CASTER = games.find("caster")


def sitting_at_a_choice() -> tuple[Sitting, int]:
    """Find a moment, some events into a game, at which a seat has a choice."""
    sitting, rng = Sitting(CASTER.setting(options={"rounds": 1})), numbered("bots", 0)
    while True:
        sitting.random_step(rng)
        for seat in set(sitting.actors) - {DEALER}:
            if len(sitting.legal(seat)) > 1 and len(sitting.events) > 5:
                return sitting, seat


def asked(bot: Bot, seconds: float | None = None) -> int:
    """Let a bot choose at that moment."""
    sitting, seat = sitting_at_a_choice()
    finding.begin(bot, sitting.setting, seat)
    try:
        budget = Budget(numbered("choice", 0), seconds=seconds)
        return checked(CASTER, bot, sitting.view(seat), sitting.told(seat), seat, budget)
    finally:
        finding.close(bot)


def program(source: str) -> Bot:
    """Make a bot of a program of Python."""
    return finding.find(CASTER, f"cmd:{sys.executable} -c '{source}'")


# --- names -----------------------------------------------------------------------------------------------------------


def test_levels_are_named_with_or_without_iterations() -> None:
    for name, iterations in (("random", 0), ("hard:7", 7), ("plain:9", 9)):
        bot = finding.find(CASTER, name)
        assert isinstance(bot, LevelBot)
        assert bot.name == name
        assert bot.level.iterations == iterations
    plain, hard = finding.find(CASTER, "plain:9"), finding.find(CASTER, "hard")
    assert isinstance(plain, LevelBot)
    assert isinstance(hard, LevelBot)
    assert plain.level.knowledge == frozenset()
    assert hard.level in CASTER.levels


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "grim",
            r"There is no bot 'grim': CASTER has the levels random, .*; a bot is LEVEL or .*MODULE:.* or cmd:COMMAND\.",
        ),
        ("plain", "The plain search needs a number of iterations: plain:1000."),
        ("hard:0", "A bot has 1 to 1,000,000,000 iterations, not 0."),
        ("no.such:Bot", "The bot no.such:Bot is not there: Python finds no module 'no.such'."),
        ("json:Bot", "The module 'json' has no class or function 'Bot'."),
        ("json:dumps", "The bot json:dumps cannot be made for a game: .*"),
        ("builtins:id", r"What builtins:id makes is no bot: it has no method choose\(view, told, seat, budget\)\."),
        ("cmd:", "The bot cmd: has no command: cmd:COMMAND starts a program."),
        ('cmd:"', 'The command of the bot cmd:" cannot be read: No closing quotation.'),
    ],
)
def test_a_name_that_is_none_is_refused(name: str, sentence: str) -> None:
    with pytest.raises(BadBot, match=f"^{sentence}$"):
        finding.find(CASTER, name)


# --- levels and bots of Python ---------------------------------------------------------------------------------------


def test_effort_and_seconds_bound_a_level() -> None:
    sitting, seat = sitting_at_a_choice()
    view, told = sitting.view(seat), sitting.told(seat)
    bot = finding.find(CASTER, "plain:1000000000")
    began = time.monotonic()
    assert bot.choose(view, told, seat, Budget(numbered(0, 0), effort=1e-8)) in sitting.legal(seat)
    assert bot.choose(view, told, seat, Budget(numbered(0, 0), seconds=0.05)) in sitting.legal(seat)
    assert time.monotonic() - began < 300


class Last:
    """A bot that chooses its last legal action, and notes what it was told."""

    def __init__(self, game: Any) -> None:
        self.game = game

    def choose(self, view: State, told: Numbers, seat: int, budget: Budget) -> int:
        assert told.dtype == np.int32
        assert told.shape[1] == 2
        assert told[0, 0] == DEALER
        return max(list_legal(self.game.rules, view, seat))


class Cheat(Last):
    def choose(self, view: State, told: Numbers, seat: int, budget: Budget) -> int:
        return 1 + super().choose(view, told, seat, budget)


class Broken(Last):
    def choose(self, view: State, told: Numbers, seat: int, budget: Budget) -> int:
        raise LookupError("no idea")


@pytest.fixture
def own_module(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(sys.modules, "own_bots", sys.modules[__name__])
    return "own_bots"


def test_a_bot_of_python_plays_under_the_name_it_was_asked_for(own_module: str) -> None:
    sitting, seat = sitting_at_a_choice()
    bot = finding.find(CASTER, f"{own_module}:Last")
    assert bot.name == "own_bots:Last"
    assert asked(bot) == max(sitting.legal(seat))


def test_a_bot_of_python_that_cheats_or_breaks_is_refused(own_module: str) -> None:
    with pytest.raises(BadBot, match=r"^The bot own_bots:Cheat chose \d+ in seat \d, and its legal actions are \["):
        asked(finding.find(CASTER, f"{own_module}:Cheat"))
    where = r"\(test_bots\.py, line \d+\)"
    with pytest.raises(BadBot, match=rf"^The bot own_bots:Broken failed with LookupError: no idea {where}\.$"):
        asked(finding.find(CASTER, f"{own_module}:Broken"))


# --- programs --------------------------------------------------------------------------------------------------------


def test_the_example_chooses_legally_and_by_its_seed() -> None:
    sitting, seat = sitting_at_a_choice()
    found = [asked(finding.find(CASTER, f"cmd:{sys.executable} {EXAMPLE}")) for _ in range(2)]
    assert found[0] == found[1]
    assert found[0] in sitting.legal(seat)
    assert len(EXAMPLE.read_text("utf-8").splitlines()) <= 30


def test_what_chance_made_of_options_is_told_by_views_alone() -> None:
    game = next(game for game in games.all_games() if any(option.default is None for option in game.options))
    made = {option.name for option in game.options if option.default is None}
    assert not made & set(messages.hello(game.setting(), 0).options)


ANSWER = 'import json, sys; [print({}, flush=True) for line in sys.stdin if "choose" in line]'


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (ANSWER.format('"what?"'), r"answered 'what\?', not \{\"action\": \"TEXT\"\}\."),
        (ANSWER.format('"[]"'), r"answered '\[\]', not .*"),
        (ANSWER.format('json.dumps({"action": 7})'), "answered .*"),
        (ANSWER.format('json.dumps({"action": "fly"})'), "chose 'fly' in seat .*"),
        ("import sys; sys.exit(3)", r"ended instead of choosing \(exit code 3\)\."),
        ("raise ValueError(77)", r"ended instead of choosing \(exit code 1\): ValueError: 77"),
    ],
)
def test_a_program_that_breaks_the_protocol_is_refused(source: str, sentence: str) -> None:
    with pytest.raises(BadBot, match=f"^The bot cmd:.* {sentence}$"):
        asked(program(source))


def test_an_illegal_action_is_refused_with_the_rule() -> None:
    sitting, seat = sitting_at_a_choice()
    rules = CASTER.rules
    other = next(action for action in range(rules.ACTIONS) if action not in sitting.legal(seat))
    text = CASTER.words.text(other)
    source = ANSWER.format(f'json.dumps({{"action": "{text}"}})')
    with pytest.raises(BadBot, match=rf"chose '{text}' in seat {seat + 1}: .*\(§"):
        asked(program(source))


def test_a_silent_program_is_refused_and_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "STARTING", 0.0)
    monkeypatch.setattr(programs, "GRACE", 0.1)
    began = time.monotonic()
    bot = program("import time; time.sleep(600)")
    with pytest.raises(BadBot, match=r"did not answer within 0\.2 seconds\.$"):
        asked(bot, seconds=0.1)
    assert time.monotonic() - began < 300


def test_a_program_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadBot, match=r"^The bot cmd:no-such-program cannot be started: No such file or directory\.$"):
        asked(finding.find(CASTER, "cmd:no-such-program"))
