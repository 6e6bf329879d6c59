"""Where the cards of each game are: every card in one place, or a sentence of trouble."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from fairdeal.engine.kernel import size_of


def of_caster(s: Any) -> Hashable:
    """§3 The cards in play are in a hand, waiting as a gift, or played in this round; nowhere twice."""
    if s.phase in (0, 1):  # before a deal
        return "one deck" if not s.hand.any() and not s.held.any() else "cards are held before the deal"
    if s.phase == 4:
        return "one deck" if not s.hand.any() else "cards are held after the end"
    for colour in range(5):
        seen, count = 0, 0
        for seat in range(s.seats):
            sets = [int(s.hand[seat, colour]), int(s.played[seat, colour])]
            if s.phase == 2:
                sets.append(int(s.gave[seat, colour]))
            for cards in sets:
                seen |= cards
                count += size_of(cards)
        if seen != (2 << int(s.box.highest[s.seats])) - 1 or count != size_of(seen):
            return f"colour {colour} has {count} cards, {seen:b}"
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


def of_coast(s: Any) -> Hashable:
    """§1 §6 Every seat has each of its 15 territory cards in one place, and §4 no two seats the same agenda."""
    if len({int(agenda) for agenda in s.agenda[: s.seats]}) != s.seats and s.phase != 0:
        return f"two seats have the same agenda: {s.agenda[: s.seats]}"
    for seat in range(s.dealt):
        if sorted(s.pile[seat].tolist()) != list(range(3, 18)):
            return f"the pile of seat {seat} is not its 15 cards: {s.pile[seat]}"
        drawn = {int(card) for card in s.pile[seat, : 13 - int(s.left[seat])]}
        away = {card for card in range(3, 18) if s.place[seat, card] != -2}
        held = {int(s.hand[seat])} - {-1}
        if away | held != drawn or away & held:
            return f"seat {seat} drew {drawn}, holds {held} and has laid {away}"
        squares = s.region[seat][s.region[seat] >= 0]
        if len(set(squares.tolist())) != len(squares):
            return f"a square lies twice in the region of seat {seat}"
        for card in range(18):
            if (squares // 6 == card).sum() != s.shows[seat, card]:
                return f"card {card} of seat {seat} does not show {s.shows[seat, card]} squares"
    return "all cards once"


def of_battle(s: Any) -> Hashable:
    """§5 Each of the twenty cards is in the grid, in the pile or captured, and nowhere twice."""
    cards = [int(card) for card in s.grid if card >= 0] + [int(card) for card in s.pile[: s.left]]
    cards += [card for card in range(20) if s.taken[card] >= 0]
    if not cards and s.games_played == 0 and s.phase in (0, 1):  # before the first shuffle
        return "one deck"
    return "one deck" if sorted(cards) == list(range(20)) else f"the cards are {sorted(cards)}"
