"""Bots of a level in a terminal, what they advise, and what they do before their code is there."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from fairdeal import games
from fairdeal.bots.player import Player
from fairdeal.bots.preparing import Preparing
from fairdeal.bots.warm import RULES, SEARCH, WarmTask
from fairdeal.contract.game import list_legal
from fairdeal.engine.chance import numbered
from fairdeal.errors import FairdealError, Refused
from fairdeal.play.sitting import Sitting
from fairdeal.terminal import keeping, opponents
from fairdeal.terminal.opponents import Opponents
from fairdeal.terminal.play import TerminalTable
from tests.terminal.test_play import dealt, drawn_t14

CASTER = games.find("caster")


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponents, "PATIENCE", 120.0)  # the cache of a machine for tests may be cold


def easy(seed: str = "0") -> Opponents:
    return Opponents(CASTER, "easy", seed)


def played(sitting: Sitting, bots: Opponents, *lines: str) -> str:
    out, waiting = io.StringIO(), iter(lines)
    console = Console(file=out, width=300, highlight=False, markup=False, emoji=False)
    TerminalTable(sitting, 0, numbered("bots", 0), console, lambda: next(waiting, None), 0, bots=bots).run()
    return out.getvalue()


def test_bots_of_a_level_play_a_whole_game_and_the_same_again() -> None:
    stories = set()
    for _ in range(2):
        sitting = Sitting(CASTER.setting(3, {"rounds": 1}))
        played(sitting, easy("same"), *["a"] * 20)
        assert sitting.is_over
        stories.add(tuple(sitting.events))
    assert len(stories) == 1


def test_a_hint_names_three_actions_with_their_chances_and_reasons() -> None:
    shown = played(dealt(), easy(), "hint")
    hints = [line for line in shown.splitlines() if line[:3] in ("1. ", "2. ", "3. ")]
    assert len(hints) == 3
    assert all(". Wins " in hint and " % " in hint and "(§" in hint for hint in hints)
    typed = hints[0].removeprefix("1. ").partition(": You could play ")[0]
    assert typed in dealt().legal_texts(0), "what is to be typed stands first"


def test_a_hint_names_a_square_as_it_is_typed() -> None:
    """A tile is laid by rows and columns counted from 1 at the top left, which are not those of the action's text."""
    sitting = drawn_t14()
    game = sitting.game
    shown = played(sitting, Opponents(game, game.levels[1].name), "hint", "all")
    [first] = [line for line in shown.splitlines() if line.startswith("1. place ")]
    turn, square = first.removeprefix("1. place ").partition(":")[0].split(" ")
    played(sitting, Opponents(game, game.levels[1].name), f"turn {turn}", square)
    assert len(sitting.events) > 5


def test_a_table_of_random_bots_has_hints_too() -> None:
    assert ": You could play " in played(dealt(), Opponents(CASTER, "random"), "hint")


def test_where_there_is_no_choice_there_is_no_hint() -> None:
    sitting, bots = dealt(), easy()
    catalogue = sitting.setting.catalogue(1)
    with pytest.raises(Refused, match=r"^You have nothing to do now\.$"):
        bots.hints(sitting, 1, catalogue)
    sitting.play(0, "play B0")
    with pytest.raises(Refused, match=r"^There is only one thing to do: play B8\.$"):
        hints_of_the_last_card(sitting, bots)


def hints_of_the_last_card(sitting: Sitting, bots: Opponents) -> None:
    """Let seat 1 have a single blue card, which it must play."""
    sitting.state.hand[1, 1] = 1 << 8
    sitting.state.hand[2, 1] |= 0b11000000
    sitting._snapshot = None
    bots.hints(sitting, 1, sitting.setting.catalogue(1))


class Waiting(Preparing):
    """A part of CASTER is not there yet, and nobody compiles it."""

    @property
    def missing(self) -> list[WarmTask]:
        return [WarmTask("compiled", "caster", SEARCH), WarmTask("compiled", "battle", RULES)]


