"""Every history that one seat cannot tell from what happened: a deal, and what the gifts were that it did not see.

Counted twice by brute force. `replays` carries out the rules for every way to deal a small table and to make the unseen
gifts. `histories` needs no rules: over plain sets of cards, from the page (§8 to §12), it takes back all that a seat
was told of a round, trying every card for every unseen gift, and so comes through whole rounds.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from fairdeal.contract.game import list_legal, new_view
from fairdeal.engine.kernel import DEALER
from fairdeal.games.cryptruck import GAME, rules, words
from fairdeal.laws.walks import Step, clone
from tests.games.cryptruck.deals import card_texts

Hand = frozenset[str]
Hands = tuple[Hand, ...]


class History(NamedTuple):
    """How a history has ended, in the numbers of the record: no other history that has the view ends so."""

    hands: tuple[int, ...]
    face_down: int
    gifts: tuple[int, ...]
    """Of the round, in their order, those that the seat saw included."""


def history_of(world: Any) -> History:
    gifts = (gift for gift in world.gift.tolist() if gift != rules.NO_CARD)
    return History(tuple(world.hand.tolist()), int(world.face_down), tuple(gifts))


def set_of(hand: Hand) -> int:
    return sum(1 << words.CARDS_OF.numbers[card] for card in hand)


def all_hands(cards: Hand, sizes: Sequence[int]) -> Iterator[Hands]:
    """Deal the cards in every way: to each place as many as it gets."""
    if not sizes:
        yield ()
        return
    for hand in itertools.combinations(sorted(cards), sizes[0]):
        for others in all_hands(cards - set(hand), sizes[1:]):
            yield (frozenset(hand), *others)


# --- what a seat was told --------------------------------------------------------------------------------------------


class Act(NamedTuple):
    """One act of a round, as the seat was told it."""

    seat: int
    verb: str
    card: str = ""
    """`?` for a gift between others."""
    first: int = -1
    """The first player of the trick, who gets the gift."""
    led: str = ""
    """The card that is led, once it is."""


@dataclass
class Memory:
    """What one seat has been told in a round, and nothing else."""

    seat: int
    acts: list[Act] = field(default_factory=list)

    def hear(self, event: Step) -> None:
        if event.actor == DEALER:
            self.acts = []
            return
        verb, _, card = words.text(GAME.rules.told(event.before, event.actor, event.action, self.seat)).partition(" ")
        led = words.led_card(event.before).piece if event.before.phase == rules.PLAYING else ""
        self.acts.append(Act(event.actor, verb, card, int(event.before.first), led))

    @property
    def gifts(self) -> list[Act]:
        return [act for act in self.acts if act.verb == "give"]

    @property
    def seen(self) -> Hand:
        """The cards that all have seen."""
        return frozenset(act.card for act in self.acts if act.verb in ("reveal", "play"))

    @property
    def features(self) -> set[str]:
        """What makes the histories hard to count."""
        return {name for name, holds in FEATURES.items() if holds(self)}

    def own_gifts(self) -> Iterator[tuple[Act, list[Act]]]:
        """The seat's gifts, each with what was given after it."""
        for number, gift in enumerate(self.gifts):
            if gift.seat == self.seat:
                yield gift, self.gifts[number + 1 :]


def has_unseen_gift(memory: Memory) -> bool:
    return any(gift.card == "?" for gift in memory.gifts)


def has_given_on(memory: Memory) -> bool:
    """The receiver of an own gift has made an unseen one since."""
    return any(
        later.card == "?" and later.seat == gift.first for gift, others in memory.own_gifts() for later in others
    )


def has_two_with_one_giver(memory: Memory) -> bool:
    """Two own gifts went to a seat that has made an unseen one since."""
    receivers = [
        gift.first
        for gift, others in memory.own_gifts()
        if any(later.card == "?" and later.seat == gift.first for later in others)
    ]
    return len(set(receivers)) < len(receivers)


def has_come_back(memory: Memory) -> bool:
    return any(gift.card == later.card for gift, others in memory.own_gifts() for later in others)


def has_passed_on(memory: Memory) -> bool:
    """The seat has given away a card that it got."""
    got = [(gift.card, others) for gift, others in zip(memory.gifts, suffixes(memory.gifts), strict=True)]
    return any(later.seat == memory.seat and later.card == card for card, others in got for later in others)


def suffixes(acts: list[Act]) -> list[list[Act]]:
    return [acts[number + 1 :] for number in range(len(acts))]


def voids(acts: Sequence[Act]) -> Iterator[tuple[int, int]]:
    """Who showed a lack, and at which act."""
    for number, act in enumerate(acts):
        if act.verb == "play" and act.card[0] != act.led[0]:
            yield act.seat, number


def has_void_before_gift(memory: Memory) -> bool:
    """A seat that has shown a lack got an unseen gift afterwards."""
    return any(
        later.card == "?" and later.first == seat
        for seat, number in voids(memory.acts)
        for later in memory.acts[number:]
    )


