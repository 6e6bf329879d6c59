"""Luck and skill: how often each level beats the one below, and how many games tell them apart."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from fairdeal.errors import Refused
from fairdeal.lab.ratings import mean_of, variance
from fairdeal.lab.report.figures import COUNT, PERCENT, Figure, Section
from fairdeal.lab.report.plan import Plan
from fairdeal.lab.report.runs import opened, play
from fairdeal.lab.report.sample import Sample
from fairdeal.lab.simulate import NORMAL_95, Average
from fairdeal.language.messages import say

PARTS = 15  # of a pair of levels
POWER = 0.8416  # the normal point below which are 80 %: so often the games tell the levels apart

Pair = tuple[str, str]
"""A level and the one below it."""


def pairs_of(plan: Plan) -> list[Pair]:
    """List the neighbours among the levels up to the best that plays. Raise Refused where it is the lowest, or none."""
    names = [level.name for level in plan.found.levels]
    places = [names.index(bot) for bot in plan.bots if bot in names]
    if plan.seats == 1 or not places or max(places) == 0:
        raise Refused(say("report.no_level", bot=plan.bots[0]))
    return [(upper, lower) for lower, upper in itertools.pairwise(names[: max(places) + 1])]


def skill_section(folder: Path, plan: Plan, pairs: Sequence[Pair], jobs: int, on: str | None = None) -> Section:
    """Let the levels play each other, in runs inside the folder, and say what came out."""
    rows: list[Figure] = []
    for upper, lower in pairs:
        match = replace(plan, bots=(upper, lower), is_probed=False)
        with opened(folder / f"{upper}-{lower}", match) as run:
            played = play(run, PARTS, jobs, on=on)
        if played is not None:
            rows += _rows(Sample(match, played.columns))
    return Section("skill", (say("report.skill.told"),), tuple(rows), 1 / plan.seats)


def _rows(sample: Sample) -> list[Figure]:
    upper, lower = sample.plan.bots
    own, others = sample.alone(0), sample.alone(1)
    leads = [a - b for a, b in zip(own, others, strict=True)]
    beats = say("report.row.beats", upper=upper, lower=lower)
    rows = [Figure(f"{upper}_{lower}", beats, sample.share_by_deal(own), PERCENT)]
    needed = games_needed(leads, sample.plan.takes)
    if needed is not None:
        rows.append(Figure(f"{upper}_{lower}_games", say("report.row.needed"), needed, COUNT))
    return rows


def games_needed(leads: Sequence[float], takes: int) -> Average | None:
    """How many games tell two bots apart, four times in five, by the leads that one had in deals of so many games.

    None where it does not lead at all; without an interval where it may not.
    """
    lead = mean_of(leads)
    if lead.mean <= 0:
        return None
    scale = takes * variance(leads) * (NORMAL_95 + POWER) ** 2
    mean = max(takes, scale / lead.mean**2)  # whole deals: who always wins is told apart by one
    if lead.low is None or lead.high is None or lead.low <= 0:
        return Average(mean, None, None)
    return Average(mean, max(takes, scale / lead.high**2), max(takes, scale / lead.low**2))
