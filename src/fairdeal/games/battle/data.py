"""The game's data file, templates and starter deck: what stands in it, and the record that the rules read."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from fairdeal.engine.chance import Rng, below
from fairdeal.engine.kernel import blank
from fairdeal.games.battle import deck
from fairdeal.games.battle.deck import LONGEST_NAME, LONGEST_TEXT, PLACE_NAMES, VOICE, Card, Unusable
from fairdeal.games.battle.generator import CARD, make_card
from fairdeal.games.battle.rules import (
    BOX,
    CARDS,
    CELLS,
    HIGHEST,
    MOST_KINDS,
    MOST_OF_A_KIND,
    MOST_TEMPLATES,
    NONE,
    PLACES,
)
from fairdeal.kit.data import DataForm, DataTable, fault, row_place
from fairdeal.language.messages import Message, say

HIGHEST_PRINTED = 9999
MOST_TEXTS = 100

Place = Literal["TL", "T", "TR", "L", "R", "BL", "B", "BR"]
Percent = Annotated[int, Meta(ge=1, le=100)]
Printed = Annotated[int, Meta(ge=0, le=HIGHEST_PRINTED)]
Added = Annotated[int, Meta(ge=-HIGHEST, le=HIGHEST_PRINTED)]
Counted = Annotated[int, Meta(ge=0, le=HIGHEST)]
Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Texts = Annotated[list[Annotated[str, Meta(max_length=LONGEST_TEXT)]], Meta(min_length=1, max_length=MOST_TEXTS)]


class BattleNumbers(DataTable):
    """§5 How many cards a deck has."""

    cards: Annotated[int, Meta(ge=CELLS, le=CARDS)] = CARDS


class Edge(DataTable):
    """A number on an edge place."""

    place: Place
    low: Added
    high: Added
    chance: Percent = 100
    plus: Place | None = None
    within: Annotated[list[Printed], Meta(min_length=2, max_length=2)] = msgspec.field(
        default_factory=lambda: [0, HIGHEST_PRINTED]
    )

    @property
    def is_sure(self) -> bool:
        """Tell whether it is always printed, with a number that counts."""
        highest = self.within[1] if self.plus else min(self.high, self.within[1])
        return self.chance == 100 and highest <= HIGHEST

    def can_print(self, start: int) -> bool:
        """Tell whether there is a number in the range when it is added to `start`."""
        return max(start + self.low, self.within[0]) <= min(start + self.high, self.within[1])


class Other(DataTable):
    """BattleNumbers elsewhere on the card."""

    low: Printed
    high: Printed
    chance: Percent = 100
    count: Annotated[list[Annotated[int, Meta(ge=0, le=MOST_OF_A_KIND)]], Meta(min_length=2, max_length=2)] = (
        msgspec.field(default_factory=lambda: [1, 1])
    )
    step: Annotated[int, Meta(ge=1, le=HIGHEST_PRINTED)] = 1


class Template(DataTable):
    """A kind of random card."""

    name: Name
    weight: Percent
    edges: Annotated[list[Edge], Meta(min_length=1, max_length=PLACES)]
    one_edge: bool = False
    ten: Annotated[int, Meta(ge=0, le=100)] = 0
    other: Annotated[list[Other], Meta(max_length=MOST_KINDS)] = msgspec.field(default_factory=list)
    ignored: Annotated[list[Texts], Meta(max_length=MOST_TEXTS)] = msgspec.field(default_factory=list)


class StarterCard(DataTable):
    """§1 A card as it stands in a record."""

    name: Annotated[str, Meta(max_length=LONGEST_NAME)]
    edges: dict[str, Counted]
    other: Annotated[list[Counted], Meta(max_length=MOST_TEXTS)]
    ignored: Annotated[list[Annotated[str, Meta(max_length=LONGEST_TEXT)]], Meta(max_length=MOST_TEXTS)]


class BattleFile(DataTable):
    """A data file."""

    templates: Annotated[list[Template], Meta(min_length=1, max_length=MOST_TEMPLATES)]
    starter: Annotated[list[StarterCard], Meta(min_length=CELLS, max_length=CARDS)]
    numbers: BattleNumbers = msgspec.field(default_factory=BattleNumbers)


# --- what agrees with what -------------------------------------------------------------------------------------------


def agree(file: BattleFile) -> Iterator[Message]:
    """§4 Each card that is made or listed can be used; §5 the starter deck has enough of them."""
    for number, template in enumerate(file.templates):
        yield from _template_faults(template, row_place("templates", number, template))
    if len(file.starter) < file.numbers.cards:
        yield say("data.short_starter", count=len(file.starter), cards=file.numbers.cards)
    try:
        deck.check_cards(msgspec.to_builtins(file.starter), len(file.starter))
    except Unusable as unusable:
        yield say("data.starter", reason=unusable.reason)


def _template_faults(template: Template, place: Message) -> Iterator[Message]:
    for row, edge in enumerate(template.edges):
        here = row_place("edges", row, edge, place)
        yield from _range_faults((edge.low, edge.high), "low", here)
        yield from _range_faults(edge.within, "within", here)
        yield from _edge_faults(edge, template.edges[:row], template.one_edge, here)
    for row, other in enumerate(template.other):
        here = row_place("other", row, other, place)
        yield from _range_faults((other.low, other.high), "low", here)
        yield from _range_faults(other.count, "count", here)
    sure = [edge.is_sure for edge in template.edges]
    if not (all(sure) if template.one_edge else any(sure)):
        yield say("data.no_edge", place=place, highest=HIGHEST)
    if template.ten and not (all(sure) and not template.one_edge):
        yield say("data.ten", place=place, highest=HIGHEST)


def _range_faults(ends: Sequence[int], key: str, place: Message) -> Iterator[Message]:
    if ends[0] > ends[1]:
        yield say("data.backwards", place=place, key=key, low=ends[0], high=ends[1])


def _edge_faults(edge: Edge, before: Sequence[Edge], is_alone: bool, place: Message) -> Iterator[Message]:
    """§1 One number on a place; and whatever it is added to, there must be a number to print."""
    if edge.place in [other.place for other in before]:
        yield say("data.taken", place=place)
    if edge.plus is None and edge.low < 0:
        yield fault(place, "low", edge.low, say("allowed.whole", low=0, high=HIGHEST_PRINTED))
    if edge.plus and edge.plus not in [other.place for other in before if other.is_sure and not is_alone]:
        yield say("data.unfilled", place=place)
    if not all(edge.can_print(start) for start in range(HIGHEST + 1 if edge.plus else 1)):
        yield say("data.nothing_to_print", place=place)


# --- the record ------------------------------------------------------------------------------------------------------


def fill(file: BattleFile) -> Any:
    """Write down the size of a deck, and the templates of the generator."""
    box = blank(BOX)[0]
    box.cards = file.numbers.cards
    box.templates = len(file.templates)
    for number, template in enumerate(file.templates):
        box.weight[number], box.tens[number] = template.weight, template.ten
        box.only_one[number] = template.one_edge
        box.rows[number], box.kinds[number] = len(template.edges), len(template.other)
        for row, edge in enumerate(template.edges):
            _write_edge(box, (number, row), edge)
        for kind, other in enumerate(template.other):
            _write_other(box, (number, kind), other)
    return box


def _write_edge(box: Any, at: tuple[int, int], edge: Edge) -> None:
    box.place[at], box.chance[at] = PLACE_NAMES.index(edge.place), edge.chance
    box.added_to[at] = PLACE_NAMES.index(edge.plus) if edge.plus else NONE
    box.low[at], box.high[at] = edge.low, edge.high
    box.least[at], box.most[at] = edge.within


def _write_other(box: Any, at: tuple[int, int], other: Other) -> None:
    box.kind_chance[at], box.kind_step[at] = other.chance, other.step
    box.kind_fewest[at], box.kind_most[at] = other.count
    box.kind_low[at], box.kind_high[at] = other.low, other.high


FORM = DataForm(BattleFile, VOICE, fill, agree)
read = FORM.read


def labels(document: Mapping[str, Any]) -> dict[str, str]:
    """The data file names nothing that is spoken of: cards have their names from the options."""
    return {}


TEMPLATE_NAMES: tuple[str, ...] = tuple(
    template["name"]
    for template in tomllib.loads((Path(__file__).parent / "cards.toml").read_text("utf-8"))["templates"]
)


def template_of(card: Card) -> int:
    """Number the template of the game's own data file that a card is called by, or NONE."""
    return TEMPLATE_NAMES.index(card["name"]) if card["name"] in TEMPLATE_NAMES else NONE