def test_until_their_code_is_compiled_bots_think_less_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Player, "is_awaited", True)
    bots = Opponents(CASTER, "easy", "cold", Waiting())
    shown = played(dealt(), bots, "a", "hint", "a", "a")
    how_far = "CASTER is still being compiled, 1 of 2 parts are done"
    assert shown.count(f"{how_far}; its bots think a little less until then.") == 2
    assert f"{how_far}: there is no hint yet." in shown
    monkeypatch.setattr(Player, "is_awaited", False)
    assert bots.is_ready
    assert "still being compiled" not in played(dealt(), bots, "a")


def test_a_thought_stands_only_while_the_seat_can_do_the_same() -> None:
    sitting, bots = dealt(), easy()
    bots.think_ahead(sitting, 0)
    assert bots._ahead is not None
    thought = bots._ahead.action.result()
    assert bots.choose(sitting, 0) == thought
    bots.think_ahead(sitting, 0)
    sitting.play(0, "play R0")
    assert bots.choose(sitting, 1) in sitting.legal(1)
    bots.think_ahead(sitting, 0)
    assert bots._ahead is None


# --- other bots than levels ------------------------------------------------------------------------------------------

PROGRAM = """
import json, sys
for number, line in enumerate(sys.stdin):
    message = json.loads(line)
    if message["type"] == "choose":
        print(json.dumps({"action": LAST if number > 3 else message["legal"][0]}), flush=True)
"""


def program(last: str) -> str:
    return f"cmd:{sys.executable} -c '{PROGRAM.replace('LAST', last)}'"


class Last:
    """A bot that chooses its last legal action."""

    def __init__(self, game: Any) -> None:
        self.game = game

    def choose(self, view: Any, told: Any, seat: int, budget: Any) -> int:
        return list_legal(self.game.rules, view, seat)[-1]


@pytest.mark.parametrize("bot", ["hard:5", "greedy", f"{__name__}:Last", program('message["legal"][-1]')])
def test_every_kind_of_bot_can_be_played_against(bot: str) -> None:
    sitting, bots = Sitting(CASTER.setting(3, {"rounds": 1})), Opponents(CASTER, bot)
    shown = played(sitting, bots, *["a"] * 20)
    bots.close(sitting)
    assert sitting.is_over
    assert "plays on" not in shown


def test_a_level_plays_on_for_a_program_that_fails() -> None:
    sitting, bots = Sitting(CASTER.setting(3, {"rounds": 1})), Opponents(CASTER, program('"fly"'))
    shown = played(sitting, bots, *["a"] * 20)
    bots.close(sitting)
    assert sitting.is_over
    assert len(re.findall(r"chose 'fly' in seat [23]: .* A level plays on in seat [23]\.", shown)) == 2
    assert Opponents(CASTER, "cmd:no-such-program").choose(dealt(), 0) in dealt().legal(0)


def test_bots_that_had_less_than_their_iterations_say_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sentence = "the bots had only 100 % of their usual work"
    assert sentence not in played(dealt(), Opponents(CASTER, "hard"), "a", "a")
    monkeypatch.setattr(opponents, "ENOUGH", 1.1)
    assert played(dealt(), Opponents(CASTER, "hard"), "a", "a").count(sentence) == 1


def test_a_file_from_elsewhere_starts_no_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    own, foreign = keeping.folder() / "own.jsonl", tmp_path / "foreign.jsonl"
    for path, bot in ((own, "cmd:true"), (foreign, "cmd:true"), (foreign, "hard:5")):
        path.parent.mkdir(parents=True, exist_ok=True)
        keep = keeping.Keeping(path)
        keep.keep(dealt(), keeping.Bookmark(0, bot, 1.0, "0", (1, 2, 3, 4)))
        keep.close()
        if path == foreign and bot == "cmd:true":
            with pytest.raises(FairdealError, match="only games that were left on this machine start one"):
                keeping.read_left(path)
        else:
            assert keeping.read_left(path).bookmark.level == bot
