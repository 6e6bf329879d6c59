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
    cards = cards_of(CARDS.found)
    assert cards is not None
    texts = cards.texts[:8]
    holders = rng.integers(-1, 2, (8, deals))[:, games]  # by game, the same in each of a deal
    chance = 0.5 + np.where(holders[0] == 0, gain, 0) - np.where(holders[0] == 1, gain, 0)
    wins = (rng.random(len(games)) >= chance).astype(int)  # a seat
    for seat in range(2):
        columns[f"won_{seat + 1}"] = (wins == seat).astype(float)
    for text, holder in zip(texts, holders, strict=True):
        columns |= {f"held_{text}": (holder >= 0).astype(int), f"held_won_{text}": (holder == wins).astype(float)}
    return Sample(CARDS, columns)


OFFERS = ("good", "fair", "bad", "dead")


def with_offers(deals: int, seed: int, gain: float = 0.0, rare: float = 1.0) -> Sample:
    """Offer four things in each of ten decisions of a game, and forbid some of what is taken.

    The first brings so much more of the victory, the third so much less; the last is taken so many times as often.
    """
    rng = np.random.default_rng(seed)
    columns = dict(planted(deals, seed))
    games = deals * PLAN.takes
    chances = np.array([1.0, 1.0, 1.0, rare])
    gains = {"good": gain, "bad": -gain}
    taken = rng.multinomial(10, chances / chances.sum(), games)
    for number, text in enumerate(OFFERS):
        tried = rng.binomial(taken[:, number], 1 / 16)
        # What is won with it and without it are as far apart as two results of one game can be.
        with_it, without = (rng.binomial(tried, 0.5 + side * gains.get(text, 0.0) / 2) for side in (1, -1))
        columns |= {f"offered_{text}": np.full(games, 10), f"by_chance_{text}": np.full(games, 2.5)}
        columns |= {f"taken_{text}": taken[:, number], f"taken_won_{text}": rng.binomial(taken[:, number], 0.5)}
        columns |= {f"tried_{text}": tried, f"effect_{text}": (with_it - without).astype(float)}
    return Sample(PLAN, columns)


def sampled(deals: int, seed: int, first: float = 0.5, spread: float = 0.0) -> Sample:
    return Sample(PLAN, planted(deals, seed, first, spread))


def so_far(sample: Sample, deals: int) -> Sample:
    """Give what a run had after so many deals: looks at it are looks at the same games, and at more each time."""
    games = deals * sample.plan.takes
    return Sample(sample.plan, {name: column[:games] for name, column in sample.columns.items()})


def deal_share(first: float, spread: float) -> float:
    """How much of a seat's victory the deal decides: who starts, and the deal's own chance."""
    means = [chance if starts else 1 - chance for starts in (0, 1) for chance in (first + spread, first - spread)]
    return float(np.var(means) / 0.25)
