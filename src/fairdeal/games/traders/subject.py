"""What the laws need to know of Card Game Traders: how it is played in tests, and where its cards are."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from fairdeal.contract.game import Game
from fairdeal.engine.kernel import DEALER
from fairdeal.games.traders import rules
from fairdeal.games.traders.abilities import CARD_NAMES, HALF_NAMES, KINDS
from fairdeal.laws.subject import Subject
from fairdeal.laws.walks import clone


def census(s: Any) -> Hashable:
    """Deck, drawn cards, Market, hands, packets, Meta and removed cards, by kind; or a sentence of trouble."""
    deck = s.deck[: s.deck_size].tolist()
    if (s.deck[s.deck_size :] != rules.NO_CARD).any():
        return "cards lie behind the deck"
    if s.held.tolist() != s.hand.sum(1).tolist() or s.drawn_size != s.drawn.sum():
        return "a number of cards is wrong"
    if (s.shown > s.hand).any() or (s.holding > s.market).any() or s.meta.min() < 1:
        return "a hand lacks a card that it was seen to take, or the Market one that is held, or the Meta its first"
    everywhere = s.meta + s.market + s.removed + s.drawn + s.hand.sum(0) + s.packet.sum(0)
    return tuple(int(everywhere[kind]) + deck.count(kind) for kind in range(KINDS))


def reveals(game: Game, s: Any, seat: int, action: int) -> bool:
    """Tell whether an action shows cards of the deck, a hand that is looked at, packets, or all hands at the end."""
    if seat == DEALER:
        return False
    after = clone(s)
    game.rules.play(after, seat, action)
    looked = (after.looked != s.looked).any()
    draft = s.phase in (rules.DRAFTING, rules.KEEPING) and after.waiting != s.waiting & ~(1 << seat)
    shown = after.deck_size < s.deck_size or s.phase == rules.PLACING or after.phase == rules.OVER
    return bool(looked or draft or shown or (s.phase == rules.KEEPING and after.phase == rules.PLAYING))


SUBJECT = Subject(
    plays=(
        (2, {}),
        (3, {"market": 4}),
        (4, {"market": 8}),
        (4, {"abilities": "V1a,D1b,V2b,X1a,M1b,W1a,L1b"}),
        (2, {}, {"numbers.packet": 3, "numbers.lowest": 2, "abilities.3.first": 7}),
    ),
    middle=5,  # the draft is over
    codes=frozenset({*HALF_NAMES, *CARD_NAMES}),
    promises=(
        (r"your hand (?:then )?counts (\d+) points?", 1.0),
        (r"you may then buy for (\d+)", 0.9),
        (r"(\d+) at the end", 1.0),
    ),
    computed=frozenset({*HALF_NAMES, "trash", "swap", *"123456"}),  # how often packets are passed
    census=census,
    every=30,
    cheap_every=4,
    reveals=reveals,
)
