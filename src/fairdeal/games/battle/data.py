"""The game's data file, templates and starter deck: checked, and turned into the record that the rules read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from fairdeal.engine.chance import Rng, below
from fairdeal.engine.kernel import blank
from fairdeal.errors import BadData
from fairdeal.games.battle import deck
from fairdeal.games.battle.deck import PLACE_NAMES, Card, Unusable
from fairdeal.games.battle.generator import CARD, make_card
from fairdeal.games.battle.rules import BOX, CARDS, HIGHEST, MOST_KINDS, MOST_OF_A_KIND, MOST_TEMPLATES, NONE
from fairdeal.kit.data import only_keys, require

TEMPLATE = {"one_edge": False, "ten": 0, "edges": [], "other": [], "ignored": []}
EDGE = {"chance": 100, "plus": "", "within": [0, 9999]}
OTHER = {"chance": 100, "count": [1, 1], "step": 1}
HIGHEST_PRINTED = 9999


def read(document: Mapping[str, Any]) -> Any:
    """Check a document; §5 the starter deck, and the templates of the generator."""
    only_keys(document, ("templates", "starter"), "The data file")
    starter(document)
    templates = document["templates"]
    good = isinstance(templates, list) and 1 <= len(templates) <= MOST_TEMPLATES
    require(good, f"The data file needs 1 to {MOST_TEMPLATES} tables [[templates]].")
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
    except Unusable as reason:
        raise BadData(f"The starter deck cannot be used: {reason}.") from None


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
    require(isinstance(given, Mapping), f"Template {number + 1} is no table.")
    name = given.get("name")
    good = isinstance(name, str) and 0 < len(name) <= deck.LONGEST_NAME and name.isprintable()
    require(good, f"Template {number + 1} needs a name of at most {deck.LONGEST_NAME} letters.")
    place = f"Template {name}"
    template = {**TEMPLATE, **given}
    only_keys(template, ("name", "weight", *TEMPLATE), place)
    box.weight[number] = _whole(template["weight"], 1, 100, f"{place}: weight")
    box.tens[number] = _whole(template["ten"], 0, 100, f"{place}: ten")
    require(type(template["one_edge"]) is bool, f"{place}: one_edge is true or false.")
    box.only_one[number] = template["one_edge"]
    _write_edges(box, number, _edges(template, place))
    kinds = _tables(template["other"], 0, MOST_KINDS, f"{place}: other")
    box.kinds[number] = len(kinds)
    for kind, other in enumerate(kinds):
        _read_other(box, number, kind, other, f"{place}, other {kind + 1}")
    _check_ignored(template["ignored"], place)


def _edges(template: Mapping[str, Any], place: str) -> list[Edge]:
    edges: list[Edge] = []
    for row, given in enumerate(_tables(template["edges"], 1, len(PLACE_NAMES), f"{place}: edges")):
        edge = _edge(given, f"{place}, edge {row + 1}")
        _check_edge(edge, edges, template["one_edge"], f"{place}, edge {row + 1}")
        edges.append(edge)
    sure = [edge.is_sure for edge in edges]
    good = all(sure) if template["one_edge"] else any(sure)
    require(good, f"{place} would make cards without a number from 0 to {HIGHEST} on a side or corner (§4).")
    good = not template["ten"] or (all(sure) and not template["one_edge"])
    require(good, f"{place} has a ten, so all its edges must always be printed, and none above {HIGHEST}.")
    return edges


def _edge(given: Mapping[str, Any], place: str) -> Edge:
    edge = {**EDGE, **given}
    only_keys(edge, ("place", "low", "high", *EDGE), place)
    is_added = edge["plus"] != ""
    low, high = _range([edge["low"], edge["high"]], -HIGHEST if is_added else 0, f"{place}: low and high")
    least, most = _range(edge["within"], 0, f"{place}: within")
    return Edge(
        _place(edge["place"], place),
        _whole(edge["chance"], 1, 100, f"{place}: chance"),
        _place(edge["plus"], place) if is_added else NONE,
        low,
        high,
        least,
        most,
    )


def _check_edge(edge: Edge, before: list[Edge], is_alone: bool, place: str) -> None:
    """§1 One number on a place; and whatever it is added to, there must be a number to print."""
    require(edge.place not in [other.place for other in before], f"{place} is printed on a place that is taken (§1).")
    if edge.added_to != NONE:
        filled = [other.place for other in before if other.is_sure and not is_alone]
        require(edge.added_to in filled, f"{place} is added to a place that no edge before it always fills.")
    starts = range(1 if edge.added_to == NONE else HIGHEST + 1)
    require(all(edge.can_print(start) for start in starts), f"{place} has no number to print.")


def _write_edges(box: Any, number: int, edges: list[Edge]) -> None:
    box.rows[number] = len(edges)
    for field in fields(Edge):
        box[field.name][number, : len(edges)] = [getattr(edge, field.name) for edge in edges]


def _read_other(box: Any, number: int, kind: int, given: Mapping[str, Any], place: str) -> None:
    other = {**OTHER, **given}
    only_keys(other, ("low", "high", *OTHER), place)
    box.kind_chance[number, kind] = _whole(other["chance"], 1, 100, f"{place}: chance")
    fewest, most = _range(other["count"], 0, f"{place}: count", MOST_OF_A_KIND)
    box.kind_fewest[number, kind], box.kind_most[number, kind] = fewest, most
    low, high = _range([other["low"], other["high"]], 0, f"{place}: low and high")
    box.kind_low[number, kind], box.kind_high[number, kind] = low, high
    box.kind_step[number, kind] = _whole(other["step"], 1, HIGHEST_PRINTED, f"{place}: step")


def _check_ignored(ignored: Any, place: str) -> None:
    good = isinstance(ignored, list) and all(
        isinstance(texts, list) and texts and all(isinstance(text, str) and text.isprintable() for text in texts)
        for texts in ignored
    )
    require(good, f"{place}: ignored is a list of lists of texts, and one text of each list is printed.")


def _tables(value: Any, fewest: int, most: int, place: str) -> list[Mapping[str, Any]]:
    good = isinstance(value, list) and fewest <= len(value) <= most and all(isinstance(row, Mapping) for row in value)
    require(good, f"{place} is a list of {fewest} to {most} tables.")
    return list(value)


def _place(value: Any, place: str) -> int:
    require(value in PLACE_NAMES, f"{place}: there is no place {value!r}; there are {', '.join(PLACE_NAMES)} (§1).")
    return PLACE_NAMES.index(value)


def _range(value: Any, least: int, place: str, most: int = HIGHEST_PRINTED) -> tuple[int, int]:
    good = isinstance(value, list) and len(value) == 2
    require(good, f"{place} is a list of two whole numbers.")
    low, high = (_whole(number, least, most, place) for number in value)
    require(low <= high, f"{place} goes from {low} to {high}, which is backwards.")
    return low, high


def _whole(value: Any, low: int, high: int, place: str) -> int:
    require(
        type(value) is int and low <= value <= high, f"{place} is a whole number from {low} to {high}, not {value!r}."
    )
    return int(value)


# --- the generator ---------------------------------------------------------------------------------------------------


def random_cards(document: Mapping[str, Any], rng: Rng) -> list[Card]:
    """Make a random deck of a checked document's templates."""
    box, room = read(document), blank(CARD)[0]
    return [_random_card(document["templates"], box, room, rng) for _ in range(CARDS)]


def _random_card(templates: list[Mapping[str, Any]], box: Any, room: Any, rng: Rng) -> Card:
    make_card(box, room, rng)
    template = templates[room.template]
    texts = [texts[below(rng, len(texts))] for texts in template.get("ignored", [])]
    return {
        "name": template["name"],
        "edges": {name: int(room.edges[place]) for place, name in enumerate(PLACE_NAMES) if room.edges[place] != NONE},
        "other": [int(number) for number in room.other[: room.others]],
        "ignored": [*(str(number) for number in room.ignored[: room.greyed]), *texts],
    }
