"""Is a review right? What it says is measured against what is known exactly, and against play of the bots themselves.

    python -m bench.verdicts luck battle expert --games 30         has luck mean 0?
    python -m bench.verdicts accused battle --games 150            are best choices of solved endgames called mistakes?
    python -m bench.verdicts order battle hard --games 30 --judged expert      what does a choice of a level cost?
    python -m bench.verdicts planted battle --games 20             is a planted blunder the first of its seat's faults?
    python -m bench.verdicts late cryptruck --games 30             is it right to solve what follows the last choices?

With `--rows FILE` every game is a line of that file, and a command goes on where it ends. It prints what all lines say
together. Bots play at their own pace, so levels that differ in pace alone differ here, too.
"""

from __future__ import annotations

import argparse
import functools
import itertools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
import numpy as np

from bench.calibration import Company, at_moment
from fairdeal import games
from fairdeal.bots.player import Player
from fairdeal.bots.searcher import bound
from fairdeal.contract.game import new_view, shares_of
from fairdeal.contract.rules import Numbers, State
from fairdeal.engine.chance import below, numbered
from fairdeal.engine.kernel import DEALER, MOST_SEATS, blank, copy, lowest
from fairdeal.lab.regret import CLOSE, endgames
from fairdeal.play.sitting import Sitting
from fairdeal.play.tracks import setting_of
from fairdeal.review.findings import FAULTS, Grade
from fairdeal.review.judging import LEAST, Compared, by_knowledge, effort
from fairdeal.review.luck import total_luck
from fairdeal.review.reviewing import LEVELS, review
from fairdeal.review.steps import ReviewedStep, steps
from fairdeal.review.trials import NOTHING, Known, Trials, error_of

Row = TypeVar("Row")
PLAYED = "hard"  # the level of games in which blunders are planted, and that plays on


@functools.cache
def company(name: str, level: str) -> Company:
    return Company(games.find(name), [level])


@functools.cache
def player(name: str) -> Player:
    return Player(games.find(name))


@functools.cache
def trials_of(name: str) -> Trials:
    return Trials(games.find(name))


def played(name: str, level: str, number: int, seed: str = "review") -> Sitting:
    """Play a whole game, all seats by one level."""
    game, own = games.find(name), f"{seed} {name} {level}"
    sitting = Sitting(setting_of(game.setting(game.best_seats), own, number))
    company(name, level).play(sitting, f"{own} {number}")
    return sitting


# --- luck ------------------------------------------------------------------------------------------------------------


class LuckRow(msgspec.Struct, frozen=True):
    """The luck of a game, and its result, by seat."""

    luck: tuple[float, ...]
    result: tuple[float, ...]


def luck_row(name: str, level: str, playouts: int, number: int) -> LuckRow:
    game = played(name, level, number, "luck")
    luck = total_luck(trials_of(name), game.setting, game.events, playouts, f"luck {level} {number}")
    return LuckRow(tuple(map(float, luck)), tuple(share - 1 / len(luck) for share in shares_of(game.game, game.state)))


def in_errors(luck: Numbers) -> Numbers:
    """How many standard errors the mean of each seat's luck is from 0."""
    return np.asarray(luck.mean(axis=0) / np.maximum(error_of(luck), CLOSE))


def say_luck(rows: Sequence[LuckRow]) -> str:
    luck = np.array([row.luck for row in rows])
    result = np.array([row.result for row in rows])
    means = ", ".join(f"{each:.1f}" for each in in_errors(luck))
    return f"{len(rows)} games: mean in standard errors {means}; variance {(result - luck).var() / result.var():.2f}"


# --- false accusations -----------------------------------------------------------------------------------------------


SOLVED = 200  # worlds


class AccusedRow(msgspec.Struct, frozen=True):
    """Choices without regret in an endgame that is solved exactly, and how many of them are called mistakes."""

    choices: int
    called: int


