"""The game's data file, templates and starter deck: checked, and turned into the record that the rules read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from fairdeal.engine.chance import Rng, below
from fairdeal.engine.kernel import blank
from fairdeal.errors import BadData
from fairdeal.games.battle import deck
from fairdeal.games.battle.deck import PLACE_NAMES, VOICE, Card, Unusable
from fairdeal.games.battle.generator import CARD, make_card
from fairdeal.games.battle.rules import BOX, CARDS, HIGHEST, MOST_KINDS, MOST_OF_A_KIND, MOST_TEMPLATES, NONE
from fairdeal.kit.data import FILE, Checks
from fairdeal.language.messages import Message, say

check = Checks(VOICE)
TEMPLATE = {"one_edge": False, "ten": 0, "edges": [], "other": [], "ignored": []}
EDGE = {"chance": 100, "plus": "", "within": [0, 9999]}
OTHER = {"chance": 100, "count": [1, 1], "step": 1}
HIGHEST_PRINTED = 9999
LOW_AND_HIGH = say("data.low_and_high")


def read(document: Mapping[str, Any]) -> Any:
    """Check a document; §5 the starter deck, and the templates of the generator."""
    check.only_keys(document, ("templates", "starter"), FILE)
    starter(document)
    templates = document["templates"]
    good = isinstance(templates, list) and 1 <= len(templates) <= MOST_TEMPLATES
    check.require(good, "data.templates", most=MOST_TEMPLATES)
    box = blank(BOX)[0]
    box.templates = len(templates)
    for number, template in enumerate(templates):
        _read_template(box, number, template)
    return box


def labels(document: Mapping[str, Any]) -> dict[str, str]:
    """The data file names nothing that is spoken of: cards have their names from the options."""
    return {}


def starter(document: Mapping[str, Any]) -> list[Card]:
    """§5 Give the starter deck. Raise BadData."""
    try:
        return deck.check_cards(document["starter"])
    except Unusable as unusable:
        raise BadData(say("data.starter", reason=unusable.reason), VOICE) from None


# --- templates -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Edge:
    """A row of a template: a number on an edge place."""

    place: int
    chance: int
    added_to: int
    low: int
    high: int
    least: int
    most: int

    @property
    def is_sure(self) -> bool:
        """Tell whether it is always printed, with a number that counts."""
        highest = self.most if self.added_to != NONE else min(self.high, self.most)
        return self.chance == 100 and highest <= HIGHEST

    def can_print(self, start: int) -> bool:
        """Tell whether there is a number in the range when it is added to `start`."""
        return max(start + self.low, self.least) <= min(start + self.high, self.most)


def _read_template(box: Any, number: int, given: Any) -> None:
    check.require(isinstance(given, Mapping), "data.no_table", place=say("data.template", template=number + 1))
    name = given.get("name")
    good = isinstance(name, str) and 0 < len(name) <= deck.LONGEST_NAME and name.isprintable()
    check.require(good, "data.name", place=say("data.template", template=number + 1), most=deck.LONGEST_NAME)
    place = say("data.template", template=name)
    template = {**TEMPLATE, **given}
    check.only_keys(template, ("name", "weight", *TEMPLATE), place)
    box.weight[number] = _whole(template["weight"], 1, 100, _part(place, "weight"))
    box.tens[number] = _whole(template["ten"], 0, 100, _part(place, "ten"))
    check.require(type(template["one_edge"]) is bool, "data.flag", place=_part(place, "one_edge"))
    box.only_one[number] = template["one_edge"]
    _write_edges(box, number, _edges(template, place))
    kinds = _tables(template["other"], 0, MOST_KINDS, _part(place, "other"))
    box.kinds[number] = len(kinds)
    for kind, other in enumerate(kinds):
        _read_other(box, number, kind, other, say("data.other", place=place, number=kind + 1))
    _check_ignored(template["ignored"], place)


def _part(place: Message, part: str | Message) -> Message:
    return say("data.part", place=place, part=part)


def _edges(template: Mapping[str, Any], place: Message) -> list[Edge]:
    edges: list[Edge] = []
    for row, given in enumerate(_tables(template["edges"], 1, len(PLACE_NAMES), _part(place, "edges"))):
        here = say("data.edge", place=place, number=row + 1)
        edge = _edge(given, here)
        _check_edge(edge, edges, template["one_edge"], here)
        edges.append(edge)
    sure = [edge.is_sure for edge in edges]
    good = all(sure) if template["one_edge"] else any(sure)
    check.require(good, "data.no_edge", place=place, highest=HIGHEST)
    good = not template["ten"] or (all(sure) and not template["one_edge"])
    check.require(good, "data.ten", place=place, highest=HIGHEST)
    return edges


def _edge(given: Mapping[str, Any], place: Message) -> Edge:
    edge = {**EDGE, **given}
    check.only_keys(edge, ("place", "low", "high", *EDGE), place)
    is_added = edge["plus"] != ""
    low, high = _range([edge["low"], edge["high"]], -HIGHEST if is_added else 0, _part(place, LOW_AND_HIGH))
    least, most = _range(edge["within"], 0, _part(place, "within"))
    return Edge(
        _place(edge["place"], place),
        _whole(edge["chance"], 1, 100, _part(place, "chance")),
        _place(edge["plus"], place) if is_added else NONE,
        low,
        high,
        least,
        most,
    )


def _check_edge(edge: Edge, before: list[Edge], is_alone: bool, place: Message) -> None:
    """§1 One number on a place; and whatever it is added to, there must be a number to print."""
    check.require(edge.place not in [other.place for other in before], "data.taken", place=place)
    if edge.added_to != NONE:
        filled = [other.place for other in before if other.is_sure and not is_alone]
        check.require(edge.added_to in filled, "data.unfilled", place=place)
    starts = range(1 if edge.added_to == NONE else HIGHEST + 1)
    check.require(all(edge.can_print(start) for start in starts), "data.nothing_to_print", place=place)


def _write_edges(box: Any, number: int, edges: list[Edge]) -> None:
    box.rows[number] = len(edges)
    for field in fields(Edge):
        box[field.name][number, : len(edges)] = [getattr(edge, field.name) for edge in edges]


def _read_other(box: Any, number: int, kind: int, given: Mapping[str, Any], place: Message) -> None:
    other = {**OTHER, **given}
    check.only_keys(other, ("low", "high", *OTHER), place)
    box.kind_chance[number, kind] = _whole(other["chance"], 1, 100, _part(place, "chance"))
    fewest, most = _range(other["count"], 0, _part(place, "count"), MOST_OF_A_KIND)
    box.kind_fewest[number, kind], box.kind_most[number, kind] = fewest, most
    low, high = _range([other["low"], other["high"]], 0, _part(place, LOW_AND_HIGH))
    box.kind_low[number, kind], box.kind_high[number, kind] = low, high
    box.kind_step[number, kind] = _whole(other["step"], 1, HIGHEST_PRINTED, _part(place, "step"))


def _check_ignored(ignored: Any, place: Message) -> None:
    good = isinstance(ignored, list) and all(
        isinstance(texts, list) and texts and all(isinstance(text, str) and text.isprintable() for text in texts)
        for texts in ignored
    )
    check.require(good, "data.ignored", place=_part(place, "ignored"))


def _tables(value: Any, fewest: int, most: int, place: Message) -> list[Mapping[str, Any]]:
    good = isinstance(value, list) and fewest <= len(value) <= most and all(isinstance(row, Mapping) for row in value)
    check.require(good, "data.table_list", place=place, fewest=fewest, most=most)
    return list(value)


def _place(value: Any, place: Message) -> int:
    check.require(value in PLACE_NAMES, "data.no_place", place=place, value=value, places=PLACE_NAMES)
    return PLACE_NAMES.index(value)


def _range(value: Any, least: int, place: Message, most: int = HIGHEST_PRINTED) -> tuple[int, int]:
    good = isinstance(value, list) and len(value) == 2
    check.require(good, "data.two_numbers", place=place)
    low, high = (_whole(number, least, most, place) for number in value)
    check.require(low <= high, "data.backwards", place=place, low=low, high=high)
    return low, high


def _whole(value: Any, low: int, high: int, place: Message) -> int:
    good = type(value) is int and low <= value <= high
    check.require(good, "data.whole", place=place, low=low, high=high, value=value)
    return int(value)


# --- the generator ---------------------------------------------------------------------------------------------------


def random_cards(document: Mapping[str, Any], rng: Rng) -> list[Card]:
    """Make a random deck of a checked document's templates."""
    box, made = read(document), blank(CARD)[0]
    return [_random_card(document["templates"], box, made, rng) for _ in range(CARDS)]


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