def has_void_after_gift(memory: Memory) -> bool:
    """A seat has shown a lack after it made an unseen gift or got one."""
    return any(
        earlier.card == "?" and seat in (earlier.seat, earlier.first)
        for seat, number in voids(memory.acts)
        for earlier in memory.acts[:number]
    )


FEATURES = {
    "an unseen gift": has_unseen_gift,
    "an own gift that may have gone on": has_given_on,
    "two own gifts of which one may have gone on": has_two_with_one_giver,
    "a card that came back": has_come_back,
    "a card got and passed on": has_passed_on,
    "a lack shown before an unseen gift": has_void_before_gift,
    "a lack shown after an unseen gift": has_void_after_gift,
}


# --- histories of whole rounds, without the rules --------------------------------------------------------------------


def histories(v: Any, memory: Memory) -> Iterator[History]:
    """Take back the round from every way in which the unseen cards may lie now."""
    own = frozenset(card_texts(v.hand[memory.seat]))
    deck = frozenset(card_texts(rules.deck(v)))
    unseen = deck - own - memory.seen - {words.CARDS_OF.texts[int(v.turned)]}
    sizes = [0 if seat == memory.seat else int(v.held[seat]) for seat in range(v.seats)]
    aside = rules.cards_in_use(v) - v.seats * rules.TRICKS - 1
    for *dealt, face_down in all_hands(unseen, [*sizes, aside]):
        hands = tuple(own if seat == memory.seat else hand for seat, hand in enumerate(dealt))
        for _, gifts in taken_back(hands, memory.acts):
            written = [set_of(hand) for hand in hands] + [0] * (rules.SEATS - len(hands))
            yield History(tuple(written), set_of(face_down), tuple(map(words.CARDS_OF.numbers.__getitem__, gifts)))


def taken_back(hands: Hands, acts: Sequence[Act]) -> Iterator[tuple[Hands, tuple[str, ...]]]:
    """Take back the acts, the last first, in every way that was legal; give what was dealt, and what the gifts were."""
    if not acts:
        yield hands, ()
        return
    *earlier, act = acts
    if act.verb == "give":
        for card in sorted(hands[act.first]) if act.card == "?" else [act.card]:
            if card in hands[act.first]:
                before = with_card(without_card(hands, act.first, card), act.seat, card)
                for dealt, gifts in taken_back(before, earlier):
                    yield dealt, (*gifts, card)
    elif act.verb not in ("reveal", "play"):
        yield from taken_back(hands, earlier)
    elif act.verb == "reveal" or act.card[0] == act.led[0] or not holds_colour(hands[act.seat], act.led[0]):
        yield from taken_back(with_card(hands, act.seat, act.card), earlier)


def holds_colour(hand: Hand, letter: str) -> bool:
    return any(card[0] == letter for card in hand)


def with_card(hands: Hands, seat: int, card: str) -> Hands:
    return (*hands[:seat], hands[seat] | {card}, *hands[seat + 1 :])


def without_card(hands: Hands, seat: int, card: str) -> Hands:
    return (*hands[:seat], hands[seat] - {card}, *hands[seat + 1 :])


# --- histories of small tables, by the rules -------------------------------------------------------------------------


def replays(start: Any, acts: Sequence[tuple[int, int]], seat: int) -> Iterator[Any]:
    """Deal what the seat could not see at the start in every way, and carry out the acts with every unseen gift.

    Give the states which look to the seat like what happened.
    """
    s = clone(start)
    for actor, action in acts:
        rules.play(s, actor, action)
    seen = new_view(GAME, s, seat).tobytes()
    for state in all_deals(start, seat):
        for end in replay(state, acts, seat):
            if new_view(GAME, end, seat).tobytes() == seen:
                yield end


def all_deals(start: Any, seat: int) -> Iterator[Any]:
    others = [other for other in range(start.seats) if other != seat]
    unseen = frozenset(card_texts(sum(int(start.hand[other]) for other in others)))
    face_down = frozenset(card_texts(start.face_down))
    sizes = [int(start.held[other]) for other in others]
    for *hands, last in all_hands(unseen | face_down, [*sizes, len(face_down)]):
        state = clone(start)
        for other, hand in zip(others, hands, strict=True):
            state.hand[other] = set_of(hand)
        state.face_down = set_of(last)
        yield state


def replay(s: Any, acts: Sequence[tuple[int, int]], seat: int) -> Iterator[Any]:
    if not acts:
        yield s
        return
    (actor, action), *later = acts
    legal = list_legal(rules, s, actor)
    is_unseen = GAME.rules.told(s, actor, action, seat) == rules.GIVE_HIDDEN
    for choice in legal if is_unseen else [action] if action in legal else []:
        after = clone(s)
        rules.play(after, actor, choice)
        yield from replay(after, later, seat)
