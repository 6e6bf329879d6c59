"""How good a choice was, by what its seat knew: candidates first, then the best against the chosen one.

Stops go by counts, never by time, and all chance follows from what the seat was told: so whatever it could not know has
no part in the judgement.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

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
DOUBT = LEAST / 2  # what a search thinks that a choice costs, from which on it is no fault
LOOKS = 5  # at the comparison; each but the first doubles its worlds
PARTS = 5  # of what may be spent to find candidates; no look takes more than one
FEWEST = 10  # worlds that tell anything


@dataclass(frozen=True)
class Effort:
    """How many play-outs a review spends."""

    narrowing: int
    """To find the candidates of a choice, at most; few choices take so many."""
    worlds: int
    """So many for all actions at first, then fresh ones for candidates; for the two that matter up to 16 times it."""
    searching: int
    """Iterations of a search that is asked about every fault."""
    chances: int
    """From every moment."""
    effects: int
    """Worlds for the mean effect of a choice."""


def effort(times: float) -> Effort:
    """Give so many times the usual effort."""
    return Effort(*(round(times * count) for count in (16_000, 150, 3000, 1000, 200)))


Tried = Callable[[Sequence[int], int], Numbers]
"""Gives what a seat wins with some actions in so many worlds: by world, by action."""


def judged(
    trials: Trials, step: ReviewedStep, effort: Effort, seed: str, reviewed: ReviewedChoice | None = None
) -> ReviewedChoice:
    """Judge a choice by what the seat knew, and beside that with all cards seen.

    If it was reviewed before, the best is what was named best then.
    """
    assert step.known is not None
    ranked = [candidate.action for candidate in reviewed.candidates[:SERIOUS]] if reviewed else ()
    found = by_knowledge(trials, step.known, step.legal, step.action, effort, seed, ranked)
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
    trials: Trials,
    known: Known,
    legal: Sequence[int],
    chosen: int,
    effort: Effort,
    seed: str,
    ranked: Sequence[int] = (),
) -> Compared:
    """Judge a choice by what the seat knew, and by nothing else; candidates are looked for unless they are `ranked`.

    Play-outs go on by a policy. What is a fault by them and none by a search, which looks farther, is unclear.
    """
    finding, weighing, searching = (numbered(f"{seed} {known.seed}", number) for number in (0, 1, 3))

    def tried(rng: Numbers) -> Tried:
        return lambda some, count: trials.from_known(known, some, count, rng)

    ranked = ranked or narrowed(tried(finding), legal, effort.worlds, effort.narrowing)
    found = compared(tried(weighing), ranked, chosen, effort.worlds)
    if found.grade in FAULTS:
        cost = trials.searched(known, found.best, chosen, effort.searching, searching)
        if cost is not None and cost < DOUBT:
            return replace(found, grade=Grade.UNCLEAR)
    return found


def _seen(trials: Trials, step: ReviewedStep, effort: Effort, seed: str) -> Compared:
    """Judge a choice with all cards seen, by a third of the effort."""
    finding, weighing = (numbered(seed, number) for number in range(2))

    def tried(rng: Numbers) -> Tried:
        return lambda some, count: trials.from_state(step.before, count, rng, step.seat, some)[:, :, step.seat]

    ranked = narrowed(tried(finding), step.legal, effort.worlds // 3, effort.narrowing // 3)
    return compared(tried(weighing), ranked, step.action, effort.worlds, looks=LOOKS - 2)


# --- candidates ------------------------------------------------------------------------------------------------------


def narrowed(tried: Tried, legal: Sequence[int], worlds: int, budget: int) -> list[int]:
    """Rank the most promising actions, best first: all are tried in the same worlds, and again in as many at each look.

    What is surely worse than the first is tried no more, nor are the last ones, while all that stay would take more
    than a part of the budget. It ends when nothing may be better than the first by what matters, or with the budget.
    """
    part = budget // PARTS
    stay, out = list(legal), list[int]()
    won = tried(stay, max(FEWEST, min(worlds, part // len(stay))))
    spent = won.size
    while True:
        order = np.argsort(-won.mean(axis=0), kind="stable")
        won, stay = won[:, order], [stay[place] for place in order]
        places = contenders(won)[: max(SERIOUS, part // len(won))]
        spent += len(won) * len(places)
        if len(places) == 1 or spent > budget:
            return [*stay, *out][:SERIOUS]
        out = [*(action for place, action in enumerate(stay) if place not in places), *out]
        stay = [stay[place] for place in places]
        won = np.concatenate([won[:, places], tried(stay, len(won))])


def contenders(won: Numbers) -> list[int]:
    """Give the places of all that is not surely worse than the first; that alone if nothing may be better by much."""
    behind = won[:, :1] - won
    costs, errors = behind.mean(axis=0), error_of(behind)
    places = [place for place, cost in enumerate(costs) if cost <= SURE * errors[place]]
    return [0] if all(is_slight(-costs[place], errors[place]) for place in places) else places


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
    """Compare the best candidate with the chosen action in the same worlds, until these are many or it hardly matters.

    A fault gets them all, however sure it is: faults are set beside each other, and what is dear by few worlds costs
    less than it seems, more often than not.
    """
    actions = list(dict.fromkeys([*ranked, chosen]))
    won = tried(actions, worlds)
    best, place = actions[0], actions.index(chosen)
    pairs = won[:, [0, place]]
    for _ in range(looks - 1):
        if best == chosen or is_slight(*cost_of(pairs)):
            break
        pairs = np.concatenate([pairs, tried([best, chosen], len(pairs))])
    columns = dict(zip(actions, won.T, strict=True)) | {best: pairs[:, 0], chosen: pairs[:, 1]}
    cost, error = cost_of(pairs)
    if cost <= 0:
        best, cost = chosen, 0.0
    return Compared(best, cost, error, grade(cost, error), _candidates(columns, best))


def cost_of(pairs: Numbers) -> tuple[float, float]:
    """What the second of two actions brings less than the first, with the standard error."""
    more = pairs[:, 0] - pairs[:, 1]
    return float(more.mean()), float(error_of(more))


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
