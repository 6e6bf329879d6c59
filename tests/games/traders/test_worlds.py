"""Card Game Traders' worlds: exactly uniform over all deals of distinct cards that have the view."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterator
from typing import Any

import pytest

from fairdeal.contract.game import new_view
from fairdeal.engine import chance
from fairdeal.engine.kernel import SPECTATOR, UNKNOWN, blank, copy
from fairdeal.games.traders import GAME, rules, worlds
from fairdeal.laws import check_uniform
from tests.games.traders.tables import PLAIN, act, cards, dealt, deck_of, drafted, lay_deck, legal, print_cards, table

DRAWS = 15  # per world


def key(s: Any) -> Hashable:
    """Hands, packets, sealed choices, drawn cards and the deck from its top."""
    seats = range(s.seats)
    hands = tuple((cards(s.hand[seat]), cards(s.packet[seat]), int(s.chosen[seat])) for seat in seats)
    return hands, cards(s.drawn), deck_of(s)


def all_worlds(v: Any) -> list[Hashable]:
    """Enumerate, from the page alone, what each order of the unseen physical cards makes of the view.

    A world is listed once for each way to deal it. Sealed choices are equally likely whatever their number, so a packet
    of two kinds counts once for each, and a packet of one kind twice.
    """
    unseen = "".join(str(kind + 1) * missing(v, kind) for kind in range(7))
    worlds: list[Hashable] = []
    for order in itertools.permutations(unseen):
        rest = iter(order)
        seats = [list(some_seat(v, seat, rest)) for seat in range(v.seats)]
        drawn = cards(v.drawn) if v.drawn[0] != UNKNOWN else " ".join(sorted(itertools.islice(rest, int(v.drawn_size))))
        deck = " ".join(rest)
        worlds += [(hands, drawn, deck) for hands in itertools.product(*seats)]
    return worlds


def missing(v: Any, kind: int) -> int:
    """How many cards of a kind lie where the view does not show them."""
    seen = v.meta[kind] + v.market[kind] + v.removed[kind] + max(0, v.drawn[kind])
    for seat in range(v.seats):
        seen += v.shown[seat, kind] if v.hand[seat, 0] == UNKNOWN else v.hand[seat, kind]
        seen += max(0, v.packet[seat, kind])
    return int(v.box.quantity[kind] - seen)


def some_seat(v: Any, seat: int, rest: Iterator[str]) -> Iterator[tuple[str, str, int]]:
    hand, packet = cards(v.hand[seat]), cards(v.packet[seat])
    if v.hand[seat, 0] == UNKNOWN:
        known = cards(v.shown[seat]).split()
        hand = " ".join(sorted([*known, *itertools.islice(rest, int(v.held[seat]) - len(known))]))
    if v.packet[seat, 0] == UNKNOWN:
        packet = " ".join(sorted(itertools.islice(rest, 5 - int(v.passes))))
    sealed = v.phase == rules.KEEPING and not v.waiting >> seat & 1 and v.chosen[seat] == UNKNOWN
    for name in packet.split() if sealed else [str(int(v.chosen[seat]) + 1)]:
        yield hand, packet, int(name) - 1


def check(s: Any, seat: int) -> None:
    v = new_view(GAME, s, seat)
    worlds = all_worlds(v)
    assert key(s) in worlds
    assert len(set(worlds)) > 4
    check_uniform(GAME, v, seat, worlds, DRAWS * len(set(worlds)), key)


@pytest.mark.no_cover
@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
def test_unseen_cards_lie_in_hands_and_deck_in_any_way(seat: int) -> None:
    check(table(["1 2", "1 3"], deck="2 4", market="7 7"), seat)


def test_with_three_seats_and_cards_that_are_known() -> None:
    s = table(["5", "1 2 4", "1 3"], deck="2", market="7 7")
    s.shown[1, 3] = 1
    check(s, 0)


def test_a_known_card_stays_and_only_the_others_are_dealt() -> None:
    s = table(["5", "1 1 2"], deck="1 2 3", market="7 7")
    s.shown[1, 0] = 1
    check(s, 0)


def test_a_hand_that_was_looked_at_is_fixed() -> None:
    s = table(["5 3", "1 2", "1 4"], PLAIN.replace("V1b", "L1b"), deck="2 6", market="7 7")
    act(s, 0, "play 3", "look 1")
    check(s, 0)
    v = new_view(GAME, s, 0)
    for world in imagined(v, 0, 20):
        assert cards(world.hand[1]) == "1 2"


@pytest.mark.parametrize("seat", [0, 1])
def test_drawn_cards_are_any_to_those_who_do_not_see_them(seat: int) -> None:
    s = table(["3 5", "1"], PLAIN.replace("V1b", "W1b"), deck="1 2 2 6", market="7 7")
    act(s, 0, "play 3")
    check(s, seat)


def small_draft(packets: list[str], hands: list[str], deck: str, passes: int = 3) -> Any:
    s = dealt(len(packets))
    s.phase = rules.KEEPING if passes == 3 else rules.DRAFTING
    s.passes = passes
    s.market[:] = 0
    for seat, (packet, hand) in enumerate(zip(packets, hands, strict=True)):
        s.packet[seat] = [packet.count(str(kind)) for kind in range(1, 8)]
        s.hand[seat] = [hand.count(str(kind)) for kind in range(1, 8)]
        s.held[seat] = len(hand.split())
    lay_deck(s, deck)
    print_cards(s)
    return s


def test_in_the_draft_packets_and_collections_of_others_are_any_cards() -> None:
    check(small_draft(["1 2", "1 3"], ["4 4 5", "1 1 2"], "3"), 0)
    check(small_draft(["1 2 3", "1 3 3"], ["4 4", "1 2"], "4", passes=2), 1)


def test_sealed_choices_of_others_are_any_of_their_legal_ones() -> None:
    s = small_draft(["1 2", "1 3"], ["4 4 5", "1 1 1"], "3")
    act(s, 1, "keep 3")
    check(s, 0)
    s = small_draft(["1 2", "1 3"], ["4 4 5", "1 1 1"], "3")
    act(s, 0, "keep 1")
    check(s, 0)  # the own choice is known


def imagined(v: Any, seat: int, count: int) -> Iterator[Any]:
    plan, world = blank(worlds.PLAN)[0], blank(rules.STATE)[0]
    worlds.plan(v, seat, plan)
    rng = chance.numbered("worlds", 0)
    for _ in range(count):
        copy(v, world)
        worlds.resample(world, seat, plan, rng)
        yield world


def test_in_a_whole_game_each_unseen_card_is_equally_likely_in_a_hand() -> None:
    from scipy.stats import chisquare

    s = drafted(3)
    v = new_view(GAME, s, 0)
    unseen = [missing(v, kind) for kind in range(7)]
    found = [0] * 7
    draws = 400
    for world in imagined(v, 0, draws):
        for kind in range(7):
            found[kind] += int(world.hand[2, kind])
    expected = [4 * draws * count / sum(unseen) for count in unseen]
    pairs = [(count, likely) for count, likely in zip(found, expected, strict=True) if likely]
    assert chisquare([count for count, _ in pairs], [likely for _, likely in pairs]).pvalue > 1e-4


def test_before_the_deal_only_the_deck_is_imagined() -> None:
    s = GAME.setting(3).new_state()
    for world in imagined(new_view(GAME, s, 1), 1, 3):
        assert sorted(world.deck.tolist()) == sorted(s.deck.tolist())
        world.deck[:] = s.deck
        assert world.tobytes() == s.tobytes()


def test_a_finished_game_is_its_own_world() -> None:
    s = table(["3", ""], market="7 7 7 7 7 7", meta="1 1 1 1 1 1 9", deck="1 2")
    act(s, 0, "play 3")
    assert s.phase == rules.OVER
    for world in imagined(new_view(GAME, s, 1), 1, 3):
        assert world.tobytes() == s.tobytes()


def test_in_a_world_the_others_legal_actions_are_those_of_its_hands() -> None:
    s = drafted(2)
    act(s, 0, legal(s)[0])
    while s.turn == 0:
        act(s, 0, legal(s)[-1])
    for world in imagined(new_view(GAME, s, 0), 0, 5):
        assert [text for text in legal(world, 1) if text != "pass"] == [
            f"play {name}" for name in sorted(set(cards(world.hand[1]).split()))
        ]
