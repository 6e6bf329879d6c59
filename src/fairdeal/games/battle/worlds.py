"""What a seat of the battle may imagine of the pile: every order of it, and cards that nobody has seen."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.chance import shuffle
from fairdeal.engine.kernel import NOBODY, native
from fairdeal.games.battle.generator import CARD, clear_card, make_card, worth_of
from fairdeal.games.battle.rules import CARDS, CELLS, NO_CARD, OVER, PLACES

PLAN = CARD  # an imagined card is made in it


@native
def plan(v: Any, seat: int, out: Any) -> None:
    """Nothing is counted: every order of the pile has the same view."""
    clear_card(out)


@native
def resample(v: Any, seat: int, plan: Any, rng: Any) -> None:
    """Put the pile into any order, and imagine cards that nobody has seen by the templates."""
    if v.phase == OVER:
        return
    gather_pile(v)
    shuffle(rng, v.pile, v.left)
    for card in range(CARDS):
        if not v.seen[card]:
            imagine(v, card, plan, rng)


@native
def gather_pile(v: Any) -> None:
    """Fill the pile with the cards that are neither in the grid nor captured."""
    elsewhere = 0
    for cell in range(CELLS):
        if v.grid[cell] != NO_CARD:
            elsewhere |= 1 << v.grid[cell]
    place = 0
    for card in range(CARDS):
        if place < v.left and v.taken[card] == NOBODY and not elsewhere >> card & 1:
            v.pile[place] = card
            place += 1


@native
def imagine(v: Any, card: int, made: Any, rng: Any) -> None:
    make_card(v.box, made, rng)
    for place in range(PLACES):
        v.options.edges[card, place] = made.edges[place]
    v.options.worth[card] = worth_of(made)
    v.options.template[card] = made.template
