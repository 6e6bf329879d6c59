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
from fairdeal.language.marks import Mark, apart
from fairdeal.language.messages import Catalogue, Message, joined, say

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
    """As it is typed."""
    name: str
    """As it is spoken of."""
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
    name_marks: tuple[Mark, ...]
    """The cards that it names."""
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
    names = [game.words.named(v, seat, estimate.action) for estimate in estimates]
    found = []
    for place, estimate in enumerate(estimates):
        name = catalogue.mark(names[place])
        why = game.words.reasons(v, seat, estimate.action)
        reasons, marks = apart(map(catalogue.mark, why))
        found.append(
            Hint(
                game.words.text(estimate.action),
                name.text,
                estimate.share,
                estimate.share_error,
                estimate.points,
                estimate.points_error,
                catalogue.render(value(estimate, by_points)),
                bar(estimate, estimates, by_points),
                "" if by_points else catalogue.render(say("hint.more", points=points(estimate))),
                reasons,
                catalogue.render(sentence(names, estimates, place, joined("hint.reasons", why), by_points)),
                name.marks,
                marks,
            )
        )
    return found


def sentence(
    names: Sequence[Message], estimates: Sequence[Estimate], place: int, why: Message, by_points: bool
) -> Message:
    """Say all of an action: what speaks for it, what it brings, and how it compares with the best or the next best."""
    best, mine = estimates[0], estimates[place]
    said = {"action": names[place], "reasons": why, "brings": brought(mine, by_points)}
    measure = "scores" if by_points else "wins"
    if place:
        beside = "close" if is_close(best, mine, by_points) else "alone"
    elif len(estimates) == 1:
        beside = "alone"
    else:
        beside = "rivalled" if is_close(best, estimates[1], by_points) else "ahead"
        said |= {"rival": names[1], "other": brought(estimates[1], by_points)}
    return say(f"hint.{measure}.{beside}", **said)


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


def value(estimate: Estimate, by_points: bool) -> Message:
    """Say in few words what an action brings: how often it wins, or how many points it scores."""
    found = brought(estimate, by_points)
    return say("hint.points", points=found) if by_points else say("hint.share", share=found)


def brought(estimate: Estimate, by_points: bool) -> Message:
    """Write what decides, with its error."""
    return points(estimate) if by_points else share(estimate)


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


def share(estimate: Estimate) -> Message:
    """Write a share of the victory, never as certain."""
    if is_all_but_won(estimate):
        return say("hint.above", percent=round(100 * SURE))
    if is_all_but_lost(estimate):
        return say("hint.below", percent=round(100 * (1 - SURE)))
    percent = min(99, max(1, round(100 * estimate.share)))
    return say("hint.percent", percent=percent, error=max(1, math.ceil(100 * estimate.share_error)))


def points(estimate: Estimate) -> Message:
    """Write points to be expected."""
    error = max(0.1, math.ceil(10 * estimate.points_error) / 10)
    return say("hint.about", number=round(estimate.points, 1), error=error)
