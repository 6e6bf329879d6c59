"""The ladder of a game's levels and yardsticks: all against each other, ratings on one scale, and the page about them.

Results are kept in a file for each game, a line of JSON for each deal and, once they are gathered, for each pair. They
count as long as the levels are the same by name, iterations and knowledge, and the rules by their version; what is
printed is printed from them alone.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import json
import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from fairdeal.bots import foresight
from fairdeal.bots.finding import yardsticks
from fairdeal.bots.warm import NATIVE_FILES
from fairdeal.contract.game import Game
from fairdeal.contract.levels import Level
from fairdeal.contract.options import Json
from fairdeal.errors import FairdealError
from fairdeal.lab.arena import Match, PlayedGame, Task, new_match
from fairdeal.lab.crew import Crew
from fairdeal.lab.duel import LEADS, in_deals, score
from fairdeal.lab.ratings import Series, Times, added, ratings, share_of, time_at
from fairdeal.lab.simulate import Average
from fairdeal.play import records

NEIGHBOURS, OTHERS = 1.0, 0.25  # how many deals a pair gets: strangers say little, because one of them always wins

PLAYING = ("ismcts", "endgame", "judging", "searcher", "player")  # modules of the search that decide how a level plays

# What levels are held to, beside the level below: the higher one first.
MEASURED = (("beginner", "easy"), ("medium", "greedy"), ("hard", "greedy"))

Progress = Callable[[int, int, str], None]
"""Called after each deal with the number of deals that are there, of all, and who played."""


# --- results that are kept -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Encounter:
    """What two levels did to each other in some deals; the first is the higher one."""

    game: str
    rules_version: int
    seats: int
    options: Mapping[str, Json]
    bots: tuple[str, str]
    levels: tuple[str, str]
    """Iterations and knowledge of each."""
    code: str
    """A digest of the source that the levels play by."""
    seed: str
    deals: tuple[int, ...]
    there: tuple[float, ...]
    """By deal: the share of the first in a seat of its own."""
    back: tuple[float, ...]
    """By deal: the share of the second in a seat of its own."""
    times: tuple[Times, Times]

    @property
    def head(self) -> tuple[Any, ...]:
        """What lines that can be gathered have in common."""
        options = json.dumps(self.options, sort_keys=True)
        return (self.game, self.rules_version, self.seats, options, self.bots, self.levels, self.code, self.seed)

    def document(self) -> dict[str, Json]:
        """Give it as a line's JSON."""
        times = [{str(place): count for place, count in sorted(each.items())} for each in self.times]
        return {**vars(self), "times": times}


def read(path: Path) -> list[Encounter]:
    """Read a file of results; none if there is no file. No deal counts twice."""
    if not path.is_file():
        return []
    found: list[Encounter] = []
    seen: set[tuple[Any, ...]] = set()
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        try:
            result = _result(json.loads(line))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise FairdealError(f"{path}, line {number} is no result of a ladder; remove that line.") from None
        keys = [(*result.head, deal) for deal in result.deals]
        new = [place for place, key in enumerate(keys) if key not in seen]
        seen.update(keys)
        if new:
            found.append(_only(result, new))
    return found


def _only(result: Encounter, places: Sequence[int]) -> Encounter:
    """Keep some deals of a result."""
    return replace(
        result,
        deals=tuple(result.deals[place] for place in places),
        there=tuple(result.there[place] for place in places),
        back=tuple(result.back[place] for place in places),
    )


def _result(line: Mapping[str, Json]) -> Encounter:
    first, second = ({int(place): int(count) for place, count in times.items()} for times in line["times"])
    lists = {name: tuple(line[name]) for name in ("bots", "levels", "deals", "there", "back")}
    return Encounter(**{**line, **lists, "times": (first, second)})


