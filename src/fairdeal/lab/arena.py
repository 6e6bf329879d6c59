"""One game of a duel: who sits where, the same deal for all, and bots that choose by views.

Everything random has a generator of its own, numbered by seed, deal and event: the n-th deal of a game is the same
whatever was played before it, whoever sits where.
"""

from __future__ import annotations

import functools
import json
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from fairdeal import games
from fairdeal.bots.bot import Bot, Budget, checked
from fairdeal.bots.finding import begin, close, end, find, place_of
from fairdeal.bots.player import Player
from fairdeal.bots.programs import ProcessBot
from fairdeal.contract.game import Game, Setting, points_of, shares_of
from fairdeal.contract.options import Json
from fairdeal.contract.rules import Numbers
from fairdeal.engine.chance import Rng, below, numbered
from fairdeal.engine.kernel import DEALER
from fairdeal.errors import FairdealError
from fairdeal.games.outside import data_hash
from fairdeal.lab.ratings import Times, bin_of
from fairdeal.play import records
from fairdeal.play.sitting import Sitting
from fairdeal.play.tempo import Tempo
from fairdeal.play.tracks import Tracker
from fairdeal.review.luck import total_luck
from fairdeal.review.trials import Trials

PLAYOUTS = 400  # on either side of chance, where shares are adjusted

Seating = tuple[int, ...]
"""By seat: the number of its bot."""


@dataclass(frozen=True)
class Match:
    """Who plays what: names and numbers only, so that it can be sent to another process."""

    game: str
    seats: int
    options: Mapping[str, Json]
    data: Mapping[str, Json] | None
    bots: tuple[str, ...]
    seed: str
    seconds: float | None = None
    adjusts: bool = False
    """Whether what chance brought a seat beyond its mean is taken from its share."""

    @functools.cached_property
    def key(self) -> str:
        """What tells matches apart."""
        return json.dumps(
            [self.game, self.seats, self.options, self.data, self.bots, self.seed, self.seconds, self.adjusts]
        )

    def setting(self, deal: int) -> Setting:
        """Settle how a deal is played; what options leave to chance, such as a random deck, is new in each."""
        rng = numbered(f"{self.seed} setting", deal)
        return games.find(self.game).setting(self.seats, self.options, self.data, rng)

    def seatings(self, deal: int) -> list[Seating]:
        """List who sits where in the games of a deal.

        Of two bots each is once alone in every seat against the other in all others. Of as many bots as seats each has
        every seat once; in which order they sit is drawn anew for each deal.
        """
        seats = range(self.seats)
        if len(self.bots) == 2:
            there = [tuple(int(seat != alone) for seat in seats) for alone in seats]
            back = [tuple(int(seat == alone) for seat in seats) for alone in seats]
            return there if self.seats == 2 else there + back
        order = _shuffled(len(self.bots), f"{self.seed} order", deal)
        return [tuple(order[(seat + turn) % self.seats] for seat in seats) for turn in seats]


def _shuffled(count: int, seed: str, number: int) -> list[int]:
    rest, rng = list(range(count)), numbered(seed, number)
    return [rest.pop(below(rng, len(rest))) for _ in range(count)]


def results_name(game: Game, data: Mapping[str, Json] | None) -> str:
    """Begin the name of a file of results: those of a user's own data are kept apart."""
    return game.name if data is None else f"{game.name}-{data_hash(data)[:8]}"


def new_match(
    game: Game,
    names: tuple[str, ...],
    seats: int | None = None,
    options: Mapping[str, Json] | None = None,
    data: Mapping[str, Json] | None = None,
    seed: str = "0",
    seconds: float | None = None,
    adjusts: bool = False,
) -> Match:
    """Make a match, and try out all it is made of. Raise what is wrong with it."""
    if len(names) < 2:
        raise FairdealError("A duel needs at least two bots.")
    seats = max(game.seat_counts[0], len(names)) if seats is None else seats
    match = Match(game.name, seats, options or {}, data, names, seed, seconds, adjusts)
    match.setting(0)
    if seats < 2:
        raise FairdealError("A duel needs at least two seats.")
    if len(names) not in (2, seats):
        raise FairdealError(f"With {seats} seats a duel has two bots or {seats}, not {len(names)}.")
    Arena(match).close()
    return match


