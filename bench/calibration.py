"""Are the chances of a review true? Games of one level, a random moment of each, and what became of it.

    python -m bench.calibration play battle --seats 2 --games 2000      goes on where docs/review/battle.txt ends
    python -m bench.calibration play battle --seats 2 --mixed medium hard    games of other levels, in battle-mixed.txt
    python -m bench.calibration judge docs/review/battle.txt            slope, intercept, bins
    python -m bench.calibration table                                   prints the table of docs/review.md anew

From the moment the game is played on a few times by the same level, with new chance: the mean of that is what play of
the level predicts. Beside it stands what the review's own play-outs say. Means of a few games are noisy, which makes a
plain regression on them too flat; so the variance of the noise, known from the games themselves, is taken out of the
slope. A second slope goes by the play-outs as an instrument, which know nothing of these games: it needs no such
correction and is surer. Bins are made by the play-outs, too. Seats of a game hang together, so errors are by game.

What happened and what followed when the moment was played on differ in their chance alone: whichever of them is called
the outcome, the slope is as good. So how often it would be as far from 1 by chance is known exactly, by letting them
change places.

Which moment is taken is drawn by the length of the game before. By its own length moments of short games would come
more often, and how long a game still takes may hang on who wins it: what happened would then differ from what could be
foretold.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from fairdeal import games
from fairdeal.bots.bot import Bot, Budget
from fairdeal.bots.finding import find, place_of
from fairdeal.contract.game import Game, shares_of
from fairdeal.contract.rules import Numbers
from fairdeal.engine.chance import Rng, below, numbered
from fairdeal.engine.kernel import DEALER
from fairdeal.errors import FairdealError
from fairdeal.play.sitting import Event, Sitting
from fairdeal.play.tempo import Tempo
from fairdeal.review.trials import Position, Trials

LEVEL = "hard"
TRIES = 2  # times a moment is played on: the fewest that tell their own noise; more games tell more than more times
PLAYOUTS = 400  # of the review, which takes as many at a moment
RESAMPLES = 400
EXCHANGES = 1000
BINS = 8
SURE = 3.29  # standard errors at 99.9 %
DOCS = Path(__file__).resolve().parents[1] / "docs"
ROWS, PAGE = DOCS / "review", DOCS / "review.md"
TABLE = re.compile(r"(<!-- table: calibration -->\n).*?(<!-- end -->)", re.DOTALL)


# --- rows ------------------------------------------------------------------------------------------------------------


class Row(NamedTuple):
    """A game, one moment of it, and what became of it; written as a short line.

    >>> Row.read("79 143 1 1 03 124 555 122 199", tries=2)
    Row(moment=79, events=143, won=('1', '1', '03'), policy=(124, 555, 122, 199))
    >>> Row.read("79 143 1 1 03 124 555 122 199", tries=2).text
    '79 143 1 1 03 124 555 122 199'
    """

    moment: int
    events: int
    """Of the whole game."""
    won: tuple[str, ...]
    """The seats that won: as it happened, then each time it was played on."""
    policy: tuple[int, ...]
    """By seat, what the review's play-outs say: how often of a thousand times it wins."""

    @classmethod
    def read(cls, line: str, tries: int) -> Row:
        moment, events, *rest = line.split()
        won, policy = rest[: 1 + tries], rest[1 + tries :]
        return cls(int(moment), int(events), tuple(won), tuple(map(int, policy)))

    @property
    def text(self) -> str:
        return " ".join(map(str, (self.moment, self.events, *self.won, *self.policy)))


def won_by(shares: Sequence[float]) -> str:
    """Name the seats that share a victory, evenly.

    >>> won_by([0.0, 0.5, 0.0, 0.5])
    '13'
    """
    return "".join(str(seat) for seat, share in enumerate(shares) if share > 0)


def shares_by(won: str, seats: int) -> list[float]:
    """Give the shares of a victory that these seats have won.

    >>> shares_by("13", 4)
    [0.0, 0.5, 0.0, 0.5]
    """
    return [(str(seat) in won) / len(won) for seat in range(seats)]


