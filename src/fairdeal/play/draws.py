"""What the deals of a game drew: every number that was asked of chance, and what it gave.

A record lists it, so that whoever has no rules at hand, such as a page, can compute each number again. That the rules
asked for these numbers and no others, only a check by the rules can tell.
"""

from __future__ import annotations

from collections.abc import Mapping

from fairdeal.contract.options import Json
from fairdeal.engine.chance import Drawn, Tape
from fairdeal.play.fairness import Deal
from fairdeal.play.sitting import Sitting

Draws = tuple[tuple[Drawn, ...], ...]
"""By the numbers of deals, from 0 on; of a deal that needed no chance there are none."""


def draws_of(sitting: Sitting, deal: Deal, options: Mapping[str, Json]) -> Draws:
    """Deal a game again; the options are those that were agreed, before chance made any."""
    setting, found = sitting.setting, list[Tape]()
    tape = deal.tape(0)
    tape.draw(lambda rng: setting.game.setting(setting.seats, options, setting.data, rng))
    if tape.used:
        found.append(tape)
    again = Sitting(setting)
    for event in sitting.events:
        if event.seat is None:
            found.append(tape := deal.tape(len(found)))
            tape.draw(again.drawn_text)
        again.redo(event)
    return tuple(tuple(tape.draws) for tape in found)
