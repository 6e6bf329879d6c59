"""Card Game Traders in texts: those of actions and of chance, which records are written in."""

from __future__ import annotations

import sys
from typing import Any

from fairdeal.engine.plain import interpreted
from fairdeal.games.traders.abilities import ABILITY_CARDS, CARD_NAMES, HALF_NAMES, KINDS
from fairdeal.kit.deriving import speech_of
from fairdeal.kit.kinds import Act, Count, Dealing, Start, Worded
from fairdeal.language.messages import Message, say

rules = interpreted("fairdeal.games.traders.rules")
abilities = interpreted("fairdeal.games.traders.abilities")
SIDES = ("left", "right")
KIND = Count(KINDS, low=1)


def pairs(place: str) -> Worded:
    """§18 A card, and the one of another place that it is swapped with."""
    return Worded(tuple(f"{first} {place} {second}" for first in KIND.texts for second in KIND.texts))


ACTS = {
    "draft": Act(rules.DRAFT, KIND),
    "keep": Act(rules.KEEP, KIND),
    "play": Act(rules.PLAY, KIND),
    "pass": Act(rules.PASS),
    "copy": Act(rules.COPY, Worded(SIDES)),
    "raise": Act(rules.RAISE, KIND),
    "stock": Act(rules.STOCK, KIND),
    "hold": Act(rules.HOLD, KIND),
    "trash_market": Act(rules.TRASH_MARKET, KIND, "trash market"),
    "trash_meta": Act(rules.TRASH_META, KIND, "trash meta"),
    "look": Act(rules.LOOK, Count(rules.SEATS)),
    "swap_meta_hand": Act(rules.SWAP_META_HAND, pairs("hand"), "swap meta"),
    "swap_market_meta": Act(rules.SWAP_MARKET_META, pairs("meta"), "swap market"),
    "swap_market_hand": Act(rules.SWAP_MARKET_HAND, pairs("hand"), "swap market"),
    "buy": Act(rules.BUY, KIND),
    "done": Act(rules.DONE),
}
SWAPS = (rules.SWAP_META_HAND, rules.SWAP_MARKET_META, rules.SWAP_MARKET_HAND)
HIDDEN = (rules.DRAFT_HIDDEN, rules.KEEP_HIDDEN)
DRAFT_PHASES = (rules.DRAFTING, rules.KEEPING)

# --- chance ----------------------------------------------------------------------------------------------------------


def _number_of_halves(s: Any) -> int:
    """§4 The fixed row, or all twelve cards."""
    return KINDS if abilities.has_fixed_row(s) else ABILITY_CARDS


def _wrong_halves(s: Any, halves: list[int]) -> Message | None:
    row = list(s.options.abilities)
    if abilities.has_fixed_row(s) and halves != row:
        return say("refused.fixed_row", row=" ".join(HALF_NAMES[half] for half in row))
    cards = [half // 2 for half in halves]
    twice = [CARD_NAMES[card] for card in cards if cards.count(card) > 1]
    return say("refused.drawn_twice", card=twice[0]) if twice else None


def deck(s: Any) -> list[int]:
    """§5 §14 The cards of the deck, whatever their order."""
    return [int(kind) for kind in s.deck[: s.deck_size]]


OUTCOMES = {
    rules.ABILITIES: Dealing(Worded(HALF_NAMES), _number_of_halves, verb="abilities", wrong=_wrong_halves),
    rules.DEAL: Dealing(KIND, lambda s: s.deck_size, deck),
    rules.START: Start(),
    rules.SHUFFLE: Dealing(KIND, lambda s: s.deck_size, deck, "shuffle"),
}
SECTIONS = {"abilities": "4", "deal": "5", "deck": "5", "start": "7", "shuffle": "14", "over": "21"}

usual = speech_of(rules, sys.modules[__name__])
text, action, act_of = usual.text, usual.action, usual.act_of
outcome_text, outcome = usual.outcome_text, usual.outcome


def span_of(action: int) -> int:
    """Give the first action of the kind of actions that this one belongs to."""
    return int(act_of(action)[1].start)


def verb_of(start: int) -> str:
    """Give the key of a kind of actions."""
    return str(act_of(start)[0])
