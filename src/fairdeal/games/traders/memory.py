"""What a seat of Card Game Traders saw of packets that it passed on, and its view forgets: which worlds fit that."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import native
from fairdeal.games.traders.abilities import KINDS
from fairdeal.games.traders.rules import DRAFTING, KEEPING, is_hidden, number_of_cards


@native
def fits(world: Any, seat: int, views: Any, count: int) -> bool:
    """Tell whether a world of the last view may be, by all views of the seat before it.

    In the draft that is looked up. After it, drafted cards are shown one by one, and which packets they came from is
    not followed: as long as another hand hides any, no world is known to fit. Once none does, all unseen cards are in
    the deck, wherever a Refresh or the draft had put them.
    """
    if world.phase == DRAFTING or world.phase == KEEPING:
        return fits_packets(world, seat, views, count)
    for other in range(world.seats):
        if is_hidden(views[count - 1], other) and world.held[other] > number_of_cards(world.shown[other]):
            return False
    return True


@native
def fits_packets(world: Any, seat: int, views: Any, count: int) -> bool:
    """§6 A packet that was passed on lost a card to each seat that had it since, and got none."""
    for number in range(count - 1):
        passed = world.passes - views[number].passes
        if is_last_look(views, number) and 0 < passed < world.seats:
            holder = (seat + passed) % world.seats
            if not fits_packet(world, seat, views[number], views[number + 1], holder, passed):
                return False
    return True


@native
def is_last_look(views: Any, number: int) -> bool:
    """Tell whether packets were passed right after a view: the seat had its own there, and has chosen since."""
    is_drafting = views[number].phase == DRAFTING
    return is_drafting and views[number + 1].passes > views[number].passes


@native
def fits_packet(world: Any, seat: int, before: Any, after: Any, holder: int, passed: int) -> bool:
    """Compare what a packet was when it was passed on with what its holder has of it, and the hands between."""
    for kind in range(KINDS):
        chosen = after.hand[seat, kind] - before.hand[seat, kind]
        taken = before.packet[seat, kind] - chosen - world.packet[holder, kind]
        held = 0
        for step in range(1, passed):
            held += world.hand[(seat + step) % world.seats, kind]
        if taken < 0 or taken > held:
            return False
    return True
