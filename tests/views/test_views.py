"""Views that follow from declared fields are those that a game once wrote out by hand, byte for byte."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fairdeal.engine import kernel
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import blank
from tests.conformance.subjects import SUBJECTS, Subject

GAMES = sorted(path.stem for path in Path(__file__).parent.glob("*.py") if path.stem in SUBJECTS)
FEW = 20
MANY = 10_000

pytestmark = pytest.mark.skipif(kernel.DEFAULT_MODE == "interpreted", reason="laws compare the modes, byte for byte")
EACH = [pytest.param(SUBJECTS[name], name, id=name, marks=pytest.mark.xdist_group(name)) for name in GAMES]


def first_difference(subject: Subject, name: str, number: int) -> int:
    """Play a game with one of the subject's settings, by turns; give the first event whose views differ, or -1."""
    setting = subject.setting(subject.plays[number % len(subject.plays)])
    rules: Any = setting.game.rules
    expected = kernel.in_mode(importlib.import_module(f"tests.views.{name}"), kernel.mode_of(rules))
    comparing = setting.game.generic("tests.views.comparing", expected)
    room = np.zeros(2, np.int64), np.zeros(rules.MOST_LEGAL, np.int32), np.zeros(rules.MOST_OUTCOME, np.int16)
    s, views = blank(rules.STATE)[0], blank(rules.STATE, 2)
    return int(comparing.differing_view(setting.new_state(), s, numbered(f"views {name}", number), *room, views))


@pytest.mark.parametrize(("subject", "name"), EACH)
def test_derived_views_equal_those_written_by_hand(subject: Subject, name: str) -> None:
    assert [first_difference(subject, name, number) for number in range(FEW)] == [-1] * FEW


@pytest.mark.soak
@pytest.mark.parametrize(("subject", "name"), EACH)
def test_derived_views_equal_those_written_by_hand_in_many_games(subject: Subject, name: str) -> None:
    assert [first_difference(subject, name, number) for number in range(MANY)] == [-1] * MANY
