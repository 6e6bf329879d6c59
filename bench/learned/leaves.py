"""The search with a network's values at its leaves; native. Where the network cannot be asked it plays out as ever."""

from __future__ import annotations

from typing import Any

from bench.learned.values import foresee, is_known
from fairdeal.bots.endgame import solve
from fairdeal.bots.ismcts import (
    begin,
    credit,
    descend,
    next_world,
    note_spread,
    note_trial,
    pick,
    roll_out,
    split,
    take_chance,
    weigh_worlds,
)
from fairdeal.bots.judging import judge, reward
from fairdeal.bots.scratch import ENDGAME
from fairdeal.engine.kernel import DEALER, lowest, native, rules
from fairdeal.games.traders.rules import PLAYING

__all__ = ["begin", "search", "split", "weigh_worlds"]


@native
def end_turn(s: Any, scratch: Any, rng: Any) -> None:
    """Go on by the policy to the next turn, the trigger or the end."""
    while rules.actors(s) != 0 and not s.closing and not is_known(s):
        who = lowest(rules.actors(s))
        if who == DEALER:
            take_chance(s, scratch, rng)
        else:
            count = rules.legal(s, who, scratch.legal)
            rules.play(s, who, scratch.legal[pick(s, who, scratch, count, rng)])


@native
def expect(s: Any, scratch: Any) -> None:
    """Fill in what the network says."""
    share, margin = foresee(s, 0, scratch.notes, scratch.values, scratch.weights)
    scratch.shares[0], scratch.shares[1] = share, 1.0 - share
    scratch.points[0], scratch.points[1] = margin, -margin
    scratch.rewards[0], scratch.rewards[1] = reward(share, margin), reward(1.0 - share, -margin)


@native
def finish(s: Any, scratch: Any, rng: Any) -> None:
    """Fill in what this world is worth: exactly in the last turn, else by the network, else by one play-out."""
    if scratch.uses[ENDGAME] != 0 and rules.actors(s) != 0 and rules.is_endgame(s) and solve(s, scratch):
        return
    if s.seats == 2 and s.phase >= PLAYING:
        end_turn(s, scratch, rng)
    if is_known(s):
        expect(s, scratch)
    else:
        roll_out(s, scratch, rng)
        judge(s, scratch)


@native
def search(v: Any, seat: int, iterations: int, rng: Any, scratch: Any) -> None:
    """Go on for as many iterations."""
    for _ in range(iterations):
        next_world(v, seat, scratch, rng)
        first, length = descend(scratch.world, seat, scratch, rng)
        finish(scratch.world, scratch, rng)
        credit(scratch, length)
        note_trial(scratch.trials[first], scratch.shares[seat], scratch.points[seat], scratch.rewards[seat])
        note_spread(scratch, v.seats)
