"""Cryptruck's worlds: exactly uniform over every deal that has the view."""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from scipy import stats

from fairdeal import chance
from fairdeal.game import new_view
from fairdeal.games.cryptruck import GAME, rules, words
from fairdeal.games.cryptruck.data import LETTERS
from fairdeal.kernel import DEALER, DEFAULT_MODE, NOBODY, blank, copy
from fairdeal.testing.walks import Event, random_game
from tests.games.cryptruck.deals import acts, cards, holding, setting

# Plain Python draws some hundred worlds a second: there it is enough that each is one of the deals.
MANY = DEFAULT_MODE != "interpreted"
MOST_DEALS = 120

Deal = tuple[frozenset[str], ...]  # the hand of each seat, then the card face down


@dataclass
class Memory:
    """What one seat remembers of a round, from what it is told alone: where each card that it gave away may be."""

    seat: int
    first: int = NOBODY
    may_be: dict[str, set[int]] = field(default_factory=dict)

    def hear(self, event: Event) -> None:
        if event.actor == DEALER:
            self.may_be.clear()
            return
        verb, _, card = words.text(rules.told(event.before, event.actor, event.action, self.seat)).partition(" ")
        if verb == "give":
            self.hear_of_gift(event.actor, int(event.before.first), card)
        else:
            self.may_be.pop(card, None)

    def hear_of_gift(self, giver: int, receiver: int, card: str) -> None:
        if self.seat == giver:
            self.may_be[card] = {receiver}
        elif self.seat == receiver:
            self.may_be.pop(card, None)
        else:
            assert card == "?"
            for seats in self.may_be.values():
                seats |= {receiver} if giver in seats else set()


@dataclass(frozen=True)
class Position:
    """A moment of a random game as one seat knows it."""

    s: Any
    seat: int
    may_be: dict[str, set[int]]

    @functools.cached_property
    def v(self) -> Any:
        return new_view(GAME, self.s, self.seat)

    @functools.cached_property
    def deals(self) -> list[Deal]:
        """All the deals that it may be, or none if they are too many for a quick test."""
        deals = list(itertools.islice(all_deals(self.v, self.seat, self.may_be), MOST_DEALS + 1))
        return deals if len(deals) <= MOST_DEALS else []

    @property
    def sort(self) -> frozenset[str]:
        """What makes it hard to deal."""
        found = ["voids"] if self.has_voids else []
        return frozenset(found + ["gift" if len(seats) == 1 else "stray gift" for seats in self.may_be.values()])

    @property
    def has_voids(self) -> bool:
        return any(self.v.lacks[other] and self.v.held[other] for other in range(self.v.seats) if other != self.seat)


def deal_of(s: Any) -> Deal:
    hands = [frozenset(words.card_texts(s.hand[seat])) for seat in range(s.seats)]
    return (*hands, frozenset([words.card_text(int(s.face_down))]))


def unseen_cards(v: Any, seat: int) -> list[str]:
    seen = {words.card_text(card) for card in (v.turned, v.revealed, *v.laid.ravel().tolist()) if card >= 0}
    return [name for name in words.card_texts(rules.deck(v) & ~v.hand[seat]) if name not in seen]


def all_deals(v: Any, seat: int, may_be: dict[str, set[int]]) -> Iterator[Deal]:
    """Enumerate, by brute force, the deals that the view and the seat's memory allow."""
    unseen = unseen_cards(v, seat)
    places = [other for other in range(v.seats) if other != seat]
    sizes = [int(v.held[other]) for other in places]
    fitting = [[name for name in unseen if fits(v, name, other, may_be)] for other in places]
    fitting.append([name for name in unseen if name not in may_be])
    own = frozenset(words.card_texts(v.hand[seat]))
    for hands in splits(fitting, [*sizes, 1], frozenset()):
        yield (*hands[:seat], own, *hands[seat:])


def fits(v: Any, name: str, seat: int, may_be: dict[str, set[int]]) -> bool:
    return not v.lacks[seat] >> LETTERS.index(name[0]) & 1 and seat in may_be.get(name, {seat})


