"""What a seat of the coast may imagine of agendas and pile: every deal that fits its view, all equally likely."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.chance import below
from fairdeal.engine.kernel import UNKNOWN, native, record
from fairdeal.games.coast.rules import ARRANGEMENTS, CITIES, ICONS, SEATS, TERRITORIES, lay_cities
from fairdeal.kit.drawing import shuffle_set

PLAN = record(
    unseen=("i4", SEATS),  # the set of each seat's territory cards that nobody has seen
    agendas="i1",  # the set of agendas that the seat has not seen
    shuffled=("i1", TERRITORIES),  # scratch for a shuffle
)


@native
def plan(v: Any, seat: int, out: Any) -> None:
    out.agendas = (1 << ICONS) - 1
    for other in range(v.seats):
        if v.agenda[other] >= 0:
            out.agendas ^= 1 << v.agenda[other]
        out.unseen[other] = (1 << CITIES + int(v.box.territories)) - (1 << CITIES)
        for card in v.pile[other]:
            if card >= 0:
                out.unseen[other] ^= 1 << int(card)


@native
def resample(v: Any, seat: int, plan: Any, rng: Any) -> None:
    """Fill in what the view hides, each way equally likely."""
    imagine_agendas(v, plan, rng)
    for other in range(v.seats):
        imagine_pile(v, other, plan, rng)
        if v.place[other, 0] == UNKNOWN:
            lay_cities(v, other, below(rng, ARRANGEMENTS))


@native
def imagine_agendas(v: Any, plan: Any, rng: Any) -> None:
    """§4 No two seats have the same agenda."""
    next_one = shuffle_set(rng, int(plan.agendas), plan.shuffled)
    for seat in range(v.seats):
        if v.agenda[seat] == UNKNOWN:
            next_one -= 1
            v.agenda[seat] = plan.shuffled[next_one]


@native
def imagine_pile(v: Any, seat: int, plan: Any, rng: Any) -> None:
    """§6 The cards that were not drawn lie in any order, the last of them outside the game."""
    cards = int(v.box.territories)
    if v.pile[seat, cards - 1] != UNKNOWN:
        return
    unseen = shuffle_set(rng, int(plan.unseen[seat]), plan.shuffled)
    for number in range(unseen):
        v.pile[seat, cards - unseen + number] = plan.shuffled[number]