def accused_row(name: str, number: int) -> AccusedRow:
    """Judge every choice without regret in an endgame."""
    game, seed = games.find(name), f"accused {number}"
    position = next(endgames(game.setting(game.best_seats), player(name), SOLVED, seed))
    views = blank(game.rules.STATE)
    copy(position.view, views[0])
    known = Known(position.seat, views, NOTHING, np.zeros(2, np.int64), seed)
    worths = next(iter(position.worths.values()))
    best = [position.legal[place] for place in np.flatnonzero(worths > worths.max() - CLOSE)]
    grades = [by_knowledge(trials_of(name), known, position.legal, each, effort(1.0), "accused").grade for each in best]
    return AccusedRow(len(best), sum(grade in (Grade.MISTAKE, Grade.BLUNDER) for grade in grades))


def say_accused(rows: Sequence[AccusedRow]) -> str:
    choices, called = sum(row.choices for row in rows), sum(row.called for row in rows)
    return f"{len(rows)} endgames: {called} of {choices} choices without regret are called mistakes"


# --- order -----------------------------------------------------------------------------------------------------------


class OrderRow(msgspec.Struct, frozen=True):
    """The mean cost of a choice in a game, how many there were, and how far its sums are from the result."""

    cost: float
    choices: int
    off: float


def order_row(name: str, level: str, judged: str, number: int) -> OrderRow:
    game = played(name, level, number, "order")
    found = review(game.setting, game.events, judged, seed="judge")
    off = max(abs(part.total - result) for part, result in zip(found.parts, found.results, strict=True))
    return OrderRow(float(np.mean([choice.cost for choice in found.choices])), len(found.choices), off)


def say_order(rows: Sequence[OrderRow]) -> str:
    costs = 100 * np.array([row.cost for row in rows])
    count, off = sum(row.choices for row in rows), max(row.off for row in rows)
    return f"{len(rows)} games, {count} choices: {costs.mean():.2f} ± {error_of(costs):.2f} %; sums off by {off:.0e}"


# --- a planted blunder -----------------------------------------------------------------------------------------------

BLUNDER = 0.15  # of the victory
TIMES = 10  # the iterations of the level, or so many, if these are more
ITERATIONS = 1000
YARDSTICKS = {"traders": "master"}  # what searches instead of the level, and with its own iterations if these are more
SCREENED = 3  # times the same, until something is found that looks as bad
TRIED = 12  # choices of a game, until one can be made so bad
WORLDS = (40, 40, 80)  # in which it is played on, more and more until that decides
SURE = 2.0  # standard errors


class PlantedRow(msgspec.Struct, frozen=True):
    """A game with a planted choice that is bad enough by the search; without an event if none was found."""

    event: int | None = None
    events: int = 0
    searched: float = 0.0
    """What it costs by the search."""
    played: float = 0.0
    """And by play of the level, in worlds that the seat could think possible."""
    played_error: float = 0.0
    judged: float = 0.0
    """And by the review."""
    first: int | None = None
    """The event of the seat's costliest fault, by the review."""
    first_judged: float = 0.0
    first_searched: float = 0.0
    """What that costs by the search and by play, if it is another one."""
    first_played: float = 0.0
    first_played_error: float = 0.0


def planted_row(name: str, number: int) -> PlantedRow:
    found = planted(name, number)
    if found is None:
        return PlantedRow()
    game, step, better, cost = found
    own = judged_choices(game, step.seat)
    more = cost_by_play(name, own[step.event].step, better, f"planted {number}")
    row = PlantedRow(step.event, len(game.events), cost, float(more.mean()), float(error_of(more)))
    row = msgspec.structs.replace(row, judged=own[step.event].found.cost)
    first = first_fault(own)
    if first is None or first.step.event == step.event:
        return msgspec.structs.replace(row, first=first and step.event, first_judged=row.judged)
    more = cost_by_play(name, first.step, first.found.best, f"planted {number} first")
    return msgspec.structs.replace(
        row,
        first=first.step.event,
        first_judged=first.found.cost,
        first_searched=searched(name, first.step, numbered("first", number)).get(first.step.action, 0.0),
        first_played=float(more.mean()),
        first_played_error=float(error_of(more)),
    )


