"""Bots of a level in a terminal, what they advise, and what they do before their code is there."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from fairdeal import games
from fairdeal.bots.player import Player
from fairdeal.bots.preparing import Preparing
from fairdeal.bots.warm import RULES, SEARCH, WarmTask
from fairdeal.engine.chance import numbered
from fairdeal.errors import Refused
from fairdeal.play.sitting import Sitting
from fairdeal.terminal import opponents
from fairdeal.terminal.opponents import Opponents
from fairdeal.terminal.play import TerminalTable
from tests.terminal.test_play import dealt, drawn_t14

CASTER = games.find("caster")


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponents, "PATIENCE", 120.0)  # the cache of a machine for tests may be cold


def easy(seed: str = "0") -> Opponents:
    return Opponents(CASTER, CASTER.level("easy"), seed)


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
    shown = played(sitting, Opponents(game, game.levels[1]), "hint", "all")
    [first] = [line for line in shown.splitlines() if line.startswith("1. place ")]
    turn, square = first.removeprefix("1. place ").partition(":")[0].split(" ")
    played(sitting, Opponents(game, game.levels[1]), f"turn {turn}", square)
    assert len(sitting.events) > 5


def test_a_table_of_random_bots_has_hints_too() -> None:
    assert ": You could play " in played(dealt(), Opponents(CASTER, CASTER.levels[0]), "hint")


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
    bots = Opponents(CASTER, CASTER.level("easy"), "cold", Waiting())
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
