"""The names of cards and abilities, as messages."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from fairdeal.engine.plain import interpreted
from fairdeal.games.traders.abilities import HALF_NAMES, IN_PLAY, KINDS, VALUE
from fairdeal.games.traders.faces import LETTERS
from fairdeal.language.messages import Card, Label, Message, say

rules = interpreted("fairdeal.games.traders.rules")
abilities = interpreted("fairdeal.games.traders.abilities")


@functools.cache
def card_name(kind: int) -> Card:
    """A card as it is spoken of; its piece is that of its Meta pile, which is always in sight."""
    number = int(kind) + 1
    return Card(say("card", number=number, name=Label(f"kind.{number}")), LETTERS[kind], f"meta.{number}")


@functools.cache
def _numbered(kind: int) -> Card:
    return Card(str(kind + 1), LETTERS[kind], f"meta.{kind + 1}")


def card_list(cards: Sequence[int]) -> list[Card]:
    """List counts per kind as cards, by their numbers."""
    return [_numbered(kind) for kind in range(KINDS) for _ in range(max(0, int(cards[kind])))]


def cards_or_none(cards: Sequence[int]) -> list[Card] | Message:
    return card_list(cards) or say("none")


def ability_name(v: Any, half: int) -> Message:
    """Name a half and what it does."""
    return _ability_name(int(half), int(v.options.market), int(v.box.bonus[half]))


@functools.cache
def _ability_name(half: int, size: int, bonus: int) -> Message:
    return say("ability", half=HALF_NAMES[half], effect=_effect(half, size, bonus))


def _effect(half: int, size: int, bonus: int) -> Message:
    if abilities.family_of(half) != VALUE:
        return say(f"effect.{HALF_NAMES[half]}", size=size, fewer=size - 1)
    change = say("effect.more" if bonus >= 0 else "effect.less", number=abs(bonus))
    return say("effect.in_play" if half % 2 == IN_PLAY else "effect.at_end", change=change)


def ability_played(before: Any, kind: int) -> int:
    """§13 The ability above a pile; A1b has copied its neighbour already."""
    half = int(before.ability[kind])
    return int(before.ability[kind + 1]) if half == abilities.A1B else half