def splits(fitting: list[list[str]], sizes: list[int], taken: frozenset[str]) -> Iterator[Deal]:
    if not sizes:
        yield ()
        return
    for hand in itertools.combinations([name for name in fitting[0] if name not in taken], sizes[0]):
        for rest in splits(fitting[1:], sizes[1:], taken | set(hand)):
            yield (frozenset(hand), *rest)


def positions(seats: int, colours: str, games: int) -> Iterator[Position]:
    """Moments late in random games, each seen by one of the seats."""
    for number in range(games):
        memories = [Memory(seat) for seat in range(seats)]
        for event in random_game(setting(seats, 1, colours), chance.numbered("worlds", number)):
            for memory in memories:
                memory.hear(event)
            if rules.is_round_running(event.after) and event.after.held.sum() <= (3 if MANY else 2) * seats:
                memory = memories[event.number % seats]
                yield Position(event.after, memory.seat, {name: set(at) for name, at in memory.may_be.items()})


def worlds(v: Any, seat: int, count: int) -> Iterator[Any]:
    plan, world = blank(rules.PLAN)[0], blank(rules.STATE)[0]
    rules.plan(v, seat, plan)
    rng = chance.numbered("worlds", 0)
    for _ in range(count):
        copy(v, world)
        rules.resample(world, seat, plan, rng)
        yield world


def check_worlds(position: Position) -> None:
    deals = position.deals
    assert deal_of(position.s) in deals
    draws = 12 * len(deals) if MANY else 8
    found = Counter(deal_of(world) for world in worlds(position.v, position.seat, draws))
    assert set(found) <= set(deals)
    if MANY:
        assert stats.chisquare([found[deal] for deal in deals]).pvalue > 1e-4


