"""Card Game Traders in texts: those of actions and of chance, which records are written in."""

from __future__ import annotations

import functools
import re
from collections import Counter
from typing import Any

import numpy as np

from fairdeal.contract.rules import Numbers
from fairdeal.engine.plain import interpreted
from fairdeal.errors import Refused, Unreadable
from fairdeal.games.traders.abilities import ABILITY_CARDS, CARD_NAMES, HALF_NAMES, KINDS
from fairdeal.games.traders.data import VOICE
from fairdeal.language.messages import either, say

rules = interpreted("fairdeal.games.traders.rules")
abilities = interpreted("fairdeal.games.traders.abilities")
SIDES = ("left", "right")
FORMS = {
    rules.DRAFT: "draft {card}",
    rules.KEEP: "keep {card}",
    rules.PLAY: "play {card}",
    rules.PASS: "pass",
    rules.COPY: "copy {side}",
    rules.RAISE: "raise {card}",
    rules.STOCK: "stock {card}",
    rules.HOLD: "hold {card}",
    rules.TRASH_MARKET: "trash market {card}",
    rules.TRASH_META: "trash meta {card}",
    rules.LOOK: "look {seat}",
    rules.SWAP_META_HAND: "swap meta {first} hand {second}",
    rules.SWAP_MARKET_META: "swap market {first} meta {second}",
    rules.SWAP_MARKET_HAND: "swap market {first} hand {second}",
    rules.BUY: "buy {card}",
    rules.DONE: "done",
}
SHAPES = {start: re.sub("{(card|first|second)}", "K", form) for start, form in FORMS.items()}
SWAPS = (rules.SWAP_META_HAND, rules.SWAP_MARKET_META, rules.SWAP_MARKET_HAND)
HIDDEN = {rules.DRAFT_HIDDEN: "draft ?", rules.KEEP_HIDDEN: "keep ?"}


@functools.cache
def span_of(action: int) -> int:
    """Give the first action of the kind of actions that this one belongs to."""
    return max(start for start in FORMS if start <= action)


def verb_of(start: int) -> str:
    """Give the key of a kind of actions: its words without the gaps."""
    return "_".join(re.sub("{[a-z]+}", "", FORMS[start]).split())


@functools.cache
def text(action: int) -> str:
    if action in HIDDEN:
        return HIDDEN[action]
    start = span_of(action)
    number = action - start
    return FORMS[start].format(
        card=number + 1,
        seat=number,
        side=SIDES[number] if start == rules.COPY else "",
        first=number // KINDS + 1,
        second=number % KINDS + 1,
    )


@functools.cache
def _actions() -> dict[str, int]:
    return {text(number): number for number in range(rules.ACTIONS)}


def action(text: str) -> int:
    if text in _actions():
        return _actions()[text]
    verb = text.partition(" ")[0]
    shapes = [shape for shape in SHAPES.values() if shape.split(" ")[0] == verb]
    if shapes:
        known = either([f"'{shape.format(seat='S', side='left')}'" for shape in shapes])
        raise Unreadable(say("unreadable.form", text=text, forms=known, kinds=KINDS), VOICE)
    verbs = dict.fromkeys(shape.split(" ")[0] for shape in SHAPES.values())
    raise Unreadable(say("unreadable.action", text=text, verbs=[*verbs]), VOICE)


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
        return np.array([_starter(s, parts)], np.int16)
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


def _starter(s: Any, parts: list[str]) -> int:
    if len(parts) != 1 or not re.fullmatch("[0-9]", parts[0]):
        raise Unreadable(say("unreadable.start", example="start 0"), VOICE)
    if int(parts[0]) >= s.seats:
        raise Refused(say("refused.no_seat", text=f"start {parts[0]}", seats=int(s.seats)), VOICE)
    return int(parts[0])


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
