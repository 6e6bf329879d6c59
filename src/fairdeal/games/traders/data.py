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
    FAMILY,
    FAMILY_NAMES,
    HALF_NAMES,
    KINDS,
    RANDOM,
    VALUE,
)
from fairdeal.games.traders.rules import BOX, DECK
from fairdeal.kit.data import only_keys, require, tables_of

MOST_QUANTITY = 20
MOST_BONUS = 9
LONGEST_NAME = 40
ALL_SLOTS = (1 << KINDS) - 1
INNER_SLOTS = ALL_SLOTS & ~1 & ~(1 << KINDS - 1)


def read(document: Mapping[str, Any]) -> Any:
    """Check a document; §1 the kinds, §2 the ability cards."""
    only_keys(document, ("kinds", "abilities"), "The data file")
    box = blank(BOX)[0]
    for kind, table in enumerate(tables_of(document, "kinds", KINDS)):
        box.quantity[kind] = _quantity(table, kind + 1)
    cards = sum(box.quantity.tolist())
    require(cards == DECK + KINDS, f"All quantities make {DECK + KINDS} cards (§1), not {cards}.")
    for card, table in enumerate(tables_of(document, "abilities", ABILITY_CARDS)):
        _check_ability(table, card)
        box.slots[card] = _slots(table, card)
        if FAMILY[card] == VALUE:
            box.bonus[2 * card : 2 * card + 2] = [_bonus(table, card, key) for key in ("in_play", "at_end")]
    slots = tuple(box.slots.tolist())
    require(row_always_fills(slots), "With these slots some order of drawing leaves a slot without an ability (§4).")
    return box


def labels(document: Mapping[str, Any]) -> dict[str, str]:
    """Give the names of the kinds."""
    return {f"kind.{table['number']}": table["name"] for table in document["kinds"]}


def _is_whole(value: Any, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _quantity(table: Mapping[str, Any], number: int) -> int:
    place = f"Kind {number}"
    only_keys(table, ("number", "name", "quantity", "source"), place)
    require(table["number"] == number, f"The kinds stand in the order 1 to {KINDS} (§1); {number} is missing.")
    name, quantity = table["name"], table["quantity"]
    good = isinstance(name, str) and 0 < len(name) <= LONGEST_NAME and name.isprintable()
    require(good, f"{place} needs a name of at most {LONGEST_NAME} letters.")
    reason = f"{place} has a quantity from 2 to {MOST_QUANTITY}, its Meta card included (§1), not {quantity!r}."
    require(_is_whole(quantity, 2, MOST_QUANTITY), reason)
    return int(quantity)


def _check_ability(table: Mapping[str, Any], card: int) -> None:
    name, family = CARD_NAMES[card], FAMILY_NAMES[FAMILY[card]]
    numbers = ("in_play", "at_end") if FAMILY[card] == VALUE else ()
    only_keys(table, ("card", "family", "slots", *numbers, "source"), f"Ability card {name}")
    order = f"The ability cards stand in the order {' '.join(CARD_NAMES)} (§2)"
    require(table["card"] == name, f"{order}; {name} is missing.")
    require(table["family"] == family, f"Ability card {name} is of the family {family} (§2), not {table['family']!r}.")


def _slots(table: Mapping[str, Any], card: int) -> int:
    slots, place = table["slots"], f"Ability card {CARD_NAMES[card]}"
    good = isinstance(slots, list) and slots and all(_is_whole(slot, 1, KINDS) for slot in slots)
    require(bool(good), f"{place} needs slots: a list of whole numbers from 1 to {KINDS} (§2).")
    require(sorted(set(slots)) == slots, f"{place} lists its slots in ascending order, each once (§2).")
    members = sum(1 << slot - 1 for slot in slots)
    inside = FAMILY[card] != ARROW or not members & ~INNER_SLOTS
    require(inside, f"{place} lies in slots 2 to {KINDS - 1} only: an arrow needs a neighbour on both sides (§13).")
    return members


def _bonus(table: Mapping[str, Any], card: int, key: str) -> int:
    reason = f"Ability card {CARD_NAMES[card]} needs {key}: a whole number from -{MOST_BONUS} to {MOST_BONUS} (§2)."
    require(_is_whole(table[key], -MOST_BONUS, MOST_BONUS), reason)
    return int(table[key])


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
    meaning: str
    default: str = "random"

    @property
    def allowed(self) -> str:
        return (
            "random, or seven ability halves for slots 1 to 7, such as V1a,D1b,V2b,X1a,M1b,W1a,L1b, "
            "each in a slot of its card, no card twice and no family twice but Value"
        )

    def fault(self, value: Any) -> str:
        """Say what is wrong with a value; nothing if it is right."""
        if value == self.default:
            return ""
        names = value.split(",") if isinstance(value, str) else []
        strange = [name for name in names if name not in HALF_NAMES]
        if len(names) != KINDS or strange:
            return "A row is seven ability halves with commas and no spaces between them (§2)."
        return _fault_of_row([HALF_NAMES.index(name) for name in names])

    def check(self, value: Any) -> bool:
        return not self.fault(value)

    def parse(self, text: str) -> Any:
        return text

    def write(self, options: Any, value: Any) -> None:
        options.abilities[:] = RANDOM
        if value != self.default:
            options.abilities[:] = [HALF_NAMES.index(name) for name in value.split(",")]


def _fault_of_row(halves: list[int]) -> str:
    cards = [half // 2 for half in halves]
    for slot, card in enumerate(cards):
        name, family = CARD_NAMES[card], FAMILY_NAMES[FAMILY[card]]
        if not own_slots()[card] >> slot & 1:
            return f"{name} may not lie in slot {slot + 1} (§2)."
        if card in cards[:slot]:
            return f"{name} lies twice in the row (§2)."
        if FAMILY[card] != VALUE and FAMILY[card] in [FAMILY[other] for other in cards[:slot]]:
            return f"The family {family} lies twice in the row (§4)."
    return ""
