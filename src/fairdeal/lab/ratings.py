"""The statistics of duels and ladders: intervals over deals, a test that stops early, and ratings on one scale.

The unit is the deal, never the game: all games of a deal share its cards, so they vary together, and their mean is one
observation. Ten victories in ten deals do not prove certainty: wherever the spread of shares counts, two phantom deals
are added, by one game better than the mean and by one game worse (after Agresti and Coull).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from fairdeal.contract.rules import Numbers
from fairdeal.lab.simulate import NORMAL_95, Average

# --- intervals -------------------------------------------------------------------------------------------------------


def t_95(freedom: int) -> float:
    """The two-sided 95 % point of Student's distribution.

    Exact for one and two degrees of freedom; from three on by Abramowitz and Stegun 26.7.5, 0.3 % too low at worst.

    >>> [round(t_95(freedom), 2) for freedom in (1, 2, 10, 100)]
    [12.71, 4.3, 2.23, 1.98]
    """
    if freedom == 1:
        return math.tan(math.pi * 0.475)
    if freedom == 2:
        return 0.95 * math.sqrt(2 / (1 - 0.95**2))
    x = NORMAL_95
    terms = (
        (x**3 + x) / 4,
        (5 * x**5 + 16 * x**3 + 3 * x) / 96,
        (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384,
        (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / 92160,
    )
    return x + math.fsum(term / float(freedom**power) for power, term in enumerate(terms, 1))


def mean_of(values: Sequence[float]) -> Average:
    """The mean of numbers without bounds, such as points, and its interval."""
    mean = math.fsum(values) / len(values)
    if len(values) == 1:
        return Average(mean, None, None)
    margin = _margin(len(values), variance(values))
    return Average(mean, mean - margin, mean + margin)


def share_of(values: Sequence[float], step: float, low: float = 0.0, high: float = 1.0) -> Average:
    """The mean of shares of the victory, or of their differences, and its interval, which stays within the bounds.

    `step` is by how much a single game moves the value of its deal.
    """
    mean = math.fsum(values) / len(values)
    if len(values) == 1:
        return Average(mean, None, None)
    margin = _margin(len(values), variance([*values, mean - step, mean + step]))
    return Average(mean, max(low, mean - margin), min(high, mean + margin))


def _margin(count: int, spread: float) -> float:
    return t_95(count - 1) * math.sqrt(spread / count)


def variance(values: Sequence[float]) -> float:
    """The variance of numbers, estimated from at least two of them."""
    mean = math.fsum(values) / len(values)
    return math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)


def interval_text(estimate: Average, factor: float = 1, digits: int = 2) -> str:
    """Print an interval.

    >>> interval_text(Average(0.5, 0.25, 0.75), 100, 0), interval_text(Average(0.5, None, None))
    ('25 to 75', '-')
    """
    if estimate.low is None or estimate.high is None:
        return "-"
    return f"{factor * estimate.low:.{digits}f} to {factor * estimate.high:.{digits}f}"


# --- a test that stops early -----------------------------------------------------------------------------------------

STRONGER, NOT_STRONGER = "stronger", "not stronger"
MISTAKE = 0.05  # how often either verdict is wrong
BOUND = math.log((1 - MISTAKE) / MISTAKE)
FEWEST = 20  # deals before any verdict: the normal approximation needs some


@dataclass(frozen=True)
class Sprt:
    """A generalised sequential probability ratio test, as chess engines are tested by.

    Of scores by deal, even strength (H0) is tested against an advantage of `margin` (H1), by a normal approximation
    with the variance that the deals show. Either verdict is wrong with a probability of about MISTAKE.
    """

    even: float
    margin: float
    step: float
    """By how much a single game moves the value of its deal."""
    bound: float = BOUND

    def ratio(self, values: Sequence[float]) -> float:
        """The logarithm of how much more likely H1 makes the scores than H0 does."""
        mean = math.fsum(values) / len(values)
        spread = variance([*values, mean - self.step, mean + self.step])
        return len(values) * self.margin * (mean - self.even - self.margin / 2) / spread

    def verdict(self, values: Sequence[float]) -> str | None:
        """Say which is accepted; None as long as neither is."""
        if len(values) < FEWEST or abs(ratio := self.ratio(values)) < self.bound:
            return None
        return STRONGER if ratio > 0 else NOT_STRONGER


# --- ratings ---------------------------------------------------------------------------------------------------------

SCALE = 400 / math.log(10)  # Elo's: 400 for odds of ten to one
STEPS = 50  # of Newton's method, which needs about seven
CLOSE = 1e-6
REPEATS = 1000  # bootstrap samples


@dataclass(frozen=True)
class Series:
    """What one seat of a bot won against a table full of another's: a score for each deal."""

    bot: int
    others: int
    scores: Sequence[float]


