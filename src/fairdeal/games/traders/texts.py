"""Card Game Traders in texts: those of actions and of chance, which records are written in."""

from __future__ import annotations

import re
import sys
from collections import Counter
from typing import Any

import numpy as np

from fairdeal.contract.rules import Numbers
from fairdeal.engine.plain import interpreted
from fairdeal.errors import Refused, Unreadable
from fairdeal.games.traders.abilities import ABILITY_CARDS, CARD_NAMES, HALF_NAMES, KINDS
from fairdeal.games.traders.data import VOICE
from fairdeal.kit.deriving import speech_of
from fairdeal.kit.kinds import Act, Count, Worded
from fairdeal.kit.words import first_seat
from fairdeal.language.messages import say

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

usual = speech_of(rules, sys.modules[__name__])
text, action, act_of = usual.text, usual.action, usual.act_of


def span_of(action: int) -> int:
    """Give the first action of the kind of actions that this one belongs to."""
    return int(act_of(action)[1].start)


def verb_of(start: int) -> str:
    """Give the key of a kind of actions."""
    return str(act_of(start)[0])


# --- chance ----------------------------------------------------------------------------------------------------------
CHANCE = {rules.ABILITIES: "abilities", rules.DEAL: "deal", rules.START: "start", rules.SHUFFLE: "shuffle"}


def outcome_text(s: Any, outcome: Numbers) -> str:
    if s.phase == rules.ABILITIES:
        names = [HALF_NAMES[half] for half in outcome]
    elif s.phase == rules.START:
        names = [str(int(outcome[0]))]
    else:
        names = [str(int(kind) + 1) for kind in outcome]
    return " ".join([CHANCE[int(s.phase)], *names])


def outcome(s: Any, text: str) -> Numbers:
    verb, *parts = text.split(" ")
    if verb not in CHANCE.values():
        raise Unreadable(say("unreadable.event", text=text, events=[*CHANCE.values()]), VOICE)
    if verb != CHANCE.get(int(s.phase)):
        raise Refused(say(f"refused.not_due.{verb}"), VOICE)
    if verb == "abilities":
        return np.array(_abilities(s, parts), np.int16)
    if verb == "start":
        return np.array([first_seat(s, text, VOICE)], np.int16)
    return np.array(_deck(s, parts), np.int16)


def _abilities(s: Any, names: list[str]) -> list[int]:
    """§4 All twelve cards, or the fixed row."""
    for name in names:
        if name not in HALF_NAMES:
            raise Unreadable(say("unreadable.half", text=name), VOICE)
    halves = [HALF_NAMES.index(name) for name in names]
    if abilities.has_fixed_row(s):
        row = list(s.options.abilities)
        if halves != row:
            raise Refused(say("refused.fixed_row", row=" ".join(HALF_NAMES[half] for half in row)), VOICE)
        return halves
    cards = [half // 2 for half in halves]
    for card in cards:
        if cards.count(card) > 1:
            raise Refused(say("refused.drawn_twice", card=CARD_NAMES[card]), VOICE)
    if len(cards) != ABILITY_CARDS:
        raise Refused(say("refused.ability_count", count=len(cards), size=ABILITY_CARDS), VOICE)
    return halves


def _deck(s: Any, parts: list[str]) -> list[int]:
    """§5 §14 Exactly the cards of the deck."""
    for part in parts:
        if not re.fullmatch(f"[1-{KINDS}]", part):
            raise Unreadable(say("unreadable.card", text=part, kinds=KINDS), VOICE)
    cards = [int(part) - 1 for part in parts]
    if len(cards) != s.deck_size:
        raise Refused(say("refused.deck_size", count=len(cards), size=int(s.deck_size)), VOICE)
    found, there = Counter(cards), Counter(map(int, s.deck[: s.deck_size]))
    for kind in range(KINDS):
        if found[kind] != there[kind]:
            numbers = {"number": kind + 1, "count": found[kind], "there": there[kind]}
            raise Refused(say("refused.card_count", **numbers), VOICE)
    return cards


DRAFT_PHASES = (rules.DRAFTING, rules.KEEPING)