def planted(name: str, number: int) -> tuple[Sitting, ReviewedStep, int, float] | None:
    """Play a game of hard bots with one choice made as badly as possible.

    Give it, that choice as it was, what would have been better and what it costs by a search that had no part in
    finding it: who finds the worst makes too much of it. None if nothing that was tried would cost enough.
    """
    game, rng = played(name, PLAYED, number, "planted"), numbered(f"planted {name}", number)
    choices = [step for step in steps(game.setting, game.events, trials_of(name).forgets)[0] if step.known is not None]
    for _ in range(min(TRIED, len(choices))):
        step = choices.pop(below(rng, len(choices)))
        costs = searched(name, step, rng, SCREENED)
        worst = max(costs, key=lambda action: costs[action])
        if costs[worst] < BLUNDER:
            continue
        costs = searched(name, step, rng)
        better = min(costs, key=lambda action: costs[action])
        if costs.get(worst, 0.0) >= BLUNDER:
            sitting = at_moment(game, game.events[: step.event])
            sitting.play(step.seat, worst)
            company(name, PLAYED).play(sitting, f"planted {number} after {step.event}")
            return sitting, step, better, costs[worst]
    return None


def searched(name: str, step: ReviewedStep, rng: Numbers, times: int = TIMES) -> dict[int, float]:
    """What each action costs by a long search."""
    assert step.known is not None
    seats = int(step.known.view.seats)
    level, yardstick = (games.find(name).level(each).at(seats) for each in (PLAYED, YARDSTICKS.get(name, PLAYED)))
    iterations = max(times * max(level.iterations, ITERATIONS), times * yardstick.iterations // TIMES)
    found = player(name).judge(step.known.view, step.known.told, step.seat, yardstick, rng, iterations).estimates
    often = min(iterations // 10, max(each.visits for each in found) - 1)
    best = max(each.share for each in found if each.visits > often)
    return {each.action: best - each.share for each in found if each.visits}


class JudgedChoice(NamedTuple):
    """A choice of a game, and what a review finds."""

    step: ReviewedStep
    found: Compared


def judged_choices(game: Sitting, seat: int) -> dict[int, JudgedChoice]:
    """Judge a seat's choices as a review does; by event."""
    trials = trials_of(game.game.name)
    own = [step for step in steps(game.setting, game.events, trials.forgets)[0] if step.seat == seat]
    return {
        step.event: JudgedChoice(step, by_knowledge(trials, step.known, step.legal, step.action, effort(1.0), "review"))
        for step in own
        if step.known is not None
    }


def first_fault(own: dict[int, JudgedChoice]) -> JudgedChoice | None:
    """The costliest of a seat's faults."""
    faults = [each for each in own.values() if each.found.grade in FAULTS]
    return max(faults, key=lambda each: each.found.cost, default=None)


def cost_by_play(name: str, step: ReviewedStep, better: int, seed: str) -> Numbers:
    """What the chosen action brings less than a better one in each of some worlds, if hard bots go on."""
    more = np.zeros(0)
    for look, worlds in enumerate(WORLDS):
        won = played_on(name, step, [better, step.action], worlds, f"{seed} {look}")
        more = np.concatenate([more, won[:, 0] - won[:, 1]])
        if abs(more.mean() - BLUNDER) > SURE * error_of(more):
            break
    return more


def played_on(name: str, step: ReviewedStep, actions: Sequence[int], worlds: int, seed: str) -> Numbers:
    """What a seat wins with each action if hard bots go on, who see nothing but views: by world, by action.

    As in a search, a game ends at its horizon. Worlds are those that a review draws.
    """
    assert step.known is not None
    trials, known, won = trials_of(name), step.known, np.zeros((worlds, len(actions)))
    drawn, world = trials.worlds(known, worlds, numbered(f"{seed} worlds", 0)), blank(games.find(name).rules.STATE)[0]
    for number, place in itertools.product(range(worlds), range(len(actions))):
        copy(drawn[number], world)
        world_rules(name).play(world, step.seat, actions[place])
        won[number, place] = finished(name, world, numbered(seed, number))[step.seat]
    return won


@functools.cache
def world_rules(name: str) -> Any:
    """The rules of a game with what is known of it."""
    return bound(games.find(name))[0].__bound__


def is_horizon(name: str, s: State) -> bool:
    rules = world_rules(name)
    return hasattr(rules, "is_horizon") and bool(rules.is_horizon(s))


def finished(name: str, s: State, rng: Numbers) -> Numbers:
    """Play on by hard bots up to the end or the horizon; give what each seat wins."""
    game, rules = games.find(name), world_rules(name)
    level, shares, points = game.level(PLAYED), np.zeros(MOST_SEATS), np.zeros(MOST_SEATS)
    outcome = np.zeros(rules.MOST_OUTCOME, np.int16)
    while rules.actors(s) and not is_horizon(name, s):
        who = lowest(int(rules.actors(s)))
        if who == DEALER:
            rules.draw(s, rng, outcome)
            rules.deal(s, outcome)
            continue
        rules.play(s, who, player(name).choose(new_view(game, s, who), NOTHING, who, level, rng))
    if rules.actors(s):
        rules.outlook(s, shares, points)
    else:
        rules.winners(s, shares)
    return shares


def say_planted(rows: Sequence[PlantedRow]) -> str:
    bad = [row for row in rows if row.event is not None]
    sure = [row for row in bad if row.played >= BLUNDER]
    first = [sum(row.event == row.first for row in some) for some in (bad, sure)]
    return (
        f"{len(rows)} games: by the search alone {first[0]} of {len(bad)} are first, "
        f"by play of {PLAYED}, too, {first[1]} of {len(sure)}; squared distance of a cost from that by play "
        f"{from_play(bad, 'searched'):.3f} by the search, {from_play(bad, 'judged'):.3f} by the review"
    )


def from_play(rows: Sequence[PlantedRow], by: str) -> float:
    """The mean squared distance of what planted choices cost from what they cost by play, without the noise of that."""
    off = [(getattr(row, by) - row.played) ** 2 - row.played_error**2 for row in rows]
    return float(np.mean(off)) if off else 0.0


# --- the last choices ------------------------------------------------------------------------------------------------

LATE = 4  # choices of a game, and
MOST_ACTIONS = 6  # of each
PLAYED_ON = 100  # worlds
PLAYED_OUT = 800


class Values(msgspec.Struct, frozen=True):
    """What each action of a choice is worth, and how much noise is in their differences: the sum of their variances."""

    means: tuple[float, ...]
    noise: float

    @property
    def differences(self) -> Numbers:
        return np.asarray(np.asarray(self.means) - np.mean(self.means))


def values_of(won: Numbers) -> Values:
    """By world, by action: differences between actions alone count."""
    noise = (won - won.mean(axis=1, keepdims=True)).var(axis=0, ddof=1).sum() / len(won)
    return Values(tuple(map(float, won.mean(axis=0))), float(noise))


class LateChoice(msgspec.Struct, frozen=True):
    """A choice after which the rest is solved in each world: by play of hard, solved, and by play-outs alone."""

    event: int
    played: Values
    solved: Values
    policy: Values


class LateRow(msgspec.Struct, frozen=True):
    choices: tuple[LateChoice, ...]


def late_row(name: str, number: int) -> LateRow:
    game, rng = played(name, PLAYED, number, "ends"), numbered(f"ends {name}", number)
    late = [step for step in steps(game.setting, game.events, trials_of(name).forgets)[0] if is_late(name, step)]
    some = [late.pop(below(rng, len(late))) for _ in range(min(LATE, len(late)))]
    return LateRow(tuple(late_choice(name, step, number) for step in some))


def is_late(name: str, step: ReviewedStep) -> bool:
    """Tell whether what follows a choice is solved."""
    if step.known is None:
        return False
    rules, s = world_rules(name), blank(games.find(name).rules.STATE)[0]
    copy(step.before.state, s)
    rules.play(s, step.seat, step.action)
    return bool(rules.actors(s) and rules.is_endgame(s) and not is_horizon(name, s))


def late_choice(name: str, step: ReviewedStep, number: int) -> LateChoice:
    assert step.known is not None
    trials, actions = trials_of(name), step.legal[:MOST_ACTIONS]
    return LateChoice(
        step.event,
        values_of(played_on(name, step, actions, PLAYED_ON, f"ends {number} {step.event}")),
        values_of(trials.from_known(step.known, actions, PLAYED_OUT, numbered(f"sol {number}", step.event))),
        values_of(trials.unsolved(step.known, actions, PLAYED_OUT, numbered(f"uns {number}", step.event))),
    )


def off(one: Values, other: Values) -> float:
    """The squared distance of two valuations, without their noise."""
    return float(((one.differences - other.differences) ** 2).sum()) - one.noise - other.noise


def say_late(rows: Sequence[LateRow]) -> str:
    choices = [choice for row in rows for choice in row.choices]
    solved = np.array([off(each.solved, each.played) for each in choices])
    policy = np.array([off(each.policy, each.played) for each in choices])
    bad = [each for each in choices if np.ptp(each.played.means) >= BLUNDER]
    seen = sum(max(each.solved.means) - each.solved.means[int(np.argmin(each.played.means))] >= LEAST for each in bad)
    return (
        f"{len(choices)} choices: squared distance from play of {PLAYED} "
        f"{solved.mean():.4f} ± {error_of(solved):.4f} solved, "
        f"{policy.mean():.4f} ± {error_of(policy):.4f} by play-outs; "
        f"of {len(bad)} with an action that costs {BLUNDER:.0%} or more by play, "
        f"{seen} have it at {LEAST:.0%} or more when solved"
    )


# --- the command -----------------------------------------------------------------------------------------------------


def main(given: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.verdicts", description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("luck", "accused", "order", "planted", "late"))
    parser.add_argument("game", choices=games.NAMES)
    parser.add_argument("level", nargs="?", default=PLAYED, help="of the bots that play, for luck and order")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--playouts", type=int, default=100, help="from each moment, for luck")
    parser.add_argument("--judged", choices=LEVELS, default="hard", help="how thoroughly, for order")
    parser.add_argument("--rows", type=Path)
    asked = parser.parse_args(given)
    name = asked.game
    rows: list[Any]
    match asked.what:
        case "luck":
            rows = kept(asked.rows, LuckRow, asked.games, lambda n: luck_row(name, asked.level, asked.playouts, n))
            print(name, asked.level, say_luck(rows))
        case "accused":
            rows = kept(asked.rows, AccusedRow, asked.games, lambda n: accused_row(name, n))
            print(name, say_accused(rows))
        case "order":
            rows = kept(asked.rows, OrderRow, asked.games, lambda n: order_row(name, asked.level, asked.judged, n))
            print(name, asked.level, say_order(rows))
        case "planted":
            rows = kept(asked.rows, PlantedRow, asked.games, lambda n: planted_row(name, n))
            print(name, say_planted(rows))
        case "late":
            rows = kept(asked.rows, LateRow, asked.games, lambda n: late_row(name, n))
            print(name, say_late(rows))


def kept(path: Path | None, kind: type[Row], count: int, make: Callable[[int], Row]) -> list[Row]:
    """Give so many rows: those of a file, then new ones, which are added to it."""
    rows = (
        [msgspec.json.decode(line, type=kind) for line in path.read_bytes().splitlines()]
        if path and path.exists()
        else []
    )
    for number in range(len(rows), count):
        rows.append(make(number))
        if path:
            with path.open("ab") as file:
                file.write(msgspec.json.encode(rows[-1]) + b"\n")
    return rows


if __name__ == "__main__":
    main()
