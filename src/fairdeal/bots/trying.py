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

HAS_RECALL: bool = False


class TryDesk(NamedTuple):
    """What play-outs write to."""

    scratch: Any
    """As a search has it."""
    drawn: Any
    """A world, in which every action is tried."""
    seeds: Any
    """The generator with which every action is tried in it."""
    past: Any
    """What a seat remembers, where views forget."""
    rng: Any


@native
def prepare_worlds(v: Any, seat: int, views: Any, told: Any, d: Any) -> None:
    """Count what it takes to draw worlds: of the last view alone, or of all of them if it forgets what they showed."""
    if HAS_RECALL and len(views) > 1:
        rules.recall(views, told, seat, d.past)
    else:
        rules.plan(v, seat, d.scratch.plan)


@native
def draw_world(seat: int, views: Any, d: Any) -> None:
    if HAS_RECALL and len(views) > 1:
        rules.remember(d.drawn, seat, d.past, d.rng)
    else:
        rules.resample(d.drawn, seat, d.scratch.plan, d.rng)


@native
def try_actions(v: Any, seat: int, views: Any, told: Any, actions: Any, clock: Any, d: Any, won: Any) -> None:
    """Play on once for each action that a seat may begin with, and fill in what each seat wins.

    A row of `won` is a world: with views it is drawn from what the seat knew, else it is the state itself. All
    actions are tried in the same worlds with the same chance; NOBODY is none.
    """
    scratch = d.scratch
    if len(views) > 0:
        prepare_worlds(v, seat, views, told, d)
    for world in range(len(won)):
        copy(v, d.drawn)
        if len(views) > 0:
            draw_world(seat, views, d)
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
