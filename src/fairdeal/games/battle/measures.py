"""What a report counts of the battle: captures, who has the last one, who starts, and cards by their templates."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import DEALER, NOBODY, native
from fairdeal.games.battle import rules
from fairdeal.games.battle.data import TEMPLATE_NAMES

MEASURES = (
    "captures",
    "last",
)
CAPTURES, LAST = range(2)
OFFERS = TEMPLATE_NAMES


def offer_measure(template: int) -> str:
    """Say what a template is called."""
    return TEMPLATE_NAMES[template]


@native
def measure(s: Any, who: int, action: int, m: Any) -> None:
    """Every attack captures a card; whoever has the last one leaves no other."""
    if who == DEALER:
        return
    m[CAPTURES, who] += 1
    m[LAST, :] = 0
    m[LAST, who] = 1


@native
def measure_leader(s: Any) -> int:
    """§6 Whoever starts a game of the match."""
    return int(s.first) if s.phase == rules.BATTLE else NOBODY


@native
def measure_offer(s: Any, seat: int, action: int) -> int:
    """§9 The template of the card that an attack captures, if it is one of ours."""
    target = rules.NEIGHBOUR[rules.cell_of(action), rules.direction_of(action)]
    template = int(s.options.template[s.grid[target]])
    return template if template >= 0 else NOBODY
