"""Lists of actions under letters."""

from __future__ import annotations

from fairdeal.terminal.menu import menu
from fairdeal.terminal.palette import Pen


def test_actions_stand_in_columns_under_their_verb() -> None:
    texts = [f"play R{value}" for value in range(12)] + ["give R1", "pass"]
    assert menu(texts, Pen(38)) == [
        "play  a) R0    b) R1    c) R2",
        "      d) R3    e) R4    f) R5",
        "      g) R6    h) R7    i) R8",
        "      j) R9    k) R10   l) R11",
        "give  m) R1",
        "pass  n)",
    ]


def test_a_long_list_is_cut_and_counted() -> None:
    texts = [f"place {n}" for n in range(100)] + ["aside"]
    lines = menu(texts, Pen(30), 3)
    assert len(lines) == 4
    assert lines[-1] == "... and 95 more: all lists them."
    assert len(menu(texts, Pen(30))) == 51


def test_an_empty_list_and_a_narrow_screen() -> None:
    assert menu([], Pen(80)) == []
    assert menu(["play R1", "play R2"], Pen(3)) == ["play  a) R1", "      b) R2"]


def test_no_line_is_wider_than_the_screen() -> None:
    texts = [f"place {turn} {row},{column}" for turn in (0, 90) for row in range(-3, 9) for column in range(-3, 9)]
    assert max(len(line) for line in menu(texts, Pen(80))) <= 80
