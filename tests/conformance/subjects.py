"""The games under test, each as it says itself: those of the house, and the example from outside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

import oh_hell
import oh_hell.subject
from fairdeal import games
from fairdeal.contract.game import Game, Setting
from fairdeal.laws import subject as laws_subject
from fairdeal.laws.subject import Play, setting_of


@dataclass(frozen=True)
class Subject(laws_subject.Subject):
    """A game under test, with its name."""

    name: str = ""

    @property
    def game(self) -> Game:
        return games.find(self.name) if self.name in games.NAMES else oh_hell.GAME

    def setting(self, play: Play) -> Setting:
        return setting_of(self.game, play)


SUBJECTS = {name: Subject(**vars(games.subject(name)), name=name) for name in games.NAMES}
SUBJECTS["oh_hell"] = Subject(**vars(oh_hell.subject.SUBJECT), name="oh_hell")
TRICK_TAKERS = [name for name in games.NAMES if {"leader", "laid"} <= {*(games.find(name).rules.STATE.names or ())}]


def try_play(subject: Subject, play: Play) -> Any:
    """Try a play of a game. One worker has all tests of a game where groups are kept together: it compiles once."""
    options = "-".join(map(str, play[1].values())) or "default"
    name = f"{subject.name}-{play[0]}-{options}{'-varied' * (len(play) > 2)}"
    return pytest.param(subject, play, id=name, marks=pytest.mark.xdist_group(subject.name))


PLAYS = [try_play(subject, play) for subject in SUBJECTS.values() for play in subject.plays]
# The second play of a game is short and has an option of its own.
FEW_PLAYS = [try_play(subject, subject.plays[1]) for subject in SUBJECTS.values()]
EACH = [pytest.param(subject, id=name, marks=pytest.mark.xdist_group(name)) for name, subject in SUBJECTS.items()]
