"""What a search does with a view besides its tree: sample a world, play it on; generic over games and native."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.chance import below
from fairdeal.engine.kernel import DEALER, copy, lowest, native, rules


@native
def sample(view: Any, seat: int, plan: Any, rng: Any, world: Any, count: int) -> None:
    """Sample worlds."""
    for _ in range(count):
        copy(view, world)
        rules.resample(world, seat, plan, rng)


@native
def sample_and_play(view: Any, seat: int, plan: Any, rng: Any, world: Any, legal: Any, points: Any, count: int) -> None:
    """Sample worlds, and play each on at random until chance is due or the game is over."""
    for _ in range(count):
        copy(view, world)
        rules.resample(world, seat, plan, rng)
        play_on(world, rng, legal)
        rules.points(world, points)


@native
def play_on(s: Any, rng: Any, legal: Any) -> None:
    actors = rules.actors(s)
    while actors and not actors >> DEALER & 1:
        seat = lowest(actors)
        count = rules.legal(s, seat, legal)
        rules.play(s, seat, legal[below(rng, count)])
        actors = rules.actors(s)