@pytest.mark.parametrize("colours", ["first", "random"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_worlds_are_uniform_over_all_deals_that_have_the_view(seats: int, colours: str) -> None:
    """A few moments of each sort: with voids, with gifts, with gifts that may have gone on, and mixed ones."""
    tried: Counter[frozenset[str]] = Counter()
    for position in positions(seats, colours, 20):
        if tried[position.sort] < 2 and len(position.deals) > 1:
            tried[position.sort] += 1
            check_worlds(position)
    for feature in ("voids", "gift", "stray gift")[: 2 if seats == 2 else 3]:
        assert sum(count for sort, count in tried.items() if feature in sort) >= 2, feature


# --- gifts -----------------------------------------------------------------------------------------------------------


def late(hands: list[str], turned: str, face_down: str) -> Any:
    """A late position in which all other cards in use were played in the tricks before."""
    s = holding(hands, turned)
    s.in_use = (1 << len(hands)) - 1 | 1 << rules.WHITE
    s.face_down = words.card(face_down)
    played = rules.deck(s) & ~sum(s.hand.tolist()) & ~cards(f"{turned} {face_down}")
    for place, name in enumerate(words.card_texts(played)):
        s.laid[place // s.seats, place % s.seats] = words.card(name)
    assert played.bit_count() == s.tricks_played * s.seats
    return s


def gave(s: Any, giver: int, card: str) -> None:
    """Let a seat buy the lead of a trick, and the others get through it."""
    first = int(s.first)
    acts(s, f"reveal {words.card_texts(s.hand[first])[0]}")
    while s.phase == rules.ASKING:
        acts(s, "want" if s.turn == giver else "decline")
    acts(s, f"give {card}")


def finish_trick(s: Any, *texts: str) -> None:
    acts(s, *texts)
    assert s.phase == rules.REVEALING


def holders(s: Any, seat: int, card: str) -> set[int]:
    """Who holds a card in the worlds of a seat; 4 is face down."""
    v = new_view(GAME, s, seat)
    deals = [deal_of(world) for world in worlds(v, seat, 200 if MANY else 60)]
    return {place for deal in deals for place, hand in enumerate(deal) if card in hand}


def three_with_gifts() -> Any:
    """Seat 1 has given B2 to seat 0, and seat 0 a card to seat 2 since."""
    s = late(["Y1 Y2 Y3 Y5", "B1 B2 B3 B5", "R1 R2 R3 R5"], "W2", "W3")
    gave(s, 1, "B2")  # seat 0 reveals Y1, seat 1 leads it
    finish_trick(s, "play R1", "play Y2")
    s.first = s.turn = 2
    gave(s, 0, "Y3")  # seat 2 reveals R2, seat 0 leads it
    return s


def test_a_gift_lies_with_its_receiver() -> None:
    s = late(["Y1 Y2 Y3", "B1 B2 B3", "R1 R2 R3", "P1 P2 P3"], "W2", "W3")
    gave(s, 1, "B2")
    assert holders(s, 1, "B2") == {0}
    assert holders(s, 0, "B2") == {0}
    assert holders(s, 2, "B2") == {0, 1, 3, 4}


def test_a_gift_may_lie_with_whom_its_receiver_has_given_a_card_since() -> None:
    s = three_with_gifts()
    assert holders(s, 1, "B2") == {0, 2}
    assert holders(s, 0, "Y3") == {2}
    assert holders(s, 2, "Y3") == {2}


def test_a_gift_that_was_seen_since_is_traced_no_more() -> None:
    s = three_with_gifts()
    acts(s, "play B1", "play R3")
    s.first = s.turn = 0
    acts(s, "reveal B2")
    for seat in (1, 2):
        assert rules.seen_cards(new_view(GAME, s, seat)) & rules.one(words.card("B2"))
        assert holders(s, seat, "B2") == set()


def test_a_gift_that_came_back_is_traced_no_more() -> None:
    s = late(["Y1 Y2 Y3", "B1 B2 B3", "R1 R2 R3"], "W2", "W3")
    gave(s, 1, "B2")
    finish_trick(s, "play R1", "play Y2")
    s.first = s.turn = 1
    gave(s, 0, "B2")  # seat 1 reveals B1, seat 0 leads it
    v = new_view(GAME, s, 1)
    assert [rules.may_hold_gift(v, 1, trick) for trick in (3, 4)] == [0, 0]
    assert holders(s, 1, "B2") == {1}
    assert holders(s, 0, "B2") == {1}


def test_a_gift_stays_where_it_is_if_another_card_comes_back() -> None:
    s = late(["Y1 Y2 Y3", "B1 B2 B3", "R1 R2 R3"], "W2", "W3")
    gave(s, 1, "B2")
    finish_trick(s, "play R1", "play Y2")
    s.first = s.turn = 1
    gave(s, 0, "Y3")
    assert holders(s, 1, "B2") == {0}


def test_gifts_between_others_are_cards_that_their_receivers_hold_or_have_played_since() -> None:
    tried = 0
    for position in positions(4, "first", 2):
        imagined: list[list[int]] = []
        v = position.v
        hidden = [trick for trick in range(6) if rules.is_hidden_gift(v, position.seat, trick)]
        for world in worlds(v, position.seat, 4):
            for trick in hidden:
                receiver = int(v.receiver[trick])
                laid = {int(world.laid[later, receiver]) for later in range(trick, 6)}
                gift = int(world.gift[trick])
                assert gift in laid or world.hand[receiver] >> gift & 1
            imagined.append([int(world.gift[trick]) for trick in hidden])
        assert all(len(set(gifts)) == len(gifts) for gifts in imagined)
        tried += bool(hidden)
    assert tried > 10


def test_a_gift_between_others_can_be_the_own_gift_given_on_if_it_can_be_nothing_else() -> None:
    s = late(["Y1 Y2", "B1 B2", "R1 R2"], "W2", "W3")
    gave(s, 1, "B2")  # seat 0 reveals Y1 and gets B2
    finish_trick(s, "play R1", "play Y2")
    s.first = s.turn = 2
    gave(s, 0, "B2")  # seat 2 reveals R2, its last card, and gets B2
    v = new_view(GAME, s, 1)
    for world in worlds(v, 1, 20):
        assert words.card_texts(world.hand[2]) == ["B2"]
        assert words.card_text(int(world.gift[5])) == "B2"


def test_a_world_of_a_finished_or_undealt_round_is_the_view_itself() -> None:
    s = GAME.setting(4).new_state()
    for world in worlds(new_view(GAME, s, 1), 1, 3):
        assert world.tobytes() == s.tobytes()
