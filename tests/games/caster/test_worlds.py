"""CASTER's worlds: exactly uniform over every deal that has the view."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from scipy import stats

from fairdeal.contract.game import new_view
from fairdeal.engine import chance
from fairdeal.engine.kernel import DEFAULT_MODE, blank, copy
from fairdeal.games.caster import GAME, rules, worlds
from fairdeal.games.caster.data import LETTERS
from tests.games.caster.tricks import act, card_texts, dealt, legal

Hands = tuple[frozenset[str], ...]

# Plain Python draws some hundred worlds a second: there it is enough that each is one of the deals.
MANY = DEFAULT_MODE != "interpreted"


def late_position(seats: int, passing: bool, number: int, tricks: int) -> Any:
    """Play a numbered game at random until so many tricks are over, and one card more."""
    s = dealt(seats, number % seats, 1, passing, number)
    rng = chance.numbered("late", number)
    while s.phase == rules.PASS:
        seat = next(seat for seat in range(seats) if s.given[seat] < 3)
        texts = legal(s, seat)
        act(s, seat, texts[chance.below(rng, len(texts))])
    for _ in range(tricks * seats + 1):
        texts = legal(s, int(s.turn))
        act(s, int(s.turn), texts[chance.below(rng, len(texts))])
    return s


def hands_of(s: Any) -> Hands:
    return tuple(frozenset(card_texts(s.hand[seat])) for seat in range(s.seats))


def all_deals(v: Any, seat: int) -> Iterator[Hands]:
    """Enumerate, by brute force and from the page alone, the hands that the view allows."""
    seen = {name for other in range(v.seats) for name in card_texts(v.played[other])}
    seen |= set(card_texts(v.hand[seat]))
    deck = {f"{letter}{value}" for letter in LETTERS for value in range(v.box.highest[v.seats] + 1)}
    others = [other for other in range(v.seats) if other != seat]
    gifts = set(card_texts(v.gave[seat])) if v.given[seat] else set()
    left = (seat + 1) % v.seats
    gifts -= set(card_texts(v.played[left]))
    for hands in splits(sorted(deck - seen), [int(v.held[other]) for other in others]):
        by_seat = dict(zip(others, hands, strict=True))
        by_seat[seat] = frozenset(card_texts(v.hand[seat]))
        lacking = any(v.lacks[other] >> LETTERS.index(name[0]) & 1 for other in others for name in by_seat[other])
        if not lacking and gifts <= by_seat[left]:
            yield tuple(by_seat[other] for other in range(v.seats))


def splits(cards: list[str], sizes: list[int]) -> Iterator[tuple[frozenset[str], ...]]:
    if not sizes:
        yield ()
        return
    for hand in itertools.combinations(cards, sizes[0]):
        for rest in splits([name for name in cards if name not in hand], sizes[1:]):
            yield (frozenset(hand), *rest)


def imagined(v: Any, seat: int, count: int) -> Iterator[Any]:
    plan, world = blank(worlds.PLAN)[0], blank(rules.STATE)[0]
    worlds.plan(v, seat, plan)
    rng = chance.numbered("worlds", 0)
    for _ in range(count):
        copy(v, world)
        worlds.resample(world, seat, plan, rng)
        yield world


def positions() -> list[tuple[int, bool, int, int]]:
    """Late positions with lacking colours, with and without passing."""
    return [
        (3, False, 1, 11),
        (3, True, 2, 11),
        (4, False, 3, 12),
        (4, True, 4, 12),
        (5, False, 5, 13),
        (5, True, 6, 13),
    ]


@pytest.mark.no_cover
@pytest.mark.parametrize(("seats", "passing", "number", "tricks"), positions())
def test_worlds_are_uniform_over_all_deals_that_have_the_view(
    seats: int, passing: bool, number: int, tricks: int
) -> None:
    s = late_position(seats, passing, number, tricks)
    tight = 0
    for seat in range(seats):
        v = new_view(GAME, s, seat)
        deals = set(all_deals(v, seat))
        assert hands_of(s) in deals
        tight += any(v.lacks[other] for other in range(seats) if other != seat)
        found = Counter(hands_of(world) for world in imagined(v, seat, 12 * len(deals) if MANY else 20))
        assert set(found) <= deals
        if MANY and len(deals) > 1:
            assert stats.chisquare([found[deal] for deal in deals]).pvalue > 1e-4
    assert tight, "the position tests no lack of a colour"


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_gifts_made_by_others_are_any_three_cards_of_the_receivers_hand_after_passing(seats: int) -> None:
    s = late_position(seats, True, 9, 2)
    seat, giver, receiver, draws = 0, 1, 2, 3000 if MANY else 40
    v = new_view(GAME, s, seat)
    counts: Counter[str] = Counter()
    for world in imagined(v, seat, draws):
        gifts = set(card_texts(world.gave[giver]))
        hand = set(card_texts(world.hand[receiver])) | set(card_texts(world.played[receiver]))
        assert len(gifts) == 3
        assert gifts <= hand
        counts.update(gifts & set(card_texts(v.played[receiver])))
    # A card that the receiver has played was one of its fifteen, so it was a gift in 3 worlds of 15.
    for count in counts.values():
        assert stats.binomtest(count, draws, 0.2).pvalue > 1e-4


def test_while_passing_the_others_have_put_aside_any_of_their_cards() -> None:
    s = dealt(3, passing=True, number=5)
    for _ in range(2):
        act(s, 1, legal(s, 1)[0])
    act(s, 0, legal(s, 0)[4])
    v = new_view(GAME, s, 0)
    unseen = [name for seat in (1, 2) for name in card_texts(s.hand[seat] | s.gave[seat])]
    assert len(unseen) == 30
    aside: Counter[str] = Counter()
    for world in imagined(v, 0, 6000 if MANY else 100):
        assert [len(card_texts(world.hand[seat])) for seat in range(3)] == [14, 13, 15]
        put_aside = card_texts(world.gave[1])
        assert len(put_aside) == 2
        assert not set(put_aside) & set(card_texts(world.hand[1]))
        aside.update(put_aside)
    assert stats.chisquare([aside[name] for name in unseen]).pvalue > 1e-4


def test_a_world_of_a_finished_or_undealt_round_is_the_view_itself() -> None:
    s = GAME.setting(4).new_state()
    for world in imagined(new_view(GAME, s, 1), 1, 3):
        assert world.tobytes() == s.tobytes()


def test_every_tight_seat_and_the_rest_can_be_one_seat_that_lacks_colours() -> None:
    """Five seats, and all four others have shown a lack, so that no seat is free."""
    s = dealt(5)
    s.hand[:] = 0
    for seat in range(5):
        s.hand[seat, seat] = 0b11
        s.held[seat] = 2
        s.played[seat, seat] = 32767 ^ 0b11
    s.lacks[1:] = [1 << 0, 1 << 1, 1 << 2, 1 << 1]
    v = new_view(GAME, s, 0)
    deals = set(all_deals(v, 0))
    draws = 12 * len(deals) if MANY else 40
    found = Counter(hands_of(world) for world in imagined(v, 0, draws))
    assert set(found) <= deals
    if MANY:
        assert stats.chisquare([found[deal] for deal in deals]).pvalue > 1e-4
