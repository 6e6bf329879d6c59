"""Are the chances of a review true? Games of one level, a random moment of each, and what became of it.

    python -m bench.calibration play battle --seats 2 --games 2000 --rows battle.jsonl   goes on where the file ends
    python -m bench.calibration play battle --seats 2 --mixed medium hard --rows mixed.jsonl   games of other levels
    python -m bench.calibration judge battle.jsonl                                       slope, intercept, bins

From the moment the game is played on a few times by the same level, with new chance: the mean of that is what play of
the level predicts. Beside it stands what the review's own play-outs say. Means of a few games are noisy, which makes a
plain regression on them too flat; so the variance of the noise, known from the games themselves, is taken out of the
slope. A second slope goes by the play-outs as an instrument, which know nothing of these games: it needs no such
correction and is surer. Bins are made by the play-outs, too. Seats of a game hang together, so errors are by game.

Which moment is taken is drawn by the length of the game before. By its own length moments of short games would come
more often, and how long a game still takes may hang on who wins it: what happened would then differ from what could be
foretold.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import json
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from fairdeal import games
from fairdeal.bots.bot import Bot, Budget
from fairdeal.bots.finding import find, place_of
from fairdeal.contract.game import Game, shares_of
from fairdeal.contract.rules import Numbers
from fairdeal.engine.chance import Rng, below, numbered
from fairdeal.engine.kernel import DEALER
from fairdeal.play.sitting import Event, Sitting
from fairdeal.play.tempo import Tempo
from fairdeal.review.trials import Position, Trials, error_of

LEVEL = "hard"
TRIES = 2  # times a moment is played on: the fewest that tell their own noise; more games tell more than more times
PLAYOUTS = 400  # of the review, which takes as many at a moment
RESAMPLES = 400
BINS = 8
SURE = 3.29  # standard errors at 99.9 %


# --- playing ---------------------------------------------------------------------------------------------------------


class Company:
    """Bots on all seats of a game, their levels in turn from a seat on."""

    def __init__(self, game: Game, levels: Sequence[str]) -> None:
        self.game = game
        self._bots = [find(game, level) for level in levels]

    def bot(self, seat: int, turn: int) -> Bot:
        return self._bots[(seat + turn) % len(self._bots)]

    def play(self, sitting: Sitting, seed: str, turn: int = 0, most: float = math.inf) -> None:
        """Play a game on, wherever it stands, to its end or until it has so many events."""
        seats = range(sitting.setting.seats)
        tempo = Tempo(sitting, {seat: place_of(self.game, self.bot(seat, turn)) for seat in seats})
        paces = functools.cache(lambda who: numbered(f"{seed} pace", who))
        while not sitting.is_over and len(sitting.events) < most:
            who, now = tempo.next_actor(paces)
            at = now if self.game.rules.REAL_TIME else None
            if who == DEALER:
                sitting.deal(numbered(f"{seed} deal", len(sitting.events)), at)
            else:
                rng = numbered(f"{seed} bot {who}", len(sitting.events))
                view, told = sitting.view(who), sitting.told(who)
                sitting.play(who, self.bot(who, turn).choose(view, told, who, Budget(rng)), at)


def at_moment(sitting: Sitting, events: Sequence[Event]) -> Sitting:
    """Play the first events of a game again."""
    again = Sitting(sitting.setting)
    for event in events:
        again.redo(event)
    return again


def moment_by(length: int, rng: Rng) -> int:
    """Draw a moment of a game with so many events: after the first at the earliest, before the last at the latest."""
    return 1 + below(rng, length - 1)


class Calibration:
    """Plays games and plays them on."""

    def __init__(self, name: str, seats: int, level: str, tries: int, mixed: Sequence[str] = ()) -> None:
        self.game, self.seats, self.tries = games.find(name), seats, tries
        self.level, self._players = Company(self.game, [level]), Company(self.game, mixed or [level])
        self._trials = Trials(self.game)

    def row(self, number: int, before: int) -> dict[str, Any]:
        """Play one game and play it on from one of its moments, which is drawn by the length of the game before."""
        seed, began = f"moments {number}", time.process_time()
        moment = moment_by(before, numbered(f"{seed} moment", 0))
        first = self.reaching(moment, number)
        then = at_moment(first, first.events)
        self._players.play(first, f"{seed} end", number)
        position = Position(then.state, then.clock)
        won = self._trials.from_state(position, PLAYOUTS, numbered(f"{seed} policy", 0))[:, 0, : self.seats]
        played_on = []
        for time_ in range(self.tries):
            again = at_moment(first, then.events)
            self.level.play(again, f"{seed} again {time_}")
            played_on.append(list(shares_of(self.game, again.state)))
        return {
            "number": number,
            "moment": moment,
            "events": len(first.events),
            "outcome": list(shares_of(self.game, first.state)),
            "tries": played_on,
            "policy": won.mean(axis=0).tolist(),
            "policy_error": error_of(won).tolist(),
            "cpu": round(time.process_time() - began, 3),
        }

    def reaching(self, moment: int, number: int) -> Sitting:
        """Play a game up to a moment; one that is over before does not count."""
        for attempt in itertools.count():
            seed = f"moments {number} {attempt}"
            sitting = Sitting(self.game.setting(self.seats, rng=numbered(f"{seed} setting", 0)))
            self._players.play(sitting, seed, number, moment)
            if not sitting.is_over:
                return sitting
        raise AssertionError("unreachable")

    def play(self, count: int, rows: Path) -> None:
        """Add games to a file until it has so many."""
        found = _rows(rows) if rows.exists() else []
        before = found[-1]["events"] if found else len(self.whole().events)
        with rows.open("a", buffering=1) as file:
            for number in range(len(found), count):
                row = self.row(number, before)
                before = row["events"]
                file.write(json.dumps(row) + "\n")

    def whole(self) -> Sitting:
        sitting = Sitting(self.game.setting(self.seats))
        self._players.play(sitting, "moments")
        return sitting


def _rows(rows: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in rows.read_text("utf-8").splitlines()]


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
    found = _rows(rows)
    return Sample(*(np.array([row[key] for row in found]) for key in ("outcome", "tries", "policy")))


def slope_by_play(sample: Sample) -> tuple[float, float]:
    """Regress what happened on what play of the level predicts, without the noise of few games; slope and intercept."""
    predicted = sample.tries.mean(axis=1)
    noise = float((sample.tries.var(axis=1, ddof=1) / sample.tries.shape[1]).mean())
    return _slope(sample.outcome, predicted, noise)


def slope_by_both(sample: Sample) -> tuple[float, float]:
    """The same by that part of the prediction alone which the play-outs tell: they have no part in its noise."""
    predicted = sample.tries.mean(axis=1)
    x, y, told = (each - each.mean() for each in (predicted, sample.outcome, sample.policy))
    slope = float((told * y).mean() / (told * x).mean())
    return slope, float(sample.outcome.mean() - slope * predicted.mean())


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
    """Moments about which the play-outs say about the same."""

    count: int
    predicted: float
    happened: float
    error: float
    """Of the difference, by game."""

    @property
    def is_off(self) -> bool:
        return abs(self.happened - self.predicted) > SURE * self.error


def bins(sample: Sample) -> list[Bin]:
    """Compare what happened with what play of the level predicts, in bins that the play-outs make."""
    return _bins(sample.policy, sample.tries.mean(axis=1), sample.outcome)


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


FITS = {
    "play of the level": slope_by_play,
    "play of the level, as far as play-outs tell it": slope_by_both,
    "the review's play-outs": slope_by_policy,
}


def judge(rows: Path) -> str:
    """Say in lines how true the chances are."""
    sample = read(rows)
    rng = np.random.default_rng(1)
    again = list(resampled(sample, rng))
    lines = [f"{rows.stem}: {len(sample)} games, each played on {sample.tries.shape[1]} times"]
    for name, fit in FITS.items():
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
    playing.add_argument("--mixed", nargs="+", default=(), metavar="LEVEL", help="levels in the game itself, in turn")
    playing.add_argument("--tries", type=int, default=TRIES)
    judging = parts.add_parser("judge")
    judging.add_argument("rows", type=Path, nargs="+")
    asked = parser.parse_args()
    if asked.what == "play":
        Calibration(asked.game, asked.seats, asked.level, asked.tries, asked.mixed).play(asked.games, asked.rows)
    else:
        print("\n".join(map(judge, asked.rows)))


if __name__ == "__main__":
    main()