def fit(table: Sequence[Series], bots: int, seats: int) -> list[float]:
    """Give the rating of each bot that explains all results best, the first at 0.

    The victory of a game falls to a seat in proportion to the strength of its bot: Bradley and Terry's model, and with
    more seats the first choice of Plackett and Luce's. It asks for the victory alone, because that is what bots play
    for; the order of the others, who are copies of one bot, says nothing of it.
    """
    won = np.array([math.fsum(series.scores) for series in table])
    found: list[float] = _fit(_design(table, bots), won, _deals(table), seats).tolist()
    return found


def ratings(table: Sequence[Series], bots: int, seats: int, seed: int = 0) -> list[Average]:
    """Rate all bots, the first at 0, with 95 % intervals by the Bayesian bootstrap over deals.

    Every sample weighs the deals of a series anew. Where all deals ended alike, a phantom one that was shared evenly,
    part won and part lost, is among them: a bot that never lost would be rated as if that were certain for ever.
    """
    rng = np.random.default_rng(seed)
    design, deals = _design(table, bots), _deals(table)
    pools = [np.array([*series.scores, 0.0, 1.0]) for series in table]
    parts = [_parts(series.scores, seats) for series in table]
    samples = np.empty((REPEATS, bots))
    for number in range(REPEATS):
        shares = [pool @ rng.dirichlet(part) for pool, part in zip(pools, parts, strict=True)]
        samples[number] = _fit(design, np.array(shares) * deals, deals, seats)
    low, high = np.quantile(samples, [0.025, 0.975], axis=0).tolist()
    found = fit(table, bots, seats)
    ends = zip(found[1:], low[1:], high[1:], strict=True)
    return [Average(0.0, None, None), *(Average(mean, min(mean, a), max(mean, b)) for mean, a, b in ends)]


def _parts(scores: Sequence[float], seats: int) -> Numbers:
    """How much each deal of a series counts on average, and the lost and the won part of the phantom one."""
    phantom = [1 - 1 / seats, 1 / seats] if len(set(scores)) == 1 else [1e-9, 1e-9]
    return np.array([1.0] * len(scores) + phantom)


def _deals(table: Sequence[Series]) -> Numbers:
    return np.array([len(series.scores) for series in table], float)


def _design(table: Sequence[Series], bots: int) -> Numbers:
    """A row for each series: its bot's strength counts for it, and the others' against it; the first bot's is 0."""
    design = np.zeros((len(table), bots))
    for row, series in zip(design, table, strict=True):
        row[series.bot] += 1
        row[series.others] -= 1
    return design[:, 1:]


def _fit(design: Numbers, won: Numbers, deals: Numbers, seats: int) -> Numbers:
    """Climb the likelihood by Newton's method.

    Firth's correction takes out the bias that small numbers have, and keeps the ratings finite when nothing was lost.
    """
    strength = np.zeros(design.shape[1])
    handicap = math.log(seats - 1)  # of one seat against all others
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(handicap - design @ strength))
        weight = deals * chance * (1 - chance)
        inverse = np.linalg.inv(design.T @ (weight[:, None] * design))
        leverage = weight * np.einsum("ij,jk,ik->i", design, inverse, design)
        step = inverse @ (design.T @ (won - deals * chance + leverage * (0.5 - chance)))
        strength += np.clip(step, -1, 1)
        if np.abs(step).max() < CLOSE:
            break
    return SCALE * np.concatenate([[0.0], strength])


def expected(difference: float, seats: int) -> float:
    """The share of the victory of one seat whose bot is rated so much higher than the others'.

    >>> expected(0, 2), round(expected(400, 2), 3), expected(0, 4)
    (0.5, 0.909, 0.25)
    """
    return 1 / (1 + (seats - 1) * 10 ** (-difference / 400))


# --- times -----------------------------------------------------------------------------------------------------------

BINS = 8  # of times for each doubling: within 4.5 % of the truth

Times = Mapping[int, int]
"""How many choices took how long; see `bin_of`. Times of several games are added up."""


def bin_of(seconds: float) -> int:
    """The bin of a time."""
    return round(BINS * math.log2(max(seconds, 1e-6)))


def time_at(times: Times, part: float) -> float | None:
    """The seconds within which that part of all choices was made."""
    wanted, seen = part * sum(times.values()), 0
    for place in sorted(times):
        seen += times[place]
        if seen >= wanted:
            return float(2 ** (place / BINS))
    return None


def added(all_times: Sequence[Times]) -> Counter[int]:
    """Add up times of several games."""
    total: Counter[int] = Counter()
    for times in all_times:
        total.update(times)
    return total


def seconds_text(seconds: float | None) -> str:
    """Print a time with two digits that count.

    >>> [seconds_text(time) for time in (None, 0.00002, 0.0123, 0.25, 1.5)]
    ['-', '0.02 ms', '12 ms', '250 ms', '1.5 s']
    """
    if seconds is None:
        return "-"
    milliseconds = float(f"{1000 * seconds:.2g}")
    return f"{milliseconds:g} ms" if milliseconds < 1000 else f"{milliseconds / 1000:g} s"