class Rows(NamedTuple):
    """A file of them: what they are of in its first line, then the games, each of the number of its line."""

    title: str
    tries: int
    rows: list[Row]

    @classmethod
    def read(cls, path: Path) -> Rows:
        title, *lines = path.read_text("utf-8").splitlines()
        tries = int(title.split()[-2])
        return cls(title, tries, [Row.read(line, tries) for line in lines])


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
        self._levels = ", ".join(mixed) + f" in turn, then {level}" if mixed else level
        self._trials = Trials(self.game)

    @property
    def title(self) -> str:
        """What rows are of."""
        return f"# {self.game.name} by {self.seats} seats of {self._levels}, played on {self.tries} times"

    def row(self, number: int, before: int) -> Row:
        """Play one game and play it on from one of its moments, which is drawn by the length of the game before."""
        seed = f"moments {number}"
        moment = moment_by(before, numbered(f"{seed} moment", 0))
        first = self.reaching(moment, number)
        then = at_moment(first, first.events)
        self._players.play(first, f"{seed} end", number)
        position = Position(then.state, then.clock)
        policy = self._trials.from_state(position, PLAYOUTS, numbered(f"{seed} policy", 0))[:, 0, : self.seats]
        ends = [first]
        for time in range(self.tries):
            ends.append(at_moment(first, then.events))
            self.level.play(ends[-1], f"{seed} again {time}")
        won = tuple(won_by(shares_of(self.game, end.state)) for end in ends)
        return Row(moment, len(first.events), won, tuple(map(int, np.rint(1000 * policy.mean(axis=0)))))

    def reaching(self, moment: int, number: int) -> Sitting:
        """Play a game up to a moment; one that is over before does not count."""
        for attempt in itertools.count():
            seed = f"moments {number} {attempt}"
            sitting = Sitting(self.game.setting(self.seats, rng=numbered(f"{seed} setting", 0)))
            self._players.play(sitting, seed, number, moment)
            if not sitting.is_over:
                return sitting
        raise AssertionError("unreachable")

    def play(self, count: int, path: Path) -> None:
        """Add games to a file until it has so many."""
        if not path.exists():
            path.parent.mkdir(exist_ok=True)
            path.write_text(f"{self.title}\n", "utf-8")
        lengths = self._lengths(Rows.read(path))
        with path.open("a", buffering=1) as file:
            for number in range(len(lengths) - 1, count):
                row = self.row(number, lengths[-1])
                lengths.append(row.events)
                file.write(f"{row.text}\n")

    def _lengths(self, found: Rows) -> list[int]:
        """How many events the games had, one before the first included; refuse rows that are not of today's code."""
        if found.title != self.title:
            raise FairdealError(f"These rows are of others: {found.title[2:]}, not {self.title[2:]}.")
        lengths = [len(self.whole().events), *(row.events for row in found.rows)]
        if found.rows and self.row(len(found.rows) - 1, lengths[-2]) != found.rows[-1]:
            raise FairdealError("These rows are of other rules, bots or play-outs: the last game is another one today.")
        return lengths

    def whole(self) -> Sitting:
        sitting = Sitting(self.game.setting(self.seats))
        self._players.play(sitting, "moments")
        return sitting


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


def read(path: Path) -> Sample:
    rows = Rows.read(path).rows
    seats = len(rows[0].policy)
    shares = np.array([[shares_by(won, seats) for won in row.won] for row in rows])
    return Sample(shares[:, 0], shares[:, 1:], np.array([row.policy for row in rows]) / 1000)


def slope_by_play(sample: Sample) -> tuple[float, float]:
    """Regress what happened on what play of the level predicts, without the noise of few games; slope and intercept."""
    return _slope(sample.outcome, sample.tries.mean(axis=1), _noise(sample))


def _noise(sample: Sample) -> float:
    """The variance of the mean of a few games."""
    return float((sample.tries.var(axis=1, ddof=1) / sample.tries.shape[1]).mean())


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
    above, below = _moments(outcome, predicted, noise)
    return above / below, float(outcome.mean() - above / below * predicted.mean())


def _moments(outcome: Numbers, predicted: Numbers, noise: float) -> tuple[float, float]:
    """How outcome and prediction vary together, and the prediction alone, without noise: the slope is their ratio."""
    x, y = predicted - predicted.mean(), outcome - outcome.mean()
    return float((x * y).mean()), float((x * x).mean()) - noise


def resampled(sample: Sample, rng: np.random.Generator) -> Iterator[Sample]:
    """Samples as they could have come, whole games drawn with replacement."""
    for _ in range(RESAMPLES):
        yield sample.some(rng.integers(0, len(sample), len(sample)))


