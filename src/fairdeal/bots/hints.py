"""What to say of the best actions that a search found: how good it thinks them, and what speaks for them.

A search estimates and never knows. So every number comes with its standard error, no share of the victory is called
certain, and two actions that the errors cannot tell apart are called about as good.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from fairdeal.bots.searcher import Estimate, Judgement
from fairdeal.contract.game import Game
from fairdeal.contract.rules import State
from fairdeal.language.messages import Catalogue, Mark, apart

MOST_HINTS = 3
SURE = 0.99  # shares above it, and those as near to 0, are not told apart
DOUBT = 2.0  # standard errors of a difference that may be chance


@dataclass(frozen=True)
class Bar:
    """An estimate as it is drawn, from 0 to 1 of a bar: the estimate itself, and the two ends of its error."""

    at: float
    low: float
    high: float


@dataclass(frozen=True)
class Hint:
    """An action, what a search expects of it, with standard errors, and what speaks for it."""

    action: str
    share: float
    share_error: float
    points: float
    points_error: float
    value: str
    """What it brings, in a few words."""
    bar: Bar
    more: str
    """What it brings besides: points, where the victory decides."""
    reasons: tuple[str, ...]
    sentence: str
    action_marks: tuple[Mark, ...]
    """The cards that the action names."""
    reason_marks: tuple[tuple[Mark, ...], ...]
    """What each of the reasons names; empty if none names anything."""


def best_few(judgement: Judgement, most: int = MOST_HINTS) -> list[Estimate]:
    """Give the best actions, the one that a bot would choose first; all but that one were tried more than once."""
    ranked = sorted(judgement.estimates, key=lambda found: (found.visits, found.reward, -found.action), reverse=True)
    return [found for place, found in enumerate(ranked[:most]) if place == 0 or found.visits > 1]


def hints(game: Game, v: State, seat: int, estimates: Sequence[Estimate], catalogue: Catalogue) -> list[Hint]:
    """Say of a seat's best actions, best first, how good they are and why; from its view alone."""
    estimates = [cautious(estimate) for estimate in estimates]
    by_points = is_about_points(int(v.seats), estimates)
    found = []
    for place, estimate in enumerate(estimates):
        name = game.words.text(estimate.action)
        reasons, marks = apart(map(catalogue.mark, game.words.reasons(v, seat, estimate.action)))
        rivals = [] if place else estimates[1:2]
        parts = [amount(estimate, by_points), *(_next_best(game, estimate, rival, by_points) for rival in rivals)]
        if place and is_close(estimates[0], estimate, by_points):
            parts.append("about as good as the first")
        sentence = f"{name[0].upper()}{name[1:]}: {'; '.join(reasons)}. {parts[0].capitalize()}"
        found.append(
            Hint(
                name,
                estimate.share,
                estimate.share_error,
                estimate.points,
                estimate.points_error,
                value(estimate, by_points),
                bar(estimate, estimates, by_points),
                "" if by_points else f"{value(estimate, True)} to be expected",
                reasons,
                f"{', '.join([sentence, *parts[1:]])}.",
                game.marked_action(name).marks,
                marks,
            )
        )
    return found


def cautious(estimate: Estimate) -> Estimate:
    """Widen the errors of what was tried so seldom that all tries ended alike, which is no certainty.

    Of a share it is at least the error that two more victories and two more defeats would leave (Agresti and Coull).
    """
    tries = estimate.visits + 4
    share = (estimate.share * estimate.visits + 2) / tries
    least = math.sqrt(share * (1 - share) / tries)
    points = estimate.points_error if math.isfinite(estimate.points_error) else abs(estimate.points)
    known = estimate.share_error if math.isfinite(estimate.share_error) else 0.0
    return replace(estimate, share_error=max(known, least), points_error=points)


def _next_best(game: Game, best: Estimate, rival: Estimate, by_points: bool) -> str:
    name = game.words.text(rival.action)
    found = points_text(rival) if by_points else share_text(rival)
    is_as_good = is_close(best, rival, by_points)
    return f"and {name} is about as good: {found}" if is_as_good else f"the next best, {name}, {found}"


def is_about_points(seats: int, estimates: Sequence[Estimate]) -> bool:
    """Tell whether the shares of the victory say nothing: alone at a table, or when all but won or lost."""
    return seats == 1 or all(map(is_all_but_won, estimates)) or all(map(is_all_but_lost, estimates))


def is_all_but_won(estimate: Estimate) -> bool:
    return estimate.share - estimate.share_error > SURE


def is_all_but_lost(estimate: Estimate) -> bool:
    return estimate.share + estimate.share_error < 1 - SURE


def is_close(best: Estimate, other: Estimate, by_points: bool) -> bool:
    """Tell whether the errors leave open which of two is better."""
    if by_points:
        return best.points - other.points <= DOUBT * math.hypot(best.points_error, other.points_error)
    return best.share - other.share <= DOUBT * math.hypot(best.share_error, other.share_error)


def amount(estimate: Estimate, by_points: bool) -> str:
    """Say what an action brings: how often it wins, or how many points it scores."""
    return f"scores {value(estimate, by_points)}" if by_points else value(estimate, by_points)


def value(estimate: Estimate, by_points: bool) -> str:
    """Say it in fewer words."""
    return f"{points_text(estimate)} points" if by_points else f"wins {share_text(estimate)}"


def bar(estimate: Estimate, estimates: Sequence[Estimate], by_points: bool) -> Bar:
    """Draw an estimate: a share on the way from 0 to 1, points between the worst and the best that are expected."""
    if not by_points:
        return _bar(estimate.share, estimate.share_error, 0.0, 1.0)
    least = min(one.points - 3 * one.points_error for one in estimates)
    most = max(one.points + one.points_error for one in estimates)
    return _bar(estimate.points, estimate.points_error, least, most)


def _bar(number: float, error: float, least: float, most: float) -> Bar:
    def place(number: float) -> float:
        return round(min(1.0, max(0.0, (number - least) / (most - least))), 3) if most > least else 1.0

    return Bar(place(number), place(number - error), place(number + error))


def share_text(estimate: Estimate) -> str:
    """Write a share of the victory, never as certain."""
    if is_all_but_won(estimate):
        return "more than 99 %"
    if is_all_but_lost(estimate):
        return "less than 1 %"
    return f"{min(99, max(1, round(100 * estimate.share)))} % ± {max(1, math.ceil(100 * estimate.share_error))}"


def points_text(estimate: Estimate) -> str:
    """Write points to be expected."""
    return f"{estimate.points:.1f} ± {max(0.1, math.ceil(10 * estimate.points_error) / 10):.1f}"
