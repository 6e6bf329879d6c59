"""Card Game Traders' data file, and the fixed row of abilities: checked, and turned into what the rules read."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairdeal.engine.kernel import blank
from fairdeal.games.traders.abilities import (
    ABILITY_CARDS,
    ARROW,
    CARD_NAMES,
    DISCOUNT,
    FAMILY,
    FAMILY_NAMES,
    HALF_NAMES,
    KINDS,
    RANDOM,
    VALUE,
)
from fairdeal.games.traders.rules import BOX, DECK, LARGEST_MARKET, LARGEST_PACKET, SEATS, SMALLEST_PACKET
from fairdeal.kit.data import FILE, Checks
from fairdeal.language.messages import Message, say
from fairdeal.language.voice import Voice

VOICE = Voice(Path(__file__).parent)
check = Checks(VOICE)
MOST_QUANTITY = 20
MOST_BONUS = 9
NUMBERS = {"packet": (5, SMALLEST_PACKET, LARGEST_PACKET), "lowest": (1, 1, 9)}  # the usual one, and the range
BONUSES = {  # of a family's halves a and b: the key, the usual number if it may be left out, and the lowest
    VALUE: (("in_play", None, -MOST_BONUS), ("at_end", None, -MOST_BONUS)),
    DISCOUNT: (("first_two", 2, 1), ("first", 4, 1)),
}
LONGEST_NAME = 40
ALL_SLOTS = (1 << KINDS) - 1
INNER_SLOTS = ALL_SLOTS & ~1 & ~(1 << KINDS - 1)


def read(document: Mapping[str, Any]) -> Any:
    """Check a document; §1 the kinds, §2 the ability cards."""
    document = {"numbers": {}, **document}
    check.only_keys(document, ("numbers", "kinds", "abilities"), FILE)
    box = blank(BOX)[0]
    for key, number in _numbers(document["numbers"]).items():
        box[key] = number
    for kind, table in enumerate(check.tables(document, "kinds", KINDS)):
        box.quantity[kind] = _quantity(table, kind + 1)
    _check_count(sum(box.quantity.tolist()), int(box.packet))
    for card, table in enumerate(check.tables(document, "abilities", ABILITY_CARDS)):
        _check_ability(table, card)
        box.slots[card] = _slots(table, card)
        for half, bonus in enumerate(BONUSES.get(FAMILY[card], ())):
            box.bonus[2 * card + half] = _bonus(table, card, *bonus)
    slots = tuple(box.slots.tolist())
    check.require(row_always_fills(slots), "data.unfilled_slot")
    return box


def labels(document: Mapping[str, Any]) -> dict[str, str]:
    """Give the names of the kinds."""
    return {f"kind.{table['number']}": table["name"] for table in document["kinds"]}


def _is_whole(value: Any, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _numbers(given: Any) -> dict[str, int]:
    check.require(isinstance(given, Mapping), "data.no_table")
    numbers = {**{key: usual for key, (usual, *_) in NUMBERS.items()}, **given}
    check.only_keys(numbers, tuple(NUMBERS), say("data.numbers"))
    for key, (_, low, high) in NUMBERS.items():
        check.require(_is_whole(numbers[key], low, high), "data.number", key=key, low=low, high=high, value=numbers[key])
    return numbers


def _check_count(cards: int, packet: int) -> None:
    """§1 The deck has room for so many cards; §5 with all seats there must be enough for packets and Market."""
    low, high = KINDS + SEATS * packet + LARGEST_MARKET, KINDS + DECK
    check.require(low <= cards <= high, "data.card_count", low=low, high=high, packet=packet, given=cards)


def _quantity(table: Mapping[str, Any], number: int) -> int:
    place = say("data.kind", number=number)
    check.only_keys(table, ("number", "name", "quantity", "source"), place)
    check.require(table["number"] == number, "data.kind_order", kinds=KINDS, number=number)
    name, quantity = table["name"], table["quantity"]
    good = isinstance(name, str) and 0 < len(name) <= LONGEST_NAME and name.isprintable()
    check.require(good, "data.name", place=place, most=LONGEST_NAME)
    good = _is_whole(quantity, 2, MOST_QUANTITY)
    check.require(good, "data.quantity", place=place, most=MOST_QUANTITY, quantity=quantity)
    return int(quantity)


def _check_ability(table: Mapping[str, Any], card: int) -> None:
    name, family = CARD_NAMES[card], FAMILY_NAMES[FAMILY[card]]
    bonuses = BONUSES.get(FAMILY[card], ())
    usual = {key: usual for key, usual, _ in bonuses if usual is not None}
    keys = ("card", "family", "slots", *(key for key, *_ in bonuses), "source")
    check.only_keys({**usual, **table}, keys, _ability_card(card))
    check.require(table["card"] == name, "data.ability_order", order=" ".join(CARD_NAMES), card=name)
    given = table["family"]
    check.require(given == family, "data.family", place=_ability_card(card), family=family, given=given)


def _ability_card(card: int) -> Message:
    return say("data.ability", card=CARD_NAMES[card])


def _slots(table: Mapping[str, Any], card: int) -> int:
    slots, place = table["slots"], _ability_card(card)
    good = isinstance(slots, list) and slots and all(_is_whole(slot, 1, KINDS) for slot in slots)
    check.require(bool(good), "data.slots", place=place, kinds=KINDS)
    check.require(sorted(set(slots)) == slots, "data.slot_order", place=place)
    members = sum(1 << slot - 1 for slot in slots)
    inside = FAMILY[card] != ARROW or not members & ~INNER_SLOTS
    check.require(inside, "data.arrow", place=place, last=KINDS - 1)
    return members


def _bonus(table: Mapping[str, Any], card: int, key: str, usual: int | None, low: int) -> int:
    value, place = table.get(key, usual), _ability_card(card)
    good = _is_whole(value, low, MOST_BONUS)
    check.require(good, "data.bonus", place=place, key=key, low=low, high=MOST_BONUS, value=value)
    return int(value)


@functools.lru_cache(maxsize=64)
def row_always_fills(slots: tuple[int, ...]) -> bool:
    """§4 Tell whether every order of drawing fills the row.

    A card that cannot be laid now never can later: families stay and slots only fill. So it is enough to look at the
    cards that are laid, one after the other, and never to get stuck before the row is full.
    """
    seen: set[tuple[int, int]] = set()
    waiting = [(0, ALL_SLOTS)]
    while waiting:
        laid, free = waiting.pop()
        if free == 0 or (laid, free) in seen:
            continue
        seen.add((laid, free))
        steps = [
            (laid | 1 << card, free ^ (slots[card] & free & -(slots[card] & free)))
            for card in range(ABILITY_CARDS)
            if slots[card] & free and not _lies_already(laid, card)
        ]
        if not steps:
            return False
        waiting += steps
    return True


def _lies_already(laid: int, card: int) -> bool:
    if FAMILY[card] == VALUE:
        return bool(laid >> card & 1)
    return any(laid >> other & 1 and FAMILY[other] == FAMILY[card] for other in range(ABILITY_CARDS))


# --- the option `abilities` ------------------------------------------------------------------------------------------


@functools.cache
def own_slots() -> tuple[int, ...]:
    """§2 The slots of the game's own data file: an option is settled before a user's own file is read."""
    box = read(tomllib.loads(Path(__file__).with_name("cards.toml").read_text("utf-8")))
    return tuple(box.slots.tolist())


@dataclass(frozen=True)
class Row:
    """An option that is `random` or a fixed row of abilities; the rules see seven halves."""

    name: str
    default: str = "random"

    @property
    def allowed(self) -> Message:
        return say("option.abilities.allowed", random=self.default, example="V1a,D1b,V2b,X1a,M1b,W1a,L1b")

    def fault(self, value: Any) -> Message | None:
        """Say what is wrong with a value; nothing if it is right."""
        if value == self.default:
            return None
        names = value.split(",") if isinstance(value, str) else []
        strange = [name for name in names if name not in HALF_NAMES]
        if len(names) != KINDS or strange:
            return say("option.abilities.seven")
        return _fault_of_row([HALF_NAMES.index(name) for name in names])

    def check(self, value: Any) -> bool:
        return self.fault(value) is None

    def parse(self, text: str) -> Any:
        return text

    def write(self, options: Any, value: Any) -> None:
        options.abilities[:] = RANDOM
        if value != self.default:
            options.abilities[:] = [HALF_NAMES.index(name) for name in value.split(",")]


def _fault_of_row(halves: list[int]) -> Message | None:
    cards = [half // 2 for half in halves]
    for slot, card in enumerate(cards):
        name, family = CARD_NAMES[card], FAMILY_NAMES[FAMILY[card]]
        if not own_slots()[card] >> slot & 1:
            return say("option.abilities.no_slot", card=name, slot=slot + 1)
        if card in cards[:slot]:
            return say("option.abilities.card_twice", card=name)
        if FAMILY[card] != VALUE and FAMILY[card] in [FAMILY[other] for other in cards[:slot]]:
            return say("option.abilities.family_twice", family=family)
    return None
