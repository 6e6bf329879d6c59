"""The law that worlds are as likely as deals, tried without listing them.

A deal that chance makes, and a world that `resample` makes of what a seat sees of it, must look alike in the long run:
each hidden number is as often this or that in both. Seats play at random meanwhile, and a game counts as often as they
had choices, because worlds are to be judged by the deal alone, not by what others would have done with it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from fairdeal.contract.game import Setting, members
from fairdeal.contract.rules import Numbers, State
from fairdeal.engine.chance import Rng, below, numbered
from fairdeal.engine.kernel import DEALER, UNKNOWN
from fairdeal.laws.moment import FILLS, hold
from fairdeal.laws.told import numbers_of
from fairdeal.laws.walks import clone, draw_outcome, filled, legal_of, view_of, viewers_of

LATEST = 6  # actions of seats before worlds are drawn
WIDE = 64  # a number beyond this is a set, and its bits are counted
FAR = 6.0  # standard errors that nobody sees by chance
RARE = 20  # what is seen more seldom says nothing


Feature = tuple[int, int, bool]
"""The place of a number in the state, and its value, or a bit that is set in it."""


def worlds_are_as_likely_as_deals(setting: Setting, games: int, seed: int | str = 0) -> None:
    """Try it in so many games; what looks odd must look odd again in as many others."""
    odd = _odd(setting, games, f"likely {seed}", None)
    if odd:
        again = _odd(setting, games, f"likely again {seed}", frozenset(odd))
        for feature, sentence in again.items():
            hold(feature not in odd, sentence)


def _odd(setting: Setting, games: int, seed: str, among: frozenset[Feature] | None) -> dict[Feature, str]:
    """Find what is too often, or too seldom, in worlds."""
    sums: dict[Feature, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    for number in range(games):
        found = _pair(setting, numbered(seed, number), number)
        if found is None:
            continue
        state, world, hidden, weight = found
        real, imagined = set(_features(state, hidden)), set(_features(world, hidden))
        for feature in real ^ imagined if among is None else (real ^ imagined) & among:
            difference = weight if feature in imagined else -weight
            tally = sums[feature]
            tally[0] += difference
            tally[1] += difference * difference
            tally[2] += 1
    return {
        feature: _sentence(setting, feature, tally[0])
        for feature, tally in sums.items()
        if tally[2] >= RARE and abs(tally[0]) > FAR * math.sqrt(tally[1])
    }


def _sentence(setting: Setting, feature: Feature, difference: float) -> str:
    place, value, is_bit = feature
    name = _names(setting.game.rules.STATE)[place]
    what = f"has bit {value} set" if is_bit else f"is {value}"
    return f"{name} {what} too {'often' if difference > 0 else 'seldom'} in worlds that resample makes."


def _features(s: State, hidden: Numbers) -> Iterator[Feature]:
    numbers = numbers_of(s)
    for place in hidden:
        value = int(numbers[place])
        if -WIDE < value < WIDE:
            yield int(place), value, False
        else:
            yield from ((int(place), bit, True) for bit in range(value.bit_length()) if value >> bit & 1)


def _pair(setting: Setting, rng: Rng, number: int) -> tuple[State, State, Numbers, float] | None:
    """Play some events of a game; give its state, a world of what a seat sees of it, what that hides, and a weight."""
    game, weight = setting.game, 1.0
    s, seat, left = setting.new_state(), below(rng, setting.seats), below(rng, LATEST)
    while actors := members(int(game.rules.actors(s))):
        who = actors[below(rng, len(actors))]
        if who == DEALER:
            game.rules.deal(s, draw_outcome(game, s, rng))
            continue
        if left == 0:
            break
        left -= 1
        legal = legal_of(game, s, who)
        action = legal[below(rng, len(legal))]
        if any(game.rules.told(s, who, action, viewer) != action for viewer in viewers_of(s)):
            break  # what was chosen in secret is no part of the deal
        weight *= len(legal)
        game.rules.play(s, who, action)
    v = view_of(game, s, seat)
    hidden = np.flatnonzero((numbers_of(v) == UNKNOWN) & (numbers_of(s) != UNKNOWN))
    if not len(hidden) or not game.rules.actors(s):
        return None
    plan, world = filled(game.worlds.PLAN, FILLS[0]), clone(v)
    game.worlds.plan(v, seat, plan)
    game.worlds.resample(world, seat, plan, rng)
    return s, world, hidden, weight


def _names(dtype: np.dtype[np.void]) -> list[str]:
    """Name every number of a record, in the order of `numbers_of`."""
    found: list[str] = []
    for name in dtype.names or ():
        kind = dtype[name]
        if kind.base.names is not None:
            found += [f"{name}.{inner}" for inner in _names(kind.base)] * max(1, math.prod(kind.shape))
        elif kind.shape:
            found += [f"{name}{list(place)}" for place in np.ndindex(*kind.shape)]
        else:
            found.append(name)
    return found
