"""All laws together, tried over random games."""

from __future__ import annotations

import functools
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from fairdeal.contract.game import Setting
from fairdeal.contract.rules import State
from fairdeal.engine import kernel
from fairdeal.engine.chance import below, numbered
from fairdeal.engine.kernel import DEALER
from fairdeal.errors import FairdealError
from fairdeal.laws import actors, leaks, learners, scenes, sealed, told, views, words, worlds
from fairdeal.laws.events import (
    a_still_shows_nothing_new,
    a_story_tells_what_was_done,
    events_are_told_to_all,
    what_was_moved_is_there,
)
from fairdeal.laws.modes import modes_agree, setup_writes_every_byte
from fairdeal.laws.moment import BrokenLaw, Census, Kind, Law, Moment, Reveals, everywhere, no_census
from fairdeal.laws.walks import Policy, Step, at_random, random_game
from fairdeal.laws.words import texts_and_actions_are_inverse

POSITION_LAWS: tuple[Law, ...] = (*actors.LAWS, *views.LAWS)
"""Cheap enough for every position."""
DEEP_LAWS: tuple[Law, ...] = (
    views.questions_change_nothing,
    *worlds.LAWS,
    *told.LAWS,
    leaks.hidden_cards_do_not_leak,
    *sealed.LAWS,
    *words.LAWS,
    *learners.LAWS,
    *scenes.LAWS,
)
EVENT_LAWS = (events_are_told_to_all, a_story_tells_what_was_done, what_was_moved_is_there)
"""Of an event, at the positions that are tried deeply."""
GAMES_END, NOTHING_OUT_OF_BOUNDS, RULES_RAISE_NOTHING = "games_end", "nothing_is_out_of_bounds", "rules_raise_nothing"
"""What a game itself breaks as it goes on."""
ENGINE = Path(kernel.__file__).parent
OF_A_WALK = (GAMES_END, NOTHING_OUT_OF_BOUNDS, RULES_RAISE_NOTHING)
LAWS: dict[str, Any] = {
    law.__name__: law for law in (*POSITION_LAWS, *DEEP_LAWS, a_still_shows_nothing_new, *EVENT_LAWS)
}
"""The laws of positions and events, by their names."""


def check_game(
    setting: Setting,
    seed: int | str,
    census: Census = no_census,
    *,
    policy: Policy = at_random,
    kind: Kind | None = None,
    reveals: Reveals | None = None,
    best: Callable[..., int] | None = None,
    every: int = 8,
    cheap_every: int = 1,
    deep: Sequence[Law] = DEEP_LAWS,
    deep_at: Callable[[State], bool] = everywhere,
    when: Callable[[Step | None], None] | None = None,
) -> None:
    """Play one random game and try the laws in it: the cheap ones everywhere, the deep ones at one position in eight.

    Positions where other kinds of actors than before are awaited, and the last one, are tried deeply too. For rules
    that are slow when interpreted, `deep_at` spares positions with dear plans and `cheap_every` thins the cheap laws.
    `when` hears of every event, first of none.
    """
    when = when or _say_nothing
    when(None)
    start = setting.new_state()
    rng = numbered(seed, 0)
    m = Moment(setting, start, str(seed), 0, census, kind, reveals, best, census(start))
    try_laws(m, (*POSITION_LAWS, *deep))
    seen: set[tuple[int, bool]] = set()
    for event in walked(m, random_game(setting, rng, policy, start=start)):
        m = replace(m, s=event.after, number=event.number + 1, plans={})
        when(event)
        sort = (min(len(m.acting), 2), bool(m.actors >> DEALER & 1))
        is_deep = (sort not in seen or not m.actors or below(rng, every) == 0) and deep_at(m.s)
        seen.add(sort)
        if is_deep or event.number % cheap_every == 0:
            try_laws(m, POSITION_LAWS)
        try_laws(m, [functools.partial(a_still_shows_nothing_new, event=event)])
        if is_deep:
            try_laws(m, deep)
            try_laws(m, [functools.partial(law, event=event) for law in EVENT_LAWS])


def _say_nothing(event: Step | None) -> None:
    pass


def walked(m: Moment, game: Iterator[Step]) -> Iterator[Step]:
    """Go through a game; what the rules raise on the way breaks a law too."""
    number = 0
    while True:
        try:
            event = next(game)
        except StopIteration:
            return
        except Exception as error:
            raise BrokenLaw(*blamed(GAMES_END, error, m.game.folder), _place(replace(m, number=number))) from error
        number = event.number + 1
        yield event


def blamed(law: str, error: Exception, home: Path) -> tuple[str, str]:
    """Name the law that an error breaks: what a game in that folder raises breaks another one than what a law finds."""
    if isinstance(error, IndexError | OverflowError):
        return NOTHING_OUT_OF_BOUNDS, f"{error} ({where(error, home)})."
    if isinstance(error, AssertionError | FairdealError) or law == modes_agree.__name__:
        return law, str(error or type(error).__name__)
    return RULES_RAISE_NOTHING, f"{type(error).__name__}: {str(error).removesuffix('.')} ({where(error, home)})."


def where(error: BaseException, home: Path) -> str:
    """Name the function, file and line of the game in which an error was raised, or else of what asked it."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).resolve().is_relative_to(home.resolve())]
    place = (own or [frame for frame in frames if Path(frame.filename).parent != ENGINE] or frames)[-1]
    return f"in {place.name}, {Path(place.filename).name}, line {place.lineno}"


def try_laws(m: Moment, laws: Iterable[Law]) -> None:
    """Try laws of a position; whatever is raised, say which law it was, and in which game."""
    for law in laws:
        try:
            law(m)
        except Exception as error:
            name = getattr(law, "func", law).__name__
            raise BrokenLaw(*blamed(name, error, m.game.folder), _place(m)) from error


def _place(m: Moment) -> str:
    options = ", ".join(f"{name} {value}" for name, value in m.setting.options.items())
    return f"{m.game.name}, {m.setting.seats} seats, {options or 'no options'}, seed {m.seed}, after {m.number} events"


def check_all(
    settings: Iterable[Setting],
    seeds: Iterable[int | str],
    census: Census = no_census,
    *,
    kind: Kind | None = None,
    reveals: Reveals | None = None,
    best: Callable[..., int] | None = None,
    every: int = 8,
    cheap_every: int = 1,
    deep_at: Callable[[State], bool] = everywhere,
) -> None:
    """Try all laws but those about modes and uniform worlds, in a game of each setting and seed."""
    seeds = list(seeds)
    for setting in settings:
        setup_writes_every_byte(setting)
        for seed in seeds:
            texts_and_actions_are_inverse(setting.game, numbered(f"texts {seed}", 0))
            check_game(
                setting,
                seed,
                census,
                kind=kind,
                reveals=reveals,
                best=best,
                every=every,
                cheap_every=cheap_every,
                deep_at=deep_at,
            )
