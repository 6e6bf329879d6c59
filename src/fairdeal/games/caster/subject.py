"""What the laws need to know of CASTER: how it is played in tests, and where its cards are."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from fairdeal.engine.kernel import size_of
from fairdeal.games.caster.data import LETTERS
from fairdeal.laws.subject import Subject


def census(s: Any) -> Hashable:
    """§3 The cards in play are in a hand, waiting as a gift, or played in this round; nowhere twice."""
    if s.phase in (0, 1):  # before a deal
        return "one deck" if not s.hand.any() and not s.held.any() else "cards are held before the deal"
    if s.phase == 4:
        return "one deck" if not s.hand.any() else "cards are held after the end"
    dealt = 0
    for colour in range(5):
        seen, count = 0, 0
        for seat in range(s.seats):
            sets = [int(s.hand[seat, colour]), int(s.played[seat, colour])]
            if s.phase == 2:
                sets.append(int(s.gave[seat, colour]))
            for cards in sets:
                seen |= cards
                count += size_of(cards)
        if seen >> int(s.box.highest[s.seats]) + 1 or count != size_of(seen):
            return f"colour {colour} has {count} cards, {seen:b}"
        dealt += count
    if dealt != s.seats * s.box.tricks[s.seats]:
        return f"{dealt} cards are dealt"
    for seat in range(s.seats):
        if sum(size_of(int(cards)) for cards in s.hand[seat]) != s.held[seat]:
            return f"seat {seat} does not hold {s.held[seat]} cards"
        if any(int(s.hand[seat, colour]) and s.lacks[seat] >> colour & 1 for colour in range(5)):
            return f"seat {seat} holds a colour that it lacks"
        receiver = (seat + 1) % s.seats
        gone = s.hand[receiver] | s.played[receiver]
        if s.phase == 3 and s.given[seat] and (s.gave[seat] & ~gone).any():
            return f"a gift of seat {seat} is not with its receiver"
        if s.given[seat] != sum(size_of(int(cards)) for cards in s.gave[seat]):
            return f"seat {seat} has not made {s.given[seat]} gifts"
    return "one deck"


SUBJECT = Subject(
    plays=(
        (3, {"rounds": 2, "passing": False}),
        (3, {"rounds": 1, "passing": True}),
        (4, {"rounds": 1, "passing": False}),
        (4, {"rounds": 2, "passing": True}),
        (5, {"rounds": 1, "passing": False}),
        (5, {"rounds": 1, "passing": True}),
        (3, {"rounds": 2, "passing": True}, {"seats.0.highest": 4, "seats.0.tricks": 5, "seats.0.burst": -3}),
        (4, {"rounds": 1, "passing": False}, {"seats.1.highest": 9, "seats.1.tricks": 8, "seats.1.limit": 1}),
        (5, {"rounds": 1, "passing": False}, {"seats.2.highest": 3, "seats.2.tricks": 4, "seats.2.burst": 0}),
    ),
    short=(3, {"rounds": 1}),
    rich=(4, {"rounds": 1, "passing": True}),
    codes=frozenset(LETTERS),
    promises=(
        (r"takes the trick for (\d+) points?", 1.0),
        (r"(takes the trick: nobody)", 6.0),
        (r"leaves the trick and (\d+) points? to", -0.5),
        (r"(you burst)", -20.0),
        (r"(who bursts)", 6.0),
        (r"the others hold (\d+) lower", 0.5),
        (r"(spends your lowest)", -2.0),
        (r"(gets rid of your highest)", 2.0),
    ),
    drawn_within=500.0,
    census=census,
    every=25,
)