def append(path: Path, result: Encounter) -> None:
    """Keep a result: whatever happens after, it is there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(result.document()) + "\n")


def gather(path: Path) -> None:
    """Put all deals of a pair into one line."""
    groups: dict[tuple[Any, ...], list[Encounter]] = {}
    for result in read(path):
        groups.setdefault(result.head, []).append(result)
    if groups:
        with records.writing(path) as file:
            file.writelines(json.dumps(_gathered(group).document()) + "\n" for group in groups.values())


def _gathered(group: Sequence[Encounter]) -> Encounter:
    first, second = (added([result.times[bot] for result in group]) for bot in range(2))
    return replace(
        group[0],
        deals=tuple(deal for result in group for deal in result.deals),
        there=tuple(share for result in group for share in result.there),
        back=tuple(share for result in group for share in result.back),
        times=(first, second),
    )


def forget(path: Path, ladder: Ladder) -> None:
    """Drop all results of a ladder."""
    kept = [result for result in read(path) if not ladder.is_of(result)]
    if path.is_file():
        with records.writing(path) as file:
            file.writelines(json.dumps(result.document()) + "\n" for result in kept)


def code_of(game: Game) -> str:
    """Digest the source that decides how the levels play: the search, the rules and what the game knows."""
    search = Path(__file__).parents[1] / "bots"
    files = [search / f"{name}.py" for name in PLAYING]
    beside = [*(f"{name}.py" for name in NATIVE_FILES), foresight.FILE]
    files += [file for name in beside if (file := game.folder / name).is_file()]
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:8]


def level_text(level: Level) -> str:
    """Say what makes a level."""
    return " ".join([str(level.iterations), *sorted(level.knowledge)])


# --- playing ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ladder:
    """Whose ladder it is: a game at so many seats, and with options."""

    game: Game
    seats: int
    options: Mapping[str, Json]
    data: Mapping[str, Json] | None = None
    """The user's own; its results are kept in a file of their own."""
    others: tuple[str, ...] = ()
    """Bots of any kind beside the levels, by the texts that name them."""

    @functools.cached_property
    def levels(self) -> tuple[Level, ...]:
        """All that play: the levels, and the yardsticks between the two lowest of them and the others; then others."""
        low, high = self.game.levels[:2], (level.at(self.seats) for level in self.game.levels[2:])
        return (*low, *yardsticks(self.game), *high, *(Level(text, 0, frozenset()) for text in self.others))

    @functools.cached_property
    def neighbours(self) -> list[tuple[int, int]]:
        """The pairs that count: each level and the one below, and those that are MEASURED."""
        places = {level.name: place for place, level in enumerate(self.levels)}
        names = [level.name for level in self.game.levels]
        pairs = [*zip(names[1:], names, strict=False), *MEASURED]
        return [(places[high], places[low]) for high, low in pairs if {high, low} <= set(places)]

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """All pairs of levels, the higher one first; neighbours before others."""
        pairs = itertools.combinations(range(len(self.levels)), 2)
        others = sorted(((high, low) for low, high in pairs), key=lambda pair: (pair[0] - pair[1], pair))
        return [*self.neighbours, *(pair for pair in others if pair not in self.neighbours)]

    def names(self, pair: tuple[int, int]) -> tuple[str, str]:
        """Name the levels of a pair."""
        return self.levels[pair[0]].name, self.levels[pair[1]].name

    def is_of(self, result: Encounter) -> bool:
        """Tell whether a result is about this ladder."""
        return (result.game, result.seats, result.options) == (self.game.name, self.seats, self.options)

    def counts(self, result: Encounter) -> bool:
        """Tell whether, besides, rules and levels are as they are now."""
        now = {level.name: level_text(level) for level in self.levels}
        is_current = result.rules_version == self.game.rules_version
        return self.is_of(result) and is_current and tuple(map(now.get, result.bots)) == result.levels

    def of(self, results: Sequence[Encounter], pair: tuple[int, int]) -> list[Encounter]:
        """Choose the results of a pair."""
        return [result for result in results if self.counts(result) and result.bots == self.names(pair)]


def new_ladder(
    game: Game,
    seats: int | None,
    options: Mapping[str, Json],
    data: Mapping[str, Json] | None = None,
    others: Sequence[str] = (),
) -> Ladder:
    """Make a ladder; options at their defaults are not named. Raise what is wrong with seats, options and data."""
    setting = game.setting(max(2, game.seat_counts[0]) if seats is None else seats, options, data)
    if setting.seats < 2:
        raise FairdealError("A ladder needs at least two seats.")
    defaults = {option.name: option.default for option in game.options}
    chosen = {name: value for name, value in options.items() if value != defaults[name]}
    levels = {level.name for level in game.levels}
    return Ladder(game, setting.seats, chosen, data, tuple(text for text in others if text not in levels))


