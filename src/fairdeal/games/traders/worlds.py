"""What a seat of Card Game Traders may imagine of hands and deck: all that fits its view, equally likely."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.chance import below, shuffle
from fairdeal.engine.kernel import UNKNOWN, native, record
from fairdeal.games.traders.abilities import KINDS
from fairdeal.games.traders.rules import (
    CARDS,
    DECK,
    DRAFTING,
    KEEPING,
    OVER,
    is_hidden,
    known_cards,
    number_of_cards,
    packet_size,
)

PLAN = record(
    unseen=CARDS,
    unseen_size="i1",
    shuffled=("i1", DECK),  # room for a shuffle
)


@native
def plan(v: Any, seat: int, out: Any) -> None:
    """Count the main cards that lie in no place which the view shows."""
    out.unseen_size = 0
    for kind in range(KINDS):
        out.unseen[kind] = v.box.quantity[kind] - seen_cards(v, kind) if v.phase != OVER else 0
        out.unseen_size += out.unseen[kind]


@native
def seen_cards(v: Any, kind: int) -> int:
    seen = v.meta[kind] + v.market[kind] + v.removed[kind] + max(0, v.drawn[kind])
    for seat in range(v.seats):
        seen += known_cards(v, seat, kind) + max(0, v.packet[seat, kind])
    return seen


@native
def resample(v: Any, seat: int, plan: Any, rng: Any) -> None:
    """Shuffle all unseen cards and deal them to the places that hide some; the deck takes what is left."""
    left = shuffle_cards(plan.unseen, plan.shuffled, rng)
    for other in range(v.seats):
        left = imagine_hand(v, other, plan, left)
        left = imagine_packet(v, other, plan, left)
        imagine_choice(v, other, rng)
    left = imagine_drawn(v, plan, left)
    for place in range(left):
        v.deck[place] = plan.shuffled[place]


@native
def shuffle_cards(cards: Any, out: Any, rng: Any) -> int:
    """Write some cards in a random order; return how many they are."""
    count = 0
    for kind in range(KINDS):
        for _ in range(cards[kind]):
            out[count] = kind
            count += 1
    shuffle(rng, out, count)
    return count


@native
def imagine_hand(v: Any, seat: int, plan: Any, left: int) -> int:
    """Known cards stay where they are; the others are any of those left. Return how many are left then."""
    if not is_hidden(v, seat):
        return left
    for kind in range(KINDS):
        v.hand[seat, kind] = v.shown[seat, kind]
    for _ in range(v.held[seat] - number_of_cards(v.shown[seat])):
        left -= 1
        v.hand[seat, plan.shuffled[left]] += 1
    return left


@native
def imagine_packet(v: Any, seat: int, plan: Any, left: int) -> int:
    if v.packet[seat, 0] != UNKNOWN:
        return left
    v.packet[seat, :] = 0
    for _ in range(packet_size(v)):
        left -= 1
        v.packet[seat, plan.shuffled[left]] += 1
    return left


@native
def imagine_choice(v: Any, seat: int, rng: Any) -> None:
    """§6 Another's sealed choice is any of its legal ones."""
    if v.phase not in (DRAFTING, KEEPING) or v.waiting >> seat & 1 or v.chosen[seat] != UNKNOWN:
        return
    kinds = 0
    for kind in range(KINDS):
        if v.packet[seat, kind] > 0:
            kinds += 1
            if below(rng, kinds) == 0:
                v.chosen[seat] = kind


@native
def imagine_drawn(v: Any, plan: Any, left: int) -> int:
    if v.drawn[0] != UNKNOWN:
        return left
    v.drawn[:] = 0
    for _ in range(v.drawn_size):
        left -= 1
        v.drawn[plan.shuffled[left]] += 1
    return left
