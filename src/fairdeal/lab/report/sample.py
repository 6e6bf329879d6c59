"""The games of a run as numbers, and what can be estimated of them.

The unit is the deal: all games of a deal share its cards, so their mean is one observation. Intervals are those of
duels: Student's over deals, with two phantom deals where shares are counted.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from fairdeal.contract.rules import Numbers
from fairdeal.lab.ratings import mean_of, share_of, t_95, variance
from fairdeal.lab.report.plan import Columns, Plan
from fairdeal.lab.simulate import Average

REPEATS = 1000  # bootstrap samples
AT_ONCE = 50  # of them in memory
MISTAKE = 0.05
HELD, HELD_WON = "held_", "held_won_"  # columns of a card
OFFERED, BY_CHANCE, TAKEN, TAKEN_WON, TRIED, EFFECT = (
    f"{name}_" for name in ("offered", "by_chance", "taken", "taken_won", "tried", "effect")
)  # columns of an offer
FEWEST = 50  # times that something was offered, or forbidden, before it is judged
DEAD = 0.1  # of what chance would take: what is surely taken less often is dead
MATTERS = 0.05  # of the victory: a decision matters if its actions are so far apart
FEWEST_DEALS = 200  # before an interval is trusted to say that it is narrow enough
ONE_SIDED = 1.6449  # the normal point below which are 95 %


class Sample:
    """Games of a plan, whole deals always."""

    def __init__(self, plan: Plan, columns: Columns, tried: Sample | None = None) -> None:
        """`tried` are games of native players in which offers were forbidden; its own, if they are that."""
        self.plan = plan
        self.tried = self if plan.is_native else tried
        self.columns = columns
        self.seats = plan.seats
        self.games = len(columns["game"])

    @property
    def deals(self) -> int:
        return self.games // self.plan.takes

    def by_seat(self, name: str) -> Numbers:
        """Give a column for each seat."""
        return np.stack([self.columns[f"{name}_{seat + 1}"] for seat in range(self.seats)], axis=1)

    @functools.cached_property
    def won(self) -> Numbers:
        """Shares of the victory by seat."""
        return self.by_seat("won")

    @functools.cached_property
    def points(self) -> Numbers:
        return self.by_seat("points")

    @property
    def has_order(self) -> bool:
        """Whether the seats had turns, one after another."""
        is_timed = self.plan.found.rules.REAL_TIME
        return self.seats > 1 and not is_timed and bool((self.by_seat("place") >= 0).all())

    def by_place(self, values: Numbers) -> Numbers:
        """Put columns of seats into the order of play."""
        return np.take_along_axis(values, np.argsort(self.by_seat("place"), axis=1), axis=1)

    # --- estimates ---

    def by_deal(self, values: Numbers) -> list[float]:
        """Average the games of each deal."""
        means: list[float] = values.reshape(self.deals, self.plan.takes).mean(axis=1, dtype=np.float64).tolist()
        return means

    def mean(self, values: Numbers) -> Average:
        """Estimate the mean of numbers without bounds."""
        return mean_of(self.by_deal(values))

    def share(self, values: Numbers) -> Average:
        """Estimate a share, of the victory or of games."""
        return self.share_by_deal(self.by_deal(values))

    def alone(self, bot: int) -> list[float]:
        """Give the share of the victory that a bot had in each deal, in a seat of its own."""
        sits = self.by_seat("bot") == bot
        shape = self.deals, self.plan.takes
        is_alone = (sits.sum(axis=1) == 1).reshape(shape)
        won = (sits * self.won).sum(axis=1).reshape(shape)
        shares: list[float] = ((won * is_alone).sum(axis=1) / is_alone.sum(axis=1)).tolist()
        return shares

    def share_by_deal(self, shares: Sequence[float]) -> Average:
        """Estimate a share of which each deal has a mean."""
        return share_of(shares, 1 / self.plan.takes)

    def doubt(self, values: Numbers, expected: float) -> float:
        """How likely shares would differ from what was expected at least as much, if that were true (two-sided)."""
        return p_value(self.by_deal(values), expected, 1 / self.plan.takes)

    @functools.cached_property
    def unfair(self) -> dict[str, bool]:
        """Which places in the order of play, and which seats, are better or worse than others, judged together."""
        even, doubts = 1 / self.seats, dict[str, float]()
        if self.has_order:
            doubts |= {f"place_{n}": self.doubt(column, even) for n, column in enumerate(self.by_place(self.won).T)}
        if self.seats > 1:
            doubts |= {f"seat_{n}": self.doubt(column, even) for n, column in enumerate(self.won.T)}
        if self.seats > 1 and "rounds" in self.columns and self.deals > 1:
            doubts |= {f"round_{n}": self.ratio(f"ahead_{n + 1}", "rounds").doubt(even) for n in range(self.seats)}
        doubts |= {f"card_{card}": self.holders(card).doubt(even) for card in self.cards}
        doubts |= {f"dead_{offer}": self._doubt_dead(offer) for offer in self.offers}
        if self.tried is not None:
            for offer in self.tried.tried_offers:
                doubts[f"dominated_{offer}"] = self.tried.ratio(EFFECT + offer, TRIED + offer).doubt_below(0.0)
        return dict(zip(doubts, holm(list(doubts.values())), strict=True))

    @functools.cached_property
    def cards(self) -> list[str]:
        """The texts of the cards that somebody was dealt; of one game nothing can be said."""
        dealt = [name for name in self.columns if name.startswith(HELD) and not name.startswith(HELD_WON)]
        return [name.removeprefix(HELD) for name in dealt if self.columns[name].any() and 1 < self.seats < self.games]

    def holders(self, card: str) -> Ratio:
        """Estimate which share of the victory the holders of a card have: who is dealt it is chance."""
        return self.ratio(HELD_WON + card, HELD + card)

    def ratio(self, over: str, under: str) -> Ratio:
        """Estimate a ratio of two columns: of their means over deals.

        Its error is that of what is left of each deal (the linear approximation).
        """
        tops, bottoms = (np.array(self.by_deal(self.columns[name])) for name in (over, under))
        mean = float(tops.sum() / bottoms.sum())
        rest = (tops - mean * bottoms) / bottoms.mean()
        step = 1 / self.plan.takes
        return Ratio(mean, variance([*rest.tolist(), -step, step]) / self.deals, self.deals)

    # --- rounds ---

    def round_share(self, step: int) -> Average:
        """Estimate how often the seat so far behind the one that leads a round gains most in it."""
        return self.ratio(f"ahead_{step + 1}", "rounds").within(0.0, 1.0)

    def round_points(self, step: int) -> Average:
        """Estimate how many points it gains."""
        return self.ratio(f"gained_{step + 1}", "rounds").within(-math.inf, math.inf)

    # --- what is offered ---

    @functools.cached_property
    def offers(self) -> list[str]:
        """The texts of what was offered often enough."""
        return self._often(OFFERED) if self.seats > 1 and self.deals > 1 else []

    @functools.cached_property
    def tried_offers(self) -> list[str]:
        """The texts of what was forbidden often enough."""
        return self._often(TRIED) if self.seats > 1 and self.deals > 1 else []

    def _often(self, begins: str) -> list[str]:
        return [
            name.removeprefix(begins)
            for name, numbers in self.columns.items()
            if name.startswith(begins) and numbers.sum() >= FEWEST
        ]

    def effect(self, offer: str) -> Average | None:
        """Estimate by how much more of the victory a player of the tried games has because of what it took.

        None where that was not seen often enough.
        """
        if self.tried is None or offer not in self.tried.tried_offers:
            return None
        return self.tried.ratio(EFFECT + offer, TRIED + offer).within(-1.0, 1.0)

    def _doubt_dead(self, offer: str) -> float:
        """How likely something would be taken as rarely, if it were as often as DEAD says (one-sided)."""
        less = self.columns[TAKEN + offer] - DEAD * self.columns[BY_CHANCE + offer]
        values, step = self.by_deal(less), 1 / self.plan.takes
        mean = math.fsum(values) / len(values)
        spread = variance([*values, mean - step, mean + step])
        return below_normal(mean / math.sqrt(spread / len(values)))

    # --- what was looked at closely ---

    def probed(self, name: str) -> Numbers:
        """Give a number of the games that were looked at closely; one of a deal at most is."""
        column = self.columns.get(name, np.zeros(0))
        return np.asarray(column[~np.isnan(column)])

    @functools.cached_property
    def gaps(self) -> tuple[Average, Average] | None:
        """Estimate how far the best and the worst action of a decision are apart, and how often that surely matters."""
        gaps = self.probed("gap")
        if len(gaps) < 2:
            return None
        sure = gaps - ONE_SIDED * self.probed("gap_error") > MATTERS
        return mean_of(gaps.tolist()), share_of(sure.astype(float).tolist(), 1.0)

    @property
    def is_repeated(self) -> bool:
        """Whether the games of every deal are alike, because these bots choose without chance."""
        deals = self.points.reshape(self.deals, self.plan.takes, -1)
        return bool((deals == deals[:, :1]).all())

    def half_width(self) -> float:
        """How far the widest interval of wins by order of play, or by seat where there is none, reaches."""
        shares = [self.share(column) for column in (self.by_place(self.won) if self.has_order else self.won).T]
        return max((share.high - share.low) / 2 for share in shares if share.low is not None and share.high is not None)

    def deal_share(self, values: Numbers) -> Average:
        """Estimate how much of the variance of a result the deal explains, by columns that are added up.

        Games of a deal differ by choices alone: their variance, estimated without bias, is the rest. The interval is
        that of the bootstrap over deals, by Efron's corrected quantiles (BCa): a part of a variance leans to one side.
        """
        deals = values.reshape(self.deals, self.plan.takes, -1)
        within = deals.var(axis=1, ddof=1).sum(axis=1)
        means = deals.mean(axis=1)
        sums = np.concatenate([within[:, None], means, means**2], axis=1)
        whole = sums.mean(axis=0)
        found = _explained(whole[None], self.deals, self.plan.takes)[0]
        without_one = whole + (whole - sums) / (self.deals - 1)
        rng = np.random.default_rng(0)
        samples = []
        for _ in range(REPEATS // AT_ONCE):
            weights = rng.multinomial(self.deals, np.full(self.deals, 1 / self.deals), AT_ONCE) / self.deals
            samples.append(_explained(weights @ sums, self.deals, self.plan.takes))
        influence = found - _explained(without_one, self.deals, self.plan.takes)
        low, high = corrected_quantiles(np.concatenate(samples), found, influence)
        return Average(*(min(1.0, max(0.0, end)) for end in (float(found), min(low, found), max(high, found))))


def is_narrow(plan: Plan, width: float, columns: Columns) -> bool:
    """Tell whether the intervals of wins by order of play reach at most so far to either side."""
    sample = Sample(plan, columns)
    return sample.deals >= FEWEST_DEALS and sample.half_width() <= width


def _explained(means: Numbers, deals: int, takes: int) -> Numbers:
    """The deal's part of the variance: by the variance within deals, means and squares of means, a row a sample."""
    columns = (means.shape[1] - 1) // 2
    within = means[:, 0]
    first, squares = means[:, 1 : 1 + columns], means[:, 1 + columns :]
    between = (squares - first**2).sum(axis=1) * deals / (deals - 1) - within / takes
    found: Numbers = between / np.maximum(between + within, 1e-12)
    return found