def by_chance(sample: Sample, rng: np.random.Generator) -> float:
    """How often the slope by play of the level is as far from 1, or farther, if what happened changes places.

    By the difference of what the slope is the ratio of, which is 0 where that is 1 and never near the infinite.
    """
    whole = np.concatenate([sample.outcome[:, None], sample.tries], axis=1)
    far, found = _excess(sample), []
    for _ in range(EXCHANGES):
        order = np.tile(np.arange(whole.shape[1]), (len(whole), 1))
        first = rng.integers(0, whole.shape[1], len(whole))
        order[:, 0] = first
        order[np.arange(len(whole)), first] = 0
        other = np.take_along_axis(whole, order[:, :, None], axis=1)
        found.append(_excess(Sample(other[:, 0], other[:, 1:], sample.policy)))
    return float(np.mean(np.array(found) >= far))


def _excess(sample: Sample) -> float:
    above, below = _moments(sample.outcome, sample.tries.mean(axis=1), _noise(sample))
    return abs(above - below)


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


@dataclass(frozen=True)
class Fit:
    """A slope and an intercept, with their errors."""

    slope: float
    slope_error: float
    intercept: float
    intercept_error: float

    @property
    def slope_text(self) -> str:
        return f"{self.slope:.2f} ± {self.slope_error:.2f}"

    @property
    def intercept_text(self) -> str:
        return f"{self.intercept:+.3f} ± {self.intercept_error:.3f}"


def fits(sample: Sample) -> list[Fit]:
    """All fits of FITS, in their order."""
    again = list(resampled(sample, np.random.default_rng(1)))
    found = []
    for fit in FITS.values():
        slopes, intercepts = zip(*map(fit, again), strict=True)
        slope, intercept = fit(sample)
        found.append(Fit(slope, float(np.std(slopes)), intercept, float(np.std(intercepts))))
    return found


def judge(path: Path) -> str:
    """Say in lines how true the chances are."""
    sample = read(path)
    lines = [f"{path.stem}: {len(sample)} games, each played on {sample.tries.shape[1]} times"]
    for name, fit in zip(FITS, fits(sample), strict=True):
        lines.append(f"  by {name}: slope {fit.slope_text}, intercept {fit.intercept_text}")
    lines.append(f"  so far from 1 by chance: {by_chance(sample, np.random.default_rng(1)):.0%}")
    for name, found in (("play", bins(sample)), ("play-outs", bins_by_policy(sample))):
        for each in found:
            mark = "  off" if each.is_off else ""
            lines.append(
                f"    by {name}: {each.count:6} seats, predicted {each.predicted:.3f}, "
                f"happened {each.happened:.3f} ± {SURE * each.error:.3f}{mark}"
            )
    return "\n".join(lines)


def table(folder: Path = ROWS) -> str:
    """Give the table of docs/review.md: a line for every file of games."""
    lines = [
        "| | games | slope by play of *hard* | so far from 1 by chance | by the instrument | its intercept "
        "| slope by play-outs | bins off, by play and by play-outs |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for path in sorted(folder.glob("*.txt")):
        sample = read(path)
        play, both, policy = fits(sample)
        chance = by_chance(sample, np.random.default_rng(1))
        off = [sum(each.is_off for each in found) for found in (bins(sample), bins_by_policy(sample))]
        told = (play.slope_text, f"{chance:.0%}", both.slope_text, both.intercept_text, policy.slope_text)
        cells = (path.stem, f"{len(sample):,}", *told, f"{off[0]}, {off[1]}")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def printed(page: str) -> str:
    """Give the page with its table printed anew."""
    return TABLE.sub(lambda match: f"{match[1]}\n{table()}\n\n{match[2]}", page)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(dest="what", required=True)
    playing = parts.add_parser("play")
    playing.add_argument("game", choices=games.names())
    playing.add_argument("--seats", type=int, required=True)
    playing.add_argument("--games", type=int, default=2000)
    playing.add_argument("--rows", type=Path, help="docs/review/GAME.txt unless given")
    playing.add_argument("--level", default=LEVEL)
    playing.add_argument("--mixed", nargs="+", default=(), metavar="LEVEL", help="levels in the game itself, in turn")
    playing.add_argument("--tries", type=int, default=TRIES)
    judging = parts.add_parser("judge")
    judging.add_argument("rows", type=Path, nargs="+")
    parts.add_parser("table")
    asked = parser.parse_args()
    if asked.what == "play":
        rows = asked.rows or ROWS / f"{asked.game}{'-mixed' if asked.mixed else ''}.txt"
        Calibration(asked.game, asked.seats, asked.level, asked.tries, asked.mixed).play(asked.games, rows)
    elif asked.what == "judge":
        print("\n".join(map(judge, asked.rows)))
    else:
        PAGE.write_text(printed(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
