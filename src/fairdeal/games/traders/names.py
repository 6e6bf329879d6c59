"""The names of cards and abilities, as messages."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from fairdeal.engine.plain import interpreted
from fairdeal.games.traders.abilities import AT_END, HALF_NAMES, IN_PLAY, KINDS, VALUE
from fairdeal.games.traders.faces import LETTERS
from fairdeal.games.traders.texts import SIDES, SWAPS, span_of, verb_of
from fairdeal.language.messages import Card, Label, Message, Seat, say

rules = interpreted("fairdeal.games.traders.rules")
abilities = interpreted("fairdeal.games.traders.abilities")

VALUE_NAMES = {
    IN_PLAY: ("half.more_in_play", "half.less_in_play"),
    AT_END: ("half.more_at_end", "half.less_at_end"),
}


@functools.cache
def card_name(kind: int) -> Card:
    """A card as it is spoken of; its piece is that of its Meta pile, which is always in sight."""
    number = int(kind) + 1
    return Card(say("card", number=number, name=Label(f"kind.{number}")), LETTERS[kind], f"meta.{number}")


@functools.cache
def _numbered(kind: int) -> Card:
    return Card(str(kind + 1), LETTERS[kind], f"meta.{kind + 1}")


def card_numbers(cards: Sequence[int]) -> list[Card]:
    """List counts per kind as cards, by the numbers by which they are typed."""
    return [_numbered(kind) for kind in range(KINDS) for _ in range(max(0, int(cards[kind])))]


def card_list(cards: Sequence[int]) -> list[Card | Message]:
    """List counts per kind by their names."""
    return [several(kind, int(cards[kind])) for kind in range(KINDS) if cards[kind] > 0]


@functools.cache
def several(kind: int, count: int) -> Card | Message:
    """So many cards of a kind."""
    card = Card(kind_name(kind), LETTERS[kind], f"meta.{kind + 1}")
    return card if count == 1 else say("several", count=count, card=card)


def kind_name(kind: int) -> Label:
    return Label(f"kind.{kind + 1}")


def cards_or_none(cards: Sequence[int]) -> list[Card | Message] | Message:
    return card_list(cards) or say("none")


def numbers_or_none(cards: Sequence[int]) -> list[Card] | Message:
    return card_numbers(cards) or say("none")


def ability_name(v: Any, half: int) -> Message:
    """Name a half and what it does."""
    return _ability_name(int(half), int(v.options.market), int(v.box.bonus[half]))


@functools.cache
def _ability_name(half: int, size: int, bonus: int) -> Message:
    return say("ability", half=_half_name(half, bonus), effect=_effect(half, size, bonus))


def half_name(v: Any, half: int) -> Label:
    """What a half is called."""
    return _half_name(int(half), int(v.box.bonus[half]))


@functools.cache
def _half_name(half: int, bonus: int) -> Label:
    if abilities.family_of(half) != VALUE:
        return Label(f"half.{HALF_NAMES[half]}")
    more, less = VALUE_NAMES[half % 2]
    return Label(more if bonus >= 0 else less)


def _effect(half: int, size: int, bonus: int) -> Message:
    if abilities.family_of(half) != VALUE:
        return say(f"effect.{HALF_NAMES[half]}", size=size, fewer=size - 1, less=bonus)
    change = say("effect.more" if bonus >= 0 else "effect.less", number=abs(bonus))
    return say("effect.in_play" if half % 2 == IN_PLAY else "effect.at_end", change=change)


def ability_played(before: Any, kind: int) -> int:
    """§13 The ability above a pile; A1b has copied its neighbour already."""
    half = int(before.ability[kind])
    return int(before.ability[kind + 1]) if half == abilities.A1B else half


def named(v: Any, seat: int, action: int) -> Message:
    """Name an action as people speak of it."""
    start = span_of(action)
    number = action - start
    if start == rules.COPY:
        ability = ability_name(v, int(rules.copied_ability(v, number)))
        return say("action.copy", side=Label(f"side.{SIDES[number]}"), ability=ability)
    if start == rules.LOOK:
        return say("action.look", player=Seat(number))
    if start in SWAPS:
        first, second = card_name(number // KINDS), card_name(number % KINDS)
        return say(f"action.{verb_of(start)}", first=first, second=second)
    return say(f"action.{verb_of(start)}", card=card_name(number))
