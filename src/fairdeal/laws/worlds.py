"""Laws of worlds: a seat cannot tell them from the real one, and all are equally likely."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable

from fairdeal.contract.game import Game
from fairdeal.contract.rules import State
from fairdeal.engine.chance import Rng, numbered
from fairdeal.laws import actors, views
from fairdeal.laws.actors import cards_are_conserved
from fairdeal.laws.moment import FILLS, Law, Moment, hold
from fairdeal.laws.views import a_finished_game_is_open
from fairdeal.laws.walks import clone, filled, random_game, view_of

WORLDS = 2


def worlds_of(m: Moment, seat: int, count: int = WORLDS) -> list[State]:
    """Sample worlds from the seat's view."""
    v = m.view(seat)
    plan = m.plan(seat, v)
    rng = m.rng(f"worlds of {seat}")
    worlds = [clone(v) for _ in range(count)]
    for world in worlds:
        m.game.worlds.resample(world, seat, plan, rng)
    return worlds


def resampling_keeps_the_view(m: Moment) -> None:
    for seat in m.seats:
        seen = m.view(seat).tobytes()
        for world in worlds_of(m, seat):
            hold(view_of(m.game, world, seat).tobytes() == seen, f"resample changed the view of seat {seat}.")


def a_world_is_a_state(m: Moment) -> None:
    """The cheap laws hold in it, and what the others know in it is true: their worlds keep their views."""
    seat, other = m.one_of(m.seats, "seat"), m.one_of(m.seats, "other")
    world = m.at(worlds_of(m, seat, 1)[0])
    cards_are_conserved(world)
    hold(world.actors == m.actors, f"In a world of seat {seat} the actors differ.")
    hold(world.legal(seat) == m.legal(seat), f"In a world of seat {seat} its legal actions differ.")
    for law in (*actors.LAWS, *views.LAWS):
        law(world)
    inner = worlds_of(world, other, 1)[0]
    hold(
        view_of(m.game, inner, other).tobytes() == world.view(other).tobytes(),
        f"In a world of seat {seat} something that seat {other} knows is not true.",
    )


def a_world_plays_on_to_the_end(m: Moment) -> None:
    seat = m.one_of(m.seats, "seat")
    world = worlds_of(m, seat, 1)[0]
    last = world
    for event in random_game(m.setting, m.rng("play on"), start=world):
        last = event.after
    cards_are_conserved(m.at(last))
    a_finished_game_is_open(m.at(last))


def worlds_repeat(m: Moment) -> None:
    """The same generator gives the same worlds, whatever was in the plan's buffer and however often it was used."""
    seat = m.one_of(m.seats, "repeat")
    v = m.view(seat)
    fresh = filled(m.game.worlds.PLAN, FILLS[1])
    m.game.worlds.plan(v, seat, fresh)
    worlds = [_world(m, v, seat, plan) for plan in (m.plan(seat, v), fresh, fresh)]
    hold(worlds[0] == worlds[1], f"plan leaves something unwritten that resample reads (seat {seat}).")
    hold(worlds[1] == worlds[2], f"resample leaves something in the plan that changes the next world (seat {seat}).")


def _world(m: Moment, v: State, seat: int, plan: State) -> bytes:
    world = clone(v)
    m.game.worlds.resample(world, seat, plan, m.rng("same"))
    return bytes(world.tobytes())


def check_uniform(
    game: Game,
    view: State,
    seat: int,
    worlds: Iterable[Hashable],
    draws: int,
    key: Callable[[State], Hashable] = lambda world: world.tobytes(),
    rng: Rng | None = None,
    smallest: float = 1e-4,
) -> float:
    """Test by chi-square that `resample` is uniform over the enumerated worlds; return the p-value.

    `worlds` lists the keys of all worlds that have this view, a key once for each deal that has it.
    """
    from scipy.stats import chisquare  # of the extra `test`

    weights: dict[Hashable, int] = {}
    for name in worlds:
        weights[name] = weights.get(name, 0) + 1
    counts = dict.fromkeys(weights, 0)
    for name in _keys_of_worlds(game, view, seat, draws, key, rng if rng is not None else numbered("uniform", 0)):
        hold(name in counts, f"resample made a world that is not among the {len(counts)} possible ones: {name!r}.")
        counts[name] += 1
    hold(draws >= 5 * len(counts), f"{draws} draws are too few for {len(counts)} worlds.")
    if len(counts) == 1:
        return 1.0
    total = sum(weights.values())
    expected = [draws * weight / total for weight in weights.values()]
    chance = float(chisquare(list(counts.values()), expected).pvalue)
    hold(
        chance >= smallest, f"resample is not uniform over {len(counts)} worlds: p = {chance:.2g} after {draws} draws."
    )
    return chance


def _keys_of_worlds(
    game: Game, view: State, seat: int, draws: int, key: Callable[[State], Hashable], rng: Rng
) -> Iterable[Hashable]:
    plan = filled(game.worlds.PLAN, 0x55)
    game.worlds.plan(view, seat, plan)
    for _ in range(draws):
        world = clone(view)
        game.worlds.resample(world, seat, plan, rng)
        yield key(world)


LAWS: tuple[Law, ...] = (
    resampling_keeps_the_view,
    a_world_is_a_state,
    a_world_plays_on_to_the_end,
    worlds_repeat,
)