def corrected_quantiles(samples: Numbers, found: float, influence: Numbers) -> tuple[float, float]:
    """Give the ends of a 95 % interval of the bootstrap, corrected for bias and lean (Efron's BCa).

    `influence` is what each observation does to the estimate. Of few observations the quantiles alone are too narrow,
    by as much as the normal interval of a mean is narrower than Student's.
    """
    normal, count = NormalDist(), len(influence)
    reach = t_95(count - 1) * math.sqrt(count / (count - 1))
    below = ((samples < found).mean() + (samples <= found).mean()) / 2
    bias = normal.inv_cdf(min(max(float(below), 1 / len(samples)), 1 - 1 / len(samples)))
    lean = float((influence**3).sum() / (6 * max((influence**2).sum() ** 1.5, 1e-30)))

    def end(point: float) -> float:
        shifted = bias + point
        return float(np.quantile(samples, normal.cdf(bias + shifted / (1 - lean * shifted))))

    return end(-reach), end(reach)


@dataclass(frozen=True)
class Ratio:
    """A ratio of means over deals, and the variance of that estimate."""

    mean: float
    spread: float
    deals: int

    def within(self, low: float, high: float) -> Average:
        """Give its interval, which stays within bounds."""
        margin = t_95(max(1, self.deals - 1)) * math.sqrt(self.spread)
        return Average(self.mean, max(low, self.mean - margin), min(high, self.mean + margin))

    def doubt(self, expected: float) -> float:
        """How likely it would be at least as far off, if what was expected were true (two-sided)."""
        return math.erfc(abs(self.mean - expected) / math.sqrt(2 * self.spread))

    def doubt_below(self, expected: float) -> float:
        """How likely it would be at least as low, if it were not below what was expected (one-sided)."""
        return below_normal((self.mean - expected) / math.sqrt(self.spread))


def below_normal(z: float) -> float:
    """The part of the normal distribution below a point.

    >>> round(below_normal(-1.96), 3), below_normal(0)
    (0.025, 0.5)
    """
    return math.erfc(-z / math.sqrt(2)) / 2


def p_value(values: Sequence[float], expected: float, step: float) -> float:
    """The two-sided probability of a mean as far off, with the spread that intervals of shares have."""
    mean = math.fsum(values) / len(values)
    spread = variance([*values, mean - step, mean + step])
    return math.erfc(abs(mean - expected) / math.sqrt(2 * spread / len(values)))


def holm(doubts: Sequence[float]) -> list[bool]:
    """Say which of several verdicts stand, so that any of them is wrong one time in 20 at most (Holm).

    >>> holm([0.01, 0.04, 0.03]), holm([0.02, 0.02, 0.9])
    ([True, False, False], [False, False, False])
    """
    order = sorted(range(len(doubts)), key=doubts.__getitem__)
    stands = [False] * len(doubts)
    for rank, place in enumerate(order):
        if doubts[place] > MISTAKE / (len(doubts) - rank):
            break
        stands[place] = True
    return stands
