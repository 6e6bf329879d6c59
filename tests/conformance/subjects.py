"""The games under test, each as it says itself: those of the house, and the one that is measured with a peer."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from bench import oh_hell
from fairdeal import games
from fairdeal.contract.game import Game, Setting
from fairdeal.engine.kernel import size_of
from fairdeal.laws import subject as laws_subject
from fairdeal.laws.subject import has_few_splits

Options = Mapping[str, Any]


@dataclass(frozen=True)
class Subject(laws_subject.Subject):
    """A game under test, with the game."""

    name: str = ""

    @property
    def game(self) -> Game:
        return oh_hell.GAME if self.name == oh_hell.GAME.name else games.find(self.name)

    def setting(self, play: tuple[int, Options]) -> Setting:
        return self.game.setting(*play)


def of_oh_hell(s: Any) -> Hashable:
    """§2 Every card dealt is in a hand, played or turned up; nowhere twice."""
    seen, count = 0, 0
    for seat in range(s.seats):
        if size_of(int(s.hand[seat])) != s.held[seat]:
            return f"seat {seat} does not hold {s.held[seat]} cards"
        for suit in range(4):
            if s.lacks[seat] >> suit & 1 and int(s.hand[seat]) >> 13 * suit & 0x1FFF:
                return f"seat {seat} holds a suit that it lacks"
        for cards in (int(s.hand[seat]), int(s.played[seat])):
            seen |= cards
            count += size_of(cards)
    if s.phase in (0, 1):
        return "one deck" if count == 0 else "cards are held before the deal"
    turned = 1 << int(s.turned)
    if seen & turned or size_of(seen) != count or count != s.seats * s.options.tricks:
        return f"{count} cards, {seen:b}, beside the card turned up"
    return "one deck"


def named(name: str) -> Subject:
    return Subject(**vars(games.subject(name)), name=name)


SUBJECTS = {name: named(name) for name in games.NAMES}
SUBJECTS["oh_hell"] = Subject(
    plays=((3, {"tricks": 10}), (4, {"tricks": 1}), (4, {"tricks": 6}), (5, {"tricks": 3}), (5, {"tricks": 10})),
    census=of_oh_hell,
    every=15,
    affordable=has_few_splits,
    name="oh_hell",
)

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
