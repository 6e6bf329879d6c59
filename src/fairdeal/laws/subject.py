"""What laws, tests and benches need to know of a game: how it is played, where its cards are, what its actions show.

A game says it in a module `subject` beside its rules; what it leaves out is tried as the contract has it.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from fairdeal.contract.game import Game, Setting
from fairdeal.contract.options import Json
from fairdeal.contract.rules import State
from fairdeal.laws.moment import Census, Kind, Reveals, no_census

SeatsAndOptions = tuple[int, Mapping[str, Json]]
"""Seats and options."""
Play = SeatsAndOptions | tuple[int, Mapping[str, Json], Mapping[str, Json]]
"""Seats and options, and perhaps what is changed in the game's own data file, such as `{"seats.0.tricks": 5}`."""


def has_few_splits(s: Any) -> bool:
    """Where hands have shown what they lack, the splits of the cards among them are counted: are those few?"""
    if not {"held", "lacks"} <= set(s.dtype.names):
        return True
    splits = 1
    for seat in range(s.seats):
        splits *= int(s.held[seat]) + 1 if s.lacks[seat] else 1
    return splits <= 60


@dataclass(frozen=True)
class Subject:
    """A game under test; a module of that name beside its rules has one as `SUBJECT`."""

    plays: tuple[Play, ...] = ()
    """Seats and options to try; none: every number of seats, with the usual options."""
    census: Census = no_census
    every: int = 8
    """One position in so many is tried deeply."""
    cheap_every: int = 1
    """Interpreted, one position in so many is tried at all."""
    kind: Kind | None = None
    reveals: Reveals | None = None
    affordable: Callable[[State], bool] = has_few_splits
    """Where interpreted rules can plan worlds in a moment."""
    best: Callable[..., int] | None = max
    """Which points win; None: something else than points decides."""

    short: SeatsAndOptions | None = None
    """Seats and options of a game that is over soon, for who plays it to its end; None: the fewest seats."""
    rich: SeatsAndOptions | None = None
    """Seats and options with which most is hidden and most is said; None: the usual options at its best seats."""
    middle: int = 3
    """Own actions after which a game with the most seats is well under way, and not yet near its end."""
    computed: frozenset[str] = frozenset()
    """Words from which keys of its catalogue are made, other than literals of its sources."""
    codes: frozenset[str] = frozenset()
    """What a record or a player writes and no card prints: nobody is to read that."""
    promises: tuple[tuple[str, float], ...] = ()
    """Patterns of its sentences about actions and how much each counts, or its number, for who plays by words alone."""
    drawn_within: float = 750.0
    """Microseconds in which a table for four is to be drawn for all who sit at it."""

    def settings(self, game: Game) -> list[Setting]:
        """Give the settings to try."""
        plays = self.plays or tuple((seats, {}) for seats in game.seat_counts)
        return [setting_of(game, play) for play in plays]

    def short_play(self, game: Game) -> SeatsAndOptions:
        """Give seats and options of a game that is over soon."""
        return self.short or (game.seat_counts[0], {})

    def rich_play(self, game: Game) -> SeatsAndOptions:
        """Give seats and options with which most is hidden and most is said."""
        return self.rich or (game.best_seats, {})


def setting_of(game: Game, play: Play) -> Setting:
    """Give the setting of a play."""
    seats, options, *changes = play
    return game.setting(seats, options, changed(game.own_data, changes[0]) if changes else None)


def changed(document: Mapping[str, Json], changes: Mapping[str, Json]) -> dict[str, Json]:
    """Give a document with some values changed, each named by its way there.

    >>> changed({"seats": [{"count": 3}], "burst": 1}, {"seats.0.count": 4})
    {'seats': [{'count': 4}], 'burst': 1}
    """
    found: Any = copy.deepcopy(dict(document))
    for way, value in changes.items():
        *steps, last = [int(step) if step.isdecimal() else step for step in way.split(".")]
        place = found
        for step in steps:
            place = place[step]
        place[last] = value
    return dict(found)
