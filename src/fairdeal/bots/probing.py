"""What may still come of a position, by play-outs of the game's policy; generic over games and native.

Whoever asks knows the whole state, or draws worlds from a view. A game without a policy is played on at random.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from fairdeal.engine.chance import XOSHIRO, below, word
from fairdeal.engine.kernel import DEALER, NOBODY, copy, native, rules
from fairdeal.engine.playouts import DEALERS_TURN, NOW, next_actor

HAS_POLICY: bool = False


class ProbeDesk(NamedTuple):
    """What play-outs write to."""

    worlds: Any
    """One that was drawn, and one to play on with."""
    plan: Any
    """In an array of one."""
    seeds: Any
    """The generator with which every action is tried in the same world."""
    rng: Any
    clock: Any
    legal: Any
    outcome: Any
    shares: Any


@native
def play_on(s: Any, d: Any) -> None:
    """Play to the end by the policy, and fill in the shares of the victory."""
    before = int(rules.actors(s))
    while before:
        who = next_actor(s, d.rng, d.clock)
        if who == DEALER:
            rules.draw(s, d.rng, d.outcome)
            rules.deal(s, d.outcome)
        else:
            count = rules.legal(s, who, d.legal)
            rules.play(s, who, d.legal[pick(s, who, d, count)])
        if who == DEALER or not before >> DEALER & 1:
            d.clock[DEALERS_TURN] = d.clock[NOW]
        before = int(rules.actors(s))
    rules.winners(s, d.shares)


@native
def pick(s: Any, who: int, d: Any, count: int) -> int:
    """Choose an action by the game's policy if it has one, else at random; give its number."""
    if count == 1:
        return 0
    if HAS_POLICY:
        return int(rules.policy(s, who, d.legal, count, d.rng))
    return below(d.rng, count)


@native
def play_on_from(v: Any, seat: int, actions: Any, clock: Any, d: Any, won: Any) -> None:
    """Play on from a position once for each action that a seat may begin with, and fill in what each seat wins.

    A row of `won` is a world: with a seat it is drawn from that seat's view, else it is the state itself. All actions
    are tried in the same worlds with the same chance; NOBODY is none.
    """
    if seat != NOBODY:
        rules.plan(v, seat, d.plan[0])
    for world in range(len(won)):
        copy(v, d.worlds[0])
        if seat != NOBODY:
            rules.resample(d.worlds[0], seat, d.plan[0], d.rng)
        for place in range(XOSHIRO):
            d.seeds[place] = word(d.rng)
        for number in range(len(actions)):
            copy(d.worlds[0], d.worlds[1])
            for place in range(XOSHIRO):
                d.rng[place] = d.seeds[place]
            d.clock[NOW] = clock[NOW]
            d.clock[DEALERS_TURN] = clock[DEALERS_TURN]
            if actions[number] != NOBODY:
                rules.play(d.worlds[1], seat, int(actions[number]))
            play_on(d.worlds[1], d)
            for other in range(v.seats):
                won[world, number, other] = d.shares[other]
