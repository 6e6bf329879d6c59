"""The games under test, with their censuses and a spread of settings."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from fairdeal.contract.game import Game, Setting
from fairdeal.engine.kernel import DEALER
from fairdeal.laws.moment import Census, Reveals, everywhere
from tests.conformance import censuses
from tests.games.cryptruck import deals
from tests.games.traders import tables

ROOT = Path(__file__).resolve().parents[2]
Options = Mapping[str, Any]


@dataclass(frozen=True)
class Subject:
    """A game under test: where it is, and how it is played here."""

    module: str
    folder: str
    census: Census
    plays: tuple[tuple[int, Options], ...]
    every: int
    """One position in so many is tried deeply."""
    reveals: Reveals | None = None
    cheap_every: int = 1
    """Interpreted, one position in so many is tried at all."""
    affordable: Callable[[Any], bool] = everywhere
    """Where interpreted rules can plan worlds in a moment."""
    most_interpreted: int = 6
    """With more seats plain Python only has to end in the same bytes as compiled rules, for which the laws hold."""

    @property
    def game(self) -> Game:
        """The game; a game without a folder is skipped, a game that cannot be imported fails."""
        if not (ROOT / self.folder / "__init__.py").exists():
            pytest.skip(f"{self.folder} does not exist yet.")
        game: Game = importlib.import_module(self.module).GAME
        return game

    def setting(self, play: tuple[int, Options]) -> Setting:
        return self.game.setting(*play)


def has_few_splits(s: Any) -> bool:
    """The trick games count the splits of the cards among the seats that lack something."""
    splits = 1
    for seat in range(s.seats):
        splits *= int(s.held[seat]) + 1 if s.lacks[seat] else 1
    return splits <= 60


def what_teaches(game: Game, s: Any, seat: int, action: int) -> bool:
    """A drawn card and the end of the game show what was hidden; laying a card shows nothing but itself."""
    return seat != DEALER and bool(game.rules.teaches(s, seat, action))


def what_turns_up(game: Game, s: Any, seat: int, action: int) -> bool:
    """An attack turns up the next card of battle's pile, and a shuffle lays out cards that nobody may have seen."""
    return bool(not all(s.seen) if seat == DEALER else game.rules.teaches(s, seat, action))


SUBJECTS = {
    "battle": Subject(
        "fairdeal.games.battle",
        "src/fairdeal/games/battle",
        censuses.of_battle,
        (
            (2, {}),
            (2, {"deck": "starter", "match": 2}),
            (3, {"open_list": False, "match": 3}),
            (4, {"open_list": False}),
            (4, {"match": 4}),
        ),
        every=20,
        cheap_every=3,
        reveals=what_turns_up,
    ),
    "caster": Subject(
        "fairdeal.games.caster",
        "src/fairdeal/games/caster",
        censuses.of_caster,
        (
            (3, {"rounds": 2, "passing": False}),
            (3, {"rounds": 1, "passing": True}),
            (4, {"rounds": 1, "passing": False}),
            (4, {"rounds": 2, "passing": True}),
            (5, {"rounds": 1, "passing": False}),
            (5, {"rounds": 1, "passing": True}),
        ),
        every=25,
        affordable=has_few_splits,
    ),
    "coast": Subject(
        "fairdeal.games.coast",
        "src/fairdeal/games/coast",
        censuses.of_coast,
        (
            (1, {}),
            (2, {"end_on": "place"}),
            (3, {"time_limit": 60}),
            (4, {"end_on": "place", "time_limit": 600}),
            (5, {"countdown": 0}),
            (6, {}),
        ),
        every=60,
        cheap_every=20,
        most_interpreted=3,
        reveals=what_teaches,
    ),
    "cryptruck": Subject(
        "fairdeal.games.cryptruck",
        "src/fairdeal/games/cryptruck",
        deals.census,
        (
            (2, {"rounds": 2}),
            (3, {"rounds": 1, "colours": "random"}),
            (4, {"rounds": 1}),
            (5, {"rounds": 1, "colours": "random"}),
        ),
        every=25,
        cheap_every=3,
        affordable=has_few_splits,
    ),
    "traders": Subject(
        "fairdeal.games.traders",
        "src/fairdeal/games/traders",
        tables.census,
        ((2, {}), (3, {"market": 4}), (4, {"market": 8}), (4, {"abilities": "V1a,D1b,V2b,X1a,M1b,W1a,L1b"})),
        every=30,
        cheap_every=4,
        reveals=tables.reveals,
    ),
    "oh_hell": Subject(
        "oh_hell",
        "examples/oh_hell/oh_hell",
        censuses.of_oh_hell,
        ((3, {"tricks": 10}), (4, {"tricks": 1}), (4, {"tricks": 6}), (5, {"tricks": 3}), (5, {"tricks": 10})),
        every=15,
        affordable=has_few_splits,
    ),
}

# One worker has all tests of a game where groups are kept together, so that no native code is compiled twice.
PLAYS = [
    pytest.param(
        subject,
        play,
        id=f"{name}-{play[0]}-{'-'.join(map(str, play[1].values())) or 'default'}",
        marks=pytest.mark.xdist_group(name),
    )
    for name, subject in SUBJECTS.items()
    for play in subject.plays
]
EACH = [pytest.param(subject, id=name, marks=pytest.mark.xdist_group(name)) for name, subject in SUBJECTS.items()]
