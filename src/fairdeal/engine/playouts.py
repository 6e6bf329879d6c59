"""Random play of whole games, generic over games and native."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.chance import below
from fairdeal.engine.kernel import DEALER, REAL_TIME, copy, lowest, native, rules

NOW, DEALERS_TURN = 0, 1  # the clock: milliseconds since the first event, now and when the dealer last became an actor


@native
def next_actor(s: Any, rng: Any, clock: Any) -> int:
    """Who acts next; the clock moves on to that moment.

    In real time the seats' tempo decides, until the patience of a dealer who is not awaited ends. Otherwise it is the
    lowest of the actors, at once.
    """
    if REAL_TIME:
        who, delay = rules.tempo(s, rng)
        if who != DEALER and rules.actors(s) >> DEALER & 1:
            patience = rules.patience(s)
            end = clock[DEALERS_TURN] + patience
            if patience >= 0 and end <= clock[NOW] + delay:
                clock[NOW] = end
                return DEALER
        clock[NOW] += delay
        return int(who)
    return lowest(rules.actors(s))


@native
def step(s: Any, rng: Any, clock: Any, legal: Any, outcome: Any) -> int:
    """Let the next actor act, a seat at random; return who it was."""
    before = rules.actors(s)
    who = next_actor(s, rng, clock)
    if who == DEALER:
        rules.draw(s, rng, outcome)
        rules.deal(s, outcome)
    else:
        count = rules.legal(s, who, legal)
        rules.play(s, who, legal[below(rng, count)])
    if who == DEALER or not before >> DEALER & 1:
        clock[DEALERS_TURN] = clock[NOW]
    return who


@native
def play_out(s: Any, rng: Any, clock: Any, legal: Any, outcome: Any) -> int:
    """Play a game to its end at random; return how many actions its seats took."""
    actions = 0
    while rules.actors(s):
        if step(s, rng, clock, legal, outcome) != DEALER:
            actions += 1
    return actions


@native
def play_games(
    start: Any, rngs: Any, s: Any, clock: Any, legal: Any, outcome: Any, points: Any, shares: Any, actions: Any
) -> None:
    """Play one game from the same start with each generator; fill a row of points, shares and actions per game."""
    for number in range(len(rngs)):
        copy(start, s)
        clock[:] = 0
        actions[number] = play_out(s, rngs[number], clock, legal, outcome)
        rules.points(s, points[number])
        rules.winners(s, shares[number])
