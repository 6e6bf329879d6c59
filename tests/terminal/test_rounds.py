"""The end of a round in a terminal: by seat and source, what it changed, who leads; on a screen until it is read."""

from __future__ import annotations

import io

from rich.console import Console

from fairdeal import games
from fairdeal.contract.scene import SumRow, summed
from fairdeal.engine.chance import numbered
from fairdeal.language.languages import DEFAULT
from fairdeal.play.sitting import Sitting
from fairdeal.terminal.play import TerminalTable
from fairdeal.terminal.rounds import round_table
from fairdeal.terminal.speaking import own_catalogue
from tests.terminal.keys import frames_of
from tests.terminal.scenes import FIRST

NAMES = ["You", "Seat 2", "Seat 3"]


def drawn(*rows: SumRow) -> list[str]:
    catalogue = own_catalogue(games.find("caster").setting(3), 0, DEFAULT)
    sums = summed("Round 1 of 3.", ("tricks", "score cards"), rows)
    return [line.plain for line in round_table(sums, NAMES, catalogue)]


def test_a_round_is_told_by_seat_and_source_with_what_changed_and_who_leads() -> None:
    rows = [SumRow(0, (2, 12), 5, 17), SumRow(1, (8, 51), 9, 17, "burst"), SumRow(2, (0, 0), 3, 3)]
    assert drawn(*rows) == [
        "Round 1 of 3.",
        "        tricks  score cards  this round  total",
        "You          2           12         +12     17",
        "Seat 2       8           51          +8     17  burst",
        "Seat 3       0            0          +0      3",
        "You and Seat 2 lead.",
    ]
    assert drawn(rows[0], rows[2])[-1] == "You lead."
    assert drawn(SumRow(0, (0, 0), 0, 0), rows[1])[-1] == "Seat 2 leads."


def played(is_screen: bool) -> str:
    """Play two rounds of Cryptruck by letters; give what was shown."""
    sitting, out = Sitting(games.find("cryptruck").setting(2, {"rounds": 2})), io.StringIO()
    console = Console(
        file=out, width=80, height=30, highlight=False, force_terminal=is_screen, color_system=None, _environ={}
    )
    lines = iter([*FIRST] * 400)
    assert TerminalTable(sitting, 0, numbered("rounds", 0), console, lambda: next(lines), 0).run()
    return out.getvalue()


def test_on_a_screen_a_rounds_end_stays_until_enter_and_has_the_screen_for_itself() -> None:
    shown = played(is_screen=True)
    [ended] = [frame for frame in frames_of(shown) if any("Enter goes on." in line for line in frame)]
    text = "\n".join(ended)
    assert "this round" in text
    assert " lead" in text
    assert "play " not in text, "nothing can be chosen meanwhile"


def test_without_a_screen_a_rounds_table_stands_in_the_story_and_nobody_is_asked_to_go_on() -> None:
    shown = played(is_screen=False)
    assert shown.count("this round") == 2, "of the last round too"
    assert "Enter goes on." not in shown
