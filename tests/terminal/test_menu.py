"""Numbered lists of actions."""

from __future__ import annotations

from fairdeal.terminal.menu import menu


def test_actions_stand_in_columns_under_their_verb() -> None:
    texts = [f"play R{value}" for value in range(12)] + ["give R1", "pass"]
    assert menu(texts, 38) == [
        "play   1 R0     2 R1     3 R2",
        "       4 R3     5 R4     6 R5",
        "       7 R6     8 R7     9 R8",
        "      10 R9    11 R10   12 R11",
        "give  13 R1",
        "pass  14",
    ]


def test_a_long_list_is_cut_and_counted() -> None:
    texts = [f"place {n}" for n in range(100)] + ["aside"]
    lines = menu(texts, 30, 3)
    assert len(lines) == 4
    assert lines[-1] == "... and 95 more: all lists them."
    assert len(menu(texts, 30)) == 51


def test_an_empty_list_and_a_narrow_screen() -> None:
    assert menu([], 80) == []
    assert menu(["play R1", "play R2"], 3) == ["play  1 R1", "      2 R2"]


def test_no_line_is_wider_than_the_screen() -> None:
    texts = [f"place {turn} {row},{column}" for turn in (0, 90) for row in range(-3, 9) for column in range(-3, 9)]
    assert max(len(line) for line in menu(texts, 80)) <= 80
