"""Bots against each other over duplicate deals: which is stronger, by how much, and how sure that is."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from fairdeal.lab.arena import Match, PlayedGame, Task
from fairdeal.lab.crew import Crew
from fairdeal.lab.ratings import Sprt, Times, added, mean_of, share_of, time_at
from fairdeal.lab.simulate import Average

Progress = Callable[[int, int, str], None]
"""Called after each game with the number of games played, of all, and how it stands after the deals that are over."""


LEADS = (-1.0, 1.0)  # the least and the most


@dataclass(frozen=True)
class Score:
    """What the bots did in one deal, by bot: means over its games in which it held a seat of its own."""

    shares: tuple[float, ...]
    points: tuple[float, ...]
    margins: tuple[float, ...]
    """Points more than the mean of the other seats."""


def score(match: Match, played: Sequence[PlayedGame]) -> Score:
    """Sum up the games of one deal."""
    shares: list[list[float]] = [[] for _ in match.bots]
    points: list[list[float]] = [[] for _ in match.bots]
    margins: list[list[float]] = [[] for _ in match.bots]
    for game in played:
        for seat, bot in enumerate(game.seating):
            if game.seating.count(bot) == 1:
                others = (sum(game.points) - game.points[seat]) / (match.seats - 1)
                shares[bot].append(game.shares[seat])
                points[bot].append(game.points[seat])
                margins[bot].append(game.points[seat] - others)
    return Score(_means(shares), _means(points), _means(margins))


def _means(rows: list[list[float]]) -> tuple[float, ...]:
    return tuple(math.fsum(row) / len(row) for row in rows)


def lead(found: Score) -> float:
    """By how much the first bot's share of a deal exceeds the mean of the others', each in a seat of its own.

    It is 0 if strength is even, at any number of seats. Of two bots at more seats it is what each won alone among the
    other: they are treated alike, and an advantage of the lone seat, or of the crowd, drops out.
    """
    own, *others = found.shares
    return own - math.fsum(others) / len(others)


@dataclass(frozen=True)
class Standing:
    """How one bot did."""

    bot: str
    share: Average
    """Of the victory, in a seat of its own."""
    points: Average
    margin: Average
    """Points more than the mean of the other seats."""
    choices: int
    median: float | None
    """Seconds for a choice among several actions."""
    slowest: float | None
    """Seconds within which 99 of 100 choices were made."""


@dataclass(frozen=True)
class Duel:
    """What a duel found."""

    deals: int
    games: int
    seconds: float
    lead: Average
    """Of the first bot: see the function."""
    standings: tuple[Standing, ...]
    sprt: str | None
    """The verdict of the test that stops early; None without one, or before it had any."""
    is_interrupted: bool


def duel(
    match: Match,
    games: int,
    jobs: int = 1,
    sprt: float | None = None,
    keep: Callable[[str], object] | None = None,
    progress: Progress | None = None,
) -> Duel | None:
    """Play at least so many games, whole deals always; give what was found, and None if no deal came to its end.

    Ctrl-C ends it early, and so does the test of even strength against a lead of `sprt`. `keep` is handed a record of
    every game.
    """
    size = len(match.seatings(0))
    deals = -(-games // size)
    tally = _Findings(match)
    test = None if sprt is None else Sprt(0.0, sprt, 1 / (match.seats - 1))
    began = time.perf_counter()
    is_interrupted, verdict = False, None
    try:
        with Crew(min(jobs, deals * size)) as crew:
            games_played = crew.play(tasks(match, range(deals), keep is not None))
            for played in in_deals(_followed(games_played, size * deals, tally, progress), size):
                tally.add(played)
                for game in played:
                    if keep and game.record:
                        keep(game.record)
                verdict = None if test is None else test.verdict(tally.leads)
                if verdict:
                    break
    except KeyboardInterrupt:
        is_interrupted = True
    return tally.duel(time.perf_counter() - began, verdict, is_interrupted) if tally.scores else None


def _followed(
    played: Iterator[PlayedGame], total: int, tally: _Findings, progress: Progress | None
) -> Iterator[PlayedGame]:
    """Tell of each game as soon as it is over, long before the first deal is."""
    for number, game in enumerate(played, 1):
        if progress:
            progress(number, total, tally.text)
        yield game


def tasks(match: Match, deals: range, keep_record: bool = False) -> Iterator[Task]:
    """List the games of these deals."""
    for deal in deals:
        for seating in range(len(match.seatings(deal))):
            yield Task(match, deal, seating, keep_record)


def in_deals(played: Iterator[PlayedGame], size: int) -> Iterator[list[PlayedGame]]:
    """Gather games, deal by deal; a deal without an end is left out."""
    while len(deal := list(itertools.islice(played, size))) == size:
        yield deal


class _Findings:
    """What was found so far."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.scores: list[Score] = []
        self.leads: list[float] = []
        self._games = 0
        self._times: list[list[Times]] = [[] for _ in match.bots]

    def add(self, played: Sequence[PlayedGame]) -> None:
        found = score(self.match, played)
        self.scores.append(found)
        self.leads.append(lead(found))
        self._games += len(played)
        for bot, times in enumerate(self._times):
            times[:] = [added([*times, *(game.times[bot] for game in played)])]

    @property
    def text(self) -> str:
        """Say in a word how it stands, once a deal is over."""
        if not self.leads:
            return ""
        found = self.lead
        margin = "" if found.low is None or found.high is None else f" ± {50 * (found.high - found.low):.1f}"
        return f"{self.match.bots[0]} {100 * found.mean:+.1f}{margin} %"

    @property
    def lead(self) -> Average:
        return share_of(self.leads, 1 / (self.match.seats - 1), *LEADS)

    def duel(self, seconds: float, verdict: str | None, is_interrupted: bool) -> Duel:
        standings = tuple(self._standing(bot) for bot in range(len(self.match.bots)))
        return Duel(len(self.scores), self._games, seconds, self.lead, standings, verdict, is_interrupted)

    def _standing(self, bot: int) -> Standing:
        times = self._times[bot][0]
        return Standing(
            self.match.bots[bot],
            share_of([found.shares[bot] for found in self.scores], 1 / self.match.seats),
            mean_of([found.points[bot] for found in self.scores]),
            mean_of([found.margins[bot] for found in self.scores]),
            sum(times.values()),
            time_at(times, 0.5),
            time_at(times, 0.99),
        )
