"""Rows of measured games are kept, a command goes on where they end, and sums are said of all of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bench.verdicts import (
    AccusedRow,
    LateChoice,
    LateRow,
    LuckRow,
    OrderRow,
    PlantedRow,
    in_errors,
    kept,
    say_accused,
    say_late,
    say_luck,
    say_order,
    say_planted,
    values_of,
)


def test_a_command_goes_on_where_its_rows_end(tmp_path: Path) -> None:
    path, made = tmp_path / "rows", list[int]()

    def make(number: int) -> AccusedRow:
        made.append(number)
        return AccusedRow(number, 0)

    assert kept(path, AccusedRow, 2, make) == kept(path, AccusedRow, 2, make)
    assert len(kept(path, AccusedRow, 3, make)) == 3
    assert made == [0, 1, 2]
    assert kept(None, AccusedRow, 1, make) == [AccusedRow(0, 0)]


def test_the_mean_of_luck_is_counted_in_standard_errors() -> None:
    assert in_errors(np.array([[0.1, 0.0], [0.3, 0.0]])) == pytest.approx([2, 0])


def test_sums_are_said_of_all_rows() -> None:
    assert "0.0, 0.0; variance 0.25" in say_luck([LuckRow((0.1, -0.1), (0.2, -0.2)), LuckRow((-0.1, 0.1), (-0.2, 0.2))])
    assert "1 of 5 choices" in say_accused([AccusedRow(2, 0), AccusedRow(3, 1)])
    assert "3 choices: 2.00 ± 1.00 %; sums off by 1e-15" in say_order([OrderRow(0.01, 1, 1e-15), OrderRow(0.03, 2, 0)])


def test_what_only_the_search_finds_bad_is_told_apart() -> None:
    both = PlantedRow(7, 90, 0.2, played=0.3, played_error=0.1, judged=0.3, first=7)
    search = PlantedRow(7, 90, 0.2, played=0.0, judged=0.1, first=9)
    said = say_planted([both, search, PlantedRow()])
    assert "3 games" in said
    assert "by the search alone 1 of 2" in said
    assert "by play of hard, too, 1 of 1" in said
    assert "0.020 by the search, 0.000 by the review" in said
    assert "by the search alone 0 of 0" in say_planted([PlantedRow()])


def test_of_the_last_choices_differences_between_actions_count() -> None:
    """Two ways to value them agree if they differ in what all actions have in common."""
    played = values_of(np.array([[0.5, 0.1], [0.7, 0.3]]))
    solved, policy = (values_of(np.array([[0.9, low], [0.9, low]])) for low in (0.5, 0.9))
    assert played.means == pytest.approx((0.6, 0.2))
    assert played.noise == pytest.approx(0)
    said = say_late([LateRow((LateChoice(3, played, solved, policy),) * 2)])
    assert "2 choices" in said
    assert "0.0000 ± 0.0000 solved, 0.0800 ± 0.0000 by play-outs" in said
    assert "of 2 with" in said
