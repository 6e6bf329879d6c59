"""What may still come of a position, as a review asks it; generic over games and native.

Whoever asks knows the whole state, or draws worlds that a seat could think possible. Play goes on by the game's policy,
or at random if it has none; what the search would solve exactly after the first action is solved.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from fairdeal.bots.ismcts import finish
from fairdeal.engine.chance import XOSHIRO, word
from fairdeal.engine.kernel import NOBODY, copy, native, rules
from fairdeal.engine.playouts import DEALERS_TURN, NOW

HAS_FITS: bool = False

MOST_DRAWN = 400  # worlds for one that fits what the seat was told


class TryDesk(NamedTuple):
    """What play-outs write to."""

    scratch: Any
    """As a search has it."""
    drawn: Any
    """A world, in which every action is tried."""
    seeds: Any
    """The generator with which every action is tried in it."""
    rng: Any


@native
def draw_world(v: Any, seat: int, views: Any, d: Any) -> bool:
    """Draw a world of a seat's view, and of the views before if the last one forgets; say whether there is one."""
    for _ in range(MOST_DRAWN):
        copy(v, d.drawn)
        rules.resample(d.drawn, seat, d.scratch.plan, d.rng)
        if not HAS_FITS or len(views) == 1 or rules.fits(d.drawn, seat, views, len(views)):
            return True
    return False


@native
def try_actions(v: Any, seat: int, views: Any, actions: Any, clock: Any, d: Any, won: Any) -> int:
    """Play on once for each action that a seat may begin with, and fill in what each seat wins; say in how many worlds.

    A row of `won` is a world: with views it is drawn from what the seat knew, else it is the state itself. All
    actions are tried in the same worlds with the same chance; NOBODY is none.
    """
    scratch = d.scratch
    if len(views) > 0:
        rules.plan(v, seat, scratch.plan)
    for world in range(len(won)):
        copy(v, d.drawn)
        if len(views) > 0 and not draw_world(v, seat, views, d):
            return world
        for place in range(XOSHIRO):
            d.seeds[place] = word(d.rng)
        for number in range(len(actions)):
            copy(d.drawn, scratch.world)
            for place in range(XOSHIRO):
                d.rng[place] = d.seeds[place]
            scratch.clock[NOW] = clock[NOW]
            scratch.clock[DEALERS_TURN] = clock[DEALERS_TURN]
            if actions[number] != NOBODY:
                rules.play(scratch.world, seat, int(actions[number]))
            finish(scratch.world, scratch, d.rng)
            for other in range(v.seats):
                won[world, number, other] = scratch.shares[other]
    return len(won)


@native
def try_chance(s: Any, clock: Any, d: Any, won: Any) -> None:
    """Draw the chance that is due anew for each row, play on, and fill in what each seat wins."""
    scratch = d.scratch
    for row in range(len(won)):
        copy(s, scratch.world)
        rules.draw(scratch.world, d.rng, scratch.outcome)
        rules.deal(scratch.world, scratch.outcome)
        scratch.clock[NOW] = clock[NOW]
        scratch.clock[DEALERS_TURN] = clock[NOW]
        finish(scratch.world, scratch, d.rng)
        for seat in range(s.seats):
            won[row, seat] = scratch.shares[seat]
