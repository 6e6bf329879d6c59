"""Random cards by the templates of the data file: for random decks, and for cards that nobody has seen."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.chance import below
from fairdeal.engine.kernel import native, record
from fairdeal.games.battle.rules import HIGHEST, MOST_IGNORED, MOST_OTHER, NONE, PLACES

CARD = record(  # as it is made
    template="i1",
    edges=("i1", PLACES),
    others="i1",
    other=("i1", MOST_OTHER),  # counted numbers elsewhere
    greyed="i1",
    ignored=("i2", MOST_IGNORED),  # §2 numbers that do not count
)


@native
def make_card(box: Any, card: Any, rng: Any) -> None:
    """Make a random card of a template, the template by its weight."""
    clear_card(card)
    card.template = draw_template(box, rng)
    print_edges(box, card, rng)
    print_ten(box, card, rng)
    for kind in range(box.kinds[card.template]):
        if happens(box.kind_chance[card.template, kind], rng):
            print_elsewhere(box, card, kind, rng)


@native
def clear_card(card: Any) -> None:
    card.template = NONE
    card.edges[:] = NONE
    card.others = 0
    card.other[:] = NONE
    card.greyed = 0
    card.ignored[:] = NONE


@native
def draw_template(box: Any, rng: Any) -> int:
    weights = 0
    for template in range(box.templates):
        weights += box.weight[template]
    mark = below(rng, weights)
    template = 0
    while mark >= box.weight[template]:
        mark -= box.weight[template]
        template += 1
    return template


@native
def happens(chance: int, rng: Any) -> bool:
    """Tell whether something happens that does in `chance` cards of a hundred."""
    return below(rng, 100) < chance


@native
def between(low: int, high: int, rng: Any) -> int:
    return low + below(rng, high - low + 1)


@native
def print_edges(box: Any, card: Any, rng: Any) -> None:
    rows = box.rows[card.template]
    only = below(rng, rows)
    for row in range(rows):
        if box.only_one[card.template] and row != only:
            continue
        if happens(box.chance[card.template, row], rng):
            print_edge(box, card, row, rng)


@native
def print_edge(box: Any, card: Any, row: int, rng: Any) -> None:
    """§2 Print a number on its place; above 10 it is greyed."""
    template = card.template
    start = 0 if box.added_to[template, row] == NONE else card.edges[box.added_to[template, row]]
    low = max(start + box.low[template, row], box.least[template, row])
    number = between(low, min(start + box.high[template, row], box.most[template, row]), rng)
    if number <= HIGHEST:
        card.edges[box.place[template, row]] = number
    else:
        grey(card, number)


@native
def print_ten(box: Any, card: Any, rng: Any) -> None:
    """Put a 10 in place of one of the template's numbers, in some cards."""
    if happens(box.tens[card.template], rng):
        card.edges[box.place[card.template, below(rng, box.rows[card.template])]] = HIGHEST


@native
def print_elsewhere(box: Any, card: Any, kind: int, rng: Any) -> None:
    """§2 Print numbers elsewhere on the card; above 10 they are greyed."""
    template = card.template
    step = box.kind_step[template, kind]
    steps = (box.kind_high[template, kind] - box.kind_low[template, kind]) // step
    for _ in range(between(box.kind_fewest[template, kind], box.kind_most[template, kind], rng)):
        number = box.kind_low[template, kind] + step * between(0, steps, rng)
        if number <= HIGHEST:
            card.other[card.others] = number
            card.others += 1
        else:
            grey(card, number)


@native
def grey(card: Any, number: int) -> None:
    card.ignored[card.greyed] = number
    card.greyed += 1


@native
def worth_of(card: Any) -> int:
    """§11 The sum of all counted numbers, edge and other."""
    worth = 0
    for place in range(PLACES):
        worth += max(0, card.edges[place])
    for number in range(card.others):
        worth += card.other[number]
    return worth
