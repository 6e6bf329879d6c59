"""Games of a run as numbers with a truth that is known: who starts may have an advantage, and deals may decide."""

from __future__ import annotations

import numpy as np

from fairdeal.lab.report.plan import Columns, Plan
from fairdeal.lab.report.sample import Sample
from fairdeal.play.tracks import cards_of, measures_of

PLAN = Plan("battle", 2, {}, None, ("random",), "planted")
CARDS = Plan("caster", 2, {}, None, ("random",), "planted")  # whose cards have names; nobody plays it


def planted(deals: int, seed: int, first: float = 0.5, spread: float = 0.0, plan: Plan = PLAN) -> Columns:
    """Make games of two seats: whoever starts wins with a chance that `spread` moves up or down with each deal.

    The loser has 10 points and the winner more.
    """
    rng = np.random.default_rng(seed)
    games, takes = deals * plan.takes, plan.takes
    starts = np.repeat(rng.integers(0, 2, deals), takes)
    chances = np.repeat(first + spread * rng.choice([-1, 1], deals), takes)
    wins = np.where(rng.random(games) < chances, starts, 1 - starts)
    columns = {name: np.full(games, 10) for name in ("events", "decisions", "turns", "choices")}
    columns |= {name: np.full(games, 0) for name in ("forced", "widest", "changes", "led_since", "time")}
    columns |= {"game": np.arange(games), "deal": np.arange(games) // takes}
    for seat in range(2):
        has_won, has_started = wins == seat, starts == seat
        columns[f"won_{seat + 1}"] = has_won.astype(float)
        columns[f"place_{seat + 1}"] = np.where(has_started, 0, 1)
        columns[f"points_{seat + 1}"] = 10 + has_won * rng.integers(1, 9, games)
        columns |= {f"{name}_{seat + 1}": np.zeros(games, int) for name in measures_of(plan.found)}
    return columns


def with_cards(deals: int, seed: int, gain: float) -> Sample:
    """Deal eight cards, each to one of two seats or to nobody; whoever has the first wins so much more often."""
    rng = np.random.default_rng(seed)
    columns = dict(planted(deals, seed, plan=CARDS))
    games = np.repeat(np.arange(deals), CARDS.takes)
    texts = cards_of(CARDS.found).texts[:8]
    holders = rng.integers(-1, 2, (8, deals))[:, games]  # by game, the same in each of a deal
    chance = 0.5 + np.where(holders[0] == 0, gain, 0) - np.where(holders[0] == 1, gain, 0)
    wins = (rng.random(len(games)) >= chance).astype(int)  # a seat
    for seat in range(2):
        columns[f"won_{seat + 1}"] = (wins == seat).astype(float)
    for text, holder in zip(texts, holders, strict=True):
        columns |= {f"held_{text}": (holder >= 0).astype(int), f"held_won_{text}": (holder == wins).astype(float)}
    return Sample(CARDS, columns)


def sampled(deals: int, seed: int, first: float = 0.5, spread: float = 0.0) -> Sample:
    return Sample(PLAN, planted(deals, seed, first, spread))


def deal_share(first: float, spread: float) -> float:
    """How much of a seat's victory the deal decides: who starts, and the deal's own chance."""
    means = [chance if starts else 1 - chance for starts in (0, 1) for chance in (first + spread, first - spread)]
    return float(np.var(means) / 0.25)