@dataclass(frozen=True)
class Task:
    """A game to play: which of the seatings of which deal."""

    match: Match
    deal: int
    seating: int
    keep_record: bool = False
    keep_track: bool = False

    def done(self, arenas: Arenas) -> PlayedGame:
        """Play it in an arena of its match."""
        return arenas.of(self.match).play(self)


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played."""

    deal: int
    seating: Seating
    shares: tuple[float, ...]
    """By seat, like points; without luck if the match adjusts them."""
    points: tuple[int, ...]
    times: tuple[Times, ...]
    """By bot: how long its choices took."""
    record: str | None
    track: Numbers | None = None
    """One TRACK, with all that was counted of it."""


class Arena:
    """A place where bots play games of one match."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.game = games.find(match.game)
        self._bots: list[Bot] = []
        self._awake: set[int] = set()
        self._trials = Trials(self.game) if match.adjusts else None
        try:
            player = Player(self.game)
            for name in match.bots:
                self._bots.append(find(self.game, name, player))
        except FairdealError:
            self.close()
            raise

    def close(self) -> None:
        """End whatever the bots have running."""
        for bot in self._bots:
            close(bot)

    def play(self, task: Task) -> PlayedGame:
        """Play a game from its deal to its end."""
        seating = self.match.seatings(task.deal)[task.seating]
        sitting = Sitting(self.match.setting(task.deal))
        tracker = Tracker(sitting) if task.keep_track else None
        times: list[Counter[int]] = [Counter() for _ in self._bots]
        self._greet(sitting.setting, seating)
        dealt = 0
        tempo, generators = Tempo(sitting, self._places(seating)), self._generators(task)
        while not sitting.is_over:
            who, now = tempo.next_actor(generators)
            at = now if self.game.rules.REAL_TIME else None
            if who == DEALER:
                sitting.deal(numbered(f"{self.match.seed} deal {task.deal}", dealt), at)
                dealt += 1
                if tracker:
                    tracker.deal()
            else:
                (tracker or sitting).play(who, self._choose(sitting, who, seating, task, times), at)
        self._say_over(sitting, seating)
        return PlayedGame(
            task.deal,
            seating,
            self._shares(sitting, task),
            tuple(points_of(self.game, sitting.state)),
            tuple(times),
            self._record(sitting, seating, task) if task.keep_record else None,
            tracker.end() if tracker else None,
        )

    def _shares(self, sitting: Sitting, task: Task) -> tuple[float, ...]:
        shares = shares_of(self.game, sitting.state)
        if self._trials is None:
            return tuple(shares)
        seed = f"{self.match.seed} luck {task.deal}"  # what the seatings of a deal have in common cancels out
        luck = total_luck(self._trials, sitting.setting, sitting.events, PLAYOUTS, seed)
        return tuple(share - float(part) for share, part in zip(shares, luck, strict=True))

    def _places(self, seating: Seating) -> dict[int, int]:
        """Give the place of each seat's level."""
        return {seat: place_of(self.game, self._bots[number]) for seat, number in enumerate(seating)}

    def _generators(self, task: Task) -> Callable[[int], Rng]:
        """Give everybody a generator for the times of a deal: who is as quick as another acts when that one would."""
        return functools.cache(lambda who: numbered(f"{self.match.seed} pace {task.deal}", who))

    def _greet(self, setting: Setting, seating: Seating) -> None:
        for seat, number in enumerate(seating):
            begin(self._bots[number], setting, seat)

    def _say_over(self, sitting: Sitting, seating: Seating) -> None:
        result = sitting.result()
        for seat, number in enumerate(seating):
            end(self._bots[number], sitting.told(seat), seat, result.scores, result.winners)

    def _choose(self, sitting: Sitting, seat: int, seating: Seating, task: Task, times: list[Counter[int]]) -> int:
        """Ask the bot of a seat, unless there is nothing to choose."""
        legal = sitting.legal(seat)
        if len(legal) == 1:
            return legal[0]
        rng = numbered(f"{self.match.seed} bot {task.deal} {task.seating} {seat}", len(sitting.events))
        number, view, told = seating[seat], sitting.view(seat), sitting.told(seat)
        # What else the machine does is not the bot's time; of a program's, only the clock tells.
        clock = time.perf_counter if isinstance(self._bots[number], ProcessBot) else time.process_time
        began = clock()
        action = checked(self.game, self._bots[number], view, told, seat, Budget(rng, seconds=self.match.seconds))
        if number in self._awake:
            times[number][bin_of(clock() - began)] += 1
        self._awake.add(number)  # the first choice in a process loads code, or starts a program
        return action

    def _record(self, sitting: Sitting, seating: Seating, task: Task) -> str:
        """Write the game down, with who played it."""
        head = {"bots": [self.match.bots[number] for number in seating], "seed": self.match.seed, "deal": task.deal}
        return json.dumps({**records.document(sitting), **head}, allow_nan=False) + "\n"


class Arenas:
    """The arenas of all matches that this process played games of."""

    def __init__(self) -> None:
        self._arenas: dict[str, Arena] = {}

    def of(self, match: Match) -> Arena:
        """Give the arena of a match."""
        if match.key not in self._arenas:
            self._arenas[match.key] = Arena(match)
        return self._arenas[match.key]

    def close(self) -> None:
        """End whatever their bots have running."""
        while self._arenas:
            self._arenas.popitem()[1].close()
