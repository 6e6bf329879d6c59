"""Worlds are exactly uniform: chi-square against all the deals that have the view, counted here by brute force."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations, islice, permutations
from typing import Any

import numpy as np
import pytest

from fairdeal.contract.game import Game
from fairdeal.engine.chance import below, numbered, shuffle
from fairdeal.engine.kernel import DEFAULT_MODE
from fairdeal.laws import check_uniform
from fairdeal.laws.walks import positions, random_game, view_of
from tests.conformance.subjects import SUBJECTS

pytestmark = pytest.mark.no_cover

IS_SLOW = DEFAULT_MODE == "interpreted"
MOST_WORLDS = 60 if IS_SLOW else 200
ENOUGH = 2 if IS_SLOW else 5  # positions of each kind
DRAWS_PER_WORLD = 12

Hand = frozenset[int]


def deals(cards: Sequence[int], needs: Sequence[int], barred: Sequence[Hand]) -> Iterator[tuple[Hand, ...]]:
    """List all ways to give each place as many cards as it needs, none that is barred; what is left lies aside."""
    if not needs:
        yield ()
        return
    for hand in combinations([card for card in cards if card not in barred[0]], needs[0]):
        rest = [card for card in cards if card not in hand]
        for others in deals(rest, needs[1:], barred[1:]):
            yield (frozenset(hand), *others)


def some_deals(cards: Sequence[int], needs: Sequence[int], barred: Sequence[Hand]) -> list[tuple[Hand, ...]]:
    """List the deals, or nothing if there are too many for a quick test."""
    found: list[tuple[Hand, ...]] = []
    for deal in deals(cards, needs, barred):
        found.append(deal)
        if len(found) > MOST_WORLDS:
            return []
    return found


def check(game: Game, view: Any, seat: int, worlds: list[Hashable], key: Any) -> None:
    check_uniform(game, view, seat, worlds, DRAWS_PER_WORLD * len(worlds), key, numbered("uniform", len(worlds)))


# --- caster: small tables made by hand -------------------------------------------------------------------------------


def cards_of(sets: Any) -> Hand:
    return frozenset(
        15 * colour + value for colour in range(5) for value in range(15) if int(sets[colour]) >> value & 1
    )


def write_cards(sets: Any, cards: Sequence[int]) -> None:
    sets[:] = 0
    for card in cards:
        sets[card // 15] |= 1 << card % 15


def small_caster(game: Game, seats: int, number: int, aside: int) -> Any:
    """A trick of caster with few cards, dealt at random; some hands have shown what they lack."""
    rng = numbered("small", number)
    s = game.setting(seats).new_state()
    s.phase, s.turn, s.leader, s.first = 3, 0, 0, 0
    s.box.highest[seats] = 1
    deck = [15 * colour + value for colour in range(5) for value in range(s.box.highest[seats] + 1)]
    cards = np.array(deck)
    shuffle(rng, cards, len(cards))
    size = (len(deck) - aside) // seats
    for seat in range(seats):
        hand = cards[seat * size : (seat + 1) * size].tolist()
        write_cards(s.hand[seat], hand)
        s.held[seat] = size
        for colour in range(5):
            if not s.hand[seat, colour] and below(rng, 2):
                s.lacks[seat] |= 1 << colour
    write_cards(s.played[0], cards[seats * size : len(deck) - aside].tolist())
    return s


def barred_by(s: Any, seat: int) -> Hand:
    return frozenset(15 * colour + value for colour in range(5) if s.lacks[seat] >> colour & 1 for value in range(15))


def small_tables(game: Game, seats: int, aside: int = 0) -> Iterator[tuple[Any, list[tuple[Hand, ...]]]]:
    """Make small tables with all worlds that seat 0 may be in; some cards may lie aside, dealt to nobody."""
    for number in range(300):
        s = small_caster(game, seats, number, aside)
        others = range(1, seats)
        deck = {15 * colour + value for colour in range(5) for value in range(2)}
        unseen = sorted(deck - cards_of(s.hand[0]) - cards_of(s.played[0]))
        worlds = some_deals(unseen, [int(s.held[other]) for other in others], [barred_by(s, other) for other in others])
        if len(worlds) > 1:
            yield s, worlds


@pytest.mark.xdist_group("caster")
@pytest.mark.parametrize(("seats", "aside"), [(3, 0), (4, 0), (5, 0), (3, 1), (3, 4), (4, 2), (4, 6)])
def test_unseen_cards_of_caster_lie_anywhere_that_voids_allow(seats: int, aside: int) -> None:
    game = SUBJECTS["caster"].game
    tables = list(islice(small_tables(game, seats, aside), ENOUGH))
    assert len(tables) == ENOUGH
    for s, worlds in tables:
        check(game, view_of(game, s, 0), 0, list(worlds), lambda w: tuple(map(cards_of, w.hand[1 : w.seats])))


@pytest.mark.xdist_group("caster")
def test_waiting_gifts_of_caster_are_any_cards_of_their_givers() -> None:
    game = SUBJECTS["caster"].game
    s = game.setting(3, {"passing": True}).new_state()
    s.phase, s.first = 2, 0
    s.box.highest[3] = 1
    deck = [15 * colour + value for colour in range(5) for value in range(2)]
    for seat, (held, gave) in enumerate(((deck[:3], deck[3:4]), (deck[4:6], deck[6:7]), (deck[7:], []))):
        write_cards(s.hand[seat], held)
        write_cards(s.gave[seat], gave)
        s.held[seat], s.given[seat] = len(held), len(gave)
    worlds: list[Hashable] = []
    for first, second in deals(deck[4:], (3, 3), (frozenset(), frozenset())):
        worlds += [(first - {gift}, frozenset([gift]), second) for gift in first]
    assert len(worlds) == 60
    view = view_of(game, s, 0)
    check(game, view, 0, worlds, lambda w: (cards_of(w.hand[1]), cards_of(w.gave[1]), cards_of(w.hand[2])))


@pytest.mark.xdist_group("caster")
def test_gifts_made_in_caster_are_any_three_of_what_their_receiver_had() -> None:
    game = SUBJECTS["caster"].game
    s = game.setting(3, {"passing": True}).new_state()
    s.phase, s.turn, s.leader, s.first = 3, 0, 0, 0
    s.box.highest[3] = 1
    deck = [15 * colour + value for colour in range(5) for value in range(2)]
    hands = (deck[:2], deck[2:4], deck[4:6])
    played: tuple[list[int], ...] = ([], deck[6:7], deck[7:])
    gifts = (deck[2:3] + deck[6:7], deck[7:10], deck[:2])
    for seat in range(3):
        write_cards(s.hand[seat], hands[seat])
        write_cards(s.played[seat], played[seat])
        write_cards(s.gave[seat], gifts[seat])
        s.held[seat], s.given[seat] = 2, 3
    worlds: list[Hashable] = []
    for card in deck[3:6]:  # seat 1 holds the gift of seat 0 and one of these
        held = frozenset(deck[3:6]) - {card}
        worlds += [(card, frozenset(gift)) for gift in combinations(sorted(held | set(deck[7:])), 3)]
    assert len(worlds) == 30
    view = view_of(game, s, 0)
    check(game, view, 0, worlds, lambda w: (next(iter(cards_of(w.hand[1]) - {deck[2]})), cards_of(w.gave[1])))


# --- oh hell and coast: the ends of random games ---------------------------------------------------------------------


def bits(cards: int) -> Hand:
    return frozenset(card for card in range(52) if int(cards) >> card & 1)


def late_tables(game: Game, seats: int) -> Iterator[tuple[Any, list[tuple[Hand, ...]]]]:
    """Find ends of games of ten tricks with all worlds that seat 0 may be in."""
    for number in range(100):
        for s in positions(game.setting(seats, {"tricks": 10}), f"oh hell {number}")[-2 * seats : -1]:
            others = range(1, seats)
            seen = frozenset[int]().union(*(bits(cards) for cards in s.played)) | bits(s.hand[0]) | {int(s.turned)}
            unseen = [card for card in range(52) if card not in seen]
            barred = [frozenset(c for c in range(52) if s.lacks[other] >> c // 13 & 1) for other in others]
            worlds = some_deals(unseen, [int(s.held[other]) for other in others], barred)
            if len(worlds) > 1:
                yield s, worlds


@pytest.mark.xdist_group("oh_hell")
@pytest.mark.parametrize("seats", [4, 5])
def test_unseen_cards_of_oh_hell_lie_anywhere_that_voids_allow(seats: int) -> None:
    game = SUBJECTS["oh_hell"].game
    tables = list(islice(late_tables(game, seats), ENOUGH))
    assert len(tables) == ENOUGH
    for s, worlds in tables:
        check(game, view_of(game, s, 0), 0, list(worlds), lambda w: tuple(map(bits, w.hand[1 : w.seats])))


@pytest.mark.xdist_group("coast")
def test_unseen_agendas_and_piles_of_coast_are_in_any_order() -> None:
    game = SUBJECTS["coast"].game
    events = random_game(game.setting(2, {"end_on": "place"}), numbered("coast", 0))
    s = next(event.before for event in events if event.before.dealt == 2 and event.before.left[:2].min() == 1)
    seat = int(s.left[:2].argmin())
    agendas = [icon for icon in range(6) if icon != s.agenda[0]]
    orders = permutations(s.pile[seat, 12:].tolist())
    worlds: list[Hashable] = [(icon, order) for order in orders for icon in agendas]
    assert len(worlds) == 5 * 6
    check(game, view_of(game, s, 0), 0, worlds, lambda w: (int(w.agenda[1]), tuple(w.pile[seat, 12:].tolist())))