def climb(
    ladder: Ladder,
    path: Path,
    games: int,
    minutes: float | None = None,
    seed: str = "0",
    jobs: int = 1,
    progress: Progress | None = None,
    adjusts: bool = False,
    only: Sequence[str] = (),
) -> bool:
    """Play until every pair of neighbours has so many games, those of earlier times included, or the time is over.

    Each deal is kept as soon as it is played; `only` names a pair that plays alone. Return whether it was interrupted
    by Ctrl-C.
    """
    seed = f"{seed} adjusted" if adjusts else seed  # no deal counts twice
    end = math.inf if minutes is None else time.monotonic() + 60 * minutes
    pairs = [pair for pair in ladder.pairs if not only or {*ladder.names(pair)} == {*only}]
    if not pairs:
        raise FairdealError(f"{' and '.join(only)} are no two of {', '.join(level.name for level in ladder.levels)}.")
    matches = {pair: _match(ladder, pair, seed, adjusts) for pair in pairs}
    size = len(next(iter(matches.values())).seatings(0))
    plan = _Plan(ladder, pairs, read(path), seed, -(-games // size))
    code, done = code_of(ladder.game), plan.done
    try:
        with Crew(jobs) as crew:
            order: list[tuple[int, int]] = []
            began = time.monotonic()
            for played in in_deals(crew.play(_tasks(plan, matches, size, end, order)), size):
                pair = order.pop(0)
                plan.spend(pair, time.monotonic() - began)
                began = time.monotonic()
                append(path, _kept(ladder, pair, matches[pair], played, code, seed))
                done += 1
                if progress:
                    progress(done, plan.all, " - ".join(ladder.names(pair)))
                if time.monotonic() > end:
                    break
    except KeyboardInterrupt:
        return True
    finally:
        gather(path)
    return False


def _match(ladder: Ladder, pair: tuple[int, int], seed: str, adjusts: bool) -> Match:
    names, options = ladder.names(pair), ladder.options
    seed = " ".join([seed, *names])
    return new_match(ladder.game, names, ladder.seats, options, ladder.data, seed, adjusts=adjusts)


class _Plan:
    """Which pair plays which deal next: of those that lack any, the one that had least of its part of the time.

    So the pairs of quick levels are known well after a minute, and those of slow ones as well as time allows.
    """

    def __init__(
        self, ladder: Ladder, pairs: Sequence[tuple[int, int]], results: Sequence[Encounter], seed: str, deals: int
    ) -> None:
        self._wanted = {
            pair: math.ceil(deals * (NEIGHBOURS if pair in ladder.neighbours else OTHERS)) for pair in pairs
        }
        found = {pair: ladder.of(results, pair) for pair in pairs}
        self._had = {pair: sum(len(result.deals) for result in found[pair]) for pair in found}
        self._spent = dict.fromkeys(pairs, 0.0)
        self._taken = {
            pair: {deal for result in found[pair] if result.seed == seed for deal in result.deals} for pair in found
        }

    @property
    def all(self) -> int:
        return sum(self._wanted.values())

    @property
    def done(self) -> int:
        return sum(min(self._had[pair], self._wanted[pair]) for pair in self._had)

    def next(self) -> tuple[tuple[int, int], int] | None:
        """Give a pair and the number of its next deal."""
        lacking = [pair for pair in self._had if self._had[pair] < self._wanted[pair]]
        if not lacking:
            return None
        pair = min(lacking, key=lambda pair: (self._spent[pair] / self._wanted[pair], self._had[pair]))
        deal = next(number for number in itertools.count() if number not in self._taken[pair])
        self._had[pair] += 1
        self._taken[pair].add(deal)
        return pair, deal

    def spend(self, pair: tuple[int, int], seconds: float) -> None:
        """Note how long a deal took."""
        self._spent[pair] += seconds


def _tasks(
    plan: _Plan,
    matches: Mapping[tuple[int, int], Match],
    size: int,
    end: float,
    order: list[tuple[int, int]],
) -> Iterator[Task]:
    """List the games to play, and note the pairs in the order of their deals."""
    while time.monotonic() < end and (planned := plan.next()):
        pair, deal = planned
        order.append(pair)
        yield from (Task(matches[pair], deal, seating) for seating in range(size))


def _kept(
    ladder: Ladder, pair: tuple[int, int], match: Match, played: Sequence[PlayedGame], code: str, seed: str
) -> Encounter:
    found = score(match, played)
    first, second = (added([game.times[bot] for game in played]) for bot in range(2))
    high, low = (level_text(ladder.levels[number]) for number in pair)
    return Encounter(
        game=ladder.game.name,
        rules_version=ladder.game.rules_version,
        seats=ladder.seats,
        options=ladder.options,
        bots=ladder.names(pair),
        levels=(high, low),
        code=code,
        seed=seed,
        deals=(played[0].deal,),
        there=(round(found.shares[0], 6),),
        back=(round(found.shares[1], 6),),
        times=(first, second),
    )


# --- what it comes to ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rung:
    """One level on the ladder."""

    level: Level
    rating: Average | None
    """None if it was not played yet."""
    wins: Average | None
    """Its share of the victory in a seat of its own against the level below; none of the lowest, or of a yardstick."""
    lead: Average | None
    """How much more that is than the level below has in a seat of its own."""
    deals: int
    """Against the level below."""
    median: float | None
    slowest: float | None


@dataclass(frozen=True)
class Ranking:
    """A ladder as it was measured."""

    ladder: Ladder
    rungs: tuple[Rung, ...]
    measured: tuple[tuple[str, str, Average, int], ...]
    """By the pairs that are MEASURED: the higher, the lower, its lead, and in how many deals."""
    games: int
    codes: int
    """How many versions of the source played."""


def rank(ladder: Ladder, results: Sequence[Encounter]) -> Ranking:
    """Rate the levels by all results that count, the lowest at 0."""
    counted = [result for result in results if ladder.counts(result)]
    places = {level.name: number for number, level in enumerate(ladder.levels)}
    pooled = {pair: found for pair in ladder.pairs if (found := ladder.of(counted, pair))}
    table = [series for pair, found in pooled.items() for series in _series(ladder, pair, found)]
    rated = _rated(table, ladder.seats)
    times: list[Counter[int]] = [Counter() for _ in places]
    for result in counted:
        for bot, spent in zip(result.bots, result.times, strict=True):
            times[places[bot]].update(spent)
    rungs = [_rung(ladder, number, rated.get(number), pooled, times[number]) for number in places.values()]
    size = ladder.seats if ladder.seats == 2 else 2 * ladder.seats
    played = size * sum(len(result.deals) for result in counted)
    measured = tuple(
        (high, low, _lead(ladder, pooled[pair]), sum(len(result.deals) for result in pooled[pair]))
        for high, low in MEASURED
        if {high, low} <= set(places) and (pair := (places[high], places[low])) in pooled
    )
    return Ranking(ladder, tuple(rungs), measured, played, len({result.code for result in counted}))


def _series(ladder: Ladder, pair: tuple[int, int], found: Sequence[Encounter]) -> Iterator[Series]:
    high, low = pair
    yield Series(high, low, [share for result in found for share in result.there])
    if ladder.seats > 2:  # of two, each wins what the other does not
        yield Series(low, high, [share for result in found for share in result.back])


def _rated(table: Sequence[Series], seats: int) -> dict[int, Average]:
    """Rate the levels that are tied to the lowest by any results."""
    tied = {0}
    for _ in table:
        tied |= {end for series in table if {series.bot, series.others} & tied for end in (series.bot, series.others)}
    order = {number: place for place, number in enumerate(sorted(tied))}
    inside = [Series(order[series.bot], order[series.others], series.scores) for series in table if series.bot in tied]
    return dict(zip(order, ratings(inside, len(order), seats), strict=True)) if inside else {}


def _rung(
    ladder: Ladder,
    number: int,
    rating: Average | None,
    pooled: Mapping[tuple[int, int], Sequence[Encounter]],
    times: Times,
) -> Rung:
    level, names = ladder.levels[number], [level.name for level in ladder.game.levels]
    below = names[names.index(level.name) - 1] if level.name in names[1:] else None
    found = next((found for pair, found in pooled.items() if ladder.names(pair) == (level.name, below)), ())
    shares = [share for result in found for share in result.there]
    wins = share_of(shares, 1 / ladder.seats) if shares else None
    lead = _lead(ladder, found) if found else None
    return Rung(level, rating, wins, lead, len(shares), time_at(times, 0.5), time_at(times, 0.99))


def _lead(ladder: Ladder, found: Sequence[Encounter]) -> Average:
    """How much more the first won in seats of its own than the second did."""
    leads = [own - theirs for result in found for own, theirs in zip(result.there, result.back, strict=True)]
    return share_of(leads, 1 / (ladder.seats - 1), *LEADS)
