"""Are the chances of a review true? Games of one level, a random moment of each, and what became of it.

    python -m bench.calibration play battle --seats 2 --games 2000 --rows battle.jsonl   goes on where the file ends
    python -m bench.calibration judge battle.jsonl                                       slope, intercept, bins

From the moment the game is played on several times by the same level, with new chance: the mean of that is what play of
the level predicts. Beside it stands what the review's own play-outs say. Means of a few games are noisy, which makes a
plain regression on them too flat; so the variance of the noise, known from the games themselves, is taken out of the
slope, and bins are made by one half of the games and compared with the other half. Seats of a game hang together, so
errors are by game.
"""

from __future__ import annotations

import argparse
import functools
import json
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from fairdeal import games
from fairdeal.bots.bot import Budget
from fairdeal.bots.finding import find, place_of
from fairdeal.contract.game import Game, shares_of
from fairdeal.contract.rules import Numbers
from fairdeal.engine.chance import below, numbered
from fairdeal.engine.kernel import DEALER
from fairdeal.play.sitting import Event, Sitting
from fairdeal.play.tempo import Tempo
from fairdeal.review.trials import Position, Trials, error_of

LEVEL = "hard"
TRIES = 6  # times a moment is played on; twice as many cost as much as twice the games and tell less
PLAYOUTS = 400  # of the review, which takes as many at a moment
RESAMPLES = 400
BINS = 8
SURE = 3.29  # standard errors at 99.9 %


# --- playing ---------------------------------------------------------------------------------------------------------


class Company:
    """Bots of one level on all seats of a game."""

    def __init__(self, game: Game, level: str) -> None:
        self.game = game
        self._bot = find(game, level)

    def play(self, sitting: Sitting, seed: str) -> None:
        """Play a game to its end, wherever it stands."""
        tempo = Tempo(sitting, dict.fromkeys(range(sitting.setting.seats), place_of(self.game, self._bot)))
        paces = functools.cache(lambda who: numbered(f"{seed} pace", who))
        while not sitting.is_over:
            who, now = tempo.next_actor(paces)
            at = now if self.game.rules.REAL_TIME else None
            if who == DEALER:
                sitting.deal(numbered(f"{seed} deal", len(sitting.events)), at)
            else:
                rng = numbered(f"{seed} bot {who}", len(sitting.events))
                view, told = sitting.view(who), sitting.told(who)
                sitting.play(who, self._bot.choose(view, told, who, Budget(rng)), at)


def at_moment(sitting: Sitting, events: list[Event]) -> Sitting:
    """Play the first events of a game again."""
    again = Sitting(sitting.setting)
    for event in events:
        again.redo(event)
    return again


def row_of(company: Company, trials: Trials, seats: int, number: int, tries: int) -> dict[str, Any]:
    """Play one game, and play it on from one of its moments."""
    game, seed, began = company.game, f"calibration {number}", time.process_time()
    first = Sitting(game.setting(seats, rng=numbered(f"{seed} setting", 0)))
    company.play(first, seed)
    moment = 1 + below(numbered(f"{seed} moment", 0), len(first.events) - 1)
    past = list(first.events[:moment])
    then = at_moment(first, past)
    won = trials.from_state(Position(then.state, then.clock), PLAYOUTS, numbered(f"{seed} policy", 0))[:, 0, :seats]
    played_on = []
    for time_ in range(tries):
        again = at_moment(first, past)
        company.play(again, f"{seed} again {time_}")
        played_on.append(list(shares_of(game, again.state)))
    return {
        "number": number,
        "moment": moment,
        "events": len(first.events),
        "outcome": list(shares_of(game, first.state)),
        "tries": played_on,
        "policy": won.mean(axis=0).tolist(),
        "policy_error": error_of(won).tolist(),
        "cpu": round(time.process_time() - began, 3),
    }


def play(name: str, seats: int, count: int, rows: Path, level: str, tries: int) -> None:
    """Add games to a file until it has so many."""
    company, trials = Company(games.find(name), level), Trials(games.find(name))
    done = sum(1 for _ in rows.open()) if rows.exists() else 0
    with rows.open("a", buffering=1) as file:
        for number in range(done, count):
            file.write(json.dumps(row_of(company, trials, seats, number, tries)) + "\n")


# --- judging ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sample:
    """By game and seat: what happened, what play of the level predicts time by time, and what the play-outs say."""

    outcome: Numbers
    tries: Numbers
    """By game, by time, by seat."""
    policy: Numbers

    def __len__(self) -> int:
        return len(self.outcome)

    def some(self, which: Numbers) -> Sample:
        return Sample(self.outcome[which], self.tries[which], self.policy[which])


