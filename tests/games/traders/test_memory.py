"""What views forget, worlds remember: they fit all that a seat was ever shown, and are as likely as they should be."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from fairdeal.contract.game import list_legal, new_view
from fairdeal.engine.chance import below, numbered
from fairdeal.engine.kernel import DEALER, NOBODY, blank, copy
from fairdeal.games.traders import GAME, abilities, memory, rules
from fairdeal.games.traders.abilities import HALF_NAMES
from fairdeal.review.steps import copied
from tests.breadth import mostly_soaked
from tests.games.traders.tables import counts, lay_deck, setting

DRAWS = 12  # per world
SURE = 1e-4
REFRESHES = "R1b R1b V1b V1b V1b V1b V1b"
LOOKS = "L1a L1b V1b V1b V1b V1b V1b"
SWAPS = "X1a X2a R1a V1b V1b V1b V1b"
DRAWING = "W1a W1b R1b V1b V1b V1b V1b"


@dataclass
class Past:
    """A small game, as it was played and as one seat was told of it."""

    state: Any
    seat: int
    views: list[Any] = field(default_factory=list)
    told: list[tuple[int, int]] = field(default_factory=list)
    events: list[tuple[int, Any]] = field(default_factory=list)
    """Who acted, and the action or the outcome."""

    def see(self) -> None:
        self.views.append(new_view(GAME, self.state, self.seat))

    def step(self, rng: Any) -> None:
        """Let chance do what is due next."""
        s, actors = self.state, rules.actors(self.state)
        if actors >> DEALER & 1:
            outcome = np.zeros(rules.MOST_OUTCOME, np.int32)
            count = rules.draw(s, rng, outcome)
            self.events.append((DEALER, outcome[:count].copy()))
            self.told.append((DEALER, NOBODY))
            rules.deal(s, outcome)
        else:
            waiting = [seat for seat in range(s.seats) if actors >> seat & 1]
            seat = waiting[below(rng, len(waiting))]
            legal = list_legal(rules, s, seat)
            action = legal[below(rng, len(legal))]
            self.events.append((seat, action))
            self.told.append((seat, GAME.rules.told(s, seat, action, self.seat)))
            rules.play(s, seat, action)
        self.see()

    @property
    def is_asked(self) -> bool:
        return bool(rules.actors(self.state) >> self.seat & 1)

    def worlds(self, count: int) -> Iterator[Any]:
        past, world, rng = blank(memory.PAST)[0], blank(rules.STATE)[0], numbered("remembered", 0)
        memory.recall(copied(self.views), np.array(self.told, np.int32), self.seat, past)
        for _ in range(count):
            copy(self.views[-1], world)
            memory.remember(world, self.seat, past, rng)
            yield world


def begun(cards: str, seats: int, packet: int, row: str) -> Any:
    """A table before the deal, with the abilities of a row and the main cards that are named."""
    s = setting(seats, 4).new_state()
    s.ability[:] = [HALF_NAMES.index(half) for half in row.split()]
    abilities.settle_values(s)
    s.box.packet = packet
    s.box.quantity[:] = [1 + count for count in counts(cards)]
    lay_deck(s, cards)
    s.phase = rules.DEAL
    return s


def random_past(cards: str, seats: int, packet: int, row: str, seat: int, number: int) -> Iterator[Past]:
    """Play a small game at random, and stop wherever the seat is asked."""
    past, rng = Past(begun(cards, seats, packet, row), seat), numbered(f"{cards} {row} {seats}", number)
    past.see()
    while past.state.phase != rules.OVER:
        if past.is_asked:
            yield past
        past.step(rng)


# --- by brute force --------------------------------------------------------------------------------------------------


def orders(cards: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """List all orders of some cards of which copies are alike."""
    if not cards:
        yield ()
    for first in sorted(set(cards)):
        rest = list(cards)
        rest.remove(first)
        for others in orders(rest):
            yield (first, *others)


def deals(past: Past, dealt: Sequence[int]) -> Iterator[list[int]]:
    """List the deals in which the own packet and the Market are as they were, and any unseen card anywhere else."""
    size, seats = int(past.state.box.packet), int(past.state.seats)
    own, market = range(past.seat * size, past.seat * size + size), range(seats * size, seats * size + 4)
    hidden = [place for place in range(len(dealt)) if place not in own and place not in market]
    for order in orders([dealt[place] for place in hidden]):
        found = list(dealt)
        for place, kind in zip(hidden, order, strict=True):
            found[place] = kind
        yield found


def all_worlds(past: Past, begin: Any) -> dict[bytes, float]:
    """Carry out the whole game in every deal, whatever the others drafted, and keep what looks the same to the seat.

    Each card of a packet is as likely to be drafted, and each drafted card of a hand to be shown; copies that all have
    seen before are shown first. A choice that is still sealed is any legal one.
    """
    worlds = {begin.tobytes(): 1.0}
    for number, (who, what) in enumerate(past.events):
        found: defaultdict[bytes, float] = defaultdict(float)
        seen = past.views[number + 1].tobytes()
        for world, weight in worlds.items():
            for after, share in outcomes(past, read(world), who, what):
                if new_view(GAME, after, past.seat).tobytes() == seen:
                    found[after.tobytes()] += weight * share
        worlds = dict(found)
    return {world: weight * sealed(past, read(world)) for world, weight in worlds.items()}


def sealed(past: Past, s: Any) -> float:
    """Weigh sealed choices by kinds instead of cards."""
    weight = 1.0
    for seat in range(s.seats):
        if seat != past.seat and s.chosen[seat] != rules.NO_CARD:
            weight /= float(s.packet[seat, s.chosen[seat]]) * len(np.flatnonzero(s.packet[seat]))
    return weight


def read(data: bytes) -> Any:
    return copied(list(np.frombuffer(data, rules.STATE)))[0]


def outcomes(past: Past, s: Any, who: int, what: Any) -> Iterator[tuple[Any, float]]:
    if who == DEALER:
        yield from outcomes_of_chance(past, s, what)
    elif s.phase in (rules.DRAFTING, rules.KEEPING) and who != past.seat:
        span = rules.DRAFT if s.phase == rules.DRAFTING else rules.KEEP
        for kind in np.flatnonzero(s.packet[who]):
            yield played(s, who, span + int(kind)), float(s.packet[who, kind])
    elif what in list_legal(rules, s, who):
        card = lost(what)
        yield played(s, who, what), 1.0 if card is None or s.shown[who, card] else float(s.hand[who, card])


def outcomes_of_chance(past: Past, s: Any, what: Any) -> Iterator[tuple[Any, float]]:
    if s.phase == rules.START:
        listed = [list(what)]
    elif s.phase == rules.DEAL:
        listed = list(deals(past, what))
    else:
        listed = [list(order) for order in orders(s.deck[: s.deck_size].tolist())]
    for outcome in listed:
        after = copied([s])[0]
        rules.deal(after, np.array(outcome, np.int32))
        yield after, 1 / len(listed)


def played(s: Any, who: int, action: int) -> Any:
    after = copied([s])[0]
    rules.play(after, who, action)
    return after


def lost(action: int) -> int | None:
    """The kind of the card that an action takes out of a hand."""
    text = GAME.words.text(action).split()
    if text[0] == "play":
        return int(text[1]) - 1
    return int(text[4]) - 1 if text[0] == "swap" and text[3] == "hand" else None


def check(past: Past, begin: Any) -> int:
    """Compare what is drawn with what there is; say how many worlds that are."""
    from scipy.stats import chisquare

    worlds = all_worlds(past, begin)
    assert past.state.tobytes() in worlds
    count = min(2000, DRAWS * len(worlds))
    found = Counter(world.tobytes() for world in past.worlds(count))
    assert set(found) <= set(worlds)
    if len(worlds) > 1:
        total = sum(worlds.values())
        expected = [count * weight / total for weight in worlds.values()]
        assert chisquare([found[world] for world in worlds], expected).pvalue > SURE
    return len(worlds)


SMALL = [
    ("1 1 1 1 1 2 2 2 2 2 3 3 3 3 3", 2, 4, SWAPS),
    ("1 1 1 1 2 2 2 2 3 3 3 1 2", 2, 3, REFRESHES),
    ("1 1 1 1 2 2 2 2 3 3 3 1 2 3", 3, 3, LOOKS),
    ("1 1 1 1 2 2 2 2 3 3 3 1 2 3 1", 3, 3, REFRESHES),
    ("1 1 1 1 2 2 2 2 3 3 3 1 2 3", 3, 3, DRAWING),
    ("1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 1", 3, 5, SWAPS),
    ("1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 3 3", 4, 3, REFRESHES),
]


@pytest.mark.no_cover
@pytest.mark.parametrize(("cards", "seats", "packet", "row"), mostly_soaked(SMALL, *SMALL[1:3]))
def test_worlds_are_as_likely_as_all_games_that_look_the_same(cards: str, seats: int, packet: int, row: str) -> None:
    begin = begun(cards, seats, packet, row)
    sizes = []
    for number, past in enumerate(random_past(cards, seats, packet, row, 1, 0)):
        if number % 3 == 0 and number < 15:
            sizes.append(check(past, begin))
    assert max(sizes) > 6
    assert sum(size > 1 for size in sizes) > 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_6_14_17_every_card_of_a_remembered_world_is_in_one_place_and_known_ones_where_they_are(seats: int) -> None:
    past, rng = Past(setting(seats, row="V1a,R1a,X1a,L1a,M1a,W1b,V2b").new_state(), seats - 1), numbered("whole", seats)
    past.see()
    asked = 0
    while past.state.phase != rules.OVER:
        asked += past.is_asked
        if past.is_asked and asked % 5 == 1:
            for world in past.worlds(1):
                assert new_view(GAME, world, past.seat).tobytes() == past.views[-1].tobytes()
                assert census(world) == census(past.state)
        past.step(rng)
    assert asked > 8


def census(s: Any) -> list[int]:
    cards = s.meta + s.market + s.removed + s.drawn + s.hand.sum(0) + s.packet.sum(0)
    return [int(cards[kind]) + s.deck[: s.deck_size].tolist().count(kind) for kind in range(7)]
