"""A finished game, reviewed: which choices were mistakes with what could be known, and how much of it was luck."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from fairdeal.contract.game import Setting
from fairdeal.contract.rules import Numbers
from fairdeal.engine import cache, kernel
from fairdeal.errors import Refused
from fairdeal.language.messages import say
from fairdeal.play.sitting import Event
from fairdeal.review.findings import Review
from fairdeal.review.judging import effort, judged
from fairdeal.review.luck import account, chances
from fairdeal.review.steps import ReviewedStep, steps
from fairdeal.review.trials import Trials

VERSION = 3  # of what is found by the same play-outs
DEFAULT_LEVEL = "hard"
SEED = "review"
LEVELS = {"medium": 0.25, "hard": 1.0, "expert": 4.0, "master": 16.0}
"""How thorough a review is, by name: times the usual effort."""
TURNING = 3
LEAST_TURN = 0.03  # of the victory that changes hands at a moment which decided anything

Progress = Callable[[float], None]
"""Hears after each choice which part of them is judged, from 0 to 1."""


def review(
    setting: Setting,
    events: Sequence[Event],
    level: str = DEFAULT_LEVEL,
    progress: Progress | None = None,
    seed: str = SEED,
    seats: Sequence[int] | None = None,
) -> Review:
    """Review a game that is over, or was ended early; with `seats` only their choices are judged."""
    if not events:
        raise Refused(say("review.empty"))
    if level not in LEVELS:
        raise Refused(say("review.no_level", level=level, levels=list(LEVELS)))
    trials, spent = Trials(setting.game), effort(LEVELS[level])
    done, end = steps(setting, events, trials.forgets)
    known = chances(trials, done, end, spent.chances, seed)
    parts = account(trials, setting, done, known.means, spent, seed)
    chosen = [step for step in done if step.known is not None and (seats is None or step.seat in seats)]
    choices = []
    for number, step in enumerate(chosen, 1):
        choices.append(judged(trials, step, spent, seed))
        if progress:
            progress(number / len(chosen))
    results = known.means[-1] - 1 / setting.seats
    return Review(
        setting.game.name,
        setting.game.rules_version,
        setting.seats,
        level,
        digest(trials),
        end.is_over,
        _floats(results),
        tuple(map(_floats, known.means)),
        tuple(map(_floats, known.errors)),
        tuple(choices),
        parts.parts(),
        _floats(parts.luck),
        _floats(results - parts.luck),
        turning(done, known.means),
    )


def digest(trials: Trials) -> str:
    """Name the code that reviews a game: its play-outs, its search, all that they use, and what is made of them."""
    native = (trials.native, trials.searching)
    return "-".join([str(VERSION), *(cache.fingerprint(vars(each), kernel.mode_of(each)) for each in native)])


def turning(done: Sequence[ReviewedStep], means: Numbers) -> tuple[int, ...]:
    """Name the events at which most of the victory changed hands, in their order."""
    moved = np.abs(np.diff(means, axis=0)).sum(axis=1) / 2
    ranked = sorted((step.event for step in done if not step.is_forced), key=lambda event: (-moved[event], event))
    return tuple(sorted(event for event in ranked[:TURNING] if moved[event] >= LEAST_TURN))


def _floats(numbers: Numbers) -> tuple[float, ...]:
    return tuple(float(number) for number in numbers)