def read(rows: Path) -> Sample:
    found = [json.loads(line) for line in rows.open()]
    return Sample(*(np.array([row[key] for row in found]) for key in ("outcome", "tries", "policy")))


def slope_by_play(sample: Sample) -> tuple[float, float]:
    """Regress what happened on what play of the level predicts, without the noise of few games; slope and intercept."""
    predicted = sample.tries.mean(axis=1)
    noise = float((sample.tries.var(axis=1, ddof=1) / sample.tries.shape[1]).mean())
    return _slope(sample.outcome, predicted, noise)


def slope_by_policy(sample: Sample) -> tuple[float, float]:
    """The same for the review's own play-outs, whose noise is small beside the rest."""
    return _slope(sample.outcome, sample.policy, 0.0)


def _slope(outcome: Numbers, predicted: Numbers, noise: float) -> tuple[float, float]:
    x, y = predicted - predicted.mean(), outcome - outcome.mean()
    slope = float((x * y).mean() / ((x * x).mean() - noise))
    return slope, float(outcome.mean() - slope * predicted.mean())


def resampled(sample: Sample, rng: np.random.Generator) -> Iterator[Sample]:
    """Samples as they could have come, whole games drawn with replacement."""
    for _ in range(RESAMPLES):
        yield sample.some(rng.integers(0, len(sample), len(sample)))


@dataclass(frozen=True)
class Bin:
    """Moments about which the first half of the games said about the same."""

    count: int
    predicted: float
    """By the other half."""
    happened: float
    error: float
    """Of the difference, by game."""

    @property
    def is_off(self) -> bool:
        return abs(self.happened - self.predicted) > SURE * self.error


def bins(sample: Sample) -> list[Bin]:
    """Compare what happened with the second half of the games, in bins that the first half makes."""
    half = sample.tries.shape[1] // 2
    first, second = sample.tries[:, :half].mean(axis=1), sample.tries[:, half:].mean(axis=1)
    return _bins(first, second, sample.outcome)


def bins_by_policy(sample: Sample) -> list[Bin]:
    return _bins(sample.policy, sample.policy, sample.outcome)


def _bins(by: Numbers, predicted: Numbers, outcome: Numbers) -> list[Bin]:
    edges = np.unique(np.quantile(by, np.linspace(0, 1, BINS + 1)[1:-1]))
    which, found = np.searchsorted(edges, by, side="right"), []
    for number in range(len(edges) + 1):
        inside = which == number
        count = int(inside.sum())
        if not count:
            continue
        off = np.where(inside, outcome - predicted, 0.0)
        mean = off.sum() / count
        by_game = np.where(inside, outcome - predicted - mean, 0.0).sum(axis=1)
        error = math.sqrt(float((by_game**2).sum())) / count
        found.append(Bin(count, float(predicted[inside].mean()), float(outcome[inside].mean()), error))
    return found


def judge(rows: Path) -> str:
    """Say in lines how true the chances are."""
    sample = read(rows)
    rng = np.random.default_rng(1)
    again = list(resampled(sample, rng))
    lines = [f"{rows.stem}: {len(sample)} games, each played on {sample.tries.shape[1]} times"]
    for name, fit in (("play of the level", slope_by_play), ("the review's play-outs", slope_by_policy)):
        slope, intercept = fit(sample)
        slopes, intercepts = zip(*map(fit, again), strict=True)
        spread = f"{slope:.2f} ± {np.std(slopes):.2f}, intercept {intercept:+.3f} ± {np.std(intercepts):.3f}"
        lines.append(f"  by {name}: slope {spread}")
    for name, found in (("play", bins(sample)), ("play-outs", bins_by_policy(sample))):
        for each in found:
            mark = "  off" if each.is_off else ""
            lines.append(
                f"    by {name}: {each.count:6} seats, predicted {each.predicted:.3f}, "
                f"happened {each.happened:.3f} ± {SURE * each.error:.3f}{mark}"
            )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(dest="what", required=True)
    playing = parts.add_parser("play")
    playing.add_argument("game", choices=games.names())
    playing.add_argument("--seats", type=int, required=True)
    playing.add_argument("--games", type=int, default=2000)
    playing.add_argument("--rows", type=Path, required=True)
    playing.add_argument("--level", default=LEVEL)
    playing.add_argument("--tries", type=int, default=TRIES)
    judging = parts.add_parser("judge")
    judging.add_argument("rows", type=Path, nargs="+")
    asked = parser.parse_args()
    if asked.what == "play":
        play(asked.game, asked.seats, asked.games, asked.rows, asked.level, asked.tries)
    else:
        print("\n".join(map(judge, asked.rows)))


if __name__ == "__main__":
    main()
