"""Whole games by adversarial policies, checked at every event; generic over games and native."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.chance import below
from fairdeal.engine.kernel import DEALER, copy, lowest, native, rules, size_of

UNIFORM, FIRST, LAST, SWITCHING, POLICIES = range(5)
FINE, STRANGE_ACTORS, DEAD_END, TOO_MANY, DISORDER, OUT_OF_RANGE, BAD_OUTCOME, ENDLESS, BAD_SHARES = range(9)


@native
def some_actor(actors: int, rng: Any) -> int:
    """Choose any of the actors."""
    for _ in range(below(rng, size_of(actors))):
        actors &= actors - 1
    return lowest(actors)


@native
def choice(policy: int, count: int, rng: Any) -> int:
    if policy == SWITCHING:
        return 0 if below(rng, 2) else count - 1
    if policy == FIRST:
        return 0
    return count - 1 if policy == LAST else below(rng, count)


@native
def trouble_with_legal(count: int, legal: Any) -> int:
    if count > rules.MOST_LEGAL:
        return TOO_MANY
    if count < 1:
        return DEAD_END
    for number in range(1, count):
        if legal[number - 1] >= legal[number]:
            return DISORDER
    return OUT_OF_RANGE if legal[0] < 0 or legal[count - 1] >= rules.ACTIONS else FINE


@native
def fuzz_event(s: Any, policy: int, rng: Any, legal: Any, outcome: Any) -> int:
    """Let any actor act; return what is wrong."""
    actors = rules.actors(s)
    if actors < 0 or actors & ~(((1 << s.seats) - 1) | (1 << DEALER)):
        return STRANGE_ACTORS
    who = some_actor(actors, rng)
    if who == DEALER:
        count = rules.draw(s, rng, outcome)
        if count < 0 or count > rules.MOST_OUTCOME:
            return BAD_OUTCOME
        rules.deal(s, outcome)
        return FINE
    count = rules.legal(s, who, legal)
    trouble = trouble_with_legal(count, legal)
    if trouble == FINE:
        rules.play(s, who, legal[choice(policy, count, rng)])
    return trouble


@native
def trouble_with_end(s: Any, shares: Any) -> int:
    rules.winners(s, shares)
    total = 0.0
    for seat in range(s.seats):
        if not 0.0 <= shares[seat] <= 1.0:
            return BAD_SHARES
        total += shares[seat]
    return FINE if abs(total - 1.0) < 1e-9 else BAD_SHARES


@native
def fuzz_game(s: Any, policy: int, rng: Any, legal: Any, outcome: Any, shares: Any, tally: Any) -> int:
    """Play one game; add its events to the tally; return what is wrong."""
    events = 0
    while rules.actors(s):
        if events >= rules.MOST_EVENTS:
            return ENDLESS
        trouble = fuzz_event(s, policy, rng, legal, outcome)
        if trouble != FINE:
            return trouble
        events += 1
    tally[0] += events
    tally[1] = max(tally[1], events)
    return trouble_with_end(s, shares)


@native
def fuzz_games(
    start: Any, games: int, rng: Any, s: Any, legal: Any, outcome: Any, shares: Any, tally: Any, seed: Any
) -> int:
    """Play games with every policy in turn until one is in trouble; `seed` is then the generator as it began."""
    for number in range(games):
        copy(start, s)
        for place in range(4):
            seed[place] = rng[place]
        trouble = fuzz_game(s, number % POLICIES, rng, legal, outcome, shares, tally)
        if trouble != FINE:
            tally[2] = number
            return trouble
    return FINE
