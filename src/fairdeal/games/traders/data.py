"""Card Game Traders' data file, and the fixed row of abilities: checked, and turned into what the rules read."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, field

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
from fairdeal.games.traders.faces import BONUSES
from fairdeal.games.traders.rules import BOX, DECK, LARGEST_MARKET, LARGEST_PACKET, SEATS, SMALLEST_PACKET
from fairdeal.kit.data import DataForm, DataTable, Source, fault, in_order, row_place
from fairdeal.language.messages import Message, say
from fairdeal.language.voice import Voice

MOST_QUANTITY = 20
MOST_BONUS = 9
LONGEST_NAME = 40
ALL_SLOTS = (1 << KINDS) - 1
INNER_SLOTS = ALL_SLOTS & ~1 & ~(1 << KINDS - 1)

Bonus = Annotated[int, Meta(ge=-MOST_BONUS, le=MOST_BONUS)]
Off = Annotated[int, Meta(ge=1, le=MOST_BONUS)]
BONUS_KEYS = {VALUE: ("in_play", "at_end"), DISCOUNT: ("first_two", "first")}  # of halves a and b, by family


class TraderNumbers(DataTable):
    packet: Annotated[int, Meta(ge=SMALLEST_PACKET, le=LARGEST_PACKET)] = 5
    lowest: Annotated[int, Meta(ge=1, le=MOST_BONUS)] = 1


class KindTable(DataTable):
    number: Annotated[int, Meta(ge=1, le=KINDS)]
    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
    quantity: Annotated[int, Meta(ge=2, le=MOST_QUANTITY)]
    source: Source


class Ability(DataTable):
    card: Annotated[str, Meta(min_length=2, max_length=2)]
    family: Annotated[str, Meta(max_length=LONGEST_NAME)]
    slots: Annotated[list[Annotated[int, Meta(ge=1, le=KINDS)]], Meta(min_length=1, max_length=KINDS)]
    source: Source
    in_play: Bonus | None = None
    at_end: Bonus | None = None
    first_two: Off | None = None
    first: Off | None = None

    @property
    def members(self) -> int:
        """§2 The slots as a set."""
        return sum(1 << slot - 1 for slot in self.slots)

    def bonus(self, half: int) -> int:
        """§2 What its half adds or takes off; as in our box, if the file does not say."""
        given = getattr(self, BONUS_KEYS[FAMILY[half // 2]][half % 2])
        return BONUSES[HALF_NAMES[half]] if given is None else int(given)


class TradersFile(DataTable):
    kinds: Annotated[list[KindTable], Meta(min_length=KINDS, max_length=KINDS)]
    abilities: Annotated[list[Ability], Meta(min_length=ABILITY_CARDS, max_length=ABILITY_CARDS)]
    numbers: TraderNumbers = field(default_factory=TraderNumbers)


def fill(file: TradersFile) -> Any:
    """§1 the kinds, §2 the ability cards."""
    box = blank(BOX)[0]
    box.packet, box.lowest = file.numbers.packet, file.numbers.lowest
    box.quantity[:] = [kind.quantity for kind in file.kinds]
    box.slots[:] = [ability.members for ability in file.abilities]
    for half in range(len(HALF_NAMES)):
        if FAMILY[half // 2] in BONUS_KEYS:
            box.bonus[half] = file.abilities[half // 2].bonus(half)
    return box


def agree(file: TradersFile) -> Iterator[Message]:
    """Say what is wrong between keys that are right by themselves."""
    yield from in_order("kinds", file.kinds, range(1, KINDS + 1))
    yield from in_order("abilities", file.abilities, CARD_NAMES)
    yield from _count_faults(sum(kind.quantity for kind in file.kinds), file.numbers.packet)
    for card, ability in enumerate(file.abilities):
        yield from _ability_faults(ability, card)
    if not row_always_fills(tuple(ability.members for ability in file.abilities)):
        yield say("data.unfilled_slot")


def _count_faults(cards: int, packet: int) -> Iterator[Message]:
    """§1 The deck has room for so many cards; §5 with all seats there must be enough for packets and Market."""
    low, high = KINDS + SEATS * packet + LARGEST_MARKET, KINDS + DECK
    if not low <= cards <= high:
        yield say("data.card_count", low=low, high=high, packet=packet, given=cards)


def _ability_faults(ability: Ability, card: int) -> Iterator[Message]:
    place, family = row_place("abilities", card, ability), FAMILY_NAMES[FAMILY[card]]
    if ability.family != family:
        yield fault(place, "family", ability.family, say("text", text=f'"{family}"'))
    of_others = [key for other, keys in BONUS_KEYS.items() if other != FAMILY[card] for key in keys]
    strange = [key for key in of_others if getattr(ability, key) is not None]
    if strange:
        yield say("data.other_family", place=place, keys=strange, count=len(strange), family=family)
    if sorted(set(ability.slots)) != ability.slots:
        yield say("data.slot_order", place=place)
    if FAMILY[card] == ARROW and ability.members & ~INNER_SLOTS:
        yield say("data.arrow", place=place, last=KINDS - 1)


FORM = DataForm(TradersFile, Voice(Path(__file__).parent), fill, agree)
read = FORM.read


def labels(document: Mapping[str, Any]) -> dict[str, str]:
    """Give the names of the kinds."""
    return {f"kind.{table['number']}": table["name"] for table in document["kinds"]}


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