# --- decks -----------------------------------------------------------------------------------------------------------


def size_of_deck(document: Mapping[str, Any]) -> int:
    """§5 How many cards are played."""
    return FORM.parsed(document).numbers.cards


def starter(document: Mapping[str, Any]) -> list[Card]:
    """§5 Give the starter deck of a checked document: the first of its cards."""
    size = size_of_deck(document)
    return deck.check_cards(list(document["starter"][:size]), size)


def random_cards(document: Mapping[str, Any], rng: Rng) -> list[Card]:
    """Make a random deck of a checked document's templates."""
    box, made = read(document), blank(CARD)[0]
    return [_random_card(document["templates"], box, made, rng) for _ in range(int(box.cards))]


def _random_card(templates: list[Mapping[str, Any]], box: Any, made: Any, rng: Rng) -> Card:
    make_card(box, made, rng)
    template = templates[made.template]
    texts = [texts[below(rng, len(texts))] for texts in template.get("ignored", [])]
    return {
        "name": template["name"],
        "edges": {name: int(made.edges[place]) for place, name in enumerate(PLACE_NAMES) if made.edges[place] != NONE},
        "other": [int(number) for number in made.other[: made.others]],
        "ignored": [*(str(number) for number in made.ignored[: made.greyed]), *texts],
    }
