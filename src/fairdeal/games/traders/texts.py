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
        known = " or ".join(f"'{shape.format(seat='S', side='left')}'" for shape in shapes)
        raise Unreadable(f"{text!r} cannot be read: write {known}, with cards 1 to {KINDS} and seats from 0.")
    verbs = dict.fromkeys(shape.split(" ")[0] for shape in SHAPES.values())
    raise Unreadable(f"{text!r} is no action; the actions are {', '.join(verbs)}.")


# --- chance ----------------------------------------------------------------------------------------------------------
CHANCE = {rules.ABILITIES: "abilities", rules.DEAL: "deal", rules.START: "start", rules.SHUFFLE: "shuffle"}
NOT_DUE = {
    "abilities": "The abilities are laid once, at the very beginning (§4).",
    "deal": "The main deck is dealt once, after the abilities are laid (§5).",
    "start": "The first player is named once, before the draft (§7).",
    "shuffle": "The deck is shuffled in a Refresh only, after its last choice (§14).",
}


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
    if verb not in NOT_DUE:
        raise Unreadable(f"{text!r} is no event of the dealer; those are {', '.join(NOT_DUE)}.")
    if verb != CHANCE.get(int(s.phase)):
        raise Refused(NOT_DUE[verb])
    if verb == "abilities":
        return np.array(_abilities(s, parts), np.int16)
    if verb == "start":
        return np.array([_starter(s, parts)], np.int16)
    return np.array(_deck(s, parts), np.int16)


def _abilities(s: Any, names: list[str]) -> list[int]:
    """§4 All twelve cards, or the fixed row."""
    for name in names:
        if name not in HALF_NAMES:
            raise Unreadable(f"{name!r} is no ability half; those are V1a, V1b, V2a, ..., A2b (§2).")
    halves = [HALF_NAMES.index(name) for name in names]
    if abilities.has_fixed_row(s):
        row = list(s.options.abilities)
        if halves != row:
            raise Refused(f"The row is fixed: {' '.join(HALF_NAMES[half] for half in row)} (option abilities).")
        return halves
    cards = [half // 2 for half in halves]
    for card in cards:
        if cards.count(card) > 1:
            raise Refused(f"{CARD_NAMES[card]} is drawn twice (§2).")
    if len(cards) != ABILITY_CARDS:
        raise Refused(f"{len(cards)} ability cards are drawn, but there are {ABILITY_CARDS} (§2).")
    return halves


def _starter(s: Any, parts: list[str]) -> int:
    if len(parts) != 1 or not re.fullmatch("[0-9]", parts[0]):
        raise Unreadable("After start stands the first player's seat, as 'start 0' (§7).")
    if int(parts[0]) >= s.seats:
        raise Refused(f"'start {parts[0]}' names no seat; a record counts the {s.seats} seats from 0 (§7).")
    return int(parts[0])


def _deck(s: Any, parts: list[str]) -> list[int]:
    """§5 §14 Exactly the cards of the deck."""
    for part in parts:
        if not re.fullmatch(f"[1-{KINDS}]", part):
            raise Unreadable(f"{part!r} is no card; the cards are 1 to {KINDS} (§1).")
    cards = [int(part) - 1 for part in parts]
    if len(cards) != s.deck_size:
        raise Refused(f"{len(cards)} cards are named, but the deck has {s.deck_size} (§5).")
    found, there = Counter(cards), Counter(map(int, s.deck[: s.deck_size]))
    for kind in range(KINDS):
        if found[kind] != there[kind]:
            raise Refused(f"Card {kind + 1} is named {found[kind]} times; the deck has it {there[kind]} times (§5).")
    return cards


DRAFT_PHASES = (rules.DRAFTING, rules.KEEPING)
