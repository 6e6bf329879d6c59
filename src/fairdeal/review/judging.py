"""How good a choice was, by what its seat knew: candidates first, then the best against the chosen one.

Stops go by counts, never by time, and all chance follows from what the seat was told: so whatever it could not know has
no part in the judgement.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from fairdeal.contract.rules import Numbers
from fairdeal.engine.chance import numbered
from fairdeal.review.findings import FAULTS, Candidate, Grade, ReviewedChoice
from fairdeal.review.steps import ReviewedStep
from fairdeal.review.trials import Known, Trials, error_of

SERIOUS = 3  # actions that are told of, beside the chosen one
SURE = 3.0  # standard errors from which on a difference is no chance
LEAST = 0.02  # of the victory: what costs less is fine
GRADES = ((0.12, Grade.BLUNDER), (0.06, Grade.MISTAKE), (LEAST, Grade.INACCURACY))
EXACT = 6.0  # standard errors in a cost that is known well enough to be set beside others
LOOKS = 5  # at the comparison; each but the first doubles its worlds


@dataclass(frozen=True)
class Effort:
    """How many play-outs a review spends."""

    narrowing: int
    """To find the candidates of a choice."""
    worlds: int
    """Fresh ones in which all candidates are tried; the two that matter in up to 16 times as many."""
    chances: int
    """From every moment."""
    effects: int
    """Worlds for the mean effect of a choice."""


def effort(times: float) -> Effort:
    """Give so many times the usual effort."""
    return Effort(*(round(times * count) for count in (1000, 150, 1000, 200)))


Tried = Callable[[Sequence[int], int], Numbers]
"""Gives what a seat wins with some actions in so many worlds: by world, by action."""


def judged(trials: Trials, step: ReviewedStep, effort: Effort, seed: str) -> ReviewedChoice:
    """Judge a choice by what the seat knew, and beside that with all cards seen."""
    assert step.known is not None
    found = by_knowledge(trials, step.known, step.legal, step.action, effort, seed)
    seen = _seen(trials, step, effort, f"{seed} seen {step.event}")
    return ReviewedChoice(
        step.event,
        step.seat,
        step.action,
        found.best,
        found.cost,
        found.error,
        found.grade,
        found.candidates,
        seen.best,
        seen.cost,
        seen.error,
    )


def by_knowledge(
    trials: Trials, known: Known, legal: Sequence[int], chosen: int, effort: Effort, seed: str
) -> Compared:
    """Judge a choice by what the seat knew, and by nothing else."""
    finding, weighing = (numbered(f"{seed} {known.seed}", number) for number in range(2))
    ranked = narrowed(lambda some, count: trials.from_known(known, some, count, finding), legal, effort.narrowing)
    return compared(lambda some, count: trials.from_known(known, some, count, weighing), ranked, chosen, effort.worlds)


def _seen(trials: Trials, step: ReviewedStep, effort: Effort, seed: str) -> Compared:
    """Judge a choice with all cards seen, by a third of the effort."""
    finding, weighing = (numbered(seed, number) for number in range(2))

    def tried(rng: Numbers) -> Tried:
        return lambda some, count: trials.from_state(step.before, count, rng, step.seat, some)[:, :, step.seat]

    ranked = narrowed(tried(finding), step.legal, effort.narrowing // 3)
    return compared(tried(weighing), ranked, step.action, effort.worlds, looks=LOOKS - 2)


# --- candidates ------------------------------------------------------------------------------------------------------


def narrowed(tried: Tried, legal: Sequence[int], budget: int) -> list[int]:
    """Rank the most promising actions, best first, by sequential halving: half of them stay for the next round.

    Every round has the same part of the budget.
    """
    stay, rounds = list(range(len(legal))), max(1, math.ceil(math.log2(len(legal) / SERIOUS)) + 1)
    totals, counts = np.zeros(len(legal)), np.zeros(len(legal))
    for _ in range(rounds):
        won = tried([legal[place] for place in stay], max(1, budget // rounds // len(stay)))
        totals[stay] += won.sum(axis=0)
        counts[stay] += len(won)
        stay.sort(key=lambda place: (-totals[place] / counts[place], place))
        stay = stay[: max(SERIOUS, math.ceil(len(stay) / 2))]
    return [legal[place] for place in stay[:SERIOUS]]


# --- the best against the chosen -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Compared:
    """What the best action is worth more than the chosen one, on worlds that had no part in finding it."""

    best: int
    cost: float
    error: float
    grade: Grade
    candidates: tuple[Candidate, ...]


def compared(tried: Tried, ranked: Sequence[int], chosen: int, worlds: int, looks: int = LOOKS) -> Compared:
    """Compare the best candidate with the chosen action in the same worlds, until that is decided or they are many."""
    actions = list(dict.fromkeys([*ranked, chosen]))
    won = tried(actions, worlds)
    best, place = actions[0], actions.index(chosen)
    pairs = won[:, [0, place]]
    for _ in range(looks - 1):
        if best == chosen or is_decided(pairs[:, 0] - pairs[:, 1]):
            break
        pairs = np.concatenate([pairs, tried([best, chosen], len(pairs))])
    columns = dict(zip(actions, won.T, strict=True)) | {best: pairs[:, 0], chosen: pairs[:, 1]}
    more = pairs[:, 0] - pairs[:, 1]
    cost, error = float(more.mean()), float(error_of(more))
    if cost <= 0:
        best, cost = chosen, 0.0
    return Compared(best, cost, error, grade(cost, error), _candidates(columns, best))


def is_decided(more: Numbers) -> bool:
    """Tell whether more worlds would hardly change the grade, or the place of a fault among others.

    Whatever is a fault by a few worlds costs less than it seems, more often than not; so it is looked at again.
    """
    cost, error = float(more.mean()), float(error_of(more))
    return is_slight(cost, error) or (grade(cost, error) in FAULTS and cost >= EXACT * error)


def is_slight(cost: float, error: float) -> bool:
    """Tell whether a choice costs so little, for all that is known, that nobody has to hear of it."""
    return cost + 2 * error < LEAST


def grade(cost: float, error: float) -> Grade:
    """Grade a choice by its cost; nothing is called a fault that may be chance.

    >>> [str(grade(cost, 0.01)) for cost in (0.0, 0.02, 0.04, 0.07, 0.2)]
    ['best', 'unclear', 'inaccuracy', 'mistake', 'blunder']
    """
    if cost <= 0:
        return Grade.BEST
    if cost >= LEAST and cost > SURE * error:
        return next(name for least, name in GRADES if cost >= least)
    return Grade.FINE if is_slight(cost, error) else Grade.UNCLEAR


def _candidates(columns: dict[int, Numbers], best: int) -> tuple[Candidate, ...]:
    found = [Candidate(action, float(won.mean()), float(error_of(won))) for action, won in columns.items()]
    return tuple(sorted(found, key=lambda each: (each.action != best, -each.share, each.action)))
